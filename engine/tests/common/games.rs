//! All games: those of the engine, and those that have a crate of their own.

use heist_engine::any::{self, of};

/// Lets the tests find all games by their names.
pub fn install() {
    any::list(&[
        of::<heist_engine::burgle_bros::BurgleBros>(),
        of::<heist_engine::caper_cards::CaperCards>(),
        of::<heist_engine::casino_capers::CasinoCapers>(),
        of::<heist_engine::masters::MastersOfTheHeist>(),
        of::<heist_example_game::ExampleGame>(),
    ]);
}

/// Calls a macro with the types of all games: `each_game!([callback] rest)` calls `callback! { [types] rest }`.
macro_rules! each_game {
    ([$($callback:tt)+] $($rest:tt)*) => {
        $($callback)+! {
            [
                heist_engine::burgle_bros::BurgleBros,
                heist_engine::caper_cards::CaperCards,
                heist_engine::casino_capers::CasinoCapers,
                heist_engine::masters::MastersOfTheHeist,
                heist_example_game::ExampleGame,
            ]
            $($rest)*
        }
    };
}
pub(crate) use each_game;

/// Runs code for the game of a name: `with_game!(id, G => body, else unknown => otherwise)`.
macro_rules! with_game {
    ($id:expr, $game:ident => $body:expr, else $unknown:ident => $otherwise:expr $(,)?) => {{
        match $id {
            <heist_engine::burgle_bros::BurgleBros as heist_engine::Game>::ID => {
                type $game = heist_engine::burgle_bros::BurgleBros;
                $body
            }
            <heist_engine::caper_cards::CaperCards as heist_engine::Game>::ID => {
                type $game = heist_engine::caper_cards::CaperCards;
                $body
            }
            <heist_engine::casino_capers::CasinoCapers as heist_engine::Game>::ID => {
                type $game = heist_engine::casino_capers::CasinoCapers;
                $body
            }
            <heist_engine::masters::MastersOfTheHeist as heist_engine::Game>::ID => {
                type $game = heist_engine::masters::MastersOfTheHeist;
                $body
            }
            <heist_example_game::ExampleGame as heist_engine::Game>::ID => {
                type $game = heist_example_game::ExampleGame;
                $body
            }
            $unknown => $otherwise,
        }
    }};
}
pub(crate) use with_game;
