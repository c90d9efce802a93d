//! The rules, one file a chapter, and the machine that runs them: which frame waits for what, and where each goes on.

mod act;
mod alarms;
mod cards;
mod characters;
mod events;
mod guards;
mod moves;
mod relocation;
mod safes;
mod stealth;
mod tiles;
mod tools;
mod turn;

pub use guards::TOP_SPEED;
pub use turn::HORIZON;

use rand_core::Rng;

use super::action::Action;
use super::chance::{Outcome, purpose};
use super::components::{Event, Tool};
use super::decks::{DeckName, LOST_VISUAL};
use super::frame::Frame;
use super::offers::Offers;
use super::state::{BurgleBros, Ending};
use crate::game::{Node, Purpose, Seat};
use crate::random;
use guards::patrol_outcome;

impl BurgleBros {
    /// N-DEC-3: whether the players choose together here, for whom the active player answers. The rules that say so are those of
    /// the entrance (S-START-7), the order of Guards (N-GUARD-3), the nearest alarm or player (A-ALARM-8, E-SQUEAK), the kitty's way
    /// (L-KITTY), and scarce Stealth on a tile (V-PAY-2).
    pub(super) fn is_joint(&self) -> bool {
        match *self.stack.top() {
            Frame::ChooseEntrance | Frame::ChooseKittyTile | Frame::ChooseGuard(_) | Frame::AskNearest(_) => true,
            Frame::AskTile(event) => event == Event::Squeak,
            Frame::AskToken { payer, decider } => payer != decider,
            _ => false,
        }
    }

    /// What the state waits for.
    #[inline]
    pub(super) fn current_node(&self) -> Node {
        if self.ending != Ending::Playing {
            return Node::Terminal;
        }
        let frame = self.stack.top();
        // Most often it is this, and a branch is foreseen where a table of all frames is not.
        if matches!(frame, Frame::Act) {
            return Node::Decision(self.active());
        }
        match *frame {
            Frame::ChooseEntrance
            | Frame::ChooseKittyTile
            | Frame::ChooseGuard(_)
            | Frame::AskNearest(_)
            | Frame::AskStethoscope(_)
            | Frame::AskPatrolPlace(_)
            | Frame::AskEventPlace
            | Frame::AskEventOrder(_)
            | Frame::AskPlayer
            | Frame::AskTile(_) => Node::Decision(self.active()),
            Frame::AskDeadbolt | Frame::AskLaser | Frame::AskHack(_) => Node::Decision(Seat(self.mover.seat)),
            Frame::AskToken { decider, .. } => Node::Decision(decider),
            Frame::KeepTool { drawer, .. } => Node::Decision(drawer),
            Frame::AskTrade { partner, .. } => Node::Decision(partner),
            Frame::AskOrders(seat, _) => Node::Decision(seat),
            Frame::PlaceFirstGuard
            | Frame::PlaceFirstDie
            | Frame::RollChihuahua
            | Frame::RollKitty
            | Frame::DrawEvent
            | Frame::Reveal(_)
            | Frame::RollKeypad(_)
            | Frame::SetUpGuard(_)
            | Frame::SetUpDie(_)
            | Frame::DrawPatrol(_)
            | Frame::ReturnGuard(_)
            | Frame::RollCrack { .. }
            | Frame::DrawTool { .. }
            | Frame::DrawSecondTool { .. }
            | Frame::DrawLoot { .. }
            | Frame::LookPatrol(_)
            | Frame::LookEvent { .. } => Node::Chance,
            // Frames that run by themselves never stay on top.
            _ => Node::Terminal,
        }
    }

    /// Runs frames until one waits or the game is over, which leaves no frames.
    #[inline]
    fn advance(&mut self) {
        while let Some(frame) = self.stack.pop_running() {
            self.run(frame);
        }
    }

