//! Where the options of a decision are put.

use super::action::Action;

/// Takes the options of a decision in the order in which they are offered.
pub(super) trait Offers {
    /// Takes one more.
    fn push(&mut self, action: Action);

    /// Takes some more.
    #[inline]
    fn extend(&mut self, actions: impl IntoIterator<Item = Action>) {
        actions.into_iter().for_each(|action| self.push(action));
    }

    /// Whether nothing more needs to be offered.
    #[inline]
    fn is_content(&self) -> bool {
        false
    }
}

impl Offers for Vec<Action> {
    #[inline]
    fn push(&mut self, action: Action) {
        Vec::push(self, action);
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
    fn is_content(&self) -> bool {
        self.0
    }
}

/// Whether an action is offered.
pub(super) struct Finds {
    action: Action,
    is_found: bool,
}

impl Finds {
    pub fn new(action: Action) -> Finds {
        Finds {
            action,
            is_found: false,
        }
    }
}

impl Offers for Finds {
    #[inline]
    fn push(&mut self, action: Action) {
        self.is_found |= action == self.action;
    }

    #[inline]
    fn is_content(&self) -> bool {
        self.is_found
    }
}
