//! Caper Cards at the table: each seat tells its own cards and sees nobody else's.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use heist_draw::SvgStyle;
use heist_engine::any::{self, AnyGame};
use heist_engine::caper_cards::{CaperCards, Outcome, Setup};
use heist_engine::game::{Fill, Game, Node, Seat};
use heist_engine::random::{Generator, below, choose, stream};
use heist_table::table::{
    Branch, Choice, Entry, History, Kept, Secret, Table, TableError, View, Viewer, Waits, read_record, setup_from_form,
};
use serde_json::{Value, json};

fn game() -> &'static dyn AnyGame {
    any::find(CaperCards::ID).expect("the game is in the registry")
}

fn everybody(setup: &str) -> CaperCards {
    let setup: Setup = serde_json::from_str(setup).expect("setups are JSON");
    CaperCards::new(&setup).expect("it is playable")
}

/// What everybody knows.
fn open(world: &CaperCards) -> CaperCards {
    Seat::all(world.seats()).fold(*world, |known, seat| known.information_state(seat))
}

fn key(state: &CaperCards) -> String {
    format!("{:016x}", state.key())
}

/// A table with the world that is played on it, and everything that was kept.
struct Played {
    setup: String,
    world: CaperCards,
    public: CaperCards,
    /// Every step in notation, as it was.
    steps: Vec<String>,
    table: Arc<Table>,
    entries: Vec<Entry>,
    secrets: Vec<Vec<Secret>>,
    line: u32,
    branches: Vec<Branch>,
}

impl Played {
    fn begin(seats: usize, rng: &mut Generator) -> Played {
        let form = [("seats".to_owned(), seats.to_string())];
        let setup = setup_from_form(game(), &form, 1).expect("the form is right");
        let mut world = everybody(&setup);
        let public = open(&world);
        world.determinize(Fill::All, rng);
        Played {
            table: Arc::new(Table::new(game(), &setup, &[], 0, &[]).expect("it is playable")),
            setup,
            world,
            public,
            steps: Vec::new(),
            entries: Vec::new(),
            secrets: vec![Vec::new(); seats],
            line: 1,
            branches: Vec::new(),
        }
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.world.seats())
    }

    fn view(&self, seat: Seat) -> View {
        self.table.view(Viewer::Seat(seat))
    }

    /// Plays the world on by a step; true if that is something to be entered, which is entered by `who`.
    fn step(&mut self, who: Viewer, rng: &mut Generator) -> bool {
        let mut legal = Vec::new();
        self.world.legal_actions(&mut legal);
        let notation = if legal.is_empty() {
            let outcome = self.world.sample(rng);
            self.world.resolve(outcome);
            outcome.to_string()
        } else {
            let action = choose(rng, &legal);
            self.world.apply(action);
            action.to_string()
        };
        self.steps.push(notation.clone());
        let mut possible = Vec::new();
        self.public.outcomes(&mut possible);
        if let [(only, _)] = possible[..] {
            self.public.resolve(only);
            return false;
        }
        if legal.is_empty() {
            self.public.resolve(notation.parse().expect("it is notation"))
        } else {
            self.public.apply(notation.parse().expect("it is notation"))
        }
        self.enter(who, &notation).expect("it happened");
        true
    }

    /// Enters something and keeps it, as the store would.
    fn enter(&mut self, who: Viewer, notation: &str) -> Result<(), TableError> {
        let change = self.table.enter(who, notation)?;
        self.keep(change.kept);
        self.table = change.table;
        Ok(())
    }

    fn keep(&mut self, kept: Kept) {
        match kept {
            Kept::Entries {
                at,
                entries,
                steps,
                aside,
                ..
            } => {
                let later = self.entries.split_off(at);
                self.entries.extend(entries);
                let is_later = |secret: &mut Secret| secret.step > steps;
                let secrets = self.secrets.iter_mut();
                let secrets = secrets.map(|told| told.extract_if(.., is_later).collect()).collect();
                assert_eq!(aside.is_some(), !later.is_empty());
                if let Some(aside) = aside {
                    self.branches.push(Branch {
                        line: aside.line,
                        name: String::new(),
                        at,
                        follows: None,
                        entries: later,
                        secrets,
                    });
                    self.line = aside.next;
                }
            }
            Kept::Secret { seat, secret } => self.secrets[seat.index()].push(secret),
            Kept::Cursor(_) => {}
            kept => panic!("nothing is brought back or taken back here: {kept:?}"),
        }
    }

    /// Whether chance or a seat is up that everybody can see, so that the table waits for it.
    fn is_waiting(&self) -> bool {
        let mut possible = Vec::new();
        self.public.outcomes(&mut possible);
        possible.len() != 1
    }

    /// A seat tells everything that it is asked for.
    fn tell(&mut self, seat: Seat) {
        for _ in 0..100 {
            let view = self.view(seat);
            let Waits::Secret { step } = view.waits else { return };
            assert!(!view.can_hint && self.table.advisable(Viewer::Seat(seat)).is_none());
            assert_eq!(
                view.key,
                key(&self.public),
                "until it is told the seat sees what everybody sees"
            );
            let sum: f64 = view.choices.iter().filter_map(|choice| choice.probability).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{view:?}");
            let truth = self.steps[step - 1].clone();
            assert!(
                view.choices.iter().any(|choice| choice.notation == truth),
                "{truth} of {view:?}"
            );
            self.enter(Viewer::Seat(seat), &truth).expect("it is the truth");
        }
        panic!("the questions never end");
    }

    /// Every step in notation as a seat saw it.
    fn observed(&self, seat: Seat) -> Vec<String> {
        let mut state = everybody(&self.setup);
        let mut seen = Vec::new();
        for step in &self.steps {
            match state.node() {
                Node::Chance => {
                    let outcome = step.parse().expect("it is notation");
                    seen.push(state.observed(outcome, seat).to_string());
                    state.resolve(outcome);
                }
                _ => {
                    seen.push(step.clone());
                    state.apply(step.parse().expect("it is notation"));
                }
            }
        }
        seen
    }

    /// The same table as the store would make it, with other secrets.
    fn with_secrets(&self, secrets: &[Vec<Secret>]) -> Table {
        let history = History {
            entries: self.entries.clone(),
            cursor: self.entries.len(),
            secrets: secrets.to_vec(),
            line: self.line,
            branches: self.branches.clone(),
            ..History::default()
        };
        Table::reopened(game(), &self.setup, &history).expect("it was kept")
    }
}

