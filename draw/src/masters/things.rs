//! The places of the map, and what lies and stands on them.

use std::ops::Deref;

use heist_engine::board::hexes::{Side, members};
use heist_engine::game::{Game, Node};
use heist_engine::masters::pieces::Chit;
use heist_engine::masters::scenario::Fixture;
use heist_engine::masters::{MastersOfTheHeist, Pair, Phase, Piece, Standing, Tile, Who};

use super::names;

/// A state, and where a plan leads whose tokens and starts are to be seen as well.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    /// The state.
    pub game: &'a MastersOfTheHeist,
    /// The state once the plan is made.
    pub planned: Option<&'a MastersOfTheHeist>,
}

impl<'a> From<&'a MastersOfTheHeist> for Scene<'a> {
    fn from(game: &'a MastersOfTheHeist) -> Scene<'a> {
        Scene { game, planned: None }
    }
}

impl Deref for Scene<'_> {
    type Target = MastersOfTheHeist;

    fn deref(&self) -> &MastersOfTheHeist {
        self.game
    }
}

impl Scene<'_> {
    /// What the plan adds to a place: tokens, as bits of characters, and who starts there.
    fn added(&self, at: Tile) -> (u8, Vec<Who>) {
        let Some(planned) = self.planned else {
            return (0, Vec::new());
        };
        let tokens = match self.game.scenario().hex_number(at) {
            Some(hex) => plans(planned, hex) & !plans(self.game, hex),
            None => 0,
        };
        let starts = |who: &Who| planned.tile_of(*who) == Some(at) && self.game.tile_of(*who).is_none();
        (tokens, planned.everyone().filter(starts).collect())
    }
}

/// What a place of the map is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ground {
    /// A hex by its number.
    Hex(usize),
    /// A hex that is not revealed.
    Unrevealed(usize),
    /// A hex that a gate has closed.
    Gone,
    /// An Exit with the side that it opens to.
    Exit(Side),
    /// A space in which an Exit may be placed.
    Tunnel,
}

impl Ground {
    /// The word in the picture's data.
    pub const fn name(self) -> &'static str {
        match self {
            Ground::Hex(_) => "hex",
            Ground::Unrevealed(_) => "unrevealed",
            Ground::Gone => "gone",
            Ground::Exit(_) => "exit",
            Ground::Tunnel => "tunnel",
        }
    }
}

/// All places of the map: hexes in index order, Exits, and in planning the tunnel spaces.
pub(super) fn places(game: &MastersOfTheHeist) -> Vec<(Tile, Ground)> {
    let present = game.plan().present();
    let ground = |hex: usize| match present & 1 << hex != 0 {
        false => Ground::Gone,
        true if game.is_unrevealed(hex) => Ground::Unrevealed(hex),
        true => Ground::Hex(hex),
    };
    let scenario = game.scenario();
    let hexes = (0..game.plan().count()).map(|hex| (scenario.hex_tile(hex), ground(hex)));
    let mut places: Vec<(Tile, Ground)> = hexes.collect();
    places.extend(game.exits().map(|(at, side)| (at, Ground::Exit(side))));
    if game.phase() == Phase::Plan {
        let tunnels = scenario.tunnels.iter().filter_map(|tunnel| Tile::at(tunnel.space));
        let free: Vec<Tile> = tunnels
            .filter(|tunnel| !places.iter().any(|(at, _)| at == tunnel))
            .collect();
        places.extend(free.into_iter().map(|at| (at, Ground::Tunnel)));
    }
    places
}

/// A kind of security chit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Security {
    Guard,
    Dog,
    Lock,
    Camera,
}

impl Security {
    /// All of them.
    const ALL: [Security; 4] = [Security::Guard, Security::Dog, Security::Lock, Security::Camera];

    fn on(self, game: &MastersOfTheHeist, hex: usize) -> Pair {
        match self {
            Security::Guard => game.guards(hex),
            Security::Dog => game.dogs(hex),
            Security::Lock => game.locks(hex),
            Security::Camera => game.cameras(hex),
        }
    }

    /// What an active and an inactive one are called.
    const fn words(self) -> [&'static str; 2] {
        match self {
            Security::Guard => ["Guard", "subdued Guard"],
            Security::Dog => ["Dog", "subdued Dog"],
            Security::Lock => ["Lock", "unlocked Lock"],
            Security::Camera => ["Camera", "disabled Camera"],
        }
    }
}

