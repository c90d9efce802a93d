//! Steps that are being resolved: which rests on which, and what each takes for granted.

use super::read::Reader;
use super::steps;
use crate::casino_capers::components::{Event, Finale, Task};
use crate::casino_capers::dice::Dice;
use crate::casino_capers::frame::{At as Figure, Frame, asks, draws, rests, runs};
use crate::casino_capers::patrol::DISTRACTED;
use crate::casino_capers::place::Place;
use crate::casino_capers::stack::Stack;
use crate::casino_capers::state::{CasinoCapers, NONE, Status};
use crate::casino_capers::window::Window;
use crate::game::{Game, Node};
use crate::loose::place::At;

/// Whether a step is found only at the bottom.
fn is_phase(frame: Frame) -> bool {
    is_of_setup(frame)
        || matches!(
            frame,
            Frame::BeginTurn | Frame::AskEntry | Frame::Act | Frame::EndTurn | Frame::ExitStep | Frame::NextTurn
        )
}

fn is_of_setup(frame: Frame) -> bool {
    matches!(
        frame,
        Frame::DrawBouncer(..) | Frame::DrawMarker(..) | Frame::ChooseEntrances
    )
}

/// Whether a step rewards a task: that may come between any two steps (dd.when).
fn is_reward(frame: Frame) -> bool {
    matches!(
        frame,
        Frame::AskTask(_) | Frame::DrawReward(_) | Frame::DrawSecondReward(..) | Frame::KeepFor(_)
    )
}

/// Whether a step is what a roll is for.
fn is_roll(frame: Frame) -> bool {
    matches!(frame, Frame::CagesRoll(..) | Frame::TableRoll(_) | Frame::SafeRoll)
}

/// Whether a step is ever found directly above another.
fn rests_on(frame: Frame, below: Frame) -> bool {
    use Frame::*;
    match frame {
        BouncerStep(_) => below == NextTurn,
        TigerStep => matches!(below, BouncerStep(_)),
        FaintJump => below == TigerStep,
        AskSteak => matches!(below, BouncerStep(_)),
        BouncerTurn(_) => matches!(below, NextTurn | BouncerTurn(_)),
        StandingHeat(_) => matches!(below, NextTurn | BouncerTurn(_)),
        Open(Window::C, _) | AskWindow(Window::C, _) => matches!(below, ChipEntered(..) | ChipPeeked(_)),
        Open(Window::M, _) | AskWindow(Window::M, _) => matches!(below, Commotion(..)),
        Open(Window::V, _) | AskWindow(Window::V, _) => matches!(below, Event(..)),
        OpenDice(_) | AskDice(_) | KeptDice(_) => is_roll(below),
        RollDice(_) => is_roll(below) || matches!(below, KeptDice(_)),
        AskKeep(..) => matches!(below, KeepFor(_)),
        LookPatrol(floor) => below == AskInsideLine(floor),
        DrawLayout(_) | AskChipTile(_) => below == PlaceChips,
        AskChipDiscard(..) | DrawNamedChip(_) => below == TurnUpNamed,
        AskFakeOrders | DrawFakeOrder(..) => below == SetUpFinale,
        _ => !is_phase(frame),
    }
}

/// Whether another step may lie on one: it runs when that is over, or it is answered by that.
fn carries(frame: Frame, above: Frame) -> bool {
    if is_roll(frame) {
        return matches!(
            above,
            Frame::RollDice(_) | Frame::KeptDice(_) | Frame::OpenDice(_) | Frame::AskDice(_)
        );
    }
    match frame {
        Frame::AskEntry | Frame::Act => true,
        Frame::AskInsideLine(_) => matches!(above, Frame::LookPatrol(_)) || is_reward(above),
        Frame::KeptDice(_) => matches!(above, Frame::RollDice(_)),
        Frame::KeepFor(_) => matches!(above, Frame::AskKeep(..)),
        Frame::Idle | Frame::AskKeep(..) => false,
        Frame::SetUpFinale => matches!(above, Frame::AskFakeOrders | Frame::DrawFakeOrder(..)),
        Frame::PlaceChips => matches!(above, Frame::DrawLayout(_) | Frame::AskChipTile(_)),
        Frame::TurnUpNamed => matches!(above, Frame::AskChipDiscard(..) | Frame::DrawNamedChip(_)),
        // What waits is answered before anything else comes, but for rewards.
        _ => !is_waiting(frame) || is_reward(above) && !is_reward(frame) && !is_of_setup(frame),
    }
}

