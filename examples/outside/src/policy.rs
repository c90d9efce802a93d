//! Policies: the expert of the game, and an agent of its own.

use heist_agents::heuristics::Moves;
use heist_agents::spec::{AgentInfo, Kind, OptionInfo};
use heist_agents::{Agent, Factory, Fault, Spec, SpecError};
use heist_engine::game::Seat;
use heist_engine::random::Generator;

use crate::{Action, LuckyLock, PINS, TURNS};

/// The expert: drills the last pin and wherever that is safe, and picks otherwise.
pub fn careful(state: &LuckyLock, _seat: Seat, _legal: &[Action], _rng: &mut Generator) -> Action {
    if state.pins + 1 == PINS || state.noise + 2 < state.patience {
        Action::Drill
    } else {
        Action::Pick
    }
}

/// What specs know of the agent `bold`.
pub static BOLD: AgentInfo = AgentInfo {
    name: "bold",
    summary: "drills as long as the watchman's patience allows",
    options: &[OptionInfo {
        name: "margin",
        kind: Kind::Whole { least: 1, most: 5 },
        default: Some("1"),
        meaning: "how much patience is kept back",
    }],
    least_per_move: 0,
};

/// The agents of a spec.
///
/// # Errors
/// When the spec has another form.
pub fn bold(spec: &Spec) -> Result<Factory<LuckyLock>, SpecError> {
    let margin = spec.value("margin")?;
    Ok(Box::new(move || Box::new(Bold { margin })))
}

struct Bold {
    margin: u8,
}

impl Agent<LuckyLock> for Bold {
    fn decide(&mut self, view: &LuckyLock, _: Seat, _: &[Action], _: &mut Generator) -> Result<Action, Fault> {
        Ok(if view.noise + self.margin < view.patience {
            Action::Drill
        } else {
            Action::Pick
        })
    }
}

/// The numbers of decisions and actions that networks may score actions by.
pub const MOVES: Moves<LuckyLock> = Moves {
    version: 1,
    inputs: || Action::ALL.map(|action| (action.to_string(), 1.0)).to_vec(),
    context: || {
        let usual = [
            ("pins missing", 1.0 / f32::from(PINS)),
            ("patience left", 0.3),
            ("turns left", 1.0 / f32::from(TURNS)),
        ];
        usual.map(|(name, factor)| (name.to_owned(), factor)).to_vec()
    },
    fill: |state, _seat, legal, moves, decision, _scores| {
        for (row, &action) in moves.chunks_exact_mut(Action::ALL.len()).zip(legal) {
            row[action as usize] = 1.0;
        }
        let numbers = [PINS - state.pins, state.patience - state.noise, TURNS + 1 - state.turn];
        decision.copy_from_slice(&numbers.map(f32::from));
    },
};
