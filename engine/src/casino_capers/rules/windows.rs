//! Windows: where prepped gear may be used (section 4.2).

use super::super::action::{Action, Use};
use super::super::components::Kind;
use super::super::dice::Dice;
use super::super::frame::{Frame, Movement};
use super::super::offers::{Any, Offers};
use super::super::state::{CasinoCapers, Ending, NONE};
use super::super::tables::Tables;
use super::super::window::Window;
use super::bouncers::Target;
use crate::board::Cell;
use crate::game::Windows;

impl CasinoCapers {
    /// The prepped cards that a window offers in the mode that is played.
    /// mode.full, mode.reduced, mode.off, H26.
    #[inline]
    pub(super) fn usable_in(&self, window: Window) -> u64 {
        if self.prepped == 0 {
            return 0;
        }
        let tables = Tables::get();
        let cards = match self.asked_windows {
            Windows::Full => &tables.in_window,
            Windows::Reduced => &tables.in_reduced,
            Windows::Off => &tables.in_off,
        };
        self.prepped & cards[window as usize]
    }

    /// A window opens if anything is offered, with a cell, a floor or nothing.
    #[inline]
    pub(super) fn open(&mut self, window: Window, context: u8) {
        if self.may_open(window) {
            self.push(Frame::Open(window, context));
        }
    }

    /// Whether something may come of a window: a card for it, perhaps by a task that was just completed (dd.when).
    #[inline]
    pub(super) fn may_open(&self, window: Window) -> bool {
        self.usable_in(window) != 0 || self.tasks_due != 0
    }

    /// win.none: without an offer there is no window.
    pub(super) fn open_again(&mut self, window: Window, context: u8) {
        if window == Window::S && self.asked_windows == Windows::Reduced && !self.step_matters(context as usize) {
            return;
        }
        let mut any = Any::default();
        self.offer_uses(window, context, Dice::NONE, &mut any);
        if any.0 {
            self.push(Frame::AskWindow(window, context));
        }
    }

    /// 4.2: `pass` or a use.
    pub(super) fn offer_window(&self, window: Window, context: u8, out: &mut impl Offers) {
        out.push(Action::Pass);
        self.offer_uses(window, context, Dice::NONE, out);
    }

    /// 4.2: after a use the same window opens again, but Hack, Shoo, Rain Check and Lookout close it.
    pub(super) fn use_in_window(&mut self, window: Window, context: u8, how: Use) {
        if !matches!(how, Use::Hack | Use::Shoo | Use::RainCheck | Use::Lookout) {
            self.push(Frame::Open(window, context));
        }
        let cell = (context != NONE && !matches!(window, Window::S)).then(|| Cell::from_code(context));
        self.use_gear(how, cell);
    }

    /// mode.reduced: whether window S opens before the next thing a floor's bouncer does: his step or his standing heat
    /// would give heat to somebody, put a cube on a Surveillance that has 3, or end the game. With several players
    /// tied, if his step toward one would.
    fn step_matters(&self, floor: usize) -> bool {
        let at = self.bouncer_cell(floor);
        if matches!(self.stack.top(), Frame::StandingHeat(_)) {
            let mut after = *self;
            if self.is_hunting(floor) && self.is_occupied(at) {
                after.stand_with(at);
            }
            return self.is_changed_in(&after);
        }
        let mut before = *self;
        match before.target(floor) {
            Target::Tied => {
                let mut tied = self.nearest_cells(floor);
                tied.any(|cell| self.step_of_matters(self.target_towards(cell)))
            }
            target => self.step_of_matters(target),
        }
    }

    fn step_of_matters(&self, target: Target) -> bool {
        let Target::Step(next) = target else { return false };
        if self.bouncer_on(next) {
            return false;
        }
        let is_camera = self.active_kind(next) == Some(Kind::Surveillance) && self.jammed != next.code();
        let mut after = *self;
        after.bouncer_enters(next, true);
        is_camera && self.cubes(next) == 3 || self.is_changed_in(&after)
    }

    /// Whether somebody has more heat in another state, or the game is over there.
    fn is_changed_in(&self, after: &CasinoCapers) -> bool {
        let heat = |state: &CasinoCapers| state.players.map(|player| player.heat);
        after.ending != Ending::Playing || heat(after) != heat(self)
    }

    /// mode.reduced: whether somebody stands on a bouncer's new way within the spaces he has left in the movements that
    /// go on.
    pub(super) fn new_path_matters(&self, floor: usize) -> bool {
        let left = self.stack.frames().map(|frame| match frame {
            Frame::Walk(movement) | Frame::Step(movement) | Frame::AfterStep(movement) if movement.floor() == floor => {
                movement.left()
            }
            _ => 0,
        });
        let left: u8 = left.sum();
        let Some(target) = self.marker_cell(floor) else {
            return false;
        };
        let mut at = self.bouncer_cell(floor);
        (0..left).any(|_| {
            let plan = self.plan(floor);
            at = Cell::new(floor, plan.step(at.square(), target.square()));
            self.is_occupied(at)
        })
    }

    /// com.buffet, H49: an arrival ends the Buffet runs of a floor's bouncer.
    pub(super) fn end_runs(&mut self, floor: usize) {
        self.stack.change(|frame| {
            if let Frame::Walk(movement) | Frame::Step(movement) | Frame::AfterStep(movement) = frame
                && movement.floor() == floor
                && movement.stops()
            {
                *movement = Movement::new(floor, 0).stopping(true);
            }
        });
    }
}
