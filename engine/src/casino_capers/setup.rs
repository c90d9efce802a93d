//! Setups: scenario, people, characters, walls, variants, and the first state (section 3).

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::components::{Character, Chip, Face, Finale, Gear, TASK_CARDS};
use super::frame::Frame;
use super::patrol::{Cards, DISTRACTED, Patrol};
use super::place::{GRID, LEVELS, Place, SIZE, Squares};
use super::scenario::{Scenario, WALLS};
use super::stack::Stack;
use super::state::{
    Bouncer, CHARACTERS, CasinoCapers, Ending, EventDeck, Floor, HOLE, NONE, Player, SAFE_DICE, Status, Tally, Turn,
    flag,
};
use super::tables::Tables;
use crate::board::{Layout, Walls, parse_square, random_walls, square_name, squares};
use crate::describe::counted;
use crate::game::{Problem, SetupError, Windows};
use crate::random;

/// set.floor: chips on each floor.
pub(super) const CHIPS: usize = 8;

/// What a game is set up from. Everything left open is drawn from `seed`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Setup {
    /// Which finale is played: one that is drawn when the Safe is cracked, or a known one.
    #[serde(default)]
    pub scenario: Scenario,
    /// How many people play, 1 to 4 (mode.solo).
    pub seats: u8,
    /// The characters in turn order, 2 to 4 and no fewer than people; drawn if empty. They are dealt round to the
    /// people.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub characters: Vec<Character>,
    /// How many characters are drawn if `characters` is empty; as many as people, but at least two, if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub character_count: Option<u8>,
    /// set.first: the character that takes the first turn, from 1; drawn if absent. The first characters of all people
    /// come first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<u8>,
    /// rand.suspicion, camp.suspicion: 1 to 10.
    #[serde(default = "six")]
    pub suspicion: u8,
    /// rand.draw: the finales that random mode draws from; all if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub finales: Vec<Finale>,
    /// set.walls: the walls.
    #[serde(default = "random", skip_serializing_if = "is_random")]
    pub walls: Walls,
    /// info.layout: which squares begin with a chip.
    #[serde(default)]
    pub chips: Chips,
    /// set.gear, rand.campaign: the alternate gear that is unlocked; none unless it is asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternates: Vec<Gear>,
    /// Section 3.2: Dead Drops.
    #[serde(default)]
    pub dead_drops: DeadDrops,
    /// Section 3.3: whether characters have abilities; only if the Ghost plays, if absent (abil.ghost_seat).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub abilities: Option<bool>,
    /// end.limit: the last turn; 0 for none.
    #[serde(default = "four_hundred")]
    pub turn_limit: u16,
    /// 4.2, H46: in which windows prepped gear is offered.
    #[serde(default)]
    pub windows: Windows,
    /// What open items are drawn from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

fn six() -> u8 {
    6
}

fn four_hundred() -> u16 {
    400
}

fn random() -> Walls {
    Walls::Random
}

fn is_random(walls: &Walls) -> bool {
    *walls == Walls::Random
}

/// Which squares of each floor begin with a chip.
///
/// In JSON `"dots"`, `"uniform"`, or a list of eight squares for each floor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Chips {
    /// Those on the dots of the card that places the bouncer (set.floor).
    #[default]
    Dots,
    /// Eight random ones (info.layout).
    Uniform,
    /// These, as masks.
    Squares([u32; LEVELS]),
}

impl Serialize for Chips {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Chips::Dots => serializer.serialize_str("dots"),
            Chips::Uniform => serializer.serialize_str("uniform"),
            Chips::Squares(floors) => serializer.collect_seq(
                floors
                    .iter()
                    .map(|&mask| squares(mask).map(square_name).collect::<Vec<_>>()),
            ),
        }
    }
}

