//! Directed games: every two values of different options meet so many times (docs/invariants.md, "What meets in the
//! comparison").
//!
//! Each game is aimed at the pair that has met least often. It begins in the middle, with a roll that may crack the
//! Safe and with gear at hand, and ends soon after the pair has met. Games in which it does not are left out.

use std::collections::BTreeMap;
use std::io::Write;

use heist_engine::Overrides;
use heist_engine::board::Cell;
use heist_engine::casino_capers::{
    Action, CasinoCapers, Character, Chip, DeadDrops, Face, Finale, Gear, Kind, Outcome, Scenario, Setup, Tables, Use,
    Waiting,
};
use heist_engine::game::{Fill, Game, Node, Windows};
use heist_engine::random::{Generator, below, choose, shuffle, stream};
use serde_json::{Map, Value as Json, json};

use super::{Aim, CAREFUL, Taken, card_name, play};

/// So many games in a row in which the pair they are aimed at does not meet.
const MOST_IN_VAIN: u64 = 500;
/// The Moles that have brought the dice, and the most chips that may lie face down without them.
const DISCARDED: [Chip; 3] = [Chip::Mole; 3];
const CHIPS: usize = 16 - DISCARDED.len();
/// The most steps of a game.
const MOST_STEPS: u64 = 150;
/// Steps of a game after its pair has met: what the two have done is compared as well.
const STEPS_AFTER: u64 = 12;

/// A value of one of the six options.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Value {
    /// The finale that runs.
    Finale(Finale),
    /// Whether Dead Drops are played.
    DeadDrops(bool),
    /// hunt.lure: a hunter is lured, by what.
    Lure(Lure),
    /// Section 3.3: an ability is used.
    Ability(Character),
    /// The front of an alternate is used.
    Alternate(Gear),
    /// How many characters play.
    Characters(u8),
}

/// What puts a marker out for a hunter (hunt.change: *set*).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Lure {
    /// A commotion by a card, front or back.
    Gear,
    /// A commotion by a tile or a finale.
    Board,
    /// An event, with a commotion or without.
    Event,
}

impl Value {
    /// The number of the option.
    fn option(self) -> u8 {
        match self {
            Value::Finale(_) => 0,
            Value::DeadDrops(_) => 1,
            Value::Lure(_) => 2,
            Value::Ability(_) => 3,
            Value::Alternate(_) => 4,
            Value::Characters(_) => 5,
        }
    }

    /// Whether it is shown by a step, and not by the setup or the finale.
    fn is_shown_by_step(self) -> bool {
        matches!(self, Value::Lure(_) | Value::Ability(_) | Value::Alternate(_))
    }
}

/// The characters with an ability.
const ABLE: [Character; 8] = [
    Character::Rook,
    Character::Acrobat,
    Character::Peterman,
    Character::Hacker,
    Character::Rigger,
    Character::Juicer,
    Character::Hawk,
    Character::Ghost,
];

fn is_alternate(card: Gear) -> bool {
    Tables::card(card).alternate_of.is_some()
}

fn alternates() -> impl Iterator<Item = Gear> {
    Gear::ALL.iter().copied().filter(|&card| is_alternate(card))
}

/// All values of all options.
fn values() -> Vec<Value> {
    let mut all: Vec<Value> = Finale::ALL.iter().copied().map(Value::Finale).collect();
    all.extend([false, true].map(Value::DeadDrops));
    all.extend([Lure::Gear, Lure::Board, Lure::Event].map(Value::Lure));
    all.extend(ABLE.map(Value::Ability));
    all.extend(alternates().map(Value::Alternate));
    all.extend([2, 3, 4].map(Value::Characters));
    all
}

/// A pair of values that meet, the one of the earlier option first.
type Pair = (Value, Value);

/// Whether two values can meet. What a Safe roll needs comes before the finale (safe.finale): Peterman's reroll and
/// Steady Hands.
fn can_meet((one, other): Pair) -> bool {
    let needs_roll = matches!(
        other,
        Value::Ability(Character::Peterman) | Value::Alternate(Gear::SteadyHands)
    );
    one.option() < other.option() && !(matches!(one, Value::Finale(_)) && needs_roll)
}

