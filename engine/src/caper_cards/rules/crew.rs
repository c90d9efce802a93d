//! The Crew's abilities: what a card may do as it enters play, and what it does (sections 5 and 7.1).

use crate::caper_cards::action::Action;
use crate::caper_cards::components::{Face, Kind, Row};

/// Shows the options of a kind, in the order of the action list. Targets are Crew that is in play before the card
/// (CC5h).
#[inline]
pub fn each_option(kind: Kind, row: Row, mut show: impl FnMut(Action)) {
    match kind {
        // CC5f.
        Kind::Fcg => each_target(&FCG_TARGETS, row, Action::Fcg, show),
        // CC5b: these three and the Insider have one option.
        Kind::Fixer => show(Action::Fixer),
        Kind::Thief => show(Action::Thief),
        Kind::Grifter => show(Action::Grifter),
        // CC5c.
        Kind::Chetney => {
            show(Action::ChetneySix);
            show(Action::ChetneyNine);
        }
        // CC5e.
        Kind::Muscle => each_target(&MUSCLE_TARGETS, row, Action::Muscle, show),
        Kind::Mastermind => {
            show(Action::MastermindJoin);
            // CC5d, CC7.1p: not while another covers.
            if !row.has(Face::Cover) {
                show(Action::MastermindCover);
            }
        }
        Kind::Insider => show(Action::Insider),
    }
}

/// Shows the actions whose targets are in play, each face once (CC5g, H6). An ability must be used if it can be, so
/// `none` is shown only if no target is in play (CC5i).
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