    fn run(&mut self, frame: Frame) {
        match frame {
            Frame::BeginTurn => self.begin_turn(),
            Frame::EventCheck => self.event_check(),
            Frame::GuardStep => self.guard_step(),
            Frame::NextPlayer => self.next_player(),
            Frame::Move(stage) => self.go_on(stage),
            Frame::EnsureGuard(floor) => self.ensure_guard(floor),
            Frame::Retarget(floors) => self.retarget(floors),
            Frame::GuardMove(floor) => self.guard_move(floor),
            Frame::Walk { floor, left } => self.walk(floor, left),
            Frame::WalkArrival(floor) => self.walk_arrival(floor),
            Frame::CameraCheck(floor) => self.camera_check(floor),
            Frame::Arrive(floor) => self.arrive(floor),
            Frame::Returned(floor) => self.guard_sets_out(floor),
            Frame::Pay { due, scarce } => self.pay(due, scarce),
            Frame::RaiseSpeeds(floor) => self.raise_speeds(floor),
            Frame::BrownOut(draws) => self.brown_out_draw(draws),
            frame => debug_assert!(false, "{frame:?} does not run"),
        }
    }

    /// Ends the game. A game that is over keeps nothing to resolve, so that equal ends are equal states.
    pub(super) fn end_game(&mut self, ending: Ending) {
        self.ending = ending;
        self.stack.clear();
    }

    /// The options of the decision the top frame waits for; none if the game is over.
    #[inline]
    pub(super) fn offer(&self, out: &mut impl Offers) {
        if self.ending != Ending::Playing {
            return;
        }
        if matches!(self.stack.top(), Frame::Act) {
            self.offer_acts(out);
        } else {
            self.offer_answers(*self.stack.top(), out);
        }
    }

    fn offer_answers(&self, asked: Frame, out: &mut impl Offers) {
        match asked {
            Frame::ChooseEntrance => self.offer_entrances(out),
            Frame::ChooseKittyTile => self.offer_kitty_tiles(out),
            Frame::ChooseGuard(floors) => Self::offer_guards(floors, out),
            Frame::AskDeadbolt => out.extend([Action::Pay, Action::Stay]),
            Frame::AskLaser => self.offer_laser(out),
            Frame::AskHack(cell) => self.offer_hacks(cell, out),
            Frame::AskNearest(floor) => self.offer_nearest(floor, out),
            Frame::AskToken { .. } => Self::offer_tokens(out),
            Frame::AskStethoscope(roll) => Self::offer_dice(roll, out),
            Frame::KeepTool { pair, .. } => Self::offer_pair(pair, out),
            Frame::AskTrade { .. } | Frame::AskOrders(..) => out.extend([Action::Accept, Action::Refuse]),
            Frame::AskPatrolPlace(_) | Frame::AskEventPlace => Self::offer_places(out),
            Frame::AskEventOrder(count) => Self::offer_event_orders(count, out),
            Frame::AskPlayer => self.offer_players(out),
            Frame::AskTile(event) => self.offer_tiles(event, out),
            _ => {}
        }
    }

    /// Carries out a decision.
    pub(super) fn decide(&mut self, action: Action) {
        if matches!(self.stack.top(), Frame::Act) {
            self.act(action);
        } else {
            let asked = self.stack.pop();
            self.answer(asked, action);
        }
        self.advance();
    }

    fn answer(&mut self, asked: Frame, action: Action) {
        match (asked, action) {
            (Frame::ChooseEntrance, Action::Enter(cell)) => self.enter(cell),
            (Frame::ChooseKittyTile, Action::KittyTo(cell)) => self.kitty = cell.code(),
            (Frame::ChooseGuard(floors), Action::MoveGuard(floor)) => self.guard_chosen(floors, floor),
            (Frame::AskDeadbolt, action) => self.deadbolt_chosen(action == Action::Pay),
            (Frame::AskLaser, action) => self.laser_chosen(action),
            (Frame::AskHack(cell), action) => self.hack_chosen(cell, action),
            (Frame::AskNearest(floor), Action::Nearest(cell)) => {
                self.floors[floor as usize].guard.die = cell.square() as u8;
            }
            (Frame::AskToken { payer, .. }, action) => self.pay_with(payer, action == Action::OwnToken),
            (Frame::AskStethoscope(roll), action) => self.die_chosen(roll, action),
            (Frame::KeepTool { drawer, safe, .. }, Action::Keep(tool)) => self.gain_tool(drawer, safe, tool),
            (Frame::AskTrade { partner, offer }, action) => {
                self.trade_answered(partner, offer, action == Action::Accept);
            }
            (Frame::AskOrders(seat, cell), action) => self.orders_answered(seat, cell, action == Action::Accept),
            (Frame::AskPatrolPlace(floor), action) => {
                if action == Action::Bottom {
                    self.change_deck(DeckName::Patrol(floor as usize), |deck| deck.top_to_bottom());
                }
            }
            (Frame::AskEventPlace, action) => {
                if action == Action::Bottom {
                    self.change_deck(DeckName::Events, |deck| deck.top_to_bottom());
                }
            }
            (Frame::AskEventOrder(count), Action::OrderEvents(a, b, c)) => self.events_ordered(count, [a, b, c]),
            (Frame::AskPlayer, Action::ChoosePlayer(seat)) => self.buddy_chosen(seat),
            // Skipping leaves everything as it is.
            (Frame::AskTile(_), Action::Skip) => {}
            (Frame::AskTile(event), Action::ChooseTile(cell)) => self.tile_chosen(event, cell),
            (asked, action) => debug_assert!(false, "{action:?} does not answer {asked:?}"),
        }
    }

