//! What lies and stands on a cell.

use heist_engine::board::Cell;
use heist_engine::casino_capers::{CasinoCapers, Chip, ChipView, Kind};
use heist_engine::game::Game;

/// A chip as the state knows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Shown {
    /// Face up.
    Up(Chip),
    /// Face down, but the state knows what it is.
    Known(Chip),
    /// Face down.
    Down,
}

/// Something on a cell beside its tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Thing {
    /// A player, from 0.
    Player(usize),
    /// The bouncer.
    Bouncer,
    /// The bouncer's destination marker.
    Marker,
    /// A chip.
    Chip(Shown),
    /// The car of Rescuing Her Ride.
    Car,
    /// The tiger of Catch a Tiger.
    Tiger,
    /// The football of Hail Mary.
    Football,
    /// Cubes.
    Cubes(u8),
    /// Safe dice.
    Dice(u8),
    /// A crow token.
    Crow,
    /// A crowd token.
    Crowd,
    /// A SWAT token.
    Swat,
    /// A steak.
    Steak,
    /// The tile has held a steak.
    HadSteak,
    /// A crack token.
    Cracked,
    /// The out-of-order token.
    OutOfOrder,
    /// The Surveillance is jammed.
    Jammed,
    /// The monorail token.
    Monorail,
    /// The escalator token.
    Escalator,
    /// An end of a zip line.
    ZipLine,
    /// An entrance token.
    Entrance,
    /// The chip is named to be discarded.
    Named,
}

impl Thing {
    /// Everything on a cell: what belongs to its tile first.
    pub fn on(game: &CasinoCapers, at: Cell) -> Vec<Thing> {
        let mut things = of_tile(game, at);
        let players = (0..game.characters()).filter(|&player| game.player_cell(player) == Some(at));
        things.extend(players.map(Thing::Player));
        let [car, tiger, football] = game.finale_figures();
        let pieces = [
            (Thing::Bouncer, game.bouncer(at.floor()) == Some(at)),
            (Thing::Marker, game.marker(at.floor()) == Some(at)),
            (Thing::Car, car == Some(at)),
            (Thing::Tiger, tiger == Some(at)),
            (Thing::Football, football == Some(at)),
        ];
        things.extend(present(&pieces));
        things.extend(chip(game, at).map(Thing::Chip));
        let tokens = [
            (Thing::Crow, game.has_crow(at)),
            (Thing::Crowd, game.has_crowd(at)),
            (Thing::Swat, game.has_swat(at)),
            (Thing::Steak, game.has_steak(at)),
        ];
        things.extend(present(&tokens));
        let counts = [Thing::Cubes(game.cubes_on(at)), Thing::Dice(dice(game, at))];
        things.extend(counts.into_iter().filter(|thing| thing.count() != Some(0)));
        things
    }

    /// How many there are, of what is counted.
    pub const fn count(self) -> Option<u8> {
        match self {
            Thing::Cubes(count) | Thing::Dice(count) => Some(count),
            _ => None,
        }
    }

    /// Whether it tells something of the tile rather than stands or lies on it.
    pub const fn is_of_tile(self) -> bool {
        matches!(
            self,
            Thing::Cracked
                | Thing::OutOfOrder
                | Thing::Jammed
                | Thing::Monorail
                | Thing::Escalator
                | Thing::ZipLine
                | Thing::Entrance
                | Thing::HadSteak
                | Thing::Named
        )
    }

    /// The name in the picture's data.
    pub const fn name(self) -> &'static str {
        match self {
            Thing::Player(_) => "player",
            Thing::Bouncer => "bouncer",
            Thing::Marker => "marker",
            Thing::Chip(_) => "chip",
            Thing::Car => "car",
            Thing::Tiger => "tiger",
            Thing::Football => "football",
            Thing::Cubes(_) => "cubes",
            Thing::Dice(_) => "dice",
            Thing::Crow => "crow",
            Thing::Crowd => "crowd",
            Thing::Swat => "swat",
            Thing::Steak => "steak",
            Thing::HadSteak => "had-steak",
            Thing::Cracked => "cracked",
            Thing::OutOfOrder => "out-of-order",
            Thing::Jammed => "jammed",
            Thing::Monorail => "monorail",
            Thing::Escalator => "escalator",
            Thing::ZipLine => "zip-line",
            Thing::Entrance => "entrance",
            Thing::Named => "named",
        }
    }

    /// What it is, for legends.
    pub fn meaning(self) -> String {
        let meaning = match self {
            Thing::Player(_) => "player",
            Thing::Bouncer => "bouncer",
            Thing::Marker => "his destination",
            Thing::Chip(Shown::Up(kind)) => return super::names::chip(kind),
            Thing::Chip(Shown::Known(kind)) => return format!("{}, face down", super::names::chip(kind)),
            Thing::Chip(Shown::Down) => "chip, face down",
            Thing::Car => "car",
            Thing::Tiger => "tiger",
            Thing::Football => "football",
            Thing::Cubes(_) => "cubes",
            Thing::Dice(_) => "safe dice",
            Thing::Crow => "crow token",
            Thing::Crowd => "crowd token",
            Thing::Swat => "SWAT",
            Thing::Steak => "steak",
            Thing::HadSteak => "has held a steak",
            Thing::Cracked => "cracked",
            Thing::OutOfOrder => "out of order",
            Thing::Jammed => "jammed",
            Thing::Monorail => "monorail token",
            Thing::Escalator => "escalator token",
            Thing::ZipLine => "zip line",
            Thing::Entrance => "entrance",
            Thing::Named => "chip to discard",
        };
        meaning.to_owned()
    }
}

/// Those that are there.
fn present(things: &[(Thing, bool)]) -> impl Iterator<Item = Thing> {
    things.iter().filter(|(_, is_there)| *is_there).map(|(thing, _)| *thing)
}

fn of_tile(game: &CasinoCapers, at: Cell) -> Vec<Thing> {
    let [monorail, escalator, out_of_order] = game.tokens();
    let signs = [
        (Thing::Cracked, game.has_crack_token(at)),
        (Thing::OutOfOrder, out_of_order == Some(at)),
        (Thing::Jammed, game.jammed_camera() == Some(at)),
        (Thing::Monorail, monorail == Some(at)),
        (Thing::Escalator, escalator == Some(at)),
        (Thing::ZipLine, game.has_zip_line(at)),
        (Thing::Entrance, game.entrance_cells().any(|cell| cell == at)),
        (Thing::HadSteak, game.had_steak(at) && !game.has_steak(at)),
        (Thing::Named, game.is_chip_named(at)),
    ];
    present(&signs).collect()
}

/// The chip on a cell.
pub(super) fn chip(game: &CasinoCapers, at: Cell) -> Option<Shown> {
    Some(match (game.chip_at(at)?, game.hidden_chip(at)) {
        (ChipView::Up(kind), _) => Shown::Up(kind),
        (ChipView::Known(kind), _) | (ChipView::Down, Some(kind)) => Shown::Known(kind),
        (ChipView::Down, None) => Shown::Down,
    })
}

/// Safe dice on a cell.
fn dice(game: &CasinoCapers, at: Cell) -> u8 {
    let [office, safe, _] = game.dice();
    let waiting = game.loose_dice().filter(|&cell| cell == at).count() as u8;
    match game.face_at(at).map(|face| face.kind()) {
        Some(Kind::OwnersOffice) => office,
        Some(Kind::Safe) => safe,
        _ => waiting,
    }
}
