//! Why a move is recommended, in one sentence that holds when the game is played on.
//!
//! The move is compared with the one that people would play: both are played on by the expert in the same worlds with
//! the same dice, until a round of turns later ("this round") and, if that does not tell them apart, to the end. The
//! reason is the first kind of difference, in the order of [`ReasonKind`], that is large enough, more than
//! [`CERTAINTY`] standard errors from none, and there in both halves of the worlds: what is told should be the same
//! whatever the seed.

use std::cmp::Ordering;

use heist_engine::describe::{Aim, Concern, Figure, MAX_FIGURES, capitalized};
use heist_engine::game::{Game, Seat};

use crate::analysis::{Change, Estimate, Moments, Next, Reason, ReasonKind};

/// How many standard errors a difference must be away from none to be told. Several kinds are tried, so that two would
/// be too few.
pub const CERTAINTY: f64 = 3.0;
/// How many it must be away from none in each half of the worlds.
const CERTAINTY_OF_HALVES: f64 = 1.0;
/// The same over all worlds for what would change the advice: every move is tried with everything that may come to
/// light.
const CERTAINTY_OF_CHANGES: f64 = 5.0;

/// The least difference of a chance that is told.
const LEAST_CHANCE: f64 = 0.02;
/// The least difference of a count that is told.
const LEAST_COUNT: f64 = 0.05;
/// From what chance on a deed is what a move leads to, and up to what chance the other move does not.
const DEED: (f64, f64) = (0.5, 0.2);

impl<G: Game> ReasonKind<G> {
    /// Whether it rests on games that were played to their ends.
    pub(crate) fn is_of_ends(&self) -> bool {
        matches!(
            self,
            ReasonKind::Avoids { .. } | ReasonKind::Sooner { .. } | ReasonKind::Leads { .. } | ReasonKind::Value
        )
    }
}

/// How a game went on after a move, in one world.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Course<G: Game> {
    /// What was lost of [`Game::STAKE`].
    pub lost: f64,
    /// Turns from the move to the end of the course.
    pub turns: u32,
    /// The value of the result and how it ended, if the game was over by then.
    pub result: Option<(f64, &'static str)>,
    /// The figures at the end of the course.
    pub figures: [i32; MAX_FIGURES],
    /// What was decided after the move in the same turn.
    pub deeds: Vec<G::Action>,
    /// Whether chance decided between the move and the first of those.
    pub is_drawn: bool,
    /// The first thing that came to light then, as the seat sees it, if the world held it already.
    pub fact: Option<G::Outcome>,
    /// The first choices of whoever decided first in a later turn.
    pub next: Vec<(Seat, G::Action)>,
}

impl<G: Game> Course<G> {
    fn is_won(&self) -> bool {
        self.result.is_some_and(|(value, _)| value >= 1.0)
    }

    fn is_lost(&self) -> bool {
        self.result.is_some_and(|(value, _)| value <= 0.0)
    }

    fn value(&self) -> f64 {
        self.result.map_or(0.0, |(value, _)| value)
    }

    fn ends(&self, ending: &str) -> bool {
        self.is_lost() && self.result.is_some_and(|(_, known)| known == ending)
    }
}

/// Two courses in the same world.
pub(crate) type Pair<'a, G> = (&'a Course<G>, &'a Course<G>);

/// A number of each of two courses, world by world.
struct Paired {
    first: f64,
    second: f64,
    difference: Estimate,
    /// The difference in either half of the worlds.
    halves: [Estimate; 2],
}

