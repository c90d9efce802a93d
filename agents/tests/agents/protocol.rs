//! The analysis protocol: questions about the Vault, and the engine with the listed games.

use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use heist_agents::protocol::question::Fields;
use heist_agents::protocol::{Answer, Engine, EngineOptions, LINE_LIMIT, Question, Remark, Report, Task};
use heist_agents::{AGENTS, Heuristics, LEVELS, Level, Players};
use heist_engine::any;
use heist_engine::any::Listed;
use heist_engine::burgle_bros::{self, BurgleBros, Scenario};
use heist_engine::caper_cards::CaperCards;
use heist_engine::casino_capers::CasinoCapers;
use heist_engine::game::{Game, Node, Seat};
use heist_engine::random::stream;
use serde_json::{Value, json};

use crate::moves;
use crate::vault::{self, Game1, NoExpert};

fn ask(query: Value) -> Result<Task<Game1>, Vec<Remark>> {
    let Value::Object(map) = query else {
        panic!("{query} is no object")
    };
    let question = Question::read(any::of::<Game1>(), "q", &mut Fields::new(map), 1)?;
    let state = question.state.as_any().downcast_ref().expect("a state of the Vault");
    Task::new(state, &question).map_err(|remark| vec![remark])
}

fn refused(query: Value) -> Remark {
    match ask(query.clone()) {
        Ok(_) => panic!("{query} was accepted"),
        Err(remarks) => remarks[0].clone(),
    }
}

/// The Vault after both hands are dealt: seat 1 has card 2.
fn query(more: Value) -> Value {
    let mut query = json!({"setup": {"first": 0}, "steps": ["card 2", "card 5"], "agent": "flat:sims=64"});
    for (name, value) in more.as_object().unwrap() {
        query[name] = value.clone();
    }
    query
}

#[test]
fn a_question_says_everything_that_is_asked() {
    let found = ask(query(
        json!({"seat": 1, "seed": 9, "samples": 7, "report_every": 0.5, "avoid": ["lower"]}),
    ))
    .unwrap_or_else(|remarks| panic!("{remarks:?}"));
    assert_eq!(
        (found.inquiry.seat.0, found.inquiry.seed, found.inquiry.samples),
        (0, 9, 7)
    );
    assert_eq!(found.inquiry.moves.len(), 1);
    assert_eq!(found.inquiry.moves[0].to_string(), "higher");
    assert_eq!(found.report_every, Some(Duration::from_millis(500)));
    assert_eq!(found.about.agent, "flat:sims=64");
    let allowed = ask(query(json!({"allow": ["lower", "higher"]}))).unwrap_or_else(|remarks| panic!("{remarks:?}"));
    assert_eq!(allowed.inquiry.moves.len(), 2);
    assert!(allowed.inquiry.asked.is_empty());
    let why = ask(query(json!({"why_not": ["higher"]}))).unwrap_or_else(|remarks| panic!("{remarks:?}"));
    assert_eq!(why.inquiry.asked, [vault::Guess::Higher]);
}

/// The steps of a game of Casino Capers that the expert plays, up to one that is told before a decision which is no
/// window: all of them, and those that people would be told. Steps that would mean something else without a pass keep
/// it.
fn casino_steps(seed: u64, least: usize) -> (CasinoCapers, Vec<String>, Vec<String>) {
    let setup = serde_json::from_value(json!({"seats": 2, "seed": seed})).unwrap();
    let mut world = CasinoCapers::new(&setup).unwrap();
    let mut rng = stream(seed, "steps", 0);
    let (mut all, mut told, mut passed) = (Vec::new(), Vec::new(), Vec::<(CasinoCapers, String)>::new());
    let mut legal = Vec::new();
    let is_open = |world: &CasinoCapers| matches!(world.node(), Node::Decision(_)) && world.pass().is_none();
    while all.len() < least || !passed.is_empty() || !is_open(&world) {
        let before = world;
        let notation = match world.node() {
            Node::Terminal => panic!("the game is over too early"),
            Node::Chance => {
                let outcome = world.sample(&mut rng);
                world.resolve(outcome);
                outcome.to_string()
            }
            Node::Decision(seat) => {
                world.legal_actions(&mut legal);
                let expert = CasinoCapers::HEURISTIC.unwrap();
                let action = expert(&world.information_state(seat), seat, &legal, &mut rng);
                world.apply(action);
                action.to_string()
            }
        };
        all.push(notation.clone());
        if before.pass().is_some_and(|pass| pass.to_string() == notation) {
            passed.push((before, notation));
            continue;
        }
        let is_taken = passed
            .iter()
            .any(|(window, _)| any::any_state(*window).place(&notation).is_some());
        told.extend(passed.drain(..).filter(|_| is_taken).map(|(_, pass)| pass));
        told.push(notation);
    }
    (world, all, told)
}

