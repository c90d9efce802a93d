//! A network that evaluates positions.

use std::cell::RefCell;
use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};

use heist_engine::game::{Game, Seat};
use heist_engine::random::Generator;

use super::error::NetworkError;
use super::first::{Accumulator, Difference, QuantisedFirst, SingleFirst};
use super::format::{Base, Head, MovesConfig, NetworkConfig, Tensor, Tensors};
use super::layers::{Dense, Rows, activate};
use super::moves::{MoveBuffers, MoveNumbers, MoveReader, MoveScorer};
use super::probability::{greatest, logistic, logit, sample, softmax, temper};
use super::read::NetworkFile;
use crate::evaluator::{Answers, Evaluations, Evaluator, Query};
use crate::heuristics::Heuristics;

/// How a network's first layer is computed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Mode {
    /// From weights of 16 bits in exact sums, which are brought up to date from one position to the next. The result
    /// does not depend on which positions came before: results are the same on any number of threads.
    #[default]
    Quantised,
    /// From weights of 32 bits, from scratch: what the learner computes, but for the order of sums.
    Single,
}

/// Differences in log odds of a value that make a move e times as likely, where a network has values and no policy: its
/// priors are the softmax of the log odds of the values after each move, divided by this.
pub const VALUE_TEMPERATURE: f32 = 0.1;

/// A network for a game, ready to evaluate positions on the CPU.
pub struct Network<G: Game> {
    /// Tells what a thread remembers of one network from what it remembers of others.
    id: u64,
    config: NetworkConfig,
    /// Only a policy that scores moves one by one can do without.
    first: Option<First>,
    layers: Vec<Dense>,
    value: Option<Rows>,
    policy: Option<Policy<G>>,
    /// Where the dense inputs are among the game's numbers.
    inputs: Vec<usize>,
    temperature: f32,
    game: PhantomData<fn() -> G>,
}

enum First {
    Single(SingleFirst),
    Quantised(QuantisedFirst),
}

/// How moves are scored.
enum Policy<G: Game> {
    /// By a row of weights for each action, times the last layer.
    Rows(Rows),
    /// By numbers of each.
    Moves(MoveReader<G>, MoveScorer),
}

/// What a thread remembers of the networks that it evaluated, and buffers.
#[derive(Default)]
struct Workspace {
    features: Vec<u32>,
    difference: Difference,
    /// The last sums of some networks, the latest one first.
    last: Vec<(u64, Accumulator)>,
    /// The sums of the position before a move, from which those after it differ little.
    before: Accumulator,
    after: Accumulator,
    numbers: Vec<f32>,
    layer: Vec<f32>,
    next: Vec<f32>,
    logits: Vec<f32>,
    move_buffers: MoveBuffers,
    moves: MoveNumbers,
}

/// Networks whose last sums a thread keeps.
const REMEMBERED: usize = 4;

thread_local! {
    static WORKSPACE: RefCell<Workspace> = RefCell::default();
}

/// The last layer of a position, and the log odds that its value starts from.
struct Answer {
    base: f32,
}

impl<G: Heuristics> Network<G> {
    /// A network from the bytes of its file.
    ///
    /// # Errors
    /// When they are damaged, or the network does not fit the game.
    pub fn read(bytes: &[u8], mode: Mode) -> Result<Network<G>, NetworkError> {
        let file = NetworkFile::read(bytes)?;
        Network::new(file.config, &file.tensors, mode)
    }

