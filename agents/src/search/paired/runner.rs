//! A move in the race, and how it goes on.
//!
//! A simulation goes on after its move by the policy, or by another move of the decision as soon as the seat may make
//! it in the same turn, and by the policy from then on: a compound move. Which of these courses the move is judged by
//! is decided by means over worlds, apart for each thing that the seat may have seen after the move, never world by
//! world: the seat does not know the world.

use std::collections::HashMap;
use std::ops::Range;

use heist_engine::game::{Game, Node, Seat};

use super::super::Alike;
use super::super::rollout::Rollout;
use super::super::sampler::FirstLuck;
use super::rule::FIRST;
use crate::analysis::{Estimate, Moments};

/// How many of the other moves are tried as the second one: after a move that may show something, and after any other.
pub(super) const AFTER_DRAWS: usize = 2;
const AFTER_DECISIONS: usize = 1;
/// In how many worlds something must have been seen for its own course to be chosen.
const LEAST_SEEN: usize = 8;
/// In how many worlds at most the chosen move is tried after another one in the end; in [`FIRST`] at least.
pub(super) const LATE: u64 = 32;

/// What a simulation came to.
#[derive(Clone, Copy)]
pub(super) struct Sample {
    pub value: f64,
    /// What it is worth, where that is not its value.
    pub worth: Option<f64>,
    /// Whether the second move of the course was made.
    pub is_followed: bool,
}

/// What the courses of a move came to in one world.
pub(super) struct Played {
    /// What the seat saw after the move, as a key.
    pub seen: u64,
    /// In the order of the courses; empty where they are not played in this world.
    pub samples: Vec<Sample>,
}

/// One way in which simulations go on after a move.
pub(super) struct Course<G: Game> {
    /// The second move; `None` for the policy alone.
    pub then: Option<G::Action>,
    /// Values in worlds 0, 1, 2 and so on.
    values: Vec<f64>,
    /// What moves are compared by, in the same worlds; empty if that is their values.
    worths: Vec<f64>,
    /// In how many worlds the second move was made.
    followed: u64,
}

impl<G: Game> Course<G> {
    fn new(then: Option<G::Action>) -> Course<G> {
        Course {
            then,
            values: Vec::new(),
            worths: Vec::new(),
            followed: 0,
        }
    }

    fn worths(&self) -> &[f64] {
        if self.worths.is_empty() {
            &self.values
        } else {
            &self.worths
        }
    }
}

/// By which of its courses a move is judged.
enum Judged {
    /// The same in all worlds.
    By(usize),
    /// One for each thing that was seen: what came of it, world by world.
    BySight { values: Vec<f64>, worths: Vec<f64> },
    /// Another move, which is still possible once this one is taken back.
    As { values: Vec<f64>, worths: Vec<f64> },
}

/// A standing in the race: a move with its samples, world by world.
pub(super) struct Runner<G: Game> {
    pub moves: Alike<G>,
    pub luck: FirstLuck<G>,
    pub racing: bool,
    /// Whether the game is over after the move, whatever is hidden or drawn.
    pub is_certain: bool,
    /// The policy's first.
    pub courses: Vec<Course<G>>,
    /// Whether something may be seen before the next decision.
    pub shows: bool,
    /// How many simulations began with it.
    pub visits: u64,
    /// What was seen in worlds 0, 1, 2 and so on, as keys; empty if nothing can be.
    seen: Vec<u64>,
    judged: Judged,
}

impl<G: Game> Runner<G> {
    pub fn new(rollout: &Rollout<G>, view: &G, seat: Seat, moves: Alike<G>) -> Runner<G> {
        let mut after = view.clone();
        after.apply(moves.action);
        Runner {
            luck: FirstLuck::new(rollout, view, seat, moves.action),
            moves,
            racing: true,
            is_certain: ends_surely(&after),
            courses: vec![Course::new(None)],
            shows: after.node() == Node::Chance,
            visits: 0,
            seen: Vec::new(),
            judged: Judged::By(0),
        }
    }