/// Something on a hex or an Exit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Thing {
    /// A lockdown gate by its number, from 0 for A.
    Gate(u8),
    /// A server by the letter of its rings, 0 for X.
    Server(u8),
    /// A Remote Lock ring.
    Ring(u8),
    /// A keycard door.
    Door,
    /// A Watchtower.
    Tower,
    /// A Reinforcements token.
    Reinforcements,
    /// The kennel.
    Kennel,
    /// The closed safe: its cracks, and how many open it.
    Safe(u8, u8),
    /// A story hex.
    Story,
    /// Where the NPC or a character starts.
    Pawn,
    /// The chit of an unrevealed hex, where the state knows it.
    Hidden(Chit),
    /// Active or inactive chits.
    Chits(Security, bool, u8),
    /// Guards and Dogs that a Flashbang subdues until the end of the Event.
    Flashed(u8),
    /// Equal pieces of loot.
    Loot(Piece, u8),
    /// An idea token of the Architect.
    Idea,
    /// Planning tokens, as bits of characters.
    Plans(u8),
    /// A character.
    Character(Who, Standing),
    /// Planning tokens that a plan would add, as bits of characters.
    Planned(u8),
    /// A character that would start here by a plan.
    Coming(Who),
}

impl Thing {
    /// Everything on a place, in the order in which it is drawn.
    pub fn on(game: &Scene, at: Tile, ground: Ground) -> Vec<Thing> {
        let mut things = match ground {
            Ground::Hex(hex) | Ground::Unrevealed(hex) => of_hex(game, hex),
            Ground::Gone | Ground::Exit(_) | Ground::Tunnel => Vec::new(),
        };
        let standing = game.everyone().filter(|&who| game.tile_of(who) == Some(at));
        things.extend(standing.map(|who| Thing::Character(who, game.standing(who))));
        let (tokens, starts) = game.added(at);
        things.extend((tokens != 0).then_some(Thing::Planned(tokens)));
        things.extend(starts.into_iter().map(Thing::Coming));
        things
    }

    /// How many there are, of what is counted.
    pub const fn count(self) -> Option<u8> {
        match self {
            Thing::Chits(_, _, count) | Thing::Flashed(count) => Some(count),
            Thing::Loot(Piece::Cash(amount), _) => Some(amount),
            Thing::Loot(_, count) => Some(count),
            _ => None,
        }
    }

    /// The name in the picture's data.
    pub fn name(self) -> String {
        let letter = |number: u8, first: u8| char::from(first + number);
        match self {
            Thing::Gate(number) => format!("gate:{}", letter(number, b'A')),
            Thing::Server(number) => format!("server:{}", letter(number, b'X')),
            Thing::Ring(number) => format!("ring:{}", letter(number, b'X')),
            Thing::Door => "door".to_owned(),
            Thing::Tower => "watchtower".to_owned(),
            Thing::Reinforcements => "reinforcements".to_owned(),
            Thing::Kennel => "kennel".to_owned(),
            Thing::Safe(..) => "safe".to_owned(),
            Thing::Story => "story".to_owned(),
            Thing::Pawn => "start".to_owned(),
            Thing::Hidden(chit) => format!("?{chit}"),
            Thing::Chits(kind, is_active, _) => {
                let [active, inactive] = kind.words();
                let word = if is_active { active } else { inactive };
                word.to_lowercase().replace(' ', "-")
            }
            Thing::Flashed(_) => "flashed".to_owned(),
            Thing::Loot(Piece::Cash(_), _) => "cash".to_owned(),
            Thing::Loot(piece, _) => piece.to_string(),
            Thing::Idea => "idea".to_owned(),
            Thing::Plans(_) => "plans".to_owned(),
            Thing::Character(..) => "character".to_owned(),
            Thing::Planned(_) => "planned".to_owned(),
            Thing::Coming(_) => "coming".to_owned(),
        }
    }

    /// The place in legends.
    pub const fn rank(self) -> u8 {
        match self {
            Thing::Character(..) => 0,
            Thing::Plans(_) => 1,
            Thing::Coming(_) => 46,
            Thing::Planned(_) => 47,
            Thing::Chits(kind, is_active, _) => 2 + 2 * kind as u8 + !is_active as u8,
            Thing::Flashed(_) => 10,
            Thing::Hidden(_) => 11,
            Thing::Loot(piece, _) => 12 + piece.rank(),
            Thing::Idea => 40,
            Thing::Gate(number) => 50 + number,
            Thing::Server(number) => 60 + number,
            Thing::Ring(number) => 62 + number,
            Thing::Door => 64,
            Thing::Tower => 65,
            Thing::Reinforcements => 66,
            Thing::Kennel => 67,
            Thing::Safe(..) => 68,
            Thing::Story => 69,
            Thing::Pawn => 70,
        }
    }

