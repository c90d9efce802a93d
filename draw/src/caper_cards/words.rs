//! Actions, outcomes and what a state waits for, in short sentences.

use heist_engine::caper_cards::{
    Action, CaperCards, Check, Face, Kind, Outcome, Play, Reward, Rewards, Row, SLOTS, Verdict, crew_score,
    each_option, put_into_play,
};
use heist_engine::game::{Game, Node, Seat};

use super::facts::{complications, heist, is_won, possible_rewards};

/// A kind of Crew for people.
pub(super) const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Fcg => "FCG",
        Kind::Fixer => "Fixer",
        Kind::Thief => "Thief",
        Kind::Grifter => "Grifter",
        Kind::Chetney => "Chetney",
        Kind::Muscle => "Muscle",
        Kind::Mastermind => "Mastermind",
        Kind::Insider => "Insider",
    }
}

/// A kind in a sentence: `the Fixer`, but `Chetney`.
fn the(of: Kind) -> String {
    match of {
        Kind::Fcg | Kind::Chetney => kind(of).to_owned(),
        _ => format!("the {}", kind(of)),
    }
}

/// The same at the beginning of a sentence.
fn capital(of: Kind) -> String {
    match of {
        Kind::Fcg | Kind::Chetney => kind(of).to_owned(),
        _ => format!("The {}", kind(of)),
    }
}

/// The upright number as it is read: a turned Insider shows 01.
pub(super) fn number(face: Face) -> String {
    match face {
        Face::Insider01 => "01".to_owned(),
        face => face.number().to_string(),
    }
}

/// A card in play: `Fixer 3`, `Insider 01`; the covering Mastermind is named as such.
pub(super) fn face(face: Face) -> String {
    match face {
        Face::Cover => "Mastermind on the Risk".to_owned(),
        face => format!("{} {}", kind(face.kind()), number(face)),
    }
}

/// A row in words.
pub(super) fn row(row: Row) -> String {
    let faces = row
        .faces()
        .flat_map(|of| (0..row.count(of)).map(move |_| face(of)))
        .collect::<Vec<_>>();
    if faces.is_empty() {
        "nothing".to_owned()
    } else {
        faces.join(", ")
    }
}

/// A Reward for people.
pub(super) const fn reward(reward: Reward) -> &'static str {
    match reward {
        Reward::Gloomscale => "Gloomscale Breastplate",
        Reward::Marionette => "Sashimi Marionette",
        Reward::HiddenEye => "Circle of the Hidden Eye",
        Reward::Coin => "Changebringer Coin",
        Reward::Mask => "Hishari Mask",
        Reward::Journal => "Journal of Vespin Chloras",
        Reward::Gnarlrock => "Gnarlrock Shard",
        Reward::Bloom => "Message Bloom",
        Reward::WeaveLens => "Weave Lens",
    }
}

/// A Reward in one word, for a card.
pub(super) const fn short_reward(reward: Reward) -> &'static str {
    match reward {
        Reward::Gloomscale => "Gloomscale",
        Reward::Marionette => "Marionette",
        Reward::HiddenEye => "Hidden Eye",
        Reward::Coin => "Coin",
        Reward::Mask => "Mask",
        Reward::Journal => "Journal",
        Reward::Gnarlrock => "Gnarlrock",
        Reward::Bloom => "Bloom",
        Reward::WeaveLens => "Weave Lens",
    }
}

/// What a Crew card does, in a few words (CC7.1).
pub(super) const fn ability(kind: Kind) -> &'static str {
    match kind {
        Kind::Fcg => "turns a Diamond in play",
        Kind::Fixer => "+1 for each other Heart in play",
        Kind::Thief => "lets the next player see the Reward",
        Kind::Grifter => "-1 for each Spade in play",
        Kind::Chetney => "counts 6 or 9",
        Kind::Muscle => "discards an odd Crew in play",
        Kind::Mastermind => "joins the Crew or covers the Risk",
        Kind::Insider => "counts 10, or 1 when turned",
    }
}

/// A Reward with its value.
pub(super) fn valued(of: Reward) -> String {
    format!("{} ({})", reward(of), of.value())
}

/// What a Complication does.
pub(super) const fn effect(of: Reward) -> &'static str {
    match of {
        Reward::Gloomscale => "-4 while no Spade is in play",
        Reward::Marionette => "-2 for each Diamond in play",
        Reward::HiddenEye => "before scoring, kinds in play twice or more are discarded",
        Reward::Coin => "+1 for each odd Crew in play",
        Reward::Mask => "before scoring, all Crew with the lowest number are discarded",
        Reward::Journal => "+2 for each Club in play",
        Reward::Gnarlrock => "before scoring, every Diamond turns",
        Reward::Bloom => "+1 for each even Crew in play, if a Heart is in play",
        Reward::WeaveLens => "a tie is lost",
    }
}

