//! What anybody may read off a state: agents, pictures and tests look through here.

use super::components::{Character, Event, Face, Loot, Room, Tool};
use super::decks::{DeckName, LOST_VISUAL};
use super::frame::Frame;
use super::scenario::Scenario;
use super::state::{BurgleBros, FloorCounts, HOLE, NONE, Status, done, flag};
use crate::board::{Cell, FloorPlan};
use crate::cards::{Deck, Top};
use crate::game::Seat;

/// A Guard in play, as the board shows him.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GuardView {
    /// Where he is.
    pub at: Cell,
    /// Where his die lies; `None` only while it is being placed.
    pub die: Option<Cell>,
    /// The number on the die.
    pub speed: u8,
    /// Whether Donuts are attached to him.
    pub donuts: bool,
}

/// A revealed Safe, as the board shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SafeView {
    /// Where it is.
    pub at: Cell,
    /// Dice on it.
    pub dice: u8,
    /// Whether it is open.
    pub open: bool,
    /// Tools lying on its tile, as a set of [`Tool::bit`].
    pub tools: u16,
    /// Loot lying on its tile, as a set of [`Loot::bit`] and [`Loot::SECOND_GOLD_BAR`].
    pub loot: u16,
}

fn cell(code: u8) -> Option<Cell> {
    (code != NONE).then(|| Cell::from_code(code))
}

/// The card `depth` places below the top of a deck, if everybody knows it.
pub(super) fn public_card(deck: Deck<'_>, depth: usize) -> Option<u8> {
    match deck.at_depth(depth) {
        Top::Known(card) if deck.is_public(depth) => Some(card),
        _ => None,
    }
}

fn seat(code: u8) -> Option<Seat> {
    (code != NONE).then_some(Seat(code))
}

impl BurgleBros {
    /// The scenario.
    pub fn scenario(&self) -> Scenario {
        self.scenario
    }

    /// How many floors the building has.
    pub fn floors(&self) -> usize {
        self.floor_count()
    }

    /// The plan of a floor (0 at the bottom) as it is now, Dynamite included.
    #[inline]
    pub fn floor_plan(&self, floor: usize) -> FloorPlan {
        self.plans[floor]
    }

    /// The revealed squares of a floor, as bits.
    #[inline]
    pub fn revealed(&self, floor: usize) -> u32 {
        self.floors[floor].revealed
    }

    /// The face of a revealed tile.
    #[inline]
    pub fn face_at(&self, at: Cell) -> Option<Face> {
        self.face(at)
    }

    /// The face of a tile that is still face down, if this state knows it.
    pub fn hidden_face(&self, at: Cell) -> Option<Face> {
        let tile = self.tiles[self.place(at)];
        (!self.is_revealed(at) && tile != HOLE).then_some(Face(tile))
    }

    /// The squares of a floor with an alarm token, as bits.
    #[inline]
    pub fn alarms(&self, floor: usize) -> u32 {
        self.floors[floor].alarms
    }

    /// The squares of a floor linked with the floor above (or the roof) by a Thermal Bomb, as bits.
    #[inline]
    pub fn links(&self, floor: usize) -> u32 {
        self.floors[floor].links
    }

    /// The Guard of a floor, if he is in play.
    pub fn guard(&self, floor: usize) -> Option<GuardView> {
        let guard = self.floors[floor].guard;
        (guard.at != NONE).then(|| GuardView {
            at: Cell::new(floor, guard.at as usize),
            die: (guard.die != NONE).then(|| Cell::new(floor, guard.die as usize)),
            speed: guard.speed,
            donuts: self.donuts == floor as u8,
        })
    }

    /// The floor whose Guard has the Donuts, in play or away.
    pub fn donuts(&self) -> Option<usize> {
        (self.donuts != NONE).then_some(self.donuts as usize)
    }

    /// Whether Lost Visual has removed the Guard of a floor and he has not come back (G-LOST-1).
    pub fn is_guard_away(&self, floor: usize) -> bool {
        self.guard_is_away(floor)
    }

    /// Whether the patrol decks hold a Lost Visual card each (S-PATROL-5).
    pub fn has_lost_visual(&self) -> bool {
        self.is_set(flag::LOST_VISUAL)
    }

    /// Whether nobody has turned up the Lost Visual card of a floor since its deck was shuffled: it is in the deck or
    /// set aside.
    pub fn lost_visual_unseen(&self, floor: usize) -> bool {
        self.deck(DeckName::Patrol(floor)).unseen & 1 << LOST_VISUAL != 0
    }

    /// The speed of a floor's Guard, in play or not.
    pub fn guard_speed(&self, floor: usize) -> u8 {
        self.floors[floor].guard.speed
    }

