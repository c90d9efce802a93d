//! The scenarios: their floors, tiles, walls, Guards and Safes (sections 3.1 and 3.3, scenarios.toml).

use std::str::FromStr;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use super::components::Face;
use crate::board::{Blueprint, FloorPlan, Layout, Wall, parse_square};
use crate::game::NotationError;

/// The scenarios (S-SCEN-1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Scenario {
    /// D-BANK: three floors of 4x4.
    BankJob,
    /// D-OFFICE: two floors of 4x4.
    OfficeJob,
    /// D-KNOX: two floors of 5x5 with an empty space.
    FortKnox,
}

/// What a scenario is played on (scenarios.toml).
struct Table {
    name: &'static str,
    size: usize,
    /// The empty space unless the players choose another (S-BUILD-4).
    space: Option<&'static str>,
    /// Speeds of the Guards, from the ground up; as many as floors (S-SCEN-5).
    guard_dice: &'static [u8],
    /// How many Safes there are, all to be opened (S-SCEN-6); as many as Stairs.
    safes: usize,
    /// The wall pieces of each floor (S-WALL-1, S-WALL-2).
    walls: &'static [&'static [&'static str]],
    /// The numbered faces in the game, as bits.
    faces: u64,
}

/// D-BANK.
const BANK_JOB: Table = Table {
    name: "bank-job",
    size: 4,
    space: None,
    guard_dice: &[2, 3, 4],
    safes: 3,
    walls: &[
        &["A1-B1", "C1-C2", "C2-D2", "A2-A3", "B2-B3", "D3-D4", "A4-B4", "B4-C4"],
        &["A1-B1", "B1-C1", "C1-D1", "B2-B3", "C2-C3", "A4-B4", "B4-C4", "C4-D4"],
        &["C1-C2", "A2-B2", "C2-D2", "A2-A3", "C2-C3", "A3-B3", "B3-C3", "C4-D4"],
    ],
    faces: Face::NUMBERED,
};

/// D-OFFICE.
const OFFICE_JOB: Table = Table {
    name: "office-job",
    size: 4,
    space: None,
    guard_dice: &[2, 3],
    safes: 2,
    walls: &[
        &["A1-B1", "B1-C1", "D1-D2", "A2-B2", "C2-D2", "B3-C3", "B3-B4", "D3-D4"],
        &["D1-D2", "A2-B2", "B2-C2", "C2-D2", "A2-A3", "A3-B3", "B3-C3", "D3-D4"],
    ],
    faces: Face::WHITE,
};

/// D-KNOX.
const FORT_KNOX: Table = Table {
    name: "fort-knox",
    size: 5,
    space: Some("C3"),
    guard_dice: &[3, 4],
    safes: 3,
    walls: &[
        &[
            "C1-D1", "D1-E1", "C1-C2", "A2-B2", "D2-E2", "A2-A3", "B3-B4", "E3-E4", "A4-A5", "C4-C5", "D4-D5", "C5-D5",
        ],
        &[
            "B1-C1", "C1-D1", "A1-A2", "D2-E2", "E2-E3", "A3-B3", "B3-B4", "E3-E4", "C4-D4", "D4-D5", "A5-B5", "B5-C5",
        ],
    ],
    faces: Face::NUMBERED,
};

/// What a scenario is played in unless its setup says otherwise, made once.
struct Building {
    layout: Layout,
    plans: Vec<FloorPlan>,
}

impl Building {
    fn new(scenario: Scenario) -> Building {
        let set = |names: &&[&str]| {
            let walls = names.iter().filter_map(|name| Wall::parse(name));
            walls.fold(0, |set, wall| set | wall.bit())
        };
        let layout = Layout {
            size: scenario.size(),
            space: scenario.space(),
            walls: scenario.table().walls.iter().map(set).collect(),
        };
        let plans = layout.plans();
        Building { layout, plans }
    }
}

impl Scenario {
    /// All scenarios.
    pub const ALL: &[Scenario] = &[Scenario::BankJob, Scenario::OfficeJob, Scenario::FortKnox];

