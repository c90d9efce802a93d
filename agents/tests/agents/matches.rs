use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use heist_agents::arena::{Deal, FAULT, PlayError, PlayOptions, Team, play};
use heist_agents::{Agent, Fault, HeuristicAgent, RandomAgent, Start, Stop, build};
use heist_engine::game::{Fill, Game, Seat, TeamResult};
use heist_engine::random::{self, Generator};
use heist_engine::record::Step;

use crate::vault::{Game1, Guess, HOLE, Luck, Setup};

fn deal(number: u64) -> Deal<Game1> {
    Deal::new(&Setup::open(number), 1, number).unwrap()
}

fn randoms() -> Team<Game1> {
    vec![Box::new(RandomAgent), Box::new(RandomAgent)]
}

/// Always says the same.
#[derive(Clone, Copy)]
pub struct Says(pub Guess);

impl Agent<Game1> for Says {
    fn decide(&mut self, _: &Game1, _: Seat, _: &[Guess], _: &mut Generator) -> Result<Guess, Fault> {
        Ok(self.0)
    }
}

/// What an agent was shown.
type Sighting = (Seat, Game1, Vec<Guess>);

/// Keeps everything it is shown and plays at random.
struct Witness(Arc<Mutex<Vec<Sighting>>>);

impl Agent<Game1> for Witness {
    fn decide(&mut self, view: &Game1, seat: Seat, legal: &[Guess], rng: &mut Generator) -> Result<Guess, Fault> {
        self.0.lock().unwrap().push((seat, view.clone(), legal.to_vec()));
        Ok(random::choose(rng, legal))
    }
}

fn witnessed(deal: &Deal<Game1>) -> Vec<Sighting> {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let mut team: Team<Game1> = vec![Box::new(Witness(seen.clone())), Box::new(Witness(seen.clone()))];
    play(deal, &mut team, PlayOptions::default()).unwrap();
    let seen = seen.lock().unwrap();
    seen.clone()
}

fn recorded(deal: &Deal<Game1>, mut team: Team<Game1>) -> Vec<Step<Game1>> {
    let options = PlayOptions {
        record: true,
        ..PlayOptions::default()
    };
    play(deal, &mut team, options).unwrap().steps
}

#[test]
fn a_deal_is_a_whole_world_from_its_seed() {
    let first = deal(3);
    assert_eq!(first, deal(3));
    assert!(!first.world.hands.contains(&HOLE) && !first.world.deck.contains(&HOLE));
    assert_eq!(first.setup.seed, None);
    assert!(first.setup.first.is_some());
    assert!((4..20).any(|number| deal(number).world != first.world));
    assert_ne!(Deal::<Game1>::setup_seed(1, 3), Deal::<Game1>::setup_seed(1, 4));
    assert_ne!(Deal::<Game1>::setup_seed(1, 3), Deal::<Game1>::setup_seed(2, 3));
    let bad = Setup {
        first: Some(2),
        seed: None,
    };
    assert!(Deal::<Game1>::new(&bad, 1, 0).is_err());
}

#[test]
fn agents_see_information_states_only() {
    for number in 0..50 {
        let deal = deal(number);
        for (seat, view, legal) in witnessed(&deal) {
            assert_eq!(view.hands[1 - seat.index()], HOLE, "the other hand");
            assert_eq!(view.hands[seat.index()], deal.world.hands[seat.index()]);
            let shown = usize::from(view.turn);
            assert_eq!(view.deck[..shown], deal.world.deck[..shown]);
            assert!(view.deck[shown..].iter().all(|&card| card == HOLE), "the deck");
            assert_eq!(view, view.information_state(seat));
            assert_eq!(legal, [Guess::Lower, Guess::Higher]);
        }
    }
}

