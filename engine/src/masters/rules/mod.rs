//! The rules, one file a chapter, and the machine that runs them: which frame waits for what, and where each goes on.

mod abilities;
mod action;
mod arrival;
mod commits;
mod crises;
mod ditch;
mod dogs;
mod end_action;
mod escape;
mod events;
mod free;
mod gates;
mod guards;
mod noise;
mod npcs;
mod order;
mod planning;
mod result;
mod scenarios;
mod subactions;
mod turn;

use rand::Rng;

use super::action::{Action, Outcome, Who};
use super::footprint::Footprint;
use super::frame::{Frame, Kind};
use super::offers::Offers;
use super::scenario::Chit;
use super::state::{Ending, MastersOfTheHeist};
use super::tile::Tile;
use crate::random;

impl MastersOfTheHeist {
    #[inline]
    fn push(&mut self, frame: Frame) {
        self.stack.push(frame);
    }

    /// Runs frames one after the other until one waits or the heist is over.
    fn advance(&mut self) {
        while self.ending == Ending::Playing {
            let top = self.stack.top();
            if top.kind() != Kind::Runs || top == Frame::Idle {
                break;
            }
            self.stack.pop();
            self.run(top);
        }
    }

    /// The state at the first thing that it waits for.
    pub(super) fn begun(mut self) -> MastersOfTheHeist {
        self.advance();
        self
    }

    /// A frame that was on top and has been taken off.
    fn run(&mut self, frame: Frame) {
        match frame {
            Frame::Reveals => self.plan_reveals(),
            Frame::Office => self.office(),
            Frame::Tunnels(next) => self.tunnels(next),
            Frame::StartPlaces(next) => self.start_places(next),
            Frame::Leftovers(next) => self.leftovers(next),
            Frame::Exchanges(first, second) => self.exchanges(first, second),
            Frame::Tokens(who, next) => self.plan_tokens(who, next),
            Frame::Stake => self.stake(),
            Frame::StartHeist => self.start_heist(),
            Frame::Round => self.begin_round(),
            Frame::RollDice(next) => self.roll_dice(next),
            Frame::ActionPhase => self.action_phase(),
            Frame::EndEvent => self.end_event(),
            Frame::Movements => self.scenario_movements(),
            Frame::NextRound => self.next_round(),
            Frame::RevealNext => self.reveal_next(),
            Frame::Arrived(who) => self.arrived(who),
            Frame::Chase => self.chase(),
            Frame::EventDog(card) => self.event_dog_target(card),
            Frame::RunDog(at, target, left) => self.run_dog(at, target, left),
            Frame::Hounds(targets) => self.hound_targets(targets),
            Frame::FreePrisoner => self.free_prisoner(),
            Frame::NpcActive => self.npc_becomes_active(),
            Frame::NpcArrives => self.npc_arrives(),
            Frame::IdeaOrNoise(who) => self.idea_or_noise(who),
            Frame::EndPhase => self.end_phase(),
            Frame::Rewire(who, left, next) => self.rewire(who, left, next),
            Frame::Toss(who, side, next) => self.toss(who, side, next),
            Frame::Replan(who, left) => self.replan(who, left),
            Frame::GiveIdeas(who, left, next) => self.give_ideas(who, left, next),
            Frame::StoryReveal(who) => self.story_reveal(who),
            Frame::StoryCash(who) => self.story_cash(who),
            Frame::EndAction => self.end_action(),
            Frame::CancelNoise => self.cancel_noise(),
            Frame::OwedNoise => self.owed_noise(),
            Frame::AfterNoise => self.after_noise(),
            Frame::Noises(left) => self.noises(left),
            Frame::EventPhase => self.event_phase(),
            Frame::EventDone => self.event_done(),
            Frame::Blabbing(next) => self.blabbing(next),
            Frame::Whisper(done) => self.whisper(done),
            Frame::LoseIdeas(who) => self.lose_ideas(who),
            Frame::Fumble(next) => self.fumble(next),
            Frame::Crises => self.crises(),
            Frame::Reinforcements => self.reinforcements(),
            Frame::CloseGates(left) => self.close_gates(left),
            Frame::Displaced(owners) => self.displaced(owners),
            Frame::EscapeStart => self.escape_start(),
            Frame::EscapeReveals => self.escape_reveals(),
            Frame::EscapeReady => self.escape_ready(),
            Frame::EscapePhase => self.escape_phase(),
            Frame::Count(place) => self.count(place),
            // These wait, `advance` does not run them.
            _ => {}
        }
    }