    /// What it is, for legends.
    pub fn meaning(self, game: &MastersOfTheHeist) -> String {
        let letter = |number: u8, first: u8| char::from(first + number);
        let meaning = match self {
            Thing::Gate(number) => return format!("gate {}", letter(number, b'A')),
            Thing::Server(number) => return format!("server {}", letter(number, b'X')),
            Thing::Ring(number) => return format!("Remote Lock {}", letter(number, b'X')),
            Thing::Door => "keycard door",
            Thing::Tower => "Watchtower",
            Thing::Reinforcements => "Reinforcements",
            Thing::Kennel => "kennel",
            Thing::Safe(..) => "safe with its cracks",
            Thing::Story if game.scenario().starts_on_hideouts() || game.scenario().ends_on_hideouts() => "hideout",
            Thing::Story => "story hex",
            Thing::Pawn => "start inside",
            Thing::Hidden(chit) => return format!("unrevealed {}", names::chit(chit)),
            Thing::Chits(kind, is_active, _) => {
                let [active, inactive] = kind.words();
                if is_active { active } else { inactive }
            }
            Thing::Flashed(_) => "subdued until the end of the Event",
            Thing::Loot(Piece::Cash(_), _) => "cash in $k",
            Thing::Loot(piece, _) => return names::piece(piece),
            Thing::Idea => "idea token",
            Thing::Plans(_) => "planning tokens, by character",
            Thing::Planned(_) => "tokens of the suggested plan",
            Thing::Coming(_) => "start of the suggested plan",
            Thing::Character(who, Standing::Inactive) if who.is_npc() => "NPC, not yet in play",
            Thing::Character(who, _) if who.is_npc() => "NPC",
            Thing::Character(_, Standing::Busted) => "Busted character",
            Thing::Character(..) => "character",
        };
        meaning.to_owned()
    }
}

fn of_hex(game: &MastersOfTheHeist, hex: usize) -> Vec<Thing> {
    let mut things: Vec<Thing> = fixture(game, hex).into_iter().collect();
    things.extend(game.ring(hex).map(Thing::Ring));
    things.extend(game.hidden_chit(hex).map(Thing::Hidden));
    for kind in Security::ALL {
        let pair = kind.on(game, hex);
        let both = [(true, pair.active), (false, pair.inactive)];
        let there = both.into_iter().filter(|(_, count)| *count > 0);
        things.extend(there.map(|(is_active, count)| Thing::Chits(kind, is_active, count)));
    }
    let flashed: u8 = game.flashed(hex).iter().sum();
    things.extend((flashed > 0).then_some(Thing::Flashed(flashed)));
    things.extend(loot(&game.loot_on(hex)));
    things.extend(game.has_idea_token(hex).then_some(Thing::Idea));
    let plans = plans(game, hex);
    things.extend((plans != 0).then_some(Thing::Plans(plans)));
    things
}

/// The characters with a planning token on a hex, as bits.
fn plans(game: &MastersOfTheHeist, hex: usize) -> u8 {
    let owners = game.everyone().filter(|&who| game.tokens(who) & 1 << hex != 0);
    owners.fold(0, |set, who| set | 1 << who.0)
}

/// The owners of planning tokens.
pub(super) fn owners(plans: u8) -> impl Iterator<Item = Who> {
    members(plans.into()).map(|number| Who(number as u8))
}

fn fixture(game: &MastersOfTheHeist, hex: usize) -> Option<Thing> {
    Some(match game.fixture_on(hex) {
        // The item of an item hex lies there as loot.
        Fixture::None | Fixture::Item => return None,
        Fixture::Reinforcements => Thing::Reinforcements,
        Fixture::Watchtower => Thing::Tower,
        Fixture::Gate(number) => Thing::Gate(number),
        Fixture::Server(number) => Thing::Server(number),
        Fixture::KeycardDoor => Thing::Door,
        Fixture::Kennel => Thing::Kennel,
        Fixture::Safe => Thing::Safe(
            game.cracks(),
            game.scenario().safe.as_ref().map_or(0, |safe| safe.cracks),
        ),
        Fixture::Story => Thing::Story,
        Fixture::Pawn if game.phase() == Phase::Plan => Thing::Pawn,
        Fixture::Pawn => return None,
    })
}

/// Equal pieces together.
fn loot(pieces: &[Piece]) -> Vec<Thing> {
    let mut things: Vec<Thing> = Vec::new();
    for &piece in pieces {
        match things.last_mut() {
            Some(Thing::Loot(known, count)) if *known == piece => *count += 1,
            _ => things.push(Thing::Loot(piece, 1)),
        }
    }
    things
}

/// Whether a character decides now.
pub(super) fn is_active(game: &MastersOfTheHeist, who: Who) -> bool {
    game.node() != Node::Terminal && (game.deciding() == Some(who) || game.roller() == Some(who))
}
