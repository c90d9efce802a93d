//! The casino as one player walks it: which way leads where.

use std::ops::{Index, IndexMut};

use heist_engine::board::{Cell, FloorPlan, SIDE, squares};
use heist_engine::casino_capers::{CasinoCapers, Chip, ChipView, Dir, Face, Kind};
use heist_engine::game::Game;

/// A mask of squares for each floor.
pub(super) type Squares = [u32; 2];

/// The squares of a floor.
pub(super) const GRID: u32 = 0b01111_01111_01111_01111;

/// One entry a cell, by its code.
#[derive(Clone, Copy)]
pub(super) struct ByCell<T>([T; 64]);

impl<T: Copy> ByCell<T> {
    /// The same entry for every cell.
    pub fn of(entry: T) -> ByCell<T> {
        ByCell([entry; 64])
    }
}

impl<T> Index<Cell> for ByCell<T> {
    type Output = T;

    #[inline]
    fn index(&self, cell: Cell) -> &T {
        &self.0[cell.code() as usize & 63]
    }
}

impl<T> IndexMut<Cell> for ByCell<T> {
    #[inline]
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        &mut self.0[cell.code() as usize & 63]
    }
}

/// The cells of a set, floor by floor.
#[inline]
pub(super) fn cells(set: Squares) -> impl Iterator<Item = Cell> {
    let below = squares(set[0]).map(|square| Cell::new(0, square));
    below.chain(squares(set[1]).map(|square| Cell::new(1, square)))
}

/// A cell alone.
#[inline]
pub(super) fn only(cell: Cell) -> Squares {
    let mut set = [0; 2];
    set[cell.floor()] = cell.bit();
    set
}

#[inline]
pub(super) fn has(set: Squares, cell: Cell) -> bool {
    set[cell.floor()] & cell.bit() != 0
}

#[inline]
pub(super) fn or(a: Squares, b: Squares) -> Squares {
    [a[0] | b[0], a[1] | b[1]]
}

#[inline]
pub(super) fn and(a: Squares, b: Squares) -> Squares {
    [a[0] & b[0], a[1] & b[1]]
}

#[inline]
pub(super) fn minus(a: Squares, b: Squares) -> Squares {
    [a[0] & !b[0], a[1] & !b[1]]
}

/// The same cell of the other floor.
#[inline]
pub(super) fn across(cell: Cell) -> Cell {
    Cell::new(1 - cell.floor(), cell.square())
}

/// The distance of cells from which no goal can be reached.
pub(super) const FAR: u8 = 24;

/// What entering a cell that is barred counts, in steps.
const BARRED: usize = 4;

/// What is known of the casino.
pub(super) struct Chart<'a> {
    pub state: &'a CasinoCapers,
    /// The player who walks.
    pub player: usize,
    pub plans: [FloorPlan; 2],
    /// Face-down tiles.
    pub hidden: Squares,
    /// Face-down chips.
    pub closed: Squares,
    /// Active face-up tiles, by kind.
    pub kinds: [Squares; Kind::ALL.len()],
    pub escalators: Squares,
    pub monorails: Squares,
    pub safe: Option<Cell>,
    pub office: Option<Cell>,
    /// Face-up chips, by kind; Prima Donnas that are known count.
    pub chips: [Squares; Chip::ALL.len()],
    /// The cells of all players.
    pub players: [Option<Cell>; 4],
    pub count: usize,
    /// The bouncers' cells.
    pub bouncers: [Option<Cell>; 2],
    /// Where the walker stops who slides.
    slides: bool,
    others: Squares,
}

