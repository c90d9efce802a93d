//! How deep rules nest (ruling R26). docs/invariants.md has the proof that goes with this count.

use super::super::components::{Chip, Event, Gear};
use super::super::state::{CasinoCapers, HOLE, chip};
use super::super::tables::Tables;

/// The most groups of frames ([`Stack::groups`](super::super::stack::Stack::groups)) of a state with those that may
/// still be put on top of them: 3 for the turn and its action, 19 for gear, 9 for chips, 12 for events. Positions by
/// hand may have two more, for which there is room as well.
const MOST_GROUPS: usize = 3 + 19 + 9 + 12 + 2;

impl CasinoCapers {
    /// Whether there is room for the steps that are being resolved and for all that may come on top of them before they
    /// are over. In every state that play leads to there is (ruling R26).
    pub fn has_room_to_nest(&self) -> bool {
        self.stack.groups() + self.gear_to_nest() + self.chips_to_nest() + self.events_to_nest() <= MOST_GROUPS
    }

    /// Groups that uses of gear may still put on the stack: of each card, unless it shows its back or has left the
    /// game, as often as its front is left. Of a card and its counterpart only one is ever prepped (act.prep.alt).
    /// finale.gravity_boots.rule.3: cards that move the current player do nothing while that is the one with the boots.
    fn gear_to_nest(&self) -> usize {
        let held = self.players.iter().fold(self.pile, |set, player| set | player.gear) & !self.backs;
        let is_held = self.is_held_by_boots(self.current());
        let most = |card: Gear| {
            let groups = match card {
                Gear::Vault | Gear::Trapeze | Gear::Tumble if is_held => 0,
                card => groups_of_use(card),
            };
            let uses = Tables::card(card).uses.saturating_sub(self.uses_of(card));
            if held & card.bit() != 0 {
                groups * usize::from(uses)
            } else {
                0
            }
        };
        let bases = Gear::ALL
            .iter()
            .filter(|&&card| Tables::card(card).alternate_of.is_none());
        let with_alternate = |&card: &Gear| {
            let counterparts = Gear::all_in(Tables::get().counterparts[card.index()]);
            counterparts.map(most).fold(most(card), usize::max)
        };
        bases.map(with_alternate).sum()
    }

    /// Groups that chips may still put on the stack: one for each that moves somebody and may lie face down.
    fn chips_to_nest(&self) -> usize {
        let moves = [Chip::Drunk, Chip::PrimaDonna, Chip::Undercover];
        let unknown = moves.iter().map(|kind| usize::from(self.chip_stock[kind.index()]));
        let is_closed = |byte: u8| byte < HOLE && byte & chip::FACE_UP == 0;
        let known = self.chips.iter().filter(|&&byte| is_closed(byte));
        let known = known.filter(|&&byte| moves.contains(&Chip::ALL[usize::from(byte & chip::KIND)]));
        unknown.sum::<usize>() + known.count()
    }

    /// Groups that events in the decks and discards may still put on the stack.
    fn events_to_nest(&self) -> usize {
        let lies = |event: Event| {
            let (deck, place) = event.place();
            (self.events[deck].unseen | self.events[deck].discards) & 1 << place != 0
        };
        let events = Event::ALL.iter().copied().filter(|&event| lies(event));
        events.map(groups_of_event).sum()
    }
}

/// The groups that a use of a card leaves on the stack, at most, while another is made.
const fn groups_of_use(card: Gear) -> usize {
    match card {
        // A tile is entered or turned up, a bouncer jumps, or a commotion is made.
        Gear::Vault
        | Gear::Trapeze
        | Gear::Tumble
        | Gear::Binoculars
        | Gear::XRaySpecs
        | Gear::BirdsEye
        | Gear::Spyglass
        | Gear::Earpiece
        | Gear::RadioInterference
        | Gear::FakeSchedule
        | Gear::Caw => 1,
        // The same twice: the second waits.
        Gear::Crybaby | Gear::WalkAndTalk | Gear::Switcheroo => 2,
        // Over at once, or a window closes for what they put on the stack.
        Gear::Contortion
        | Gear::LoopFootage
        | Gear::OutOfOrder
        | Gear::Hack
        | Gear::Adrenaline
        | Gear::Bingo
        | Gear::Fainting
        | Gear::LoadedDice
        | Gear::Stethoscope
        | Gear::InsideTip
        | Gear::SteadyHands
        | Gear::Crow
        | Gear::Shoo
        | Gear::SpurLine
        | Gear::MovingStairs
        | Gear::Crowbar
        | Gear::Barricade
        | Gear::Disguise
        | Gear::Lookout
        | Gear::RainCheck
        | Gear::FlashMob
        | Gear::InsideLine => 0,
    }
}

/// The groups that an event leaves on the stack, at most, while more comes on top of it, without the one of the tile
/// that was entered: that is no longer there.
const fn groups_of_event(event: Event) -> usize {
    match event {
        // Two commotions, two destinations: the second waits.
        Event::Cannonball | Event::PoolPrank => 2,
        Event::GoForASwim
        | Event::LifeguardTip
        | Event::Directions
        | Event::Chatterbox
        | Event::EspressoBar
        | Event::ShareADrink
        | Event::Tipsy
        | Event::Thirsty => 1,
        Event::SplashZone
        | Event::TradeShifts
        | Event::IdentityTheft
        | Event::NoRunning
        | Event::HappyHour
        | Event::DubiousMeeting => 0,
    }
}
