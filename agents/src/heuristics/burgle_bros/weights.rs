//! What the expert weighs, as named numbers, so that they can be tuned (`cargo run --release -p heist-benches --bin tune`).

/// Declares the weights with their defaults.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident = $default:literal,)+) => {
        /// The expert's weights. One step of progress towards a goal is the unit of most.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct Weights {
            $($(#[$doc])* pub $name: f32,)+
        }

        impl Weights {
            /// The measured defaults.
            pub const DEFAULT: Weights = Weights { $($name: $default,)+ };
            /// The names, in the order of [`get`](Weights::get).
            pub const NAMES: &[&str] = &[$(stringify!($name)),+];

            /// The weights as a list.
            pub fn get(&self) -> Vec<f32> {
                vec![$(self.$name),+]
            }

            /// Weights from a list of as many numbers as there are names; missing ones keep their default.
            pub fn from_list(list: &[f32]) -> Weights {
                let mut numbers = list.iter().copied();
                Weights { $($name: numbers.next().unwrap_or(Weights::DEFAULT.$name),)+ }
            }
        }
    };
}

weights! {
    /// A Stealth token when three or more are left.
    stealth_3 = 6.0,
    /// A Stealth token when two are left.
    stealth_2 = 6.5,
    /// A Stealth token when one is left.
    stealth_1 = 8.0,
    /// A Stealth token when none is left: the game.
    stealth_0 = 24.0,
    /// Share of the risk of a cell counted with one action left to walk off it.
    risk_1 = 0.35,
    /// The same with two actions left.
    risk_2 = 0.1,
    /// The same with three or more.
    risk_3 = 0.02,
    /// Weight of a Guard's steps after his first walk, on the turns of others on the floor.
    risk_company = 0.6,
    /// Weight of the risk to others of leaving them; used for orders.
    order_cost = 1.0,
    /// An Event drawn.
    event = 2.0,
    /// A step nearer to a goal.
    progress = 1.6,
    /// Going back to a tile passed this turn, which saves no Event.
    backtrack = 1.0,
    /// Share of a hidden tile's value gained by walking in.
    blind_share = 0.55,
    /// Price of walking into a hidden tile.
    blind_price = 1.1,
    /// Further price with no action left.
    blind_last = 0.8,
    /// Peeking, whatever is seen.
    peek = 0.3,
    /// Value of any hidden tile.
    reveal_any = 0.4,
    /// Value of a hidden tile on a floor whose Safe is hidden.
    reveal_safe = 2.0,
    /// Value of a hidden tile in line with a shut Safe.
    reveal_line = 2.6,
    /// Further value on a floor whose Stairs are hidden.
    reveal_stairs = 0.6,
    /// Share of the value on other floors than the own goal's.
    reveal_elsewhere = 0.7,
    /// Entering a known Deadbolt.
    deadbolt = 2.2,
    /// Trying a locked Keypad.
    keypad = 2.4,
    /// A Laser that can be paid or hacked.
    laser = 1.1,
    /// An alarm set off on entry.
    alarm = 1.8,
    /// A Motion tile, for the way out.
    motion = 0.6,
    /// A Camera.
    camera = 0.3,
    /// A Laboratory with its Tool.
    laboratory = 3.0,
    /// First hack token of a room.
    hack_first = 1.2,
    /// Further hack tokens.
    hack_more = 0.6,
    /// Adding a die, for each further missing tile it is expected to crack per roll.
    die = 6.0,
    /// Adding a die at all.
    die_base = 0.5,
    /// Rolling, for each missing tile expected to be cracked.
    crack = 3.0,
    /// Rolling at all.
    crack_base = 0.5,
    /// Share of both while tiles in line are hidden.
    crack_early = 0.6,
    /// Need of a floor whose Safe is hidden.
    need_hidden = 12.0,
    /// Need of a floor whose Safe is found.
    need_found = 6.0,
    /// Further need for each hidden tile in line.
    need_line = 1.0,
    /// Further need for each number not cracked.
    need_number = 1.0,
    /// How much each other player on a floor covers its need.
    need_company = 1.0,
    /// Price of each floor to climb.
    need_travel = 3.0,
    /// Price of a floor whose way is not known.
    need_unknown = 3.0,
    /// Clairvoyance.
    clairvoyance = 0.0,
    /// How sure a walk over the own tile must be to spend a Tool against it.
    trapped = 0.4,
}
