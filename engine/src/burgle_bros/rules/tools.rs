//! Using Tools (section 7.3).

use super::super::action::Action;
use super::super::components::{Kind, Loot, Room, Tool};
use super::super::decks::DeckName;
use super::super::frame::Frame;
use super::super::offers::Offers;
use super::super::state::{BurgleBros, Cells, ROOM_TOKENS, done};
use crate::board::{Cell, Wall, squares};

/// U-SMOKE-BOMB, U-ROLLERSKATES, U-CRYSTAL-BALL, U-VIRUS.
const SMOKE_TOKENS: u8 = 3;
const SKATE_ACTIONS: u8 = 2;
const CRYSTAL_CARDS: usize = 3;
const VIRUS_TOKENS: u8 = 3;

impl BurgleBros {
    /// M-FREE-TOOL, U-NOTE-1: Tools are used in the own action phase.
    /// L-BUST: the Bust forbids it.
    /// M-FREE-3, H48: uses without any effect are not offered.
    pub(in super::super) fn offer_tools(&self, out: &mut impl Offers) {
        let seat = self.active();
        if self.player(seat).tools == 0 || self.holds(seat, Loot::Bust) {
            return;
        }
        for tool in Tool::members(self.player(seat).tools) {
            self.offer_tool(tool, self.place_of(seat), out);
        }
    }

    /// M-DEC-11: the targets of a Tool.
    /// U-BLUEPRINTS, Q-19: any unrevealed tile; the empty space is none.
    /// U-CROWBAR, H34: revealed tiles in peek range.
    // Not inlined: the loop around it would prepare every Tool's checks for each.
    #[inline(never)]
    fn offer_tool(&self, tool: Tool, at: Cell, out: &mut impl Offers) {
        match tool {
            Tool::Blueprints => {
                let mut all = Cells::default();
                for floor in 0..self.floor_count() {
                    all.0[floor] = self.plan(floor).cells();
                }
                out.extend_cells(self.unrevealed(all), Action::Blueprints);
            }
            Tool::Crowbar => {
                let targets = self.peek_range(at).filter(|cell| {
                    self.face(cell)
                        .is_some_and(|face| face.kind().can_be_disabled() && self.disabled & face.bit() == 0)
                });
                out.extend_cells(targets, Action::Crowbar);
            }
            Tool::CrystalBall => out.extend((!self.deck(DeckName::Events).is_empty()).then_some(Action::CrystalBall)),
            Tool::Donuts => {
                let guards = (0..self.floor_count()).filter(|&floor| self.guard_in_play(floor));
                out.extend(guards.map(|floor| Action::Donuts(floor as u8)));
            }
            Tool::Dynamite => {
                let walled = Cells::on_floor(at.floor(), self.plan(at.floor()).walled(at.square()));
                out.extend_cells(walled, Action::Dynamite);
            }
            Tool::Emp => out.push(Action::Emp),
            Tool::InvisibleSuit => out.push(Action::InvisibleSuit),
            Tool::MakeupKit => out.push(Action::MakeupKit),
            Tool::Rollerskates => out.push(Action::Rollerskates),
            Tool::SmokeBomb => out.extend(self.has_room_for_tokens(at).then_some(Action::SmokeBomb)),
            // It is used in the middle of a Crack (M-CRACK-2).
            Tool::Stethoscope => {}
            Tool::ThermalBomb => self.offer_thermal_bomb(at, out),
            Tool::Virus => self.offer_virus(out),
        }
    }

    /// U-NOTE-1: a Tool is discarded on use.
    /// M-FREE-2: cards given away may return after it.
    fn use_up(&mut self, tool: Tool) {
        self.act_freely();
        self.forget_gifts();
        let seat = self.active();
        self.player_mut(seat).tools &= !tool.bit();
    }

    /// U-BLUEPRINTS: a peek at any tile of the building.
    pub(in super::super) fn use_blueprints(&mut self, cell: Cell) {
        self.use_up(Tool::Blueprints);
        self.reveal(cell);
    }

