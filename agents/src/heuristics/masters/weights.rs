//! What the expert weighs, as named numbers. A step of a way is about 14.

use super::super::weights::weights;

weights! {
    /// A step of a way.
    step = 14.1,
    /// An active Lock on the way.
    lock = 40.0,
    /// An unsubdued guard on the way.
    guard = 13.12,
    /// A live Camera on the way.
    camera = 2.83,
    /// A gate on the way.
    gate = 60.0,
    /// A door on the way of who has a keycard.
    door = 2.82,
    /// A door on the way of who has none, or a ring.
    shut = 5.39,
    /// Being under a ring.
    caged = 60.0,
    /// Points of the die of a last ditch that are counted on.
    die = 1.67,
    /// An idea of who may need it to get out.
    idea_short = 13.79,
    /// Any other idea.
    idea = 2.51,
    /// One noise.
    noise = 1.5,
    /// One alert.
    alert = 27.22,
    /// Events that go by for a step of the longest way, at the usual pace.
    events_per_step = 2.3,
    /// How much scarce time makes noise and alerts dearer: an exponent.
    haste = 0.15,
    /// A reveal.
    reveal = 1.34,
    /// How important the way of a helper is.
    help = 0.5,
    /// How important it is that somebody without needed loot leaves.
    leave = 0.12,
    /// How much less each further step of another's way counts for who helps.
    fading = 0.53,
    /// The way back, as a share, when errands are given out.
    back = 0.4,
    /// How much more an errand costs who has others, as a share of those.
    spread = 0.1,
    /// A hex of a planned way that no token covers.
    uncovered = 300.0,
    /// At what chance the escape is declared.
    escape_at = 0.95,
}
