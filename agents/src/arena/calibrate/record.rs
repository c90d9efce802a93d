//! Playing the games that calibrations are fitted on and measured by.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use heist_engine::any::{AnyGame, AnySetup};
use heist_engine::encoding_hash;
use heist_engine::game::{Seat, SetupError};
use heist_engine::random;
use serde_json::{Map, Value, json};

use super::draws::{Setting, draw};
use super::line::{Look, PlayedGame};
use crate::agent::{Agent, Fault, Stop, is_stopped};
use crate::arena::journal::{FolderError, Journal};
use crate::arena::matches::{Deal, Ongoing, PlayOptions};
use crate::arena::threads::Threads;
use crate::calibration::{EFFORT, Numbers, effort, names, source};
use crate::level::{LEVELS, Level};
use crate::parallel;
use crate::search::Watch;
use crate::spec::{Players, SearchFactory, Spec, SpecError};

/// The finished games.
const GAMES: &str = "games.jsonl";
/// The format of both files of a folder.
const FORMAT: u32 = 1;
/// Where the recommended search has a network, it is asked without it in one of so many positions: instant hints have
/// none.
const WITHOUT_NETWORK: u32 = 4;

/// What games are played in.
#[derive(Clone, Debug)]
pub enum Setups {
    /// All kinds of setups, drawn by [`draw`].
    Drawn,
    /// These, one after the other and again from the first; those of one turn have the same deal. There is at least
    /// one.
    Listed(Vec<Setting>),
}

/// How much the recommended search is given for a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// So many simulations: the same on every machine.
    Simulations(u64),
    /// The time of a level.
    Level(&'static Level),
}

/// What is played, and what is looked at. A game is a function of this and its number, if no effort is one of time.
#[derive(Clone, Debug)]
pub struct Protocol {
    /// What games are played in.
    pub setups: Setups,
    /// The seed of all of them.
    pub seed: u64,
    /// How much the agent is given for a decision: one of these in each game, drawn at random. Not empty.
    pub play: Vec<Effort>,
    /// How much the searches of recorded positions are given: each one of these, drawn at random. Not empty.
    pub looks: Vec<Effort>,
    /// One of so many decisions is looked at, from one of the first on.
    pub every: u64,
}

/// A run that came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// A game cannot be set up.
    #[error("game {game}: {source}")]
    Setup {
        /// The game.
        game: u64,
        /// What is wrong.
        source: SetupError,
    },
    /// A setting is one of another game.
    #[error("setting `{name}`: found a setup of another game; expected one of {game}")]
    Game {
        /// The setting.
        name: String,
        /// The game's name.
        game: &'static str,
    },
    /// There is no recommended agent.
    #[error("game {game}: {source}")]
    Spec {
        /// The game.
        game: u64,
        /// Why not.
        source: SpecError,
    },
    /// The agent cannot go on.
    #[error("game {game}: {fault}")]
    Fault {
        /// The game.
        game: u64,
        /// Why not.
        fault: Fault,
    },
    /// A game takes too long.
    #[error("game {game}: not over after {decisions} decisions")]
    Endless {
        /// The game.
        game: u64,
        /// How many there were.
        decisions: u64,
    },
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The folder could not be read or written.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

/// Until when and on what a run plays.
pub struct Limits<'a> {
    /// How many games there are to be.
    pub games: u64,
    /// No game begins after that.
    pub until: Option<Instant>,
    /// The threads that play.
    pub threads: &'a Threads,
    /// Is told how many games are finished, each time one more is.
    pub tell: &'a (dyn Fn(u64) + Sync),
    /// Games in play are given up once this is true.
    pub stop: &'a AtomicBool,
}

impl Effort {
    /// As text: `sims=96` or `quick`.
    pub fn text(self) -> String {
        match self {
            Effort::Simulations(simulations) => format!("sims={simulations}"),
            Effort::Level(level) => level.name.to_owned(),
        }
    }

    /// Those of some, in order.
    pub fn texts(efforts: &[Effort]) -> Vec<String> {
        efforts.iter().map(|effort| effort.text()).collect()
    }

    /// The number that a calibration knows it by, see [`EFFORT`](crate::calibration::EFFORT).
    fn number(self) -> f32 {
        match self {
            Effort::Simulations(simulations) => effort(simulations) as f32,
            Effort::Level(_) => 0.0,
        }
    }

    /// The recommended search in a state; without a network if it is to have none.
    fn spec<G: Players>(self, state: &G, with_network: bool) -> Result<Spec, SpecError> {
        let named = |name: &str| LEVELS.iter().find(|level| level.name == name).expect("it is listed");
        match self {
            Effort::Simulations(simulations) => {
                let level = if with_network { named("quick") } else { named("instant") };
                level.spec_of_simulations(state, simulations)
            }
            Effort::Level(level) => level.spec(state, 1),
        }
    }
}