/// Undo takes back one card of a hand after the other, then the entries; nobody else sees a difference.
#[test]
fn undo_works_while_a_hand_is_entered() {
    let mut rng = stream(21, "core tests", 5);
    let mut played = Played::begin(2, &mut rng);
    while !played.is_waiting() {
        played.step(Viewer::Public, &mut rng);
    }
    let (own, other) = (Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)));
    let before = played.table.view(own);
    assert!(matches!(before.waits, Waits::Secret { .. }) && !before.can_undo);
    assert!(played.table.undo_last(own).is_err(), "nothing was entered");
    let mut views = vec![before];
    for _ in 0..3 {
        let Waits::Secret { step } = views[views.len() - 1].waits else {
            panic!("the hand has more cards")
        };
        let truth = played.steps[step - 1].clone();
        played.enter(Viewer::Seat(Seat(0)), &truth).expect("it is the truth");
        views.push(played.table.view(own));
    }
    let elsewhere = (played.table.view(other), played.table.view(Viewer::Public));
    let mut table = Arc::clone(&played.table);
    for (expected, told) in views.iter().rev().skip(1).zip(views.iter().rev()) {
        assert!(told.can_undo);
        let Waits::Secret { step } = expected.waits else {
            panic!("a card is asked for again")
        };
        let change = table.undo_last(own).expect("a card was entered");
        let seat = Seat(0);
        assert_eq!(change.kept, Kept::Untold { seat, step });
        table = change.table;
        assert_eq!(table.view(own), *expected);
        assert_eq!((table.view(other), table.view(Viewer::Public)), elsewhere);
    }
    assert!(table.undo_last(own).is_err());
    assert!(
        table.undo_last(other).is_err(),
        "the cards of a seat are not the other's to take back"
    );
}

/// The steps of a log in notation.
fn log(view: &View) -> Vec<String> {
    view.log.iter().map(|line| line.notation.clone()).collect()
}

/// Everything that a viewer is sent.
fn bytes(table: &Table, viewer: Viewer) -> String {
    let view = serde_json::to_string(&table.view(viewer)).expect("views are plain data");
    let picture = table.picture(viewer, &SvgStyle::default());
    [view, picture, table.position(viewer), table.record()].join("\n")
}

