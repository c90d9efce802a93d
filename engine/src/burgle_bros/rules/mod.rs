//! The rules, one file a chapter, and the machine that runs them: which frame waits for what, and where each goes on.

// A new frame, room or card must not be forgotten: every match names all cases.
#![deny(clippy::wildcard_enum_match_arm)]

mod act;
mod alarms;
mod cards;
mod characters;
mod decks;
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

use rand::Rng;

use super::action::Action;
use super::chance::{Outcome, purpose};
use super::components::{Event, Tool};
use super::decks::DeckName;
use super::frame::{Frame, asks, draws, rests, runs};
use super::offers::Offers;
use super::state::{BurgleBros, Ending};
use crate::game::{Node, Purpose, Seat};
use crate::random;
use guards::{patrol_card, patrol_outcome};

impl BurgleBros {
    /// N-DEC-3: whether the rules leave the choice to the players together; the active player answers for them.
    pub(super) fn is_joint(&self) -> bool {
        match *self.stack.top() {
            // S-START-7, L-KITTY, N-GUARD-3 and A-ALARM-8.
            Frame::ChooseEntrance | Frame::ChooseKittyTile | Frame::ChooseGuard(_) | Frame::AskNearest(_) => true,
            // E-SQUEAK: of the Events that ask for a tile this one says so.
            Frame::AskTile(event) => event == Event::Squeak,
            // V-PAY-2: scarce tokens are shared out for the player who pays.
            Frame::AskToken { payer, decider } => payer != decider,
            // N-DEC-1: a player decides about his own turn, his own way in and his own cards.
            Frame::Act
            | Frame::AskDeadbolt
            | Frame::AskLaser
            | Frame::AskHack(_)
            | Frame::AskStethoscope(_)
            | Frame::KeepTool { .. }
            | Frame::AskTrade { .. }
            | Frame::AskOrders(..)
            | Frame::AskPatrolPlace(_)
            | Frame::AskEventPlace
            | Frame::AskEventOrder(_)
            | Frame::AskPlayer
            | runs!()
            | draws!()
            | rests!() => false,
        }
    }

    /// What the state waits for.
    /// N-DEC-1, N-DEC-3: the active player decides, ties included, but for what follows.
    /// M-DEC-13, M-DEC-14: the other player consents to Orders and trades.
    /// V-PAY-1, M-DEC-7: players decide about their own tokens, Tools and Moves.
    #[inline]
    pub(super) fn current_node(&self) -> Node {
        if self.ending != Ending::Playing {
            return Node::Terminal;
        }
        // Most often it is one of these, and a branch is foreseen where a table of all frames is not.
        let frame = *self.stack.top();
        if matches!(frame, Frame::Act) {
            return Node::Decision(self.active());
        }
        match frame {
            draws!() => Node::Chance,
            asks!() | runs!() | rests!() => self.decision(frame),
        }
    }

    /// The decision that a frame waits for.
    #[inline(never)]
    fn decision(&self, asked: Frame) -> Node {
        match asked {
            Frame::Act
            | Frame::ChooseEntrance
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
            // The first are no decisions, and the others never stay on top.
            draws!() | runs!() | rests!() => Node::Terminal,
        }
    }

    /// N-FLOW-1: runs frames one after the other until one waits or the game is over, which leaves no frames.
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
            asks!() | draws!() | rests!() => debug_assert!(false, "{frame:?} does not run"),
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
            // The action phase is offered by `offer`; the others have no options.
            Frame::Act | runs!() | draws!() | rests!() => {}
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

