//! What networks read: thermometers of pins, noise, patience and the turn. Nothing is hidden.

use heist_engine::game::{Encode, Game, IndexBlocks, Seat};

use crate::{Action, LuckyLock, MOST_PATIENCE, PINS, TURNS};

/// The blocks of the features: name and size.
const BLOCKS: [(&str, usize); 7] = [
    ("pins", PINS as usize),
    ("noise", MOST_PATIENCE as usize),
    ("patience", MOST_PATIENCE as usize),
    ("turn", TURNS as usize + 1),
    ("people", 4),
    ("oiled", 1),
    ("rolling", 1),
];

fn ranges() -> impl Iterator<Item = (&'static str, std::ops::Range<usize>)> {
    BLOCKS.into_iter().scan(0, |first, (name, size)| {
        let range = *first..*first + size;
        *first = range.end;
        Some((name, range))
    })
}

impl Encode for LuckyLock {
    fn feature_count() -> usize {
        BLOCKS.iter().map(|(_, size)| size).sum()
    }

    fn feature_blocks() -> IndexBlocks {
        ranges().collect()
    }

    fn max_active_features() -> usize {
        Self::feature_count()
    }

    fn features(&self, _seat: Seat, out: &mut Vec<u32>) {
        out.clear();
        let numbers = [
            self.pins,
            self.noise,
            self.patience,
            self.turn,
            self.seats,
            self.is_oiled.into(),
            self.is_rolling.into(),
        ];
        for ((_, range), number) in ranges().zip(numbers) {
            out.extend((range.start..range.start + usize::from(number)).map(|feature| feature as u32));
        }
    }

    fn feature_name(index: usize) -> String {
        let found = ranges().find(|(_, range)| range.contains(&index));
        found.map_or(String::new(), |(name, range)| {
            format!("{name} {}", index - range.start + 1)
        })
    }

    fn action_count() -> usize {
        Action::ALL.len()
    }

    fn action_blocks() -> IndexBlocks {
        vec![("actions", 0..Action::ALL.len())]
    }

    fn legal_indices(&self, out: &mut Vec<u32>) {
        out.clear();
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        out.extend(legal.into_iter().map(|action| Self::action_index(action) as u32));
    }

    fn action_index(action: Action) -> usize {
        action as usize
    }

    fn action_at(index: usize) -> Option<Action> {
        Action::ALL.get(index).copied()
    }
}