/// Another world that the first seat to guess cannot tell from this one: its first decision is the same.
#[test]
fn what_a_seat_does_not_know_does_not_move_it() {
    let first_decision = |deal: &Deal<Game1>, team: Team<Game1>| {
        let steps = recorded(deal, team);
        steps.into_iter().find(|step| matches!(step, Step::Action(..)))
    };
    let mut differed = 0;
    for number in 0..50 {
        let deal = deal(number);
        let seat = Seat(deal.world.first);
        let mut other = deal.clone();
        other.world.hands[1 - seat.index()] = HOLE;
        other.world.deck.fill(HOLE);
        other
            .world
            .determinize(Fill::All, &mut random::stream(99, "test", number));
        differed += u32::from(other.world != deal.world);
        assert_eq!(witnessed(&deal)[0], witnessed(&other)[0]);
        let experts = || -> Team<Game1> {
            let expert = HeuristicAgent::<Game1>::new().unwrap();
            vec![Box::new(expert.clone()), Box::new(expert)]
        };
        for team in [randoms, experts] {
            assert_eq!(first_decision(&deal, team()), first_decision(&other, team()));
        }
    }
    assert!(differed > 40);
}

#[test]
fn the_recorded_steps_are_the_game() {
    for number in 0..20 {
        let deal = deal(number);
        let options = PlayOptions {
            record: true,
            ..PlayOptions::default()
        };
        let game = play(&deal, &mut randoms(), options).unwrap();
        let decisions = game
            .steps
            .iter()
            .filter(|step| matches!(step, Step::Action(..)))
            .count();
        assert_eq!(decisions as u64, game.decisions);
        let replay = deal.replay(game.clone(), vec!["random".to_owned()]);
        assert_eq!(replay.verify().unwrap().result(), Some(game.result));
        let plain = play(&deal, &mut randoms(), PlayOptions::default()).unwrap();
        assert_eq!(plain.result, game.result);
        assert!(plain.steps.is_empty());
    }
}

/// Draws on its own stream and says the same.
struct Dreams(Guess);

impl Agent<Game1> for Dreams {
    fn decide(&mut self, _: &Game1, _: Seat, _: &[Guess], rng: &mut Generator) -> Result<Guess, Fault> {
        (0..random::below(rng, 9)).for_each(|_| _ = random::below(rng, 9));
        Ok(self.0)
    }
}

/// Whatever the teams say, the cards are the same, and so is the first, second... roll of the die.
#[test]
fn teams_meet_the_same_cards_and_dice() {
    let luck = |deal: &Deal<Game1>, guess| {
        let steps = recorded(deal, vec![Box::new(Says(guess)), Box::new(Says(guess))]);
        let mut cards = Vec::new();
        let mut dice = Vec::new();
        for step in steps {
            match step {
                Step::Chance(Luck::Card(card)) => cards.push(card),
                Step::Chance(Luck::Die(pips)) => dice.push(pips),
                Step::Chance(Luck::Hidden) | Step::Action(..) => {}
            }
        }
        (cards, dice)
    };
    let mut rolls = 0;
    for number in 0..50 {
        let deal = deal(number);
        let (cards, dice) = luck(&deal, Guess::Lower);
        let (other_cards, other_dice) = luck(&deal, Guess::Higher);
        assert!(cards.iter().zip(&other_cards).all(|(a, b)| a == b));
        assert!(dice.iter().zip(&other_dice).all(|(a, b)| a == b));
        assert_eq!(cards[..2], deal.world.hands, "dealt first");
        assert_eq!(cards[2..], deal.world.deck[..cards.len() - 2]);
        for first in [dice.first(), other_dice.first()].into_iter().flatten() {
            let mut stream = random::stream(deal.seed, "die", deal.number);
            assert_eq!(
                u32::from(*first),
                random::below(&mut stream, 6) + 1,
                "the stream of its name"
            );
        }
        let same = |guess| recorded(&deal, vec![Box::new(Says(guess)), Box::new(Says(guess))]);
        let dreamt = |guess| recorded(&deal, vec![Box::new(Dreams(guess)), Box::new(Dreams(guess))]);
        assert_eq!(
            same(Guess::Lower),
            dreamt(Guess::Lower),
            "agents have streams of their own"
        );
        rolls += dice.len().min(other_dice.len());
    }
    assert!(rolls > 0);
}

