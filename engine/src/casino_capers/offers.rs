//! Where the options of a decision are put.

use super::action::{Action, Use};
use super::state::CasinoCapers;
use crate::game::Encode;

/// Takes the options of a decision in the order in which they are offered.
pub(super) trait Offers {
    /// Takes one more.
    fn push(&mut self, action: Action);

    /// Takes some more.
    fn extend(&mut self, actions: impl IntoIterator<Item = Action>) {
        actions.into_iter().for_each(|action| self.push(action));
    }

    /// Takes a use of gear.
    #[inline]
    fn offer_use(&mut self, how: Use) {
        self.push(Action::Use(how));
    }

    /// Whether further options change nothing, so that they need not be looked for.
    #[inline]
    fn is_settled(&self) -> bool {
        false
    }
}

impl Offers for Vec<Action> {
    #[inline]
    fn push(&mut self, action: Action) {
        Vec::push(self, action);
    }
}

/// Indices of actions ([`Encode::action_index`]). Where an option is offered its kind is known, so that only its
/// parameter is left to be worked out.
pub(super) struct Indices<'a>(pub &'a mut Vec<u32>);

impl Offers for Indices<'_> {
    #[inline(always)]
    fn push(&mut self, action: Action) {
        self.0.push(CasinoCapers::action_index(action) as u32);
    }
}

/// Whether anything is offered.
#[derive(Default)]
pub(super) struct Any(pub bool);

impl Offers for Any {
    #[inline]
    fn push(&mut self, _action: Action) {
        self.0 = true;
    }

    #[inline]
    fn extend(&mut self, actions: impl IntoIterator<Item = Action>) {
        self.0 = self.0 || actions.into_iter().next().is_some();
    }

    #[inline]
    fn is_settled(&self) -> bool {
        self.0
    }
}
