//! From a state to its position.

use serde_json::Value;

use super::forms::{
    ACTIONS, CAUSES, CardsForm, DONE, DeckForm, ENDINGS, EffectsForm, FloorForm, GuardForm, LOST_VISUAL_CARD, LinkForm,
    LootForm, MoveForm, PlayerForm, Position, RoomsForm, SECOND_GOLD_BAR, STEPS, SafeForm, StepsForm, TallyForm,
    TurnForm, all_events, default_chain, default_entrance, tools_shown, word_for,
};
use crate::board::{Cell, Wall, square_name, squares};
use crate::burgle_bros::components::{Event, Face, Kind, Loot, Room, Tool};
use crate::burgle_bros::decks::{DeckName, LOST_VISUAL};
use crate::burgle_bros::frame::Frame;
use crate::burgle_bros::state::{AWAY, BurgleBros, Ending, HOLE, NONE, SEATS, Status, flag};
use crate::cards::{Deck, Top};
use crate::game::{Game, Seat};
use crate::loose::shape::{Entries, Loose, Opt, Words};

fn given<T>(value: T) -> Opt<T> {
    Some(Loose::Good(value))
}

/// A value that is left out if it is the usual one.
fn unless<T: PartialEq>(value: T, usual: T) -> Opt<T> {
    (value != usual).then_some(Loose::Good(value))
}

/// An object, list or flag that is left out if it says nothing.
fn some<T: Default + PartialEq>(value: T) -> Opt<T> {
    unless(value, T::default())
}

fn number(value: impl Into<i64>) -> Opt<i64> {
    given(value.into())
}

/// A number that is left out if it is 0.
fn count(value: impl Into<i64>) -> Opt<i64> {
    some(value.into())
}

/// A seat or a floor, numbered from 1.
fn index(index: u8) -> Opt<i64> {
    (index != NONE).then(|| Loose::Good(i64::from(index) + 1))
}

fn list<T: PartialEq>(items: impl Iterator<Item = T>) -> Opt<Vec<Loose<T>>> {
    some(items.map(Loose::Good).collect())
}

fn words<T: ToString>(items: impl Iterator<Item = T>) -> Opt<Words> {
    list(items.map(|item| item.to_string()))
}

