//! From a state to its position.

use super::forms::{
    ACTIONS, BouncerForm, DISTRACTED_CARD, DONE, DeckForm, DiceForm, ENDINGS, EventsForm, FACE_DOWN, PlayerForm,
    Position, SOURCES, SUSPICION, TURN_LIMIT, TallyForm, WHEREABOUTS, cards_shown, default_cracked, default_frame,
    default_gear, default_pile, word_for,
};
use super::steps;
use crate::board::{Cell, Wall, square_name, squares};
use crate::cards::Top;
use crate::casino_capers::components::{Chip, Event, Face, Finale, Gear, Task};
use crate::casino_capers::frame::Frame;
use crate::casino_capers::patrol::DISTRACTED;
use crate::casino_capers::place::{LEVELS, Place, Squares, cells};
use crate::casino_capers::state::{CasinoCapers, Ending, HOLE, NONE, Status, chip, flag, held};
use crate::casino_capers::tables::Tables;
use crate::casino_capers::view::GearView;
use crate::game::{Game, Windows};
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

/// A player, numbered from 1.
fn index(index: u8) -> Opt<i64> {
    (index != NONE).then(|| Loose::Good(i64::from(index) + 1))
}

fn all_words<T: ToString>(items: impl Iterator<Item = T>) -> Words {
    items.map(|item| Loose::Good(item.to_string())).collect()
}

fn words<T: ToString>(items: impl Iterator<Item = T>) -> Opt<Words> {
    some(all_words(items))
}

fn entries<T: Default + PartialEq>(items: impl Iterator<Item = (String, T)>) -> Opt<Entries<T>> {
    some(all_entries(items))
}

fn all_entries<T>(items: impl Iterator<Item = (String, T)>) -> Entries<T> {
    Entries(items.map(|(key, value)| (key, Loose::Good(value))).collect())
}

fn cell(code: u8) -> Opt<String> {
    (code != NONE).then(|| Loose::Good(Cell::from_code(code).to_string()))
}

/// The cells of something on each floor.
fn on_floors(mask: impl Fn(usize) -> Squares) -> Words {
    all_words((0..LEVELS).flat_map(|floor| CasinoCapers::cells_of(floor, mask(floor).mask())))
}

/// Something on each cell, where there is any.
fn by_cell<T: Default + PartialEq>(value: impl Fn(Cell) -> Option<T>) -> Opt<Entries<T>> {
    entries(cells().filter_map(|cell| Some((cell.to_string(), value(cell)?))))
}