    const fn table(self) -> &'static Table {
        match self {
            Scenario::BankJob => &BANK_JOB,
            Scenario::OfficeJob => &OFFICE_JOB,
            Scenario::FortKnox => &FORT_KNOX,
        }
    }

    /// The name in setups and commands.
    pub const fn name(self) -> &'static str {
        self.table().name
    }

    /// S-SCEN-1: how many floors it is played on.
    #[inline]
    pub const fn floor_count(self) -> usize {
        // Constants instead of a table looked up: the rules ask at every step.
        match self {
            Scenario::BankJob => BANK_JOB.guard_dice.len(),
            Scenario::OfficeJob => OFFICE_JOB.guard_dice.len(),
            Scenario::FortKnox => FORT_KNOX.guard_dice.len(),
        }
    }

    /// S-SCEN-1: the side length of its floors.
    pub const fn size(self) -> usize {
        self.table().size
    }

    /// S-SCEN-5: the Guards' speeds at the start, from the ground up.
    pub const fn guard_dice(self) -> &'static [u8] {
        self.table().guard_dice
    }

    /// S-SCEN-6: how many Safes must be opened; there are as many, and as many Stairs.
    #[inline]
    pub const fn safes(self) -> usize {
        self.table().safes
    }

    /// S-SCEN-4: how many wall pieces stand on each floor.
    pub const fn walls_per_floor(self) -> usize {
        self.table().walls[0].len()
    }

    /// S-BUILD-4: the square of the empty space if nobody chooses another; none in a scenario without one.
    pub fn space(self) -> Option<usize> {
        self.table().space.and_then(parse_square)
    }

    /// S-WALL-1, S-WALL-2: the scenario's own walls and empty space.
    pub fn layout(self) -> &'static Layout {
        &self.building().layout
    }

    /// The floor plans of [`layout`](Scenario::layout).
    pub fn plans(self) -> &'static [FloorPlan] {
        &self.building().plans
    }

    fn building(self) -> &'static Building {
        static BUILDINGS: [OnceLock<Building>; Scenario::ALL.len()] = [const { OnceLock::new() }; Scenario::ALL.len()];
        BUILDINGS[self as usize].get_or_init(|| Building::new(self))
    }

    /// S-WALL-3, S-WALL-4: the shape of the building, which layouts are checked against.
    pub fn blueprint(self) -> &'static Blueprint {
        &BLUEPRINTS[self as usize]
    }

    /// S-SCEN-3: the numbered faces in the game, as bits.
    /// S-BUILD-2, T-NOTE-1, T-NOTE-2: those with a white circle in the Office Job.
    pub(super) const fn faces(self) -> u64 {
        self.table().faces
    }
}

/// The buildings of [`Scenario::ALL`].
pub(super) const BLUEPRINTS: &[Blueprint] = &[
    Blueprint {
        scenario: BANK_JOB.name,
        layout: || Scenario::BankJob.layout(),
        walls_per_floor: Scenario::BankJob.walls_per_floor(),
        space_field: None,
    },
    Blueprint {
        scenario: OFFICE_JOB.name,
        layout: || Scenario::OfficeJob.layout(),
        walls_per_floor: Scenario::OfficeJob.walls_per_floor(),
        space_field: None,
    },
    Blueprint {
        scenario: FORT_KNOX.name,
        layout: || Scenario::FortKnox.layout(),
        walls_per_floor: Scenario::FortKnox.walls_per_floor(),
        space_field: Some("empty-space"),
    },
];

impl FromStr for Scenario {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Scenario, NotationError> {
        let known = Scenario::ALL.iter().find(|scenario| scenario.name() == text);
        known.copied().ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: format!("a scenario ({})", SCENARIOS.join(", ")),
        })
    }
}

/// The names of [`Scenario::ALL`].
pub(super) const SCENARIOS: [&str; Scenario::ALL.len()] = {
    let mut names = [""; Scenario::ALL.len()];
    let mut place = 0;
    while place < names.len() {
        names[place] = Scenario::ALL[place].name();
        place += 1;
    }
    names
};

/// S-PATROL-4 (D-SET-ASIDE): patrol cards set aside from every freshly shuffled deck, by player count.
pub(super) const fn set_aside(seats: usize) -> usize {
    3 * (4 - seats)
}
