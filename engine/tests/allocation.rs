//! The hot path allocates nothing: counted by an allocator around the system's.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use heist_engine::any::infos;
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::casino_capers::CasinoCapers;
use heist_engine::game::{Game, Node};
use heist_engine::random::{Generator, choose, stream};
use serde_json::{Value, json};

use crate::common::games::{each_game, install, with_game};
use crate::common::setups;

/// Counts this thread's allocations and what it holds of them.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
    /// Bytes that this thread holds. What one thread allocates and another frees counts with both.
    static HELD: Cell<i64> = const { Cell::new(0) };
}

/// A thread that is ending has no counters any more, and nothing to count.
fn count_bytes(bytes: i64) {
    let _ = HELD.try_with(|held| held.set(held.get() + bytes));
}

// SAFETY: every call is passed on to the system's allocator unchanged.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        count_bytes(layout.size() as i64);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count_bytes(-(layout.size() as i64));
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Plays a game at random to its end.
fn play<G: Game>(state: &mut G, rng: &mut Generator, legal: &mut Vec<G::Action>) {
    loop {
        match state.node() {
            Node::Terminal => break,
            Node::Chance => {
                let outcome = state.sample(rng);
                state.resolve(outcome);
            }
            Node::Decision(_) => {
                state.legal_actions(legal);
                let action = choose(rng, legal);
                state.apply(action);
            }
        }
    }
}

/// Plays games of all kinds at random and gives the allocations of the steps.
fn allocations_of<G: Game>() -> u64 {
    const PLAYED: u64 = 2000;
    let mut rng = stream(3, "allocation", 0);
    let mut legal = Vec::with_capacity(512);
    let mut counted = 0;
    for seed in 0..PLAYED {
        let mut state = G::new(&setups::drawn::<G>(seed)).expect("a playable setup");
        let before = ALLOCATIONS.get();
        play(&mut state, &mut rng, &mut legal);
        counted += ALLOCATIONS.get() - before;
    }
    counted
}

/// The first games warm up: debug builds keep a list to check legality with, and each thread keeps routes in a table
/// that it makes once.
#[test]
fn playing_allocates_nothing() {
    install();
    for game in infos() {
        let play = with_game!(game.id, G => allocations_of::<G>, else name => panic!("no game {name}"));
        play();
        assert_eq!(play(), 0, "allocations of {}", game.id);
    }
}

/// Bytes that stay behind when random games of a setup have been played, each with walls that were never there before.
fn left_behind<G: Game>(setup: &Value) -> i64 {
    const PLAYED: u64 = 20_000;
    let mut rng = stream(4, "allocation", 0);
    let mut legal = Vec::with_capacity(512);
    let mut play_one = |seed: u64| {
        let mut setup = setup.clone();
        setup["seed"] = seed.into();
        let setup: G::Setup = serde_json::from_value(setup).expect("a setup");
        play(&mut G::new(&setup).expect("a playable setup"), &mut rng, &mut legal);
    };
    (0..200).for_each(&mut play_one);
    let before = HELD.get();
    (200..PLAYED).for_each(play_one);
    HELD.get() - before
}

/// S-WALL-5: drawn walls are others in every game, and nothing is kept of those of games that are over.
#[test]
fn games_with_drawn_walls_leave_nothing_behind() {
    let fort_knox = json!({"scenario": "fort-knox", "seats": 2, "walls": "random"});
    let casino = json!({"seats": 2, "walls": "random"});
    // Lists that are kept may have grown a little.
    for (game, left) in [
        ("Burgle Bros.", left_behind::<BurgleBros>(&fort_knox)),
        ("Casino Capers", left_behind::<CasinoCapers>(&casino)),
    ] {
        assert!(left < 64 << 10, "{game}: {left} bytes");
    }
}

#[test]
fn the_counters_count() {
    let (before, held) = (ALLOCATIONS.get(), HELD.get());
    let list = vec![1u8; 100];
    assert_eq!(HELD.get() - held, 100);
    drop(list);
    assert!(ALLOCATIONS.get() > before);
    assert_eq!(HELD.get(), held);
}

/// States are copied millions of times a second, so every game's fits ten cache lines and has no heap.
fn assert_small_and_plain<G: Game + Copy>() {
    assert!(size_of::<G>() <= 640, "{}: {} bytes", G::ID, size_of::<G>());
}

#[test]
fn states_are_small_and_plain() {
    macro_rules! check {
        ([$($game:path,)*]) => {
            $(assert_small_and_plain::<$game>();)*
        };
    }
    each_game!([check]);
}
