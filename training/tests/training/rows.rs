//! Rows are what the writer saw, and games that are not as they are recorded are refused.

use heist_agents::Players;
use heist_agents::arena::{Contestant, Deal, GameRecord, PlayOptions, play};
use heist_agents::search::Watch;
use heist_agents::spec::search_factory;
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::game::{Game, Node, Seat, TeamResult};
use heist_engine::random;
use heist_engine::record::Step;
use heist_training::record::{NO_EXPERT, RecordedGame};
use heist_training::rows::{ResimulateError, Resimulator};
use heist_training::shard::{Header, Kind, Run, ShardReader};
use serde_json::Map;

use crate::support::{Folder, QUICK, for_each_game, games, record, selfplay, setup, short};

/// What somebody saw who watched a game.
struct Seen<G: Game> {
    step: usize,
    world: G,
    view: G,
    seat: Seat,
    legal: Vec<G::Action>,
    played: G::Action,
}

/// Walks through a game of the arena, and keeps every decision with a choice.
fn watch<G: Game>(deal: &Deal<G>, game: &GameRecord<G>) -> (Vec<Seen<G>>, Vec<G>) {
    let mut world = deal.world.clone();
    let (mut seen, mut states) = (Vec::new(), vec![world.clone()]);
    for (number, step) in game.steps.iter().enumerate() {
        if let (Step::Action(seat, played), Node::Decision(decides)) = (step, world.node()) {
            assert_eq!(*seat, decides);
            let view = world.information_state(*seat);
            let mut legal = Vec::new();
            view.legal_actions(&mut legal);
            if legal.len() > 1 {
                seen.push(Seen {
                    step: number,
                    world: world.clone(),
                    view,
                    seat: *seat,
                    legal,
                    played: *played,
                });
            }
        }
        step.play(&mut world);
        states.push(world.clone());
    }
    (seen, states)
}

/// The stake that was lost from a step on until a round of turns was over.
fn lost_in_a_round<G: Game>(states: &[G], step: usize) -> u32 {
    let from = &states[step];
    let due = from.turn() + from.turns_per_round();
    let later = states[step..].iter().find(|state| state.turn() >= due);
    later.or(states.last()).unwrap().lost() - from.lost()
}

fn rows_of<G: Players>() {
    let count = match G::ID {
        "burgle-bros" | "masters-of-the-heist" => 30,
        _ => 200,
    };
    let folder = Folder::new();
    let run = selfplay::<G>(&[QUICK], short(count));
    assert_eq!(record(&run, &folder.0), count);
    let team = Contestant::<G>::read(QUICK).unwrap();
    let mut rows = 0;
    for (name, _) in folder.files() {
        let path = folder.0.join(name);
        let header = ShardReader::open(&path).unwrap().header().clone();
        let mut simulator = Resimulator::<G>::new(&header).unwrap();
        for game in games(&path) {
            let setup = G::with_seed(&setup::<G>(), Some(Deal::<G>::setup_seed(7, game.number)));
            let deal = Deal::<G>::new(&setup, 7, game.number).unwrap();
            let options = PlayOptions {
                record: true,
                ..PlayOptions::default()
            };
            let mut agents = team.team(deal.world.seats(), game.number);
            let arena = play(&deal, &mut agents, options).unwrap();
            let (seen, states) = watch(&deal, &arena);
            assert_eq!(
                simulator.steps(&game).unwrap(),
                arena.steps,
                "{}: the arena's game",
                G::ID
            );
            let choices: Vec<usize> = simulator
                .choices(&game)
                .unwrap()
                .iter()
                .map(|&step| step as usize)
                .collect();
            assert_eq!(choices, seen.iter().map(|seen| seen.step).collect::<Vec<_>>());
            let played = simulator.play(&game).unwrap();
            assert_eq!(played.len(), seen.len(), "every decision with a choice is annotated");
            assert_eq!(Some(&played.end), states.last());
            for (row, seen) in played.iter().zip(&seen) {
                assert_eq!(row.decision.step as usize, seen.step);
                assert_eq!(row.world, &seen.world);
                assert_eq!(row.view, &seen.view);
                assert_eq!((row.seat, row.legal), (seen.seat, &seen.legal[..]));
                assert_eq!(row.legal[row.played], seen.played);
                assert_eq!(row.moves().next().map(|(action, _)| action), Some(seen.played));
                let alike: usize = row
                    .decision
                    .moves
                    .iter()
                    .map(|found| 1 + usize::from(found.alike))
                    .sum();
                assert_eq!(alike, seen.legal.len(), "every action is in one group");
                assert_eq!(row.expert().is_some(), G::HEURISTIC.is_some());
                assert_eq!(row.result, &TeamResult { ..arena.result });
                assert_eq!(row.stake_lost, lost_in_a_round(&states, seen.step));
                assert_eq!(row.turns_left, states.last().unwrap().turn() - seen.world.turn());
                rows += 1;
            }
        }
    }
    assert!(rows >= 3000, "{}: {rows} rows", G::ID);
}

#[test]
fn rows_are_what_the_writer_saw() {
    for_each_game!(rows_of);
}

