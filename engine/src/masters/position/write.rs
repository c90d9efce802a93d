//! From a state to its position.

use super::forms::{
    ABILITIES, CharacterForm, DONE, EFFECTS, ENDINGS, GONE, HexForm, ITEM_LEAVING, ITEM_SPARE, ITEM_USED, LastForm,
    PHASES, PlanningForm, Position, STATUSES, StarterForm, USED, default_frame, word_for,
};
use super::forms::{GAME, shop_place};
use super::steps;
use crate::board::hexes::members;
use crate::loose::shape::{Entries, Loose, Opt, Words};
use crate::masters::action::PLAYERS;
use crate::masters::action::{Piece, Who};
use crate::masters::components::{Fixer, Item};
use crate::masters::pieces::ITEM_SLOTS;
use crate::masters::scenario::Chit;
use crate::masters::setup::{Mode, Setup};
use crate::masters::state::{BANKED, Chits, Ending, MastersOfTheHeist, NOWHERE, Phase, Place, SHOP, Status, flag};
use crate::masters::tables::Edition;

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

/// A number that is left out if it is 0.
fn count(value: impl Into<i64>) -> Opt<i64> {
    some(value.into())
}

fn all_words<T: ToString>(items: impl Iterator<Item = T>) -> Words {
    items.map(|item| Loose::Good(item.to_string())).collect()
}

fn words<T: ToString>(items: impl Iterator<Item = T>) -> Opt<Words> {
    some(all_words(items))
}

