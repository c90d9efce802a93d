//! The expert for Casino Capers.

use heist_engine::casino_capers::CasinoCapers;

use super::Heuristics;

impl Heuristics for CasinoCapers {}
