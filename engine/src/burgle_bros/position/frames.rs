//! Pending steps: which rests on which, and what each takes for granted.

// A new frame, room or card must not be forgotten: every match names all cases.
#![deny(clippy::wildcard_enum_match_arm)]

use super::read::{Reader, is_in_building};
use crate::board::{Cell, squares};
use crate::burgle_bros::chance::Dice;
use crate::burgle_bros::components::{Event, Kind, Loot};
use crate::burgle_bros::decks::DeckName;
use crate::burgle_bros::frame::{Drilled, Frame, MoveStage, Offer};
use crate::burgle_bros::rules::HORIZON;
use crate::burgle_bros::state::{Cause, Ending, NONE, SAFE_DICE, Status};
use crate::game::{Game, Node, Seat};
use crate::loose::place::At;

const KEYPAD_DICE: u8 = 12;
/// The most movement a Guard has: his speed, an alarm on every tile and an Espresso.
const MOST_MOVEMENT: u8 = 40;

/// A step as it is written.
pub(super) fn name(frame: Frame) -> String {
    serde_json::to_string(&frame).expect("frames are enumerations of numbers and names")
}

/// Whether a step belongs to the Move in progress.
pub(super) fn is_of_move(frame: Frame) -> bool {
    matches!(
        frame,
        Frame::Move(_) | Frame::AskDeadbolt | Frame::RollKeypad(_) | Frame::AskLaser | Frame::AskHack(_)
    )
}

/// Whether a step is ever found directly above another, or at the bottom.
fn rests_on(frame: Frame, below: Option<Frame>) -> bool {
    use Frame::*;
    use MoveStage::{Arriving, Done, Entering, Falling, Leaving, Revealed};
    let is_phase = matches!(
        frame,
        PlaceFirstGuard | ChooseEntrance | BeginTurn | Act | EventCheck | GuardStep | NextPlayer
    );
    let Some(below) = below else { return is_phase };
    let may_sound = || {
        matches!(
            below,
            Walk { .. } | WalkArrival(_) | Arrive(_) | Move(Arriving | Falling | Done) | RollKitty | Act | EventCheck
        ) || matches!(below, GuardStep | Returned(_))
    };
    let may_cost = || {
        matches!(
            below,
            RaiseSpeeds(_) | Move(Entering) | CameraCheck(_) | GuardMove(_) | ChooseGuard(_) | Act | NextPlayer
        )
    };
    match frame {
        PlaceFirstGuard | ChooseEntrance | BeginTurn | Act | EventCheck | GuardStep | NextPlayer | Idle => false,
        PlaceFirstDie => below == BeginTurn,
        RollChihuahua => matches!(below, Act | RollKitty),
        RollKitty | ChooseKittyTile | RollCrack { .. } | Cracking(_) | RaiseSpeeds(_) => below == Act,
        AskTrade { .. } | AskOrders(..) | AskPatrolPlace(_) | AskEventPlace | AskEventOrder(_) => below == Act,
        DrawEvent | AskPlayer | AskTile(_) | BrownOut(_) => below == GuardStep,
        Arrive(floor) => below == GuardStep || below == Returned(floor),
        Returned(_) => below == NextPlayer,
        ReturnGuard(floor) => below == Returned(floor),
        ChooseGuard(_) => below == NextPlayer,
        GuardMove(_) | Walk { .. } => matches!(below, NextPlayer | ChooseGuard(_)),
        Reveal(_) => matches!(below, PlaceFirstDie | Act | GuardStep | Move(Revealed) | EnsureGuard(_)),
        Move(_) | AskDeadbolt | RollKeypad(_) => matches!(below, Act | GuardStep),
        AskLaser => below == Move(Done),
        AskHack(_) => matches!(below, Move(Arriving | Falling | Done)),
        EnsureGuard(_) => matches!(below, GuardStep | Move(Done)),
        SetUpDie(_) => matches!(below, GuardStep | Move(Leaving | Done)),
        SetUpGuard(floor) => below == SetUpDie(floor),
        Retarget(_) => may_sound(),
        AskNearest(_) => may_sound() || matches!(below, Retarget(_)),
        DrawPatrol(_) => matches!(below, Act | GuardStep | Walk { .. } | BrownOut(_) | Returned(_)),
        WalkArrival(_) => matches!(below, GuardStep | Walk { .. }),
        CameraCheck(_) => matches!(below, GuardStep | WalkArrival(_) | Arrive(_)),
        Pay { .. } => may_cost(),
        AskToken { .. } => may_cost() || matches!(below, Pay { .. }),
        AskStethoscope(_) => matches!(below, Cracking(_)),
        DrawLoot { .. } => matches!(below, RaiseSpeeds(_)),
        DrawTool { .. } | DrawSecondTool { .. } | KeepTool { .. } => {
            matches!(below, Act | GuardStep | DrawLoot { .. } | Move(Done))
        }
        LookPatrol(floor) => below == AskPatrolPlace(floor),
        LookEvent { .. } => matches!(below, AskEventPlace | AskEventOrder(_)),
    }
}