    /// The distribution of the chance node the top frame waits for.
    pub(super) fn chances(&self, out: &mut Vec<(Outcome, f64)>) {
        match *self.stack.top() {
            Frame::Reveal(cell) => self.tile_outcomes(cell, out),
            Frame::PlaceFirstGuard | Frame::PlaceFirstDie => self.patrol_outcomes(0, out),
            Frame::SetUpGuard(floor)
            | Frame::SetUpDie(floor)
            | Frame::DrawPatrol(floor)
            | Frame::ReturnGuard(floor)
            | Frame::LookPatrol(floor) => self.patrol_outcomes(floor as usize, out),
            Frame::DrawEvent => self.event_outcomes(0, out),
            Frame::LookEvent { seen, .. } => self.event_outcomes(seen, out),
            Frame::DrawTool { .. } | Frame::DrawSecondTool { .. } => self.tool_outcomes(out),
            Frame::DrawLoot { .. } => self.loot_outcomes(out),
            Frame::RollCrack { dice, .. } => self.crack_outcomes(dice, out),
            frame => {
                if let Some((hits, rolls)) = Self::odds(frame) {
                    let chance = f64::from(hits) / f64::from(rolls);
                    out.extend([(Outcome::Roll(true), chance), (Outcome::Roll(false), 1.0 - chance)]);
                }
            }
        }
    }

    /// I-CHANCE-7, I-CHANCE-9: in how many of how many rolls a yes-or-no roll succeeds.
    fn odds(frame: Frame) -> Option<(u32, u32)> {
        match frame {
            Frame::RollKeypad(dice) => {
                // Past 12 dice, which no turn of play reaches, the 32 bits would not hold the rolls.
                let dice = u32::from(dice.min(12));
                Some((6u32.pow(dice) - 5u32.pow(dice), 6u32.pow(dice)))
            }
            Frame::RollChihuahua => Some((1, 6)),
            Frame::RollKitty => Some((2, 6)),
            _ => None,
        }
    }

    /// Draws from the distribution of [`chances`](Self::chances).
    #[inline]
    pub(super) fn draw_chance<R: Rng + ?Sized>(&self, rng: &mut R) -> Outcome {
        match *self.stack.top() {
            Frame::Reveal(cell) => Outcome::Tile(self.sample_tile(cell, rng)),
            Frame::PlaceFirstGuard | Frame::PlaceFirstDie => {
                patrol_outcome(self.deck(DeckName::Patrol(0)).sample(0, rng))
            }
            Frame::SetUpGuard(floor)
            | Frame::SetUpDie(floor)
            | Frame::DrawPatrol(floor)
            | Frame::ReturnGuard(floor)
            | Frame::LookPatrol(floor) => patrol_outcome(self.deck(DeckName::Patrol(floor as usize)).sample(0, rng)),
            Frame::DrawEvent => Outcome::Event(Event::ALL[self.deck(DeckName::Events).sample(0, rng) as usize]),
            Frame::LookEvent { seen, .. } => {
                Outcome::Event(Event::ALL[self.deck(DeckName::Events).sample(seen as usize, rng) as usize])
            }
            Frame::DrawTool { .. } | Frame::DrawSecondTool { .. } => {
                Outcome::Tool(Tool::ALL[self.deck(DeckName::Tools).sample(0, rng) as usize])
            }
            Frame::DrawLoot { .. } => Outcome::Loot(self.sample_loot(rng)),
            Frame::RollCrack { dice, .. } => self.sample_crack(dice, rng),
            frame => {
                let (hits, rolls) = Self::odds(frame).unwrap_or((0, 1));
                Outcome::Roll(random::below(rng, rolls) < hits)
            }
        }
    }

