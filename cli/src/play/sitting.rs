//! A person at the terminal: what is shown, what is asked, what is kept.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use heist_draw::Style;
use heist_draw::any::{ExplainedBranch, draw_text, explain_all};
use heist_engine::any::{AnyState, AnyStep};
use heist_engine::game::{Actor, Seat};
use heist_engine::registry::GameInfo;
use serde_json::json;

use super::session::{Session, observed};
use crate::failure::{Done, Failure, Outcome, notice};
use crate::files::{self, Ending, Existing, JsonOption};
use crate::hint;
use crate::interrupt;
use crate::plain;
use crate::replay::{self, describe, tell, who};
use crate::terminal::{Lines, Table, Typed};

/// The level of a hint that names none.
const HINT: &str = "quick";

/// The files that a sitting begins with and leaves.
#[derive(Debug, Args)]
pub struct FileOptions {
    /// Where `save` and `quit` write
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    save: Option<PathBuf>,

    /// Continue a saved game
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["game", crate::setup::GROUP, "seed"],
        help_heading = "Game"
    )]
    pub resume: Option<PathBuf>,

    /// Where the replay of the finished game goes
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    replay: Option<PathBuf>,

    /// Replace files that are there already
    #[arg(long, help_heading = "Output")]
    force: bool,

    #[command(flatten)]
    json: JsonOption,
}

/// What a person answered.
enum Answer {
    /// An action in notation.
    Action(String),
    Undo,
    Leave(Done),
}

/// A session with somebody at the terminal.
pub struct Sitting<'a> {
    session: Session,
    options: &'a FileOptions,
    style: &'a Style,
    /// How many steps have been told.
    told: usize,
    /// How many steps the saved file has, if there is one of this game.
    saved: Option<usize>,
    save_path: Option<PathBuf>,
}

