//! Setups: scenario, seats, characters, walls, first player, and the first state (section 3).

use serde::{Deserialize, Serialize};

use super::components::{Character, Event, Face, Loot, Tool};
use super::decks::{DeckName, Decks};
use super::frame::{Frame, Stack};
use super::state::{
    BurgleBros, Ending, Floor, Guard, HOLE, MoveContext, NONE, Player, SEATS, SafeState, Status, TILE_PLACES,
    TOKEN_TILES, Tally, Turn,
};
use crate::board::{PlanRef, Wall};
use crate::game::{Problem, Seat, SetupError};
use crate::random;

/// The scenarios (S-SCEN-1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Scenario {
    /// D-BANK: three floors of 4x4.
    BankJob,
}

/// What a scenario is played on (scenarios.toml).
struct Table {
    size: usize,
    /// Speeds of the Guards, from the ground up; as many as floors (S-SCEN-5).
    guard_dice: &'static [u8],
    /// The wall pieces of each floor (S-WALL-1).
    walls: &'static [&'static [&'static str]],
    /// The numbered faces in the game, as bits.
    faces: u64,
}

/// D-BANK.
const BANK_JOB: Table = Table {
    size: 4,
    guard_dice: &[2, 3, 4],
    walls: &[
        &["A1-B1", "C1-C2", "C2-D2", "A2-A3", "B2-B3", "D3-D4", "A4-B4", "B4-C4"],
        &["A1-B1", "B1-C1", "C1-D1", "B2-B3", "C2-C3", "A4-B4", "B4-C4", "C4-D4"],
        &["C1-C2", "A2-B2", "C2-D2", "A2-A3", "C2-C3", "A3-B3", "B3-C3", "C4-D4"],
    ],
    faces: Face::NUMBERED,
};

impl Scenario {
    /// All scenarios.
    pub const ALL: &[Scenario] = &[Scenario::BankJob];

    fn table(self) -> &'static Table {
        match self {
            Scenario::BankJob => &BANK_JOB,
        }
    }

    /// The name in setups and commands.
    pub const fn name(self) -> &'static str {
        match self {
            Scenario::BankJob => "bank-job",
        }
    }

    /// How many floors it is played on.
    pub fn floor_count(self) -> usize {
        self.table().guard_dice.len()
    }

    /// The side length of its floors.
    pub fn size(self) -> usize {
        self.table().size
    }

    /// S-SCEN-5: the Guards' speeds at the start, from the ground up.
    pub fn guard_dice(self) -> &'static [u8] {
        self.table().guard_dice
    }

    /// S-SCEN-6: how many Safes must be opened.
    pub fn safes(self) -> usize {
        3
    }

    /// The floor plans with the scenario's own walls (S-WALL-1).
    pub fn plans(self) -> Vec<PlanRef> {
        let table = self.table();
        let sets = table.walls.iter().map(|names| {
            names
                .iter()
                .filter_map(|name| Wall::parse(name))
                .fold(0, |set, wall| set | wall.bit())
        });
        sets.map(|walls| PlanRef::new(table.size, None, walls)).collect()
    }

    /// The numbered faces in the game, as bits.
    pub(super) fn faces(self) -> u64 {
        self.table().faces
    }
}

/// S-PATROL-4 (D-SET-ASIDE): patrol cards set aside from every freshly shuffled deck, by player count.
pub(super) const fn set_aside(seats: usize) -> usize {
    3 * (4 - seats)
}

/// What a game is set up from. Everything left open is drawn from `seed`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Setup {
    /// The scenario.
    #[serde(default = "bank_job")]
    pub scenario: Scenario,
    /// How many players, 1 to 4.
    pub seats: u8,
    /// The players' character sides, one a seat; drawn if empty (S-START-3).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub characters: Vec<Character>,
    /// Which sides are drawn when `characters` is empty.
    #[serde(default)]
    pub sides: Sides,
    /// The first player; drawn if absent (S-START-10).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Seat>,
    /// Stealth tokens at the start: 3, 6 for easy, 1 for hard (S-START-5).
    #[serde(default = "three")]
    pub stealth: u8,
    /// N-LOOP-1: the back-and-forth rule.
    #[serde(default = "yes")]
    pub event_loop_rule: bool,
    /// What open items are drawn from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// Which sides of the character cards are in use (S-START-3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sides {
    /// Basic sides only.
    #[default]
    Basic,
    /// Advanced sides only.
    Advanced,
    /// Either side, at random.
    Both,
}

