//! What networks read: the fixed action list (CC5m) as the action index space, and sparse features of an information
//! state.
//!
//! Indices are rows of **blocks**, as those of the other games; the tables below are the compiled ones (a test compares
//! them), and [`Encode::feature_blocks`] gives the offsets.
//!
//! # Actions
//!
//! | block | size | meaning |
//! |---|---|---|
//! | play | 19 | the actions of the fixed list, in its order |
//!
//! # Features
//!
//! A feature is on or off. Numbers are thermometers: `>= 1`, `>= 2` and so on are all on up to the number.
//!
//! **Perspective.** Features belong to a state and a seat that looks at it, which need not be the seat that decides:
//!
//! - Players are counted from the seat that looks, in seating order: me, next, 2nd next, 3rd next. No feature says
//!   which seat looks, since no action names a seat: a network plays every seat alike. With fewer than four seats the
//!   places of the others stay off.
//! - Only what the seat's information state holds is read, so the features are the same for a world, for the
//!   information state and for every world that the seat cannot tell from it.
//! - Of the hands, the own one shows its cards and the others their sizes. Cards in the deck and in other hands do not
//!   show; which they may be follows from `hand` and `gone`.
//! - The current Reward shows to those who were shown it (`reward`); to the others the Rewards that it may be
//!   (`reward unseen`). Who was shown it, everybody knows (`peeked`).
//! - The record of plays is public and whole, in the order of the game: the first number is the first play, whoever
//!   made it.
//!
//! | block | size | meaning |
//! |---|---|---|
//! | seats | 4 | how many play |
//! | risk | 1 | the Risk is 12 |
//! | heist | 5 | which heist it is |
//! | slot | 5 | which play comes next; the check |
//! | boss | 4 | the Boss |
//! | decides | 4 | the player who is asked; none at a chance node |
//! | hand | 24 | kind, cards of it in the own hand, up to 3 |
//! | row | 33 | face, cards in play that show it, up to 3 |
//! | gone | 24 | kind, cards of it that were ever in play or flipped, up to 3 |
//! | hand size | 24 | player, cards of the hand, up to 6 |
//! | flipped | 8 | the flipped card that waits for its option |
//! | complication | 9 | the Complications in force |
//! | older | 81 | Complication, another in force that was won after it |
//! | reward unseen | 9 | Rewards that may be the current one |
//! | reward | 9 | the current Reward, if the seat was shown it |
//! | peeked | 4 | players who were shown the current Reward |
//! | play | 380 | number of the play in the game, what was played |
//! | player of | 80 | number of the play in the game, who played the card or decided the flip |

use super::action::Action;
use super::components::{Face, Kind, Reward, Rewards};
use super::state::{CaperCards, RECORD, SEATS};
use crate::blocks::{IndexBlock, Writer, blocks, feature_name};
use crate::game::{Encode, Game, IndexBlocks, Node, Seat};

const KINDS: usize = Kind::ALL.len();
const REWARDS: usize = Reward::ALL.len();
const ACTIONS: usize = Action::ALL.len();
/// Copies of a kind.
const COPIES: usize = super::components::COPIES as usize;
/// A hand of five before its first play, or four and two drawn.
const HAND: usize = 6;

blocks! {
    /// The action index space.
    ActionBlock of Action {
        Play: "play", ACTIONS, |place| Action::ALL[place];
    }
}

/// A player as counted from the seat that looks.
fn player(place: usize) -> &'static str {
    ["me", "next", "2nd next", "3rd next"][place]
}

/// A name and a number it reaches.
fn at_least(name: impl std::fmt::Display, number: usize) -> String {
    format!("{name} >= {number}")
}

blocks! {
    /// The feature index space.
    FeatureBlock of String {
        Seats: "seats", SEATS, |place| format!("seats {}", place + 1);
        Risk: "risk", 1, |_| "risk 12".to_owned();
        Heist: "heist", 5, |place| format!("heist {}", place + 1);
        Slot: "slot", 5, |place| format!("slot {place}");
        Boss: "boss", SEATS, |place| format!("boss {}", player(place));
        Decides: "decides", SEATS, |place| format!("decides {}", player(place));
        Hand: "hand", KINDS * COPIES, |place| {
            at_least(format_args!("hand {}", Kind::ALL[place / COPIES]), place % COPIES + 1)
        };
        Row: "row", Face::ALL.len() * COPIES, |place| {
            at_least(format_args!("row {}", Face::ALL[place / COPIES]), place % COPIES + 1)
        };
        Gone: "gone", KINDS * COPIES, |place| {
            at_least(format_args!("gone {}", Kind::ALL[place / COPIES]), place % COPIES + 1)
        };
        HandSize: "hand size", SEATS * HAND, |place| {
            at_least(format_args!("hand size {}", player(place / HAND)), place % HAND + 1)
        };
        Flipped: "flipped", KINDS, |place| format!("flipped {}", Kind::ALL[place]);
        Complication: "complication", REWARDS, |place| format!("complication {}", Reward::ALL[place]);
        Older: "older", REWARDS * REWARDS, |place| {
            format!("older {}, then {}", Reward::ALL[place / REWARDS], Reward::ALL[place % REWARDS])
        };
        RewardUnseen: "reward unseen", REWARDS, |place| format!("reward unseen {}", Reward::ALL[place]);
        Reward: "reward", REWARDS, |place| format!("reward {}", Reward::ALL[place]);
        Peeked: "peeked", SEATS, |place| format!("peeked {}", player(place));
        Play: "play", RECORD * ACTIONS, |place| format!("play {} {}", place / ACTIONS + 1, Action::ALL[place % ACTIONS]);
        PlayerOf: "player of", RECORD * SEATS, |place| format!("player of {} {}", place / SEATS + 1, player(place % SEATS));
    }
}

