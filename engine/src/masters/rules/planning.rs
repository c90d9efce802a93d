//! The planning part: 3.3, in the sequential form of MH3.3h.

use super::super::action::{Action, MASTERMIND, MOST_STAKE, PLAYERS, Piece, Sale, Who};
use super::super::components::{Crisis, Event, Fixer, Item};
use super::super::frame::Frame;
use super::super::offers::{Any, Offers};
use super::super::scenario::{Chit, DeckCard};
use super::super::state::{Exit, HELD, MastersOfTheHeist, NOWHERE, SHOP, Spot, Status};
use super::super::tile::Tile;
use super::hexes_from;
use crate::board::hexes::{Side, members};

/// Prices of one, two, three (fixers.csv), in $k.
const BEAT_COP: [u16; 3] = [2, 3, 4];
const CONSULTANT: [u16; 3] = [0, 3, 7];
const ARCHITECT: [u16; 3] = [0, 3, 5];
const RETIREE: [u16; 3] = [3, 5, 6];
const DIVERSION: [u16; 4] = [1, 2, 3, 4];
const VISAGE: u16 = 1;
const SHELL: u16 = 3;
const PRISON_GUARD: u16 = 3;
/// MH7.8b: Locks that the Prison Guard swaps.
const SWAPPED_LOCKS: u8 = 2;
/// MH3.3e: what the Fence takes off, what the Curator keeps of an item, and what he pays for a jewel.
const FENCE: u8 = 1;
const CURATOR: u8 = 1;
const JEWEL: u16 = 4;
/// MH7.10b: characters on one pawn hex or hideout.
const TOGETHER: u8 = 2;
/// items:master-plan-copy.
const EXTRA_TOKENS: u8 = 2;

/// The order of stage (b): nothing may be chosen that stands before what was chosen last.
mod rank {
    pub const SELL: u8 = 0;
    pub const BUY: u8 = 20;
    pub const SHELL: u8 = 70;
    pub const MACHINIST: u8 = 71;
    pub const CONNOISSEUR: u8 = 76;
    pub const MAYOR: u8 = 77;
    pub const CONSULTANT: u8 = 78;
    pub const DIVERSION: u8 = 79;
    pub const ARCHITECT: u8 = 80;
    pub const RETIREE: u8 = 81;
}

/// MH3.3f: a price list: what each number costs, as far as team cash pays for it.
fn offered(prices: &[u16], cash: u16) -> impl Iterator<Item = u8> + '_ {
    (1..)
        .zip(prices)
        .filter(move |&(_, &price)| price <= cash)
        .map(|(number, _)| number)
}

impl MastersOfTheHeist {
    // --- The shop, MH3.3e.

    /// Final Score Part 2 has no shop.
    fn has_shop(&self) -> bool {
        !self.scenario().starts_on_hideouts()
    }

    fn price(&self, item: Item) -> u16 {
        let discount = if self.has_fixer(Fixer::Fence) { FENCE } else { 0 };
        u16::from(self.tables().item(item).price.saturating_sub(discount))
    }

    fn sale_price(&self, item: Item) -> u16 {
        let price = self.tables().item(item).price;
        u16::from(if self.has_fixer(Fixer::Curator) {
            price - CURATOR
        } else {
            price / 2
        })
    }

    fn can_buy(&self, item: Item) -> bool {
        self.has_shop()
            && self.planning.sold & 1 << item.index() == 0
            && self.slots_of(Piece::Item(item), SHOP).next().is_some()
            && self.price(item) <= self.cash
    }

    fn buy(&mut self, item: Item, to: u8) {
        self.cash -= self.price(item);
        self.planning.bought |= 1 << item.index();
        self.move_piece(Piece::Item(item), SHOP, to);
    }

    /// H68: the holder whose card is sold: the first in team order; nothing bought now, no starting item.
    fn seller(&self, item: Item) -> Option<Who> {
        let is_sellable = self.has_shop() && self.planning.bought & 1 << item.index() == 0;
        let mut players = self.players().filter(|_| is_sellable);
        players.find(|&who| {
            self.slots_of(Piece::Item(item), Self::held_by(who))
                .any(|slot| !self.is_starting_item(slot))
        })
    }

    fn offer_sales(&self, out: &mut impl Offers) {
        let items = Item::ALL.iter().copied().filter(|&item| self.seller(item).is_some());
        out.extend(items.map(|item| Action::Sell(Sale::Item(item))));
        if self.has_shop() && self.has_fixer(Fixer::Curator) && self.planning.jewels > 0 {
            // H7.
            out.push(Action::Sell(Sale::Jewel));
        }
    }