    /// What a seat sees in a world in which all draws after the move are made, as a key; 0 if it does not decide next
    /// in the turn.
    pub fn seen_by(&self, after: &G, turn: u32, seat: Seat) -> u64 {
        if self.shows && after.node() == Node::Decision(seat) && after.turn() == turn {
            after.information_key(seat)
        } else {
            0
        }
    }

    /// Adds what courses came to in the next world.
    pub fn add(&mut self, courses: Range<usize>, played: &Played) {
        self.visits += played.samples.len() as u64;
        if self.shows && courses.start == 0 {
            self.seen.push(played.seen);
        }
        for (course, sample) in self.courses[courses].iter_mut().zip(&played.samples) {
            course.values.push(sample.value);
            course.worths.extend(sample.worth);
            course.followed += u64::from(sample.is_followed);
        }
    }

    /// In how many worlds it was tried.
    pub fn worlds(&self) -> u64 {
        self.courses[0].values.len() as u64
    }

    /// Lets courses go that were never followed or not played in as many worlds as they were to be.
    pub fn let_go(&mut self, worlds: u64) {
        let is_kept = |course: &Course<G>| course.followed > 0 && course.values.len() as u64 >= worlds;
        self.courses.retain(|course| course.then.is_none() || is_kept(course));
    }

    /// Lets all courses go but the one that it is judged by; where that depends on what is seen, none.
    pub fn settle_for_one(&mut self) {
        if let Judged::By(place) = self.judged {
            self.courses.swap(0, place);
            self.courses.truncate(1);
            self.judged = Judged::By(0);
        }
    }

    /// Decides by which course the move is judged: the one with the best mean, or those with the best means for what is
    /// seen, if that is better even though each half of the worlds is judged by what the other half chose. Only worlds
    /// count in which all were played.
    pub fn settle(&mut self) {
        let lengths = self.courses.iter().map(|course| course.values.len());
        let worlds = lengths.min().unwrap_or(0);
        let sum = |course: &Course<G>| course.worths()[..worlds].iter().sum();
        let sums: Vec<f64> = self.courses.iter().map(sum).collect();
        let best = first_greatest(&sums);
        self.judged = Judged::By(best);
        if self.courses.len() == 1 || self.seen.len() < worlds {
            return;
        }
        let courses = self.chosen_by_sight(best, worlds);
        let chosen = || courses.iter().enumerate();
        let worths: Vec<f64> = chosen()
            .map(|(world, &place)| self.courses[place].worths()[world])
            .collect();
        if worths.iter().sum::<f64>() > sums[best] {
            let values = chosen()
                .map(|(world, &place)| self.courses[place].values[world])
                .collect();
            self.judged = Judged::BySight { values, worths };
        }
    }

    /// The course of each of the first worlds by what was seen in it: each half of the worlds with the same sight has
    /// the course that is best in the other half; where there are few, it is `best`.
    fn chosen_by_sight(&self, best: usize, worlds: usize) -> Vec<usize> {
        let mut sights: HashMap<u64, Vec<usize>> = HashMap::new();
        for (world, &seen) in self.seen[..worlds].iter().enumerate() {
            sights.entry(seen).or_default().push(world);
        }
        let mut chosen = vec![best; worlds];
        for worlds in sights.values().filter(|worlds| worlds.len() >= LEAST_SEEN) {
            let half = |odd: usize| worlds.iter().copied().skip(odd).step_by(2);
            for odd in [0, 1] {
                let sum = |course: &Course<G>| half(1 - odd).map(|world| course.worths()[world]).sum::<f64>();
                let sums: Vec<f64> = self.courses.iter().map(sum).collect();
                let of_half = first_greatest(&sums);
                // Equals are no reason to leave what is best in general.
                let course = if sums[of_half] > sums[best] { of_half } else { best };
                half(odd).for_each(|world| chosen[world] = course);
            }
        }
        chosen
    }

    /// Its values world by world.
    pub fn values(&self) -> &[f64] {
        match &self.judged {
            Judged::By(place) => &self.courses[*place].values,
            Judged::BySight { values, .. } | Judged::As { values, .. } => values,
        }
    }

    /// What moves are compared by, world by world.
    pub fn worths(&self) -> &[f64] {
        match &self.judged {
            Judged::By(place) => self.courses[*place].worths(),
            Judged::BySight { worths, .. } | Judged::As { worths, .. } => worths,
        }
    }