pub(super) fn position(state: &CasinoCapers) -> Position {
    let is_usual = match state.ending {
        Ending::Playing => state.stack.frames().eq([default_frame(state)]),
        _ => state.stack.is_empty(),
    };
    let runs = state.is_set(flag::FINALE_RUNS);
    let is_drawn = runs && state.finales != Finale::SET;
    let finales = Finale::ALL.iter().filter(|finale| state.finales & finale.bit() != 0);
    let floors = || 0..LEVELS;
    let steaks = on_floors(|floor| state.floors[floor].steaks);
    Position {
        game: given(CasinoCapers::ID.to_owned()),
        scenario: if is_drawn {
            None
        } else {
            given(state.scenario().name().to_owned())
        },
        finales: if state.finales == Finale::SET {
            None
        } else {
            given(all_words(finales))
        },
        seats: unless(i64::from(state.seat_count), i64::from(state.character_count)),
        suspicion: unless(i64::from(state.suspicion), i64::from(SUSPICION)),
        dead_drops: some(state.is_set(flag::DEAD_DROPS)),
        abilities: some(state.is_set(flag::ABILITIES)),
        turn_limit: unless(i64::from(state.turn.limit), i64::from(TURN_LIMIT)),
        windows: unless(state.windows.to_string(), Windows::Full.to_string()),
        asked_windows: unless(state.asked_windows.to_string(), state.windows.to_string()),
        players: given(
            state
                .everybody()
                .map(|player| Loose::Good(player_form(state, player)))
                .collect(),
        ),
        turn: number(state.turn.number),
        current: index(state.turn.player),
        actions: unless(i64::from(state.turn.actions), i64::from(ACTIONS)),
        done: words(
            DONE.iter()
                .filter(|(_, bit)| state.has_done(*bit))
                .map(|(word, _)| word),
        ),
        walls: given(
            floors()
                .map(|floor| Loose::Good(all_words(Wall::names(state.plan(floor).walls()))))
                .collect(),
        ),
        entrances: words(state.entrance_cells()),
        tiles: by_cell(|cell| state.face(cell).map(|face| face.to_string())),
        hidden_tiles: by_cell(|cell| hidden_tile(state, cell)),
        chips: by_cell(|cell| chip_word(state, cell)),
        hidden_chips: by_cell(|cell| hidden_chip(state, cell).map(|kind| kind.to_string())),
        discarded_chips: words(discarded_chips(state)),
        boxed: Chip::ALL
            .get(usize::from(state.boxed))
            .map(|kind| Loose::Good(kind.to_string())),
        box_weights: entries(box_weights(state)),
        named_chips: words(squares(state.named_chips).map(|place| Place::from_index(place).cell())),
        cubes: by_cell(|cell| Some(i64::from(state.cubes(cell))).filter(|cubes| *cubes > 0)),
        crows: some(on_floors(|floor| state.floors[floor].crows)),
        crowds: some(on_floors(|floor| state.floors[floor].crowds)),
        monorail: cell(state.monorail),
        escalator: cell(state.escalator),
        out_of_order: cell(state.out_of_order),
        jammed: cell(state.jammed),
        zip_lines: words(squares(state.zip_lines.mask()).map(square_name)),
        cracked: if state.cracked == default_cracked(state) {
            None
        } else {
            given(all_words(CasinoCapers::cells_of(1, state.cracked.mask())))
        },
        dice: some(dice_form(state)),
        no_running: some(state.is_set(flag::NO_RUNNING)),
        bouncers: some(floors().map(|floor| Loose::Good(bouncer_form(state, floor))).collect()),
        decks: given(floors().map(|floor| Loose::Good(deck_form(state, floor))).collect()),
        fake_orders: words(cards(state.patrol.pools()[2].cells())),
        events: some(events_form(state)),
        pile: if state.pile == default_pile(state) {
            None
        } else {
            given(all_words(Gear::all_in(state.pile)))
        },
        tasks: words(tasks(state.tasks_done)),
        tasks_due: words(tasks(state.tasks_due)),
        finale: state.running().map(|finale| Loose::Good(finale.to_string())),
        car: cell(state.car),
        tiger: cell(state.tiger),
        football: cell(state.football),
        swat: words(CasinoCapers::cells_of(1, state.swat.mask())),
        had_steak: unless(on_floors(|floor| state.floors[floor].had_steak), steaks.clone()),
        steaks: some(steaks),
        unlocked: some(state.is_set(flag::UNLOCKED)),
        contorted: index(state.contorted),
        resolving: (!is_usual).then(|| Loose::Good(all_words(state.stack.frames().map(steps::write)))),
        ending: unless(word_for(&ENDINGS, state.ending).to_owned(), ENDINGS[0].0.to_owned()),
        tally: some(TallyForm {
            heat: count(state.tally.heat),
            actions: count(state.tally.actions),
            commotions: count(state.tally.commotions),
        }),
    }
}

/// The position of a game in progress with a state's setup: everybody is still outside, and the first player acts.
pub(super) fn in_progress(state: &CasinoCapers) -> Position {
    Position {
        turn: number(1),
        current: number(1),
        resolving: None,
        ..position(state)
    }
}

fn player_form(state: &CasinoCapers, number: usize) -> PlayerForm {
    let player = &state.players[number];
    let counted = |finale: Finale| if state.runs(finale) { count(player.count) } else { None };
    let gear = state
        .gear(number)
        .map(|(card, shown)| (card.to_string(), gear_word(shown)));
    let is_usual = player.gear == default_gear(state, number) && player.gear & (state.prepped | state.backs) == 0;
    PlayerForm {
        character: given(player.character.to_string()),
        at: match (player.status, player.at) {
            (Status::Inside, at) if at != NONE => cell(at),
            (status, _) => unless(word_for(&WHEREABOUTS, status).to_owned(), WHEREABOUTS[0].0.to_owned()),
        },
        heat: count(player.heat),
        gear: if is_usual { None } else { given(all_entries(gear)) },
        disguise: some(player.has(held::DISGUISE)),
        dubious: some(player.has(held::DUBIOUS)),
        in_car: some(player.has(held::IN_CAR)),
        boots: some(state.boots == number as u8),
        bonus: count(player.bonus),
        die: counted(Finale::LaundryDay),
        steaks: counted(Finale::CatchATiger),
        prima_donnas: counted(Finale::Bodyguard),
        walls_destroyed: counted(Finale::BringingDownTheHouse),
        token: counted(Finale::CaughtRedHanded),
        task_card: index(player.task_card),
    }
}