    fn sell(&mut self, sale: Sale) {
        match sale {
            Sale::Jewel => {
                self.planning.jewels -= 1;
                self.cash += JEWEL;
            }
            Sale::Item(item) => {
                if let Some(seller) = self.seller(item) {
                    self.move_piece(Piece::Item(item), Self::held_by(seller), SHOP);
                    self.planning.sold |= 1 << item.index();
                    self.cash += self.sale_price(item);
                }
            }
        }
    }

    fn is_used(&self, fixer: Fixer) -> bool {
        self.planning.used & 1 << fixer.index() != 0
    }

    fn may_use(&self, fixer: Fixer) -> bool {
        self.has_fixer(fixer) && !self.is_used(fixer)
    }

    /// MH3.3f: each fixer once, paid by the team.
    fn use_fixer(&mut self, fixer: Fixer, price: u16) {
        self.planning.used |= 1 << fixer.index();
        self.cash -= price;
    }

    // --- (a) Reveals.

    /// MH3.3h, H8: passed over if nothing can be done.
    pub(super) fn plan_reveals(&mut self) {
        let mut any = Any::default();
        self.offer_reveals(&mut any);
        self.push(if any.0 { Frame::AskReveals } else { Frame::Office });
    }

    /// MH3.3g, H79: planning reveals, and only what changes the bag or pays for them.
    pub(super) fn offer_reveals(&self, out: &mut impl Offers) {
        let unrevealed = self.tiles_in(self.unrevealed);
        if self.has_fixer(Fixer::Visage) && self.cash >= VISAGE {
            out.extend(unrevealed.clone().map(Action::Visage));
        }
        if self.schematics_holder().is_some() || self.can_buy(Item::BuildingSchematics) {
            out.extend(unrevealed.map(Action::BuildingSchematics));
        }
        if self.may_use(Fixer::BeatCop) {
            // MH7.8b.
            for count in offered(&BEAT_COP, self.cash) {
                for dogs in 0..=count {
                    let guards = count - dogs;
                    if guards <= self.bag[Chit::Guard.index()] && dogs <= self.bag[Chit::Dog.index()] {
                        out.push(Action::BeatCop(guards, dogs));
                    }
                }
            }
        }
        if self.may_use(Fixer::PrisonGuard)
            && self.cash >= PRISON_GUARD
            && self.bag[Chit::Lock.index()] > 0
            && self.starts_inside()
        {
            out.push(Action::PrisonGuard);
        }
        self.offer_sales(out);
    }

    /// MH7.8b: whether a character or the NPC starts inside.
    fn starts_inside(&self) -> bool {
        self.planning.inside != 0 || self.scenario().npc.is_some_and(|npc| npc.hex.is_some())
    }

    fn schematics_holder(&self) -> Option<Who> {
        self.players()
            .find(|&who| self.holds(who, Piece::Item(Item::BuildingSchematics)))
    }

    pub(super) fn do_plan_reveal(&mut self, action: Action) {
        if action == Action::Done {
            self.push(Frame::Office);
            return;
        }
        self.push(Frame::Reveals);
        match action {
            Action::Visage(tile) => {
                self.cash -= VISAGE;
                self.reveal(self.hex(tile));
            }
            Action::BuildingSchematics(tile) => {
                // MH7.6j: a card that somebody holds is used before one is bought. It may be bought again.
                let item = Item::BuildingSchematics;
                match self.schematics_holder() {
                    Some(holder) => self.move_piece(Piece::Item(item), Self::held_by(holder), SHOP),
                    None => {
                        self.cash -= self.price(item);
                        self.planning.bought |= 1 << item.index();
                    }
                }
                self.reveal(self.hex(tile));
            }
            Action::BeatCop(guards, dogs) => {
                self.use_fixer(Fixer::BeatCop, BEAT_COP[usize::from(guards + dogs) - 1]);
                self.swap_for_blanks(Chit::Guard, guards);
                self.swap_for_blanks(Chit::Dog, dogs);
            }
            Action::PrisonGuard => {
                // H80.
                self.use_fixer(Fixer::PrisonGuard, PRISON_GUARD);
                self.swap_for_blanks(Chit::Lock, SWAPPED_LOCKS.min(self.bag[Chit::Lock.index()]));
            }
            Action::Sell(sale) => self.sell(sale),
            _ => {}
        }
    }

