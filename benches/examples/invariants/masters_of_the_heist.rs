//! Heists of Masters of the Heist: their setups, and what holds in every state and between a state and the next
//! (docs/invariants.md says why).

use std::process::ExitCode;
use std::time::Instant;

use heist_engine::board::hexes::members;
use heist_engine::game::{Game, Node};
use heist_engine::masters::components::{Ability, Card, Crisis, Event, Fixer, Item, NpcCard, Skill};
use heist_engine::masters::letters::{Letter, Letters};
use heist_engine::masters::pieces::Chit;
use heist_engine::masters::scenario::{DeckCard, Fixture, Goal, Scenario, SpecialRule};
use heist_engine::masters::setup::{Mode, Owned};
use heist_engine::masters::tables::{Edition, Source, Tables};
use heist_engine::masters::{
    Action, Commit, Ending, MastersOfTheHeist, Member, Pair, Phase, Piece, Setup, Standing, Who,
};
use heist_engine::random::{Generator, below, choose, shuffle, stream, stream_seed};
use rayon::prelude::*;

use crate::play::{Invariant, play, require};
use crate::table::{Count, Tally};

type State = MastersOfTheHeist;

/// The invariants, by the names that they have in docs/invariants.md.
const INVARIANTS: &[(&str, Invariant<State>)] = &[
    ("phases", phases),
    ("map", map),
    ("exits", exits),
    ("fixtures", fixtures),
    ("bag", bag),
    ("chits", chits),
    ("ground", ground),
    ("dogs", dogs),
    ("reveals", reveals),
    ("loot", loot),
    ("items", items),
    ("cash", cash),
    ("ideas", ideas),
    ("dice", dice),
    ("commits", commits),
    ("letters", letters),
    ("tokens", tokens),
    ("start", start),
    ("moves", moves),
    ("standing", standing),
    ("alerts", alerts),
    ("noise", noise),
    ("deck", deck),
    ("escape", escape),
    ("figures", figures),
    ("ending", ending),
];

/// MH7.6i: planning tokens of the Master Plan Copy.
const COPIED_TOKENS: u32 = 2;
/// MH7.8i: Events of the Retiree.
const RETIREE: [Event; 3] = [Event::M1, Event::M2, Event::M3];
/// MH5.6a: Diversion tokens that may be bought (fixers:diversion).
const DIVERSIONS: u8 = 4;
/// MH5.3j: blanks of the Consultant.
const BLANKS: u8 = 3;
/// MH7.8f: the greatest stake of the Bookie in $k.
const STAKE: u8 = 8;
/// MH7.10b, MH6.6m: characters on one pawn hex or one hideout.
const TOGETHER: usize = 2;
/// MH7.9b: ideas of a captured Hostage.
const CAPTURE_IDEAS: i32 = 3;
/// Chits that are no loot.
const SECURITY: [Chit; 4] = [Chit::Guard, Chit::Dog, Chit::Lock, Chit::Camera];
/// Chits that are loot.
const LOOT: [Chit; 4] = [Chit::Jewel, Chit::Documents, Chit::Usb, Chit::Keycard];

// --- The setups.

/// How far the numbers of heists of different scenarios are apart: they do not depend on how many are played. It is
/// odd, so that of every other scenario heists with random decisions go through the properties of recorded games.
const APART: u64 = 1_000_001;

/// Plays so many heists of every scenario at each number of characters, half of them by the expert alone.
pub fn run(games: u64, seed: u64) -> ExitCode {
    let start = Instant::now();
    let mut rows = Vec::new();
    let kinds = Scenario::all()
        .iter()
        .flat_map(|scenario| [(scenario, 3), (scenario, 4)]);
    for (place, (scenario, characters)) in (0..).zip(kinds) {
        let all = (0..games).into_par_iter();
        let tally = all.map(|game| {
            let number = place * APART + game;
            let setup = setup(scenario, characters, number, seed);
            play(INVARIANTS, &setup, seed, number, game % 2 == 1)
        });
        let tally = tally.reduce(Tally::default, |all, tally| all.and(&tally));
        rows.push((format!("{} {characters}", scenario.name), tally));
    }
    let total = rows.iter().fold(Tally::default(), |all, (_, tally)| all.and(tally));
    rows.push(("all".to_owned(), total));
    print(&rows);
    println!("\nEverything holds. {:.0} s", start.elapsed().as_secs_f64());
    ExitCode::SUCCESS
}

/// What is counted of heists.
#[derive(Default)]
struct Heists {
    rounds: u64,
    noise: u64,
    escaped: u64,
    busted: u64,
    gates: u64,
}

impl Count<State> for Heists {
    fn note(&mut self, _: Option<&State>, after: &State) {
        if after.node() == Node::Terminal {
            self.rounds += u64::from(after.round());
            self.noise += u64::from(after.marker());
            self.escaped += figure(after, "escaped") as u64;
            self.busted += figure(after, "busted") as u64;
            self.gates += figure(after, "gates closed") as u64;
        }
    }

    fn add(&mut self, other: &Heists) {
        self.rounds += other.rounds;
        self.noise += other.noise;
        self.escaped += other.escaped;
        self.busted += other.busted;
        self.gates += other.gates;
    }
}

/// Prints what was played: sums, and behind them rounds, noise, characters that escaped or were Busted and closed gates
/// of a heist.
fn print(rows: &[(String, Tally<Heists>)]) {
    println!(
        "{:34} {:>8} {:>8} {:>12} {:>7} {:>7} {:>8} {:>7} {:>6}",
        "scenario and characters", "heists", "won", "states", "rounds", "noise", "escaped", "busted", "gates"
    );
    for (name, tally) in rows {
        let heists = &tally.further;
        let mean = |sum: u64| sum as f64 / tally.games.max(1) as f64;
        println!(
            "{name:34} {:>8} {:>8} {:>12} {:>7.1} {:>7.1} {:>8.2} {:>7.2} {:>6.2}",
            tally.games,
            tally.wins,
            tally.states,
            mean(heists.rounds),
            mean(heists.noise),
            mean(heists.escaped),
            mean(heists.busted),
            mean(heists.gates)
        );
    }
}

/// A setup of any kind.
fn setup(scenario: &Scenario, characters: u8, game: u64, seed: u64) -> Setup {
    let mut rng = stream(seed, "invariants/heist", game);
    let edition = choose(&mut rng, &Edition::ALL);
    let level = below(&mut rng, 5);
    let team = match level {
        0 => Vec::new(),
        level => team(edition, characters.into(), level as u8, &mut rng),
    };
    let seats = 1 + below(&mut rng, characters.into()) as u8;
    let mut setup = Setup {
        edition,
        character_count: Some(characters),
        characters: team,
        actions: choose(&mut rng, &[Mode::Normal, Mode::Normal, Mode::Reduced, Mode::Strict]),
        ..Setup::new(&scenario.name, seats, stream_seed(seed, "invariants/heist", game))
    };
    if level > 1 && below(&mut rng, 2) == 0 {
        setup.cash = below(&mut rng, 31) as u16;
        setup.jewels = below(&mut rng, 3) as u8;
        let one_in = choose(&mut rng, &[1, 2, 4]);
        let fixers = Fixer::ALL.iter().copied().filter(|&fixer| scenario.allows(fixer));
        setup.fixers = Some(fixers.filter(|_| below(&mut rng, one_in) == 0).collect());
        (setup.items, setup.discovered) = owned(&setup, &mut rng);
    }
    if scenario.inside_starts != 0 && below(&mut rng, 2) == 0 {
        setup.inside = (1..=characters).filter(|_| below(&mut rng, 2) == 0).collect();
    }
    if scenario.starts_on_hideouts() && below(&mut rng, 2) == 0 {
        setup.ideas = (0..characters).map(|_| below(&mut rng, 6) as u8).collect();
        let hideouts = members(scenario.story_hexes).map(|hex| scenario.plan().hex(hex));
        let mut places: Vec<_> = hideouts.flat_map(|hideout| [hideout; TOGETHER]).collect();
        shuffle(&mut rng, &mut places);
        places.truncate(characters.into());
        setup.hideouts = places;
    }
    if below(&mut rng, 8) == 0 {
        setup.cash_weight = 1 + below(&mut rng, 10) as u8;
    }
    setup
}

