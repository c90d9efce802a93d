//! Setups.

use std::fmt::{self, Display};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::room::{CREW, ROOMS, parse_room, room_name};
use heist_engine::describe::{Choice, Count, FieldDefault, FieldKind, SetupField};
use heist_engine::game::{Problem, Seat, SetupError, Windows};
use heist_engine::random;

/// EG-CRACK: what is robbed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Scenario {
    /// A vault that 4 opens.
    #[default]
    Shop,
    /// A vault that 6 opens.
    Bank,
}

impl Scenario {
    /// EG-CRACK: what the die must reach.
    pub const fn strength(self) -> u8 {
        match self {
            Scenario::Shop => 4,
            Scenario::Bank => 6,
        }
    }
}

/// EG-ROLES: what a character is good at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Role {
    /// Adds 1 to the die at the vault.
    #[default]
    Lifter,
    /// Has 3 actions instead of 2.
    Runner,
    /// Nothing.
    Rookie,
}

impl Role {
    /// EG-TURN, EG-ROLES: actions of a turn.
    pub const fn actions(self) -> u8 {
        match self {
            Role::Runner => 3,
            Role::Lifter | Role::Rookie => 2,
        }
    }
}

impl Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Role::Lifter => "lifter",
            Role::Runner => "runner",
            Role::Rookie => "rookie",
        })
    }
}

/// EG-TOOLS: what the crew may bring.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Tool {
    /// EG-RADIO.
    Radio,
    /// EG-CRACK.
    Crowbar,
}

impl Tool {
    /// All tools.
    pub const ALL: [Tool; 2] = [Tool::Radio, Tool::Crowbar];

    /// The tool as a bit.
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Tool::Radio => "radio",
            Tool::Crowbar => "crowbar",
        })
    }
}

/// EG-PLAN: the rooms in a row and the one the crew comes in by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Layout {
    /// How many rooms, 4 to 8.
    pub rooms: u8,
    /// The entrance.
    pub entrance: u8,
}

impl Layout {
    /// Six rooms and the entrance at the left end.
    pub const STANDARD: Layout = Layout { rooms: 6, entrance: 0 };

    /// Reads a drawing: a line with a `.` for each room, and below it a `^` under the entrance.
    fn read(text: &str) -> Option<Layout> {
        let mut lines = text.lines();
        let (rooms, arrow) = (lines.next()?.trim_end(), lines.next()?.trim_end());
        let is_row = rooms.bytes().all(|byte| byte == b'.') && (4..=ROOMS).contains(&rooms.len());
        let entrance = arrow.find('^').filter(|&at| arrow.trim() == "^" && at < rooms.len())?;
        (is_row && lines.all(|line| line.trim().is_empty())).then_some(Layout {
            rooms: rooms.len() as u8,
            entrance: entrance as u8,
        })
    }
}

impl Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rooms, before) = (usize::from(self.rooms), usize::from(self.entrance));
        writeln!(f, "{}\n{}^", ".".repeat(rooms), " ".repeat(before))
    }
}

/// EG-PLAN: which rooms there are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Plan {
    /// [`Layout::STANDARD`].
    #[default]
    Standard,
    /// A drawing.
    Drawing(Layout),
}

impl Plan {
    /// The rooms.
    pub const fn layout(self) -> Layout {
        match self {
            Plan::Standard => Layout::STANDARD,
            Plan::Drawing(layout) => layout,
        }
    }
}

impl Serialize for Plan {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Plan::Standard => serializer.serialize_str("standard"),
            Plan::Drawing(layout) => serializer.collect_str(layout),
        }
    }
}

impl<'de> Deserialize<'de> for Plan {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Plan, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "standard" => Ok(Plan::Standard),
            text => Layout::read(text).map(Plan::Drawing).ok_or_else(|| {
                serde::de::Error::custom(
                    "plan: expected standard, or a drawing of two lines: 4 to 8 `.` for the rooms, and a `^` under \
                     the entrance",
                )
            }),
        }
    }
}

