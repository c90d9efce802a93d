//! Runs of campaigns, with the campaign of Casino Capers.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use heist_agents::arena::{
    CampaignConfig, CampaignFolder, CampaignLine, CampaignReport, CampaignRunError, Contestant, FAULT, Threads,
    run_campaigns, wilson,
};
use heist_agents::{Agent, Fault, RandomAgent};
use heist_engine::campaign::Campaign;
use heist_engine::casino_capers::{Action, CasinoCampaign, CasinoCapers, Setup};
use heist_engine::game::Seat;
use heist_engine::random::Generator;
use serde_json::json;

fn config_of(contestant: Contestant<CasinoCapers>, campaigns: u32, threads: usize) -> CampaignConfig<CasinoCampaign> {
    let setup: Setup = serde_json::from_value(json!({"seats": 2})).unwrap();
    let begun = CasinoCampaign::begin(&setup).unwrap();
    CampaignConfig::new(begun, contestant, campaigns, 11, Threads::new(threads)).unwrap()
}

fn config(campaigns: u32, threads: usize) -> CampaignConfig<CasinoCampaign> {
    config_of(Contestant::read("random").unwrap(), campaigns, threads)
}

fn played(config: &CampaignConfig<CasinoCampaign>) -> CampaignReport {
    run_campaigns(config, None, &|| {}, &AtomicBool::new(false)).unwrap()
}

