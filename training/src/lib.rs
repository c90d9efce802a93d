//! From self-play to networks that play: trajectory files, the learner and the training loop, for every game.

pub mod learn;
