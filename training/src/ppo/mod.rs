//! Self-play policy gradient: proximal policy optimisation for a team that shares one network.
//!
//! J. Schulman and others, "Proximal Policy Optimization Algorithms" (2017), with generalised advantages (J. Schulman
//! and others, "High-Dimensional Continuous Control Using Generalized Advantage Estimation", ICLR 2016). The critic
//! sees every hand, the actor its own information state: C. Yu and others, "The Surprising Effectiveness of PPO in
//! Cooperative Multi-Agent Games" (MAPPO, NeurIPS 2022).

//!
//! - [`config`]: how it is run; [`progress`]: what its rounds come to; [`checkpoint`]: how it is kept.
//! - [`lanes`]: games side by side; [`rollout`]: what their steps come to.
//! - `trainer`: a policy that scores actions by their indices, with LibTorch.
//! - [`moves`]: a policy that scores moves one by one by numbers of each, without LibTorch.

pub mod checkpoint;
pub mod config;
pub mod lanes;
pub mod moves;
pub mod progress;
pub mod rollout;
#[cfg(feature = "torch")]
pub mod trainer;