    // --- (b) Office.

    pub(super) fn office(&mut self) {
        let mut any = Any::default();
        self.offer_office(&mut any);
        self.push(if any.0 { Frame::AskOffice } else { Frame::Tunnels(0) });
    }

    pub(super) fn offer_office(&self, out: &mut impl Offers) {
        let mut later = NotBefore {
            rank: self.planning.reached,
            out,
        };
        self.offer_offices(&mut later);
    }

    fn offer_offices(&self, out: &mut impl Offers) {
        let cash = self.cash;
        self.offer_sales(out);
        for &item in Item::ALL.iter().filter(|&&item| self.can_buy(item)) {
            out.extend(self.players().map(|who| Action::Buy(item, who)));
        }
        if self.may_use(Fixer::Shell) && cash >= SHELL {
            out.push(Action::Shell);
        }
        if self.has_fixer(Fixer::Machinist) && self.planning.locks > 0 {
            out.extend(self.players().map(Action::Machinist));
        }
        if self.may_use(Fixer::Connoisseur) {
            out.push(Action::Connoisseur);
        }
        if self.may_use(Fixer::Mayor) {
            let guarded = self.mayor_hexes();
            out.extend(
                self.players()
                    .flat_map(|who| self.tiles_in(guarded).map(move |tile| Action::Mayor(who, tile))),
            );
        }
        if self.may_use(Fixer::Consultant) {
            out.extend(offered(&CONSULTANT, cash).map(Action::Consultant));
        }
        if self.may_use(Fixer::Diversion) {
            out.extend(offered(&DIVERSION, cash).map(Action::Diversion));
        }
        if self.may_use(Fixer::Architect) {
            out.extend(offered(&ARCHITECT, cash).map(Action::Architect));
        }
        if self.may_use(Fixer::Retiree) {
            out.extend(offered(&RETIREE, cash).map(Action::Retiree));
        }
    }

    /// MH7.8h, H74: hexes with a visible Guard, no Dog and none of the starting Guards of the parking garage.
    fn mayor_hexes(&self) -> u32 {
        let guarded = self.hexes_with(|ground| ground.guards.active() > 0);
        let is_free = |&hex: &usize| {
            let starters = self.active_starters(hex).count() as u8;
            self.ground[hex].guards.active() > starters
        };
        members(guarded).filter(is_free).fold(0, |set, hex| set | 1 << hex)
    }

    pub(super) fn do_office(&mut self, action: Action) {
        if action == Action::Done {
            self.push(Frame::Tunnels(0));
            return;
        }
        self.planning.reached = office_rank(action);
        self.push(Frame::Office);
        match action {
            Action::Sell(sale) => self.sell(sale),
            Action::Buy(item, who) => self.buy(item, Self::held_by(who)),
            Action::Shell => {
                // MH7.8d: all Cameras that planning reveals found.
                self.use_fixer(Fixer::Shell, SHELL);
                members(self.planned_cameras).for_each(|hex| self.ground[hex].cameras.switch_off(1));
            }
            Action::Machinist(who) => {
                // MH7.8c.
                self.planning.locks -= 1;
                self.gain_ideas(who, 1);
            }
            Action::Connoisseur => {
                // MH7.8e: loot under a ring counts.
                self.use_fixer(Fixer::Connoisseur, 0);
                for hex in 0..HELD {
                    if self.cash_at[usize::from(hex)] + self.count_at(Piece::Jewel, hex) > 0 {
                        self.add_cash(hex, 1);
                    }
                }
            }
            Action::Mayor(who, tile) => {
                self.use_fixer(Fixer::Mayor, 0);
                let hex = self.hex(tile);
                self.ground[hex].guards.remove(1);
                self.planning.starts[who.index()] = hex as u8;
                self.get_mut(who).at = hex as u8;
            }
            Action::Consultant(count) => {
                self.use_fixer(Fixer::Consultant, CONSULTANT[usize::from(count) - 1]);
                self.blanks = count;
            }
            Action::Diversion(count) => {
                self.use_fixer(Fixer::Diversion, DIVERSION[usize::from(count) - 1]);
                self.diversions = count;
            }
            Action::Architect(count) => {
                self.use_fixer(Fixer::Architect, ARCHITECT[usize::from(count) - 1]);
                self.push(Frame::AskIdeaToken(count, 0));
            }
            Action::Retiree(count) => {
                self.use_fixer(Fixer::Retiree, RETIREE[usize::from(count) - 1]);
                self.push(Frame::AskInsert(count, 0));
            }
            _ => {}
        }
    }