#[test]
fn every_seat_sees_what_it_knows_and_nothing_else() {
    for seats in 2..=4 {
        for number in 0..4 {
            let mut rng = stream(number, "private tests", seats as u64);
            let mut played = Played::begin(seats, &mut rng);
            // One seat tells its cards late.
            let lazy = Seat(below(&mut rng, seats as u32) as u8);
            while played.world.node() != Node::Terminal || !played.is_waiting() {
                let others: Vec<Seat> = played.seats().filter(|seat| *seat != lazy).collect();
                let who = match below(&mut rng, 2) {
                    0 => Viewer::Public,
                    _ => Viewer::Seat(choose(&mut rng, &others)),
                };
                played.step(who, &mut rng);
                if !played.is_waiting() {
                    continue;
                }
                let public = played.table.view(Viewer::Public);
                assert_eq!(public.key, key(&played.public));
                assert_eq!(public.log.len(), played.steps.len());
                assert!(public.is_private && !public.can_hint);
                assert!(played.table.advisable(Viewer::Public).is_none());
                for seat in played.seats() {
                    if seat == lazy && below(&mut rng, 8) != 0 {
                        continue;
                    }
                    played.tell(seat);
                    let view = played.view(seat);
                    let own = played.world.information_state(seat);
                    if view.key != key(&own) {
                        assert!(seat == lazy && played.world.node() == Node::Terminal);
                        continue;
                    }
                    // Its position says everything, wherever it is told.
                    let position = played.table.position(Viewer::Seat(seat));
                    let again = played
                        .table
                        .correct(Viewer::Seat(seat), &position, false)
                        .expect("it is so");
                    assert!(matches!(&again.kept, Kept::Secret { seat: kept, .. } if *kept == seat));
                    // Undo does not take a whole position back.
                    let can_undo = view.can_undo;
                    let again = again.table.view(Viewer::Seat(seat));
                    assert_eq!(View { can_undo, ..again }, view);
                    let is_up = played.world.node() == Node::Decision(seat);
                    assert_eq!(view.can_hint, is_up, "a hint is for the seat that decides");
                    assert_eq!(played.table.advisable(Viewer::Seat(seat)).is_some(), is_up);
                    let mut legal = Vec::new();
                    own.legal_actions(&mut legal);
                    if is_up {
                        let offered = view.choices.iter().map(|choice| choice.notation.clone());
                        assert!(offered.eq(legal.iter().map(ToString::to_string)));
                    }
                    assert_eq!(
                        log(&view),
                        played.observed(seat),
                        "its own cards, and of the others' that they were drawn"
                    );
                }
            }
            // Whatever a seat left untold, the end of the game is the same for all.
            for seat in played.seats() {
                let view = played.view(seat);
                assert!(matches!(view.waits, Waits::Over { .. }) && view.choices.is_empty());
                let is_own = view.key == key(&played.world.information_state(seat));
                assert!(is_own || seat == lazy && view.key == key(&played.public));
            }
            // What was kept makes the same table again.
            let again = played.with_secrets(&played.secrets);
            for viewer in played.seats().map(Viewer::Seat).chain([Viewer::Public]) {
                assert_eq!(bytes(&again, viewer), bytes(&played.table, viewer));
            }
        }
    }
}

#[test]
fn nothing_that_a_seat_told_reaches_anybody_else() {
    for seats in 2..=4 {
        let mut rng = stream(seats as u64, "private tests", 100);
        let mut played = Played::begin(seats, &mut rng);
        while played.world.node() != Node::Terminal {
            played.step(Viewer::Public, &mut rng);
            if !played.is_waiting() {
                continue;
            }
            played.seats().for_each(|seat| played.tell(seat));
            let teller = Seat(below(&mut rng, seats as u32) as u8);
            let lie = |outcome: &str| Secret {
                step: 1 + below(&mut stream(1, "lies", 0), 8) as usize,
                outcome: outcome.to_owned(),
            };
            let own = &played.secrets[teller.index()];
            let position = played.table.position(Viewer::Seat(teller));
            let position = Secret {
                step: played.steps.len(),
                outcome: position,
            };
            let variants = [
                Vec::new(),
                own[..own.len() / 2].to_vec(),
                own.iter().map(|secret| lie(&secret.outcome)).collect(),
                vec![lie("deal thief"), lie("no notation"), lie("{\"seats\": 9}"), position],
            ];
            let others = played.seats().filter(|seat| *seat != teller).map(Viewer::Seat);
            for viewer in others.chain([Viewer::Public]) {
                let expected = bytes(&played.table, viewer);
                for variant in &variants {
                    let mut secrets = played.secrets.clone();
                    secrets[teller.index()] = variant.clone();
                    assert_eq!(bytes(&played.with_secrets(&secrets), viewer), expected);
                }
                // Nor do cards show that the viewer should not see: what he sees goes with every hand of the others.
                if let Viewer::Seat(seat) = viewer {
                    let position: Value = serde_json::from_str(&played.table.position(viewer)).expect("JSON");
                    for (place, hand) in position["hands"].as_array().expect("a list").iter().enumerate() {
                        assert_eq!(hand.is_array(), place == seat.index(), "{position}");
                    }
                }
            }
            let position: Value = serde_json::from_str(&played.table.position(Viewer::Public)).expect("JSON");
            assert!(
                position["hands"]
                    .as_array()
                    .expect("a list")
                    .iter()
                    .all(Value::is_number)
            );
            let record = played.table.record();
            assert!(
                !record.contains("deal ") && !record.contains("draw ") && !record.contains("peek "),
                "{record}"
            );
        }
    }
}