/// MH3.2b, MH9c: any characters of a level: amateurs, with one skill of pros from level 2 on, pros themselves from
/// level 3 on, with both skills of pros at level 4.
fn team(edition: Edition, count: usize, level: u8, rng: &mut Generator) -> Vec<Member> {
    let tables = Tables::get(edition);
    let mut cards: Vec<Card> = Card::ALL
        .iter()
        .copied()
        .filter(|&card| tables.card(card).is_pro == (level > 2))
        .collect();
    shuffle(rng, &mut cards);
    let mut skills: Vec<Skill> = [Skill::ALL, Skill::ALL].concat();
    shuffle(rng, &mut skills);
    let mut team: Vec<Member> = Vec::new();
    for card in cards {
        let is_free = |other: &Member| tables.card(other.card).class != tables.card(card).class;
        if team.len() == count || !team.iter().all(is_free) {
            continue;
        }
        let mut take = |is_pro: bool, other: Option<Skill>| {
            let fits = |skill: &Skill| tables.skill(*skill).is_pro == is_pro && Some(*skill) != other;
            let place = skills.iter().position(fits)?;
            Some(skills.swap_remove(place))
        };
        let first = take(level > 1, None);
        if let (Some(first), Some(second)) = (first, take(level > 3, first)) {
            let skills = [first, second];
            team.push(Member { card, skills });
        }
    }
    team
}

/// MH3.3e, H81: items that the team owns and items that were discovered, no more than there are cards.
fn owned(setup: &Setup, rng: &mut Generator) -> (Vec<Owned>, Vec<Item>) {
    let tables = Tables::get(setup.edition);
    let (mut items, mut discovered) = (Vec::new(), Vec::new());
    for &item in Item::ALL {
        let starts = |member: &&Member| tables.card(member.card).starts_with == Some(item);
        let starting = setup.characters.iter().filter(starts).count();
        if starting >= tables.copies(item, setup.edition).into() {
            continue;
        }
        match below(rng, 4) {
            0 => items.push(Owned(item, 1 + below(rng, setup.characters.len() as u32) as u8)),
            1 if tables.item(item).source == Source::Scenario => discovered.push(item),
            _ => {}
        }
    }
    (items, discovered)
}

// --- What is read off a state.

fn figure(state: &State, name: &str) -> i32 {
    let place = State::FIGURES.iter().position(|figure| figure.name == name);
    place.map_or(-1, |place| state.figures()[place])
}

/// The hexes that are left, as bits.
fn present(state: &State) -> u32 {
    state.plan().present()
}

fn hexes(state: &State) -> impl Iterator<Item = usize> + use<> {
    members(present(state))
}

/// The hexes of which something holds, as bits.
fn hexes_with(state: &State, holds: impl Fn(usize) -> bool) -> u32 {
    hexes(state)
        .filter(|&hex| holds(hex))
        .fold(0, |set, hex| set | 1 << hex)
}

fn players(state: &State) -> impl Iterator<Item = Who> + use<> {
    state.everyone().filter(|who| !who.is_npc())
}

/// Characters that take part: active, and on a tile.
fn active(state: &State) -> impl Iterator<Item = Who> + '_ {
    state
        .everyone()
        .filter(|&who| state.standing(who) == Standing::Active && state.tile_of(who).is_some())
}

/// The hexes next to the tile of a character, as bits.
fn beside(state: &State, who: Who) -> u32 {
    let exit = state
        .exit_of(who)
        .and_then(|exit| state.exit_hexes().nth(exit).flatten());
    match state.hex_of(who) {
        Some(hex) => state.plan().neighbours(hex),
        None => exit.map_or(0, |hex| 1 << hex),
    }
}

fn letters_of(state: &State, who: Who) -> Letters {
    let left = state.letters_left(who);
    left.fold(Letters::NONE, |letters, (letter, count)| letters.with(letter, count))
}

fn printed(state: &State, who: Who) -> Letters {
    let commit = state.committed(who);
    commit.map_or(Letters::NONE, |commit| state.letters_of(who, commit))
}

fn chits_on(state: &State, hex: usize, chit: Chit) -> Pair {
    match chit {
        Chit::Guard => state.guards(hex),
        Chit::Dog => state.dogs(hex),
        Chit::Lock => state.locks(hex),
        Chit::Camera => state.cameras(hex),
        _ => Pair::default(),
    }
}

/// Unsubdued Guards and Dogs.
fn active_guards(state: &State, hex: usize) -> u8 {
    state.guards(hex).active + state.dogs(hex).active
}

fn is_barred(state: &State, hex: usize) -> bool {
    state.locks(hex).active > 0 || state.ring(hex).is_some() || state.fixture_on(hex) == Fixture::KeycardDoor
}

fn events_left(state: &State) -> usize {
    state.deck_cards().iter().filter(|card| card.event().is_some()).count()
}

/// What a closed safe holds of a kind.
fn in_safe(state: &State, piece: Piece) -> i32 {
    let Some(safe) = state.scenario().safe.as_ref() else {
        return 0;
    };
    if state.fixture_on(safe.hex.into()) != Fixture::Safe || present(state) & 1 << safe.hex == 0 {
        return 0;
    }
    match piece {
        Piece::Item(item) => safe.items.iter().filter(|&&other| other == item).count() as i32,
        piece => {
            let of = safe.loot.iter().filter(|(kind, _)| Some(*kind) == piece.loot());
            of.map(|&(_, count)| i32::from(count)).sum()
        }
    }
}

/// How much there is of a kind of loot on some hexes, with some characters, and with the team; of cash the $k.
fn pieces(state: &State, hexes: u32, holders: &dyn Fn(Who) -> bool, piece: Piece) -> i32 {
    let lying: i32 = members(hexes).map(|hex| i32::from(state.lying_count(hex, piece))).sum();
    let held = state.everyone().filter(|&who| holders(who));
    let held: i32 = held.map(|who| i32::from(state.held_count(who, piece))).sum();
    lying + held + i32::from(state.banked_count(piece))
}

/// How much of a kind of loot there is before and after a step. What lay on a hex that a gate removed, and what those
/// held whom it Busted, is gone (MH6.5a).
fn loot_change(before: &State, now: &State, piece: Piece) -> (i32, i32) {
    let is_taken = |who: Who| before.tile_of(who).is_some() && now.tile_of(who).is_none();
    let old = pieces(before, present(now), &|who| !is_taken(who), piece);
    (old, pieces(now, present(now), &|_| true, piece))
}

/// Whether a step lies within planning, within a round up to the end of its END_ACTION, or within the Escape part: no
/// Event and no Crisis.
fn is_quiet(before: &State, now: &State) -> bool {
    let (old, new) = (before.phase(), now.phase());
    let is_begun = before.round() == 0 && now.round() == 1 && old <= Phase::Start && new <= Phase::Action;
    match new {
        Phase::Plan | Phase::Start | Phase::Roll | Phase::Action => is_begun || before.round() == now.round(),
        Phase::EndAction => before.round() == now.round(),
        Phase::Escape => old == Phase::Escape,
        Phase::Event | Phase::Crises | Phase::EndEvent | Phase::Over => false,
    }
}

/// Whether both states are in the Action phase of one round.
fn is_in_action(before: &State, now: &State) -> bool {
    before.phase() == Phase::Action && now.phase() == Phase::Action && before.round() == now.round()
}

/// Whether planning is over before a step.
fn is_planned(before: &State) -> bool {
    before.phase() > Phase::Plan
}

/// Whether a step replaced a chit by a blank of the Consultant.
fn is_blanked(before: &State, now: &State) -> bool {
    before.drawn_chit().is_some() && now.blanks() < before.blanks()
}

/// Whether a chit of the surplus is drawn (MH5.2f).
fn draws_surplus(state: &State) -> bool {
    state.node() == Node::Chance && state.roller().is_none() && state.drawn_hex().is_none()
}

