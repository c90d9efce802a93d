//! What planning tokens are for: how the expert uses them in heists that it plays from a plan on.

use heist_engine::game::Game;
use heist_engine::masters::{Action, MastersOfTheHeist, Phase, Tile, Who};
use heist_engine::random::{stream, stream_seed};

use super::super::choice::play_on;
use super::account::Account;
use crate::analysis::Purpose;

/// Heists that are played at most.
pub const HEISTS: usize = 64;
/// What is done on a hex in at least one of so many heists in which it is used tells more than where the way leads on.
const TELLING: usize = 3;

/// A token: whose it is, and where it lies.
type Token = (Who, Tile);

/// A sub-action with the state before it.
type Deed = (MastersOfTheHeist, Action);

/// How a token was used in one heist.
struct Use {
    token: Token,
    /// The round in which its owner first moved onto the hex.
    turn: u32,
    /// What its owner did there first, apart from moving on.
    deed: Option<Deed>,
    /// Where its owner went first.
    onward: Option<Deed>,
}

/// What each token of a plan is for in a number of heists, fewer if the budget ends but at least one, in the order in
/// which the plan places them.
pub fn purposes(
    state: &MastersOfTheHeist,
    line: &[Action],
    seed: u64,
    heists: usize,
    account: &mut Account<'_>,
) -> Vec<Purpose<MastersOfTheHeist>> {
    let mut start = *state;
    let mut tokens: Vec<(usize, Token)> = Vec::new();
    for (place, &action) in line.iter().enumerate() {
        if let (Action::Token(at), Some(who)) = (action, start.deciding()) {
            tokens.push((place, (who, at)));
        }
        start.apply(action);
    }
    let heist = |number: usize| uses(&start, stream_seed(seed, "plan/use", number as u64));
    let played: Vec<Vec<Use>> = account.play(heists, 1, heist);
    let purpose = |(place, token): (usize, Token)| {
        let uses = played.iter().flatten().filter(|of| of.token == token);
        purpose(place, played.len(), &uses.collect::<Vec<_>>())
    };
    tokens.into_iter().map(purpose).collect()
}

fn purpose(place: usize, heists: usize, uses: &[&Use]) -> Purpose<MastersOfTheHeist> {
    let most_often = |deeds: Vec<Deed>| {
        let count = |deed: &Deed| deeds.iter().filter(|(_, action)| *action == deed.1).count();
        // Of equally frequent ones the first.
        let most = deeds.iter().rev().max_by_key(|deed| count(deed)).copied();
        most.map(|deed| (count(&deed), deed))
    };
    let done = most_often(uses.iter().filter_map(|of| of.deed).collect());
    let onward = most_often(uses.iter().filter_map(|of| of.onward).collect());
    let telling = done.filter(|(count, _)| count * TELLING >= uses.len());
    let turns: Vec<u32> = uses.iter().map(|of| of.turn).collect();
    let often = |turn: &u32| turns.iter().filter(|&other| other == turn).count();
    Purpose {
        place,
        games: heists as u64,
        used: uses.len() as u64,
        turn: turns.iter().rev().max_by_key(|turn| often(turn)).copied(),
        deed: telling.or(onward).or(done).map(|(_, deed)| deed),
    }
}

/// Plays a heist out with the expert and notes how tokens are used.
fn uses(start: &MastersOfTheHeist, seed: u64) -> Vec<Use> {
    let mut rng = stream(seed, "plan/heist", 0);
    let mut uses: Vec<Use> = Vec::new();
    play_on(start, &mut rng, |state, action| {
        if state.phase() == Phase::Action {
            note(state, action, &mut uses);
        }
    });
    uses
}

/// Notes what an action says of the hex that a character stands on or moves to.
fn note(state: &MastersOfTheHeist, action: Action, uses: &mut Vec<Use>) {
    let Some(who) = state.deciding() else { return };
    let known = |uses: &[Use], at: Tile| uses.iter().position(|of| of.token == (who, at));
    let here = state.tile_of(who).and_then(|at| known(uses, at));
    if let (Some(here), true) = (here, is_telling(action)) {
        uses[here].deed.get_or_insert((*state, action));
    }
    let Action::Move(to) = action else { return };
    if let Some(here) = here {
        uses[here].onward.get_or_insert((*state, action));
    }
    // MH5.2a: an Exit needs no token.
    if state.scenario().hex_number(to).is_some() && known(uses, to).is_none() {
        uses.push(Use {
            token: (who, to),
            turn: state.turn(),
            deed: None,
            onward: None,
        });
    }
}

/// Whether an action says what a character is on a hex for.
const fn is_telling(action: Action) -> bool {
    matches!(
        action,
        Action::Unlock(_)
            | Action::Subdue(..)
            | Action::Disable(_)
            | Action::Reveal(_)
            | Action::Crack(_)
            | Action::Take(..)
            | Action::Bank(_)
            | Action::Server
            | Action::Door(_)
            | Action::TakeIdea
            | Action::Capture
            | Action::Story
    )
}
