//! What is said of a plan in the end: its value, and those of the other first moves, from the same heists.
//!
//! Every first move is followed by the best plan for it that is at hand. All of them are played out in common heists,
//! none of which the search has seen, and the worse half of those that are behind the plan drops out, again and again.
//! So whatever drops out is behind all that stay, in the heists in which both were tried, and what is best in the end
//! becomes the plan. Its value then comes from heists of its own and, in the common ones, from those that did not
//! choose it.

use heist_engine::board::hexes::members;
use heist_engine::game::Game;
use heist_engine::masters::{Action, MastersOfTheHeist};
use heist_engine::random::{Generator, stream, stream_seed};
use rand::Rng;

use super::super::weights::Weights;
use super::account::Account;
use super::climb::Found;
use super::draft::{Draft, Scope};
use super::trial::{Trial, play_out};
use super::uses;
use crate::analysis::Estimate;
use crate::planning::{Alternative, Plan};

/// The part of what is left that is for comparing first moves; the rest goes to the value of the plan.
const COMPARING: f64 = 0.6;
/// A first move is followed by more than one plan if there are so many heists for each.
const PER_MOVE: u64 = 8;
/// One heist in so many tells what tokens are for.
const TELLING: u64 = 10;
/// Folds of the common heists: each is judged by what is best in the others.
const FOLDS: usize = 10;
/// Heists are reweighted in at most so many groups.
const GROUPS: usize = 256;
/// Draws of the probability that a move is the best.
const DRAWS: usize = 400;

/// A plan in the comparison.
struct Racer {
    line: Vec<Action>,
    start: MastersOfTheHeist,
    /// The results of the common heists, by their numbers; shorter than others' if it dropped out.
    results: Vec<f64>,
    worth: f64,
    is_racing: bool,
}

impl Racer {
    fn mean(&self, heists: usize) -> f64 {
        mean(self.results.iter().take(heists))
    }
}

fn mean<'a>(results: impl Iterator<Item = &'a f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0f64);
    for result in results {
        sum += result;
        count += 1.0;
    }
    sum / count.max(1.0)
}

/// A mean of results between `least` and 1. One result of each extreme is added for the error, so that few results that
/// are alike do not pass for certain (A. Agresti and B. Coull, "Approximate Is Better than 'Exact'", The American
/// Statistician 52, 1998; for differences A. Agresti and Y. Min, "Simple improved confidence intervals for comparing
/// matched proportions", Statistics in Medicine 24, 2005).
fn estimate(results: impl Iterator<Item = f64>, extremes: [f64; 2]) -> Estimate {
    let (mut sum, mut squares, mut count) = (0.0, 0.0, 0.0f64);
    for result in results {
        sum += result;
        squares += result * result;
        count += 1.0;
    }
    let [least, most] = extremes;
    let padded = count + 2.0;
    let centre = (sum + least + most) / padded;
    let variance = ((squares + least * least + most * most) / padded - centre * centre).max(0.0);
    Estimate {
        mean: sum / count.max(1.0),
        error: (variance / count.max(1.0)).sqrt(),
    }
}

/// Compares the plan that was found with the other moves of the first decision.
pub fn verdict(
    state: &MastersOfTheHeist,
    found: &Found,
    seed: u64,
    account: &mut Account<'_>,
) -> Plan<MastersOfTheHeist> {
    let mut contest = Contest::new(state, found, account.left());
    let telling = (account.left() / TELLING).clamp(1, uses::HEISTS as u64);
    let left = account.left().saturating_sub(telling);
    contest.race((COMPARING * left as f64) as u64, seed, account);
    let best = contest.best();
    let own = if account.is_over() {
        0
    } else {
        account.left().saturating_sub(telling)
    };
    let own = contest.play_alone(best, own as usize, seed, account);
    let value = contest.value(best, &own);
    let line = contest.racers[best].line.clone();
    let others = contest.others(best, value, &mut stream(seed, "plan/draws", 0));
    let (chosen, others): (Vec<_>, Vec<_>) = others.into_iter().partition(|other| other.action == line[0]);
    let purposes = uses::purposes(
        state,
        &line,
        stream_seed(seed, "plan/uses", 0),
        telling as usize,
        account,
    );
    Plan {
        line,
        value,
        best: chosen.first().map_or(1.0, |chosen| chosen.best),
        games: (contest.racers[best].results.len() + own.len()) as u64,
        others,
        purposes,
        playouts: account.played,
    }
}

/// A first move.
struct First {
    action: Action,
    /// The plans that follow it.
    entries: Vec<Entry>,
}