    /// U-CROWBAR: the tile is disabled for good.
    pub(in super::super) fn use_crowbar(&mut self, cell: Cell) {
        self.use_up(Tool::Crowbar);
        if let Some(face) = self.face(cell) {
            self.disabled |= face.bit();
        }
    }

    /// U-CRYSTAL-BALL: the top three Events, or all if there are fewer (H33).
    pub(in super::super) fn use_crystal_ball(&mut self) {
        self.use_up(Tool::CrystalBall);
        let count = self.deck(DeckName::Events).len().min(CRYSTAL_CARDS) as u8;
        self.push(Frame::AskEventOrder(count));
        self.push(Frame::LookEvent { seen: 0, count });
    }

    /// M-DEC-9: the orders of the cards looked at.
    pub(in super::super) fn offer_event_orders(count: u8, out: &mut impl Offers) {
        const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let fits = |order: &&[u8; 3]| (count..3).all(|place| order[place as usize] == place);
        out.extend(
            ORDERS
                .iter()
                .filter(fits)
                .map(|&[a, b, c]| Action::OrderEvents(a, b, c)),
        );
    }

    /// M-DEC-9: the cards go back in the chosen order.
    pub(in super::super) fn events_ordered(&mut self, count: u8, order: [u8; 3]) {
        self.change_deck(DeckName::Events, |deck| deck.reorder(&order[..count as usize]));
    }

    /// U-DONUTS: they are attached to the Guard.
    pub(in super::super) fn use_donuts(&mut self, floor: u8) {
        self.use_up(Tool::Donuts);
        self.donuts = floor;
    }

    /// U-DYNAMITE: the wall goes, and an alarm sounds.
    /// the two tiles are plain neighbours now, for Guards too.
    /// A-ALARM-13, H52: the nearest alarm is determined anew even if no token was added.
    pub(in super::super) fn use_dynamite(&mut self, towards: Cell) {
        self.use_up(Tool::Dynamite);
        let at = self.place_of(self.active());
        if let Some(wall) = Wall::between(at.square(), towards.square()) {
            self.plans[at.floor()] = self.plan(at.floor()).without_wall(wall);
        }
        if self.would_sound(at) {
            self.place_alarm(at);
        }
        if self.floors[at.floor()].alarms != 0 {
            self.push(Frame::Retarget(1 << at.floor()));
        }
    }

    /// U-EMP: all alarm tokens go, and until it ends none is put.
    /// the dice stay where they are.
    pub(in super::super) fn use_emp(&mut self) {
        self.use_up(Tool::Emp);
        for floor in &mut self.floors {
            floor.alarms = 0;
        }
        self.emp = self.turn.seat;
    }

    /// U-INVISIBLE-SUIT: one more action, and no sight loss from own Moves.
    pub(in super::super) fn use_invisible_suit(&mut self) {
        self.use_up(Tool::InvisibleSuit);
        self.turn.actions += 1;
        self.turn.done |= done::SUIT;
    }

    /// U-MAKEUP-KIT: every player on the tile gains one Stealth.
    /// H40: there is no upper limit.
    pub(in super::super) fn use_makeup_kit(&mut self) {
        self.use_up(Tool::MakeupKit);
        let at = self.player(self.active()).at;
        for player in self.players.iter_mut().filter(|player| player.at == at) {
            player.stealth = player.stealth.saturating_add(1);
        }
    }

    /// U-ROLLERSKATES: two more actions.
    pub(in super::super) fn use_rollerskates(&mut self) {
        self.use_up(Tool::Rollerskates);
        self.turn.actions += SKATE_ACTIONS;
    }

    /// U-SMOKE-BOMB: three Stealth tokens on the tile.
    pub(in super::super) fn use_smoke_bomb(&mut self) {
        self.use_up(Tool::SmokeBomb);
        let at = self.place_of(self.active());
        self.set_tokens_on(at, self.tokens_on(at).saturating_add(SMOKE_TOKENS));
    }