    /// A network from its tensors.
    ///
    /// # Errors
    /// When they do not fit the configuration, or that does not fit the game.
    pub fn new(config: NetworkConfig, tensors: &Tensors, mode: Mode) -> Result<Network<G>, NetworkError> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        config.check_game::<G>()?;
        config.check_tensors(tensors)?;
        let known = G::DENSE.map_or(&[][..], |dense| dense.inputs);
        let place = |name: &str| known.iter().position(|(known, _)| *known == name);
        let inputs: Vec<usize> = config.dense.iter().filter_map(|(name, _)| place(name)).collect();
        let linear = |name: &str| -> (&Tensor, &Tensor) {
            let tensor = |part| &tensors[&format!("{name}.{part}")];
            (tensor("weight"), tensor("bias"))
        };
        let first = config.hidden.first().map(|_| {
            let (weight, bias) = linear("first");
            match mode {
                Mode::Single => First::Single(SingleFirst::new(weight, bias)),
                Mode::Quantised => First::Quantised(QuantisedFirst::new(weight, bias)),
            }
        });
        let layers = (1..config.hidden.len()).map(|layer| {
            let (weight, bias) = linear(&format!("dense{layer}"));
            Dense::new(weight, bias)
        });
        let head = |head: Head| {
            let (weight, bias) = linear(head.name());
            Rows::new(weight, bias)
        };
        let policy = match &config.moves {
            Some(moves) => {
                let mut scorer = MoveScorer::new(moves);
                scorer.set_tensors(MoveScorer::TENSORS.map(|name| &tensors[name].values[..]));
                Some(Policy::Moves(MoveReader::new(moves)?, scorer))
            }
            None => config.has(Head::Policy).then(|| Policy::Rows(head(Head::Policy))),
        };
        let mut network = Network {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            first,
            layers: layers.collect(),
            value: config.has(Head::Value).then(|| head(Head::Value)),
            policy,
            inputs,
            temperature: 0.0,
            game: PhantomData,
            config,
        };
        network.fold_factors();
        Ok(network)
    }

    /// The factors of the dense inputs go into the weights of whatever reads them.
    fn fold_factors(&mut self) {
        let Some(&first) = self.config.hidden.first() else {
            return;
        };
        for (place, &(_, factor)) in self.config.dense.iter().enumerate() {
            match self.layers.first_mut() {
                Some(layer) => layer.scale_input(first + place, factor),
                None => {
                    let policy = match &mut self.policy {
                        Some(Policy::Rows(rows)) => Some(rows),
                        _ => None,
                    };
                    let heads = self.value.as_mut().into_iter().chain(policy);
                    heads.for_each(|head| head.scale_input(first + place, factor));
                }
            }
        }
    }

    /// The same network with a temperature: at 0 it plays the move it likes best, the first of equals; above, moves by
    /// chance, in proportion to their priors to the power of one by the temperature.
    pub fn with_temperature(self, temperature: f32) -> Network<G> {
        Network { temperature, ..self }
    }

    /// What the network's file says about it.
    pub fn config(&self) -> &NetworkConfig {
        &self.config
    }

    /// The value as [`Evaluator::value`] gives it, computed from nothing that is remembered: the same bits, later.
    pub fn value_from_scratch(&self, state: &G, seat: Seat) -> f64 {
        self.forget();
        self.value(state, seat)
    }

    /// Makes this thread forget the last position that it evaluated. No answer depends on it, only how soon the next
    /// one comes.
    pub fn forget(&self) {
        WORKSPACE.with_borrow_mut(|workspace| workspace.last.retain(|(id, _)| *id != self.id));
    }

    /// Appends the log odds of the legal moves of a decision, in their order: by the policy or, without one, the log
    /// odds of the values after each move divided by [`VALUE_TEMPERATURE`].
    pub fn add_logits(&self, state: &G, seat: Seat, legal: &[G::Action], out: &mut Vec<f32>) {
        WORKSPACE.with_borrow_mut(|workspace| self.push_logits(workspace, state, seat, legal, out));
    }

    /// Appends the values of the positions after each legal move of a decision, for the seat that decides. What has
    /// ended counts with its result. Nothing if the network has no values.
    pub fn add_values_after(&self, state: &G, seat: Seat, legal: &[G::Action], out: &mut Vec<f64>) {
        WORKSPACE.with_borrow_mut(|workspace| {
            self.each_after(workspace, state, seat, legal, |logit| out.push(logistic(logit)));
        });
    }

    /// Turns the log odds of a decision's moves into the chances that it plays them.
    pub(super) fn turn_into_chances(&self, logits: &mut [f32]) {
        if self.temperature > 0.0 {
            temper(logits, self.temperature);
        } else {
            let best = greatest(logits);
            logits.fill(0.0);
            logits.iter_mut().skip(best).take(1).for_each(|chance| *chance = 1.0);
        }
    }

    fn push_logits(&self, workspace: &mut Workspace, state: &G, seat: Seat, legal: &[G::Action], out: &mut Vec<f32>) {
        match &self.policy {
            Some(policy) => {
                if let Policy::Rows(_) = policy {
                    self.forward(workspace, state, seat);
                }
                push_policy(policy, workspace, state, seat, legal, out);
            }
            None => self.each_after(workspace, state, seat, legal, |logit| {
                out.push(logit / VALUE_TEMPERATURE)
            }),
        }
    }

    /// Computes the last layer of a position, beginning with the first layer of the position before it. A network
    /// without layers has nothing to compute.
    fn forward(&self, workspace: &mut Workspace, state: &G, seat: Seat) -> Answer {
        let Some(first) = &self.first else {
            return Answer { base: 0.0 };
        };
        state.features(seat, &mut workspace.features);
        match first {
            First::Single(first) => first.sum(&workspace.features, &mut workspace.layer),
            First::Quantised(first) => {
                let Workspace {
                    features,
                    difference,
                    layer,
                    ..
                } = workspace;
                let place = workspace.last.iter().position(|(id, _)| *id == self.id);
                match place {
                    Some(place) => {
                        workspace.last[..=place].rotate_right(1);
                        first.advance(&mut workspace.last[0].1, features, difference);
                    }
                    None => {
                        workspace.last.truncate(REMEMBERED - 1);
                        workspace.last.insert(0, (self.id, Accumulator::default()));
                        first.start(features, &mut workspace.last[0].1);
                    }
                }
                first.read(&workspace.last[0].1, layer);
            }
        }
        self.finish(workspace, state)
    }

    /// Goes on from the sums of the first layer.
    fn finish(&self, workspace: &mut Workspace, state: &G) -> Answer {
        let Workspace {
            numbers, layer, next, ..
        } = workspace;
        activate(self.config.activation, layer);
        let base = self.inputs_of(state, numbers);
        layer.extend(self.inputs.iter().map(|&place| numbers[place]));
        for dense in &self.layers {
            dense.sum(layer, next);
            activate(self.config.activation, next);
            std::mem::swap(layer, next);
        }
        Answer { base }
    }

    /// The game's numbers of a position, and the log odds that its value starts from, as far as the network reads them.
    fn inputs_of(&self, state: &G, numbers: &mut Vec<f32>) -> f32 {
        let has_base = self.config.base == Base::Estimate && self.value.is_some();
        base_and_numbers::<G>(state, has_base, !self.inputs.is_empty(), numbers)
    }

    /// The log odds of the value of the position whose last layer was computed; 0 for a network without values.
    fn value_logit(&self, workspace: &Workspace, answer: &Answer) -> f32 {
        let logit = self.value.as_ref().map_or(0.0, |value| value.sum(0, &workspace.layer)) + answer.base;
        // Weights may be so large that sums overflow.
        if logit.is_nan() { 0.0 } else { logit }
    }

    /// Calls `visit` with the log odds of the value after each legal move.
    fn each_after(
        &self,
        workspace: &mut Workspace,
        state: &G,
        seat: Seat,
        legal: &[G::Action],
        mut visit: impl FnMut(f32),
    ) {
        let (Some(_), Some(layer)) = (&self.value, &self.first) else {
            return;
        };
        let view = state.information_state(seat);
        if let First::Quantised(first) = layer {
            view.features(seat, &mut workspace.features);
            first.start(&workspace.features, &mut workspace.before);
        }
        for &action in legal {
            let mut after = view.clone();
            after.apply(action);
            if let Some(reward) = after.reward() {
                visit(logit(reward));
                continue;
            }
            after.features(seat, &mut workspace.features);
            match layer {
                First::Single(first) => first.sum(&workspace.features, &mut workspace.layer),
                First::Quantised(first) => {
                    let Workspace {
                        features,
                        difference,
                        before,
                        after,
                        layer,
                        ..
                    } = workspace;
                    first.update(before, features, difference, after);
                    first.read(after, layer);
                }
            }
            let answer = self.finish(workspace, &after);
            visit(self.value_logit(workspace, &answer));
        }
    }
}

