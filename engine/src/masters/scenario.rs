//! The scenarios: maps, bags, decks and objectives (7.10, scenarios/*.toml).

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::str::FromStr;
use std::sync::LazyLock;

use serde::Deserialize;

use super::components::{Crisis, Event, Fixer, Item, NpcCard};
pub use super::pieces::{Chit, Loot, Piece};
use super::pieces::{ITEM_SLOTS, PIECES};
use super::tables::{Edition, Tables};
use super::tile::Tile;
use crate::board::hexes::{Hex, HexPlan, Side, members};
use crate::data_rows::{self, value};
use crate::game::NotationError;

/// MH3.1a, MH10.23: what stands on a hex for good, or until a card removes it, beside whatever chits there are. It
/// never hinders movement, a keycard door apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Fixture {
    /// Nothing.
    #[default]
    None,
    /// MH6.3a.
    Reinforcements,
    /// 6.4.
    Watchtower,
    /// MH6.5a: gate A is 0.
    Gate(u8),
    /// MH5.4b: the server of the rings X (0) or Y (1).
    Server(u8),
    /// MH6.7b.
    KeycardDoor,
    /// MH6.2e: where event dogs come from.
    Kennel,
    /// MH5.5a.
    Safe,
    /// MH6.7c: the item hex.
    Item,
    /// The story hex of a scenario.
    Story,
    /// Where the NPC or characters start.
    Pawn,
}

/// What is on a hex before the heist.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Square {
    /// Whether it is a security tile that is not revealed.
    pub is_unrevealed: bool,
    /// Active Guards.
    pub guards: u8,
    /// Active Dogs.
    pub dogs: u8,
    /// Active Locks.
    pub locks: u8,
    /// Live Cameras.
    pub cameras: u8,
    /// Its fixture.
    pub fixture: Fixture,
    /// MH6.7a: the Remote Lock ring X (0) or Y (1).
    pub ring: Option<u8>,
    /// Cash in $k.
    pub cash: u8,
    /// Jewels.
    pub jewels: u8,
    /// Documents.
    pub documents: u8,
    /// USB keys.
    pub usb_keys: u8,
    /// Keycards.
    pub keycards: u8,
}

impl Square {
    /// Chits of a kind that are loot.
    fn count(&self, chit: Chit) -> u8 {
        match chit {
            Chit::Jewel => self.jewels,
            Chit::Documents => self.documents,
            Chit::Usb => self.usb_keys,
            Chit::Keycard => self.keycards,
            Chit::Guard | Chit::Dog | Chit::Lock | Chit::Camera | Chit::Blank => 0,
        }
    }
}

/// MH1b, H2: an Exit, and the one hex that it opens to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExitPlace {
    /// The space of its own.
    pub space: Hex,
    /// The side of the space that it opens to.
    pub opens: Side,
    /// The hex there.
    pub hex: u8,
}

/// MH3.3d: a space for an Exit that is placed in planning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TunnelSpace {
    /// The space.
    pub space: Hex,
    /// The sides that the Exit may open to; bits of [`Side`].
    pub sides: u8,
}

/// A card of the deck (MH3.1c): an Event or a Crisis, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DeckCard(u8);

impl DeckCard {
    /// The Event, if it is one.
    #[inline]
    pub fn event(self) -> Option<Event> {
        Event::ALL.get(usize::from(self.0)).copied()
    }

    /// Its number among all cards.
    pub(super) fn code(self) -> u8 {
        self.0
    }

    /// The Crisis, if it is one.
    #[inline]
    pub fn crisis(self) -> Option<Crisis> {
        let number = usize::from(self.0).checked_sub(Event::ALL.len())?;
        Crisis::ALL.get(number).copied()
    }
}

impl From<Event> for DeckCard {
    fn from(event: Event) -> DeckCard {
        DeckCard(event.index() as u8)
    }
}

impl From<Crisis> for DeckCard {
    fn from(crisis: Crisis) -> DeckCard {
        DeckCard((Event::ALL.len() + crisis.index()) as u8)
    }
}

impl Display for DeckCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.event(), self.crisis()) {
            (Some(event), _) => event.fmt(f),
            (None, Some(crisis)) => crisis.fmt(f),
            (None, None) => Ok(()),
        }
    }
}

