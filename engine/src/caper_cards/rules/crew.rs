//! The Crew's abilities: what a card may do as it enters play, and what it does (sections 5 and 7.1).

use crate::caper_cards::action::Action;
use crate::caper_cards::components::{Face, Kind, Row};

/// CC5b to CC5f: shows the options of a kind in a row, in the order of the action list. Never none, and `none` only where the
/// ability has no target (CC5i).
#[inline]
pub fn each_option(kind: Kind, row: Row, mut show: impl FnMut(Action)) {
    match kind {
        Kind::Fcg => each_target(&FCG_TARGETS, row, Action::Fcg, show),
        Kind::Fixer => show(Action::Fixer),
        Kind::Thief => show(Action::Thief),
        Kind::Grifter => show(Action::Grifter),
        Kind::Chetney => {
            show(Action::ChetneySix);
            show(Action::ChetneyNine);
        }
        Kind::Muscle => each_target(&MUSCLE_TARGETS, row, Action::Muscle, show),
        Kind::Mastermind => {
            show(Action::MastermindJoin);
            // CC7.1p: not while another covers.
            if !row.has(Face::Cover) {
                show(Action::MastermindCover);
            }
        }
        Kind::Insider => show(Action::Insider),
    }
}

/// Shows the actions whose targets are in play, each face once (CC5g), or `none` if none is.
#[inline]
fn each_target(targets: &[(Face, Action)], row: Row, none: Action, mut show: impl FnMut(Action)) {
    let mut found = false;
    for &(face, action) in targets {
        if row.has(face) {
            found = true;
            show(action);
        }
    }
    if !found {
        show(none);
    }
}

/// CC7.1j: any Diamond face, either way.
const FCG_TARGETS: [(Face, Action); 4] = [
    (Face::Chetney6, Action::FcgTurnChetney6),
    (Face::Chetney9, Action::FcgTurnChetney9),
    (Face::Insider10, Action::FcgTurnInsider10),
    (Face::Insider01, Action::FcgTurnInsider01),
];

/// CC7.1o: any odd face in play before it.
const MUSCLE_TARGETS: [(Face, Action); 5] = [
    (Face::Fixer, Action::MuscleDropFixer),
    (Face::Grifter, Action::MuscleDropGrifter),
    (Face::Chetney9, Action::MuscleDropChetney9),
    (Face::Muscle, Action::MuscleDropMuscle),
    (Face::Insider01, Action::MuscleDropInsider01),
];

/// The row after a play: the target turned or discarded, the card in play.
#[inline]
pub fn put_into_play(mut row: Row, action: Action) -> Row {
    if let Some(target) = action.target() {
        row.remove(target);
        // FCG turns what the Muscle discards.
        if let (Kind::Fcg, Some(turned)) = (action.kind(), target.turned()) {
            row.add(turned);
        }
    }
    row.add(action.enters_as());
    row
}