/// A table on which all cards are dealt and told, seat 1 to play, and the kind that this seat will play.
fn dealt(seed: u64) -> Played {
    let mut rng = stream(seed, "private tests", 200);
    let mut played = Played::begin(2, &mut rng);
    while !played.is_waiting() {
        played.step(Viewer::Public, &mut rng);
    }
    played.seats().for_each(|seat| played.tell(seat));
    played
}

/// Each card in hand is offered with what it may have been; to say so changes that card and nothing else.
#[test]
fn a_card_is_corrected_by_itself() {
    let mut changed = 0;
    for seed in 0..6 {
        let mut played = dealt(seed);
        let seat = Seat(0);
        let viewer = Viewer::Seat(seat);
        let cards = played.table.told_cards(viewer);
        let steps: Vec<usize> = cards.iter().map(|card| card.step).collect();
        assert_eq!(steps, [1, 2, 3, 4]);
        assert!(cards.iter().all(|card| !card.others.is_empty()));
        assert!(played.table.told_cards(Viewer::Public).is_empty());
        // Another seat has cards of its own.
        let others: Vec<usize> = played
            .table
            .told_cards(Viewer::Seat(Seat(1)))
            .iter()
            .map(|card| card.step)
            .collect();
        assert!(!others.is_empty() && others.iter().all(|step| !steps.contains(step)));
        let (before, secrets) = (played.view(seat).key, played.table.told_cards(Viewer::Seat(Seat(1))));
        for other in &cards[1].others {
            let change = played.table.enter(viewer, &other.notation).expect("it was offered");
            let Kept::Secret { secret, .. } = &change.kept else {
                panic!("{:?}", change.kept)
            };
            assert_eq!(format!("{}: {}", secret.step, secret.outcome), other.notation);
            let after = change.table.told_cards(viewer);
            assert_eq!(after[1].text, other.text);
            for place in [0, 2, 3] {
                assert_eq!(after[place].text, cards[place].text);
            }
            assert!(matches!(change.table.view(viewer).waits, Waits::Decision { .. }));
        }
        let other = cards[1].others[0].notation.clone();
        played.enter(viewer, &other).expect("it was offered");
        assert_ne!(played.view(seat).key, before);
        assert_eq!(played.table.told_cards(Viewer::Seat(Seat(1))), secrets);
        changed += 1;
    }
    assert_eq!(changed, 6);
}

/// What everybody saw when it was played can be no other card.
#[test]
fn a_card_that_was_played_is_not_offered() {
    let mut checked = 0;
    for seed in 0..20 {
        let mut played = dealt(seed);
        let told = played.steps[0].clone();
        if played.steps[1..4].contains(&told) {
            continue;
        }
        let mut legal = Vec::new();
        played.world.legal_actions(&mut legal);
        let kind = told.trim_start_matches("deal ");
        let action = legal
            .into_iter()
            .find(|action| action.kind().name() == kind)
            .expect("it is in hand");
        played.world.apply(action);
        played.public.apply(action);
        played.steps.push(action.to_string());
        played
            .enter(Viewer::Seat(Seat(0)), &action.to_string())
            .expect("it is in hand");
        let steps: Vec<usize> = played
            .table
            .told_cards(Viewer::Seat(Seat(0)))
            .iter()
            .map(|card| card.step)
            .collect();
        assert!(!steps.contains(&1) && steps.contains(&2), "{steps:?}");
        checked += 1;
    }
    assert!(checked > 3, "{checked}");
}