#[test]
fn a_game_that_cannot_be_played_says_why() {
    let deal = deal(0);
    let short = PlayOptions {
        decision_limit: 1,
        ..PlayOptions::default()
    };
    let endless = play(&deal, &mut randoms(), short).unwrap_err();
    assert_eq!(endless, PlayError::Endless { decisions: 1 });
    let stop = AtomicBool::new(true);
    let stopped = PlayOptions {
        stop: &[&stop],
        ..PlayOptions::default()
    };
    assert_eq!(play(&deal, &mut randoms(), stopped).unwrap_err(), PlayError::Stopped);
}

#[test]
fn an_illegal_choice_loses_the_game() {
    let deal = deal(0);
    let recorded = PlayOptions {
        record: true,
        ..PlayOptions::default()
    };
    let mut team: Team<Game1> = vec![Box::new(Says(Guess::Pass)), Box::new(Says(Guess::Pass))];
    let game = play(&deal, &mut team, recorded).unwrap();
    assert_eq!((game.result.value, game.result.ending), (0.0, FAULT));
    let fault = game.fault.clone().unwrap();
    assert!(matches!(fault.fault, Fault::Illegal(_)));
    let seat = deal.world.first + 1;
    assert_eq!(
        fault.to_string(),
        format!("seat {seat}: action `pass` is not possible here; expected one of: lower, higher")
    );
    // What was played until then is a game that goes on.
    assert_eq!((game.decisions, game.steps.len()), (0, 2));
    let replay = deal.replay(game, vec!["pass".to_owned()]);
    assert_eq!(replay.result, None);
    assert!(replay.verify().is_ok());
}

/// What an agent was told.
#[derive(Default)]
struct Diary {
    steps: Vec<Step<Game1>>,
    ending: Option<&'static str>,
}

/// Keeps a diary, and gives up in its second decision if it is told to.
struct Writer {
    gives_up: bool,
    decisions: u32,
    start: Option<(Setup, Seat, u64)>,
    diary: Arc<Mutex<Diary>>,
}

impl Writer {
    fn new(gives_up: bool, diary: &Arc<Mutex<Diary>>) -> Box<Writer> {
        Box::new(Writer {
            gives_up,
            decisions: 0,
            start: None,
            diary: Arc::clone(diary),
        })
    }
}

impl Agent<Game1> for Writer {
    fn begin(&mut self, start: &Start<'_, Game1>) -> Result<(), Fault> {
        assert_eq!((start.seats, start.setup.seed), (2, None));
        self.start = Some((start.setup.clone(), start.seat, start.seed));
        Ok(())
    }

    fn watches(&self) -> bool {
        true
    }

    fn observe(&mut self, step: Step<Game1>) {
        self.diary.lock().unwrap().steps.push(step);
    }

    fn decide(&mut self, _: &Game1, seat: Seat, legal: &[Guess], rng: &mut Generator) -> Result<Guess, Fault> {
        let (_, own, seed) = self.start.clone().unwrap();
        assert_eq!(own, seat);
        if self.decisions == 0 {
            assert_eq!(*rng, random::from_seed(seed), "the seed is that of the generator");
        }
        self.decisions += 1;
        if self.gives_up && self.decisions == 2 {
            return Err(Fault::Failed("out of ideas".into()));
        }
        Ok(random::choose(rng, legal))
    }

    fn end(&mut self, result: &TeamResult) {
        self.diary.lock().unwrap().ending = Some(result.ending);
    }
}

