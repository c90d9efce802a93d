//! The updates.

use std::path::Path;

use heist_agents::files;
use heist_agents::network::{
    EXPERT_INPUTS, Mode, MoveBuffers, MoveNumbers, MoveReader, MoveScorer, MovesConfig, Network, NetworkConfig, Tensors,
};
use heist_agents::parallel;
use heist_agents::{Evaluator, Heuristics};
use heist_engine::game::{Encode, SetupError};
use heist_engine::random;

use super::decision::{Decision, Scores, position};
use super::gradient::add_gradient;
use super::learner::Learner;
use super::objective::{entropy, push, slopes_of_loss, slopes_to_target};
use super::teacher::Teacher;
use crate::files::{FileError, NETWORK, write_network, write_whole};
use crate::learn::config::OptimizerConfig;
use crate::ppo::checkpoint::{ResumeError, State};
use crate::ppo::config::{PolicyGradient, PolicyGradientError};
use crate::ppo::lanes::{Deals, Finished, Lane, Lanes, Plans, Step};
use crate::ppo::progress::{PolicyTrainer, Progress, Sums};
use crate::ppo::rollout::{Backwards, standardise};

const ACTOR: &str = "actor.safetensors";
const CRITIC: &str = "critic.safetensors";
/// A step's decisions are shared out into so many parts, whose gradients are summed in order.
const PARTS: usize = 16;
/// The weights of the expert's scores with which a residual policy begins: it then nearly always draws the expert's
/// move.
const EXPERT_WEIGHT: f32 = 3.0;

/// A team that learns by playing with itself, and scores moves one by one.
#[derive(Debug)]
pub struct MovesTrainer<G: Encode> {
    config: PolicyGradient,
    setups: Vec<G::Setup>,
    plans: Plans<G>,
    seed: u64,
    moves: MovesConfig,
    reader: MoveReader<G>,
    teacher: Option<Teacher<G>>,
    actor: Learner,
    critic: Learner,
    /// Updates so far.
    updates: usize,
}

/// What a lane played in an update.
struct Played {
    decisions: Vec<Decision>,
    finished: Vec<Finished>,
}

/// What a part of a step's decisions came to.
struct Part {
    actor: Vec<f32>,
    critic: Vec<f32>,
    sums: Sums,
}

impl<G: Heuristics + Encode> MovesTrainer<G> {
    /// A team with random weights or, for a residual policy, one that plays nearly as the expert. Everything is a
    /// function of the arguments.
    ///
    /// # Errors
    /// When a setup is not playable or a setting makes no sense.
    pub fn new(
        setups: &[G::Setup],
        config: &PolicyGradient,
        seed: u64,
    ) -> Result<MovesTrainer<G>, PolicyGradientError> {
        config.check::<G>()?;
        for setup in setups {
            G::new(&G::with_seed(setup, Some(seed)))?;
        }
        let scores = config.moves.clone().unwrap_or_default();
        let moves = MovesConfig::of_game::<G>(scores.hidden, scores.residual);
        let moves = moves.expect("the settings were checked");
        let reader = MoveReader::new(&moves).expect("it reads what the game has");
        let optimizer = OptimizerConfig {
            weight_decay: 0.0,
            clip: config.longest_gradient,
            average: config.average,
            ..OptimizerConfig::default()
        };
        let critic = MovesConfig {
            hidden: scores.critic_hidden,
            context: Vec::new(),
            inputs: moves.context.clone(),
            residual: false,
            ..moves.clone()
        };
        let learner =
            |config: &MovesConfig, name: &str| Learner::new(config, optimizer, &mut random::stream(seed, name, 0));
        let mut actor = learner(&moves, "ppo/actor");
        if moves.residual {
            let mut scorer = actor.scorer().clone();
            let weights = scorer.parameters_mut();
            let first = weights.len() - EXPERT_INPUTS;
            weights[first..].fill(EXPERT_WEIGHT);
            actor = Learner::of(scorer, optimizer);
        }
        let teacher = match config.clone_updates {
            0 => None,
            _ => {
                let named = scores.teacher.as_deref();
                let unfit = |source| PolicyGradientError::Teacher {
                    name: named.unwrap_or_default().to_owned(),
                    source,
                };
                Teacher::new(named).map_err(unfit)?
            }
        };
        Ok(MovesTrainer {
            plans: Plans::find(setups, random::stream_seed(seed, "ppo/plans", 0), scores.plan)?,
            setups: setups.to_vec(),
            teacher,
            seed,
            reader,
            actor,
            critic: learner(&critic, "ppo/critic"),
            moves,
            config: config.clone(),
            updates: 0,
        })
    }

