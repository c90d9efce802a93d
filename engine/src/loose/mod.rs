//! JSON of about the right shape, as people write positions: every field may be left out or be something else than
//! expected.
//!
//! [`shape`] says what a form is made of and keeps what does not fit, [`place`] goes from field to field and notes
//! problems by name.

pub(crate) mod place;
pub(crate) mod shape;