impl FromStr for DeckCard {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<DeckCard, NotationError> {
        let crisis = || text.parse::<Crisis>().ok().map(DeckCard::from);
        let card = text.parse::<Event>().ok().map(DeckCard::from).or_else(crisis);
        card.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "a card of the deck: an Event such as E12 or a Crisis such as C1".to_owned(),
        })
    }
}

/// MH5.4e: the safe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Safe {
    /// Its hex.
    pub hex: u8,
    /// Cracks that open it.
    pub cracks: u8,
    /// Loot in it; cash in $k.
    pub loot: Vec<(Loot, u8)>,
    /// Items in it.
    pub items: Vec<Item>,
}

/// What a guide does as its special action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GuideSpecial {
    /// Museum of Antiquity: a keycard flies along a line.
    FancyCardFlick,
    /// The Lair: cash on the kennel and the Reinforcements.
    StudySchematics,
    /// Server Farm: one idea.
    Pause,
}

/// 7.9: the NPC of a scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NpcPlace {
    /// Its card.
    pub card: NpcCard,
    /// Its hex; `None` for a guide that starts on an Entrance (H9).
    pub hex: Option<u8>,
    /// MH7.9b: its ideas.
    pub ideas: u8,
    /// A guide's special action.
    pub special: Option<GuideSpecial>,
}

/// MH7.10c: a part of an objective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// At least so many pieces, or $k, are banked at the end.
    Stolen(Loot, u8),
    /// The NPC is active and on an Exit at the end.
    NpcEscaped,
    /// At least so many player characters escape.
    Escaped(u8),
    /// A character on a hideout holds it.
    HideoutHas(Loot),
}

/// A rule of a single scenario that is more than data (7.10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpecialRule {
    /// MH7.10d: Parking Garage.
    MovingTarget,
    /// MH7.10e: Interior Ministry North.
    MealTicket,
    /// Server Farm: the NPC's USB key removes all Y rings.
    UsbOpensRings,
    /// The Lair: RR and cash for the USB key on the story hex.
    StoryCache,
}

impl SpecialRule {
    /// The rule of a scenario, whatever its revision.
    fn of(name: &str) -> Option<SpecialRule> {
        match name.split('@').next() {
            Some("parking-garage") => Some(SpecialRule::MovingTarget),
            Some("interior-ministry-north") => Some(SpecialRule::MealTicket),
            Some("server-farm") => Some(SpecialRule::UsbOpensRings),
            Some("the-lair") => Some(SpecialRule::StoryCache),
            _ => None,
        }
    }
}

/// A scenario that can be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// The name in setups, such as `tech-lab` or `the-track@2021-01`.
    pub name: String,
    /// The place in [`Scenario::all`].
    pub number: u8,
    /// What the job is called.
    pub job: String,
    /// MH9e: amateur, semi-pro or pro.
    pub difficulty: String,
    /// MH6.5a: the map, then what is left of it after each gate that closes.
    plans: Vec<HexPlan>,
    /// What is on each hex, in index order.
    pub squares: Vec<Square>,
    /// The Exits.
    pub exits: Vec<ExitPlace>,
    /// The tunnel spaces.
    pub tunnels: Vec<TunnelSpace>,
    /// MH3.3d: how many of them may hold an Exit.
    pub tunnel_entrances: u8,
    /// MH3.3c: characters per Entrance at the start; 0 for no limit.
    pub entrance_limit: u8,
    /// MH6.6l: player characters per Exit that count as escaped; 0 for no limit.
    pub exit_capacity: u8,
    /// MH3.1b: the bag, by [`Chit`].
    pub bag: [u8; Chit::ALL.len()],
    /// MH5.3h: the kinds of loot that bring a Guard, as bits of [`Loot::index`].
    pub held_by_guard: u8,
    /// MH3.1c: the deck, the top card first.
    pub deck: Vec<DeckCard>,
    /// MH6.7c: the item of the item hex, and the hex.
    pub item: Option<(u8, Item)>,
    /// The safe.
    pub safe: Option<Safe>,
    /// The NPC.
    pub npc: Option<NpcPlace>,
    /// What people call the NPC here, if not by its card, such as `The Mayor`.
    pub npc_name: Option<String>,
    /// MH7.10b: hexes on which characters start inside.
    pub inside_starts: u32,
    /// The story hexes.
    pub story_hexes: u32,
    /// Whether the story hexes are hideouts.
    uses_hideouts: bool,
    /// MH6.2f: the kennel, or what stands for it.
    pub kennel: Option<u8>,
    /// Its special rule.
    pub special: Option<SpecialRule>,
    /// MH7.10c: all of these must hold.
    pub objective: Vec<Goal>,
    /// MH9a: the fixer that winning it unlocks.
    pub unlocks: Option<Fixer>,
    /// MH9a: cash for winning it, in $k.
    pub reward: u8,
    /// The hexes with servers.
    pub(super) servers: u32,
    /// The tile of each hex, and the hex of each tile.
    tiles: Vec<Tile>,
    numbers: Vec<Option<u8>>,
    /// All loot but cash: the copies of all items, the item on the map, the one in the safe, then jewels, documents,
    /// USB keys and keycards of the map, the bag and the safe.
    pub(super) piece_slots: [Option<Piece>; PIECES],
}

