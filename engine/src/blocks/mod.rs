//! Index spaces for networks: rows of blocks, each a run of indices with one meaning.
//!
//! `places` says what the places of a block of actions stand for, `writer` lists the features of a state, `turns`
//! counts turns, `squares` finds the squares that features are about.

mod places;
mod squares;
mod turns;
mod writer;

pub(crate) use places::{Distinct, Numbers, Pairs, Places, action_blocks, component_places};
pub(crate) use squares::place_on_floors;
pub(crate) use turns::{turn_steps, turns_of_step};
pub(crate) use writer::Writer;

/// A run of indices with one meaning.
pub(crate) struct Block<T> {
    pub name: &'static str,
    pub size: usize,
    /// What stands at a place of the block, below its size.
    pub read: fn(usize) -> T,
}

/// A block as a member of its space.
pub(crate) trait IndexBlock: Copy {
    /// The first index.
    fn first(self) -> usize;
    /// How many indices there are.
    fn size(self) -> usize;
}

/// The first index of every block.
pub(crate) const fn firsts<T, const N: usize>(table: &[Block<T>]) -> [usize; N] {
    let mut firsts = [0; N];
    let mut block = 1;
    while block < N {
        firsts[block] = firsts[block - 1] + table[block - 1].size;
        block += 1;
    }
    firsts
}

/// The name of a feature in a space of names.
///
/// # Panics
/// Past the end of the space.
pub(crate) fn feature_name(read: fn(usize) -> Option<String>, count: usize, index: usize) -> String {
    read(index).unwrap_or_else(|| panic!("feature {index}: there are {count}"))
}

/// Declares an index space: its blocks with their names, sizes and what stands at a place of each.
macro_rules! blocks {
    (
        $(#[$doc:meta])*
        $vis:vis $space:ident of $read:ty { $($block:ident: $name:literal, $size:expr, $reader:expr;)+ }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        $vis enum $space { $($block),+ }

        impl $space {
            const TABLE: &[$crate::blocks::Block<$read>] =
                &[$($crate::blocks::Block { name: $name, size: $size, read: $reader }),+];
            const FIRST: [usize; Self::TABLE.len()] = $crate::blocks::firsts(Self::TABLE);
            /// Every block, in their order.
            #[allow(dead_code, reason = "not every space asks")]
            $vis const ALL: &[$space] = &[$($space::$block),+];
            /// The size of the whole space.
            $vis const COUNT: usize = Self::FIRST[Self::TABLE.len() - 1] + Self::TABLE[Self::TABLE.len() - 1].size;

            /// What an index of the space stands for.
            $vis fn read(index: usize) -> Option<$read> {
                if index >= Self::COUNT {
                    return None;
                }
                // The first block begins at 0, so there is one that begins no later than the index.
                let block = Self::FIRST.partition_point(|&first| first <= index) - 1;
                Some((Self::TABLE[block].read)(index - Self::FIRST[block]))
            }

            /// The blocks with their indices.
            $vis fn blocks() -> $crate::game::IndexBlocks {
                let blocks = Self::TABLE.iter().zip(Self::FIRST);
                blocks.map(|(block, first)| (block.name, first..first + block.size)).collect()
            }
        }

        impl $crate::blocks::IndexBlock for $space {
            #[inline]
            fn first(self) -> usize {
                Self::FIRST[self as usize]
            }

            #[inline]
            fn size(self) -> usize {
                Self::TABLE[self as usize].size
            }
        }
    };
}

pub(crate) use blocks;