impl<'a> Reader<'a> {
    /// Checks the pending steps once everything else is known.
    pub fn check_pending(&self, is_move_given: bool) {
        let state = &self.state;
        if state.ending != Ending::Playing {
            return;
        }
        let Some((at, bottom)) = self.frames.first() else {
            let at = self.position.place("pending");
            at.require(!self.all_frames_read, "no step", "at least one while the game goes on");
            return;
        };
        let status = state.player(state.active()).status;
        let is_setup = matches!(bottom, Frame::PlaceFirstGuard | Frame::ChooseEntrance);
        let comes_in = *bottom == Frame::BeginTurn && status != Status::Escaped;
        let is_there = is_setup || comes_in || status == Status::Inside;
        at.require(is_there, name(*bottom), "the active player inside");
        let mut below = None;
        for (at, frame) in &self.frames {
            if self.all_frames_read && !rests_on(*frame, below) {
                let expected = match below {
                    None => "the step of a turn at the bottom".to_owned(),
                    Some(below) => format!("no such step above {}", name(below)),
                };
                at.wrong(name(*frame), expected);
            }
            if is_of_move(*frame) && state.mover.seat == NONE {
                at.require(is_move_given, name(*frame), "a Move in progress (`move`)");
            } else {
                self.check_frame(at, *frame, below);
            }
            below = Some(*frame);
        }
    }

