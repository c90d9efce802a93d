//! What networks are told of each legal action of the heist: what kind it is, which letters it brings, and where it
//! leads.
//!
//! These are measurements and not judgements, but for what the expert thinks of an option and of the ways. Outside the
//! Action phase only the kind is told. Who acts is chosen for what it then does, so that the numbers of such an action
//! are those of what the expert would have the character do next.

use std::sync::LazyLock;

use heist_engine::game::{Encode, Game, Seat};
use heist_engine::masters::letters::Letter;
use heist_engine::masters::scenario::Scenario;
use heist_engine::masters::{Action, MastersOfTheHeist, Phase, Way, Who};

use super::acts::{AT_HAND, Acts, CAMERA, GUARD, LOCK};
use super::chart::{EXIT, Place, place_of};
use super::team::{is_asked_for, is_wanted_out};
use super::weights::Weights;
use super::{choice, escape, value};
use crate::heuristics::Moves;

/// The numbers of actions and decisions.
pub(super) const MOVES: Moves<MastersOfTheHeist> = Moves {
    version: 1,
    inputs: names,
    context: context_names,
    fill,
};

/// No score or cost counts as greater, either way: several steps of a way.
const MOST: f32 = 60.0;

/// Declares the measurements, each with the factor that brings its usual values to about 1.
macro_rules! measurements {
    ($($(#[$doc:meta])* $name:ident $factor:literal,)+) => {
        /// A measurement of an action.
        #[allow(non_camel_case_types, reason = "the names are those in files")]
        #[derive(Clone, Copy)]
        enum Of { $($(#[$doc])* $name),+ }

        const MEASURED: &[(&str, f32)] = &[$((stringify!($name), $factor)),+];
    };
}

measurements! {
    /// What the expert thinks the option is worth.
    score 0.05,
    /// Whether it is the expert's best option of its character.
    best_of_character 1.0,
    /// Whether it is a commit.
    commit 1.0,
    /// Whether the character is the NPC.
    npc 1.0,
    /// How important the character's way is to the expert; 1 for an errand.
    importance 1.0,
    /// Whether something on the next step of the way stops it.
    stopped 1.0,
    /// Whether the objective asks for the character to get out.
    wanted_out 1.0,
    ideas 0.3,
    /// Ideas that it lacks to get out from where its errand is.
    ideas_short 0.3,
    /// Steps of its way.
    way 0.1,
    locks_on_way 0.3,
    guards_on_way 0.3,
    /// Steps to the first hex of the way with a Lock or a guard, and one more; 0 without one.
    first_stop 0.3,
    guards_here 0.5,
    /// Others on the same hex or next to it.
    others_near 0.5,
    moves_left 0.5,
    unlocks_left 0.5,
    subdues_left 0.5,
    /// Letters that a commit brings.
    moves 0.5,
    unlocks 0.5,
    subdues 0.5,
    disables 0.5,
    idea_letters 0.5,
    reveals 0.5,
    loot 0.5,
    moves_if_important 0.5,
    moves_if_stopped 0.5,
    /// Ideas that a commit gains or costs.
    ideas_gained 0.5,
    noise 0.5,
    /// Noise by the Events that are left; so all that are called `by_events`.
    noise_by_events 0.5,
    alerts 1.0,
    alerts_by_events 1.0,
    /// What the letters of a commit are worth on the own way, and on the ways of others.
    gain 0.05,
    gain_of_others 0.05,
    /// Whether a step is the next one of the way.
    along_way 1.0,
    /// By how much a step makes the way home longer.
    home_change 0.05,
    guards_there 0.5,
    locks_there 0.5,
    cameras_there 0.5,
    unrevealed_there 1.0,
    /// What one Lock, guard or Camera less there is worth to somebody.
    need_there 0.05,
    /// Whether the objective asks for the piece.
    asked_for 1.0,
    /// The chance that the objective is met if the escape is declared now, its log odds, and the chance times the
    /// Events left.
    escape_chance 1.0,
    escape_log_odds 0.3,
    escape_chance_by_events 0.3,
}

/// The kinds of action that are told apart: the blocks of the indices of all actions but those of planning, which
/// networks never do.
static KINDS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let blocks = MastersOfTheHeist::action_blocks().into_iter().map(|(name, _)| name);
    blocks.skip_while(|&name| name != FIRST_OF_HEIST).collect()
});

/// The first block after those of planning.
const FIRST_OF_HEIST: &str = "act";

/// The kind of the action of each index, if it has one.
static KIND_OF: LazyLock<Vec<Option<u8>>> = LazyLock::new(|| {
    let mut kinds = vec![None; MastersOfTheHeist::action_count()];
    for (name, block) in MastersOfTheHeist::action_blocks() {
        kinds[block].fill(KINDS.iter().position(|&kind| kind == name).map(|kind| kind as u8));
    }
    kinds
});

/// Where the kinds of action begin; those of what a character would do next follow them.
const FIRST_KIND: usize = MEASURED.len();

fn names() -> Vec<(String, f32)> {
    let measured = MEASURED.iter().map(|&(name, factor)| (name.to_owned(), factor));
    let kinds = |what: &'static str| KINDS.iter().map(move |kind| (format!("{what} {kind}"), 1.0));
    measured.chain(kinds("kind")).chain(kinds("next")).collect()
}

/// The numbers of a decision beside those of the estimate and the scenario.
const CONTEXT: [(&str, f32); 13] = [
    ("action phase", 1.0),
    ("asks who acts", 1.0),
    ("three characters", 1.0),
    ("pressure", 1.0),
    ("noise marker", 0.1),
    ("owed noise", 0.2),
    ("uncommitted", 0.5),
    ("moves at hand", 0.3),
    ("unlocks at hand", 0.3),
    ("subdues at hand", 0.3),
    ("disables at hand", 0.3),
    ("ideas at hand", 0.3),
    ("reveals at hand", 0.3),
];
/// Where the letters at hand begin, which are told apart as long as they have a name.
const FIRST_LETTER: usize = 7;

fn context_names() -> Vec<(String, f32)> {
    let estimate = value::NAMES.iter().map(|&name| (name.to_owned(), 1.0));
    let others = CONTEXT.iter().map(|&(name, factor)| (name.to_owned(), factor));
    let scenarios = Scenario::all().iter();
    let scenarios = scenarios.map(|scenario| (format!("scenario {}", scenario.name), 1.0));
    estimate.chain(others).chain(scenarios).collect()
}

/// The numbers of an action.
struct Row<'a>(&'a mut [f32]);

impl Row<'_> {
    fn set(&mut self, what: Of, number: f32) {
        self.0[what as usize] = number;
    }

    fn set_worth(&mut self, what: Of, worth: f32) {
        self.set(what, worth.clamp(-MOST, MOST));
    }

    fn mark(&mut self, what: Of, is: bool) {
        self.set(what, f32::from(u8::from(is)));
    }

    /// Marks the kind of an action in a list of kinds that begins at a place.
    fn mark_kind(&mut self, first: usize, action: Action) {
        if let Some(kind) = KIND_OF[MastersOfTheHeist::action_index(action)] {
            self.0[first + usize::from(kind)] = 1.0;
        }
    }
}

/// What the expert's options are worth as scores of a residual policy, whose log odds fall by about 1 for each.
struct Scale;

impl Scale {
    /// So much worth is a score of 1.
    const WORTH: f64 = 5.0;
    /// The choice is ahead of everything else by at least so much.
    const AHEAD: f64 = 0.5;
    /// What is at hand comes before all commits by so much.
    const AT_HAND: f64 = 10.0;
    /// A commit while something useful is at hand is behind by so much.
    const TOO_EARLY: f64 = 20.0;
    /// An option at hand that is worth nothing is behind by so much.
    const USELESS: f64 = 4.0;
    /// To end the phase or to declare the escape is behind the best character by so much.
    const NOT_YET: f64 = 2.0;
    /// And to declare the escape by so much more for each tenth that its chance lacks.
    const LACKING: f64 = 1.0;
    /// Outside the Action phase, where the expert has no scores, whatever it does not choose is behind by so much.
    const NOT_CHOSEN: f64 = 3.0;
    /// What is never played.
    const RULED_OUT: f64 = f64::NEG_INFINITY;

    fn of(worth: f32) -> f64 {
        f64::from(worth.clamp(-MOST, MOST)) / Scale::WORTH
    }

    /// Puts the expert's choice ahead.
    fn put_ahead(scores: &mut [f64], choice: usize) {
        scores[choice] = scores.iter().copied().fold(f64::MIN, f64::max) + Scale::AHEAD;
    }
}

fn fill(
    state: &MastersOfTheHeist,
    _seat: Seat,
    legal: &[Action],
    rows: &mut [f32],
    context: &mut [f32],
    scores: Option<&mut Vec<f64>>,
) {
    // A decision has legal actions; a row per action is as long as the names are many.
    let width = rows.len() / legal.len().max(1);
    let mut rows: Vec<Row<'_>> = rows.chunks_exact_mut(width.max(1)).map(Row).collect();
    for (row, &action) in rows.iter_mut().zip(legal) {
        row.mark_kind(FIRST_KIND, action);
    }
    context[value::COUNT + CONTEXT.len() + usize::from(state.scenario().number)] = 1.0;
    let weights = &Weights::DEFAULT;
    let found = match state.deciding() {
        _ if state.phase() != Phase::Action => None,
        Some(who) if state.asks_micro_action() => {
            let acts = Acts::new(state, weights);
            fill_context(&acts, false, context);
            Some(acts.measure_options(who, legal, &mut rows))
        }
        _ if state.asks_actor() => {
            let acts = Acts::new(state, weights);
            fill_context(&acts, true, context);
            Some(acts.measure_actors(legal, &mut rows))
        }
        _ => None,
    };
    let Some(scores) = scores else { return };
    match found {
        Some(found) => scores.extend(found),
        None => {
            let choice = choice::choose_with(weights, state, legal);
            scores.extend(legal.iter().map(|&action| match action {
                _ if action == choice => 0.0,
                _ if gives_away(action) => Scale::RULED_OUT,
                _ => -Scale::NOT_CHOSEN,
            }));
        }
    }
}

fn fill_context(acts: &Acts<'_>, asks_actor: bool, context: &mut [f32]) {
    let state = acts.state;
    let (estimate, others) = context.split_at_mut(value::COUNT);
    estimate.copy_from_slice(&value::features_of(state, &acts.team));
    let flag = |is: bool| f32::from(u8::from(is));
    let mut letters = [0.0; CONTEXT.len() - FIRST_LETTER];
    let mut uncommitted = 0.0;
    for who in acts.team.present() {
        uncommitted += flag(state.committed(who).is_none());
        for (letter, count) in state.letters_left(who) {
            if let Some(sum) = letters.get_mut(letter as usize) {
                *sum += f32::from(count);
            }
        }
    }
    others[..FIRST_LETTER].copy_from_slice(&[
        1.0,
        flag(asks_actor),
        flag(state.player_count() == 3),
        acts.pressure,
        f32::from(state.marker()),
        f32::from(state.owed_noise_count()),
        uncommitted,
    ]);
    others[FIRST_LETTER..CONTEXT.len()].copy_from_slice(&letters);
}

impl Acts<'_> {
    /// Measures who can act, and to end the phase or to declare the escape; gives the expert's scores.
    fn measure_actors(&self, legal: &[Action], rows: &mut [Row<'_>]) -> Vec<f64> {
        let chance = escape::chance(self.state, &self.team);
        let mut options = Vec::with_capacity(32);
        let mut ranks = Vec::with_capacity(legal.len());
        let mut scores = Vec::with_capacity(legal.len());
        for (&action, row) in legal.iter().zip(rows) {
            let Action::Act(who) = action else {
                self.measure_escape(chance as f32, row);
                scores.push(0.0);
                continue;
            };
            let mut acting = *self.state;
            acting.apply(action);
            acting.legal_actions(&mut options);
            let (rank, next) = self.rank(who, &acting, &options);
            let now = self.outlook_in(self.state, who);
            self.measure_character(who, row);
            self.measure(who, now, &acting, next, row);
            row.mark_kind(FIRST_KIND + KINDS.len(), next);
            let is_at_hand = rank >= AT_HAND;
            let worth = if is_at_hand { rank - AT_HAND } else { rank };
            row.set_worth(Of::score, worth);
            scores.push(match is_at_hand {
                true => Scale::of(worth) + Scale::AT_HAND,
                false if options.iter().all(|&option| self.leads_nowhere(who, option)) => Scale::RULED_OUT,
                false => Scale::of(worth),
            });
            ranks.push((who, rank, next));
        }
        let best = scores.iter().copied().fold(0.0, f64::max);
        let can_escape = legal.contains(&Action::Escape);
        let choice = if can_escape && self.declares_escape(chance) {
            Action::Escape
        } else {
            self.first_of(legal, ranks.into_iter()).0
        };
        for (score, &action) in scores.iter_mut().zip(legal) {
            match action {
                Action::Escape => {
                    let lack = (f64::from(self.weights.escape_at) - chance).max(0.0);
                    *score = best - Scale::NOT_YET - Scale::LACKING * 10.0 * lack;
                }
                Action::End if best > 0.0 => *score = best - Scale::NOT_YET,
                _ => {}
            }
        }
        Scale::put_ahead(&mut scores, place_in(legal, choice));
        scores
    }

    /// Measures what a character can do; gives the expert's scores.
    fn measure_options(&self, who: Who, legal: &[Action], rows: &mut [Row<'_>]) -> Vec<f64> {
        let now = self.outlook_in(self.state, who);
        let choice = self.micro_action(who, legal);
        let commits_now = matches!(choice, Action::Commit(_));
        let mut scores = Vec::with_capacity(legal.len());
        // The same for all options.
        let mut character = [0.0; MEASURED.len()];
        self.measure_character(who, &mut Row(&mut character));
        for (&option, row) in legal.iter().zip(rows) {
            row.0[..MEASURED.len()].copy_from_slice(&character);
            let worth = self.measure(who, now, self.state, option, row);
            row.mark(Of::best_of_character, option == choice);
            scores.push(match option {
                Action::Commit(_) if commits_now => Scale::of(worth),
                Action::Commit(_) => Scale::of(worth) - Scale::TOO_EARLY,
                _ if worth > 0.0 => Scale::of(worth),
                _ if self.leads_nowhere(who, option) => Scale::RULED_OUT,
                _ => Scale::of(worth) - Scale::USELESS,
            });
        }
        Scale::put_ahead(&mut scores, place_in(legal, choice));
        scores
    }

    /// Whether an option could be taken and undone without end: the expert sees no use in it, and it gives something
    /// away, or picks up what the expert would put down again at once.
    fn leads_nowhere(&self, who: Who, option: Action) -> bool {
        let is_useless = || self.micro(who, option) <= 0.0;
        match option {
            Action::Take(piece, _) => {
                is_useless() && {
                    let mut after = *self.state;
                    if self.state.asks_actor() {
                        after.apply(Action::Act(who));
                    }
                    after.apply(option);
                    Acts::new(&after, self.weights).micro(who, Action::Drop(piece, Way::Here)) > 0.0
                }
            }
            other => gives_away(other) && is_useless(),
        }
    }

    fn measure_escape(&self, chance: f32, row: &mut Row<'_>) {
        let events = self.state.deck_cards().len() as f32;
        row.set(Of::escape_chance, chance);
        row.set(Of::escape_log_odds, ((chance + 0.01) / (1.01 - chance)).ln());
        row.set(Of::escape_chance_by_events, chance * events);
    }

    /// How a character stands.
    fn measure_character(&self, who: Who, row: &mut Row<'_>) {
        let (state, team, chart) = (self.state, &self.team, &self.team.chart);
        let (number, at) = (who.index(), chart.at[who.index()]);
        row.mark(Of::npc, who.is_npc());
        row.set(Of::importance, team.importance[number]);
        row.mark(Of::stopped, self.is_stopped(who));
        row.mark(Of::wanted_out, is_wanted_out(state, who));
        let ideas = f32::from(state.ideas(who));
        row.set(Of::ideas, ideas);
        row.set(Of::ideas_short, (self.short(who) - ideas).max(0.0));
        let way = team.routes[number].places();
        row.set(Of::way, way.len() as f32);
        let (mut locks, mut guards, mut first_stop) = (0, 0, None);
        for (step, &place) in way.iter().enumerate().filter(|(_, place)| **place < EXIT) {
            let on = |counts: &[u8]| counts[usize::from(place)];
            let (lock, guard) = (if step > 0 { on(&chart.locks) } else { 0 }, on(&chart.guards));
            if lock + guard > 0 {
                first_stop.get_or_insert(step + 1);
            }
            locks += lock;
            guards += guard;
        }
        row.set(Of::locks_on_way, f32::from(locks));
        row.set(Of::guards_on_way, f32::from(guards));
        row.set(Of::first_stop, first_stop.unwrap_or(0) as f32);
        row.set(Of::guards_here, f32::from(chart.guards_on(at)));
        let near = team
            .present()
            .filter(|&other| other != who && self.is_near(at, chart.at[other.index()]));
        row.set(Of::others_near, near.count() as f32);
        for (letter, count) in state.letters_left(who) {
            let what = match letter {
                Letter::Move => Of::moves_left,
                Letter::Unlock => Of::unlocks_left,
                Letter::Subdue => Of::subdues_left,
                _ => continue,
            };
            row.set(what, f32::from(count));
        }
    }

    fn is_near(&self, one: Place, other: Place) -> bool {
        let distance = || self.team.chart.plan.distance(usize::from(one), usize::from(other));
        one < EXIT && other < EXIT && distance() <= 1
    }

    /// What an option of a character brings; gives what the expert thinks it is worth.
    fn measure(&self, who: Who, now: f32, acting: &MastersOfTheHeist, option: Action, row: &mut Row<'_>) -> f32 {
        let worth = match option {
            Action::Commit(_) => self.measure_commit(who, now, acting, option, row),
            other => {
                self.measure_step(who, other, row);
                self.micro(who, other)
            }
        };
        row.set_worth(Of::score, worth);
        worth
    }

    fn measure_commit(&self, who: Who, now: f32, acting: &MastersOfTheHeist, option: Action, row: &mut Row<'_>) -> f32 {
        row.set(Of::commit, 1.0);
        if let Action::Commit(commit) = option {
            let letters = acting.letters_of(who, commit);
            for (what, letter) in [
                (Of::moves, Letter::Move),
                (Of::unlocks, Letter::Unlock),
                (Of::subdues, Letter::Subdue),
                (Of::disables, Letter::Disable),
                (Of::idea_letters, Letter::Idea),
                (Of::reveals, Letter::Reveal),
                (Of::loot, Letter::Loot),
            ] {
                row.set(what, f32::from(letters[letter]));
            }
            let moves = f32::from(letters[Letter::Move]);
            if self.team.importance[who.index()] >= 1.0 {
                row.set(Of::moves_if_important, moves);
            }
            if self.is_stopped(who) {
                row.set(Of::moves_if_stopped, moves);
            }
        }
        let effects = self.effects(who, now, acting, option);
        let by_events = 10.0 / (self.state.deck_cards().len() as f32 + 1.0);
        row.set(Of::ideas_gained, effects.ideas);
        row.set(Of::noise, effects.noise);
        row.set(Of::noise_by_events, effects.noise * by_events);
        row.set(Of::alerts, effects.events);
        row.set(Of::alerts_by_events, effects.events * by_events);
        row.set_worth(Of::gain, effects.own);
        row.set_worth(Of::gain_of_others, effects.of_others);
        self.worth(&effects)
    }

    /// Where anything but a commit leads, and what lies there.
    fn measure_step(&self, who: Who, action: Action, row: &mut Row<'_>) {
        let (state, team, chart) = (self.state, &self.team, &self.team.chart);
        let (tile, kind) = match action {
            Action::Move(tile) | Action::Reveal(tile) | Action::VentCrawl(tile) => (tile, None),
            Action::Unlock(tile) | Action::Door(tile) => (tile, Some(LOCK)),
            Action::Subdue(tile, _) => (tile, Some(GUARD)),
            Action::Disable(tile) | Action::Codes(tile) => (tile, Some(CAMERA)),
            Action::Take(piece, _) | Action::Drop(piece, _) | Action::Bank(piece) => {
                row.mark(Of::asked_for, is_asked_for(state, piece));
                return;
            }
            _ => return,
        };
        let Some(place) = place_of(state, tile) else { return };
        if matches!(action, Action::Move(_)) {
            let number = who.index();
            row.mark(Of::along_way, team.routes[number].places().get(1) == Some(&place));
            let home = |place: Place| team.home[number].cost_of(place);
            row.set_worth(Of::home_change, home(place) - home(chart.at[number]));
        }
        let hex = usize::from(place);
        if place < EXIT {
            row.set(Of::guards_there, f32::from(chart.guards[hex]));
            row.set(Of::locks_there, f32::from(chart.locks[hex]));
            row.set(Of::cameras_there, f32::from(chart.cameras[hex]));
            row.mark(Of::unrevealed_there, chart.unrevealed & 1 << hex != 0);
            row.set_worth(Of::need_there, kind.map_or(0.0, |kind| self.need(kind, hex)));
        }
    }
}

/// Whether an action gives something away, which costs nothing.
fn gives_away(action: Action) -> bool {
    matches!(action, Action::Drop(..) | Action::Pass(..) | Action::OldFriend(_))
}

/// The place of the expert's choice, which is legal.
fn place_in(legal: &[Action], choice: Action) -> usize {
    let place = legal.iter().position(|&action| action == choice);
    place.expect("the expert's choice is legal")
}
