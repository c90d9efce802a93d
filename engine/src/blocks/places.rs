//! What the places of a block of actions stand for, and index spaces of actions made of such blocks.

use std::marker::PhantomData;

/// What a block's places stand for.
pub(crate) trait Places {
    /// The parameter of an action, or all of them.
    type Value;
    /// How many places there are.
    const COUNT: usize;

    /// What stands at a place, below [`COUNT`](Places::COUNT).
    fn at(place: usize) -> Self::Value;

    /// The place of a value, the inverse of [`at`](Places::at); `None` for what no game offers.
    fn place(value: Self::Value) -> Option<usize>;
}

/// `COUNT` numbers, the first of which is `FIRST`.
pub(crate) struct Numbers<const FIRST: usize, const COUNT: usize>;

impl<const FIRST: usize, const COUNT: usize> Places for Numbers<FIRST, COUNT> {
    type Value = u8;
    const COUNT: usize = COUNT;

    fn at(place: usize) -> u8 {
        (FIRST + place) as u8
    }

    #[inline(always)]
    fn place(number: u8) -> Option<usize> {
        (number as usize).checked_sub(FIRST).filter(|&place| place < COUNT)
    }
}

/// Two things, the second of which counts fastest.
pub(crate) struct Pairs<A, B>(PhantomData<(A, B)>);

impl<A: Places, B: Places> Places for Pairs<A, B> {
    type Value = (A::Value, B::Value);
    const COUNT: usize = A::COUNT * B::COUNT;

    fn at(place: usize) -> Self::Value {
        (A::at(place / B::COUNT), B::at(place % B::COUNT))
    }

    #[inline(always)]
    fn place((first, second): Self::Value) -> Option<usize> {
        Some(A::place(first)? * B::COUNT + B::place(second)?)
    }
}

/// Two different things of one kind: the first, then one of the others in their order.
pub(crate) struct Distinct<A>(PhantomData<A>);

impl<A: Places> Places for Distinct<A> {
    type Value = (A::Value, A::Value);
    const COUNT: usize = A::COUNT * (A::COUNT - 1);

    fn at(place: usize) -> Self::Value {
        let (first, other) = (place / (A::COUNT - 1), place % (A::COUNT - 1));
        (A::at(first), A::at(if other < first { other } else { other + 1 }))
    }

    #[inline(always)]
    fn place((first, second): Self::Value) -> Option<usize> {
        let (first, second) = (A::place(first)?, A::place(second)?);
        let other = match second.cmp(&first) {
            std::cmp::Ordering::Less => second,
            std::cmp::Ordering::Equal => return None,
            std::cmp::Ordering::Greater => second - 1,
        };
        Some(first * (A::COUNT - 1) + other)
    }
}

/// Components in the order of their data file, as [`Places`].
macro_rules! component_places {
    ($($places:ident of $component:ident;)+) => {$(
        pub(super) struct $places;

        impl $crate::blocks::Places for $places {
            type Value = $component;
            const COUNT: usize = $component::ALL.len();

            fn at(place: usize) -> $component {
                $component::ALL[place]
            }

            #[inline(always)]
            fn place(component: $component) -> Option<usize> {
                Some(component.index())
            }
        }
    )+};
}
pub(crate) use component_places;

/// Declares an index space of actions: those without a parameter, which share a block, then every other action with the
/// name of its block and what the block's places stand for.
macro_rules! action_blocks {
    (
        $(#[$doc:meta])*
        $vis:vis $space:ident of $action:ident {
            $plain_block:literal { $($plain:ident)+ }
            $($block:ident($($field:ident),+) $name:literal: $places:ty;)+
        }
    ) => {
        #[derive(Clone, Copy)]
        enum Plain { $($plain),+ }

        /// The actions without a parameter.
        const PLAIN: &[$action] = &[$($action::$plain),+];

        $crate::blocks::blocks! {
            $(#[$doc])*
            $vis $space of $action {
                Plain: $plain_block, PLAIN.len(), |place| PLAIN[place];
                $($block: $name, <$places as $crate::blocks::Places>::COUNT, |place| {
                    #[allow(unused_parens, reason = "one field or several")]
                    let ($($field),+) = <$places as $crate::blocks::Places>::at(place);
                    $action::$block($($field),+)
                };)+
            }
        }

        /// The block of an action and its place there; `None` if no game offers it, such as a die turned to the face it
        /// shows.
        #[inline(always)]
        fn block_and_place(action: $action) -> Option<($space, usize)> {
            match action {
                $($action::$block($($field),+) => {
                    Some(($space::$block, <$places as $crate::blocks::Places>::place(($($field),+))?))
                })+
                $($action::$plain => Some(($space::Plain, Plain::$plain as usize)),)+
            }
        }

        /// The index of an action; `None` if no game offers it.
        #[inline(always)]
        $vis fn index_of(action: $action) -> Option<usize> {
            use $crate::blocks::IndexBlock;
            let (block, place) = block_and_place(action)?;
            debug_assert!(place < block.size());
            Some(block.first() + place)
        }
    };
}
pub(crate) use action_blocks;
