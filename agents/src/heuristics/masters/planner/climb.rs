//! The search for a plan: races among drafts, and climbs from their winners.

use heist_engine::masters::MastersOfTheHeist;
use heist_engine::random::{Generator, stream_seed};

use super::super::weights::Weights;
use super::account::Account;
use super::changes::change;
use super::draft::Draft;
use super::pool;
use super::trial::Trial;

/// A change is tried in so many heists, then in more.
const TRIES: [usize; 3] = [8, 32, 96];
/// Heists of each draft in the first stage of a race, and of those that are still in it in the last one.
const RACE: (usize, usize) = (4, 64);
/// The part of a search that the first race may take; about twelve heists for each of its drafts.
const RACING: f64 = 0.5;
const HEISTS_PER_DRAFT: f64 = 12.0;
/// The most drafts of a race.
const DRAFTS: usize = 48;
/// A climb ends after so many changes without success.
const STUCK: usize = 50;
/// And it is no climb any more if so many changes in a row lead to plans that it has.
const KNOWN: usize = 100;
/// How many heists decide between the plans of two climbs.
const DUEL: usize = 192;
/// No new climb begins with fewer heists left.
const SHORTEST: u64 = 600;
/// How many plans are remembered.
const REMEMBERED: usize = 512;

/// What a search found.
pub struct Found {
    /// The best plan.
    pub best: Trial,
    /// Every draft that was tried, with its mean.
    pub tried: Vec<(Draft, f64)>,
}

/// A search for a plan.
pub struct Climber<'s, 'a> {
    state: &'s MastersOfTheHeist,
    account: &'s mut Account<'a>,
    parallel: bool,
    tried: Vec<(Draft, f64)>,
}

impl<'s, 'a> Climber<'s, 'a> {
    pub fn new(state: &'s MastersOfTheHeist, account: &'s mut Account<'a>, parallel: bool) -> Climber<'s, 'a> {
        Climber {
            state,
            account,
            parallel,
            tried: Vec::new(),
        }
    }

    /// Looks for a plan until what the account allows is used up, or nothing is left to change.
    pub fn search(mut self, seed: u64, rng: &mut Generator) -> Found {
        let experts = Draft::of_expert(self.state, &Weights::DEFAULT);
        let mut best: Option<Trial> = None;
        for climb in 0.. {
            let seed = stream_seed(seed, "plan/climb", climb);
            let leader = self.race(&experts, climb, seed);
            let (found, is_stuck) = self.climb(leader, seed, rng);
            best = Some(match best {
                None => found,
                Some(best) => self.duel(best, found, seed),
            });
            if is_stuck || self.account.is_over() || self.account.left() < SHORTEST {
                break;
            }
        }
        let best = best.unwrap_or_else(|| Trial::new(self.state, experts));
        Found {
            best,
            tried: self.tried,
        }
    }

    /// The best of many drafts: the better half of them goes on to twice as many heists, again and again (Karnin, Koren
    /// and Somekh, ICML 2013). The expert's plan goes on in any case, so that few heists do not rule it out.
    fn race(&mut self, experts: &Draft, climb: u64, seed: u64) -> Trial {
        let mut leader = Trial::new(self.state, experts.clone());
        let (mut heists, last) = RACE;
        // The pace of the heists says how many drafts there is time for.
        leader.try_in(heists, seed, self.account);
        let for_race = RACING * self.account.left() as f64 / HEISTS_PER_DRAFT;
        let count = (for_race as usize).min(DRAFTS);
        let drafts = pool::drafts(self.state, experts, count, climb, seed, self.parallel);
        let mut racing = vec![leader];
        for draft in drafts {
            let trial = Trial::new(self.state, draft);
            if racing.iter().all(|other| other.start != trial.start) {
                racing.push(trial);
            }
        }
        let mut complete = racing[0].clone();
        while racing.len() > 1 && !self.account.is_over() {
            for trial in &mut racing {
                trial.try_in(heists, seed, self.account);
            }
            if racing.iter().any(|trial| trial.count() < heists) {
                // The budget ended on the way: those at the end of the list were tried less.
                break;
            }
            racing.sort_by(|one, other| other.mean(heists).total_cmp(&one.mean(heists)));
            complete = racing[0].clone();
            let half = racing.len().div_ceil(2);
            for trial in racing.split_off(half) {
                self.remember(&trial);
                if trial.draft == *experts {
                    racing.push(trial);
                }
            }
            heists *= 2;
            if heists > last {
                break;
            }
        }
        racing.iter().for_each(|trial| self.remember(trial));
        complete.forget();
        complete
    }

    /// Changes a plan as long as that makes it better, and says whether there is nothing else to change.
    fn climb(&mut self, mut best: Trial, seed: u64, rng: &mut Generator) -> (Trial, bool) {
        let mut seed = stream_seed(seed, "plan/next", 0);
        let (mut failures, mut known) = (0, 0);
        // Without time for another climb this one goes on.
        let goes_on = |failures: usize, left: u64| failures < STUCK || left < SHORTEST;
        while !self.account.is_over() && goes_on(failures, self.account.left()) && known < KNOWN {
            let mut other = Trial::new(self.state, change(self.state, &best, rng));
            if other.start == best.start {
                known += 1;
                continue;
            }
            known = 0;
            if self.beats(&mut other, &mut best, seed) {
                // Other heists from now on: a plan that was only lucky in these falls to the next change.
                seed = stream_seed(seed, "plan/next", 0);
                other.forget();
                best = other;
                failures = 0;
            } else {
                failures += 1;
            }
        }
        (best, known >= KNOWN)
    }

    /// Whether a plan does better than another one in the same heists, few at first.
    fn beats(&mut self, other: &mut Trial, best: &mut Trial, seed: u64) -> bool {
        for heists in TRIES {
            best.try_in(heists, seed, self.account);
            other.try_in(heists, seed, self.account);
            let both = best.count().min(other.count()).min(heists);
            if both == 0 || other.mean(both) <= best.mean(both) {
                self.remember(other);
                return false;
            }
        }
        self.remember(other);
        true
    }

    /// The better one of the plans of two climbs.
    fn duel(&mut self, mut one: Trial, mut other: Trial, seed: u64) -> Trial {
        let seed = stream_seed(seed, "plan/duel", 0);
        one.forget();
        other.forget();
        one.try_in(DUEL, seed, self.account);
        other.try_in(DUEL, seed, self.account);
        let both = one.count().min(other.count());
        if both > 0 && other.mean(both) > one.mean(both) {
            other
        } else {
            one
        }
    }

    fn remember(&mut self, trial: &Trial) {
        if trial.count() >= RACE.0 && self.tried.len() < REMEMBERED {
            self.tried.push((trial.draft.clone(), trial.mean(trial.count())));
        }
    }
}
