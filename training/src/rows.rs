//! Recorded games played again: every annotated decision with its position and what came of it.

use std::ops::Range;

use heist_agents::arena::Deal;
use heist_engine::game::{Game, Node, Seat, SetupError, TeamResult};
use heist_engine::record::Step;

use crate::record::{NO_EXPERT, RecordedDecision, RecordedGame, RecordedMove};
use crate::shard::{Header, HeaderError};

/// An annotated decision of a game, played again.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a, G: Game> {
    /// The game.
    pub game: &'a RecordedGame,
    /// What is known of the decision. Its places are those of `legal`.
    pub decision: &'a RecordedDecision,
    /// The state before the decision, with nothing hidden.
    pub world: &'a G,
    /// The information state of the seat that decides.
    pub view: &'a G,
    /// The seat that decides.
    pub seat: Seat,
    /// The legal actions.
    pub legal: &'a [G::Action],
    /// The action that was played, as a place in `legal`.
    pub played: usize,
    /// The result of the game.
    pub result: &'a TeamResult,
    /// How much of [`Game::STAKE`] the team lost from here until the same character had its turn again, or the game
    /// ended.
    pub stake_lost: u32,
    /// How many turns the game went on: that of its last state less that of this one.
    pub turns_left: u32,
}

impl<'a, G: Game> Row<'a, G> {
    /// The moves that were looked at, each with its action.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = (G::Action, &'a RecordedMove)> + use<'a, G> {
        let legal = self.legal;
        let moves = self.decision.moves.iter();
        moves.map(move |recorded| (legal[usize::from(recorded.place)], recorded))
    }

    /// What the game's expert would have played, if it has one.
    pub fn expert(&self) -> Option<G::Action> {
        self.legal.get(usize::from(self.decision.expert)).copied()
    }
}

/// Plays recorded games again. One of these plays any number of games of a shard, and keeps its lists in between.
#[derive(Clone, Debug)]
pub struct Resimulator<G: Game> {
    /// Setup and seed of each of the header's runs.
    runs: Vec<(G::Setup, u64)>,
    legal: Vec<G::Action>,
    outcomes: Vec<(G::Outcome, f64)>,
    moments: Vec<Moment<G>>,
    /// The legal actions of all moments.
    listed: Vec<G::Action>,
    /// For every turn, its number and how much had been lost when it began.
    turns: Vec<(u32, u32)>,
}

/// The position of an annotated decision.
#[derive(Clone, Debug)]
struct Moment<G: Game> {
    world: G,
    view: G,
    seat: Seat,
    /// Where its legal actions are listed.
    legal: Range<usize>,
    played: usize,
}

/// A recorded game that cannot be played again as it was.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ResimulateError {
    /// The game is of a run that the header does not have.
    #[error("run {run}: the header has {known}")]
    Run {
        /// The run.
        run: u16,
        /// How many there are.
        known: usize,
    },
    /// The deal cannot be set up.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// A step that is not possible.
    #[error("step {step}: found {found}, expected a number below {possible}")]
    Step {
        /// The step, from 0.
        step: usize,
        /// What is recorded.
        found: u16,
        /// How many actions or outcomes there were; none after the end of the game.
        possible: usize,
    },
    /// The game goes on after its last step.
    #[error("the game has not ended after its {steps} steps")]
    Unfinished {
        /// How many steps are recorded.
        steps: usize,
    },
    /// An annotation that fits no decision of the game.
    #[error("the annotation of step {step}: {what}")]
    Annotation {
        /// The step it names.
        step: u32,
        /// What is wrong with it.
        what: String,
    },
    /// A deal that the run of the game does not have.
    #[error("the header has deals {first} to {last} of its run")]
    Deal {
        /// The first of the run.
        first: u64,
        /// The last of the run.
        last: u64,
    },
    /// A deal that is in the shard already.
    #[error("the deal is that of game {first} of the shard as well")]
    Twice {
        /// The place of the first game of this deal.
        first: u64,
    },
    /// The result is another.
    #[error("the result is worth {found}, recorded is {recorded}")]
    Value {
        /// The value of the re-simulated result.
        found: f64,
        /// The recorded one.
        recorded: f64,
    },
    /// The last state is another.
    #[error("the last state has the key {found:016x}, recorded is {recorded:016x}")]
    Key {
        /// The key of the last state.
        found: u64,
        /// The recorded one.
        recorded: u64,
    },
}