#[test]
fn steps_need_not_say_that_nobody_reacted() {
    let mut left_out = 0;
    for seed in 0..6 {
        let (world, all, told) = casino_steps(seed, 120);
        left_out += all.len() - told.len();
        for steps in [all, told] {
            let setup = serde_json::to_value(
                CasinoCapers::complete(&serde_json::from_value(json!({"seats": 2, "seed": seed})).unwrap()).unwrap(),
            );
            let query = json!({"setup": setup.unwrap(), "steps": steps, "agent": "flat:sims=16"});
            let mut fields = Fields::new(query.as_object().unwrap().clone());
            let question = Question::read(any::of::<CasinoCapers>(), "q", &mut fields, 1);
            let question = question.unwrap_or_else(|remarks| panic!("seed {seed}: {remarks:?}"));
            assert_eq!(question.state.key(), world.key(), "seed {seed}: {query}");
        }
    }
    assert!(left_out > 20, "{left_out} passes were left out");
}

#[test]
fn what_is_wrong_is_named_with_what_was_expected() {
    for (more, field, expected) in [
        (json!({"seat": 2}), "seat", "expected 1"),
        (json!({"steps": ["card 2", "card 2"]}), "steps[1]", "expected one of"),
        (json!({"steps": ["card 2", 5]}), "steps[1]", "a text"),
        (json!({"steps": ["card 2", "hover"]}), "steps[1]", "a draw or roll like"),
        (json!({"steps": ["card 2"]}), "steps", "chance decides here"),
        (json!({"setup": {"first": 7}}), "setup", "expected 0 or 1"),
        (json!({"setup": [0]}), "setup", "the fields of a setup"),
        (
            json!({"setup": {"first": "me"}}),
            "setup.first",
            "a whole number from 0 to 255",
        ),
        (json!({"position": {}}), "setup", "beside `position`"),
        (
            json!({"agent": "bot:cmd=true"}),
            "agent",
            "these do: random, heuristic, policy, flat",
        ),
        (json!({"agent": "oracle"}), "agent", "there are"),
        (json!({"level": "quick"}), "level", "beside `agent`"),
        (json!({"thinker": "recommended"}), "thinker", "beside `agent`"),
        (
            json!({"agent": null, "thinker": "caper-cards-4:alone"}),
            "thinker",
            "there are: recommended",
        ),
        (
            json!({"agent": null, "level": "slow"}),
            "level",
            "instant, quick, strong, proof",
        ),
        (json!({"seed": -1}), "seed", "below 2^64"),
        (json!({"samples": 1.5}), "samples", "a whole number from 0"),
        (json!({"report_every": 0}), "report_every", "seconds from"),
        (json!({"allow": ["pass"]}), "allow[0]", "`lower`, `higher`"),
        (json!({"allow": ["below"]}), "allow[0]", "is left out in this mode"),
        (json!({"allow": "lower"}), "allow", "a list of texts"),
        (json!({"avoid": ["lower", "higher"]}), "avoid", "at least one"),
        (json!({"override": "yes"}), "override", "true or false"),
        (json!({"why_not": ["pass"]}), "why_not[0]", "`lower`, `higher`"),
        (
            json!({"why_not": ["higher", "hover"]}),
            "why_not[1]",
            "`lower`, `higher`",
        ),
        (json!({"why_not": ["below"]}), "why_not[0]", "is left out in this mode"),
        (json!({"why_not": "lower"}), "why_not", "a list of texts"),
        (
            json!({"why_not": ["higher", "lower"], "avoid": ["lower"]}),
            "why_not[1]",
            "those that are compared",
        ),
        (json!({"why_not": vec!["lower"; 9]}), "why_not", "at most 8"),
    ] {
        let remark = refused(query(more.clone()));
        assert_eq!(remark.field, field, "{more}: {remark}");
        assert!(remark.text.contains(expected), "{more}: {remark}");
    }
    assert_eq!(refused(json!({"agent": "flat"})).field, "position");
    assert_eq!(refused(json!({"position": {"hands": [1, 2]}})).field, "position");
    assert_eq!(refused(json!({"position": 3})).field, "position");
    assert_eq!(refused(json!({"position": {"format": 99}})).field, "position.format");
    assert_eq!(refused(json!({"position": {"game": "chess"}})).field, "position.game");
}

