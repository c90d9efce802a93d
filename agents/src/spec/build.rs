//! Agents made from specs, generic in the game. Only [`players!`](crate::players) calls these functions; everybody else
//! calls those of the same names in [`spec`](crate::spec), which are compiled once.

use std::sync::Arc;
use std::time::Duration;

use heist_engine::any::Listed;
use heist_engine::game::{Game, Windows};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::guide::{Guide, NetworkLoader, load, plain};
use super::parse::{Spec, SpecError};
use super::{catalogue, own};
use crate::agent::{Agent, Factory, RandomAgent};
use crate::analysis::Simulated;
use crate::bot::{BotAgent, BotOptions, Pool};
use crate::heuristics::{HeuristicAgent, Heuristics};
use crate::network::{self, Network, NetworkAccount, NetworkAgent};
use crate::search::expectimax::Expectimax;
use crate::search::forest::Trees;
use crate::search::gumbel::GumbelSearch;
use crate::search::leaf::Leaf;
use crate::search::paired::{PairedRollouts, Progress, Rule};
use crate::search::planned::Planned;
use crate::search::policy::PolicyAccount;
use crate::search::rollout::recommended_turns;
use crate::search::sampler::Sampler;
use crate::search::simplified::Simplified;
use crate::search::tree::{ChanceRule, Formula, Growth, Improvement, Kind as TreeKind, Partners};
use crate::search::trees::TreeSearch;
use crate::search::worlds::Belief;
use crate::search::{Budget, Search, SearchAgent, SearchFactory};

/// [`factory`](super::factory).
///
/// # Errors
/// As that function.
pub fn factory<G: Heuristics + Listed>(spec: &Spec) -> Result<Factory<G>, SpecError> {
    match spec.name() {
        "random" => Ok(Box::new(|| Box::new(RandomAgent))),
        "heuristic" => {
            let agent = HeuristicAgent::<G>::new().ok_or(SpecError::NoHeuristic {
                game: <G as Game>::NAME,
            })?;
            planned_agent(spec, agent)
        }
        "policy" => planned_agent(spec, NetworkAgent(network::<G>(spec)?)),
        "bot" => outside_bot(spec),
        _ => match own::agent_factory(spec) {
            Some(own) => own,
            None => {
                let make = search_factory(spec)?;
                Ok(Box::new(move || Box::new(SearchAgent(make()))))
            }
        },
    }
}

/// [`analysis_factory`](super::analysis_factory).
///
/// # Errors
/// As that function.
pub fn analysis_factory<G: Heuristics>(spec: &Spec) -> Result<SearchFactory<G>, SpecError> {
    match spec.name() {
        "random" => Ok(copies(PolicyAccount::random())),
        "heuristic" => planned_account(
            spec,
            PolicyAccount::expert().ok_or(SpecError::NoHeuristic { game: G::NAME })?,
        ),
        "policy" => planned_account(spec, NetworkAccount(network::<G>(spec)?)),
        _ => search_factory(spec).map_err(|error| match error {
            SpecError::NoSearch { name, .. } => SpecError::NoSearch {
                name,
                known: names().filter(|name| *name != "bot").collect(),
            },
            other => other,
        }),
    }
}

/// [`search_factory`](super::search_factory).
///
/// # Errors
/// As that function.
pub fn search_factory<G: Heuristics>(spec: &Spec) -> Result<SearchFactory<G>, SpecError> {
    search_factory_with(spec, &plain)
}

