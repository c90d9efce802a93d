//! The readable form of a state: JSON that a person can read and write.
//!
//! It is what a person at the table can tell: players, Risk, first Boss, every play with its option, the Rewards
//! revealed, the own hand, and the Reward if it was shown to the own seat. Everything else follows by the rules, so a
//! position is read by playing it.

use std::fmt;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::action::Action;
use super::components::{COPIES, Crew, Kind, Reward};
use super::setup::Setup;
use super::state::{CaperCards, Phase};
use crate::game::{Game, Overrides, PositionError, Problem, Seat};

/// The readable form of a state of Caper Cards, unchecked: what a person at the table can tell (CC8.6a).
///
/// ```json
/// {
///   "game": "caper-cards", "seats": 4, "risk": 11, "first": 1,
///   "heists": [
///     {"plays": ["thief", "chetney:six", "fixer", "grifter"], "reward": "journal"},
///     {"plays": ["muscle:none"]}
///   ],
///   "hands": [null, null, ["fcg", "fixer", "mastermind", "insider"], null]
/// }
/// ```
///
/// - `seats`; `risk` (11); `first`, the first Boss (1).
/// - `heists`, oldest first: `plays` in their order, flipped cards included, in the notation of actions; the `reward`,
///   once it is revealed.
/// - `flipped`: the card that was flipped and waits for its option.
/// - `peeking`: true while the player after a Thief is still to be shown the Reward; if left out he has been.
/// - `hands`, one a seat: the cards if they are known; otherwise their number, or `null` for as many as the rules give.
/// - `pile`: what is known of the Rewards to come, the current one first. Needed where a player whose hand is known was
///   shown the current one.
/// - `deck`: all cards to be dealt, flipped or drawn, in their order (the flip row first), for worlds without a hole.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    #[serde(default = "game")]
    game: String,
    seats: u8,
    #[serde(default = "normal_risk")]
    risk: u8,
    #[serde(default = "first_seat")]
    first: Seat,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    heists: Vec<HeistForm>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    flipped: Option<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    peeking: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    hands: Vec<Option<HandForm>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pile: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    deck: Vec<String>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HeistForm {
    #[serde(default)]
    plays: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reward: Option<String>,
}

/// A hand: its cards, or how many they are.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
enum HandForm {
    Cards(Vec<String>),
    Size(i64),
}

impl<'de> Deserialize<'de> for HandForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<HandForm, D::Error> {
        deserializer.deserialize_any(AnyHand)
    }
}

struct AnyHand;

impl<'de> Visitor<'de> for AnyHand {
    type Value = HandForm;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a hand: a list of cards such as `fixer`, or their number, or null")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<HandForm, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(HandForm::Cards)
    }

    fn visit_i64<E>(self, size: i64) -> Result<HandForm, E> {
        Ok(HandForm::Size(size))
    }

    fn visit_u64<E>(self, size: u64) -> Result<HandForm, E> {
        // No hand is near that large; which sizes fit is checked with the rest of the position.
        Ok(HandForm::Size(i64::try_from(size).unwrap_or(i64::MAX)))
    }
}

fn game() -> String {
    CaperCards::ID.to_owned()
}

fn normal_risk() -> u8 {
    11
}