    /// What the actor's file says about it.
    pub fn network_config(&self) -> NetworkConfig {
        NetworkConfig::of_moves::<G>(self.moves.clone())
    }

    /// The actor's averaged weights by name.
    pub fn network(&self) -> Tensors {
        let names = MoveScorer::TENSORS.map(str::to_owned);
        names.into_iter().zip(self.actor.averaged().tensors()).collect()
    }

    fn state(&self) -> State {
        State {
            updates: self.updates,
            seed: self.seed,
            config: self.config.clone(),
        }
    }

    fn is_cloning(&self) -> bool {
        self.updates < self.config.clone_updates
    }

    /// One update: decisions are collected and learnt from. Answers with the games that ended.
    fn update(&mut self, lanes: &mut Lanes<G>, sums: &mut Sums) -> Result<Vec<Finished>, SetupError> {
        let played = lanes.each(|number, lane, step| self.play(number, lane, step))?;
        let (mut decisions, mut finished) = (Vec::new(), Vec::new());
        for lane in played {
            decisions.extend(lane.decisions);
            finished.extend(lane.finished);
        }
        let mut advantages: Vec<f32> = decisions.iter().map(|decision| decision.advantage).collect();
        standardise(&mut advantages);
        for (decision, advantage) in decisions.iter_mut().zip(advantages) {
            decision.advantage = advantage;
        }
        let mut order: Vec<usize> = (0..decisions.len()).collect();
        let mut rng = random::stream(self.seed, "ppo/order", self.updates as u64);
        for _ in 0..self.config.epochs {
            random::shuffle(&mut rng, &mut order);
            for places in order.chunks(self.config.batch) {
                self.learn(&decisions, places, sums);
            }
        }
        self.updates += 1;
        Ok(finished)
    }

    /// Plays the decisions of an update in a lane.
    fn play(&self, number: usize, lane: &mut Lane<G>, step: &Step<'_, G>) -> Result<Played, SetupError> {
        let mut rng = random::stream(
            self.seed,
            "ppo/actions",
            (self.updates * self.config.lanes + number) as u64,
        );
        let teacher = self.teacher.as_ref().filter(|_| self.is_cloning());
        // The teacher shows games of its own first, then it says what it would do in the actor's.
        let teacher_plays = self.updates < self.config.clone_updates / 3;
        let (mut buffers, mut scores) = (MoveBuffers::default(), Scores::default());
        let mut read = |lane: &Lane<G>| {
            let view = lane.world.information_state(lane.seat);
            let mut seen = MoveNumbers::default();
            self.reader.read(&view, lane.seat, &lane.legal, &mut buffers, &mut seen);
            (view, seen)
        };
        let mut played = Played {
            decisions: Vec::with_capacity(self.config.horizon),
            finished: Vec::new(),
        };
        let mut ends = Vec::with_capacity(self.config.horizon);
        for _ in 0..self.config.horizon {
            let (view, seen) = read(lane);
            let position = position(&seen);
            let value = scores.value(self.critic.scorer(), &position);
            let target = teacher.map(|teacher| teacher.chances(&view, lane.seat, &lane.legal, &mut rng));
            let (place, log_chance) = match &target {
                Some(target) if teacher_plays => {
                    let weights: Vec<f64> = target.iter().map(|&chance| f64::from(chance)).collect();
                    (random::choose_weighted(&mut rng, &weights), 0.0)
                }
                _ => {
                    let log_chances = scores.log_chances(self.actor.scorer(), &seen);
                    let weights: Vec<f64> = log_chances.iter().map(|&chance| f64::from(chance).exp()).collect();
                    let place = random::choose_weighted(&mut rng, &weights);
                    (place, log_chances[place])
                }
            };
            let end = step.play(lane, place)?;
            played.finished.extend(end);
            ends.push(end);
            played.decisions.push(Decision {
                seen,
                position,
                target,
                played: place,
                log_chance,
                advantage: 0.0,
                value,
            });
        }
        let waiting = scores.value(self.critic.scorer(), &position(&read(lane).1));
        let mut backwards = Backwards::new(self.config.lambda, self.config.discount, waiting);
        for (decision, end) in played.decisions.iter_mut().zip(ends).rev() {
            let reward = end.map_or(0.0, |end| end.value as f32);
            decision.advantage = backwards.advantage(reward, end.is_some(), decision.value);
            decision.value = (decision.value + decision.advantage).clamp(0.0, 1.0);
        }
        Ok(played)
    }

