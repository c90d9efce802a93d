//! The components: tiles, chips, characters, gear, events, finales and tasks (data/casino-capers).
//!
//! Names stand here; what the data files say about gear, patrol cards and suspicion is read from them by
//! [`super::tables`].

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::component_set::components;
use crate::game::NotationError;

/// The most characters of a team.
pub const CHARACTERS: usize = 4;

components! {
    /// The kinds of room tile (section 7.1).
    Kind: "a kind of tile" {
        /// tile.buffet.
        Buffet = "buffet",
        /// tile.cashier_cages.
        CashierCages = "cashier-cages",
        /// tile.count_room.
        CountRoom = "count-room",
        /// tile.crows_nest.
        CrowsNest = "crows-nest",
        /// tile.front_desk.
        FrontDesk = "front-desk",
        /// tile.lounge.
        Lounge = "lounge",
        /// tile.magic_show.
        MagicShow = "magic-show",
        /// tile.pit_boss.
        PitBoss = "pit-boss",
        /// tile.pool.
        Pool = "pool",
        /// tile.revolving_door.
        RevolvingDoor = "revolving-door",
        /// tile.slots.
        Slots = "slots",
        /// tile.surveillance.
        Surveillance = "surveillance",
        /// tile.table_games.
        TableGames = "table-games",
        /// tile.monorail.
        Monorail = "monorail",
        /// tile.escalator.
        Escalator = "escalator",
        /// tile.owners_office.
        OwnersOffice = "owners-office",
        /// tile.safe.
        Safe = "safe",
    }
}

/// A face: what is printed on a tile. Copies of one face cannot be told apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Face(pub(super) u8);

/// Kind, number (0 for none) and copies of each face, in the order of tiles.csv.
const FACES: [(Kind, u8, u8); 29] = {
    use Kind::*;
    [
        (Buffet, 5, 2),
        (CashierCages, 5, 1),
        (CashierCages, 6, 1),
        (CountRoom, 1, 1),
        (CountRoom, 2, 1),
        (CrowsNest, 1, 1),
        (CrowsNest, 2, 1),
        (FrontDesk, 1, 1),
        (FrontDesk, 2, 1),
        (Lounge, 3, 1),
        (Lounge, 4, 1),
        (MagicShow, 3, 1),
        (MagicShow, 4, 1),
        (PitBoss, 6, 2),
        (Pool, 1, 1),
        (Pool, 2, 1),
        (RevolvingDoor, 5, 2),
        (Slots, 3, 1),
        (Slots, 4, 1),
        (Surveillance, 3, 1),
        (Surveillance, 4, 1),
        (TableGames, 5, 1),
        (TableGames, 6, 1),
        (Monorail, 1, 1),
        (Monorail, 2, 1),
        (Escalator, 3, 1),
        (Escalator, 4, 1),
        (OwnersOffice, 0, 1),
        (Safe, 0, 1),
    ]
};

/// For each face the tiles that carry it, as bits of the tile list (tiles.csv `tile_index`).
const TILES_OF: [u32; FACES.len()] = {
    let mut sets = [0; FACES.len()];
    let (mut face, mut tile) = (0, 0);
    while face < FACES.len() {
        let copies = FACES[face].2;
        sets[face] = ((1 << copies) - 1) << tile;
        tile += copies;
        face += 1;
    }
    sets
};

/// The face of each tile of the tile list.
const FACE_OF: [u8; 32] = {
    let mut faces = [0; 32];
    let mut face = 0;
    while face < FACES.len() {
        let mut tile = 0;
        while tile < 32 {
            if TILES_OF[face] & 1 << tile != 0 {
                faces[tile] = face as u8;
            }
            tile += 1;
        }
        face += 1;
    }
    faces
};

impl Face {
    /// How many faces there are.
    pub const COUNT: usize = FACES.len();
    /// The tiles that may lie on either floor, as bits of the tile list.
    pub const POOL: u32 = (1 << 26) - 1;
    /// The Monorail numbered 1; the next one is numbered 2.
    pub const MONORAIL: Face = Face(23);
    /// The Escalator numbered 3; the next one is numbered 4.
    pub const ESCALATOR: Face = Face(25);
    /// The Owner's Office.
    pub const OFFICE: Face = Face(27);
    /// The Safe.
    pub const SAFE: Face = Face(28);

