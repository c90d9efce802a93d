//! Deals and agents without the game's types do what those with them do.

use heist_agents::any::{AnyStart, SeatingError, seated};
use heist_agents::arena::{AnyDeal, Deal, PlayOptions, Team, play};
use heist_agents::{Fault, Spec, build};
use heist_engine::any::{AnyGame, AnySetup, AnyStep, games, typed_setup};
use heist_engine::describe::FieldDefault;
use heist_engine::game::{Node, Seat};
use heist_engine::random::stream_seed;
use heist_engine::{Game, with_game};

/// The usual setup of a game.
fn setup(game: &dyn AnyGame) -> Box<dyn AnySetup> {
    let required = game.info().setup.iter().filter_map(|field| match field.default {
        FieldDefault::Required(text) => Some((field.name.to_owned(), field.read(text).unwrap())),
        _ => None,
    });
    game.setup_from(&required.collect()).unwrap().with_seed(Some(5))
}

fn random() -> Spec {
    "random".parse().unwrap()
}

/// A deal played to its end, as [`play`] plays it.
fn played(deal: &AnyDeal) -> Vec<AnyStep> {
    let (mut world, mut dice, seats) = (deal.world.copy(), deal.dice(), deal.world.seats());
    let agent = |seat| {
        let start = AnyStart {
            setup: &*deal.setup,
            seats,
            seat,
            seed: stream_seed(deal.seed, &format!("arena/seat/{seat}"), deal.number),
        };
        seated(&random(), &start, &[]).unwrap()
    };
    let mut team: Vec<_> = Seat::all(seats).map(agent).collect();
    let mut steps = Vec::new();
    loop {
        let (seat, place) = match world.node() {
            Node::Terminal => return steps,
            Node::Chance => (None, world.sample(&mut dice[world.purpose().unwrap()]).unwrap()),
            Node::Decision(seat) => {
                let view = world.information_state(seat);
                (Some(seat), team[seat.index()].decide_until(&*view, &[]).unwrap())
            }
        };
        let notation = world.branch(place).unwrap().notation;
        steps.push(AnyStep { seat, notation });
        assert!(world.take(place));
    }
}

#[test]
fn a_deal_and_its_game_without_types_are_those_with_them() {
    for game in games() {
        let setup = setup(*game);
        let deal = AnyDeal::new(&*setup, 3, 2).unwrap();
        with_game!(game.info().id, G => {
            let known = typed_setup::<G>(&*setup).unwrap();
            let typed = Deal::<G>::new(known, 3, 2).unwrap();
            assert_eq!(deal.world.as_any().downcast_ref::<G>(), Some(&typed.world));
            assert_eq!(typed_setup::<G>(&*deal.setup), Some(&typed.setup));
            let mut team: Team<G> = Seat::all(typed.world.seats()).map(|_| build(&random()).unwrap()).collect();
            let options = PlayOptions { record: true, ..PlayOptions::default() };
            let record = play(&typed, &mut team, options).unwrap();
            let expected: Vec<AnyStep> = record.steps.into_iter().map(AnyStep::from).collect();
            assert_eq!(played(&deal), expected);
        }, else name => panic!("no game {name}"));
    }
}

#[test]
fn an_agent_is_of_one_game() {
    let [first, second] = [0, 1].map(|place| AnyDeal::new(&*setup(games()[place]), 1, 0).unwrap());
    let start = AnyStart {
        setup: &*first.setup,
        seats: first.world.seats(),
        seat: Seat(0),
        seed: 1,
    };
    let chosen = seated(&random(), &start, &[])
        .unwrap()
        .decide_until(&*second.world, &[]);
    assert!(matches!(chosen, Err(Fault::Failed(text)) if text.starts_with("found a state of ")));
    let nobody: Spec = "policy:net=nobody".parse().unwrap();
    assert!(matches!(seated(&nobody, &start, &[]), Err(SeatingError::Spec(_))));
}
