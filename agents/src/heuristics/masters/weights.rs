//! What the expert weighs, as named numbers. They were fitted to planned heists.

use super::super::weights::weights;

weights! {
    /// A step of a way.
    step = 16.3,
    /// An active Lock on the way.
    lock = 22.81,
    /// An unsubdued guard on the way.
    guard = 18.68,
    /// A live Camera on the way.
    camera = 19.56,
    /// A gate on the way.
    gate = 47.75,
    /// A door on the way of who has a keycard.
    door = 2.46,
    /// A door on the way of who has none, or a ring.
    shut = 8.14,
    /// Being under a ring.
    caged = 170.13,
    /// Points of the die of a last ditch that are counted on.
    die = 1.77,
    /// An idea of who may need it to get out.
    idea_short = 13.49,
    /// Any other idea.
    idea = 3.63,
    /// One noise.
    noise = 3.38,
    /// One alert.
    alert = 27.22,
    /// Events that go by for a step of the longest way, at the usual pace.
    events_per_step = 3.63,
    /// How much scarce time makes noise and alerts dearer: an exponent.
    haste = 0.06,
    /// A reveal.
    reveal = 1.35,
    /// How important the way of a helper is.
    help = 0.51,
    /// How important it is that somebody without needed loot leaves.
    leave = 0.13,
    /// How much less each further step of another's way counts for who helps.
    fading = 0.73,
    /// The way back, as a share, when errands are given out.
    back = 0.33,
    /// How much more an errand costs who has others, as a share of those.
    spread = 0.09,
    /// A hex of a planned way that no token covers.
    uncovered = 300.0,
    /// At what chance the escape is declared.
    escape_at = 0.95,
}
