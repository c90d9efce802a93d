//! What the partners' plays reveal about their hands.

use heist_engine::caper_cards::{Action, CREW, CaperCards, Kind, Outcome, Play, SEATS};
use heist_engine::game::{Game, Node, Seat};
use heist_engine::random::{self, Generator};

use super::prospect::Prospect;

/// The power of the expert's values that partners are taken to choose by: the larger, the more they do as the expert.
const SHARPNESS: f32 = 12.0;
/// The share of plays that are taken to be anything.
const SLIPS: f64 = 0.1;

/// How likely the others were to play as they did, were a world the true one (CC8.3i): the product over all choices of
/// seats other than the one that asks, each rebuilt from what it knew then. A play is likely by the expert's value for
/// it; of equal copies in a hand each was as likely to be the one played (ruling R11).
///
/// With 1 and 2 players, which of a hand's cards were drawn when is drawn at random: it is not on record, and any order
/// is equally likely.
pub fn likelihood(world: &CaperCards, asks: Seat, rng: &mut Generator) -> f64 {
    let Ok(mut state) = CaperCards::new(&world.setup()) else {
        // A state comes from a playable setup.
        return 1.0;
    };
    let mut arrivals = Arrivals::of(world, rng);
    let plays: Vec<Play> = world.plays().collect();
    let mut legal = Vec::new();
    let mut product = 1.0;
    while let Some(play) = plays.get(state.turn() as usize) {
        match state.node() {
            Node::Terminal => break,
            Node::Chance => {
                let reward = world.complications().nth(play.heist.into()).or(world.current_reward());
                // What would be drawn says what kind of draw it is.
                let outcome = match state.sample(rng) {
                    Outcome::Deal(_) => Outcome::Deal(arrivals.next(state.receiver())),
                    Outcome::Draw(_) => Outcome::Draw(arrivals.next(state.receiver())),
                    Outcome::Flip(_) => Outcome::Flip(play.action.kind()),
                    Outcome::Peek(_) => Outcome::Peek(reward),
                    Outcome::Reveal(drawn) => {
                        // The play that comes next is in the heist after the one whose Reward is revealed.
                        let revealed = world.complications().nth(state.heists_won());
                        Outcome::Reveal(revealed.unwrap_or(drawn))
                    }
                };
                state.resolve(outcome);
            }
            Node::Decision(seat) => {
                if seat != asks {
                    let view = state.information_state(seat);
                    view.legal_actions(&mut legal);
                    product *= chance_of_play(&view, &legal, play.action);
                    if !play.is_flip {
                        let copies = view.hand(seat).map_or(1, |hand| hand.count(play.action.kind()));
                        product /= f64::from(copies.max(1));
                    }
                }
                state.apply(play.action);
            }
        }
    }
    product
}

/// The model of a partner: how likely one who sees `view` plays an action, `played`, of the legal ones. The chances of
/// all of them add up to 1.
pub fn chance_of_play(view: &CaperCards, legal: &[Action], played: Action) -> f64 {
    if legal.len() == 1 {
        return 1.0;
    }
    let prospect = Prospect::of(view);
    let (mut sum, mut of_played) = (0.0f32, 0.0f32);
    let best = legal
        .iter()
        .map(|&action| prospect.value(action))
        .fold(f32::MIN_POSITIVE, f32::max);
    for &action in legal {
        let weight = (prospect.value(action) / best).powf(SHARPNESS);
        sum += weight;
        if action == played {
            of_played = weight;
        }
    }
    let by_value = if sum > 0.0 {
        f64::from(of_played / sum)
    } else {
        1.0 / legal.len() as f64
    };
    SLIPS / legal.len() as f64 + (1.0 - SLIPS) * by_value
}

/// The cards that came to each seat, the latest first.
struct Arrivals([Vec<Kind>; SEATS]);

impl Arrivals {
    /// Backwards from the hands of a world at a decision: a card that was played was in the hand before, and of the
    /// cards in hand after a draw any may be those drawn.
    fn of(world: &CaperCards, rng: &mut Generator) -> Arrivals {
        let draws = world.table().draws;
        Arrivals(std::array::from_fn(|seat| {
            let seat = Seat(seat as u8);
            let mut hand = world.hand(seat).unwrap_or_default();
            let mut arrived = Vec::with_capacity(CREW);
            let mut played = world
                .plays()
                .rev()
                .filter(|play| play.seat == seat && !play.is_flip)
                .peekable();
            for heist in (0..=world.heists_won() as u8).rev() {
                while let Some(play) = played.next_if(|play| play.heist == heist) {
                    hand.add(play.action.kind());
                }
                for _ in 0..if heist > 0 { draws } else { 0 } {
                    if !hand.is_empty() {
                        let drawn = hand.nth(random::below(rng, hand.len() as u32));
                        hand.remove(drawn);
                        arrived.push(drawn);
                    }
                }
            }
            arrived.extend(hand.cards());
            arrived
        }))
    }

    /// The next card that came to a seat.
    fn next(&mut self, seat: Option<Seat>) -> Option<Kind> {
        self.0[seat?.index()].pop()
    }
}