    /// One step: its content, and what it takes for granted.
    fn check_frame(&self, at: &At<'a>, frame: Frame, below: Option<Frame>) {
        let state = &self.state;
        let found = name(frame);
        let expect = |holds: bool, expected: &str| at.require(holds, &found, expected);
        let to = (state.mover.to != NONE).then(|| Cell::from_code(state.mover.to));
        let moves_to = |kind| to.is_some_and(|to| state.is_kind(to, kind));
        match frame {
            Frame::Idle => expect(false, "a step"),
            Frame::PlaceFirstGuard => {
                let found = "the first Guard still to be placed";
                at.require(state.is_unguarded(0), found, "none in play on floor 1");
            }
            Frame::ChooseEntrance => expect(state.guard_in_play(0), "the Guard of floor 1 in play"),
            Frame::PlaceFirstDie => {
                expect(state.guard_in_play(0), "the Guard of floor 1 in play");
                self.check_deck(at, DeckName::Patrol(0), 1);
            }
            Frame::BeginTurn => expect(state.turn.number < HORIZON, "an earlier turn or the end (Z-END-5)"),
            Frame::ChooseGuard(floors) => {
                self.check_floors(at, floors);
                for floor in squares(u32::from(floors)).filter(|&floor| floor < state.floor_count()) {
                    self.check_guarded(at, floor as u8);
                }
            }
            Frame::RollKitty | Frame::ChooseKittyTile => {
                let is_held = state.holds(state.active(), Loot::PersianKitty);
                expect(
                    is_held,
                    "the active player to hold the Persian Kitty, and it not loose (L-KITTY)",
                );
            }
            Frame::DrawEvent | Frame::AskEventPlace => self.check_deck(at, DeckName::Events, 1),
            Frame::GuardMove(floor) => {
                self.floor_of(at, floor);
                self.check_moves_once(at, floor, below);
            }
            Frame::EnsureGuard(floor) | Frame::RaiseSpeeds(floor) => {
                self.floor_of(at, floor);
            }
            Frame::Reveal(cell) => {
                let is_hidden = !self.check_cell(at, cell) || !state.is_revealed(cell);
                at.require(is_hidden, format!("{cell} face up"), "a face-down tile");
            }
            Frame::Move(MoveStage::Falling) => {
                expect(to.is_none_or(|to| to.floor() > 0), "a Walkway on a higher floor");
            }
            Frame::AskDeadbolt => {
                let fits = moves_to(Kind::Deadbolt) && state.turn.actions >= 2;
                expect(fits, "a Move to a Deadbolt and two actions left");
            }
            Frame::RollKeypad(dice) => {
                self.check_dice(at, u32::from(dice), KEYPAD_DICE);
                expect(moves_to(Kind::Keypad), "a Move to a Keypad");
                let can_fail = state.mover.cause != Cause::Flexibility || state.turn.actions > 0;
                expect(can_fail, "an action left for a failure (C-ACROBAT-B)");
            }
            Frame::AskLaser => expect(moves_to(Kind::Laser), "a Move to a Laser"),
            Frame::AskHack(cell) => {
                let can_be_hacked = |cell| state.kind(cell).and_then(Kind::stopped_by).is_some();
                let fits = !self.check_cell(at, cell) || can_be_hacked(cell);
                expect(fits, "a revealed Fingerprint, Laser or Motion");
            }
            Frame::Retarget(floors) => self.check_floors(at, floors),
            Frame::AskNearest(floor) | Frame::WalkArrival(floor) => self.check_guarded(at, floor),
            Frame::CameraCheck(floor) | Frame::Arrive(floor) => self.check_guarded(at, floor),
            Frame::Walk { floor, left } => {
                self.check_guarded(at, floor);
                self.check_moves_once(at, floor, below);
                expect(left <= MOST_MOVEMENT, &format!("at most {MOST_MOVEMENT} movement left"));
            }
            Frame::SetUpGuard(floor) => {
                let is_new = self.floor_of(at, floor).is_none_or(|floor| state.is_unguarded(floor));
                expect(is_new, "a Guard not yet in play");
            }
            Frame::ReturnGuard(floor) => {
                let Some(index) = self.floor_of(at, floor) else { return };
                expect(state.guard_is_away(index), "a Guard who is away (G-LOST-2)");
                self.check_deck(at, DeckName::Patrol(index), 1);
            }
            Frame::Returned(floor) => {
                let Some(index) = self.floor_of(at, floor) else { return };
                let gets_die = [Frame::Arrive(floor), Frame::DrawPatrol(floor), Frame::AskNearest(floor)];
                let fits = if state.guard_is_away(index) {
                    self.is_pending(Frame::ReturnGuard(floor))
                } else {
                    state.guard_in_play(index) && gets_die.iter().any(|&step| self.is_pending(step))
                };
                expect(
                    fits,
                    "a Guard who comes back or has just come back and gets his die (G-LOST-5)",
                );
            }
            Frame::SetUpDie(floor) => {
                let Some(index) = self.floor_of(at, floor) else { return };
                expect(state.floors[index].guard.die == NONE, "a die not yet in play");
                let is_guarded = state.guard_in_play(index) || *state.stack.top() == Frame::SetUpGuard(floor);
                expect(is_guarded, "the Guard in play before his die");
                let is_elsewhere = to.is_some_and(|to| to.floor() != index);
                let is_leaving = below == Some(Frame::Move(MoveStage::Leaving));
                expect(!is_leaving || !is_elsewhere, "the floor of the Move");
            }
            Frame::DrawPatrol(floor) => {
                self.check_guarded(at, floor);
                if (floor as usize) < state.floor_count() {
                    self.check_deck(at, DeckName::Patrol(floor as usize), 1);
                }
            }
            Frame::LookPatrol(floor) | Frame::AskPatrolPlace(floor) => {
                if let Some(index) = self.floor_of(at, floor) {
                    self.check_deck(at, DeckName::Patrol(index), 1);
                }
            }
            Frame::Pay { due, scarce } => {
                let inside = state.inside().fold(0u8, |set, seat| set | 1 << seat.0);
                expect((due | scarce) & !inside == 0, "only seats of players who are inside");
                expect(due != 0, "at least one player who must pay");
            }
            Frame::AskToken { payer, decider } => {
                if let Some(tile) = self.inside(at, payer) {
                    let has_choice = state.player(payer).stealth > 0 && state.tokens_on(tile) > 0;
                    expect(has_choice, "both kinds of tokens to be there");
                }
                let decides = decider == payer || decider == state.active();
                expect(decides, "the payer or the active player to decide");
            }
            Frame::RollCrack { safe, dice } => {
                self.check_crack(at, safe);
                self.check_dice(at, u32::from(dice), SAFE_DICE + 1);
            }
            Frame::Cracking(safe) => self.check_crack(at, safe),
            Frame::AskStethoscope([low, middle, high]) => {
                let dice = Dice(u32::from_le_bytes([low, middle, high, 0]));
                let most = SAFE_DICE + 1;
                let fits = dice.0 >> 18 == 0 && (1..=u32::from(most)).contains(&dice.total());
                at.require(fits, format!("the dice {:#o}", dice.0), format!("1 to {most} dice"));
                expect(state.can_turn_a_die(), "the active player to have the Stethoscope");
            }
            Frame::DrawTool { drawer, safe } | Frame::DrawSecondTool { drawer, safe, .. } => {
                self.check_drawer(at, drawer, safe);
                self.check_deck(at, DeckName::Tools, 1);
            }
            Frame::KeepTool { drawer, safe, pair } => {
                self.check_drawer(at, drawer, safe);
                expect(pair.tools().0 != pair.tools().1, "two different Tools");
            }
            Frame::DrawLoot { drawer, safe } => {
                self.inside(at, drawer);
                self.check_safe(at, safe);
                self.check_deck(at, DeckName::Loot, 1);
            }
            Frame::AskTrade { partner, offer } => self.check_trade(at, partner, offer),
            Frame::AskOrders(seat, cell) => {
                self.inside(at, seat);
                self.check_cell(at, cell);
                let fits = seat != state.active() && state.turn.actions > 0;
                expect(fits, "another player and an action left for the order");
            }
            Frame::LookEvent { seen, count } => {
                let fits = (1..=3).contains(&count) && seen < count;
                expect(fits, "one of at most 3 cards, counted from 0");
                self.check_deck(at, DeckName::Events, count as usize);
            }
            Frame::AskEventOrder(count) => {
                at.require((1..=3).contains(&count), format!("{count} cards"), "1 to 3");
                self.check_deck(at, DeckName::Events, count as usize);
            }
            Frame::AskTile(Event::GoWithYourGut | Event::Peekhole) => {}
            Frame::AskTile(Event::Squeak | Event::ThrowVoice | Event::SwitchSigns | Event::WhereIsHe) => {
                if let Some(tile) = self.inside(at, state.active()) {
                    self.check_guarded(at, tile.floor() as u8);
                }
            }
            Frame::AskTile(_) => expect(false, "an Event that asks for a tile"),
            Frame::BrownOut(draws) => {
                for (floor, left) in (0..).zip(draws).filter(|(_, left)| *left > 0) {
                    self.check_guarded(at, floor);
                    expect(left <= MOST_MOVEMENT, "at most one card a tile");
                }
            }
            // What these take for granted is checked with the Move, the players and the bottom of the stack.
            Frame::Move(
                MoveStage::Revealed
                | MoveStage::Admitted
                | MoveStage::Leaving
                | MoveStage::Arriving
                | MoveStage::Entering
                | MoveStage::Done
                | MoveStage::Stayed,
            ) => {}
            Frame::RollChihuahua | Frame::Act | Frame::EventCheck | Frame::GuardStep => {}
            Frame::NextPlayer | Frame::AskPlayer => {}
        }
    }

