//! Advice through its public interface: the pool, hints, blunders, looking back.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use heist_advice::{
    Advisable, After, Asked, BLUNDER, Hint, Length, Past, Pool, PoolError, Standing, blunder, curve_svg, length,
};
use heist_agents::protocol::report::CONFIDENCE_95;
use heist_agents::{LEVELS, Level, Players, Thinker};
use heist_draw::{Layout, STEPS_TOLD, Theme};
use heist_engine::any::{self, AnyStep, Listed, any_state};
use heist_engine::burgle_bros::{BurgleBros, Scenario, Setup};
use heist_engine::caper_cards::{self, CaperCards};
use heist_engine::game::{Game, Node, Overrides, Seat};
use heist_engine::random::{Generator, from_seed};
use heist_engine::record::Step;

/// The example of the documentation: player 1 stands on a Safe.
const TABLE: &str = include_str!("../../../docs/examples/table.json");

fn position<G: Game>(text: &str) -> G {
    let position = serde_json::from_str(text).expect("the example is a position");
    G::from_position(position, Overrides::None).unwrap_or_else(|error| panic!("{error}"))
}

/// The same with the Guard beside player 1, who has no Stealth left.
fn cornered() -> BurgleBros {
    let text = TABLE.replace(r#""at": "1:B2", "#, r#""at": "1:B2", "stealth": 0, "#);
    position(&text.replace(r#"{"at": "A4", "#, r#"{"at": "C2", "#))
}

fn asked<G: Listed>(state: &G) -> Asked {
    let Node::Decision(seat) = state.node() else {
        panic!("somebody decides in {}", G::ID);
    };
    asked_by(state, seat).expect("the seat decides and knows what it holds")
}

fn asked_by<G: Listed>(state: &G, seat: Seat) -> Option<Asked> {
    Asked::new(&*any_state(state.clone()), seat)
}

/// A game from its first state on.
fn past<G: Listed>(first: &G, steps: &[Step<G>], entries: Vec<usize>) -> Past {
    let steps = steps.iter().copied().map(AnyStep::from).collect();
    Past::new(any_state(first.clone()), steps, entries)
}

fn at(level: &str) -> &'static Level {
    Level::find(level).expect("there is such a level")
}

fn hints<G: Listed>(state: &G, level: &str, every: Duration) -> (Vec<Hint>, Hint) {
    let mut told = Vec::new();
    let last = asked(state).advise(
        Thinker::Recommended,
        at(level),
        every,
        &AtomicBool::new(false),
        &mut |hint| told.push(hint),
    );
    (told, last)
}

#[test]
fn work_is_done_in_order_by_the_pools_own_threads() {
    let pool = Pool::new(1, 8);
    let (sender, receiver) = mpsc::channel();
    let (begin, waits) = mpsc::channel::<()>();
    let first = pool.start(Length::Long, move |_| waits.recv().unwrap()).unwrap();
    let jobs: Vec<_> = (0..8)
        .map(|number| {
            let sender = sender.clone();
            let work = move |_: &AtomicBool| {
                let name = std::thread::current().name().map(str::to_owned);
                sender.send((number, name)).unwrap();
            };
            pool.start(Length::Long, work).unwrap()
        })
        .collect();
    begin.send(()).unwrap();
    let seen: Vec<_> = receiver.iter().take(8).collect();
    let expected: Vec<_> = (0..8).map(|number| (number, Some("advice-1".to_owned()))).collect();
    assert_eq!(seen, expected);
    drop((first, jobs));
}

/// Long work holds up long work only; short work is taken first by any thread that is free.
#[test]
fn short_work_overtakes_long_work() {
    let pool = Pool::new(1, 8);
    let (sender, receiver) = mpsc::channel();
    let blocked = |length: Length| {
        let (go, waits) = mpsc::channel::<()>();
        let (begun, begins) = mpsc::channel::<()>();
        let work = move |_: &AtomicBool| {
            begun.send(()).unwrap();
            waits.recv().unwrap();
        };
        let job = pool.start(length, work).unwrap();
        begins.recv().unwrap();
        (go, job)
    };
    let note = |length: Length, name: &'static str| {
        let sender = sender.clone();
        pool.start(length, move |_| sender.send(name).unwrap()).unwrap()
    };
    let (end_long, _long) = blocked(Length::Long);
    let first = note(Length::Long, "long");
    let second = note(Length::Short, "short");
    assert_eq!(
        receiver.recv().unwrap(),
        "short",
        "it does not wait for the long one under way"
    );
    // With the thread for short work taken as well, the order in which the other thread takes work is that of length.
    let (end_short, _short) = blocked(Length::Short);
    let third = note(Length::Short, "another short");
    end_long.send(()).unwrap();
    assert_eq!(
        [receiver.recv().unwrap(), receiver.recv().unwrap()],
        ["another short", "long"]
    );
    end_short.send(()).unwrap();
    drop((first, second, third));
}

#[test]
fn the_two_quickest_levels_are_short() {
    let short = LEVELS.iter().filter(|level| length(level) == Length::Short);
    let names: Vec<&str> = short.map(|level| level.name).collect();
    assert_eq!(names, ["instant", "quick"]);
}

#[test]
fn a_full_pool_says_so_and_has_room_again_when_a_job_is_dropped() {
    let pool = Pool::new(2, 1);
    let until_stopped = |stop: &AtomicBool| {
        while !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    let running = [
        pool.start(Length::Long, until_stopped).unwrap(),
        pool.start(Length::Long, until_stopped).unwrap(),
    ];
    let was_run = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&was_run);
    let waiting = pool
        .start(Length::Long, move |_| flag.store(true, Ordering::Relaxed))
        .unwrap();
    assert_eq!(pool.start(Length::Long, |_| ()).err(), Some(PoolError::Full));
    drop(waiting);
    let (sender, receiver) = mpsc::channel();
    let next = pool.start(Length::Long, move |_| sender.send(()).unwrap()).unwrap();
    drop(running);
    let turn = receiver.recv_timeout(Duration::from_secs(10));
    turn.expect("the next job gets its turn");
    drop((next, pool));
    assert!(
        !was_run.load(Ordering::Relaxed),
        "what was dropped while it waited never runs"
    );
    assert_eq!(Arc::strong_count(&was_run), 1, "and is let go of");
}

#[test]
fn dropping_the_pool_stops_what_runs_and_drops_what_waits() {
    let pool = Pool::new(1, 4);
    let (begun, begins) = mpsc::channel();
    let is_done = Arc::new(Mutex::new(false));
    let done = Arc::clone(&is_done);
    let running = pool.start(Length::Long, move |stop| {
        begun.send(()).unwrap();
        while !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        *done.lock().unwrap() = true;
    });
    let (sender, receiver) = mpsc::channel::<()>();
    let waiting = pool.start(Length::Long, move |_| sender.send(()).unwrap());
    begins.recv().unwrap();
    drop(pool);
    assert!(*is_done.lock().unwrap(), "the pool waits until its threads have ended");
    assert!(receiver.recv().is_err(), "what waited was dropped unrun");
    drop((running, waiting));
}

#[test]
fn a_panic_costs_no_thread() {
    let pool = Pool::new(1, 1);
    let (sender, receiver) = mpsc::channel();
    let bad = pool
        .start(Length::Long, |_| panic!("this one is part of the test"))
        .unwrap();
    let good = pool.start(Length::Long, move |_| sender.send(7).unwrap()).unwrap();
    assert_eq!(receiver.recv_timeout(Duration::from_secs(10)), Ok(7));
    drop((bad, good));
}

#[test]
fn every_level_is_valid_for_every_game() {
    for level in LEVELS {
        for seats in 1..=4 {
            assert!(level.spec(&at_work(seats), 1).is_ok() && level.spec(&capers(seats).0, 1).is_ok());
        }
    }
}

/// A Bank Job at its first decision.
fn at_work(seats: u8) -> BurgleBros {
    let mut state = BurgleBros::new(&Setup::new(Scenario::BankJob, seats, 3)).expect("playable");
    let mut rng = from_seed(1);
    while state.node() == Node::Chance {
        let outcome = state.sample(&mut rng);
        state.resolve(outcome);
    }
    state
}

#[test]
fn with_three_characters_a_network_plays_on_in_the_recommended_search() {
    let second = Duration::from_secs(1);
    let agents = |state: &BurgleBros| {
        let (told, last) = hints(state, "quick", second);
        assert!(last.report.moves.iter().any(|shown| shown.value.is_finite()));
        [told[0].report.agent.clone(), last.report.agent]
    };
    let [glance, quick] = agents(&at_work(2));
    assert_eq!(quick, "improve:time=0.25,doubt=1,margin=0");
    let with_network = format!("{quick},net=bank-job-3-residual,rollout=net");
    // A first idea is too quick for the network.
    assert_eq!(agents(&at_work(3)), [glance, with_network.clone()]);
    let hint = |name: &str, seats| {
        let thinker = Thinker::find(any::of::<BurgleBros>(), name).expect("there is such a thinker");
        let asked = asked(&at_work(seats));
        let last = asked.advise(thinker, at("quick"), second, &AtomicBool::new(false), &mut |_| ());
        last.report.agent
    };
    assert_eq!(hint("expert", 3), quick);
    assert_eq!(hint("bank-job-3-residual:search", 3), with_network);
    assert_eq!(hint("bank-job-3-residual:search", 2), with_network);
}

#[test]
fn a_hint_ranks_every_move_and_says_it_in_words() {
    let state: BurgleBros = position(TABLE);
    // As often as there is something new, however fast the machine is.
    let (told, last) = hints(&state, "quick", Duration::ZERO);
    assert!(told.len() >= 2, "a first idea and at least one better: {}", told.len());
    assert!(told.iter().all(|hint| !hint.is_final && hint.report.partial));
    assert!(last.is_final && !last.report.partial && !last.report.stopped);
    let sharper = told[1..].iter().chain([&last]);
    let simulations: Vec<u64> = sharper.map(|hint| hint.report.totals.simulations).collect();
    assert!(simulations.is_sorted(), "{simulations:?}");
    let asked = asked(&state);
    assert_eq!(asked.seat(), 1);
    for hint in told.iter().chain([&last]) {
        assert_eq!(hint.moves[0].standing, Standing::First);
        assert!(hint.moves.is_sorted_by_key(|shown| shown.standing));
        let places: Vec<usize> = hint.moves.iter().map(|shown| shown.place).collect();
        for shown in &hint.moves {
            assert_eq!(hint.report.moves[shown.place].action, shown.notation);
            assert!(shown.line.len() <= STEPS_TOLD);
            assert_eq!(hint.report.moves[shown.place].standing, shown.standing);
            let mut choices = asked.moves().into_iter();
            let choice = choices.find(|choice| choice.notation == shown.notation);
            let choice = choice.expect("a legal move");
            assert_eq!((&choice.text, &choice.spots), (&shown.text, &shown.spots));
        }
        assert!(
            places.into_iter().eq(0..hint.report.moves.len()),
            "every move once, in the order of the report"
        );
        let alike: usize = hint.report.moves.iter().map(|shown| shown.alike.len()).sum();
        assert_eq!(hint.moves.len() + alike, asked.moves().len());
    }
}

#[test]
fn a_line_can_be_walked_from_the_position() {
    let state: BurgleBros = position(TABLE);
    let (_, hint) = hints(&state, "instant", Duration::ZERO);
    for shown in &hint.moves {
        let mut after = state;
        after
            .try_apply(shown.notation.parse().expect("notation"))
            .expect("legal");
        for (notation, sentence, chance) in &shown.line {
            assert!(!sentence.is_empty() && *chance > 0.0 && *chance <= 1.0);
            assert!(shown.walk.contains(notation));
        }
        for notation in &shown.walk {
            match after.node() {
                Node::Chance => after
                    .try_resolve(notation.parse().expect("notation"))
                    .expect("possible"),
                _ => after.try_apply(notation.parse().expect("notation")).expect("legal"),
            }
        }
    }
    assert!(hint.moves.iter().any(|shown| shown.line.len() > 2));
}

#[test]
fn stop_ends_a_long_search_with_a_hint() {
    let state: BurgleBros = position(TABLE);
    let stop = AtomicBool::new(false);
    let mut told = 0;
    let last = asked(&state).advise(
        Thinker::Recommended,
        at("proof"),
        Duration::from_millis(10),
        &stop,
        &mut |_| {
            told += 1;
            stop.store(told == 3, Ordering::Relaxed);
        },
    );
    assert!(last.is_final && last.report.stopped && last.moves.len() > 1);
    stop.store(true, Ordering::Relaxed);
    let never = &mut |_| panic!("nothing is told");
    let at_once = asked(&state).advise(
        Thinker::Recommended,
        at("proof"),
        Duration::from_millis(10),
        &stop,
        never,
    );
    assert!(at_once.is_final && at_once.report.stopped);
    assert_eq!(at_once.moves.len(), last.moves.len());
}

/// A game of Caper Cards at its first decision, as the whole world, and who decides.
fn capers(seats: u8) -> (CaperCards, Seat) {
    let mut open = CaperCards::new(&caper_cards::Setup::new(seats)).expect("playable");
    let mut rng = from_seed(1);
    while open.node() == Node::Chance {
        let outcome = open.sample(&mut rng);
        open.resolve(outcome);
    }
    let Node::Decision(seat) = open.node() else {
        panic!("somebody decides");
    };
    (open, seat)
}

#[test]
fn a_network_thinks_alone_and_in_searches() {
    let (open, seat) = capers(4);
    let asked = asked_by(&open.information_state(seat), seat).expect("it knows its own hand");
    let hint = |name: &str, level: &str| {
        let thinker = Thinker::find(any::of::<CaperCards>(), name).expect("a shipped network");
        let (mut told, stop) = (Vec::new(), AtomicBool::new(false));
        let last = asked.advise(thinker, at(level), Duration::from_secs(1), &stop, &mut |hint| {
            told.push(hint)
        });
        (told, last)
    };
    let (told, alone) = hint("caper-cards-4:alone", "strong");
    assert_eq!(alone.report.agent, "policy:net=caper-cards-4");
    assert_eq!(alone.report.totals.simulations, 0);
    let alike: usize = alone.report.moves.iter().map(|shown| shown.alike.len()).sum();
    assert_eq!(alone.moves.len() + alike, asked.moves().len());
    let first = &alone.report.moves[alone.moves[0].place];
    assert!(first.value.is_nan() && first.played == Some(1.0) && first.score.is_some());
    assert!(
        told.iter()
            .all(|glance| glance.moves[0].notation == alone.moves[0].notation)
    );
    for shown in &alone.moves {
        assert_eq!(blunder(&alone, &shown.notation), None, "nothing is known of its cost");
    }
    for (name, agent) in [("caper-cards-4:search", "improve:"), ("caper-cards-4:tree", "puct:")] {
        let (told, last) = hint(name, "quick");
        let report = &last.report;
        assert!(
            report.agent.starts_with(agent) && report.agent.contains("net=caper-cards-4"),
            "{}",
            report.agent
        );
        assert!(report.totals.simulations > 0 && report.moves.iter().any(|shown| shown.value.is_finite()));
        assert!(!told.is_empty() && told.iter().all(|hint| hint.report.agent.starts_with(agent)));
    }
}

#[test]
fn only_a_seat_that_decides_and_knows_its_hand_is_advised() {
    let state: BurgleBros = position(TABLE);
    assert!(asked_by(&state, Seat(1)).is_none());
    assert!(asked_by(&state, Seat(0)).is_some());
    let (open, seat) = capers(3);
    let own = asked_by(&open.information_state(seat), seat).expect("it knows its own hand");
    let hint = own.advise(
        Thinker::Recommended,
        at("instant"),
        Duration::ZERO,
        &AtomicBool::new(false),
        &mut |_| (),
    );
    assert!(hint.moves.len() > 1);
    let other = Seat::all(open.seats()).find(|other| *other != seat);
    let other = other.expect("three play");
    let unknown = asked_by(&open.information_state(other), seat);
    assert!(unknown.is_none(), "others do not see its hand");
}

#[test]
fn an_only_move_is_answered_at_once() {
    let mut state = BurgleBros::new(&Setup::new(Scenario::OfficeJob, 2, 3)).expect("playable");
    let mut rng = from_seed(3);
    let mut legal = Vec::new();
    while let Some(step) = expert_step(&state, &mut rng) {
        state.legal_actions(&mut legal);
        if legal.len() == 1 {
            break;
        }
        step.play(&mut state);
    }
    assert_eq!(legal.len(), 1, "such a decision comes up");
    let (told, hint) = hints(&state, "proof", Duration::ZERO);
    assert!(told.is_empty());
    assert_eq!((hint.moves.len(), hint.moves[0].standing), (1, Standing::First));
    assert!(hint.report.moves[0].visits > 0, "its value was looked at");
}

#[test]
fn a_move_that_loses_the_game_is_a_blunder_and_equals_are_none() {
    let state = cornered();
    let (_, hint) = hints(&state, "quick", Duration::from_secs(1));
    let loss = losing_move(&state).expect("the Guard stands beside the player");
    let name = loss.to_string();
    let (cost, [least, most]) = blunder(&hint, &name).expect("the crew is caught at once");
    assert!(
        least <= cost && cost <= most && most <= 1.0,
        "{cost}: {least} to {most}"
    );
    assert!(cost > BLUNDER && least < most, "{cost}: {least} to {most}");
    let shown = hint.moves.iter().find(|shown| shown.notation == name);
    assert_eq!(shown.map(|shown| shown.standing), Some(Standing::Worse));
    for shown in &hint.moves {
        if shown.standing != Standing::Worse {
            assert_eq!(blunder(&hint, &shown.notation), None, "{}", shown.notation);
        }
    }
    assert_eq!(blunder(&hint, "no such move"), None);
}

#[test]
fn moves_that_come_to_the_same_are_shown_as_equals() {
    let mut state = BurgleBros::new(&Setup::new(Scenario::OfficeJob, 2, 3)).expect("playable");
    let mut rng = from_seed(3);
    let tied = |standing| matches!(standing, Standing::Same | Standing::Equal);
    let mut count = 0;
    for _ in 0..20 {
        if let Node::Decision(_) = state.node() {
            let (_, hint) = hints(&state, "instant", Duration::ZERO);
            for shown in hint.moves.iter().filter(|shown| tied(shown.standing)) {
                let figures = &hint.report.moves[shown.place];
                let [least, most] = figures.difference_interval95;
                assert!(least <= 0.0 && most >= 0.0, "{figures:?}");
                assert_eq!(shown.standing == Standing::Same, least == 0.0 && most == 0.0);
                assert_eq!(blunder(&hint, &shown.notation), None);
                count += 1;
            }
        }
        let step = expert_step(&state, &mut rng).expect("the game goes on");
        step.play(&mut state);
    }
    assert!(count > 0, "some decision has moves that cannot be told apart");
}

#[test]
fn a_blunder_is_sure_and_great_whatever_its_name() {
    let (_, mut hint) = hints(&position::<BurgleBros>(TABLE), "quick", Duration::from_secs(1));
    let name = hint.report.moves[1].action.clone();
    let mut with = |interval: [f64; 2], visits: u64, name: &str| {
        let found = &mut hint.report.moves[1];
        found.difference_interval95 = interval;
        found.difference = interval[0].midpoint(interval[1]);
        found.difference_error = (interval[1] - interval[0]) / (2.0 * CONFIDENCE_95);
        found.visits = visits;
        found.alike = vec!["another".to_owned()];
        blunder(&hint, name).map(|(cost, _)| cost)
    };
    assert_eq!(with([-0.5, 0.1], 100, &name), None, "great, but may be chance");
    assert_eq!(with([-0.2, -BLUNDER / 2.0], 100, &name), None, "sure, but small");
    assert_eq!(with([-0.5, -0.25], 100, &name), Some(0.375));
    assert_eq!(
        with([-0.5, -BLUNDER / 2.0], 100, &name),
        Some(0.2575),
        "sure with 95%, as a question of one side"
    );
    assert_eq!(with([-0.5, -0.25], 100, "another"), Some(0.375));
    assert_eq!(with([-0.5, -0.5], 1, &name), None, "a single world");
}

/// What comes next when the expert decides; `None` at the end.
fn expert_step<G: Players>(state: &G, rng: &mut Generator) -> Option<Step<G>> {
    match state.node() {
        Node::Terminal => None,
        Node::Chance => Some(Step::Chance(state.sample(rng))),
        Node::Decision(seat) => {
            let mut legal = Vec::new();
            state.legal_actions(&mut legal);
            let expert = G::HEURISTIC.expect("the game has one");
            let view = state.information_state(seat);
            Some(Step::Action(seat, expert(&view, seat, &legal, rng)))
        }
    }
}

/// A legal move that ends the game at once without a win.
fn losing_move<G: Game>(state: &G) -> Option<G::Action> {
    let mut legal = Vec::new();
    state.legal_actions(&mut legal);
    legal.into_iter().find(|&action| {
        let mut after = state.clone();
        after.apply(action);
        after.result().is_some_and(|result| !result.is_win())
    })
}

/// A few sensible decisions, and then one that throws the game away: the steps, and the place of that decision.
fn thrown_away(first: &BurgleBros) -> (Vec<Step<BurgleBros>>, usize) {
    for seed in 0..100 {
        let (mut state, mut steps, mut decisions) = (*first, Vec::new(), 0);
        let mut rng = from_seed(seed);
        while decisions < 8
            && let Some(step) = expert_step(&state, &mut rng)
        {
            if let Node::Decision(seat) = state.node() {
                decisions += 1;
                if decisions > 2
                    && let Some(awful) = losing_move(&state)
                {
                    steps.push(Step::Action(seat, awful));
                    return (steps.clone(), steps.len() - 1);
                }
            }
            step.play(&mut state);
            steps.push(step);
        }
    }
    panic!("no chance to throw the game away comes up");
}

#[test]
fn an_awful_move_is_found_and_a_game_is_always_judged_alike() {
    let first = cornered();
    let (steps, awful) = thrown_away(&first);
    let entries: Vec<usize> = (0..steps.len()).map(|step| step + 10).collect();
    let past = past(&first, &steps, entries);
    let mut told = Vec::new();
    let after = past.look_back(&AtomicBool::new(false), &mut |share| told.push(share));
    let after = after.expect("nobody stopped it");
    assert!(told.is_sorted(), "{told:?}");
    assert_eq!((told.first(), told.last()), (Some(&0.0), Some(&1.0)));
    let costly = after.costly.first().expect("the awful move is found");
    assert_eq!((costly.step, costly.entry), (awful, awful + 10));
    let Step::Action(seat, action) = steps[awful] else {
        panic!("a decision");
    };
    assert_eq!((costly.seat, &costly.played.0), (seat.0 + 1, &action.to_string()));
    assert_ne!(costly.played.0, costly.better.0);
    assert!(!costly.played.1.is_empty() && !costly.better.1.is_empty());
    assert!(
        costly.cost.1[0] > 0.0 && costly.cost.1[1] > costly.cost.0,
        "{:?}",
        costly.cost
    );
    assert!(after.costly.len() <= 3 && after.costly.is_sorted_by(|a, b| a.cost.0 >= b.cost.0));
    assert_eq!((after.value, after.left_out), (Some(0.0), 0));
    assert_eq!(after.curve.last(), Some(&(steps.len(), 0.0, [0.0, 0.0])));
    assert!(after.curve.is_sorted_by(|a, b| a.0 < b.0));
    let is_sound = |&(_, value, [least, most]): &(usize, f64, [f64; 2])| {
        (0.0..=1.0).contains(&value) && 0.0 <= least && least <= most && most <= 1.0
    };
    assert!(after.curve.iter().all(is_sound), "{:?}", after.curve);
    let luck = after.luck.expect("there is an estimate");
    assert_eq!(after.adjusted(), Some(-luck));
    let again = past.look_back(&AtomicBool::new(false), &mut |_| ());
    assert_eq!(again, Some(after.clone()));
    check_picture(&after);
}

/// The picture is sound, stands under a strict policy, and shows what was dear.
fn check_picture(after: &After) {
    for (layout, theme) in [(Layout::Wide, Theme::Light), (Layout::Narrow, Theme::Dark)] {
        let picture = curve_svg(after, layout, theme);
        assert_eq!(picture, curve_svg(after, layout, theme));
        let document = roxmltree::Document::parse(&picture).expect("well-formed");
        for node in document.descendants() {
            assert!(!matches!(
                node.tag_name().name(),
                "style" | "script" | "image" | "use" | "a"
            ));
            for attribute in node.attributes() {
                let name = attribute.name();
                assert!(
                    !matches!(name, "style" | "id" | "class" | "href") && !name.starts_with("on"),
                    "{name}"
                );
            }
        }
        let texts_of = |name: &str| -> Vec<String> {
            let nodes = document.descendants().filter(|node| node.tag_name().name() == name);
            nodes.filter_map(|node| node.text().map(str::to_owned)).collect()
        };
        assert!(texts_of("title")[0].contains("Win probability"));
        let description = texts_of("desc").concat();
        assert!(!description.is_empty());
        let dear = &after.costly;
        assert!(
            dear.iter().all(|costly| description.contains(&costly.played.0)),
            "{description}"
        );
        let marks: Vec<&str> = document
            .descendants()
            .filter_map(|node| node.attribute("data-step"))
            .collect();
        let steps: Vec<String> = dear.iter().map(|costly| costly.step.to_string()).collect();
        assert_eq!(marks, steps);
        let labels = texts_of("text");
        for label in ["0%", "50%", "100%", "turn", "chance to win"] {
            assert!(labels.iter().any(|text| text == label), "{label} in {labels:?}");
        }
    }
}

#[test]
fn looking_back_can_be_stopped_and_has_little_to_say_of_nothing() {
    let first: BurgleBros = position(TABLE);
    let nothing = past(&first, &[], Vec::new());
    let after = nothing.look_back(&AtomicBool::new(false), &mut |_| ());
    let after = after.expect("nobody stopped it");
    assert_eq!((after.value, after.luck, after.adjusted()), (None, Some(0.0), None));
    assert!(after.curve.is_empty() && after.costly.is_empty());
    check_picture(&after);
    let step = expert_step(&first, &mut from_seed(1)).expect("somebody decides");
    let stopped = past(&first, &[step], vec![0]);
    assert_eq!(stopped.look_back(&AtomicBool::new(true), &mut |_| ()), None);
}

#[test]
fn decisions_whose_hands_are_hidden_are_counted_and_left_out() {
    let mut world = CaperCards::new(&caper_cards::Setup::new(3)).expect("playable");
    // What each of two seats knows is what everybody knows.
    let first = world.information_state(Seat(0)).information_state(Seat(1));
    let mut public = first;
    let (mut steps, mut decisions) = (Vec::new(), 0);
    let mut rng = from_seed(5);
    while let Some(step) = expert_step(&world, &mut rng) {
        // What only its seat saw is hidden from the table.
        let mut seen = Seat::all(world.seats()).map(|seat| step.observed(&world, seat));
        let shown = seen.find(|shown| *shown != step).unwrap_or(step);
        decisions += usize::from(matches!(step, Step::Action(..)));
        step.play(&mut world);
        shown.play(&mut public);
        steps.push(shown);
    }
    assert_eq!(public.result(), world.result());
    let count = steps.len();
    let past = past(&first, &steps, (0..count).collect());
    let after = past.look_back(&AtomicBool::new(false), &mut |_| ());
    let after = after.expect("nobody stopped it");
    assert!(after.left_out > 0 && after.left_out <= decisions);
    assert_eq!(after.value, world.result().map(|result| result.value));
    assert_eq!(after.luck, None);
    assert!(after.costly.iter().all(|costly| costly.step < count));
}