#[test]
fn a_card_told_wrongly_is_found_and_told_again() {
    let mut found = 0;
    for seed in 0..20 {
        let mut played = dealt(seed);
        let seat = Seat(0);
        let mut rng = stream(seed, "private tests", 201);
        // Every card that is not in hand could have been told for the one that is played.
        let hand = played.world.hand(seat).expect("the world knows it");
        let lie = heist_engine::caper_cards::Kind::ALL
            .into_iter()
            .find(|kind| hand.count(*kind) == 0);
        let Some(lie) = lie else { continue };
        let told = played.steps[0].clone();
        if played.steps[1..4].contains(&told) {
            continue;
        }
        played
            .enter(Viewer::Seat(seat), &format!("1: deal {lie}"))
            .expect("it may have been");
        assert_ne!(played.view(seat).key, key(&played.world.information_state(seat)));
        // The seat plays the card that it did not tell.
        let mut legal = Vec::new();
        played.world.legal_actions(&mut legal);
        let kind = told.trim_start_matches("deal ");
        let action = legal
            .into_iter()
            .find(|action| action.kind().name() == kind)
            .expect("it is in hand");
        played.world.apply(action);
        played.public.apply(action);
        played.steps.push(action.to_string());
        let refused = played.table.enter(Viewer::Seat(seat), &action.to_string()).err();
        assert!(refused.is_some(), "the seat does not hold it as far as it told");
        played
            .enter(Viewer::Public, &action.to_string())
            .expect("it is possible for everybody");
        while !played.is_waiting() {
            played.step(Viewer::Public, &mut rng);
        }
        let view = played.view(seat);
        assert_eq!(view.waits, Waits::Secret { step: 9 });
        assert!(
            !view.can_hint && view.explanation.contains("step") && view.key == key(&played.public),
            "{view:?}"
        );
        let fix = format!("1: {told}");
        let fixes: Vec<&str> = view.choices.iter().map(|choice| choice.notation.as_str()).collect();
        assert!(fixes.contains(&fix.as_str()), "{fix} of {fixes:?}");
        assert!(played.enter(Viewer::Seat(seat), "thief").is_err());
        played.enter(Viewer::Seat(seat), &fix).expect("it was offered");
        played.tell(seat);
        assert_eq!(played.view(seat).key, key(&played.world.information_state(seat)));
        found += 1;
    }
    assert!(found > 3, "{found}");
    let played = dealt(3);
    for (text, expected) in [
        ("99: deal thief", "step 99"),
        ("6: deal thief", "step 6"),
        ("1: reveal coin", "deal"),
        ("0: deal thief", "step 0"),
    ] {
        let error = played
            .table
            .enter(Viewer::Seat(Seat(0)), text)
            .err()
            .expect("it cannot be");
        assert!(error.message.contains(expected), "{error}");
    }
}

#[test]
fn a_seat_corrects_its_own_hand_as_a_position() {
    let played = dealt(5);
    let seat = Seat(1);
    let viewer = Viewer::Seat(seat);
    let mut position: Value = serde_json::from_str(&played.table.position(viewer)).expect("JSON");
    position["hands"][1] = json!(["thief", "thief", "fixer", "insider"]);
    let change = played
        .table
        .correct(viewer, &position.to_string(), false)
        .expect("it may be");
    let Kept::Secret { seat: kept, secret } = &change.kept else {
        panic!("nobody else learns of it: {:?}", change.kept)
    };
    assert_eq!((*kept, secret.step), (seat, played.steps.len()));
    let now: Value = serde_json::from_str(&change.table.position(viewer)).expect("JSON");
    assert_eq!(now["hands"][1], json!(["fixer", "thief", "thief", "insider"]));
    for other in [Viewer::Public, Viewer::Seat(Seat(0))] {
        assert_eq!(bytes(&change.table, other), bytes(&played.table, other));
    }
    // What was drawn before no longer counts.
    let message = change
        .table
        .enter(viewer, "5: deal thief")
        .err()
        .expect("it would change nothing")
        .message;
    assert!(message.contains("whole hand"), "{message}");
    // The position alone says everything: no draw need be told.
    let mut secrets = vec![Vec::new(), vec![secret.clone()]];
    assert_eq!(
        played.with_secrets(&secrets).view(viewer).key,
        change.table.view(viewer).key
    );
    // Of another moment it does not count, and no other seat's hand is kept.
    secrets[1][0].step = 3;
    assert!(matches!(
        played.with_secrets(&secrets).view(viewer).waits,
        Waits::Secret { .. }
    ));
    let whole = serde_json::to_string(&played.world).expect("states are JSON");
    let change = played
        .table
        .correct(Viewer::Seat(seat), &whole, false)
        .expect("it is the truth");
    let Kept::Secret { secret, .. } = &change.kept else {
        panic!("it is the seat's own")
    };
    let told: Value = serde_json::from_str(&secret.outcome).expect("JSON");
    assert!(told["hands"][0].is_number() && told.get("deck").is_none(), "{told}");
    // What lies open is not the seat's alone.
    let error = played
        .table
        .correct(Viewer::Public, &whole, false)
        .err()
        .expect("nothing open is corrected");
    assert!(error.message.contains("what it was"), "{error}");
}

