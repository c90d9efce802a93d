//! The games the properties look at: how they are played, and every moment of them.

use std::collections::BTreeSet;
use std::fmt::{self, Display};

use heist_engine::game::{Fill, Game, Node, Seat};
use heist_engine::random::{Generator, below, choose, shuffle, stream};
use heist_engine::record::Step;

use crate::playthrough::playthrough;

/// No game is longer than this.
pub(crate) const STEP_LIMIT: usize = 100_000;

/// Where in which game: what a panic message names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The setup, as an index into the list given.
    pub setup: usize,
    /// The number of the game, which is its seed.
    pub seed: u64,
    /// How many steps were taken before.
    pub step: usize,
}

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setup {}, seed {}, step {}", self.setup, self.seed, self.step)
    }
}

/// How the steps of a game are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Seats choose uniformly, chance by its distribution.
    Even,
    /// Seats first choose a kind of action (the first word of its notation), and chance chooses uniformly among its
    /// outcomes: rare things happen more often.
    Varied,
    /// Of a few varied steps, the one after which the game goes on longest, or ends best: games get further than chance
    /// would let them.
    Lasting,
}

impl Style {
    /// The style of a game: in turn, each setup in every style.
    pub(crate) fn of(number: u64, setups: u64) -> Style {
        match (number + number / setups) % 3 {
            0 => Style::Even,
            1 => Style::Varied,
            _ => Style::Lasting,
        }
    }
}

/// One moment of a game that was played.
#[derive(Clone, Debug)]
pub struct Moment<G: Game> {
    /// Where it is.
    pub place: Place,
    /// The state.
    pub state: G,
    /// The step taken from it; none at the end.
    pub next: Option<Step<G>>,
}

impl<G: Game> Moment<G> {
    /// A generator of the moment's own for a named use.
    pub(crate) fn rng(&self, name: &str) -> Generator {
        stream(self.place.seed, name, self.place.step as u64)
    }

    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<G> {
        Seat::all(self.state.seats())
    }

    /// One of the seats, in turn from step to step.
    pub(crate) fn a_seat(&self) -> Seat {
        Seat((self.place.step % self.state.seats()) as u8)
    }
}

/// Plays game `number` to its end and returns every moment of it, the last state included.
///
/// The game's setup is `setups[number % setups.len()]`. Chance decides as the game goes: nothing is filled in advance.
pub fn game<G: Game>(setups: &[G::Setup], number: u64) -> Vec<Moment<G>> {
    let (place, state) = start::<G>(setups, number);
    play(state, place, Style::of(number, setups.len() as u64))
}

/// As [`game`], on a world whose holes are all filled before the first step.
pub fn filled_game<G: Game>(setups: &[G::Setup], number: u64) -> Vec<Moment<G>> {
    let (place, mut state) = start::<G>(setups, number);
    state.determinize(Fill::All, &mut stream(number, "conformance world", 0));
    play(state, place, Style::of(number, setups.len() as u64))
}

pub(crate) fn start<G: Game>(setups: &[G::Setup], number: u64) -> (Place, G) {
    assert!(!setups.is_empty(), "the suite needs a setup to play");
    let setup = (number % setups.len() as u64) as usize;
    let place = Place {
        setup,
        seed: number,
        step: 0,
    };
    match G::new(&setups[setup]) {
        Ok(state) => (place, state),
        Err(error) => panic!("{error} ({place})"),
    }
}

/// The numbers of the games a property plays: `count`, and at least one a setup. The counts are such that the whole
/// suite takes some 20 seconds for a game of 300 steps in the development profile.
pub(crate) fn numbers<S>(setups: &[S], count: u64) -> std::ops::Range<u64> {
    0..count.max(setups.len() as u64)
}

pub(crate) fn play<G: Game>(state: G, first: Place, style: Style) -> Vec<Moment<G>> {
    /// From this step on, a lasting game takes its course.
    const PATIENCE: usize = 300;
    let mut rng = stream(first.seed, "conformance play", 0);
    let mut place = first;
    let steps = playthrough(state, |state: &G| {
        require!(place.step < STEP_LIMIT; place, "the game does not end within {STEP_LIMIT} steps");
        let next = match style {
            Style::Lasting if place.step < PATIENCE => lasting_step(state, place, &mut rng),
            Style::Lasting => random_step(state, place, Style::Even, &mut rng),
            _ => random_step(state, place, style, &mut rng),
        };
        place.step += 1;
        next
    });
    let moments = steps.enumerate().map(|(taken, (state, next))| {
        let step = first.step + taken;
        Moment {
            place: Place { step, ..first },
            state,
            next,
        }
    });
    moments.collect()
}

