//! Walls, tiles, cubes, tokens, bouncers.

use super::forms::BouncerForm;
use super::read::{CellField, CellsField, IndexField, Reader};
use crate::board::{Cell, FloorPlan, Wall, inner_sides, is_connected, parse_square};
use crate::casino_capers::components::{Character, Face, Kind};
use crate::casino_capers::frame::Frame;
use crate::casino_capers::place::{CORNERS, GRID, LEVELS, Place, SIZE, cells};
use crate::casino_capers::scenario::WALLS;
use crate::casino_capers::state::{HOLE, NONE, flag};
use crate::loose::place::At;
use crate::loose::shape::{Entries, Words};

/// Tokens that gear and abilities put out (section 2).
const CROWS: usize = 4;
const CROWDS: usize = 3;
const ZIP_LINES: usize = 2;

impl<'a> Reader<'a> {
    /// set.walls; those that are gone are left out.
    pub fn walls(&mut self) {
        let floors = self.position.walls();
        let found = floors.count();
        floors.require(found <= LEVELS, format!("{found} floors"), format!("at most {LEVELS}"));
        for (floor, walls) in floors.items().take(LEVELS).enumerate() {
            let standing = standing(&walls);
            self.state.plans[floor] = FloorPlan::new(SIZE, None, standing);
        }
    }

    pub fn tiles(&mut self) {
        let tiles = self.position.tiles();
        self.lay_tiles(&tiles, true);
        self.lay_tiles(&self.position.hidden_tiles(), false);
        for floor in 0..LEVELS {
            let on_floor = |index: &usize| Place::from_index(*index).cell().floor() == floor;
            let holes = (0..Place::COUNT)
                .filter(on_floor)
                .filter(|&index| self.state.tiles[index] == HOLE);
            let (holes, fixed) = (holes.count(), self.fixed_to_come(floor));
            let expected = format!("{fixed} for the fixed tiles of floor {} (set.tiles)", floor + 1);
            tiles.require(holes >= fixed, format!("{holes} face-down tiles left"), expected);
        }
    }

    fn lay_tiles(&mut self, tiles: &At<'a, Entries<String>>, is_revealed: bool) {
        for (key, tile) in tiles.entries() {
            let (Some(cell), Some(face)) = (key.cell(), tile.name::<Face>()) else {
                continue;
            };
            let index = Place::of(cell).index();
            let known = self.state.tiles[index];
            let copies = face.tiles().count_ones();
            if known != HOLE {
                tile.wrong(format!("{face} where {} lies already", Face(known)), "every cell once");
            } else if self.state.stock & face.tiles() == 0 {
                tile.wrong(format!("{face} again"), format!("{copies} in the game"));
            } else if let Some(expected) = self.wrong_floor(cell, face) {
                tile.wrong(format!("{face} on floor {}", cell.floor() + 1), expected);
            } else {
                self.state.tiles[index] = face.0;
                self.state.take_from_stock(face);
                if is_revealed {
                    self.state.floors[cell.floor()].revealed |= cell.bit();
                }
            }
        }
    }

