//! Dead Drops (section 3.2).

use super::super::components::{Gear, Task};
use super::super::frame::Frame;
use super::super::state::CasinoCapers;

impl CasinoCapers {
    /// The player on whose card a task stands.
    pub(in super::super) fn task_owner(&self, task: Task) -> Option<usize> {
        self.everybody()
            .find(|&player| self.players[player].task_card == task.card())
    }

    /// dd.when: the next task that was completed: owners in seat order from the current player, on a card from the top.
    /// dd.short: with no card in the pile nothing happens.
    /// H38: an owner who has exited draws too.
    pub(super) fn ask_task(&mut self) {
        let due = Task::ALL
            .iter()
            .copied()
            .filter(|task| self.tasks_due & task.bit() != 0);
        let from_current = due.filter_map(|task| {
            let owner = self.task_owner(task)?;
            Some(((owner + self.count() - self.current()) % self.count(), task))
        });
        match from_current.min() {
            Some((_, task)) if self.pile != 0 => {
                self.tasks_due &= !task.bit();
                self.push(Frame::AskTask(task));
            }
            _ => self.tasks_due = 0,
        }
    }

    /// Whether a task is being rewarded: the next one waits.
    pub(super) fn is_rewarding(&self) -> bool {
        matches!(
            self.stack.top(),
            Frame::AskTask(_) | Frame::DrawReward(_) | Frame::DrawSecondReward(..) | Frame::AskKeep(..)
        )
    }

    /// dd.task, H22: the first card drawn; dd.short: the only one is kept.
    pub(super) fn reward_drawn(&mut self, task: Task, card: Gear) {
        self.pile &= !card.bit();
        if self.pile != 0 {
            return self.push(Frame::DrawSecondReward(task, card));
        }
        let owner = self.task_owner(task);
        self.gain_gear(owner.expect("a task that is rewarded is on a player's card"), card);
    }

    /// dd.task: one of two is kept.
    pub(super) fn second_reward_drawn(&mut self, task: Task, first: Gear, second: Gear) {
        self.pile &= !second.bit();
        let owner = self.task_owner(task);
        let owner = owner.expect("a task that is rewarded is on a player's card");
        self.push(Frame::KeepFor(owner as u8));
        self.push(Frame::AskKeep(first, second));
    }

    /// The player who keeps one of two cards.
    pub(super) fn keeper(&self) -> Option<usize> {
        self.stack.frames().rev().find_map(|frame| match frame {
            Frame::KeepFor(owner) => Some(owner as usize),
            _ => None,
        })
    }

    /// dd.task: the other card goes to the box.
    pub(super) fn card_kept(&mut self, card: Gear, other: Gear) {
        self.remove_card(other);
        if let Frame::KeepFor(owner) = *self.stack.pop() {
            self.gain_gear(owner as usize, card);
        }
    }

    /// A card comes to a player, prepped at no cost; dd.short: its counterpart leaves the game, whoever has it.
    pub(super) fn gain_gear(&mut self, player: usize, card: Gear) {
        self.pile &= !card.bit();
        self.players[player].gear |= card.bit();
        self.prep(card);
    }
}
