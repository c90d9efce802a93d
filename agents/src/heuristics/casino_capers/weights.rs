//! What the expert weighs, as named numbers. The unit is the action.

/// Declares the weights with their defaults.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident = $default:literal,)+) => {
        /// The expert's weights. An action is the unit of most.
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
    /// Two heat for a player without any.
    heat_0 = 4.0,
    /// For one with 1 heat.
    heat_1 = 5.0,
    /// For one with 2.
    heat_2 = 7.0,
    /// For one with 3.
    heat_3 = 9.0,
    /// For one with 4 or 5: the game.
    heat_4 = 40.0,
    /// Share of those that a single heat costs.
    single = 0.45,
    /// Weight of the bouncers' turns after the first.
    company = 0.5,
    /// A step of the way to the next goal.
    way = 0.8,
    /// Any hidden tile.
    reveal = 0.3,
    /// A hidden tile of floor 1 while the Owner's Office is hidden.
    reveal_office = 0.5,
    /// A hidden tile of floor 1 while there is no way up.
    reveal_way = 0.8,
    /// A hidden tile of floor 2 while the Safe is hidden.
    reveal_safe = 1.0,
    /// A hidden tile in line with the Safe.
    reveal_line = 2.2,
    /// A closed chip while dice are wanted: the chance of a Mole by what a Mole is worth.
    mole_share = 0.25,
    /// Share of a hidden tile's value by walking in.
    blind_share = 0.85,
    /// Price of walking into a hidden tile.
    blind_price = 0.3,
    /// Price of walking onto a closed chip.
    chip_price = 0.9,
    /// Price of a chip by peeking.
    chip_peek = 0.1,
    /// Sending a die up.
    send = 1.7,
    /// Cracking a tile for sure.
    crack = 3.5,
    /// What a roll costs beside the action: a die goes back.
    roll_cost = 0.5,
    /// The first die.
    mole_0 = 7.0,
    /// The second.
    mole_1 = 6.0,
    /// The third.
    mole_2 = 5.0,
    /// The fourth.
    mole_3 = 3.5,
    /// The fifth.
    mole_4 = 1.5,
    /// Share of a goal's value to a player who is farther from it than another.
    second_share = 0.5,
    /// A Saleswoman who would hold one.
    saleswoman = 5.0,
    /// Freeing a player from a Saleswoman.
    freeing = 5.0,
    /// A commotion where the turn goes on.
    commotion = 0.3,
    /// An event.
    event = 0.3,
    /// Cubes on Cashier Cages when entered, each.
    cage = 0.15,
    /// Prepping gear, beside its own worth.
    prep = 1.0,
    /// What the heat saved must be worth for gear to be used, by its own worth.
    use_margin = 1.0,
    /// Ending the turn where one leaves.
    exit = 25.0,
    /// A step of a finale.
    finale_step = 6.0,
    /// A step of the way in a finale.
    finale_way = 1.0,
}

impl Weights {
    /// What heat from a bouncer costs a player who has so much.
    #[inline]
    pub(super) fn hit(&self, heat: u8) -> f32 {
        match heat {
            0 => self.heat_0,
            1 => self.heat_1,
            2 => self.heat_2,
            3 => self.heat_3,
            _ => self.heat_4,
        }
    }

    /// What one heat costs.
    #[inline]
    pub(super) fn warmth(&self, heat: u8) -> f32 {
        match heat {
            5.. => self.heat_4,
            _ => self.single * self.hit(heat),
        }
    }
}