/// A plan of a first move: the racer that it is, and its decisions.
#[derive(Clone)]
struct Entry {
    racer: usize,
    line: Vec<Action>,
}

struct Contest {
    /// The plan that was found, then others. No two of them lead to the same state.
    racers: Vec<Racer>,
    /// The first moves: that of the plan, then the others.
    moves: Vec<First>,
}

impl Contest {
    fn new(state: &MastersOfTheHeist, found: &Found, heists: u64) -> Contest {
        let mut contest = Contest {
            racers: Vec::new(),
            moves: Vec::new(),
        };
        let mut legal = Vec::with_capacity(64);
        state.legal_actions(&mut legal);
        // With few heists each move gets one plan.
        let most = if heists < PER_MOVE * legal.len() as u64 {
            1
        } else {
            usize::MAX
        };
        let first = found.best.draft.next(state, &legal);
        let tried: Vec<(Action, &Draft, f64)> = found
            .tried
            .iter()
            .map(|(draft, worth)| (draft.next(state, &legal), draft, *worth))
            .collect();
        // The plan comes first: of equals the first is the best.
        let others = legal.iter().copied().filter(|&action| action != first);
        for action in std::iter::once(first).chain(others) {
            let mut after = *state;
            after.apply(action);
            let drafts = if action == first {
                vec![found.best.draft.clone()]
            } else {
                completions(state, &after, action, &found.best, &tried)
            };
            let mut entries: Vec<Entry> = Vec::new();
            for draft in drafts.into_iter().take(most) {
                let mut line = vec![action];
                let start = draft.follow(&after, &mut line);
                let racer = contest.racer_of(&line, start);
                if entries.iter().all(|other| other.racer != racer) {
                    entries.push(Entry { racer, line });
                }
            }
            contest.moves.push(First { action, entries });
        }
        contest
    }

    /// The racer of a state, a new one if there is none.
    fn racer_of(&mut self, line: &[Action], start: MastersOfTheHeist) -> usize {
        let known = self.racers.iter().position(|racer| racer.start == start);
        known.unwrap_or_else(|| {
            self.racers.push(Racer {
                line: line.to_vec(),
                start,
                results: Vec::new(),
                worth: 0.0,
                is_racing: true,
            });
            self.racers.len() - 1
        })
    }

    fn racing(&self) -> Vec<usize> {
        (0..self.racers.len())
            .filter(|&place| self.racers[place].is_racing)
            .collect()
    }

    /// The heists that all racing plans have been tried in.
    fn common(&self) -> usize {
        self.racers[0].results.len()
    }

    /// Has the racers play about so many heists in all, each of them one in any case.
    fn race(&mut self, heists: u64, seed: u64, account: &mut Account<'_>) {
        let stages = u64::from(self.racers.len().next_power_of_two().ilog2()).max(1);
        let last = account.played + heists;
        for stage in 0..stages {
            let racing = self.racing();
            if stage > 0 && (racing.len() == 1 || account.is_over()) {
                break;
            }
            let left = last.saturating_sub(account.played) / (stages - stage);
            let worlds = (left / racing.len() as u64).max(u64::from(stage == 0));
            self.play(
                &racing,
                worlds as usize,
                if stage == 0 { racing.len() } else { 0 },
                seed,
                account,
            );
            if stage + 1 < stages {
                self.drop_out(racing);
            }
        }
    }

    /// So many more common heists of the racing plans, of which those count that all have played. The first `least` are
    /// played in any case.
    fn play(&mut self, racing: &[usize], worlds: usize, least: usize, seed: u64, account: &mut Account<'_>) {
        let first = self.common();
        let racers = &self.racers;
        let outcomes = account.play(worlds * racing.len(), least, |task| {
            let (world, racer) = (first + task / racing.len(), racing[task % racing.len()]);
            play_out(&racers[racer].start, stream_seed(seed, "plan/common", world as u64))
        });
        for world in outcomes.chunks_exact(racing.len()) {
            for (&racer, outcome) in racing.iter().zip(world) {
                self.racers[racer].results.push(outcome.result);
                self.racers[racer].worth += outcome.worth;
            }
        }
    }

