//! What is done without the types of games is what is done with them.

use heist_agents::Players;
use heist_engine::any::Listed;
use heist_engine::any::{AnyStep, any_state, find, typed_setup};
use heist_training::any::{self, PlayedRow};
use heist_training::export::{Columns, Source, metadata, metadata_of};
use heist_training::rows::Resimulator;
use heist_training::shard::ShardReader;
use serde_json::{Map, Value};

use crate::support::{Folder, QUICK, for_each_game, games, record, selfplay, setup, short};

fn as_with_types<G: Players + Listed>() {
    heist_registry::install();
    let game = find(G::ID).unwrap();
    let typed = setup::<G>();
    let Value::Object(fields) = serde_json::to_value(&typed).unwrap() else {
        panic!("a setup has fields")
    };
    let fields: Map<String, Value> = fields.into_iter().filter(|(_, value)| !value.is_null()).collect();
    let setup = game.setup_from(&fields).unwrap();
    assert_eq!(typed_setup::<G>(&*setup), Some(&typed));

    let (known, unknown) = (Folder::new(), Folder::new());
    record(&selfplay::<G>(&[QUICK], short(3)), &known.0);
    let run = any::selfplay(&*setup, &[QUICK.parse().unwrap()], short(3)).unwrap();
    let plan = run.plan(&unknown.0).unwrap();
    assert_eq!(run.run(plan, &|| {}, &[]).unwrap(), 3);
    assert_eq!(unknown.files(), known.files());

    let paths = [known.0.join("games-00000000.shard")];
    let source = Source::open(&paths).unwrap();
    assert_eq!(metadata_of(game, source.headers()), metadata::<G>(source.headers()));
    let header = ShardReader::open(&paths[0]).unwrap().header().clone();
    let mut simulator = Resimulator::<G>::new(&header).unwrap();
    let mut told = any::resimulator(game, &header).unwrap();
    let mut tabulator = any::tabulator(game, &source, false).unwrap();
    let (mut expected, mut alone, mut with_states) =
        (Columns::new::<G>(), Columns::of(game.info()), Columns::of(game.info()));
    for recorded in &games(&paths[0]) {
        let game = told.game(recorded).unwrap();
        let steps: Vec<AnyStep> = simulator
            .steps(recorded)
            .unwrap()
            .into_iter()
            .map(AnyStep::from)
            .collect();
        assert_eq!(game.steps, steps);
        let told = told.rows(recorded).unwrap();
        let rows = simulator.play(recorded).unwrap();
        rows.iter().for_each(|row| expected.push(0, &row));
        // Compared as texts: what was not estimated is no number, which is not equal to itself.
        let found: Vec<PlayedRow> = rows.iter().map(PlayedRow::from).collect();
        assert_eq!(format!("{told:?}"), format!("{found:?}"));
        assert_eq!((game.rows, game.result), (rows.len(), rows.result));
        assert_eq!(tabulator.add(0, recorded, &mut alone).unwrap(), rows.len());
        let states = tabulator.add_with_states(0, recorded, &mut with_states).unwrap();
        assert!(states.end.is_same(&*any_state(rows.end.clone())));
        assert_eq!(states.before.len(), rows.len());
        let mut pairs = states.before.iter().zip(rows.iter());
        assert!(pairs.all(|(state, row)| state.is_same(&*any_state(row.world.clone()))));
    }
    assert!(!expected.is_empty());
    for found in [alone, with_states] {
        assert_eq!(format!("{found:?}"), format!("{expected:?}"));
    }
}

#[test]
fn games_are_recorded_and_read_alike_with_and_without_their_types() {
    for_each_game!(as_with_types);
}