/// A folder's path, removed at the end.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        Place(std::env::temp_dir().join(format!("heist-campaigns-{name}-{}", std::process::id())))
    }

    fn text(&self) -> String {
        std::fs::read_to_string(self.0.join("campaigns.jsonl")).unwrap()
    }

    fn lines(&self) -> Vec<CampaignLine> {
        self.text()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// Wins and losses cannot be told in advance, but what follows from them: the report says what the lines say.
#[test]
fn the_report_adds_up_what_was_played() {
    let place = Place::new("sums");
    let config = config_of(Contestant::read("heuristic").unwrap(), 8, 2);
    let folder = CampaignFolder::open(&place.0, &config).unwrap();
    let report = run_campaigns(&config, Some(&folder), &|| {}, &AtomicBool::new(false)).unwrap();
    let lines = place.lines();
    assert_eq!((report.campaigns, report.heists, lines.len()), (8, 72, 8));
    let mut wins = 0;
    for (place, position) in report.positions.iter().enumerate() {
        let won = lines.iter().filter(|line| line.heists[place].won).count() as u64;
        assert_eq!((position.heist, position.played, position.wins), (place + 1, 8, won));
        assert_eq!(position.wilson95, wilson(won, 8));
        let before = |line: &CampaignLine| if place == 0 { 6 } else { line.heists[place - 1].level };
        let mean = lines.iter().map(|line| f64::from(before(line))).sum::<f64>() / 8.0;
        assert!((position.level.mean - mean).abs() < 1e-12);
        let least = lines.iter().map(before).min().unwrap();
        assert_eq!(position.level.p10_p90[0], least, "of eight, the least is the 10% point");
        wins += won;
    }
    assert_eq!(report.positions[0].level.interval95, Some([6.0, 6.0]));
    assert_eq!(report.positions[8].name.as_deref(), Some("Bringing Down the House"));
    assert_eq!(report.wins, wins);
    assert!((report.win_rate - wins as f64 / 72.0).abs() < 1e-12);
    let lost: u64 = report.losses.values().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(lost, 72 - wins);
    let by_wins = report.campaigns_by_wins.iter().zip(0u64..);
    assert_eq!(by_wins.map(|(count, wins)| count * wins).sum::<u64>(), wins);
    // Each level follows from the one before.
    for line in &lines {
        let mut level = 6;
        for heist in &line.heists {
            level = (level + if heist.won { 1 } else { -1 }).clamp(1, 10);
            assert_eq!(heist.level, level);
        }
    }
}

/// With an agent that wins some heists, so that campaigns differ.
#[test]
fn the_report_does_not_depend_on_the_threads() {
    let with = |seed, threads| {
        let mut config = config_of(Contestant::read("heuristic").unwrap(), 12, threads);
        config.seed = seed;
        played(&config)
    };
    let one = with(11, 1);
    assert!(0 < one.wins && one.wins < one.heists, "{} wins", one.wins);
    for threads in [2, 3] {
        assert_eq!(with(11, threads), one);
    }
    let wins = |report: &CampaignReport| report.positions.iter().map(|heist| heist.wins).collect::<Vec<_>>();
    assert_ne!(wins(&with(12, 1)), wins(&one));
}

/// Two agents meet the same people in the same buildings, whatever they made of the heists before.
#[test]
fn agents_with_the_same_seed_meet_the_same_heists() {
    let random = config(1, 1);
    let mut campaigns = [random.begun.clone(), random.begun.clone()];
    for won in [true, false, true] {
        let deals = campaigns
            .each_ref()
            .map(|campaign| random.deal(3, campaign).unwrap().unwrap());
        assert_eq!(deals[0].number, deals[1].number);
        assert_eq!(deals[0].setup.characters, deals[1].setup.characters);
        assert_eq!(deals[0].setup.walls, deals[1].setup.walls);
        for (campaign, won) in campaigns.iter_mut().zip([won, true]) {
            let deal = random.deal(3, campaign).unwrap().unwrap();
            let mut result = played_result();
            result.value = f64::from(u8::from(won));
            campaign.record(&deal.setup, &result).unwrap();
        }
    }
    assert_ne!(campaigns[0].suspicion(), campaigns[1].suspicion());
    let first = random.deal(0, &random.begun).unwrap().unwrap();
    let second = random.deal(1, &random.begun).unwrap().unwrap();
    assert_ne!(first.setup, second.setup);
}

fn played_result() -> heist_engine::TeamResult {
    heist_engine::TeamResult {
        value: 0.0,
        ending: "caught",
        figures: [0; heist_engine::describe::MAX_KEPT_FIGURES],
    }
}

#[test]
fn a_run_in_pieces_ends_with_the_same_report_and_the_same_bytes() {
    let (pieces, whole) = (Place::new("pieces"), Place::new("whole"));
    for (threads, heists) in [(1, 20), (2, 40), (3, 30)] {
        let config = config(10, threads);
        let folder = CampaignFolder::open(&pieces.0, &config).unwrap();
        let known = 9 * folder.len() as u64;
        let (stop, count) = (AtomicBool::new(false), AtomicU64::new(0));
        let heist = || {
            if count.fetch_add(1, Ordering::Relaxed) + 1 == known + heists {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let report = run_campaigns(&config, Some(&folder), &heist, &stop);
        assert!(report.is_ok_and(|report| report.campaigns >= known / 9));
    }
    let config = config(10, 2);
    let reports = [&pieces, &whole].map(|place| {
        let folder = CampaignFolder::open(&place.0, &config).unwrap();
        run_campaigns(&config, Some(&folder), &|| {}, &AtomicBool::new(false)).unwrap()
    });
    assert_eq!(reports[0], reports[1]);
    assert_eq!(pieces.text(), whole.text());
    assert_eq!(reports[0], played(&config));
}

#[test]
fn nothing_is_reported_of_a_run_without_a_finished_campaign() {
    let stopped = run_campaigns(&config(5, 2), None, &|| {}, &AtomicBool::new(true));
    assert!(matches!(stopped, Err(CampaignRunError::NothingFinished)));
    let none = run_campaigns(&config(0, 1), None, &|| {}, &AtomicBool::new(false));
    assert!(matches!(none, Err(CampaignRunError::NoCampaigns)));
}

#[test]
fn a_heist_without_an_end_names_itself() {
    let mut short = config(2, 1);
    short.decision_limit = 3;
    let error = run_campaigns(&short, None, &|| {}, &AtomicBool::new(false)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "campaign 0, heist 1: the game has not ended after 3 decisions"
    );
}

/// Gives up now and then.
#[derive(Debug)]
struct Weary(RandomAgent);

impl Agent<CasinoCapers> for Weary {
    fn decide(
        &mut self,
        view: &CasinoCapers,
        seat: Seat,
        legal: &[Action],
        rng: &mut Generator,
    ) -> Result<Action, Fault> {
        if legal.len() > 12 {
            Err(Fault::Failed("too many to choose from".into()))
        } else {
            self.0.decide(view, seat, legal, rng)
        }
    }
}

/// A heist with a fault is lost, and the campaign goes on.
#[test]
fn faults_lose_heists() {
    let place = Place::new("faults");
    let config = config_of(Contestant::new("weary", || Box::new(Weary(RandomAgent))), 3, 1);
    let report = {
        let folder = CampaignFolder::open(&place.0, &config).unwrap();
        run_campaigns(&config, Some(&folder), &|| {}, &AtomicBool::new(false)).unwrap()
    };
    assert!(report.faults > 0);
    assert_eq!(report.losses[FAULT], report.faults);
    let first = report.first_fault.clone().unwrap();
    let lines = place.lines();
    let heist = &lines[first.campaign as usize].heists[first.heist - 1];
    assert_eq!((heist.ending.as_str(), heist.won), (FAULT, false));
    assert_eq!(heist.fault.as_ref(), Some(&first.fault));
    assert_eq!(first.fault.text, "too many to choose from");
    // They are read as they were written.
    let folder = CampaignFolder::open(&place.0, &config).unwrap();
    let again = run_campaigns(&config, Some(&folder), &|| {}, &AtomicBool::new(false)).unwrap();
    assert_eq!(again, report);
}

/// Every campaign of a run is played from its first heist on.
#[test]
fn a_run_does_not_take_a_campaign_that_has_begun() {
    let config = config(1, 1);
    let mut begun = config.begun.clone();
    let deal = config.deal(0, &begun).unwrap().unwrap();
    begun.record(&deal.setup, &played_result()).unwrap();
    let contestant = Contestant::read("random").unwrap();
    let error = CampaignConfig::new(begun, contestant, 1, 1, Threads::new(1))
        .err()
        .unwrap();
    assert_eq!(
        error.to_string(),
        "heists in the log of the campaign: 1; expected 0, since a run begins before the first heist"
    );
}