#[test]
fn an_agent_is_told_every_step_as_its_seat_sees_it() {
    for number in 0..20 {
        let deal = deal(number);
        let diaries: [Arc<Mutex<Diary>>; 2] = Default::default();
        let mut team: Team<Game1> = vec![Writer::new(false, &diaries[0]), Writer::new(false, &diaries[1])];
        let options = PlayOptions {
            record: true,
            ..PlayOptions::default()
        };
        let game = play(&deal, &mut team, options).unwrap();
        assert_eq!(game.fault, None);
        for (seat, diary) in Seat::all(2).zip(&diaries) {
            let diary = diary.lock().unwrap();
            assert_eq!(diary.ending, Some(game.result.ending));
            let mut world = deal.world.clone();
            let seen = game.steps.iter().map(|step| {
                let seen = step.observed(&world, seat);
                step.play(&mut world);
                seen
            });
            assert_eq!(diary.steps, seen.collect::<Vec<_>>());
            assert!(
                diary.steps.contains(&Step::Chance(Luck::Hidden)),
                "the other hand is dealt in private"
            );
        }
    }
}

#[test]
fn an_agent_that_gives_up_loses_the_game() {
    let diary = Arc::default();
    let deal = deal(1);
    let mut team: Team<Game1> = vec![Writer::new(true, &diary), Writer::new(true, &diary)];
    let game = play(&deal, &mut team, PlayOptions::default()).unwrap();
    assert_eq!((game.result.value, game.result.ending, game.decisions), (0.0, FAULT, 2));
    let seat = deal.world.first + 1;
    assert_eq!(game.fault.unwrap().to_string(), format!("seat {seat}: out of ideas"));
    assert_eq!(diary.lock().unwrap().ending, None, "the game has no end by the rules");
}

/// Sleeps over every decision.
struct Slow;

impl Agent<Game1> for Slow {
    fn decide(&mut self, _: &Game1, _: Seat, legal: &[Guess], _: &mut Generator) -> Result<Guess, Fault> {
        std::thread::sleep(Duration::from_micros(100));
        Ok(legal[0])
    }
}

#[test]
fn slow_decisions_are_all_counted_and_quick_ones_one_in_64() {
    let slow = play(&deal(5), &mut [Box::new(Slow), Box::new(Slow)], PlayOptions::default());
    let slow = slow.unwrap();
    assert_eq!(slow.thinking.decisions, slow.decisions);
    assert!(slow.thinking.mean_us() >= 100.0);
    for number in 60..70 {
        let counted = play(&deal(number), &mut randoms(), PlayOptions::default()).unwrap();
        // A pause of the machine during the first decision makes the game a slow one.
        let every = counted.decisions;
        let due = if number % 64 < every { 64 } else { 0 };
        assert!([due, every].contains(&counted.thinking.decisions), "deal {number}");
    }
}

/// Sets a flag as soon as it is asked, and leaves the decision to another agent.
struct Interrupts(Box<dyn Agent<Game1>>, Arc<AtomicBool>);

impl Agent<Game1> for Interrupts {
    fn decide(&mut self, _: &Game1, _: Seat, _: &[Guess], _: &mut Generator) -> Result<Guess, Fault> {
        unreachable!("the game can be stopped")
    }

    fn decide_until(
        &mut self,
        view: &Game1,
        seat: Seat,
        legal: &[Guess],
        rng: &mut Generator,
        stop: Stop<'_>,
    ) -> Result<Guess, Fault> {
        self.1.store(true, Ordering::Relaxed);
        self.0.decide_until(view, seat, legal, rng, stop)
    }
}

#[test]
fn a_decision_in_progress_is_given_up_with_its_game() {
    // Any of these thinks for hours.
    for spec in [
        "mcts:sims=1000000000,threads=2",
        "pimc:time=80000",
        "puct:time=80000",
        "flat:sims=100000000",
        "flat:sims=100000000,threads=2",
        "expectimax:depth=1000,time=80000",
        "random",
    ] {
        let (stop, never) = (Arc::new(AtomicBool::new(false)), AtomicBool::new(false));
        let agent =
            || -> Box<dyn Agent<Game1>> { Box::new(Interrupts(build(&spec.parse().unwrap()).unwrap(), stop.clone())) };
        let options = PlayOptions {
            stop: &[&never, &stop],
            ..PlayOptions::default()
        };
        let stopped = play(&deal(0), &mut [agent(), agent()], options).unwrap_err();
        assert_eq!(stopped, PlayError::Stopped, "{spec}");
    }
}
