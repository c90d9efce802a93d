//! The hot path allocates nothing: counted by an allocator around the system's.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use heist_engine::burgle_bros::{self, BurgleBros, Scenario, Sides, Walls};
use heist_engine::caper_cards::{self, CaperCards};
use heist_engine::game::{Game, Node};
use heist_engine::random::{choose, stream};

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

/// Plays games at random and gives the allocations of the steps.
fn allocations_of<G: Game>(games: u64, seats: u8, setup: impl Fn(u64) -> G::Setup) -> u64 {
    let mut rng = stream(3, "allocation", u64::from(seats));
    let mut legal = Vec::with_capacity(512);
    let mut counted = 0;
    for game in 0..games {
        let mut state = G::new(&setup(game)).expect("a playable setup");
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

/// Plays with each seat count. The first games warm up: debug builds keep a list to check legality with, and Dynamite of
/// Burgle Bros. may open a wall layout for the first time: the second of a game, or the first behind random walls.
fn check_allocations<G: Game>(setup: impl Fn(u8, u64) -> G::Setup) {
    for seats in 1..=4 {
        allocations_of::<G>(500, seats, |game| setup(seats, game));
        let counted = allocations_of::<G>(500, seats, |game| setup(seats, game));
        assert_eq!(counted, 0, "allocations of {} with {seats} seats", G::ID);
    }
}

#[test]
fn playing_burgle_bros_allocates_nothing() {
    // In turn every scenario, with and without Lost Visual, with the sides of both printings and sometimes random walls.
    check_allocations::<BurgleBros>(|seats, game| burgle_bros::Setup {
        sides: if game % 4 == 3 { Sides::Older } else { Sides::Both },
        lost_visual: game % 2 == 1,
        walls: if game % 10 == 7 { Walls::Random } else { Walls::Standard },
        ..burgle_bros::Setup::new(Scenario::ALL[game as usize % 3], seats, game)
    });
}

#[test]
fn playing_caper_cards_allocates_nothing() {
    check_allocations::<CaperCards>(|seats, game| caper_cards::Setup {
        risk: 11 + (game % 2) as u8,
        ..caper_cards::Setup::new(seats)
    });
}

#[test]
fn the_counter_counts() {
    let before = ALLOCATIONS.get();
    drop(vec![1u8; 100]);
    assert!(ALLOCATIONS.get() > before);
}

#[test]
fn states_are_small_and_plain() {
    fn check<G: Game + Copy>(most: usize) {
        assert!(size_of::<G>() <= most, "{}: {} bytes", G::ID, size_of::<G>());
    }
    check::<BurgleBros>(512);
    check::<CaperCards>(64);
}
