//! The numbers of a game, by how many play (CC3g to CC3j).

/// Seats at most.
pub const SEATS: usize = 4;

/// The numbers of a game, which depend on how many play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Table {
    /// Heists to win, which is also the size of the Reward pile (CC3b).
    pub heists: u8,
    /// Cards of a hand (CC3c).
    pub hand: u8,
    /// Cards of the flip row (CC3d).
    pub flip_row: u8,
    /// Cards a player draws after a success; none with three or four players (CC4c).
    pub draws: u8,
}

const TABLES: [Table; SEATS] = [
    // CC3g: alone.
    Table {
        heists: 5,
        hand: 4,
        flip_row: 10,
        draws: 2,
    },
    // CC3h: two players.
    Table {
        heists: 5,
        hand: 4,
        flip_row: 0,
        draws: 2,
    },
    // CC3i: three players.
    Table {
        heists: 4,
        hand: 5,
        flip_row: 0,
        draws: 0,
    },
    // CC3j: four players.
    Table {
        heists: 4,
        hand: 5,
        flip_row: 0,
        draws: 0,
    },
];

impl Table {
    /// The numbers for a number of players, 1 to 4.
    #[inline]
    pub const fn of(seats: u8) -> Table {
        TABLES[seats as usize - 1]
    }
}