// --- The invariants.

/// Section 4, MH4a, MH4.2c: the parts of a round follow each other, rounds are counted one by one, and the Escape part
/// comes once.
fn phases(before: Option<&State>, now: &State) -> Result<(), String> {
    let is_in_round = (Phase::Roll..=Phase::EndEvent).contains(&now.phase());
    require(is_in_round || now.phase() >= Phase::Escape || now.round() == 0, || {
        format!("round {} in {:?}", now.round(), now.phase())
    })?;
    require(!is_in_round || now.round() > 0, || {
        format!("no round in {:?}", now.phase())
    })?;
    require(
        (now.phase() == Phase::Over) == (now.ending() != Ending::Playing),
        || format!("{:?} in {:?}", now.ending(), now.phase()),
    )?;
    // MH4.5a: each round takes an Event, as long as there is one; those of the Retiree come on top.
    let extra = if now.is_available(Fixer::Retiree) {
        RETIREE.len()
    } else {
        0
    };
    let taken = now.lost() as usize + extra;
    require(events_left(now) == 0 || taken + 1 >= now.round().into(), || {
        format!("round {} with {} Events gone", now.round(), now.lost())
    })?;
    let Some(before) = before else {
        return require(now.phase() == Phase::Plan, || {
            "the heist does not begin with planning".to_owned()
        });
    };
    let (old, new) = (before.phase(), now.phase());
    match now.round().checked_sub(before.round()) {
        Some(0) => require(new >= old, || format!("{new:?} follows {old:?}")),
        Some(1) => {
            let is_in_order = old != Phase::Roll && old < Phase::Escape && new >= Phase::Roll;
            require(is_in_order, || format!("{new:?} of a new round follows {old:?}"))
        }
        _ => require(false, || {
            format!("round {} follows round {}", now.round(), before.round())
        }),
    }
}

/// MH3.1a, MH6.5a, MH10.10: the map is that of the scenario without the first gates; nothing is left on a hex that is
/// gone.
fn map(before: Option<&State>, now: &State) -> Result<(), String> {
    let scenario = now.scenario();
    let closed = figure(now, "gates closed");
    let plan = usize::try_from(closed)
        .ok()
        .filter(|&closed| closed <= scenario.gates());
    require(
        plan.is_some_and(|closed| scenario.plan_after(closed).present() == present(now)),
        || format!("the map is not that of {closed} closed gates"),
    )?;
    for hex in members(scenario.plan().present() & !present(now)) {
        let is_bare = SECURITY.iter().all(|&chit| chits_on(now, hex, chit) == Pair::default())
            && now.loot_on(hex).is_empty()
            && !now.is_unrevealed(hex)
            && !now.has_idea_token(hex)
            && now.ring(hex).is_none();
        require(is_bare, || format!("something lies on hex {hex}, which is gone"))?;
    }
    match before {
        Some(before) => require(present(now) & !present(before) == 0, || {
            "a hex has come back".to_owned()
        }),
        None => Ok(()),
    }
}

/// MH1b, MH3.3d, MH7.2c: Exits stay where they are; planning adds those of tunnels, and a Breach one more.
fn exits(before: Option<&State>, now: &State) -> Result<(), String> {
    let scenario = now.scenario();
    let printed = scenario.exits.len();
    let found: Vec<_> = now.exits().collect();
    let most = printed + usize::from(scenario.tunnel_entrances) + usize::from(now.phase() >= Phase::Escape);
    require((printed..=most).contains(&found.len()), || {
        format!("{} Exits, expected {printed} to {most}", found.len())
    })?;
    for (place, (tile, side)) in found.iter().enumerate() {
        // A Breach may open to where a gate was.
        let is_apart = scenario
            .hex_number(*tile)
            .is_none_or(|hex| present(now) & 1 << hex == 0);
        let is_alone = found[..place].iter().all(|(other, _)| other != tile);
        let opened = scenario.plan().at(tile.place().beside(*side));
        require(is_apart && is_alone && opened.is_some(), || {
            format!("an Exit on {tile}")
        })?;
    }
    let Some(before) = before else { return Ok(()) };
    let old: Vec<_> = before.exits().collect();
    require(found.starts_with(&old), || "an Exit has moved".to_owned())?;
    let is_added = found.len() > old.len();
    let is_breach = before.phase() == Phase::Action && now.phase() >= Phase::Escape && found.len() == old.len() + 1;
    require(!is_added || before.phase() == Phase::Plan || is_breach, || {
        "an Exit has come".to_owned()
    })
}

/// MH5.4b to MH5.4e, 6.3, 6.4, MH6.7a, MH6.7b: rings, doors, towers, Reinforcements and idea tokens only go away, and a
/// safe is closed until it has its cracks.
fn fixtures(before: Option<&State>, now: &State) -> Result<(), String> {
    let scenario = now.scenario();
    for hex in hexes(now) {
        let (printed, stands) = (scenario.squares[hex].fixture, now.fixture_on(hex));
        require(stands == printed || stands == Fixture::None, || {
            format!("{stands:?} on hex {hex}, which had {printed:?}")
        })?;
    }
    if let Some(safe) = &scenario.safe {
        let is_closed = now.fixture_on(safe.hex.into()) == Fixture::Safe;
        require(!is_closed || now.cracks() < safe.cracks, || {
            format!("a closed safe with {} cracks", now.cracks())
        })?;
        let was_closed = before.is_some_and(|before| before.fixture_on(safe.hex.into()) == Fixture::Safe);
        let is_falling = before.is_some_and(|before| before.cracks() > now.cracks());
        require(!(is_closed && was_closed && is_falling), || {
            "cracks are gone".to_owned()
        })?;
    }
    require(now.blanks() <= BLANKS, || format!("{} blanks", now.blanks()))?;
    let Some(before) = before else { return Ok(()) };
    for hex in hexes(now) {
        let (old, new) = (before.fixture_on(hex), now.fixture_on(hex));
        require(old == new || new == Fixture::None, || {
            format!("{new:?} has come back on hex {hex}")
        })?;
        let is_of_crises = matches!(old, Fixture::Watchtower | Fixture::Reinforcements);
        require(old == new || !is_of_crises || !is_quiet(before, now), || {
            format!("{old:?} has left hex {hex} without a Crisis")
        })?;
        require(now.ring(hex).is_none() || now.ring(hex) == before.ring(hex), || {
            format!("a ring has come to hex {hex}")
        })?;
        let has_come = now.has_idea_token(hex) && !before.has_idea_token(hex);
        require(!has_come || !is_planned(before), || {
            format!("an idea token has come to hex {hex}")
        })?;
    }
    require(now.blanks() <= before.blanks() || !is_planned(before), || {
        "a blank has come".to_owned()
    })?;
    require(now.is_panicked() || !before.is_panicked(), || {
        "the panic is over".to_owned()
    })
}