impl Encode for CaperCards {
    fn feature_count() -> usize {
        FeatureBlock::COUNT
    }

    fn feature_blocks() -> IndexBlocks {
        FeatureBlock::blocks()
    }

    /// The hand takes as many as it has cards, each play of the record two; the rest counts whole.
    fn max_active_features() -> usize {
        let sized = [FeatureBlock::Hand, FeatureBlock::Play, FeatureBlock::PlayerOf];
        let others = FeatureBlock::COUNT - sized.map(FeatureBlock::size).iter().sum::<usize>();
        HAND + 2 * RECORD + others
    }

    fn features(&self, seat: Seat, out: &mut Vec<u32>) {
        let view = self.information_state(seat);
        let seats = view.seats();
        let mut to = Writer::new(out, seat.0, seats as u8);
        to.on(FeatureBlock::Seats, seats - 1);
        if view.printed_risk() == 12 {
            to.on(FeatureBlock::Risk, 0);
        }
        let heist = view.plays().next_back().map_or(0, |play| usize::from(play.heist));
        to.on(FeatureBlock::Heist, heist.max(view.heists_won()).min(4));
        to.on(FeatureBlock::Slot, view.slot().into());
        to.player(FeatureBlock::Boss, 0, Some(view.boss().0));
        if let Node::Decision(asked) = view.node() {
            to.player(FeatureBlock::Decides, 0, Some(asked.0));
        }
        let hand = view.hand(seat).unwrap_or_default();
        for (row, kind) in Kind::ALL.into_iter().enumerate() {
            to.level(FeatureBlock::Hand, row * COPIES, COPIES, hand.count(kind).into());
        }
        for (row, face) in Face::ALL.into_iter().enumerate() {
            to.level(FeatureBlock::Row, row * COPIES, COPIES, view.row().count(face) as usize);
        }
        for (row, kind) in Kind::ALL.into_iter().enumerate() {
            to.level(FeatureBlock::Gone, row * COPIES, COPIES, view.gone().count(kind).into());
        }
        for (row, other) in to.players() {
            to.level(FeatureBlock::HandSize, row * HAND, HAND, view.hand_size(Seat(other)));
        }
        if let Some(kind) = view.flipped() {
            to.on(FeatureBlock::Flipped, kind as usize);
        }
        let complications = view.complication_set();
        complications
            .iter()
            .for_each(|reward| to.on(FeatureBlock::Complication, reward as usize));
        for older in complications.iter() {
            let later: Rewards = view
                .complications()
                .skip_while(|&reward| reward != older)
                .skip(1)
                .collect();
            later
                .iter()
                .for_each(|later| to.on(FeatureBlock::Older, older as usize * REWARDS + later as usize));
        }
        if view.current_reward().is_none() {
            view.unseen_rewards()
                .iter()
                .for_each(|reward| to.on(FeatureBlock::RewardUnseen, reward as usize));
        }
        if let Some(reward) = view.current_reward() {
            to.on(FeatureBlock::Reward, reward as usize);
        }
        for (row, other) in to.players() {
            if view.has_peeked(Seat(other)) {
                to.on(FeatureBlock::Peeked, row);
            }
        }
        for (number, play) in view.plays().enumerate() {
            to.on(FeatureBlock::Play, number * ACTIONS + play.action as usize);
        }
        for (number, play) in view.plays().enumerate() {
            to.player(FeatureBlock::PlayerOf, number * SEATS, Some(play.seat.0));
        }
    }

    fn feature_name(index: usize) -> String {
        feature_name(FeatureBlock::read, FeatureBlock::COUNT, index)
    }

    fn action_count() -> usize {
        ActionBlock::COUNT
    }

    fn action_blocks() -> IndexBlocks {
        ActionBlock::blocks()
    }

    #[inline]
    fn legal_indices(&self, out: &mut Vec<u32>) {
        out.clear();
        self.each_legal(|action| out.push(Self::action_index(action) as u32));
    }

    #[inline]
    fn action_index(action: Action) -> usize {
        ActionBlock::Play.first() + action as usize
    }

    fn action_at(index: usize) -> Option<Action> {
        ActionBlock::read(index)
    }
}