    /// All faces, in the order of tiles.csv.
    pub fn all() -> impl Iterator<Item = Face> {
        (0..Face::COUNT as u8).map(Face)
    }

    /// The face of a tile of the tile list.
    #[inline]
    pub const fn of_tile(tile: usize) -> Face {
        Face(FACE_OF[tile])
    }

    /// The tiles with this face, as bits of the tile list.
    #[inline]
    pub const fn tiles(self) -> u32 {
        TILES_OF[self.0 as usize]
    }

    /// The kind of room.
    #[inline]
    pub const fn kind(self) -> Kind {
        FACES[self.0 as usize].0
    }

    /// The number, 1 to 6; 0 on the Owner's Office and the Safe.
    #[inline]
    pub const fn number(self) -> u8 {
        FACES[self.0 as usize].1
    }

    /// The place in the order of tiles.csv, below [`COUNT`](Face::COUNT).
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// dest.distracted: whether the number is even.
    pub const fn is_even(self) -> bool {
        self.number() != 0 && self.number().is_multiple_of(2)
    }
}

impl Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number() {
            0 => f.write_str(self.kind().name()),
            number => write!(f, "{}-{number}", self.kind().name()),
        }
    }
}

impl FromStr for Face {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Face, NotationError> {
        let found = Face::all().find(|face| face.to_string() == text);
        found.ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "a tile such as pool-2 or safe".to_owned(),
        })
    }
}

impl Serialize for Face {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Face {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Face, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

components! {
    /// The kinds of chip (section 5.4).
    Chip: "a chip" {
        /// chip.drunk.
        Drunk = "drunk",
        /// chip.saleswoman.
        Saleswoman = "saleswoman",
        /// chip.prima_donna.
        PrimaDonna = "prima-donna",
        /// chip.undercover.
        Undercover = "undercover",
        /// chip.crowd.
        Crowd = "crowd",
        /// chip.mole.
        Mole = "mole",
    }
}

impl Chip {
    /// How many chips of each kind the box has (chips.csv).
    pub const COPIES: [u8; Chip::ALL.len()] = [4, 2, 3, 2, 2, 4];
    /// How many chips the box has.
    pub const COUNT: usize = {
        let (mut count, mut kind) = (0, 0);
        while kind < Chip::COPIES.len() {
            count += Chip::COPIES[kind] as usize;
            kind += 1;
        }
        count
    };
}

components! {
    /// The characters (characters.csv).
    Character: "a character" {
        /// char.acrobat.
        Acrobat = "acrobat",
        /// char.hacker.
        Hacker = "hacker",
        /// char.hawk.
        Hawk = "hawk",
        /// char.juicer.
        Juicer = "juicer",
        /// char.peterman.
        Peterman = "peterman",
        /// char.raven.
        Raven = "raven",
        /// char.rigger.
        Rigger = "rigger",
        /// char.rook.
        Rook = "rook",
        /// char.spotter, H6.
        Spotter = "spotter",
        /// char.ghost, only with character abilities (abil.ghost_seat).
        Ghost = "ghost",
    }
}

components! {
    /// The gear cards, base and alternate (gear.csv).
    Gear: "a gear card" {
        /// gear.vault.
        Vault = "vault",
        /// gear.trapeze.
        Trapeze = "trapeze",
        /// gear.contortion.
        Contortion = "contortion",
        /// gear.tumble.
        Tumble = "tumble",
        /// gear.loop_footage.
        LoopFootage = "loop-footage",
        /// gear.out_of_order.
        OutOfOrder = "out-of-order",
        /// gear.radio_interference.
        RadioInterference = "radio-interference",
        /// gear.hack.
        Hack = "hack",
        /// gear.binoculars.
        Binoculars = "binoculars",
        /// gear.x_ray_specs.
        XRaySpecs = "x-ray-specs",
        /// gear.birds_eye.
        BirdsEye = "birds-eye",
        /// gear.spyglass.
        Spyglass = "spyglass",
        /// gear.adrenaline.
        Adrenaline = "adrenaline",
        /// gear.bingo.
        Bingo = "bingo",
        /// gear.fainting.
        Fainting = "fainting",
        /// gear.crybaby.
        Crybaby = "crybaby",
        /// gear.loaded_dice.
        LoadedDice = "loaded-dice",
        /// gear.stethoscope.
        Stethoscope = "stethoscope",
        /// gear.inside_tip.
        InsideTip = "inside-tip",
        /// gear.steady_hands.
        SteadyHands = "steady-hands",
        /// gear.crow.
        Crow = "crow",
        /// gear.shoo.
        Shoo = "shoo",
        /// gear.caw.
        Caw = "caw",
        /// gear.switcheroo.
        Switcheroo = "switcheroo",
        /// gear.spur_line.
        SpurLine = "spur-line",
        /// gear.moving_stairs.
        MovingStairs = "moving-stairs",
        /// gear.crowbar.
        Crowbar = "crowbar",
        /// gear.barricade.
        Barricade = "barricade",
        /// gear.earpiece.
        Earpiece = "earpiece",
        /// gear.disguise.
        Disguise = "disguise",
        /// gear.fake_schedule.
        FakeSchedule = "fake-schedule",
        /// gear.walk_and_talk.
        WalkAndTalk = "walk-and-talk",
        /// gear.lookout.
        Lookout = "lookout",
        /// gear.rain_check.
        RainCheck = "rain-check",
        /// gear.flash_mob.
        FlashMob = "flash-mob",
        /// gear.inside_line.
        InsideLine = "inside-line",
    }
}

impl Gear {
    /// The card as a member of a set.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self as u64
    }