/// Writes games until every pair has met so many times. Whether it has, before too many games were of no use.
pub fn write(times: u64, seed: u64, out: &mut impl Write) -> std::io::Result<bool> {
    let all = values();
    let pairs = all.iter().flat_map(|&one| all.iter().map(move |&other| (one, other)));
    let mut met: BTreeMap<Pair, u64> = pairs.filter(|&pair| can_meet(pair)).map(|pair| (pair, 0)).collect();
    let (mut game, mut written, mut in_vain) = (0, 0, 0);
    while let Some((&pair, &least)) = met.iter().min_by_key(|&(_, &count)| count)
        && least < times
    {
        if in_vain == MOST_IN_VAIN {
            eprintln!("{pair:?} met {least} times, expected {times}");
            return Ok(false);
        }
        let mut rng = stream(seed, "casino pairs", game);
        game += 1;
        let setup = setup_for(pair, &mut rng);
        let begun = before_the_crack(&setup, pair, &mut rng);
        let mut hunt = Hunt::new(pair, &setup);
        let mut lines = Vec::new();
        play(&setup, begun, &DISCARDED, &CAREFUL, &mut hunt, &mut rng, &mut lines)?;
        if !hunt.has_met() {
            in_vain += 1;
            continue;
        }
        (written, in_vain) = (written + 1, 0);
        out.write_all(&lines)?;
        for pair in hunt.pairs() {
            met.entry(pair).and_modify(|count| *count += 1);
        }
    }
    eprintln!("{} pairs met in {written} of {game} games", met.len());
    Ok(true)
}

/// A setup in which two values can meet.
fn setup_for((one, other): Pair, rng: &mut Generator) -> Setup {
    let mut setup = Setup::random_finale(1 + below(rng, 2) as u8, u64::from(below(rng, u32::MAX)));
    setup.scenario = Scenario::Known(choose(rng, Finale::ALL));
    let dead_drops = |is_on| if is_on { DeadDrops::Drawn } else { DeadDrops::Off };
    setup.dead_drops = dead_drops(choose(rng, &[false, true]));
    let (mut count, mut members) = (2 + below(rng, 3) as u8, Vec::new());
    for value in [one, other] {
        match value {
            Value::Finale(finale) => setup.scenario = Scenario::Known(finale),
            Value::DeadDrops(is_on) => setup.dead_drops = dead_drops(is_on),
            // Her Crybaby makes commotions.
            Value::Lure(Lure::Gear) => members.push(Character::Juicer),
            Value::Lure(_) => {}
            Value::Ability(character) => members.push(character),
            Value::Alternate(card) => members.push(Tables::card(card).owner),
            Value::Characters(characters) => count = characters,
        }
    }
    // abil.ghost_seat: the Ghost has the Spotter's cards.
    if members.contains(&Character::Ghost) {
        members.retain(|&member| member != Character::Spotter);
    }
    members.dedup();
    let mut others = [&ABLE[..], &[Character::Raven]].concat();
    others.retain(|other| members.iter().all(|member| member.gear_of() != other.gear_of()));
    shuffle(rng, &mut others);
    members.extend(others);
    members.truncate(usize::from(count));
    shuffle(rng, &mut members);
    setup.characters = members;
    setup.abilities = Some(true);
    setup.alternates = alternates().collect();
    // No patrol card is in the box.
    setup.suspicion = 1 + below(rng, 6) as u8;
    setup.windows = choose(rng, &[Windows::Full, Windows::Full, Windows::Reduced]);
    setup.complete().expect("these setups are legal")
}

