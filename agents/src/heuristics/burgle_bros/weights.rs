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
    stealth_3 = 6.00,
    /// A Stealth token when two are left.
    stealth_2 = 3.79,
    /// A Stealth token when one is left.
    stealth_1 = 11.94,
    /// A Stealth token when none is left: the game.
    stealth_0 = 20.42,
    /// Share of the danger of a cell counted although it can still be left.
    stay = 0.06,
    /// Further danger of a hidden tile as a refuge.
    hidden_refuge = 0.00,
    /// Further danger of a Thermo as a refuge.
    thermo_refuge = 0.42,
    /// Weight of a Guard's steps after his first walk, on the turns of others on the floor.
    risk_company = 0.60,
    /// Weight of the risk to others of leaving them; used for orders.
    order_cost = 1.29,
    /// An Event drawn.
    event = 2.49,
    /// A step nearer to a goal.
    progress = 1.48,
    /// Going back to a tile passed this turn, which saves no Event.
    backtrack = 2.01,
    /// Share of a hidden tile's value gained by walking in.
    blind_share = 0.67,
    /// Price of walking into a hidden tile.
    blind_price = 0.45,
    /// Further price with no action left.
    blind_last = 0.27,
    /// Peeking, whatever is seen.
    peek = 0.30,
    /// Value of any hidden tile.
    reveal_any = 0.24,
    /// Value of a hidden tile on a floor whose Safe is hidden.
    reveal_safe = 1.11,
    /// Value of a hidden tile in line with a shut Safe.
    reveal_line = 2.94,
    /// Further value on a floor whose Stairs are hidden.
    reveal_stairs = 0.68,
    /// Share of the value on other floors than the own goal's.
    reveal_elsewhere = 0.70,
    /// Entering a known Deadbolt.
    deadbolt = 1.61,
    /// Trying a locked Keypad.
    keypad = 1.02,
    /// A Laser that can be paid or hacked.
    laser = 1.31,
    /// An alarm set off on entry.
    alarm = 1.84,
    /// A Motion tile, for the way out.
    motion = 0.60,
    /// A Camera.
    camera = 0.09,
    /// A Laboratory with its Tool.
    laboratory = 1.85,
    /// First hack token of a room.
    hack_first = 1.18,
    /// Further hack tokens.
    hack_more = 0.26,
    /// Adding a die, for each further missing tile it is expected to crack per roll.
    die = 8.84,
    /// Adding a die at all.
    die_base = 0.47,
    /// Rolling, for each missing tile expected to be cracked.
    crack = 2.26,
    /// Rolling at all.
    crack_base = 0.40,
    /// Share of both while tiles in line are hidden.
    crack_early = 0.42,
    /// Clairvoyance.
    clairvoyance = 0.05,
    /// How sure a walk over the own tile must be to spend a Tool against it.
    trapped = 0.42,
}