impl<'a> Chart<'a> {
    pub fn new(state: &'a CasinoCapers, player: usize) -> Chart<'a> {
        let [monorail, escalator, out_of_order] = state.tokens();
        let mut kinds = [[0; 2]; Kind::ALL.len()];
        let mut chips = [[0; 2]; Chip::ALL.len()];
        let mut closed = [0; 2];
        let revealed = [state.revealed(0), state.revealed(1)];
        let (mut safe, mut office) = (None, None);
        for cell in cells([GRID, GRID]) {
            if let Some(face) = state.face_at(cell) {
                match face {
                    Face::SAFE => safe = Some(cell),
                    Face::OFFICE => office = Some(cell),
                    _ => {}
                }
                kinds[face.kind() as usize][cell.floor()] |= cell.bit();
            }
            match state.chip_at(cell) {
                None => {}
                Some(ChipView::Up(chip) | ChipView::Known(chip)) => {
                    chips[chip as usize][cell.floor()] |= cell.bit();
                }
                Some(ChipView::Down) => closed[cell.floor()] |= cell.bit(),
            }
        }
        if let Some(cell) = out_of_order {
            kinds.iter_mut().for_each(|kind| kind[cell.floor()] &= !cell.bit());
        }
        let token = |cell: Option<Cell>| cell.map_or([0; 2], only);
        let active = |cell: Option<Cell>| token(cell.filter(|_| cell != out_of_order));
        let players = std::array::from_fn(|player| {
            (player < state.characters())
                .then(|| state.player_cell(player))
                .flatten()
        });
        let mut others = [0; 2];
        for (other, cell) in players.iter().enumerate() {
            if let Some(cell) = cell.filter(|_| other != player) {
                others[cell.floor()] |= cell.bit();
            }
        }
        Chart {
            state,
            player,
            plans: [state.floor_plan(0), state.floor_plan(1)],
            hidden: [GRID & !revealed[0], GRID & !revealed[1]],
            closed,
            escalators: or(kinds[Kind::Escalator as usize], active(escalator)),
            monorails: or(kinds[Kind::Monorail as usize], token(monorail)),
            kinds,
            safe,
            office,
            chips,
            players,
            count: state.characters(),
            bouncers: [state.bouncer(0), state.bouncer(1)],
            slides: state.has_boots(player),
            others,
        }
    }

    #[inline]
    pub fn kind(&self, kind: Kind) -> Squares {
        self.kinds[kind as usize]
    }

    #[inline]
    pub fn chip(&self, chip: Chip) -> Squares {
        self.chips[chip as usize]
    }

    /// The cells of the other players.
    #[inline]
    pub fn others(&self) -> Squares {
        self.others
    }

    /// The other players with their cells.
    pub fn partners(&self) -> impl Iterator<Item = (usize, Cell)> + '_ {
        let all = self.players.iter().enumerate();
        all.filter_map(|(other, cell)| cell.filter(|_| other != self.player).map(|cell| (other, cell)))
    }

    /// Whether a Saleswoman would hold the player on a cell.
    #[inline]
    pub fn is_held(&self, cell: Cell) -> bool {
        has(self.chip(Chip::Saleswoman), cell)
    }

    /// Whether the walker slides.
    pub fn slides(&self) -> bool {
        self.slides
    }

    /// Where a slide from a cell stops, if it begins.
    pub fn slide(&self, from: Cell, dir: usize) -> Option<Cell> {
        let plan = self.plans[from.floor()];
        let mut at = from.square();
        loop {
            let next = match dir {
                0 => at.checked_sub(SIDE)?,
                1 => at + 1,
                2 => at + SIDE,
                _ => at.checked_sub(1)?,
            };
            if next >= 32 || plan.adjacent(at) & 1 << next == 0 {
                break;
            }
            at = next;
            if self.others[from.floor()] & 1 << at != 0 {
                break;
            }
        }
        (at != from.square()).then(|| Cell::new(from.floor(), at))
    }

    /// The cells one action leads to from a cell by moving.
    #[inline]
    pub fn moves(&self, cell: Cell) -> u32 {
        if self.is_held(cell) && !self.state.is_in_car(self.player) {
            return 0;
        }
        if self.slides {
            return (0..4)
                .filter_map(|dir| self.slide(cell, dir))
                .fold(0, |set, stop| set | stop.bit());
        }
        self.plans[cell.floor()].adjacent(cell.square())
    }

    /// The cells one action leads to from a cell.
    #[inline]
    pub fn ways(&self, cell: Cell) -> Squares {
        let floor = cell.floor();
        let mut ways = [0; 2];
        ways[floor] = self.moves(cell);
        if has(self.escalators, cell) {
            ways[1 - floor] |= cell.bit();
        }
        if !self.slides {
            if has(self.monorails, cell) {
                ways = or(ways, minus(self.monorails, only(cell)));
            }
            if has(self.kind(Kind::MagicShow), cell) {
                ways[floor] |= self.plans[floor].walled(cell.square());
            }
        }
        ways
    }

    /// The cells that two actions lead to from a cell, through a Revolving Door.
    #[inline]
    pub fn doors(&self, cell: Cell) -> u32 {
        if !has(self.kind(Kind::RevolvingDoor), cell) {
            return 0;
        }
        corners(cell)
    }

    /// Fills `reach[n]` with the cells that can be reached from `at` in `n` actions or fewer.
    pub fn reach(&self, at: Cell, reach: &mut [Squares]) {
        let mut fresh = only(at);
        let mut reached = fresh;
        let mut doors = [0; 2];
        for reach in &mut *reach {
            *reach = reached;
            let mut next = doors;
            doors = [0; 2];
            for cell in cells(fresh) {
                next = or(next, self.ways(cell));
                doors[cell.floor()] |= self.doors(cell);
            }
            fresh = minus(next, reached);
            reached = or(reached, fresh);
        }
    }

