//! Self-play policy gradient: proximal policy optimisation for a team that shares one network.
//!
//! J. Schulman and others, "Proximal Policy Optimization Algorithms" (2017), with generalised advantages (J. Schulman and others,
//! "High-Dimensional Continuous Control Using Generalized Advantage Estimation", ICLR 2016). The critic sees every hand, the
//! actor its own information state: C. Yu and others, "The Surprising Effectiveness of PPO in Cooperative Multi-Agent Games"
//! (MAPPO, NeurIPS 2022).

#[cfg(feature = "torch")]
pub mod checkpoint;
pub mod config;
pub mod lanes;
pub mod rollout;
#[cfg(feature = "torch")]
pub mod trainer;
