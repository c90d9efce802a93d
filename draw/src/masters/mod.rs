//! Masters of the Heist.

use heist_engine::masters::MastersOfTheHeist;

use crate::Draw;

impl Draw for MastersOfTheHeist {}
