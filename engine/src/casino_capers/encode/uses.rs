//! The blocks of the uses of gear.

use super::places::{Barricades, Cells, Faces, Floors, Players, Rolls};
use crate::blocks::{Distinct, Pairs, Places, action_blocks};
use crate::casino_capers::action::Use;

action_blocks! {
    /// The uses of gear.
    pub(super) UseBlock of Use {
        "plain use" {
            Trapeze
            Hack
            Adrenaline
            Fainting
            InsideTip
            SteadyHands
            Shoo
            Switcheroo
            Lookout
            RainCheck
        }
        Vault(cell) "vault": Cells;
        Contortion(player) "contortion": Players;
        Tumble(cell) "tumble": Cells;
        LoopFootage(cell) "loop-footage": Cells;
        OutOfOrder(cell) "out-of-order": Cells;
        RadioInterference(cell) "radio-interference": Cells;
        Binoculars(cell) "binoculars": Cells;
        XRaySpecs(cell) "x-ray-specs": Cells;
        BirdsEye(cell) "birds-eye": Cells;
        Spyglass(cell) "spyglass": Cells;
        Bingo(cell) "bingo": Cells;
        Crybaby(cell) "crybaby": Cells;
        LoadedDice(dice) "loaded-dice": Rolls;
        Stethoscope(from, to) "stethoscope": Distinct<Faces>;
        Crow(cell) "crow": Cells;
        Caw(cell) "caw": Cells;
        SpurLine(cell) "spur-line": Cells;
        MovingStairs(cell) "moving-stairs": Cells;
        Crowbar(cell) "crowbar": Cells;
        Barricade(floor, from, to) "barricade": Barricades;
        Earpiece(player, cell) "earpiece": Pairs<Players, Cells>;
        Disguise(player) "disguise": Players;
        FakeSchedule(floor) "fake-schedule": Floors;
        WalkAndTalk(first, second) "walk-and-talk": Distinct<Players>;
        FlashMob(cell) "flash-mob": Cells;
        InsideLine(floor) "inside-line": Floors;
    }
}

/// All of them as the places of one block.
pub(super) struct Uses;

impl Places for Uses {
    type Value = Use;
    const COUNT: usize = UseBlock::COUNT;

    fn at(place: usize) -> Use {
        UseBlock::read(place).expect("the place is below their number")
    }

    #[inline(always)]
    fn place(how: Use) -> Option<usize> {
        index_of(how)
    }
}
