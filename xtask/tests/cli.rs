//! The binary as it is called: what it prints, where, and its exit code.

use std::process::{Command, Output};

fn xtask(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(words)
        .output()
        .expect("xtask starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the output is text")
}

#[test]
fn a_command_line_that_makes_no_sense_gets_the_help_and_exit_code_2() {
    for (words, complaint) in [
        (&[][..], "no command given"),
        (&["frobnicate"], "unknown command `frobnicate`"),
        (&["test", "frobnicate"], "unknown step `frobnicate`"),
        (&["test", "--frobnicate"], "unknown option `--frobnicate`"),
    ] {
        let output = xtask(words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(output.stdout.is_empty(), "{words:?}");
        let stderr = text(&output.stderr);
        assert!(
            stderr.contains(complaint) && stderr.contains("usage:"),
            "{words:?}: {stderr}"
        );
    }
}

#[test]
fn the_list_and_the_help_go_to_standard_output() {
    let list = xtask(&["test", "--list"]);
    assert!(list.status.success());
    assert!(text(&list.stdout).contains("cargo fmt --all --check"));
    let help = xtask(&["help"]);
    assert!(help.status.success());
    assert!(text(&help.stdout).contains("cargo xtask test STEP..."));
}
