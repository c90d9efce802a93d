//! Names for the kinds of an enumeration.

/// Names the kinds of an enumeration; a variant without a name does not compile.
macro_rules! kinds {
    ($list:ident, $name:ident($type:ty) { $($pattern:pat => $text:literal,)+ }) => {
        pub const $list: &[&str] = &[$($text),+];

        pub fn $name(item: &$type) -> &'static str {
            match item {
                $($pattern => $text,)+
            }
        }
    };
}

pub(crate) use kinds;
