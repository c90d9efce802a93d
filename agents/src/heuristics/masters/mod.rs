//! The expert for Masters of the Heist.

use heist_engine::masters::MastersOfTheHeist;

use super::Heuristics;

impl Heuristics for MastersOfTheHeist {}