    /// U-THERMAL-BOMB: up, on the top floor to the roof; down, but not from floor 1.
    fn offer_thermal_bomb(&self, at: Cell, out: &mut impl Offers) {
        let sounds = self.would_sound(at);
        if sounds || self.floors[at.floor()].links & at.bit() == 0 {
            out.push(Action::ThermalBomb(true));
        }
        if at.floor() > 0 && (sounds || self.floors[at.floor() - 1].links & at.bit() == 0) {
            out.push(Action::ThermalBomb(false));
        }
    }

    /// U-THERMAL-BOMB: the link is made, then an alarm sounds.
    /// if no alarm can sound, the link is made all the same.
    /// the link is independent of Stairs on the tile and never closes.
    pub(in super::super) fn use_thermal_bomb(&mut self, up: bool) {
        self.use_up(Tool::ThermalBomb);
        let at = self.place_of(self.active());
        let lower = if up { at.floor() } else { at.floor() - 1 };
        self.floors[lower].links |= at.bit();
        self.sound(at);
    }

    /// U-VIRUS: how many tokens a revealed Computer Room can still take.
    fn room_space(&self, room: Room) -> u8 {
        let face = room.face();
        let is_revealed = (0..self.floor_count()).any(|floor| {
            squares(self.floors[floor].revealed).any(|square| self.face(Cell::new(floor, square)) == Some(face))
        });
        if is_revealed {
            ROOM_TOKENS - self.room_tokens(room)
        } else {
            0
        }
    }

    /// U-VIRUS: every split of as many tokens as fit, at most three.
    fn offer_virus(&self, out: &mut impl Offers) {
        let [fingerprint, laser, motion] =
            [Room::Fingerprint, Room::Laser, Room::Motion].map(|room| self.room_space(room));
        let total = VIRUS_TOKENS.min(fingerprint + laser + motion);
        if total == 0 {
            return;
        }
        for f in 0..=total.min(fingerprint) {
            for l in 0..=(total - f).min(laser) {
                let m = total - f - l;
                if m <= motion {
                    out.push(Action::Virus(f, l, m));
                }
            }
        }
    }

    /// U-VIRUS: the tokens as they were split.
    pub(in super::super) fn use_virus(&mut self, tokens: [u8; 3]) {
        self.use_up(Tool::Virus);
        for (room, more) in self.room_tokens.iter_mut().zip(tokens) {
            *room += more;
        }
    }

    /// M-ACT-HACK, T-COMPUTER: on a Computer Room that takes another token.
    #[inline]
    pub(in super::super) fn offer_hack(&self, face: u64, out: &mut impl Offers) {
        if face & Room::FACES == 0 {
            return;
        }
        let mut rooms = Room::ALL.iter().filter(|room| room.face().bit() == face);
        if rooms.any(|&room| self.room_tokens(room) < ROOM_TOKENS) {
            out.push(Action::Hack);
        }
    }

    /// C-HACKER-O: the Computer Rooms of the floor, but for the one he stands in, where he hacks as anybody does.
    pub(in super::super) fn offer_hack_rooms(&self, at: Cell, out: &mut impl Offers) {
        let elsewhere = squares(self.floors[at.floor()].revealed & !at.bit());
        let rooms = elsewhere.filter_map(|square| self.kind(Cell::new(at.floor(), square))?.room());
        out.extend(
            rooms
                .filter(|&room| self.room_tokens(room) < ROOM_TOKENS)
                .map(Action::HackRoom),
        );
    }

    /// M-ACT-HACK: a token for the Computer Room he is on.
    pub(in super::super) fn hack(&mut self) {
        if let Some(room) = self.kind(self.place_of(self.active())).and_then(Kind::room) {
            self.hack_room(room);
        }
    }

    /// M-ACT-HACK, C-HACKER-O: a token for a Computer Room.
    pub(in super::super) fn hack_room(&mut self, room: Room) {
        self.spend(1);
        self.room_tokens[room.index()] += 1;
    }
}
