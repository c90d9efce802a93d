//! What a person may set in a position.

use super::forms::GAME;
use super::forms::{
    ABILITIES, DONE, EFFECTS, ENDINGS, GONE, ITEM_LEAVING, ITEM_SPARE, ITEM_USED, PHASES, STATUSES, USED,
};
use crate::board::hexes::{MOST_HEXES, members};
use crate::describe::{Fact, Picker, titled};
use crate::masters::action::{Piece, Who};
use crate::masters::components::{Ability, Card, Crisis, Event, Fixer, Item, Skill};
use crate::masters::describe::{MOST_WEIGHT, SCENARIO_NAMES};
use crate::masters::scenario::{Chit, DeckCard, Loot};
use crate::masters::setup::Mode;
use crate::masters::state::{Chits, FREE_THINGS, MastersOfTheHeist, Spot};
use crate::masters::tables::{CardRow, Edition, Tables};
use crate::masters::tile::Tile;

/// The most of what is counted; the check of the position has the exact limits.
const MANY: i64 = 99;
/// The most team cash.
const RICH: i64 = 30_000;

/// The facts of a position with the scenario and the characters of a state.
pub(in super::super) fn facts(state: &MastersOfTheHeist) -> Vec<Fact> {
    let mut facts = heist(state);
    for who in state.everybody() {
        facts.extend(character(state, who));
    }
    for hex in 0..state.plan().count() {
        facts.extend(hex_facts(state, hex));
    }
    facts.extend(cards());
    facts.extend(team());
    facts.extend(record(state));
    facts
}

