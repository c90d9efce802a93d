//! Why a move is recommended, in one sentence that holds when the game is played on.
//!
//! The move is compared with one that is worse, or may be: both are played on by the expert in the same worlds with the same dice,
//! until a round of turns later ("this round") and, if that does not tell them apart, to the end. The reason is the first kind of difference, in the
//! order of [`ReasonKind`], that is large enough and more than [`CERTAINTY`] standard errors from none.

use heist_engine::describe::{Aim, Figure, MAX_FIGURES};
use heist_engine::game::Game;

use crate::analysis::{Estimate, Moments, Reason, ReasonKind};

/// How many standard errors a difference must be away from none to be told. Several kinds are tried, so that two would be too few.
pub const CERTAINTY: f64 = 2.6;

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

/// A number of each of two courses, world by world.
struct Paired {
    first: f64,
    second: f64,
    difference: Estimate,
}

impl Paired {
    fn of<G: Game>(courses: &[(&Course<G>, &Course<G>)], number: impl Fn(&Course<G>) -> f64) -> Paired {
        let mean = |numbers: Moments| numbers.mean();
        Paired {
            first: mean(courses.iter().map(|(first, _)| number(first)).collect()),
            second: mean(courses.iter().map(|(_, second)| number(second)).collect()),
            difference: courses
                .iter()
                .map(|(first, second)| number(first) - number(second))
                .collect::<Moments>()
                .estimate(),
        }
    }

    fn share<G: Game>(courses: &[(&Course<G>, &Course<G>)], is_so: impl Fn(&Course<G>) -> bool) -> Paired {
        Paired::of(courses, |course| f64::from(u8::from(is_so(course))))
    }

    fn chances(&self) -> (f64, f64) {
        (self.first, self.second)
    }

    /// How sure it is that the first number is larger, by at least so much: standard errors from none; none if it is not sure.
    fn is_more(&self, least: f64) -> Option<f64> {
        let Estimate { mean, error } = self.difference;
        // What is so in every single world has no spread, and few worlds prove little.
        let sureness = mean / error.max(1e-9);
        (mean >= least && sureness > CERTAINTY).then_some(sureness)
    }

    /// The same of the second number.
    fn is_less(&self, least: f64) -> Option<f64> {
        let turned = Paired {
            difference: Estimate {
                mean: -self.difference.mean,
                ..self.difference
            },
            ..*self
        };
        turned.is_more(least)
    }
}

/// The fewest worlds that anything is told from.
pub(crate) const LEAST_WORLDS: usize = 8;

/// What the next round of turns says of a move against another, by courses of both world by world; none if nothing tells them apart.
/// `legal` are the moves of the decision.
pub(crate) fn by_round<G: Game>(
    courses: &[(&Course<G>, &Course<G>)],
    legal: &[G::Action],
    before: impl Fn(usize, G::Action) -> Option<G>,
) -> Option<ReasonKind<G>> {
    if courses.len() < LEAST_WORLDS {
        return None;
    }
    let wins = Paired::share(courses, Course::is_won);
    if wins.is_more(LEAST_CHANCE).is_some() {
        return Some(ReasonKind::Wins {
            chances: wins.chances(),
        });
    }
    if let Some((ending, chances)) = less_often(courses) {
        return Some(ReasonKind::Survives { ending, chances });
    }
    if !G::STAKE.is_empty() {
        let lost = Paired::of(courses, |course| course.lost);
        if lost.is_less(LEAST_COUNT).is_some() {
            return Some(ReasonKind::Saves {
                amount: Estimate {
                    mean: -lost.difference.mean,
                    ..lost.difference
                },
            });
        }
    }
    if let Some((figure, amount)) = best_figure(courses) {
        return Some(ReasonKind::Brings { figure, amount });
    }
    prepared(courses, legal, before).or_else(|| shown(courses))
}

/// What games played to their end say of a move against another.
pub(crate) fn by_end<G: Game>(courses: &[(&Course<G>, &Course<G>)]) -> Option<ReasonKind<G>> {
    if courses.len() < LEAST_WORLDS {
        return None;
    }
    if let Some((ending, chances)) = less_often(courses) {
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
fn won_twice<'a, G: Game>(courses: &[(&'a Course<G>, &'a Course<G>)]) -> Vec<(&'a Course<G>, &'a Course<G>)> {
    let won = courses
        .iter()
        .filter(|(first, second)| first.is_won() && second.is_won());
    won.copied().collect()
}

/// Whether a reason holds in courses of both moves, which need not be those that it was found in: whether the difference that it
/// tells has the same direction there. None for what says nothing of courses.
pub(crate) fn holds<G: Game>(kind: &ReasonKind<G>, courses: &[(&Course<G>, &Course<G>)]) -> Option<bool> {
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
        ReasonKind::Only | ReasonKind::Alike | ReasonKind::Open { .. } => None,
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

/// The way of losing that is rarer after the first move, most surely so.
fn less_often<G: Game>(courses: &[(&Course<G>, &Course<G>)]) -> Option<(&'static str, (f64, f64))> {
    let ways = G::ENDINGS.iter().filter_map(|ending| {
        let lost = Paired::share(courses, |course| course.ends(ending));
        Some((lost.is_less(LEAST_CHANCE)?, *ending, lost.chances()))
    });
    let surest = ways.max_by(|(one, ..), (other, ..)| one.total_cmp(other))?;
    Some((surest.1, surest.2))
}

/// The figure that is as the team wants it after the first move, most surely so.
fn best_figure<G: Game>(courses: &[(&Course<G>, &Course<G>)]) -> Option<(&'static Figure, Estimate)> {
    let figures = G::FIGURES.iter().enumerate().filter_map(|(place, figure)| {
        let number = Paired::of(courses, |course| f64::from(course.figures[place]));
        let sureness = match figure.aim? {
            Aim::More => number.is_more(LEAST_COUNT),
            Aim::Less => number.is_less(LEAST_COUNT),
        };
        Some((sureness?, figure, number.difference))
    });
    let surest = figures.max_by(|(one, ..), (other, ..)| one.total_cmp(other))?;
    Some((surest.1, surest.2))
}

/// The first word of an action in notation: what sort of deed it is.
fn sort<A: ToString>(action: A) -> String {
    let notation = action.to_string();
    notation.split(' ').next().unwrap_or_default().to_owned()
}

/// What the first move makes possible that is then done in the same turn, and hardly ever after the second one.
fn prepared<G: Game>(
    courses: &[(&Course<G>, &Course<G>)],
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
fn shown<G: Game>(courses: &[(&Course<G>, &Course<G>)]) -> Option<ReasonKind<G>> {
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
            ReasonKind::Open { others: 1 } => format!("{other} cannot be distinguished from it so far."),
            ReasonKind::Open { others } => {
                format!("None of the {others} other moves can be distinguished from it so far.")
            }
            ReasonKind::Value => format!("It wins more often than {other} when the game is played on."),
        }
    }

    /// The name of its kind, for statistics.
    pub fn name(&self) -> &'static str {
        match self.kind {
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
            ReasonKind::Open { .. } => "open",
            ReasonKind::Value => "value",
        }
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
    match amount < 0.0 {
        true => format!("{:.1} fewer {what}", -amount),
        false => format!("{amount:.1} more {what}"),
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
        let found = match is_of_ends {
            true => by_end(&courses),
            false => by_round(&courses, &[action("end")], |_, _| None),
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
}
