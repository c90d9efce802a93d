//! Labels: which decisions and moves are labelled, and with what.

use std::fs;
use std::sync::atomic::AtomicBool;

use heist_agents::Players;
use heist_agents::arena::Threads;
use heist_agents::search::alike;
use heist_agents::spec::sampler;
use heist_engine::burgle_bros::BurgleBros;
use heist_training::label::{LabelOptions, Labelled, Labeller, Pick};
use heist_training::record::{RecordedDecision, RecordedGame};
use heist_training::rows::Resimulator;
use heist_training::shard::{Header, Kind, ShardReader};

use crate::support::{Folder, for_each_game, games, record, selfplay, short};

fn options(rollouts: &str) -> LabelOptions {
    LabelOptions {
        rollouts: rollouts.parse().unwrap(),
        worlds: 4,
        moves: 4,
        pick: Pick::Count(3),
        seed: 5,
        threads: Threads::new(2),
    }
}

fn rollouts<G: Players>() -> &'static str {
    match G::HEURISTIC {
        Some(_) => "improve:turns=1",
        None => "flat:turns=1",
    }
}

/// A folder with recorded games of an agent that does not search, and the header of its first shard.
fn recorded<G: Players>(count: u64) -> (Folder, Header) {
    let folder = Folder::new();
    record(&selfplay::<G>(&["random"], short(count)), &folder.0);
    let header = ShardReader::open(&folder.0.join("games-00000000.shard"))
        .unwrap()
        .header()
        .clone();
    (folder, header)
}

fn labels<G: Players>() {
    let (folder, header) = recorded::<G>(10);
    let labeller = Labeller::<G>::new(options(rollouts::<G>())).unwrap();
    let mut simulator = Resimulator::<G>::new(&header).unwrap();
    for game in games(&folder.0.join("games-00000000.shard")) {
        let labelled = labeller.label(&mut simulator, &game).unwrap();
        assert_eq!(
            labelled,
            labeller.label(&mut simulator, &game).unwrap(),
            "the same draws"
        );
        let choices = simulator.choices(&game).unwrap();
        assert_eq!(labelled.decisions.len(), choices.len().min(3));
        assert!(
            labelled
                .decisions
                .iter()
                .all(|decision| choices.contains(&decision.step))
        );
        let bare = RecordedGame {
            decisions: Vec::new(),
            ..labelled.clone()
        };
        assert_eq!(bare, game, "the game itself stays as it is");
        let played = simulator.play(&labelled).unwrap();
        assert_eq!(played.len(), labelled.decisions.len());
        for row in played.iter() {
            let groups = alike(row.view, row.legal);
            let moves = &row.decision.moves;
            assert_eq!(
                moves.len(),
                groups.len().min(4),
                "all groups, or as many as were asked for"
            );
            assert_eq!(usize::from(moves[0].place), row.played, "the played move is the first");
            for (action, label) in row.moves() {
                let group = groups.iter().find(|group| group.contains(action)).unwrap();
                assert_eq!(usize::from(label.alike), group.others.len());
                assert_eq!(label.visits, 4);
                assert!((-1.0..=2.0).contains(&label.value), "{label:?}");
            }
            let of_groups: Vec<usize> = row
                .moves()
                .map(|(action, _)| groups.iter().position(|group| group.contains(action)).unwrap())
                .collect();
            assert!(
                (1..of_groups.len()).all(|place| !of_groups[..place].contains(&of_groups[place])),
                "no group comes twice"
            );
        }
    }
}

#[test]
fn groups_of_moves_are_labelled() {
    for_each_game!(labels);
}

/// The label of a decision, worked out from the values of its moves as a statistician would.
fn by_hand(values: &[f64], moves: usize) -> Vec<[f64; 4]> {
    let worlds = values.len() / moves;
    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
    let variance = |numbers: &[f64]| {
        let mean = mean(numbers);
        numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / (numbers.len() - 1) as f64
    };
    let column = |place: usize| -> Vec<f64> { values.iter().skip(place).step_by(moves).copied().collect() };
    let differences =
        |place: usize| -> Vec<f64> { values.chunks(moves).map(|world| world[place] - mean(world)).collect() };
    let pooled = mean(
        &(0..moves)
            .map(|place| variance(&differences(place)))
            .collect::<Vec<_>>(),
    );
    (0..moves)
        .map(|place| {
            let own = variance(&differences(place)) * (worlds - 1) as f64 + 4.0 * pooled;
            [
                mean(&column(place)),
                (variance(&column(place)) / worlds as f64).sqrt(),
                mean(&differences(place)),
                (own / (worlds as f64 + 3.0) / worlds as f64).sqrt(),
            ]
        })
        .collect()
}

