//! Players and their gear.

use super::forms::{PlayerForm, WHEREABOUTS, default_gear, default_pile};
use super::read::{CellField, IndexField, Reader};
use super::write::gear_in_play;
use crate::casino_capers::components::{Finale, Gear, TASK_CARDS};
use crate::casino_capers::frame::Frame;
use crate::casino_capers::state::{CAUGHT, NONE, Status, flag, held};
use crate::casino_capers::tables::Tables;
use crate::casino_capers::view::GearView;
use crate::loose::place::At;
use crate::loose::shape::Entries;

/// More actions than all backs of gear give together.
const MOST_BONUS: u8 = 36;

impl<'a> Reader<'a> {
    /// Where a player is.
    pub fn whereabouts(&mut self, number: usize, form: &At<'a, PlayerForm>) {
        let at = form.at();
        let word = at
            .value
            .and_then(|text| WHEREABOUTS.iter().find(|(word, _)| word == text));
        let player = &mut self.state.players[number];
        match word {
            Some((_, status)) => player.status = *status,
            None => {
                player.at = at.cell_code();
                if player.at != NONE {
                    player.status = Status::Inside;
                }
            }
        }
    }

    /// What a player has.
    pub fn player(&mut self, number: usize, form: &At<'a, PlayerForm>) {
        let is_over = !self.is_playing();
        let heat = form.heat();
        let found = heat.number(0, 0..=u8::MAX);
        heat.require(
            is_over || found < CAUGHT,
            format!("{found} heat"),
            "less than 6 while the game goes on (end.heat)",
        );
        let player = &mut self.state.players[number];
        player.heat = found;
        player.bonus = form.bonus().number(0, 0..=MOST_BONUS);
        for (at, bit) in [
            (form.disguise(), held::DISGUISE),
            (form.dubious(), held::DUBIOUS),
            (form.in_car(), held::IN_CAR),
        ] {
            if at.or(false) {
                self.state.players[number].flags |= bit;
                let is_second = |other: &usize| *other != number && self.state.players[*other].has(bit);
                let is_shared = bit != held::IN_CAR && self.state.everybody().any(|other| is_second(&other));
                at.require(!is_shared, "a second one", "one in the game (section 2)");
            }
        }
        let boots = form.boots();
        if boots.or(false) {
            boots.require(
                self.state.boots == NONE,
                "a second pair",
                "one player with the boots (finale.gravity_boots.setup.1)",
            );
            self.state.boots = number as u8;
        }
        self.gear(number, &form.gear());
        self.task_card(number, &form.task_card());
    }

    /// Gear in front of a player.
    fn gear(&mut self, number: usize, gear: &At<'a, Entries<String>>) {
        if !gear.is_given {
            let held = self.state.players.iter().fold(0, |set, player| set | player.gear);
            self.state.players[number].gear = default_gear(&self.state, number) & !held;
            return;
        }
        for (key, word) in gear.entries() {
            let (Some(card), Some(shown)) = (key.name::<Gear>(), gear_shown(&word)) else {
                continue;
            };
            let owner = self
                .state
                .players
                .iter()
                .position(|player| player.gear & card.bit() != 0);
            if let Some(owner) = owner {
                word.wrong(format!("{card} again (player {} has it)", owner + 1), "every card once");
                continue;
            }
            self.state.players[number].gear |= card.bit();
            match shown {
                GearView::Unprepped => {}
                GearView::Back => self.state.backs |= card.bit(),
                GearView::Prepped(uses) => {
                    let most = Tables::card(card).uses;
                    word.require(
                        uses < most,
                        format!("{uses} uses"),
                        format!("less than {most} (gear.front)"),
                    );
                    self.state.prepped |= card.bit();
                    self.state.set_uses(card, uses.min(most.saturating_sub(1)).min(3));
                }
            }
        }
    }

    /// dd.setup.
    fn task_card(&mut self, number: usize, at: &At<'a, i64>) {
        let has_tasks = self.state.is_set(flag::DEAD_DROPS);
        if has_tasks {
            at.required("the number of a Dead Drops card (dd.setup)");
        }
        let card = at.index(TASK_CARDS);
        at.require(card == NONE || has_tasks, "a card", "none without `dead-drops`");
        let is_second = card != NONE && self.state.players.iter().any(|player| player.task_card == card);
        at.require(!is_second, "the card of another player", "every card once (dd.setup)");
        self.state.players[number].task_card = card;
    }

