//! What networks read: a dense index for every action, and sparse features of an information state.
//!
//! Both index spaces are rows of **blocks**. A block is a run of indices with one meaning; in a block of pairs the
//! second thing counts fastest. Cells are numbered by [`Cell::number`]: 75 places, for three floors of 4x4 as for two
//! of 5x5, so that no index depends on the scenario. Some places therefore never occur. The tables below are the
//! compiled ones (a test compares them); [`Encode::action_blocks`] and [`Encode::feature_blocks`] give the offsets.
//!
//! # Actions
//!
//! An action is an absolute thing: the seat in `give 3 emp` is seat 3, no matter which seat looks. The features
//! say which seat looks.
//!
//! | block | size | meaning |
//! |---|---|---|
//! | plain | 28 | the actions without a parameter, in the order of [`Action`] |
//! | peek | 75 | the cell |
//! | move | 75 | the cell |
//! | add-die | 75 | the cell of the Safe |
//! | crack | 75 | the cell of the Safe |
//! | flexibility | 75 | the cell |
//! | climb-window | 75 | the cell |
//! | x-ray | 75 | the cell |
//! | enhance | 75 | the cell |
//! | crybaby | 75 | the cell |
//! | crow | 75 | the cell |
//! | orders | 300 | the seat, the cell |
//! | disguise | 4 | the seat |
//! | blueprints | 75 | the cell |
//! | crowbar | 75 | the cell |
//! | donuts | 3 | the floor |
//! | dynamite | 75 | the cell behind the wall |
//! | thermal-bomb | 2 | down, up |
//! | virus | 19 | the splits of 1, 2 and 3 tokens, by total, then Fingerprint, then Laser |
//! | give-tool | 52 | the seat, the Tool |
//! | give-loot | 48 | the seat, the Loot |
//! | take-tool | 52 | the seat, the Tool |
//! | take-loot | 48 | the seat, the Loot |
//! | pick-up-tool | 13 | the Tool |
//! | pick-up-loot | 12 | the Loot |
//! | enter | 75 | the cell |
//! | spend | 3 | the Computer Room |
//! | nearest | 75 | the cell |
//! | keep | 13 | the Tool |
//! | set-die | 30 | the face shown, then the other faces in ascending order |
//! | order | 6 | the permutations in lexicographic order |
//! | kitty | 75 | the cell |
//! | player | 4 | the seat |
//! | tile | 75 | the cell |
//! | guard | 3 | the floor |
//! | hack-room | 3 | the Computer Room |
//!
//! # Features
//!
//! A feature is on or off. Numbers are thermometers: `>= 1`, `>= 2` and so on are all on up to the number.
//!
//! **Perspective.** Features belong to a state and a seat that looks at it, which need not be the seat that decides or
//! the one whose turn it is:
//!
//! - Players are counted from the seat that looks, in turn order: me, next, 2nd next, 3rd next. `seat` says which seat
//!   looks, because actions name seats absolutely. With fewer than four seats the places of the others stay off.
//! - Everything else is absolute: floors from the ground up, cells as the board names them. Nothing is mirrored or
//!   turned.
//! - Nothing hidden is read, so the features are the same for a world, for the seat's information state of it and for
//!   every world that the seat cannot tell from it. In this game all seats know the same.
//! - A face-down tile has no face; that it is face down is a feature (`unrevealed`). Which tiles are left follows from
//!   the faces that lie open.
//! - A deck shows as the set of cards that are still unseen, which everybody can work out from the discards, and as the
//!   cards that everybody has seen at a place: at the top places one by one, further down as a set.
//! - At a chance node `waiting` and the blocks of what is asked say what is about to be drawn or rolled, but not the
//!   outcome.
//!
//! | block | size | meaning |
//! |---|---|---|
//! | unrevealed | 75 | cells of the building that are face down |
//! | face | 3450 | cell, face of the revealed tile |
//! | cracked | 75 | cells with a Cracked token |
//! | disabled | 75 | cells hit by the Crowbar |
//! | marked | 75 | cells with a mark: open Keypad, empty Laboratory, Motion moved into this turn |
//! | alarm | 75 | cells with an alarm token |
//! | link | 75 | cells linked upwards by a Thermal Bomb |
//! | tile stealth | 225 | cell, Stealth tokens lying there, up to 3 |
//! | safe dice | 450 | cell, dice on its Safe |
//! | open safe | 75 | cells with an open Safe |
//! | lying tool | 975 | cell of a Safe, Tool lying there |
//! | lying loot | 975 | cell of a Safe, Loot lying there, the second Gold Bar after the kinds |
//! | wall | 120 | floor, wall piece that stands; one that Dynamite removed is off |
//! | player | 300 | player, the cell he is on |
//! | guard | 75 | cells with a Guard |
//! | guard die | 75 | cells with a Guard's die |
//! | guard speed | 18 | floor, number on the die |
//! | guard away | 3 | floors whose Guard Lost Visual has removed |
//! | donuts | 3 | floors whose Guard has the Donuts |
//! | crow | 75 | the crow's cell |
//! | kitty | 75 | the loose kitty's cell |
//! | entrance | 75 | the entrance |
//! | patrol unseen | 75 | cells whose patrol card is face down, in the deck or set aside |
//! | patrol top | 75 | cells whose card is known to be the next of their floor |
//! | patrol below | 75 | cells whose card is known to lie further down |
//! | lost visual | 9 | floors whose Lost Visual is face down; is known to be next; is known to lie further down |
//! | event unseen | 26 | Events in the deck |
//! | event known | 78 | place from the top (first, second, third), Event known to lie there |
//! | event below | 26 | Events known to lie further down |
//! | tool unseen | 13 | Tools in the deck |
//! | tool discarded | 13 | Tools in the discard |
//! | loot unseen | 12 | Loot in the deck |
//! | seat | 4 | the seat that looks |
//! | seats | 4 | how many play |
//! | character | 88 | player, character side |
//! | stealth | 40 | player, own Stealth tokens up to 10 |
//! | outside | 4 | players who have not come in yet |
//! | escaped | 4 | players who have left through the roof |
//! | tool | 52 | player, Tool he holds |
//! | loot | 48 | player, Loot he holds |
//! | hack tokens | 18 | Computer Room, hack tokens |
//! | laptop | 1 | the laptop carries its token |
//! | juicer token | 1 | the advanced Juicer holds an alarm token |
//! | effect | 24 | effect in force or pending, the player it belongs to |
//! | turn of | 4 | the active player |
//! | turn | 32 | number of the turn, in steps of 5 up to 100, then of 25 |
//! | actions left | 8 | action points left to the active player |
//! | actions used | 5 | action points that count for the Event check |
//! | done | 5 | anything; the once-per-turn ability; the crow; Invisible Suit; Shift Change |
//! | flexibility | 4 | still on the tile entered with it; then floors it was used on |
//! | attempts | 12 | Keypad number 4 to 6, failed attempts this turn up to 4 |
//! | espresso | 3 | floors whose Guard has drunk one |
//! | daydreaming | 3 | floors whose Guard is daydreaming |
//! | mover | 4 | the player of the Move in progress |
//! | move to | 75 | the cell it leads to |
//! | decides | 4 | the player who is asked; none at a chance node |
//! | waiting | 53 | the top pending frame: what is asked, drawn or rolled |
//! | under way | 53 | the frames below it |
//! | asked floor | 3 | floors it is about |
//! | asked cell | 75 | the cell it is about |
//! | asked player | 4 | the player it is about |
//! | asked tool | 13 | Tools it is about |
//! | asked loot | 12 | the Loot it is about |
//! | trade | 2 | the active player gives; he takes |
//! | asked event | 26 | the Event it is about |
//! | asked number | 7 | its dice or cards, up to 7 |
//! | roll | 42 | face, dice that show it |
//! | steps left | 10 | movement left to the Guard under way |
//! | loop rule | 1 | the back-and-forth rule is in force |
//! | scenario | 3 | the scenario |
//!
//! Not among the features, though it lies open: cards given away and offers or orders refused this turn, which only
//! narrow the legal actions; the cells of the back-and-forth chain, of which `actions used` is the sum; and what
//! exceeds a thermometer. The empty space of Fort Knox is the square that is neither face down nor a tile.