impl<'a> Sitting<'a> {
    /// A sitting about to begin; an error if what it is to leave could not be written.
    pub fn new(session: Session, options: &'a FileOptions, style: &'a Style) -> Result<Sitting<'a>, Failure> {
        options.json.check_beside_text()?;
        let existing = Existing::forced(options.force);
        match (&options.save, &options.resume) {
            (Some(path), resumed) if resumed.as_ref() != Some(path) => files::check_target(path, existing)?,
            (_, Some(path)) => files::check_target(path, Existing::Replace)?,
            (_, None) => {}
        }
        match &options.replay {
            Some(path) => files::check_target(path, existing)?,
            // A replay without a name gets one in the current folder.
            None => files::check_folder(Path::new(".")).map_err(|failure| {
                Failure::input(format!(
                    "{}; --replay names another place for the replay",
                    failure.message()
                ))
            })?,
        }
        let told = session.steps().len();
        Ok(Sitting {
            save_path: options.save.clone().or_else(|| options.resume.clone()),
            saved: (options.resume.is_some() && options.save.is_none()).then_some(told),
            session,
            options,
            style,
            told,
        })
    }

    fn game(&self) -> &'static GameInfo {
        self.session.setup.game().info()
    }

    /// Plays until the game is over or the person leaves.
    pub fn play(mut self, input: &mut dyn Lines, out: &mut dyn Write) -> Outcome {
        let (name, seed) = (self.game().name, self.session.seed);
        writeln!(out, "{name} with seed {seed}; `help` explains.")?;
        loop {
            if let Some(seat) = self.session.person_to_decide() {
                match self.ask(seat, input, out)? {
                    Answer::Action(notation) => {
                        let seat = Some(seat);
                        self.session.take(AnyStep { seat, notation }).map_err(Failure::input)?;
                    }
                    Answer::Undo => match self.session.undo() {
                        Ok(true) => self.told = self.told.min(self.session.steps().len()),
                        Ok(false) => writeln!(out, "There is nothing to undo.")?,
                        _ if interrupt::is_wanted() => return self.leave(Done::Interrupted, out),
                        // An agent could not play the game again; it goes on where it is.
                        other => {
                            told(other.map(drop), out)?;
                        }
                    },
                    Answer::Leave(done) => return self.leave(done, out),
                }
                continue;
            }
            // An agent may think for long, and nobody is asked meanwhile.
            out.flush()?;
            let proposed = self.session.propose();
            if interrupt::is_wanted() {
                return self.leave(Done::Interrupted, out);
            }
            match proposed {
                Ok(Some(step)) => self.session.take(step).map_err(Failure::input)?,
                Ok(None) => return self.finish(out),
                Err(fault) => {
                    let saved = self.save(out);
                    told(saved, out)?;
                    let player = self.session.players[fault.seat.index()].name();
                    return Err(Failure::input(format!(
                        "player {}, {player}: {}",
                        fault.seat, fault.fault
                    )));
                }
            }
        }
    }

    /// Shows a person where things stand and reads until there is an answer.
    fn ask(&mut self, seat: Seat, input: &mut dyn Lines, out: &mut dyn Write) -> Result<Answer, Failure> {
        let view = self.session.world.information_state(seat);
        let view = &*view;
        let legal = explain_all(view);
        writeln!(out)?;
        self.tell_news(seat, out)?;
        self.show(view, &legal, out)?;
        loop {
            write!(out, "{}> ", asked(view, seat))?;
            out.flush()?;
            let line = match input.line()? {
                Typed::Line(line) => line,
                Typed::End => {
                    writeln!(out)?;
                    return Ok(Answer::Leave(Done::Well));
                }
                Typed::Interrupt => {
                    writeln!(out)?;
                    return Ok(Answer::Leave(Done::Interrupted));
                }
            };
            let words: Vec<&str> = line.split_whitespace().collect();
            let text = words.join(" ");
            match text.as_str() {
                "undo" => return Ok(Answer::Undo),
                "quit" => return Ok(Answer::Leave(Done::Well)),
                "help" => help(legal.len(), out)?,
                "draw" => self.show(view, &legal, out)?,
                _ if words.first() == Some(&"hint") => {
                    let level = if words.len() == 1 { HINT } else { &text["hint ".len()..] };
                    match hint::read_level(level) {
                        Ok(level) => hint::tell(view, seat, level, self.style, out)?,
                        Err(expected) => writeln!(out, "`{}`: {expected}.", plain::text(&text))?,
                    }
                }
                // The game goes on whether or not there is room for it on the disk.
                "save" => {
                    let saved = self.save(out);
                    told(saved, out)?;
                }
                _ => match choice(&text, &legal) {
                    Some(notation) => return Ok(Answer::Action(notation.to_owned())),
                    // What the setup's mode leaves out of the list may be played by its notation.
                    None if view.place(&text).is_some() => return Ok(Answer::Action(text)),
                    None => writeln!(
                        out,
                        "`{}` is neither a number from 1 to {}, nor one of the actions above, nor a command; `help` \
                         explains.",
                        plain::text(&text),
                        legal.len()
                    )?,
                },
            }
        }
    }

    fn show(&self, view: &dyn AnyState, legal: &[ExplainedBranch], out: &mut dyn Write) -> Result<(), Failure> {
        writeln!(out, "{}", draw_text(view, self.style))?;
        let mut table = Table::new(&["  #", "action", "what it does"], 3);
        for (place, action) in legal.iter().enumerate() {
            table.row(vec![
                format!("{:>3}", place + 1),
                action.notation.clone(),
                action.text.clone(),
            ]);
        }
        table.print(out)?;
        Ok(())
    }

    /// What happened since the last time, as a seat sees it.
    fn tell_news(&mut self, seat: Seat, out: &mut dyn Write) -> Result<(), Failure> {
        let steps = self.session.steps();
        let mut state = self.session.setup.begin().map_err(Failure::input)?;
        let mut lines: Vec<(String, usize)> = Vec::new();
        for (number, step) in steps.iter().enumerate() {
            let place = state.find(&step.notation).map_err(Failure::input)?;
            if number >= self.told {
                let seen = observed(&*state, step, place, seat);
                let line = tell(&*state.information_state(seat), &seen);
                // Cards that are dealt to others all read the same.
                match lines.last_mut() {
                    Some((last, count)) if *last == line => *count += 1,
                    _ => lines.push((line, 1)),
                }
            }
            // The place has just been found.
            if !state.take(place) {
                break;
            }
        }
        for (line, count) in lines {
            match count {
                1 => writeln!(out, "{line}")?,
                _ => writeln!(out, "{line}  {count} times")?,
            }
        }
        if self.told < steps.len() {
            writeln!(out)?;
        }
        self.told = steps.len();
        Ok(())
    }

    /// Writes the game so far, unless the file has it already.
    fn save(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        let stem = format!("{}-{}-saved", self.game().id, self.session.seed);
        let path = self
            .save_path
            .get_or_insert_with(|| files::free_name(&stem, "jsonl"))
            .clone();
        let count = self.session.steps().len();
        if self.saved != Some(count) {
            let is_own = self.saved.is_some() || self.options.resume.as_ref() == Some(&path);
            files::write_replay(
                &path,
                Existing::forced(is_own || self.options.force),
                &*self.session.replay(),
            )?;
            self.saved = Some(count);
        }
        let path = path.display().to_string();
        let shown = plain::text(&path);
        writeln!(out, "Saved: {shown}. `heist play --resume {shown}` continues the game.")?;
        Ok(())
    }

    /// Leaves a game that is not over.
    fn leave(mut self, done: Done, out: &mut dyn Write) -> Outcome {
        let saved = if self.session.has_choices() {
            self.save(out)
        } else {
            Ok(())
        };
        let path = self.save_path.clone().filter(|_| saved.is_ok() && self.saved.is_some());
        let is_silent = done == Done::Interrupted && path.is_none();
        let written = self.write_json("saved", path, out);
        saved.and(written)?;
        if is_silent {
            out.flush()?;
            notice("stopped before your first decision: there is nothing to save");
        }
        Ok(done)
    }

    /// Writes what there is of the game as JSON; `path` is the file that has it, `what` that file is.
    fn write_json(&self, what: &str, path: Option<PathBuf>, out: &mut dyn Write) -> Result<(), Failure> {
        let mut described = replay::described(&*self.session.replay());
        let path = path.map(|path| path.display().to_string());
        described.insert(what.to_owned(), json!(path));
        self.options.json.write(&described, out)
    }

    fn finish(mut self, out: &mut dyn Write) -> Outcome {
        writeln!(out)?;
        let seat = self.session.person().unwrap_or(Seat(0));
        self.tell_news(seat, out)?;
        let view = self.session.world.information_state(seat);
        writeln!(out, "{}", draw_text(&*view, self.style))?;
        if let Some(result) = self.session.world.result() {
            self.session.end(&result);
            writeln!(out, "{}", describe(self.game(), &result))?;
        }
        let stem = format!("{}-{}", self.game().id, self.session.seed);
        let path = self
            .options
            .replay
            .clone()
            .unwrap_or_else(|| files::free_name(&stem, "jsonl"));
        let mut ending = Ending::default();
        let written = files::write_replay(&path, Existing::forced(self.options.force), &*self.session.replay());
        let written = ending.note(written).map(|()| path);
        if let Some(path) = &written {
            writeln!(out, "Replay: {}", plain::text(&path.display().to_string()))?;
        }
        ending.note(self.write_json("replay", written, out));
        ending.finish(Done::Well, None, "the game is over", out)
    }
}