/// MH3.1b, MH5.3f, MH8a: the bag has a chit for every unrevealed hex; chance takes one at a time, and only E1 and E6
/// add any.
fn bag(before: Option<&State>, now: &State) -> Result<(), String> {
    let size = |state: &State| Chit::ALL.iter().map(|&chit| i32::from(state.in_bag(chit))).sum::<i32>();
    let unrevealed = |state: &State| hexes_with(state, |hex| state.is_unrevealed(hex));
    let in_hand = i32::from(now.drawn_chit().is_some());
    require(size(now) + in_hand >= unrevealed(now).count_ones() as i32, || {
        format!("{} chits for {} hexes", size(now), unrevealed(now).count_ones())
    })?;
    let Some(before) = before else {
        let is_printed = Chit::ALL
            .iter()
            .all(|&chit| now.in_bag(chit) == now.scenario().bag[chit.index()]);
        return require(is_printed && unrevealed(now) == now.scenario().unrevealed(), || {
            "the bag is not that of the scenario".to_owned()
        });
    };
    require(unrevealed(now) & !unrevealed(before) == 0, || {
        "a hex is unrevealed again".to_owned()
    })?;
    let draws = before.node() == Node::Chance && before.roller().is_none();
    let change = size(now) - size(before);
    let added = size(now) - (size(before) - i32::from(draws));
    require(change >= -i32::from(draws), || {
        format!("{} chits have left the bag", -change)
    })?;
    require(!is_quiet(before, now) || added == 0, || {
        format!("{added} chits have come to the bag")
    })?;
    // A hex is revealed by a chit that is drawn for it, or by none if the bag is empty.
    let revealed = (unrevealed(before) & present(now) & !unrevealed(now)).count_ones() as i32;
    let placed = i32::from(draws && before.drawn_hex().is_some()) + i32::from(before.drawn_chit().is_some());
    require(revealed <= placed || size(before) == 0, || {
        format!("{revealed} hexes are revealed")
    })?;
    let of_events = [Chit::Camera, Chit::Lock];
    for &chit in Chit::ALL {
        let has_come = now.in_bag(chit) > before.in_bag(chit);
        let may_come = of_events.contains(&chit) && is_planned(before) || chit == Chit::Blank && !is_planned(before);
        require(!has_come || may_come, || format!("a {chit} has come to the bag"))?;
    }
    Ok(())
}

/// MH5.3f to MH5.3j, MH6.1a, MH6.5a, MH7.4a: security chits on the map and in the bag together stay as many as they are
/// outside EVENT and CRISES, but for what fixers take, Guards that hold loot, the surplus and closed gates. EVENT and
/// CRISES only add.
fn chits(before: Option<&State>, now: &State) -> Result<(), String> {
    let count = |state: &State, chit: Chit, set: u32| {
        let on_map = members(set).map(|hex| {
            let pair = chits_on(state, hex, chit);
            i32::from(pair.active) + i32::from(pair.inactive)
        });
        i32::from(state.in_bag(chit)) + i32::from(state.drawn_chit() == Some(chit)) + on_map.sum::<i32>()
    };
    let Some(before) = before else {
        for chit in SECURITY {
            let squares = now.scenario().squares.iter();
            let on_map = squares.map(|square| match chit {
                Chit::Guard => square.guards,
                Chit::Dog => square.dogs,
                Chit::Lock => square.locks,
                _ => square.cameras,
            });
            let printed: i32 = on_map.map(i32::from).sum::<i32>() + i32::from(now.scenario().bag[chit.index()]);
            let found = count(now, chit, present(now));
            require(found == printed, || {
                format!("{found} {chit} chits, the scenario has {printed}")
            })?;
        }
        return Ok(());
    };
    let in_bag = |state: &State| {
        let loot = LOOT
            .iter()
            .filter(|chit| now.scenario().held_by_guard & held_bit(**chit) != 0);
        loot.map(|&chit| u8::from(state.drawn_chit() == Some(chit)) + state.in_bag(chit))
            .sum::<u8>()
    };
    let is_gate_closed = present(before) != present(now);
    for chit in SECURITY {
        let change = count(now, chit, present(now)) - count(before, chit, present(now));
        let (least, most) = if !is_quiet(before, now) {
            // A dog may run to a hex that is removed afterwards.
            let least = if is_gate_closed && chit == Chit::Dog {
                i32::MIN
            } else {
                0
            };
            (least, i32::MAX)
        } else {
            let least = match chit {
                _ if is_blanked(before, now) || draws_surplus(before) => -1,
                // MH7.8b, MH7.8h: Beat Cop, Prison Guard, Mayor.
                Chit::Guard | Chit::Dog if !is_planned(before) => -3,
                Chit::Lock if !is_planned(before) => -2,
                _ => 0,
            };
            (least, i32::from(chit == Chit::Guard && in_bag(now) < in_bag(before)))
        };
        require((least..=most).contains(&change), || {
            format!("the {chit} chits change by {change}")
        })?;
    }
    Ok(())
}

/// The bit of a kind of loot among those that a Guard holds.
fn held_bit(chit: Chit) -> u8 {
    chit.loot().map_or(0, |loot| 1 << loot.index())
}

/// MH5.2k, MH6.1a, MH7.6d: outside EVENT and CRISES nothing that is subdued, unlocked or disabled becomes active again,
/// and nothing but a dog goes from hex to hex. Guards that a Flashbang has subdued are subdued.
fn ground(before: Option<&State>, now: &State) -> Result<(), String> {
    for hex in hexes(now) {
        let [guards, dogs] = now.flashed(hex);
        require(
            guards <= now.guards(hex).inactive && dogs <= now.dogs(hex).inactive,
            || format!("{guards} Guards and {dogs} Dogs of hex {hex} are subdued by a Flashbang"),
        )?;
    }
    let Some(before) = before.filter(|before| is_quiet(before, now) && is_planned(before)) else {
        return Ok(());
    };
    for hex in hexes(now) {
        let is_revealed = before.is_unrevealed(hex) && !now.is_unrevealed(hex);
        for chit in SECURITY {
            let (old, new) = (chits_on(before, hex, chit), chits_on(now, hex, chit));
            require(new.inactive >= old.inactive, || {
                format!("a {chit} of hex {hex} is active again")
            })?;
            let stays = chit == Chit::Dog || is_revealed || new.active + new.inactive == old.active + old.inactive;
            require(stays, || {
                format!("the {chit} chits of hex {hex} were {old:?} and are {new:?}")
            })?;
        }
    }
    Ok(())
}

/// MH6.2a: when a character acts next, no unsubdued dog without company is next to somebody indoors. After a Dog
/// Whistle (H56) and before somebody who has left a dog ends the action (MH6.2c) that need not be.
fn dogs(_: Option<&State>, now: &State) -> Result<(), String> {
    let whistle = pieces(now, present(now), &|_| true, Piece::Item(Item::DogWhistle));
    let is_waiting = now
        .everyone()
        .any(|who| now.effects(who).any(|effect| effect == "better-ways"));
    if !now.asks_actor() || whistle > 0 || is_waiting {
        return Ok(());
    }
    let indoors = active(now)
        .filter_map(|who| now.hex_of(who))
        .fold(0u32, |set, hex| set | 1 << hex);
    let idle = |hex: usize| now.dogs(hex).active > 0 && indoors & 1 << hex == 0;
    let free = hexes(now).find(|&hex| idle(hex) && now.plan().neighbours(hex) & indoors != 0);
    require(free.is_none(), || format!("the dog of hex {free:?} does not chase"))
}

/// MH5.3c, MH3.4a, MH7.9a: when a character acts next, everything next to active characters is revealed, and a Prisoner
/// who is not active is shut in.
fn reveals(_: Option<&State>, now: &State) -> Result<(), String> {
    if !now.asks_actor() {
        return Ok(());
    }
    for who in active(now) {
        let hidden = members(beside(now, who)).find(|&hex| now.is_unrevealed(hex));
        require(hidden.is_none(), || {
            format!("hex {hidden:?} next to {who:?} is unrevealed")
        })?;
    }
    let scenario = now.scenario();
    let is_prisoner = scenario.npc.is_some_and(|npc| npc.card == NpcCard::Prisoner);
    let is_moving = scenario.special == Some(SpecialRule::MovingTarget);
    if let Some(hex) = now.hex_of(Who::NPC)
        && is_prisoner
        && now.standing(Who::NPC) == Standing::Inactive
    {
        let is_door = |hex: usize| now.fixture_on(hex) == Fixture::KeycardDoor;
        let is_shut_in =
            now.ring(hex).is_some() || active_guards(now, hex) > 0 || members(now.plan().neighbours(hex)).all(is_door);
        let [all, subdued] = now.starting_guards();
        require(if is_moving { subdued < all } else { is_shut_in }, || {
            "the Prisoner is free and not active".to_owned()
        })?;
    }
    Ok(())
}