    /// The cells from which one action leads to one of some cells.
    #[inline]
    fn ways_into(&self, entered: Squares) -> Squares {
        let mut ways = [0; 2];
        let magic = self.kind(Kind::MagicShow);
        for floor in 0..2 {
            ways[floor] |= self.plans[floor].around(entered[floor]) | self.escalators[floor] & entered[1 - floor];
            for square in squares(magic[floor]) {
                if self.plans[floor].walled(square) & entered[floor] != 0 {
                    ways[floor] |= 1 << square;
                }
            }
        }
        if and(self.monorails, entered) != [0; 2] {
            ways = or(ways, self.monorails);
        }
        ways
    }

    /// Actions to the nearest goal from every cell, the goals given by what is still to be done there. Entering `dear`
    /// cells takes one more, entering `barred` ones [`BARRED`] more.
    pub fn distances(&self, goals: &[Squares], dear: Squares, barred: Squares) -> ByCell<u8> {
        let mut distance = ByCell::of(FAR);
        let mut reached = [[0u32; 2]; FAR as usize + BARRED + 2];
        let given = goals.len().min(FAR as usize);
        reached[..given].copy_from_slice(&goals[..given]);
        let mut done = [0u32; 2];
        let dear = minus(dear, barred);
        for steps in 0..FAR as usize {
            let fresh = minus(reached[steps], done);
            if fresh == [0; 2] {
                continue;
            }
            done = or(done, fresh);
            cells(fresh).for_each(|cell| distance[cell] = steps as u8);
            if done == [GRID; 2] {
                break;
            }
            for (set, more) in [
                (minus(fresh, or(dear, barred)), 1),
                (and(fresh, dear), 2),
                (and(fresh, barred), 1 + BARRED),
            ] {
                if set != [0; 2] {
                    reached[steps + more] = or(reached[steps + more], self.ways_into(set));
                }
            }
        }
        distance
    }

    /// The same for a player who slides: `goals` are where slides must stop.
    pub fn slide_distances(&self, goals: Squares) -> ByCell<u8> {
        let mut distance = ByCell::of(FAR);
        let mut done = goals;
        cells(goals).for_each(|cell| distance[cell] = 0);
        for steps in 1..FAR {
            let mut fresh = [0; 2];
            for cell in cells(minus([GRID; 2], done)) {
                if and(self.ways(cell), done) != [0; 2] {
                    fresh[cell.floor()] |= cell.bit();
                    distance[cell] = steps;
                }
            }
            if fresh == [0; 2] {
                break;
            }
            done = or(done, fresh);
        }
        distance
    }

    /// Slides and other actions from a cell to one of some cells, for the player with the boots whoever walks now;
    /// [`FAR`] if there is no way.
    pub fn steps_of_slides(&self, from: Cell, goals: Squares) -> u8 {
        let mut reached = only(from);
        for steps in 0..9 {
            if and(reached, goals) != [0; 2] {
                return steps;
            }
            let mut next = reached;
            for cell in cells(reached) {
                for dir in 0..4 {
                    if let Some(stop) = self.slide(cell, dir) {
                        next = or(next, only(stop));
                    }
                }
                if has(self.escalators, cell) {
                    next = or(next, only(across(cell)));
                }
            }
            if next == reached {
                break;
            }
            reached = next;
        }
        FAR
    }

    /// The cells in a straight line from a cell that nothing stands before; walls do not matter if `is_high`.
    pub fn line_of_throw(&self, from: Cell, is_high: bool) -> u32 {
        let floor = from.floor();
        let mut line = 0;
        for dir in Dir::STRAIGHT {
            let mut at = from.square();
            while let Some(next) = step(at, dir) {
                if !is_high && self.plans[floor].adjacent(at) & 1 << next == 0 {
                    break;
                }
                line |= 1 << next;
                at = next;
            }
        }
        line
    }

    /// Steps of a bouncer between two cells of one floor.
    #[inline]
    pub fn steps(&self, from: Cell, to: Cell) -> u8 {
        match self.plans[from.floor()].distance(from.square(), to.square()) {
            FloorPlan::UNREACHABLE => FAR,
            steps => steps,
        }
    }
}

/// The next square in a direction, walls or not.
pub(super) fn step(at: usize, dir: Dir) -> Option<usize> {
    let next = match dir {
        Dir::North => at.checked_sub(SIDE)?,
        Dir::East => at + 1,
        Dir::South => at + SIDE,
        Dir::West => at.checked_sub(1)?,
        _ => return None,
    };
    (next < 32 && GRID & 1 << next != 0).then_some(next)
}

/// The squares that touch a cell's corners.
#[inline]
pub(super) fn corners(cell: Cell) -> u32 {
    let bit = u64::from(cell.bit()) << 8;
    let side = SIDE as u32;
    let all = bit << (side + 1) | bit << (side - 1) | bit >> (side + 1) | bit >> (side - 1);
    (all >> 8) as u32 & GRID
}
