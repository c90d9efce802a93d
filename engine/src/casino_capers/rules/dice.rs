//! Rolls and window D (sections 4.2, 5.1, 5.8, 7.1).

use rand::Rng;

use super::super::action::{Action, Use};
use super::super::chance::{Outcome, purpose};
use super::super::components::{Character, Gear, Kind, Task};
use super::super::dice::Dice;
use super::super::frame::{At, Frame, How};
use super::super::offers::{Any, Offers};
use super::super::state::{CasinoCapers, done};
use super::super::window::Window;
use crate::game::Purpose;
use crate::random;

impl CasinoCapers {
    /// info.dice: fair and independent.
    pub(super) fn dice_outcomes(count: u8, out: &mut Vec<(Outcome, f64)>) {
        let rolls = 6f64.powi(count.into());
        multisets(Dice::NONE, 1, count, factorial(count), &mut |dice, ways| {
            out.push((Outcome::Dice(dice), ways / rolls));
        });
    }

    /// Draws from [`dice_outcomes`](Self::dice_outcomes).
    pub(super) fn sample_dice<R: Rng + ?Sized>(count: u8, rng: &mut R) -> Outcome {
        let roll = (0..count).fold(Dice::NONE, |dice, _| dice.with(random::below(rng, 6) as u8 + 1));
        Outcome::Dice(roll)
    }

    /// What the roll on top of the stack is for.
    pub(super) fn roll_purpose(&self) -> Purpose {
        let rolled_for = self.stack.frames().rev().find_map(|frame| match frame {
            Frame::CagesRoll(..) => Some(purpose::CAGES),
            Frame::TableRoll(_) => Some(purpose::TABLE),
            Frame::SafeRoll => Some(purpose::SAFE),
            _ => None,
        });
        rolled_for.expect("dice are rolled for something")
    }

    /// Dice are rolled for the frame below.
    pub(super) fn roll(&mut self, rolled_for: Frame, count: u8) {
        self.push(rolled_for);
        self.push(Frame::RollDice(count));
    }

    /// Dice have been rolled, some of them perhaps again.
    pub(super) fn rolled(&mut self, dice: Dice) {
        let all = match *self.stack.top() {
            Frame::KeptDice(kept) => {
                self.stack.pop();
                kept.and(dice)
            }
            _ => dice,
        };
        self.open_dice(all);
    }

    /// Whether abil.peterman may reroll: once per turn, in window D of his own Safe roll, in every mode.
    fn may_reroll(&self) -> bool {
        self.has_ability(self.current(), Character::Peterman) && !self.has_done(done::ABILITY) && self.is_safe_roll()
    }

    /// Whether the roll on top of the stack, or below its window, is a Safe roll.
    pub(in super::super) fn is_safe_roll(&self) -> bool {
        self.roll_purpose() == purpose::SAFE
    }

    /// win.D: opens if anything is offered; otherwise the result counts.
    pub(super) fn open_dice(&mut self, dice: Dice) {
        let mut any = Any::default();
        if self.usable_in(Window::D) != 0 || self.may_reroll() {
            self.offer_dice_uses(dice, &mut any);
        }
        if any.0 {
            self.push(Frame::AskDice(dice))
        } else {
            self.roll_counts(dice)
        }
    }

    /// 4.2: `pass` or a use.
    pub(super) fn offer_dice(&self, dice: Dice, out: &mut impl Offers) {
        out.push(Action::Pass);
        self.offer_dice_uses(dice, out);
    }

    fn offer_dice_uses(&self, dice: Dice, out: &mut impl Offers) {
        if self.may_reroll() {
            out.extend(dice.parts().map(Action::Reroll));
        }
        self.offer_uses(Window::D, 0, dice, out);
    }

    /// Window D is passed, or dice are changed.
    pub(super) fn dice_answered(&mut self, dice: Dice, action: Action) {
        match action {
            Action::Reroll(part) => {
                self.turn.done |= done::ABILITY;
                self.roll_again(dice, part);
            }
            // gear.loaded_dice.
            Action::Use(Use::LoadedDice(part)) => {
                self.count_use(Gear::LoadedDice);
                self.roll_again(dice, part);
            }
            // gear.stethoscope.
            Action::Use(Use::Stethoscope(from, to)) => {
                self.count_use(Gear::Stethoscope);
                let turned = dice.without(Dice::NONE.with(from)).with(to);
                self.push(Frame::OpenDice(turned));
            }
            // gear.steady_hands.
            Action::Use(Use::SteadyHands) => {
                self.count_use(Gear::SteadyHands);
                self.push(Frame::OpenDice(dice.steadied()));
            }
            Action::Use(how) => {
                self.push(Frame::OpenDice(dice));
                self.use_gear(how, None);
            }
            _ => self.roll_counts(dice),
        }
    }

    fn roll_again(&mut self, dice: Dice, part: Dice) {
        self.push(Frame::KeptDice(dice.without(part)));
        self.push(Frame::RollDice(part.total()));
    }

    /// H47: the result counts for what was rolled.
    fn roll_counts(&mut self, dice: Dice) {
        match *self.stack.pop() {
            Frame::CagesRoll(at, how) => self.cages_rolled(at, how, dice),
            Frame::TableRoll(at) => self.table_rolled(at, dice),
            Frame::SafeRoll => self.safe_rolled(dice),
            frame => debug_assert!(false, "{frame:?} needs no dice"),
        }
    }

    /// act.move.cages: lower than the cubes keeps the player in. edge.7: who stays enters nothing.
    /// H47: the cubes now there count, and he leaves only if the Move is still legal.
    fn cages_rolled(&mut self, at: At, how: How, dice: Dice) {
        let player = at.player();
        let Some(from) = self.cell_of(player) else { return };
        if !self.is_move_open(player, from, at.cell(), how) {
            return;
        }
        let is_held = self.active_kind(from) == Some(Kind::CashierCages) && dice.sum() < self.cubes(from);
        if !is_held {
            self.move_player(player, at.cell(), how);
        }
    }

    /// tile.table_games: 7 or 11 is 1 heat less, anything else a commotion there.
    /// task.lucky_roll.
    fn table_rolled(&mut self, at: At, dice: Dice) {
        match dice.sum() {
            7 | 11 => {
                self.complete(Task::LuckyRoll);
                self.lose_heat(at.player());
            }
            _ => self.announce(at.cell(), 1, false),
        }
    }
}

fn factorial(count: u8) -> f64 {
    (1..=count).map(f64::from).product()
}

/// Every multiset of `left` more dice with faces from `face` up, with the number of rolls that give it.
fn multisets(dice: Dice, face: u8, left: u8, ways: f64, emit: &mut impl FnMut(Dice, f64)) {
    if face == 6 {
        let all = (0..left).fold(dice, |dice, _| dice.with(6));
        emit(all, ways / factorial(left));
        return;
    }
    let mut dice = dice;
    for showing in 0..=left {
        multisets(dice, face + 1, left - showing, ways / factorial(showing), emit);
        if showing < left {
            dice = dice.with(face);
        }
    }
}
