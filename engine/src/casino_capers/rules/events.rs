//! Events (section 7.3, H20).

use rand::Rng;

use super::super::action::Action;
use super::super::chance::Outcome;
use super::super::components::{Event, Gear};
use super::super::frame::{Frame, How, Movement};
use super::super::offers::Offers;
use super::super::patrol::DISTRACTED;
use super::super::place::{Dir, Place, cells, other_floor};
use super::super::state::{CasinoCapers, Ending, NONE, flag, held};
use super::super::window::Window;
use crate::board::Cell;
use crate::cards::Top;
use crate::random;

/// event.happy_hour.
const HAPPY_HOUR_CUBES: u8 = 2;
/// event.espresso_bar.
const ESPRESSO_SPACES: u8 = 2;

impl CasinoCapers {
    /// event.draw: the top card of a deck; an empty one is made of its discards first.
    pub(super) fn draw_event(&mut self, player: usize, deck: usize) {
        if self.event_deck(deck).is_empty() {
            let discards = std::mem::take(&mut self.events[deck].discards);
            let count = discards.count_ones() as usize;
            self.change_events(deck, |cards| cards.shuffle(discards.into(), count));
        }
        if !self.event_deck(deck).is_empty() {
            self.push(Frame::DrawEvent(player as u8, deck as u8));
        }
    }

    /// info.events: any card that is neither discarded nor in front of a player.
    pub(super) fn event_outcomes(&self, deck: usize, out: &mut Vec<(Outcome, f64)>) {
        let cards = self.event_deck(deck);
        match cards.top() {
            Top::Known(card) => out.push((Outcome::Event(Event::at(deck, card)), 1.0)),
            _ => {
                let loose = cards.loose();
                let odds = 1.0 / f64::from(loose.count_ones());
                let all = (0..8).filter(|card| loose & 1 << card != 0);
                out.extend(all.map(|card| (Outcome::Event(Event::at(deck, card)), odds)));
            }
        }
    }

    pub(super) fn sample_event<R: Rng + ?Sized>(&self, deck: usize, rng: &mut R) -> Outcome {
        Outcome::Event(Event::at(deck, self.event_deck(deck).sample(0, rng)))
    }

    /// event.draw: window V, then the card.
    /// event.dubious_meeting: one that lies in front of the player is discarded first.
    pub(super) fn event_drawn(&mut self, player: u8, deck: usize, event: Event) {
        let (_, card) = event.place();
        self.change_events(deck, |cards| cards.draw(card));
        if self.players[player as usize].has(held::DUBIOUS) {
            self.players[player as usize].flags &= !held::DUBIOUS;
            self.discard_event(Event::DubiousMeeting);
        }
        self.push(Frame::Event(event, player));
        self.open(Window::V, NONE);
    }

