//! Keeps LibTorch's CUDA part in a program with the learner.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // As in training/build.rs: such arguments count for the programs of their own package alone.
    let os = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if std::env::var_os("CARGO_FEATURE_TORCH").is_some() && os == "linux" {
        println!("cargo::rustc-link-arg=-Wl,--no-as-needed");
        println!("cargo::rustc-link-arg=-ltorch");
    }
}
