//! What networks read: an action index space and sparse features of an information state.
//!
//! Both are rows of blocks (`heist net blocks masters-of-the-heist` lists them). Hexes are numbered as in their
//! scenario, characters in team order with the NPC last; everybody knows the same, so features are the same for every
//! seat but for the seat that decides.

mod actions;
mod features;

use self::actions::ActionBlock;
use self::features::FeatureBlock;
use super::action::Action;
use super::offers::Offers;
use super::state::MastersOfTheHeist;
use crate::blocks::feature_name;
use crate::board::hexes::{Hex, HexPlan};
use crate::game::{BoardShape, Encode, FeaturePlace, IndexBlocks, Seat};

impl Encode for MastersOfTheHeist {
    fn feature_count() -> usize {
        FeatureBlock::COUNT
    }

    fn feature_blocks() -> IndexBlocks {
        FeatureBlock::blocks()
    }

    fn max_active_features() -> usize {
        features::most_active()
    }

    fn features(&self, seat: Seat, out: &mut Vec<u32>) {
        self.list_features(seat, out);
    }

    fn feature_name(index: usize) -> String {
        feature_name(FeatureBlock::read, FeatureBlock::COUNT, index)
    }

    fn action_count() -> usize {
        ActionBlock::COUNT
    }

    fn action_blocks() -> IndexBlocks {
        ActionBlock::blocks()
    }

    fn legal_indices(&self, out: &mut Vec<u32>) {
        out.clear();
        self.offer(&mut Indices(out));
    }

    fn action_index(action: Action) -> usize {
        actions::index(action)
    }

    fn action_at(index: usize) -> Option<Action> {
        ActionBlock::read(index)
    }

    fn board_shape(&self) -> Option<BoardShape> {
        Some(grid(self.scenario().plan()).1)
    }

    fn feature_place(&self, index: usize) -> FeaturePlace {
        place_on_map(&Self::feature_name(index), self.scenario().plan())
    }
}

/// The coordinates of a map's first row and column, and the map as an array.
fn grid(plan: &HexPlan) -> (Hex, BoardShape) {
    let hexes = || (0..plan.count()).map(|number| plan.hex(number));
    // A map has a hex.
    let span = |coordinate: fn(Hex) -> i8| {
        let least = hexes().map(coordinate).min().unwrap_or(0);
        let most = hexes().map(coordinate).max().unwrap_or(0);
        (least, (most - least) as usize + 1)
    };
    let ((q, columns), (r, rows)) = (span(|hex| hex.q), span(|hex| hex.r));
    let shape = BoardShape {
        floors: 1,
        rows,
        columns,
    };
    (Hex { q, r }, shape)
}

/// Where the feature of a name lies, which begins with `hex 3: ` or ends with `hex 3` if it is about a hex.
fn place_on_map(name: &str, plan: &HexPlan) -> FeaturePlace {
    let first = name.strip_prefix("hex ").and_then(|rest| rest.split_once(": "));
    let last = || name.rsplit_once(" hex ").map(|(rest, number)| (number, rest));
    let Some((number, plane)) = first.or_else(last) else {
        return FeaturePlace::Elsewhere;
    };
    match number.parse::<usize>() {
        Ok(number @ 1..) if number <= plan.count() => {
            let (hex, (corner, _)) = (plan.hex(number - 1), grid(plan));
            FeaturePlace::Square {
                plane: plane.to_owned(),
                floor: 0,
                row: (hex.r - corner.r) as usize,
                column: (hex.q - corner.q) as usize,
            }
        }
        Ok(_) => FeaturePlace::Missing,
        Err(_) => FeaturePlace::Elsewhere,
    }
}

/// Indices of actions, in the order in which they are offered.
struct Indices<'a>(&'a mut Vec<u32>);

impl Offers for Indices<'_> {
    fn push(&mut self, action: Action) {
        self.0.push(actions::index(action) as u32);
    }
}