    /// The source of chance the top frame draws from.
    pub(super) fn chance_purpose(&self) -> Purpose {
        match *self.stack.top() {
            Frame::PlaceFirstGuard | Frame::PlaceFirstDie => purpose::patrol(0),
            Frame::SetUpGuard(floor)
            | Frame::SetUpDie(floor)
            | Frame::DrawPatrol(floor)
            | Frame::ReturnGuard(floor)
            | Frame::LookPatrol(floor) => purpose::patrol(floor as usize),
            Frame::DrawEvent | Frame::LookEvent { .. } => purpose::EVENTS,
            Frame::DrawTool { .. } | Frame::DrawSecondTool { .. } => purpose::TOOLS,
            Frame::DrawLoot { .. } => purpose::LOOT,
            Frame::RollKeypad(_) => purpose::KEYPAD,
            Frame::RollCrack { .. } => purpose::CRACK,
            Frame::RollChihuahua => purpose::CHIHUAHUA,
            Frame::RollKitty => purpose::KITTY,
            _ => purpose::TILES,
        }
    }

    /// Carries out an outcome.
    pub(super) fn settle(&mut self, outcome: Outcome) {
        let drawn = self.stack.pop();
        match (drawn, outcome) {
            (Frame::Reveal(cell), Outcome::Tile(face)) => self.turn_up(cell, face),
            (Frame::PlaceFirstGuard, Outcome::Patrol(square)) => self.place_first_guard(square),
            (Frame::PlaceFirstDie, Outcome::Patrol(square)) => {
                self.draw_card(0, square);
                self.floors[0].guard.die = square;
            }
            (Frame::SetUpGuard(floor), Outcome::Patrol(square)) => {
                self.draw_card(floor as usize, square);
                self.floors[floor as usize].guard.at = square;
            }
            (Frame::SetUpDie(floor), Outcome::Patrol(square)) => {
                self.draw_card(floor as usize, square);
                self.floors[floor as usize].guard.die = square;
            }
            (Frame::DrawPatrol(floor), Outcome::Patrol(square)) => self.patrol_drawn(floor, square),
            (Frame::LookPatrol(floor), Outcome::Patrol(card)) => self.patrol_seen(floor, card),
            (Frame::LookPatrol(floor), Outcome::LostVisual) => self.patrol_seen(floor, LOST_VISUAL),
            (Frame::ReturnGuard(floor), Outcome::Patrol(square)) => self.guard_returns(floor, square),
            (drawn, Outcome::LostVisual) => self.lost_visual_drawn(drawn),
            (Frame::DrawEvent, Outcome::Event(event)) => self.event_drawn(event),
            (Frame::LookEvent { seen, count }, Outcome::Event(event)) => self.event_seen(seen, count, event),
            (Frame::DrawTool { drawer, safe }, Outcome::Tool(tool)) => self.tool_drawn(drawer, safe, tool),
            (Frame::DrawSecondTool { drawer, safe, first }, Outcome::Tool(second)) => {
                self.second_tool_drawn(drawer, safe, first, second);
            }
            (Frame::DrawLoot { drawer, safe }, Outcome::Loot(loot)) => self.loot_drawn(drawer, safe, loot),
            (Frame::RollKeypad(_), Outcome::Roll(opens)) => self.keypad_rolled(opens),
            (Frame::RollCrack { safe, .. }, outcome) => self.crack_rolled(safe, outcome),
            (Frame::RollChihuahua, Outcome::Roll(barks)) => self.chihuahua_rolled(barks),
            (Frame::RollKitty, Outcome::Roll(runs)) => self.kitty_rolled(runs),
            (drawn, outcome) => debug_assert!(false, "{outcome:?} does not settle {drawn:?}"),
        }
        self.advance();
    }
}