/// Whether a step waits for a player or for chance.
fn is_waiting(frame: Frame) -> bool {
    match frame {
        asks!() | draws!() => true,
        runs!() | rests!() => false,
    }
}

impl<'a> Reader<'a> {
    /// Checks the steps once everything else is known.
    pub fn check_steps(&self) {
        if !self.is_playing() {
            return;
        }
        let Some((at, bottom)) = self.frames.first() else {
            let at = self.position.place("resolving");
            return at.wrong("no step", "at least one while the game goes on");
        };
        at.require(
            is_phase(*bottom),
            steps::write(*bottom),
            "the step of a turn at the bottom",
        );
        self.check_bottom(at, *bottom);
        for pair in self.frames.windows(2) {
            let (below, (at, frame)) = (pair[0].1, &pair[1]);
            let fits = rests_on(*frame, below) && carries(below, *frame);
            at.require(
                fits,
                steps::write(*frame),
                format!("no such step above {}", steps::write(below)),
            );
        }
        for (place, (at, frame)) in self.frames.iter().enumerate() {
            self.check_step(at, *frame, place);
        }
        self.check_room();
        if self.position.is_sound() {
            self.check_options();
        }
    }

    /// R26: that there is room for what the steps may still lead to. Steps that came about by the rules leave it.
    fn check_room(&self) {
        let place = self.position.place("resolving");
        place.require(
            self.state.has_room_to_nest(),
            format!("{} steps", self.frames.len()),
            "fewer, as gear, chips and events are left that can put more on top of them (R26)",
        );
    }

    /// Whose turn it is, and where he is.
    fn check_bottom(&self, at: &At<'a>, bottom: Frame) {
        let state = &self.state;
        let status = state.players[state.current()].status;
        let found = format!("{} with the current player {}", steps::write(bottom), word_of(status));
        match bottom {
            Frame::AskEntry => at.require(status == Status::Outside, found, "him outside (turn.enter)"),
            Frame::Act | Frame::EndTurn | Frame::ExitStep => at.require(status == Status::Inside, found, "him inside"),
            Frame::BeginTurn => at.require(status != Status::Exited, found, "him still in the game (turn.exits)"),
            _ => {}
        }
        let is_begun = state.turn.number > 0;
        let is_before = is_of_setup(bottom) || bottom == Frame::BeginTurn;
        let turn = self.position.place("turn");
        turn.require(is_begun || is_before, "0", "a turn from 1 on");
        turn.require(
            !is_begun || !is_of_setup(bottom),
            state.turn.number,
            "0 before the first turn",
        );
    }

