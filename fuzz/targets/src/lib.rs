//! What is fuzzed: everything that reads text from outside.
//!
//! A target is a function of bytes. Whatever they are, it must end without a panic; what it accepts must keep the
//! promises that the function checks. cargo-fuzz runs the targets on nightly Rust (`fuzz/`), `cargo xtask fuzz TARGET`
//! on stable, and a test runs a fixed number of inputs of each.

pub mod corpus;
mod every_game;
pub mod mutate;
mod shards;

use std::io;
use std::str;
use std::sync::{Arc, Mutex, PoisonError};

use every_game::for_each_game;
pub use shards::shards;

use heist_agents::calibration::Calibration;
use heist_agents::network::{self, Mode, Network, NetworkFile, Precision};
use heist_agents::protocol::{Answer, Engine, EngineOptions};
use heist_agents::serve::{ServeError, serve};
use heist_agents::spec::Spec;
use heist_agents::{Evaluator, Heuristics};
use heist_engine::any;
use heist_engine::board::Layout;
use heist_engine::game::{Game, Node, Overrides, Problem, Seat};
use heist_engine::random::stream;
use heist_engine::record::Replay;
use heist_engine::{each_game, json, with_game};
use heist_testkit::cases::{self, CaseFile};
use heist_training::learn::config::LearnConfig;
use heist_training::ppo::config::PolicyGradient;
use heist_training::train::config::TrainConfig;

/// Steps that are played from a state that a target read.
const STEPS: usize = 40;

/// A function to be fuzzed.
pub struct Target {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it reads.
    pub about: &'static str,
    /// Runs it.
    pub run: fn(&[u8]),
}

/// Every target.
pub const TARGETS: &[Target] = &[
    Target {
        name: "positions",
        about: "positions of every game, as JSON",
        run: positions,
    },
    Target {
        name: "replays",
        about: "replays of every game, as JSON Lines",
        run: replays,
    },
    Target {
        name: "cases",
        about: "rule cases, as TOML",
        run: cases,
    },
    Target {
        name: "drawings",
        about: "drawings of walls",
        run: drawings,
    },
    Target {
        name: "protocol",
        about: "lines of the analysis protocol",
        run: protocol,
    },
    Target {
        name: "bot",
        about: "lines of the bot protocol, as a bot hears them",
        run: bot,
    },
    Target {
        name: "shards",
        about: "shards of recorded games, and the games in them behind the right checksums",
        run: shards,
    },
    Target {
        name: "networks",
        about: "files of networks",
        run: networks,
    },
    Target {
        name: "configurations",
        about: "configurations of the learner and of the training loop, as TOML",
        run: configurations,
    },
    Target {
        name: "calibrations",
        about: "what values of searches are worth as chances to win, as JSON",
        run: calibrations,
    },
];

/// A position is refused with its problems, or becomes a state that writes a position of the same state and can be
/// played.
pub fn positions(data: &[u8]) {
    if let Ok(text) = str::from_utf8(data) {
        each_game!([for_each_game] position_of(text, data));
    }
}

fn position_of<G: Game>(text: &str, data: &[u8]) {
    let Ok(position) = json::read::<G::Position>(&json::without_fields(text, &["game"])) else {
        return;
    };
    for overrides in [Overrides::None, Overrides::Waivable] {
        match G::from_position(position.clone(), overrides) {
            Ok(state) => {
                assert_position_round_trips(&state, overrides);
                play(state, data);
            }
            Err(error) => {
                assert!(!error.problems.is_empty(), "a position is refused without a reason");
                error.problems.iter().for_each(assert_says_something);
            }
        }
    }
}

