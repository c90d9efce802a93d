//! Searches that an evaluator guides: leaves in batches, priors for every move, networks.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use heist_agents::network::{Head, NetworkConfig, Precision, write};
use heist_agents::search::Watch;
use heist_agents::search::forest::Trees;
use heist_agents::search::gumbel::GumbelSearch;
use heist_agents::search::leaf::Leaf;
use heist_agents::search::tree::{ChanceRule, Formula, Growth, Improvement, Kind, Partners};
use heist_agents::search::trees::TreeSearch;
use heist_agents::search::worlds::Belief;
use heist_agents::spec::{SearchFactory, analysis_factory, search_factory};
use heist_agents::{Analysis, Answers, Budget, Evaluations, Evaluator, Players, Query, Search, Spec, SpecError};
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::caper_cards::{self, CaperCards};
use heist_engine::game::{Fill, Game, Seat};
use heist_engine::random::{Generator, stream};

use crate::curtain::{Choice, Curtain};
use crate::search::views;
use crate::vault::{Game1, Guess, HOLE};
use crate::{moves, network};

/// Counts the cards on either side of the seat's own: priors by how many there are, and the share of the score as the
/// value.
#[derive(Debug, Default)]
struct Counting {
    /// How many queries it answers at a time.
    size: usize,
    /// The most and the sum of the queries of a call, and the number of calls.
    most: AtomicUsize,
    queries: AtomicUsize,
    calls: AtomicUsize,
}

impl Counting {
    fn of_size(size: usize) -> Arc<Counting> {
        Arc::new(Counting {
            size,
            ..Counting::default()
        })
    }
}

impl Evaluator<Game1> for Counting {
    fn answers(&self) -> Answers {
        Answers {
            values: true,
            priors: true,
        }
    }

    fn value(&self, state: &Game1, _: Seat) -> f64 {
        (0.4 + 0.2 * f64::from(state.score) - 0.15 * f64::from(state.alarms)).clamp(0.0, 1.0)
    }

    fn add_priors(&self, state: &Game1, seat: Seat, legal: &[Guess], _: &mut Generator, out: &mut Vec<f32>) {
        let view = state.information_state(seat);
        let own = view.hands[seat.index()];
        let unseen = (0..6).filter(|card| !view.hands.contains(card) && !view.deck.contains(card));
        let (lower, higher) = unseen.fold((1.0, 1.0), |(lower, higher), card| {
            if card < own {
                (lower + 1.0, higher)
            } else {
                (lower, higher + 1.0)
            }
        });
        out.extend(legal.iter().map(|guess| match guess {
            Guess::Lower => lower / (lower + higher),
            _ => higher / (lower + higher),
        }));
    }

    fn choose(&self, state: &Game1, seat: Seat, legal: &[Guess], rng: &mut Generator) -> Guess {
        let mut priors = Vec::new();
        self.add_priors(state, seat, legal, rng, &mut priors);
        if priors[0] >= priors[1] { legal[0] } else { legal[1] }
    }

