//! Setups: seats, characters, walls, first player, and the first state (sections 3.2 to 3.5).

use rand::Rng;
use serde::{Deserialize, Serialize};

use super::components::{Character, Event, Loot, Tool};
use super::decks::{DeckName, Decks};
use super::frame::{Frame, Stack};
use super::scenario::Scenario;
use super::state::{
    BurgleBros, Ending, Floor, FloorCounts, Guard, HOLE, MoveContext, NONE, Player, SEATS, SafeState, Status,
    TILE_PLACES, TOKEN_TILES, Tally, Turn, flag,
};

use crate::board::{Layout, Walls, random_walls, square_name, squares, squares_of};
use crate::describe::counted;
use crate::game::{Problem, Seat, SetupError};
use crate::random;

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
    /// S-WALL-1 to S-WALL-5: the walls.
    #[serde(default, skip_serializing_if = "Walls::is_standard")]
    pub walls: Walls,
    /// S-BUILD-4: the square of Fort Knox's empty space; C3 if absent.
    #[serde(default, with = "crate::board::space_name", skip_serializing_if = "Option::is_none")]
    pub empty_space: Option<usize>,
    /// S-PATROL-5: whether a Lost Visual card is in each patrol deck.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lost_visual: bool,
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
    /// The basic sides of the older printing (C-NOTE-2).
    Older,
}

impl Sides {
    /// The side of a card that is in use; drawn where both are.
    fn draw<R: Rng + ?Sized>(self, card: usize, rng: &mut R) -> Character {
        match self {
            Sides::Basic => Character::basic(card),
            Sides::Advanced => Character::advanced(card),
            Sides::Both if random::below(rng, 2) == 0 => Character::basic(card),
            Sides::Both => Character::advanced(card),
            Sides::Older => Character::older(card),
        }
    }
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
        Setup::new(Scenario::BankJob, seats, seed)
    }

    /// A scenario with everything else left to the seed.
    pub fn new(scenario: Scenario, seats: u8, seed: u64) -> Setup {
        Setup {
            scenario,
            seats,
            characters: Vec::new(),
            sides: Sides::Basic,
            first: None,
            stealth: 3,
            event_loop_rule: true,
            walls: Walls::Standard,
            empty_space: None,
            lost_visual: false,
            seed: Some(seed),
        }
    }

    /// Everything in the setup that contradicts the rules.
    /// S-SCEN-8: one to four players in any scenario.
    /// S-START-3: no character twice.
    /// S-START-2: no Rook in the solo game.
    /// S-START-5: one to six Stealth tokens.
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
                    "{} for {}; expected one per seat or none",
                    counted(self.characters.len(), "character"),
                    counted(self.seats.into(), "seat")
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
        match self.space_problem() {
            // Walls are judged around the empty space.
            Some(problem) => problems.push(problem),
            None => problems.extend(self.wall_problems()),
        }
        problems
    }

    /// What is wrong with the empty space, if anything is (S-BUILD-4).
    fn space_problem(&self) -> Option<Problem> {
        let space = self.empty_space?;
        let (name, scenario) = (square_name(space), self.scenario.name());
        let what = match self.scenario.space() {
            None => format!("{name}, expected none because the {scenario} has no empty space (S-BUILD-4)"),
            Some(_) if !squares(squares_of(self.scenario.size(), None)).any(|square| square == space) => {
                format!("{name}, expected a square of the {scenario} (S-BUILD-4)")
            }
            Some(usual) if self.walls == Walls::Standard && space != usual => format!(
                "{name}, expected {} because the scenario's own walls fit no other (S-WALL-2); give `walls` as well",
                square_name(usual)
            ),
            Some(_) => match &self.walls {
                Walls::Drawing(drawn) if drawn.space != self.empty_space => {
                    format!("{name}, expected the empty space of the drawing in `walls`")
                }
                _ => return None,
            },
        };
        Some(Problem::new("empty-space", what))
    }

    /// What is wrong with the walls (S-WALL-3, S-WALL-4).
    fn wall_problems(&self) -> Vec<Problem> {
        match self.walls {
            Walls::Standard | Walls::Random => Vec::new(),
            Walls::Pieces(_) | Walls::Drawing(_) => self.scenario.blueprint().problems(&self.layout()),
        }
    }

    /// The walls and the empty space, those of the scenario where they are not given.
    fn layout(&self) -> Layout {
        let usual = self.scenario.layout();
        match &self.walls {
            Walls::Standard | Walls::Random => usual.clone(),
            Walls::Drawing(layout) => layout.clone(),
            Walls::Pieces(walls) => Layout {
                size: usual.size,
                space: self.empty_space.or(usual.space),
                walls: walls.clone(),
            },
        }
    }

    /// Whether a game can begin with it.
    ///
    /// # Errors
    /// Lists everything that contradicts the rules; also when something is open and there is no seed.
    pub(super) fn check(&self) -> Result<(), SetupError> {
        let mut problems = self.problems();
        let open = self.characters.is_empty() || self.first.is_none() || self.walls == Walls::Random;
        if open && self.seed.is_none() {
            problems.push(Problem::new(
                "seed",
                "missing, expected a seed because characters, first player or walls are left open",
            ));
        }
        if problems.is_empty() {
            Ok(())
        } else {
            Err(SetupError(problems))
        }
    }

    /// What the players have chosen (M-DEC-1), and the rest drawn from the seed.
    /// S-START-3, I-CHANCE-10: characters are drawn, each at most once.
    /// S-START-10, H5: the first player is drawn.
    fn deal(&self) -> Deal {
        let mut rng = random::stream(self.seed.unwrap_or(0), "burgle-bros setup", 0);
        // Drawn whether needed or not, so that fixing one item leaves the others as they were.
        let mut dealt = (1 << Character::CARDS) - 1;
        if self.seats == 1 {
            dealt &= !(1 << Character::RookBasic.card());
        }
        let (mut cards, count) = random::members(dealt);
        random::shuffle(&mut rng, &mut cards[..count]);
        let first = Seat(random::below(&mut rng, u32::from(self.seats)) as u8);
        let mut characters = [Character::AcrobatBasic; SEATS];
        for (seat, character) in characters[..self.seats as usize].iter_mut().enumerate() {
            *character = match self.characters.get(seat) {
                Some(&chosen) => chosen,
                None => self.sides.draw(cards[seat].into(), &mut rng),
            };
        }
        Deal {
            characters,
            first: self.first.unwrap_or(first),
        }
    }

    /// The setup with everything it leaves open drawn from its seed, and the seed erased (ruling R5).
    ///
    /// # Errors
    /// Lists everything that contradicts the rules; also when something is open and there is no seed.
    pub fn complete(&self) -> Result<Setup, SetupError> {
        self.check()?;
        let deal = self.deal();
        let mut setup = self.clone();
        setup.characters = deal.characters[..self.seats as usize].to_vec();
        setup.first = Some(deal.first);
        setup.sides = Sides::Basic;
        setup.complete_walls();
        setup.seed = None;
        Ok(setup)
    }

    /// S-WALL-5: random walls are drawn.
    /// S-WALL-3: drawings are written as pieces.
    fn complete_walls(&mut self) {
        let scenario = self.scenario;
        match std::mem::take(&mut self.walls) {
            Walls::Standard => {}
            Walls::Random => {
                let (size, space) = (scenario.size(), self.empty_space.or(scenario.space()));
                // A stream of their own, so that a seed deals the same characters with any walls.
                let mut rng = random::stream(self.seed.unwrap_or(0), "burgle-bros walls", 0);
                let mut floor = |_| random_walls(size, space, scenario.walls_per_floor(), &mut rng);
                self.walls = Walls::Pieces((0..scenario.floor_count()).map(&mut floor).collect());
            }
            Walls::Pieces(pieces) => self.walls = Walls::Pieces(pieces),
            Walls::Drawing(layout) => {
                self.empty_space = layout.space;
                self.walls = Walls::Pieces(layout.walls);
            }
        }
        // Defaults are left out, so that equal games have equal setups.
        if self.empty_space == scenario.space() {
            self.empty_space = None;
        }
        if let Walls::Pieces(pieces) = &self.walls
            && self.empty_space.is_none()
            && *pieces == scenario.layout().walls
        {
            self.walls = Walls::Standard;
        }
    }
}

