//! The finales (section 7.4, finales.toml). Exits are in `turn`, Bodyguard's set-up is in `bodyguard`.

use rand::Rng;

use super::super::action::Action;
use super::super::chance::Outcome;
use super::super::components::{Chip, Face, Finale};
use super::super::frame::{At, Frame, How};
use super::super::offers::Offers;
use super::super::place::{Dir, GRID, Place, Squares, other_floor};
use super::super::state::{CHARACTERS, CasinoCapers, Ending, NONE, flag, held};
use crate::board::{Cell, squares};
use crate::random;

/// finale.laundry_day.rule.1: where the die stops.
pub(super) const CLEAN: u8 = 5;
/// finale.the_raid.rule.1.
const SWAT_HEAT: u8 = 2;
/// finale.catch_a_tiger.unlock.
const STEAKS: u32 = 4;

impl CasinoCapers {
    /// safe.done, fin.start: the finale starts with the current player's remaining actions.
    /// fin.random: one that is not known is drawn now.
    pub(super) fn start_finale(&mut self) {
        if self.finale == NONE {
            return self.push(Frame::DrawFinale);
        }
        self.set_flag(flag::FINALE_RUNS, true);
        // fin.start: first the bonus, then the set-up.
        self.push(Frame::SetUpFinale);
        let begins_with_fake_orders = self.running().is_some_and(Finale::begins_with_fake_orders);
        if begins_with_fake_orders {
            if self.ordinary_discards() != 0 {
                self.push(Frame::AskFakeOrders);
            }
        } else {
            // fin.disguise_change.
            self.everybody().for_each(|player| self.lose_heat(player));
        }
    }

    /// rand.draw: uniform over the finales included.
    pub(super) fn finale_outcomes(&self, out: &mut Vec<(Outcome, f64)>) {
        let odds = 1.0 / f64::from(self.finales.count_ones());
        let all = Finale::ALL.iter().filter(|finale| self.finales & finale.bit() != 0);
        out.extend(all.map(|&finale| (Outcome::Finale(finale), odds)));
    }

    pub(super) fn sample_finale<R: Rng + ?Sized>(&self, rng: &mut R) -> Outcome {
        Outcome::Finale(Finale::ALL[random::choose_bit(rng, self.finales.into()) as usize])
    }

    pub(super) fn finale_drawn(&mut self, finale: Finale) {
        self.finale = finale as u8;
        self.start_finale();
    }

    /// fin.fake_orders: ordinary cards of both discard piles, as patrol cards.
    pub(super) fn ordinary_discards(&self) -> u32 {
        self.patrol
            .decks
            .iter()
            .fold(0, |cards, deck| cards | deck.discards.cells())
    }

    /// fin.fake_orders, H30: two cards, or what there is, go under the deck that was chosen.
    pub(super) fn draw_fake_orders(&mut self, to: u8) {
        let count = self.ordinary_discards().count_ones().min(2);
        self.push(Frame::DrawFakeOrder(to, count as u8));
    }

    /// H42: everybody knows which cards they were, and nobody their order.
    pub(super) fn fake_order_drawn(&mut self, to: u8, left: u8, card: u8) {
        self.patrol.fake_order(to as usize, card);
        if left > 1 {
            self.push(Frame::DrawFakeOrder(to, left - 1));
        }
    }

