//! Drawing Tools and Loot, trades, pick-ups (sections 5.8, 7.3, 7.4).

use rand::Rng;

use super::super::action::Action;
use super::super::chance::Outcome;
use super::super::components::{Character, Loot, Tool};
use super::super::decks::DeckName;
use super::super::frame::{Drilled, Frame, Offer, ToolPair};
use super::super::offers::Offers;
use super::super::state::{BurgleBros, NONE, SEATS, Seats};
use crate::board::Cell;
use crate::cards::Top;
use crate::game::Seat;

impl BurgleBros {
    /// U-NOTE-1: the Tools in the discard: those neither unseen, held, lying about nor in use.
    pub(in super::super) fn discarded_tools(&self) -> u16 {
        let mut elsewhere = self.deck(DeckName::Tools).unseen as u16;
        for player in &self.players {
            elsewhere |= player.tools;
        }
        for safe in &self.safes {
            elsewhere |= safe.tools;
        }
        if self.emp != NONE {
            elsewhere |= Tool::Emp.bit();
        }
        if self.donuts != NONE {
            elsewhere |= Tool::Donuts.bit();
        }
        Tool::SET & !elsewhere
    }

    /// U-NOTE-2, H33: makes sure that a Tool can be drawn, reshuffling the discard apart from `besides`; false if none
    /// is left.
    fn prepare_tool_deck(&mut self, besides: u16) -> bool {
        if self.deck(DeckName::Tools).is_empty() {
            let cards = self.discarded_tools() & !besides;
            self.change_deck(DeckName::Tools, |deck| {
                deck.shuffle(u32::from(cards), cards.count_ones() as usize)
            });
        }
        !self.deck(DeckName::Tools).is_empty()
    }

    /// A player draws a Tool, if one is left (U-NOTE-2).
    pub(in super::super) fn draw_tool(&mut self, drawer: Seat, safe: Option<Drilled>) {
        if self.prepare_tool_deck(0) {
            self.push(Frame::DrawTool { drawer, safe });
        }
    }

    /// C-RIGGER-B, C-RIGGER-A: with the Rigger in the game every draw shows two cards (ruling R3).
    /// H46: the second card is always drawn, if need be after a reshuffle.
    pub(in super::super) fn tool_drawn(&mut self, drawer: Seat, safe: Option<Drilled>, tool: Tool) {
        self.draw_from(DeckName::Tools, tool as u8);
        let rigged = self.plays(Character::RiggerBasic) || self.plays(Character::RiggerAdvanced);
        if rigged && self.prepare_tool_deck(tool.bit()) {
            self.push(Frame::DrawSecondTool {
                drawer,
                safe,
                first: tool,
            });
        } else {
            self.gain_tool(drawer, safe, tool);
        }
    }

    /// C-RIGGER-B: the second of the two cards.
    pub(in super::super) fn second_tool_drawn(
        &mut self,
        drawer: Seat,
        safe: Option<Drilled>,
        first: Tool,
        second: Tool,
    ) {
        self.draw_from(DeckName::Tools, second as u8);
        self.push(Frame::KeepTool {
            drawer,
            safe,
            pair: ToolPair::from((first, second)),
        });
    }

    /// M-DEC-7: which of the two is kept.
    pub(in super::super) fn offer_pair(pair: ToolPair, out: &mut impl Offers) {
        let (first, second) = pair.tools();
        out.extend([Action::Keep(first), Action::Keep(second)]);
    }

    /// A Tool comes to its drawer, or stays on the Safe he drilled (C-PETERMAN-A).
    pub(in super::super) fn gain_tool(&mut self, drawer: Seat, safe: Option<Drilled>, tool: Tool) {
        match safe {
            None => self.player_mut(drawer).tools |= tool.bit(),
            Some(drilled) => {
                let cell = self.drilled_cell(drawer, drilled);
                if let Some(safe) = self.safe_at_mut(cell) {
                    safe.tools |= tool.bit();
                }
            }
        }
    }

    /// I-HID-5, I-CHANCE-5: every unseen Tool is equally likely.
    pub(in super::super) fn tool_outcomes(&self, out: &mut Vec<(Outcome, f64)>) {
        super::guards::deck_outcomes(
            self.deck(DeckName::Tools),
            0,
            |card| Outcome::Tool(Tool::ALL[card as usize]),
            out,
        );
    }