    /// The options of the decision that the top frame waits for. MH4.6b, H13: in EVENT and CRISES these are what a card
    /// asks, and nothing else. MH4.8a, H14: where a text leaves an order or a tie open, a frame asks the team.
    pub(super) fn offer(&self, out: &mut impl Offers) {
        if self.ending != Ending::Playing {
            return;
        }
        match self.stack.top() {
            Frame::AskReveals => {
                self.offer_reveals(out);
                out.push(Action::Done);
            }
            Frame::AskOffice => {
                self.offer_office(out);
                out.push(Action::Done);
            }
            Frame::AskIdeaToken(left, next) => self.offer_idea_tokens(left, next, out),
            Frame::AskInsert(left, next) => self.offer_inserts(left, next, out),
            Frame::AskTunnel(next) => self.offer_tunnels(next, out),
            Frame::AskStart(who) => self.offer_starts(who, out),
            Frame::AskLeftover(_) => out.extend([Action::Initial, Action::Leftover]),
            Frame::AskExchange(first, second) => {
                self.offer_transfers(first, second, out);
                out.push(Action::Done);
            }
            Frame::AskPlanToken(_, next) => self.offer_plan_tokens(next, out),
            Frame::AskStake => self.offer_stakes(out),
            Frame::AskBegin => out.push(Action::Begin),
            Frame::AskNext => out.extend(self.tiles_in(self.pending).map(Action::Next)),
            Frame::AskConsultant(..) => {
                out.push(Action::Keep);
                out.extend(self.payers().map(Action::Blank));
            }
            Frame::AskChase => self.offer_chases(out),
            Frame::AskTarget(card) => {
                let targets = self.dog_targets(card);
                out.extend(Who::all_in(targets).map(Action::TargetCharacter));
            }
            Frame::AskTargetHex => out.extend(self.tiles_in(self.loot_targets()).map(Action::TargetHex)),
            Frame::AskDog(at, target, _) => out.extend(self.tiles_in(self.dog_ways(at, target)).map(Action::Dog)),
            Frame::AskHound(targets) => {
                let targets = self.hound_choices(targets);
                out.extend(Who::all_in(targets).map(Action::TargetCharacter));
            }
            Frame::AskVictim => out.extend(Who::all_in(self.hostage_victims()).map(Action::Victim)),
            Frame::AskIdeaOrNoise(_) => out.extend([Action::LoseIdea, Action::TakeNoise]),
            Frame::AskActor => self.offer_actors(out),
            Frame::AskMicro(who) => self.offer_micro_actions(who, out),
            Frame::AskRewire(who, _, next) => {
                out.extend(self.tiles_in(self.rewirable(who, next)).map(Action::Rewire));
                out.push(Action::Done);
            }
            Frame::AskToss(who, side, next) => {
                self.offer_tosses(who, side, next, out);
                out.push(Action::Done);
            }
            Frame::AskGuard(_, hex) => self.offer_guards(usize::from(hex), out),
            Frame::AskLift(..) => {
                self.offer_lifts(out);
                out.push(Action::Done);
            }
            Frame::AskReplace(owner, _) => self.offer_replacements(owner, out),
            Frame::AskGiveIdeas(who, left, next) => {
                self.offer_idea_gifts(who, left, next, out);
                out.push(Action::Done);
            }
            Frame::AskStoryReveal(_) => out.extend(self.tiles_in(self.unrevealed).map(Action::Reveal)),
            Frame::AskDivert => out.extend([Action::Divert, Action::Noise]),
            Frame::AskLock(left, next) => self.offer_locks(left, next, out),
            Frame::AskBlabbing(_) => out.extend([Action::Accept, Action::Decline]),
            Frame::AskEncourage => {
                out.extend(self.present().map(Action::Give));
                out.push(Action::Decline);
            }
            Frame::AskWhisper(done) => {
                self.offer_whispers(done, out);
                out.push(Action::Done);
            }
            Frame::AskPenny(_) => out.extend([Action::Penny, Action::LoseIdea]),
            Frame::AskPut(who) => self.offer_puts(who, out),
            Frame::AskGift => {
                self.offer_gifts(out);
                out.push(Action::Decline);
            }
            Frame::AskReinforce => out.extend(self.tiles_in(self.reinforcements).map(Action::Reinforce)),
            Frame::AskDisplaced(owner) => {
                self.offer_replacements(owner, out);
                out.push(Action::Off);
            }
            Frame::AskEscaper => self.offer_escapers(out),
            Frame::AskEscape(who) => self.offer_escape(who, out),
            Frame::AskRoute(who) => self.offer_elements(who, out),
            Frame::AskCounts(place) => self.offer_counts(place, out),
            // Nothing is asked.
            _ => {}
        }
    }

