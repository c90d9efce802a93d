//! The hot path allocates nothing: counted by an allocator around the system's.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use heist_engine::burgle_bros::{BurgleBros, Setup, Sides};
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
fn allocations_of(games: u64, seats: u8) -> u64 {
    let mut setup = Setup::bank_job(seats, 0);
    setup.sides = Sides::Both;
    let mut rng = stream(3, "allocation", u64::from(seats));
    let mut legal = Vec::with_capacity(512);
    let mut counted = 0;
    for game in 0..games {
        setup.seed = Some(game);
        let mut state = BurgleBros::new(&setup).expect("a playable setup");
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

#[test]
fn playing_allocates_nothing() {
    for seats in 1..=4 {
        // The first games warm up: debug builds keep a list to check legality with, and a second Dynamite may open a
        // wall layout for the first time.
        allocations_of(500, seats);
        assert_eq!(allocations_of(500, seats), 0, "allocations with {seats} seats");
    }
}

#[test]
fn the_counter_counts() {
    let before = ALLOCATIONS.get();
    drop(vec![1u8; 100]);
    assert!(ALLOCATIONS.get() > before);
}

#[test]
fn the_state_is_small() {
    assert!(size_of::<BurgleBros>() <= 512, "{} bytes", size_of::<BurgleBros>());
    fn plain<T: Copy>() {}
    plain::<BurgleBros>();
}