/// The agent that answers a question about a state.
fn agent_of<G: Players + Listed>(state: &G, fields: &Value) -> String {
    let mut fields = Fields::new(fields.as_object().unwrap().clone());
    let question = Question::about(any::any_state(state.clone()), "state", "q", &mut fields, 1).unwrap();
    Task::new(state, &question).unwrap().about.agent
}

#[test]
fn a_level_means_the_search_that_is_recommended_for_the_state() {
    let agent = |seats, fields| {
        let game = moves::decisions::<BurgleBros>(&burgle_bros::Setup::new(Scenario::BankJob, seats, 1), 1, 8);
        agent_of(&game[0].0, &fields)
    };
    let (three, two) = (agent(3, json!({})), agent(2, json!({})));
    assert_eq!(two, "improve:time=0.25,doubt=1,margin=0");
    assert_eq!(three, format!("{two},net=bank-job-3-residual,rollout=net"));
    assert_eq!(agent(3, json!({"thinker": "expert"})), two);
    assert_eq!(agent(3, json!({"thinker": "recommended"})), three);
    assert_eq!(agent(2, json!({"thinker": "bank-job-3-residual:search"})), three);
    let strong = "improve:time=3,doubt=2,margin=0,net=bank-job-3-residual,rollout=net";
    assert_eq!(agent(3, json!({"level": "strong"})), strong);
    assert_eq!(
        agent(3, json!({"level": "instant"})),
        "improve:time=0.015,doubt=1,margin=0"
    );
}

#[test]
fn a_question_chooses_who_thinks() {
    let (world, seat) = caper_decision(5);
    let agent = |fields: Value| agent_of(&world.information_state(seat), &fields);
    assert_eq!(agent(json!({})), agent(json!({"thinker": "recommended"})));
    let search = agent(json!({"thinker": "caper-cards-4:search", "level": "strong"}));
    assert_eq!(search, "improve:time=3,doubt=2,margin=0,net=caper-cards-4,rollout=net");
    assert_eq!(
        agent(json!({"thinker": "caper-cards-4:alone"})),
        "policy:net=caper-cards-4"
    );
}

#[test]
fn a_position_must_hold_what_the_decider_knows() {
    let position = |hands: [u8; 2]| {
        json!({"position": {"hands": hands, "deck": [255, 255, 255, 255], "first": 0, "turn": 0, "phase": "Guess",
                            "score": 0, "alarms": 0}})
    };
    assert!(ask(position([2, 255])).is_ok());
    let remark = refused(position([255, 2]));
    assert!(remark.text.contains("what seat 1 knows is left out"), "{remark}");
}

#[test]
fn every_level_is_a_search_of_every_game() {
    let setup = vault::Setup::open(1);
    let (with, without) = (Game1::new(&setup).unwrap(), NoExpert::new(&setup).unwrap());
    for level in LEVELS {
        assert_eq!(Level::find(level.name), Ok(level));
        let (with, without) = (level.spec(&with, 1).unwrap(), level.spec(&without, 3).unwrap());
        assert!(heist_agents::spec::search_factory::<Game1>(&with).is_ok());
        assert!(heist_agents::spec::search_factory::<NoExpert>(&without).is_ok());
        assert_eq!((with.text("threads"), without.text("threads")), (Some("1"), Some("3")));
    }
    // The quickest first: a hint begins with it.
    assert!(LEVELS.is_sorted_by_key(|level| level.samples));
    let unknown = Level::find("slow").unwrap_err().to_string();
    assert_eq!(unknown, "no level `slow`; there are: instant, quick, strong, proof");
}

/// The report of a question, as text; its time is left out.
fn report<G: Players + Listed>(state: &G, fields: &Value) -> String {
    let mut fields = Fields::new(fields.as_object().unwrap().clone());
    let question = Question::about(any::any_state(state.clone()), "state", "q", &mut fields, 1).unwrap();
    let task = Task::new(state, &question).unwrap();
    let analysis = task.inquiry.answer((task.search)().as_mut(), &false.into(), None);
    let mut report = Report::new(&task.about, state, &analysis);
    report.totals.seconds = 0.0;
    serde_json::to_string(&report).unwrap()
}