    fn floor_of(&self, at: &At<'a>, floor: u8) -> Option<usize> {
        let top = self.state.floor_count() - 1;
        let is_known = floor as usize <= top;
        let expected = format!("0 to {top} (pending steps count floors from 0)");
        at.require(is_known, format!("floor {floor}"), expected);
        is_known.then_some(floor as usize)
    }

    /// A floor's Guard must be in play with a die.
    fn check_guarded(&self, at: &At<'a>, floor: u8) {
        let Some(index) = self.floor_of(at, floor) else { return };
        let guard = self.state.floors[index].guard;
        let found = format!("a step of the Guard of floor {}", index + 1);
        let has_die = guard.die != NONE || self.is_pending(Frame::Returned(floor));
        at.require(guard.at != NONE && has_die, found, "him in play with his die");
    }

    /// H60: a Guard under way is not among those still to move.
    fn check_moves_once(&self, at: &At<'a>, floor: u8, below: Option<Frame>) {
        if let Some(Frame::ChooseGuard(left)) = below {
            let is_left = squares(u32::from(left)).any(|other| other == floor as usize);
            let found = format!("a move of the Guard of floor {}", u16::from(floor) + 1);
            at.require(!is_left, found, "none of a Guard who is still to be chosen (H60)");
        }
    }

