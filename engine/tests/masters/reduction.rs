//! The reduction of MH5.8c and the normal forms of 5.8 against the rules without them, on random small boards.
//!
//! `HEIST_BOARDS=20000 HEIST_HEXES=20 HEIST_STATES=100000 cargo test -p heist-engine --test engine mh5_8c_small`
//! compares more and larger boards than the test does by itself; `HEIST_FIRST=7` begins with the board of that number
//! (docs/invariants.md).

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::thread;

use heist_engine::game::{Game, Node};
use heist_engine::masters::letters::Letter;
use heist_engine::masters::scenario::Fixture;
use heist_engine::masters::setup::Mode;
use heist_engine::masters::tables::Printed;
use heist_engine::masters::{Action, Commit, MastersOfTheHeist, Who};
use heist_engine::random::{Generator, below, choose, stream};

use super::small_boards::{self, KINDS};
use super::support::position;

/// Boards that are compared, and hexes of one at most.
const BOARDS: u64 = 2_000;
const HEXES: u64 = 12;
/// States that a board may lead to without the reduction; others are left to longer runs.
const STATES: u64 = 1_500;
/// Random ways to a step that is left out that are tried on a board.
const WALKS: usize = 8;
/// Threads that compare.
const THREADS: u64 = 2;
/// Of how many boards each of [`KINDS`] is found at least, in a thousand.
const LEAST: u64 = 8;

/// Positions by their keys: everything but the mode, the last action, and the count of free things.
type Positions = HashMap<u64, MastersOfTheHeist>;

/// What is offered where a position is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Offered {
    /// What the state itself offers.
    Legal,
    /// That without what the normal forms of 5.8 leave out; ideas are taken at the commit.
    NormalForms,
}