#[test]
fn after_a_correction_every_seat_is_asked_for_its_hand() {
    let mut rng = stream(9, "private tests", 300);
    let mut played = dealt(9);
    while played.entries.len() < 3 {
        played.step(Viewer::Public, &mut rng);
    }
    while !played.is_waiting() {
        played.step(Viewer::Public, &mut rng);
    }
    played.seats().for_each(|seat| played.tell(seat));
    let position = played.table.position(Viewer::Seat(Seat(0)));
    // Somebody finds that the Risk lies with the other side up, and sends his own view of things.
    let mut corrected: Value = serde_json::from_str(&position).expect("JSON");
    corrected["risk"] = json!(12);
    let change = played
        .table
        .correct(Viewer::Seat(Seat(0)), &corrected.to_string(), false)
        .expect("it may be");
    let Kept::Entries { entries, steps, .. } = &change.kept else {
        panic!("everybody learns of it: {:?}", change.kept)
    };
    let [Entry::Position { text, .. }] = &entries[..] else {
        panic!("it is a position: {entries:?}")
    };
    assert_eq!(*steps, played.steps.len());
    let kept: Value = serde_json::from_str(text).expect("JSON");
    assert!(
        kept["hands"].as_array().expect("a list").iter().all(Value::is_number),
        "no hand is in it: {kept}"
    );
    played.keep(change.kept.clone());
    played.table = change.table;
    for seat in played.seats() {
        let view = played.view(seat);
        assert_eq!(view.waits, Waits::Secret { step: *steps });
        assert!(!view.can_hint && view.explanation.contains("corrected"), "{view:?}");
        assert_eq!(
            view.choices.len(),
            1,
            "nothing else can be but that the hand is what it was: {view:?}"
        );
        played
            .enter(Viewer::Seat(seat), &view.choices[0].notation.clone())
            .expect("it was offered");
        let position: Value = serde_json::from_str(&played.table.position(Viewer::Seat(seat))).expect("JSON");
        assert_eq!(position["risk"], 12);
        let hand: Vec<String> = position["hands"][seat.index()]
            .as_array()
            .expect("its own hand is known")
            .iter()
            .map(|card| card.as_str().expect("a name").to_owned())
            .collect();
        let truth = played.world.hand(seat).expect("the world knows it");
        assert_eq!(hand, truth.cards().map(|kind| kind.to_string()).collect::<Vec<_>>());
        assert!(!matches!(played.view(seat).waits, Waits::Secret { .. }));
    }
    let record = played.table.record();
    let (setup, entries) = read_record(game(), &record).expect("it was written");
    let again = Table::new(game(), &setup, &entries, entries.len(), &played.secrets).expect("it was kept");
    for viewer in played.seats().map(Viewer::Seat).chain([Viewer::Public]) {
        assert_eq!(bytes(&again, viewer), bytes(&played.table, viewer));
    }
    // A file that says more than everybody may know is read without that.
    let whole = serde_json::to_string(&played.world).expect("states are JSON");
    let lines: Vec<&str> = record.lines().collect();
    let last = json!({"position": {"text": whole, "overridden": false}}).to_string();
    let told = [&lines[..lines.len() - 1], &[last.as_str()]].concat().join("\n");
    let (_, entries) = read_record(game(), &told).expect("it is a position");
    let Some(Entry::Position { text, .. }) = entries.last() else {
        panic!("the last entry is a position")
    };
    let kept: Value = serde_json::from_str(text).expect("JSON");
    assert!(
        kept["hands"].as_array().expect("a list").iter().all(Value::is_number),
        "{kept}"
    );
    assert!(kept.get("deck").is_none() && kept.get("pile").is_none(), "{kept}");
    // Undone, the draws that were told count again.
    let undone = played.table.go_to(played.entries.len() - 1).expect("it is there").table;
    for seat in played.seats() {
        assert_eq!(
            undone.view(Viewer::Seat(seat)).key,
            key(&played.world.information_state(seat))
        );
    }
}