/// [`search_factory_with`](super::search_factory_with).
///
/// # Errors
/// As that function.
pub fn search_factory_with<G: Heuristics>(
    spec: &Spec,
    networks: NetworkLoader<'_, G>,
) -> Result<SearchFactory<G>, SpecError> {
    match spec.name() {
        "flat" => {
            let guide = Guide::new(spec, networks)?.used_by(&["policy", "leaf"])?;
            share(spec, paired_rollouts(&guide, spec, "policy", Rule::Flat)?)
        }
        "improve" => {
            let guide = Guide::new(spec, networks)?.used_by(&["leaf", "rollout", "blueprint"])?;
            let rule = Rule::Improve {
                doubt: spec.value("doubt")?,
                margin: spec.value("margin")?,
                follow: spec.value("follow")?,
            };
            let search = PairedRollouts {
                blueprint: guide.blueprint()?,
                progress: progress(spec)?,
                schedule: Some(spec.value("schedule")?).filter(|&simulations| simulations > 0),
                simulated: simulated::<G>(spec)?,
                ..paired_rollouts(&guide, spec, "rollout", rule)?
            };
            share(spec, search)
        }
        "mcts" => {
            let kind = if spec.value("open")? {
                TreeKind::Open
            } else {
                TreeKind::Closed
            };
            share(spec, tree_search::<G>(spec, networks, kind, chance(spec)?)?)
        }
        "ismcts" => share(
            spec,
            tree_search::<G>(spec, networks, TreeKind::Observers, ChanceRule::Sample)?,
        ),
        "pimc" => share(spec, tree_search::<G>(spec, networks, TreeKind::World, chance(spec)?)?),
        "puct" => share(spec, gumbel_search::<G>(spec, networks)?),
        "expectimax" => {
            let guide = Guide::new(spec, networks)?.used_by(&["leaf", "rollout"])?;
            let search = Expectimax::<G> {
                depth: spec.value("depth")?,
                leaf: guide.leaf()?,
                belief: belief(spec)?,
                worlds: spec.value("worlds")?,
                nodes: spec.value("nodes")?,
                budget: budget(spec)?,
                blueprint: guide.predictor(),
                doubt: spec.value("doubt")?,
            };
            share(spec, search)
        }
        other if REASONLESS.contains(&other) => Err(SpecError::NoSearch {
            name: other.to_owned(),
            known: names().filter(|name| !REASONLESS.contains(name)).collect(),
        }),
        _ => own::search_factory(spec),
    }
}

fn names() -> impl Iterator<Item = &'static str> {
    catalogue::agents().map(|info| info.name)
}

/// Agents that are no search.
const REASONLESS: [&str; 4] = ["random", "heuristic", "policy", "bot"];

/// The network of the agent that plays as one.
fn network<G: Heuristics>(spec: &Spec) -> Result<Arc<Network<G>>, SpecError> {
    let network = load(spec, &spec.value::<String>("net")?, network::find::<G>)?;
    Ok(Arc::new(network.with_temperature(spec.value("temperature")?)))
}

/// [`sampler`](super::sampler).
///
/// # Errors
/// As that function.
pub fn sampler<G: Heuristics>(spec: &Spec) -> Result<Sampler<G>, SpecError> {
    const KNOWN: &[&str] = &["flat", "improve"];
    const FLAT: &[&str] = &["policy", "leaf"];
    const IMPROVE: &[&str] = &["leaf", "rollout"];
    let (policy, used_by) = match spec.name() {
        "flat" => ("policy", FLAT),
        "improve" => ("rollout", IMPROVE),
        other => {
            return Err(SpecError::NoSampler {
                name: other,
                known: KNOWN,
            });
        }
    };
    let guide = Guide::new(spec, &plain)?.used_by(used_by)?;
    Ok(Sampler {
        belief: belief(spec)?,
        rollout: guide.rollout(guide.policy(policy)?)?,
        windows: windows::<G>(spec)?,
    })
}

/// The windows that open in simulations.
fn windows<G: Game>(spec: &Spec) -> Result<Windows, SpecError> {
    let windows = spec.value("windows")?;
    if G::WINDOWS.contains(&windows) {
        Ok(windows)
    } else {
        Err(SpecError::NoWindows {
            game: G::NAME,
            windows,
            known: G::WINDOWS,
        })
    }
}

/// The search of a spec, in whose simulations the windows open that the spec says; with plans where the game has a
/// planner. No game has both.
fn share<G: Heuristics, S: Search<G> + Clone + Sync + 'static>(
    spec: &Spec,
    search: S,
) -> Result<SearchFactory<G>, SpecError> {
    if G::PLANNER.is_some() {
        return Ok(copies(Planned::new(search, budget(spec)?, threads(spec)?)));
    }
    match windows::<G>(spec)? {
        Windows::Full => Ok(copies(search)),
        windows => Ok(copies(Simplified { search, windows })),
    }
}