    fn check_deck(&self, at: &At<'a>, name: DeckName, needed: usize) {
        let cards = self.state.deck(name).len();
        let found = format!("{cards} cards left in the deck");
        at.require(cards >= needed, found, format!("at least {needed}"));
    }

    fn check_dice(&self, at: &At<'a>, dice: u32, most: u8) {
        let fits = (1..=u32::from(most)).contains(&dice);
        at.require(fits, format!("{dice} dice"), format!("1 to {most}"));
    }

    /// The cell of a player of a step, who must be on the board.
    fn inside(&self, at: &At<'a>, seat: Seat) -> Option<Cell> {
        let count = self.state.seats().count();
        if seat.index() >= count {
            at.wrong(format!("seat {}", u16::from(seat.0) + 1), format!("1 to {count}"));
            return None;
        }
        let is_inside = self.state.player(seat).status == Status::Inside;
        at.require(is_inside, format!("seat {seat}"), "a player who is inside");
        is_inside.then(|| self.state.place_of(seat))
    }

    fn check_cell(&self, at: &At<'a>, cell: Cell) -> bool {
        let is_known = is_in_building(&self.state, cell);
        at.require(is_known, cell, "a cell of the building");
        is_known
    }

    /// A cell must be a revealed Safe.
    fn check_safe(&self, at: &At<'a>, cell: Cell) -> bool {
        let is_safe = self.state.safe_at(cell).is_some();
        if self.check_cell(at, cell) {
            at.require(is_safe, cell, "a revealed Safe");
        }
        is_safe
    }

    /// The active player must be on a Safe, or above or below it.
    fn check_crack(&self, at: &At<'a>, safe: Cell) {
        let tile = self.inside(at, self.state.active());
        if let (true, Some(tile)) = (self.check_safe(at, safe), tile) {
            let fits = tile.square() == safe.square() && tile.floor().abs_diff(safe.floor()) <= 1;
            at.require(fits, safe, "a Safe on the player's tile, above or below");
        }
    }

    /// Who draws must be on the board, and if he drilled the Safe must be there.
    fn check_drawer(&self, at: &At<'a>, drawer: Seat, drilled: Option<Drilled>) {
        let Some(tile) = self.inside(at, drawer) else { return };
        let safe = match drilled {
            None => return,
            Some(Drilled::Above) => (tile.floor() + 1 < self.state.floor_count()).then(|| tile.above()),
            Some(Drilled::Below) => (tile.floor() > 0).then(|| tile.below()),
        };
        let fits = safe.is_some_and(|safe| self.state.safe_at(safe).is_some());
        at.require(fits, format!("a drawer on {tile}"), "a revealed Safe where he drilled");
    }

    fn check_floors(&self, at: &At<'a>, set: u8) {
        let all = (1u8 << self.state.floor_count()) - 1;
        let fits = set != 0 && set & !all == 0;
        at.require(fits, format!("the floors {set:#b}"), format!("some of {all:#b}"));
    }

    fn check_trade(&self, at: &At<'a>, partner: Seat, offer: Offer) {
        let state = &self.state;
        let active = state.active();
        let (Some(there), Some(here)) = (self.inside(at, partner), self.inside(at, active)) else {
            return;
        };
        let fits = partner != active && here == there;
        at.require(fits, format!("seat {partner}"), "another player on the same tile");
        let (from, to) = match offer {
            Offer::GiveTool(_) | Offer::GiveLoot(_) => (active, partner),
            Offer::TakeTool(_) | Offer::TakeLoot(_) => (partner, active),
        };
        let is_free = match offer {
            Offer::GiveTool(tool) | Offer::TakeTool(tool) => state.has_tool(from, tool),
            Offer::GiveLoot(loot) | Offer::TakeLoot(loot) => {
                state.holds(from, loot) && !(loot == Loot::GoldBar && state.holds(to, loot))
            }
        };
        at.require(is_free, "another card", format!("one that seat {from} may give"));
    }