/// MH5.3h, MH5.4a, MH6.5a, MH6.6k, MH7.4r: jewels, documents, USB keys and keycards are in the bag, in the safe, on the
/// map, with somebody or banked. None comes; some are lost by E22, by gates, to the Consultant or in the surplus.
fn loot(before: Option<&State>, now: &State) -> Result<(), String> {
    for chit in LOOT {
        let Some(kind) = chit.loot() else { continue };
        let piece = Piece::of(kind);
        let rest = |state: &State| {
            i32::from(state.in_bag(chit)) + i32::from(state.drawn_chit() == Some(chit)) + in_safe(state, piece)
        };
        let Some(before) = before else {
            let scenario = now.scenario();
            let on_map = scenario.squares.iter().map(|square| match chit {
                Chit::Jewel => square.jewels,
                Chit::Documents => square.documents,
                Chit::Usb => square.usb_keys,
                _ => square.keycards,
            });
            let printed =
                on_map.map(i32::from).sum::<i32>() + i32::from(scenario.bag[chit.index()]) + in_safe(now, piece);
            let found = pieces(now, present(now), &|_| true, piece) + rest(now);
            require(found == printed, || {
                format!("{found} {chit} chits, the scenario has {printed}")
            })?;
            continue;
        };
        let (old, new) = loot_change(before, now, piece);
        let lost_safe = present(before) != present(now) && in_safe(now, piece) == 0;
        let change = new + rest(now) - old - rest(before);
        let may_go = is_blanked(before, now) || draws_surplus(before);
        let least = if is_quiet(before, now) && !lost_safe {
            -i32::from(may_go)
        } else {
            i32::MIN
        };
        require((least..=0).contains(&change), || {
            format!("the {chit} chits change by {change}")
        })?;
        // MH5.4g: what is banked is out of reach.
        require(now.banked_count(piece) >= before.banked_count(piece), || {
            format!("a banked {chit} is gone")
        })?;
    }
    Ok(())
}

/// MH3.3e, MH4.3c, MH7.6a, MH7.6k, H81: of no item are there more cards than copies. After planning none comes, and one
/// goes only at the end of an Action phase, in an Event or with a gate.
fn items(before: Option<&State>, now: &State) -> Result<(), String> {
    let scenario = now.scenario();
    for &item in Item::ALL {
        let piece = Piece::Item(item);
        let found = pieces(now, present(now), &|_| true, piece) + in_safe(now, piece);
        let on_map = scenario.item.filter(|&(_, other)| other == item).map_or(0, |_| 1);
        let of_safe = scenario
            .safe
            .iter()
            .flat_map(|safe| &safe.items)
            .filter(|&&other| other == item);
        let most = i32::from(now.tables().copies(item, now.edition())) + on_map + of_safe.count() as i32;
        require(found <= most, || format!("{found} cards {item}, there are {most}"))?;
        let Some(before) = before.filter(|before| is_planned(before)) else {
            continue;
        };
        let (old, new) = loot_change(before, now, piece);
        let lost_safe = present(before) != present(now) && in_safe(now, piece) == 0;
        let change = new + in_safe(now, piece) - old - in_safe(before, piece);
        let stays = is_quiet(before, now) && now.phase() != Phase::EndAction && !lost_safe;
        require(change == 0 || change < 0 && !stays, || {
            format!("the cards {item} change by {change}")
        })?;
    }
    Ok(())
}

/// MH5.2g, MH5.4e, MH7.4r, MH7.8e, H19: cash comes by L, out of the safe, by the Connoisseur and by the rules of The
/// Lair; it goes by E22 and gates. Team cash changes in planning alone.
fn cash(before: Option<&State>, now: &State) -> Result<(), String> {
    require(now.stake_paid() <= STAKE, || {
        format!("a stake of ${}k", now.stake_paid())
    })?;
    let Some(before) = before else { return Ok(()) };
    if is_planned(before) {
        let team = |state: &State| (state.team_cash(), state.stake_paid());
        require(team(now) == team(before), || {
            format!("team cash and stake were {:?} and are {:?}", team(before), team(now))
        })?;
    }
    let (old, new) = loot_change(before, now, Piece::ALL_CASH);
    let letters = now.everyone().map(|who| {
        let [old, new] = [before, now].map(|state| i32::from(letters_of(state, who)[Letter::Loot]));
        (old - new).max(0)
    });
    let opened = in_safe(before, Piece::ALL_CASH) - in_safe(now, Piece::ALL_CASH);
    let of_lair = match now.scenario().special {
        Some(SpecialRule::StoryCache) => 2 * hexes(now).count() as i32,
        _ => 0,
    };
    let most = match before.phase() {
        Phase::Plan => hexes(now).count() as i32,
        Phase::Action if is_in_action(before, now) => letters.sum::<i32>() + opened + of_lair,
        Phase::Action => of_lair,
        _ => 0,
    };
    let least = if is_quiet(before, now) { 0 } else { i32::MIN };
    require((least..=most).contains(&(new - old)), || {
        format!("the cash changes by {}", new - old)
    })?;
    require(
        now.banked_count(Piece::ALL_CASH) >= before.banked_count(Piece::ALL_CASH),
        || "banked cash is gone".to_owned(),
    )
}

/// MH5.2e, MH5.2f, MH5.4d, MH7.2d, MH7.2k, MH7.9b: in ACTION and ESCAPE ideas come by I, by R with an empty bag, by
/// Adrenaline, from idea tokens and with a Hostage; nothing else gives more than it takes.
fn ideas(before: Option<&State>, now: &State) -> Result<(), String> {
    let Some(before) = before.filter(|before| is_planned(before) && is_quiet(before, now)) else {
        return Ok(());
    };
    let sum = |state: &State| state.everyone().map(|who| i32::from(state.ideas(who))).sum::<i32>();
    let by_letters = now.everyone().map(|who| {
        let has = |ability: Ability| now.card_of(who).is_some_and(|card| card.has(ability));
        let spent = |letter: Letter| {
            let [old, new] = [before, now].map(|state| i32::from(letters_of(state, who)[letter]));
            (old - new).max(0)
        };
        let is_new = before.committed(who).is_none() && now.committed(who).is_some();
        let at_once = if is_new {
            i32::from(printed(now, who)[Letter::Idea])
        } else {
            0
        };
        let adrenaline = if has(Ability::Adrenaline) {
            spent(Letter::Subdue)
        } else {
            0
        };
        at_once + spent(Letter::Idea) + spent(Letter::Reveal) + adrenaline
    });
    let tokens = |state: &State| hexes_with(state, |hex| state.has_idea_token(hex)).count_ones() as i32;
    let is_captured = before.standing(Who::NPC) == Standing::Inactive
        && now.standing(Who::NPC) == Standing::Active
        && now.scenario().npc.is_some_and(|npc| npc.card == NpcCard::Hostage);
    // A captured Hostage has its ideas before it is active, if its hex is revealed first.
    let captured = if is_captured || may_be_captured(before, now) {
        CAPTURE_IDEAS
    } else {
        0
    };
    let by_letters = if is_in_action(before, now) {
        by_letters.sum::<i32>()
    } else {
        0
    };
    let most = by_letters + tokens(before) - tokens(now) + captured;
    require(sum(now) - sum(before) <= most, || {
        format!("{} ideas have come, at most {most} may", sum(now) - sum(before))
    })
}

/// Whether a Hostage that is about to become active may have got its ideas in a step.
fn may_be_captured(before: &State, now: &State) -> bool {
    let is_hostage = now.scenario().npc.is_some_and(|npc| npc.card == NpcCard::Hostage);
    is_hostage && before.standing(Who::NPC) == Standing::Inactive && now.ideas(Who::NPC) > before.ideas(Who::NPC)
}

/// MH5.1a: the ideas that it costs to turn a die from one face to another.
fn turn_cost(from: u8, to: u8) -> i32 {
    let difference = i32::from(from.abs_diff(to));
    difference.min(6 - difference)
}