    /// One step: its content, and what it takes for granted.
    fn check_step(&self, at: &At<'a>, frame: Frame, place: usize) {
        let state = &self.state;
        let found = steps::write(frame);
        let expect = |holds: bool, expected: &str| at.require(holds, &found, expected);
        self.check_player(at, frame);
        match frame {
            Frame::DrawBouncer(floor, aside) | Frame::DrawMarker(floor, aside) => {
                self.check_setup(at, frame, floor, aside)
            }
            Frame::RevealChip(cell) => expect(state.has_closed_chip(cell), "a face-down chip there"),
            Frame::DrawNamedChip(cell) => {
                let is_named = state.named_chips & 1 << Place::of(cell).index() != 0;
                expect(
                    state.has_closed_chip(cell) && !is_named,
                    "a face-down chip there, and it no longer named",
                );
            }
            Frame::RevealTile(cell) => expect(!state.is_revealed(cell), "a face-down tile there"),
            Frame::DrawDestination(floor)
            | Frame::DrawSwim(floor)
            | Frame::LookPatrol(floor)
            | Frame::AskInsideLine(floor) => {
                let is_empty = state.patrol.decks[usize::from(floor)].is_empty();
                expect(!is_empty, "cards in the deck");
            }
            Frame::DrawEvent(_, deck) => expect(!state.event_deck(deck.into()).is_empty(), "cards in the deck"),
            Frame::DiscardEvent(Event::DubiousMeeting) => expect(false, "an event that does not stay with a player"),
            Frame::RollDice(count) => self.check_dice_of(at, count + self.kept_below(place), place),
            Frame::OpenDice(dice) | Frame::AskDice(dice) => self.check_rolled(at, dice, place),
            Frame::KeptDice(dice) => expect(!dice.is_steady() || self.is_safe_roll(place), "no Steady Hands here"),
            Frame::SafeRoll => {
                expect(
                    state.safe_dice > 0 && state.running().is_none(),
                    "dice on the Safe before the finale",
                );
                self.check_cracker(at, place);
            }
            Frame::SafeReturn(is_steady) => {
                let fits = (is_steady || state.safe_dice > 0) && state.running().is_none();
                expect(fits, "a die on the Safe before the finale");
                self.check_cracker(at, place);
            }
            Frame::StartFinale | Frame::DrawFinale => {
                expect(
                    state.running().is_none() && state.is_cracked(),
                    "the Safe cracked and no finale yet (safe.done)",
                );
                expect(
                    frame == Frame::StartFinale || state.finale == NONE,
                    "a finale that is not known (fin.random)",
                );
                self.check_cracker(at, place);
            }
            Frame::SetUpFinale => {
                expect(state.running().is_some(), "the finale to run");
                self.check_cracker(at, place);
            }
            Frame::AskTask(task) | Frame::DrawReward(task) | Frame::DrawSecondReward(task, _) => {
                self.check_task(at, task)
            }
            Frame::AskKeep(first, second) => expect(first != second, "two different cards"),
            Frame::AskFakeOrders | Frame::DrawFakeOrder(..) => self.check_fake_orders(at, frame),
            Frame::PlaceChips | Frame::DrawLayout(_) | Frame::AskChipTile(_) | Frame::TurnUpNamed => {
                expect(state.runs(Finale::Bodyguard), "the finale bodyguard to run");
            }
            Frame::AskChipDiscard(first, left) => self.check_chip_discard(at, first, left),
            Frame::DrawToken(player) => self.check_tokens_dealt(at, player),
            Frame::AskTigerStart | Frame::AskSteak => {
                expect(state.runs(Finale::CatchATiger), "the finale catch-a-tiger to run");
                let is_start = frame == Frame::AskTigerStart;
                expect(is_start || state.tiger != NONE, "the tiger on the board");
            }
            Frame::Shift(..) | Frame::AfterSlide(..) => {
                expect(state.runs(Finale::GravityBoots), "the finale gravity-boots to run");
            }
            // What these take for granted is checked with their words, the players and the steps below.
            _ => {}
        }
    }

    /// Players of a step play.
    fn check_player(&self, at: &At<'a>, frame: Frame) {
        let player = match frame {
            Frame::Enter(figure, _)
            | Frame::Arrive(figure, _)
            | Frame::ChipEntered(figure, _)
            | Frame::ChipPeeked(figure)
            | Frame::EnterTile(figure, _)
            | Frame::EnterHooks(figure, _)
            | Frame::WhenYouEnter(figure)
            | Frame::CagesRoll(figure, _)
            | Frame::TableRoll(figure) => Figure::player(figure),
            Frame::DrawEvent(player, _)
            | Frame::Event(_, player)
            | Frame::AskDiscard(player)
            | Frame::DrawSplash(player)
            | Frame::AskLifeguard(player)
            | Frame::AskDirections(player)
            | Frame::AskDrinker(player)
            | Frame::KeepFor(player)
            | Frame::DrawToken(player) => player.into(),
            _ => return,
        };
        let count = self.state.count();
        at.require(
            player < count,
            format!("player {}", player + 1),
            format!("1 to {count}"),
        );
        if let Frame::Enter(..) = frame
            && player < count
        {
            let is_inside = self.state.players[player].status == Status::Inside;
            at.require(is_inside, format!("player {}", player + 1), "a player in the casino");
        }
    }

