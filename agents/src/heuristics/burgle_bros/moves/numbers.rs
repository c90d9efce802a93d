//! The numbers of an action by name, and where each is in a row.

use std::sync::LazyLock;

use heist_engine::burgle_bros::{Action, BurgleBros, Kind, Loot, Tool};
use heist_engine::game::Encode;

use super::changes;

/// No danger counts as greater.
pub(super) const MOST_DANGER: f32 = 2.0;
/// No way counts as longer, in action points.
pub(super) const FARTHEST: f32 = 20.0;

/// Declares the measurements, each with the factor that brings its usual values to about 1.
macro_rules! measurements {
    ($($(#[$doc:meta])* $name:ident $factor:literal,)+) => {
        /// A measurement of an action.
        #[allow(non_camel_case_types, reason = "the names are those in files")]
        #[derive(Clone, Copy)]
        pub(super) enum Of { $($(#[$doc])* $name),+ }

        const MEASURED: &[(&str, f32)] = &[$((stringify!($name), $factor)),+];
    };
}

measurements! {
    /// 1 outside the action phase.
    answer 1.0,
    /// How often the Guard is expected to come by where the seat is after the action, before it acts again, at most 2.
    danger 1.0,
    /// That, divided by the Stealth tokens left and one more; so all that are called `by_stealth`.
    danger_by_stealth 2.0,
    /// The danger if no action is left after this one.
    danger_at_end 1.0,
    danger_at_end_by_stealth 2.0,
    /// The danger after the action less that before.
    danger_change 1.0,
    /// The least danger of all cells that can be reached after the action with the actions left.
    least_danger_within_reach 1.0,
    least_danger_within_reach_by_stealth 2.0,
    /// What ending the turn on the floor is expected to cost partners there.
    partners_danger_at_end 0.1,
    /// Action points to the seat's goal after the action, at most 20.
    way 0.1,
    way_change 0.3,
    /// By how much the way can be shorter at the end of the turn.
    least_way_within_reach_change 0.3,
    /// The least sum of the way and so many times the danger, at the end of the turn, less the way before.
    least_way_and_2_danger_within_reach 0.3,
    least_way_and_6_danger_within_reach 0.2,
    least_way_and_16_danger_within_reach 0.1,
    up 1.0,
    down 1.0,
    up_while_leaving 1.0,
    /// One by the Guard's steps to the cell, and one more.
    guard_near 1.0,
    on_guard 1.0,
    /// Where the Guard walks to.
    on_die 1.0,
    /// Whether entering the cell shows the player to a Guard.
    seen_on_entry 1.0,
    seen_on_entry_by_stealth 2.0,
    /// Whether the tile is face down.
    hidden 1.0,
    hidden_on_last_action 1.0,
    gate_deadbolt 1.0,
    gate_keypad 1.0,
    gate_laser 1.0,
    gate_alarm 1.0,
    alarm_on_last_action 1.0,
    /// What entering costs beside the action, in action points.
    price 0.3,
    /// Whether the seat was on the cell in this turn.
    passed_this_turn 1.0,
    alarm_there 1.0,
    /// Whether Stealth tokens lie there.
    tokens_there 1.0,
    partner_there 1.0,
    loot_there 1.0,
    /// Whether the Persian Kitty is there.
    kitty_there 1.0,
    /// Whether one can leave through the roof there.
    exit 1.0,
    stairs 1.0,
    stairs_while_leaving 1.0,
    safe_shut 1.0,
    /// Action points that a roll or a die saves at the Safe there.
    lock_roll 0.3,
    lock_die 0.3,
    /// The same for all rolls that are left.
    lock_rolls_left 0.2,
    /// Whether the hidden tile is in line with a shut Safe.
    in_line 1.0,
    /// Whether the Safe of its floor is not found.
    safe_unfound 1.0,
    stairs_unfound 1.0,
    /// Hidden tiles in view of the cell.
    views 0.3,
    /// That, times the actions left.
    views_left 0.1,
    actions_after 0.3,
    no_action_after 1.0,
    /// Whether the turn ends with an Event if it ends after this action.
    event_if_ended 1.0,
    /// Hack tokens of the room that is hacked.
    hack_tokens 0.3,
    /// What the action gains by its own measure: action points at a Safe, danger that a partner escapes, tiles that a
    /// die cracks.
    gain 1.0,
    /// What it loses by that.
    loss 1.0,
    /// How much the expert wants the Tool, by a fixed order.
    tool_rank 0.1,
    other_stealth 0.3,
    own_stealth 0.3,
    /// By how much the other player's way to the roof is shorter.
    other_nearer_exit 0.2,
    other_danger 1.0,
    alarms_on_floor 0.3,
    alarms_elsewhere 0.3,
    /// The danger where the seat is, if it cannot act any more.
    trapped 1.0,
    trapped_by_stealth 2.0,
    /// Whether all loot is found, so that the team leaves.
    leaving 1.0,
}

/// The kinds of action: the blocks of their indices.
static KINDS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| BurgleBros::action_blocks().into_iter().map(|(name, _)| name).collect());

/// The kind of the action of each index.
static KIND_OF: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut kinds = vec![0; BurgleBros::action_count()];
    for (kind, (_, block)) in BurgleBros::action_blocks().into_iter().enumerate() {
        kinds[block].fill(kind as u8);
    }
    kinds
});

/// Where the kinds of tile, loot and Tools begin, and then the kinds of action.
const FIRST_TILE: usize = MEASURED.len();
const TILE_DONE: usize = FIRST_TILE + Kind::ALL.len();
const FIRST_LOOT: usize = TILE_DONE + 1;
const FIRST_TOOL: usize = FIRST_LOOT + Loot::ALL.len();
const FIRST_KIND: usize = FIRST_TOOL + Tool::ALL.len();
/// The names of the numbers, with their factors.
pub(super) fn names() -> Vec<(String, f32)> {
    let measured = MEASURED.iter().map(|&(name, factor)| (name.to_owned(), factor));
    let tiles = Kind::ALL.iter().map(|kind| format!("tile {kind}"));
    let loot = Loot::ALL.iter().map(|loot| format!("loot {loot}"));
    let tools = Tool::ALL.iter().map(|tool| format!("tool {tool}"));
    let kinds = KINDS.iter().map(|kind| format!("kind {kind}"));
    let flags = tiles
        .chain(["tile done".to_owned()])
        .chain(loot)
        .chain(tools)
        .chain(kinds);
    measured
        .chain(flags.map(|name| (name, 1.0)))
        .chain(changes::names())
        .collect()
}

/// The numbers of an action.
pub(super) struct Row<'a>(pub &'a mut [f32]);

impl Row<'_> {
    /// What the action is called: its kind, and the Tool or loot that it names.
    pub fn name(&mut self, action: Action) {
        self.0[FIRST_KIND + usize::from(KIND_OF[BurgleBros::action_index(action)])] = 1.0;
        match action {
            Action::GiveTool(_, tool) | Action::TakeTool(_, tool) | Action::PickUpTool(tool) | Action::Keep(tool) => {
                self.0[FIRST_TOOL + tool.index()] = 1.0;
            }
            Action::GiveLoot(_, loot) | Action::TakeLoot(_, loot) | Action::PickUpLoot(loot) => {
                self.0[FIRST_LOOT + loot.index()] = 1.0;
            }
            _ => {}
        }
    }

    /// What the action changes in the numbers of the estimate: the last numbers.
    pub fn changes(&mut self) -> &mut [f32] {
        let first = self.0.len() - changes::NUMBERS;
        &mut self.0[first..]
    }

    pub fn set(&mut self, what: Of, number: f32) {
        self.0[what as usize] = number;
    }

    pub fn mark(&mut self, what: Of, is: bool) {
        if is {
            self.set(what, 1.0);
        }
    }

    /// A measurement and the same by the Stealth tokens that are left.
    pub fn set_with_stealth(&mut self, (what, by_stealth): (Of, Of), number: f32, stealth: u8) {
        self.set(what, number);
        self.set(by_stealth, number / (1.0 + f32::from(stealth)));
    }

    /// The tile that the action is about, and whether that has done all it does.
    pub fn set_tile(&mut self, kind: Kind, is_done: bool) {
        self.0[FIRST_TILE + kind.index()] = 1.0;
        self.0[TILE_DONE] = f32::from(u8::from(is_done));
    }
}
