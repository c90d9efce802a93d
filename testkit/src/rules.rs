//! The ids of each game's rules, from its ledger.

/// Every ledger, `engine/data/GAME/ledger.csv`, by the name of its game.
const LEDGERS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/ledgers.rs"));

/// The ids of a game's rules, in the order of its ledger; none for a game without one.
pub fn ids(game: &str) -> Option<impl Iterator<Item = &'static str>> {
    let (_, ledger) = LEDGERS.iter().find(|(name, _)| *name == game)?;
    // The first column is the id; ids have no comma, so none is in quotes.
    Some(ledger.lines().skip(1).filter_map(|line| line.split(',').next()))
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn every_game_has_rules_with_ids() {
        for game in heist_engine::any::infos() {
            let ids: Vec<&str> = ids(game.id).expect("it has a ledger").collect();
            assert!(ids.len() > 10, "{}: {}", game.id, ids.len());
            let strange = ids.iter().find(|id| id.is_empty() || id.contains(['"', ' ']));
            assert_eq!(strange, None, "{}", game.id);
        }
        assert!(ids("chess").is_none());
    }
}
