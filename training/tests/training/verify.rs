//! `survey::verify`: what searches and labels write is right, and no number in it can be changed unnoticed to what they
//! cannot write.

use std::fs;
use std::path::{Path, PathBuf};

use heist_agents::Players;
use heist_agents::arena::Threads;
use heist_engine::caper_cards::CaperCards;
use heist_training::label::{LabelOptions, Labeller, Pick};
use heist_training::record::{NO_EXPERT, RecordedDecision, RecordedGame, RecordedMove};
use heist_training::shard::{Header, ShardReader, ShardWriter};
use heist_training::survey::{Verdict, verify};

use crate::support::{Folder, for_each_game, games, record, selfplay, short};

fn verified<G: Players>(path: &Path) -> Verdict {
    verify::<G>(path, &Threads::new(2), &|_| {}, &[]).unwrap()
}

fn label<G: Players>(from: &Path, folder: &Path, worlds: u32) -> PathBuf {
    let rollouts = if G::HEURISTIC.is_some() {
        "improve:turns=1"
    } else {
        "flat:turns=1"
    };
    let options = LabelOptions {
        rollouts: rollouts.parse().unwrap(),
        worlds,
        moves: 4,
        pick: Pick::Count(3),
        seed: 5,
        threads: Threads::new(2),
    };
    let labeller = Labeller::<G>::new(options).unwrap();
    labeller
        .run(from, folder, &mut |line| panic!("{line}"), &|_| {}, &[])
        .unwrap();
    folder.join(from.file_name().unwrap())
}

fn what_is_written_is_right<G: Players>() {
    let searches = [
        "flat:sims=20,turns=1",
        "flat:sims=100,turns=1",
        "mcts:sims=1,turns=1",
        "mcts:sims=6,turns=1,threads=2",
        "ismcts:sims=8,turns=1",
        "pimc:sims=8,worlds=3,turns=1",
        "puct:sims=9,turns=1,trees=2",
        "expectimax:depth=1,sims=40",
    ];
    let of_experts = ["improve:sims=40,turns=1"];
    let count = if G::HEURISTIC.is_some() { 1 } else { 0 };
    for spec in searches.iter().chain(&of_experts[..count]) {
        let folder = Folder::new();
        record(&selfplay::<G>(&[spec], short(1)), &folder.0);
        let path = folder.0.join("games-00000000.shard");
        let verdict = verified::<G>(&path);
        assert!(
            verdict.is_right() && verdict.rows > 0,
            "{} {spec}: {:?}",
            G::ID,
            verdict.faults
        );
        for worlds in [1, 3] {
            let labels = label::<G>(&path, &folder.0.join(worlds.to_string()), worlds);
            let verdict = verified::<G>(&labels);
            assert!(
                verdict.is_right() && verdict.rows > 0,
                "{} {spec}: {:?}",
                G::ID,
                verdict.faults
            );
        }
    }
}

#[test]
fn what_searches_and_labels_write_is_right() {
    for_each_game!(what_is_written_is_right);
}