/// Why a scenario cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScenarioError {
    /// There is none of this name.
    #[error("there is no `{name}`; expected one of {}", known.join(", "))]
    Unknown {
        /// The name.
        name: String,
        /// The names that there are.
        known: Vec<&'static str>,
    },
    /// Its data are incomplete.
    #[error("`{name}` cannot be played: its sources have {missing}")]
    Incomplete {
        /// The name.
        name: String,
        /// What is missing.
        missing: String,
    },
}

impl ScenarioError {
    /// What was expected instead.
    pub fn expected(&self) -> String {
        match self {
            ScenarioError::Unknown { known, .. } => format!("one of {}", known.join(", ")),
            ScenarioError::Incomplete { missing, .. } => {
                format!("a scenario that can be played; the sources of this one have {missing}")
            }
        }
    }
}

macro_rules! files {
    ($($name:literal: $path:literal,)+) => {
        &[$(($name, include_str!(concat!("../../data/masters-of-the-heist/scenarios/", $path, ".toml")))),+]
    };
}

/// The files of scenarios by name: the current ones in the order of index.csv, then earlier revisions.
const FILES: &[(&str, &str)] = files! {
    "delinquent-jeweler": "delinquent-jeweler",
    "tech-lab": "tech-lab",
    "the-track": "the-track",
    "estate-basement": "estate-basement",
    "courthouse": "courthouse",
    "museum-of-antiquity": "museum-of-antiquity",
    "server-farm": "server-farm",
    "hotel-basement": "hotel-basement",
    "rival-hq": "rival-hq",
    "parking-garage": "parking-garage",
    "the-lair": "the-lair",
    "the-vault": "the-vault",
    "county-bricks": "county-bricks",
    "county-river": "county-river",
    "county-hole": "county-hole",
    "interior-ministry-south": "interior-ministry-south",
    "interior-ministry-north": "interior-ministry-north",
    "the-track@2021-01": "rev-2021-01/the-track",
    "server-farm@2021-01": "rev-2021-01/server-farm",
    "the-lair@2021-01": "rev-2021-01/the-lair",
    "interior-ministry-south@2021-01": "rev-2021-01/interior-ministry-south",
    "county-bricks@2021-01": "rev-2021-01/county-bricks",
    "interior-ministry-north@2021-01": "rev-2021-01/interior-ministry-north",
};

/// Maps without a deck, most of them without a bag.
const LAYOUTS: &str = include_str!("../../data/masters-of-the-heist/maps_incomplete.toml");

impl Scenario {
    /// The map as it begins.
    pub fn plan(&self) -> &HexPlan {
        &self.plans[0]
    }

    /// MH6.5a, MH1d: what is left of the map after so many gates have closed, at most all.
    #[inline]
    pub fn plan_after(&self, closed: usize) -> &HexPlan {
        &self.plans[closed]
    }

    /// How many gates there are.
    pub fn gates(&self) -> usize {
        self.plans.len() - 1
    }

