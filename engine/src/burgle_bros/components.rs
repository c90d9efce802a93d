//! The components as tables: tiles, characters, tools, loot and events (data/burgle-bros/*.csv).

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::component_set::components;
use crate::game::NotationError;

/// The members of a set of cards, as indices.
#[inline]
fn bits(set: u16) -> impl Iterator<Item = usize> {
    crate::board::squares(u32::from(set))
}

components! {
    /// The kinds of room tile (section 7.1).
    Kind: "a kind of tile" {
        /// T-ATRIUM.
        Atrium = "atrium",
        /// T-CAMERA.
        Camera = "camera",
        /// T-COMPUTER, for Fingerprint alarms.
        ComputerFingerprint = "computer-fingerprint",
        /// T-COMPUTER, for Laser alarms.
        ComputerLaser = "computer-laser",
        /// T-COMPUTER, for Motion alarms.
        ComputerMotion = "computer-motion",
        /// T-DEADBOLT.
        Deadbolt = "deadbolt",
        /// T-DETECTOR.
        Detector = "detector",
        /// T-FINGERPRINT.
        Fingerprint = "fingerprint",
        /// T-FOYER.
        Foyer = "foyer",
        /// T-KEYPAD.
        Keypad = "keypad",
        /// T-LABORATORY.
        Laboratory = "laboratory",
        /// T-LASER.
        Laser = "laser",
        /// T-LAVATORY.
        Lavatory = "lavatory",
        /// T-MOTION.
        Motion = "motion",
        /// T-SECRET-DOOR.
        SecretDoor = "secret-door",
        /// T-SERVICE-DUCT.
        ServiceDuct = "service-duct",
        /// T-STAIRS.
        Stairs = "stairs",
        /// T-THERMO.
        Thermo = "thermo",
        /// T-WALKWAY.
        Walkway = "walkway",
        /// T-SAFE.
        Safe = "safe",
    }
}

impl Kind {
    /// Whether the tile carries the alarm icon (section 1, glossary).
    pub const fn is_alarm_type(self) -> bool {
        match self {
            Camera | Detector | Fingerprint | Laser | Motion | Thermo => true,
            Atrium | ComputerFingerprint | ComputerLaser | ComputerMotion | Deadbolt | Foyer | Keypad | Laboratory
            | Lavatory | SecretDoor | ServiceDuct | Stairs | Walkway | Safe => false,
        }
    }

    /// U-CROWBAR: whether it may disable the tile, one with an alarm or a stop icon.
    pub const fn can_be_disabled(self) -> bool {
        self.is_alarm_type() || matches!(self, Deadbolt | Keypad)
    }

    /// T-COMPUTER: the Computer Room this tile is, if it is one.
    pub const fn room(self) -> Option<Room> {
        match self {
            ComputerFingerprint => Some(Room::Fingerprint),
            ComputerLaser => Some(Room::Laser),
            ComputerMotion => Some(Room::Motion),
            Atrium | Camera | Deadbolt | Detector | Fingerprint | Foyer | Keypad | Laboratory | Laser | Lavatory
            | Motion | SecretDoor | ServiceDuct | Stairs | Thermo | Walkway | Safe => None,
        }
    }

    /// A-ALARM-6: the Computer Room whose tokens stop the alarm of this tile.
    /// A-ALARM-10: none stops the others.
    pub const fn stopped_by(self) -> Option<Room> {
        match self {
            Fingerprint => Some(Room::Fingerprint),
            Laser => Some(Room::Laser),
            Motion => Some(Room::Motion),
            Atrium | Camera | ComputerFingerprint | ComputerLaser | ComputerMotion | Deadbolt | Detector | Foyer
            | Keypad | Laboratory | Lavatory | SecretDoor | ServiceDuct | Stairs | Thermo | Walkway | Safe => None,
        }
    }
}

components! {
    /// The three Computer Rooms, by the alarm their tokens stop.
    Room: "a computer room" {
        /// Fingerprint alarms.
        Fingerprint = "fingerprint",
        /// Laser alarms.
        Laser = "laser",
        /// Motion alarms.
        Motion = "motion",
    }
}

impl Room {
    /// The tiles of all rooms, as bits.
    pub const FACES: u64 = Room::Fingerprint.face().bit() | Room::Laser.face().bit() | Room::Motion.face().bit();

    /// The tile of the room.
    pub const fn face(self) -> Face {
        Face(6 + self as u8)
    }
}

/// One distinct tile face: 45 numbered tiles in the order of tiles.csv, then the Safe. Every numbered face is one
/// physical tile; the three Safes are alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Face(pub u8);

use Kind::*;