/// What a game is set up from. Who begins is drawn from `seed` if it is left open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Setup {
    /// The scenario.
    #[serde(default)]
    pub scenario: Scenario,
    /// EG-SEATS: how many people play the two characters.
    pub seats: u8,
    /// EG-ROLES: the characters in turn order; a lifter and a runner if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub characters: Vec<Role>,
    /// EG-TURN: the seat whose character begins; drawn if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Seat>,
    /// EG-NOISE: the noise that loses the game, 1 to 6.
    #[serde(default = "three")]
    pub noise: u8,
    /// EG-ALARM: whether a third of the rooms hold alarms.
    #[serde(default = "yes")]
    pub alarms: bool,
    /// EG-TOOLS: what the crew brings.
    #[serde(default = "radio")]
    pub tools: Vec<Tool>,
    /// EG-TIP: the room of the vault, if it is given away.
    #[serde(default, with = "letter", skip_serializing_if = "Option::is_none")]
    pub vault: Option<u8>,
    /// EG-PLAN: the rooms.
    #[serde(default)]
    pub plan: Plan,
    /// EG-RADIO: in which windows the radio is offered.
    #[serde(default)]
    pub windows: Windows,
    /// What open items are drawn from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

fn three() -> u8 {
    3
}

fn yes() -> bool {
    true
}

fn radio() -> Vec<Tool> {
    vec![Tool::Radio]
}

/// A room as its letter.
mod letter {
    use super::*;

    pub fn serialize<S: Serializer>(room: &Option<u8>, serializer: S) -> Result<S::Ok, S::Error> {
        room.map(room_name).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
        let Some(text) = Option::<String>::deserialize(deserializer)? else {
            return Ok(None);
        };
        let room = parse_room(&text);
        room.map(Some)
            .ok_or_else(|| serde::de::Error::custom(format!("vault: `{text}`, expected a room from A to H")))
    }
}

/// The names of the scenarios.
pub(super) const SCENARIOS: [&str; 2] = ["shop", "bank"];

/// The fields of a setup, for people: one of every kind.
pub(super) const FIELDS: &[SetupField] = &[
    SetupField::new(
        "scenario",
        "Scenario",
        FieldKind::Choice {
            choices: &[Choice::new("shop", "Corner shop"), Choice::new("bank", "Bank")],
        },
        FieldDefault::Value("shop"),
        "what is robbed",
    ),
    SetupField::new(
        "seats",
        "People",
        FieldKind::Number {
            least: 1,
            most: 2,
            named: &[],
        },
        FieldDefault::Required("2"),
        "how many people play the two characters",
    ),
    SetupField::new(
        "characters",
        "Character",
        FieldKind::Each {
            of: "character",
            count: Count::Between(CREW, CREW),
            choices: &[
                Choice::named("lifter"),
                Choice::named("runner"),
                Choice::named("rookie"),
            ],
        },
        FieldDefault::Absent("lifter,runner"),
        "what the two characters are good at, in turn order",
    ),
    SetupField::new(
        "first",
        "First person",
        FieldKind::Seat,
        FieldDefault::Drawn,
        "whose character takes the first turn",
    ),
    SetupField::new(
        "noise",
        "Noise",
        FieldKind::Number {
            least: 1,
            most: 6,
            named: &[Choice::new("3", "3 (standard)"), Choice::new("1", "1 (hard)")],
        },
        FieldDefault::Value("3"),
        "the noise that loses the game",
    ),
    SetupField::new(
        "alarms",
        "Alarms",
        FieldKind::YesNo,
        FieldDefault::Value("true"),
        "whether a third of the rooms hold alarms",
    ),
    SetupField::new(
        "tools",
        "Tools",
        FieldKind::Several {
            choices: &[Choice::named("radio"), Choice::named("crowbar")],
        },
        FieldDefault::Value("radio"),
        "what the crew brings",
    )
    .widest("radio,crowbar"),
    SetupField::new(
        "vault",
        "Room of the vault",
        FieldKind::Word { example: "D" },
        FieldDefault::Absent("hidden"),
        "the room of the vault, if it is given away",
    ),
    SetupField::new(
        "plan",
        "Plan",
        FieldKind::Drawing {
            choices: &[Choice::new("standard", "Six rooms in a row")],
        },
        FieldDefault::Value("standard"),
        "the rooms and the entrance",
    ),
    SetupField::new(
        "windows",
        "Radio",
        FieldKind::Choice {
            choices: &[
                Choice::new("full", "Offered at every alarm"),
                Choice::new("reduced", "Offered at the last alarm"),
                Choice::new("off", "Never offered"),
            ],
        },
        FieldDefault::Value("full"),
        "when the radio is offered",
    )
    .only("alarms", &["true"]),
];