/// Whether a Complication acts on the row at the check.
pub(super) const fn is_before_scoring(of: Reward) -> bool {
    matches!(of, Reward::HiddenEye | Reward::Mask | Reward::Gnarlrock)
}

/// What may come out of adding a Reward to a Risk: `17`, or `16 to 19`.
pub(super) fn range(risk: i32, rewards: &[Reward]) -> String {
    let values = || rewards.iter().map(|reward| risk + reward.value());
    match (values().min(), values().max()) {
        (Some(least), Some(most)) if least < most => format!("{least} to {most}"),
        (least, _) => least.unwrap_or(risk).to_string(),
    }
}

/// The check of a row with the Complications of this heist.
pub(super) fn check(game: &CaperCards, row: Row) -> Check {
    Check::of(row, complications(game).into_iter(), game.printed_risk())
}

/// The Risk as the row lies, before any Complication acts on it.
pub(super) fn risk(game: &CaperCards) -> i32 {
    Check::of(game.row(), std::iter::empty(), game.printed_risk()).risk
}

/// The Crew score that is announced for a row.
pub(super) fn score(game: &CaperCards, row: Row) -> i32 {
    let set: Rewards = complications(game).into_iter().collect();
    crew_score(row, set)
}

/// What the state waits for.
pub(super) fn node(game: &CaperCards) -> String {
    match (game.node(), game.receiver()) {
        (Node::Terminal, _) => ending(game),
        (Node::Decision(seat), _) => match game.flipped() {
            Some(of) => format!("Player {seat} decides what the flipped {} does.", kind(of)),
            None => format!("Player {seat} plays a card."),
        },
        (Node::Chance, Some(seat)) if game.plays().next().is_none() => format!("Player {seat} is dealt a card."),
        (Node::Chance, Some(seat)) if game.slot() == 0 => format!("Player {seat} draws a card."),
        (Node::Chance, Some(seat)) => format!("Player {seat} is shown the Reward."),
        (Node::Chance, None) if game.slot() == SLOTS => "The Reward is revealed.".to_owned(),
        (Node::Chance, None) => "A card is flipped.".to_owned(),
    }
}

/// How the game ended.
fn ending(game: &CaperCards) -> String {
    if is_won(game) {
        return format!("The game is over: won, all {} heists.", game.table().heists);
    }
    let check = check(game, game.row());
    let number = heist(game) + 1;
    match game.current_reward() {
        Some(reward) => format!(
            "The game is over: lost in heist {number}, {}.",
            verdict(check, reward).1
        ),
        None => format!("The game is over: lost in heist {number}."),
    }
}

/// Whether a check succeeds, and in words how.
fn verdict(check: Check, reward: Reward) -> (bool, String) {
    let (score, difficulty) = (check.score, check.difficulty(reward));
    match check.verdict(reward) {
        Verdict::Success => (true, format!("Crew score {score} against {difficulty}")),
        Verdict::Bust => (false, format!("bust with a Crew score of {score}")),
        Verdict::Short if score == difficulty => (false, format!("Crew score {score} only ties with {difficulty}")),
        Verdict::Short => (false, format!("Crew score {score} short of {difficulty}")),
    }
}

/// What an action does.
pub(super) fn action(game: &CaperCards, action: Action) -> String {
    let (what, after) = (deed(game, action), put_into_play(game.row(), action));
    let mut text = format!("{what}: {}", change(game, after));
    if action == Action::Thief
        && let Some(seat) = shown(game)
    {
        text.push_str(&format!("; player {seat} is shown the Reward"));
    }
    text.push('.');
    text
}

/// Who is shown the Reward if a Thief is played now.
fn shown(game: &CaperCards) -> Option<Seat> {
    let mut after = *game;
    after.apply(Action::Thief);
    after.receiver()
}

/// What is done with the card.
fn deed(game: &CaperCards, action: Action) -> String {
    let of = the(action.kind());
    let target = action.target().map(face).unwrap_or_default();
    let turned = action.target().and_then(Face::turned).map(number).unwrap_or_default();
    if game.flipped().is_some() {
        let of = capital(action.kind());
        return match action {
            Action::ChetneySix => format!("{of} shows 6"),
            Action::ChetneyNine => format!("{of} shows 9"),
            Action::MastermindJoin => format!("{of} joins the Crew"),
            Action::MastermindCover => format!("{of} covers the Risk, which is 8 then"),
            _ if action.kind() == Kind::Fcg => format!("{of} turns {target} to {turned}"),
            _ => format!("{of} discards {}", the_target(action)),
        };
    }
    match action {
        Action::ChetneySix => format!("Play {of} as 6"),
        Action::ChetneyNine => format!("Play {of} as 9"),
        Action::MastermindCover => format!("Cover the Risk with {of}, which makes it 8"),
        _ if action.target().is_none() => format!("Play {of}"),
        _ if action.kind() == Kind::Fcg => format!("Play {of} and turn {target} to {turned}"),
        _ => format!("Play {of} and discard {}", the_target(action)),
    }
}