/// The kinds and numbers with a black circle: all other faces but the Safe have a white one (T-NOTE-1).
const BLACK: [(Kind, u8); 15] = [
    (Atrium, 3),
    (Atrium, 4),
    (Camera, 1),
    (Deadbolt, 1),
    (Detector, 4),
    (Detector, 5),
    (Detector, 6),
    (Fingerprint, 6),
    (Keypad, 5),
    (Laboratory, 4),
    (Laser, 3),
    (Motion, 2),
    (Stairs, 6),
    (Thermo, 3),
    (Walkway, 2),
];

/// Kind and combination number of every face; the Safe has the number 0.
const FACES: [(Kind, u8); Face::COUNT] = [
    (Atrium, 3),
    (Atrium, 4),
    (Camera, 1),
    (Camera, 2),
    (Camera, 3),
    (Camera, 6),
    (ComputerFingerprint, 4),
    (ComputerLaser, 5),
    (ComputerMotion, 6),
    (Deadbolt, 1),
    (Deadbolt, 2),
    (Deadbolt, 3),
    (Detector, 4),
    (Detector, 5),
    (Detector, 6),
    (Fingerprint, 4),
    (Fingerprint, 5),
    (Fingerprint, 6),
    (Foyer, 1),
    (Foyer, 2),
    (Keypad, 4),
    (Keypad, 5),
    (Keypad, 6),
    (Laboratory, 3),
    (Laboratory, 4),
    (Laser, 1),
    (Laser, 2),
    (Laser, 3),
    (Lavatory, 5),
    (Motion, 1),
    (Motion, 2),
    (Motion, 3),
    (SecretDoor, 1),
    (SecretDoor, 2),
    (ServiceDuct, 5),
    (ServiceDuct, 6),
    (Stairs, 4),
    (Stairs, 5),
    (Stairs, 6),
    (Thermo, 1),
    (Thermo, 2),
    (Thermo, 3),
    (Walkway, 1),
    (Walkway, 2),
    (Walkway, 3),
    (Safe, 0),
];

/// The faces of each kind, as bits.
const OF_KIND: [u64; Kind::ALL.len()] = {
    let (mut faces, mut face) = ([0; Kind::ALL.len()], 0);
    while face < Face::COUNT {
        faces[FACES[face].0 as usize] |= 1 << face;
        face += 1;
    }
    faces
};

impl Face {
    /// How many distinct faces there are (I-CHANCE-1).
    pub const COUNT: usize = 46;
    /// The Safes' face.
    pub const SAFE: Face = Face(45);
    /// The faces of the Stairs, as bits.
    pub const STAIRS: u64 = Face::of_kind(Kind::Stairs);
    /// All faces that carry a number, as bits.
    pub const NUMBERED: u64 = (1 << 45) - 1;
    /// The numbered faces with a white circle, as bits: those of the Office Job (T-NOTE-1, T-NOTE-2).
    pub const WHITE: u64 = {
        let mut white = Face::NUMBERED;
        let (mut face, mut next) = (0, 0);
        // Both lists are in the order of tiles.csv.
        while next < BLACK.len() {
            if FACES[face].0 as u8 == BLACK[next].0 as u8 && FACES[face].1 == BLACK[next].1 {
                white &= !(1 << face);
                next += 1;
            }
            face += 1;
        }
        white
    };
    /// The faces of the Keypads, as bits.
    pub const KEYPADS: u64 = Face::of_kind(Kind::Keypad);

    /// The faces of the Motion tiles, as bits.
    pub const MOTIONS: u64 = Face::of_kind(Kind::Motion);

    /// The faces of a kind, as bits.
    #[inline]
    pub const fn of_kind(kind: Kind) -> u64 {
        OF_KIND[kind as usize]
    }

    /// All faces.
    pub fn all() -> impl Iterator<Item = Face> {
        (0..Face::COUNT as u8).map(Face)
    }

    /// The face with a kind and a number, if there is one.
    pub fn of(kind: Kind, number: u8) -> Option<Face> {
        Face::all().find(|face| FACES[face.index()] == (kind, number))
    }

    /// The index, below [`COUNT`](Face::COUNT).
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The kind of tile.
    #[inline]
    pub const fn kind(self) -> Kind {
        FACES[self.0 as usize].0
    }

    /// The combination number, 1 to 6; 0 on a Safe.
    #[inline]
    pub const fn number(self) -> u8 {
        FACES[self.0 as usize].1
    }