impl Protocol {
    /// Everything that a game depends on beside its number, for the folder.
    fn header<G: Players>(&self) -> Map<String, Value> {
        let setups = match &self.setups {
            Setups::Drawn => json!("drawn"),
            Setups::Listed(settings) => {
                let settings = settings.iter();
                settings
                    .map(|setting| json!({"name": setting.name, "setup": setting.setup.fields()}))
                    .collect()
            }
        };
        let [play, looks] = [&self.play, &self.looks].map(|efforts| Effort::texts(efforts));
        let fields = [
            ("heistlab", json!("calibration-run")),
            ("run-format", json!(FORMAT)),
            // What agents play may change from release to release.
            ("version", json!(env!("CARGO_PKG_VERSION"))),
            ("game", json!(G::ID)),
            ("format", json!(G::FORMAT)),
            ("encoding", json!(format!("{:016x}", encoding_hash::<G>()))),
            ("numbers", json!(names::<G>())),
            ("setups", setups),
            ("seed", json!(self.seed)),
            ("play", json!(play)),
            ("looks", json!(looks)),
            ("every", json!(self.every)),
        ];
        fields
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    }

    /// The setting of a game, and the number of its deal.
    fn setting(&self, game: &dyn AnyGame, number: u64) -> (Setting, u64) {
        match &self.setups {
            Setups::Drawn => (draw(game, self.seed, number), number),
            Setups::Listed(settings) => {
                let count = settings.len() as u64;
                (settings[(number % count) as usize].clone(), number / count)
            }
        }
    }
}

/// Plays the games of a protocol that are not in the folder yet and writes each into it once all before it are
/// finished: the same bytes for any number of threads. Returns those that are there, in order; fewer than asked for if
/// it was stopped or the time was up.
///
/// # Errors
/// When the folder cannot be used, or a game cannot be played: the earliest such game, whatever the number of threads.
pub(super) fn record_games<G: Players>(
    protocol: &Protocol,
    folder: &Path,
    limits: &Limits<'_>,
) -> Result<Vec<PlayedGame>, RecordError> {
    let mut games: Vec<PlayedGame> = Vec::new();
    let (numbers, features) = (names::<G>().len(), G::feature_count());
    let journal = Journal::open(folder, GAMES, &protocol.header::<G>(), |_, line| {
        games.push(PlayedGame::read(line, games.len() as u64, numbers, features)?);
        Ok(())
    })?;
    let done = games.len() as u64;
    if done >= limits.games {
        games.truncate(limits.games as usize);
        return Ok(games);
    }
    (limits.tell)(done);
    let pool = limits.threads.start()?;
    let table = Table::<G> {
        protocol,
        searches: Mutex::default(),
        stop: [limits.stop],
    };
    let next = AtomicU64::new(done);
    let ledger = Mutex::new(Ledger {
        games,
        waiting: BTreeMap::new(),
        failure: None,
    });
    parallel::broadcast(&pool, &|| {
        let is_over = || is_stopped(&table.stop) || limits.until.is_some_and(|until| Instant::now() >= until);
        while !is_over() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= limits.games {
                break;
            }
            let played = table.play(number);
            // A thread that panicked takes the whole run with it: nothing reads what it left behind.
            let mut ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
            let counted = match played {
                Ok(None) => break,
                Ok(Some(game)) => ledger.add(game, &journal, limits.tell).map_err(RecordError::from),
                Err(error) => Err(error),
            };
            if let Err(error) = counted {
                // No later game begins; earlier ones are in play and end, so the earliest failure is known.
                next.fetch_max(limits.games, Ordering::Relaxed);
                ledger.fail(number, error);
            }
        }
    });
    let ledger = ledger.into_inner().unwrap_or_else(PoisonError::into_inner);
    match ledger.failure {
        Some((_, error)) => Err(error),
        None => Ok(ledger.games),
    }
}

/// What is finished.
struct Ledger {
    /// The games from the first up to the first that is not finished.
    games: Vec<PlayedGame>,
    /// Later ones.
    waiting: BTreeMap<u64, PlayedGame>,
    /// The failure of the earliest game that failed.
    failure: Option<(u64, RecordError)>,
}

impl Ledger {
    fn add(&mut self, game: PlayedGame, journal: &Journal, tell: &(dyn Fn(u64) + Sync)) -> Result<(), FolderError> {
        self.waiting.insert(game.game, game);
        while let Some(game) = self.waiting.remove(&(self.games.len() as u64)) {
            journal.add(&game)?;
            self.games.push(game);
        }
        tell((self.games.len() + self.waiting.len()) as u64);
        Ok(())
    }

    fn fail(&mut self, game: u64, error: RecordError) {
        if self.failure.as_ref().is_none_or(|(earlier, _)| game < *earlier) {
            self.failure = Some((game, error));
        }
    }
}

/// What all threads share.
struct Table<'a, G: Players> {
    protocol: &'a Protocol,
    /// What makes searches, by their specs: networks are read once.
    searches: Mutex<HashMap<String, Arc<SearchFactory<G>>>>,
    stop: [&'a AtomicBool; 1],
}