    fn evaluate(&self, queries: &[Query<'_, Game1>], rng: &mut Generator, out: &mut Evaluations) {
        self.most.fetch_max(queries.len(), Ordering::Relaxed);
        self.queries.fetch_add(queries.len(), Ordering::Relaxed);
        self.calls.fetch_add(1, Ordering::Relaxed);
        out.clear();
        for query in queries {
            out.push(self.value(query.state, query.seat), |priors| {
                if !query.legal.is_empty() {
                    self.add_priors(query.state, query.seat, query.legal, rng, priors);
                }
            });
        }
    }

    fn batch_size(&self) -> usize {
        self.size
    }
}

/// Which search, of so many trees.
#[derive(Clone, Copy, Debug)]
enum Which {
    Tree(Kind, Formula),
    Gumbel,
}

const IMPROVEMENT: Improvement = Improvement {
    visits: 50.0,
    scale: 1.0,
};

/// Trees of several kinds, and the one with a Gumbel root.
const SEARCHES: [Which; 5] = [
    Which::Tree(Kind::Closed, Formula::Puct { exploration: 0.5 }),
    Which::Tree(Kind::Closed, Formula::Uct { exploration: 0.5 }),
    Which::Tree(Kind::Observers, Formula::Puct { exploration: 0.5 }),
    Which::Tree(Kind::World, Formula::Improved(IMPROVEMENT)),
    Which::Gumbel,
];

/// The analysis of a search in which leaves have the values of one evaluator, and moves the priors of the other.
fn analyse(
    which: Which,
    [values, priors]: [&Arc<Counting>; 2],
    (count, threads): (usize, usize),
    view: &Game1,
    seat: Seat,
) -> Analysis<Game1> {
    let (kind, formula) = match which {
        Which::Tree(kind, formula) => (kind, formula),
        Which::Gumbel => (Kind::Closed, Formula::Improved(IMPROVEMENT)),
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let trees = Trees {
        growth: Growth {
            kind,
            formula,
            partners: Partners::Search,
            belief: Belief::Uniform,
            evaluator: Arc::clone(priors) as Arc<dyn Evaluator<Game1>>,
            prior: None,
            chance: ChanceRule::Spread,
            leaf: Leaf::Estimate(Arc::clone(values) as Arc<dyn Evaluator<Game1>>),
        },
        count,
        nodes: 10_000,
        threads: (threads > 1).then(|| Arc::new(pool)),
    };
    let budget = Budget::simulations(600);
    let mut search: Box<dyn Search<Game1>> = match which {
        Which::Tree(..) => Box::new(TreeSearch {
            trees,
            budget,
            doubt: 0.0,
        }),
        Which::Gumbel => Box::new(GumbelSearch {
            trees,
            improvement: IMPROVEMENT,
            considered: 16,
            noise: 1.0,
            budget,
        }),
    };
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    let mut rng = stream(1, "analysis", 0);
    search.analyse(view, seat, &legal, &mut rng, &mut Watch::patient())
}

/// Values and priors that are asked for together are those that are asked for one by one.
#[test]
fn a_batch_of_one_changes_nothing() {
    for which in SEARCHES {
        let mut calls = 0;
        for (view, seat) in views(4) {
            let (both, other) = (Counting::of_size(1), Counting::of_size(1));
            let together = analyse(which, [&both, &both], (1, 1), &view, seat);
            let apart = analyse(which, [&both, &other], (1, 1), &view, seat);
            assert_eq!(together.candidates, apart.candidates, "{which:?}");
            // None at all where every move ends the game.
            assert!(both.most.load(Ordering::Relaxed) <= 1);
            calls += both.calls.load(Ordering::Relaxed);
            assert_eq!(other.calls.load(Ordering::Relaxed), 0, "it only predicts moves");
        }
        assert!(calls > 0, "{which:?}");
    }
}

#[test]
fn leaves_wait_for_a_batch() {
    for which in SEARCHES {
        let (mut queries, mut calls) = (0, 0);
        for (view, seat) in views(4) {
            for priors in [Counting::of_size(1), Counting::of_size(8)] {
                let values = Counting::of_size(8);
                let priors = if priors.size == 8 { Arc::clone(&values) } else { priors };
                let found = analyse(which, [&values, &priors], (1, 1), &view, seat);
                assert!(
                    (599..=600).contains(&found.totals.simulations),
                    "{which:?}: {:?}",
                    found.totals
                );
                assert!(values.most.load(Ordering::Relaxed) <= 8);
                queries += values.queries.load(Ordering::Relaxed);
                calls += values.calls.load(Ordering::Relaxed);
                // The values stay those of leaves.
                assert!(
                    found
                        .candidates
                        .iter()
                        .all(|tried| (0.0..=1.0).contains(&tried.value.mean))
                );
            }
        }
        assert!(queries > 2 * calls, "{which:?}: {queries} queries in {calls} calls");
    }
}

/// A batch belongs to a tree, so threads make no difference to it.
#[test]
fn batches_do_not_depend_on_threads() {
    for which in SEARCHES {
        for (view, seat) in views(3) {
            let [alone, together] = [1, 3].map(|threads| {
                let judge = Counting::of_size(8);
                let found = analyse(which, [&judge, &judge], (3, threads), &view, seat);
                (found.candidates, judge.calls.load(Ordering::Relaxed))
            });
            assert_eq!(alone, together, "{which:?}");
        }
    }
}

/// The losses that simulations count as while they wait are gone afterwards: visits and values are those of the
/// simulations.
#[test]
fn a_batch_finds_the_move_that_single_simulations_find() {
    let mut clear = 0;
    for which in SEARCHES {
        for (mut view, seat) in views(6) {
            view.determinize(Fill::Private, &mut stream(1, "hands", 0));
            assert!(!view.hands.contains(&HOLE));
            let [one, eight] = [1, 8].map(|size| {
                let judge = Counting::of_size(size);
                analyse(which, [&judge, &judge], (1, 1), &view, seat)
            });
            let visits: u64 = eight.candidates.iter().map(|tried| tried.visits).sum();
            assert_eq!(visits, eight.totals.simulations, "{which:?}");
            if one.candidates[1].difference.mean < -0.05 {
                clear += 1;
                assert_eq!(
                    one.candidates[0].action, eight.candidates[0].action,
                    "{which:?}, {view:?}"
                );
            }
        }
    }
    assert!(clear > 20, "{clear} clear decisions");
}

/// Every move has a prior of its own: with values that are all alike, tries go to moves in the order of their priors.
#[test]
fn tries_go_by_the_priors_of_all_moves() {
    #[derive(Debug)]
    struct Opinionated;

    impl Evaluator<Curtain> for Opinionated {
        fn answers(&self) -> Answers {
            Answers {
                values: true,
                priors: true,
            }
        }

        fn value(&self, _: &Curtain, _: Seat) -> f64 {
            0.5
        }

        fn add_priors(&self, _: &Curtain, _: Seat, legal: &[Choice], _: &mut Generator, out: &mut Vec<f32>) {
            match legal.len() {
                3 => out.extend([0.1, 0.3, 0.6]),
                count => out.extend(legal.iter().map(|_| 1.0 / count as f32)),
            }
        }

        fn choose(&self, _: &Curtain, _: Seat, legal: &[Choice], _: &mut Generator) -> Choice {
            legal[legal.len() - 1]
        }
    }

    let evaluator: Arc<dyn Evaluator<Curtain>> = Arc::new(Opinionated);
    let mut search = TreeSearch {
        trees: Trees {
            growth: Growth {
                kind: Kind::Closed,
                // So far from the values that these make no difference.
                formula: Formula::Puct { exploration: 100.0 },
                partners: Partners::Search,
                belief: Belief::Uniform,
                evaluator: Arc::clone(&evaluator),
                prior: None,
                chance: ChanceRule::Sample,
                leaf: Leaf::Estimate(evaluator),
            },
            count: 1,
            nodes: 10_000,
            threads: None,
        },
        budget: Budget::simulations(1000),
        doubt: 0.0,
    };
    let view = Curtain::start();
    let mut legal = Vec::new();
    view.legal_actions(&mut legal);
    let mut rng = stream(1, "analysis", 0);
    let found = search.analyse(&view, Seat(0), &legal, &mut rng, &mut Watch::patient());
    for (action, prior) in legal.into_iter().zip([0.1, 0.3, 0.6]) {
        let tried = found.candidates.iter().find(|tried| tried.action == action).unwrap();
        assert!((tried.visits as f64 - 1000.0 * prior).abs() < 10.0, "{found:?}");
    }
}

/// Every search with a network for what can be left to it.
const WITH_NETWORK: [&str; 12] = [
    "flat:sims=64,policy=net,leaf=net",
    "improve:sims=64,leaf=net,turns=1",
    "improve:sims=64,rollout=net,margin=0",
    "improve:sims=64,blueprint=net",
    "mcts:sims=64,leaf=net,trees=3",
    "mcts:sims=64,leaf=rollout",
    "ismcts:sims=64,leaf=net,trees=3",
    "ismcts:sims=64,rollout=net,partner=heuristic",
    "pimc:sims=64,leaf=net,worlds=3",
    "puct:sims=64,trees=3",
    "puct:sims=64,leaf=rollout,rollout=net,partner=heuristic",
    "expectimax:sims=200,leaf=net",
];

const BOTH: [Head; 2] = [Head::Value, Head::Policy];

/// A search with a network of the Vault that has these heads and drawn weights.
fn with_network(spec: &str, heads: &[Head], weights: u64) -> Result<SearchFactory<Game1>, SpecError> {
    let config = NetworkConfig {
        heads: heads.to_vec(),
        ..network::config::<Game1>()
    };
    search_factory(&spec_with::<Game1>(spec, &config, weights)?)
}

/// A spec with a network of this shape and drawn weights.
fn spec_with<G: Players>(spec: &str, config: &NetworkConfig, weights: u64) -> Result<Spec, SpecError> {
    let bytes = write::<G>(config, &network::drawn(config, weights), Precision::Half).unwrap();
    let scores = if config.moves.is_some() { "moves-" } else { "" };
    let name = format!("guided-{}-{scores}{weights}-{:?}", G::ID, config.heads);
    let path = network::save(&name.replace([' ', ','], ""), &bytes);
    let separator = if spec.contains(':') { "," } else { ":" };
    format!("{spec}{separator}net={}", path.display()).parse()
}

/// Two worlds that a seat cannot tell apart lead to the same analysis, whatever the threads have evaluated before.
fn check_secrecy<G: Players>(spec: &str, config: &NetworkConfig, moments: &[(G, Seat, Vec<G::Action>)]) {
    let mut search = analysis_factory::<G>(&spec_with::<G>(spec, config, 1).unwrap()).unwrap()();
    let mut differ = 0;
    for (number, (state, seat, legal)) in moments.iter().enumerate() {
        let view = state.information_state(*seat);
        let worlds = [0, 1, 2].map(|world| {
            let mut filled = view.clone();
            filled.determinize(Fill::All, &mut stream(world, "worlds", number as u64));
            filled
        });
        differ += usize::from(worlds[0] != worlds[1] && worlds[1] != worlds[2]);
        let [first, others @ ..] = worlds.map(|world| {
            let seen = world.information_state(*seat);
            let mut rng = stream(number as u64, "decision", 0);
            let found = search.analyse(&seen, *seat, legal, &mut rng, &mut Watch::patient());
            // As text, because what `policy` does not estimate is NaN.
            format!("{:?}", found.candidates)
        });
        assert!(others.iter().all(|other| *other == first), "{spec} in {}", G::NAME);
    }
    assert!(
        2 * differ > moments.len(),
        "{differ} of {} views hide anything",
        moments.len()
    );
}

#[test]
fn no_search_with_a_network_sees_the_world() {
    let config = NetworkConfig {
        heads: BOTH.to_vec(),
        ..network::config::<Game1>()
    };
    let moment = |(view, seat): (Game1, Seat)| {
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        (view, seat, legal)
    };
    let moments: Vec<_> = views(3).into_iter().map(moment).collect();
    for spec in WITH_NETWORK {
        check_secrecy(spec, &config, &moments);
    }
}

/// The same in Caper Cards, where hands are private, and in Burgle Bros. with both kinds of policies: by features and
/// by numbers of moves.
#[test]
fn no_agent_with_a_network_sees_the_world_of_a_real_game() {
    let capers: Vec<_> = (2..=4)
        .flat_map(|seats| moves::decisions::<CaperCards>(&caper_cards::Setup::new(seats), seats.into(), 4))
        .filter(|(_, _, legal)| legal.len() > 1)
        .step_by(5)
        .take(6)
        .collect();
    let burgles: Vec<_> = moves::everywhere(31)
        .filter(|(_, _, legal)| legal.len() > 2)
        .step_by(3)
        .take(6)
        .collect();
    let with_heads = |config| NetworkConfig {
        heads: BOTH.to_vec(),
        ..config
    };
    let in_capers = with_heads(network::config::<CaperCards>());
    let in_burgles = [network::config::<BurgleBros>(), moves::with_value::<BurgleBros>(true)].map(with_heads);
    for spec in WITH_NETWORK.into_iter().chain(["policy", "policy:temperature=1"]) {
        check_secrecy(spec, &in_capers, &capers);
        for config in &in_burgles {
            check_secrecy(spec, config, &burgles);
        }
    }
}

#[test]
fn a_search_with_a_network_says_the_same_on_any_number_of_threads() {
    for spec in WITH_NETWORK.iter().filter(|spec| !spec.starts_with("expectimax")) {
        for (view, seat) in views(2) {
            let mut legal = Vec::new();
            view.legal_actions(&mut legal);
            let [alone, together] = [1, 3].map(|threads| {
                let spec = format!("{spec},threads={threads}");
                let mut search = with_network(&spec, &BOTH, 1).unwrap()();
                let mut rng = stream(1, "decision", 0);
                search
                    .analyse(&view, seat, &legal, &mut rng, &mut Watch::patient())
                    .candidates
            });
            assert_eq!(alone, together, "{spec}");
        }
    }
}

/// Another network makes another analysis.
#[test]
fn a_search_asks_its_network() {
    for spec in WITH_NETWORK {
        let differs = |(view, seat): &(Game1, Seat)| {
            let mut legal = Vec::new();
            view.legal_actions(&mut legal);
            let [one, other] = [1, 2].map(|weights| {
                let mut search = with_network(spec, &BOTH, weights).unwrap()();
                let mut rng = stream(1, "decision", 0);
                search
                    .analyse(view, *seat, &legal, &mut rng, &mut Watch::patient())
                    .candidates
            });
            one != other
        };
        assert!(views(4).iter().any(differs), "{spec}");
    }
}

#[test]
fn a_network_that_is_missing_or_not_used_is_named() {
    let error = |spec: &str| {
        let spec: Spec = spec.parse().unwrap();
        search_factory::<Game1>(&spec).map(drop).unwrap_err().to_string()
    };
    let expected = "needs a network; expected net=NAME, the name of a network or the path of its file";
    for (agent, option) in [
        ("flat", "policy=net"),
        ("improve", "leaf=net"),
        ("improve", "rollout=net"),
        ("improve", "blueprint=net"),
        ("mcts", "leaf=net"),
        ("puct", "rollout=net"),
        ("expectimax", "leaf=net"),
    ] {
        let leaf = if agent == "puct" { ",leaf=rollout" } else { "" };
        assert_eq!(
            error(&format!("{agent}:{option}{leaf}")),
            format!("agent `{agent}`: {option} {expected}")
        );
    }
    let lost = error("puct:net=no/such.safetensors");
    assert!(lost.starts_with("agent `puct`: net=no/such.safetensors: "), "{lost}");
    let refused = |spec: &str, heads: &[Head]| with_network(spec, heads, 1).map(drop).unwrap_err().to_string();
    for (spec, options) in [
        ("flat:turns=3", "policy=net or leaf=net"),
        ("improve:turns=3", "leaf=net or rollout=net or blueprint=net"),
        ("expectimax:depth=2", "leaf=net or rollout=net"),
    ] {
        let unused = refused(spec, &BOTH);
        assert!(
            unused.ends_with(&format!("the network is not used; expected {options}")),
            "{unused}"
        );
    }
    // A tree takes its priors from a network that has a policy.
    assert!(with_network("mcts:leaf=rollout", &BOTH, 1).is_ok());
    let unused = refused("mcts:leaf=rollout", &[Head::Value]);
    assert!(
        unused.ends_with("the network is not used; expected leaf=net or rollout=net"),
        "{unused}"
    );
    assert!(with_network("mcts:leaf=net", &[Head::Value], 1).is_ok());
    for (spec, option) in [
        ("improve:leaf=net", "leaf=net"),
        ("mcts:leaf=net", "leaf=net"),
        ("puct:sims=10", "leaf=value"),
    ] {
        let without = refused(spec, &[Head::Policy]);
        assert!(
            without.ends_with(&format!("the network has no values, and {option} needs them")),
            "{without}"
        );
    }
}
