//! Experts' weights: named numbers, so that they can be tuned.

/// Declares the struct `Weights` of an expert, with documented fields and their defaults.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident = $default:literal,)+) => {
        /// The expert's weights; each says what it weighs.
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

pub(super) use weights;