impl<G: Players> Table<'_, G> {
    /// Plays a game; `None` if it was stopped.
    fn play(&self, number: u64) -> Result<Option<PlayedGame>, RecordError> {
        let protocol = self.protocol;
        let (setting, deal_number) = protocol.setting(G::any_game(), number);
        let setup = self.typed(&setting)?;
        let setup = G::with_seed(setup, Some(Deal::<G>::setup_seed(protocol.seed, deal_number)));
        let deal = Deal::<G>::new(&setup, protocol.seed, deal_number)
            .map_err(|source| RecordError::Setup { game: number, source })?;
        let mut game = Ongoing::new(&deal, false);
        let mut rng = random::stream(protocol.seed, "calibration/choice", number);
        let place = random::below(&mut rng, protocol.play.len() as u32) as usize;
        let given = protocol.play[place];
        let mut due = u64::from(random::below(&mut rng, protocol.every.min(u64::from(u32::MAX)) as u32));
        let mut team: Vec<Option<Box<dyn Agent<G>>>> = (0..deal.world.seats()).map(|_| None).collect();
        let (mut legal, mut looks) = (Vec::new(), Vec::<Look>::new());
        while let Some(seat) = game.advance(|_, _| {}) {
            let decision = game.decisions();
            if decision == PlayOptions::DECISION_LIMIT {
                return Err(RecordError::Endless {
                    game: number,
                    decisions: decision,
                });
            }
            let view = game.world().information_state(seat);
            view.legal_actions(&mut legal);
            // Nobody asks where there is nothing to choose.
            if decision >= due && legal.len() > 1 {
                due += protocol.every;
                let place = random::below(&mut rng, protocol.looks.len() as u32) as usize;
                let with_network = random::below(&mut rng, WITHOUT_NETWORK) > 0;
                let look = self.look(
                    number,
                    decision,
                    (&view, seat),
                    &legal,
                    protocol.looks[place],
                    with_network,
                )?;
                looks.extend(look);
            }
            let agent = match &mut team[seat.index()] {
                Some(agent) => agent,
                none => {
                    let search = self.search(number, given, &view, true)?;
                    none.insert(G::search_agent(search()))
                }
            };
            let chosen = agent.decide_until(&view, seat, &legal, game.stream(seat), self.stop());
            if is_stopped(&self.stop) {
                return Ok(None);
            }
            let action = chosen.and_then(|action| Fault::unless_accepted(action, &view, seat, &legal));
            let action = action.map_err(|fault| RecordError::Fault { game: number, fault })?;
            game.act(seat, action);
        }
        let names = names::<G>();
        for look in &mut looks {
            let numbers = names.iter().zip(&mut look.numbers);
            numbers
                .filter(|(name, _)| *name == EFFORT)
                .for_each(|(_, number)| *number = given.number());
        }
        let result = game.world().result().expect("a game that is over has a result");
        Ok(Some(PlayedGame {
            game: number,
            setting: setting.name,
            value: result.value,
            ending: result.ending.to_owned(),
            decisions: game.decisions(),
            looks,
        }))
    }

    fn stop(&self) -> Stop<'_> {
        &self.stop
    }

    fn typed<'s>(&self, setting: &'s Setting) -> Result<&'s G::Setup, RecordError> {
        let setup: &dyn AnySetup = &*setting.setup;
        setup.as_any().downcast_ref().ok_or_else(|| RecordError::Game {
            name: setting.name.clone(),
            game: G::NAME,
        })
    }

    fn search(
        &self,
        game: u64,
        effort: Effort,
        state: &G,
        with_network: bool,
    ) -> Result<Arc<SearchFactory<G>>, RecordError> {
        let failed = |source| RecordError::Spec { game, source };
        let spec = effort.spec(state, with_network).map_err(failed)?;
        let mut searches = self.searches.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = searches.get(&spec.to_string()) {
            return Ok(Arc::clone(known));
        }
        let made = Arc::new(G::search_factory(&spec).map_err(failed)?);
        searches.insert(spec.to_string(), Arc::clone(&made));
        Ok(made)
    }

    /// What a search finds in a position; `None` where no calibration could know what it simulates, or where the move
    /// ends the game.
    fn look(
        &self,
        game: u64,
        decision: u64,
        (view, seat): (&G, Seat),
        legal: &[G::Action],
        effort: Effort,
        with_network: bool,
    ) -> Result<Option<Look>, RecordError> {
        let mut search = self.search(game, effort, view, with_network)?();
        let seed = random::stream_seed(self.protocol.seed, "calibration/look", game);
        let mut rng = random::stream(seed, "calibration/decision", decision);
        let mut watch = Watch::patient().until(self.stop());
        let analysis = search.analyse(view, seat, legal, &mut rng, &mut watch);
        let Some(first) = analysis.candidates.first().filter(|_| analysis.is_estimated()) else {
            return Ok(None);
        };
        let mut after = view.clone();
        after.apply(first.action);
        let Some(source) = source(view, &analysis.totals).filter(|_| after.result().is_none()) else {
            return Ok(None);
        };
        let Numbers { numbers, features } = Numbers::of(view, seat);
        Ok(Some(Look {
            decision,
            source: source.to_owned(),
            visits: first.visits.max(1),
            value: first.worth.mean as f32,
            simulated: first.simulated.mean as f32,
            numbers,
            features,
        }))
    }
}