    /// All that can be played: the seventeen scenarios, then earlier revisions.
    pub fn all() -> &'static [Scenario] {
        static ALL: LazyLock<Vec<Scenario>> = LazyLock::new(|| {
            let files = FILES.iter().map(|(name, text)| (name, ScenarioText::read(text)));
            let complete = files.filter(|(_, file)| file.complete);
            let read = |(number, (name, file)): (usize, (&&str, ScenarioText))| file.scenario(name, number as u8);
            complete.enumerate().map(read).collect()
        });
        &ALL
    }

    /// The scenario of a name.
    ///
    /// # Errors
    /// If there is none, or it lacks something.
    pub fn find(name: &str) -> Result<&'static Scenario, ScenarioError> {
        if let Some(scenario) = Scenario::all().iter().find(|scenario| scenario.name == name) {
            return Ok(scenario);
        }
        let incomplete = |missing: String| ScenarioError::Incomplete {
            name: name.to_owned(),
            missing,
        };
        if let Some((_, text)) = FILES.iter().find(|(known, _)| *known == name) {
            return Err(incomplete(ScenarioText::read(text).missing));
        }
        if let Some(layout) = Layout::all().into_iter().find(|layout| layout.id == name) {
            return Err(incomplete(layout.missing().to_owned()));
        }
        Err(ScenarioError::Unknown {
            name: name.to_owned(),
            known: Scenario::all().iter().map(|scenario| scenario.name.as_str()).collect(),
        })
    }

    /// The tile of a hex.
    ///
    /// # Panics
    /// If there is no hex of this number.
    #[inline]
    pub fn hex_tile(&self, hex: usize) -> Tile {
        self.tiles[hex]
    }

    /// The number of the hex on a tile, also when a gate has removed it.
    #[inline]
    pub fn hex_number(&self, tile: Tile) -> Option<usize> {
        self.numbers[tile.index()].map(usize::from)
    }

    /// Whether characters start on hideouts: Final Score Part 2, which uses those of Part 1.
    pub fn starts_on_hideouts(&self) -> bool {
        self.uses_hideouts && !self.ends_on_hideouts()
    }

    /// MH6.6m: whether hideouts are the targets instead of Exits: Final Score Part 1.
    pub fn ends_on_hideouts(&self) -> bool {
        self.objective.iter().any(|goal| matches!(goal, Goal::HideoutHas(_)))
    }

    /// Whether a fixer may take part: in Part 2 of the Final Score none does, in Part 1 all but Old Friend.
    pub fn allows(&self, fixer: Fixer) -> bool {
        !self.starts_on_hideouts() && (fixer != Fixer::OldFriend || !self.ends_on_hideouts())
    }

    /// The hexes that are unrevealed before the heist.
    pub fn unrevealed(&self) -> u32 {
        self.squares_with(|square| square.is_unrevealed)
    }

    /// The hexes of which something holds before the heist.
    pub fn squares_with(&self, holds: impl Fn(&Square) -> bool) -> u32 {
        let fit = self.squares.iter().enumerate().filter(|(_, square)| holds(square));
        fit.fold(0, |set, (hex, _)| set | 1 << hex)
    }
}

/// A map of maps_incomplete.toml.
#[derive(Deserialize)]
struct Layout {
    id: String,
    bag: Option<serde_json::Map<String, serde_json::Value>>,
}

impl Layout {
    fn all() -> Vec<Layout> {
        #[derive(Deserialize)]
        struct Layouts {
            map: Vec<Layout>,
        }
        data_rows::from_toml::<Layouts>(LAYOUTS).map
    }

    fn missing(&self) -> &'static str {
        match self.bag {
            Some(_) => "no event deck",
            None => "no event deck and no bag",
        }
    }
}

/// MH7.10a: a scenario file. Faults in it are faults of the build: tests read every file.
#[derive(Deserialize)]
struct ScenarioText {
    job: String,
    difficulty: String,
    complete: bool,
    #[serde(default)]
    missing: String,
    unlocks_fixer: String,
    reward_k: u8,
    objective: Vec<String>,
    modules: Vec<String>,
    entrance_limit: u8,
    exit_capacity: u8,
    tunnel_entrances: u8,
    held_by_guard: Vec<String>,
    item_hex: Option<ItemHex>,
    safe: Option<SafeHex>,
    npc: Option<NpcHex>,
    #[serde(default)]
    inside_starts: Vec<(i8, i8)>,
    #[serde(default)]
    story_hexes: Vec<(i8, i8)>,
    kennel_at: Option<(i8, i8)>,
    deck: Vec<String>,
    bag: BTreeMap<String, u8>,
    #[serde(default)]
    exit: Vec<ExitSpace>,
    #[serde(default)]
    tunnel: Vec<Tunnel>,
    map: Map,
}