    /// MH7.8g: hexes in ascending order that can still be connected among themselves.
    pub(super) fn offer_idea_tokens(&self, left: u8, next: u8, out: &mut impl Offers) {
        let fit = members(self.from(next)).filter(|&hex| self.can_connect(self.idea_tokens | 1 << hex, hex, left - 1));
        let fit = fit.fold(0u32, |set, hex| set | 1 << hex);
        out.extend(self.tiles_in(fit).map(Action::PlaceIdea));
    }

    /// The hexes from a number on.
    fn from(&self, next: u8) -> u32 {
        self.plan().present() & hexes_from(next)
    }

    /// Whether so many more hexes behind `last` can make a set connected.
    fn can_connect(&self, set: u32, last: usize, left: u8) -> bool {
        if left == 0 {
            return self.is_connected(set);
        }
        members(self.from(last as u8 + 1)).any(|hex| self.can_connect(set | 1 << hex, hex, left - 1))
    }

    fn is_connected(&self, set: u32) -> bool {
        let mut reached = set & set.wrapping_neg();
        loop {
            let grown = reached | self.plan().neighbours_of(reached) & set;
            if grown == reached {
                return reached == set;
            }
            reached = grown;
        }
    }

    pub(super) fn place_idea(&mut self, left: u8, hex: usize) {
        self.idea_tokens |= 1 << hex;
        if left > 1 {
            self.push(Frame::AskIdeaToken(left - 1, hex as u8 + 1));
        }
    }

    /// MH7.8i, MH7.4x: the cards in the order M1 to M3, each anywhere above the final Crisis.
    pub(super) fn offer_inserts(&self, left: u8, next: u8, out: &mut impl Offers) {
        let is_final = |crisis: Crisis| self.tables().final_crises & 1 << crisis.index() != 0;
        let ends = |card: &DeckCard| card.crisis().is_some_and(is_final);
        let last = self
            .deck
            .cards()
            .iter()
            .position(ends)
            .unwrap_or(self.deck.cards().len()) as u8;
        let cards = usize::from(next)..=RETIREE.len() - usize::from(left);
        for event in cards.map(|card| MASTERMIND[card]) {
            out.extend((0..=last).map(|above| Action::Insert(event, above)));
        }
    }

    pub(super) fn insert_event(&mut self, left: u8, event: Event, above: u8) {
        self.deck.insert(event, usize::from(above));
        if left > 1 {
            let card = MASTERMIND.iter().position(|&known| known == event);
            let card = card.expect("the Retiree inserts M1 to M3");
            self.push(Frame::AskInsert(left - 1, card as u8 + 1));
        }
    }

    // --- (c) Tunnels.

    /// MH3.3d, H60: asked while an Exit can be placed.
    pub(super) fn tunnels(&mut self, next: u8) {
        let mut any = Any::default();
        self.offer_tunnels(next, &mut any);
        self.push(if any.0 {
            Frame::AskTunnel(next)
        } else {
            Frame::StartPlaces(0)
        });
    }

    /// Exits that are missing for everybody who starts on one.
    fn missing_exits(&self) -> u8 {
        let starting = self.players().filter(|&who| self.starts_on_exit(who)).count();
        let guide = self.is_unplaced_guide();
        let starting = starting + usize::from(guide);
        let needed = match usize::from(self.scenario().entrance_limit) {
            0 => usize::from(starting > 0),
            limit => starting.div_ceil(limit),
        };
        (needed as u8).saturating_sub(self.exit_count)
    }

    fn is_unplaced_guide(&self) -> bool {
        let npc = self.get(Who::NPC);
        npc.status != Status::Absent && npc.at == NOWHERE
    }

    fn starts_on_exit(&self, who: Who) -> bool {
        self.planning.starts[who.index()] == NOWHERE
            && self.planning.inside & who.bit() == 0
            && !self.scenario().starts_on_hideouts()
    }