impl<'de> Deserialize<'de> for Chips {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Chips, D::Error> {
        #[derive(Deserialize)]
        #[serde(
            untagged,
            expecting = "chips: expected dots, uniform, or a list of eight squares for each floor"
        )]
        enum Form {
            Name(String),
            Floors([Vec<String>; LEVELS]),
        }
        match Form::deserialize(deserializer)? {
            Form::Name(name) if name == "dots" => Ok(Chips::Dots),
            Form::Name(name) if name == "uniform" => Ok(Chips::Uniform),
            Form::Name(name) => Err(D::Error::custom(format!("chips: `{name}`, expected dots or uniform"))),
            Form::Floors(floors) => {
                let mut masks = [0; LEVELS];
                for (mask, names) in masks.iter_mut().zip(&floors) {
                    for name in names {
                        let square = parse_square(name).filter(|&square| GRID & 1 << square != 0);
                        let square = square.filter(|&square| *mask & 1 << square == 0);
                        let wrong =
                            || D::Error::custom(format!("chips: `{name}`, expected a square from A1 to D4, each once"));
                        *mask |= 1 << square.ok_or_else(wrong)?;
                    }
                }
                Ok(Chips::Squares(masks))
            }
        }
    }
}

/// Section 3.2: whether Dead Drops are played, and with which cards.
///
/// In JSON `false`, `true`, or the number of each character's card, from 1.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum DeadDrops {
    /// Without.
    #[default]
    Off,
    /// With random cards.
    Drawn,
    /// With these cards, in turn order, from 0.
    Cards(Vec<u8>),
}

impl Serialize for DeadDrops {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            DeadDrops::Off => serializer.serialize_bool(false),
            DeadDrops::Drawn => serializer.serialize_bool(true),
            DeadDrops::Cards(cards) => serializer.collect_seq(cards.iter().map(|card| card + 1)),
        }
    }
}

impl<'de> Deserialize<'de> for DeadDrops {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<DeadDrops, D::Error> {
        #[derive(Deserialize)]
        #[serde(
            untagged,
            expecting = "dead-drops: expected true, false, or the number of each character's card"
        )]
        enum Form {
            Whether(bool),
            Cards(Vec<u8>),
        }
        match Form::deserialize(deserializer)? {
            Form::Whether(false) => Ok(DeadDrops::Off),
            Form::Whether(true) => Ok(DeadDrops::Drawn),
            Form::Cards(cards) => {
                let number = |card: u8| {
                    let wrong = || D::Error::custom(format!("dead-drops: card {card}, expected 1 to {TASK_CARDS}"));
                    (1..=TASK_CARDS as u8)
                        .contains(&card)
                        .then(|| card - 1)
                        .ok_or_else(wrong)
                };
                cards
                    .into_iter()
                    .map(number)
                    .collect::<Result<_, _>>()
                    .map(DeadDrops::Cards)
            }
        }
    }
}

impl Setup {
    /// Random-finale mode for this many people, with everything else left to the seed.
    pub fn random_finale(seats: u8, seed: u64) -> Setup {
        Setup::new(Scenario::RandomFinale, seats, seed)
    }

    /// A scenario with everything else left to the seed.
    pub fn new(scenario: Scenario, seats: u8, seed: u64) -> Setup {
        Setup {
            scenario,
            seats,
            characters: Vec::new(),
            character_count: None,
            first: None,
            suspicion: six(),
            finales: Vec::new(),
            walls: Walls::Random,
            chips: Chips::Dots,
            alternates: Vec::new(),
            dead_drops: DeadDrops::Off,
            abilities: None,
            turn_limit: four_hundred(),
            windows: Windows::Full,
            seed: Some(seed),
        }
    }

    /// Section 3.3: whether characters have abilities.
    fn has_abilities(&self) -> bool {
        self.abilities.unwrap_or(self.characters.contains(&Character::Ghost))
    }

    /// H2: how many characters play, which is what counts as the number of players.
    pub(super) fn count(&self) -> u8 {
        match self.characters.len() {
            0 => self.character_count.unwrap_or(self.seats.max(2)),
            count => count as u8,
        }
    }

