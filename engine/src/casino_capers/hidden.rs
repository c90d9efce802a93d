//! What the state does not know: the exact posterior, hiding and filling (section 8).

use rand::Rng;

use super::chance::Outcome;
use super::components::{Chip, Face};
use super::place::{LEVELS, Place, SIZE};
use super::state::{CasinoCapers, HOLE, chip};
use crate::board::Cell;
use crate::random;

/// Places of a floor.
const ON_FLOOR: usize = SIZE * SIZE;
/// A number that every count of a kind of chip divides, so that weights are whole.
const WHOLE: u32 = 12;

/// The tiles of one floor that nobody knows the place of, though they are known to be there (info.tiles).
#[derive(Clone, Copy, Default)]
struct Fixed {
    faces: [u8; 3],
    count: usize,
    /// Whether a Monorail or an Escalator among them is either of the two, as bits 0 and 1.
    coins: u8,
}

impl CasinoCapers {
    /// A face leaves the stock; of two copies the first one goes first.
    pub(super) fn take_from_stock(&mut self, face: Face) {
        let copies = self.stock & face.tiles();
        self.stock &= !(copies & copies.wrapping_neg());
    }

    /// A face goes back to the stock, the other way round.
    fn put_back(&mut self, face: Face) {
        let missing = face.tiles() & !self.stock;
        if missing != 0 {
            self.stock |= 1 << (31 - missing.leading_zeros());
        }
    }

    /// The tiles of a floor, by place.
    fn floor_tiles(&self, floor: usize) -> &[u8] {
        &self.tiles[floor * ON_FLOOR..][..ON_FLOOR]
    }

    fn holes(&self, floor: usize) -> usize {
        self.floor_tiles(floor).iter().filter(|&&tile| tile == HOLE).count()
    }

    /// info.tiles: the fixed tiles of a floor that lie under its holes. A Monorail of which the number is not known is
    /// the first one, with a coin; likewise the Escalator.
    fn fixed(&self, floor: usize) -> Fixed {
        let mut fixed = Fixed::default();
        let mut add = |face: Face| {
            fixed.faces[fixed.count] = face.0;
            fixed.count += 1;
        };
        let own = if floor == 0 { Face::OFFICE } else { Face::SAFE };
        if self.stock & own.tiles() != 0 {
            add(own);
        }
        let mut coins = 0;
        for (pair, first) in [Face::MONORAIL, Face::ESCALATOR].into_iter().enumerate() {
            let second = Face(first.0 + 1);
            match (self.stock & first.tiles() != 0, self.stock & second.tiles() != 0) {
                (true, true) => {
                    coins |= 1 << pair;
                    add(first);
                }
                (false, false) => {}
                (is_first, _) => {
                    let tiles = self.floor_tiles(floor).iter();
                    // Without an early end: that is faster for so few.
                    let is_here = tiles.fold(false, |found, &tile| found | (tile == first.0) | (tile == second.0));
                    if !is_here {
                        add(if is_first { first } else { second });
                    }
                }
            }
        }
        fixed.coins = coins;
        fixed
    }

    /// info.tiles: what may lie on a face-down tile.
    pub(super) fn tile_outcomes(&self, cell: Cell, out: &mut Vec<(Outcome, f64)>) {
        let known = self.tiles[Place::of(cell).index()];
        if known != HOLE {
            return out.push((Outcome::Tile(Face(known)), 1.0));
        }
        let holes = self.holes(cell.floor()) as f64;
        let fixed = self.fixed(cell.floor());
        let pool = self.stock & Face::POOL;
        let other = 1.0 - fixed.count as f64 / holes;
        for face in Face::all().filter(|face| face.tiles() & pool != 0) {
            let copies = f64::from((pool & face.tiles()).count_ones());
            if other > 0.0 {
                out.push((Outcome::Tile(face), other * copies / f64::from(pool.count_ones())));
            }
        }
        for &face in &fixed.faces[..fixed.count] {
            if fixed.is_coin(face) {
                out.extend([face, face + 1].map(|face| (Outcome::Tile(Face(face)), 0.5 / holes)))
            } else {
                out.push((Outcome::Tile(Face(face)), 1.0 / holes))
            }
        }
    }

