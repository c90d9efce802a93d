//! How large the game is, and what its rooms hold and are called.

use std::fmt::{self, Display};
use std::str::FromStr;

use heist_engine::game::NotationError;

/// EG-SEATS: how many characters there are.
pub(super) const CREW: usize = 2;
/// EG-PLAN: the most rooms.
pub(super) const ROOMS: usize = 8;

/// EG-ROOMS: what is behind a door.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Room {
    /// Nothing.
    Empty,
    /// An alarm (EG-ALARM).
    Alarm,
    /// The vault (EG-CRACK).
    Vault,
}

impl Room {
    /// All contents.
    pub const ALL: [Room; 3] = [Room::Empty, Room::Alarm, Room::Vault];

    /// The name in notation.
    pub const fn name(self) -> &'static str {
        match self {
            Room::Empty => "empty",
            Room::Alarm => "alarm",
            Room::Vault => "vault",
        }
    }
}

impl Display for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Room {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Room, NotationError> {
        let known = Room::ALL.into_iter().find(|room| room.name() == text);
        known.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "what a room holds (empty, alarm, vault)".to_owned(),
        })
    }
}

/// The letter of a room, from A.
pub fn room_name(room: u8) -> char {
    char::from(b'A' + room)
}

/// The room of a letter.
pub(super) fn parse_room(text: &str) -> Option<u8> {
    let &[letter] = text.as_bytes() else { return None };
    let room = letter.checked_sub(b'A')?;
    (usize::from(room) < ROOMS).then_some(room)
}