impl<G: Game> Resimulator<G> {
    /// For the games of a shard with this header.
    ///
    /// # Errors
    /// When the shard is of another game or of another version of its rules, or a setup is not playable.
    pub fn new(header: &Header) -> Result<Resimulator<G>, HeaderError> {
        header.check::<G>()?;
        let seeds = header.runs.iter().map(|run| run.seed);
        Ok(Resimulator {
            runs: header.setups::<G>()?.into_iter().zip(seeds).collect(),
            legal: Vec::new(),
            outcomes: Vec::new(),
            moments: Vec::new(),
            listed: Vec::new(),
            turns: Vec::new(),
        })
    }

    /// Plays a game again and checks that it ends as it did. The rows are those of its annotated decisions.
    ///
    /// # Errors
    /// When the game does not go as it is recorded.
    pub fn play<'a>(&'a mut self, game: &'a RecordedGame) -> Result<Rows<'a, G>, ResimulateError> {
        self.moments.clear();
        self.listed.clear();
        self.turns.clear();
        let mut world = self.deal(game)?.world;
        let mut annotations = game.decisions.iter().peekable();
        self.mark_turn(&world);
        for (step, &place) in game.steps.iter().enumerate() {
            let annotation = annotations.next_if(|annotation| annotation.step as usize == step);
            self.step(&mut world, step, place, annotation)?;
            self.mark_turn(&world);
        }
        let steps = game.steps.len();
        if let Some(rest) = annotations.next() {
            let what = "expected a step of the game, later than that of the annotation before";
            return Err(annotation_error(rest, what));
        }
        let result = world.result().ok_or(ResimulateError::Unfinished { steps })?;
        if result.value.to_bits() != game.value.to_bits() {
            return Err(ResimulateError::Value {
                found: result.value,
                recorded: game.value,
            });
        }
        let key = world.key();
        if key != game.key {
            return Err(ResimulateError::Key {
                found: key,
                recorded: game.key,
            });
        }
        Ok(Rows {
            game,
            simulator: self,
            end: world,
            result,
        })
    }

    /// The steps of a game as the moves and outcomes that they are.
    ///
    /// # Errors
    /// As [`choices`](Resimulator::choices).
    pub fn steps(&mut self, game: &RecordedGame) -> Result<Vec<Step<G>>, ResimulateError> {
        let mut world = self.deal(game)?.world;
        let places = game.steps.iter().enumerate();
        places
            .map(|(step, &place)| self.step(&mut world, step, place, None))
            .collect()
    }

    /// The steps of a game at which a seat decides and has a choice.
    ///
    /// # Errors
    /// As [`play`](Resimulator::play), but for the end of the game, which is not looked at.
    pub fn choices(&mut self, game: &RecordedGame) -> Result<Vec<u32>, ResimulateError> {
        let mut world = self.deal(game)?.world;
        let mut choices = Vec::new();
        for (number, (step, &place)) in (0..).zip(game.steps.iter().enumerate()) {
            let taken = self.step(&mut world, step, place, None)?;
            if matches!(taken, Step::Action(..)) && self.legal.len() > 1 {
                choices.push(number);
            }
        }
        Ok(choices)
    }

    /// The deal of a game.
    ///
    /// # Errors
    /// When the header has no such run, or its setup is not playable.
    pub fn deal(&self, game: &RecordedGame) -> Result<Deal<G>, ResimulateError> {
        let known = self.runs.len();
        let (setup, seed) = self
            .runs
            .get(usize::from(game.run))
            .ok_or(ResimulateError::Run { run: game.run, known })?;
        let setup = G::with_seed(setup, Some(Deal::<G>::setup_seed(*seed, game.number)));
        Ok(Deal::new(&setup, *seed, game.number)?)
    }