    /// What the finale counts for each player.
    pub fn finale_count(&mut self, number: usize, form: &At<'a, PlayerForm>) {
        let is_set_up = self.is_resolving(|frame| frame == Frame::SetUpFinale);
        let quota = self.state.wall_quota();
        let first_die = u8::from(!is_set_up);
        for (at, finale, usual, most) in [
            (form.die(), Finale::LaundryDay, first_die, 5),
            (form.steaks(), Finale::CatchATiger, 0, 4),
            (form.prima_donnas(), Finale::Bodyguard, 0, 3),
            (form.walls_destroyed(), Finale::BringingDownTheHouse, 0, quota),
            (form.token(), Finale::CaughtRedHanded, 0, 4),
        ] {
            let runs = self.state.runs(finale);
            at.require(
                !at.is_given || runs,
                "a count",
                format!("none before the finale {finale} runs"),
            );
            if runs {
                self.state.players[number].count = at.number(usual, 0..=most);
            }
        }
    }

    /// Gear that may still come into the game.
    pub fn pile(&mut self) {
        let list = self.position.pile();
        if !list.is_given {
            self.state.pile = default_pile(&self.state);
        }
        let in_play = gear_in_play(&self.state);
        for (at, card) in list.names::<Gear>() {
            let bit = card.bit();
            at.require(self.state.pile & bit == 0, format!("{card} twice"), "every card once");
            at.require(in_play & bit == 0, format!("{card} again"), "a card that nobody has");
            self.state.pile |= bit;
        }
        self.check_gear();
    }

    /// act.prep.alt: the counterpart of a card that was prepped is gone. Cards that are shown lie nowhere else.
    fn check_gear(&self) {
        let state = &self.state;
        let everywhere = state.pile | gear_in_play(state);
        for (number, player) in state.players.iter().enumerate() {
            for card in Gear::all_in(player.gear & (state.prepped | state.backs)) {
                let counterparts = Tables::get().counterparts[card.index()];
                if let Some(other) = Gear::all_in(everywhere & counterparts).next() {
                    let at = self.position.place(format!("players[{number}].gear.{card}"));
                    at.wrong(
                        format!("{card} with {other} in the game"),
                        "one of the two (act.prep.alt)",
                    );
                }
            }
        }
        let held = state.players.iter().fold(state.pile, |set, player| set | player.gear);
        for (at, frame) in &self.frames {
            let shown = super::forms::cards_shown(*frame);
            at.require(
                held & shown == 0,
                super::steps::write(*frame),
                "cards that lie nowhere else (dd.task)",
            );
        }
    }

    /// Players, the current one, and who may be where.
    pub fn check_players(&self) {
        let state = &self.state;
        let is_inside = |player: usize| state.players[player].status == Status::Inside;
        for player in state.everybody() {
            let at = self.position.place(format!("players[{player}].at"));
            let exited = state.players[player].status == Status::Exited;
            at.require(
                !exited || state.running().is_some(),
                "exited",
                "nobody before the finale runs (turn.tokens)",
            );
            let is_lifted = is_inside(player) && state.players[player].at == NONE;
            let lands = self.is_resolving(|frame| matches!(frame, Frame::Enter(at, _) if at.player() == player));
            at.require(
                !is_lifted || lands || !self.is_playing(),
                "lifted",
                "a step with which the player enters",
            );
        }
        let all_exited = state
            .everybody()
            .all(|player| state.players[player].status == Status::Exited);
        let players = self.position.place("players");
        players.require(
            !all_exited || !self.is_playing(),
            "all exited",
            "the end of the game (turn.exits)",
        );
        let is_escape = state.ending == crate::casino_capers::state::Ending::Escaped;
        let ending = self.position.place("ending");
        ending.require(!is_escape || all_exited, "escaped", "all players exited (end.win)");
    }
}

/// `unprepped`, `prepped`, `prepped 1` or `back`.
fn gear_shown(at: &At<'_, String>) -> Option<GearView> {
    let text = at.value?;
    let uses = text.strip_prefix("prepped ").and_then(|uses| uses.parse().ok());
    let shown = match text.as_str() {
        "unprepped" => Some(GearView::Unprepped),
        "prepped" => Some(GearView::Prepped(0)),
        "back" => Some(GearView::Back),
        _ => uses.map(GearView::Prepped),
    };
    at.require(
        shown.is_some(),
        format!("`{text}`"),
        "unprepped, prepped, prepped with the uses made, or back",
    );
    shown
}