    /// The members of a set, in the order of [`Gear::ALL`].
    pub fn all_in(mut set: u64) -> impl Iterator<Item = Gear> {
        std::iter::from_fn(move || {
            let card = *Gear::ALL.get(set.trailing_zeros() as usize)?;
            set &= set - 1;
            Some(card)
        })
    }
}

components! {
    /// The backs of gear (section 5.7).
    Back: "a back of gear" {
        /// back.take_heat.
        TakeHeat = "take-heat",
        /// back.give_action.
        GiveAction = "give-action",
        /// back.make_commotion.
        MakeCommotion = "make-commotion",
    }
}

components! {
    /// The events, first those of the Pool, then those of the Lounge (events.csv).
    Event: "an event" {
        /// event.splash_zone.
        SplashZone = "splash-zone",
        /// event.cannonball.
        Cannonball = "cannonball",
        /// event.pool_prank.
        PoolPrank = "pool-prank",
        /// event.trade_shifts.
        TradeShifts = "trade-shifts",
        /// event.identity_theft.
        IdentityTheft = "identity-theft",
        /// event.go_for_a_swim.
        GoForASwim = "go-for-a-swim",
        /// event.lifeguard_tip.
        LifeguardTip = "lifeguard-tip",
        /// event.no_running.
        NoRunning = "no-running",
        /// event.directions.
        Directions = "directions",
        /// event.happy_hour.
        HappyHour = "happy-hour",
        /// event.chatterbox.
        Chatterbox = "chatterbox",
        /// event.espresso_bar.
        EspressoBar = "espresso-bar",
        /// event.share_a_drink.
        ShareADrink = "share-a-drink",
        /// event.tipsy.
        Tipsy = "tipsy",
        /// event.thirsty.
        Thirsty = "thirsty",
        /// event.dubious_meeting.
        DubiousMeeting = "dubious-meeting",
    }
}

/// Events of one deck.
pub const EVENTS: usize = 8;

impl Event {
    /// The deck, 0 for the Pool and 1 for the Lounge, and the place in its list.
    pub const fn place(self) -> (usize, u8) {
        (self as usize / EVENTS, (self as usize % EVENTS) as u8)
    }