    /// Draws from [`tile_outcomes`](Self::tile_outcomes).
    pub(super) fn sample_tile<R: Rng + ?Sized>(&self, cell: Cell, rng: &mut R) -> Face {
        let known = self.tiles[Place::of(cell).index()];
        if known != HOLE {
            return Face(known);
        }
        let fixed = self.fixed(cell.floor());
        let drawn = random::below(rng, self.holes(cell.floor()) as u32) as usize;
        match fixed.faces[..fixed.count].get(drawn) {
            Some(&face) if fixed.is_coin(face) => Face(face + random::below(rng, 2) as u8),
            Some(&face) => Face(face),
            None => Face::of_tile(random::choose_bit(rng, (self.stock & Face::POOL).into()).into()),
        }
    }

    /// Fills every face-down tile.
    fn fill_tiles<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        let mut fixed = [self.fixed(0), self.fixed(1)];
        // info.tiles: which of a pair is upstairs is a fair coin; the two coins are those of the pairs.
        for pair in 0..2 {
            if fixed[0].coins & 1 << pair != 0 {
                let first = if pair == 0 { Face::MONORAIL.0 } else { Face::ESCALATOR.0 };
                let upstairs = random::below(rng, 2) as usize;
                for (floor, fixed) in fixed.iter_mut().enumerate() {
                    let count = fixed.count;
                    for face in fixed.faces[..count].iter_mut().filter(|face| **face == first) {
                        *face = first + u8::from(floor == upstairs);
                    }
                }
            }
        }
        for (floor, fixed) in fixed.iter().enumerate() {
            let mut places = [0u8; ON_FLOOR];
            let mut count = 0;
            for place in (floor * ON_FLOOR..(floor + 1) * ON_FLOOR).filter(|&place| self.tiles[place] == HOLE) {
                places[count] = place as u8;
                count += 1;
            }
            for &face in &fixed.faces[..fixed.count] {
                let place = random::take(rng, &mut places, &mut count);
                self.tiles[place as usize] = face;
                self.take_from_stock(Face(face));
            }
        }
        let (mut pool, mut count) = random::members(self.stock & Face::POOL);
        for face in self.tiles.iter_mut().filter(|face| **face == HOLE) {
            let tile = random::take(rng, &mut pool, &mut count);
            *face = Face::of_tile(tile.into()).0;
        }
        self.stock &= !Face::POOL;
    }

    fn hide_tiles(&mut self) {
        for place in 0..Place::COUNT {
            let tile = self.tiles[place];
            if tile != HOLE && !self.is_revealed(Place::from_index(place).cell()) {
                self.tiles[place] = HOLE;
                self.put_back(Face(tile));
            }
        }
    }

    /// Whether the chip in the box is uncertain in the way of info.fin1: what has been turned up since then is
    /// evidence.
    fn is_box_weighted(&self) -> bool {
        self.boxed == HOLE && self.box_weights != [0; Chip::ALL.len()]
    }

    /// info.fin1: for each kind how likely the chip in the box is of it, as whole weights. Of `copies` of a kind in the
    /// game, the chips turned up since are that many fewer if one lies in the box.
    fn box_odds(&self) -> [u32; Chip::ALL.len()] {
        std::array::from_fn(|kind| {
            let copies = u32::from(Chip::COPIES[kind]);
            u32::from(self.box_weights[kind]) * u32::from(self.chip_stock[kind]) * (WHOLE / copies)
        })
    }

    /// info.chips, info.fin1: what may lie under a face-down chip.
    pub(super) fn chip_outcomes(&self, cell: Cell, out: &mut Vec<(Outcome, f64)>) {
        let known = self.chips[Place::of(cell).index()];
        if known != HOLE {
            let kind = Chip::ALL[(known & chip::KIND) as usize];
            return out.push((Outcome::Chip(kind), 1.0));
        }
        let stock = self.chip_stock.map(f64::from);
        let all: f64 = stock.iter().sum();
        let odds: [f64; Chip::ALL.len()] = if self.is_box_weighted() {
            let weights = self.box_odds().map(f64::from);
            let total: f64 = weights.iter().sum();
            std::array::from_fn(|kind| (stock[kind] - weights[kind] / total) / (all - 1.0))
        } else {
            stock.map(|count| count / all)
        };
        let possible = Chip::ALL.iter().zip(odds).filter(|&(_, odds)| odds > 1e-12);
        out.extend(possible.map(|(&kind, odds)| (Outcome::Chip(kind), odds)));
    }

    /// Draws from [`chip_outcomes`](Self::chip_outcomes).
    pub(super) fn sample_chip<R: Rng + ?Sized>(&self, cell: Cell, rng: &mut R) -> Chip {
        let known = self.chips[Place::of(cell).index()];
        if known != HOLE {
            return Chip::ALL[(known & chip::KIND) as usize];
        }
        let mut stock = self.chip_stock;
        if self.is_box_weighted() {
            stock[draw_kind(rng, &self.box_odds())] -= 1;
        }
        Chip::ALL[draw_kind(rng, &stock.map(u32::from))]
    }

    fn fill_chips<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        if self.is_box_weighted() {
            let boxed = draw_kind(rng, &self.box_odds());
            self.boxed = boxed as u8;
            self.chip_stock[boxed] -= 1;
        }
        let (mut kinds, mut count) = ([0; Chip::COUNT], 0);
        for (kind, &copies) in self.chip_stock.iter().enumerate() {
            kinds[count..][..copies.into()].fill(kind as u8);
            count += usize::from(copies);
        }
        for byte in self.chips.iter_mut().filter(|byte| **byte == HOLE) {
            *byte = random::take(rng, &mut kinds, &mut count);
            self.chip_stock[*byte as usize] -= 1;
        }
    }

    fn hide_chips(&mut self) {
        for byte in &mut self.chips {
            if *byte < HOLE && *byte & (chip::FACE_UP | chip::PUBLIC) == 0 {
                self.chip_stock[(*byte & chip::KIND) as usize] += 1;
                *byte = HOLE;
            }
        }
        if self.boxed != HOLE {
            self.chip_stock[self.boxed as usize] += 1;
            self.boxed = HOLE;
        }
    }

    /// info.public: what everybody knows.
    pub(super) fn hide(&mut self) {
        self.hide_tiles();
        self.hide_chips();
        self.patrol.hide();
        for deck in 0..LEVELS {
            self.change_events(deck, |cards| cards.hide());
        }
    }

    /// Fills every hole. Before the set-up is over decks are drawn from as they are.
    pub(super) fn fill<R: Rng + ?Sized>(&mut self, rng: &mut R) {
        self.fill_tiles(rng);
        self.fill_chips(rng);
        self.patrol.fill(rng);
        for deck in 0..LEVELS {
            self.change_events(deck, |cards| cards.fill(rng));
        }
    }
}

impl Fixed {
    fn is_coin(&self, face: u8) -> bool {
        self.coins & 1 != 0 && face == Face::MONORAIL.0 || self.coins & 2 != 0 && face == Face::ESCALATOR.0
    }
}

/// A kind in proportion to its weight.
fn draw_kind<R: Rng + ?Sized>(rng: &mut R, weights: &[u32; Chip::ALL.len()]) -> usize {
    let total = weights.iter().sum();
    let mut left = random::below(rng, total);
    for (kind, &weight) in weights.iter().enumerate() {
        if left < weight {
            return kind;
        }
        left -= weight;
    }
    Chip::ALL.len() - 1
}