    /// One step of both optimisers, by some decisions.
    fn learn(&mut self, decisions: &[Decision], places: &[usize], sums: &mut Sums) {
        let parts: Vec<&[usize]> = places.chunks(places.len().div_ceil(PARTS)).collect();
        let parts: Vec<Part> = parallel::map(parts.len(), |number| self.part(decisions, parts[number]));
        let mean = |of: fn(&Part) -> &[f32]| {
            let mut mean = vec![0.0; parts.first().map_or(0, |part| of(part).len())];
            for part in &parts {
                mean.iter_mut().zip(of(part)).for_each(|(sum, slope)| *sum += slope);
            }
            mean.iter_mut().for_each(|sum| *sum /= places.len() as f32);
            mean
        };
        let (actor, critic) = (mean(|part| &part.actor), mean(|part| &part.critic));
        let rate = self.config.rate_after(self.updates);
        self.actor.step(&actor, rate);
        self.critic.step(&critic, rate);
        parts.iter().for_each(|part| sums.add(&part.sums));
    }

    /// Whether all weights are finite numbers.
    fn is_finite(&self) -> bool {
        let learners = [&self.actor, &self.critic];
        let mut weights = learners.iter().flat_map(|learner| learner.scorer().parameters());
        weights.all(|weight| weight.is_finite())
    }

    /// Sums of gradients over some decisions.
    fn part(&self, decisions: &[Decision], places: &[usize]) -> Part {
        let (actor, critic) = (self.actor.scorer(), self.critic.scorer());
        let mut part = Part {
            actor: vec![0.0; actor.parameters().len()],
            critic: vec![0.0; critic.parameters().len()],
            sums: Sums::default(),
        };
        let (mut scores, mut slopes) = (Scores::default(), Vec::new());
        let entropy_weight = (self.config.entropy * self.config.left(self.updates)) as f32;
        for decision in places.iter().map(|&place| &decisions[place]) {
            let value = scores.value(critic, &decision.position);
            let cross_entropy = -decision.value * value.max(f32::MIN_POSITIVE).ln()
                - (1.0 - decision.value) * (1.0 - value).max(f32::MIN_POSITIVE).ln();
            let slope = [value - decision.value];
            add_gradient(critic, &decision.position, &slope, &mut scores.sums, &mut part.critic);

            let log_chances = scores.log_chances(actor, &decision.seen);
            let entropy = entropy(log_chances);
            let change = log_chances[decision.played] - decision.log_chance;
            match &decision.target {
                Some(target) => slopes_to_target(log_chances, target, &mut slopes),
                None => {
                    let push = push(change, decision.advantage, self.config.clip as f32);
                    slopes_of_loss(log_chances, decision.played, push, entropy_weight, &mut slopes);
                }
            }
            add_gradient(actor, &decision.seen, &slopes, &mut scores.sums, &mut part.actor);
            part.sums.add(&Sums {
                count: 1.0,
                entropy: entropy.into(),
                divergence: if self.is_cloning() { 0.0 } else { -f64::from(change) },
                critic_loss: cross_entropy.into(),
            });
        }
        part
    }

