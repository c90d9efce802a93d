//! What networks read: a fixed action index space, and sparse features of an information state.
//!
//! All seats know the same and see the same features: characters are counted in turn order, and whose turn it is shows.
//! A closed room has no content; nothing hidden is read.
//!
//! Actions: `move` and `peek` for each of 8 rooms, then `crack`, `end`, `radio`, `pass`, `front`, `back`. Features: the
//! blocks of [`BLOCKS`]; a feature is on or off, and numbers are thermometers: `>= 1`, `>= 2` and so on are all on up
//! to the number.

use super::action::Action;
use super::setup::{Role, Scenario, Tool};
use super::state::{CREW, ExampleGame, LAST_TURN, Phase, ROOMS, Room};
use heist_engine::game::{Encode, Game, IndexBlocks, Node, Seat, Windows};

/// Actions that name no room, after those that do.
const OTHERS: [Action; 6] = [
    Action::Crack,
    Action::End,
    Action::Radio,
    Action::Pass,
    Action::Front,
    Action::Back,
];
/// Roles.
const ROLES: [Role; 3] = [Role::Lifter, Role::Runner, Role::Rookie];

/// The blocks of the features: name and size.
const BLOCKS: [(&str, usize); 17] = [
    ("content of a room", ROOMS * Room::ALL.len()),
    ("vault given away", ROOMS),
    ("room there", ROOMS),
    ("entrance", ROOMS),
    ("alarms", ROOMS),
    ("place of a character", CREW * ROOMS),
    ("role of a character", CREW * ROLES.len()),
    ("two people", 1),
    ("bank", 1),
    ("tool", Tool::ALL.len()),
    ("noise", 6),
    ("limit", 6),
    ("turn", LAST_TURN as usize),
    ("second character's turn", 1),
    ("actions", 3),
    ("windows", Windows::ALL.len()),
    ("phase", PHASES),
];
/// Phases, those in which a door opens by room and by whether somebody goes in.
const PHASES: usize = 5 + 4 + 2 * ROOMS;

/// Features in all.
const FEATURES: usize = {
    let (mut sum, mut place) = (0, 0);
    while place < BLOCKS.len() {
        sum += BLOCKS[place].1;
        place += 1;
    }
    sum
};

/// Lists features block by block.
struct Listing<'a> {
    out: &'a mut Vec<u32>,
    block: usize,
    offset: usize,
}

impl Listing<'_> {
    /// Turns features of the next block on, in ascending order.
    fn block(&mut self, places: impl IntoIterator<Item = usize>) {
        let offset = self.offset;
        self.out.extend(places.into_iter().map(|place| (offset + place) as u32));
        self.offset += BLOCKS[self.block].1;
        self.block += 1;
    }
}

fn phase_number(phase: Phase) -> usize {
    match phase {
        Phase::Act => 0,
        Phase::React => 1,
        Phase::Crack => 2,
        Phase::Route => 3,
        Phase::Escape => 4,
        Phase::Over(ending) => 5 + ending as usize,
        Phase::Reveal { room, is_entered } => 9 + 2 * usize::from(room) + usize::from(is_entered),
    }
}

impl Encode for ExampleGame {
    fn feature_count() -> usize {
        FEATURES
    }

    fn feature_blocks() -> IndexBlocks {
        let mut first = 0;
        let range = |(name, size)| {
            first += size;
            (name, first - size..first)
        };
        BLOCKS.into_iter().map(range).collect()
    }

    fn max_active_features() -> usize {
        // All thermometers full, one of each choice.
        ROOMS + 1 + ROOMS + 1 + ROOMS + CREW + CREW + 2 + Tool::ALL.len() + 6 + 6 + LAST_TURN as usize + 1 + 3 + 1 + 1
    }

    fn features(&self, _seat: Seat, out: &mut Vec<u32>) {
        out.clear();
        let view = self.seen();
        let mut list = Listing {
            out,
            block: 0,
            offset: 0,
        };
        let open = (0..view.room_count()).filter(|&room| view.is_revealed(room));
        list.block(open.filter_map(|room| Some(room * Room::ALL.len() + view.room(room)? as usize)));
        list.block((usize::from(view.tip) < ROOMS).then_some(view.tip.into()));
        list.block(0..view.room_count());
        list.block([view.entrance.into()]);
        list.block(0..view.alarms.into());
        list.block((0..CREW).map(|character| character * ROOMS + view.place_of(character)));
        list.block((0..CREW).map(|character| character * ROLES.len() + view.roles[character] as usize));
        list.block((view.seats == 2).then_some(0));
        list.block((view.scenario == Scenario::Bank).then_some(0));
        list.block((0..Tool::ALL.len()).filter(|&tool| view.has(Tool::ALL[tool])));
        list.block(0..view.noise.into());
        list.block(0..view.limit.into());
        list.block(0..view.turn.into());
        list.block((view.active == 1).then_some(0));
        list.block(0..view.actions.into());
        list.block([view.windows as usize]);
        list.block([phase_number(view.phase)]);
    }

    fn feature_name(index: usize) -> String {
        let mut place = index;
        for (name, size) in BLOCKS {
            if place < size {
                return format!("{name} {place}");
            }
            place -= size;
        }
        String::new()
    }

    fn action_count() -> usize {
        2 * ROOMS + OTHERS.len()
    }

    fn action_blocks() -> IndexBlocks {
        let others = 2 * ROOMS..2 * ROOMS + OTHERS.len();
        vec![("move", 0..ROOMS), ("peek", ROOMS..2 * ROOMS), ("others", others)]
    }

    fn legal_indices(&self, out: &mut Vec<u32>) {
        out.clear();
        if !matches!(self.node(), Node::Decision(_)) {
            return;
        }
        let mut legal = Vec::new();
        self.offer(&mut legal);
        out.extend(legal.into_iter().map(|action| Self::action_index(action) as u32));
    }

    fn action_index(action: Action) -> usize {
        match action {
            Action::Move(room) => room.into(),
            Action::Peek(room) => ROOMS + usize::from(room),
            other => {
                let place = OTHERS.iter().position(|known| *known == other);
                2 * ROOMS + place.expect("every other action is on the list")
            }
        }
    }

    fn action_at(index: usize) -> Option<Action> {
        match index {
            room if room < ROOMS => Some(Action::Move(room as u8)),
            room if room < 2 * ROOMS => Some(Action::Peek((room - ROOMS) as u8)),
            other => OTHERS.get(other - 2 * ROOMS).copied(),
        }
    }
}