fn first_seat() -> Seat {
    Seat(0)
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl Position {
    /// The position of a state.
    pub(super) fn of(state: &CaperCards) -> Position {
        let mut heists: Vec<HeistForm> = Vec::new();
        for play in state.plays() {
            heists.resize_with(usize::from(play.heist) + 1, HeistForm::default);
            heists[usize::from(play.heist)].plays.push(play.action.to_string());
        }
        for (place, heist) in heists.iter_mut().enumerate() {
            heist.reward = state.revealed_reward(place).map(|reward| reward.to_string());
        }
        let hand = |seat: Seat| match state.hand(seat) {
            Some(crew) => HandForm::Cards(crew.cards().map(|kind| kind.to_string()).collect()),
            None => HandForm::Size(state.hand_size(seat) as i64),
        };
        Position {
            game: game(),
            seats: state.seats,
            risk: state.risk,
            first: Seat(state.first),
            heists,
            flipped: state.flipped().map(|kind| kind.to_string()),
            peeking: matches!(state.phase, Phase::Peek(_)),
            hands: Seat::all(state.seats.into()).map(|seat| Some(hand(seat))).collect(),
            pile: state.known_pile().map(|reward| reward.to_string()).collect(),
            deck: state.known_deck().map(|kind| kind.to_string()).collect(),
        }
    }

    /// The state, or what is wrong. Nothing can be waived: a card that is not there cannot be played.
    pub(super) fn check(self, _overrides: Overrides) -> Result<CaperCards, PositionError<Position>> {
        self.read().map_err(|problems| PositionError {
            position: Box::new(self),
            problems,
        })
    }

    fn read(&self) -> Result<CaperCards, Vec<Problem>> {
        let mut state = self.first_state()?;
        for (number, heist) in self.heists.iter().enumerate() {
            for (place, text) in heist.plays.iter().enumerate() {
                let field = format!("heists[{number}].plays[{place}]");
                play(&mut state, text).map_err(|what| vec![Problem::new(field, what)])?;
            }
            let is_last = number + 1 == self.heists.len();
            self.finish(&mut state, number, heist, is_last)
                .map_err(|what| vec![Problem::new(format!("heists[{number}].reward"), what)])?;
        }
        let mut problems = Vec::new();
        self.take_up(&mut state, &mut problems);
        self.read_hands(&mut state, &mut problems);
        self.read_pile(&mut state, &mut problems);
        self.read_deck(&mut state, &mut problems);
        if problems.is_empty() { Ok(state) } else { Err(problems) }
    }

    /// The state before the first card is dealt, which holds nobody's hand.
    fn first_state(&self) -> Result<CaperCards, Vec<Problem>> {
        if self.game != CaperCards::ID {
            let what = format!("`{}`, expected `{}`", self.game, CaperCards::ID);
            return Err(vec![Problem::new("game", what)]);
        }
        let setup = Setup {
            seats: self.seats,
            risk: self.risk,
            first: Some(self.first),
            seed: None,
        };
        let setup = setup.complete().map_err(|error| error.0)?;
        let mut state = CaperCards::first_state(&setup);
        state.known = 0;
        Ok(state)
    }

    /// The Reward that ends a heist.
    fn finish(&self, state: &mut CaperCards, number: usize, heist: &HeistForm, is_last: bool) -> Result<(), String> {
        let Some(text) = &heist.reward else {
            return if is_last {
                Ok(())
            } else {
                Err("missing, expected the Reward revealed, since another heist follows".to_owned())
            };
        };
        let reward: Reward = text.parse()?;
        skip_unseen(state);
        if state.phase != Phase::Check {
            return Err(format!(
                "`{reward}` after {} plays, expected 4 plays before a Reward is revealed (CC4a)",
                state.slot()
            ));
        }
        if state.seen_rewards().has(reward) {
            return Err(format!("`{reward}` was revealed before, expected another Reward"));
        }
        state.reveal(reward);
        let is_over = state.result().is_some();
        if is_over && !is_last {
            let ending = state.result().map_or("", |result| result.ending);
            return Err(format!(
                "ends the game in heist {} ({ending}), expected no further heist",
                number + 1
            ));
        }
        Ok(())
    }

    /// From the last play to where the position stands.
    fn take_up(&self, state: &mut CaperCards, problems: &mut Vec<Problem>) {
        let size = |seat: Seat| match self.hands.get(seat.index()) {
            Some(Some(HandForm::Cards(cards))) => Some(cards.len() as i64),
            Some(Some(HandForm::Size(size))) => Some(*size),
            _ => None,
        };
        let is_due =
            |state: &CaperCards, seat: Seat| size(seat).is_none_or(|size| (state.hand_size(seat) as i64) < size);
        loop {
            match state.phase {
                Phase::Deal if is_due(state, state.dealt_seat()) => state.deal(None),
                Phase::Draw(left) if is_due(state, state.drawing_seat(left)) => state.draw(left, None),
                Phase::Peek(seat) if !self.peeking => state.peek(seat, None),
                _ => break,
            }
        }
        if self.peeking && !matches!(state.phase, Phase::Peek(_)) {
            let what = "nobody is to be shown the Reward here, expected it only right after a Thief";
            problems.push(Problem::new("peeking", what));
        }
        if let Some(text) = &self.flipped
            && let Err(what) = flip(state, text)
        {
            problems.push(Problem::new("flipped", what));
        }
    }

    fn read_hands(&self, state: &mut CaperCards, problems: &mut Vec<Problem>) {
        let seats = usize::from(state.seats);
        if self.hands.len() > seats {
            let what = format!("{} hands, expected one a seat, {seats} at most", self.hands.len());
            problems.push(Problem::new("hands", what));
            return;
        }
        let mut seen = state.gone;
        for (seat, form) in Seat::all(seats).zip(&self.hands) {
            let field = format!("hands[{}]", seat.index());
            let expected = state.hand_size(seat);
            let size = match form {
                None => continue,
                Some(HandForm::Size(size)) => *size,
                Some(HandForm::Cards(cards)) => {
                    if let Some(hand) = read_crew(cards, &field, &mut seen, problems) {
                        state.hands[seat.index()] = hand;
                        state.known |= 1 << seat.0;
                    }
                    cards.len() as i64
                }
            };
            if size != expected as i64 {
                let what = format!("{size} cards, expected {expected} after these plays");
                problems.push(Problem::new(field, what));
            }
        }
    }

    fn read_pile(&self, state: &mut CaperCards, problems: &mut Vec<Problem>) {
        let first = state.revealed();
        for (place, text) in self.pile.iter().enumerate() {
            let field = format!("pile[{place}]");
            match text.parse::<Reward>() {
                Err(what) => problems.push(Problem::new(field, what)),
                Ok(_) if first + place >= usize::from(state.table().heists) => {
                    let left = usize::from(state.table().heists) - first;
                    problems.push(Problem::new(
                        field,
                        format!("one too many, expected {left} Rewards at most"),
                    ));
                    return;
                }
                Ok(reward) if state.seen_rewards().has(reward) => {
                    let what = format!("`{reward}` is among the Rewards before, expected another one");
                    problems.push(Problem::new(field, what));
                }
                Ok(reward) => state.rewards[first + place] = reward as u8,
            }
        }
        let knowing = Seat::all(state.seats.into()).find(|&seat| state.knows(seat) && state.has_peeked(seat));
        if let (Some(seat), None) = (knowing, state.current_reward()) {
            let what = format!("empty, expected the Reward that player {seat} was shown");
            problems.push(Problem::new("pile", what));
        }
    }

    fn read_deck(&self, state: &mut CaperCards, problems: &mut Vec<Problem>) {
        if self.deck.is_empty() || !problems.is_empty() {
            return;
        }
        let places: Vec<usize> = state.places_left().collect();
        let is_whole = Seat::all(state.seats.into()).all(|seat| state.knows(seat));
        if self.deck.len() != places.len() || !is_whole {
            let what = format!(
                "{} cards, expected all {} that are left, and every hand, or no deck",
                self.deck.len(),
                places.len()
            );
            problems.push(Problem::new("deck", what));
            return;
        }
        let mut seen = state.hands.iter().fold(state.gone, |seen, &hand| seen.with(hand));
        if read_crew(&self.deck, "deck", &mut seen, problems).is_some() {
            let cards = self.deck.iter().map(|text| text.parse::<Kind>().ok());
            places
                .into_iter()
                .zip(cards)
                .for_each(|(place, card)| state.set_order(place, card));
        }
    }
}

/// Draws and peeks that the position does not see.
fn skip_unseen(state: &mut CaperCards) {
    loop {
        match state.phase {
            Phase::Deal => state.deal(None),
            Phase::Draw(left) => state.draw(left, None),
            Phase::Peek(seat) => state.peek(seat, None),
            _ => return,
        }
    }
}

/// One play of the record, flipped cards included.
fn play(state: &mut CaperCards, text: &str) -> Result<(), String> {
    let action: Action = text
        .parse()
        .map_err(|error: crate::game::NotationError| error.to_string())?;
    skip_unseen(state);
    if state.result().is_some() || state.phase == Phase::Check {
        return Err(format!(
            "`{action}` is a fifth play, expected 4 plays a heist and then its `reward` (CC4a)"
        ));
    }
    if state.gone.count(action.kind()) == COPIES {
        return Err(format!(
            "a fourth `{}`, expected at most {COPIES} in a game",
            action.kind()
        ));
    }
    if state.phase == Phase::Flip {
        let before = state.played;
        state.flip(action.kind());
        if state.played > before {
            return if state.record[usize::from(before)] == action as u8 {
                Ok(())
            } else {
                Err(format!(
                    "`{action}` cannot be, expected `{}`",
                    Action::ALL[usize::from(state.record[usize::from(before)])]
                ))
            };
        }
    }
    let mut legal = Vec::new();
    state.each_legal(|known| legal.push(known));
    legal.retain(|known| known.kind() == action.kind());
    if !legal.contains(&action) {
        let names: Vec<&str> = legal.iter().map(|known| known.name()).collect();
        return Err(format!("`{action}` cannot be, expected one of: {}", names.join(", ")));
    }
    state.decide(action);
    Ok(())
}

/// The card that waits for its option.
fn flip(state: &mut CaperCards, text: &str) -> Result<(), String> {
    let kind: Kind = text.parse()?;
    if state.phase != Phase::Flip {
        return Err("no card is flipped here, expected none".to_owned());
    }
    if state.gone.count(kind) == COPIES {
        return Err(format!("a fourth `{kind}`, expected at most {COPIES} in a game"));
    }
    let mut after = *state;
    after.flip(kind);
    if after.flipped().is_none() {
        return Err(format!("`{kind}` leaves no choice here, expected it among the plays"));
    }
    *state = after;
    Ok(())
}

/// Cards by name; `seen` are those that are elsewhere, to which these are added. A fourth copy is refused (CC8.6a).
fn read_crew(cards: &[String], field: &str, seen: &mut Crew, problems: &mut Vec<Problem>) -> Option<Crew> {
    let mut crew = Crew::EMPTY;
    let before = problems.len();
    for (place, text) in cards.iter().enumerate() {
        match text.parse::<Kind>() {
            Err(what) => problems.push(Problem::new(format!("{field}[{place}]"), what)),
            Ok(kind) if seen.count(kind) == COPIES => {
                let what = format!("a fourth `{kind}`, expected at most {COPIES} in a game");
                problems.push(Problem::new(format!("{field}[{place}]"), what));
            }
            Ok(kind) => {
                seen.add(kind);
                // The deck may be larger than a hand, but no larger than what is left of each kind.
                crew.add(kind);
            }
        }
    }
    (problems.len() == before).then_some(crew)
}

impl Serialize for CaperCards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Position::of(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for CaperCards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CaperCards, D::Error> {
        let position = Position::deserialize(deserializer)?;
        position.check(Overrides::None).map_err(serde::de::Error::custom)
    }
}