/// An agent without a search, with plans if the spec asks for them.
fn planned_agent<G: Heuristics, A: Agent<G> + Clone + Sync + 'static>(
    spec: &Spec,
    agent: A,
) -> Result<Factory<G>, SpecError> {
    Ok(match playouts::<G>(spec)? {
        0 => Box::new(move || Box::new(agent.clone())),
        playouts => {
            let agent = Planned::with_playouts(agent, playouts);
            Box::new(move || Box::new(agent.clone()))
        }
    })
}

/// The account of such an agent.
fn planned_account<G: Heuristics, S: Search<G> + Clone + Sync + 'static>(
    spec: &Spec,
    account: S,
) -> Result<SearchFactory<G>, SpecError> {
    Ok(match playouts::<G>(spec)? {
        0 => copies(account),
        playouts => copies(Planned::with_playouts(account, playouts)),
    })
}

/// How many games are played out to find a plan.
fn playouts<G: Heuristics>(spec: &Spec) -> Result<u64, SpecError> {
    match spec.value("plan")? {
        0 => Ok(0),
        _ if G::PLANNER.is_none() => Err(SpecError::NoPlanner { game: G::NAME }),
        playouts => Ok(playouts),
    }
}

fn copies<G: Game, S: Search<G> + Clone + Sync + 'static>(search: S) -> SearchFactory<G> {
    Box::new(move || Box::new(search.clone()))
}

/// Starts the first process, so that a command that cannot be run is known at once.
fn outside_bot<G: Listed>(spec: &Spec) -> Result<Factory<G>, SpecError> {
    let command: String = spec.value("cmd")?;
    let refused = |problem: String| SpecError::Command {
        command: command.clone(),
        problem,
    };
    let words = shlex::split(&command).filter(|words| !words.is_empty());
    let options = BotOptions {
        command: words.ok_or_else(|| refused("expected words as in a shell, with quotes closed".to_owned()))?,
        time: Duration::from_secs_f64(spec.value("time")?),
        start: Duration::from_secs_f64(spec.value("start")?),
        restarts: spec.value("restarts")?,
    };
    let pool = Arc::new(Pool::new(options).map_err(|error| refused(error.to_string()))?);
    Ok(Box::new(move || Box::new(BotAgent::new(Arc::clone(&pool)))))
}

/// `policy` is the option that says who plays on.
fn paired_rollouts<G: Heuristics>(
    guide: &Guide<'_, G>,
    spec: &Spec,
    policy: &str,
    rule: Rule,
) -> Result<PairedRollouts<G>, SpecError> {
    Ok(PairedRollouts {
        belief: belief(spec)?,
        rollout: guide.rollout(guide.policy(policy)?)?,
        blueprint: None,
        rule,
        progress: None,
        simulated: None,
        budget: budget(spec)?,
        schedule: None,
        threads: threads(spec)?,
    })
}

/// What `progress` says; nothing in a game that does not measure any.
fn progress<G: Heuristics>(spec: &Spec) -> Result<Option<Progress<G>>, SpecError> {
    let share = spec.value("progress")?;
    let progress = |measure| Progress { measure, share };
    Ok(G::PROGRESS.filter(|_| share > 0.0).map(progress))
}

/// Who plays on in the simulations of `improve`, if these are made and valued as those of the recommended search are.
fn simulated<G: Heuristics>(spec: &Spec) -> Result<Option<Simulated>, SpecError> {
    let turns: u32 = spec.value("turns")?;
    let share: f64 = spec.value("progress")?;
    let usual = spec.info().default_of("progress");
    let is_recommended = turns == recommended_turns::<G>()
        && spec.text("leaf") != Some("net")
        && spec.text("belief") != Some("partner")
        && (G::PROGRESS.is_none() || usual.is_some_and(|usual| usual.parse() == Ok(share)));
    let player = match spec.text("rollout") {
        Some("net") => {
            let known = G::NETWORKS.iter().find(|network| Some(network.name) == spec.network());
            known.map(|network| Simulated::Network(network.name))
        }
        _ => Some(Simulated::Expert),
    };
    Ok(player.filter(|_| is_recommended))
}