    /// fin.hooks: set-up.
    pub(super) fn set_up_finale(&mut self) {
        let Some(finale) = self.running() else { return };
        let cracker = self.current();
        let safe = self.find(Face::SAFE).map_or(NONE, Cell::code);
        match finale {
            Finale::Bodyguard => self.gather_chips(),
            // finale.rescuing_her_ride.setup.1, finale.rescuing_her_ride.setup.2, finale.rescuing_her_ride.ruling.1.
            Finale::RescuingHerRide => {
                self.car = safe;
                self.floors[1].bouncer.marker = NONE;
                self.floors[1].bouncer.prey = NONE;
            }
            // finale.laundry_day.setup.1, finale.laundry_day.ruling.3.
            Finale::LaundryDay => {
                self.office_dice = 0;
                self.safe_dice = 0;
                self.loose_dice = [NONE; 5];
                self.everybody().for_each(|player| self.players[player].count = 1);
            }
            // finale.caught_red_handed.setup.1.
            Finale::CaughtRedHanded => self.push(Frame::DrawToken(0)),
            Finale::GravityBoots => self.put_boots_on(cracker),
            Finale::CatchATiger => self.push(Frame::AskTigerStart),
            // finale.hail_mary.setup.1.
            Finale::HailMary => self.football = safe,
            // finale.the_raid.setup.1, finale.the_raid.setup.2.
            Finale::TheRaid => {
                let is_even = |cell: &Cell| self.face(*cell).is_none_or(Face::is_even);
                self.swat = Squares::of(CasinoCapers::cells_of(1, GRID).filter(is_even));
            }
            // finale.bringing_down_the_house.ruling.1: nothing to set up; there may be too few walls.
            Finale::BringingDownTheHouse => {}
        }
    }