/// Appends the log odds of the moves of a decision, whose last layer was computed if the policy reads it.
fn push_policy<G: Heuristics>(
    policy: &Policy<G>,
    workspace: &mut Workspace,
    state: &G,
    seat: Seat,
    legal: &[G::Action],
    out: &mut Vec<f32>,
) {
    match policy {
        Policy::Rows(rows) => {
            let sum = |&action: &G::Action| rows.sum(G::action_index(action), &workspace.layer);
            out.extend(legal.iter().map(sum));
        }
        Policy::Moves(reader, scorer) => {
            let Workspace {
                move_buffers,
                moves,
                next,
                ..
            } = workspace;
            reader.read(state, seat, legal, move_buffers, moves);
            scorer.logits(moves, next, out);
        }
    }
}

/// The game's dense numbers of a position, if they are wanted, and the log odds of its estimate, 0 if they are not
/// wanted. What networks are trained with, too.
pub fn base_and_numbers<G: Heuristics>(
    state: &G,
    wants_base: bool,
    wants_numbers: bool,
    numbers: &mut Vec<f32>,
) -> f32 {
    let dense = G::DENSE.filter(|dense| wants_numbers || (wants_base && dense.estimate.is_some()));
    if let Some(dense) = &dense {
        numbers.resize(dense.inputs.len(), 0.0);
        (dense.fill)(state, numbers);
    }
    match (dense.and_then(|dense| dense.estimate), G::EVALUATION) {
        _ if !wants_base => 0.0,
        (Some(estimate), _) => estimate(numbers),
        (None, Some(estimate)) => logit(estimate(state)),
        (None, None) => 0.0,
    }
}