    /// MH4b: the character that the decision is about; none where it is the team's.
    pub(super) fn decider(&self) -> Option<Who> {
        match self.stack.top() {
            Frame::AskStart(who)
            | Frame::AskLeftover(who)
            | Frame::AskPlanToken(who, _)
            | Frame::AskIdeaOrNoise(who)
            | Frame::AskMicro(who)
            | Frame::AskRewire(who, ..)
            | Frame::AskToss(who, ..)
            | Frame::AskGuard(who, _)
            | Frame::AskLift(who, _)
            | Frame::AskReplace(who, _)
            | Frame::AskGiveIdeas(who, ..)
            | Frame::AskStoryReveal(who)
            | Frame::AskBlabbing(who)
            | Frame::AskPenny(who)
            | Frame::AskPut(who)
            | Frame::AskDisplaced(who)
            | Frame::AskEscape(who)
            | Frame::AskRoute(who) => Some(who),
            _ => None,
        }
    }

    /// Plays an option of the decision that the top frame waits for.
    pub(super) fn decide(&mut self, action: Action) {
        match (self.stack.pop(), action) {
            (Frame::AskReveals, action) => self.do_plan_reveal(action),
            (Frame::AskOffice, action) => self.do_office(action),
            (Frame::AskIdeaToken(left, _), Action::PlaceIdea(tile)) => self.place_idea(left, self.hex(tile)),
            (Frame::AskInsert(left, _), Action::Insert(event, above)) => self.insert_event(left, event, above),
            (Frame::AskTunnel(_), action) => self.place_tunnel(action),
            (Frame::AskStart(who), Action::Start(_, tile)) => self.start_at(who, tile),
            (Frame::AskLeftover(who), action) => self.choose_leftover(who, action),
            (Frame::AskExchange(first, second), action) => self.exchange(first, second, action),
            (Frame::AskPlanToken(who, _), action) => self.place_plan_token(who, action),
            (Frame::AskStake, Action::Stake(stake)) => self.pay_stake(stake),
            (Frame::AskBegin, _) => self.push(Frame::StartHeist),
            (Frame::AskNext, Action::Next(tile)) => {
                self.push(Frame::RevealNext);
                self.reveal(self.hex(tile));
            }
            (Frame::AskConsultant(hex, chit), action) => self.consultant_answer(hex, chit, action),
            (Frame::AskChase, Action::Chase(from, side)) => {
                let from = self.hex(from);
                if let Some(to) = self.plan().beside(from, side) {
                    self.chase_from(from, to);
                }
            }
            (Frame::AskTarget(_), Action::TargetCharacter(who)) => self.run_to_character(who),
            (Frame::AskTargetHex, Action::TargetHex(tile)) => self.run_to(self.hex(tile)),
            (Frame::AskDog(at, target, left), Action::Dog(tile)) => self.dog_steps(at, self.hex(tile), target, left),
            (Frame::AskHound(targets), Action::TargetCharacter(who)) => self.choose_hound_target(targets, who),
            (Frame::AskVictim, Action::Victim(who)) => self.push(Frame::IdeaOrNoise(who)),
            (Frame::AskIdeaOrNoise(who), action) => self.choose_idea_or_noise(who, action),
            (Frame::AskActor, action) => self.choose_actor(action),
            (Frame::AskMicro(who), action) => self.do_micro_action(who, action),
            (Frame::AskRewire(who, left, _), action) => self.do_rewire(who, left, action),
            (Frame::AskToss(who, ..), action) => self.do_toss(who, action),
            (Frame::AskGuard(_, hex), action) => self.subdue_guard(usize::from(hex), action == Action::Accept),
            (Frame::AskLift(who, left), action) => self.lift(who, left, action),
            (Frame::AskReplace(owner, hex), Action::Token(tile)) => self.replace_token(owner, hex, self.hex(tile)),
            (Frame::AskGiveIdeas(who, left, _), action) => self.do_give_ideas(who, left, action),
            (Frame::AskStoryReveal(_), Action::Reveal(tile)) => self.reveal(self.hex(tile)),
            (Frame::AskDivert, action) => self.divert(action),
            (Frame::AskLock(left, _), Action::Lock(tile)) => self.choose_lock(left, self.hex(tile)),
            (Frame::AskBlabbing(who), action) => self.answer_blabbing(who, action),
            (Frame::AskEncourage, action) => self.encourage(action),
            (Frame::AskWhisper(done), action) => self.do_whisper(done, action),
            (Frame::AskPenny(who), action) => self.answer_penny(who, action),
            (Frame::AskPut(who), Action::Put(piece, side)) => self.put(who, piece, side),
            (Frame::AskGift, action) => self.gift(action),
            (Frame::AskReinforce, Action::Reinforce(tile)) => self.reinforce(self.hex(tile)),
            (Frame::AskDisplaced(owner), action) => self.replace_displaced(owner, action),
            (Frame::AskEscaper, action) => self.choose_escaper(action),
            (Frame::AskEscape(who), action) => self.do_escape(who, action),
            (Frame::AskRoute(who), action) => self.extend_route(who, action),
            (Frame::AskCounts(place), Action::Counts(who)) => self.choose_counts(place, who),
            (frame, action) => debug_assert!(false, "{action:?} at {frame:?}"),
        }
        self.advance();
    }