    /// event.who, H33: the event is carried out for the player who drew it, where he now is.
    /// event.draw: then it is discarded.
    pub(super) fn carry_out_event(&mut self, event: Event, player: usize) {
        if event == Event::DubiousMeeting {
            // event.dubious_meeting: it lies in front of the player.
            self.players[player].flags |= held::DUBIOUS;
            return;
        }
        self.push(Frame::DiscardEvent(event));
        let Some(cell) = self.cell_of(player) else { return };
        let floor = cell.floor();
        match event {
            Event::SplashZone => self.splash(player),
            // event.cannonball, H43: the second one above or below the first.
            Event::Cannonball => {
                self.push(Frame::Announce(other_floor(cell)));
                self.announce(cell, 1, false);
            }
            // event.pool_prank: distracted cards are passed over.
            Event::PoolPrank => {
                if self.patrol.decks[0].discards.cells() != 0 {
                    self.push(Frame::DrawPrank);
                }
            }
            Event::TradeShifts => self.trade_shifts(),
            Event::IdentityTheft => self.swap_heat(player),
            // event.go_for_a_swim: from a deck that has cards.
            Event::GoForASwim => {
                if (0..2).any(|floor| self.patrol_cards(floor) > 0) {
                    self.push(Frame::AskSwim);
                }
            }
            Event::LifeguardTip => {
                if self.adjacent(cell) != 0 {
                    self.push(Frame::AskLifeguard(player as u8));
                }
            }
            // event.no_running: twice counts once.
            Event::NoRunning => self.set_flag(flag::NO_RUNNING, true),
            Event::Directions => {
                if cells().any(|at| self.can_be_peeked(at)) {
                    self.push(Frame::AskDirections(player as u8));
                }
            }
            // event.happy_hour: nothing is triggered.
            Event::HappyHour => {
                for at in cells()
                    .filter(|&at| self.holds_cubes(at))
                    .collect::<CubeTiles>()
                    .0
                    .into_iter()
                    .flatten()
                {
                    self.set_cubes(at, HAPPY_HOUR_CUBES);
                }
            }
            // event.chatterbox: it ends with reached().
            Event::Chatterbox => {
                if let Some(marker) = self.marker_cell(floor) {
                    self.bouncer_jumps(marker);
                }
            }
            // event.espresso_bar: like a turn without its beginning.
            Event::EspressoBar => self.push(Frame::Walk(Movement::new(floor, ESPRESSO_SPACES))),
            Event::ShareADrink => {
                if self
                    .everybody()
                    .any(|other| other != player && self.cell_of(other).is_some())
                {
                    self.push(Frame::AskDrinker(player as u8));
                }
            }
            // event.tipsy: the marker goes to the tile he left.
            Event::Tipsy => {
                if let Some(marker) = self.marker_cell(floor) {
                    let left = self.bouncer_cell(floor);
                    self.bouncer_enters(marker, true);
                    if self.ending == Ending::Playing {
                        self.push(Frame::MoveMarker(left));
                    }
                }
            }
            // event.thirsty.
            Event::Thirsty => self.push(Frame::SetMarker(cell)),
            Event::DubiousMeeting => {}
        }
    }

    /// event.splash_zone: one of the player's prepped front sides is discarded, if there is any.
    fn splash(&mut self, player: usize) {
        match self.players[player].gear & self.prepped {
            0 => self.splash_draw(player),
            _ => self.push(Frame::AskDiscard(player as u8)),
        }
    }

    pub(super) fn offer_discards(&self, player: usize, out: &mut impl Offers) {
        out.extend(Gear::all_in(self.players[player].gear & self.prepped).map(Action::Discard));
    }

    /// event.splash_zone: the discarded card leaves the game.
    pub(super) fn card_discarded(&mut self, player: u8, card: Gear) {
        self.remove_card(card);
        self.splash_draw(player as usize);
    }

    /// event.splash_zone: then a random card, if there is one left.
    fn splash_draw(&mut self, player: usize) {
        if self.pile != 0 {
            self.push(Frame::DrawSplash(player as u8));
        }
    }

    /// info.draws: the cards of the pile, equally likely.
    pub(super) fn gear_outcomes(&self, out: &mut Vec<(Outcome, f64)>) {
        let odds = 1.0 / f64::from(self.pile.count_ones());
        out.extend(Gear::all_in(self.pile).map(|card| (Outcome::Gear(card), odds)));
    }

    pub(super) fn sample_gear<R: Rng + ?Sized>(&self, rng: &mut R) -> Outcome {
        Outcome::Gear(Gear::ALL[random::choose_bit(rng, self.pile) as usize])
    }

    /// event.pool_prank: both destinations, floor 1 first; the card stays in the discards.
    pub(super) fn prank_drawn(&mut self, card: u8) {
        let square = Place::from_index(card.into()).cell().square();
        self.push(Frame::SetMarker(Cell::new(1, square)));
        self.push(Frame::SetMarker(Cell::new(0, square)));
    }