fn assert_position_round_trips<G: Game>(state: &G, overrides: Overrides) {
    let written = serde_json::to_string(&state.position()).expect("a position can be written");
    let read = json::read::<G::Position>(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
    match G::from_position(read, overrides) {
        Ok(again) => assert_eq!(again.key(), state.key(), "the position says another state:\n{written}"),
        Err(error) => panic!("a state's own position is refused: {:?}\n{written}", error.problems),
    }
}

fn assert_says_something(problem: &Problem) {
    assert!(!problem.to_string().is_empty(), "a problem without words: {problem:?}");
}

/// Plays on, with the bytes as the choices.
fn play<G: Game>(mut state: G, data: &[u8]) {
    let (mut legal, mut outcomes) = (Vec::new(), Vec::new());
    let choices = data.iter().cycle().take(STEPS);
    for &choice in choices {
        let choice = usize::from(choice);
        match state.node() {
            Node::Decision(seat) => {
                assert!(seat.index() < state.seats(), "seat {seat} of {}", state.seats());
                state.legal_actions(&mut legal);
                assert!(!legal.is_empty(), "nothing is legal");
                state.apply(legal[choice % legal.len()]);
            }
            Node::Chance => {
                state.outcomes(&mut outcomes);
                assert!(!outcomes.is_empty(), "nothing can happen");
                state.resolve(outcomes[choice % outcomes.len()].0);
            }
            Node::Terminal => {
                assert!(state.result().is_some(), "no result at the end");
                break;
            }
        }
        for seat in Seat::all(state.seats()) {
            state.information_key(seat);
        }
    }
}

/// A replay is refused, or can be run again to its last key and written as it was read.
pub fn replays(data: &[u8]) {
    each_game!([for_each_game] replay_of(data));
}

fn replay_of<G: Game>(data: &[u8]) {
    let replay = match Replay::<G>::read(data) {
        Ok(replay) => replay,
        Err(error) => {
            assert!(!error.to_string().is_empty(), "refused without a reason");
            return;
        }
    };
    if replay.verify().is_err() {
        return;
    }
    let mut written = Vec::new();
    replay.write(&mut written).expect("a list takes everything");
    let again = Replay::<G>::read(written.as_slice()).unwrap_or_else(|error| panic!("what was written: {error}"));
    assert_eq!(again.steps, replay.steps);
}

/// A case file is refused with line and field, or its cases hold or fail; the rules never panic.
pub fn cases(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let file = match CaseFile::parse(text, "fuzz") {
        Ok(file) => file,
        Err(error) => {
            assert!(!error.to_string().is_empty(), "refused without a reason");
            return;
        }
    };
    let no_files = |name: &str| Err(format!("there is no {name}"));
    let reports = with_game!(
        file.game.as_str(),
        G => texts(&cases::run::<G>(&file, &no_files)),
        else _name => Vec::new(),
    );
    for text in reports {
        assert!(!text.contains("the rules panicked"), "{text}");
    }
}

fn texts(reports: &[impl ToString]) -> Vec<String> {
    reports.iter().map(ToString::to_string).collect()
}

/// A drawing is refused with line and column, or says walls that are drawn as a drawing of the same walls.
pub fn drawings(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    match text.parse::<Layout>() {
        Ok(layout) => {
            let drawn = layout.to_string();
            let again: Layout = drawn.parse().unwrap_or_else(|error| panic!("{error}\n{drawn}"));
            assert_eq!(again, layout, "{drawn}");
            layout.problems(8).iter().for_each(assert_says_something);
        }
        Err(error) => assert!(error.line > 0 && error.column > 0, "{error}"),
    }
}

/// Each line of the analysis protocol that is not blank has its last answer or is dropped at the end, and no answer
/// says that a search failed.
pub fn protocol(data: &[u8]) {
    let seen: Arc<Mutex<Seen>> = Arc::default();
    let sink = {
        let seen = Arc::clone(&seen);
        Box::new(move |answer: Answer| seen.lock().unwrap_or_else(PoisonError::into_inner).add(&answer))
    };
    let engine = Engine::new(EngineOptions { workers: 1, threads: 1 }, sink);
    let mut lines = 0;
    for line in data.split(|&byte| byte == b'\n').take(16) {
        lines += usize::from(!line.iter().all(u8::is_ascii_whitespace));
        engine.receive(line);
    }
    engine.receive(br#"{"id":"the end","action":"terminate_all"}"#);
    engine.finish();
    let seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
    // A panic of the search would end in a thread that nobody looks at: the engine reports it.
    assert!(seen.failures.is_empty(), "{:?}", seen.failures);
    assert!(
        seen.answered > lines,
        "{} lines answered or dropped of {lines} and the last one",
        seen.answered
    );
}

/// What came from the engine of [`protocol`].
#[derive(Default)]
struct Seen {
    /// Lines that need no more answers.
    answered: usize,
    failures: Vec<String>,
}

impl Seen {
    fn add(&mut self, answer: &Answer) {
        match answer {
            Answer::Warning { .. } => {}
            Answer::Report(report) => self.answered += usize::from(!report.partial),
            Answer::Terminated { dropped, .. } => self.answered += 1 + dropped.len(),
            Answer::Version { .. } => self.answered += 1,
            Answer::Error { error, .. } => {
                self.answered += 1;
                if error.starts_with("the search failed") {
                    self.failures.push(error.clone());
                }
            }
        }
    }
}

/// A bot answers what it is told until a line is wrong, which it names.
pub fn bot(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let spec: Spec = "random".parse().expect("it is the simplest of specs");
    let mut lines = text.lines();
    let mut said = Vec::new();
    let outcome = serve(
        &spec,
        &mut || Ok::<_, io::Error>(lines.next().map(str::to_owned)),
        &mut said,
    );
    if let Err(error) = outcome {
        assert!(matches!(error, ServeError::Line { .. }), "{error}");
        let said = String::from_utf8(said).expect("bots speak text");
        assert!(
            said.lines().last().is_some_and(|line| line.starts_with("error ")),
            "{said}"
        );
    }
}

/// A network is refused with the reason, or evaluates positions of its game, and is written and read back as it is.
pub fn networks(data: &[u8]) {
    match NetworkFile::read(data) {
        Ok(file) => {
            each_game!([for_each_game] network_of(&file));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn network_of<G: Heuristics>(file: &NetworkFile) {
    for mode in [Mode::Single, Mode::Quantised] {
        let Ok(network) = Network::<G>::new(file.config.clone(), &file.tensors, mode) else {
            // It is converted or refused.
            if let Ok(converted) = network::convert::<G>(file) {
                converted
                    .config
                    .check_tensors(&converted.tensors)
                    .expect("a conversion has the right tensors");
            }
            return;
        };
        let (state, seat, legal) = first_decision::<G>();
        let value = network.value(&state, seat);
        assert!(value.is_nan() || (0.0..=1.0).contains(&value), "{value}");
        let mut rng = stream(1, "fuzz", 0);
        let mut priors = Vec::new();
        network.add_priors(&state, seat, &legal, &mut rng, &mut priors);
        assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-3, "{priors:?}");
        assert!(priors.iter().all(|prior| (0.0..=1.0).contains(prior)), "{priors:?}");
        assert!(legal.contains(&network.choose(&state, seat, &legal, &mut rng)));
        let network = network.with_temperature(1.0);
        assert!(legal.contains(&network.choose(&state, seat, &legal, &mut rng)));
    }
    let bytes = network::write::<G>(&file.config, &file.tensors, Precision::Single).expect("what fits can be written");
    let again = NetworkFile::read(&bytes).expect("what is written can be read");
    assert_eq!((&again.config, &again.tensors), (&file.config, &file.tensors));
}

/// A configuration is refused with what is wrong, or is written and read back as it is, and fits each game or is
/// refused with a reason.
pub fn configurations(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    match LearnConfig::parse(text) {
        Ok(config) => {
            let written = config.to_toml();
            let again = LearnConfig::parse(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
            assert_eq!(again, config, "{written}");
            each_game!([for_each_game] configuration_of(Some(&config), None));
        }
        Err(error) => assert!(!error.to_string().is_empty(), "refused without a reason"),
    }
    match TrainConfig::parse(text) {
        Ok(config) => {
            let written = config.to_toml();
            let again = TrainConfig::parse(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
            assert_eq!(again, config, "{written}");
            let gradient = config.policy_gradient.as_ref();
            each_game!([for_each_game] configuration_of(config.learn.as_ref(), gradient));
        }
        Err(error) => assert!(!error.to_string().is_empty(), "refused without a reason"),
    }
}

/// A calibration is refused with what is wrong, or is written and read back as it is, and gives chances that rise with
/// the value.
pub fn calibrations(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    for game in any::games() {
        match Calibration::read(text, game.info().id) {
            Ok(found) => {
                let written = found.text();
                assert_eq!(
                    Calibration::read(&written, game.info().id),
                    Ok(found.clone()),
                    "{written}"
                );
                for source in found.slopes.keys() {
                    let curve = found.curve_of(source, &["turn".to_owned()], &[1.0], &[], 100);
                    let curve = curve.expect("it knows the source");
                    let [low, high] = [0.2, 0.8].map(|value| curve.chance(value));
                    assert!(0.0 <= low && low <= high && high <= 1.0, "{curve:?}");
                }
            }
            Err(error) => assert!(!error.to_string().is_empty(), "refused without a reason"),
        }
    }
}

/// What is checked of a configuration beside its agents, which may be files.
fn configuration_of<G: Heuristics>(learn: Option<&LearnConfig>, gradient: Option<&PolicyGradient>) {
    if let Some(learn) = learn {
        match learn.check::<G>() {
            Ok(()) => {
                let network = learn.network::<G>();
                network
                    .check_game::<G>()
                    .unwrap_or_else(|error| panic!("{error}\n{network:?}"));
            }
            Err(problem) => assert!(!problem.to_string().is_empty(), "refused without a reason"),
        }
    }
    if let Some(Err(error)) = gradient.map(PolicyGradient::check::<G>) {
        assert!(!error.to_string().is_empty(), "refused without a reason");
    }
}

/// What the first player who decides sees, and what is legal.
fn first_decision<G: Game>() -> (G, Seat, Vec<G::Action>) {
    let setup = serde_json::from_value(serde_json::json!({"seats": 2, "seed": 1})).expect("a setup of every game");
    let mut state = G::new(&setup).expect("a playable setup");
    let mut outcomes = Vec::new();
    loop {
        match state.node() {
            Node::Decision(seat) => {
                let mut legal = Vec::new();
                state.legal_actions(&mut legal);
                return (state.information_state(seat), seat, legal);
            }
            Node::Chance => {
                state.outcomes(&mut outcomes);
                state.resolve(outcomes[0].0);
            }
            Node::Terminal => panic!("{} ends without a decision", G::NAME),
        }
    }
}

/// The target of a name.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutate::Inputs;

    /// Inputs of each target in the tests.
    const INPUTS: usize = 150;

    /// Runs the first inputs of seed 1: those of the corpus as they are, and mutants.
    fn run(name: &str) {
        let target = find(name).expect("the target is listed");
        let corpus = corpus::of(name);
        assert!(!corpus.is_empty());
        for entry in &corpus {
            (target.run)(entry);
        }
        for input in Inputs::new(corpus, 1).take(INPUTS) {
            (target.run)(&input);
        }
    }

    #[test]
    fn positions_never_panic() {
        run("positions");
    }

    #[test]
    fn replays_never_panic() {
        run("replays");
    }

    #[test]
    fn cases_never_panic() {
        run("cases");
    }

    #[test]
    fn drawings_never_panic() {
        run("drawings");
    }

    #[test]
    fn protocol_lines_never_panic() {
        run("protocol");
    }

    #[test]
    fn bot_lines_never_panic() {
        run("bot");
    }

    #[test]
    fn shards_never_panic() {
        run("shards");
    }

    #[test]
    fn networks_never_panic() {
        run("networks");
    }

    #[test]
    fn configurations_never_panic() {
        run("configurations");
    }

    #[test]
    fn calibrations_never_panic() {
        run("calibrations");
    }

    /// The list of the workflow is written by hand: a target that is not in it is never fuzzed with new inputs.
    #[test]
    fn the_workflow_fuzzes_every_target() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.github/workflows/checks.yml");
        let workflow = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let matrix = workflow
            .split_once("\n        target: [")
            .and_then(|(_, rest)| rest.split_once(']'));
        let (matrix, _) = matrix.expect("the workflow has a matrix of targets");
        let listed: Vec<&str> = matrix.split(", ").collect();
        let targets: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        assert_eq!(listed, targets, "{}", path.display());
    }

    #[test]
    fn every_target_has_a_file_for_cargo_fuzz() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("the manifest is readable");
        for target in TARGETS {
            let name = target.name;
            assert!(
                manifest.contains(&format!("name = \"{name}\"")),
                "{name} is not in fuzz/Cargo.toml"
            );
            let file = folder.join(format!("fuzz_targets/{name}.rs"));
            let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            assert!(text.contains(&format!("heist_fuzz::{name}(data)")), "{text}");
        }
    }
}