    /// set.floor: enough ordinary cards are left.
    fn check_setup(&self, at: &At<'a>, frame: Frame, floor: u8, aside: u8) {
        let state = &self.state;
        let draws_bouncer = matches!(frame, Frame::DrawBouncer(..));
        let bouncers = state.floors.map(|floor| floor.bouncer);
        for (on, bouncer) in bouncers.iter().enumerate() {
            let has_marker = on < usize::from(floor);
            let field = self.position.place(format!("bouncers[{on}].marker"));
            let found = if bouncer.marker == NONE {
                "no marker"
            } else {
                "a marker"
            };
            let expected = if has_marker {
                "the cell of his card"
            } else {
                "none before his card is drawn"
            };
            field.require((bouncer.marker != NONE) == has_marker, found, expected);
            // A floor's cards are drawn when its turn comes.
            let needed = match on.cmp(&usize::from(floor)) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Equal if !draws_bouncer => 1,
                _ => 2,
            };
            let ordinary = ordinary_at_least(state, on);
            let found = format!("{ordinary} ordinary cards in the deck of floor {}", on + 1);
            at.require(ordinary >= needed, found, format!("at least {needed}"));
        }
        at.require(aside <= 6, format!("{aside} cards set aside"), "at most 6");
    }

    /// How many dice are not rolled again below a step.
    fn kept_below(&self, place: usize) -> u8 {
        match place.checked_sub(1).map(|below| self.frames[below].1) {
            Some(Frame::KeptDice(dice)) => dice.total(),
            _ => 0,
        }
    }

    /// What the dice of a step are rolled for.
    fn rolled_for(&self, place: usize) -> Option<Frame> {
        let below = self.frames[..place].iter().rev().map(|(_, frame)| *frame);
        below.take(2).find(|frame| is_roll(*frame))
    }

    fn is_safe_roll(&self, place: usize) -> bool {
        self.rolled_for(place) == Some(Frame::SafeRoll)
    }

    fn check_dice_of(&self, at: &At<'a>, count: u8, place: usize) {
        let wanted = match self.rolled_for(place) {
            Some(Frame::CagesRoll(..)) => 1,
            Some(Frame::TableRoll(_)) => 2,
            Some(Frame::SafeRoll) => self.state.safe_dice,
            _ => return,
        };
        at.require(count == wanted, format!("{count} dice"), format!("{wanted}"));
        let rolls_some = !matches!(self.frames[place].1, Frame::RollDice(0));
        at.require(rolls_some, "no dice", "at least one to roll");
    }

    fn check_rolled(&self, at: &At<'a>, dice: Dice, place: usize) {
        self.check_dice_of(at, dice.total(), place);
        let fits = !dice.is_steady() || self.is_safe_roll(place);
        at.require(
            fits,
            "Steady Hands",
            "them in a roll of the Safe only (gear.steady_hands)",
        );
    }

    /// safe.done: who cracks the Safe is in the casino.
    fn check_cracker(&self, at: &At<'a>, place: usize) {
        let current = self.state.current();
        let enters = |frame: &Frame| matches!(frame, Frame::Enter(figure, _) if figure.player() == current);
        let lands = self.frames[place..].iter().any(|(_, frame)| enters(frame));
        let is_there = self.state.players[current].at != NONE || lands;
        let found = format!(
            "{} with the current player off the board",
            steps::write(self.frames[place].1)
        );
        at.require(is_there, found, "him in the casino");
    }

    fn check_task(&self, at: &At<'a>, task: Task) {
        let state = &self.state;
        let has_owner = state.players.iter().any(|player| player.task_card == task.card());
        at.require(has_owner, task, "a task of a player's card (dd.setup)");
        let is_done = state.tasks_done & task.bit() != 0 && state.tasks_due & task.bit() == 0;
        at.require(
            is_done,
            task,
            "a task among `tasks`, and no longer among `tasks-due` (dd.when)",
        );
        at.require(state.pile != 0, "no gear in the pile", "a card to draw (dd.short)");
    }

    fn check_fake_orders(&self, at: &At<'a>, frame: Frame) {
        let state = &self.state;
        let discards = state
            .patrol
            .decks
            .iter()
            .fold(0, |cards, deck| cards | deck.discards.cells());
        let needed = match frame {
            Frame::DrawFakeOrder(_, left) => u32::from(left),
            _ => 1,
        };
        let begins = state.running().is_some_and(Finale::begins_with_fake_orders);
        at.require(begins, steps::write(frame), "a finale that begins with Fake Orders");
        at.require(
            (1..=2).contains(&needed),
            format!("{needed} cards"),
            "1 or 2 (fin.fake_orders)",
        );
        let count = discards.count_ones();
        at.require(
            count >= needed,
            format!("{count} ordinary discards"),
            format!("at least {needed}"),
        );
        let drawn = state.patrol.pools()[2].count();
        at.require(
            needed + drawn <= 2,
            format!("{} cards", needed + drawn),
            "at most 2 in all (fin.fake_orders)",
        );
    }

    /// finale.bodyguard.setup.4.
    fn check_chip_discard(&self, at: &At<'a>, first: u8, left: u8) {
        let state = &self.state;
        let later = (usize::from(first)..Place::COUNT)
            .filter(|&place| state.chips[place] != NONE)
            .count();
        let fits = left > 0 && later >= usize::from(left);
        at.require(
            fits,
            format!("{left} of {later} chips to name"),
            "at least one, and no more than there are",
        );
        let named = state.named_chips.checked_shr(first.into()).unwrap_or(0);
        at.require(
            named == 0,
            "a chip named before its turn",
            "chips named in the order of cells",
        );
    }

    /// finale.caught_red_handed.setup.1.
    fn check_tokens_dealt(&self, at: &At<'a>, player: u8) {
        let state = &self.state;
        let player = usize::from(player);
        at.require(
            state.runs(Finale::CaughtRedHanded),
            "a token to deal",
            "the finale caught-red-handed to run",
        );
        let tokens: &[u8] = match state.count() {
            2 => &[1, 4],
            3 => &[1, 2, 4],
            _ => &[1, 2, 3, 4],
        };
        for other in state.everybody() {
            let token = state.players[other].count;
            let dealt = &state.players[..other.min(player)];
            let fits = if other < player {
                tokens.contains(&token) && dealt.iter().all(|player| player.count != token)
            } else {
                token == 0
            };
            let field = self.position.place(format!("players[{other}].token"));
            let expected = if other < player {
                "one of the tokens, each once"
            } else {
                "none before it is dealt"
            };
            field.require(fits, format!("token {token}"), expected);
        }
    }

    /// The last look, once everything else fits: for every step that waits somebody or chance has something to do.
    fn check_options(&self) {
        for (place, (at, frame)) in self.frames.iter().enumerate() {
            let is_top = place + 1 == self.frames.len();
            let waits = is_waiting(*frame);
            let is_answered_later = matches!(*frame, Frame::AskInsideLine(_)) && !is_top;
            if !waits || is_answered_later {
                at.require(
                    !is_top,
                    steps::write(*frame),
                    "a step that waits for a player or for chance on top",
                );
                continue;
            }
            let mut state = self.state;
            state.stack = Stack::EMPTY;
            self.frames[..=place].iter().for_each(|(_, frame)| state.push(*frame));
            at.require(
                has_options(&state, *frame),
                format!("{} with nothing to choose from", steps::write(*frame)),
                "options",
            );
        }
    }
}