/// Who is asked.
fn asked(state: &dyn AnyState, seat: Seat) -> String {
    match state.actor() {
        Some(Actor::Team) if state.seats() > 1 => format!("player {seat}, for the team"),
        _ => who(state, seat),
    }
}

/// Tells a person why something could not be done; a broken output is passed on.
fn told(done: Result<(), Failure>, out: &mut dyn Write) -> Result<(), Failure> {
    match done {
        Ok(()) => Ok(()),
        Err(Failure::Output(error)) => Err(Failure::Output(error)),
        Err(failure) => Ok(writeln!(out, "{}", plain::message(&failure.message()))?),
    }
}

/// The action of a number or a notation, in notation. An empty line takes the only action there is.
fn choice<'a>(text: &str, legal: &'a [ExplainedBranch]) -> Option<&'a str> {
    let chosen = match (text, legal) {
        ("", [only]) => Some(only),
        _ => match text.parse::<usize>() {
            Ok(number) => legal.get(number.checked_sub(1)?),
            Err(_) => legal.iter().find(|action| action.notation == text),
        },
    };
    chosen.map(|action| action.notation.as_str())
}

fn help(count: usize, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(
        out,
        "Answer with the number of an action, 1 to {count}, or with its notation as listed. If there is only one \
         action, pressing Enter is enough.\n\nhint  the best moves with their chances; `hint strong` thinks for \
         longer; `heist hint --help` lists the levels\nundo  back to your previous decision; what others and the dice \
         did since is undone as well\nsave  write the game so far to a file\ndraw  show the state and the actions \
         again\nhelp  this text\nquit  save and leave"
    )?;
    Ok(())
}
