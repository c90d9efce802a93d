//! What is done for every game.

/// Calls a function generic over games for each of them.
macro_rules! for_each_game {
    ([$($game:path,)*] $function:ident $arguments:tt) => {
        $($function::<$game> $arguments;)*
    };
}
pub(crate) use for_each_game;
