//! Everything the game has happens in play: the golden games, and games with fixed seeds from setups that have
//! everything in them and from positions that a step of these was changed into. They meet every kind of decision, every
//! action of a card, every face of a skill, every chit, Event, Crisis, item, fixer, ability and side of an NPC, and
//! what scenarios have of their own. What is missing is listed with all that was counted.

mod games;
mod kinds;
mod late;
mod rules;

use std::collections::BTreeSet;

use heist_engine::game::Game;
use heist_engine::masters::components::{Item, NpcCard, Skill};
use heist_engine::masters::pieces::Chit;
use heist_engine::masters::scenario::{GuideSpecial, Scenario};
use heist_engine::masters::tables::{Edition, Printed, Source, Tables};
use heist_engine::masters::{Action, Commit, MastersOfTheHeist, Outcome, Phase, Sale};
use heist_engine::random::{Generator, stream};
use heist_engine::record::{Replay, Step, read_header};

use crate::common::counters::Counters;
use crate::common::patience;
use crate::golden;
use games::Chosen;
use rules::Moment;

/// Games from the beginning.
const GAMES: u64 = 1680;
/// Games from each late position.
const LATE: u64 = 12;
/// Every how many of the rounds one is played on from with everybody elsewhere.
const EVERY: u64 = 5;

/// Counts what a step shows.
fn note(before: &MastersOfTheHeist, step: Step<MastersOfTheHeist>, after: &MastersOfTheHeist, seen: &mut Counters) {
    match step {
        Step::Chance(outcome) => note_outcome(before, outcome, seen),
        Step::Action(_, action) => note_action(before, action, seen),
    }
    if let Some(result) = after.result() {
        seen.count("ending", result.ending);
        seen.count("scenario", format!("{} {}", before.scenario().name, result.ending));
    }
    rules::note(&Moment::new(before, step, after), seen);
}

fn note_outcome(before: &MastersOfTheHeist, outcome: Outcome, seen: &mut Counters) {
    let purpose = MastersOfTheHeist::PURPOSES[before.purpose().0 as usize];
    seen.count("purpose", purpose);
    match (outcome, before.phase()) {
        (Outcome::Die(die), _) => seen.count("die", die),
        (Outcome::Chit(chit), Phase::Plan) => seen.count("chit in planning", chit),
        (Outcome::Chit(chit), Phase::Escape) => seen.count("chit in the Escape part", chit),
        (Outcome::Chit(chit), _) if purpose == "chits" => seen.count("chit on a hex", chit),
        (Outcome::Chit(chit), _) => seen.count("chit of the surplus", chit),
    }
}

fn note_action(before: &MastersOfTheHeist, action: Action, seen: &mut Counters) {
    seen.count("action", kinds::action_name(&action));
    if let Some(part) = kinds::part(before, &action) {
        seen.count("part", part);
    }
    match action {
        Action::Commit(commit) => note_commit(before, commit, seen),
        Action::Buy(item, _) => seen.count("bought", item),
        Action::Sell(Sale::Item(item)) => seen.count("sold", item),
        Action::Act(_) => {}
        _ => {
            if let Some(member) = before.deciding().and_then(|who| before.member(who)) {
                seen.count("character", member.card);
            }
        }
    }
}

fn note_commit(before: &MastersOfTheHeist, commit: Commit, seen: &mut Counters) {
    let Some(who) = before.deciding() else { return };
    let name = match commit {
        Commit::Skill(..) => commit.to_string(),
        _ => commit.to_string().split(' ').next().unwrap_or_default().to_owned(),
    };
    match (before.member(who), before.scenario().npc) {
        (Some(_), _) if matches!(commit, Commit::Skill(..)) => seen.count("face", name),
        (Some(member), _) => {
            seen.count("action of a card", &name);
            seen.count("default action", format!("{} {name}", member.card));
        }
        (None, Some(npc)) => seen.count("action of an NPC", of_npc(npc.card, before.is_panicked(), &name)),
        (None, None) => {}
    }
}

fn of_npc(card: NpcCard, is_panicked: bool, name: &str) -> String {
    format!("{card} {}: {name}", if is_panicked { "panicked" } else { "normal" })
}

/// The name of a printed action; none of what the scenario describes.
fn name(printed: &Printed) -> Option<String> {
    match printed {
        Printed::Letters(name, _) | Printed::Special(name) => Some(name.to_string()),
        Printed::Guide => None,
    }
}

/// characters, both editions: the default actions of every card, but those of abilities, which [`rules`] looks for.
fn default_actions() -> Vec<String> {
    let of_edition = |edition: Edition| {
        let rows = heist_engine::masters::components::Card::ALL
            .iter()
            .map(move |&card| (card, Tables::get(edition).card(card)));
        rows.flat_map(|(card, row)| {
            let names = row.defaults.iter().filter_map(name);
            names
                .map(|name| format!("{card} {}", name.split(' ').next().unwrap_or_default()))
                .collect::<Vec<_>>()
        })
    };
    Edition::ALL.into_iter().flat_map(of_edition).collect()
}

