//! Floors: walls, tiles and what lies on them, Guards.

use super::forms::{FloorForm, SafeForm, first_speed};
use super::read::{CellField, Reader, SquaresField};
use crate::board::{Cell, FloorPlan, Wall, inner_sides, is_connected, square_name, squares};
use crate::burgle_bros::components::{Face, Kind, Tool};
use crate::burgle_bros::decks::DeckName;
use crate::burgle_bros::frame::Frame;
use crate::burgle_bros::rules::TOP_SPEED;
use crate::burgle_bros::state::{AWAY, Ending, FloorCounts, HOLE, NONE, SAFE_DICE, TOKEN_TILES};
use crate::loose::place::At;
use crate::loose::shape::{Entries, Words};

/// The most tiles with Stealth tokens, so that there is room for one Smoke Bomb more.
const MOST_TOKEN_TILES: usize = TOKEN_TILES - 1;

impl<'a> Reader<'a> {
    pub fn floors(&mut self) {
        let floors = self.position.floors();
        let (found, most) = (floors.count(), self.state.floor_count());
        floors.require(found <= most, format!("{found} floors"), format!("at most {most}"));
        for (index, floor) in floors.items().take(most).enumerate() {
            self.floor(index, &floor);
        }
        let is_usual = self.state.plan(0).hole() == self.state.scenario.space();
        let expected = format!("{most}, because the scenario's own walls fit no other empty space (S-WALL-2)");
        floors.require(is_usual || found >= most, format!("{found} floors"), expected);
        floors.require(
            self.state.tiles_fit(),
            "tiles",
            "room for the Safes and Stairs that are left (S-BUILD-3)",
        );
    }

    fn floor(&mut self, index: usize, floor: &At<'a, FloorForm>) {
        self.walls(index, &floor.walls(), &floor.removed_walls());
        let plan = self.state.plan(index);
        let tiles = floor.tiles();
        self.tiles(index, &tiles, true);
        self.tiles(index, &floor.hidden(), false);
        let holes = u32::from(self.state.floors[index].holes);
        let is_unknown = |known: FloorCounts| u32::from(known.on(index) == 0);
        let fixed = is_unknown(self.state.safes_known) + is_unknown(self.state.stairs_known);
        let expected = format!("{fixed} for the floor's Safe and Stairs (S-BUILD-1)");
        tiles.require(holes >= fixed, format!("{holes} squares left"), expected);
        let (cracked, disabled) = (floor.cracked(), floor.disabled());
        let has_number = |face: Face| face.number() > 0;
        self.state.cracked |= self.marked(index, &cracked, "tile with a number", has_number);
        let can_be = |face: Face| face.kind().can_be_disabled();
        self.state.disabled |= self.marked(index, &disabled, "alarm tile, Deadbolt or Keypad", can_be);
        for (list, what, kind) in [
            (floor.open(), "Keypad", Kind::Keypad),
            (floor.taken(), "Laboratory", Kind::Laboratory),
            (floor.moved_into(), "Motion tile", Kind::Motion),
        ] {
            self.state.marked |= self.marked(index, &list, what, |face| face.kind() == kind);
        }
        self.safes(index, &floor.safes());
        self.stealth(index, &floor.stealth());
        for (at, square) in floor.alarms().squares(plan) {
            if self.state.is_revealed(Cell::new(index, square)) {
                self.state.floors[index].alarms |= 1 << square;
            } else {
                at.wrong(format!("an alarm on {}", square_name(square)), "a revealed tile");
            }
        }
        for (_, square) in floor.links().squares(plan) {
            self.state.floors[index].links |= 1 << square;
        }
        self.guard(index, floor);
        self.patrol(index, floor);
    }

    /// The walls that stand: those given, or the scenario's own without those removed.
    fn walls(&mut self, index: usize, walls: &At<'a, Words>, removed: &At<'a, Words>) {
        let space = self.state.plan(index).hole();
        let is_usual = space == self.state.scenario.space();
        if walls.is_given {
            removed.require(!removed.is_given, "`removed-walls`", "either those or `walls`");
            self.state.plans[index] = FloorPlan::new(self.state.scenario.size(), space, self.standing(index, walls));
            return;
        }
        if !is_usual {
            walls.required("the walls, because the scenario's own fit no other empty space (S-WALL-2)");
        }
        let official = self.state.plan(index);
        for at in removed.items() {
            let Some(text) = at.value else { continue };
            let plan = self.state.plan(index);
            match Wall::parse(text).filter(|wall| plan.walls() & wall.bit() != 0) {
                Some(wall) => self.state.plans[index] = plan.without_wall(wall),
                None => {
                    let walls: Vec<_> = Wall::names(official.walls()).collect();
                    let expected = format!("one of the walls, each once: {}", walls.join(", "));
                    at.wrong(format!("`{text}`"), expected);
                }
            }
        }
    }