/// MH4.1a, MH5.1a, MH8c, MH8e: dice show 1 to 6, lie there from ROLL to the end of the round, are rolled by chance
/// alone and turned at a commit for ideas, and everybody who may act has one.
fn dice(before: Option<&State>, now: &State) -> Result<(), String> {
    let is_in_round = (Phase::Roll..=Phase::EndEvent).contains(&now.phase());
    for who in now.everyone() {
        let Some(die) = now.die(who) else {
            let acts = now.asks_actor() && active(now).any(|other| other == who);
            require(!acts, || format!("{who:?} may act without a die"))?;
            continue;
        };
        require(is_in_round && (1..=6).contains(&die), || {
            format!("{who:?} has a {die} in {:?}", now.phase())
        })?;
        let Some(before) = before.filter(|before| before.round() == now.round()) else {
            continue;
        };
        let old = before.die(who);
        let is_rolled = old.is_none() && before.node() == Node::Chance && before.roller() == Some(who);
        // MH5.1a: at its commit a character may pay for another face.
        let is_new = before.committed(who).is_none() && now.committed(who).is_some();
        let paid =
            i32::from(before.ideas(who)) + i32::from(printed(now, who)[Letter::Idea]) - i32::from(now.ideas(who));
        let is_turned = is_new && old.is_some_and(|old| turn_cost(old, die) <= paid);
        require(old == Some(die) || is_rolled || is_turned, || {
            format!("the die of {who:?} was {old:?} and is {die}")
        })?;
    }
    Ok(())
}

/// MH4.2a, MH5.1a, MH5.1b, MH5.8b, MH5.8e: everybody commits once a round, in ACTION, and that is final; the phase may
/// end when all have.
fn commits(before: Option<&State>, now: &State) -> Result<(), String> {
    let is_early = now.phase() < Phase::Action;
    for who in now.everyone() {
        let new = now.committed(who);
        require(new.is_none() || !is_early, || {
            format!("{who:?} commits in {:?}", now.phase())
        })?;
        require(new.is_none() || now.standing(who) != Standing::Inactive, || {
            format!("{who:?} commits and is not active")
        })?;
        let Some(before) = before.filter(|before| before.round() == now.round()) else {
            continue;
        };
        let old = before.committed(who);
        let is_new = old.is_none() && before.phase() == Phase::Action;
        let is_over = new.is_none() && now.phase() >= Phase::Escape;
        require(old == new || is_new || is_over, || {
            format!("{who:?} has committed to {old:?}, then to {new:?}")
        })?;
    }
    if let Some(before) = before.filter(|before| is_in_action(before, now)) {
        let new = now
            .everyone()
            .filter(|&who| before.committed(who).is_none() && now.committed(who).is_some());
        require(new.count() <= 1, || "two commit at once".to_owned())?;
    }
    if now.asks_actor() {
        let mut legal = Vec::new();
        now.legal_actions(&mut legal);
        let has_all = active(now).all(|who| now.committed(who).is_some());
        require(legal.contains(&Action::End) == has_all, || {
            format!("all have committed: {has_all}, and the end of the phase is offered otherwise")
        })?;
    }
    Ok(())
}

/// MH5.1b, MH5.1c, MH5.8e, MH7.2a, MH7.2g, MH10.21, MH10.22: sub-actions are left in ACTION alone, no more than are
/// printed in the action or granted by Autopwn and Exploit, and moves of Efficient Picker.
fn letters(_: Option<&State>, now: &State) -> Result<(), String> {
    for who in now.everyone() {
        let left = letters_of(now, who);
        if left == Letters::NONE {
            continue;
        }
        require(now.phase() == Phase::Action, || {
            format!("{who:?} has {left} in {:?}", now.phase())
        })?;
        let given = now.everyone().filter_map(|giver| match now.committed(giver) {
            Some(Commit::Autopwn(other, letter)) if other == who => Some((letter, 1)),
            Some(Commit::Exploit(other, letter)) if other == who => Some((letter, 2)),
            _ => None,
        });
        let mut most = given.fold(printed(now, who), |letters, (letter, count)| {
            letters.with(letter, count)
        });
        let picks = now.card_of(who).is_some_and(|card| card.has(Ability::EfficientPicker));
        if picks && now.committed(who).is_some() {
            most = most.with(Letter::Move, most[Letter::Unlock]);
        }
        let fits = Letter::OPTIONAL.iter().all(|&letter| left[letter] <= most[letter]);
        require(fits, || format!("{who:?} has {left} of {most}"))?;
    }
    Ok(())
}

/// MH3.3b, MH5.7a, MH7.6i, MH10.11: planning tokens lie on hexes that there are, no more than memory; the Master Plan
/// Copy brings two. After planning no more come than a gate has displaced.
fn tokens(before: Option<&State>, now: &State) -> Result<(), String> {
    for who in now.everyone() {
        let new = now.tokens(who);
        require(new & !present(now) == 0, || {
            format!("a token of {who:?} lies beside the map")
        })?;
        let memory = now.card_of(who).map_or(0, |card| card.memory);
        let holds_copy = now.held_count(who, Piece::Item(Item::MasterPlanCopy)) > 0;
        let copied = if holds_copy || now.phase() > Phase::Plan {
            COPIED_TOKENS
        } else {
            0
        };
        let most = if who.is_npc() { 0 } else { u32::from(memory) + copied };
        require(new.count_ones() <= most, || {
            format!("{} tokens of {who:?}, at most {most}", new.count_ones())
        })?;
        let Some(before) = before.filter(|before| is_planned(before)) else {
            continue;
        };
        let old = before.tokens(who);
        let is_displaced = present(now) != now.scenario().plan().present();
        let returned = u32::from(is_displaced && !is_in_action(before, now));
        require(new.count_ones() <= old.count_ones() + returned, || {
            format!("{who:?} has a token more")
        })?;
    }
    Ok(())
}

/// MH3.3c, MH3.3d, MH7.8h, MH7.10b, H60: everybody starts on an Entrance that is not too full, inside if the scenario
/// says so, or where the Mayor lets somebody in.
fn start(before: Option<&State>, now: &State) -> Result<(), String> {
    let begins = before.is_some_and(|before| before.phase() == Phase::Plan) && now.phase() > Phase::Plan;
    if !begins {
        return Ok(());
    }
    let scenario = now.scenario();
    let pawns = if scenario.starts_on_hideouts() {
        scenario.story_hexes
    } else {
        scenario.inside_starts
    };
    let on_hexes: Vec<usize> = players(now).filter_map(|who| now.hex_of(who)).collect();
    let outside = players(now).filter(|&who| now.exit_of(who).is_some()).count();
    require(on_hexes.len() + outside == now.player_count(), || {
        "somebody is nowhere".to_owned()
    })?;
    let elsewhere = on_hexes.iter().filter(|&&hex| pawns & 1 << hex == 0).count();
    require(elsewhere <= usize::from(now.is_available(Fixer::Mayor)), || {
        format!("{elsewhere} characters start on hexes")
    })?;
    for pawn in members(pawns) {
        let here = on_hexes.iter().filter(|&&hex| hex == pawn).count();
        require(here <= TOGETHER || now.is_available(Fixer::Mayor), || {
            format!("{here} start on hex {pawn}")
        })?;
    }
    for exit in 0..now.exits().count() {
        let here = active(now).filter(|&who| now.exit_of(who) == Some(exit)).count();
        let limit = usize::from(scenario.entrance_limit);
        require(limit == 0 || here <= limit, || {
            format!("{here} characters on Entrance {exit}")
        })?;
    }
    Ok(())
}

