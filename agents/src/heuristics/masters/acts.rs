//! The Action phase: who acts next, and what it does.
//!
//! A commit is worth what all letters then at hand can do along the routes of the team, less its noise, alerts and
//! ideas. Letters at hand are used before anybody else commits, so that whoever commits late knows the most.

use heist_engine::board::hexes::{MOST_HEXES, members};
use heist_engine::game::Game;
use heist_engine::masters::components::Ability;
use heist_engine::masters::letters::Letter;
use heist_engine::masters::scenario::Goal;
use heist_engine::masters::{Action, MastersOfTheHeist, Piece, Way, Who};

use super::chart::{CHARACTERS, EXIT, NOWHERE, Place, has_safe_tool, place_of};
use super::escape;
use super::team::{Errand, Team, is_asked_for, is_wanted_out};
use super::weights::Weights;

/// Letters at hand, by [`Letter`].
type Hand = [u8; Letter::OPTIONAL.len()];

/// What is worth more than any commit: what is at hand and useful.
pub(super) const AT_HAND: f32 = 1000.0;

/// The Action phase as the expert sees it.
pub(super) struct Acts<'a> {
    pub state: &'a MastersOfTheHeist,
    pub weights: &'a Weights,
    pub team: Team,
    /// What a Lock, a guard or a Camera less on each hex is worth to each character.
    needs: [[[f32; 3]; MOST_HEXES]; CHARACTERS],
    /// How much dearer than usual noise and alerts are.
    pub pressure: f32,
}

/// What a commit does.
pub(super) struct Effects {
    /// What it adds to the outlook of its character.
    pub own: f32,
    /// What it adds to the outlooks of the others.
    pub of_others: f32,
    /// Noise that it owes.
    pub noise: f32,
    /// Events that it discards.
    pub events: f32,
    /// Ideas that it gains.
    pub ideas: f32,
}

/// The kinds of needs.
pub(super) const LOCK: usize = 0;
pub(super) const GUARD: usize = 1;
pub(super) const CAMERA: usize = 2;