/// A decision of Caper Cards in the middle of a game, as the whole world.
fn caper_decision(seed: u64) -> (CaperCards, Seat) {
    let setup = serde_json::from_value(json!({"seats": 3, "seed": seed})).unwrap();
    let mut world = CaperCards::new(&CaperCards::complete(&setup).unwrap()).unwrap();
    let mut rng = stream(seed, "report", 0);
    let (mut legal, mut decisions) = (Vec::new(), 0);
    loop {
        match world.node() {
            Node::Terminal => panic!("the game is over too early"),
            Node::Chance => {
                let outcome = world.sample(&mut rng);
                world.resolve(outcome);
            }
            Node::Decision(seat) => {
                world.legal_actions(&mut legal);
                decisions += 1;
                if decisions > 2 && legal.len() > 1 {
                    return (world, seat);
                }
                let expert = CaperCards::HEURISTIC.unwrap();
                world.apply(expert(&world.information_state(seat), seat, &legal, &mut rng));
            }
        }
    }
}

#[test]
fn worlds_that_a_seat_cannot_distinguish_have_the_same_report_cc8_2k() {
    let (world, seat) = caper_decision(5);
    let view = world.information_state(seat);
    let mut rng = stream(9, "report", 1);
    let others: Vec<CaperCards> = (0..20)
        .map(|_| {
            let mut other = view;
            other.determinize(heist_engine::game::Fill::All, &mut rng);
            other
        })
        .filter(|other| other.key() != world.key())
        .collect();
    assert!(others.len() > 10, "the partners' hands differ");
    for info in AGENTS.iter().filter(|info| info.name != "bot") {
        let searches = info.options.iter().any(|option| option.name == "sims");
        let agent = if searches {
            format!("{}:sims=40", info.name)
        } else {
            crate::spec::runnable::<CaperCards>(info).to_string()
        };
        let fields = json!({"agent": agent, "seed": 4, "samples": 8});
        let told = report(&world, &fields);
        assert_eq!(told, report(&view, &fields), "{agent}: what the seat knows is enough");
        for other in others.iter().take(3) {
            assert_eq!(told, report(other, &fields), "{agent}");
        }
        assert!(
            told.contains(&format!("\"key\":\"{:016x}\"", world.information_key(seat))),
            "{told}"
        );
    }
}