/// How a gear card lies, in words.
pub(super) fn gear_word(shown: GearView) -> String {
    match shown {
        GearView::Unprepped => "unprepped".to_owned(),
        GearView::Prepped(0) => "prepped".to_owned(),
        GearView::Prepped(uses) => format!("prepped {uses}"),
        GearView::Back => "back".to_owned(),
    }
}

fn hidden_tile(state: &CasinoCapers, cell: Cell) -> Option<String> {
    let tile = state.tiles[Place::of(cell).index()];
    (tile != HOLE && !state.is_revealed(cell)).then(|| Face(tile).to_string())
}

fn kind_of(byte: u8) -> Chip {
    Chip::ALL[usize::from(byte & chip::KIND)]
}

fn chip_word(state: &CasinoCapers, cell: Cell) -> Option<String> {
    match state.chips[Place::of(cell).index()] {
        NONE => None,
        HOLE => Some(FACE_DOWN.to_owned()),
        byte if byte & chip::FACE_UP != 0 => Some(kind_of(byte).to_string()),
        byte if byte & chip::PUBLIC != 0 => Some(format!("{FACE_DOWN}{}", kind_of(byte))),
        _ => None,
    }
}

fn hidden_chip(state: &CasinoCapers, cell: Cell) -> Option<Chip> {
    let byte = state.chips[Place::of(cell).index()];
    (byte < HOLE && byte & (chip::FACE_UP | chip::PUBLIC) == 0).then(|| kind_of(byte))
}

/// The chips of this game: set.chips, in a game of two a Saleswoman less.
pub(super) fn chips_in_game(state: &CasinoCapers) -> [u8; Chip::ALL.len()] {
    let mut copies = Chip::COPIES;
    if state.count() == 2 {
        copies[Chip::Saleswoman.index()] -= 1;
    }
    copies
}

/// The chips that are neither on the board nor unseen, nor on a character card (finale.bodyguard.rule.2).
fn discarded_chips(state: &CasinoCapers) -> impl Iterator<Item = Chip> + use<> {
    let mut left = chips_in_game(state).map(i16::from);
    for &byte in state.chips.iter().filter(|&&byte| byte < HOLE) {
        left[kind_of(byte).index()] -= 1;
    }
    for kind in Chip::ALL {
        left[kind.index()] -= i16::from(state.chip_stock[kind.index()]) + i16::from(state.boxed == *kind as u8);
    }
    if state.runs(Finale::Bodyguard) {
        left[Chip::PrimaDonna.index()] -= state.players.iter().map(|player| i16::from(player.count)).sum::<i16>();
    }
    Chip::ALL
        .iter()
        .flat_map(move |&kind| (0..left[kind.index()]).map(move |_| kind))
}

fn box_weights(state: &CasinoCapers) -> impl Iterator<Item = (String, i64)> + '_ {
    let weights = Chip::ALL
        .iter()
        .zip(state.box_weights)
        .filter(|(_, weight)| *weight > 0);
    weights.map(|(kind, weight)| (kind.to_string(), i64::from(weight)))
}

fn dice_form(state: &CasinoCapers) -> DiceForm {
    let on = |cell: Cell| state.loose_dice.iter().filter(|&&at| at == cell.code()).count() as i64;
    DiceForm {
        office: count(state.office_dice),
        safe: count(state.safe_dice),
        loose: by_cell(|cell| Some(on(cell)).filter(|dice| *dice > 0)),
    }
}

fn bouncer_form(state: &CasinoCapers, floor: usize) -> BouncerForm {
    let bouncer = state.floors[floor].bouncer;
    let square = |square: u8| (square != NONE).then(|| Loose::Good(Cell::new(floor, square as usize).to_string()));
    BouncerForm {
        at: square(bouncer.at),
        marker: square(bouncer.marker),
        prey: index(bouncer.prey),
    }
}

/// Patrol cards by the cells they are printed for.
fn cards(set: u32) -> impl Iterator<Item = Cell> {
    squares(set).map(|card| Place::from_index(card).cell())
}

/// A patrol card as it is written.
pub(super) fn card_word(card: u8) -> String {
    match card {
        DISTRACTED => DISTRACTED_CARD.to_owned(),
        card => Place::from_index(card.into()).cell().to_string(),
    }
}