    /// The walls of a list (S-WALL-3, S-WALL-4); Dynamite may have made them fewer than the scenario's.
    fn standing(&self, index: usize, walls: &At<'a, Words>) -> u64 {
        let (size, space) = (self.state.scenario.size(), self.state.plan(index).hole());
        let sides = inner_sides(size, space);
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
        let (found, most) = (standing.count_ones() as usize, self.state.scenario.walls_per_floor());
        let expected = format!("at most {most} (S-WALL-3)");
        walls.require(found <= most, format!("{found} walls"), expected);
        let is_whole = is_connected(size, space, standing);
        walls.require(is_whole, "squares cut off", "a way between any two squares (S-WALL-4)");
        standing
    }

    fn tiles(&mut self, index: usize, tiles: &At<'a, Entries<String>>, is_revealed: bool) {
        let plan = self.state.plan(index);
        for (key, tile) in tiles.entries() {
            let (Some(square), Some(face)) = (key.square(plan), tile.name::<Face>()) else {
                continue;
            };
            let state = &mut self.state;
            let cell = Cell::new(index, square);
            let known = state.tiles[state.place(cell)];
            // Every other floor has one at least.
            let (in_all, on_floor) = (state.scenario.safes(), state.scenario.safes() + 1 - state.floor_count());
            let is_one_too_many =
                |known: FloorCounts| usize::from(known.on(index)) >= on_floor || usize::from(known.total()) >= in_all;
            let is_second = match face.kind() {
                Kind::Safe => is_one_too_many(state.safes_known),
                Kind::Stairs => is_one_too_many(state.stairs_known),
                _ => false,
            };
            if known != HOLE {
                let known = Face(known);
                tile.wrong(format!("{face} where {known} lies already"), "every square once");
            } else if face != Face::SAFE && state.scenario.faces() & face.bit() == 0 {
                tile.wrong(face, format!("a tile of the {}", state.scenario.name()));
            } else if face != Face::SAFE && state.stock & face.bit() == 0 {
                tile.wrong(format!("{face} again"), "every tile once in the building");
            } else if is_second {
                let what = if face == Face::SAFE { "Safe" } else { "Stairs" };
                let expected = match on_floor {
                    1 => format!("one {what} on each floor (S-BUILD-1)"),
                    _ => format!("at most {on_floor} {what} on a floor and {in_all} in all (S-BUILD-3)"),
                };
                tile.wrong(face, expected);
            } else {
                state.know_tile(cell, face);
                if is_revealed {
                    state.show_tile(cell, face);
                }
            }
        }
    }

    /// The faces of revealed tiles with a mark that only some have.
    fn marked(&self, index: usize, list: &At<'a, Words>, what: &str, fits: impl Fn(Face) -> bool) -> u64 {
        let mut set = 0;
        for (at, square) in list.squares(self.state.plan(index)) {
            let name = square_name(square);
            match self.state.face(Cell::new(index, square)) {
                Some(face) if fits(face) => set |= face.bit(),
                Some(face) => at.wrong(format!("{name} with {face}"), format!("a {what}")),
                None => at.wrong(format!("{name} face down"), format!("a revealed {what}")),
            }
        }
        set
    }

    fn safes(&mut self, index: usize, safes: &At<'a, Entries<SafeForm>>) {
        let mut seen = 0u32;
        for (key, safe) in safes.entries() {
            let Some(square) = key.square(self.state.plan(index)) else {
                continue;
            };
            let name = square_name(square);
            key.require(seen & 1 << square == 0, format!("{name} twice"), "every square once");
            seen |= 1 << square;
            let (dice, open) = (safe.dice().number(0, 0..=SAFE_DICE), safe.open().or(false));
            let (tools, loot) = (self.cards.tools(&safe.tools()), self.cards.loot(&safe.loot(), false));
            match self.state.safe_at_mut(Cell::new(index, square)) {
                Some(place) => {
                    place.set_lock(dice, open);
                    (place.tools, place.loot) = (tools, loot);
                }
                None => key.wrong(format!("no revealed Safe on {name}"), "one"),
            }
        }
    }