    /// What the decision that `asked` waited for leads to.
    fn answer(&mut self, asked: Frame, action: Action) {
        match asked {
            Frame::ChooseEntrance => {
                if let Action::Enter(cell) = action {
                    return self.enter(cell);
                }
            }
            Frame::ChooseKittyTile => {
                if let Action::KittyTo(cell) = action {
                    return self.kitty_runs_to(cell);
                }
            }
            Frame::ChooseGuard(floors) => {
                if let Action::MoveGuard(floor) = action {
                    return self.guard_chosen(floors, floor);
                }
            }
            Frame::AskDeadbolt => return self.deadbolt_chosen(action == Action::Pay),
            Frame::AskLaser => return self.laser_chosen(action),
            Frame::AskHack(cell) => return self.hack_chosen(cell, action),
            Frame::AskNearest(floor) => {
                if let Action::Nearest(cell) = action {
                    return self.nearest_chosen(floor, cell);
                }
            }
            Frame::AskToken { payer, .. } => return self.pay_with(payer, action == Action::OwnToken),
            Frame::AskStethoscope(roll) => return self.die_chosen(roll, action),
            Frame::KeepTool { drawer, safe, .. } => {
                if let Action::Keep(tool) = action {
                    return self.gain_tool(drawer, safe, tool);
                }
            }
            Frame::AskTrade { partner, offer } => {
                return self.trade_answered(partner, offer, action == Action::Accept);
            }
            Frame::AskOrders(seat, cell) => return self.orders_answered(seat, cell, action == Action::Accept),
            Frame::AskPatrolPlace(floor) => {
                return self.place_chosen(DeckName::Patrol(floor as usize), action == Action::Bottom);
            }
            Frame::AskEventPlace => return self.place_chosen(DeckName::Events, action == Action::Bottom),
            Frame::AskEventOrder(count) => {
                if let Action::OrderEvents(a, b, c) = action {
                    return self.events_ordered(count, [a, b, c]);
                }
            }
            Frame::AskPlayer => {
                if let Action::ChoosePlayer(seat) = action {
                    return self.buddy_chosen(seat);
                }
            }
            Frame::AskTile(event) => {
                if let Action::ChooseTile(cell) = action {
                    return self.tile_chosen(event, cell);
                }
                // E-PEEKHOLE: skipping leaves everything as it is.
                if action == Action::Skip {
                    return;
                }
            }
            Frame::Act | runs!() | draws!() | rests!() => {}
        }
        debug_assert!(false, "{action:?} does not answer {asked:?}");
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
            Frame::RollKeypad(dice) => roll_outcomes(keypad_odds(dice), out),
            Frame::RollChihuahua => roll_outcomes(CHIHUAHUA_ODDS, out),
            Frame::RollKitty => roll_outcomes(KITTY_ODDS, out),
            asks!() | runs!() | rests!() => {}
        }
    }

    /// Draws from the distribution of [`chances`](Self::chances).
    // Batches and playouts wait for what is drawn; inlined there, it comes sooner.
    #[inline(always)]
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
            Frame::RollKeypad(dice) => sample_roll(keypad_odds(dice), rng),
            Frame::RollChihuahua => sample_roll(CHIHUAHUA_ODDS, rng),
            Frame::RollKitty => sample_roll(KITTY_ODDS, rng),
            frame @ (asks!() | runs!() | rests!()) => {
                debug_assert!(false, "{frame:?} draws nothing");
                Outcome::Roll(false)
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
            // Asked about at chance nodes only, where the other three are never on top.
            Frame::Reveal(_) | asks!() | runs!() | rests!() => purpose::TILES,
        }
    }

    /// Carries out an outcome.
    pub(super) fn settle(&mut self, outcome: Outcome) {
        let drawn = self.stack.pop();
        self.carry_out(drawn, outcome);
        self.advance();
    }

    /// What the outcome that `drawn` waited for leads to.
    #[inline]
    fn carry_out(&mut self, drawn: Frame, outcome: Outcome) {
        match drawn {
            Frame::Reveal(cell) => {
                if let Outcome::Tile(face) = outcome {
                    return self.turn_up(cell, face);
                }
            }
            Frame::PlaceFirstGuard => {
                if let Some(card) = patrol_card(outcome) {
                    return self.first_guard_drawn(card);
                }
            }
            Frame::PlaceFirstDie => {
                if let Some(card) = patrol_card(outcome) {
                    return self.first_die_drawn(card);
                }
            }
            Frame::SetUpGuard(floor) => {
                if let Some(card) = patrol_card(outcome) {
                    return self.guard_drawn(floor, card);
                }
            }
            Frame::SetUpDie(floor) => {
                if let Some(card) = patrol_card(outcome) {
                    return self.die_drawn(floor, card);
                }
            }
            Frame::DrawPatrol(floor) => {
                if let Some(card) = patrol_card(outcome) {
                    return self.patrol_drawn(floor, card);
                }
            }
            Frame::ReturnGuard(floor) => {
                if let Some(card) = patrol_card(outcome) {
                    return self.guard_returns(floor, card);
                }
            }
            Frame::LookPatrol(floor) => {
                if let Some(card) = patrol_card(outcome) {
                    return self.patrol_seen(floor, card);
                }
            }
            Frame::DrawEvent => {
                if let Outcome::Event(event) = outcome {
                    return self.event_drawn(event);
                }
            }
            Frame::LookEvent { seen, count } => {
                if let Outcome::Event(event) = outcome {
                    return self.event_seen(seen, count, event);
                }
            }
            Frame::DrawTool { drawer, safe } => {
                if let Outcome::Tool(tool) = outcome {
                    return self.tool_drawn(drawer, safe, tool);
                }
            }
            Frame::DrawSecondTool { drawer, safe, first } => {
                if let Outcome::Tool(second) = outcome {
                    return self.second_tool_drawn(drawer, safe, first, second);
                }
            }
            Frame::DrawLoot { drawer, safe } => {
                if let Outcome::Loot(loot) = outcome {
                    return self.loot_drawn(drawer, safe, loot);
                }
            }
            Frame::RollKeypad(_) => {
                if let Outcome::Roll(opens) = outcome {
                    return self.keypad_rolled(opens);
                }
            }
            Frame::RollCrack { safe, .. } => return self.crack_rolled(safe, outcome),
            Frame::RollChihuahua => {
                if let Outcome::Roll(barks) = outcome {
                    return self.chihuahua_rolled(barks);
                }
            }
            Frame::RollKitty => {
                if let Outcome::Roll(runs) = outcome {
                    return self.kitty_rolled(runs);
                }
            }
            asks!() | runs!() | rests!() => {}
        }
        debug_assert!(false, "{outcome:?} does not settle {drawn:?}");
    }
}

/// In how many of how many equally likely rolls a yes-or-no roll succeeds.
type Odds = (u32, u32);

/// I-CHANCE-9, N-START-5: a 6.
const CHIHUAHUA_ODDS: Odds = (1, 6);
/// I-CHANCE-9, N-START-6: a 1 or a 2.
const KITTY_ODDS: Odds = (2, 6);

/// I-CHANCE-7: at least one 6 with this many dice.
fn keypad_odds(dice: u8) -> Odds {
    // Past 12 dice, which no turn of play reaches, the 32 bits would not hold the rolls.
    let dice = u32::from(dice.min(12));
    (6u32.pow(dice) - 5u32.pow(dice), 6u32.pow(dice))
}

/// The distribution of a yes-or-no roll.
fn roll_outcomes((hits, rolls): Odds, out: &mut Vec<(Outcome, f64)>) {
    let chance = f64::from(hits) / f64::from(rolls);
    out.extend([(Outcome::Roll(true), chance), (Outcome::Roll(false), 1.0 - chance)]);
}

/// Draws from [`roll_outcomes`].
fn sample_roll<R: Rng + ?Sized>((hits, rolls): Odds, rng: &mut R) -> Outcome {
    Outcome::Roll(random::below(rng, rolls) < hits)
}