/// Who plays which side of a character, by seat, and who begins.
struct Deal {
    characters: [Character; SEATS],
    first: Seat,
}

impl BurgleBros {
    /// The first state of a setup without contradictions whose walls are not left open.
    /// S-START-1: the decks are shuffled.
    /// S-START-9: no Guard is in play yet.
    /// C-NOTE-1: the crow is off the board.
    #[inline]
    pub(super) fn first_state(setup: &Setup) -> BurgleBros {
        let seats = setup.seats as usize;
        let deal = setup.deal();
        let scenario = setup.scenario;
        let usual = scenario.plans();
        let own = match setup.walls {
            Walls::Standard => None,
            _ => Some(setup.layout().plans()),
        };
        let plans = own.as_deref().unwrap_or(usual);
        // Past the top always the same plan: positions do not hold it, and must lead to equal states.
        let unused = usual[usual.len() - 1];
        let floors = std::array::from_fn(|floor| Floor {
            revealed: 0,
            alarms: 0,
            links: 0,
            holes: plans.get(floor).map_or(0, |plan| plan.cells().count_ones() as u8),
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
        for (player, &character) in players.iter_mut().zip(&deal.characters[..seats]) {
            player.character = character;
            player.stealth = setup.stealth;
            // S-START-4: the basic Rigger takes Dynamite before the deck is shuffled.
            if character == Character::RiggerBasic {
                player.tools = Tool::Dynamite.bit();
                tools &= !Tool::Dynamite.bit();
            }
        }
        // S-START-2, E-NOTE-3: the solo game plays without the Gold Bars and four Events.
        let (events, loot) = if seats == 1 {
            (Event::SET & !Event::NOT_SOLO, Loot::SET & !Loot::GoldBar.bit())
        } else {
            (Event::SET, Loot::SET | Loot::SECOND_GOLD_BAR)
        };
        let mut state = BurgleBros {
            plans: std::array::from_fn(|floor| plans.get(floor).copied().unwrap_or(unused)),
            tiles: [HOLE; TILE_PLACES],
            decks: Decks::EMPTY,
            stock: scenario.faces(),
            cracked: 0,
            disabled: 0,
            marked: 0,
            passages: 0,
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
                seat: deal.first.0,
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
            safes_known: FloorCounts::default(),
            stairs_known: FloorCounts::default(),
            seat_count: setup.seats,
            scenario,
            flags: flag::IMPURE_MOVE
                | if setup.event_loop_rule { flag::LOOP_RULE } else { 0 }
                | if setup.lost_visual { flag::LOST_VISUAL } else { 0 },
            ending: Ending::Playing,
            tally: Tally::default(),
        };
        for floor in 0..scenario.floor_count() {
            state.shuffle_patrol(floor);
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