    /// finale.caught_red_handed.setup.1: the tokens that are dealt.
    fn fingerprints(&self) -> &'static [u8] {
        match self.count() {
            2 => &[1, 4],
            3 => &[1, 2, 4],
            _ => &[1, 2, 3, 4],
        }
    }

    /// The tokens that players before this one have not been dealt; those dealt are what the finale counts for them.
    fn tokens_left(&self, player: usize) -> impl Iterator<Item = u8> + '_ {
        let dealt = &self.players[..player];
        let tokens = self.fingerprints().iter().copied();
        tokens.filter(move |&token| dealt.iter().all(|player| player.count != token))
    }

    pub(super) fn token_outcomes(&self, player: usize, out: &mut Vec<(Outcome, f64)>) {
        let odds = 1.0 / self.tokens_left(player).count() as f64;
        out.extend(self.tokens_left(player).map(|token| (Outcome::Token(token), odds)));
    }

    pub(super) fn sample_token<R: Rng + ?Sized>(&self, player: usize, rng: &mut R) -> Outcome {
        let place = random::below(rng, self.tokens_left(player).count() as u32);
        let token = self.tokens_left(player).nth(place as usize);
        Outcome::Token(token.expect("a place among those that are left"))
    }

    /// finale.caught_red_handed.setup.2: when all are dealt, heat becomes the number of the token.
    pub(super) fn token_drawn(&mut self, player: usize, token: u8) {
        self.players[player].count = token;
        if player + 1 < self.count() {
            return self.push(Frame::DrawToken(player as u8 + 1));
        }
        for player in &mut self.players {
            player.heat = std::mem::take(&mut player.count);
        }
    }

    /// finale.gravity_boots.setup.1: the cracker has the boots. finale.gravity_boots.setup.2,
    /// finale.gravity_boots.ruling.9, finale.gravity_boots.ruling.15: all on the Safe fall, he first.
    fn put_boots_on(&mut self, cracker: usize) {
        self.boots = cracker as u8;
        let Some(safe) = self.find(Face::SAFE) else { return };
        let how = How::from(Dir::Vertical).ignoring();
        let count = self.count();
        // The last one to fall lies at the bottom of the stack.
        for player in (0..count).rev().map(|step| (cracker + step) % count) {
            if self.is_on(player, safe) {
                self.push(Frame::Enter(At::new(player, other_floor(safe)), how));
            }
        }
    }

    /// finale.catch_a_tiger.setup.2: steaks are dealt evenly; of three players the cracker gets the extra one.
    fn deal_steaks(&mut self) {
        let cracker = self.current();
        let (each, extra) = (STEAKS as usize / self.count(), STEAKS as usize % self.count());
        for player in self.everybody() {
            let more = if player == cracker { extra } else { 0 };
            self.players[player].count = (each + more) as u8;
        }
    }

    /// finale.catch_a_tiger.setup.1: a player's tile; finale.catch_a_tiger.ruling.2: not the bouncer's if there is
    /// another.
    pub(super) fn offer_tiger_starts(&self, out: &mut impl Offers) {
        let inside = || {
            self.everybody()
                .filter_map(|player| Some((player, self.cell_of(player)?)))
        };
        let is_safe = |cell: Cell| !self.bouncer_on(cell);
        let any_safe = inside().any(|(_, cell)| is_safe(cell));
        let choices = inside().filter(|&(_, cell)| !any_safe || is_safe(cell));
        out.extend(choices.map(|(player, _)| Action::Player(player as u8)));
    }

    /// finale.catch_a_tiger.ruling.6: a forced start on a bouncer's tile is not yet a loss.
    pub(super) fn tiger_starts(&mut self, player: usize) {
        self.tiger = self.players[player].at;
        self.deal_steaks();
    }

    /// finale.catch_a_tiger.rule.2: step 3 of TURN_END. finale.catch_a_tiger.ruling.5: one tile at most, only toward a
    /// steak.
    pub(super) fn tiger_step(&mut self) {
        if !self.runs(Finale::CatchATiger) || self.tiger == NONE {
            return;
        }
        let tiger = Cell::from_code(self.tiger);
        let is_here = self
            .cell_of(self.current())
            .is_some_and(|cell| cell.floor() == tiger.floor());
        if !is_here {
            return;
        }
        let steaks = self.smelled_steaks(tiger);
        match steaks.count_ones() {
            0 => {}
            1 => self.tiger_eats(Cell::new(tiger.floor(), steaks.trailing_zeros() as usize)),
            _ => self.push(Frame::AskSteak),
        }
    }

    /// Steaks beside the tiger, as squares of its floor (finale.catch_a_tiger.ruling.3).
    fn smelled_steaks(&self, tiger: Cell) -> u32 {
        self.adjacent(tiger) & self.floors[tiger.floor()].steaks.mask()
    }

    /// finale.catch_a_tiger.ruling.1.
    pub(super) fn offer_steaks(&self, out: &mut impl Offers) {
        let tiger = Cell::from_code(self.tiger);
        out.extend(CasinoCapers::cells_of(tiger.floor(), self.smelled_steaks(tiger)).map(Action::Tile));
    }

    /// finale.catch_a_tiger.lose, finale.catch_a_tiger.ruling.6: onto a bouncer's tile it loses the game.
    /// finale.catch_a_tiger.unlock, finale.catch_a_tiger.ruling.7: after the fourth steak it leaves the board.
    /// finale.catch_a_tiger.ruling.4: the tile keeps its mark.
    pub(super) fn tiger_eats(&mut self, cell: Cell) {
        self.tiger = cell.code();
        if self.bouncer_on(cell) {
            return self.end_game(Ending::TigerSeen);
        }
        self.floors[cell.floor()].steaks.remove(cell);
        let eaten: u32 = self
            .floors
            .iter()
            .map(|floor| floor.had_steak.without(floor.steaks).count())
            .sum();
        if eaten == STEAKS {
            self.tiger = NONE;
            self.set_flag(flag::UNLOCKED, true);
        }
    }

    /// finale.bringing_down_the_house.rule.2; fin.all_modes: by the number of characters that the game began with.
    pub(in super::super) fn wall_quota(&self) -> u8 {
        match self.count() {
            2 => 5,
            3 => 4,
            _ => 3,
        }
    }

    /// fin.hooks: extra actions.
    pub(super) fn offer_finale_actions(&self, player: usize, cell: Cell, out: &mut impl Offers) {
        let Some(finale) = self.running() else { return };
        let own = self.players[player].count;
        match finale {
            Finale::RescuingHerRide => {
                // finale.rescuing_her_ride.rule.1, finale.rescuing_her_ride.ruling.8.
                if self.players[player].has(held::IN_CAR) {
                    let open = Dir::STRAIGHT.into_iter().filter(|&dir| self.drive_end(dir).is_some());
                    out.extend(open.map(Action::Drive));
                } else if self.car == cell.code() {
                    out.push(Action::GetIn);
                }
            }
            // finale.catch_a_tiger.rule.1, finale.catch_a_tiger.ruling.4.
            Finale::CatchATiger => {
                let tiger = (self.tiger != NONE).then(|| Cell::from_code(self.tiger));
                let is_beside =
                    tiger.is_some_and(|tiger| tiger.floor() == cell.floor() && self.adjacent(cell) & tiger.bit() != 0);
                if own > 0 && is_beside && !self.floors[cell.floor()].had_steak.contains(cell) {
                    out.push(Action::Steak);
                }
            }
            Finale::HailMary => self.offer_throws(player, cell, out),
            // finale.the_raid.rule.2, finale.the_raid.ruling.5.
            Finale::TheRaid => {
                if cell.floor() == 0 && self.swat.contains(cell) {
                    out.push(Action::RemoveSwat);
                }
            }
            // finale.bringing_down_the_house.rule.1, finale.bringing_down_the_house.ruling.3.
            Finale::BringingDownTheHouse => {
                if own < self.wall_quota() {
                    out.extend(CasinoCapers::cells_of(cell.floor(), self.walled(cell)).map(Action::Destroy));
                }
            }
            Finale::Bodyguard | Finale::LaundryDay | Finale::CaughtRedHanded | Finale::GravityBoots => {}
        }
    }

    /// Carries one of these actions out.
    pub(super) fn finale_action(&mut self, player: usize, cell: Cell, action: Action) {
        match action {
            Action::GetIn => self.players[player].flags |= held::IN_CAR,
            Action::Drive(dir) => self.drive(dir),
            Action::Steak => {
                self.players[player].count -= 1;
                self.floors[cell.floor()].steaks.insert(cell);
                self.floors[cell.floor()].had_steak.insert(cell);
            }
            Action::Throw(to) => self.football_lands(to),
            Action::ThrowDown => self.football_lands(other_floor(cell)),
            Action::RemoveSwat => self.swat.remove(cell),
            // finale.bringing_down_the_house.ruling.2: the commotion follows at once.
            Action::Destroy(to) => {
                self.remove_wall(cell, to);
                self.players[player].count += 1;
                self.announce(cell, 1, false);
            }
            _ => debug_assert!(false, "{action:?} is no action of a finale"),
        }
    }

    /// finale.hail_mary.rule.1, finale.hail_mary.rule.2, finale.hail_mary.ruling.2, finale.hail_mary.ruling.3: from the
    /// football's tile.
    fn offer_throws(&self, player: usize, cell: Cell, out: &mut impl Offers) {
        if self.football != cell.code() {
            return;
        }
        let has_other = |at: Cell| self.players_on(at).any(|other| other != player);
        let goes_over_walls = self.count() == 2;
        for dir in Dir::STRAIGHT {
            let mut at = cell;
            while let Some(next) = dir
                .next(at)
                .filter(|next| goes_over_walls || self.adjacent(at) & next.bit() != 0)
            {
                if has_other(next) {
                    out.push(Action::Throw(next));
                }
                at = next;
            }
        }
        if cell.floor() == 1 && self.is_escalator(cell) && has_other(other_floor(cell)) {
            out.push(Action::ThrowDown);
        }
    }

    /// finale.hail_mary.unlock, finale.hail_mary.ruling.1, finale.hail_mary.ruling.4, finale.hail_mary.ruling.5.
    fn football_lands(&mut self, cell: Cell) {
        self.football = cell.code();
        if self.is_entrance(cell) {
            self.set_flag(flag::UNLOCKED, true);
        }
    }

    /// finale.rescuing_her_ride.rule.2: where the car gets that way, and the tile it skips.
    /// finale.rescuing_her_ride.rule.4: on its floor. finale.rescuing_her_ride.rule.3,
    /// finale.rescuing_her_ride.ruling.2: in a game of two not through walls.
    fn drive_end(&self, dir: Dir) -> Option<(Cell, Option<Cell>)> {
        let car = Cell::from_code(self.car);
        let first = dir.next(car)?;
        let second = dir.next(first);
        let is_open = |from: Cell, to: Cell| self.count() > 2 || self.adjacent(from) & to.bit() != 0;
        let is_free = is_open(car, first) && second.is_none_or(|second| is_open(first, second));
        is_free.then(|| second.map_or((first, None), |second| (second, Some(first))))
    }

    /// finale.rescuing_her_ride.rule.3, finale.rescuing_her_ride.ruling.10: the walls on the way go.
    /// finale.rescuing_her_ride.ruling.9: passengers land with the car; each gains 2 heat if the bouncer is there; the
    /// tile is revealed; When You Enter is for the current player. finale.rescuing_her_ride.rule.5,
    /// finale.rescuing_her_ride.ruling.3: chips stay as they are.
    fn drive(&mut self, dir: Dir) {
        let Some((end, skipped)) = self.drive_end(dir) else {
            return;
        };
        let car = Cell::from_code(self.car);
        let corner = skipped.unwrap_or(end);
        self.remove_wall(car, corner);
        if corner != end {
            self.remove_wall(corner, end);
        }
        self.car = end.code();
        let meets_bouncer = self.bouncer_on(end);
        for player in 0..CHARACTERS {
            if self.players[player].has(held::IN_CAR) {
                self.players[player].at = end.code();
                if meets_bouncer {
                    self.walk_into_bouncer(player);
                }
            }
        }
        self.check_heat();
        if self.ending != Ending::Playing {
            return;
        }
        let at = At::new(self.current(), end);
        self.push(Frame::EnterHooks(at, How::from(Dir::None)));
        if self.is_revealed(end) {
            self.note_entry(end)
        } else {
            self.push(Frame::RevealTile(end))
        }
    }

    /// fin.hooks: entering, step 5, in the order of enter.5.
    pub(super) fn finale_entry(&mut self, player: usize, cell: Cell) {
        match self.running() {
            // finale.the_raid.rule.1, finale.the_raid.rule.3, finale.the_raid.ruling.1, finale.the_raid.ruling.2,
            // finale.the_raid.ruling.4.
            Some(Finale::TheRaid) if cell.floor() == 1 => {
                if self.swat.contains(cell) {
                    self.gain_heat(player, SWAT_HEAT);
                    self.check_heat();
                    if self.ending != Ending::Playing {
                        return;
                    }
                }
                self.cracked.remove(cell);
                if self.cracked.is_empty() {
                    // finale.the_raid.win.
                    self.end_game(Ending::RaidOver);
                }
            }
            // finale.laundry_day.rule.1, finale.laundry_day.ruling.1, finale.laundry_day.ruling.2,
            // finale.laundry_day.ruling.4, finale.laundry_day.ruling.5.
            Some(Finale::LaundryDay) => {
                let die = &mut self.players[player].count;
                let number = match self.floors[cell.floor()].revealed & cell.bit() {
                    0 => 0,
                    _ => Face(self.tiles[Place::of(cell).index()]).number(),
                };
                if *die < CLEAN && number == *die + 1 {
                    *die = number;
                }
            }
            // finale.bodyguard.rule.2, finale.bodyguard.ruling.3.
            Some(Finale::Bodyguard) if self.open_chip(cell) == Some(Chip::PrimaDonna) => {
                self.discard_chip(cell);
                self.players[player].count += 1;
                self.check_meetings(cell);
            }
            // finale.gravity_boots.unlock, finale.gravity_boots.ruling.4.
            Some(Finale::GravityBoots) if self.is_held_by_boots(player) && self.face(cell) == Some(Face::SAFE) => {
                self.set_flag(flag::UNLOCKED, true);
            }
            _ => {}
        }
    }

    /// finale.gravity_boots.rule.1: the tiles of a slide: until a wall, the edge, or a tile with another player.
    fn slide_tiles(&self, player: usize, from: Cell, dir: Dir) -> impl Iterator<Item = Cell> + '_ {
        let mut at = Some(from);
        std::iter::from_fn(move || {
            let here = at?;
            let next = dir.next(here).filter(|next| self.adjacent(here) & next.bit() != 0)?;
            at = (!self.players_on(next).any(|other| other != player)).then_some(next);
            Some(next)
        })
    }

    /// abil.ghost: the tile that a Move ends on, as things stand.
    pub(super) fn stop_of(&self, player: usize, from: Cell, to: Cell) -> Cell {
        if self.is_held_by_boots(player) {
            self.slide_tiles(player, from, Dir::between(from, to))
                .last()
                .unwrap_or(to)
        } else {
            to
        }
    }

    /// finale.gravity_boots.rule.1, finale.gravity_boots.rule.2, finale.gravity_boots.ruling.7: passed tiles and chips
    /// stay as they are. finale.gravity_boots.ruling.3: the bouncer's tile costs 2 heat also when it is passed, with
    /// the figure there. finale.gravity_boots.ruling.2: the slide is finished before the bouncer is moved.
    pub(super) fn slide(&mut self, player: usize, how: How) {
        let Some(from) = self.cell_of(player) else { return };
        let dir = how.dir();
        let Some(end) = self.slide_tiles(player, from, dir).last() else {
            return;
        };
        let passes_bouncer = self
            .slide_tiles(player, from, dir)
            .any(|cell| cell != end && self.bouncer_on(cell));
        if passes_bouncer {
            self.players[player].at = self.bouncer_cell(from.floor()).code();
            self.walk_into_bouncer(player);
            self.check_heat();
            if self.ending != Ending::Playing {
                return;
            }
        }
        self.push(Frame::AfterSlide(from.floor() as u8, dir));
        // dd.when: what the meeting has completed is rewarded where it happened.
        match self.tasks_due {
            0 => self.enter(player, end, how),
            _ => self.push(Frame::Enter(At::new(player, end), how)),
        }
    }

    /// finale.gravity_boots.rule.4, finale.gravity_boots.ruling.11: the bouncer of the floor where the slide was made.
    pub(super) fn after_slide(&mut self, floor: u8, dir: Dir) {
        self.shift_bouncer(floor, dir);
    }

    /// finale.gravity_boots.rule.4, finale.gravity_boots.ruling.1, finale.gravity_boots.ruling.16: tile by tile until a
    /// wall or the edge. finale.gravity_boots.ruling.6, finale.gravity_boots.ruling.12: he does not stop at his marker,
    /// nor at players.
    pub(super) fn shift_bouncer(&mut self, floor: u8, dir: Dir) {
        let at = self.bouncer_cell(floor as usize);
        let Some(next) = dir.next(at).filter(|next| self.adjacent(at) & next.bit() != 0) else {
            return;
        };
        self.bouncer_enters(next, true);
        if self.ending == Ending::Playing {
            self.push(Frame::Shift(floor, dir));
            self.check_marker(floor as usize);
        }
    }

    /// finale.bodyguard.setup.3: squares of a floor with a player.
    pub(super) fn occupied_squares(&self, floor: usize) -> u32 {
        let cells = (0..CHARACTERS).filter_map(|player| self.cell_of(player));
        cells
            .filter(|cell| cell.floor() == floor)
            .fold(0, |set, cell| set | cell.bit())
    }

    /// Squares of a floor with a chip.
    pub(super) fn chip_squares(&self, floor: usize) -> u32 {
        squares(GRID)
            .filter(|&square| self.has_chip(Cell::new(floor, square)))
            .fold(0, |set, square| set | 1 << square)
    }
}
