//! From a position to its state: the order in which its parts are read and checked.

use super::forms::GONE;
use super::forms::{
    ABILITIES, CharacterForm, DONE, EFFECTS, ENDINGS, HexForm, ITEM_LEAVING, ITEM_SPARE, ITEM_USED, PHASES, Position,
    STATUSES, USED, default_frame,
};
use super::forms::{GAME, shop_place};
use super::steps;
use crate::board::hexes::{MOST_HEXES, Side, members};
use crate::loose::place::At;
use crate::loose::shape::Words;
use crate::masters::action::PLAYERS;
use crate::masters::action::{Action, Commit, Piece, Who};
use crate::masters::bag_order::Order;
use crate::masters::components::{Ability, Crisis, Event, Fixer, Item, NpcCard, Skill};
use crate::masters::deck::{CARDS, Deck, QUEUE};
use crate::masters::describe::MOST_WEIGHT;
use crate::masters::footprint::Footprint;
use crate::masters::frame::{Frame, Kind, Stack};
use crate::masters::letters::{Letter, Letters};
use crate::masters::pieces::ITEM_SLOTS;
use crate::masters::scenario::{Chit, DeckCard, Fixture, Scenario};
use crate::masters::setup::{Member, Mode, Setup};
use crate::masters::state::{
    BANKED, Chits, EXIT, EXITS, Ending, FREE_THINGS, Ground, IN_SAFE, MastersOfTheHeist, NOWHERE, OUT, Phase, Place,
    SHOP, Spot, Starters, Status, done, flag,
};
use crate::masters::tables::{Edition, Tables};
use crate::masters::tile::Tile;
use crate::masters::vents::Vents;

/// The most ideas, cash in one place, noise and the like that are expected.
const MANY: u8 = 99;
/// The most team cash.
const RICH: u16 = 30_000;
/// The most letters of a kind that a character has left.
const LETTERS: u8 = 6;
/// The most U that are granted in a round; with those that are left and printed, moves by Efficient Picker still fit.
const GRANTED: u8 = 4;
/// What is expected of a character that cannot pay for a Vent Crawl, and of one that is paid for.
const NO_VENTS: &str = "none of a character without the ability (MH7.2j)";
const ACROSS: &str = "a hex and a side such as `4,5 w`, a hex two steps away across a missing one (MH7.2j)";
/// The most rounds.
const ROUNDS: u8 = 100;
/// The most steps that are resolved at once, so that what they lead to has room.
const STEPS: usize = 9;
/// The most chits that a bag may come to hold.
const BAG: u32 = 32;
/// MH7.4b: chits that E1 and E6 bring.
const BROUGHT: [(Event, u32); 2] = [(Event::E1, 3), (Event::E6, 2)];

/// What is read so far. Every number and tile is checked before it is stored, so what is looked up while problems are
/// still being collected is always there.
struct Reader<'a> {
    position: At<'a, Position>,
    state: MastersOfTheHeist,
}

/// Reads and checks a position. The state is of use only if no problem was noted.
pub(super) fn state(position: At<'_, Position>) -> MastersOfTheHeist {
    let game = position.game();
    if let Some(name) = game.value {
        game.require(name == GAME, format!("`{name}`"), format!("`{GAME}`"));
    }
    let state = first_state(&position);
    let mut reader = Reader { position, state };
    reader.read();
    reader.state
}

/// The state in which the heist of the given characters begins.
fn first_state(position: &At<'_, Position>) -> MastersOfTheHeist {
    let at = position.scenario();
    if position.value.is_some() {
        at.required("a scenario such as tech-lab");
    }
    let scenario = at.value.and_then(|name| match Scenario::find(name) {
        Ok(scenario) => Some(scenario),
        Err(error) => {
            at.wrong(format!("`{name}`"), error.expected());
            None
        }
    });
    let editions = Edition::ALL.map(|edition| (edition.name(), edition));
    let edition = position.edition().word(&editions).unwrap_or_default();
    let mut setup = Setup::new(scenario.map_or("tech-lab", |scenario| &scenario.name), 1, 0);
    setup.edition = edition;
    let modes = Mode::ALL.map(|mode| (mode.name(), mode));
    setup.actions = position.actions().word(&modes).unwrap_or_default();
    setup.cash_weight = position.cash_weight().number(0, 0..=MOST_WEIGHT);
    let players = position.players();
    let count = players.count();
    players.require(
        (3..=PLAYERS).contains(&count),
        format!("{count} players"),
        "3 or 4 (MH3.1d)",
    );
    for player in players.items().take(PLAYERS) {
        if let Some(member) = member(&player) {
            setup.characters.push(member);
        }
    }
    if !position.is_sound() || setup.characters.len() < 3 {
        // Something to go on with; the position is refused.
        return any_state(edition);
    }
    setup.seats = position.seats().number(1, 1..=setup.characters.len() as u8);
    match setup.complete() {
        Ok(setup) => MastersOfTheHeist::first_state(&setup),
        Err(error) => {
            for problem in error.0 {
                let field = problem.field.replace("characters", "players");
                position.place(field).wrong(problem.what, "a team as in a setup");
            }
            any_state(edition)
        }
    }
}