    /// I-HID-5, I-CHANCE-6: every unseen Loot is equally likely; the two Gold Bars are one outcome.
    pub(in super::super) fn loot_outcomes(&self, out: &mut Vec<(Outcome, f64)>) {
        match self.deck(DeckName::Loot).top() {
            Top::Known(card) => out.push((Outcome::Loot(loot_kind(card)), 1.0)),
            Top::Hole | Top::Empty => {
                let loose = self.deck(DeckName::Loot).loose() as u16;
                let cards = f64::from(loose.count_ones());
                out.extend(Loot::members(loose | gold_kind(loose)).map(|loot| {
                    let copies = if loot == Loot::GoldBar { gold_bars(loose) } else { 1 };
                    (Outcome::Loot(loot), f64::from(copies) / cards)
                }));
            }
        }
    }

    /// Draws from [`loot_outcomes`](Self::loot_outcomes).
    pub(in super::super) fn sample_loot<R: Rng + ?Sized>(&self, rng: &mut R) -> Loot {
        loot_kind(self.deck(DeckName::Loot).sample(0, rng))
    }

    /// M-CRACK-6 and what the Loot does when drawn (7.4).
    pub(in super::super) fn loot_drawn(&mut self, drawer: Seat, safe: Cell, loot: Loot) {
        let card = match self.deck(DeckName::Loot).top() {
            Top::Known(card) => card,
            // The bars are alike: either may be the one whose place is not known.
            Top::Hole | Top::Empty if loot == Loot::GoldBar => {
                let bars = self.deck(DeckName::Loot).loose() & u32::from(Loot::GoldBar.bit() | Loot::SECOND_GOLD_BAR);
                bars.trailing_zeros() as u8
            }
            Top::Hole | Top::Empty => loot as u8,
        };
        self.draw_from(DeckName::Loot, card);
        let drilled = self.player(drawer).at != safe.code();
        let mut lying = 0;
        if loot == Loot::GoldBar {
            // L-GOLD-BAR: the other bar comes onto the Safe tile, and the deck is shuffled.
            let other = if card == loot as u8 {
                Loot::SECOND_GOLD_BAR
            } else {
                Loot::GoldBar.bit()
            };
            self.change_deck(DeckName::Loot, |deck| {
                deck.take_and_shuffle(other.trailing_zeros() as u8)
            });
            lying = if drilled {
                Loot::SECOND_GOLD_BAR
            } else {
                Loot::GoldBar.bit()
            };
        }
        if drilled {
            lying |= loot.bit();
        } else {
            self.player_mut(drawer).loot |= loot.bit();
        }
        if let Some(safe) = self.safe_at_mut(safe) {
            safe.loot |= lying;
        }
        if loot == Loot::CursedGoblet && !drilled {
            self.curse(drawer);
        }
    }

    /// M-FREE-PICK: what lies on the tile.
    /// a holder of a Gold Bar cannot pick up the second.
    pub(in super::super) fn offer_pick_ups(&self, out: &mut impl Offers) {
        let seat = self.active();
        let Some(safe) = self.safe_at(self.place_of(seat)) else {
            return;
        };
        out.extend(Tool::members(safe.tools).map(Action::PickUpTool));
        let mut loot = safe.loot;
        if self.holds(seat, Loot::GoldBar) {
            loot &= !Loot::GoldBar.bit();
        }
        out.extend(Loot::members(loot).map(Action::PickUpLoot));
    }

    /// M-FREE-PICK: a Tool lying on the tile.
    pub(in super::super) fn pick_up_tool(&mut self, tool: Tool) {
        self.act_freely();
        let seat = self.active();
        let at = self.place_of(seat);
        if let Some(safe) = self.safe_at_mut(at) {
            safe.tools &= !tool.bit();
        }
        self.player_mut(seat).tools |= tool.bit();
    }

    /// M-FREE-PICK: a Loot lying on the tile.
    /// L-GOBLET: the first player to pick it up after a Drill is cursed.
    pub(in super::super) fn pick_up_loot(&mut self, loot: Loot) {
        self.act_freely();
        let seat = self.active();
        let at = self.place_of(seat);
        if let Some(safe) = self.safe_at_mut(at) {
            let second = loot == Loot::GoldBar && safe.loot & Loot::SECOND_GOLD_BAR != 0;
            safe.loot &= !if second { Loot::SECOND_GOLD_BAR } else { loot.bit() };
        }
        self.player_mut(seat).loot |= loot.bit();
        if loot == Loot::CursedGoblet {
            self.curse(seat);
        }
    }

    /// M-FREE-KITTY: on the tile of the loose kitty.
    pub(in super::super) fn offer_kitty(&self, out: &mut impl Offers) {
        if self.kitty != NONE && self.kitty == self.player(self.active()).at {
            out.push(Action::CatchKitty);
        }
    }