    /// set.tiles: what is expected if a face cannot lie on a cell's floor.
    fn wrong_floor(&self, cell: Cell, face: Face) -> Option<&'static str> {
        let is_twin_here = |other: Face| face.kind() == other.kind() && self.has_kind(cell.floor(), face.kind());
        match face {
            Face::OFFICE if cell.floor() != 0 => Some("it on floor 1 (set.tiles)"),
            Face::SAFE if cell.floor() != 1 => Some("it on floor 2 (set.tiles)"),
            _ if is_twin_here(Face::MONORAIL) => Some("one Monorail on each floor (set.tiles)"),
            _ if is_twin_here(Face::ESCALATOR) => Some("one Escalator on each floor (set.tiles)"),
            _ => None,
        }
    }

    /// Whether a tile of a kind is known on a floor.
    fn has_kind(&self, floor: usize, kind: Kind) -> bool {
        let on_floor = cells().filter(|cell| cell.floor() == floor);
        on_floor
            .map(|cell| self.state.tiles[Place::of(cell).index()])
            .any(|tile| tile != HOLE && Face(tile).kind() == kind)
    }

    /// How many of a floor's fixed tiles nobody has found.
    fn fixed_to_come(&self, floor: usize) -> usize {
        let own = if floor == 0 { Kind::OwnersOffice } else { Kind::Safe };
        [own, Kind::Monorail, Kind::Escalator]
            .iter()
            .filter(|&&kind| !self.has_kind(floor, kind))
            .count()
    }

    /// Cubes and the tokens of gear and abilities.
    pub fn tokens(&mut self) {
        self.state.out_of_order = self.position.out_of_order().cell_code();
        self.state.monorail = self.position.monorail().cell_code();
        self.state.escalator = self.position.escalator().cell_code();
        self.state.jammed = self.position.jammed().cell_code();
        let no_running = self.position.no_running().or(false);
        self.state.set_flag(flag::NO_RUNNING, no_running);
        for (key, cubes) in self.position.cubes().entries() {
            let (Some(cell), Some(found)) = (key.cell(), cubes.within(0..=15u8)) else {
                continue;
            };
            let most = most_cubes(self.state.active_kind(cell));
            let expected = format!("at most {most} there (tile.buffet, tile.cashier_cages, tile.surveillance)");
            cubes.require(found <= most, format!("{found} cubes"), expected);
            self.state.set_cubes(cell, found);
        }
        let (crows, crowds) = (self.position.crows(), self.position.crowds());
        for (list, most) in [(&crows, CROWS), (&crowds, CROWDS)] {
            let found = list.count();
            list.require(
                found <= most,
                format!("{found} tokens"),
                format!("at most {most} (section 2)"),
            );
        }
        for (_, cell) in crows.cells() {
            self.state.floors[cell.floor()].crows.insert(cell);
        }
        for (_, cell) in crowds.cells() {
            self.state.floors[cell.floor()].crowds.insert(cell);
        }
        self.zip_lines();
        self.check_tokens();
    }

    fn zip_lines(&mut self) {
        let list = self.position.zip_lines();
        let found = list.count();
        list.require(
            found <= ZIP_LINES,
            format!("{found} zip lines"),
            format!("at most {ZIP_LINES} (abil.rigger)"),
        );
        for item in list.items() {
            let Some(text) = item.value else { continue };
            let square = parse_square(text).filter(|&square| GRID & 1 << square != 0);
            item.require(square.is_some(), format!("`{text}`"), "a square from A1 to D4");
            let Some(cell) = square.map(|square| Cell::new(0, square)) else {
                continue;
            };
            item.require(
                !self.state.zip_lines.contains(cell),
                format!("{text} twice"),
                "every square once",
            );
            self.state.zip_lines.insert(cell);
        }
    }

    fn check_tokens(&self) {
        let state = &self.state;
        let (monorail, escalator) = (self.position.monorail(), self.position.escalator());
        for (at, code, kind) in [
            (&monorail, state.monorail, Kind::Monorail),
            (&escalator, state.escalator, Kind::Escalator),
        ] {
            if code != NONE {
                let found = state.kind(Cell::from_code(code));
                let fits = found.is_some_and(|found| found != kind);
                at.require(
                    fits,
                    Cell::from_code(code),
                    format!("a face-up tile other than the {kind} (section 7.2)"),
                );
            }
        }
        let at = self.position.out_of_order();
        if state.out_of_order != NONE {
            let kind = state.kind(Cell::from_code(state.out_of_order));
            let is_fixed = matches!(kind, Some(Kind::Safe | Kind::OwnersOffice)) && state.running().is_none();
            let fits = kind.is_some() && !is_fixed;
            at.require(
                fits,
                Cell::from_code(state.out_of_order),
                "a face-up tile (tile.out_of_order)",
            );
        }
        let at = self.position.jammed();
        if state.jammed != NONE {
            let cell = Cell::from_code(state.jammed);
            at.require(
                state.is_kind(cell, Kind::Surveillance),
                cell,
                "a face-up Surveillance (abil.juicer)",
            );
            let has_juicer = state
                .everybody()
                .any(|player| state.has_ability(player, Character::Juicer));
            at.require(has_juicer, cell, "none without the Juicer and abilities");
        }
    }

    /// set.entrances: two corners of floor 1, once they are chosen.
    pub fn entrances(&mut self) {
        let list = self.position.entrances();
        let mut cells: Vec<Cell> = list.cells().into_iter().map(|(_, cell)| cell).collect();
        if self.is_setup() {
            list.require(!list.is_given, "entrances", "none before they are chosen");
            return;
        }
        list.required("two corners of floor 1");
        if !list.is_given {
            return;
        }
        cells.sort_unstable();
        let is_corner = |cell: &Cell| cell.floor() == 0 && CORNERS & cell.bit() != 0;
        match cells.as_slice() {
            [first, second] if cells.iter().all(is_corner) => self.state.entrances = [first.code(), second.code()],
            _ => list.wrong(
                cells.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
                "two corners of floor 1 (set.entrances)",
            ),
        }
    }

    pub fn bouncers(&mut self) {
        let list = self.position.bouncers();
        let found = list.count();
        list.require(
            found <= LEVELS,
            format!("{found} bouncers"),
            format!("one on each of {LEVELS} floors"),
        );
        for (floor, bouncer) in list.items().take(LEVELS).enumerate() {
            self.bouncer(floor, &bouncer);
        }
        for floor in 0..LEVELS {
            let has_cell = self.state.floors[floor].bouncer.at != NONE;
            let at = self.position.place(format!("bouncers[{floor}].at"));
            if !has_cell && !self.is_to_be_placed(floor) {
                at.required("the cell of the floor's bouncer");
            }
            at.require(
                !has_cell || !self.is_to_be_placed(floor),
                "a bouncer",
                "none before his card is drawn",
            );
        }
    }

    /// Whether the set-up has still to place a floor's bouncer.
    pub fn is_to_be_placed(&self, floor: usize) -> bool {
        self.is_resolving(|frame| match frame {
            Frame::DrawBouncer(on, _) => usize::from(on) <= floor,
            Frame::DrawMarker(on, _) => usize::from(on) < floor,
            _ => false,
        })
    }

    fn bouncer(&mut self, floor: usize, form: &At<'a, BouncerForm>) {
        let (at, marker) = (form.at().cell_on(floor), form.marker().cell_on(floor));
        let square = |cell: Option<Cell>| cell.map_or(NONE, |cell| cell.square() as u8);
        let prey = form.prey();
        let bouncer = &mut self.state.floors[floor].bouncer;
        (bouncer.at, bouncer.marker) = (square(at), square(marker));
        bouncer.prey = prey.index(self.state.character_count.into());
        prey.require(
            bouncer.prey == NONE || marker.is_none(),
            "a prey",
            "none with a marker (hunt.target)",
        );
        let is_reached = at.is_some() && at == marker;
        if is_reached && self.is_playing() && self.frames.len() < 2 {
            form.marker()
                .doubtful("a bouncer on his marker", "another cell (b.atmarker)");
        }
    }
}