/// What the Muscle discards: `the Fixer`, `Chetney 9`, `the Insider 01`.
fn the_target(action: Action) -> String {
    match action.target() {
        Some(Face::Chetney9) => "Chetney 9".to_owned(),
        Some(Face::Insider01) => "the Insider 01".to_owned(),
        Some(Face::Muscle) => "the other Muscle".to_owned(),
        Some(target) => the(target.kind()),
        None => String::new(),
    }
}

/// How the announced Crew score changes; with the last play of a heist, what the check makes of it.
fn change(game: &CaperCards, after: Row) -> String {
    let (old, new) = (score(game, game.row()), score(game, after));
    let mut text = if old == new {
        format!("Crew score stays {new}")
    } else {
        format!("Crew score {old} to {new}")
    };
    if game.slot() + 1 == SLOTS {
        let check = check(game, after);
        if check.score != new {
            text.push_str(&format!(", {} at the check", check.score));
        }
        text.push_str(&format!(", {}", prospect(check, &possible_rewards(game))));
    }
    text
}

/// How a check may end.
fn prospect(check: Check, rewards: &[Reward]) -> String {
    let is_success = |reward: &&Reward| check.verdict(**reward) == Verdict::Success;
    let count = rewards.iter().filter(is_success).count();
    let is_bust = rewards.iter().all(|&reward| check.verdict(reward) == Verdict::Bust);
    match count {
        0 if is_bust => "bust".to_owned(),
        0 => "too low".to_owned(),
        _ if count == rewards.len() => "enough".to_owned(),
        _ => format!("enough for {count} of {} Rewards", rewards.len()),
    }
}

/// What an outcome means.
pub(super) fn outcome(game: &CaperCards, outcome: Outcome) -> String {
    let who = game
        .receiver()
        .map_or("The player".to_owned(), |seat| format!("Player {seat}"));
    match outcome {
        Outcome::Deal(Some(of)) => format!("{who} is dealt {}.", the(of)),
        Outcome::Deal(None) => format!("{who} is dealt a card."),
        Outcome::Draw(Some(of)) => format!("{who} draws {}.", the(of)),
        Outcome::Draw(None) => format!("{who} draws a card."),
        Outcome::Peek(Some(of)) => format!("{who} is shown the Reward: {}.", valued(of)),
        Outcome::Peek(None) => format!("{who} is shown the Reward."),
        Outcome::Flip(of) => flip(game, of),
        Outcome::Reveal(of) => reveal(game, of),
    }
}

fn flip(game: &CaperCards, of: Kind) -> String {
    let (mut count, mut only) = (0, None);
    each_option(of, game.row(), |action| (count, only) = (count + 1, Some(action)));
    let name = capital(of);
    let (seat, _) = game.plan(game.slot().min(SLOTS - 1));
    match only {
        Some(action) if count == 1 => {
            let what = match action.kind() {
                Kind::Muscle if action.target().is_some() => format!(" and discards {}", the_target(action)),
                Kind::Fcg if action.target().is_some() => {
                    let turned = action.target().and_then(Face::turned).map(number).unwrap_or_default();
                    let target = action.target().map(face).unwrap_or_default();
                    format!(" and turns {target} to {turned}")
                }
                _ => String::new(),
            };
            let after = put_into_play(game.row(), action);
            format!("{name} is flipped{what}: {}.", change(game, after))
        }
        _ => format!("{name} is flipped; player {seat} decides what it does."),
    }
}

fn reveal(game: &CaperCards, of: Reward) -> String {
    let (is_success, how) = verdict(check(game, game.row()), of);
    let is_last = heist(game) + 1 == usize::from(game.table().heists);
    let end = match (is_success, is_last) {
        (true, true) => "the game is won",
        (true, false) => "the heist succeeds",
        (false, _) => "the game is lost",
    };
    format!("The Reward is {}: {how}, {end}.", valued(of))
}

/// A play on record.
pub(super) fn played(play: Play) -> String {
    let action = play.action;
    let of = kind(action.kind());
    match action {
        Action::ChetneySix => format!("{of} as 6"),
        Action::ChetneyNine => format!("{of} as 9"),
        Action::MastermindCover => format!("{of} on the Risk"),
        _ => match (action.target(), action.kind()) {
            (None, _) => of.to_owned(),
            (Some(target), Kind::Fcg) => {
                let turned = target.turned().map(number).unwrap_or_default();
                format!("{of}, turning {} to {turned}", face(target))
            }
            _ => format!("{of}, discarding {}", the_target(action)),
        },
    }
}