pub(crate) fn random_step<G: Game>(state: &G, place: Place, style: Style, rng: &mut Generator) -> Option<Step<G>> {
    match (state.node(), style) {
        (Node::Terminal, _) => None,
        (Node::Chance, Style::Even) => Some(Step::Chance(state.sample(rng))),
        (Node::Chance, _) => Some(Step::Chance(choose(rng, &possible(state, place)).0)),
        (Node::Decision(seat), Style::Even) => Some(Step::Action(seat, choose(rng, &legal(state, place)))),
        (Node::Decision(seat), _) => {
            let mut actions = legal(state, place);
            let word = |action: &G::Action| action.to_string().split(' ').next().map(str::to_owned);
            let words: BTreeSet<_> = actions.iter().map(word).collect();
            let chosen = words.iter().nth(below(rng, words.len() as u32) as usize);
            actions.retain(|action| Some(&word(action)) == chosen);
            Some(Step::Action(seat, choose(rng, &actions)))
        }
    }
}

/// The best of a few varied steps, each tried by playing on a little.
fn lasting_step<G: Game>(state: &G, place: Place, rng: &mut Generator) -> Option<Step<G>> {
    const STEPS: usize = 6;
    const AHEAD: usize = 40;
    let mut best = None;
    for _ in 0..STEPS {
        let step = random_step(state, place, Style::Varied, rng)?;
        let mut next = after(state, step);
        let mut lasted = 0;
        while lasted < AHEAD
            && let Some(further) = random_step(&next, place, Style::Even, rng)
        {
            further.play(&mut next);
            lasted += 1;
        }
        let worth = next.result().map_or(0.5, |result| result.value) + lasted as f64 / (4 * AHEAD) as f64;
        if best.is_none_or(|(other, _)| worth > other) {
            best = Some((worth, step));
        }
    }
    best.map(|(_, step)| step)
}

/// The legal actions of a decision.
pub(crate) fn legal<G: Game>(state: &G, place: Place) -> Vec<G::Action> {
    let mut actions = Vec::new();
    state.legal_actions(&mut actions);
    require!(!actions.is_empty(); place, "no legal action at a decision");
    actions
}

/// The outcomes of a chance node.
pub(crate) fn possible<G: Game>(state: &G, place: Place) -> Vec<(G::Outcome, f64)> {
    let mut outcomes = Vec::new();
    state.outcomes(&mut outcomes);
    require!(!outcomes.is_empty(); place, "no outcome at a chance node");
    outcomes
}

/// The state with holes filled.
pub(crate) fn filled<G: Game>(state: &G, fill: Fill, rng: &mut Generator) -> G {
    let mut world = state.clone();
    world.determinize(fill, rng);
    world
}

/// The state after a step.
pub(crate) fn after<G: Game>(state: &G, step: Step<G>) -> G {
    let mut next = state.clone();
    step.play(&mut next);
    next
}

/// At most `count` of the moments, drawn evenly and left in their order.
pub(crate) fn some<G: Game>(moments: Vec<Moment<G>>, count: usize) -> Vec<Moment<G>> {
    let Some(first) = moments.first() else { return moments };
    let mut rng = first.rng("conformance moments");
    let mut places: Vec<usize> = (0..moments.len()).collect();
    shuffle(&mut rng, &mut places);
    places.truncate(count);
    places.sort_unstable();
    places.into_iter().map(|place| moments[place].clone()).collect()
}

/// A moment's state, the view of a seat, and a filled world.
pub(crate) fn kinds<G: Game>(moment: &Moment<G>) -> [(&'static str, G); 3] {
    let world = filled(&moment.state, Fill::All, &mut moment.rng("conformance kinds"));
    [
        ("state", moment.state.clone()),
        ("view", moment.state.information_state(moment.a_seat())),
        ("world", world),
    ]
}