#[derive(Deserialize)]
struct ItemHex {
    q: i8,
    r: i8,
    item: String,
}

#[derive(Deserialize)]
struct SafeHex {
    q: i8,
    r: i8,
    cracks: u8,
    contents: Vec<String>,
}

#[derive(Deserialize)]
struct NpcHex {
    card: String,
    q: Option<i8>,
    r: Option<i8>,
    ideas: u8,
    special: Option<String>,
    name: Option<String>,
}

#[derive(Deserialize)]
struct ExitSpace {
    q: i8,
    r: i8,
    opens: String,
    to_q: i8,
    to_r: i8,
}

#[derive(Deserialize)]
struct Tunnel {
    q: i8,
    r: i8,
    sides: Vec<String>,
}

#[derive(Deserialize)]
struct Map {
    hexes: Vec<(i8, i8, String)>,
}

impl ScenarioText {
    fn read(text: &str) -> ScenarioText {
        data_rows::from_toml(text)
    }

    fn scenario(self, name: &str, number_in_list: u8) -> Scenario {
        let hexes = self.map.hexes.iter().map(|&(q, r, _)| Hex { q, r }).collect();
        let plan = HexPlan::new(hexes).unwrap_or_else(|error| panic!("scenario {name}: {error}"));
        let number = |(q, r): (i8, i8)| {
            let found = plan.at(Hex { q, r });
            found.unwrap_or_else(|| panic!("scenario {name}: no hex at {q},{r}")) as u8
        };
        let set = |places: &[(i8, i8)]| places.iter().fold(0, |set, &place| set | 1 << number(place));
        let squares: Vec<Square> = self.map.hexes.iter().map(|(_, _, code)| square(code)).collect();
        let kennel = squares.iter().position(|square| square.fixture == Fixture::Kennel);
        let exit = |exit: &ExitSpace| ExitPlace {
            space: Hex { q: exit.q, r: exit.r },
            opens: side(&exit.opens),
            hex: number((exit.to_q, exit.to_r)),
        };
        let exits: Vec<ExitPlace> = self.exit.iter().map(exit).collect();
        let tunnels = self.tunnel.iter().map(|tunnel| TunnelSpace {
            space: Hex {
                q: tunnel.q,
                r: tunnel.r,
            },
            sides: tunnel.sides.iter().fold(0, |set, name| set | side(name).bit()),
        });
        let kinds = self.held_by_guard.iter().map(|kind| value::<Loot>(kind));
        let gate = |letter| {
            squares
                .iter()
                .position(|square| square.fixture == Fixture::Gate(letter))
        };
        let mut plans = vec![plan.clone()];
        for hex in (0..).map_while(gate) {
            plans.push(plans[plans.len() - 1].without(1 << hex));
        }
        let tile_of = |place: Hex| Tile::at(place).unwrap_or_else(|| panic!("scenario {name}: {place} is too far out"));
        let tiles: Vec<Tile> = (0..plan.count()).map(|hex| tile_of(plan.hex(hex))).collect();
        let mut numbers = vec![None; Tile::COUNT];
        for (hex, tile) in tiles.iter().enumerate() {
            numbers[tile.index()] = Some(hex as u8);
        }
        let item = self.item_hex.map(|item| (number((item.q, item.r)), value(&item.item)));
        let safe = self.safe.map(|safe| safe.read(number((safe.q, safe.r))));
        Scenario {
            name: name.to_owned(),
            number: number_in_list,
            piece_slots: piece_slots(item.map(|(_, item)| item), safe.as_ref(), &squares, &bag(&self.bag)),
            servers: squares.iter().enumerate().fold(0, |set, (hex, square)| {
                set | u32::from(matches!(square.fixture, Fixture::Server(_))) << hex
            }),
            tiles,
            numbers,
            tunnel_entrances: self.tunnel_entrances,
            entrance_limit: self.entrance_limit,
            exit_capacity: self.exit_capacity,
            held_by_guard: kinds.fold(0, |set, kind| set | 1 << kind.index()),
            bag: bag(&self.bag),
            deck: self.deck.iter().map(|id| value(id)).collect(),
            item,
            safe,
            npc_name: self.npc.as_ref().and_then(|npc| npc.name.clone()),
            npc: self.npc.map(|npc| npc.read(npc.q.zip(npc.r).map(&number))),
            inside_starts: set(&self.inside_starts),
            story_hexes: set(&self.story_hexes),
            uses_hideouts: self.modules.iter().any(|module| module == "hideouts"),
            kennel: kennel.map(|hex| hex as u8).or(self.kennel_at.map(&number)),
            special: SpecialRule::of(name),
            objective: self.objective.iter().map(|text| goal(text)).collect(),
            unlocks: Some(self.unlocks_fixer.as_str()).filter(|id| !id.is_empty()).map(value),
            reward: self.reward_k,
            tunnels: if self.tunnel.is_empty() && self.tunnel_entrances > 0 {
                outer_spaces(&plan, &exits)
            } else {
                tunnels.collect()
            },
            exits,
            job: self.job,
            difficulty: self.difficulty,
            squares,
            plans,
        }
    }
}

