//! Casino Capers: both floors side by side.

use heist_engine::casino_capers::CasinoCapers;

use crate::Draw;

impl Draw for CasinoCapers {}