fn marked<'a>(known: &'a [(&'static str, u16)], set: u16) -> impl Iterator<Item = &'static str> + 'a {
    known
        .iter()
        .filter(move |(_, bit)| set & bit != 0)
        .map(|(word, _)| *word)
}

fn items(set: u16) -> impl Iterator<Item = Item> {
    Item::ALL
        .iter()
        .copied()
        .filter(move |item| set & 1 << item.index() != 0)
}

fn numbers(set: u8) -> impl Iterator<Item = Who> {
    (0..8).filter(move |number| set & 1 << number != 0).map(Who)
}

/// The state in which a heist of these characters begins, that positions are written against.
pub(super) fn beginning(state: &MastersOfTheHeist) -> MastersOfTheHeist {
    let mut setup = Setup::new(&state.scenario().name, state.seat_count, 0);
    setup.edition = state.edition;
    setup.actions = state.mode;
    setup.cash_weight = state.cash_weight;
    setup.characters = state.team[..usize::from(state.player_count)].to_vec();
    if state.scenario().inside_starts != 0 {
        // H52.
        setup.inside = (1..=state.player_count).collect();
    }
    MastersOfTheHeist::first_state(&setup)
}

pub(super) fn position(state: &MastersOfTheHeist) -> Position {
    let begin = beginning(state);
    let frames = state.stack.frames();
    let is_usual = match default_frame(state.phase) {
        Some(frame) => frames == [frame],
        None => frames.is_empty(),
    };
    let bag = |state: &MastersOfTheHeist| {
        let kinds = Chit::ALL
            .iter()
            .map(|&chit| (chit.to_string(), i64::from(state.bag[chit.index()])));
        Entries(
            kinds
                .filter(|(_, count)| *count > 0)
                .map(|(chit, count)| (chit, Loose::Good(count)))
                .collect(),
        )
    };
    let fixers = Fixer::ALL.iter().filter(|fixer| state.fixers & 1 << fixer.index() != 0);
    let printed = state.scenario().exits.len();
    let exits = state.exit_spots().skip(printed).map(|spot| {
        let side = state.opens(spot).name().to_owned();
        (state.tile(spot).to_string(), Loose::Good(side))
    });
    let shop = |state: &MastersOfTheHeist| pieces(state, SHOP);
    Position {
        game: given(GAME.to_owned()),
        scenario: given(state.scenario().name.clone()),
        edition: unless(state.edition.name().to_owned(), Edition::V22.name().to_owned()),
        actions: unless(state.mode.name().to_owned(), Mode::default().name().to_owned()),
        seats: unless(state.seat_count.into(), 1),
        cash_weight: count(state.cash_weight),
        phase: unless(word_for(&PHASES, state.phase).to_owned(), "plan".to_owned()),
        round: count(state.round),
        players: given(
            state
                .players()
                .map(|who| Loose::Good(character(state, &begin, who)))
                .collect(),
        ),
        npc: some(match state.get(Who::NPC).status {
            Status::Absent => CharacterForm::default(),
            _ => character(state, &begin, Who::NPC),
        }),
        hexes: some(Entries(
            members(state.plan().present())
                .filter(|&hex| !is_as_begun(state, &begin, hex))
                .map(|hex| {
                    (
                        state.scenario().hex_tile(hex).to_string(),
                        Loose::Good(hex_form(state, hex)),
                    )
                })
                .collect(),
        )),
        closed_gates: count(state.closed_gates),
        exits: some(Entries(exits.collect())),
        bag: unless(bag(state), bag(&begin)),
        hidden: if state.order.is_known() {
            given(all_words(state.order.list()))
        } else {
            None
        },
        hidden_entropy: count(state.order.entropy()),
        blanks: count(state.blanks),
        deck: unless(
            all_words(state.deck.cards().iter()),
            all_words(begin.deck.cards().iter()),
        ),
        queue: words(state.deck.queue().iter()),
        last_event: state.deck.last_event().map(|event| Loose::Good(event.to_string())),
        active: state.event().map(|event| Loose::Good(event.to_string())),
        discarded_before: some(state.is_set(flag::FROM_DISCARD)),
        overshoot: some(state.deck.overshoot()),
        marker: count(state.marker),
        owed: count(state.owed),
        diversions: count(state.diversions),
        panic: some(state.is_set(flag::PANIC)),
        loop_footage: some(state.is_set(flag::LOOP_FOOTAGE)),
        whistle: some(state.is_set(flag::WHISTLE)),
        cracks: count(state.cracks),
        used: words(marked(&USED, state.flags)),
        van_reached: some(state.is_set(flag::VAN_REACHED)),
        plan_copy_lost: some(state.is_set(flag::PLAN_COPY_LOST)),
        escape_follows: some(state.is_set(flag::ESCAPE_FOLLOWS)),
        cash: count(state.cash),
        stake: count(state.stake),
        jewels: count(state.planning.jewels),
        fixers: words(fixers),
        banked: some(loot(state, BANKED)),
        shop: unless(all_words(shop(state).into_iter()), default_shop(state)),
        planning: some(planning(state, &begin)),
        starters: unless(starters(state), starters(&begin)),
        left_dogs: words(state.tiles_in(state.left_dogs)),
        pending: words(state.tiles_in(state.pending)),
        last: some(match state.last.actor {
            NOWHERE => LastForm::default(),
            actor => LastForm {
                actor: given(Who(actor).to_string()),
                characters: words(numbers(state.last.characters)),
                hexes: words(state.tiles_in(state.last.hexes)),
            },
        }),
        route: words(state.route().into_iter()),
        free_things: count(state.free_things),
        resolving: if is_usual {
            None
        } else {
            given(all_words(frames.iter().map(|&frame| steps::write(state, frame))))
        },
        escaped: words(numbers(state.escaped)),
        ending: unless(
            word_for(&ENDINGS, state.ending).to_owned(),
            word_for(&ENDINGS, Ending::Playing).to_owned(),
        ),
    }
}

/// The position of a heist in progress with a state's setup: the action phase of the first round, of which only the
/// team is known, and who started inside.
pub(super) fn in_progress(state: &MastersOfTheHeist) -> Position {
    let inside = planning(state, &beginning(state)).inside;
    Position {
        phase: given(word_for(&PHASES, Phase::Action).to_owned()),
        round: count(1),
        planning: some(PlanningForm {
            inside,
            ..PlanningForm::default()
        }),
        resolving: None,
        ..position(state)
    }
}

/// The pieces in a place, equal ones as often as they are there, cash aside.
fn pieces(state: &MastersOfTheHeist, place: Place) -> Vec<String> {
    let here = state.slots_at(place).filter_map(|slot| {
        let is_in = |set: u32| set & 1 << slot != 0;
        let is_leaving = is_in(state.leaving_items);
        let marks = [
            (place != SHOP && state.is_spare(slot), ITEM_SPARE),
            (is_leaving, ITEM_LEAVING),
            (is_in(state.used_items) && !is_leaving, ITEM_USED),
        ];
        let marks: String = marks
            .iter()
            .filter(|mark| mark.0)
            .map(|mark| format!(" {}", mark.1))
            .collect();
        state.piece_in(slot).map(|piece| format!("{piece}{marks}"))
    });
    here.collect()
}

fn loot(state: &MastersOfTheHeist, place: Place) -> Words {
    let cash = state.cash_at[usize::from(place)];
    let cash = (cash > 0).then(|| Piece::Cash(cash).to_string());
    all_words(cash.into_iter().chain(pieces(state, place)))
}

/// What the shop has if nothing is said: all items that it always has and that are nowhere else.
fn default_shop(state: &MastersOfTheHeist) -> Words {
    let mut other = *state;
    for slot in 0..ITEM_SLOTS {
        if state.pieces[slot] >= SHOP {
            other.pieces[slot] = shop_place(state, slot);
        }
    }
    all_words(pieces(&other, SHOP).into_iter())
}

fn is_as_begun(state: &MastersOfTheHeist, begin: &MastersOfTheHeist, hex: usize) -> bool {
    hex_form(state, hex) == hex_form(begin, hex)
}

fn hex_form(state: &MastersOfTheHeist, hex: usize) -> HexForm {
    let ground = state.ground[hex];
    let bit = 1 << hex;
    let square = &state.scenario().squares[hex];
    let flashed = Chits(if state.phase == Phase::Escape {
        0
    } else {
        state.marks[hex]
    });
    HexForm {
        unrevealed: some(state.unrevealed & bit != 0),
        guards: count(ground.guards.active()),
        subdued_guards: count(ground.guards.inactive()),
        dogs: count(ground.dogs.active()),
        subdued_dogs: count(ground.dogs.inactive()),
        locks: count(ground.locks.active()),
        unlocked: count(ground.locks.inactive()),
        cameras: count(ground.cameras.active()),
        disabled: count(ground.cameras.inactive()),
        flashed_guards: count(flashed.active()),
        flashed_dogs: count(flashed.inactive()),
        loot: some(loot(state, hex as Place)),
        idea: some(state.idea_tokens & bit != 0),
        fixture_gone: some(state.fixture_on(hex) != square.fixture),
        ring_gone: some(square.ring.is_some() && state.rings & bit == 0),
        planned_camera: some(state.planned_cameras & bit != 0),
    }
}

fn character(state: &MastersOfTheHeist, begin: &MastersOfTheHeist, who: Who) -> CharacterForm {
    let (now, first) = (state.get(who), begin.get(who));
    let held = MastersOfTheHeist::held_by(who);
    let member = (!who.is_npc()).then(|| state.team[who.index()]);
    let place = |spot: u8| (spot != NOWHERE).then(|| Loose::Good(state.tile(spot).to_string()));
    let letters: String = state
        .letters_left(who)
        .flat_map(|(letter, count)| std::iter::repeat_n(letter.char(), count.into()))
        .collect();
    let number = who.index();
    CharacterForm {
        card: member.map(|member| Loose::Good(member.card.to_string())),
        skills: member.map(|member| Loose::Good(all_words(member.skills.iter()))),
        at: place(now.at),
        status: if who.is_npc() && now.at == NOWHERE && first.at != NOWHERE && now.status == Status::Inactive {
            given(GONE.to_owned())
        } else {
            unless(
                word_for(&STATUSES, now.status).to_owned(),
                word_for(&STATUSES, first.status).to_owned(),
            )
        },
        ideas: unless(now.ideas.into(), first.ideas.into()),
        die: count(now.die),
        action: now.action.map(|action| Loose::Good(action.to_string())),
        letters: some(letters),
        tokens: words(state.tiles_in(now.tokens)),
        loot: unless(loot(state, held), loot(begin, held)),
        used: words(marked(&ABILITIES, now.done)),
        effects: words(marked(&EFFECTS, now.done)),
        vent: None,
        vents: if state.has_vent(who) {
            words(
                state
                    .vents
                    .each()
                    .map(|(hex, side)| format!("{} {side}", state.tile(hex))),
            )
        } else {
            None
        },
        done: words(marked(&DONE, now.done)),
        granted: count(now.granted),
        pickers: count(now.pickers),
        tool_cracks: count(now.tool_cracks),
        ditched: some(state.has_ditched(who)),
        start: if who.is_npc() {
            None
        } else {
            place(state.planning.starts[number])
        },
        leftover: if number < PLAYERS && state.planning.leftover[number] != NOWHERE {
            given(state.planning.leftover[number].into())
        } else {
            None
        },
    }
}

fn planning(state: &MastersOfTheHeist, begin: &MastersOfTheHeist) -> PlanningForm {
    let planning = &state.planning;
    let fixers = Fixer::ALL
        .iter()
        .filter(|fixer| planning.used & 1 << fixer.index() != 0);
    PlanningForm {
        bought: words(items(planning.bought)),
        sold: words(items(planning.sold)),
        used: words(fixers),
        reached: count(planning.reached),
        locks: count(planning.locks),
        inside: unless(
            all_words(numbers(planning.inside)),
            all_words(numbers(begin.planning.inside)),
        ),
    }
}

fn starters(state: &MastersOfTheHeist) -> Vec<Loose<StarterForm>> {
    let starters = &state.starters;
    let there = starters.at.iter().enumerate().filter(|(_, at)| **at != NOWHERE);
    let form = |(number, &at): (usize, &u8)| {
        let is_in = |set: u8| some(set & 1 << number != 0);
        Loose::Good(StarterForm {
            at: given(state.tile(at).to_string()),
            subdued: is_in(starters.subdued),
            fresh: is_in(starters.fresh),
            flashed: is_in(starters.flashed),
        })
    };
    there.map(form).collect()
}
