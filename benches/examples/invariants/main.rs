//! Plays many games of Casino Capers and checks at every step what must hold in all of them (docs/invariants.md).
//!
//! `cargo run --release -p heist-benches --example invariants -- [GAMES] [SEED] [FINALES]` plays GAMES games at each number of characters
//! (10,000 by default), of every kind of setup in turn: half by the expert, half by the expert with a fifth of its decisions at random. It
//! goes on, with easy setups and the expert, until each finale was entered FINALES times (1,000 by default). It stops with a panic at the
//! first thing that does not hold, and names the game, the step and the setup; the same seed finds it again.

mod casino_capers;
mod table;

use std::process::ExitCode;
use std::time::Instant;

use heist_agents::heuristics::Heuristics;
use heist_engine::casino_capers::{CasinoCapers, Chips, DeadDrops, Finale, Gear, Scenario, Setup, Tables};
use heist_engine::game::{Game, Node, Overrides, Seat, Windows};
use heist_engine::random::{Generator, below, choose, stream, stream_seed};
use heist_engine::record::{Recorder, Replay};
use heist_testkit::conformance::{Place, check_replay, check_state};
use rayon::prelude::*;

use table::Tally;

/// One decision in so many of a game that is not the expert's alone is random.
const RANDOM: u32 = 5;
/// Every state so many steps apart is also read back from its position, and its view compared.
const POSITIONS: usize = 40;
/// One game in so many goes through every property of recorded games (`check_replay`).
const PROPERTIES: u64 = 40;
/// More games are added in batches.
const BATCH: u64 = 200;
/// Games of one finale are given up after so many.
const MOST: u64 = 100_000;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u64| arguments.next().map_or(Some(default), |text| text.parse().ok());
    let (Some(games), Some(seed), Some(finales)) = (number(10_000), number(1), number(1_000)) else {
        eprintln!("invariants: expected [GAMES] [SEED] [FINALES], three whole numbers");
        return ExitCode::from(2);
    };
    let start = Instant::now();
    let mut tallies = Vec::new();
    for characters in 2..=4 {
        let all = (0..games).into_par_iter();
        let tally = all.map(|game| play(&setup(characters, game, seed), seed, game, game % 2 == 1));
        tallies.push((
            format!("{characters} characters"),
            tally.reduce(Tally::default, Tally::and),
        ));
    }
    for &finale in Finale::ALL {
        let entered = |tallies: &[(String, Tally)]| tallies.iter().map(|(_, tally)| tally.entered(finale)).sum::<u64>();
        let mut more = 0;
        while entered(&tallies) < finales && more < MOST {
            let batch = (more..more + BATCH).into_par_iter();
            let tally = batch.map(|game| play(&easy_setup(finale, game, seed), seed, game, false));
            let tally = tally.reduce(Tally::default, Tally::and);
            match tallies.last_mut() {
                Some((name, further)) if name == FURTHER => *further = std::mem::take(further).and(tally),
                _ => tallies.push((FURTHER.to_owned(), tally)),
            }
            more += BATCH;
        }
        if entered(&tallies) < finales {
            eprintln!("invariants: {finale} was entered only {} times", entered(&tallies));
            return ExitCode::FAILURE;
        }
    }
    table::print(&tallies, start.elapsed());
    ExitCode::SUCCESS
}

/// The row of games that were added for rare finales.
const FURTHER: &str = "further games";

/// A setup of any kind. Finales and suspicion take turns, the rest is drawn.
fn setup(characters: u8, game: u64, seed: u64) -> Setup {
    let mut rng = stream(seed, "invariants/setup", game * 4 + u64::from(characters));
    let scenario = match Finale::ALL.get((game / 2 % 10) as usize) {
        Some(&finale) => Scenario::Known(finale),
        None => Scenario::RandomFinale,
    };
    let seats = 1 + below(&mut rng, characters.into()) as u8;
    let mut setup = Setup {
        character_count: Some(characters),
        suspicion: 1 + (game / 20 % 10) as u8,
        abilities: Some(below(&mut rng, 3) == 0),
        windows: choose(
            &mut rng,
            &[Windows::Full, Windows::Full, Windows::Reduced, Windows::Off],
        ),
        ..Setup::new(scenario, seats, stream_seed(seed, "invariants/deal", game))
    };
    if below(&mut rng, 4) == 0 {
        setup.dead_drops = DeadDrops::Drawn;
    }
    if below(&mut rng, 2) == 0 {
        let is_alternate = |card: &Gear| Tables::card(*card).alternate_of.is_some();
        let alternates = Gear::ALL.iter().copied().filter(is_alternate);
        setup.alternates = alternates.filter(|_| below(&mut rng, 2) == 0).collect();
    }
    if below(&mut rng, 4) == 0 {
        setup.chips = Chips::Uniform;
    }
    if below(&mut rng, 20) == 0 {
        setup.turn_limit = 20 + below(&mut rng, 60) as u16;
    }
    setup
}