    /// H6: an Exit in a tunnel space opens to one of the sides that the space has.
    pub(super) fn offer_tunnels(&self, next: u8, out: &mut impl Offers) {
        let scenario = self.scenario();
        let placed = self.exit_count - scenario.exits.len() as u8;
        if placed == scenario.tunnel_entrances {
            return;
        }
        let missing = usize::from(self.missing_exits());
        let spaces = &scenario.tunnels;
        let mut is_any = false;
        for (place, space) in spaces.iter().enumerate().skip(next.into()) {
            if spaces.len() - place < missing {
                continue;
            }
            let touches =
                |side: &Side| space.sides & side.bit() != 0 && self.plan().at(space.space.beside(*side)).is_some();
            for side in Side::ALL.into_iter().filter(touches) {
                if let Some(tile) = Tile::at(space.space) {
                    is_any = true;
                    out.push(Action::Tunnel(tile, side));
                }
            }
        }
        if is_any && missing == 0 {
            out.push(Action::Done);
        }
    }

    pub(super) fn place_tunnel(&mut self, action: Action) {
        let Action::Tunnel(tile, side) = action else {
            self.push(Frame::StartPlaces(0));
            return;
        };
        if let Some(hex) = self.plan().at(tile.place().beside(side)) {
            self.add_exit(tile, hex as u8);
        }
        let spaces = &self.scenario().tunnels;
        let place = spaces.iter().position(|space| space.space == tile.place());
        let place = place.expect("an Exit is put into a tunnel space");
        self.push(Frame::Tunnels(place as u8 + 1));
    }

    /// MH1c: an Exit added later comes last.
    pub(in super::super) fn add_exit(&mut self, space: Tile, hex: u8) {
        self.exits[usize::from(self.exit_count)] = Exit {
            space: Some(space),
            hex,
        };
        self.exit_count += 1;
    }

    // --- (d) Start places.

    /// MH3.3c, MH7.10b: characters in team order, then a guide; those that have a place already are passed over.
    pub(super) fn start_places(&mut self, next: u8) {
        for number in next..=PLAYERS as u8 {
            let who = Who(number);
            let is_waiting = if who.is_npc() {
                self.is_unplaced_guide()
            } else {
                number < self.player_count && self.planning.starts[who.index()] == NOWHERE
            };
            if is_waiting {
                self.push(Frame::AskStart(who));
                return;
            }
        }
        self.push(Frame::Leftovers(0));
    }

    /// MH10.29: pawn hexes are shared and need no token.
    pub(super) fn offer_starts(&self, who: Who, out: &mut impl Offers) {
        let scenario = self.scenario();
        let (hexes, limit) = if who.is_npc() || self.starts_on_exit(who) {
            (0, scenario.entrance_limit)
        } else if scenario.starts_on_hideouts() {
            (scenario.story_hexes, TOGETHER)
        } else {
            (scenario.inside_starts, TOGETHER)
        };
        let exits = self.exit_spots().filter(|_| hexes == 0);
        let has_room = |&place: &Spot| {
            let here = self.everybody().filter(|&other| {
                let is_fixed = !other.is_npc() && self.planning.starts[other.index()] != NOWHERE;
                self.get(other).at == place && !is_fixed
            });
            limit == 0 || here.count() < usize::from(limit)
        };
        let free = members(hexes).map(|hex| hex as Spot).chain(exits).filter(has_room);
        out.extend(free.map(|place| Action::Start(who, self.tile(place))));
    }

    pub(super) fn start_at(&mut self, who: Who, tile: Tile) {
        if let Some(spot) = self.spot(tile) {
            self.get_mut(who).at = spot;
        }
        self.push(Frame::StartPlaces(who.0 + 1));
    }

    /// Final Score Part 2: initial ideas or those left of Part 1, asked where they differ.
    pub(super) fn leftovers(&mut self, next: u8) {
        let differs = |who: &Who| {
            let left = self.planning.leftover[who.index()];
            left != NOWHERE && left != self.get(*who).ideas
        };
        match self.players().filter(|who| who.0 >= next).find(differs) {
            Some(who) => self.push(Frame::AskLeftover(who)),
            None if self.scenario().starts_on_hideouts() => self.push(Frame::Exchanges(Who(0), Who(1))),
            None => self.push(Frame::Tokens(Who(0), 0)),
        }
    }

    pub(super) fn choose_leftover(&mut self, who: Who, action: Action) {
        if action == Action::Leftover {
            self.get_mut(who).ideas = self.planning.leftover[who.index()];
        }
        self.push(Frame::Leftovers(who.0 + 1));
    }