    fn step(
        &mut self,
        world: &mut G,
        step: usize,
        place: u16,
        annotation: Option<&RecordedDecision>,
    ) -> Result<Step<G>, ResimulateError> {
        let impossible = |possible| ResimulateError::Step {
            step,
            found: place,
            possible,
        };
        let taken = match world.node() {
            Node::Decision(seat) => {
                world.legal_actions(&mut self.legal);
                let action = self.legal.get(usize::from(place));
                let action = *action.ok_or(impossible(self.legal.len()))?;
                if let Some(annotation) = annotation {
                    check(annotation, self.legal.len())?;
                    self.keep(world, seat, place);
                }
                Step::Action(seat, action)
            }
            Node::Chance => {
                if let Some(annotation) = annotation {
                    return Err(annotation_error(
                        annotation,
                        "expected one of a decision, found a chance node",
                    ));
                }
                world.outcomes(&mut self.outcomes);
                let outcome = self.outcomes.get(usize::from(place));
                let (outcome, _) = *outcome.ok_or(impossible(self.outcomes.len()))?;
                Step::Chance(outcome)
            }
            Node::Terminal => return Err(impossible(0)),
        };
        taken.play(world);
        Ok(taken)
    }

    /// Keeps the position of an annotated decision, whose legal actions have just been listed.
    fn keep(&mut self, world: &G, seat: Seat, played: u16) {
        let start = self.listed.len();
        self.listed.extend_from_slice(&self.legal);
        self.moments.push(Moment {
            view: world.information_state(seat),
            world: world.clone(),
            seat,
            legal: start..self.listed.len(),
            played: usize::from(played),
        });
    }

    /// Notes how much has been lost where a turn begins.
    fn mark_turn(&mut self, world: &G) {
        if self.turns.last().is_none_or(|(turn, _)| *turn != world.turn()) {
            self.turns.push((world.turn(), world.lost()));
        }
    }
}

/// Whether the places of an annotation are those of legal actions.
fn check(annotation: &RecordedDecision, legal: usize) -> Result<(), ResimulateError> {
    let is_legal = |place: u16| usize::from(place) < legal;
    if !annotation.moves.iter().all(|recorded| is_legal(recorded.place)) {
        return Err(annotation_error(annotation, "a move is not legal"));
    }
    if annotation.expert != NO_EXPERT && !is_legal(annotation.expert) {
        return Err(annotation_error(annotation, "the expert's move is not legal"));
    }
    Ok(())
}

fn annotation_error(annotation: &RecordedDecision, what: &str) -> ResimulateError {
    ResimulateError::Annotation {
        step: annotation.step,
        what: what.to_owned(),
    }
}

/// A game that was played again.
#[derive(Clone, Debug)]
pub struct Rows<'a, G: Game> {
    game: &'a RecordedGame,
    simulator: &'a Resimulator<G>,
    /// The last state.
    pub end: G,
    /// The result.
    pub result: TeamResult,
}

impl<'a, G: Game> Rows<'a, G> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.simulator.moments.len()
    }

    /// Whether the game has no annotated decision.
    pub fn is_empty(&self) -> bool {
        self.simulator.moments.is_empty()
    }

    /// The annotated decisions, in the order of the game.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Row<'_, G>> {
        let (game, simulator, end, result) = (self.game, self.simulator, &self.end, &self.result);
        let annotated = game.decisions.iter().zip(&simulator.moments);
        annotated.map(move |(decision, moment)| Row {
            game,
            decision,
            world: &moment.world,
            view: &moment.view,
            seat: moment.seat,
            legal: &simulator.listed[moment.legal.clone()],
            played: moment.played,
            result,
            stake_lost: simulator.lost_within_a_round(&moment.world, end) - moment.world.lost(),
            turns_left: end.turn() - moment.world.turn(),
        })
    }
}

impl<G: Game> Resimulator<G> {
    /// How much had been lost in all when a round of turns was over, or the game.
    fn lost_within_a_round(&self, from: &G, end: &G) -> u32 {
        let due = from.turn().saturating_add(from.turns_per_round());
        let later = self.turns.partition_point(|(turn, _)| *turn < due);
        self.turns.get(later).map_or(end.lost(), |(_, lost)| *lost)
    }
}