    /// Everything in the setup that contradicts the rules.
    fn problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        if !(1..=CHARACTERS as u8).contains(&self.seats) {
            problems.push(Problem::new(
                "seats",
                format!("{} people, expected 1 to 4 (mode.solo)", self.seats),
            ));
            return problems;
        }
        let least = self.seats.max(2);
        if !(least..=CHARACTERS as u8).contains(&self.count()) || self.characters.len() > CHARACTERS {
            let field = if self.characters.is_empty() {
                "character-count"
            } else {
                "characters"
            };
            let found = counted(self.characters.len().max(self.count().into()), "character");
            let people = if self.seats == 1 {
                "1 person".to_owned()
            } else {
                format!("{} people", self.seats)
            };
            problems.push(Problem::new(
                field,
                format!("{found} for {people}, expected {least} to 4 (mode.solo)"),
            ));
            return problems;
        }
        problems.extend(self.character_problems());
        if let Some(first) = self.first.filter(|first| !(1..=self.count()).contains(first)) {
            let what = format!("character {first}, expected 1 to {} (set.first)", self.count());
            problems.push(Problem::new("first", what));
        }
        if !(1..=10).contains(&self.suspicion) {
            let what = format!("{}, expected 1 to 10 (camp.suspicion)", self.suspicion);
            problems.push(Problem::new("suspicion", what));
        }
        problems.extend(self.finale_problems());
        problems.extend(self.wall_problems());
        if let Chips::Squares(floors) = self.chips {
            for (floor, mask) in floors
                .iter()
                .enumerate()
                .filter(|(_, mask)| mask.count_ones() as usize != CHIPS)
            {
                let what = format!(
                    "{} on floor {}, expected {CHIPS} (set.floor)",
                    counted(mask.count_ones() as usize, "chip"),
                    floor + 1
                );
                problems.push(Problem::new(format!("chips[{floor}]"), what));
            }
        }
        for (place, card) in self.alternates.iter().enumerate() {
            if Tables::card(*card).alternate_of.is_none() {
                let what = format!("{card} is a base card, expected an alternate (set.gear)");
                problems.push(Problem::new(format!("alternates[{place}]"), what));
            } else if self.alternates[..place].contains(card) {
                let what = format!("{card} stands there twice, expected each card once");
                problems.push(Problem::new(format!("alternates[{place}]"), what));
            }
        }
        if let DeadDrops::Cards(cards) = &self.dead_drops {
            if cards.len() != self.count() as usize {
                let what = format!(
                    "{} for {}, expected one each (dd.setup)",
                    counted(cards.len(), "card"),
                    counted(self.count().into(), "character")
                );
                problems.push(Problem::new("dead-drops", what));
            }
            if (0..cards.len()).any(|place| cards[..place].contains(&cards[place])) {
                problems.push(Problem::new(
                    "dead-drops",
                    "a card is dealt twice, expected each card once (dd.setup)",
                ));
            }
        }
        problems
    }

    /// abil.ghost_seat: the Ghost plays with abilities only, and not beside the Spotter, whose gear she has.
    fn character_problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (place, character) in self.characters.iter().enumerate() {
            let field = || format!("characters[{place}]");
            if self.characters[..place].contains(character) {
                problems.push(Problem::new(
                    field(),
                    format!("{character} is dealt twice, expected every character once"),
                ));
            }
            if *character == Character::Ghost && self.abilities == Some(false) {
                problems.push(Problem::new(
                    field(),
                    "ghost without `abilities`, expected them with it (abil.ghost_seat)",
                ));
            }
            if *character == Character::Ghost && self.characters.contains(&Character::Spotter) {
                problems.push(Problem::new(
                    field(),
                    "ghost beside spotter, expected one of the two (abil.ghost_seat)",
                ));
            }
        }
        problems
    }

    fn finale_problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        if !self.finales.is_empty() && self.scenario != Scenario::RandomFinale {
            let what = format!(
                "given for {}, expected only for random-finale (rand.draw)",
                self.scenario
            );
            problems.push(Problem::new("finales", what));
        }
        for (place, finale) in self.finales.iter().enumerate() {
            if self.finales[..place].contains(finale) {
                let what = format!("{finale} stands there twice, expected each finale once");
                problems.push(Problem::new(format!("finales[{place}]"), what));
            }
        }
        problems
    }

    /// set.walls, H35: eight on each floor, which stays connected.
    fn wall_problems(&self) -> Vec<Problem> {
        match &self.walls {
            Walls::Random => Vec::new(),
            Walls::Standard => vec![Problem::new(
                "walls",
                "standard, expected random walls, a list or a drawing (set.walls)",
            )],
            Walls::Pieces(floors) => super::scenario::BLUEPRINTS[0].problems(&layout(floors)),
            Walls::Drawing(layout) => super::scenario::BLUEPRINTS[0].problems(layout),
        }
    }

    /// The setup with everything it leaves open drawn from its seed, and the seed erased.
    /// set.first, H50: the first player and the characters are drawn.
    /// set.walls, info.walls, H3: random walls are uniform over connected sets.
    /// dd.setup: so are the cards of Dead Drops, which lie open.
    ///
    /// # Errors
    /// Lists everything that contradicts the rules; also when something is open and there is no seed.
    pub fn complete(&self) -> Result<Setup, SetupError> {
        let mut problems = self.problems();
        let open = self.characters.is_empty()
            || self.first.is_none()
            || self.walls == Walls::Random
            || self.chips == Chips::Uniform
            || self.dead_drops == DeadDrops::Drawn;
        if open && self.seed.is_none() {
            problems.push(Problem::new(
                "seed",
                "missing, expected a seed because characters, first player, walls, chips or Dead Drops are left open",
            ));
        }
        if !problems.is_empty() {
            return Err(SetupError(problems));
        }
        let count = self.count() as usize;
        let seed = self.seed.unwrap_or(0);
        // A stream for each open item, so that fixing one leaves the others as they were.
        let stream = |name: &str| random::stream(seed, &format!("casino-capers {name}"), 0);
        let mut setup = self.clone();
        if setup.characters.is_empty() {
            setup.characters = self.draw_characters(count, &mut stream("characters"));
        }
        setup.character_count = None;
        setup.abilities = Some(self.has_abilities());
        setup
            .first
            .get_or_insert(random::below(&mut stream("first"), count as u32) as u8 + 1);
        setup.walls = Walls::Pieces(match std::mem::take(&mut setup.walls) {
            Walls::Pieces(pieces) => pieces,
            Walls::Drawing(layout) => layout.walls,
            Walls::Random | Walls::Standard => {
                let mut rng = stream("walls");
                (0..LEVELS).map(|_| random_walls(SIZE, None, WALLS, &mut rng)).collect()
            }
        });
        if setup.chips == Chips::Uniform {
            let mut rng = stream("chips");
            setup.chips = Chips::Squares([0; LEVELS].map(|_: u32| {
                let mut all: Vec<usize> = squares(GRID).collect();
                random::shuffle(&mut rng, &mut all);
                all[..CHIPS].iter().fold(0, |mask, square| mask | 1 << square)
            }));
        }
        if setup.dead_drops == DeadDrops::Drawn {
            let mut cards: Vec<u8> = (0..TASK_CARDS as u8).collect();
            random::shuffle(&mut stream("dead drops"), &mut cards);
            cards.truncate(count);
            setup.dead_drops = DeadDrops::Cards(cards);
        }
        if setup.scenario == Scenario::RandomFinale && setup.finales.len() == Finale::ALL.len() {
            setup.finales.clear();
        }
        setup.finales.sort_unstable();
        setup.alternates.sort_unstable();
        setup.seed = None;
        Ok(setup)
    }

    /// Random characters: the nine of the base game, and with abilities the Ghost in the Spotter's place as often as
    /// not.
    fn draw_characters(&self, count: usize, rng: &mut random::Generator) -> Vec<Character> {
        let mut all: Vec<Character> = Character::ALL
            .iter()
            .copied()
            .filter(|&who| who != Character::Ghost)
            .collect();
        if self.has_abilities() && random::below(rng, 2) == 1 {
            all.retain(|&who| who != Character::Spotter);
            all.push(Character::Ghost);
        }
        random::shuffle(rng, &mut all);
        all.truncate(count);
        all
    }
}

