//! The list of games.
//!
//! A game is one line here, and a crate of its own or, as long as it has none, a module of `heist-engine`. A program
//! makes the list known when it begins: [`install`].

use heist_engine::any::{self, AnyGame, of};

#[doc(hidden)]
pub use heist_engine as engine;
#[cfg(feature = "example-game")]
#[doc(hidden)]
pub use heist_example_game as example_game;

/// Every game, in the order in which programs show them.
pub fn games() -> Vec<&'static dyn AnyGame> {
    vec![
        of::<heist_engine::burgle_bros::BurgleBros>(),
        of::<heist_engine::caper_cards::CaperCards>(),
        of::<heist_engine::casino_capers::CasinoCapers>(),
        of::<heist_engine::masters::MastersOfTheHeist>(),
        #[cfg(feature = "example-game")]
        of::<heist_example_game::ExampleGame>(),
    ]
}

/// Lets the whole program find the games ([`any::find`]); once is enough.
pub fn install() {
    any::list(&games());
}

/// Calls a macro with the types of all games, for tests that are generic in the game: `each_game!([callback] rest)`
/// calls `callback! { [types] rest }`.
#[cfg(feature = "example-game")]
#[macro_export]
macro_rules! each_game {
    ([$($callback:tt)+] $($rest:tt)*) => {
        $($callback)+! {
            [
                $crate::engine::burgle_bros::BurgleBros,
                $crate::engine::caper_cards::CaperCards,
                $crate::engine::casino_capers::CasinoCapers,
                $crate::engine::masters::MastersOfTheHeist,
                $crate::example_game::ExampleGame,
            ]
            $($rest)*
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found_by_their_names() {
        install();
        assert!(games().len() >= 4);
        for (place, game) in games().into_iter().enumerate() {
            let id = game.info().id;
            assert_eq!(any::find(id).map(|found| found.info().name), Some(game.info().name));
            let twice = games().iter().take(place).any(|other| other.info().id == id);
            assert!(!twice, "{id} is listed twice");
        }
    }
}
