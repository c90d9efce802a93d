//! What the expert weighs, as named numbers. A step of a way is about 16.

use super::super::weights::weights;

weights! {
    /// A step of a way.
    step = 16.0,
    /// An active Lock on the way.
    lock = 22.0,
    /// An unsubdued guard on the way.
    guard = 11.5,
    /// A live Camera on the way.
    camera = 2.8,
    /// A gate on the way.
    gate = 12.0,
    /// A door on the way of who has a keycard.
    door = 1.0,
    /// A door on the way of who has none, or a ring.
    shut = 40.0,
    /// An idea of who may need it to get out.
    idea_short = 5.0,
    /// Any other idea.
    idea = 2.2,
    /// One noise.
    noise = 4.1,
    /// One alert.
    alert = 8.0,
    /// Events that go by for a step of the longest way, at the usual pace.
    events_per_step = 1.1,
    /// How much scarce time makes noise and alerts dearer: an exponent.
    haste = 0.5,
    /// A reveal.
    reveal = 2.0,
    /// How important the way of a helper is.
    help = 0.4,
    /// How important it is that somebody without needed loot leaves.
    leave = 0.15,
    /// How much less each further step of another's way counts for who helps.
    fading = 0.86,
    /// The way back, as a share, when errands are given out.
    back = 0.5,
    /// How much more an errand costs who has others, as a share of those.
    spread = 0.34,
    /// A hex of a planned way that no token covers.
    uncovered = 300.0,
    /// At what chance the escape is declared.
    escape_at = 0.95,
}
