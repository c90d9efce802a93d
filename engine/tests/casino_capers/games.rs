//! Whole games: the size of a state, how deep rules nest, and that components are conserved.

use heist_engine::casino_capers::{CasinoCapers, Chip, ChipView, DeadDrops, Gear, PatrolCard, Setup, Tables};
use heist_engine::game::{Game, Node};
use heist_engine::random::{choose, stream};

/// Games at random in which much gear is prepped, with every step shown to `look`.
fn games(count: u64, mut look: impl FnMut(&CasinoCapers)) {
    for number in 0..count {
        let mut rng = stream(number, "casino games", 0);
        let setup = Setup {
            dead_drops: if number % 2 == 0 {
                DeadDrops::Drawn
            } else {
                DeadDrops::Off
            },
            alternates: Gear::ALL
                .iter()
                .copied()
                .filter(|&card| Tables::card(card).alternate_of.is_some())
                .collect(),
            suspicion: 1 + (number % 10) as u8,
            ..Setup::random_finale(1 + (number % 4) as u8, number)
        };
        let mut state = CasinoCapers::new(&setup).expect("the setup is legal");
        let mut legal = Vec::new();
        while state.node() != Node::Terminal {
            look(&state);
            if state.node() == Node::Chance {
                let outcome = state.sample(&mut rng);
                state.resolve(outcome);
                continue;
            }
            state.legal_actions(&mut legal);
            // Cards are prepped and taken where they can be.
            let is_useful = |name: &str| name.starts_with("prep") || name == "accept" || name.starts_with("keep");
            let useful = legal.iter().copied().find(|action| is_useful(&action.to_string()));
            state.apply(useful.unwrap_or_else(|| choose(&mut rng, &legal)));
        }
        look(&state);
    }
}

/// Many are held at a time: at most 512 bytes.
#[test]
fn a_state_is_small() {
    assert!(size_of::<CasinoCapers>() <= 512, "{} bytes", size_of::<CasinoCapers>());
}

/// Ruling R26: windows are never left out because rules nest too deep.
#[test]
fn rules_nest_less_deep_than_there_is_room() {
    let mut deepest = 0;
    games(2_000, |state| deepest = deepest.max(state.depth()));
    assert!((5..22).contains(&deepest), "{deepest}");
}

/// set.decks, set.chips: no patrol card and no chip is there twice.
#[test]
fn components_are_conserved() {
    games(300, |state| {
        let discards = || (0..2).flat_map(|floor| state.patrol_discards(floor));
        let cells: Vec<PatrolCard> = discards().filter(|card| *card != PatrolCard::Distracted).collect();
        let is_alone = |card: &PatrolCard| cells.iter().filter(|other| *other == card).count() == 1;
        assert!(cells.iter().all(is_alone), "a patrol card lies in both discards");
        let in_decks: usize = (0..2).map(|floor| state.patrol_size(floor)).sum();
        assert!(in_decks + discards().count() <= 32 + 6);
        for kind in Chip::ALL {
            let shown = CasinoCapers::cells().filter(|&cell| state.chip_at(cell) == Some(ChipView::Up(*kind)));
            assert!(shown.count() <= usize::from(Chip::COPIES[kind.index()]));
        }
    });
}
