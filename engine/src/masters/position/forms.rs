//! The fields of a position, what they stand for if left out, and the words in them.

use serde::de::MapAccess;
use serde::de::value::MapAccessDeserializer;
use serde::{Deserialize, Serialize};

use crate::loose::place::At;
use crate::loose::shape::{Entries, Loose, Opt, Part, Words, forms};
use crate::masters::frame::Frame;
use crate::masters::pieces::Piece;
use crate::masters::state::{Ending, MastersOfTheHeist, OUT, Phase, Place, SHOP, Status, done, flag};
use crate::masters::tables::{Source, Tables};

forms! {
    /// The readable form of a state of Masters of the Heist, unchecked.
    ///
    /// Everything has a default but for the scenario, the players and where they are. A state is written without the
    /// fields that have theirs. So a position may be as short as this one:
    ///
    /// ```json
    /// {
    ///   "scenario": "tech-lab", "phase": "action", "round": 2,
    ///   "players": [
    ///     {"card": "thug", "skills": ["hurry", "bypass"], "at": "8,1", "die": 3, "tokens": ["7,1", "7,2"]},
    ///     {"card": "lookout", "skills": ["linger", "steal"], "at": "5,7", "die": 6},
    ///     {"card": "burglar", "skills": ["hurry", "wing-it"], "at": "2,8", "die": 1}
    ///   ],
    ///   "hexes": {"7,1": {"guards": 1}}
    /// }
    /// ```
    ///
    /// Tiles are `4,7`, q and r; characters are numbered from 1, and `npc`.
    ///
    /// - `game`, `scenario`, `edition` (`v22`), `actions` (`normal`), `seats` (1), `cash-weight` (0), `phase` (`plan`),
    ///   `round` (0).
    /// - `players` in team order, and `npc`: `card` and `skills` (not of the NPC); `at` (of the NPC where the scenario
    ///   has it); `status`: `active` (of a prisoner or hostage `inactive`), `busted`, or of an NPC that has left for
    ///   good `gone`; `ideas` (those of the card); `die`; `action`, what it committed to; `letters` left, such as
    ///   `MMS`; `tokens`; `loot` (the item that it starts with); `used`, once-per-heist abilities; `effects`:
    ///   `better-ways`, `larcenist`, `swindler`, `shift` (may shift a token by the Radio); `vents`, Vent Crawls that
    ///   wait, each by the hex it was paid on and the side it leads across, `4,5 w` (`vent`, as positions once had it,
    ///   is the far hex of one that was paid where the character stands); `done` in this round: `more-than-cracks`,
    ///   `moved`, `unlocked`; `granted` U, extra moves by Efficient Picker (`pickers`), U converted by `tool-cracks`;
    ///   `ditched`; in planning the `start` that is settled before, and the ideas `leftover` of Final Score Part 1.
    /// - `hexes`: a hex that is not listed is as the scenario has it before the heist; one that is listed has what is
    ///   said and nothing else: `unrevealed`; `guards`, `subdued-guards`, `dogs`, `subdued-dogs`, `locks`, `unlocked`,
    ///   `cameras`, `disabled`; `flashed-guards` and `flashed-dogs`, those of the subdued ones that come back at the
    ///   end of the Event; `loot`; `idea`; `fixture-gone` and `ring-gone` if what stood there is removed, opened or
    ///   used; `planned-camera` if a planning reveal found one.
    /// - `closed-gates` (0); `exits` beside those of the scenario, with the side that each opens to.
    /// - Loot is `cash:3`, `jewel`, `documents`, `usb`, `keycard` or an item; an item that supported a commit in this
    ///   round is `radio used`, one that leaves at the end of the phase `radio leaving`. Of an item that a character
    ///   starts with, any other copy that is not in the shop is `safecracking-tools spare`, before `used` and `leaving`
    ///   (H44).
    /// - `bag` by kind (that of the scenario); `hidden`, the order of the bag if this world knows it: first the chits
    ///   of the unrevealed hexes in index order, then the surplus, and `hidden-entropy`, what decides where later ones
    ///   go; `blanks` of the Consultant.
    /// - `deck`, top first (that of the scenario); `queue`; `last-event`, if no Event is left; `active`, and
    ///   `discarded-before` if it was taken from the discards; `overshoot`.
    /// - `marker`, `owed`, `diversions`; `panic`, `loop-footage`, `whistle`; `cracks`; `used` once per heist:
    ///   `kill-pixels`, `story`, `study-schematics`, `ambush`; `van-reached`; `plan-copy-lost`; `escape-follows`.
    /// - `cash`, `stake`, `jewels` that may be sold, `fixers`, `banked` loot, `shop` (all items that the shop always
    ///   has and nobody else).
    /// - `planning`: items `bought` and `sold`, fixers `used`, how far the office has come (`reached`), `locks` found;
    ///   in county jobs, to the end, the characters that started `inside` (all).
    /// - `starters`: the starting Guards of the parking garage: `at`, `subdued`, `fresh` (in this round), `flashed`.
    /// - `left-dogs` and `pending`: hexes; `last`: what the last micro-action touched, by its `actor`: `characters` and
    ///   `hexes`; `route` of a last ditch; `free-things` done in a row; `resolving`: the steps that are being resolved,
    ///   the next one last; `escaped`; `ending`: `playing`, `won`, `lost`.
    pub struct Position {
        game: String, scenario: String, edition: String, actions: String, seats: i64, cash_weight: i64, phase: String, round: i64,
        players: Vec<Loose<CharacterForm>>, npc: CharacterForm,
        hexes: Entries<HexForm>, closed_gates: i64, exits: Entries<String>,
        bag: Entries<i64>, hidden: Words, hidden_entropy: i64, blanks: i64,
        deck: Words, queue: Words, last_event: String, active: String, discarded_before: bool, overshoot: bool,
        marker: i64, owed: i64, diversions: i64, panic: bool, loop_footage: bool, whistle: bool, cracks: i64,
        used: Words, van_reached: bool, plan_copy_lost: bool, escape_follows: bool,
        cash: i64, stake: i64, jewels: i64, fixers: Words, banked: Words, shop: Words,
        planning: PlanningForm, starters: Vec<Loose<StarterForm>>,
        left_dogs: Words, pending: Words, last: LastForm, route: Words, free_things: i64, resolving: Words, escaped: Words, ending: String,
    }
    pub(super) struct CharacterForm {
        card: String, skills: Words, at: String, status: String, ideas: i64, die: i64,
        action: String, letters: String, tokens: Words, loot: Words, used: Words, effects: Words, vent: String, vents: Words,
        done: Words, granted: i64, pickers: i64, tool_cracks: i64, ditched: bool, start: String, leftover: i64,
    }
    pub(super) struct HexForm {
        unrevealed: bool, guards: i64, subdued_guards: i64, dogs: i64, subdued_dogs: i64, locks: i64, unlocked: i64,
        cameras: i64, disabled: i64, flashed_guards: i64, flashed_dogs: i64, loot: Words, idea: bool,
        fixture_gone: bool, ring_gone: bool, planned_camera: bool,
    }
    pub(super) struct PlanningForm {
        bought: Words, sold: Words, used: Words, reached: i64, locks: i64, inside: Words,
    }
    pub(super) struct LastForm { actor: String, characters: Words, hexes: Words, }
    pub(super) struct StarterForm { at: String, subdued: bool, fresh: bool, flashed: bool, }
}