fn tree_search<G: Heuristics>(
    spec: &Spec,
    networks: NetworkLoader<'_, G>,
    kind: TreeKind,
    chance: ChanceRule,
) -> Result<TreeSearch<G>, SpecError> {
    let guide = Guide::new(spec, networks)?;
    let guide = if guide.has_policy() {
        guide
    } else {
        guide.used_by(&["leaf", "rollout"])?
    };
    let exploration = spec.value("explore")?;
    let formula = match spec.text("select") {
        Some("puct") => Formula::Puct { exploration },
        _ => Formula::Uct { exploration },
    };
    Ok(TreeSearch {
        trees: trees(&guide, spec, kind, formula, guide.leaf()?, chance)?,
        budget: budget(spec)?,
        doubt: spec.value("doubt")?,
    })
}

fn gumbel_search<G: Heuristics>(spec: &Spec, networks: NetworkLoader<'_, G>) -> Result<GumbelSearch<G>, SpecError> {
    let guide = Guide::new(spec, networks)?;
    let improvement = Improvement {
        visits: spec.value("visits")?,
        scale: spec.value("scale")?,
    };
    let formula = Formula::Improved(improvement);
    Ok(GumbelSearch {
        // The search takes the kind that the decision needs.
        trees: trees(
            &guide,
            spec,
            TreeKind::Closed,
            formula,
            guide.guided_leaf()?,
            chance(spec)?,
        )?,
        improvement,
        considered: spec.value("moves")?,
        noise: spec.value("noise")?,
        budget: budget(spec)?,
    })
}

fn trees<G: Heuristics>(
    guide: &Guide<'_, G>,
    spec: &Spec,
    kind: TreeKind,
    formula: Formula,
    leaf: Leaf<G>,
    chance: ChanceRule,
) -> Result<Trees<G>, SpecError> {
    let (evaluator, prior) = guide.priors()?;
    let count = match kind {
        TreeKind::World => "worlds",
        _ => "trees",
    };
    Ok(Trees {
        growth: Growth {
            kind,
            formula,
            partners: match spec.text("partner") {
                Some("heuristic") => Partners::Expert,
                _ => Partners::Search,
            },
            belief: belief(spec)?,
            evaluator,
            prior,
            chance,
            leaf,
        },
        count: spec.value(count)?,
        nodes: spec.value("nodes")?,
        threads: threads(spec)?,
    })
}

fn belief<G: Heuristics>(spec: &Spec) -> Result<Belief<G>, SpecError> {
    match spec.text("belief") {
        Some("partner") => G::LIKELIHOOD
            .map(Belief::Partners)
            .ok_or(SpecError::NoLikelihood { game: G::NAME }),
        _ => Ok(Belief::Uniform),
    }
}

fn chance(spec: &Spec) -> Result<ChanceRule, SpecError> {
    Ok(match spec.text("chance") {
        Some("spread") => ChanceRule::Spread,
        Some("widen") => ChanceRule::Widen {
            exponent: spec.value("widen")?,
        },
        _ => ChanceRule::Sample,
    })
}

/// The limits of `sims` and `time`: time alone unless simulations are given too.
fn budget(spec: &Spec) -> Result<Budget, SpecError> {
    let seconds: f64 = spec.value("time")?;
    let given = spec.options().any(|(name, _)| name == "sims");
    Ok(Budget {
        simulations: if seconds > 0.0 && !given {
            u64::MAX
        } else {
            spec.value("sims")?
        },
        time: (seconds > 0.0).then(|| Duration::from_secs_f64(seconds)),
    })
}

fn threads(spec: &Spec) -> Result<Option<Arc<ThreadPool>>, SpecError> {
    // Some searches use one thread only.
    if !spec.info().options.iter().any(|option| option.name == "threads") {
        return Ok(None);
    }
    let threads: usize = spec.value("threads")?;
    if threads == 1 {
        return Ok(None);
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    match pool {
        Ok(pool) => Ok(Some(Arc::new(pool))),
        Err(problem) => Err(SpecError::Threads {
            threads,
            problem: problem.to_string(),
        }),
    }
}
