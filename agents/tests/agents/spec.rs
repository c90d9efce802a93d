use heist_agents::Players;
use heist_agents::spec::{
    AGENTS, AgentInfo, Kind, OptionInfo, Spec, SpecError, asks_in_batches, build, decides_by_network, search_factory,
};
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::caper_cards::CaperCards;
use heist_engine::masters::MastersOfTheHeist;

use crate::vault::{Game1, NoExpert};

/// An agent with an option of every kind.
static CATALOGUE: &[AgentInfo] = &[AgentInfo {
    name: "search",
    summary: "searches",
    options: &[
        OptionInfo {
            name: "sims",
            kind: Kind::Whole {
                least: 1,
                most: 1_000_000,
            },
            default: Some("1000"),
            meaning: "simulations a decision",
        },
        OptionInfo {
            name: "c",
            kind: Kind::Real { least: 0.0, most: 10.0 },
            default: Some("1.4"),
            meaning: "weight of exploration",
        },
        OptionInfo {
            name: "leaf",
            kind: Kind::Choice(&["random", "heuristic"]),
            default: Some("random"),
            meaning: "what values a leaf",
        },
        OptionInfo {
            name: "open",
            kind: Kind::Flag,
            default: Some("false"),
            meaning: "open loop",
        },
        OptionInfo {
            name: "net",
            kind: Kind::Text,
            default: None,
            meaning: "file of the network",
        },
    ],
    least_per_move: 0,
}];

fn search(text: &str) -> Result<Spec, SpecError> {
    Spec::parse_from(CATALOGUE, text)
}

fn message(text: &str) -> String {
    search(text).expect_err(text).to_string()
}

#[test]
fn options_keep_their_order_and_their_types() {
    let spec = search("search:leaf=heuristic, sims=20000,net=a=b").unwrap();
    assert_eq!(spec.name(), "search");
    assert_eq!(spec.to_string(), "search:leaf=heuristic,sims=20000,net=a=b");
    assert_eq!(search(&spec.to_string()).unwrap(), spec);
    let options: Vec<_> = spec.options().collect();
    assert_eq!(options, [("leaf", "heuristic"), ("sims", "20000"), ("net", "a=b")]);
    assert_eq!(spec.value::<u32>("sims"), Ok(20_000));
    assert_eq!(spec.value::<f64>("c"), Ok(1.4), "the default");
    assert_eq!(spec.value::<bool>("open"), Ok(false), "the default");
    assert_eq!(spec.text("net"), Some("a=b"));
    assert_eq!(spec.text("none"), None);
    assert!(matches!(spec.value::<u8>("none"), Err(SpecError::UnknownOption { .. })));
    assert!(
        matches!(spec.value::<u8>("sims"), Err(SpecError::Malformed { .. })),
        "20000 does not fit"
    );
}

#[test]
fn errors_say_what_was_expected() {
    assert_eq!(message("serch:sims=1"), "no agent `serch`; there are: search");
    assert_eq!(
        message("search:time=3"),
        "agent `search` has no option `time`; it has: sims, c, leaf, open, net"
    );
    let start = "agent `search`: ";
    for (text, end) in [
        ("sims=0", "sims=0; expected a whole number from 1 to 1000000"),
        ("sims=many", "sims=many; expected a whole number from 1 to 1000000"),
        ("c=-1", "c=-1; expected a number from 0 to 10"),
        ("c=NaN", "c=NaN; expected a number from 0 to 10"),
        ("leaf=net", "leaf=net; expected one of random, heuristic"),
        ("open=yes", "open=yes; expected true or false"),
        ("net=", "net=; expected text that is not empty"),
        ("sims=1,sims=2", "`sims` is given twice"),
        (
            "sims",
            "`sims` is not an option with a value; expected option=value, separated by commas",
        ),
        (
            "",
            "`` is not an option with a value; expected option=value, separated by commas",
        ),
        (
            "sims=1,",
            "`` is not an option with a value; expected option=value, separated by commas",
        ),
    ] {
        assert_eq!(message(&format!("search:{text}")), format!("{start}{end}"));
    }
    assert_eq!(message("search"), "agent `search` needs `net`, text that is not empty");
}