/// The name of the game in positions.
pub(super) const GAME: &str = "masters-of-the-heist";

/// Words for the parts of a heist, the first one first.
pub(super) const PHASES: [(&str, Phase); 10] = [
    ("plan", Phase::Plan),
    ("start", Phase::Start),
    ("roll", Phase::Roll),
    ("action", Phase::Action),
    ("end-action", Phase::EndAction),
    ("event", Phase::Event),
    ("crises", Phase::Crises),
    ("end-event", Phase::EndEvent),
    ("escape", Phase::Escape),
    ("over", Phase::Over),
];

/// Words for whether the heist is over, the usual one first.
pub(super) const ENDINGS: [(&str, Ending); 3] = [
    ("playing", Ending::Playing),
    ("won", Ending::Won),
    ("lost", Ending::Lost),
];

/// Words for what becomes of a character.
pub(super) const STATUSES: [(&str, Status); 3] = [
    ("active", Status::Active),
    ("inactive", Status::Inactive),
    ("busted", Status::Busted),
];

/// The word for an NPC that has left the heist for good (H54, MH7.10e).
pub(super) const GONE: &str = "gone";

/// Words of what was used once in the heist.
pub(super) const USED: [(&str, u16); 4] = [
    ("kill-pixels", flag::PIXELS_USED),
    ("story", flag::STORY_USED),
    ("study-schematics", flag::STUDIED),
    ("ambush", flag::AMBUSHED),
];