/// A word that is left out if it is the first of its list.
fn word<T: PartialEq + Copy>(known: &[(&'static str, T)], value: T) -> Opt<String> {
    unless(word_for(known, value).to_owned(), known[0].0.to_owned())
}

fn entries<T: Default + PartialEq>(items: impl Iterator<Item = (String, T)>) -> Opt<Entries<T>> {
    some(Entries(items.map(|(key, value)| (key, Loose::Good(value))).collect()))
}

fn cell(code: u8) -> Opt<String> {
    (code != NONE).then(|| Loose::Good(Cell::from_code(code).to_string()))
}

fn square_names(mask: u32) -> Opt<Words> {
    words(squares(mask).map(square_name))
}

fn tool_names(set: u16) -> Opt<Words> {
    words(Tool::members(set))
}

fn loot_names(set: u16) -> Opt<Words> {
    let second = (set & Loot::SECOND_GOLD_BAR != 0).then_some(Loot::GoldBar);
    words(Loot::members(set).chain(second))
}

fn wall_names(walls: u64) -> Words {
    Wall::names(walls).map(Loose::Good).collect()
}

/// The places of a deck that the state knows: those that everybody knows, or the others.
fn known_cards(deck: Deck<'_>, public: bool, name: impl Fn(usize) -> String) -> Opt<Entries<String>> {
    entries((0..deck.len()).filter_map(|depth| match deck.at_depth(depth) {
        Top::Known(card) if deck.is_public(depth) == public => Some((depth.to_string(), name(card as usize))),
        _ => None,
    }))
}

fn deck_form(deck: Deck<'_>, discard: Opt<Words>, name: impl Fn(usize) -> String) -> DeckForm {
    DeckForm {
        discard,
        top: known_cards(deck, true, &name),
        hidden_top: known_cards(deck, false, &name),
    }
}

pub(super) fn position(state: &BurgleBros) -> Position {
    let frames = state.stack.frames();
    let is_usual = match state.ending {
        Ending::Playing => frames == [Frame::Act],
        _ => frames.is_empty(),
    };
    let value = |frame: &Frame| serde_json::to_value(frame).expect("frames are enumerations of numbers and names");
    let shown = frames.iter().flat_map(|&frame| tools_shown(frame));
    let tools = tool_names(state.discarded_tools() & !shown.fold(0, |set, tool| set | tool.bit()));
    let events = words(squares(discarded_events(state)).map(|card| Event::ALL[card]));
    let [event_deck, tool_deck, loot_deck] =
        [DeckName::Events, DeckName::Tools, DeckName::Loot].map(|name| state.deck(name));
    let loot = |card: usize| match Loot::ALL.get(card) {
        Some(loot) => loot.to_string(),
        None => SECOND_GOLD_BAR.to_owned(),
    };
    Position {
        game: given(BurgleBros::ID.to_owned()),
        scenario: given(state.scenario.name().to_owned()),
        event_loop_rule: unless(state.is_set(flag::LOOP_RULE), true),
        empty_space: match state.plan(0).hole() {
            Some(space) if Some(space) != state.scenario.space() => given(square_name(space)),
            _ => None,
        },
        lost_visual: some(state.has_lost_visual()),
        players: list(state.seats().map(|seat| player_form(state, seat))),
        entrance: match state.entrance {
            entrance if entrance == default_entrance(state) => None,
            NONE => Some(Loose::Bad(Value::Null)),
            entrance => cell(entrance),
        },
        turn: given(turn_form(state)),
        floors: list((0..state.floor_count()).map(|floor| floor_form(state, floor))),
        events: some(deck_form(event_deck, events, |card| Event::ALL[card].to_string())),
        tools: some(deck_form(tool_deck, tools, |card| Tool::ALL[card].to_string())),
        loot: some(LootForm {
            top: known_cards(loot_deck, true, loot),
            hidden_top: known_cards(loot_deck, false, loot),
        }),
        hack_tokens: some(RoomsForm {
            fingerprint: count(state.room_tokens(Room::Fingerprint)),
            laser: count(state.room_tokens(Room::Laser)),
            motion: count(state.room_tokens(Room::Motion)),
        }),
        laptop: some(state.is_set(flag::LAPTOP)),
        juicer_token: some(state.is_set(flag::JUICER_TOKEN)),
        crow: cell(state.crow),
        kitty: cell(state.kitty),
        effects: some(EffectsForm {
            emp: index(state.emp),
            gymnastics: index(state.gymnastics),
            time_lock: index(state.time_lock),
            video_loop: index(state.video_loop),
            heads_up: index(state.heads_up),
            jump_the_gun: index(state.jump_the_gun),
        }),
        r#move: (state.mover.seat != NONE).then(|| Loose::Good(move_form(state))),
        pending: (!is_usual).then(|| Loose::Good(frames.iter().map(value).collect())),
        ending: word(&ENDINGS, state.ending),
        tally: some(TallyForm {
            events: count(state.tally.events),
            alarms: count(state.tally.alarms),
            stealth_lost: count(state.tally.stealth_lost),
        }),
    }
}

/// The position of a game in progress with a state's setup: everybody is still outside, and the first player acts.
pub(super) fn in_progress(state: &BurgleBros) -> Position {
    Position {
        entrance: None,
        turn: given(TurnForm {
            number: number(1),
            seat: number(1),
            actions: number(ACTIONS),
            ..TurnForm::default()
        }),
        pending: None,
        ..position(state)
    }
}

/// The Events turned up that are neither in force nor waiting for their player (E-NOTE-1).
fn discarded_events(state: &BurgleBros) -> u32 {
    let in_force = [
        (state.gymnastics, Event::Gymnastics),
        (state.time_lock, Event::TimeLock),
        (state.video_loop, Event::VideoLoop),
        (state.heads_up, Event::HeadsUp),
        (state.jump_the_gun, Event::JumpTheGun),
    ];
    let in_force = in_force.iter().filter(|(owner, _)| *owner != NONE);
    let used = in_force.fold(0, |set, (_, event)| set | event.bit());
    all_events(state.seats().count()) & !state.deck(DeckName::Events).unseen & !used
}

fn player_form(state: &BurgleBros, seat: Seat) -> PlayerForm {
    let player = state.player(seat);
    PlayerForm {
        character: given(player.character.to_string()),
        at: cell(player.at),
        stealth: number(player.stealth),
        tools: tool_names(player.tools),
        loot: loot_names(player.loot),
        // The other two show in the cell.
        status: (player.status == Status::Escaped).then(|| Loose::Good("escaped".to_owned())),
    }
}

fn turn_form(state: &BurgleBros) -> TurnForm {
    let turn = &state.turn;
    let chain: Vec<(Cell, u8)> = (turn.chain.iter().zip(turn.chain_points))
        .filter(|(cell, _)| **cell != NONE)
        .map(|(&cell, points)| (Cell::from_code(cell), points))
        .collect();
    let is_default = chain.iter().copied().eq(default_chain(state).map(|cell| (cell, 0)));
    let links = chain.iter().map(|&(cell, points)| LinkForm {
        at: given(cell.to_string()),
        points: count(points),
    });
    let cards = |tools: [u16; SEATS], loot: [u16; SEATS]| {
        let has_any = |seat: &Seat| tools[seat.index()] | loot[seat.index()] != 0;
        list(state.seats().filter(has_any).map(|seat| CardsForm {
            seat: index(seat.0),
            tools: tool_names(tools[seat.index()]),
            loot: loot_names(loot[seat.index()]),
        }))
    };
    let orders = state.seats().map(|seat| (seat, turn.refused_orders[seat.index()]));
    let orders = orders.filter(|(_, refused)| *refused != 0).map(|(seat, refused)| {
        let steps = STEPS.iter().filter(|(_, bit)| refused & bit != 0);
        StepsForm {
            seat: index(seat.0),
            steps: words(steps.map(|(step, _)| step)),
        }
    });
    let done = DONE.iter().filter(|(_, bit)| state.has_done(*bit));
    let attempts = (4..).zip(turn.attempts).filter(|(_, failed)| *failed > 0);
    TurnForm {
        number: number(turn.number),
        seat: index(turn.seat),
        actions: number(turn.actions),
        counted: count(turn.counted),
        chain: (!is_default).then(|| Loose::Good(links.map(Loose::Good).collect())),
        done: words(done.map(|(word, _)| word)),
        attempts: entries(attempts.map(|(keypad, failed): (u8, u8)| (keypad.to_string(), i64::from(failed)))),
        flexed_to: cell(turn.flexed_to),
        flexed_floors: list(squares(u32::from(turn.flexed_floors)).map(|floor| floor as i64 + 1)),
        espresso: index(turn.espresso),
        daydreaming: index(turn.daydreaming),
        gave: cards(turn.gave_tools, turn.gave_loot),
        refused: cards(turn.refused_tools, turn.refused_loot),
        refused_orders: list(orders),
    }
}

fn floor_form(state: &BurgleBros, index: usize) -> FloorForm {
    let floor = &state.floors[index];
    let plan = state.plan(index);
    let at = |square: usize| Cell::new(index, square);
    let tiles = |mask: u32| {
        let faces = squares(mask).map(|square| (square, Face(state.tiles[state.place(at(square))])));
        let known = faces.filter(|(_, face)| face.0 != HOLE);
        entries(known.map(|(square, face)| (square_name(square), face.to_string())))
    };
    let marked = |set: u64, fits: &dyn Fn(Kind) -> bool| {
        let is_marked = |face: Face| set & face.bit() != 0 && fits(face.kind());
        let marked = squares(floor.revealed).filter(|&square| state.face(at(square)).is_some_and(is_marked));
        words(marked.map(square_name))
    };
    let safes = squares(floor.revealed).filter_map(|square| {
        let safe = state.safe_at(at(square))?;
        let form = SafeForm {
            dice: count(safe.dice()),
            open: some(safe.is_open()),
            tools: tool_names(safe.tools),
            loot: loot_names(safe.loot),
        };
        (form != SafeForm::default()).then(|| (square_name(square), form))
    });
    let stealth = squares(plan.cells()).map(|square| (square_name(square), i64::from(state.tokens_on(at(square)))));
    let guard = floor.guard;
    let square = |square: u8| (square != NONE).then(|| Loose::Good(square_name(square as usize)));
    let patrol = state.deck(DeckName::Patrol(index));
    let (cards, _) = state.patrol_cards(index);
    let card_name = |card: usize| match card as u8 {
        LOST_VISUAL => LOST_VISUAL_CARD.to_owned(),
        _ => square_name(card),
    };
    let deck = deck_form(patrol, words(squares(cards & !patrol.unseen).map(card_name)), card_name);
    // Walls of the scenario's own are written as what Dynamite took away.
    let (walls, removed_walls) = if has_official_walls(state, index) {
        (
            None,
            words(Wall::all(state.scenario.layout().walls[index] & !plan.walls())),
        )
    } else {
        (Some(Loose::Good(wall_names(plan.walls()))), None)
    };
    FloorForm {
        tiles: tiles(floor.revealed),
        hidden: tiles(plan.cells() & !floor.revealed),
        cracked: marked(state.cracked, &|_| true),
        disabled: marked(state.disabled, &|_| true),
        open: marked(state.marked, &|kind| kind == Kind::Keypad),
        taken: marked(state.marked, &|kind| kind == Kind::Laboratory),
        moved_into: marked(state.marked, &|kind| kind == Kind::Motion),
        safes: entries(safes),
        stealth: entries(stealth.filter(|(_, tokens)| *tokens > 0)),
        alarms: square_names(floor.alarms),
        links: square_names(floor.links),
        guard: some(GuardForm {
            at: square(guard.at),
            die: if guard.die == AWAY { None } else { square(guard.die) },
            away: some(guard.die == AWAY),
        }),
        speed: number(guard.speed),
        donuts: some(state.donuts == index as u8),
        discard: deck.discard,
        top: deck.top,
        hidden_top: deck.hidden_top,
        walls,
        removed_walls,
    }
}

/// Whether the walls of a floor are those of the scenario, but for what Dynamite took away.
pub(super) fn has_official_walls(state: &BurgleBros, floor: usize) -> bool {
    let (plan, official) = (state.plan(floor), state.scenario.layout());
    plan.hole() == official.space && plan.walls() & !official.walls[floor] == 0
}

fn move_form(state: &BurgleBros) -> MoveForm {
    let mover = &state.mover;
    MoveForm {
        seat: index(mover.seat),
        from: cell(mover.from),
        to: cell(mover.to),
        cause: word(&CAUSES, mover.cause),
        paid: count(mover.paid),
        impure: some(state.is_set(flag::IMPURE_MOVE)),
        revealed: some(state.is_set(flag::MOVE_REVEALED)),
    }
}