#[test]
fn secrets_go_with_the_line_that_is_left() {
    let mut rng = stream(4, "private tests", 400);
    let mut played = Played::begin(2, &mut rng);
    while played.world.heists_won() == 0 && played.world.node() != Node::Terminal {
        played.step(Viewer::Public, &mut rng);
        if played.is_waiting() {
            played.seats().for_each(|seat| played.tell(seat));
        }
    }
    let undone = played.table.go_to(1).expect("it is there").table;
    let redone = undone.go_to(played.entries.len()).expect("it is there").table;
    for viewer in played.seats().map(Viewer::Seat) {
        assert_eq!(bytes(&redone, viewer), bytes(&played.table, viewer), "kept for redo");
    }
    let choices = undone.view(Viewer::Public).choices;
    let other = |choice: &&Choice| played.entries[1] != Entry::Step(choice.notation.clone());
    let other = choices.iter().find(other).expect("there is another step");
    let change = undone.enter(Viewer::Public, &other.notation).expect("it was offered");
    played.keep(change.kept.clone());
    let kept = played.with_secrets(&played.secrets);
    for viewer in played.seats().map(Viewer::Seat).chain([Viewer::Public]) {
        assert_eq!(bytes(&change.table, viewer), bytes(&kept, viewer));
    }
    // Back in that line, every seat knows its cards again.
    let line = change.table.view(Viewer::Public).branches[0].line;
    let restored = change.table.return_to(line).expect("there is such a line").table;
    for viewer in played.seats().map(Viewer::Seat).chain([Viewer::Public]) {
        let (now, then) = (restored.view(viewer), played.table.view(viewer));
        assert_eq!((now.key, now.log, now.waits), (then.key, then.log, then.waits));
        assert_eq!(restored.position(viewer), played.table.position(viewer));
    }
}

/// What was told about steps that are entered again goes along, as long as they are the same steps.
#[test]
fn secrets_go_with_entries_that_are_entered_again() {
    let mut tried = 0;
    for seed in 0..12 {
        let mut rng = stream(seed, "private tests", 500);
        let mut played = Played::begin(2, &mut rng);
        while played.entries.len() < 12 && played.world.node() != Node::Terminal {
            played.step(Viewer::Public, &mut rng);
            if played.is_waiting() {
                played.seats().for_each(|seat| played.tell(seat));
            }
        }
        // Only the last decision is another: what was told before it stands, and nobody is asked again.
        let at = played.entries.len() - 1;
        let before = played.table.go_to(at).expect("it is there").table;
        let choices = before.view(Viewer::Public).choices;
        let other = |choice: &&Choice| played.entries[at] != Entry::Step(choice.notation.clone());
        let Some(other) = choices.iter().find(other) else {
            continue;
        };
        tried += 1;
        let changed = played
            .table
            .change(at + 1, &other.notation)
            .expect("it is possible")
            .table;
        let by_hand = before
            .enter(Viewer::Public, &other.notation)
            .expect("it is possible")
            .table;
        for viewer in played.seats().map(Viewer::Seat).chain([Viewer::Public]) {
            assert_eq!(bytes(&changed, viewer), bytes(&by_hand, viewer));
        }
        // The whole line once more after its first entry: every seat knows what it knew.
        let empty = played.table.go_to(0).expect("it is there").table;
        let first = empty.view(Viewer::Public).choices;
        let other = |choice: &&Choice| played.entries[0] != Entry::Step(choice.notation.clone());
        let Some(other) = first.iter().find(other) else {
            continue;
        };
        let elsewhere = empty
            .enter(Viewer::Public, &other.notation)
            .expect("it is possible")
            .table;
        let again = elsewhere
            .go_to(0)
            .expect("it is there")
            .table
            .replay(1, 1)
            .expect("it was possible");
        for viewer in played.seats().map(Viewer::Seat) {
            let (now, then) = (again.table.view(viewer), played.table.view(viewer));
            assert_eq!((now.key, now.log, now.waits), (then.key, then.log, then.waits));
        }
    }
    assert!(tried > 6, "{tried}");
}