    /// The worse half drops out, except what is ahead of the plan that was found: none of those that stay is worse than
    /// one of those that drop out, in the heists so far. Of equals the first are ahead, and before that those who came
    /// farther.
    fn drop_out(&mut self, mut racing: Vec<usize>) {
        let heists = self.common();
        let racers = &self.racers;
        racing.sort_by(|&one, &other| {
            let by_result = racers[other].mean(heists).total_cmp(&racers[one].mean(heists));
            let by_plan = (one != 0).cmp(&(other != 0));
            by_result
                .then(by_plan)
                .then(racers[other].worth.total_cmp(&racers[one].worth))
                .then(one.cmp(&other))
        });
        let found = racing.iter().position(|&racer| racer == 0).unwrap_or(0);
        let kept = racing.len().div_ceil(2).max(found + 1);
        for &racer in &racing[kept..] {
            self.racers[racer].is_racing = false;
        }
    }

    /// The best of those that raced to the end, the first of equals.
    fn best(&self) -> usize {
        best_in(&self.racers, &self.racing(), |_| true)
    }

    /// The results of further heists of one plan.
    fn play_alone(&self, racer: usize, heists: usize, seed: u64, account: &mut Account<'_>) -> Vec<f64> {
        let start = &self.racers[racer].start;
        let heist = |number: usize| play_out(start, stream_seed(seed, "plan/alone", number as u64)).result;
        account.play(heists, 0, heist)
    }

    /// The value of the best plan. In the heists that it was chosen by, it did better than it does on average; so each
    /// part of them is judged by what is best in the other parts.
    fn value(&self, best: usize, own: &[f64]) -> Estimate {
        let racing = self.racing();
        let common = self.common();
        let folds = FOLDS.min(common);
        let chosen: Vec<usize> = match racing.len() {
            1 => vec![best; folds],
            _ => (0..folds)
                .map(|fold| best_in(&self.racers, &racing, |heist| heist % folds != fold))
                .collect(),
        };
        let held_out = (0..common).map(|heist| self.racers[chosen[heist % folds]].results[heist]);
        estimate(held_out.chain(own.iter().copied()), [0.0, 1.0])
    }

    /// Every first move with its best plan; `value` is that of the best plan.
    fn others(&self, best: usize, value: Estimate, rng: &mut Generator) -> Vec<Alternative<MastersOfTheHeist>> {
        let racers = &self.racers;
        // Of the plans of a move that which raced longest, then the best one of them.
        let rank = |entry: &Entry| {
            let own = &racers[entry.racer].results;
            (own.len(), own.iter().sum::<f64>(), entry.racer == best)
        };
        let standing: Vec<(Action, &Entry)> = self
            .moves
            .iter()
            .filter_map(|first| {
                let better = |one, other| if rank(other) > rank(one) { other } else { one };
                first.entries.iter().reduce(better).map(|entry| (first.action, entry))
            })
            .collect();
        let shown: Vec<usize> = standing.iter().map(|(_, entry)| entry.racer).collect();
        let chances = self.chances(&shown, best, rng);
        let alternative = |(&(action, entry), chance): (&(Action, &Entry), f64)| {
            let racer = entry.racer;
            let difference = self.difference(racer, best);
            let mean = (value.mean + difference.mean).clamp(0.0, 1.0);
            Alternative {
                action,
                line: entry.line.clone(),
                value: Estimate {
                    mean,
                    error: value.error.hypot(difference.error),
                },
                difference: Estimate {
                    mean: mean - value.mean,
                    error: difference.error,
                },
                best: chance,
                games: racers[racer].results.len() as u64,
                is_rough: racers[racer].results.len() < self.common(),
            }
        };
        standing.iter().zip(chances).map(alternative).collect()
    }

    /// By how much a plan is better than the best one, in the heists that both were tried in; exactly nothing for that
    /// itself.
    fn difference(&self, racer: usize, best: usize) -> Estimate {
        if racer == best {
            return Estimate::default();
        }
        estimate(self.differences(racer, best), [-1.0, 1.0])
    }

