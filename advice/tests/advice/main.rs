//! Hints, the review of a game, and positions to practise on, through the public interface.

mod hints;
mod practice;