#[test]
fn an_annotation_is_the_analysis_of_the_search() {
    let run = selfplay::<BurgleBros>(&[QUICK], short(3));
    for number in 0..3 {
        let game = run.play(number, &[]).unwrap().unwrap();
        let deal = run.deal(number).unwrap();
        let header = header_of::<BurgleBros>();
        let mut simulator = Resimulator::<BurgleBros>::new(&header).unwrap();
        let played = simulator.play(&game).unwrap();
        let row = played.iter().next().unwrap();
        // The first decision of the game: nothing has been drawn from the stream of its seat before.
        let seed = random::stream_seed(7, &format!("arena/seat/{}", row.seat), deal.number);
        let mut search = search_factory::<BurgleBros>(&QUICK.parse().unwrap()).unwrap()();
        let rng = &mut random::from_seed(seed);
        let analysis = search.analyse(row.view, row.seat, row.legal, rng, &mut Watch::hurried());
        assert_eq!(analysis.candidates.len(), row.decision.moves.len());
        for (found, (action, recorded)) in analysis.candidates.iter().zip(row.moves()) {
            assert_eq!(found.action, action);
            assert_eq!(found.visits, u64::from(recorded.visits));
            assert_eq!(found.value.mean as f32, recorded.value);
            assert_eq!(found.value.error as f32, recorded.error);
            assert_eq!(found.difference.mean as f32, recorded.difference);
            assert_eq!(found.difference.error as f32, recorded.difference_error);
        }
        let expert = row.expert().unwrap();
        let is_experts =
            |found: &&heist_agents::Candidate<BurgleBros>| found.action == expert || found.alike.contains(&expert);
        let home = analysis.candidates.iter().find(is_experts).unwrap();
        assert_eq!(row.decision.surprise, -home.difference.mean as f32);
    }
}

/// The header of the shards of a short run.
fn header_of<G: Players>() -> Header {
    let run = Run {
        setup: serde_json::to_value(G::with_seed(&setup::<G>(), None)).unwrap(),
        agents: vec![QUICK.to_owned()],
        seed: 7,
        first: 0,
        games: 1,
        settings: Map::new(),
    };
    Header::new::<G>(Kind::Selfplay, 1, 4, vec![run])
}

/// How a changed game is refused.
fn refusal(change: impl FnOnce(&mut RecordedGame)) -> ResimulateError {
    let run = selfplay::<BurgleBros>(&["heuristic"], short(1));
    let mut game = run.play(0, &[]).unwrap().unwrap();
    change(&mut game);
    let mut simulator = Resimulator::<BurgleBros>::new(&header_of::<BurgleBros>()).unwrap();
    match simulator.play(&game) {
        Ok(_) => panic!("the change is not noticed"),
        Err(error) => error,
    }
}

#[test]
fn a_game_that_is_not_as_it_is_recorded_is_refused() {
    use heist_training::record::RecordedDecision;
    assert!(matches!(
        refusal(|game| game.run = 3),
        ResimulateError::Run { run: 3, known: 1 }
    ));
    assert!(matches!(
        refusal(|game| game.steps[5] = 60_000),
        ResimulateError::Step {
            step: 5,
            found: 60_000,
            ..
        }
    ));
    assert!(matches!(
        refusal(|game| game.steps.push(0)),
        ResimulateError::Step { possible: 0, .. }
    ));
    let cut = refusal(|game| game.steps.truncate(9));
    assert_eq!(cut, ResimulateError::Unfinished { steps: 9 });
    assert!(matches!(
        refusal(|game| game.value = 0.5),
        ResimulateError::Value { recorded: 0.5, .. }
    ));
    assert!(matches!(
        refusal(|game| game.value = -0.0),
        ResimulateError::Value { .. }
    ));
    assert!(matches!(refusal(|game| game.key ^= 1), ResimulateError::Key { .. }));
    let annotated = |step: u32, expert: u16, place: u16| {
        move |game: &mut RecordedGame| {
            let mut decision = RecordedDecision {
                step,
                expert,
                ..RecordedDecision::default()
            };
            decision.moves.push(heist_training::record::RecordedMove {
                place,
                ..Default::default()
            });
            game.decisions.push(decision);
        }
    };
    let run = selfplay::<BurgleBros>(&["heuristic"], short(1));
    let game = run.play(0, &[]).unwrap().unwrap();
    let mut simulator = Resimulator::<BurgleBros>::new(&header_of::<BurgleBros>()).unwrap();
    let decision = simulator.choices(&game).unwrap()[0];
    let chance = simulator
        .steps(&game)
        .unwrap()
        .iter()
        .position(|step| matches!(step, Step::Chance(_)));
    let chance = chance.unwrap() as u32;
    for (step, expert, place, what) in [
        (decision, NO_EXPERT, 60_000, "a move is not legal"),
        (decision, 60_000, 0, "expert's move is not legal"),
        (chance, NO_EXPERT, 0, "found a chance node"),
        (1_000_000, NO_EXPERT, 0, "expected a step of the game"),
    ] {
        let error = refusal(annotated(step, expert, place)).to_string();
        assert!(error.contains(what) && error.contains(&step.to_string()), "{error}");
    }
}

#[test]
fn shards_of_another_game_or_version_are_refused() {
    use heist_engine::caper_cards::CaperCards;
    let header = header_of::<BurgleBros>();
    let error = Resimulator::<CaperCards>::new(&header).unwrap_err().to_string();
    assert!(
        error.contains("a shard of burgle-bros, expected one of caper-cards"),
        "{error}"
    );
    let mut newer = header.clone();
    newer.format += 1;
    let error = Resimulator::<BurgleBros>::new(&newer).unwrap_err().to_string();
    assert!(
        error.contains("field `format`") && error.contains("rules have changed"),
        "{error}"
    );
    let mut encoded = header.clone();
    encoded.encoding = "0123456789abcdef".to_owned();
    assert!(
        Resimulator::<BurgleBros>::new(&encoded).is_ok(),
        "encodings do not matter"
    );
    let mut unplayable = header;
    unplayable.runs[0].setup["seats"] = 9.into();
    let error = Resimulator::<BurgleBros>::new(&unplayable).unwrap_err().to_string();
    assert!(error.contains("runs[0].setup"), "{error}");
}
