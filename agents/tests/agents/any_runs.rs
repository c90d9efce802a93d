//! Runs without types are the runs with them.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use heist_agents::arena::{
    AnyConfig, CampaignConfig, CampaignConfigError, CampaignRunError, Config, Contestant, CrossError, Entrant,
    GameError, GameSummary, PlayError, PlayOptions, Progress, Sprt, Threads, against_the_first, any_campaign_config,
    any_config, cross, luck, run, run_campaigns,
};
use heist_engine::any::{self, AnySetup};
use heist_engine::burgle_bros::BurgleBros;
use heist_engine::campaign::Campaign;
use heist_engine::campaigns;
use heist_engine::casino_capers::{CasinoCampaign, CasinoCapers};
use heist_engine::game::{Game, TeamResult};
use serde_json::{Map, Value, json};

use crate::run::figures;

const SPECS: [&str; 2] = ["random", "heuristic"];
const GAMES: u32 = 12;

fn fields() -> Map<String, Value> {
    json!({"scenario": "bank-job", "seats": 2}).as_object().unwrap().clone()
}

fn setup() -> Box<dyn AnySetup> {
    any::find(BurgleBros::ID).unwrap().setup_from(&fields()).unwrap()
}

fn untyped(specs: &[&str]) -> Box<dyn AnyConfig> {
    let entrants: Vec<Entrant<'_>> = specs.iter().map(|spec| Entrant::of_all_deals(spec)).collect();
    any_config(&*setup(), &entrants, GAMES, 5, Threads::new(2)).unwrap()
}

fn typed() -> Config<BurgleBros> {
    let open: <BurgleBros as Game>::Setup = serde_json::from_value(Value::Object(fields())).unwrap();
    Config {
        contestants: SPECS.map(|spec| Contestant::read(spec).unwrap()).into(),
        pairs: Vec::new(),
        setup: serde_json::to_value(&open).unwrap(),
        setup_of: Box::new(move |seed| BurgleBros::with_seed(&open, Some(seed))),
        first: 0,
        games: GAMES,
        seed: 5,
        threads: Threads::new(1),
        decision_limit: PlayOptions::DECISION_LIMIT,
        luck: None,
        sprt: None,
        max_faults: None,
    }
}

fn agree(untyped: &dyn AnyConfig, typed: &Config<BurgleBros>) {
    let stop = AtomicBool::new(false);
    let found = untyped.run(None, &(), &stop).unwrap();
    assert_eq!(figures(found), figures(run(typed, &(), &stop).unwrap()));
}

#[test]
fn a_run_without_types_is_the_run_with_them() {
    let (mut untyped, mut typed) = (untyped(&SPECS), typed());
    agree(&*untyped, &typed);
    assert_eq!((untyped.game().id, untyped.names()), (BurgleBros::ID, SPECS.to_vec()));
    assert_eq!((untyped.games(), untyped.seats()), (24, Ok(2)));
    untyped.compare_with_first();
    typed.pairs = against_the_first(2);
    assert!(untyped.measure_luck());
    typed.luck = luck::foresight::<BurgleBros>();
    agree(&*untyped, &typed);
    let sprt = Sprt::new(0.0, 100.0, 0.05, 0.05).unwrap();
    untyped.test(sprt);
    typed.sprt = Some(sprt);
    agree(&*untyped, &typed);
}

#[test]
fn cross_play_without_types_is_that_with_them() {
    let (mut untyped, mut typed) = (untyped(&SPECS), typed());
    untyped.cross().unwrap();
    typed.pairs = cross::pairs(2);
    typed.contestants = cross::contestants(&typed.contestants);
    agree(&*untyped, &typed);
    assert_eq!(untyped.games(), 48);
}

#[test]
fn clairvoyant_contestants_are_no_cross_play() {
    let mut config = untyped(&["random", "clairvoyant+random"]);
    let error = config.cross().unwrap_err();
    assert!(matches!(error, CrossError::Contestants(_)), "{error}");
    assert_eq!(config.names(), ["random", "clairvoyant+random"]);
}