    /// The last look, once everything else fits: somebody or chance has something to do.
    pub fn check_options(&self) {
        let state = &self.state;
        let Some((at, top)) = self.frames.last() else { return };
        let has_options = match state.current_node() {
            Node::Terminal => {
                let is_over = state.ending != Ending::Playing;
                at.require(is_over, name(*top), "a step that waits for a seat or for chance");
                return;
            }
            Node::Decision(_) => {
                let mut legal = Vec::new();
                state.legal_actions(&mut legal);
                if let Frame::AskOrders(seat, cell) = *top {
                    state.order_range(seat).iter().any(|step| step == cell)
                } else if matches!(top, Frame::AskNearest(_)) {
                    legal.len() >= 2
                } else {
                    !legal.is_empty()
                }
            }
            Node::Chance => {
                let mut outcomes = Vec::new();
                state.outcomes(&mut outcomes);
                !outcomes.is_empty()
            }
        };
        let found = format!("{} with nothing to choose from", name(*top));
        at.require(has_options, found, "options");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::burgle_bros::components::Tool;
    use crate::burgle_bros::frame::Stack;

    /// A step of each kind, all of floor 1, but for `KeepTool`, which rests where `DrawTool` does.
    fn kinds() -> Vec<Frame> {
        use Frame::*;
        use MoveStage::{Admitted, Arriving, Done, Entering, Falling, Leaving, Revealed, Stayed};
        let (cell, seat) = (Cell::new(0, 0), Seat(0));
        let mut all = vec![
            PlaceFirstGuard,
            ChooseEntrance,
            PlaceFirstDie,
            BeginTurn,
            RollChihuahua,
            RollKitty,
            ChooseKittyTile,
            Act,
            EventCheck,
            DrawEvent,
            GuardStep,
            ChooseGuard(1),
            GuardMove(0),
            NextPlayer,
            Reveal(cell),
            AskDeadbolt,
            RollKeypad(1),
            AskLaser,
            EnsureGuard(0),
            AskHack(cell),
            Retarget(1),
            AskNearest(0),
            SetUpGuard(0),
            SetUpDie(0),
            DrawPatrol(0),
            Walk { floor: 0, left: 1 },
            WalkArrival(0),
            CameraCheck(0),
            Arrive(0),
            ReturnGuard(0),
            Returned(0),
            Pay { due: 1, scarce: 0 },
            AskToken {
                payer: seat,
                decider: seat,
            },
            RollCrack { safe: cell, dice: 1 },
            Cracking(cell),
            AskStethoscope([0; 3]),
            RaiseSpeeds(0),
            DrawTool {
                drawer: seat,
                safe: None,
            },
            DrawSecondTool {
                drawer: seat,
                safe: None,
                first: Tool::Emp,
            },
            DrawLoot {
                drawer: seat,
                safe: cell,
            },
            AskTrade {
                partner: seat,
                offer: Offer::GiveTool(Tool::Emp),
            },
            AskOrders(seat, cell),
            LookPatrol(0),
            AskPatrolPlace(0),
            LookEvent { seen: 0, count: 1 },
            AskEventPlace,
            AskEventOrder(1),
            AskPlayer,
            AskTile(Event::Squeak),
            BrownOut([1; 3]),
        ];
        all.extend([Revealed, Admitted, Leaving, Arriving, Entering, Done, Falling, Stayed].map(Move));
        all
    }

    /// Steps that rest on each other as [`rests_on`] says, as in every state that is written as a position, fit into a
    /// state: none comes to lie on one of its own kind.
    #[test]
    fn steps_nest_no_deeper_than_there_is_room() {
        let kinds = kinds();
        let mut chains: Vec<Vec<Frame>> = kinds
            .iter()
            .filter(|&&frame| rests_on(frame, None))
            .map(|&frame| vec![frame])
            .collect();
        assert_eq!(chains.len(), 7);
        let mut deepest = 1;
        while let Some(chain) = chains.pop() {
            deepest = deepest.max(chain.len());
            let below = chain.last().copied();
            for &frame in kinds.iter().filter(|&&frame| rests_on(frame, below)) {
                assert!(!chain.contains(&frame), "{frame:?} on {chain:?}");
                chains.push([&chain[..], &[frame]].concat());
            }
        }
        assert!((5..=Stack::capacity()).contains(&deepest), "{deepest}");
    }
}