/// A setup in which the expert mostly gets as far as a finale.
fn easy_setup(finale: Finale, game: u64, seed: u64) -> Setup {
    Setup {
        character_count: Some(2 + (game % 3) as u8),
        suspicion: 1,
        alternates: vec![],
        ..Setup::new(
            Scenario::Known(finale),
            2,
            stream_seed(seed, "invariants/easy deal", game),
        )
    }
}

/// Plays a game and checks it.
fn play(setup: &Setup, seed: u64, game: u64, is_wild: bool) -> Tally {
    let words = || format!("setup {}", serde_json::to_string(setup).unwrap_or_default());
    let mut rng = stream(seed, "invariants/play", game);
    let mut recorder: Recorder<CasinoCapers> = match Recorder::new(setup) {
        Ok(recorder) => recorder,
        Err(error) => panic!("{error}: {}", words()),
    };
    let mut before: Option<CasinoCapers> = None;
    let mut tally = Tally::default();
    let mut legal = Vec::new();
    loop {
        let state = *recorder.state();
        let place = Place {
            setup: 0,
            seed: game,
            step: recorder.steps().len(),
        };
        check_state(&state, place);
        for (name, invariant) in casino_capers::INVARIANTS {
            if let Err(problem) = invariant(before.as_ref(), &state) {
                panic!("{name}: {problem} ({place}, {})", words());
            }
        }
        if place.step.is_multiple_of(POSITIONS) || state.node() == Node::Terminal {
            check_forms(&state, place);
        }
        tally.note(before.as_ref(), &state);
        let taken = match state.node() {
            Node::Terminal => break,
            Node::Chance => recorder
                .chance(state.sample(&mut rng))
                .map_err(|error| error.to_string()),
            Node::Decision(seat) => {
                state.legal_actions(&mut legal);
                let action = match is_wild && below(&mut rng, RANDOM) == 0 {
                    true => choose(&mut rng, &legal),
                    false => expert(&state, seat, &legal, &mut rng),
                };
                recorder.action(action).map_err(|error| error.to_string())
            }
        };
        if let Err(error) = taken {
            panic!("{error} ({place}, {})", words());
        }
        before = Some(state);
    }
    let (last, replay) = (*recorder.state(), recorder.finish());
    check_record(&replay, &last, &words);
    if game.is_multiple_of(PROPERTIES) {
        check_replay(&replay);
    }
    tally
}

/// The expert's choice. It sees what everybody sees.
fn expert(
    state: &CasinoCapers,
    seat: Seat,
    legal: &[<CasinoCapers as Game>::Action],
    rng: &mut Generator,
) -> <CasinoCapers as Game>::Action {
    match CasinoCapers::HEURISTIC {
        Some(policy) => policy(&state.information_state(seat), seat, legal, rng),
        None => choose(rng, legal),
    }
}

/// info.public: every seat knows the same, and the same is possible in its view. A position gives its state back.
fn check_forms(state: &CasinoCapers, place: Place) {
    let view = state.information_state(Seat(0));
    let others = Seat::all(state.seats()).map(|seat| state.information_state(seat));
    assert!(
        others.into_iter().all(|other| other == view),
        "seats know different things ({place})"
    );
    let (mut legal, mut possible) = (Vec::new(), Vec::new());
    state.legal_actions(&mut legal);
    view.legal_actions(&mut possible);
    assert!(legal == possible, "the view has other legal actions ({place})");
    for form in [*state, view] {
        match CasinoCapers::from_position(form.position(), Overrides::None) {
            Ok(read) => assert!(read == form, "the position gives another state ({place})"),
            Err(error) => panic!("the position is refused: {error} ({place})"),
        }
    }
}

/// A written replay reads back, every key is as written, and it ends in the state that the game ended in.
fn check_record(replay: &Replay<CasinoCapers>, last: &CasinoCapers, words: &dyn Fn() -> String) {
    let mut bytes = Vec::new();
    if let Err(error) = replay.write(&mut bytes) {
        panic!("the replay cannot be written: {error} ({})", words());
    }
    match Replay::<CasinoCapers>::read(&bytes[..]) {
        Ok(read) => assert!(read == *replay, "the replay reads back as another ({})", words()),
        Err(error) => panic!("the replay does not read back: {error} ({})", words()),
    }
    match replay.verify() {
        Ok(end) => assert!(end == *last, "the replay ends elsewhere ({})", words()),
        Err(error) => panic!("the replay does not verify: {error} ({})", words()),
    }
}