/// The walls of a setup as a layout.
fn layout(floors: &[u64]) -> Layout {
    Layout {
        size: SIZE,
        space: None,
        walls: floors.to_vec(),
    }
}

impl CasinoCapers {
    /// The first state of a complete setup.
    /// set.tiles: all tiles are hidden.
    /// set.chips: one of 17 is put back unseen; of two players' chips it is a Saleswoman, which everybody knows.
    /// set.decks, suspicion: patrol decks with distracted cards added or patrol cards removed unseen (H4).
    /// set.events: both event decks are shuffled.
    pub(super) fn first_state(setup: &Setup) -> CasinoCapers {
        let walls = match &setup.walls {
            Walls::Pieces(floors) => floors.clone(),
            _ => vec![0; LEVELS],
        };
        let plans = layout(&walls).plans();
        let count = setup.characters.len();
        let floor = Floor {
            cubes: 0,
            revealed: 0,
            crows: Squares::default(),
            crowds: Squares::default(),
            steaks: Squares::default(),
            had_steak: Squares::default(),
            bouncer: Bouncer {
                at: NONE,
                marker: NONE,
                prey: NONE,
            },
        };
        let mut players = [Player::ABSENT; CHARACTERS];
        for (player, &character) in players.iter_mut().zip(&setup.characters) {
            player.character = character;
            player.status = Status::Outside;
        }
        if let DeadDrops::Cards(cards) = &setup.dead_drops {
            for (player, &card) in players.iter_mut().zip(cards) {
                player.task_card = card;
            }
        }
        let mut chip_stock = Chip::COPIES;
        if count == 2 {
            chip_stock[Chip::Saleswoman.index()] -= 1;
        }
        let level = &Tables::get().suspicion[setup.suspicion as usize - 1];
        let pool = |floor: usize| Cards::new(0xffff << (16 * floor), level.added[floor]);
        let event_deck = EventDeck {
            unseen: 0xff,
            discards: 0,
            order: [crate::cards::HOLE; 8],
            length: 8,
        };
        let mut state = CasinoCapers {
            plans: [plans[0], plans[1]],
            prepped: 0,
            backs: 0,
            pile: 0,
            patrol: Patrol::shuffled([pool(0), pool(1)], level.removed),
            floors: [floor; LEVELS],
            players,
            stock: u32::MAX,
            cracked: Squares::default(),
            swat: Squares::default(),
            zip_lines: Squares::default(),
            named_chips: 0,
            tasks_done: 0,
            tasks_due: 0,
            tiles: [HOLE; Place::COUNT],
            chips: [NONE; Place::COUNT],
            chip_stock,
            box_weights: [0; Chip::ALL.len()],
            boxed: HOLE,
            events: [event_deck; LEVELS],
            uses: [0; Gear::ALL.len().div_ceil(4)],
            turn: Turn {
                number: 0,
                limit: setup.turn_limit,
                player: setup.first.unwrap_or(1) - 1,
                actions: 0,
                done: 0,
            },
            loose_dice: [NONE; SAFE_DICE as usize],
            office_dice: 0,
            safe_dice: 0,
            entrances: [NONE; 2],
            monorail: NONE,
            escalator: NONE,
            out_of_order: NONE,
            jammed: NONE,
            contorted: NONE,
            boots: NONE,
            car: NONE,
            tiger: NONE,
            football: NONE,
            finale: setup.scenario.finale().map_or(NONE, |finale| finale as u8),
            finales: match setup.finales.as_slice() {
                [] => Finale::SET,
                finales => finales.iter().fold(0, |set, finale| set | finale.bit()),
            },
            suspicion: setup.suspicion,
            windows: setup.windows,
            asked_windows: setup.windows,
            seat_count: setup.seats,
            character_count: count as u8,
            flags: if setup.dead_drops == DeadDrops::Off {
                0
            } else {
                flag::DEAD_DROPS
            } | if setup.has_abilities() { flag::ABILITIES } else { 0 },
            ending: Ending::Playing,
            tally: Tally::default(),
            stack: Stack::EMPTY,
        };
        state.deal_gear(setup);
        if let Chips::Squares(floors) = setup.chips {
            (0..LEVELS).for_each(|floor| state.lay_chips(floor, floors[floor]));
        }
        state.push(Frame::DrawBouncer(0, 0));
        state
    }

    /// set.gear: each player takes the cards of the character and its unlocked alternate, unprepped.
    /// dd.setup: in Dead Drops nobody has any, and all cards are the pile.
    fn deal_gear(&mut self, setup: &Setup) {
        let tables = Tables::get();
        let unlocked = setup.alternates.iter().fold(0, |set, card| set | card.bit());
        if setup.dead_drops != DeadDrops::Off {
            self.pile = tables.base | unlocked;
            return;
        }
        self.pile = tables.base;
        for (player, character) in self.players.iter_mut().zip(&setup.characters) {
            let owner = character.gear_of();
            let own = Gear::all_in(tables.base | unlocked).filter(|card| Tables::card(*card).owner == owner);
            player.gear = own.fold(0, |set, card| set | card.bit());
            self.pile &= !player.gear;
        }
    }
}

// The first places of a deck hold patrol cards alone: distracted ones are numbered last.
const _: () = assert!(DISTRACTED as usize == Place::COUNT && Face::COUNT < HOLE as usize);