fn limit(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

fn essence(state: &MastersOfTheHeist) -> u64 {
    state.in_mode(Mode::Strict).key()
}

fn is_free_thing(action: Action) -> bool {
    matches!(
        action,
        Action::Take(..) | Action::Drop(..) | Action::Pass(..) | Action::Bank(_) | Action::Server | Action::TakeIdea
    )
}

/// Every position between actions that can be reached in the Action phase, and every one in which chance decides; none
/// if there are too many.
fn reach(first: &MastersOfTheHeist, mode: Mode, offered: Offered, most: usize) -> Option<Positions> {
    let mut found = HashMap::from([(essence(first), *first)]);
    let mut seen = HashSet::from([first.key()]);
    let mut waiting = VecDeque::from([*first]);
    let mut actions = Vec::new();
    while let Some(state) = waiting.pop_front() {
        if state.node() == Node::Chance {
            continue;
        }
        state.legal_actions(&mut actions);
        if mode != Mode::Strict {
            check_accepted(&state, &actions);
        }
        if offered == Offered::NormalForms
            && let Some(who) = state.deciding().filter(|_| state.asks_micro_action())
        {
            actions.retain(|action| is_normal(&state, who, *action));
        }
        for &action in &actions {
            if matches!(action, Action::End | Action::Escape) {
                continue;
            }
            let mut next = state;
            next.apply(action);
            if is_free_thing(action) {
                next = next.without_free_things();
            }
            if let (Offered::NormalForms, Action::Commit(_), Some(who)) = (offered, action, state.deciding()) {
                take_ideas(&mut next, who);
            }
            if !seen.insert(next.key()) {
                continue;
            }
            // What is asked in the middle of an action comes before what others do, in one order only.
            if next.asks_actor() || next.node() == Node::Chance {
                found.insert(essence(&next), next);
            }
            waiting.push_back(next);
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(found)
}

/// 5.8, normal forms: "of default actions and faces giving equal letters keep the cheapest (item actions stay apart,
/// Cheap Picks keeps every face)".
fn is_normal(state: &MastersOfTheHeist, who: Who, action: Action) -> bool {
    let Action::Commit(commit @ Commit::Skill(skill, face)) = action else {
        return true;
    };
    let (Some(card), Some(member), Some(die)) = (state.card_of(who), state.member(who), state.die(who)) else {
        return true;
    };
    let letters = state.letters_of(who, commit);
    let is_default = |printed: &Printed| matches!(printed, Printed::Letters(_, other) if *other == letters);
    let rank = |row: usize, face: u8| {
        let turn = die.abs_diff(face);
        (turn.min(6 - turn), row, face)
    };
    let own = member
        .skills
        .iter()
        .position(|other| *other == skill)
        .expect("an own skill");
    let mut others = (0..2).flat_map(|row| (1..=6).map(move |face| (row, face)));
    let is_better = |(row, other): (usize, u8)| {
        let same = state.letters_of(who, Commit::Skill(member.skills[row], other)) == letters;
        same && rank(row, other) < rank(own, face)
    };
    !card.defaults.iter().any(is_default) && !others.any(is_better)
}

/// 5.8, normal forms: "do `idea` directly on commit (...; not on a closed safe hex, where an I breaks Suspenseful
/// Silence)".
fn take_ideas(state: &mut MastersOfTheHeist, who: Who) {
    let is_on_safe = |hex: usize| state.fixture_on(hex) == Fixture::Safe;
    if state.hex_of(who).is_some_and(is_on_safe) || !state.asks_actor() {
        return;
    }
    while state
        .letters_left(who)
        .any(|(letter, count)| letter == Letter::Idea && count > 0)
    {
        state.apply(Action::Act(who));
        state.apply(Action::Idea);
    }
}

/// What is accepted is what is legal without the reduction and the normal forms, each action once.
fn check_accepted(state: &MastersOfTheHeist, legal: &[Action]) {
    let (mut accepted, mut strict) = (Vec::new(), Vec::new());
    state.left_out(&mut accepted);
    accepted.extend(legal);
    state.in_mode(Mode::Strict).legal_actions(&mut strict);
    accepted.sort_unstable();
    strict.sort_unstable();
    assert_eq!(accepted, strict, "{}", position(state));
}

/// That two ways to look at a position reach the same.
fn check_same(what: &str, first: &MastersOfTheHeist, expected: &Positions, found: &Positions) {
    let told = |missing: &[&MastersOfTheHeist], what: &str| {
        if let Some(sample) = missing.first() {
            panic!(
                "{what}: {} positions of {}; from\n{}\nsuch as\n{}",
                missing.len(),
                expected.len(),
                position(first),
                position(sample)
            );
        }
    };
    let lost: Vec<_> = expected
        .iter()
        .filter(|(key, _)| !found.contains_key(key))
        .map(|(_, state)| state)
        .collect();
    told(&lost, &format!("{what} loses"));
    let strange: Vec<_> = found
        .iter()
        .filter(|(key, _)| !expected.contains_key(key))
        .map(|(_, state)| state)
        .collect();
    told(&strange, &format!("{what} reaches what cannot be reached,"));
}

/// A state of the reduction right after a step that it had left out, some random steps from here; none if none came.
fn after_left_out(first: &MastersOfTheHeist, rng: &mut Generator) -> Option<MastersOfTheHeist> {
    (0..WALKS).find_map(|_| walk_to_left_out(first, rng))
}

fn walk_to_left_out(first: &MastersOfTheHeist, rng: &mut Generator) -> Option<MastersOfTheHeist> {
    let mut state = *first;
    let (mut legal, mut left_out) = (Vec::new(), Vec::new());
    for _ in 0..12 {
        if state.node() == Node::Chance {
            return None;
        }
        state.legal_actions(&mut legal);
        legal.retain(|action| !matches!(action, Action::End | Action::Escape));
        state.left_out(&mut left_out);
        let skipped = std::mem::take(&mut left_out);
        let is_skipped = !skipped.is_empty();
        let list = if is_skipped { &skipped } else { &legal };
        // Whoever comes last begins, so that there is somebody to come before.
        let last = list.last().filter(|action| matches!(action, Action::Act(_)));
        let action = match last {
            Some(&last) if below(rng, 2) == 0 => last,
            Some(_) => choose(rng, list),
            None if list.is_empty() => return None,
            None => choose(rng, list),
        };
        let is_named = is_skipped && matches!(action, Action::Act(_));
        state.try_apply(action).expect("it is accepted");
        if is_named {
            // Everything that this one can do was skipped.
            state.legal_actions(&mut legal);
            state.apply(choose(rng, &legal));
        }
        if is_skipped && state.asks_actor() {
            return Some(state);
        }
    }
    None
}

/// What some boards had in common.
#[derive(Default)]
struct Tally {
    boards: u64,
    largest: usize,
    positions: usize,
    /// Comparisons after a step that was left out.
    after: u64,
    kinds: BTreeMap<&'static str, u64>,
}

fn compare(part: u64) -> Tally {
    let [boards, hexes, most, first] = [
        limit("HEIST_BOARDS", BOARDS),
        limit("HEIST_HEXES", HEXES),
        limit("HEIST_STATES", STATES),
        limit("HEIST_FIRST", 0),
    ];
    let mut tally = Tally::default();
    let mut number = first + part;
    while tally.boards < boards.div_ceil(THREADS) {
        let drawn = small_boards::draw(number, hexes as usize);
        number += THREADS;
        let Some(board) = drawn else { continue };
        let strict = board.state;
        let Some(expected) = reach(&strict, Mode::Strict, Offered::Legal, most as usize) else {
            continue;
        };
        let reduced = strict.in_mode(Mode::Reduced);
        let found = reach(&reduced, Mode::Reduced, Offered::Legal, usize::MAX).expect("there is no limit");
        check_same(
            &format!("board {}: `reduced`", number - THREADS),
            &strict,
            &expected,
            &found,
        );

        let forms = reach(&strict, Mode::Strict, Offered::NormalForms, usize::MAX).expect("there is no limit");
        let normal = strict.in_mode(Mode::Normal);
        let found = reach(&normal, Mode::Normal, Offered::Legal, usize::MAX).expect("there is no limit");
        check_same(
            &format!("board {}: `normal`", number - THREADS),
            &strict,
            &forms,
            &found,
        );

        let mut rng = stream(number, "left out", 0);
        if let Some(after) = after_left_out(&reduced, &mut rng) {
            let later = after.in_mode(Mode::Strict);
            let expected = reach(&later, Mode::Strict, Offered::Legal, usize::MAX).expect("there is no limit");
            let found = reach(&after, Mode::Reduced, Offered::Legal, usize::MAX).expect("there is no limit");
            check_same("after a step that was left out, `reduced`", &later, &expected, &found);
            tally.after += 1;
        }

        tally.boards += 1;
        tally.largest = tally.largest.max(board.size);
        tally.positions += expected.len();
        for kind in board.kinds {
            *tally.kinds.entry(kind).or_default() += 1;
        }
    }
    tally
}

/// MH5.8c: on random small boards the same positions and the same chances are reached with the reduction and without,
/// with it and the normal forms what the rules with the normal forms reach, and after a step that the reduction had
/// left out everything that the rules reach from there. What a state accepts is what is legal without both.
#[test]
fn mh5_8c_small_boards_lose_nothing() {
    let parts: Vec<Tally> = thread::scope(|scope| {
        let parts: Vec<_> = (0..THREADS).map(|part| scope.spawn(move || compare(part))).collect();
        let join = |part: thread::ScopedJoinHandle<'_, Tally>| {
            part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        parts.into_iter().map(join).collect()
    });
    let mut whole = Tally::default();
    for part in parts {
        whole.boards += part.boards;
        whole.largest = whole.largest.max(part.largest);
        whole.positions += part.positions;
        whole.after += part.after;
        for (kind, count) in part.kinds {
            *whole.kinds.entry(kind).or_default() += count;
        }
    }
    println!(
        "{} boards of up to {} hexes, {} positions, {} after a step that was left out: {:?}",
        whole.boards, whole.largest, whole.positions, whole.after, whole.kinds
    );
    assert!(
        whole.positions as u64 > 30 * whole.boards,
        "{} positions",
        whole.positions
    );
    assert!(
        whole.after * 5 > whole.boards,
        "{} steps that were left out",
        whole.after
    );
    for kind in KINDS {
        let count = whole.kinds.get(kind).copied().unwrap_or(0);
        assert!(count * 1_000 >= LEAST * whole.boards, "{count} boards have {kind}");
    }
}