fn deck_form(state: &CasinoCapers, floor: usize) -> DeckForm {
    let deck = &state.patrol.decks[floor];
    let distracted = (0..deck.discards.distracted).map(|_| DISTRACTED_CARD.to_owned());
    let sources = deck.pools_and_cards().map(|(pool, _)| word_for(&SOURCES, pool));
    let is_mixed = deck
        .pools_and_cards()
        .any(|(pool, _)| pool.is_some_and(|pool| pool != floor));
    let known = |is_public: bool| {
        let places = deck.pools_and_cards().enumerate();
        entries(places.filter_map(move |(depth, (pool, card))| {
            let card = card.filter(|_| pool.is_none() == is_public)?;
            Some((depth.to_string(), card_word(card)))
        }))
    };
    let left = state.patrol.pools()[floor].distracted;
    DeckForm {
        discards: words(
            cards(deck.discards.cells())
                .map(|cell| cell.to_string())
                .chain(distracted),
        ),
        distracted: unless(i64::from(left), i64::from(distracted_left(state, floor))),
        // A deck that was not mixed is as long as the cards say.
        sources: if is_mixed || deck.len() != usual_length(state, floor) {
            given(all_words(sources))
        } else {
            None
        },
        top: known(true),
        hidden_top: known(false),
    }
}

/// How many distracted cards of a floor nobody has turned up, if nothing is said: those of the suspicion that neither
/// lie in the discards nor are known in the deck nor are set aside in the set-up.
pub(super) fn distracted_left(state: &CasinoCapers, floor: usize) -> u8 {
    let deck = &state.patrol.decks[floor];
    let added = Tables::get().suspicion[usize::from(state.suspicion) - 1].added[floor];
    let known = deck
        .pools_and_cards()
        .filter(|known| *known == (None, Some(DISTRACTED)))
        .count() as u8;
    let aside = state.stack.frames().map(|frame| match frame {
        Frame::DrawBouncer(on, aside) | Frame::DrawMarker(on, aside) if usize::from(on) == floor => aside,
        _ => 0,
    });
    let away = deck
        .discards
        .distracted
        .saturating_add(known)
        .saturating_add(aside.fold(0, u8::saturating_add));
    added.saturating_sub(away)
}

/// How many cards a deck has, if nothing is said: those that everybody knows, and its floor's that nobody has turned
/// up, less those that suspicion removed.
pub(super) fn usual_length(state: &CasinoCapers, floor: usize) -> usize {
    let deck = &state.patrol.decks[floor];
    let known = deck.pools_and_cards().filter(|(pool, _)| pool.is_none()).count();
    let removed = Tables::get().suspicion[usize::from(state.suspicion) - 1].removed[floor];
    (known + state.patrol.pools()[floor].count() as usize).saturating_sub(removed.into())
}

fn events_form(state: &CasinoCapers) -> EventsForm {
    let known = |deck: usize| {
        let cards = state.event_deck(deck);
        let places: Vec<(String, String)> = (0..cards.len())
            .filter_map(|depth| match cards.at_depth(depth) {
                Top::Known(card) => Some((depth.to_string(), Event::at(deck, card).to_string())),
                _ => None,
            })
            .collect();
        entries(places.into_iter())
    };
    EventsForm {
        pool: words(state.event_discards(0)),
        lounge: words(state.event_discards(1)),
        open: words(open_events(state)),
        hidden_pool: known(0),
        hidden_lounge: known(1),
    }
}

/// The events that were being carried out when the game ended.
fn open_events(state: &CasinoCapers) -> impl Iterator<Item = Event> + '_ {
    let is_resolved = |event: Event| {
        state
            .stack
            .frames()
            .any(|frame| matches!(frame, Frame::Event(other, _) | Frame::DiscardEvent(other) if other == event))
    };
    let is_held = |event: Event| {
        event == Event::DubiousMeeting && state.everybody().any(|player| state.players[player].has(held::DUBIOUS))
    };
    Event::ALL.iter().copied().filter(move |&event| {
        let (deck, place) = event.place();
        let lies = state.events[deck].unseen | state.events[deck].discards;
        lies & 1 << place == 0 && !is_resolved(event) && !is_held(event)
    })
}

fn tasks(set: u32) -> impl Iterator<Item = Task> {
    Task::ALL.iter().copied().filter(move |task| set & task.bit() != 0)
}

/// Gear that players hold or are shown.
pub(super) fn gear_in_play(state: &CasinoCapers) -> u64 {
    let held = state.players.iter().fold(0, |set, player| set | player.gear);
    let shown = state.stack.frames().fold(0, |set, frame| set | cards_shown(frame));
    held | shown
}
