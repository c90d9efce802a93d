//! The hot path allocates nothing: counted by an allocator around the system's.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use heist_engine::game::{Game, Node};
use heist_engine::random::{choose, stream};
use heist_engine::registry::GAMES;
use heist_engine::{each_game, with_game};

use crate::common::setups;

/// Counts this thread's allocations.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

// SAFETY: every call is passed on to the system's allocator unchanged.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // A thread that is ending has no counter any more, and nothing to count.
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Plays games of all kinds at random and gives the allocations of the steps.
fn allocations_of<G: Game>() -> u64 {
    const PLAYED: u64 = 2000;
    let mut rng = stream(3, "allocation", 0);
    let mut legal = Vec::with_capacity(512);
    let mut counted = 0;
    for seed in 0..PLAYED {
        let mut state = G::new(&setups::drawn::<G>(seed)).expect("a playable setup");
        let before = ALLOCATIONS.get();
        loop {
            match state.node() {
                Node::Terminal => break,
                Node::Chance => {
                    let outcome = state.sample(&mut rng);
                    state.resolve(outcome);
                }
                Node::Decision(_) => {
                    state.legal_actions(&mut legal);
                    let action = choose(&mut rng, &legal);
                    state.apply(action);
                }
            }
        }
        counted += ALLOCATIONS.get() - before;
    }
    counted
}

/// The first games warm up: debug builds keep a list to check legality with, and Dynamite of Burgle Bros. may open a
/// wall layout for the first time: the second of a game, or the first behind random walls.
#[test]
fn playing_allocates_nothing() {
    for game in GAMES {
        let play = with_game!(game.id, G => allocations_of::<G>, else name => panic!("no game {name}"));
        play();
        assert_eq!(play(), 0, "allocations of {}", game.id);
    }
}

#[test]
fn the_counter_counts() {
    let before = ALLOCATIONS.get();
    drop(vec![1u8; 100]);
    assert!(ALLOCATIONS.get() > before);
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