/// Words of abilities that are used up.
pub(super) const ABILITIES: [(&str, u16); 5] = [
    ("change-of-plans", done::CHANGE_OF_PLANS),
    ("alright-new-plan", done::ALRIGHT_NEW_PLAN),
    ("i-can-haz-teh-codes", done::I_CAN_HAZ_TEH_CODES),
    ("has-the-code", done::HAS_THE_CODE),
    ("good-in-a-pinch", done::GOOD_IN_A_PINCH),
];

/// Words of what lasts until the phase ends.
pub(super) const EFFECTS: [(&str, u16); 4] = [
    ("better-ways", done::BETTER_WAYS),
    ("larcenist", done::LARCENIST),
    ("swindler", done::SWINDLER),
    ("shift", done::MAY_SHIFT),
];

/// Words of what a character did in this round.
pub(super) const DONE: [(&str, u16); 3] = [
    ("more-than-cracks", done::BROKE_SILENCE),
    ("moved", done::MOVED),
    ("unlocked", done::UNLOCKED),
];

/// Behind an item: it supported a commit in this round, or it leaves at the end of the phase.
pub(super) const ITEM_USED: &str = "used";
pub(super) const ITEM_LEAVING: &str = "leaving";
/// Behind an item that a character starts with: it is another copy than that one (H44).
pub(super) const ITEM_SPARE: &str = "spare";

pub(super) fn word_for<T: PartialEq>(known: &[(&'static str, T)], value: T) -> &'static str {
    let found = known.iter().find(|(_, other)| *other == value);
    found.map_or("", |(word, _)| word)
}

/// What a state of which nothing is said resolves; nothing when the heist is over.
pub(super) fn default_frame(phase: Phase) -> Option<Frame> {
    match phase {
        Phase::Plan => Some(Frame::Reveals),
        Phase::Start => Some(Frame::Round),
        Phase::Roll => Some(Frame::RollDice(0)),
        Phase::Action => Some(Frame::ActionPhase),
        Phase::EndAction => Some(Frame::AfterNoise),
        Phase::Event => Some(Frame::EventDone),
        Phase::Crises => Some(Frame::Crises),
        Phase::EndEvent => Some(Frame::NextRound),
        Phase::Escape => Some(Frame::EscapePhase),
        Phase::Over => None,
    }
}

/// Where an item card is of which nothing is said: in the shop if the shop always has it.
pub(super) fn shop_place(state: &MastersOfTheHeist, slot: usize) -> Place {
    match state.piece_in(slot) {
        Some(Piece::Item(item)) => {
            let row = Tables::get(state.edition).item(item);
            if row.source == Source::Shop && row.edition <= state.edition {
                SHOP
            } else {
                OUT
            }
        }
        _ => OUT,
    }
}
