//! The network that a run of the learner begins with.

use heist_agents::network::{Head, NetworkConfig};
use serde::Serialize;
use serde_json::json;

use crate::problem::Problem;

/// Finds out whether a network is of the kind that a run learns, so that it can begin with its weights. Heads that are
/// for training only may be missing from it, and its card does not matter.
///
/// # Errors
/// Names the field of its file that is another one.
pub fn check_start(start: &NetworkConfig, own: &NetworkConfig) -> Result<(), Problem> {
    fn same<T: PartialEq + Serialize>(field: &str, found: &T, expected: &T) -> Result<(), Problem> {
        if found == expected {
            Ok(())
        } else {
            Err(Problem::new(
                field,
                json!(found),
                format!("{}, as in the configuration", json!(expected)),
            ))
        }
    }
    if start.moves.is_some() {
        let found = "a policy that scores moves one by one";
        return Err(Problem::new("moves", found, "a network without that field"));
    }
    let heads = |network: &NetworkConfig| {
        let read = Head::READ.into_iter().filter(|&head| network.has(head));
        read.map(Head::name).collect::<Vec<_>>()
    };
    let names = |network: &NetworkConfig| network.dense.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    let factors = |network: &NetworkConfig| network.dense.iter().map(|&(_, factor)| factor).collect::<Vec<_>>();
    same("game", &start.game, &own.game)?;
    same("encoding", &start.encoding, &own.encoding)?;
    same("hidden", &start.hidden, &own.hidden)?;
    same("dense", &names(start), &names(own))?;
    same("dense", &factors(start), &factors(own))?;
    same("base", &start.base, &own.base)?;
    same("activation", &start.activation, &own.activation)?;
    same("heads", &heads(start), &heads(own))
}