fn words<T>(known: &[(&'static str, T)]) -> Picker {
    Picker::set(known.iter().map(|(word, _)| *word))
}

fn one_word<T>(known: &[(&'static str, T)]) -> Picker {
    Picker::one(known.iter().map(|(word, _)| *word))
}

/// A list in which names may stand more than once.
fn repeated<T: ToString>(options: impl IntoIterator<Item = T>, is_ordered: bool) -> Picker {
    Picker::List {
        options: options.into_iter().map(|option| option.to_string()).collect(),
        is_ordered,
        repeats: true,
    }
}

fn hexes(state: &MastersOfTheHeist) -> impl Iterator<Item = Tile> + use<> {
    let scenario = state.scenario();
    (0..scenario.plan().count()).map(|hex| scenario.hex_tile(hex))
}

fn tiles(state: &MastersOfTheHeist) -> impl Iterator<Item = Tile> + use<> {
    let exits: Vec<Tile> = state.exit_spots().map(|spot| state.tile(spot)).collect();
    hexes(state).chain(exits)
}

/// Everything that loot can be.
fn loot() -> Vec<String> {
    let cash = (1..=MANY as u8).map(|amount| Piece::Cash(amount).to_string());
    let kinds = Loot::ALL
        .iter()
        .filter(|&&kind| kind != Loot::Cash)
        .map(|kind| kind.to_string());
    let items = Item::ALL.iter().flat_map(|item| {
        let marks = ["".to_owned(), format!(" {ITEM_USED}"), format!(" {ITEM_LEAVING}")];
        let starts = |card: &CardRow| card.starts_with == Some(*item);
        let is_start = Edition::ALL
            .into_iter()
            .any(|edition| Tables::get(edition).cards.iter().any(starts));
        let spare = is_start.then(|| marks.clone().map(|mark| format!(" {ITEM_SPARE}{mark}")));
        marks
            .into_iter()
            .chain(spare.into_iter().flatten())
            .map(move |mark| format!("{item}{mark}"))
    });
    cash.chain(kinds).chain(items).collect()
}

fn heist(state: &MastersOfTheHeist) -> Vec<Fact> {
    let group = "The heist";
    let fact = |field: &str, label: &str, picker: Picker| Fact::new(format!("/{field}"), group, label, picker);
    let editions = Edition::ALL.map(|edition| edition.name());
    vec![
        fact("game", "Game", Picker::one([GAME])),
        fact("scenario", "Job", Picker::one(SCENARIO_NAMES)),
        fact("edition", "Edition", Picker::one(editions)),
        fact("actions", "Orders of actions", Picker::one(Mode::ALL.map(Mode::name))).rare(),
        fact(
            "seats",
            "People",
            Picker::number(1, state.player_count().try_into().unwrap_or(4)),
        ),
        fact("cash-weight", "Weight of cash", Picker::number(0, MOST_WEIGHT.into())).rare(),
        fact("phase", "Part of the heist", one_word(&PHASES)),
        fact("round", "Round", Picker::number(0, MANY)),
        fact("marker", "Noise marker", Picker::number(0, MANY)),
        fact("owed", "Noise of the round", Picker::number(0, MANY)),
        fact("diversions", "Diversion tokens", Picker::number(0, 4)),
        fact("closed-gates", "Gates closed", Picker::number(0, 4)),
        fact("cracks", "Cracks of the safe", Picker::number(0, MANY)),
        fact("panic", "NPC cards turned", Picker::YesNo),
        fact("loop-footage", "Loop Footage", Picker::YesNo),
        fact("whistle", "Dog Whistle", Picker::YesNo),
        fact("escape-follows", "Escape declared", Picker::YesNo).rare(),
    ]
}

fn character(state: &MastersOfTheHeist, who: Who) -> Vec<Fact> {
    let number = who.index();
    let (path, group) = if who.is_npc() {
        ("/npc".to_owned(), "The NPC".to_owned())
    } else {
        (format!("/players/{number}"), format!("Player {}", number + 1))
    };
    let fact = |field: &str, label: &str, picker: Picker| {
        Fact::new(format!("{path}/{field}"), &group, label, picker).at(format!("character={who}"))
    };
    let mut facts = vec![
        fact("at", "Tile", Picker::one(tiles(state))).options_at("cell="),
        fact("status", "Takes part", statuses(who)),
        fact("ideas", "Ideas", Picker::number(0, MANY)),
        fact("die", "Die", Picker::number(0, 6)),
        fact("action", "Action of this round", Picker::Json),
        fact("letters", "Sub-actions left", Picker::Json),
        fact("tokens", "Planning tokens", Picker::set(hexes(state))).options_at("cell="),
        fact("loot", "Loot", repeated(loot(), false)),
        fact("used", "Used up in this heist", words(&ABILITIES)).rare(),
        fact("effects", "Until the phase ends", words(&EFFECTS)).rare(),
        fact("done", "Done in this round", words(&DONE)).rare(),
        fact("granted", "Unlocks granted in this round", Picker::number(0, 4)).rare(),
        fact("pickers", "Moves bought by Efficient Picker", Picker::number(0, 6)).rare(),
        fact(
            "tool-cracks",
            "Unlocks turned into cracks by the tools",
            Picker::number(0, MANY),
        )
        .rare(),
        fact("ditched", "Last ditch used", Picker::YesNo),
    ];
    if state.has_ability(who, Ability::VentCrawl) {
        let label = "Vent Crawls that wait, each by its hex and side";
        facts.push(fact("vents", label, repeated(vents(state), false)).rare());
    }
    if !who.is_npc() {
        facts.extend([
            fact("card", "Character", Picker::one(Card::ALL)),
            fact("skills", "Skills", repeated(Skill::ALL, true)),
            fact("start", "Start place that is settled", Picker::one(hexes(state))).rare(),
            fact("leftover", "Ideas left of Part 1", Picker::number(0, MANY)).rare(),
        ]);
    }
    facts
}

/// Every hex and side of it across which a Vent Crawl leads.
fn vents(state: &MastersOfTheHeist) -> impl Iterator<Item = String> + '_ {
    let hexes = members(state.plan().present()).map(|hex| hex as Spot);
    hexes.flat_map(move |hex| {
        let sides = state.vents_across(hex);
        sides.map(move |(_, side)| format!("{} {side}", state.tile(hex)))
    })
}

fn statuses(who: Who) -> Picker {
    let known = STATUSES.iter().map(|(word, _)| *word);
    Picker::one(known.chain(who.is_npc().then_some(GONE)))
}

fn hex_facts(state: &MastersOfTheHeist, hex: usize) -> Vec<Fact> {
    let tile = state.scenario().hex_tile(hex);
    let group = format!("Hex {tile}");
    let fact = |field: &str, label: &str, picker: Picker| {
        Fact::new(format!("/hexes/{tile}/{field}"), &group, label, picker).at(format!("cell={tile}"))
    };
    let chits = || Picker::number(0, Chits::MOST.into());
    vec![
        fact("unrevealed", "Unrevealed", Picker::YesNo),
        fact("guards", "Guards", chits()),
        fact("subdued-guards", "Subdued Guards", chits()),
        fact("dogs", "Dogs", chits()),
        fact("subdued-dogs", "Subdued Dogs", chits()),
        fact("locks", "Locks", chits()),
        fact("unlocked", "Unlocked Locks", chits()),
        fact("cameras", "Cameras", chits()),
        fact("disabled", "Disabled Cameras", chits()),
        fact("flashed-guards", "Guards subdued by a Flashbang", chits()),
        fact("flashed-dogs", "Dogs subdued by a Flashbang", chits()),
        fact("loot", "Loot", repeated(loot(), false)),
        fact("idea", "Idea token", Picker::YesNo),
        fact("fixture-gone", "What stood there is gone", Picker::YesNo),
        fact("ring-gone", "The Remote Lock is gone", Picker::YesNo),
        fact("planned-camera", "A Camera found in planning", Picker::YesNo),
    ]
}

fn cards() -> Vec<Fact> {
    let group = "Cards and bag";
    let fact = |field: &str, label: &str, picker: Picker| Fact::new(format!("/{field}"), group, label, picker);
    let events = Event::ALL.iter().map(|&event| DeckCard::from(event).to_string());
    let crises = Crisis::ALL.iter().map(|&crisis| DeckCard::from(crisis).to_string());
    let mut facts = vec![
        fact("deck", "Deck, the top card first", repeated(events.chain(crises), true)),
        fact("queue", "Crises that wait", repeated(Crisis::ALL, true)),
        fact("last-event", "The last Event of an empty deck", Picker::one(Event::ALL)),
        fact("active", "Active Event", Picker::one(Event::ALL)),
        fact("discarded-before", "The Active Event had been discarded", Picker::YesNo).rare(),
        fact("overshoot", "An alert discarded the last Event", Picker::YesNo).rare(),
        fact("blanks", "Blanks of the Consultant", Picker::number(0, 3)),
        fact("hidden", "Chits in their order", repeated(Chit::ALL, true)).rare(),
        fact(
            "hidden-entropy",
            "What decides where later chits go",
            Picker::number(0, u32::MAX.into()),
        )
        .rare(),
    ];
    facts.extend(Chit::ALL.iter().map(|chit| {
        let label = format!("In the bag: {}", titled(chit.name()));
        fact(&format!("bag/{chit}"), &label, Picker::number(0, MOST_HEXES as i64))
    }));
    facts
}

fn team() -> Vec<Fact> {
    let group = "The team";
    let fact = |field: &str, label: &str, picker: Picker| Fact::new(format!("/{field}"), group, label, picker);
    vec![
        fact("cash", "Cash in $k", Picker::number(0, RICH)),
        fact("stake", "Stake of the Bookie in $k", Picker::number(0, 8)).rare(),
        fact("jewels", "Jewels that may be sold", Picker::number(0, MANY)),
        fact("fixers", "Fixers", Picker::set(Fixer::ALL)),
        fact("banked", "Loot banked", repeated(loot(), false)),
        fact("shop", "Items in the shop", repeated(Item::ALL, false)),
        fact("used", "Used once in the heist", words(&USED)),
        fact("van-reached", "The Prisoner has reached the van", Picker::YesNo).rare(),
        fact("plan-copy-lost", "The Master Plan Copy is lost", Picker::YesNo).rare(),
    ]
}

fn record(state: &MastersOfTheHeist) -> Vec<Fact> {
    let group = "What is being resolved";
    let fact = |field: &str, label: &str, picker: Picker| Fact::new(format!("/{field}"), group, label, picker);
    let players: Vec<Who> = state.players().collect();
    let mut facts = vec![
        fact("exits", "Exits placed", Picker::Json),
        fact("left-dogs", "Hexes of dogs that were left", Picker::set(hexes(state))).rare(),
        fact("pending", "Hexes that are worked through", Picker::set(hexes(state))).rare(),
        fact("last", "What the last action touched", Picker::Json),
        fact("route", "Route of a last ditch", Picker::Json),
        fact(
            "free-things",
            "Free things in a row",
            Picker::number(0, FREE_THINGS.into()),
        )
        .rare(),
        fact("resolving", "Steps, the next one last", Picker::Json),
        fact("escaped", "Who escaped", Picker::set(players.clone())).rare(),
        fact("ending", "How the heist ended", one_word(&ENDINGS)).rare(),
        fact("planning/bought", "Items bought", Picker::set(Item::ALL)).rare(),
        fact("planning/sold", "Items sold", Picker::set(Item::ALL)).rare(),
        fact("planning/used", "Fixers used", Picker::set(Fixer::ALL)).rare(),
        fact(
            "planning/reached",
            "How far the office has come",
            Picker::number(0, MANY),
        )
        .rare(),
        fact("planning/locks", "Locks found in planning", Picker::number(0, MANY)).rare(),
        fact("planning/inside", "Who starts inside", Picker::set(players)).rare(),
    ];
    let starters = state
        .starters
        .at
        .iter()
        .filter(|&&at| usize::from(at) < MOST_HEXES)
        .count();
    for number in 0..starters {
        let path = format!("starters/{number}");
        let label = format!("Starting Guard {}", number + 1);
        facts.extend([
            fact(&format!("{path}/at"), &label, Picker::one(hexes(state))).options_at("cell="),
            fact(&format!("{path}/subdued"), &format!("{label}: subdued"), Picker::YesNo),
            fact(
                &format!("{path}/fresh"),
                &format!("{label}: in this round"),
                Picker::YesNo,
            ),
            fact(
                &format!("{path}/flashed"),
                &format!("{label}: by a Flashbang"),
                Picker::YesNo,
            ),
        ]);
    }
    facts
}