    /// event.trade_shifts: from the larger deck; the team chooses between equal ones.
    /// H44, finale.rescuing_her_ride.ruling.16: nothing in that finale.
    fn trade_shifts(&mut self) {
        if self.runs(super::super::components::Finale::RescuingHerRide) {
            return;
        }
        let [below, above] = [0, 1].map(|floor| self.patrol.decks[floor].len());
        match below.cmp(&above) {
            std::cmp::Ordering::Greater => self.patrol.trade(0),
            std::cmp::Ordering::Less => self.patrol.trade(1),
            std::cmp::Ordering::Equal if below > 0 => self.push(Frame::AskTrade),
            std::cmp::Ordering::Equal => {}
        }
    }

    /// event.identity_theft: with the next player in seat order who has not exited.
    fn swap_heat(&mut self, player: usize) {
        if let Some(next) = self.next_player(player).filter(|&next| next != player) {
            let own = self.players[player].heat;
            self.players[player].heat = std::mem::replace(&mut self.players[next].heat, own);
        }
    }

    /// event.go_for_a_swim: decks that have cards.
    pub(super) fn offer_swims(&self, out: &mut impl Offers) {
        out.extend(
            (0..2)
                .filter(|&floor| self.patrol_cards(floor) > 0)
                .map(|floor| Action::Deck(floor as u8)),
        );
    }

    /// event.go_for_a_swim: the floor's bouncer jumps to the cell; a distracted card lets the team choose, or is
    /// followed by another.
    pub(super) fn swim_drawn(&mut self, floor: usize, card: u8) {
        self.patrol.discard_top(floor, card);
        if card != DISTRACTED {
            let square = Place::from_index(card.into()).cell().square();
            return self.bouncer_jumps(Cell::new(floor, square));
        }
        if self.even_tiles(floor).next().is_some() {
            self.push(Frame::AskSwimTile(floor as u8));
        } else if self.patrol_cards(floor) > 0 {
            self.push(Frame::DrawSwim(floor as u8));
        }
    }

    /// event.lifeguard_tip: an adjacent tile; the bouncer's own only if there is no other.
    pub(super) fn offer_lifeguard(&self, player: usize, out: &mut impl Offers) {
        let Some(cell) = self.cell_of(player) else { return };
        let beside = self.adjacent(cell);
        let others = beside & !(1 << self.floors[cell.floor()].bouncer.at);
        let choices = if others != 0 { others } else { beside };
        out.extend(CasinoCapers::cells_of(cell.floor(), choices).map(Action::Tile));
    }

    /// event.directions: whatever lies face down or holds a face-down chip, on either floor.
    pub(super) fn offer_directions(&self, out: &mut impl Offers) {
        out.extend(cells().filter(|&at| self.can_be_peeked(at)).map(Action::Tile));
    }

    /// event.share_a_drink: another player, on another tile if there is one.
    pub(super) fn offer_drinkers(&self, player: usize, out: &mut impl Offers) {
        let here = self.cell_of(player);
        let others = || {
            self.everybody()
                .filter(move |&other| other != player && self.cell_of(other).is_some())
        };
        let is_elsewhere = |other: &usize| self.cell_of(*other) != here;
        let any_elsewhere = others().any(|other| is_elsewhere(&other));
        out.extend(
            others()
                .filter(|other| !any_elsewhere || is_elsewhere(other))
                .map(|other| Action::Player(other as u8)),
        );
    }

    /// event.share_a_drink: he jumps to the drawer, ignoring When You Enter.
    pub(super) fn share_a_drink(&mut self, drawer: usize, player: usize) {
        if let Some(cell) = self.cell_of(drawer) {
            self.carry(player, cell, How::from(Dir::None).ignoring());
        }
    }
}

/// The tiles that can hold cubes: two of each of three kinds.
struct CubeTiles([Option<Cell>; 6]);

impl FromIterator<Cell> for CubeTiles {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> CubeTiles {
        let mut found = CubeTiles([None; 6]);
        for (place, cell) in found.0.iter_mut().zip(cells) {
            *place = Some(cell);
        }
        found
    }
}
