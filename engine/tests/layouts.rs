//! Games with walls of their own, many at once and on many threads: none of them notices the others.

use std::thread;

use heist_engine::burgle_bros::BurgleBros;
use heist_engine::casino_capers::CasinoCapers;
use heist_engine::game::{Game, Node};
use heist_engine::random::{Generator, choose, stream};
use serde_json::{Value, json};

/// Games side by side. Two floors of 25 squares each have more destinations of guards than a thread keeps routes to.
const GAMES: usize = 240;

/// A game in play with its own generator, and the keys of all positions it has been in, folded into one number.
struct Played<G: Game> {
    state: G,
    rng: Generator,
    trace: u64,
}

impl<G: Game> Played<G> {
    fn new(setup: &Value, seed: usize) -> Played<G> {
        let mut setup = setup.clone();
        setup["seed"] = seed.into();
        let setup: G::Setup = serde_json::from_value(setup).expect("a setup");
        Played {
            state: G::new(&setup).expect("a playable setup"),
            rng: stream(5, "layouts", seed as u64),
            trace: 0,
        }
    }

    /// Plays one step at random; false once the game is over.
    fn step(&mut self, legal: &mut Vec<G::Action>) -> bool {
        match self.state.node() {
            Node::Terminal => return false,
            Node::Chance => {
                let outcome = self.state.sample(&mut self.rng);
                self.state.resolve(outcome);
            }
            Node::Decision(_) => {
                self.state.legal_actions(legal);
                let action = choose(&mut self.rng, legal);
                self.state.apply(action);
            }
        }
        self.trace = self.trace.rotate_left(7) ^ self.state.key();
        true
    }
}

/// The traces of all games, one game after the other.
fn one_by_one<G: Game>(setup: &Value) -> Vec<u64> {
    let mut legal = Vec::new();
    let played = (0..GAMES).map(|seed| {
        let mut game = Played::<G>::new(setup, seed);
        while game.step(&mut legal) {}
        game.trace
    });
    played.collect()
}

/// The same, with one step of each game after the other, from the game `first` on.
fn side_by_side<G: Game>(setup: &Value, first: usize) -> Vec<u64> {
    let mut legal = Vec::new();
    let mut games: Vec<_> = (0..GAMES).map(|seed| Played::<G>::new(setup, seed)).collect();
    loop {
        let steps = (0..GAMES).map(|place| games[(first + place) % GAMES].step(&mut legal));
        if steps.filter(|&is_on| is_on).count() == 0 {
            return games.iter().map(|game| game.trace).collect();
        }
    }
}

fn agree<G: Game>(setup: &Value) {
    let expected = one_by_one::<G>(setup);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..4)
            .map(|thread| scope.spawn(move || side_by_side::<G>(setup, thread * 61)))
            .collect();
        for thread in threads {
            assert_eq!(
                thread.join().expect("a thread that does not panic"),
                expected,
                "{setup}"
            );
        }
    });
}

/// S-WALL-5, G-PATH-4: guards walk by the walls of their own game.
#[test]
fn games_side_by_side_on_many_threads_are_those_played_alone() {
    agree::<BurgleBros>(&json!({"scenario": "fort-knox", "seats": 2, "walls": "random"}));
    agree::<BurgleBros>(&json!({"scenario": "bank-job", "seats": 3, "walls": "random"}));
    agree::<CasinoCapers>(&json!({"seats": 3, "walls": "random"}));
}

/// A game goes on where another thread left it.
#[test]
fn a_game_may_be_handed_from_thread_to_thread() {
    let setup = json!({"seats": 2, "walls": "random"});
    let expected = one_by_one::<CasinoCapers>(&setup);
    for (seed, trace) in expected.iter().enumerate().take(20) {
        let mut game = Played::<CasinoCapers>::new(&setup, seed);
        let mut is_on = true;
        while is_on {
            (game, is_on) = thread::spawn(move || {
                let mut legal = Vec::new();
                let is_on = (0..40).all(|_| game.step(&mut legal));
                (game, is_on)
            })
            .join()
            .expect("a thread that does not panic");
        }
        assert_eq!(game.trace, *trace);
    }
}