/// Whether the step on top has options.
fn has_options(state: &CasinoCapers, top: Frame) -> bool {
    match state.node() {
        Node::Terminal => false,
        Node::Decision(_) => {
            let mut legal = Vec::new();
            state.legal_actions(&mut legal);
            legal.len() >= if matches!(top, Frame::AskHunt(_)) { 2 } else { 1 }
        }
        Node::Chance => {
            let mut outcomes = Vec::new();
            state.outcomes(&mut outcomes);
            !outcomes.is_empty()
        }
    }
}

/// How many ordinary cards a deck has at least.
fn ordinary_at_least(state: &CasinoCapers, floor: usize) -> usize {
    let deck = &state.patrol.decks[floor];
    let places = || deck.pools_and_cards();
    let distracted = places().filter(|(_, card)| *card == Some(DISTRACTED)).count();
    let open = places().filter(|(_, card)| card.is_none()).count();
    let loose: usize = state
        .patrol
        .pools()
        .iter()
        .map(|pool| usize::from(pool.distracted))
        .sum();
    deck.len() - distracted - open.min(loose.saturating_sub(distracted))
}

fn word_of(status: Status) -> &'static str {
    match status {
        Status::Outside => "outside",
        Status::Inside => "inside",
        Status::Exited => "gone",
    }
}