/// The piece of each slot, see [`Scenario::piece_slots`].
fn piece_slots(
    on_map: Option<Item>,
    safe: Option<&Safe>,
    squares: &[Square],
    bag: &[u8; Chit::ALL.len()],
) -> [Option<Piece>; PIECES] {
    // Both editions have the same cards.
    let tables = Tables::get(Edition::V24);
    let copies = |&item: &Item| std::iter::repeat_n(item, usize::from(tables.item(item).copies));
    let mut slots = [None; PIECES];
    for (slot, item) in slots.iter_mut().zip(Item::ALL.iter().flat_map(copies)) {
        *slot = Some(Piece::Item(item));
    }
    slots[ITEM_SLOTS - 2] = on_map.map(Piece::Item);
    slots[ITEM_SLOTS - 1] = safe.and_then(|safe| safe.items.first().copied()).map(Piece::Item);
    let mut next = ITEM_SLOTS;
    for kind in [Chit::Jewel, Chit::Documents, Chit::Usb, Chit::Keycard] {
        let in_safe = safe
            .iter()
            .flat_map(|safe| &safe.loot)
            .filter(|(loot, _)| kind.loot() == Some(*loot));
        let count = squares.iter().map(|square| square.count(kind)).sum::<u8>()
            + bag[kind.index()]
            + in_safe.map(|(_, count)| count).sum::<u8>();
        for _ in 0..count {
            slots[next] = kind.loot().map(Piece::of);
            next += 1;
        }
    }
    slots
}

/// Server Farm of January 2021: a tunnel may come out at any external side of any hex (MH1d), where no Exit stands.
fn outer_spaces(plan: &HexPlan, exits: &[ExitPlace]) -> Vec<TunnelSpace> {
    let mut spaces: Vec<TunnelSpace> = Vec::new();
    for hex in members(plan.present()) {
        for side in Side::ALL
            .into_iter()
            .filter(|side| plan.outer_sides(hex) & side.bit() != 0)
        {
            let space = plan.hex(hex).beside(side);
            if exits.iter().any(|exit| exit.space == space) {
                continue;
            }
            let sides = side.opposite().bit();
            match spaces.iter_mut().find(|known| known.space == space) {
                Some(known) => known.sides |= sides,
                None => spaces.push(TunnelSpace { space, sides }),
            }
        }
    }
    spaces.sort_by_key(|tunnel| (tunnel.space.r, tunnel.space.q));
    spaces
}

impl SafeHex {
    fn read(&self, hex: u8) -> Safe {
        let (mut loot, mut items) = (Vec::new(), Vec::new());
        for content in &self.contents {
            match content.split_once(':') {
                Some(("cash", amount)) => loot.push((Loot::Cash, value(amount))),
                Some(("item", id)) => items.push(value(id)),
                _ => loot.push((value(content), 1)),
            }
        }
        Safe {
            hex,
            cracks: self.cracks,
            loot,
            items,
        }
    }
}