    fn stealth(&mut self, index: usize, stealth: &At<'a, Entries<i64>>) {
        for (key, tokens) in stealth.entries() {
            let square = key.square(self.state.plan(index));
            let (Some(square), Some(count)) = (square, tokens.within(0..=u8::MAX)) else {
                continue;
            };
            let cell = Cell::new(index, square);
            let tiles = self.state.tile_stealth.iter().filter(|(at, _)| *at != NONE).count();
            if count > 0 && !self.state.is_revealed(cell) {
                tokens.wrong(format!("{count} tokens on a face-down tile"), "a revealed one");
            } else if self.state.tokens_on(cell) > 0 {
                tokens.wrong(format!("{} twice", square_name(square)), "every square once");
            } else if count > 0 && tiles >= MOST_TOKEN_TILES {
                tokens.wrong("one more tile with tokens", format!("at most {MOST_TOKEN_TILES}"));
            } else {
                self.state.set_tokens_on(cell, count);
            }
        }
    }

    fn guard(&mut self, index: usize, floor: &At<'a, FloorForm>) {
        let plan = self.state.plan(index);
        let usual = first_speed(self.state.scenario, index);
        self.state.floors[index].guard.speed = floor.speed().number(usual, 1..=TOP_SPEED);
        let guard = floor.guard();
        let away = guard.away();
        if away.or(false) {
            away.require(
                !guard.at().is_given && !guard.die().is_given,
                "true",
                "no square for a Guard who is away",
            );
            away.require(self.state.has_lost_visual(), "true", "`lost-visual` in the game");
            self.state.floors[index].guard.die = AWAY;
        } else if guard.value.is_some() {
            let at = guard.at();
            at.required("the square of a Guard in play");
            let (at, die) = (at.square(plan), guard.die().square(plan));
            if let Some(at) = at {
                self.state.floors[index].guard.at = at as u8;
                self.state.floors[index].guard.die = die.map_or(NONE, |die| die as u8);
            }
        }
        let donuts = floor.donuts();
        if donuts.or(false) {
            self.cards.claim_tool(&donuts, Tool::Donuts);
            donuts.require(
                guard.is_given,
                "true",
                "Donuts only with a Guard who is in play or away",
            );
            self.state.donuts = index as u8;
        }
    }

    /// What Guards, alarms and links say about each other and the rest.
    pub fn check_guards(&self) {
        for index in 0..self.state.floor_count() {
            self.check_guard(index);
        }
    }

    fn check_guard(&self, index: usize) {
        let state = &self.state;
        let floor = &state.floors[index];
        let guard = floor.guard;
        let field = |name: &str| self.position.place(format!("floors[{index}].{name}"));
        let places_die = self.frames.iter().any(|(_, frame)| {
            let starts = matches!(frame, Frame::ChooseEntrance | Frame::PlaceFirstDie) && index == 0;
            starts || [Frame::SetUpDie(index as u8), Frame::Returned(index as u8)].contains(frame)
        });
        // G-LOST-6: a Guard who comes back may catch somebody before he gets his die, and that is the end.
        let is_caught_by_return = state.ending != Ending::Playing && state.has_lost_visual();
        let is_dieless = guard.at != NONE && guard.die == NONE && !is_caught_by_return;
        if is_dieless && !places_die {
            field("guard.die").required("the square of the Guard's die");
        }
        // A Guard who is still to be set up needs two cards (G-SETUP-1) and one more if a Lost Visual may be among them
        // (G-LOST-3), a die one.
        let needed = match guard.die {
            AWAY => 0,
            _ if guard.at == NONE => 2 + usize::from(state.lost_visual_unseen(index)),
            _ => usize::from(is_dieless && !self.is_pending(Frame::Returned(index as u8))),
        };
        let cards = state.deck(DeckName::Patrol(index)).len();
        let expected = format!("{needed} to set up the Guard");
        field("discard").require(cards >= needed, format!("{cards} cards left"), expected);
        if guard.at != NONE && floor.alarms & 1 << guard.at != 0 {
            let at = square_name(guard.at as usize);
            let found = format!("an alarm on {at} under the Guard");
            field("alarms").doubtful(found, "none (A-ALARM-3)");
        }
        if state.emp != NONE && floor.alarms != 0 {
            field("alarms").doubtful("alarms", "none while the E.M.P. works (A-ALARM-1)");
        }
        for square in squares(floor.links) {
            let cell = Cell::new(index, square);
            let above = index + 1 < state.floor_count() && state.is_revealed(cell.above());
            if !above && !state.is_revealed(cell) {
                field("links").wrong(format!("{cell} face down"), "a revealed tile at one end of the link");
            }
        }
    }
}