/// A game whose current player stands on the Safe with three dice on it and one tile to crack. All have come in and
/// have their alternates prepped. Where a hunter is to be lured one hunts.
fn before_the_crack(setup: &Setup, pair: Pair, rng: &mut Generator) -> CasinoCapers {
    let (world, safe) = loop {
        let world = world(setup, rng);
        let safe = cell_of(&world, Face::SAFE);
        if world.chip_at(safe).is_none() && world.bouncer(1) != Some(safe) {
            break (world, safe);
        }
    };
    let is_of_pair = |value: Value| value == pair.0 || value == pair.1;
    // abil.peterman: only he rerolls, and only what he has rolled.
    let rolls = |&member: &Character| member == Character::Peterman && is_of_pair(Value::Ability(member));
    let current = setup.characters.iter().position(rolls);
    let current = current.unwrap_or_else(|| below(rng, setup.characters.len() as u32) as usize);
    let at = figures(&world, safe, current, rng);
    let line: Vec<Cell> = CasinoCapers::cells()
        .filter(|cell| cell.floor() == 1 && *cell != safe && safe.lines() & cell.bit() != 0)
        .collect();
    let last = choose(rng, &line);
    let mut is_open = |cell: &Cell| {
        // An event is drawn on these.
        let face = world.hidden_face(*cell);
        let is_bar = face.is_some_and(|face| matches!(face.kind(), Kind::Pool | Kind::Lounge));
        line.contains(cell) || at.contains(cell) || is_bar || below(rng, 2) == 0
    };
    let open: Vec<Cell> = CasinoCapers::cells().filter(|cell| is_open(cell)).collect();
    let is_closed_chip = |cell: &Cell| world.chip_at(*cell).is_some() && !open.contains(cell);
    let is_hunted = [Lure::Gear, Lure::Board, Lure::Event]
        .map(Value::Lure)
        .into_iter()
        .any(is_of_pair);
    let hunter = is_hunted.then(|| below(rng, 2) as usize);
    let bouncers = [0, 1].map(|floor| match world.marker(floor).filter(|_| hunter != Some(floor)) {
        Some(marker) => json!({"at": world.bouncer(floor), "marker": marker}),
        None => json!({"at": world.bouncer(floor)}),
    });
    let decks = [0, 1].map(|floor| {
        // hunt.start: he hunts because his deck is empty.
        let drawn = world.patrol_unseen(floor).filter(|_| hunter == Some(floor));
        let cards: Vec<String> = world.patrol_discards(floor).chain(drawn).map(card_name).collect();
        json!({ "discards": cards })
    });
    let hands: Vec<Map<String, Json>> = setup.characters.iter().map(|&member| hand(member, rng)).collect();
    let mut players = Vec::new();
    for (player, &character) in setup.characters.iter().enumerate() {
        players.push(json!({
            "character": character, "at": at[player], "heat": below(rng, 3), "gear": hands[player],
        }));
    }
    let mut position = json!({
        "scenario": setup.scenario,
        "seats": setup.seats,
        "suspicion": setup.suspicion,
        "abilities": true,
        "turn-limit": setup.turn_limit,
        "windows": setup.windows,
        "turn": 9,
        "current": current + 1,
        "walls": setup.walls,
        "entrances": world.entrance_cells().collect::<Vec<_>>(),
        "tiles": by_cell(open.iter().copied(), |cell| json!(world.hidden_face(cell))),
        "chips": by_cell(CasinoCapers::cells().filter(is_closed_chip).take(CHIPS), |_| json!("?")),
        "discarded-chips": DISCARDED,
        "cracked": line.iter().filter(|&&cell| cell != last).collect::<Vec<_>>(),
        "dice": {"safe": DISCARDED.len()},
        "bouncers": bouncers,
        "decks": decks,
    });
    if let DeadDrops::Cards(cards) = &setup.dead_drops {
        position["dead-drops"] = json!(true);
        position["pile"] = json!(pile(&hands));
        for (player, card) in players.iter_mut().zip(cards) {
            player["task-card"] = json!(card + 1);
        }
    }
    position["players"] = json!(players);
    let position = serde_json::from_value(position).expect("the shape of a position");
    CasinoCapers::from_position(position, Overrides::None).unwrap_or_else(|error| panic!("{error}"))
}

/// A game that was just set up, in which everything is known.
fn world(setup: &Setup, rng: &mut Generator) -> CasinoCapers {
    let mut world = CasinoCapers::new(setup).expect("the setup is complete");
    let mut legal = Vec::new();
    while world.turn() == 0 {
        if world.node() == Node::Chance {
            world.resolve(world.sample(rng));
        } else {
            world.legal_actions(&mut legal);
            world.apply(choose(rng, &legal));
        }
    }
    world.determinize(Fill::All, rng);
    world
}

fn cell_of(world: &CasinoCapers, face: Face) -> Cell {
    let found = CasinoCapers::cells().find(|&cell| world.hidden_face(cell) == Some(face));
    found.expect("it lies somewhere")
}

/// Where the players stand: the current one on the Safe, the others on cells without a chip and away from bouncers.
fn figures(world: &CasinoCapers, safe: Cell, current: usize, rng: &mut Generator) -> Vec<Cell> {
    let is_near_bouncer = |cell: Cell| {
        let near = |at: Cell| at == cell || world.floor_plan(at.floor()).adjacent(at.square()) & cell.bit() != 0;
        world.bouncer(cell.floor()).is_some_and(near)
    };
    let is_free = |&cell: &Cell| cell != safe && world.chip_at(cell).is_none() && !is_near_bouncer(cell);
    let mut at: Vec<Cell> = CasinoCapers::cells().filter(is_free).collect();
    shuffle(rng, &mut at);
    at.insert(current, safe);
    at.truncate(world.characters());
    at
}