impl Setup {
    /// The usual shop for this many people, with everything else left to the seed.
    pub fn shop(seats: u8, seed: u64) -> Setup {
        Setup {
            scenario: Scenario::Shop,
            seats,
            characters: Vec::new(),
            first: None,
            noise: three(),
            alarms: true,
            tools: radio(),
            vault: None,
            plan: Plan::Standard,
            windows: Windows::Full,
            seed: Some(seed),
        }
    }

    /// EG-ROLES: the characters.
    pub(super) fn roles(&self) -> [Role; CREW] {
        match self.characters.as_slice() {
            &[first, second] => [first, second],
            _ => [Role::Lifter, Role::Runner],
        }
    }

    /// The setup with what it leaves open drawn from its seed, and the seed erased.
    ///
    /// # Errors
    /// Lists everything that contradicts the rules.
    pub fn complete(&self) -> Result<Setup, SetupError> {
        let problems = self.problems();
        if !problems.is_empty() {
            return Err(SetupError(problems));
        }
        let mut rng = random::stream(self.seed.unwrap_or(0), "example-game setup", 0);
        let first = Seat(random::below(&mut rng, u32::from(self.seats)) as u8);
        Ok(Setup {
            first: self.first.or(Some(first)),
            seed: None,
            ..self.clone()
        })
    }

    fn problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        if !(1..=CREW as u8).contains(&self.seats) {
            problems.push(Problem::new(
                "seats",
                format!("{} people, expected 1 or 2 (EG-SEATS)", self.seats),
            ));
            return problems;
        }
        if ![0, CREW].contains(&self.characters.len()) {
            let what = format!("{} characters, expected 2 or none (EG-SEATS)", self.characters.len());
            problems.push(Problem::new("characters", what));
        }
        if let Some(first) = self.first.filter(|first| first.0 >= self.seats) {
            let what = format!("seat {first}, expected 1 to {}", self.seats);
            problems.push(Problem::new("first", what));
        }
        if self.first.is_none() && self.seed.is_none() {
            problems.push(Problem::new(
                "seed",
                "missing, expected a seed because the first person is left open",
            ));
        }
        if !(1..=6).contains(&self.noise) {
            problems.push(Problem::new(
                "noise",
                format!("{}, expected 1 to 6 (EG-NOISE)", self.noise),
            ));
        }
        if Tool::ALL
            .iter()
            .any(|tool| self.tools.iter().filter(|other| *other == tool).count() > 1)
        {
            problems.push(Problem::new(
                "tools",
                "a tool stands there twice, expected each at most once (EG-TOOLS)",
            ));
        }
        let layout = self.plan.layout();
        if let Some(vault) = self
            .vault
            .filter(|&vault| vault >= layout.rooms || vault == layout.entrance)
        {
            let what = format!(
                "{}, expected a room of the plan other than the entrance (EG-TIP)",
                room_name(vault)
            );
            problems.push(Problem::new("vault", what));
        }
        problems
    }
}
