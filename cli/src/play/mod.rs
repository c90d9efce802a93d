//! `heist play`: a person at the terminal, alone or with agents in the other seats.

mod player;
mod session;
mod sitting;

use std::io::Write;
use std::path::Path;

use clap::Args;
use heist_agents::arena::setup_seed;
use heist_draw::Style;
use heist_engine::any::AnyGame;
use heist_engine::record::read_header;

use crate::failure::{Done, Failure, Outcome, notice};
use crate::files;
use crate::interrupt;
use crate::setup::{self, SetupOptions, fresh_seed};
use crate::terminal::Lines;
use player::{PERSON, Player, players};
use session::{Session, Stuck};
use sitting::{FileOptions, Sitting};

/// Play a game in the terminal, alone or with agents in other seats
///
/// Examples:
///
/// $ heist play burgle-bros --seats 2 --you 1
///
/// $ heist play caper-cards --seats 4 --risk 12
///
/// Whenever one of your players must decide, the state is drawn as that player knows it, followed by a numbered list of
/// the legal actions, each with its notation and what it does. Answer with a number, a notation or one of the commands
/// undo (back to your previous decision), hint (the best moves, and how certain that is), save, draw (the state again),
/// help and quit (saves and leaves).
///
/// All chance comes from the seed, so the same seed and the same choices give the same game, and a choice that is taken
/// back and made again meets the same dice.
///
/// A finished game leaves a replay (--replay). A saved game is a replay without a result, which --resume continues.
#[derive(Debug, Args)]
pub struct Options {
    /// The game, as listed by `heist games`; not needed with --resume
    #[arg(value_name = "GAME", required_unless_present = "resume")]
    game: Option<String>,

    #[command(flatten, next_help_heading = "Setup")]
    setup: SetupOptions,

    /// The seats you play, from 1, separated by commas; by default seat 1
    #[arg(
        long,
        value_name = "SEATS",
        value_delimiter = ',',
        value_parser = clap::value_parser!(u8).range(1..),
        help_heading = "Game"
    )]
    you: Vec<u8>,

    /// Who plays the other seats, as listed by `heist agents`: one for all of them, or one per seat, separated by
    /// commas; by default heuristic, or flat:sims=500 in a game without a heuristic
    #[arg(long, value_name = "SPECS", help_heading = "Game")]
    agents: Option<String>,

    /// The seed of all chance; by default a different one each time
    #[arg(long, value_name = "N", help_heading = "Game")]
    seed: Option<u64>,

    #[command(flatten)]
    files: FileOptions,
}

/// Runs the command.
pub fn command(options: &Options, style: &Style, input: &mut dyn Lines, out: &mut dyn Write) -> Outcome {
    let _deferred = interrupt::defer();
    match (&options.files.resume, &options.game) {
        (Some(path), _) => {
            let header = read_header(files::open(path)?).map_err(|error| Failure::file(path, error))?;
            resume(setup::game(&header.game)?, path, options, style, input, out)
        }
        (None, Some(game)) => begin(setup::game(game)?, options, style, input, out),
        // clap asks for one of the two.
        (None, None) => Err(Failure::input("expected a game or --resume")),
    }
}

fn begin(game: &dyn AnyGame, options: &Options, style: &Style, input: &mut dyn Lines, out: &mut dyn Write) -> Outcome {
    let seed = options.seed.unwrap_or_else(fresh_seed);
    let setup = options.setup.setup(game, setup_seed(seed, 0))?;
    let setup = setup.complete().map_err(Failure::input)?;
    let seats = setup.begin().map_err(Failure::input)?.seats();
    let players = players(game, &options.you, options.agents.as_deref(), seats)?;
    let Some(session) = unless_stopped(Session::new(&*setup, seed, players))? else {
        return Ok(Done::Interrupted);
    };
    Sitting::new(session, &options.files, style)?.play(input, out)
}

/// A session about to start; none if the user stopped it before its agents were ready.
fn unless_stopped(session: Result<Session, Failure>) -> Result<Option<Session>, Failure> {
    match session {
        Err(_) if interrupt::is_wanted() => {
            notice("stopped before the agents were ready");
            Ok(None)
        }
        session => session.map(Some),
    }
}

fn resume(
    game: &dyn AnyGame,
    path: &Path,
    options: &Options,
    style: &Style,
    input: &mut dyn Lines,
    out: &mut dyn Write,
) -> Outcome {
    let saved = game.read_replay(&mut files::open(path)?);
    let saved = saved.map_err(|error| Failure::file(path, error))?;
    if saved.result().is_some() {
        return Err(Failure::file(
            path,
            "the game is over; expected a saved one. `heist replay` shows it",
        ));
    }
    let Some(seed) = saved.seed() else {
        return Err(Failure::file(
            path,
            "line 1, field `seed`: missing; expected the seed of the game",
        ));
    };
    let (setup, agents) = (saved.setup(), saved.agents());
    let seats = setup.begin().map_err(Failure::input)?.seats();
    let has_person = agents.len() == seats && agents.iter().any(|player| player == PERSON);
    let players = if options.you.is_empty() && has_person {
        let read = |text: &String| {
            Player::read(text).map_err(|error| Failure::file(path, format!("line 1, field `agents`: {error}")))
        };
        agents.iter().map(read).collect::<Result<_, _>>()?
    } else {
        players(game, &options.you, options.agents.as_deref(), seats)?
    };
    let Some(session) = unless_stopped(Session::new(&*setup, seed, players))? else {
        return Ok(Done::Interrupted);
    };
    let session = match session.after(&saved.steps()) {
        Ok(session) => session,
        Err(Stuck::Impossible(step)) => {
            let (line, number) = (step + 2, step + 1);
            let message = format!("line {line}: step {number} is not possible in the game of seed {seed}");
            return Err(Failure::file(path, message));
        }
        Err(Stuck::Fault(fault)) => return Err(Failure::file(path, fault)),
        Err(Stuck::Stopped) => {
            notice("stopped before the saved game could go on; its file is as it was");
            return Ok(Done::Interrupted);
        }
    };
    Sitting::new(session, &options.files, style)?.play(input, out)
}
