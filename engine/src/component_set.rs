//! Sets of components, declared as tables.

/// Declares a set of components with their names in the data files; the order is the order of the file.
macro_rules! components {
    ($(#[$doc:meta])* $name:ident: $what:literal { $($(#[$item_doc:meta])* $item:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$item_doc])* #[serde(rename = $text)] $item,)+
        }

        impl $name {
            /// All of them, in the order of the data file.
            pub const ALL: &[$name] = &[$($name::$item),+];

            /// The name in the data file and in notation.
            pub const fn name(self) -> &'static str {
                match self { $($name::$item => $text),+ }
            }

            /// The place in [`ALL`](Self::ALL).
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::game::NotationError;

            fn from_str(text: &str) -> Result<$name, $crate::game::NotationError> {
                $name::ALL.iter().copied().find(|item| item.name() == text).ok_or_else(|| {
                    let names: Vec<&str> = $name::ALL.iter().map(|item| item.name()).collect();
                    $crate::game::NotationError { text: text.to_owned(), expected: format!("{} ({})", $what, names.join(", ")) }
                })
            }
        }
    };
}
pub(crate) use components;