/// The cards of a character, the alternate in place of the card it is an alternate of.
fn hand(character: Character, rng: &mut Generator) -> Map<String, Json> {
    let own: Vec<Gear> = Gear::ALL
        .iter()
        .copied()
        .filter(|&card| Tables::card(card).owner == character.gear_of())
        .collect();
    let is_replaced = |card: Gear| own.iter().any(|&other| Tables::card(other).alternate_of == Some(card));
    let held = own.iter().copied().filter(|&card| !is_replaced(card));
    held.map(|card| {
        let shown = if is_alternate(card) {
            "prepped"
        } else {
            choose(rng, &["prepped", "unprepped", "back"])
        };
        (card.to_string(), json!(shown))
    })
    .collect()
}

/// dd.setup, act.prep.alt: what nobody has, but for the counterparts of what was prepped.
fn pile(hands: &[Map<String, Json>]) -> Vec<Gear> {
    let family = |card: Gear| Tables::card(card).alternate_of.unwrap_or(card);
    let is_gone = |card: Gear| {
        hands.iter().flatten().any(|(other, shown)| {
            let is_counterpart = |&of: &Gear| of.to_string() == *other && family(of) == family(card);
            *other == card.to_string() || shown != "unprepped" && Gear::ALL.iter().any(is_counterpart)
        })
    };
    Gear::ALL.iter().copied().filter(|&card| !is_gone(card)).collect()
}

fn by_cell(cells: impl Iterator<Item = Cell>, value: impl Fn(Cell) -> Json) -> Json {
    Json::Object(cells.map(|cell| (cell.to_string(), value(cell))).collect())
}

/// A game that is aimed at a pair, and the values it has shown.
struct Hunt {
    pair: Pair,
    /// Values of the setup.
    given: Vec<Value>,
    /// Values that steps have shown, with the finale that ran.
    shown: Vec<(Value, Option<Finale>)>,
    finale: Option<Finale>,
    /// What would lure a hunter now; none where several things go on at once.
    cause: Option<Lure>,
    steps: u64,
    /// The step with which the pair met.
    met: Option<u64>,
}

impl Hunt {
    fn new(pair: Pair, setup: &Setup) -> Hunt {
        Hunt {
            pair,
            given: vec![
                Value::DeadDrops(setup.dead_drops != DeadDrops::Off),
                Value::Characters(setup.characters.len() as u8),
            ],
            shown: Vec::new(),
            finale: None,
            cause: None,
            steps: 0,
            met: None,
        }
    }

    fn has_met(&self) -> bool {
        self.met.is_some()
    }

    /// The pairs that have met: what steps show meets the finale that runs then, and everything else that the game
    /// shows or has.
    fn pairs(&self) -> Vec<Pair> {
        let finale = self.finale.map(|finale| (Value::Finale(finale), self.finale));
        let setup = self.given.iter().map(|&value| (value, None));
        let all: Vec<(Value, Option<Finale>)> = finale.into_iter().chain(setup).chain(self.shown.clone()).collect();
        let meet = |&(one, _): &(Value, Option<Finale>), &(other, ran): &(Value, Option<Finale>)| match one {
            Value::Finale(_) if other.is_shown_by_step() => ran.map(Value::Finale) == Some(one),
            _ => true,
        };
        let mut pairs: Vec<Pair> = all
            .iter()
            .flat_map(|one| {
                all.iter()
                    .filter(|other| meet(one, other))
                    .map(|other| (one.0, other.0))
            })
            .filter(|&(one, other)| one.option() < other.option())
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// How much showing a value is worth: most for one of the pair where it counts, in the finale if the pair has one,
    /// and something for any other.
    fn weight(&self, value: Value, ran: Option<Finale>) -> f64 {
        let is_in_pair = value == self.pair.0 || value == self.pair.1;
        let needs_finale = is_in_pair && matches!(self.pair.0, Value::Finale(_));
        let counts = |ran: Option<Finale>| ran.is_some() || !needs_finale;
        let has_shown = self.shown.iter().any(|&(shown, ran)| shown == value && counts(ran));
        match is_in_pair {
            _ if has_shown || !counts(ran) => 0.0,
            true => 200.0,
            false => 20.0,
        }
    }

    /// How much it is worth that a value may be shown next.
    fn prospect(&self, state: &CasinoCapers, cause: Option<Lure>) -> f64 {
        let ran = state.running_finale();
        let mut legal = Vec::new();
        if matches!(state.node(), Node::Decision(_)) {
            state.legal_actions(&mut legal);
        }
        let shown = legal.iter().filter_map(|&action| shown_by(state, action));
        let lure = match state.waiting() {
            Waiting::CommotionWindow(cell) if state.marker(cell.floor()).is_none() => cause,
            Waiting::Event(..) => Some(Lure::Event),
            _ => None,
        };
        let values = shown.chain(lure.map(Value::Lure));
        values.map(|value| self.weight(value, ran)).fold(0.0, f64::max)
    }
}

impl Aim for Hunt {
    fn bonus(&self, before: &CasinoCapers, taken: Taken, after: &CasinoCapers) -> f64 {
        let (cause, ran) = (cause(self.cause, taken), before.running_finale());
        let shown: f64 = shows(before, taken, after, cause)
            .map(|value| self.weight(value, ran))
            .sum();
        shown + 0.4 * self.prospect(after, cause)
    }