    /// The second move that it is judged by, where there is one whatever is seen.
    pub fn then(&self) -> Option<G::Action> {
        match self.judged {
            Judged::By(place) => self.courses[place].then,
            Judged::BySight { .. } | Judged::As { .. } => None,
        }
    }

    pub fn value(&self) -> Estimate {
        self.values().iter().copied().collect::<Moments>().estimate()
    }

    /// The mean of what moves are compared by.
    pub fn worth(&self) -> f64 {
        let worths = self.worths();
        worths.iter().sum::<f64>() / worths.len().max(1) as f64
    }

    /// By how much its value is greater than that of another, over the worlds in which both were tried.
    pub fn over(&self, other: &Runner<G>) -> Moments {
        differences(self.values(), other.values())
    }

    /// The same for what they are compared by.
    pub fn gains(&self, other: &Runner<G>) -> Moments {
        differences(self.worths(), other.worths())
    }

    /// Whether its value is known to a standard error.
    pub fn is_known_to(&self, error: f64) -> bool {
        self.is_certain || self.worlds() >= 64 && self.value().error <= error
    }

    /// Whether another move may be made after it in the same turn, as far as that can be said before the draws.
    fn may_be_followed_by(&self, other: &Alike<G>, view: &G, seat: Seat) -> bool {
        let mut after = view.clone();
        after.apply(self.moves.action);
        after.turn() == view.turn()
            && match after.node() {
                Node::Terminal => false,
                Node::Chance => true,
                Node::Decision(next) if next != seat || after.pass().is_some() => true,
                Node::Decision(_) => after.accepts(other.action),
            }
    }

    fn add_course(&mut self, then: G::Action) {
        self.courses.push(Course::new(Some(then)));
    }
}

/// A move and those of its courses that are played in some worlds.
pub(super) struct Entry {
    pub runner: usize,
    pub courses: Range<usize>,
    /// In which worlds: those below this number.
    pub worlds: u64,
}

impl Entry {
    /// All courses of a move, in whatever worlds.
    pub fn of<G: Game>(runners: &[Runner<G>], runner: usize) -> Entry {
        Entry {
            runner,
            courses: 0..runners[runner].courses.len(),
            worlds: u64::MAX,
        }
    }
}

/// The places of those who are in the race.
pub(super) fn racing<G: Game>(runners: &[Runner<G>]) -> Vec<usize> {
    (0..runners.len()).filter(|&place| runners[place].racing).collect()
}

fn differences(values: &[f64], others: &[f64]) -> Moments {
    let pairs = values.iter().zip(others);
    pairs.map(|(own, other)| own - other).collect()
}

/// The place of the greatest number, the first of equals.
fn first_greatest(numbers: &[f64]) -> usize {
    let mut best = 0;
    for (place, &number) in numbers.iter().enumerate() {
        if number > numbers[best] {
            best = place;
        }
    }
    best
}

/// Whether the game is over in a state in the same way whatever is drawn.
fn ends_surely<G: Game>(after: &G) -> bool {
    if after.node() != Node::Chance {
        return after.node() == Node::Terminal;
    }
    let mut outcomes = Vec::new();
    after.outcomes(&mut outcomes);
    let mut rewards = outcomes.iter().map(|&(outcome, _)| {
        let mut next = after.clone();
        next.resolve(outcome);
        next.reward()
    });
    let first = rewards.next().flatten();
    first.is_some() && rewards.all(|reward| reward == first)
}

/// Adds the courses in which the best of the other moves come second, and gives them. After a move that shows nothing
/// only better ones are tried: whoever makes the better move first need not look at the worse one before.
pub(super) fn followed<G: Game>(runners: &mut [Runner<G>], view: &G, seat: Seat) -> Vec<Entry> {
    let mut order = racing(runners);
    order.sort_by(|&a, &b| runners[b].worth().total_cmp(&runners[a].worth()));
    let mut entries = Vec::new();
    for (rank, &place) in order.iter().enumerate() {
        let others = if runners[place].shows {
            &order[..]
        } else {
            &order[..rank]
        };
        let most = if runners[place].shows {
            AFTER_DRAWS
        } else {
            AFTER_DECISIONS
        };
        let possible = others
            .iter()
            .filter(|&&other| other != place && runners[place].may_be_followed_by(&runners[other].moves, view, seat));
        let thens: Vec<G::Action> = possible.take(most).map(|&other| runners[other].moves.action).collect();
        if let Some(entry) = with_courses(runners, place, &thens, FIRST) {
            entries.push(entry);
        }
    }
    entries
}

