//! What a seat decides: a kind of Crew and an option of its ability (section 5).

use super::components::{Face, Kind};

/// One decision (CC5a), in the order of the fixed action list (CC5m). After a flip the kind is given and only the
/// option is chosen. The seat that plays a card chooses its target with it (CC5j). No action says anything to the
/// others (CC8a).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Action {
    /// CC5f: without a Diamond in play.
    Fcg,
    /// CC5f.
    FcgTurnChetney6,
    /// CC5f.
    FcgTurnChetney9,
    /// CC5f.
    FcgTurnInsider10,
    /// CC5f.
    FcgTurnInsider01,
    /// CC5b.
    Fixer,
    /// CC5b.
    Thief,
    /// CC5b.
    Grifter,
    /// CC5c.
    ChetneySix,
    /// CC5c.
    ChetneyNine,
    /// CC5e: without an odd Crew in play.
    Muscle,
    /// CC5e.
    MuscleDropFixer,
    /// CC5e.
    MuscleDropGrifter,
    /// CC5e.
    MuscleDropChetney9,
    /// CC5e.
    MuscleDropMuscle,
    /// CC5e.
    MuscleDropInsider01,
    /// CC5d.
    MastermindJoin,
    /// CC5d.
    MastermindCover,
    /// CC5b.
    Insider,
}

impl Action {
    /// The fixed action list (CC5m).
    pub const ALL: [Action; 19] = [
        Action::Fcg,
        Action::FcgTurnChetney6,
        Action::FcgTurnChetney9,
        Action::FcgTurnInsider10,
        Action::FcgTurnInsider01,
        Action::Fixer,
        Action::Thief,
        Action::Grifter,
        Action::ChetneySix,
        Action::ChetneyNine,
        Action::Muscle,
        Action::MuscleDropFixer,
        Action::MuscleDropGrifter,
        Action::MuscleDropChetney9,
        Action::MuscleDropMuscle,
        Action::MuscleDropInsider01,
        Action::MastermindJoin,
        Action::MastermindCover,
        Action::Insider,
    ];

    /// The id of the fixed action list, which is the notation.
    pub const fn name(self) -> &'static str {
        match self {
            Action::Fcg => "fcg:none",
            Action::FcgTurnChetney6 => "fcg:rot:chetney6",
            Action::FcgTurnChetney9 => "fcg:rot:chetney9",
            Action::FcgTurnInsider10 => "fcg:rot:insider10",
            Action::FcgTurnInsider01 => "fcg:rot:insider01",
            Action::Fixer => "fixer",
            Action::Thief => "thief",
            Action::Grifter => "grifter",
            Action::ChetneySix => "chetney:six",
            Action::ChetneyNine => "chetney:nine",
            Action::Muscle => "muscle:none",
            Action::MuscleDropFixer => "muscle:disc:fixer",
            Action::MuscleDropGrifter => "muscle:disc:grifter",
            Action::MuscleDropChetney9 => "muscle:disc:chetney9",
            Action::MuscleDropMuscle => "muscle:disc:muscle",
            Action::MuscleDropInsider01 => "muscle:disc:insider01",
            Action::MastermindJoin => "mastermind:join",
            Action::MastermindCover => "mastermind:cover",
            Action::Insider => "insider",
        }
    }

    /// The card played.
    #[inline]
    pub const fn kind(self) -> Kind {
        self.enters_as().kind()
    }

    /// How the card lies once it is in play.
    #[inline]
    pub const fn enters_as(self) -> Face {
        match self {
            Action::Fcg
            | Action::FcgTurnChetney6
            | Action::FcgTurnChetney9
            | Action::FcgTurnInsider10
            | Action::FcgTurnInsider01 => Face::Fcg,
            Action::Fixer => Face::Fixer,
            Action::Thief => Face::Thief,
            Action::Grifter => Face::Grifter,
            Action::ChetneySix => Face::Chetney6,
            Action::ChetneyNine => Face::Chetney9,
            Action::Muscle
            | Action::MuscleDropFixer
            | Action::MuscleDropGrifter
            | Action::MuscleDropChetney9
            | Action::MuscleDropMuscle
            | Action::MuscleDropInsider01 => Face::Muscle,
            Action::MastermindJoin => Face::Mastermind,
            Action::MastermindCover => Face::Cover,
            Action::Insider => Face::Insider10,
        }
    }

    /// The card already in play that the ability turns or discards.
    #[inline]
    pub const fn target(self) -> Option<Face> {
        match self {
            Action::FcgTurnChetney6 => Some(Face::Chetney6),
            Action::FcgTurnChetney9 | Action::MuscleDropChetney9 => Some(Face::Chetney9),
            Action::FcgTurnInsider10 => Some(Face::Insider10),
            Action::FcgTurnInsider01 | Action::MuscleDropInsider01 => Some(Face::Insider01),
            Action::MuscleDropFixer => Some(Face::Fixer),
            Action::MuscleDropGrifter => Some(Face::Grifter),
            Action::MuscleDropMuscle => Some(Face::Muscle),
            _ => None,
        }
    }
}