fn any_state(edition: Edition) -> MastersOfTheHeist {
    let mut setup = Setup::new("tech-lab", 1, 0);
    setup.edition = edition;
    let setup = setup.complete().expect("a team is drawn for tech-lab");
    MastersOfTheHeist::first_state(&setup)
}

fn member(player: &At<'_, CharacterForm>) -> Option<Member> {
    let (card, skills) = (player.card(), player.skills());
    if player.value.is_some() {
        card.required("a character card such as thug");
    }
    let names: Vec<Skill> = skills.names::<Skill>().map(|(_, skill)| skill).collect();
    let found = skills.count();
    skills.require(found == 2, format!("{found} skills"), "2 (MH3.2a)");
    let card = card.name()?;
    Some(Member {
        card,
        skills: names.try_into().ok()?,
    })
}

impl Reader<'_> {
    fn read(&mut self) {
        if !self.position.is_sound() {
            return;
        }
        self.state.phase = self.position.phase().word(&PHASES).unwrap_or(Phase::Plan);
        self.state.ending = self.position.ending().word(&ENDINGS).unwrap_or(Ending::Playing);
        self.state.round = self.position.round().number(0, 0..=ROUNDS);
        let is_over = self.state.ending != Ending::Playing;
        let at = self.position.ending();
        let word = if is_over { "an ending" } else { "none" };
        at.require(
            is_over == (self.state.phase == Phase::Over),
            word,
            "one in phase `over` and only there",
        );
        self.gates();
        self.exits();
        self.clear_pieces();
        self.hexes();
        self.team();
        for (number, player) in self.position.players().items().enumerate() {
            self.character(Who(number as u8), &player);
        }
        self.npc();
        self.bag();
        self.deck();
        self.planning();
        self.starters();
        self.state.left_dogs = self.hex_set(&self.position.left_dogs());
        self.state.pending = self.hex_set(&self.position.pending());
        self.last();
        for slot in 0..self.state.pieces.len() {
            self.state.sort_copies(slot);
        }
        if self.position.is_sound() {
            self.resolving();
        }
    }

    /// MH5.8c.
    fn last(&mut self) {
        let form = self.position.last();
        let hexes = self.hex_set(&form.hexes());
        let known = |who: &Who| self.state.everybody().any(|other| other == *who);
        let actor = form.actor().name::<Who>().filter(known);
        let characters = form.characters().names::<Who>().map(|(_, who)| who).filter(known);
        let characters = characters.fold(0, |set, who| set | 1 << who.0);
        form.actor().require(
            actor.is_some() || !form.is_given,
            "no actor",
            "the character that acted last, if anything is said of that",
        );
        // Only where something is skipped does it matter.
        let counts = self.state.phase == Phase::Action && self.state.mode != Mode::Strict;
        if let Some(actor) = actor.filter(|_| counts) {
            self.state.last = Footprint {
                hexes,
                actor: actor.0,
                characters,
            };
        }
    }

    /// MH6.5a.
    fn gates(&mut self) {
        let gates = self.state.scenario().gates() as u8;
        let closed = self.position.closed_gates().number(0, 0..=gates);
        for _ in 0..closed {
            if let Some(hex) = self.state.next_gate() {
                self.state.remove_hex(hex);
            }
        }
    }

    /// MH3.3d, MH7.2c: Exits beside those of the scenario. A gate may have closed since, so that an Exit opens to
    /// nothing (MH6.5a); its own space may be one that a gate has left.
    fn exits(&mut self) {
        for (key, side) in self.position.exits().entries() {
            let (Some(tile), Some(side)) = (key.name::<Tile>(), side.name::<Side>()) else {
                continue;
            };
            let hex = self.state.scenario().plan().at(tile.place().beside(side));
            let is_free = self.state.plan().at(tile.place()).is_none() && !self.state.has_exit_at(tile.place());
            let has_room = usize::from(self.state.exit_count) + 1 < EXITS;
            match hex.filter(|_| is_free && has_room) {
                Some(hex) => self.state.add_exit(tile, hex as u8),
                None => key.wrong(
                    format!("an Exit at {tile} to {side}"),
                    "a free space beside a hex of the map, two or three more at most",
                ),
            }
        }
    }

    /// Loot that is not said to lie anywhere is out of the game; what lies on hexes as in the scenario is left there.
    fn clear_pieces(&mut self) {
        for slot in 0..self.state.pieces.len() {
            let place = self.state.pieces[slot];
            let is_held = (MOST_HEXES as Place..IN_SAFE).contains(&place);
            if is_held || place == SHOP {
                self.state.pieces[slot] = OUT;
            }
        }
    }

    fn hexes(&mut self) {
        // First all hexes are emptied, so that a piece may have changed its hex.
        let mut listed = Vec::new();
        for (key, form) in self.position.hexes().entries() {
            let Some(hex) = self.hex_of(&key) else { continue };
            self.empty_hex(hex);
            listed.push((hex, form));
        }
        for (hex, form) in listed {
            self.hex(hex, &form);
        }
    }

    fn empty_hex(&mut self, hex: usize) {
        let keep = !(1 << hex);
        let state = &mut self.state;
        state.unrevealed &= keep;
        state.ground[hex] = Ground::EMPTY;
        state.marks[hex] = 0;
        state.move_all(hex as Place, OUT);
    }

    fn hex(&mut self, hex: usize, form: &At<'_, HexForm>) {
        let bit = 1u32 << hex;
        let number = |at: At<'_, i64>| at.number(0, 0..=Chits::MOST);
        let chits = |active: At<'_, i64>, inactive: At<'_, i64>| {
            let place = active.place("");
            let (active, inactive) = (number(active), number(inactive));
            let fits = active + inactive <= Chits::MOST;
            place.require(
                fits,
                format!("{} chits of a kind", active + inactive),
                format!("at most {}", Chits::MOST),
            );
            if fits {
                Chits::new(active, inactive)
            } else {
                Chits::default()
            }
        };
        let ground = Ground {
            guards: chits(form.guards(), form.subdued_guards()),
            dogs: chits(form.dogs(), form.subdued_dogs()),
            locks: chits(form.locks(), form.unlocked()),
            cameras: chits(form.cameras(), form.disabled()),
        };
        let square = self.state.scenario().squares[hex];
        if form.unrevealed().or(false) {
            form.unrevealed().require(
                square.is_unrevealed,
                "an unrevealed hex",
                "only security tiles of the scenario to be unrevealed (MH3.1a)",
            );
            self.state.unrevealed |= bit;
        }
        let (guards, dogs) = (number(form.flashed_guards()), number(form.flashed_dogs()));
        let fits = guards <= ground.guards.inactive() && dogs <= ground.dogs.inactive();
        form.flashed_guards().require(
            fits,
            format!("{guards} Guards and {dogs} Dogs by a Flashbang"),
            "at most as many as are subdued (MH7.6d)",
        );
        if fits && self.state.phase != Phase::Escape {
            self.state.marks[hex] = Chits::new(guards, dogs).0;
        }
        self.state.ground[hex] = ground;
        if form.idea().or(false) {
            self.state.idea_tokens |= bit;
        }
        if form.planned_camera().or(false) {
            // MH7.8d: the Shell disables them.
            let cameras = ground.cameras.active() + ground.cameras.inactive();
            form.planned_camera()
                .require(cameras > 0, "no Camera", "one that was found, live or disabled");
            self.state.planned_cameras |= bit;
        }
        if form.ring_gone().or(false) {
            form.ring_gone().require(
                square.ring.is_some(),
                "no ring",
                "a hex with a Remote Lock ring (MH6.7a)",
            );
            self.state.rings &= !bit;
        }
        if form.fixture_gone().or(false) {
            self.remove_fixture(hex, &form.fixture_gone());
        }
        self.loot(&form.loot(), hex as Place);
    }

    fn remove_fixture(&mut self, hex: usize, at: &At<'_, bool>) {
        let bit = 1 << hex;
        match self.state.fixture(hex) {
            Fixture::KeycardDoor => self.state.doors &= !bit,
            Fixture::Watchtower => self.state.towers &= !bit,
            Fixture::Reinforcements => self.state.reinforcements &= !bit,
            Fixture::Safe => {
                self.state.set_flag(flag::SAFE_OPEN, true);
                for slot in 0..self.state.pieces.len() {
                    if self.state.pieces[slot] == IN_SAFE {
                        self.state.pieces[slot] = OUT;
                    }
                }
            }
            _ => at.wrong(
                "nothing that can be removed",
                "a keycard door, tower, Reinforcements token or safe",
            ),
        }
    }

    /// Loot in a place.
    fn loot(&mut self, list: &At<'_, Words>, place: Place) {
        for item in list.items() {
            let Some(text) = item.value else { continue };
            let (name, marks) = text.split_once(' ').unwrap_or((text, ""));
            let (is_spare, mark) = match marks.strip_prefix(ITEM_SPARE) {
                Some("") => (true, ""),
                Some(rest) if rest.starts_with(' ') => (true, &rest[1..]),
                _ => (false, marks),
            };
            let piece = match name.parse::<Piece>() {
                Ok(piece) => piece,
                Err(error) => {
                    item.wrong(format!("`{text}`"), error.expected);
                    continue;
                }
            };
            match (piece, mark) {
                (Piece::Cash(_) | Piece::Jewel | Piece::Documents | Piece::Usb | Piece::Keycard, _) if is_spare => {
                    item.wrong(format!("`{text}`"), format!("`{ITEM_SPARE}` behind an item"));
                }
                (Piece::ALL_CASH, _) => item.wrong("`cash`", "an amount such as cash:3"),
                (Piece::Cash(amount), "") => {
                    let before = self.state.cash_at[usize::from(place)];
                    let fits = before == 0 && amount <= MANY;
                    item.require(fits, text, format!("cash once, at most {MANY}"));
                    if fits {
                        self.state.cash_at[usize::from(place)] = amount;
                    }
                }
                (Piece::Item(_), "" | ITEM_USED | ITEM_LEAVING) | (_, "") => {
                    self.piece(&item, piece, is_spare, mark, place);
                }
                _ => item.wrong(
                    format!("`{text}`"),
                    format!("`{ITEM_SPARE}`, `{ITEM_USED}` or `{ITEM_LEAVING}` behind an item"),
                ),
            }
        }
    }

    /// A piece that is nowhere yet comes to a place. Of an item, the first card is that which a character starts with,
    /// if any does: a `spare` one is another, and one in the shop is one of the last.
    fn piece(&mut self, at: &At<'_, String>, piece: Piece, is_spare: bool, mark: &str, place: Place) {
        let state = &self.state;
        let cards = (0..state.pieces.len()).filter(|&slot| state.piece_in(slot) == Some(piece));
        let mut free = cards
            .skip(usize::from(is_spare))
            .filter(|&slot| state.pieces[slot] == OUT);
        let is_of_edition = match piece {
            Piece::Item(item) => Tables::get(self.state.edition).item(item).edition <= self.state.edition,
            _ => true,
        };
        let slot = if place == SHOP { free.last() } else { free.next() };
        let Some(slot) = slot.filter(|_| is_of_edition) else {
            return at.wrong(format!("{piece} once more"), "no more of it than the heist has");
        };
        self.state.pieces[slot] = place;
        if mark == ITEM_USED || mark == ITEM_LEAVING {
            self.state.used_items |= 1 << slot;
        }
        if mark == ITEM_LEAVING {
            self.state.leaving_items |= 1 << slot;
        }
    }

    fn team(&mut self) {
        let position = &self.position;
        let state = &mut self.state;
        let last = state.tables().track(usize::from(state.player_count)).last;
        state.marker = position.marker().number(0, 0..=last);
        state.owed = position.owed().number(0, 0..=MANY);
        state.diversions = position.diversions().number(0, 0..=4);
        state.blanks = position.blanks().number(0, 0..=3);
        state.free_things = position.free_things().number(0, 0..=FREE_THINGS);
        state.cash = position.cash().number(0, 0..=RICH);
        state.stake = position.stake().number(0, 0..=8);
        state.planning.jewels = position.jewels().number(0, 0..=MANY);
        let most = state.scenario().safe.as_ref().map_or(0, |safe| safe.cracks - 1);
        let most = if state.is_set(flag::SAFE_OPEN) { 0 } else { most };
        state.cracks = position.cracks().number(0, 0..=most);
        let flags = [
            (position.panic(), flag::PANIC),
            (position.loop_footage(), flag::LOOP_FOOTAGE),
            (position.whistle(), flag::WHISTLE),
            (position.van_reached(), flag::VAN_REACHED),
            (position.plan_copy_lost(), flag::PLAN_COPY_LOST),
            (position.escape_follows(), flag::ESCAPE_FOLLOWS),
            (position.discarded_before(), flag::FROM_DISCARD),
        ];
        for (at, bit) in flags {
            state.set_flag(bit, at.or(false));
        }
        for word in position.used().items() {
            state.flags |= word.word(&USED).unwrap_or(0);
        }
        state.fixers = 0;
        for (at, fixer) in position.fixers().names::<Fixer>() {
            let is_allowed = state.scenario().allows(fixer);
            at.require(is_allowed, fixer, "a fixer who takes part in the scenario");
            state.fixers |= 1 << fixer.index();
        }
        let banked = self.position.banked();
        self.loot(&banked, BANKED);
        let shop = self.position.shop();
        if shop.is_given {
            self.loot(&shop, SHOP);
        }
        for word in self.position.escaped().items() {
            if let Some(who) = word
                .name::<Who>()
                .filter(|who| !who.is_npc() && who.0 < self.state.player_count)
            {
                self.state.escaped |= 1 << who.0;
            }
        }
    }

    fn hex_of(&self, at: &At<'_, String>) -> Option<usize> {
        let tile: Tile = at.name()?;
        let hex = self.state.hex_at(tile);
        at.require(hex.is_some(), tile, "a hex of the scenario that no gate has removed");
        hex
    }

    fn hex_set(&self, list: &At<'_, Words>) -> u32 {
        list.items()
            .filter_map(|item| self.hex_of(&item))
            .fold(0, |set, hex| set | 1 << hex)
    }

    fn spot_of(&self, at: &At<'_, String>) -> Option<Spot> {
        let tile: Tile = at.name()?;
        let spot = self.state.spot(tile);
        at.require(spot.is_some(), tile, "a hex or an Exit that is there");
        spot
    }

    fn npc(&mut self) {
        let form = self.position.npc();
        if self.state.get(Who::NPC).status == Status::Absent {
            form.require(!form.is_given, "an NPC", "none in this scenario");
        } else {
            self.character(Who::NPC, &form);
        }
    }

    fn character(&mut self, who: Who, form: &At<'_, CharacterForm>) {
        let at = form.at();
        let is_away = form.status().value.is_some_and(|word| word == GONE);
        let is_busted = form.status().value.is_some_and(|word| word == "busted");
        let spot = if at.is_given || is_away || is_busted {
            self.spot_of(&at)
        } else {
            // An NPC that is not said to be elsewhere stands where the scenario has it.
            Some(self.state.get(who).at).filter(|&at| who.is_npc() && at != NOWHERE)
        };
        let must_stand = !matches!(self.state.phase, Phase::Plan) && !who.is_npc();
        let status = if is_away {
            Status::Inactive
        } else {
            form.status().word(&STATUSES).unwrap_or(self.state.get(who).status)
        };
        let is_gone = status == Status::Busted;
        at.require(
            spot.is_some() || at.is_given || is_gone || !must_stand,
            "no tile",
            "the tile of everybody who is not Busted",
        );
        let may_wait = who.is_npc() && self.state.npc_card() != Some(NpcCard::Guide);
        form.status().require(
            status != Status::Inactive || may_wait,
            "inactive",
            "only a prisoner or a hostage to be inactive (MH7.9a)",
        );
        let die = form.die().number(0, 0..=6);
        let letters = self.letters(&form.letters());
        let tokens = self.hex_set(&form.tokens());
        form.tokens()
            .require(!who.is_npc() || tokens == 0, "tokens of an NPC", "none (MH5.7a)");
        self.vents(who, form, spot);
        let mut bits = 0;
        for (list, known) in [
            (form.used(), &ABILITIES[..]),
            (form.effects(), &EFFECTS[..]),
            (form.done(), &DONE[..]),
        ] {
            for word in list.items() {
                bits |= word.word(known).unwrap_or(0);
            }
        }
        if form.ditched().or(false) {
            bits |= done::DITCHED;
        }
        let action = self.action(who, &form.action());
        let held = MastersOfTheHeist::held_by(who);
        let loot = form.loot();
        if loot.is_given {
            self.loot(&loot, held);
        } else if let Some(item) = self.state.card(who).and_then(|card| card.starts_with) {
            self.start_item(item, held);
        }
        if !who.is_npc() {
            let most = match self.state.phase {
                Phase::Plan => self.state.memory(who),
                _ => self.state.most_tokens(who),
            };
            form.tokens().require(
                tokens.count_ones() <= most.into(),
                format!("{} tokens", tokens.count_ones()),
                format!(
                    "at most {most}, the memory of the character and 2 more with the Master Plan Copy (MH3.3b, MH7.6i)"
                ),
            );
        }
        let leftover = form.leftover().within(0..=MANY);
        let start = self.spot_of(&form.start()).filter(|&spot| spot < EXIT);
        let state = &mut self.state;
        if !who.is_npc() {
            state.planning.leftover[who.index()] = leftover.unwrap_or(NOWHERE);
            state.planning.starts[who.index()] = start.unwrap_or(NOWHERE);
        }
        let character = state.get_mut(who);
        let ideas = character.ideas;
        character.at = spot.unwrap_or(NOWHERE);
        character.status = status;
        character.ideas = form.ideas().number(ideas, 0..=MANY);
        character.die = die;
        character.tokens = tokens;
        character.done = bits;
        character.action = action;
        character.granted = form.granted().number(0, 0..=GRANTED);
        character.pickers = form.pickers().number(0, 0..=LETTERS);
        character.tool_cracks = form.tool_cracks().number(0, 0..=MANY);
        character.clear_letters();
        character.add_letters(letters);
        // MH7.9a: an NPC that was just freed or captured is about to roll its die.
        let roll = steps::write(state, Frame::DrawDie(who));
        let is_rolled = self.position.resolving().items().all(|step| step.value != Some(&roll));
        let needs_die = matches!(state.phase, Phase::Action) && status == Status::Active && spot.is_some() && is_rolled;
        form.die().require(
            !needs_die || die > 0,
            "no die",
            "one of everybody who is active, in the Action phase (MH4.1a)",
        );
    }

    /// MH3.2c: the item that a character starts with, unless it is said to be elsewhere.
    fn start_item(&mut self, item: Item, held: Place) {
        let slot = self.state.slots_of(Piece::Item(item), OUT).next();
        if let Some(slot) = slot {
            self.state.pieces[slot] = held;
        }
    }

    fn letters(&self, at: &At<'_, String>) -> Letters {
        let letters: Letters = at.name().unwrap_or(Letters::NONE);
        let fits = Letter::ALL.into_iter().all(|letter| {
            letters[letter]
                <= if matches!(letter, Letter::Noise | Letter::Alert) {
                    0
                } else {
                    LETTERS
                }
        });
        at.require(
            fits,
            letters,
            format!("at most {LETTERS} of each of MUSDIRL; N and A are taken at once"),
        );
        if fits { letters } else { Letters::NONE }
    }

    /// MH7.2j, H85: Vent Crawls that wait, each two steps across a missing hex; one from where the character stands may
    /// be given as its far hex alone.
    fn vents(&mut self, who: Who, form: &At<'_, CharacterForm>, from: Option<Spot>) {
        let (list, far) = (form.vents(), form.vent());
        let has_ability = self.state.has_ability(who, Ability::VentCrawl);
        list.require(has_ability || !list.is_given, "Vent Crawls", NO_VENTS);
        far.require(has_ability || !far.is_given, "a Vent Crawl", NO_VENTS);
        if !has_ability {
            return;
        }
        let mut vents = Vents::NONE;
        if let (Some(hex), Some(from)) = (self.hex_of(&far), from) {
            let across = self.state.vents_across(from).find(|(other, _)| *other == hex);
            far.require(across.is_some(), "this hex", ACROSS);
            if let Some((_, side)) = across {
                vents.add(from, side);
            }
        }
        for item in list.items() {
            let Some(text) = item.value else { continue };
            let words = text.split_once(' ');
            let parsed = words.and_then(|(tile, side)| Some((tile.parse::<Tile>().ok()?, side.parse::<Side>().ok()?)));
            let known = parsed.and_then(|(tile, side)| Some((self.state.hex_at(tile)? as Spot, side)));
            let fits = |&(hex, side): &(Spot, Side)| self.state.vents_across(hex).any(|(_, other)| other == side);
            match known.filter(fits) {
                Some((hex, side)) => {
                    item.require(!vents.is_full(), "one more", format!("at most {}", Vents::MOST));
                    vents.add(hex, side);
                }
                None => item.wrong(format!("`{text}`"), ACROSS),
            }
        }
        self.state.vents = vents;
    }

    fn action(&self, who: Who, at: &At<'_, String>) -> Option<Commit> {
        let commit: Commit = at.name()?;
        let is_own = match commit {
            Commit::Skill(skill, _) => !who.is_npc() && self.state.team[who.index()].skills.contains(&skill),
            _ => true,
        };
        at.require(is_own, commit, "an action of the character");
        Some(commit).filter(|_| is_own)
    }

    /// MH3.1b, MH8g.
    fn bag(&mut self) {
        let given = self.position.bag();
        if given.is_given {
            self.state.bag = [0; Chit::ALL.len()];
            for (key, count) in given.entries() {
                if let Some(chit) = key.name::<Chit>() {
                    self.state.bag[chit.index()] = count.number(0, 0..=BAG as u8);
                }
            }
        }
        let size: u32 = self.state.bag.iter().map(|&count| u32::from(count)).sum();
        let most = self.most_in_bag();
        given.require(
            size <= most,
            format!("{size} chits"),
            format!("at most {most}, as many as the scenario and the Events that bring some put in (MH3.1b, MH7.4b)"),
        );
        for &chit in Chit::ALL {
            let Some(kind) = chit.loot() else { continue };
            let left = self.state.slots_of(Piece::of(kind), OUT).count();
            let count = usize::from(self.state.bag[chit.index()]);
            given.require(
                count <= left,
                format!("{count} {chit} in the bag"),
                format!("at most {left}, the others are elsewhere"),
            );
        }
        let hidden = self.position.hidden();
        if !hidden.is_given {
            return;
        }
        let chits: Vec<Chit> = hidden.names::<Chit>().map(|(_, chit)| chit).collect();
        let count = |chit: Chit| chits.iter().filter(|&&other| other == chit).count();
        let is_whole = Chit::ALL
            .iter()
            .all(|&chit| count(chit) == usize::from(self.state.bag[chit.index()]));
        hidden.require(is_whole, "these chits", "exactly those of the bag, in an order");
        let entropy = self.position.hidden_entropy();
        entropy.required("a number that decides where later chits go");
        if is_whole && size <= BAG {
            self.state.order = Order::of(&chits, entropy.number(1, 1..=u32::MAX));
        }
    }

    /// MH3.1b, MH7.4b: as many chits as the bag begins with, and as Events put in. Of which kinds they are is free.
    fn most_in_bag(&self) -> u32 {
        let first = self.state.scenario().bag.iter().map(|&count| u32::from(count));
        first
            .chain(BROUGHT.iter().map(|(_, count)| *count))
            .sum::<u32>()
            .min(BAG)
    }

    /// MH3.1c, MH4.5a, MH4.6a.
    fn deck(&mut self) {
        let (deck, queue) = (self.position.deck(), self.position.queue());
        let cards: Vec<DeckCard> = if deck.is_given {
            deck.names::<DeckCard>().map(|(_, card)| card).collect()
        } else {
            self.state.deck.cards().to_vec()
        };
        let waiting: Vec<Crisis> = queue.names::<Crisis>().map(|(_, crisis)| crisis).collect();
        let in_deck = cards.iter().filter_map(|card| card.crisis());
        let is_final = |crisis: &Crisis| self.state.tables().final_crises & 1 << crisis.index() != 0;
        let crises = in_deck.clone().count() + waiting.len();
        let fits = cards.len() <= CARDS && crises <= QUEUE;
        deck.require(
            fits,
            format!("{} cards, {crises} Crises with those that wait", cards.len()),
            format!("at most {CARDS} cards and {QUEUE} Crises"),
        );
        let finals = in_deck.filter(is_final).count() + waiting.iter().filter(|crisis| is_final(crisis)).count();
        let ends = self.state.is_set(flag::ESCAPE_FOLLOWS) || self.state.phase >= Phase::Escape;
        deck.require(
            finals == 1 || finals == 0 && ends,
            format!("{finals} final Crises in the deck and waiting"),
            "one, until the Escape part follows (MH4.6a)",
        );
        let events = cards.iter().filter_map(|card| card.event());
        let brought = |event: Event| {
            BROUGHT
                .iter()
                .find(|(known, _)| *known == event)
                .map_or(0, |(_, count)| *count)
        };
        let more: u32 = events.clone().map(brought).sum();
        let size = u32::from(self.state.bag_size());
        deck.require(
            size + more <= BAG,
            format!("Events that bring {more} chits to {size} in the bag"),
            format!("at most {BAG} together (MH7.4b)"),
        );
        let last = self.position.last_event();
        let event: Option<Event> = last.name();
        let has_events = events.clone().next().is_some();
        last.require(
            has_events != event.is_some(),
            if event.is_some() { "a last Event" } else { "none" },
            "the last Event if and only if the deck has none left (MH4.5a)",
        );
        if fits {
            self.state.deck = Deck::with(&cards, &waiting, event);
        }
        let is_before = self.state.phase < Phase::Event || self.state.phase >= Phase::Escape;
        self.state
            .deck
            .set_overshoot(self.position.overshoot().or(false), is_before);
        let active = self.position.active();
        let event: Option<Event> = active.name();
        active.require(
            event.is_none() || self.state.phase == Phase::Event,
            "an Active Event",
            "one only in phase `event` (MH4.5c)",
        );
        self.state.active_event = event.map_or(NOWHERE, |event| event.index() as u8);
    }

    fn planning(&mut self) {
        let form = self.position.planning();
        let items = |list: At<'_, Words>| list.names::<Item>().fold(0, |set, (_, item)| set | 1 << item.index());
        let planning = &mut self.state.planning;
        planning.bought = items(form.bought());
        planning.sold = items(form.sold());
        planning.used = form
            .used()
            .names::<Fixer>()
            .fold(0, |set, (_, fixer)| set | 1 << fixer.index());
        planning.reached = form.reached().number(0, 0..=MANY);
        planning.locks = form.locks().number(0, 0..=MANY);
        let inside = form.inside();
        if inside.is_given {
            planning.inside = 0;
        }
        for (at, who) in inside.names::<Who>() {
            let fits = !who.is_npc() && who.0 < self.state.player_count && self.state.scenario().inside_starts != 0;
            at.require(fits, who, "a player character, in a county job (MH7.10b)");
            self.state.planning.inside |= u8::from(fits) << (who.0 % 8);
        }
        inside.require(
            self.state.planning.inside != 0 || self.state.scenario().inside_starts == 0,
            "nobody",
            "somebody who starts inside, in a county job (MH7.10b, H52)",
        );
        if !self.position.shop().is_given {
            for slot in 0..ITEM_SLOTS {
                if self.state.pieces[slot] == OUT {
                    self.state.pieces[slot] = shop_place(&self.state, slot);
                }
            }
        }
    }

    /// MH7.10d.
    fn starters(&mut self) {
        let list = self.position.starters();
        if !list.is_given {
            return;
        }
        let expected = self.state.starters.at.iter().filter(|&&at| at != NOWHERE).count();
        let found = list.count();
        list.require(
            found == expected,
            format!("{found} starting Guards"),
            format!("{expected} (MH7.10d)"),
        );
        let mut starters = Starters {
            at: [NOWHERE; 4],
            subdued: 0,
            fresh: 0,
            flashed: 0,
        };
        for (number, form) in list.items().take(starters.at.len()).enumerate() {
            let at = form.at();
            at.required("its hex");
            if let Some(hex) = self.hex_of(&at) {
                starters.at[number] = hex as u8;
            }
            let bit = |at: At<'_, bool>| u8::from(at.or(false)) << number;
            starters.subdued |= bit(form.subdued());
            starters.fresh |= bit(form.fresh());
            starters.flashed |= bit(form.flashed());
        }
        let is_whole = starters.fresh & !starters.subdued == 0 && starters.flashed & !starters.subdued == 0;
        list.require(
            is_whole,
            "Guards subdued in this round that are not subdued",
            "them to be subdued",
        );
        self.state.starters = starters;
        for hex in members(self.state.plan().present()) {
            let subdued = starters.subdued;
            let here = |wanted: bool| {
                let at = starters.at.iter().enumerate();
                at.filter(|(number, at)| usize::from(**at) == hex && (subdued & 1 << number != 0) == wanted)
                    .count()
            };
            let guards = self.state.ground[hex].guards;
            let fits = here(false) <= guards.active().into() && here(true) <= guards.inactive().into();
            list.require(
                fits,
                "a starting Guard where none stands",
                "them among the Guards of their hexes",
            );
        }
    }

    /// The steps that are being resolved, and the route.
    fn resolving(&mut self) {
        let list = self.position.resolving();
        self.state.stack = Stack::EMPTY;
        let phase = self.state.phase;
        if !list.is_given
            && let Some(frame) = default_frame(phase)
        {
            self.state.stack.push(frame);
        }
        let count = list.count();
        list.require(count <= STEPS, format!("{count} steps"), format!("at most {STEPS}"));
        list.require(
            !list.is_given || count > 0 || phase == Phase::Over,
            "no step",
            "at least one while the heist goes on",
        );
        for (place, item) in list.items().take(STEPS).enumerate() {
            let Some(text) = item.value else { continue };
            let frame = match steps::read(&self.state, text) {
                Ok(frame) => frame,
                Err(expected) => {
                    item.wrong(format!("`{text}`"), expected);
                    continue;
                }
            };
            let fits = if place == 0 {
                steps::is_bottom(frame, phase)
            } else {
                steps::is_above(frame, phase)
            };
            item.require(
                fits,
                format!("`{text}`"),
                "a step that can stand here in this part of the heist",
            );
            let is_last = place + 1 == count;
            item.require(
                frame.kind() == Kind::Runs || is_last,
                format!("`{text}`"),
                "nothing above a step that waits",
            );
            self.state.stack.push(frame);
        }
        if self.position.is_sound() {
            self.route();
        }
        if self.position.is_sound() && phase != Phase::Over {
            self.check_waiting();
        }
    }

    /// MH6.6h: the route of a last ditch that is being declared.
    fn route(&mut self) {
        let list = self.position.route();
        let who = match self.state.stack.top() {
            Frame::AskRoute(who) | Frame::DrawDitch(who, _) => who,
            _ => return list.require(!list.is_given, "a route", "none unless a last ditch is declared"),
        };
        for item in list.items() {
            let Some(action) = item.name::<Action>() else { return };
            let mut legal = Vec::new();
            self.state.offer_elements(who, &mut legal);
            let is_legal = legal.contains(&action) && action != Action::Roll;
            item.require(is_legal, action, "an element that the route can go on with");
            if !is_legal {
                return;
            }
            self.state.add_element(who, action);
        }
    }

    /// What waits on top must have something to choose from or to draw.
    fn check_waiting(&self) {
        let at = self.position.resolving();
        let top = self.state.stack.top();
        let is_empty = match top.kind() {
            Kind::Runs => false,
            Kind::Asks => {
                let mut legal = Vec::new();
                self.state.offer(&mut legal);
                legal.is_empty()
            }
            Kind::Draws => {
                let mut outcomes = Vec::new();
                self.state.chances(&mut outcomes);
                outcomes.is_empty()
            }
        };
        at.require(
            !is_empty,
            steps::write(&self.state, top),
            "something to choose from or to draw there",
        );
        if let Frame::DrawChit(hex) | Frame::AskConsultant(hex, _) = top {
            let is_unrevealed = self.state.unrevealed & 1 << hex != 0;
            at.require(is_unrevealed, "a chit for a hex that is revealed", "an unrevealed hex");
        }
    }
}