#[test]
fn agents_without_estimates_say_what_they_play_and_what_is_not_estimated() {
    let ask = |agent: &str| -> Value {
        let found = ask(query(json!({"agent": agent, "samples": 0}))).unwrap_or_else(|remarks| panic!("{remarks:?}"));
        let analysis = found.inquiry.answer((found.search)().as_mut(), &false.into(), None);
        assert!(!analysis.is_estimated());
        let report = Report::new(&found.about, &found.inquiry.state, &analysis);
        let text = serde_json::to_string(&report).unwrap();
        let read: Report = serde_json::from_str(&text).unwrap();
        assert_eq!(
            serde_json::to_string(&read).unwrap(),
            text,
            "it is read as it was written"
        );
        assert!(read.moves[0].value.is_nan());
        serde_json::from_str(&text).unwrap()
    };
    let random = ask("random");
    let moves = random["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 2);
    for found in moves {
        assert_eq!((&found["played"], &found["visits"]), (&json!(0.5), &json!(0)));
        for field in random["not_estimated"].as_array().unwrap() {
            assert_eq!(found[field.as_str().unwrap()], Value::Null, "{field}");
        }
    }
    let left_out = random["not_estimated"].to_string();
    assert_eq!(
        left_out,
        "[\"value\",\"value_error\",\"value_interval95\",\"simulated\",\"simulated_error\",\"difference\",\"\
         difference_error\",\"difference_interval95\",\"best\"]"
    );
    let expert = ask("heuristic");
    let played: Vec<f64> = expert["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|found| found["played"].as_f64().unwrap())
        .collect();
    assert_eq!(played, [1.0, 0.0]);
    // A search has no such fields.
    let found = report(&caper_decision(5).0, &json!({"agent": "flat:sims=16"}));
    assert!(
        !found.contains("\"played\"") && !found.contains("not_estimated"),
        "{found}"
    );
}

/// After a limit of time the simulations that were made say how to find the same again.
#[test]
fn a_report_says_how_to_repeat_it() {
    let (world, seat) = caper_decision(5);
    let view = world.information_state(seat);
    let ask = |agent: &str| -> Value {
        let told = report(&view, &json!({"agent": agent, "samples": 0, "seed": 3}));
        serde_json::from_str(&told).unwrap()
    };
    let limited = ask("flat:time=0.5");
    let repeat = limited["repeat"].as_str().unwrap().to_owned();
    assert_eq!(repeat, format!("flat:sims={}", limited["totals"]["simulations"]));
    let again = ask(&repeat);
    assert_eq!(again["moves"], limited["moves"]);
    assert_eq!(again["repeat"], json!(repeat));
    assert_eq!(ask("improve:sims=40")["repeat"], json!("improve:sims=40"));
    assert_eq!(ask("mcts:time=0.01")["repeat"], Value::Null);
}

#[test]
fn the_expert_ranks_moves_by_its_scores_where_it_has_them() {
    let (world, _) = caper_decision(5);
    let told: Value = serde_json::from_str(&report(&world, &json!({"agent": "heuristic"}))).unwrap();
    let scores: Vec<f64> = told["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|found| found["score"].as_f64().unwrap())
        .collect();
    assert!(scores.len() > 1 && scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    assert_eq!(told["moves"][0]["played"], json!(1.0));
}

/// An engine with a single worker, and what it answers.
fn engine() -> (Engine, Receiver<Answer>) {
    let (sender, answers) = channel();
    let options = EngineOptions { workers: 1, threads: 1 };
    let engine = Engine::new(options, Box::new(move |answer| drop(sender.send(answer))));
    (engine, answers)
}

fn send(engine: &Engine, query: Value) {
    engine.receive(query.to_string().as_bytes());
}

/// A query about the first decision of a game; it would take an hour.
fn endless(id: &str) -> Value {
    json!({"id": id, "game": "burgle-bros", "setup": {"seats": 1, "seed": 1}, "steps": ["patrol A1"],
           "agent": "flat:time=3600", "samples": 0, "report_every": 0.01})
}

/// The same, done at once.
fn short(id: &str, priority: i64) -> Value {
    json!({"id": id, "game": "burgle-bros", "setup": {"seats": 1, "seed": 1}, "steps": ["patrol A1"],
           "agent": "flat:sims=1", "samples": 0, "priority": priority})
}

/// The next answer that is no partial report.
fn next(answers: &Receiver<Answer>) -> Answer {
    loop {
        match answers.recv_timeout(Duration::from_secs(60)).unwrap() {
            Answer::Report(report) if report.partial => {}
            answer => return answer,
        }
    }
}

fn next_report(answers: &Receiver<Answer>) -> Report {
    match next(answers) {
        Answer::Report(report) => *report,
        other => panic!("{other:?} is no report"),
    }
}

/// Waits until a query is under way.
fn await_partial(answers: &Receiver<Answer>) {
    match answers.recv_timeout(Duration::from_secs(60)).unwrap() {
        Answer::Report(report) => assert!(report.partial),
        other => panic!("{other:?} is no partial report"),
    }
}

#[test]
fn queries_are_told_to_end_and_the_urgent_ones_come_first() {
    let (engine, answers) = engine();
    send(&engine, endless("long"));
    await_partial(&answers);
    send(&engine, short("low", -1));
    send(&engine, short("high", 5));
    send(&engine, short("dropped", 0));
    send(&engine, short("long", 0));
    match next(&answers) {
        Answer::Error { id, line, field, .. } => {
            assert_eq!((id.as_deref(), line, field.as_str()), (Some("long"), 5, "id"));
        }
        other => panic!("{other:?}"),
    }
    send(
        &engine,
        json!({"id": "t1", "command": "terminate", "terminate_id": "dropped"}),
    );
    send(
        &engine,
        json!({"id": "t2", "command": "terminate", "terminate_id": "long"}),
    );
    for expected in [("t1", [].as_slice(), ["dropped"].as_slice()), ("t2", &["long"], &[])] {
        match next(&answers) {
            Answer::Terminated {
                id,
                terminating,
                dropped,
            } => {
                assert_eq!(id, expected.0);
                assert_eq!((terminating, dropped), (owned(expected.1), owned(expected.2)));
            }
            other => panic!("{other:?}"),
        }
    }
    let long = next_report(&answers);
    assert!(long.id == "long" && long.stopped && !long.partial && long.totals.simulations > 0);
    let ids = [next_report(&answers).id, next_report(&answers).id];
    assert_eq!(ids, ["high", "low"]);
    // An id is free again once its last answer is out.
    send(&engine, short("long", 0));
    assert_eq!(next_report(&answers).id, "long");
    engine.finish();
}

fn owned(ids: &[&str]) -> Vec<String> {
    ids.iter().map(|id| id.to_string()).collect()
}

#[test]
fn at_the_end_everything_is_answered_and_nothing_more_is_taken() {
    let (engine, answers) = engine();
    for number in 0..5 {
        send(&engine, short(&number.to_string(), 0));
    }
    engine.finish();
    let mut ids: Vec<String> = (0..5).map(|_| next_report(&answers).id).collect();
    ids.sort();
    assert_eq!(ids, ["0", "1", "2", "3", "4"]);
    send(&engine, short("late", 0));
    assert!(matches!(next(&answers), Answer::Error { id, .. } if id.as_deref() == Some("late")));
}

#[test]
fn a_stop_ends_searches_early() {
    let (engine, answers) = engine();
    send(&engine, endless("long"));
    await_partial(&answers);
    send(&engine, endless("waiting"));
    engine.stop();
    engine.finish();
    let last = next_report(&answers);
    assert!(last.id == "long" && last.stopped);
    assert!(answers.try_recv().is_err(), "what was waiting is dropped");
}

#[test]
fn lines_that_are_no_queries_are_answered_and_the_next_one_is_read() {
    let (engine, answers) = engine();
    let long = vec![b'x'; LINE_LIMIT + 1];
    let lines: [(&[u8], &str); 9] = [
        (b"hello", "no JSON"),
        (
            b"{\"id\": \"a\", \"seed\": 1, \"seed\": 42}",
            "the name `seed` for the second time",
        ),
        (b"[]", "no object"),
        (b"\xff\xfe", "no JSON"),
        (&long, "at most 1048576 bytes"),
        (b"{}", "missing"),
        (b"{\"id\": 3}", "found 3; expected a text"),
        (b"{\"id\": \"\"}", "expected 1 to 256"),
        (b"{\"id\": null, \"command\": \"version\"}", "missing"),
    ];
    for (line, _) in lines {
        engine.receive(line);
    }
    for (number, (_, expected)) in lines.iter().enumerate() {
        match next(&answers) {
            Answer::Error { id, line, error, .. } => {
                assert_eq!((id, line), (None, number as u64 + 1));
                assert!(error.contains(expected), "{error}");
            }
            other => panic!("{other:?}"),
        }
    }
    engine.receive(b"   ");
    for (query, field) in [
        (json!({"id": "a", "command": "dance"}), "command"),
        (json!({"id": "a", "command": "terminate"}), "terminate_id"),
        (
            json!({"id": "a", "command": "terminate", "terminate_id": "b"}),
            "terminate_id",
        ),
        (json!({"id": "a", "game": "chess"}), "game"),
        (json!({"id": "a", "position": {"game": "chess"}}), "position.game"),
        (json!({"id": "a", "priority": 0.5}), "priority"),
    ] {
        send(&engine, query);
        match next(&answers) {
            Answer::Error { field: found, .. } => assert_eq!(found, field),
            other => panic!("{other:?}"),
        }
    }
    send(&engine, json!({"id": "v", "command": "query_version", "colour": 1}));
    assert!(matches!(next(&answers), Answer::Version { games, .. } if games.contains(&"burgle-bros".to_owned())));
    assert!(matches!(next(&answers), Answer::Warning { field, .. } if field == "colour"));
    engine.finish();
}

#[test]
fn the_same_query_has_the_same_answer() {
    let (engine, answers) = engine();
    let query = json!({"id": "a", "game": "burgle-bros", "setup": {"seats": 2, "seed": 1}, "steps": ["patrol A1"],
           "agent": "improve:sims=200", "samples": 20, "seed": 4});
    let mut reports = (0..2).map(|_| {
        send(&engine, query.clone());
        let mut report = next_report(&answers);
        report.totals.seconds = 0.0;
        report
    });
    assert_eq!(reports.next(), reports.next());
    engine.finish();
}

#[test]
fn reports_can_be_read_again() {
    let (engine, answers) = engine();
    send(&engine, short("a", 0));
    let report = next_report(&answers);
    let text = serde_json::to_string(&report).unwrap();
    assert_eq!(serde_json::from_str::<Report>(&text).unwrap(), report);
    engine.finish();
}