impl NpcHex {
    fn read(&self, hex: Option<u8>) -> NpcPlace {
        NpcPlace {
            card: value(&self.card),
            hex,
            ideas: self.ideas,
            special: self.special.as_deref().map(|special| match special {
                "fancy-card-flick" => GuideSpecial::FancyCardFlick,
                "study-schematics" => GuideSpecial::StudySchematics,
                "pause:I" => GuideSpecial::Pause,
                other => panic!("special action `{other}` in a scenario file"),
            }),
        }
    }
}

/// `NE`, as scenario files write sides.
fn side(text: &str) -> Side {
    value(&text.to_lowercase())
}

fn bag(counts: &BTreeMap<String, u8>) -> [u8; Chit::ALL.len()] {
    let mut bag = [0; Chit::ALL.len()];
    for (kind, &count) in counts {
        bag[value::<Chit>(kind).index()] = count;
    }
    bag
}

/// MH7.10c: `stolen(jewel) >= 3` and the like.
fn goal(text: &str) -> Goal {
    let between = |start: &str, end: &str| text.strip_prefix(start).and_then(|rest| rest.split_once(end));
    if text == "npc_escaped" {
        Goal::NpcEscaped
    } else if let Some((kind, count)) = between("stolen(", ") >= ") {
        Goal::Stolen(value(kind), value(count))
    } else if let Some((_, count)) = between("escaped_count", " >= ") {
        Goal::Escaped(value(count))
    } else if let Some((kind, _)) = between("hideout_has(", ")") {
        Goal::HideoutHas(value(kind))
    } else {
        panic!("objective `{text}` in a scenario file")
    }
}

/// tiles.csv: what is on a hex, by its code.
fn square(code: &str) -> Square {
    static CONTENTS: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
        let rows = data_rows::rows(include_str!("../../data/masters-of-the-heist/tiles.csv"));
        let hexes = rows.filter(|row| row.text("kind") == "hex");
        hexes
            .map(|row| (row.text("code").to_owned(), row.text("contents").to_owned()))
            .collect()
    });
    let contents = CONTENTS.get(code);
    let contents = contents.unwrap_or_else(|| panic!("no hex of code `{code}` in tiles.csv"));
    let mut square = Square {
        is_unrevealed: code == "SC",
        ..Square::default()
    };
    for content in contents.split(' ').filter(|content| !content.is_empty()) {
        put(&mut square, content);
    }
    square
}

fn put(square: &mut Square, content: &str) {
    let letter = |text: &str, letters: &str| {
        let place = letters.find(text);
        place.unwrap_or_else(|| panic!("`{content}` in tiles.csv")) as u8
    };
    match content.split_once(':').unwrap_or((content, "")) {
        ("guard", _) => square.guards += 1,
        ("dog", _) => square.dogs += 1,
        ("lock", _) => square.locks += 1,
        ("camera", _) => square.cameras += 1,
        ("jewel", _) => square.jewels += 1,
        ("documents", _) => square.documents += 1,
        ("usb", _) => square.usb_keys += 1,
        ("keycard", _) => square.keycards += 1,
        ("cash", amount) => square.cash += value::<u8>(amount),
        ("remote_lock", name) => square.ring = Some(letter(name, "XY")),
        ("server", name) => square.fixture = Fixture::Server(letter(name, "XY")),
        ("gate", name) => square.fixture = Fixture::Gate(letter(name, "ABCD")),
        ("reinforcements", _) => square.fixture = Fixture::Reinforcements,
        ("watchtower", _) => square.fixture = Fixture::Watchtower,
        ("keycard_door", _) => square.fixture = Fixture::KeycardDoor,
        ("kennel", _) => square.fixture = Fixture::Kennel,
        ("safe", _) => square.fixture = Fixture::Safe,
        ("item", _) => square.fixture = Fixture::Item,
        ("story", _) => square.fixture = Fixture::Story,
        ("pawn", _) => square.fixture = Fixture::Pawn,
        _ => panic!("`{content}` in tiles.csv"),
    }
}
