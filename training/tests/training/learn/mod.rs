//! Tests of the learner.

mod model;