    /// Settles the chance that the top frame waits for.
    pub(super) fn settle(&mut self, outcome: Outcome) {
        // MH5.8c: after chance nothing is skipped.
        self.last = Footprint::NONE;
        match (self.stack.pop(), outcome) {
            (Frame::DrawDie(who), Outcome::Die(face)) => self.get_mut(who).die = face,
            (Frame::DrawChit(hex), Outcome::Chit(chit)) => self.drawn(usize::from(hex), chit),
            (Frame::DrawSurplus, Outcome::Chit(chit)) => self.take_chit(None, chit),
            (Frame::DrawDitch(who, points), Outcome::Die(face)) => self.follow_route(who, points.saturating_add(face)),
            (frame, outcome) => debug_assert!(false, "{outcome:?} at {frame:?}"),
        }
        self.advance();
    }

    /// The exact distribution that the top frame draws from. MH8d: the die of a last ditch is as fair as the others.
    pub(super) fn chances(&self, out: &mut Vec<(Outcome, f64)>) {
        match self.stack.top() {
            Frame::DrawDie(_) | Frame::DrawDitch(..) => {
                out.extend((1..=6).map(|face| (Outcome::Die(face), 1.0 / 6.0)));
            }
            Frame::DrawChit(_) | Frame::DrawSurplus => {
                if let Some(chit) = self.known_chit(self.drawn_for()) {
                    out.push((Outcome::Chit(chit), 1.0));
                    return;
                }
                // MH8a: uniform, without replacement.
                let size = f64::from(self.bag_size());
                let kinds = Chit::ALL.iter().filter(|chit| self.bag[chit.index()] > 0);
                out.extend(kinds.map(|&chit| (Outcome::Chit(chit), f64::from(self.bag[chit.index()]) / size)));
            }
            _ => {}
        }
    }

    /// An outcome of the chance that the top frame waits for.
    pub(super) fn draw_chance<R: Rng + ?Sized>(&self, rng: &mut R) -> Outcome {
        match self.stack.top() {
            Frame::DrawChit(_) | Frame::DrawSurplus => Outcome::Chit(self.sample_chit(self.drawn_for(), rng)),
            _ => Outcome::Die(1 + random::below(rng, 6) as u8),
        }
    }

    /// The hex that a chit is drawn for; none for the surplus.
    fn drawn_for(&self) -> Option<usize> {
        match self.stack.top() {
            Frame::DrawChit(hex) => Some(usize::from(hex)),
            _ => None,
        }
    }

    /// The tiles of a set of hexes, in index order.
    pub(super) fn tiles_in(&self, hexes: u32) -> impl Iterator<Item = Tile> + Clone + use<> {
        let scenario = self.scenario();
        crate::board::hexes::members(hexes).map(|hex| scenario.hex_tile(hex))
    }

    /// The hex of a tile in a legal action.
    fn hex(&self, tile: Tile) -> usize {
        self.scenario()
            .hex_number(tile)
            .expect("a legal action names a hex of the map")
    }
}

/// The hexes from a number on, those that are gone included.
fn hexes_from(next: u8) -> u32 {
    u32::MAX.checked_shl(next.into()).unwrap_or(0)
}

impl Who {
    /// The characters of a set, as bits of their numbers.
    fn all_in(set: u8) -> impl Iterator<Item = Who> + Clone {
        (0..8).filter(move |number| set & 1 << number != 0).map(Who)
    }

    /// The bit of sets of characters.
    const fn bit(self) -> u8 {
        1 << self.0
    }
}