#[test]
fn a_seat_looks_ahead_with_its_own_cards() {
    let played = dealt(6);
    let view = played.view(Seat(0));
    let step = view.choices[0].notation.clone();
    let ahead = played
        .table
        .what_if(Viewer::Seat(Seat(0)), &[step])
        .expect("it was offered");
    let position: Value = serde_json::from_str(&ahead.position(Viewer::Seat(Seat(0)))).expect("JSON");
    assert_eq!(position["hands"][0].as_array().map(Vec::len), Some(3));
    assert!(position["hands"][1].is_number());
    assert!(played.table.what_if(Viewer::Seat(Seat(7)), &[]).is_err());
    let untold = Played::begin(2, &mut stream(6, "private tests", 500));
    assert!(
        untold
            .table
            .what_if(Viewer::Seat(Seat(0)), &["thief".to_owned()])
            .is_err()
    );
}

#[test]
fn a_seat_looks_back_on_its_own_decisions() {
    let mut rng = stream(12, "private tests", 800);
    let mut played = dealt(12);
    while played.world.heists_won() == 0 && played.world.node() != Node::Terminal {
        played.step(Viewer::Public, &mut rng);
    }
    while !played.is_waiting() {
        played.step(Viewer::Public, &mut rng);
    }
    played.seats().for_each(|seat| played.tell(seat));
    let log = played.table.view(Viewer::Public).log;
    let decisions = log.iter().filter(|line| line.seat.is_some()).count();
    let own_decisions = log.iter().filter(|line| line.seat == Some(Seat(1))).count();
    let look_back = |viewer| {
        let past = played
            .table
            .hindsight(viewer)
            .look_back(&AtomicBool::new(false), &mut |_| {});
        past.expect("nobody stops it")
    };
    let public = look_back(Viewer::Public);
    assert_eq!(public.left_out, decisions, "nobody can judge them without the hands");
    assert!(public.costly.is_empty());
    let own = look_back(Viewer::Seat(Seat(1)));
    assert!(own_decisions > 0);
    assert_eq!(own.left_out, decisions - own_decisions);
    assert!(own.costly.iter().all(|costly| costly.seat == 2));
    // A seat that told nothing looks back on what everybody saw.
    let mut told = played.secrets.clone();
    told[1].clear();
    let untold = played.with_secrets(&told).hindsight(Viewer::Seat(Seat(1)));
    assert_eq!(untold.look_back(&AtomicBool::new(false), &mut |_| {}), Some(public));
}

#[test]
fn garbage_from_a_seat_is_an_error_and_never_a_panic() {
    let mut rng = stream(8, "private tests", 600);
    let texts = [
        "",
        "?",
        "deal ?",
        "deal",
        "draw thief",
        "1: ",
        ": deal thief",
        "{",
        "{}",
        "[]",
        "{\"seats\":2}",
        "é",
    ];
    let untold = Played::begin(3, &mut rng);
    for played in [untold, dealt(8)] {
        for seat in [Seat(0), Seat(1), Seat(9), Seat(255)] {
            let viewer = Viewer::Seat(seat);
            for text in texts {
                assert!(played.table.enter(viewer, text).is_err(), "{text}");
                assert!(played.table.correct(viewer, text, true).is_err(), "{text}");
                let secrets = vec![vec![Secret {
                    step: 1,
                    outcome: text.to_owned(),
                }]];
                bytes(&played.with_secrets(&secrets), viewer);
            }
            bytes(&played.table, viewer);
        }
        let position = played.table.position(Viewer::Seat(Seat(0)));
        for _ in 0..300 {
            let mut mangled = position.clone().into_bytes();
            let place = below(&mut rng, mangled.len() as u32) as usize;
            mangled[place] = 32 + below(&mut rng, 95) as u8;
            let text = String::from_utf8_lossy(&mangled).into_owned();
            if let Ok(change) = played.table.correct(Viewer::Seat(Seat(0)), &text, true) {
                bytes(&change.table, Viewer::Seat(Seat(0)));
                bytes(&change.table, Viewer::Public);
            }
        }
    }
}

#[test]
fn one_player_alone_has_no_secrets() {
    let mut rng = stream(2, "private tests", 700);
    let played = Played::begin(1, &mut rng);
    let view = played.table.view(Viewer::Public);
    assert!(!view.is_private);
    assert_eq!(view.waits, Waits::Chance);
    assert!(
        view.choices
            .iter()
            .all(|choice| choice.notation.parse::<Outcome>().is_ok())
    );
    assert_eq!(
        bytes(&played.table, Viewer::Seat(Seat(0))),
        bytes(&played.table, Viewer::Public)
    );
}