/// Something that is wrong with a decision, and what is said of it.
type Wrong = (fn(&mut RecordedDecision), &'static str);

/// Numbers that neither searches nor labels write.
const ALWAYS_WRONG: [Wrong; 16] = [
    (|decision| decision.moves[1].value = 2.5, "the value of move"),
    (|decision| decision.moves[1].value = f32::INFINITY, "the value of move"),
    (|decision| decision.moves[0].value = -1.5, "the value of move"),
    (|decision| decision.moves[1].value = f32::NAN, "the value of move"),
    (
        |decision| decision.moves[1].error = -0.1,
        "the standard error of the value of move",
    ),
    (
        |decision| decision.moves[1].error = f32::NAN,
        "the standard error of the value of move",
    ),
    (|decision| decision.moves[1].difference = 3.5, "the difference of move"),
    (
        |decision| decision.moves[1].difference = f32::NEG_INFINITY,
        "the difference of move",
    ),
    (
        |decision| decision.moves[1].difference_error = f32::INFINITY,
        "the standard error of the difference of move",
    ),
    (|decision| decision.moves[1].visits = u32::MAX, "visits"),
    (
        |decision| decision.moves[1].place = decision.moves[0].place,
        "twice, expected each once",
    ),
    (
        |decision| decision.moves[1].alike = 60_000,
        "with those alike, expected at most the",
    ),
    (
        |decision| decision.moves.clear(),
        "found no moves, expected one or more",
    ),
    (|decision| decision.expert = NO_EXPERT, "the expert's move is missing"),
    (|decision| decision.surprise = f32::NAN, "the surprise: found NaN"),
    (|decision| decision.surprise += 0.37, "the surprise: found"),
];

const WRONG_OF_A_SEARCH: [Wrong; 2] = [
    (
        |decision| decision.moves[0].difference = 0.25,
        "the difference of the first move: found 0.25, expected 0",
    ),
    (
        |decision| decision.moves[0].difference_error = 0.25,
        "the difference of the first move",
    ),
];

const WRONG_IN_LABELS: [Wrong; 6] = [
    (|decision| decision.moves.swap(0, 1), "first, expected move"),
    (
        |decision| decision.moves[1].visits += 1,
        ": found 5, expected 4, the worlds of the labels",
    ),
    (
        |decision| decision.moves[1].difference += 0.25,
        "its value less the mean",
    ),
    (|decision| decision.moves[1].value += 0.25, "its value less the mean"),
    (
        |decision| decision.moves.iter_mut().for_each(unknown),
        "the value of move",
    ),
    (
        |decision| decision.moves[1].difference = f32::NAN,
        "the difference of move",
    ),
];

fn unknown(found: &mut RecordedMove) {
    (found.value, found.error) = (f32::NAN, f32::NAN);
    (found.difference, found.difference_error) = (f32::NAN, f32::NAN);
}

/// What is said of the games of a shard of this header, whose checksums are right.
fn faults(header: &Header, games: &[RecordedGame]) -> Vec<String> {
    let folder = Folder::new();
    let mut writer = ShardWriter::new(Vec::new(), header).unwrap();
    games.iter().for_each(|game| writer.add(game).unwrap());
    let path = folder.0.join("changed.shard");
    fs::write(&path, writer.finish().unwrap()).unwrap();
    let verdict = verified::<CaperCards>(&path);
    assert!(verdict.damage.is_empty());
    verdict.faults.iter().map(ToString::to_string).collect()
}

/// A shard of a search, and the labels of its games.
fn shards() -> [(Header, Vec<RecordedGame>); 2] {
    let folder = Folder::new();
    record(&selfplay::<CaperCards>(&["flat:sims=60,turns=1"], short(3)), &folder.0);
    let path = folder.0.join("games-00000000.shard");
    let labels = label::<CaperCards>(&path, &folder.0.join("labels"), 4);
    [path, labels].map(|path| {
        let header = ShardReader::open(&path).unwrap().header().clone();
        (header, games(&path))
    })
}

#[test]
fn a_number_that_cannot_be_is_named() {
    let [searched, labelled] = shards();
    for ((header, games), own) in [(&searched, &WRONG_OF_A_SEARCH[..]), (&labelled, &WRONG_IN_LABELS[..])] {
        assert_eq!(faults(header, games), Vec::<String>::new());
        for (change, said) in ALWAYS_WRONG.iter().chain(own) {
            let mut games = games.clone();
            let decisions = &mut games[1].decisions;
            // One whose first two moves are of different worth.
            let is_fit = |decision: &RecordedDecision| match &decision.moves[..] {
                [first, second, ..] => first.value != second.value,
                _ => false,
            };
            let decision = decisions.iter_mut().find(|decision| is_fit(decision)).unwrap();
            let step = decision.step;
            change(decision);
            let found = faults(header, &games);
            assert_eq!(found.len(), 1, "{said}: {found:?}");
            let place = format!("game 1 of the shard (deal 1): the annotation of step {step}: ");
            assert!(
                found[0].starts_with(&place) && found[0].contains(said),
                "`{said}` is not in: {}",
                found[0]
            );
        }
    }
}

#[test]
fn visits_are_held_against_the_agent_of_the_seat() {
    let folder = Folder::new();
    let agents = ["mcts:sims=60,turns=1", "mcts:sims=6,turns=1"];
    record(&selfplay::<CaperCards>(&agents, short(3)), &folder.0);
    let path = folder.0.join("games-00000000.shard");
    let (header, games) = (ShardReader::open(&path).unwrap().header().clone(), games(&path));
    assert_eq!(faults(&header, &games), Vec::<String>::new());
    let all = games[1].decisions.len();
    let said_of = |visits: u32| -> Vec<String> {
        let changed = |place: usize| {
            let mut games = games.clone();
            let moves = &mut games[1].decisions[place].moves;
            moves.iter_mut().for_each(|found| found.visits = 0);
            moves[0].visits = visits;
            faults(&header, &games)
        };
        (0..all).flat_map(changed).collect()
    };
    let count = |said: &[String], visits: u32, most: u32| {
        let text = format!("found {visits} visits, expected at most the {most} simulations of the agent");
        said.iter().filter(|fault| fault.ends_with(&text)).count()
    };
    assert_eq!(said_of(6), Vec::<String>::new());
    // Both seats decide; one of them may have more.
    let (few, many) = (said_of(60), said_of(61));
    let of_second = count(&few, 60, 6);
    assert!((1..all).contains(&of_second) && few.len() == of_second, "{few:?}");
    assert_eq!(
        (count(&many, 61, 6), count(&many, 61, 60)),
        (of_second, all - of_second)
    );
}

#[test]
fn a_deal_that_comes_twice_or_is_of_no_run_is_named() {
    for (header, games) in shards() {
        let mut twice = games.clone();
        twice[2] = games[0].clone();
        assert_eq!(
            faults(&header, &twice),
            ["game 2 of the shard (deal 0): the deal is that of game 0 of the shard as well"]
        );
        let mut fewer = header.clone();
        fewer.runs[0].games = 2;
        assert_eq!(
            faults(&fewer, &games),
            ["game 2 of the shard (deal 2): the header has deals 0 to 1 of its run"]
        );
        // The same deal of another seed is another.
        let mut other = header.clone();
        other.games += 1;
        other.runs.push(heist_training::shard::Run {
            seed: 8,
            ..header.runs[0].clone()
        });
        let mut again = games.clone();
        again.truncate(1);
        again[0].run = 1;
        let said = faults(&other, &[games.clone(), again].concat());
        assert!(said.iter().all(|fault| !fault.contains("as well")), "{said:?}");
    }
}
