//! Keeps LibTorch's CUDA part in the tests and examples that use LibTorch.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // No symbol of the CUDA part is named anywhere: it registers itself when it is loaded. A linker that leaves out
    // what nobody names would leave a program that finds no CUDA device. The library `torch` is there without CUDA too,
    // and depends on the parts that there are.
    let os = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if std::env::var_os("CARGO_FEATURE_TORCH").is_some() && os == "linux" {
        println!("cargo::rustc-link-arg=-Wl,--no-as-needed");
        println!("cargo::rustc-link-arg=-ltorch");
    }
}