    /// Steps that a floor's Guard moves at his next step (G-MOVE-5), but for what an Event drawn before it adds or
    /// takes.
    pub fn guard_steps(&self, floor: usize) -> u8 {
        self.guard_speed(floor) + self.alarms(floor).count_ones() as u8
    }

    /// The squares whose patrol card nobody has turned up (set-aside ones included), as bits, and how many cards the
    /// floor's deck has left, a Lost Visual among them.
    /// G-DRAW-7: the discard may be looked through at any time.
    pub fn patrol(&self, floor: usize) -> (u32, usize) {
        let deck = self.deck(DeckName::Patrol(floor));
        (deck.unseen & !(1 << LOST_VISUAL), deck.len())
    }

    /// The destination on the next patrol card of a floor, if everybody knows it and it has one.
    pub fn known_patrol(&self, floor: usize) -> Option<Cell> {
        public_card(self.deck(DeckName::Patrol(floor)), 0)
            .filter(|&card| card != LOST_VISUAL)
            .map(|square| Cell::new(floor, square as usize))
    }

    /// Whether everybody knows that the next patrol card of a floor is Lost Visual.
    pub fn lost_visual_is_next(&self, floor: usize) -> bool {
        public_card(self.deck(DeckName::Patrol(floor)), 0) == Some(LOST_VISUAL)
    }