fn bank_job() -> Scenario {
    Scenario::BankJob
}

fn three() -> u8 {
    3
}

fn yes() -> bool {
    true
}

impl Setup {
    /// A Bank Job with everything else left to the seed.
    pub fn bank_job(seats: u8, seed: u64) -> Setup {
        Setup {
            scenario: Scenario::BankJob,
            seats,
            characters: Vec::new(),
            sides: Sides::Basic,
            first: None,
            stealth: 3,
            event_loop_rule: true,
            seed: Some(seed),
        }
    }

    fn problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        if !(1..=SEATS as u8).contains(&self.seats) {
            problems.push(Problem::new(
                "seats",
                format!("{} players, expected 1 to 4", self.seats),
            ));
            return problems;
        }
        if !self.characters.is_empty() && self.characters.len() != self.seats as usize {
            problems.push(Problem::new(
                "characters",
                format!(
                    "{} characters for {} seats, expected one a seat or none",
                    self.characters.len(),
                    self.seats
                ),
            ));
        }
        for (place, character) in self.characters.iter().enumerate() {
            if self.characters[..place]
                .iter()
                .any(|other| other.card() == character.card())
            {
                problems.push(Problem::new(
                    format!("characters[{place}]"),
                    format!("{character} is dealt twice, expected every character at most once (S-START-3)"),
                ));
            }
            if self.seats == 1 && character.card() == Character::RookBasic.card() {
                problems.push(Problem::new(
                    format!("characters[{place}]"),
                    "the Rook is out of the solo game (S-START-2)",
                ));
            }
        }
        if let Some(first) = self.first
            && first.0 >= self.seats
        {
            problems.push(Problem::new(
                "first",
                format!("seat {first}, expected 1 to {}", self.seats),
            ));
        }
        if !(1..=6).contains(&self.stealth) {
            problems.push(Problem::new(
                "stealth",
                format!(
                    "{} tokens, expected 1 to 6 (3 is the standard, S-START-5)",
                    self.stealth
                ),
            ));
        }
        problems
    }

    /// The setup with everything it leaves open drawn from its seed, and the seed erased (ruling R5).
    ///
    /// # Errors
    /// Lists everything that contradicts the rules; also when something is open and there is no seed.
    pub fn complete(&self) -> Result<Setup, SetupError> {
        let mut problems = self.problems();
        let open = self.characters.is_empty() || self.first.is_none();
        if open && self.seed.is_none() {
            problems.push(Problem::new(
                "seed",
                "missing, expected a seed because characters or first player are left open",
            ));
        }
        if !problems.is_empty() {
            return Err(SetupError(problems));
        }
        let mut rng = random::stream(self.seed.unwrap_or(0), "burgle-bros setup", 0);
        let mut setup = self.clone();
        setup.seed = None;
        // Drawn whether needed or not, so that fixing one item leaves the others as they were.
        let mut cards: Vec<usize> = (0..Character::ALL.len() / 2)
            .filter(|&card| self.seats > 1 || card != Character::RookBasic.card())
            .collect();
        random::shuffle(&mut rng, &mut cards);
        let first = Seat(random::below(&mut rng, u32::from(self.seats)) as u8);
        setup.first.get_or_insert(first);
        if setup.characters.is_empty() {
            for &card in &cards[..self.seats as usize] {
                let side = match self.sides {
                    Sides::Basic => 0,
                    Sides::Advanced => 1,
                    Sides::Both => random::below(&mut rng, 2) as usize,
                };
                setup.characters.push(Character::ALL[2 * card + side]);
            }
        }
        setup.sides = Sides::Basic;
        Ok(setup)
    }
}

