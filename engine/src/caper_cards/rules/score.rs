//! The Crew score and the check (section 6).

use crate::caper_cards::components::{Face, FaceSet, Icon, Kind, Reward, Rewards, Row};

const CLUBS: FaceSet = FaceSet::of_icon(Icon::Club);
const HEARTS: FaceSet = FaceSet::of_icon(Icon::Heart);
const SPADES: FaceSet = FaceSet::of_icon(Icon::Spade);
const DIAMONDS: FaceSet = FaceSet::of_icon(Icon::Diamond);
const ODD: FaceSet = FaceSet::of_parity(true);
const EVEN: FaceSet = FaceSet::of_parity(false);

/// The Crew score above which a heist is bust (CC6.2h).
const MOST: i32 = 21;
/// CC7.1g: the Risk under a covering Mastermind.
const COVERED: i32 = 8;

/// CC6.1a: the Crew score of a row, not clamped (CC6.1d). It is announced after every play, without the before-scoring
/// Complications (CC4m, CC6.1e, H8). An empty row scores what the static Complications give (CC10.2.3).
pub fn crew_score(row: Row, complications: Rewards) -> i32 {
    let numbers: i32 = row
        .faces()
        .filter(|&face| face != Face::Cover)
        .map(|face| face.number() * row.count(face))
        .sum();
    let hearts = row.count_of(HEARTS);
    let spades = row.count_of(SPADES);
    // CC6.1b, CC6.1c: modifiers count what is in play now, and what was discarded gives none. CC7.1b, CC10.2.7: a Fixer
    // does not count itself.
    let fixers = row.count(Face::Fixer) * (hearts - 1);
    let grifters = row.count(Face::Grifter) * spades;
    let effect = |reward: Reward| match reward {
        Reward::Gloomscale if spades == 0 => -4,
        Reward::Marionette => -2 * row.count_of(DIAMONDS),
        // CC10.2.6: a covering Mastermind is a Club, and even.
        Reward::Journal => 2 * row.count_of(CLUBS),
        Reward::Bloom if hearts >= 1 => row.count_of(EVEN),
        // CC10.1: in play, so what is discarded or turned loses it.
        Reward::Coin => row.count_of(ODD),
        _ => 0,
    };
    let effects: i32 = complications.iter().map(effect).sum();
    numbers + fixers - grifters + effects
}

/// CC6.2a: the row after the before-scoring Complications, oldest first. None of them triggers an ability (CC6.2j,
/// H9).
pub fn before_scoring(row: Row, complications: impl Iterator<Item = Reward>) -> Row {
    complications.fold(row, |row, reward| match reward {
        Reward::Mask => without_lowest(row),
        Reward::Gnarlrock => turned(row),
        Reward::HiddenEye => without_repeated(row),
        _ => row,
    })
}

/// CC6.2b: without what shows the lowest number. A covering Mastermind shows 8 (CC10.2.4).
fn without_lowest(mut row: Row) -> Row {
    if let Some(lowest) = row.faces().map(Face::number).min() {
        row.remove_all(FaceSet::of_number(lowest));
    }
    row
}

/// CC6.2c: with every Diamond turned.
fn turned(row: Row) -> Row {
    let mut after = row;
    after.remove_all(DIAMONDS);
    for face in row.faces() {
        if let Some(other) = face.turned() {
            (0..row.count(face)).for_each(|_| after.add(other));
        }
    }
    after
}

/// CC6.2d: without the kinds that are in play twice or more, however they lie: a 6 and a 9 are two Chetneys
/// (CC10.2.10), a covering Mastermind and one in the row two Masterminds (CC10.2.5).
fn without_repeated(mut row: Row) -> Row {
    for kind in Kind::ALL {
        let faces = FaceSet::of_kind(kind);
        if row.count_of(faces) > 1 {
            row.remove_all(faces);
        }
    }
    row
}

/// How a heist ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Check {
    /// The final Crew score (CC6.2e).
    pub score: i32,
    /// The Risk that counts (CC6.2f).
    pub risk: i32,
    /// Whether a tie is enough: not with the Weave Lens.
    pub tie_wins: bool,
}

/// How a score compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The heist succeeds.
    Success,
    /// The Crew score is too low.
    Short,
    /// The Crew score is above 21.
    Bust,
}

impl Check {
    /// The check of a row, all but the Reward: everything is counted after the discards and turns of the before-scoring
    /// Complications (CC10.2.2, CC10.2.8).
    pub fn of(row: Row, complications: impl Iterator<Item = Reward> + Clone, printed_risk: i32) -> Check {
        let last = before_scoring(row, complications.clone());
        let set: Rewards = complications.collect();
        Check {
            score: crew_score(last, set),
            // H10: a discarded cover uncovers the printed Risk.
            risk: if last.has(Face::Cover) { COVERED } else { printed_risk },
            tie_wins: !set.has(Reward::WeaveLens),
        }
    }

    /// CC6.2g: the difficulty with a Reward, whose own Complication is ignored.
    pub fn difficulty(self, reward: Reward) -> i32 {
        self.risk + reward.value()
    }

    /// CC6.2h: how the heist ends with a Reward.
    #[inline]
    pub fn verdict(self, reward: Reward) -> Verdict {
        match self.margin() {
            None => Verdict::Bust,
            Some(margin) if reward.value() <= margin => Verdict::Success,
            Some(_) => Verdict::Short,
        }
    }

    /// The greatest value of a Reward with which the heist succeeds; none if it is bust, which only the check asks
    /// (CC10.2.1).
    #[inline]
    pub fn margin(self) -> Option<i32> {
        let margin = self.score - self.risk - i32::from(!self.tie_wins);
        (self.score <= MOST).then_some(margin)
    }
}