impl<'a> Acts<'a> {
    pub fn new(state: &'a MastersOfTheHeist, weights: &'a Weights) -> Acts<'a> {
        let team = Team::new(state, weights);
        let mut needs = [[[0.0f32; 3]; MOST_HEXES]; CHARACTERS];
        for who in team.present() {
            let number = who.index();
            let mut worth = team.importance[number];
            let is_held = is_held(state, who);
            for (step, &place) in team.routes[number].places().iter().enumerate() {
                let hex = usize::from(place);
                if hex < MOST_HEXES {
                    let need = &mut needs[number][hex];
                    if step > 0 && team.chart.locks[hex] > 0 {
                        need[LOCK] = need[LOCK].max(worth * weights.lock);
                    }
                    if is_held && team.chart.guards[hex] > 0 {
                        need[GUARD] = need[GUARD].max(worth * weights.guard);
                    }
                    if step > 0 && team.chart.cameras[hex] > 0 {
                        need[CAMERA] = need[CAMERA].max(worth * weights.camera);
                    }
                }
                worth *= weights.fading;
            }
        }
        let pressure = pressure(state, weights, &team);
        Acts {
            state,
            weights,
            team,
            needs,
            pressure,
        }
    }

    /// What one chit less on a hex is worth to all.
    pub fn need(&self, kind: usize, hex: usize) -> f32 {
        self.needs.iter().map(|needs| needs[hex][kind]).fold(0.0, f32::max)
    }

    /// The best of the options at which the team says who acts, and what the character then does.
    pub fn actor(&self, legal: &[Action]) -> (Action, Option<Action>) {
        if legal.contains(&Action::Escape) && self.declares_escape(escape::chance(self.state, &self.team)) {
            return (Action::Escape, None);
        }
        let mut options = Vec::with_capacity(32);
        let ranks = legal.iter().filter_map(|&action| {
            let Action::Act(who) = action else { return None };
            let mut acting = *self.state;
            acting.apply(action);
            acting.legal_actions(&mut options);
            let (rank, next) = self.rank(who, &acting, &options);
            Some((who, rank, next))
        });
        self.first_of(legal, ranks)
    }

    /// Whether the escape is declared at this chance that it succeeds.
    pub fn declares_escape(&self, chance: f64) -> bool {
        chance >= f64::from(self.weights.escape_at)
    }

    /// Who acts, by the ranks of those who can and what they would do, or the end of the phase.
    pub fn first_of(
        &self,
        legal: &[Action],
        ranks: impl Iterator<Item = (Who, f32, Action)>,
    ) -> (Action, Option<Action>) {
        let mut best = (0.0, None);
        for (who, rank, next) in ranks {
            if rank >= AT_HAND {
                // In the order of the characters, which never skips anything (MH5.8c).
                return (Action::Act(who), Some(next));
            }
            if rank > best.0 || best.1.is_none() && self.state.committed(who).is_none() {
                best = (rank, Some((Action::Act(who), Some(next))));
            }
        }
        let end = legal.contains(&Action::End).then_some((Action::End, None));
        match best {
            (rank, Some(choice)) if rank > 0.0 || end.is_none() => choice,
            _ => end.unwrap_or((legal[0], None)),
        }
    }

    /// How soon a character should act, and what it then does: `acting` is the state in which it may do one of the
    /// options.
    pub fn rank(&self, who: Who, acting: &MastersOfTheHeist, options: &[Action]) -> (f32, Action) {
        let (score, best) = self.best(who, acting, options);
        let is_commit = matches!(best, Action::Commit(_));
        let rank = match score {
            score if score > 0.0 && !is_commit => AT_HAND + score,
            // A commit is due at last; who is stopped waits for the others.
            score if is_commit => {
                let patience = if self.is_stopped(who) { 0.25 } else { 1.0 };
                0.5 + (score.max(0.0) * patience + 0.01).min(AT_HAND - 1.0)
            }
            score => score,
        };
        (rank, best)
    }

    /// What a character does, and what that is worth: what is at hand and useful, else a commit, else whatever there
    /// is; the first of equals.
    fn best(&self, who: Who, acting: &MastersOfTheHeist, options: &[Action]) -> (f32, Action) {
        let (mut at_hand, mut commit) = ((f32::MIN, None), (f32::MIN, None));
        let mut now = None;
        for &option in options {
            let (score, best) = match option {
                Action::Commit(_) => {
                    let now = *now.get_or_insert_with(|| self.outlook_in(self.state, who));
                    (self.commit(who, now, acting, option), &mut commit)
                }
                other => (self.micro(who, other), &mut at_hand),
            };
            if score > best.0 {
                *best = (score, Some(option));
            }
        }
        let chosen = if at_hand.0 > 0.0 || commit.1.is_none() {
            at_hand
        } else {
            commit
        };
        (chosen.0, chosen.1.unwrap_or(options[0]))
    }

    /// Whether something on the next step of the route stops a character.
    pub fn is_stopped(&self, who: Who) -> bool {
        match self.team.routes[who.index()].places() {
            [here, next, ..] => {
                let shut = self.team.chart.rings | self.team.chart.doors;
                let is_held = is_held(self.state, who) && self.team.chart.guards_on(*here) > 0;
                let is_barred =
                    *next < EXIT && (self.team.chart.locks[usize::from(*next)] > 0 || shut & 1 << *next != 0);
                is_held || is_barred
            }
            _ => false,
        }
    }

    /// The best micro-action of a character.
    pub fn micro_action(&self, who: Who, legal: &[Action]) -> Action {
        self.best(who, self.state, legal).1
    }

    // --- Commits.

    /// What a commit is worth to a character that acts, beside what its outlook is worth now.
    fn commit(&self, who: Who, now: f32, acting: &MastersOfTheHeist, action: Action) -> f32 {
        self.worth(&self.effects(who, now, acting, action))
    }

    /// What effects are worth.
    pub fn worth(&self, effects: &Effects) -> f32 {
        let price = effects.noise * self.weights.noise + effects.events * self.weights.alert;
        effects.own + effects.of_others - self.pressure * price
    }

    /// What a commit does.
    pub fn effects(&self, who: Who, now: f32, acting: &MastersOfTheHeist, action: Action) -> Effects {
        let mut after = *acting;
        after.apply(action);
        let (before, after) = (self.state, &after);
        let helped = |other: &Who| *other != who && hand(before, *other) != hand(after, *other);
        let help = |other: Who| self.outlook_in(after, other) - self.outlook_in(before, other);
        Effects {
            own: self.outlook_in(after, who) - now,
            of_others: self.team.present().filter(helped).map(help).sum(),
            noise: f32::from(after.owed_noise_count()) - f32::from(before.owed_noise_count()),
            events: before.deck_cards().len() as f32 - after.deck_cards().len() as f32,
            ideas: f32::from(after.ideas(who)) - f32::from(before.ideas(who)),
        }
    }

    /// What the letters and ideas are worth that a character has in a state.
    pub fn outlook_in(&self, state: &MastersOfTheHeist, who: Who) -> f32 {
        self.outlook(who, hand(state, who), state.ideas(who))
    }

    /// What letters and ideas are worth to a character: how far they bring it, and what the rest does for others.
    fn outlook(&self, who: Who, mut hand: Hand, ideas: u8) -> f32 {
        let chart = &self.team.chart;
        let route = self.team.routes[who.index()].places();
        let importance = self.team.importance[who.index()];
        let is_held = is_held(self.state, who);
        let mut worth = 0.0;
        let mut at = chart.at[who.index()];
        let start = at;
        let shut = chart.rings | chart.doors;
        let mut helped = 0u32;
        for &next in route.iter().skip(1) {
            if at < EXIT && chart.rings & 1 << at != 0 {
                break;
            }
            if is_held {
                let guards = chart.guards_on(at);
                let subdued = guards.min(hand[Letter::Subdue as usize]);
                hand[Letter::Subdue as usize] -= subdued;
                worth += f32::from(subdued) * self.weights.guard * importance;
                helped |= if at < EXIT && subdued > 0 { 1 << at } else { 0 };
                if subdued < guards {
                    break;
                }
            }
            if usize::from(next) < MOST_HEXES {
                let hex = usize::from(next);
                if shut & 1 << hex != 0 {
                    break;
                }
                let unlocked = chart.locks[hex].min(hand[Letter::Unlock as usize]);
                hand[Letter::Unlock as usize] -= unlocked;
                worth += f32::from(unlocked) * self.weights.lock * importance;
                helped |= if unlocked > 0 { 1 << hex } else { 0 };
                if unlocked < chart.locks[hex] {
                    break;
                }
                let disabled = chart.cameras[hex].min(hand[Letter::Disable as usize]);
                hand[Letter::Disable as usize] -= disabled;
                worth += f32::from(disabled) * self.weights.camera * importance;
                helped |= if disabled > 0 { 1 << hex } else { 0 };
            }
            if hand[Letter::Move as usize] == 0 {
                break;
            }
            hand[Letter::Move as usize] -= 1;
            worth += self.weights.step * importance;
            at = next;
        }
        worth += self.assist(&hand, start, at, !helped);
        if self.is_at_safe(who, at) {
            worth += f32::from(hand[Letter::Unlock as usize]) * self.weights.lock;
        }
        let ideas = f32::from(ideas) + f32::from(hand[Letter::Idea as usize]);
        let short = self.short(who).min(ideas);
        worth += short * self.weights.idea_short + (ideas - short) * self.weights.idea;
        let reveals = f32::from(hand[Letter::Reveal as usize]).min(chart.unrevealed.count_ones() as f32);
        let searched = if self.team.looks_for { 5.0 } else { 1.0 };
        worth + reveals * self.weights.reveal * searched + 0.3 * f32::from(hand[Letter::Loot as usize])
    }

    /// What letters that are left do for others, from where a character stands or will stand.
    fn assist(&self, hand: &Hand, start: Place, end: Place, hexes: u32) -> f32 {
        let chart = &self.team.chart;
        let near = |place: Place| match place {
            NOWHERE => 0,
            EXIT.. => chart
                .beside(place)
                .filter(|&hex| hex < EXIT)
                .fold(0, |set, hex| set | 1u32 << hex),
            hex => chart.plan.neighbours(usize::from(hex)) | 1 << hex,
        };
        let near = (near(start) | near(end)) & hexes;
        let best = |kind: usize| members(near).map(|hex| self.need(kind, hex)).fold(0.0, f32::max);
        let mut worth = 0.0;
        for (letter, kind) in [
            (Letter::Unlock, LOCK),
            (Letter::Subdue, GUARD),
            (Letter::Disable, CAMERA),
        ] {
            if hand[letter as usize] > 0 {
                worth += best(kind);
            }
        }
        worth
    }

    /// How many ideas a character needs to get out from where its errand is.
    pub fn short(&self, who: Who) -> f32 {
        let number = who.index();
        if self.team.importance[number] < 1.0 {
            return 0.0;
        }
        (self.team.way_home(who) as f32 - self.weights.die).max(0.0)
    }

    /// Whether a character can crack where it will stand.
    fn is_at_safe(&self, who: Who, at: Place) -> bool {
        let safe = self.state.scenario().safe.as_ref().filter(|safe| safe.hex == at);
        safe.is_some() && has_safe_tool(self.state, who)
    }

    // --- Everything else.

    /// What a micro-action is worth; nothing positive if it should not be done.
    pub fn micro(&self, who: Who, action: Action) -> f32 {
        let (state, weights, team) = (self.state, self.weights, &self.team);
        let importance = team.importance[who.index()];
        let number = |tile| state.scenario().hex_number(tile);
        let on_hex = |tile, kind| number(tile).map_or(0.0, |hex| self.need(kind, hex)) - 0.1;
        match action {
            Action::Move(tile) => {
                let next = team.routes[who.index()].places().get(1).copied();
                if next.is_none() || place_of(state, tile) != next {
                    return -1.0;
                }
                let cameras = number(tile).map_or(0, |hex| team.chart.cameras[hex]);
                let is_seen = cameras > 0 && !state.is_footage_looped();
                let penalty = if is_seen { weights.camera * 0.5 } else { 0.0 };
                (weights.step * importance - penalty).max(if importance >= 1.0 { 0.5 } else { -1.0 })
            }
            Action::Unlock(tile) => on_hex(tile, LOCK),
            Action::Subdue(tile, _) => on_hex(tile, GUARD),
            Action::Disable(tile) => on_hex(tile, CAMERA),
            Action::Crack(_) => 2.0 * weights.lock,
            Action::Idea => weights.idea_short,
            Action::Loot => 0.5,
            Action::Reveal(tile) => self.reveal(number(tile)),
            Action::Take(piece, _) => self.take(who, piece),
            Action::Drop(Piece::Keycard, Way::Here) => self.hand_over(who),
            Action::Bank(piece) => match piece {
                Piece::Keycard | Piece::Item(_) | Piece::Usb => -1.0,
                _ => 30.0,
            },
            Action::Server | Action::Door(_) => 25.0,
            Action::TakeIdea => 6.0,
            Action::Capture => 60.0,
            Action::Story => 3.0,
            Action::OldFriend(other) => {
                let is_free = importance < 1.0 && !is_wanted_out(state, who);
                let lacks = self.short(other) > f32::from(state.ideas(other));
                if is_free && lacks { 2.0 } else { -1.0 }
            }
            Action::EfficientPicker | Action::BetterWays => self.paid_step(who, action),
            Action::Larcenist | Action::Swindler if self.is_needed_beside(who) => 20.0,
            Action::Codes(tile) => self.codes(who, number(tile)),
            Action::RevealSurplus => 0.1,
            _ => -1.0,
        }
    }

    fn reveal(&self, hex: Option<usize>) -> f32 {
        let Some(hex) = hex else { return -1.0 };
        // First what lies ahead of somebody.
        let ahead = |who: Who| {
            let place = self.team.routes[who.index()]
                .places()
                .iter()
                .position(|&place| usize::from(place) == hex);
            place.map_or(0.0, |steps| {
                self.team.importance[who.index()] * (4.0 - 0.1 * steps as f32)
            })
        };
        1.0 + self.team.present().map(ahead).fold(0.0, f32::max)
    }

    /// Picking up: what the objective asks for, what opens something, then anything.
    fn take(&self, who: Who, piece: Piece) -> f32 {
        let state = self.state;
        match piece {
            _ if is_asked_for(state, piece) => 40.0,
            Piece::Keycard => {
                let at = self.team.chart.at[who.index()];
                let mine = |errand: &Errand| errand.taken_by == Some(who) && at < EXIT && errand.goals & 1 << at != 0;
                if self.team.errands().iter().any(mine) {
                    20.0
                } else {
                    -1.0
                }
            }
            Piece::Usb if who.is_npc() => 40.0,
            Piece::Usb => -1.0,
            Piece::Item(_) => 10.0,
            _ => 1.0,
        }
    }

    /// A keycard is left where somebody else can carry it on.
    fn hand_over(&self, who: Who) -> f32 {
        let at = self.team.chart.at[who.index()];
        let is_here = |errand: &Errand| {
            let is_there = at < EXIT && errand.goals & 1 << at != 0;
            errand.only == Some(who) && is_there && !self.team.is_beside_door(at)
        };
        if self.team.errands().iter().any(is_here) {
            15.0
        } else {
            -1.0
        }
    }

    /// A step that is paid for: an extra M, or a way past guards.
    fn paid_step(&self, who: Who, action: Action) -> f32 {
        let route = self.team.routes[who.index()].places();
        let importance = self.team.importance[who.index()];
        let chart = &self.team.chart;
        let [here, next, ..] = route else { return -1.0 };
        let shut = chart.rings | chart.doors;
        let is_open = *next >= EXIT || chart.locks[usize::from(*next)] == 0 && shut & 1 << *next == 0;
        if !is_open {
            return -1.0;
        }
        let has_moves = hand(self.state, who)[Letter::Move as usize] > 0;
        let idea = if self.short(who) >= f32::from(self.state.ideas(who)) {
            self.weights.idea_short
        } else {
            self.weights.idea
        };
        match action {
            Action::BetterWays if has_moves && chart.guards_on(*here) > 0 => self.weights.step * importance - idea,
            Action::EfficientPicker if !has_moves && (chart.guards_on(*here) == 0) => {
                self.weights.step * importance - idea - self.pressure * self.weights.noise
            }
            _ => -1.0,
        }
    }

    /// Whether a piece that the objective asks for lies next to a character.
    fn is_needed_beside(&self, who: Who) -> bool {
        let at = self.team.chart.at[who.index()];
        if at >= EXIT {
            return false;
        }
        let shut = self.team.chart.rings | self.team.chart.doors;
        let near = self.team.chart.plan.neighbours(usize::from(at)) & !shut;
        self.state.scenario().objective.iter().any(|goal| match *goal {
            Goal::Stolen(kind, _) | Goal::HideoutHas(kind) => {
                members(self.state.hexes_of_piece(Piece::of(kind)) & near).any(|hex| self.team.chart.locks[hex] == 0)
            }
            Goal::NpcEscaped | Goal::Escaped(_) => false,
        })
    }

    /// Reveals round a Camera: worth it for nothing, or where something is looked for.
    fn codes(&self, who: Who, hex: Option<usize>) -> f32 {
        let Some(hex) = hex else { return -1.0 };
        let count = (self.team.chart.plan.neighbours(hex) & self.team.chart.unrevealed).count_ones() as f32;
        let is_free = self
            .state
            .card_of(who)
            .is_some_and(|card| card.has(Ability::HasTheCode));
        let price = if is_free { 1.5 } else { 6.0 };
        let searched = if self.team.looks_for { 5.0 } else { 1.0 };
        count * self.weights.reveal * searched - price * self.weights.reveal
    }
}

/// How scarce time is: the Events that the longest way still takes at the usual pace, to those that are left.
fn pressure(state: &MastersOfTheHeist, weights: &Weights, team: &Team) -> f32 {
    let way = |who: Who| {
        let number = who.index();
        let places = team.routes[number].places().len() as f32;
        if team.importance[number] >= 1.0 { places } else { 0.0 }
    };
    let longest = team.present().map(way).fold(0.0, f32::max);
    let events = state.deck_cards().len() as f32;
    (longest * weights.events_per_step / (events + 1.0))
        .powf(weights.haste)
        .clamp(0.2, 4.0)
}

/// Whether guards hold a character.
fn is_held(state: &MastersOfTheHeist, who: Who) -> bool {
    !state
        .card_of(who)
        .is_some_and(|card| card.has(Ability::ThereAreBetterWays))
}

/// The letters that a character has left.
fn hand(state: &MastersOfTheHeist, who: Who) -> Hand {
    let mut hand = Hand::default();
    for (letter, count) in state.letters_left(who) {
        hand[letter as usize] = count;
    }
    hand
}