#[test]
fn a_label_is_the_mean_over_common_worlds() {
    use heist_engine::random::stream;
    use rand::Rng;
    let (folder, header) = recorded::<BurgleBros>(3);
    let game = games(&folder.0.join("games-00000000.shard")).remove(0);
    let labeller = Labeller::<BurgleBros>::new(LabelOptions {
        moves: 100,
        pick: Pick::Share(1.0),
        ..options("improve:turns=1")
    });
    let mut simulator = Resimulator::<BurgleBros>::new(&header).unwrap();
    let labelled = labeller.unwrap().label(&mut simulator, &game).unwrap();
    let played = simulator.play(&labelled).unwrap();
    let row = played.iter().next().unwrap();
    // The draws of a game: one a choice for which decisions are labelled, then the seed of the first one.
    let mut rng = stream(5, "label/game", game.number);
    for _ in 0..labelled.decisions.len() {
        rng.next_u64();
    }
    let moves: Vec<_> = row.moves().map(|(action, _)| action).collect();
    let mut values = Vec::new();
    let sampler = sampler::<BurgleBros>(&"improve:turns=1".parse().unwrap()).unwrap();
    sampler.sample(row.view, row.seat, &moves, 4, rng.next_u64(), &mut values);
    assert_eq!(values.len(), 4 * moves.len());
    for (label, expected) in row.decision.moves.iter().zip(by_hand(&values, moves.len())) {
        let found = [label.value, label.error, label.difference, label.difference_error];
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((f64::from(found) - expected).abs() < 1e-6, "{found} {expected}");
        }
    }
    let sum: f32 = row.decision.moves.iter().map(|label| label.difference).sum();
    assert!(sum.abs() < 1e-5, "differences to the mean add up to nothing: {sum}");
    let home = row.decision.moves.iter().find(|label| {
        let action = row.legal[usize::from(label.place)];
        alike(row.view, row.legal)
            .iter()
            .any(|group| group.contains(action) && group.contains(row.expert().unwrap()))
    });
    let best = row
        .decision
        .moves
        .iter()
        .map(|label| label.difference)
        .fold(f32::MIN, f32::max);
    assert_eq!(row.decision.surprise, best - home.unwrap().difference);
}

#[test]
fn a_share_of_the_decisions_is_drawn() {
    let (folder, header) = recorded::<BurgleBros>(5);
    let mut simulator = Resimulator::<BurgleBros>::new(&header).unwrap();
    let labeller = |share| {
        Labeller::<BurgleBros>::new(LabelOptions {
            worlds: 1,
            moves: 2,
            pick: Pick::Share(share),
            ..options("improve:turns=1")
        })
    };
    let labeller = labeller(0.25).unwrap();
    let (mut labelled, mut choices) = (0, 0);
    for game in games(&folder.0.join("games-00000000.shard")) {
        choices += simulator.choices(&game).unwrap().len();
        labelled += labeller.label(&mut simulator, &game).unwrap().decisions.len();
    }
    let share = labelled as f64 / choices as f64;
    assert!((0.15..0.35).contains(&share), "{labelled} of {choices}");
}

fn run(labeller: &Labeller<BurgleBros>, from: &Folder, to: &Folder, stop: &AtomicBool) -> Labelled {
    let path = from.0.join("games-00000000.shard");
    labeller
        .run(&path, &to.0, &mut |line| panic!("{line}"), &|_| {}, &[stop])
        .unwrap()
}

