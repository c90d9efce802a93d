//! What chance decides (section 8.1).

use super::components::{Kind, Reward};

/// One outcome. `None` is a card that the observer does not see. There are no dice and no reshuffles, and cards are
/// drawn only when they are needed (CC8.1g).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// CC8.1a: a card of a hand, seen by its seat.
    Deal(Option<Kind>),
    /// CC8.1c, CC8.1d: the flipped card.
    Flip(Kind),
    /// CC8.1e: a card drawn after a success, seen by its seat.
    Draw(Option<Kind>),
    /// CC7.1r: the Reward that a Thief shows the next player; the whole card, thus also the next Complication (H7,
    /// CC10.2.12).
    Peek(Option<Reward>),
    /// CC8.1f: the Reward revealed at the check.
    Reveal(Reward),
}

/// The sources of chance ([`crate::Game::PURPOSES`]).
pub(super) mod purpose {
    use crate::game::Purpose;

    pub const NAMES: &[&str] = &["deal", "flips", "draws", "rewards"];
    pub const DEAL: Purpose = Purpose(0);
    pub const FLIPS: Purpose = Purpose(1);
    pub const DRAWS: Purpose = Purpose(2);
    pub const REWARDS: Purpose = Purpose(3);
}