impl BurgleBros {
    /// The first state of a complete setup.
    pub(super) fn first_state(setup: &Setup) -> BurgleBros {
        let seats = setup.seats as usize;
        let scenario = setup.scenario;
        let plans = scenario.plans();
        for plan in &plans {
            plan.prepare_openings();
        }
        let floors = std::array::from_fn(|floor| Floor {
            revealed: 0,
            alarms: 0,
            links: 0,
            holes: plans.get(floor).map_or(0, |plan| plan.cells.count_ones() as u8),
            guard: Guard {
                at: NONE,
                die: NONE,
                speed: scenario.guard_dice().get(floor).copied().unwrap_or(0),
            },
        });
        let mut players = [Player {
            tools: 0,
            loot: 0,
            at: NONE,
            stealth: 0,
            character: Character::AcrobatBasic,
            status: Status::Outside,
        }; SEATS];
        let mut tools = Tool::SET;
        for (player, &character) in players.iter_mut().zip(&setup.characters) {
            player.character = character;
            player.stealth = setup.stealth;
            // S-START-4: the basic Rigger takes Dynamite before the deck is shuffled.
            if character == Character::RiggerBasic {
                player.tools = Tool::Dynamite.bit();
                tools &= !Tool::Dynamite.bit();
            }
        }
        // S-START-2: the solo game plays without the Gold Bars and four Events.
        let (events, loot) = if seats == 1 {
            (Event::SET & !Event::NOT_SOLO, Loot::SET & !Loot::GoldBar.bit())
        } else {
            (Event::SET, Loot::SET | Loot::SECOND_GOLD_BAR)
        };
        let mut state = BurgleBros {
            plans: std::array::from_fn(|floor| plans[floor.min(plans.len() - 1)]),
            tiles: [HOLE; TILE_PLACES],
            decks: Decks::EMPTY,
            stock: scenario.faces(),
            cracked: 0,
            disabled: 0,
            marked: 0,
            floors,
            players,
            safes: [SafeState::ABSENT; 3],
            tile_stealth: [(NONE, 0); TOKEN_TILES],
            turn: Turn {
                gave_tools: [0; SEATS],
                gave_loot: [0; SEATS],
                refused_tools: [0; SEATS],
                refused_loot: [0; SEATS],
                refused_orders: [0; SEATS],
                number: 0,
                done: 0,
                seat: setup.first.map_or(0, |seat| seat.0),
                actions: 0,
                counted: 0,
                chain: [NONE; super::state::CHAIN],
                chain_points: [0; super::state::CHAIN],
                attempts: [0; 3],
                flexed_to: NONE,
                flexed_floors: 0,
                espresso: NONE,
                daydreaming: NONE,
            },
            mover: MoveContext::IDLE,
            stack: Stack::EMPTY,
            room_tokens: [0; 3],
            laptop: false,
            juicer_token: false,
            crow: NONE,
            kitty: NONE,
            entrance: NONE,
            emp: NONE,
            gymnastics: NONE,
            time_lock: NONE,
            video_loop: NONE,
            heads_up: NONE,
            jump_the_gun: NONE,
            donuts: NONE,
            safes_known: 0,
            stairs_known: 0,
            seat_count: setup.seats,
            floor_count: scenario.floor_count() as u8,
            scenario,
            loop_rule: setup.event_loop_rule,
            ending: Ending::Playing,
            tally: Tally::default(),
        };
        for (floor, plan) in plans.iter().enumerate() {
            let cards = plan.cells.count_ones() as usize;
            state.change_deck(DeckName::Patrol(floor), |deck| {
                deck.shuffle(plan.cells, cards - set_aside(seats))
            });
        }
        for (name, cards) in [
            (DeckName::Events, events),
            (DeckName::Tools, u32::from(tools)),
            (DeckName::Loot, u32::from(loot)),
        ] {
            state.change_deck(name, |deck| deck.shuffle(cards, cards.count_ones() as usize));
        }
        state.push(Frame::PlaceFirstGuard);
        state
    }
}
