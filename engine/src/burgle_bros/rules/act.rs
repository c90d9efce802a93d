//! The action phase: what may be done and what each thing does (sections 4.2, 5.1, 5.8).

use super::super::action::Action;
use super::super::frame::{Frame, Offer};
use super::super::offers::Offers;
use super::super::state::{BurgleBros, Cause};

impl BurgleBros {
    /// N-ACT-1: costed actions while points are left, and free actions at any time.
    /// N-ACT-2: the player may stop at any moment.
    /// M-ACT-PEEK, M-ACT-ESCAPE: each costs one point.
    pub(in super::super) fn offer_acts(&self, out: &mut impl Offers) {
        if self.turn.actions > 0 {
            let at = self.place_of(self.active());
            let face = self.face_bit(at);
            self.offer_moves(out);
            out.extend_cells(self.unrevealed(self.peek_range(at)), Action::Peek);
            self.offer_hack(face, out);
            self.offer_safe_work(face, out);
            if self.is_at_exit(at) && self.loot_is_secured() {
                out.push(Action::Escape);
            }
        }
        self.offer_abilities(out);
        self.offer_tools(out);
        self.offer_trades(out);
        self.offer_pick_ups(out);
        self.offer_kitty(out);
        out.push(Action::EndActions);
    }

    /// Carries out one thing done in the action phase.
    /// N-ACT-3: the frame of the phase stays below until all of it is resolved.
    /// M-PEEK-6: the player has said whether he Peeks or Moves before the tile is turned.
    pub(in super::super) fn act(&mut self, action: Action) {
        match action {
            Action::Peek(cell) => {
                self.spend(1);
                self.reveal(cell);
            }
            Action::Move(cell) => self.start_own_move(cell, Cause::Action),
            Action::Hack => self.hack(),
            Action::HackRoom(room) => self.hack_room(room),
            Action::AddDie(cell) => self.add_die(cell),
            Action::Crack(cell) => self.crack(cell),
            Action::Escape => {
                self.spend(1);
                self.escape();
            }
            Action::EndActions => self.stop_acting(),
            Action::Flexibility(cell) => self.start_own_move(cell, Cause::Flexibility),
            Action::ClimbWindow(cell) => self.start_own_move(cell, Cause::Climb),
            Action::Laptop => self.use_laptop(),
            Action::XRay(cell) | Action::Enhance(cell) => self.peek_with_ability(cell),
            Action::Crybaby(cell) => self.use_crybaby(cell),
            Action::RerouteTake => self.take_alarm(),
            Action::RerouteDiscard => self.discard_alarm(),
            Action::Crow(cell) => self.place_crow(cell),
            Action::Tinker => self.tinker(),
            Action::Orders(seat, cell) => self.push(Frame::AskOrders(seat, cell)),
            Action::Disguise(seat) => self.disguise(seat),
            Action::Clairvoyance => self.clairvoyance(),
            Action::Precognition => self.precognition(),
            Action::Blueprints(cell) => self.use_blueprints(cell),
            Action::Crowbar(cell) => self.use_crowbar(cell),
            Action::CrystalBall => self.use_crystal_ball(),
            Action::Donuts(floor) => self.use_donuts(floor),
            Action::Dynamite(cell) => self.use_dynamite(cell),
            Action::Emp => self.use_emp(),
            Action::InvisibleSuit => self.use_invisible_suit(),
            Action::MakeupKit => self.use_makeup_kit(),
            Action::Rollerskates => self.use_rollerskates(),
            Action::SmokeBomb => self.use_smoke_bomb(),
            Action::ThermalBomb(up) => self.use_thermal_bomb(up),
            Action::Virus(fingerprint, laser, motion) => self.use_virus([fingerprint, laser, motion]),
            Action::GiveTool(partner, tool) => self.push(Frame::AskTrade {
                partner,
                offer: Offer::GiveTool(tool),
            }),
            Action::GiveLoot(partner, loot) => self.push(Frame::AskTrade {
                partner,
                offer: Offer::GiveLoot(loot),
            }),
            Action::TakeTool(partner, tool) => self.push(Frame::AskTrade {
                partner,
                offer: Offer::TakeTool(tool),
            }),
            Action::TakeLoot(partner, loot) => self.push(Frame::AskTrade {
                partner,
                offer: Offer::TakeLoot(loot),
            }),
            Action::PickUpTool(tool) => self.pick_up_tool(tool),
            Action::PickUpLoot(loot) => self.pick_up_loot(loot),
            Action::CatchKitty => self.catch_kitty(),
            Action::Enter(_)
            | Action::Pay
            | Action::Stay
            | Action::SpendToken(_)
            | Action::SpendLaptop
            | Action::SoundAlarm
            | Action::Nearest(_)
            | Action::OwnToken
            | Action::TileToken
            | Action::Keep(_)
            | Action::SetDie(..)
            | Action::KeepRoll
            | Action::OrderEvents(..)
            | Action::Top
            | Action::Bottom
            | Action::Accept
            | Action::Refuse
            | Action::KittyTo(_)
            | Action::ChoosePlayer(_)
            | Action::ChooseTile(_)
            | Action::Skip
            | Action::MoveGuard(_) => debug_assert!(false, "{action:?} is an answer, not an act"),
        }
    }
}