/// npcs: the actions of both sides of every card.
fn npc_actions() -> Vec<String> {
    let special = |special: GuideSpecial| match special {
        GuideSpecial::FancyCardFlick => "fancy-card-flick",
        GuideSpecial::StudySchematics => "study-schematics",
        GuideSpecial::Pause => "pause",
    };
    let specials = Scenario::all()
        .iter()
        .filter_map(|scenario| scenario.npc?.special)
        .map(special);
    let specials: BTreeSet<&str> = specials.collect();
    let mut all = Vec::new();
    for &card in NpcCard::ALL {
        for is_panicked in [false, true] {
            let side = Tables::get(Edition::V22).npc(card, is_panicked);
            let printed = side.defaults.iter().chain([&side.on_six]);
            all.extend(printed.filter_map(name).map(|name| of_npc(card, is_panicked, &name)));
            if card == NpcCard::Guide {
                all.extend(specials.iter().map(|name| of_npc(card, is_panicked, name)));
            }
        }
    }
    all
}

/// The golden games.
fn golden_games() -> impl Iterator<Item = Replay<MastersOfTheHeist>> {
    let files = golden::files().into_iter();
    let is_own = |path: &std::path::PathBuf| {
        read_header(golden::open(path)).is_ok_and(|header| header.game == MastersOfTheHeist::ID)
    };
    files.filter(is_own).map(|path| golden::read(&path))
}

/// MH4.8a, 5.2, 5.4, 6.6, section 7, section 8: nothing of the game is out of reach.
#[test]
fn everything_happens_in_play() {
    let mut seen = Counters::default();
    let mut chosen = Chosen::default();
    let mut rare_first = |state: &MastersOfTheHeist, rng: &mut Generator| chosen.next(state, rng);
    let mut rounds = Vec::new();
    for replay in golden_games() {
        let mut before = MastersOfTheHeist::new(&replay.setup).expect("a playable setup");
        for &step in &replay.steps {
            let mut after = before;
            step.play(&mut after);
            note(&before, step, &after, &mut seen);
            if after.round() > before.round() {
                rounds.push(after);
            }
            before = after;
        }
    }
    for number in 0..GAMES {
        let mut rng = stream(number, "coverage", 0);
        let game = MastersOfTheHeist::new(&games::setup(number, &mut rng)).expect("a playable setup");
        patience::play(game, 2, &mut rng, &mut rare_first, |before, step, after| {
            note(before, step, after, &mut seen);
            if after.round() > before.round() {
                rounds.push(*after);
            }
        });
    }
    for (kind, late) in (0..).zip(late::all()) {
        for number in 0..LATE {
            let mut rng = stream(number, "coverage late", kind);
            patience::play(late, 3, &mut rng, &mut rare_first, |before, step, after| {
                note(before, step, after, &mut seen);
            });
        }
    }
    let mut from_elsewhere = 0;
    for (number, round) in (0..).zip(&rounds).filter(|(number, _)| number % EVERY == 0) {
        let mut rng = stream(number, "coverage elsewhere", 0);
        if let Some(moved) = games::moved(round, &mut rng) {
            from_elsewhere += 1;
            patience::play(moved, 3, &mut rng, &mut rare_first, |before, step, after| {
                note(before, step, after, &mut seen);
            });
        }
    }
    assert!(from_elsewhere > 100, "{from_elsewhere} of {} rounds", rounds.len());

    let skills = Skill::ALL
        .iter()
        .flat_map(|skill| (1..=6).map(move |face| format!("{skill} {face}")));
    let drawn = || Chit::ALL.iter().filter(|&&chit| chit != Chit::Blank);
    let of_shop = |item: &&Item| Tables::get(Edition::V22).item(**item).source == Source::Shop;
    let mut missing = Vec::new();
    missing.extend(seen.missing("action", kinds::ACTIONS));
    missing.extend(seen.missing("part", kinds::PARTS));
    missing.extend(seen.missing("default action", default_actions()));
    missing.extend(seen.missing("face", skills));
    missing.extend(seen.missing("action of an NPC", npc_actions()));
    missing.extend(seen.missing("character", heist_engine::masters::components::Card::ALL));
    missing.extend(seen.missing("bought", Item::ALL));
    missing.extend(seen.missing("sold", Item::ALL.iter().filter(of_shop)));
    missing.extend(seen.missing("purpose", MastersOfTheHeist::PURPOSES));
    missing.extend(seen.missing("die", 1..=6));
    missing.extend(seen.missing("chit in planning", drawn()));
    missing.extend(seen.missing("chit on a hex", Chit::ALL));
    missing.extend(seen.missing("chit of the surplus", drawn()));
    missing.extend(seen.missing("chit in the Escape part", drawn()));
    missing.extend(seen.missing("ending", MastersOfTheHeist::ENDINGS));
    let endings = MastersOfTheHeist::SCENARIOS.iter().flat_map(|scenario| {
        MastersOfTheHeist::ENDINGS
            .iter()
            .map(move |ending| format!("{scenario} {ending}"))
    });
    missing.extend(seen.missing("scenario", endings));
    missing.extend(rules::missing(&seen));
    assert!(
        missing.is_empty(),
        "never seen:\n{}\n\ncounted: {seen:#?}",
        missing.join("\n")
    );
}