#[test]
fn contestants_may_play_fewer_deals() {
    let setup = setup();
    let of = |games| {
        let entrant = Entrant {
            games,
            ..Entrant::of_all_deals("random")
        };
        any_config(&*setup, &[entrant], GAMES, 5, Threads::new(1))
            .unwrap()
            .games()
    };
    assert_eq!([of(None), of(Some(5)), of(Some(50))], [12, 5, 12]);
}

#[test]
fn a_spec_of_no_agent_is_refused() {
    let entrants = ["random", "nobody"].map(Entrant::of_all_deals);
    let error = any_config(&*setup(), &entrants, GAMES, 5, Threads::new(1))
        .err()
        .unwrap();
    assert!(error.to_string().contains("nobody"), "{error}");
}

/// The results of a run, deal by deal.
#[derive(Default)]
struct Results(Mutex<Vec<Vec<TeamResult>>>);

impl Progress for Results {
    fn finished(&self, _contestant: usize, _deal: u64) {}

    fn counted(&self, _deal: u64, games: &[Option<GameSummary>]) {
        let results = games.iter().flatten().map(|game| game.result);
        self.0.lock().unwrap().push(results.collect());
    }
}

#[test]
fn a_game_is_played_again_as_it_was() {
    let config = untyped(&SPECS);
    let results = Results::default();
    config.run(None, &results, &AtomicBool::new(false)).unwrap();
    let results = results.0.into_inner().unwrap();
    for (deal, place) in [(0, 0), (3, 1), (11, 0)] {
        let replay = config.replay(deal, place, &[]).unwrap();
        assert_eq!(replay.result(), Some(results[deal as usize][place]));
        assert_eq!(
            (replay.seed(), replay.agents()),
            (Some(5), &[SPECS[place].to_owned()][..])
        );
        assert!(replay.states().all(|state| state.is_ok()));
    }
    let stopped = config.replay(0, 0, &[&AtomicBool::new(true)]).err();
    assert_eq!(stopped, Some(GameError::Play(PlayError::Stopped)));
}

#[test]
fn campaigns_without_types_are_those_with_them() {
    let setup = json!({"seats": 2});
    let begun = campaigns::begin(CasinoCapers::ID, &setup.to_string()).unwrap().unwrap();
    let untyped = any_campaign_config(&*begun, "heuristic", 3, 11, Threads::new(2)).unwrap();
    let typed = CasinoCampaign::begin(&serde_json::from_value(setup).unwrap()).unwrap();
    let contestant = Contestant::read("heuristic").unwrap();
    let typed = CampaignConfig::new(typed, contestant, 3, 11, Threads::new(1)).unwrap();
    let stop = AtomicBool::new(false);
    assert_eq!(
        untyped.run(None, &|| {}, &stop).unwrap(),
        run_campaigns(&typed, None, &|| {}, &stop).unwrap()
    );
}

#[test]
fn no_run_is_made_of_a_campaign_that_has_begun() {
    let mut campaign = campaigns::begin(CasinoCapers::ID, r#"{"seats": 2}"#).unwrap().unwrap();
    let config =
        |campaign: &dyn campaigns::AnyCampaign, spec| any_campaign_config(campaign, spec, 3, 11, Threads::new(1)).err();
    let nobody = config(&*campaign, "nobody");
    assert!(matches!(nobody, Some(CampaignConfigError::Agent(_))), "{nobody:?}");
    let played = campaign.next_setup(Some(1)).unwrap().to_string();
    let setup = any::find(CasinoCapers::ID).unwrap().read_setup(&played).unwrap();
    let played = setup.complete().unwrap().text();
    let result = TeamResult {
        value: 0.0,
        ending: CasinoCapers::ENDINGS.last().unwrap(),
        figures: Default::default(),
    };
    campaign.record(&played, &result).unwrap();
    let begun = config(&*campaign, "random");
    let expected = Some(CampaignConfigError::Campaign(CampaignRunError::Begun(1)));
    assert_eq!(format!("{begun:?}"), format!("{expected:?}"));
}