/// The walls of a list.
fn standing(walls: &At<'_, Words>) -> u64 {
    let sides = inner_sides(SIZE, None);
    let mut standing = 0u64;
    for at in walls.items() {
        let Some(text) = at.value else { continue };
        match Wall::parse(text).filter(|wall| sides & wall.bit() != 0) {
            Some(wall) if standing & wall.bit() != 0 => at.wrong(format!("{wall} twice"), "every wall once"),
            Some(wall) => standing |= wall.bit(),
            None => at.wrong(
                format!("`{text}`"),
                "a wall between two squares of the floor such as A1-B1",
            ),
        }
    }
    let found = standing.count_ones() as usize;
    walls.require(
        found <= WALLS,
        format!("{found} walls"),
        format!("at most {WALLS} (set.walls)"),
    );
    if !is_connected(SIZE, None, standing) {
        walls.doubtful("squares cut off", "a way between any two squares (set.walls, H35)");
    }
    standing
}

/// tile.buffet, tile.cashier_cages, tile.surveillance: the most cubes that stay on a tile.
pub(super) fn most_cubes(kind: Option<Kind>) -> u8 {
    match kind {
        Some(Kind::Buffet) => 2,
        Some(Kind::CashierCages) => 5,
        Some(Kind::Surveillance) => 3,
        _ => 0,
    }
}
