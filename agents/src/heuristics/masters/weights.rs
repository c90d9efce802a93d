//! What the expert weighs, as named numbers. A step of a way is about 16.

use super::super::weights::weights;

weights! {
    /// A step of a way.
    step = 15.02,
    /// An active Lock on the way.
    lock = 33.81,
    /// An unsubdued guard on the way.
    guard = 14.06,
    /// A live Camera on the way.
    camera = 1.35,
    /// A gate on the way.
    gate = 7.76,
    /// A door on the way of who has a keycard.
    door = 2.07,
    /// A door on the way of who has none, or a ring.
    shut = 12.36,
    /// Points of the die of a last ditch that are counted on.
    die = 1.81,
    /// An idea of who may need it to get out.
    idea_short = 13.57,
    /// Any other idea.
    idea = 3.57,
    /// One noise.
    noise = 2.38,
    /// One alert.
    alert = 12.43,
    /// Events that go by for a step of the longest way, at the usual pace.
    events_per_step = 0.65,
    /// How much scarce time makes noise and alerts dearer: an exponent.
    haste = 0.29,
    /// A reveal.
    reveal = 2.0,
    /// How important the way of a helper is.
    help = 0.4,
    /// How important it is that somebody without needed loot leaves.
    leave = 0.2,
    /// How much less each further step of another's way counts for who helps.
    fading = 0.52,
    /// The way back, as a share, when errands are given out.
    back = 0.5,
    /// How much more an errand costs who has others, as a share of those.
    spread = 0.21,
    /// A hex of a planned way that no token covers.
    uncovered = 300.0,
    /// At what chance the escape is declared.
    escape_at = 0.95,
}