/// A spec of this agent that plays a game: its name and what must be given.
pub fn runnable<G: Players>(info: &AgentInfo) -> Spec {
    match info.name {
        "policy" => crate::network::spec::<G>(""),
        "bot" => crate::bot::spec("thoughtful", "", ""),
        name => name.parse().unwrap(),
    }
}

#[test]
fn the_agents_there_are_can_be_built() {
    for info in AGENTS {
        let spec = runnable::<Game1>(info);
        let text = spec.to_string();
        assert!(
            text == info.name || text.starts_with(&format!("{}:", info.name)),
            "{text}"
        );
        assert_eq!(text.parse::<Spec>().unwrap(), spec);
        assert_eq!(spec.info(), info);
        assert!(build::<Game1>(&spec).is_ok(), "{spec}");
        assert!(!info.summary.is_empty());
        for option in info.options {
            assert!(
                option.default.is_none_or(|value| option.kind.accepts(value)),
                "{option:?}"
            );
        }
    }
    let unknown = "ranodm".parse::<Spec>().unwrap_err().to_string();
    assert_eq!(
        unknown,
        "no agent `ranodm`; there are: random, heuristic, policy, flat, improve, mcts, ismcts, pimc, puct, \
         expectimax, bot"
    );
    let none = "random:seed=1".parse::<Spec>().unwrap_err().to_string();
    assert_eq!(none, "agent `random` has no option `seed`; it has none");
}

#[test]
fn a_game_without_an_expert_says_so() {
    let spec: Spec = "heuristic".parse().unwrap();
    let error = build::<NoExpert>(&spec).err().unwrap().to_string();
    assert_eq!(
        error,
        "agent `heuristic` cannot play The Vault: the game has no rule-based expert"
    );
    assert!(build::<NoExpert>(&"random".parse().unwrap()).is_ok());
}

#[test]
fn a_spec_of_another_catalogue_is_not_built() {
    let spec = search("search:net=x").unwrap();
    assert!(matches!(build::<Game1>(&spec), Err(SpecError::NotPlayed { .. })));
}

#[test]
fn a_game_without_a_model_of_partners_says_so() {
    for agent in ["flat", "improve", "ismcts", "pimc", "expectimax"] {
        let spec: Spec = format!("{agent}:belief=partner").parse().unwrap();
        let error = build::<BurgleBros>(&spec).err().unwrap().to_string();
        assert_eq!(
            error,
            "Burgle Bros. has no model of how partners decide; expected belief=uniform"
        );
        assert!(build::<CaperCards>(&spec).is_ok(), "{spec}");
    }
    let unknown = "mcts:belief=partner".parse::<Spec>().unwrap_err().to_string();
    assert!(
        unknown.starts_with("agent `mcts` has no option `belief`; it has: sims,"),
        "{unknown}"
    );
}

#[test]
fn windows_that_a_game_does_not_distinguish_are_refused() {
    let spec: Spec = "flat:windows=reduced".parse().unwrap();
    let error = search_factory::<CaperCards>(&spec).map(drop).unwrap_err();
    assert!(matches!(error, SpecError::NoWindows { .. }), "{error}");
    assert_eq!(
        error.to_string(),
        "Caper Cards has no simulations with windows=reduced; expected windows=full"
    );
    assert!(search_factory::<CaperCards>(&"flat:windows=full".parse().unwrap()).is_ok());
    assert!("flat:windows=some".parse::<Spec>().is_err());
}

#[test]
fn a_network_that_begins_with_a_plan_does_not_decide_in_batches() {
    for (spec, expected) in [
        ("policy:net=x", true),
        ("policy:net=x,plan=00", true),
        ("policy:net=x,plan=5", false),
    ] {
        assert_eq!(asks_in_batches(&spec.parse().unwrap()), expected, "{spec}");
        assert_eq!(decides_by_network(&spec.parse().unwrap()), expected, "{spec}");
    }
}

#[test]
fn a_game_that_does_not_begin_with_planning_has_no_plans() {
    let spec: Spec = "heuristic:plan=10".parse().unwrap();
    let error = build::<CaperCards>(&spec).err().unwrap().to_string();
    assert_eq!(error, "Caper Cards does not begin with planning; expected plan=0");
    assert!(build::<CaperCards>(&"heuristic:plan=0".parse().unwrap()).is_ok());
    assert!(build::<MastersOfTheHeist>(&spec).is_ok());
}