    /// MH10.35, H70: ideas exchanged on a hideout, one transfer for each pair.
    pub(super) fn exchanges(&mut self, mut first: Who, mut second: Who) {
        while first.0 + 1 < self.player_count {
            let has_ideas = self.get(first).ideas + self.get(second).ideas > 0;
            if has_ideas && self.get(first).at == self.get(second).at {
                self.push(Frame::AskExchange(first, second));
                return;
            }
            (first, second) = self.next_pair(first, second);
        }
        self.push(Frame::Tokens(Who(0), 0));
    }

    fn next_pair(&self, first: Who, second: Who) -> (Who, Who) {
        if second.0 + 1 < self.player_count {
            (first, Who(second.0 + 1))
        } else {
            (Who(first.0 + 1), Who(first.0 + 2))
        }
    }

    pub(super) fn exchange(&mut self, first: Who, second: Who, action: Action) {
        if let Action::Transfer(giver, taker, count) = action {
            self.transfer(giver, taker, count);
        }
        let (first, second) = self.next_pair(first, second);
        self.push(Frame::Exchanges(first, second));
    }

    // --- (e) Tokens.

    /// MH3.3b: planning tokens of a character, `memory` of its card and two for each Master Plan Copy.
    pub(in super::super) fn memory(&self, who: Who) -> u8 {
        let card = self.card(who).map_or(0, |card| card.memory);
        card + EXTRA_TOKENS * self.count_at(Piece::Item(Item::MasterPlanCopy), Self::held_by(who))
    }

    /// The most tokens that a character may have on the map: the Master Plan Copy may have changed hands since the
    /// planning.
    pub(in super::super) fn most_tokens(&self, who: Who) -> u8 {
        self.card(who).map_or(0, |card| card.memory) + EXTRA_TOKENS
    }

    pub(super) fn plan_tokens(&mut self, who: Who, next: u8) {
        if who.0 >= self.player_count {
            self.push(Frame::Stake);
            return;
        }
        let placed = self.get(who).tokens.count_ones();
        if placed < u32::from(self.memory(who)) && self.from(next) != 0 {
            self.push(Frame::AskPlanToken(who, next));
        } else {
            self.push(Frame::Tokens(Who(who.0 + 1), 0));
        }
    }

    pub(super) fn offer_plan_tokens(&self, next: u8, out: &mut impl Offers) {
        out.extend(self.tiles_in(self.from(next)).map(Action::Token));
        out.push(Action::Done);
    }

    pub(super) fn place_plan_token(&mut self, who: Who, action: Action) {
        match action {
            Action::Token(tile) => {
                let hex = self.hex(tile);
                self.get_mut(who).tokens |= 1 << hex;
                self.push(Frame::Tokens(who, hex as u8 + 1));
            }
            _ => self.push(Frame::Tokens(Who(who.0 + 1), 0)),
        }
    }

    // --- (f) Stake, (g) confirm.

    /// MH7.8f.
    pub(super) fn stake(&mut self) {
        let is_asked = self.has_fixer(Fixer::Bookie) && self.cash > 0;
        self.push(if is_asked { Frame::AskStake } else { Frame::AskBegin });
    }

    pub(super) fn offer_stakes(&self, out: &mut impl Offers) {
        out.extend((0..=u16::from(MOST_STAKE).min(self.cash) as u8).map(Action::Stake));
    }

    pub(super) fn pay_stake(&mut self, stake: u8) {
        self.stake = stake;
        self.cash -= u16::from(stake);
        self.push(Frame::AskBegin);
    }
}

fn office_rank(action: Action) -> u8 {
    match action {
        Action::Sell(Sale::Item(item)) => rank::SELL + item as u8,
        Action::Sell(Sale::Jewel) => rank::SELL + Item::ALL.len() as u8,
        Action::Buy(item, who) => rank::BUY + item as u8 * PLAYERS as u8 + who.0,
        Action::Shell => rank::SHELL,
        Action::Machinist(who) => rank::MACHINIST + who.0,
        Action::Connoisseur => rank::CONNOISSEUR,
        Action::Mayor(..) => rank::MAYOR,
        Action::Consultant(_) => rank::CONSULTANT,
        Action::Diversion(_) => rank::DIVERSION,
        Action::Architect(_) => rank::ARCHITECT,
        _ => rank::RETIREE,
    }
}

/// Takes options of stage (b) that do not stand before what was chosen last.
struct NotBefore<'a, O> {
    rank: u8,
    out: &'a mut O,
}

impl<O: Offers> Offers for NotBefore<'_, O> {
    fn push(&mut self, action: Action) {
        if office_rank(action) >= self.rank {
            self.out.push(action);
        }
    }
}