/// Adds the courses in which the chosen move comes second to all that are worse and leave it possible, and gives them:
/// whoever asks why a move is worse that leaves the better one open is not told what the policy would have made of it.
/// They share so many simulations.
pub(super) fn followed_by<G: Game>(
    runners: &mut [Runner<G>],
    chosen: usize,
    view: &G,
    seat: Seat,
    simulations: u64,
) -> Vec<Entry> {
    let then = runners[chosen].moves.action;
    let is_asked = |&place: &usize| {
        let runner = &runners[place];
        let is_new = place != chosen && runner.courses.iter().all(|course| course.then != Some(then));
        let is_worse = runner.over(&runners[chosen]).mean() < 0.0 || runner.gains(&runners[chosen]).mean() < 0.0;
        is_new && is_worse && runner.may_be_followed_by(&runners[chosen].moves, view, seat)
    };
    let asked: Vec<usize> = (0..runners.len()).filter(is_asked).collect();
    let each = (simulations / asked.len().max(1) as u64).clamp(FIRST, LATE);
    asked
        .into_iter()
        .filter_map(|place| with_courses(runners, place, &[then], each))
        .collect()
}

/// Judges moves after which the chosen one was tried by the course that is best beside the chosen one, each over the
/// worlds in which it was tried: those of the last course are few, and others may be equal in them.
pub(super) fn settle_beside<G: Game>(runners: &mut [Runner<G>], chosen: usize, entries: &[Entry]) {
    for entry in entries {
        let worths = runners[chosen].worths();
        let gains = |course: &Course<G>| differences(course.worths(), worths).mean();
        let judged_by = differences(runners[entry.runner].worths(), worths).mean();
        let gains: Vec<f64> = runners[entry.runner].courses.iter().map(gains).collect();
        let best = first_greatest(&gains);
        if gains[best] > judged_by {
            runners[entry.runner].judged = Judged::By(best);
        }
    }
}

/// Judges moves that can be taken back by the chosen one, where that is better: nothing is lost by them.
pub(super) fn taken_back<G: Game>(runners: &mut [Runner<G>], chosen: usize, view: &G, seat: Seat) {
    let (values, worths) = (runners[chosen].values().to_vec(), runners[chosen].worths().to_vec());
    for place in (0..runners.len()).filter(|&place| place != chosen) {
        let is_worse = runners[place].gains(&runners[chosen]).mean() < 0.0;
        if is_worse && can_be_taken_back(view, runners[place].moves.action, seat) {
            runners[place].judged = Judged::As {
                values: values.clone(),
                worths: worths.clone(),
            };
        }
    }
}

/// Whether the seat may decide right after an action in such a way that everything is as before.
fn can_be_taken_back<G: Game>(view: &G, action: G::Action, seat: Seat) -> bool {
    let mut after = view.clone();
    after.apply(action);
    if after.node() != Node::Decision(seat) || after.turn() != view.turn() {
        return false;
    }
    let (mut legal, key) = (Vec::new(), view.key());
    after.legal_actions(&mut legal);
    legal.into_iter().any(|back| {
        let mut again = after.clone();
        again.apply(back);
        again.key() == key
    })
}

/// Adds courses to a move, to be played in so many of the worlds in which it was tried.
fn with_courses<G: Game>(runners: &mut [Runner<G>], runner: usize, thens: &[G::Action], worlds: u64) -> Option<Entry> {
    let first = runners[runner].courses.len();
    thens.iter().for_each(|&then| runners[runner].add_course(then));
    let courses = first..runners[runner].courses.len();
    let worlds = runners[runner].worlds().min(worlds);
    (!courses.is_empty()).then_some(Entry {
        runner,
        courses,
        worlds,
    })
}