    /// The face as a bit.
    #[inline]
    pub const fn bit(self) -> u64 {
        1 << self.0
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
        Face::all()
            .find(|face| face.to_string() == text)
            .ok_or_else(|| NotationError {
                text: text.to_owned(),
                expected: "a tile such as laser-2 or safe".to_owned(),
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
    /// The character sides (section 7.2).
    Character: "a character side" {
        /// C-ACROBAT-B: Flexibility.
        AcrobatBasic = "acrobat-basic",
        /// C-ACROBAT-A: Climb Window.
        AcrobatAdvanced = "acrobat-advanced",
        /// C-HACKER-B: Jammer.
        HackerBasic = "hacker-basic",
        /// C-HACKER-A: Laptop.
        HackerAdvanced = "hacker-advanced",
        /// C-HAWK-B: X-Ray.
        HawkBasic = "hawk-basic",
        /// C-HAWK-A: Enhance.
        HawkAdvanced = "hawk-advanced",
        /// C-JUICER-B: Crybaby.
        JuicerBasic = "juicer-basic",
        /// C-JUICER-A: Reroute.
        JuicerAdvanced = "juicer-advanced",
        /// C-PETERMAN-B: Steady Hands.
        PetermanBasic = "peterman-basic",
        /// C-PETERMAN-A: Drill.
        PetermanAdvanced = "peterman-advanced",
        /// C-RAVEN-B: Distract.
        RavenBasic = "raven-basic",
        /// C-RAVEN-A: Disrupt.
        RavenAdvanced = "raven-advanced",
        /// C-RIGGER-B: The Solution.
        RiggerBasic = "rigger-basic",
        /// C-RIGGER-A: Tinker.
        RiggerAdvanced = "rigger-advanced",
        /// C-ROOK-B: Orders.
        RookBasic = "rook-basic",
        /// C-ROOK-A: Disguise.
        RookAdvanced = "rook-advanced",
        /// C-SPOTTER-B: Clairvoyance.
        SpotterBasic = "spotter-basic",
        /// C-SPOTTER-A: Precognition.
        SpotterAdvanced = "spotter-advanced",
        /// C-HACKER-O, the older printing's basic side (C-NOTE-2): hacks Computer Rooms from anywhere on the floor.
        HackerOlder = "hacker-older",
        /// C-HAWK-O, the older printing's basic side (C-NOTE-2): peeks two tiles away.
        HawkOlder = "hawk-older",
        /// C-JUICER-O, the older printing's basic side (C-NOTE-2): two actions for an alarm anywhere on the floor.
        JuicerOlder = "juicer-older",
        /// C-RAVEN-O, the older printing's basic side (C-NOTE-2): a crow that holds a Guard up.
        RavenOlder = "raven-older",
    }
}

impl Character {
    /// How many character cards there are, each with two sides.
    pub const CARDS: usize = 9;

    /// The number of the card, shared by its sides.
    pub const fn card(self) -> usize {
        match self {
            Character::HackerOlder => Character::HackerBasic as usize / 2,
            Character::HawkOlder => Character::HawkBasic as usize / 2,
            Character::JuicerOlder => Character::JuicerBasic as usize / 2,
            Character::RavenOlder => Character::RavenBasic as usize / 2,
            side => side as usize / 2,
        }
    }

    /// The basic side of a card.
    pub const fn basic(card: usize) -> Character {
        Character::ALL[2 * card]
    }

    /// The advanced side of a card.
    pub const fn advanced(card: usize) -> Character {
        Character::ALL[2 * card + 1]
    }

    /// The basic side of a card in the older printing: another one for four of the cards (C-NOTE-2, ruling R14).
    pub const fn older(card: usize) -> Character {
        match Character::basic(card) {
            Character::HackerBasic => Character::HackerOlder,
            Character::HawkBasic => Character::HawkOlder,
            Character::JuicerBasic => Character::JuicerOlder,
            Character::RavenBasic => Character::RavenOlder,
            side => side,
        }
    }
}

components! {
    /// The Tools (section 7.3), one card each.
    Tool: "a tool" {
        /// U-BLUEPRINTS.
        Blueprints = "blueprints",
        /// U-CROWBAR.
        Crowbar = "crowbar",
        /// U-CRYSTAL-BALL.
        CrystalBall = "crystal-ball",
        /// U-DONUTS.
        Donuts = "donuts",
        /// U-DYNAMITE.
        Dynamite = "dynamite",
        /// U-EMP.
        Emp = "emp",
        /// U-INVISIBLE-SUIT.
        InvisibleSuit = "invisible-suit",
        /// U-MAKEUP-KIT.
        MakeupKit = "makeup-kit",
        /// U-ROLLERSKATES.
        Rollerskates = "rollerskates",
        /// U-SMOKE-BOMB.
        SmokeBomb = "smoke-bomb",
        /// U-STETHOSCOPE.
        Stethoscope = "stethoscope",
        /// U-THERMAL-BOMB.
        ThermalBomb = "thermal-bomb",
        /// U-VIRUS.
        Virus = "virus",
    }
}

impl Tool {
    /// All Tools as a set.
    pub const SET: u16 = (1 << Tool::ALL.len()) - 1;

    /// The Tool as a member of a set.
    #[inline]
    pub const fn bit(self) -> u16 {
        1 << self as u16
    }

    /// The members of a set.
    #[inline]
    pub fn members(set: u16) -> impl Iterator<Item = Tool> {
        bits(set).map(|index| Tool::ALL[index])
    }
}

components! {
    /// The Loot (section 7.4): 12 kinds, Gold Bar twice.
    Loot: "a loot" {
        /// L-BUST.
        Bust = "bust",
        /// L-CHIHUAHUA.
        Chihuahua = "chihuahua",
        /// L-GOBLET.
        CursedGoblet = "cursed-goblet",
        /// L-GEMSTONE.
        Gemstone = "gemstone",
        /// L-GOLD-BAR.
        GoldBar = "gold-bar",
        /// L-ISOTOPE.
        Isotope = "isotope",
        /// L-KEYCARD.
        Keycard = "keycard",
        /// L-MIRROR.
        Mirror = "mirror",
        /// L-PAINTING.
        Painting = "painting",
        /// L-KITTY.
        PersianKitty = "persian-kitty",
        /// L-STAMP.
        Stamp = "stamp",
        /// L-TIARA.
        Tiara = "tiara",
    }
}

impl Loot {
    /// All kinds as a set.
    pub const SET: u16 = (1 << Loot::ALL.len()) - 1;
    /// The place of the second Gold Bar, after the kinds, in the deck and on a tile where both lie.
    pub const SECOND_GOLD_BAR: u16 = 1 << Loot::ALL.len();

    /// The kind as a member of a set.
    #[inline]
    pub const fn bit(self) -> u16 {
        1 << self as u16
    }

    /// The kinds in a set.
    #[inline]
    pub fn members(set: u16) -> impl Iterator<Item = Loot> {
        bits(set & Loot::SET).map(|index| Loot::ALL[index])
    }
}

components! {
    /// The Events (section 7.5), one card each.
    Event: "an event" {
        /// E-BROWN-OUT.
        BrownOut = "brown-out",
        /// E-BUDDY-SYSTEM.
        BuddySystem = "buddy-system",
        /// E-CHANGE-OF-PLANS.
        ChangeOfPlans = "change-of-plans",
        /// E-CRASH.
        Crash = "crash",
        /// E-DAYDREAMING.
        Daydreaming = "daydreaming",
        /// E-DEAD-DROP.
        DeadDrop = "dead-drop",
        /// E-ESPRESSO.
        Espresso = "espresso",
        /// E-FREIGHT-ELEVATOR.
        FreightElevator = "freight-elevator",
        /// E-GUT.
        GoWithYourGut = "go-with-your-gut",
        /// E-GYMNASTICS.
        Gymnastics = "gymnastics",
        /// E-HEADS-UP.
        HeadsUp = "heads-up",
        /// E-JUMP-THE-GUN.
        JumpTheGun = "jump-the-gun",
        /// E-JURY-RIG.
        JuryRig = "jury-rig",
        /// E-KEYCODE-CHANGE.
        KeycodeChange = "keycode-change",
        /// E-LAMPSHADE.
        Lampshade = "lampshade",
        /// E-LOST-GRIP.
        LostGrip = "lost-grip",
        /// E-PEEKHOLE.
        Peekhole = "peekhole",
        /// E-REBOOT.
        Reboot = "reboot",
        /// E-SHIFT-CHANGE.
        ShiftChange = "shift-change",
        /// E-SHOPLIFTING.
        Shoplifting = "shoplifting",
        /// E-SQUEAK.
        Squeak = "squeak",
        /// E-SWITCH-SIGNS.
        SwitchSigns = "switch-signs",
        /// E-THROW-VOICE.
        ThrowVoice = "throw-voice",
        /// E-TIME-LOCK.
        TimeLock = "time-lock",
        /// E-VIDEO-LOOP.
        VideoLoop = "video-loop",
        /// E-WHERE-IS-HE.
        WhereIsHe = "where-is-he",
    }
}

impl Event {
    /// All Events as a set.
    pub const SET: u32 = (1 << Event::ALL.len()) - 1;
    /// The Events a solo game plays without (S-START-2, E-NOTE-3).
    pub const NOT_SOLO: u32 =
        Event::FreightElevator.bit() | Event::BuddySystem.bit() | Event::DeadDrop.bit() | Event::JumpTheGun.bit();

    /// The Event as a member of a set.
    #[inline]
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }
}