    /// The next Events that everybody knows, from the top.
    pub fn known_events(&self) -> impl Iterator<Item = Event> + '_ {
        let deck = self.deck(DeckName::Events);
        (0..deck.len())
            .map_while(move |depth| public_card(deck, depth))
            .map(|card| Event::ALL[card as usize])
    }

    /// How many cards the Event, Tool and Loot decks have left.
    pub fn deck_sizes(&self) -> (usize, usize, usize) {
        (
            self.deck(DeckName::Events).len(),
            self.deck(DeckName::Tools).len(),
            self.deck(DeckName::Loot).len(),
        )
    }

    /// Whether the tile carries a Cracked token.
    #[inline]
    pub fn is_cracked(&self, face: Face) -> bool {
        self.cracked & face.bit() != 0
    }

    /// Whether the Crowbar has disabled the tile.
    #[inline]
    pub fn is_disabled(&self, face: Face) -> bool {
        self.disabled & face.bit() != 0
    }

    /// The mark of a tile's own kind: a Keypad is open, a Laboratory's Tool is taken, the active player Moved into a
    /// Motion tile this turn.
    #[inline]
    pub fn is_marked(&self, face: Face) -> bool {
        self.marked & face.bit() != 0
    }

    /// The revealed Safes, in the order of their cells.
    pub fn safes(&self) -> impl Iterator<Item = SafeView> + '_ {
        self.safes.iter().filter(|safe| safe.at != NONE).map(|safe| SafeView {
            at: Cell::from_code(safe.at),
            dice: safe.dice(),
            open: safe.is_open(),
            tools: safe.tools,
            loot: safe.loot,
        })
    }

    /// The floors on which a Safe may still lie face down, as bits, and how many lie somewhere (S-BUILD-1, S-BUILD-3):
    /// as far as everybody can tell.
    pub fn safes_to_find(&self) -> (u8, usize) {
        let mut found = FloorCounts::default();
        self.safes().for_each(|safe| found.add(safe.at.floor()));
        let left = self.scenario.safes() - usize::from(found.total());
        let floors = |holds: &dyn Fn(usize) -> bool| {
            (0..self.floor_count()).fold(0u8, |set, floor| set | u8::from(holds(floor)) << floor)
        };
        let lacking = floors(&|floor| found.on(floor) == 0);
        if left == lacking.count_ones() as usize {
            return (lacking, left);
        }
        // Every floor that lacks one has one; what is left after that may be wherever a tile is face down.
        let hiding = floors(&|floor| self.plan(floor).cells() & !self.floors[floor].revealed != 0);
        (hiding, left)
    }

    /// Stealth tokens lying on a tile.
    pub fn tile_tokens(&self, at: Cell) -> u8 {
        self.tokens_on(at)
    }

    /// The tiles with Stealth tokens, and how many.
    pub fn token_tiles(&self) -> impl Iterator<Item = (Cell, u8)> + '_ {
        let tokens = self.tile_stealth.iter().filter(|(_, tokens)| *tokens > 0);
        tokens.map(|&(at, tokens)| (Cell::from_code(at), tokens))
    }

    /// Hack tokens in a Computer Room.
    pub fn hack_tokens(&self, room: Room) -> u8 {
        self.room_tokens(room)
    }

    /// Whether the Hacker's laptop carries its token.
    pub fn laptop_token(&self) -> bool {
        self.is_set(flag::LAPTOP)
    }

    /// Whether the advanced Juicer holds an alarm token.
    pub fn juicer_token(&self) -> bool {
        self.is_set(flag::JUICER_TOKEN)
    }

    /// Where the crow is, if it is on the board.
    pub fn crow(&self) -> Option<Cell> {
        cell(self.crow)
    }

    /// Where the kitty is, if it is loose.
    pub fn kitty(&self) -> Option<Cell> {
        cell(self.kitty)
    }

    /// The entrance, once chosen.
    pub fn entrance(&self) -> Option<Cell> {
        cell(self.entrance)
    }

    /// Who used the E.M.P. that is active.
    pub fn emp_owner(&self) -> Option<Seat> {
        seat(self.emp)
    }

    /// Who drew the Gymnastics, Time Lock and Video Loop in force.
    pub fn round_effects(&self) -> [(Event, Option<Seat>); 3] {
        [
            (Event::Gymnastics, seat(self.gymnastics)),
            (Event::TimeLock, seat(self.time_lock)),
            (Event::VideoLoop, seat(self.video_loop)),
        ]
    }

    /// Who has Heads Up! and Jump the Gun before him.
    pub fn pending_events(&self) -> [(Event, Option<Seat>); 2] {
        [
            (Event::HeadsUp, seat(self.heads_up)),
            (Event::JumpTheGun, seat(self.jump_the_gun)),
        ]
    }

    /// Whose turn it is.
    #[inline]
    pub fn active_seat(&self) -> Seat {
        self.active()
    }

    /// The number of the turn, from 1; 0 before the first.
    pub fn turn_number(&self) -> u16 {
        self.turn.number
    }

    /// Action points left to the active player.
    #[inline]
    pub fn actions_left(&self) -> u8 {
        self.turn.actions
    }

    /// Action points counted so far for the Event check.
    pub fn actions_used(&self) -> u8 {
        self.used_actions()
    }

    /// The chain of pure Moves, ending with the active player's cell: going back to one of its cells counts for nothing
    /// (N-LOOP-3).
    pub fn chain(&self) -> impl Iterator<Item = Cell> + '_ {
        self.turn.chain.iter().filter_map(|&code| cell(code))
    }

    /// Whether the once-per-turn ability of the active player has been used.
    pub fn ability_used(&self) -> bool {
        self.has_done(done::ABILITY)
    }

    /// What the state is waiting for or about to do, and everything below it.
    pub fn frames(&self) -> &[Frame] {
        self.stack.frames()
    }

    /// A player's cell, if he is on the board.
    #[inline]
    pub fn at(&self, seat: Seat) -> Option<Cell> {
        cell(self.player(seat).at)
    }

    /// Whether a player has left through the roof.
    pub fn has_escaped(&self, seat: Seat) -> bool {
        self.player(seat).status == Status::Escaped
    }

    /// A player's character side.
    #[inline]
    pub fn character(&self, seat: Seat) -> Character {
        self.player(seat).character
    }

    /// A player's own Stealth tokens.
    #[inline]
    pub fn stealth(&self, seat: Seat) -> u8 {
        self.player(seat).stealth
    }

    /// A player's Tools, as a set of [`Tool::bit`].
    #[inline]
    pub fn tools(&self, seat: Seat) -> u16 {
        self.player(seat).tools
    }

    /// A player's Loot, as a set of [`Loot::bit`]; the loose kitty's card is nobody's.
    #[inline]
    pub fn loot(&self, seat: Seat) -> u16 {
        self.held_loot(seat)
    }

    /// The Tools in the discard, as a set of [`Tool::bit`].
    pub fn tool_discard(&self) -> u16 {
        self.discarded_tools()
    }

    /// The cells that the active player's way out would be from: where he may escape as things stand.
    pub fn may_escape_from(&self, at: Cell) -> bool {
        self.is_at_exit(at) && self.loot_is_secured()
    }

    /// Whether Safes, Loot and kitty allow the escape (Z-END-2).
    pub fn is_ready_to_escape(&self) -> bool {
        self.loot_is_secured()
    }

    /// Whether a Loot lies in the building: on a Safe tile, or the loose kitty.
    pub fn loot_at_large(&self) -> bool {
        self.kitty != NONE || self.safes.iter().any(|safe| safe.loot != 0)
    }

    /// Who holds a Loot; the first of two holders of Gold Bars.
    pub fn holder(&self, loot: Loot) -> Option<Seat> {
        self.seats().find(|&seat| self.holds(seat, loot))
    }

    /// Who holds a Tool.
    pub fn tool_holder(&self, tool: Tool) -> Option<Seat> {
        self.seats().find(|&seat| self.has_tool(seat, tool))
    }
}
