//! `heist completions` and `heist man`: the command line, for shells and for readers of manuals.

use std::io::Write;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use heist_engine::any::infos;

use crate::failure::{Done, Outcome};
use crate::files::{self, Existing};

/// Print completions for a shell: commands, options, games and scenarios
///
/// Examples:
///
/// $ heist completions bash > ~/.local/share/bash-completion/completions/heist
///
/// $ heist completions zsh > ~/.zfunc/_heist
///
/// $ heist completions fish > ~/.config/fish/completions/heist.fish
///
/// The folders must exist, and that for zsh must be in its `fpath`. The completions are those of this release; print
/// them again after an update.
#[derive(Debug, Args)]
pub struct CompletionsOptions {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

/// Print the manual page, or write one for every command
///
/// Without --out the page of `heist` is printed, in the format of `man`. With it, that page and one for every command
/// are written into a folder.
///
/// Examples:
///
/// $ heist man | man -l -
///
/// $ heist man --out ~/.local/share/man/man1
#[derive(Debug, Args)]
pub struct ManOptions {
    /// Write all pages into this folder, replacing older ones; made if it is missing
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
}

/// The section of manuals about programs.
const SECTION: u8 = 1;

/// Runs `heist completions`.
pub fn completions(options: &CompletionsOptions, command: Command, out: &mut dyn Write) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut with_known_values(command), "heist", &mut script);
    out.write_all(&script)?;
    Ok(Done::Well)
}

/// The command with the values that shells can offer. They are not the only ones that are accepted: `--game` of a later
/// release, say.
fn with_known_values(command: Command) -> Command {
    let games: Vec<&str> = infos().map(|game| game.id).collect();
    let scenarios: Vec<&str> = infos().flat_map(|game| game.scenarios.iter().copied()).collect();
    command
        .mut_args(|argument| match argument.get_id().as_str() {
            "game" => argument.value_parser(PossibleValuesParser::new(&games)),
            "scenario" => argument.value_parser(PossibleValuesParser::new(&scenarios)),
            _ => argument,
        })
        .mut_subcommands(with_known_values)
}

/// Runs `heist man`.
pub fn man(options: &ManOptions, command: Command, out: &mut dyn Write) -> Outcome {
    let command = command.mut_subcommands(without_help_command);
    let Some(folder) = &options.out else {
        Man::new(command).section(SECTION.to_string()).render(out)?;
        return Ok(Done::Well);
    };
    files::make_folder(folder)?;
    for command in pages(command) {
        let page = Man::new(command).section(SECTION.to_string());
        let path = folder.join(page.get_filename());
        files::write_atomically(&path, Existing::Replace, |mut file| page.render(&mut file))?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(Done::Well)
}

/// A command with every `help` hidden, which clap adds to commands that have others: it has no page of its own.
fn without_help_command(command: Command) -> Command {
    let is_help = command.get_name() == "help";
    command.hide(is_help).mut_subcommands(without_help_command)
}

/// The command and all under it, each of which has a page.
fn pages(command: Command) -> Vec<Command> {
    let below: Vec<Command> = command
        .get_subcommands()
        .filter(|below| !below.is_hide_set())
        .cloned()
        .collect();
    let mut all = vec![command];
    all.extend(below.into_iter().flat_map(pages));
    all
}