/// MH5.2a, MH6.6c, MH6.7a, MH7.2e, MH7.2j: outside EVENT to END_EVENT one character moves at a time: in ACTION for an M
/// to an adjacent tile, onto an Exit or a token of its own, past no Lock, ring, door or guard; in ESCAPE to a tile that
/// can be entered. Nobody moves otherwise.
fn moves(before: Option<&State>, now: &State) -> Result<(), String> {
    let Some(before) = before.filter(|before| is_planned(before) && is_quiet(before, now)) else {
        return Ok(());
    };
    let movers = now.everyone().filter(|&who| {
        let (old, new) = (before.tile_of(who), now.tile_of(who));
        old != new && new.is_some()
    });
    let movers: Vec<Who> = movers.collect();
    require(movers.len() <= 1, || format!("{movers:?} move at once"))?;
    let Some(&who) = movers.first() else { return Ok(()) };
    require(before.standing(who) == Standing::Active, || {
        format!("{who:?} moves and is not active")
    })?;
    if now.phase() == Phase::Escape {
        let barred = now.hex_of(who).filter(|&hex| is_barred(now, hex));
        return require(barred.is_none(), || format!("{who:?} enters hex {barred:?}"));
    }
    require(is_in_action(before, now), || {
        format!("{who:?} moves in {:?}", now.phase())
    })?;
    let has = |effect: &str| before.effects(who).any(|paid| paid == effect);
    let [old, new] = [before, now].map(|state| letters_of(state, who)[Letter::Move]);
    require(new + 1 == old, || format!("{who:?} moves with {old} M and has {new}"))?;
    let is_vent = |hex: usize| {
        let [from, to] = [before.tile_of(who), now.tile_of(who)].map(|tile| tile.map(|tile| tile.place()));
        let steps = from.zip(to).map(|(from, to)| from.plain_distance(to));
        has("vent-crawl") && steps == Some(2) && present(now) & 1 << hex != 0
    };
    let is_adjacent = match (now.hex_of(who), now.exit_of(who)) {
        (Some(hex), _) => beside(before, who) & 1 << hex != 0 || is_vent(hex),
        (None, exit) => {
            let opened = exit.and_then(|exit| now.exit_hexes().nth(exit).flatten());
            opened.is_some() && opened == before.hex_of(who)
        }
    };
    require(is_adjacent, || format!("{who:?} moves to a tile that is not adjacent"))?;
    if let Some(hex) = now.hex_of(who) {
        require(!is_barred(before, hex), || format!("{who:?} enters hex {hex}"))?;
        require(who.is_npc() || before.tokens(who) & 1 << hex != 0, || {
            format!("{who:?} enters hex {hex} without a token")
        })?;
    }
    if let Some(hex) = before.hex_of(who) {
        let is_held = active_guards(before, hex) > 0 && !has("better-ways");
        require(!is_held && before.ring(hex).is_none(), || {
            format!("{who:?} leaves hex {hex}")
        })?;
    }
    Ok(())
}

/// MH6.5a, MH6.6h, MH6.6k, MH7.9a, MH10.19, H36, H54, H55: who is Busted stays so and stays there, but for Camouflage
/// at the end; an active NPC stays active; who was taken off the map holds nothing and does not come back.
fn standing(before: Option<&State>, now: &State) -> Result<(), String> {
    for who in now.everyone() {
        let is_somewhere = now.tile_of(who).is_some();
        let is_placed = is_somewhere || now.standing(who) != Standing::Active || now.phase() == Phase::Plan;
        require(is_placed, || format!("{who:?} is active and nowhere"))?;
        let is_gone = !is_somewhere && now.phase() > Phase::Plan;
        require(!is_gone || now.loot_of(who).is_empty(), || {
            format!("{who:?} is gone and holds {:?}", now.loot_of(who))
        })?;
        let hex = now.hex_of(who);
        require(hex.is_none_or(|hex| present(now) & 1 << hex != 0), || {
            format!("{who:?} is on {hex:?}")
        })?;
        let Some(before) = before.filter(|before| is_planned(before)) else {
            continue;
        };
        let (old, new) = (before.standing(who), now.standing(who));
        let is_saved = now.phase() == Phase::Over && now.banked_count(Piece::Item(Item::Camouflage)) > 0;
        let follows = match old {
            Standing::Active => new != Standing::Inactive,
            Standing::Inactive => true,
            Standing::Busted => new == Standing::Busted || is_saved,
        };
        require(follows, || format!("{who:?} was {old:?} and is {new:?}"))?;
        let (was, is) = (before.tile_of(who), now.tile_of(who));
        require(was.is_some() || is.is_none(), || format!("{who:?} is back"))?;
        require(old != Standing::Busted || was == is || is.is_none(), || {
            format!("{who:?} is Busted and moves")
        })?;
        require(now.has_ditched(who) || !before.has_ditched(who), || {
            format!("{who:?} has a last ditch again")
        })?;
        let used = |state: &State| {
            state
                .used_abilities(who)
                .fold(0u64, |set, ability| set | 1 << ability.index())
        };
        require(used(before) & !used(now) == 0, || {
            format!("an ability of {who:?} can be used again")
        })?;
    }
    Ok(())
}

/// MH4.4a, MH5.2i, MH5.3b, MH10.5, MH10.13: in ACTION exactly one Event leaves the deck for each live Camera that is
/// entered and each A of a commit, as long as there are any; before it and in ESCAPE none does.
fn alerts(before: Option<&State>, now: &State) -> Result<(), String> {
    let Some(before) = before.filter(|before| is_planned(before) && is_quiet(before, now)) else {
        return Ok(());
    };
    let gone = events_left(before) - events_left(now).min(events_left(before));
    if !is_in_action(before, now) {
        return require(gone == 0 || now.phase() == Phase::EndAction, || {
            format!("{gone} Events are gone in {:?}", now.phase())
        });
    }
    let mut alerts = 0;
    for who in now.everyone() {
        if before.committed(who).is_none() {
            alerts += usize::from(printed(now, who)[Letter::Alert]);
        }
        if let Some(hex) = now.hex_of(who)
            && before.tile_of(who) != now.tile_of(who)
            && !before.is_footage_looped()
        {
            alerts += usize::from(before.cameras(hex).active);
        }
    }
    let expected = alerts.min(events_left(before));
    require(gone == expected, || {
        format!("{gone} Events are gone, {expected} alerts were raised")
    })
}

/// MH3.1d, MH4.3b, MH5.6a, H47: the marker goes forward only, never past the last position, and not before the noise of
/// a round is applied; noise is owed from START to END_ACTION.
fn noise(before: Option<&State>, now: &State) -> Result<(), String> {
    let last = now.tables().track(now.player_count()).last;
    require(now.marker() <= last, || {
        format!("the marker is on {} of {last}", now.marker())
    })?;
    let is_owed = (Phase::Start..=Phase::EndAction).contains(&now.phase());
    require(is_owed || now.owed_noise_count() == 0, || {
        format!("{} noise is owed in {:?}", now.owed_noise_count(), now.phase())
    })?;
    let is_unheard = now.round() == 0 || now.round() == 1 && now.phase() < Phase::EndAction;
    require(!is_unheard || now.marker() == 0, || {
        format!("the marker is on {}", now.marker())
    })?;
    require(now.diversions() <= DIVERSIONS, || {
        format!("{} Diversion tokens", now.diversions())
    })?;
    let Some(before) = before else { return Ok(()) };
    require(now.marker() >= before.marker(), || "the marker goes back".to_owned())?;
    let is_bought = now.diversions() > before.diversions();
    require(!is_bought || !is_planned(before), || {
        "a Diversion token has come".to_owned()
    })?;
    let is_applied = now.phase() == Phase::EndAction || !is_quiet(before, now);
    let is_used = now.marker() != before.marker() || now.diversions() < before.diversions();
    require(is_applied || !is_used, || {
        format!("the marker moves in {:?}", now.phase())
    })?;
    if is_in_action(before, now) {
        let by_commits = now.everyone().filter(|&who| before.committed(who).is_none());
        let noise: u8 = by_commits.map(|who| printed(now, who)[Letter::Noise]).sum();
        require(now.owed_noise_count() >= before.owed_noise_count() + noise, || {
            format!(
                "{} noise is owed, then {}",
                before.owed_noise_count(),
                now.owed_noise_count()
            )
        })?;
    }
    Ok(())
}