    /// The event at a place of a deck's list.
    pub const fn at(deck: usize, place: u8) -> Event {
        Event::ALL[deck * EVENTS + place as usize]
    }
}

components! {
    /// The finales (finales.toml).
    Finale: "a finale" {
        /// finale.bodyguard.
        Bodyguard = "bodyguard",
        /// finale.rescuing_her_ride.
        RescuingHerRide = "rescuing-her-ride",
        /// finale.laundry_day.
        LaundryDay = "laundry-day",
        /// finale.caught_red_handed.
        CaughtRedHanded = "caught-red-handed",
        /// finale.gravity_boots.
        GravityBoots = "gravity-boots",
        /// finale.catch_a_tiger.
        CatchATiger = "catch-a-tiger",
        /// finale.hail_mary.
        HailMary = "hail-mary",
        /// finale.the_raid.
        TheRaid = "the-raid",
        /// finale.bringing_down_the_house.
        BringingDownTheHouse = "bringing-down-the-house",
    }
}

impl Finale {
    /// The finale as a member of a set.
    pub const fn bit(self) -> u16 {
        1 << self as u16
    }

    /// All finales as a set.
    pub const SET: u16 = (1 << Finale::ALL.len()) - 1;

    /// Whether it begins with Fake Orders; otherwise with Disguise Change (finales.toml `bonus`).
    pub const fn begins_with_fake_orders(self) -> bool {
        match self {
            Finale::Bodyguard
            | Finale::LaundryDay
            | Finale::CaughtRedHanded
            | Finale::CatchATiger
            | Finale::BringingDownTheHouse => true,
            Finale::RescuingHerRide | Finale::GravityBoots | Finale::HailMary | Finale::TheRaid => false,
        }
    }
}

components! {
    /// The Dead Drops tasks, three a card (dead_drops.csv).
    Task: "a task" {
        /// task.enter_pool.
        EnterPool = "enter-pool",
        /// task.bouncer_heat.
        BouncerHeat = "bouncer-heat",
        /// task.crack_low.
        CrackLow = "crack-low",
        /// task.enter_lounge.
        EnterLounge = "enter-lounge",
        /// task.commotion_upstairs.
        CommotionUpstairs = "commotion-upstairs",
        /// task.end_together.
        EndTogether = "end-together",
        /// task.reveal_office.
        RevealOffice = "reveal-office",
        /// task.ride_monorail.
        RideMonorail = "ride-monorail",
        /// task.peek_discard.
        PeekDiscard = "peek-discard",
        /// task.reveal_safe.
        RevealSafe = "reveal-safe",
        /// task.ride_escalator.
        RideEscalator = "ride-escalator",
        /// task.hunting.
        Hunting = "hunting",
        /// task.use_mole.
        UseMole = "use-mole",
        /// task.lucky_roll.
        LuckyRoll = "lucky-roll",
        /// task.end_count_room.
        EndCountRoom = "end-count-room",
        /// task.use_revolving.
        UseRevolving = "use-revolving",
        /// task.clear_surveillance.
        ClearSurveillance = "clear-surveillance",
        /// task.enter_cages.
        EnterCages = "enter-cages",
        /// task.move_die.
        MoveDie = "move-die",
        /// task.enter_bouncer.
        EnterBouncer = "enter-bouncer",
        /// task.meet_prima_donna.
        MeetPrimaDonna = "meet-prima-donna",
        /// task.row_open.
        RowOpen = "row-open",
        /// task.double_crack.
        DoubleCrack = "double-crack",
        /// task.fall.
        Fall = "fall",
    }
}

/// Tasks on a Dead Drops card.
pub const TASKS_A_CARD: usize = 3;
/// Dead Drops cards.
pub const TASK_CARDS: usize = Task::ALL.len() / TASKS_A_CARD;

impl Task {
    /// The task as a member of a set.
    #[inline]
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }

    /// The number of its card, from 0.
    pub const fn card(self) -> u8 {
        (self as usize / TASKS_A_CARD) as u8
    }
}

impl Character {
    /// Whose gear cards the character takes (characters.csv `gear_of`): abil.ghost_seat.
    pub const fn gear_of(self) -> Character {
        match self {
            Character::Ghost => Character::Spotter,
            other => other,
        }
    }
}