    fn note(&mut self, before: &CasinoCapers, taken: Taken, after: &CasinoCapers) {
        self.steps += 1;
        self.finale = after.running_finale();
        self.cause = cause(self.cause, taken);
        let ran = before.running_finale();
        self.shown
            .extend(shows(before, taken, after, self.cause).map(|value| (value, ran)));
        if self.met.is_none() && self.pairs().contains(&self.pair) {
            self.met = Some(self.steps);
        }
    }

    fn is_reached(&self) -> bool {
        self.steps >= self.met.map_or(MOST_STEPS, |met| met + STEPS_AFTER)
    }
}

/// The values that a step shows.
fn shows(
    before: &CasinoCapers,
    taken: Taken,
    after: &CasinoCapers,
    cause: Option<Lure>,
) -> impl Iterator<Item = Value> {
    let by_action = match taken {
        Taken::Action(action) => shown_by(before, action),
        Taken::Outcome(_) => None,
    };
    let is_lured = |floor: usize| {
        before.bouncer(floor).is_some() && before.marker(floor).is_none() && after.marker(floor).is_some()
    };
    let lure = cause.filter(|_| (0..2).any(is_lured)).map(Value::Lure);
    by_action.into_iter().chain(lure)
}

/// The ability or alternate that an action uses.
fn shown_by(before: &CasinoCapers, action: Action) -> Option<Value> {
    match action {
        Action::Use(how) if is_alternate(how.card()) => Some(Value::Alternate(how.card())),
        _ => ability(before, action).map(Value::Ability),
    }
}

/// What would lure a hunter from a step on.
fn cause(before: Option<Lure>, taken: Taken) -> Option<Lure> {
    match taken {
        Taken::Action(Action::Use(Use::Caw(_) | Use::Crybaby(_)) | Action::MakeCommotion(..)) => Some(Lure::Gear),
        // What other cards lead to, and what they interrupt, is not told apart.
        Taken::Action(Action::Use(_)) => None,
        Taken::Outcome(Outcome::Event(_)) => Some(Lure::Event),
        // What comes of something, and answers to it.
        Taken::Outcome(_)
        | Taken::Action(
            Action::Pass
            | Action::Reroll(_)
            | Action::Distract(_)
            | Action::Hunt(_)
            | Action::Deck(_)
            | Action::Tile(_)
            | Action::Player(_)
            | Action::Accept
            | Action::Decline
            | Action::Keep(_)
            | Action::Leave
            | Action::Bottom,
        ) => before,
        Taken::Action(_) => Some(Lure::Board),
    }
}

/// abil: whose ability an action uses.
fn ability(before: &CasinoCapers, action: Action) -> Option<Character> {
    let player = before.current_player();
    let (who, here) = (before.character(player), before.player_cell(player)?);
    let plan = before.floor_plan(here.floor());
    let uses = match (who, action) {
        (Character::Rook, Action::Move(to)) => !before.has_boots(player) && here.lines() & to.bit() == 0,
        (Character::Acrobat, Action::Move(to)) => {
            !before.has_boots(player) && plan.walled(here.square()) & to.bit() != 0
        }
        (Character::Hawk, Action::Peek(at)) => plan.adjacent(here.square()) & at.bit() == 0,
        (Character::Peterman, Action::Reroll(_))
        | (Character::Hacker, Action::Peek(_))
        | (Character::Rigger, Action::ZipLine)
        | (Character::Juicer, Action::Jam(_))
        | (Character::Ghost, Action::Quiet(_) | Action::Lights) => true,
        _ => false,
    };
    uses.then_some(who)
}