impl Paired {
    fn of<G: Game>(courses: &[Pair<'_, G>], number: impl Fn(&Course<G>) -> f64) -> Paired {
        let mean = |numbers: Moments| numbers.mean();
        let difference = |courses: &[Pair<'_, G>]| -> Moments {
            let pairs = courses.iter();
            pairs.map(|(first, second)| number(first) - number(second)).collect()
        };
        let [one, other] = halves(courses).map(difference);
        Paired {
            first: mean(courses.iter().map(|(first, _)| number(first)).collect()),
            second: mean(courses.iter().map(|(_, second)| number(second)).collect()),
            difference: one.merged(other).estimate(),
            halves: [one.estimate(), other.estimate()],
        }
    }

    fn share<G: Game>(courses: &[Pair<'_, G>], is_so: impl Fn(&Course<G>) -> bool) -> Paired {
        Paired::of(courses, |course| f64::from(u8::from(is_so(course))))
    }

    fn chances(&self) -> (f64, f64) {
        (self.first, self.second)
    }

    /// How sure it is that the first number is larger, by at least so much: standard errors from none; none if it is
    /// not sure.
    fn is_more(&self, least: f64) -> Option<f64> {
        // What is so in every single world has no spread, and few worlds prove little.
        let sureness = |estimate: Estimate| estimate.mean / estimate.error.max(1e-9);
        let is_in_both = self.halves.iter().all(|&half| sureness(half) > CERTAINTY_OF_HALVES);
        let sure = sureness(self.difference);
        (self.difference.mean >= least && sure > CERTAINTY && is_in_both).then_some(sure)
    }

    /// The same of the second number.
    fn is_less(&self, least: f64) -> Option<f64> {
        let turned = |estimate: Estimate| Estimate {
            mean: -estimate.mean,
            ..estimate
        };
        let turned = Paired {
            difference: turned(self.difference),
            halves: self.halves.map(turned),
            ..*self
        };
        turned.is_more(least)
    }

    /// Which of the two is surely as the team wants it: [`Ordering::Less`] if the first one is.
    fn wanted(&self, aim: Aim) -> Ordering {
        let (first, second) = match aim {
            Aim::More => (self.is_more(LEAST_COUNT), self.is_less(LEAST_COUNT)),
            Aim::Less => (self.is_less(LEAST_COUNT), self.is_more(LEAST_COUNT)),
        };
        match (first, second) {
            (Some(_), _) => Ordering::Less,
            (_, Some(_)) => Ordering::Greater,
            _ => Ordering::Equal,
        }
    }
}

/// The fewest worlds that anything is told from.
pub(crate) const LEAST_WORLDS: usize = 8;

/// What the next round of turns says of a move against another, by courses of both world by world; none if nothing
/// tells them apart. `legal` are the moves of the decision.
pub(crate) fn by_round<G: Game>(
    courses: &[Pair<'_, G>],
    legal: &[G::Action],
    before: impl Fn(usize, G::Action) -> Option<G>,
) -> Option<ReasonKind<G>> {
    if courses.len() < LEAST_WORLDS {
        return None;
    }
    if let Some((_, kind)) = results(courses).next() {
        return Some(kind);
    }
    if let Some((figure, amount)) = best_figure(courses) {
        return Some(ReasonKind::Brings { figure, amount });
    }
    let shown = || shown(courses).filter(|_| halves(courses).iter().all(|half| shown(half).is_some()));
    prepared(courses, legal, before).or_else(shown)
}

/// What the next round of turns says of winning, losing and the stake, with how sure it is, what matters most first.
fn results<'a, G: Game>(courses: &'a [Pair<'a, G>]) -> impl Iterator<Item = (f64, ReasonKind<G>)> + use<'a, G> {
    let wins = move || {
        let wins = Paired::share(courses, Course::is_won);
        let chances = wins.chances();
        Some((wins.is_more(LEAST_CHANCE)?, ReasonKind::Wins { chances }))
    };
    let survives = move || {
        let (sureness, ending, chances) = less_often(courses)?;
        Some((sureness, ReasonKind::Survives { ending, chances }))
    };
    let saves = move || {
        let lost = Paired::of(courses, |course| course.lost);
        let sureness = lost.is_less(LEAST_COUNT).filter(|_| !G::STAKE.is_empty())?;
        let amount = Estimate {
            mean: -lost.difference.mean,
            ..lost.difference
        };
        Some((sureness, ReasonKind::Saves { amount }))
    };
    let kinds = std::iter::once_with(wins).chain(std::iter::once_with(survives));
    kinds.chain(std::iter::once_with(saves)).flatten()
}

/// Both halves of the worlds.
fn halves<T>(worlds: &[T]) -> [&[T]; 2] {
    let (one, other) = worlds.split_at(worlds.len() / 2);
    [one, other]
}

/// In what way the first move is beyond all doubt better than the second, in worlds in which the same came to light.
pub(crate) fn where_known<G: Game>(courses: &[Pair<'_, G>]) -> Option<ReasonKind<G>> {
    if courses.len() < LEAST_WORLDS {
        return None;
    }
    let mut kinds = results(courses).filter(|(sureness, _)| *sureness > CERTAINTY_OF_CHANGES);
    kinds.next().map(|(_, kind)| kind)
}

/// Which of two moves that win equally often people would rather play: [`Ordering::Less`] for the first, and
/// [`Ordering::Equal`] where nothing is sure. What counts is, in this order, that the game is won sooner, that fewer
/// cards and tokens are spent, that less of the [stake](Game::STAKE) is lost and the risk is lower, and that more
/// players and loot are out. Each is looked for at the ends of games, if there are any, and then in the next round.
pub(crate) fn preference<G: Game>(rounds: &[Pair<'_, G>], ends: &[Pair<'_, G>]) -> Ordering {
    let known = [ends, rounds]
        .into_iter()
        .filter(|courses| courses.len() >= LEAST_WORLDS);
    let by = |compare: &dyn Fn(&[Pair<'_, G>]) -> Ordering| {
        let found = known.clone().map(compare).find(|order| order.is_ne());
        found.unwrap_or(Ordering::Equal)
    };
    let figures = |concern: Concern| {
        let figures = G::FIGURES.iter().enumerate();
        let wanted = figures.filter_map(move |(place, figure)| {
            let aim = figure.aim.filter(|_| figure.concern == Some(concern))?;
            Some((place, aim))
        });
        wanted.fold(Ordering::Equal, |order, (place, aim)| {
            order
                .then_with(|| by(&|courses| Paired::of(courses, |course| f64::from(course.figures[place])).wanted(aim)))
        })
    };
    let sooner = |courses: &[Pair<'_, G>]| {
        let won = won_twice(courses);
        match won.len() {
            LEAST_WORLDS.. => Paired::of(&won, |course| f64::from(course.turns)).wanted(Aim::Less),
            _ => Ordering::Equal,
        }
    };
    let stake = |courses: &[Pair<'_, G>]| match G::STAKE {
        "" => Ordering::Equal,
        _ => Paired::of(courses, |course| course.lost).wanted(Aim::Less),
    };
    by(&sooner)
        .then_with(|| figures(Concern::Supplies))
        .then_with(|| by(&stake))
        .then_with(|| figures(Concern::Risk))
        .then_with(|| figures(Concern::Out))
}

/// What games played to their end say of a move against another.
pub(crate) fn by_end<G: Game>(courses: &[Pair<'_, G>]) -> Option<ReasonKind<G>> {
    if courses.len() < LEAST_WORLDS {
        return None;
    }
    if let Some((_, ending, chances)) = less_often(courses) {
        return Some(ReasonKind::Avoids { ending, chances });
    }
    let won = won_twice(courses);
    if won.len() >= LEAST_WORLDS {
        let turns = Paired::of(&won, |course| f64::from(course.turns));
        if turns.is_less(LEAST_COUNT).is_some() {
            return Some(ReasonKind::Sooner {
                turns: Estimate {
                    mean: -turns.difference.mean,
                    ..turns.difference
                },
            });
        }
    }
    best_figure(courses).map(|(figure, amount)| ReasonKind::Leads { figure, amount })
}

/// The worlds in which the game is won after either move.
fn won_twice<'a, G: Game>(courses: &[Pair<'a, G>]) -> Vec<Pair<'a, G>> {
    let won = courses
        .iter()
        .filter(|(first, second)| first.is_won() && second.is_won());
    won.copied().collect()
}

/// Whether a reason holds in courses of both moves, which need not be those that it was found in: whether the
/// difference that it tells has the same direction there. None for what says nothing of courses.
pub(crate) fn holds<G: Game>(kind: &ReasonKind<G>, courses: &[Pair<'_, G>]) -> Option<bool> {
    let figure = |figure: &Figure| {
        let place = G::FIGURES.iter().position(|known| known == figure)?;
        let difference = Paired::of(courses, |course| f64::from(course.figures[place]))
            .difference
            .mean;
        Some(match figure.aim {
            Some(Aim::Less) => difference < 0.0,
            _ => difference > 0.0,
        })
    };
    let share = |is_so: &dyn Fn(&Course<G>) -> bool| Paired::share(courses, is_so).difference.mean;
    match kind {
        ReasonKind::Only | ReasonKind::Alike | ReasonKind::Same | ReasonKind::Open { .. } => None,
        ReasonKind::Wins { .. } => Some(share(&Course::is_won) > 0.0),
        ReasonKind::Survives { ending, .. } | ReasonKind::Avoids { ending, .. } => {
            Some(share(&|course: &Course<G>| course.ends(ending)) < 0.0)
        }
        ReasonKind::Saves { .. } => Some(Paired::of(courses, |course| course.lost).difference.mean < 0.0),
        ReasonKind::Brings { figure: of, .. } | ReasonKind::Leads { figure: of, .. } => figure(of),
        ReasonKind::Prepares { deed, .. } => Some(share(&|course: &Course<G>| course.deeds.contains(deed)) > 0.0),
        ReasonKind::Shows => Some(shown(courses).is_some()),
        ReasonKind::Sooner { .. } => {
            let won = won_twice(courses);
            Some(Paired::of(&won, |course| f64::from(course.turns)).difference.mean < 0.0)
        }
        ReasonKind::Value => Some(Paired::of(courses, Course::value).difference.mean > 0.0),
    }
}

/// The way of losing that is rarer after the first move, most surely so; of equally sure ones the first. With how sure
/// it is, and the chances.
fn less_often<G: Game>(courses: &[Pair<'_, G>]) -> Option<(f64, &'static str, (f64, f64))> {
    let ways = G::ENDINGS.iter().filter_map(|ending| {
        let lost = Paired::share(courses, |course| course.ends(ending));
        Some((lost.is_less(LEAST_CHANCE)?, *ending, lost.chances()))
    });
    ways.rev().max_by(|(one, ..), (other, ..)| one.total_cmp(other))
}

/// The figure that is as the team wants it after the first move, most surely so; of equally sure ones the first.
fn best_figure<G: Game>(courses: &[Pair<'_, G>]) -> Option<(&'static Figure, Estimate)> {
    let figures = G::FIGURES.iter().enumerate().filter_map(|(place, figure)| {
        let number = Paired::of(courses, |course| f64::from(course.figures[place]));
        let sureness = match figure.aim? {
            Aim::More => number.is_more(LEAST_COUNT),
            Aim::Less => number.is_less(LEAST_COUNT),
        };
        Some((sureness?, figure, number.difference))
    });
    let surest = figures.rev().max_by(|(one, ..), (other, ..)| one.total_cmp(other))?;
    Some((surest.1, surest.2))
}

/// The first word of an action in notation: what sort of deed it is.
fn sort<A: ToString>(action: A) -> String {
    let notation = action.to_string();
    notation.split(' ').next().unwrap_or_default().to_owned()
}

/// What the first move makes possible that is then done in the same turn, and hardly ever after the second one.
fn prepared<G: Game>(
    courses: &[Pair<'_, G>],
    legal: &[G::Action],
    before: impl Fn(usize, G::Action) -> Option<G>,
) -> Option<ReasonKind<G>> {
    let mut deeds: Vec<G::Action> = Vec::new();
    for (first, _) in courses {
        for &deed in &first.deeds {
            if !deeds.contains(&deed) && !legal.contains(&deed) {
                deeds.push(deed);
            }
        }
    }
    // Another step of the same sort is on the way rather than what the way leads to.
    let sorts: Vec<String> = legal.iter().map(|&action| sort(action)).collect();
    deeds.retain(|&deed| !sorts.contains(&sort(deed)));
    let found = deeds.into_iter().filter_map(|deed| {
        let done = Paired::share(courses, |course| course.deeds.contains(&deed));
        let is_it = done.first >= DEED.0 && done.second <= DEED.1;
        Some((done.is_more(LEAST_CHANCE).filter(|_| is_it)?, deed, done.chances()))
    });
    let (_, deed, chances) = found.max_by(|(one, ..), (other, ..)| one.total_cmp(other))?;
    let world = courses.iter().position(|(first, _)| first.deeds.contains(&deed))?;
    Some(ReasonKind::Prepares {
        before: Box::new(before(world, deed)?),
        deed,
        chances,
    })
}

/// Whether the first move shows something on which the next decision depends, and the second does not.
fn shown<G: Game>(courses: &[Pair<'_, G>]) -> Option<ReasonKind<G>> {
    let is_drawn = |course: &Course<G>| course.is_drawn && !course.deeds.is_empty();
    let drawn = Paired::share(courses, is_drawn);
    if drawn.first < 1.0 || drawn.second > 0.0 {
        return None;
    }
    let mut next: Vec<(G::Action, usize)> = Vec::new();
    for (first, _) in courses {
        match next.iter_mut().find(|(deed, _)| *deed == first.deeds[0]) {
            Some((_, count)) => *count += 1,
            None => next.push((first.deeds[0], 1)),
        }
    }
    let most = next.iter().map(|(_, count)| *count).max()?;
    (most as f64 <= 0.8 * courses.len() as f64).then_some(ReasonKind::Shows)
}

impl<G: Game> Reason<G> {
    /// The reason in one sentence. `explain` says what an action does in a state, in a sentence.
    pub fn sentence(&self, view: &G, explain: impl Fn(&G, G::Action) -> String) -> String {
        let quoted = |state: &G, action: G::Action| format!("“{}”", explain(state, action).trim_end_matches('.'));
        let other = self
            .against
            .map_or_else(|| "another move".to_owned(), |other| quoted(view, other));
        let percent = |chance: f64| format!("{:.0}%", 100.0 * chance);
        match &self.kind {
            ReasonKind::Only => "Nothing else is possible.".to_owned(),
            ReasonKind::Alike => "All moves lead to the same.".to_owned(),
            ReasonKind::Wins {
                chances: (first, second),
            } => format!(
                "It wins this round in {} of games, {other} in {}.",
                percent(*first),
                percent(*second)
            ),
            ReasonKind::Survives { ending, chances } => format!(
                "This round the game is lost{} in {} of games, after {other} in {}.",
                way(ending),
                percent(chances.0),
                percent(chances.1)
            ),
            ReasonKind::Saves { amount } => {
                format!(
                    "This round it costs on average {:.1} {} less than {other}.",
                    amount.mean,
                    G::STAKE
                )
            }
            ReasonKind::Brings { figure, amount } => {
                format!(
                    "This round: on average {} than after {other}.",
                    counted(figure, amount.mean)
                )
            }
            ReasonKind::Prepares {
                before,
                deed,
                chances: (first, second),
            } => format!(
                "It leads to {} in the same turn: in {} of games, after {other} in {}.",
                quoted(before, *deed),
                percent(*first),
                percent(*second)
            ),
            ReasonKind::Shows => "It shows something on which the next step depends.".to_owned(),
            ReasonKind::Avoids { ending, chances } => format!(
                "In the end the game is lost{} in {} of games, after {other} in {}.",
                way(ending),
                percent(chances.0),
                percent(chances.1)
            ),
            ReasonKind::Sooner { turns } => {
                format!(
                    "The game is won on average {:.1} turns sooner than after {other}.",
                    turns.mean
                )
            }
            ReasonKind::Leads { figure, amount } => {
                format!(
                    "In the end: on average {} than after {other}.",
                    counted(figure, amount.mean)
                )
            }
            ReasonKind::Same => format!("{} came to the same in every world tried.", capitalized(&other)),
            ReasonKind::Open { others: 1 } => {
                format!("{} cannot be distinguished from it so far.", capitalized(&other))
            }
            ReasonKind::Open { others } => {
                format!("None of the {others} other moves can be distinguished from it so far.")
            }
            ReasonKind::Value => format!("It wins more often than {other} when the game is played on."),
        }
    }

    /// The name of its kind, in reports.
    pub fn name(&self) -> &'static str {
        self.kind.name()
    }
}

impl<G: Game> ReasonKind<G> {
    /// The name, in reports.
    pub fn name(&self) -> &'static str {
        match self {
            ReasonKind::Only => "only",
            ReasonKind::Alike => "alike",
            ReasonKind::Wins { .. } => "wins",
            ReasonKind::Survives { .. } => "survives",
            ReasonKind::Saves { .. } => "saves",
            ReasonKind::Brings { .. } => "brings",
            ReasonKind::Prepares { .. } => "prepares",
            ReasonKind::Shows => "shows",
            ReasonKind::Avoids { .. } => "avoids",
            ReasonKind::Sooner { .. } => "sooner",
            ReasonKind::Leads { .. } => "leads",
            ReasonKind::Same => "same",
            ReasonKind::Open { .. } => "open",
            ReasonKind::Value => "value",
        }
    }

    /// Whether it says why, more than that a move is better, or that nothing is known.
    pub fn says_why(&self) -> bool {
        !matches!(
            self,
            ReasonKind::Only | ReasonKind::Alike | ReasonKind::Same | ReasonKind::Open { .. } | ReasonKind::Value
        )
    }

    /// The chances that it tells: after the move, and after the one that it is compared with.
    pub fn chances(&self) -> Option<(f64, f64)> {
        match self {
            ReasonKind::Wins { chances }
            | ReasonKind::Survives { chances, .. }
            | ReasonKind::Prepares { chances, .. }
            | ReasonKind::Avoids { chances, .. } => Some(*chances),
            _ => None,
        }
    }

    /// The difference that it tells: how much less is lost, how much more there is of a figure, by how many turns the
    /// game is won sooner.
    pub fn amount(&self) -> Option<Estimate> {
        match self {
            ReasonKind::Saves { amount }
            | ReasonKind::Brings { amount, .. }
            | ReasonKind::Leads { amount, .. }
            | ReasonKind::Sooner { turns: amount } => Some(*amount),
            _ => None,
        }
    }

    /// The figure that it is about.
    pub fn figure(&self) -> Option<&'static Figure> {
        match self {
            ReasonKind::Brings { figure, .. } | ReasonKind::Leads { figure, .. } => Some(figure),
            _ => None,
        }
    }

    /// The way of losing that it is about.
    pub fn ending(&self) -> Option<&'static str> {
        match self {
            ReasonKind::Survives { ending, .. } | ReasonKind::Avoids { ending, .. } => Some(ending),
            _ => None,
        }
    }
}

impl<G: Game> Next<G> {
    /// What the next player should do, in one sentence. `explain` says what an action does in a state, in a sentence.
    pub fn sentence(&self, explain: impl Fn(&G, G::Action) -> String) -> String {
        let told = self.actions.iter().map(|(state, action)| explain(state, *action));
        let told: Vec<String> = told.map(|told| told.trim_end_matches('.').to_owned()).collect();
        format!(
            "Then player {}: {} (in {:.0}% of games).",
            self.seat,
            told.join("; "),
            100.0 * self.chance
        )
    }
}

impl<G: Game> Change<G> {
    /// What would change the advice, in one sentence. `explain` says what an action does in a state, `outcome` what
    /// chance decided, each in a sentence.
    pub fn sentence(
        &self,
        view: &G,
        explain: impl Fn(&G, G::Action) -> String,
        outcome: impl Fn(&G, G::Outcome) -> String,
    ) -> String {
        let quoted = |told: String| format!("“{}”", told.trim_end_matches('.'));
        format!(
            "It would change the advice to know of {} ({:.0}%): then {} would be better.",
            quoted(outcome(&self.before, self.outcome)),
            100.0 * self.chance,
            quoted(explain(view, self.better))
        )
    }
}

/// How a game is lost, where its ending says more than that it is.
fn way(ending: &str) -> String {
    match ending {
        "lost" => String::new(),
        ending => format!(" ({ending})"),
    }
}

/// `0.6 more tiles face up`, `0.3 fewer alarms triggered`.
fn counted(figure: &Figure, amount: f64) -> String {
    let what = figure.help.split([',', '(']).next().unwrap_or(figure.name).trim_end();
    if amount < 0.0 {
        format!("{:.1} fewer {what}", -amount)
    } else {
        format!("{amount:.1} more {what}")
    }
}

#[cfg(test)]
mod tests {
    use heist_engine::burgle_bros::{Action, BurgleBros};

    use super::*;

    type Game1 = BurgleBros;

    fn course() -> Course<Game1> {
        Course {
            lost: 0.0,
            turns: 3,
            result: None,
            figures: [0; MAX_FIGURES],
            deeds: Vec::new(),
            is_drawn: false,
            fact: None,
            next: Vec::new(),
        }
    }

    /// Twenty worlds; of each pair of courses the first is made by one function and the second by another.
    fn worlds(
        first: impl Fn(usize) -> Course<Game1>,
        second: impl Fn(usize) -> Course<Game1>,
    ) -> Vec<(Course<Game1>, Course<Game1>)> {
        (0..20).map(|world| (first(world), second(world))).collect()
    }

    fn told(worlds: &[(Course<Game1>, Course<Game1>)], is_of_ends: bool) -> Option<ReasonKind<Game1>> {
        let courses: Vec<_> = worlds.iter().map(|(first, second)| (first, second)).collect();
        let found = if is_of_ends {
            by_end(&courses)
        } else {
            by_round(&courses, &[action("end")], |_, _| None)
        };
        // What is found holds where it was found, and not with the two moves exchanged.
        if let Some(kind) = &found {
            let turned: Vec<_> = courses.iter().map(|&(first, second)| (second, first)).collect();
            assert_eq!((holds(kind, &courses), holds(kind, &turned)), (Some(true), Some(false)));
        }
        found
    }

    fn action(notation: &str) -> Action {
        notation.parse().expect("it is notation")
    }

    fn over(value: f64, ending: &'static str) -> Course<Game1> {
        Course {
            result: Some((value, ending)),
            ..course()
        }
    }

    fn figure(name: &str, amount: i32) -> Course<Game1> {
        let mut found = course();
        let place = Game1::FIGURES.iter().position(|figure| figure.name == name);
        found.figures[place.expect("there is such a figure")] = amount;
        found
    }

    #[test]
    fn nothing_is_told_of_what_is_the_same_or_of_few_worlds() {
        assert_eq!(told(&worlds(|_| course(), |_| course()), false), None);
        assert_eq!(told(&worlds(|_| course(), |_| course()), true), None);
        let lost = |_| Course { lost: 1.0, ..course() };
        let few = worlds(|_| course(), lost);
        assert_eq!(told(&few[..LEAST_WORLDS - 1], false), None);
        assert!(told(&few[..LEAST_WORLDS], false).is_some());
        // A difference that may well be luck is none.
        let noisy = worlds(
            |world| Course {
                lost: (world % 3) as f64,
                ..course()
            },
            |world| Course {
                lost: ((world + 1) % 3) as f64,
                ..course()
            },
        );
        assert_eq!(told(&noisy, false), None);
    }

    #[test]
    fn the_next_round_tells_what_matters_most_first() {
        let wins = worlds(|_| over(1.0, "escaped"), |_| over(0.0, "caught on floor 1"));
        assert_eq!(told(&wins, false), Some(ReasonKind::Wins { chances: (1.0, 0.0) }));
        let survives = worlds(|_| course(), |_| over(0.0, "caught on floor 2"));
        let ending = "caught on floor 2";
        assert_eq!(
            told(&survives, false),
            Some(ReasonKind::Survives {
                ending,
                chances: (0.0, 1.0)
            })
        );
        let saves = worlds(
            |_| course(),
            |world| Course {
                lost: 1.0 + (world % 2) as f64,
                ..course()
            },
        );
        assert!(matches!(told(&saves, false), Some(ReasonKind::Saves { amount }) if (amount.mean - 1.5).abs() < 1e-9));
        let more = worlds(|_| figure("tiles seen", 2), |_| figure("tiles seen", 1));
        assert!(
            matches!(told(&more, false), Some(ReasonKind::Brings { figure, amount }) if figure.name == "tiles seen" && amount.mean == 1.0)
        );
        let less = worlds(|_| figure("alarms", 0), |_| figure("alarms", 1));
        assert!(
            matches!(told(&less, false), Some(ReasonKind::Brings { figure, amount }) if figure.name == "alarms" && amount.mean == -1.0)
        );
        // What the team may want more or less of says nothing.
        let neither = worlds(|_| figure("turns", 2), |_| figure("turns", 1));
        assert_eq!(told(&neither, false), None);
    }

    #[test]
    fn what_is_prepared_or_shown_is_told_last() {
        let deed = |notation: &str| Course {
            deeds: vec![action(notation)],
            ..course()
        };
        let state = BurgleBros::new(&serde_json::from_str("{\"seats\": 1, \"seed\": 1}").expect("a setup"))
            .expect("it is playable");
        let worlds_of = worlds(|_| deed("peek 1:A1"), |_| deed("end"));
        let courses: Vec<_> = worlds_of.iter().map(|(first, second)| (first, second)).collect();
        let found = by_round(&courses, &[action("end")], |world, deed| {
            assert_eq!((world, deed), (0, action("peek 1:A1")));
            Some(state)
        });
        assert!(
            matches!(&found, Some(ReasonKind::Prepares { deed, chances, .. }) if *deed == action("peek 1:A1") && *chances == (1.0, 0.0))
        );
        // A deed that was possible before, or one of the same sort, is not what the move led to.
        let known = by_round(&courses, &[action("peek 1:B2")], |_, _| Some(state));
        assert_eq!(known, None);

        let shows = worlds(
            |world| Course {
                deeds: vec![action(if world % 2 == 0 { "peek 1:A1" } else { "move 1:A1" })],
                is_drawn: true,
                ..course()
            },
            |_| course(),
        );
        assert_eq!(told(&shows, false), Some(ReasonKind::Shows));
    }

    #[test]
    fn ends_of_games_tell_how_they_are_lost_and_won() {
        let avoids = worlds(
            |world| {
                over(
                    if world < 15 { 1.0 } else { 0.0 },
                    if world < 15 { "escaped" } else { "caught on floor 3" },
                )
            },
            |_| over(0.0, "caught on floor 3"),
        );
        let ending = "caught on floor 3";
        assert_eq!(
            told(&avoids, true),
            Some(ReasonKind::Avoids {
                ending,
                chances: (0.25, 1.0)
            })
        );
        let sooner = worlds(
            |_| over(1.0, "escaped"),
            |world| Course {
                turns: 4 + (world % 2) as u32,
                ..over(1.0, "escaped")
            },
        );
        assert!(matches!(told(&sooner, true), Some(ReasonKind::Sooner { turns }) if (turns.mean - 1.5).abs() < 1e-9));
        let leads = worlds(
            |_| Course {
                result: Some((0.5, "escaped")),
                ..figure("loot out", 2)
            },
            |_| Course {
                result: Some((0.5, "escaped")),
                ..figure("loot out", 1)
            },
        );
        assert!(matches!(told(&leads, true), Some(ReasonKind::Leads { figure, .. }) if figure.name == "loot out"));
    }

    #[test]
    fn what_is_so_in_one_half_of_the_worlds_alone_is_not_told() {
        // Surely less over all worlds, but by those of the second half.
        let second = |world: usize| Course {
            lost: if world < 10 { 0.0 } else { 3.0 },
            ..course()
        };
        let half = worlds(|_| course(), second);
        let all: Vec<_> = half.iter().map(|(first, second)| (first, second)).collect();
        let whole = Paired::of(&all, |course| course.lost).difference;
        assert!(-whole.mean / whole.error > CERTAINTY, "{whole:?}");
        assert_eq!(told(&half, false), None);
        let both = worlds(|_| course(), |world| second((world % 2) * 10));
        assert!(matches!(told(&both, false), Some(ReasonKind::Saves { .. })));
        // The same of what is shown: the next step depends on it in one half alone.
        let shows = worlds(
            |world| Course {
                deeds: vec![action(if world % 2 == 0 && world < 10 {
                    "peek 1:A1"
                } else {
                    "move 1:A1"
                })],
                is_drawn: true,
                ..course()
            },
            |_| course(),
        );
        assert_eq!(told(&shows, false), None);
    }

    /// A game that is won: turns to the end, Tools left, Stealth lost, alarms that ring, players out.
    fn won(turns: u32, tools: i32, lost: f64, ringing: i32, out: i32) -> Course<Game1> {
        let mut figures = [0; MAX_FIGURES];
        for (name, amount) in [
            ("tools held", tools),
            ("alarms ringing", ringing),
            ("players escaped", out),
        ] {
            let place = Game1::FIGURES.iter().position(|figure| figure.name == name);
            figures[place.expect("there is such a figure")] = amount;
        }
        Course {
            turns,
            lost,
            figures,
            ..over(1.0, "escaped")
        }
    }

    /// Which of two moves is preferred, by ends of games and by the next round alike.
    fn preferred(worlds: &[(Course<Game1>, Course<Game1>)]) -> Ordering {
        let courses: Vec<_> = worlds.iter().map(|(first, second)| (first, second)).collect();
        let turned: Vec<_> = courses.iter().map(|&(first, second)| (second, first)).collect();
        let found = preference(&courses, &[]);
        assert_eq!(preference(&[], &courses), found);
        assert_eq!(preference(&turned, &[]), found.reverse());
        found
    }

    #[test]
    fn of_moves_that_win_as_often_people_prefer_what_matters_first() {
        let same = |one: Course<Game1>, other: Course<Game1>| preferred(&worlds(|_| one.clone(), |_| other.clone()));
        let usual = won(3, 2, 1.0, 1, 2);
        assert_eq!(same(usual.clone(), usual.clone()), Ordering::Equal);
        // Each counts, and more than all that come after it.
        for (better, worse) in [
            (won(3, 0, 3.0, 3, 0), won(4, 9, 0.0, 0, 9)),
            (won(3, 2, 3.0, 3, 0), won(3, 1, 0.0, 0, 9)),
            (won(3, 2, 1.0, 3, 0), won(3, 2, 2.0, 0, 9)),
            (won(3, 2, 1.0, 1, 0), won(3, 2, 1.0, 2, 9)),
            (won(3, 2, 1.0, 1, 2), won(3, 2, 1.0, 1, 1)),
        ] {
            assert_eq!(
                same(better.clone(), worse.clone()),
                Ordering::Less,
                "{better:?}, {worse:?}"
            );
        }
        // How soon a game is lost is nothing that people prefer.
        let lost = |turns| Course {
            turns,
            ..over(0.0, "caught on floor 1")
        };
        assert_eq!(same(lost(3), lost(4)), Ordering::Equal);
        // What is not sure does not count.
        let unsure = worlds(
            |world| won(3, (world % 3) as i32, 0.0, 0, 0),
            |world| won(3, ((world + 1) % 3) as i32, 0.0, 0, 0),
        );
        assert_eq!(preferred(&unsure), Ordering::Equal);
        let sure = worlds(|_| won(3, 2, 0.0, 0, 0), |_| won(3, 1, 0.0, 0, 0));
        assert_eq!(preferred(&sure[..LEAST_WORLDS - 1]), Ordering::Equal);
        // What the end tells counts more than the next round.
        let ends = worlds(|_| won(3, 0, 0.0, 0, 0), |_| won(3, 5, 0.0, 0, 0));
        let [rounds, ends] = [&sure, &ends].map(|worlds| -> Vec<(&Course<Game1>, &Course<Game1>)> {
            worlds.iter().map(|(first, second)| (first, second)).collect()
        });
        assert_eq!(preference(&rounds, &ends), Ordering::Greater);
    }

    #[test]
    fn the_advice_changes_only_beyond_all_doubt() {
        let known = |worlds: &[(Course<Game1>, Course<Game1>)]| {
            let courses: Vec<_> = worlds.iter().map(|(first, second)| (first, second)).collect();
            where_known(&courses)
        };
        let saves = worlds(|_| course(), |_| Course { lost: 1.0, ..course() });
        assert!(matches!(known(&saves), Some(ReasonKind::Saves { .. })));
        assert_eq!(known(&saves[..LEAST_WORLDS - 1]), None);
        // Enough for a reason, and not for this.
        let likely = worlds(
            |_| course(),
            |world| Course {
                lost: f64::from(u8::from(world % 5 < 2)),
                ..course()
            },
        );
        assert!(told(&likely, false).is_some());
        assert_eq!(known(&likely), None);
        // A figure is too little.
        assert_eq!(
            known(&worlds(|_| figure("tiles seen", 2), |_| figure("tiles seen", 1))),
            None
        );
    }

    #[test]
    fn what_follows_is_told_in_a_sentence() {
        let state = BurgleBros::new(&serde_json::from_str("{\"seats\": 2, \"seed\": 1}").expect("a setup"))
            .expect("it is playable");
        let explain = |_: &BurgleBros, action: Action| format!("Does {action}.");
        let next = Next {
            seat: Seat(1),
            actions: vec![(state, action("peek 1:A1")), (state, action("end"))],
            chance: 0.7,
        };
        assert_eq!(
            next.sentence(explain),
            "Then player 2: Does peek 1:A1; Does end (in 70% of games)."
        );
        let change = Change {
            before: Box::new(state),
            outcome: "tile laser-1".parse().expect("it is notation"),
            chance: 0.12,
            better: action("end"),
            kind: ReasonKind::Value,
        };
        assert_eq!(
            change.sentence(&state, explain, |_, outcome| format!("It is {outcome}.")),
            "It would change the advice to know of “It is tile laser-1” (12%): then “Does end” would be better."
        );
        let reason = |kind| Reason {
            kind,
            against: Some(action("end")),
        };
        let same = reason(ReasonKind::Same).sentence(&state, explain);
        assert_eq!(same, "“Does end” came to the same in every world tried.");
        assert!(!reason(ReasonKind::Same).kind.says_why());
    }
}