    /// The mean value of results, playing the likeliest moves of the averaged network in deals apart.
    fn evaluate(&self) -> Result<f64, SetupError> {
        let network = Network::<G>::new(self.network_config(), &self.network(), Mode::Single);
        let network = network.expect("the averages have the names and shapes of the weights");
        let deals = Deals {
            setups: self.setups.clone(),
            plans: self.plans.clone(),
            seed: random::stream_seed(self.seed, "ppo/evaluation", 0),
        };
        let mut lanes = Lanes::<G>::new(deals, 0, self.config.evaluation_games)?;
        let results = lanes.each(|number, lane, step| {
            let mut rng = random::stream(self.seed, "ppo/evaluation/moves", number as u64);
            loop {
                let view = lane.world.information_state(lane.seat);
                let action = network.choose(&view, lane.seat, &lane.legal, &mut rng);
                let place = lane.legal.iter().position(|&legal| legal == action);
                if let Some(end) = step.play(lane, place.expect("a network plays a legal action"))? {
                    return Ok(end.value);
                }
            }
        })?;
        Ok(results.iter().sum::<f64>() / results.len() as f64)
    }
}

impl<G: Heuristics + Encode> PolicyTrainer for MovesTrainer<G> {
    fn updates(&self) -> usize {
        self.updates
    }

    fn round(
        &mut self,
        goal: usize,
        tell: &mut dyn FnMut(usize) -> bool,
    ) -> Result<Option<Progress>, PolicyGradientError> {
        let deals = Deals {
            setups: self.setups.clone(),
            plans: self.plans.clone(),
            seed: random::stream_seed(self.seed, "ppo/deals", self.updates as u64),
        };
        let mut lanes = Lanes::<G>::new(deals, 0, self.config.lanes)?;
        let (mut sums, mut finished) = (Sums::default(), Vec::new());
        for _ in 0..self.config.round.min(goal.saturating_sub(self.updates)) {
            finished.extend(self.update(&mut lanes, &mut sums)?);
            if !self.is_finite() {
                return Err(PolicyGradientError::Diverged { update: self.updates });
            }
            if !tell(self.updates) {
                return Ok(None);
            }
        }
        let decisions = self.updates * self.config.lanes * self.config.horizon;
        Ok(Some(sums.progress(
            self.updates,
            decisions,
            &finished,
            self.evaluate()?,
        )))
    }

    fn save(&self, folder: &Path) -> Result<(), ResumeError> {
        self.state().save(folder, |unfinished| {
            write_network::<G>(&unfinished.join(NETWORK), &self.network_config(), &self.network())?;
            for (name, learner) in [(ACTOR, &self.actor), (CRITIC, &self.critic)] {
                let path = unfinished.join(name);
                let bytes = learner.bytes().map_err(|error| FileError::other(&path, error))?;
                write_whole(&path, &bytes)?;
            }
            Ok(())
        })
    }

    fn restore(&mut self, folder: &Path) -> Result<(), ResumeError> {
        let state = self.state().read_of(folder)?;
        for (name, learner) in [(ACTOR, &mut self.actor), (CRITIC, &mut self.critic)] {
            let path = folder.join(name);
            let bytes = files::read(&path, files::LEARNER_LIMIT).map_err(|source| FileError::new(&path, source))?;
            learner
                .restore(&bytes)
                .map_err(|what| ResumeError::Damaged { path, what })?;
        }
        self.updates = state.updates;
        Ok(())
    }
}
