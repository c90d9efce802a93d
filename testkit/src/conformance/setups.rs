//! Setups and the states they give.

use std::fmt::Debug;

use heist_engine::Game;
use heist_engine::campaigns::{self, CampaignInfo};
use heist_engine::describe::MAX_KEPT_FIGURES;
use heist_engine::game::{Overrides, TeamResult};
use heist_engine::random::stream;
use heist_engine::record::{Recorder, Step};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::descriptions::described_setups;
use super::games::{Place, Style, random_step, start};
use super::replays::check_written;
use super::serialization::json_round_trip;

/// The field of every setup from which what is left open is drawn.
const SEED: &str = "seed";
/// The seeds that each setup is drawn from.
const SEEDS: u64 = 50;
/// The steps that are played from each first state.
const STEPS: usize = 8;

/// Equal setups give equal states and keys, completing one changes nothing and happens once, and setups serialize.
pub fn equal_setups_give_equal_states<G: Game>(setups: &[G::Setup]) {
    for (number, setup) in setups.iter().enumerate() {
        let (place, state) = start::<G>(setups, number as u64);
        let (_, again) = start::<G>(setups, number as u64);
        require!(state == again; place, "the same setup gave two different states");
        require!(state.key() == again.key(); place, "the same setup gave two different keys");
        let complete = G::complete(setup).unwrap_or_else(|error| panic!("{error} ({place})"));
        let completed = G::new(&complete).unwrap_or_else(|error| panic!("{error} ({place})"));
        require!(completed == state; place, "the completed setup gives another state");
        let twice = G::complete(&complete).unwrap_or_else(|error| panic!("{error} ({place})"));
        require!(twice == complete; place, "completing a completed setup changes it");
        require!(json_round_trip(setup, place) == *setup; place, "the setup does not survive JSON");
        require!(json_round_trip(&complete, place) == complete; place, "the completed setup does not survive JSON");
    }
}

/// Whatever a field of a setup is described to hold, and whatever is drawn for it: setups, as described and completed,
/// states, replays, positions and campaigns read back as they were written, and a field takes what a completed setup
/// has in it.
pub fn setups_survive_their_written_forms<G: Game>(setups: &[G::Setup]) {
    let described = described_setups::<G>();
    let given = setups.iter().map(|setup| fields_of(setup, Place::default()));
    let mut campaigns = 0;
    for (number, fields) in described.into_iter().chain(given).enumerate() {
        for seed in 0..SEEDS {
            let place = Place {
                setup: number,
                seed,
                step: 0,
            };
            let mut fields = fields.clone();
            fields.insert(SEED.to_owned(), json!(seed));
            let setup = read::<G>(&fields, place);
            require!(json_round_trip(&setup, place) == setup; place, "the setup {setup:?} does not survive JSON");
            let complete = G::complete(&setup).unwrap_or_else(|error| panic!("{error} in {setup:?} ({place})"));
            require!(json_round_trip(&complete, place) == complete; place, "the completed setup {complete:?} does not survive JSON");
            let drawn = fields_of(&complete, place);
            for (name, value) in &drawn {
                let mut fields = fields.clone();
                fields.insert(name.clone(), value.clone());
                let found = fields_of(&read::<G>(&fields, place), place);
                require!(found.get(name) == Some(value); place, "the field `{name}` does not take {value}, which a completed setup has");
            }
            games_survive::<G>(&complete, place);
            let begun = campaign_survives::<G>(&fields, place);
            require!(campaign_survives::<G>(&drawn, place) == begun; place, "a campaign begins from {setup:?} or from {complete:?}, not from both");
            campaigns += usize::from(begun);
        }
    }
    let has_campaign = CampaignInfo::find(G::ID).is_some();
    assert!(campaigns > 0 || !has_campaign, "no campaign begins from any setup");
}

/// The first steps of a game: its replay, and its last state.
fn games_survive<G: Game>(setup: &G::Setup, first: Place) {
    let mut recorder: Recorder<G> = Recorder::new(setup).unwrap_or_else(|error| panic!("{error} ({first})"));
    let mut rng = stream(first.seed, "conformance written setups", first.setup as u64);
    let mut place = first;
    while place.step < STEPS
        && let Some(step) = random_step(recorder.state(), place, Style::Even, &mut rng)
    {
        let taken = match step {
            Step::Action(_, action) => recorder.action(action).map_err(|error| error.to_string()),
            Step::Chance(outcome) => recorder.chance(outcome).map_err(|error| error.to_string()),
        };
        taken.unwrap_or_else(|error| panic!("{error} ({place})"));
        place.step += 1;
    }
    let state = recorder.state();
    require!(json_round_trip(state, place) == *state; place, "the state does not survive JSON: {setup:?}");
    let position = json_round_trip(&state.position(), place);
    match G::from_position(position, Overrides::None) {
        Ok(read) => require!(read == *state; place, "the position gives another state: {setup:?}"),
        Err(error) => panic!("the position is refused: {error}: {setup:?} ({place})"),
    }
    check_written(&recorder.finish(), place);
}

/// Whether a campaign begins from a setup without what campaigns decide; before and after its first heist it reads back
/// as it was written.
fn campaign_survives<G: Game>(fields: &Map<String, Value>, place: Place) -> bool {
    let decided = CampaignInfo::find(G::ID).map_or(&[][..], |info| info.decided);
    let mut fields = fields.clone();
    fields.retain(|name, _| name != SEED && decided.iter().all(|(decided, _)| decided != name));
    let Some(Ok(mut campaign)) = campaigns::begin(G::ID, &Value::Object(fields).to_string()) else {
        return false;
    };
    for heists in 0..2 {
        let written = campaign.to_json();
        let again = campaigns::read_any(&written)
            .unwrap_or_else(|error| panic!("the campaign {written} does not read back: {error} ({place})"));
        require!(again.to_json() == written; place, "the campaign {written} reads back as another");
        // One whose last job was lost has no further heist.
        if campaign.is_over() {
            break;
        }
        campaign
            .choose(&campaign.choice().to_string())
            .unwrap_or_else(|error| panic!("what is chosen in {written} may not be chosen: {error} ({place})"));
        if heists > 0 {
            continue;
        }
        let Some(Value::Object(next)) = campaign.next_setup(Some(place.seed)) else {
            panic!("the campaign {written} has no first heist ({place})")
        };
        let next = G::complete(&read::<G>(&next, place)).unwrap_or_else(|error| panic!("{error} ({place})"));
        let lost = TeamResult {
            value: 0.0,
            ending: G::ENDINGS[G::ENDINGS.len() - 1],
            figures: [0; MAX_KEPT_FIGURES],
        };
        campaign
            .record(&Value::Object(fields_of(&next, place)).to_string(), &lost)
            .unwrap_or_else(|error| panic!("the first heist of {written} is not recorded: {error} ({place})"));
    }
    true
}

fn read<G: Game>(fields: &Map<String, Value>, place: Place) -> G::Setup {
    serde_json::from_value(Value::Object(fields.clone())).unwrap_or_else(|error| {
        panic!(
            "the setup {} is not read: {error} ({place})",
            Value::Object(fields.clone())
        )
    })
}

fn fields_of<S: Serialize + Debug>(setup: &S, place: Place) -> Map<String, Value> {
    match serde_json::to_value(setup) {
        Ok(Value::Object(fields)) => fields,
        other => panic!("the setup {setup:?} is no object: {other:?} ({place})"),
    }
}