mod actions;
mod features;
mod listing;
mod sizes;

use actions::ActionBlock;
use features::FeatureBlock;

use super::action::Action;
use super::offers::{IndexSet, Indices};
use super::state::BurgleBros;
use crate::action_set::ActionSet;
use crate::blocks;
use crate::game::{BoardShape, Encode, FeaturePlace, IndexBlocks, Seat};

impl Encode for BurgleBros {
    fn feature_count() -> usize {
        FeatureBlock::COUNT
    }

    fn feature_blocks() -> IndexBlocks {
        FeatureBlock::blocks()
    }

    fn max_active_features() -> usize {
        FeatureBlock::ALL.iter().map(|block| block.most()).sum()
    }

    fn features(&self, seat: Seat, out: &mut Vec<u32>) {
        self.list_features(seat, out);
    }

    /// Panics past the end of the features.
    fn feature_name(index: usize) -> String {
        blocks::feature_name(FeatureBlock::read, FeatureBlock::COUNT, index)
    }

    fn action_count() -> usize {
        ActionBlock::COUNT
    }

    fn action_blocks() -> IndexBlocks {
        ActionBlock::blocks()
    }

    #[inline]
    fn legal_indices(&self, out: &mut Vec<u32>) {
        out.clear();
        self.offer(&mut Indices(out));
    }

    // Without `#[inline]` it is compiled in this crate, together with the rules that it calls for every set.
    fn legal_set(&self, out: &mut ActionSet) {
        self.offer(&mut IndexSet(out.cleared::<{ ActionBlock::COUNT.div_ceil(64) }>()));
    }

    /// Panics on a value that no game offers, such as a die turned to the face it shows.
    #[inline(always)]
    fn action_index(action: Action) -> usize {
        match actions::index_of(action) {
            Some(index) => index,
            None => panic!("`{action}` is never a legal action and has no index"),
        }
    }

    fn action_at(index: usize) -> Option<Action> {
        ActionBlock::read(index)
    }

    fn board_shape(&self) -> Option<BoardShape> {
        Some(self.shape())
    }

    fn feature_place(&self, index: usize) -> FeaturePlace {
        blocks::place_on_floors(&Self::feature_name(index), self.shape())
    }
}

impl BurgleBros {
    /// The building as an array.
    fn shape(&self) -> BoardShape {
        let side = self.scenario().size();
        BoardShape {
            floors: self.floors(),
            rows: side,
            columns: side,
        }
    }
}