#[test]
fn a_shard_of_labels_is_the_same_however_it_was_made() {
    let (from, _) = recorded::<BurgleBros>(10);
    let go_on = AtomicBool::new(false);
    let labeller = |threads| {
        let options = LabelOptions {
            threads: Threads::new(threads),
            ..options("improve:turns=1")
        };
        Labeller::<BurgleBros>::new(options).unwrap()
    };
    let whole = Folder::new();
    let done = run(&labeller(2), &from, &whole, &go_on);
    assert_eq!((done.before, done.games, done.of, done.decisions), (0, 10, 10, 30));
    let expected = whole.files();
    let path = whole.0.join(&expected[0].0);
    assert_eq!(ShardReader::open(&path).unwrap().header().kind, Kind::Label);
    let count = |decisions: &[RecordedDecision]| {
        decisions
            .iter()
            .map(|decision| decision.moves.len() as u64)
            .sum::<u64>()
    };
    assert_eq!(
        done.labels,
        games(&path).iter().map(|game| count(&game.decisions)).sum::<u64>()
    );
    let single = Folder::new();
    run(&labeller(1), &from, &single, &go_on);
    assert!(single.files() == expected);
    // Killed somewhere, and continued.
    let resumed = Folder::new();
    let cut = &expected[0].1[..expected[0].1.len() * 2 / 3];
    fs::write(resumed.0.join("games-00000000.shard.part"), cut).unwrap();
    let stopped = AtomicBool::new(true);
    let done = run(&labeller(2), &from, &resumed, &stopped);
    assert!(
        done.before > 0 && done.games == done.before && done.games < done.of,
        "{done:?}"
    );
    run(&labeller(2), &from, &resumed, &go_on);
    assert!(resumed.files() == expected);
    let again = run(&labeller(2), &from, &resumed, &go_on);
    assert_eq!((again.before, again.games, again.labels), (10, 10, 0));
    let other = Labeller::<BurgleBros>::new(LabelOptions {
        seed: 6,
        ..options("improve:turns=1")
    });
    let source = from.0.join("games-00000000.shard");
    let error = other
        .unwrap()
        .run(&source, &resumed.0, &mut |_| {}, &|_| {}, &[])
        .unwrap_err()
        .to_string();
    assert!(error.contains("runs[0].settings.label.seed"), "{error}");
}

#[test]
fn damaged_games_are_named_and_the_others_labelled() {
    let (from, _) = recorded::<BurgleBros>(10);
    let path = from.0.join("games-00000000.shard");
    let mut bytes = fs::read(&path).unwrap();
    let end = bytes.len() - 9;
    bytes[end] ^= 1;
    fs::write(&path, bytes).unwrap();
    let to = Folder::new();
    let mut told = Vec::new();
    let labeller = Labeller::<BurgleBros>::new(options("improve:turns=1")).unwrap();
    let done = labeller
        .run(&path, &to.0, &mut |line| told.push(line), &|_| {}, &[])
        .unwrap();
    assert_eq!((done.games, told.len()), (8, 1));
    let begins = format!("{}: block 2 at byte ", path.display());
    let ends = "; games 8 to 9 of the shard are lost";
    assert!(told[0].starts_with(&begins) && told[0].ends_with(ends), "{told:?}");
    // A complete shard of labels stays as it is, and what is damaged in it is named as well.
    let labels = to.0.join("games-00000000.shard");
    let mut bytes = fs::read(&labels).unwrap();
    let end = bytes.len() - 9;
    bytes[end] ^= 1;
    fs::write(&labels, &bytes).unwrap();
    told.clear();
    labeller
        .run(&path, &to.0, &mut |line| told.push(line), &|_| {}, &[])
        .unwrap();
    assert_eq!(told.len(), 2);
    let begins = format!("{}: block 1 at byte ", labels.display());
    assert!(told[1].starts_with(&begins), "{told:?}");
    assert_eq!(fs::read(&labels).unwrap(), bytes);
}

#[test]
fn bad_options_are_refused() {
    let refused = |options: LabelOptions| match Labeller::<BurgleBros>::new(options) {
        Ok(_) => panic!("they are accepted"),
        Err(error) => error.to_string(),
    };
    let good = || options("improve:turns=1");
    assert!(refused(options("mcts:sims=5")).contains("these do: flat, improve"));
    assert!(refused(LabelOptions { worlds: 0, ..good() }).contains("worlds: found 0"));
    assert!(refused(LabelOptions { moves: 1, ..good() }).contains("moves: found 1"));
    for share in [0.0, 1.5, f64::NAN] {
        let pick = Pick::Share(share);
        assert!(refused(LabelOptions { pick, ..good() }).contains("share: found"));
    }
    let pick = Pick::Count(0);
    assert!(refused(LabelOptions { pick, ..good() }).contains("decisions a game: found 0"));
}
