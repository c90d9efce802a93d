//! Every game, one line each.
//!
//! [`each_game!`](crate::each_game) holds the list; everything else is made from it. A crate that works with any game
//! dispatches with [`with_game!`](crate::with_game), so that its own bounds on the game are checked where it calls.

use crate::board::Blueprint;
use crate::describe::{Figure, SetupField};
use crate::game::{Game, Windows};

/// The list of games: `each_game!([callback] rest)` calls `callback! { [types] rest }`.
///
/// A new game is one more line here.
#[macro_export]
macro_rules! each_game {
    ([$($callback:tt)+] $($rest:tt)*) => {
        $($callback)+! {
            [
                $crate::burgle_bros::BurgleBros,
                $crate::caper_cards::CaperCards,
                $crate::casino_capers::CasinoCapers,
                $crate::masters::MastersOfTheHeist,
            ]
            $($rest)*
        }
    };
}

/// Runs code for the game of a name: `with_game!(id, G => body, else unknown => otherwise)`.
///
/// `id` is a `&str`. In `body` the type `G` is the game; in `otherwise`, which is for names of no game, `unknown` is
/// the name. The body is compiled once per game, so it may call anything that is generic over games, and all bodies
/// have one type.
///
/// ```ignore
/// let seats = with_game!(id, G => G::new(&serde_json::from_str(text)?)?.seats(), else name => return unknown(name));
/// ```
#[macro_export]
macro_rules! with_game {
    ($id:expr, $game:ident => $body:expr, else $unknown:ident => $otherwise:expr $(,)?) => {
        $crate::each_game!([$crate::__match_game] $id, $game => $body, else $unknown => $otherwise)
    };
}

/// The match that [`with_game!`](crate::with_game) expands to.
#[doc(hidden)]
#[macro_export]
macro_rules! __match_game {
    ([$($type:path,)*] $id:expr, $game:ident => $body:expr, else $unknown:ident => $otherwise:expr) => {
        match $id {
            $(<$type as $crate::Game>::ID => {
                #[allow(dead_code)]
                type $game = $type;
                $body
            })*
            $unknown => $otherwise,
        }
    };
}

/// What there is to know of a game without playing it.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// [`Game::ID`].
    pub id: &'static str,
    /// [`Game::NAME`].
    pub name: &'static str,
    /// [`Game::FORMAT`].
    pub format: u32,
    /// [`Game::ENDINGS`].
    pub endings: &'static [&'static str],
    /// [`Game::FIGURES`].
    pub figures: &'static [Figure],
    /// [`Game::SETUP`].
    pub setup: &'static [SetupField],
    /// [`Game::BLUEPRINTS`].
    pub blueprints: &'static [Blueprint],
    /// [`Game::SCENARIOS`].
    pub scenarios: &'static [&'static str],
    /// [`Game::PURPOSES`].
    pub purposes: &'static [&'static str],
    /// [`Game::WINDOWS`].
    pub windows: &'static [Windows],
    /// [`Game::STAKE`].
    pub stake: &'static str,
    /// [`Game::MAX_OUTCOMES`].
    pub max_outcomes: usize,
}

impl GameInfo {
    /// The facts of a game.
    pub const fn of<G: Game>() -> GameInfo {
        GameInfo {
            id: G::ID,
            name: G::NAME,
            format: G::FORMAT,
            endings: G::ENDINGS,
            figures: G::FIGURES,
            setup: G::SETUP,
            blueprints: G::BLUEPRINTS,
            scenarios: G::SCENARIOS,
            purposes: G::PURPOSES,
            windows: G::WINDOWS,
            stake: G::STAKE,
            max_outcomes: G::MAX_OUTCOMES,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::any::{find, infos};
    use crate::game::Game;

    #[test]
    fn names_are_distinct_and_fit_for_files() {
        for (place, game) in infos().enumerate() {
            assert!(
                !infos().take(place).any(|other| other.id == game.id),
                "{} is listed twice",
                game.id
            );
            let fit = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
            assert!(!game.id.is_empty() && game.id.bytes().all(fit), "{}", game.id);
            assert!(!game.name.is_empty());
        }
    }

    #[test]
    fn every_listed_game_is_found_by_its_name() {
        for game in infos() {
            assert_eq!(with_game!(game.id, G => G::NAME, else name => name), game.name);
            assert_eq!(find(game.id).map(|found| found.info().name), Some(game.name));
        }
        assert_eq!(with_game!("chess", G => G::NAME, else name => name), "chess");
        assert!(find("chess").is_none());
    }
}