/// MH3.1c, MH4.4a, MH4.4b, MH4.6a, MH7.8i, H57: cards leave the deck from the top and come only from the Retiree, the
/// final Crisis stays last; after planning no Crisis lies on top. Crises that wait keep their order.
fn deck(before: Option<&State>, now: &State) -> Result<(), String> {
    let cards = now.deck_cards();
    let is_retired = |card: &DeckCard| card.event().is_some_and(|event| RETIREE.contains(&event));
    let last = now.scenario().deck.last();
    require(cards.is_empty() || cards.last() == last, || {
        "the last card is another".to_owned()
    })?;
    let is_crisis = |card: &DeckCard| card.crisis().is_some();
    let Some(before) = before else {
        return require(cards == now.scenario().deck, || {
            "the deck is not that of the scenario".to_owned()
        });
    };
    if now.phase() == Phase::Plan {
        let printed: Vec<DeckCard> = cards.iter().copied().filter(|card| !is_retired(card)).collect();
        let inserted = cards.len() - printed.len();
        require(printed == now.scenario().deck && inserted <= RETIREE.len(), || {
            "planning has changed the deck".to_owned()
        })?;
        return require(inserted == 0 || now.is_available(Fixer::Retiree), || {
            "nobody inserts cards".to_owned()
        });
    }
    require(!cards.first().is_some_and(is_crisis), || {
        "a Crisis lies on top".to_owned()
    })?;
    let is_moving = now.scenario().special == Some(SpecialRule::MovingTarget);
    let is_ambush = |card: &DeckCard| is_moving && card.crisis() == Some(Crisis::C1);
    let keeps_order = before.deck_cards().ends_with(cards) || {
        let rest: Vec<DeckCard> = before
            .deck_cards()
            .iter()
            .copied()
            .filter(|card| !is_ambush(card))
            .collect();
        is_moving && rest.ends_with(cards)
    };
    require(keeps_order, || "the deck has another order".to_owned())?;
    let waiting =
        |state: &State| state.deck_cards().iter().filter(|card| is_crisis(card)).count() + state.crisis_queue().len();
    if is_quiet(before, now) {
        require(
            now.crisis_queue().starts_with(before.crisis_queue()) && waiting(now) == waiting(before),
            || format!("{:?} waited, now {:?}", before.crisis_queue(), now.crisis_queue()),
        )?;
    }
    require(waiting(now) <= waiting(before), || "a Crisis has come".to_owned())?;
    let is_settled = now.phase() == Phase::Roll && now.round() > 1;
    require(!is_settled || now.crisis_queue().is_empty(), || {
        format!("{:?} wait in ROLL", now.crisis_queue())
    })?;
    require(!is_settled || now.active_event().is_none(), || {
        "an Event is active in ROLL".to_owned()
    })
}

/// MH6.6a, MH6.6b: when somebody acts in ESCAPE, all gates are closed, everything is revealed, no dice lie there and no
/// blanks are left.
fn escape(_: Option<&State>, now: &State) -> Result<(), String> {
    if !now.asks_escaper() {
        return Ok(());
    }
    let gate = hexes(now).find(|&hex| matches!(now.fixture_on(hex), Fixture::Gate(_)));
    require(gate.is_none(), || format!("the gate on hex {gate:?} is open"))?;
    let hidden = hexes(now).find(|&hex| now.is_unrevealed(hex));
    require(hidden.is_none(), || format!("hex {hidden:?} is unrevealed"))?;
    require(now.blanks() == 0, || format!("{} blanks are left", now.blanks()))
}

/// What is counted agrees with the board, and what only grows does not shrink.
fn figures(before: Option<&State>, now: &State) -> Result<(), String> {
    let sum = |of: &dyn Fn(usize) -> u8| hexes(now).map(|hex| i32::from(of(hex))).sum::<i32>();
    let busted = now.everyone().filter(|&who| now.standing(who) == Standing::Busted);
    let outdoors = active(now).filter(|&who| !who.is_npc() && now.exit_of(who).is_some());
    let counted = [
        ("rounds", now.round().into()),
        ("noise", now.marker().into()),
        ("events left", events_left(now) as i32),
        ("cash banked", now.banked_count(Piece::ALL_CASH).into()),
        ("busted", busted.count() as i32),
        ("unrevealed", sum(&|hex| now.is_unrevealed(hex).into())),
        ("guards", sum(&|hex| active_guards(now, hex))),
        ("locks", sum(&|hex| now.locks(hex).active)),
        ("cameras", sum(&|hex| now.cameras(hex).active)),
        ("ideas", now.everyone().map(|who| i32::from(now.ideas(who))).sum()),
        ("outdoors", outdoors.count() as i32),
    ];
    for (name, found) in counted {
        let said = figure(now, name);
        require(said == found, || format!("{name}: {said} and not {found}"))?;
    }
    let Some(before) = before else { return Ok(()) };
    for name in ["rounds", "noise", "cash banked", "gates closed"] {
        require(figure(before, name) <= figure(now, name), || format!("{name} shrinks"))?;
    }
    Ok(())
}

/// MH6.6k to MH6.6m, MH7.10c, MH9a, H53, H55: at the end who is neither on an Exit or hideout nor hidden is Busted, no
/// more escape than may, nobody who is out holds anything, and the heist is won if the objective is met.
fn ending(_: Option<&State>, now: &State) -> Result<(), String> {
    if now.phase() != Phase::Over {
        return Ok(());
    }
    let scenario = now.scenario();
    let on_hideouts = scenario.ends_on_hideouts();
    let is_end = |who: Who| {
        if on_hideouts {
            now.hex_of(who).is_some_and(|hex| scenario.story_hexes & 1 << hex != 0)
        } else {
            now.exit_of(who).is_some()
        }
    };
    let out: Vec<Who> = now
        .everyone()
        .filter(|&who| now.standing(who) == Standing::Active)
        .collect();
    for &who in &out {
        require(now.loot_of(who).is_empty(), || {
            format!("{who:?} is out and holds {:?}", now.loot_of(who))
        })?;
    }
    // H55: who is hidden by Camouflage has not escaped, on an Exit or hideout that is full as anywhere else.
    let escaped = figure(now, "escaped") as usize;
    let hidden = usize::from(now.banked_count(Piece::Item(Item::Camouflage)) > 0);
    let is_guest = |who: Who| who.is_npc() && is_end(who);
    let left = out.iter().filter(|&&who| !is_guest(who)).count();
    require((escaped..=escaped + hidden).contains(&left), || {
        format!("{escaped} have escaped, {left} are not Busted")
    })?;
    let at_ends = out.iter().filter(|&&who| !who.is_npc() && is_end(who)).count();
    require((escaped..=left).contains(&at_ends), || {
        format!("{escaped} have escaped, {at_ends} are where they can")
    })?;
    let (ends, capacity) = if on_hideouts {
        (scenario.story_hexes.count_ones() as usize, TOGETHER)
    } else {
        (now.exits().count(), usize::from(scenario.exit_capacity))
    };
    require(capacity == 0 || escaped <= ends * capacity, || {
        format!("{escaped} escape by {ends} ways")
    })?;
    // H82.
    let rescued = out
        .iter()
        .filter(|&&who| now.counts_as_escaped(who) && is_end(who))
        .count();
    let is_met = |goal: &Goal| match *goal {
        Goal::Stolen(kind, least) => now.banked_count(Piece::of(kind)) >= least,
        Goal::NpcEscaped => now.standing(Who::NPC) == Standing::Active && now.exit_of(Who::NPC).is_some(),
        Goal::Escaped(least) => rescued >= usize::from(least),
        Goal::HideoutHas(kind) => now.banked_count(Piece::of(kind)) > 0,
    };
    let all_met = scenario.objective.iter().all(is_met);
    let is_won = now.ending() == Ending::Won;
    require(all_met || !is_won, || "won without the objective".to_owned())?;
    // H53: documents that are banked on an Exit are on no hideout. MH7.6i: the Master Plan Copy. MH7.10d: the van.
    let is_excused = on_hideouts || scenario.special == Some(SpecialRule::MovingTarget) || escaped == 0;
    require(is_won || !all_met || is_excused, || {
        "lost with the objective met".to_owned()
    })?;
    let result = now.result().map(|result| result.value);
    require(result == Some(f64::from(u8::from(is_won))), || {
        format!("the result is {result:?}")
    })
}