impl<G: Heuristics> Evaluator<G> for Network<G> {
    fn answers(&self) -> Answers {
        Answers {
            values: self.value.is_some(),
            priors: true,
        }
    }

    fn value(&self, state: &G, seat: Seat) -> f64 {
        if self.value.is_none() {
            return f64::NAN;
        }
        WORKSPACE.with_borrow_mut(|workspace| {
            let answer = self.forward(workspace, state, seat);
            logistic(self.value_logit(workspace, &answer))
        })
    }

    fn add_priors(&self, state: &G, seat: Seat, legal: &[G::Action], _: &mut Generator, out: &mut Vec<f32>) {
        let start = out.len();
        self.add_logits(state, seat, legal, out);
        softmax(&mut out[start..]);
    }

    fn choose(&self, state: &G, seat: Seat, legal: &[G::Action], rng: &mut Generator) -> G::Action {
        if let [only] = legal {
            return *only;
        }
        WORKSPACE.with_borrow_mut(|workspace| {
            let mut logits = std::mem::take(&mut workspace.logits);
            logits.clear();
            self.push_logits(workspace, state, seat, legal, &mut logits);
            let place = if self.temperature > 0.0 {
                sample(&mut logits, self.temperature, rng)
            } else {
                greatest(&logits)
            };
            workspace.logits = logits;
            legal[place]
        })
    }

    fn evaluate(&self, queries: &[Query<'_, G>], rng: &mut Generator, out: &mut Evaluations) {
        out.clear();
        for query in queries {
            let Some(policy) = self.policy.as_ref().filter(|_| !query.legal.is_empty()) else {
                out.push(self.value(query.state, query.seat), |priors| match query.legal {
                    [] => {}
                    legal => self.add_priors(query.state, query.seat, legal, rng, priors),
                });
                continue;
            };
            // The layers are computed once for both answers.
            WORKSPACE.with_borrow_mut(|workspace| {
                let answer = self.forward(workspace, query.state, query.seat);
                let value = match self.value {
                    Some(_) => logistic(self.value_logit(workspace, &answer)),
                    None => f64::NAN,
                };
                out.push(value, |priors| {
                    let start = priors.len();
                    push_policy(policy, workspace, query.state, query.seat, query.legal, priors);
                    softmax(&mut priors[start..]);
                });
            });
        }
    }
}

impl<G: Game> Debug for Network<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NetworkConfig {
            game,
            hidden,
            dense,
            moves,
            heads,
            ..
        } = &self.config;
        let dense = dense.len();
        let moves = moves.as_ref().map_or(0, MovesConfig::move_inputs);
        write!(
            f,
            "Network {{ game: {game}, hidden: {hidden:?}, dense: {dense}, numbers of moves: {moves}, heads: {heads:?} \
             }}"
        )
    }
}