    fn differences(&self, racer: usize, best: usize) -> impl Iterator<Item = f64> + '_ {
        let pairs = self.racers[racer].results.iter().zip(&self.racers[best].results);
        pairs.map(|(own, other)| own - other)
    }

    /// For each of some plans, the probability that it is the best of all: the share of reweighted samples of the
    /// common heists in which it is (D. Rubin, "The Bayesian Bootstrap", The Annals of Statistics 9, 1981). Each plan
    /// has two results of its own added, one of each extreme, so that few heists do not settle anything. A plan that is
    /// there more than once shares its probability.
    fn chances(&self, shown: &[usize], best: usize, rng: &mut Generator) -> Vec<f64> {
        let mut distinct = shown.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        // Heists that stay together, so that the time this takes is bounded.
        let groups = self.common().min(GROUPS);
        let sums: Vec<Vec<(f64, f64)>> = distinct
            .iter()
            .map(|&racer| {
                let mut sums = vec![(0.0, 0.0); groups];
                for (heist, difference) in self.differences(racer, best).enumerate() {
                    let (sum, count) = &mut sums[heist % groups];
                    *sum += difference;
                    *count += 1.0;
                }
                sums
            })
            .collect();
        let mut wins = vec![0.0; distinct.len()];
        let mut weights = vec![0.0; groups];
        for _ in 0..DRAWS {
            weights.fill_with(|| exponential(rng));
            let mut first = (0, f64::NEG_INFINITY);
            for (place, sums) in sums.iter().enumerate() {
                let weighted = sums.iter().zip(&weights);
                let (sum, count) = weighted.fold((0.0, 0.0), |(sum, count), ((own, heists), weight)| {
                    (sum + own * weight, count + heists * weight)
                });
                let added = (exponential(rng) - exponential(rng)) * std::f64::consts::FRAC_1_SQRT_2;
                let drawn = (sum + added) / (count + 1.0);
                if drawn > first.1 {
                    first = (place, drawn);
                }
            }
            wins[first.0] += 1.0 / DRAWS as f64;
        }
        let share = |racer: &usize| {
            let place = distinct.binary_search(racer).expect("it is one of them");
            let sharing = shown.iter().filter(|&other| other == racer).count();
            wins[place] / sharing as f64
        };
        shown.iter().map(share).collect()
    }
}

/// The best of some racers in those of their heists that count, the first of equals.
fn best_in(racers: &[Racer], racing: &[usize], counts: impl Fn(usize) -> bool) -> usize {
    let mean = |racer: usize| {
        let results = racers[racer].results.iter().enumerate();
        mean(results.filter(|&(heist, _)| counts(heist)).map(|(_, result)| result))
    };
    let mut best = (racing[0], mean(racing[0]));
    for &racer in &racing[1..] {
        let mean = mean(racer);
        if mean > best.1 {
            best = (racer, mean);
        }
    }
    best.0
}

/// A draw from the exponential distribution with mean 1.
fn exponential(rng: &mut Generator) -> f64 {
    // 53 bits, as many as a number below 1 has; never 0.
    let unit = ((rng.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
    -unit.ln()
}

/// Plans for a first move, which has led to `after`: that which was found as far as the move allows, the best one of
/// those that the search tried with that move, and where start places are asked for, the expert's tokens for those.
fn completions(
    state: &MastersOfTheHeist,
    after: &MastersOfTheHeist,
    action: Action,
    best: &Trial,
    tried: &[(Action, &Draft, f64)],
) -> Vec<Draft> {
    let mut drafts = vec![match (action, state.deciding()) {
        (Action::Token(tile), Some(who)) => {
            let hex = state.scenario().hex_number(tile);
            refilled(after, best, who.index(), hex)
        }
        _ => best.draft.clone(),
    }];
    let with_it = tried.iter().filter(|(first, ..)| *first == action);
    let best_tried = with_it.max_by(|one, other| one.2.total_cmp(&other.2));
    drafts.extend(best_tried.map(|(_, draft, _)| (*draft).clone()));
    if matches!(action, Action::Start(..)) {
        let mut draft = best.draft.clone();
        let at = draft.before_tokens(after);
        draft.place_tokens(&at, &Weights::DEFAULT, u32::MAX);
        drafts.push(draft);
    }
    drafts
}

/// The plan after a token of a character that is not in it: what is still offered of the character's tokens, without
/// the least useful ones if there is no room for all, and with more of them where some were passed over.
fn refilled(after: &MastersOfTheHeist, best: &Trial, character: usize, hex: Option<usize>) -> Draft {
    let mut draft = best.draft.clone();
    let scope = Scope::of(after);
    let open = scope.hexes[character];
    let room = scope.rooms[character];
    let tokens = &mut draft.tokens[character];
    *tokens &= open;
    while tokens.count_ones() > room {
        let uses = |&hex: &usize| best.uses(character, hex);
        let Some(idle) = members(*tokens).min_by_key(uses) else {
            break;
        };
        *tokens &= !(1 << idle);
    }
    let new = hex.map_or(0, |hex| 1 << hex);
    while tokens.count_ones() < room {
        let beside = scope.open_beside(character, *tokens | new) & !*tokens;
        let neighbours =
            |&hex: &usize| (scope.neighbours(hex) & (*tokens | new | scope.placed[character])).count_ones();
        let Some(next) = members(beside).max_by_key(neighbours) else {
            break;
        };
        *tokens |= 1 << next;
    }
    draft
}
