//! What lies and stands on a cell.

use heist_engine::board::Cell;
use heist_engine::burgle_bros::{BurgleBros, Kind};
use heist_engine::game::{Game, Seat};

/// Something on a cell beside its tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Thing {
    /// A player.
    Player(Seat),
    /// The Guard.
    Guard,
    /// The Guard's die.
    Destination,
    /// An alarm token.
    Alarm,
    /// The Raven's crow.
    Crow,
    /// The Persian Kitty.
    Kitty,
    /// Hack tokens of the room.
    Hack(u8),
    /// Stealth tokens.
    Stealth(u8),
    /// Dice on the Safe.
    Dice(u8),
    /// Tools left on the Safe.
    Tools(u8),
    /// Loot left on the Safe.
    Loot(u8),
    /// The Cracked token of the tile's number.
    Cracked,
    /// The Crowbar: the tile does nothing any more.
    Disabled,
    /// The Keypad is open, the Laboratory's Tool is taken, or the active player has moved into the Motion tile.
    Marked,
    /// A Thermal Bomb has opened a way up.
    WayUp,
    /// A way down: a Thermal Bomb's, or the Stairs of the floor below.
    WayDown,
    /// The Safe is open.
    Open,
}

impl Thing {
    /// Everything on a cell: what belongs to its tile first.
    pub fn on(game: &BurgleBros, at: Cell) -> Vec<Thing> {
        let mut things = of_tile(game, at);
        let (floor, bit) = (at.floor(), at.bit());
        let guard = game.guard(floor);
        things.extend(
            Seat::all(game.seats())
                .filter(|&seat| game.at(seat) == Some(at))
                .map(Thing::Player),
        );
        let pieces = [
            (Thing::Guard, guard.is_some_and(|guard| guard.at == at)),
            (Thing::Destination, guard.is_some_and(|guard| guard.die == Some(at))),
            (Thing::Alarm, game.alarms(floor) & bit != 0),
            (Thing::Crow, game.crow() == Some(at)),
            (Thing::Kitty, game.kitty() == Some(at)),
        ];
        things.extend(pieces.iter().filter(|(_, is_there)| *is_there).map(|(thing, _)| *thing));
        let room = game.face_at(at).and_then(|face| face.kind().room());
        let safe = game.safes().find(|safe| safe.at == at);
        let cards = |set: u16| set.count_ones() as u8;
        let counts = [
            Thing::Hack(room.map_or(0, |room| game.hack_tokens(room))),
            Thing::Stealth(game.tile_tokens(at)),
            Thing::Dice(safe.map_or(0, |safe| safe.dice)),
            Thing::Tools(safe.map_or(0, |safe| cards(safe.tools))),
            Thing::Loot(safe.map_or(0, |safe| cards(safe.loot))),
        ];
        things.extend(counts.iter().filter(|thing| thing.count() != Some(0)));
        things
    }

    /// How many there are, of what is counted.
    pub const fn count(self) -> Option<u8> {
        match self {
            Thing::Hack(count)
            | Thing::Stealth(count)
            | Thing::Dice(count)
            | Thing::Tools(count)
            | Thing::Loot(count) => Some(count),
            _ => None,
        }
    }

    /// Whether it tells something of the tile rather than stands or lies on it.
    pub const fn is_of_tile(self) -> bool {
        matches!(
            self,
            Thing::Cracked | Thing::Disabled | Thing::Marked | Thing::WayUp | Thing::WayDown | Thing::Open
        )
    }
}

fn of_tile(game: &BurgleBros, at: Cell) -> Vec<Thing> {
    let (floor, bit) = (at.floor(), at.bit());
    let face = game.face_at(at);
    let is_stairs = |at: Cell| game.face_at(at).is_some_and(|face| face.kind() == Kind::Stairs);
    let signs = [
        (Thing::Cracked, face.is_some_and(|face| game.is_cracked(face))),
        (Thing::Disabled, face.is_some_and(|face| game.is_disabled(face))),
        (Thing::Marked, face.is_some_and(|face| game.is_marked(face))),
        (Thing::WayUp, game.links(floor) & bit != 0),
        (
            Thing::WayDown,
            floor > 0 && (game.links(floor - 1) & bit != 0 || is_stairs(at.below())),
        ),
        (Thing::Open, game.safes().any(|safe| safe.at == at && safe.open)),
    ];
    signs
        .iter()
        .filter(|(_, is_there)| *is_there)
        .map(|(thing, _)| *thing)
        .collect()
}