    /// M-FREE-KITTY, L-KITTY: the catcher holds the card now, no matter who lost it.
    pub(in super::super) fn catch_kitty(&mut self) {
        self.act_freely();
        self.kitty = NONE;
        for player in &mut self.players {
            player.loot &= !Loot::PersianKitty.bit();
        }
        let seat = self.active();
        self.player_mut(seat).loot |= Loot::PersianKitty.bit();
    }

    /// M-FREE-TRADE: single cards, both ways, with players on the same tile (ruling R1).
    /// H16: the active player is one side.
    /// M-FREE-1: there is no other way to get rid of a card.
    pub(in super::super) fn offer_trades(&self, out: &mut impl Offers) {
        let seat = self.active();
        let own = *self.player(seat);
        // Most are elsewhere, or nobody holds anything: a branch for each would be guessed wrong more often than this
        // loop's.
        let partners = Seats::where_true(|other| {
            let player = self.player(other);
            (player.at == own.at) & (player.tools | player.loot | own.tools | own.loot != 0)
        });
        for partner in partners.without(seat) {
            let (mine, theirs) = (self.tradable(seat, partner), self.tradable(partner, seat));
            out.extend(Tool::members(mine.0).map(|tool| Action::GiveTool(partner, tool)));
            out.extend(Loot::members(mine.1).map(|loot| Action::GiveLoot(partner, loot)));
            out.extend(Tool::members(theirs.0).map(|tool| Action::TakeTool(partner, tool)));
            out.extend(Loot::members(theirs.1).map(|loot| Action::TakeLoot(partner, loot)));
        }
    }

    /// The Tools and Loot that may go from one player to another now.
    /// M-FREE-2: not what the receiver gave away since the last costed action or Tool use.
    /// H65: not what was refused this turn.
    fn tradable(&self, from: Seat, to: Seat) -> (u16, u16) {
        let turn = &self.turn;
        let partner = if from == self.active() { to } else { from };
        let tools = self.player(from).tools & !turn.gave_tools[to.index()] & !turn.refused_tools[partner.index()];
        let mut loot = self.held_loot(from) & !turn.gave_loot[to.index()] & !turn.refused_loot[partner.index()];
        // L-GOLD-BAR: one bar a player.
        if self.holds(to, Loot::GoldBar) {
            loot &= !Loot::GoldBar.bit();
        }
        (tools, loot)
    }

    /// M-DEC-14: the other side agreed or not.
    pub(in super::super) fn trade_answered(&mut self, partner: Seat, offer: Offer, agreed: bool) {
        let seat = self.active();
        let (from, to) = match offer {
            Offer::GiveTool(_) | Offer::GiveLoot(_) => (seat, partner),
            Offer::TakeTool(_) | Offer::TakeLoot(_) => (partner, seat),
        };
        let (tool, loot) = match offer {
            Offer::GiveTool(tool) | Offer::TakeTool(tool) => (tool.bit(), 0),
            Offer::GiveLoot(loot) | Offer::TakeLoot(loot) => (0, loot.bit()),
        };
        if !agreed {
            // H65: a refused trade is no action, and is not offered again this turn.
            self.turn.refused_tools[partner.index()] |= tool;
            self.turn.refused_loot[partner.index()] |= loot;
            return;
        }
        self.act_freely();
        let giver = self.player_mut(from);
        giver.tools &= !tool;
        giver.loot &= !loot;
        let taker = self.player_mut(to);
        taker.tools |= tool;
        taker.loot |= loot;
        self.turn.gave_tools[from.index()] |= tool;
        self.turn.gave_loot[from.index()] |= loot;
    }

    /// M-FREE-2: cards given away may return.
    pub(in super::super) fn forget_gifts(&mut self) {
        self.turn.gave_tools = [0; SEATS];
        self.turn.gave_loot = [0; SEATS];
    }
}

/// The kind of a card of the Loot deck.
fn loot_kind(card: u8) -> Loot {
    Loot::ALL.get(card as usize).copied().unwrap_or(Loot::GoldBar)
}

/// How many Gold Bars are in a set of Loot cards.
fn gold_bars(cards: u16) -> u32 {
    (cards & (Loot::GoldBar.bit() | Loot::SECOND_GOLD_BAR)).count_ones()
}

/// The kind Gold Bar if either bar is in a set of cards.
fn gold_kind(cards: u16) -> u16 {
    if gold_bars(cards) > 0 { Loot::GoldBar.bit() } else { 0 }
}
