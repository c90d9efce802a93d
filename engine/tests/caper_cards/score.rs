//! The Crew score, the check and the Complications (sections 6, 7 and 10): the code against the rules written out once
//! more with lists of cards, over every row that can come up, and the figures of the rulebook.

use heist_engine::caper_cards::{
    Check, Face, Icon, Kind, Reward, Rewards, Row, Verdict, before_scoring, crew_score, put_into_play,
};

use super::sizes::{final_rows, rows_before};
use super::support::{announced, later, orders, rewards, row};

/// The cards of a row, one by one.
fn cards(row: Row) -> Vec<Face> {
    row.faces()
        .flat_map(|face| (0..row.count(face)).map(move |_| face))
        .collect()
}

/// CC6.1a, card by card.
fn plain_score(cards: &[Face], won: &[Reward]) -> i32 {
    let icons = |icon: Icon| cards.iter().filter(|face| face.kind().icon() == icon).count() as i32;
    let mut score = 0;
    for &face in cards {
        if face != Face::Cover {
            score += face.number();
        }
        if face == Face::Fixer {
            score += icons(Icon::Heart) - 1;
        }
        if face == Face::Grifter {
            score -= icons(Icon::Spade);
        }
    }
    let odd = cards.iter().filter(|face| face.number() % 2 == 1).count() as i32;
    for reward in won {
        score += match reward {
            Reward::Gloomscale if icons(Icon::Spade) == 0 => -4,
            Reward::Marionette => -2 * icons(Icon::Diamond),
            Reward::Journal => 2 * icons(Icon::Club),
            Reward::Bloom if icons(Icon::Heart) > 0 => cards.len() as i32 - odd,
            Reward::Coin => odd,
            _ => 0,
        };
    }
    score
}

/// CC6.2a, CC6.2b, CC6.2c, CC6.2d, card by card.
fn plain_effects(mut cards: Vec<Face>, won: &[Reward]) -> Vec<Face> {
    for reward in won {
        let before = cards.clone();
        match reward {
            Reward::Mask => {
                let lowest = before.iter().map(|face| face.number()).min();
                cards.retain(|face| Some(face.number()) != lowest);
            }
            Reward::Gnarlrock => {
                for face in &mut cards {
                    *face = match *face {
                        Face::Chetney6 => Face::Chetney9,
                        Face::Chetney9 => Face::Chetney6,
                        Face::Insider10 => Face::Insider01,
                        Face::Insider01 => Face::Insider10,
                        other => other,
                    };
                }
            }
            Reward::HiddenEye => {
                cards.retain(|face| before.iter().filter(|other| other.kind() == face.kind()).count() == 1);
            }
            _ => {}
        }
    }
    cards.sort();
    cards
}

/// Every order of up to so many Rewards.
fn sequences(most: usize) -> Vec<Vec<Reward>> {
    let mut all = vec![Vec::new()];
    let mut last: Vec<Vec<Reward>> = all.clone();
    for _ in 0..most {
        last = last
            .iter()
            .flat_map(|won| {
                let next = Reward::ALL.into_iter().filter(|reward| !won.contains(reward));
                next.map(|reward| [&won[..], &[reward]].concat()).collect::<Vec<_>>()
            })
            .collect();
        all.extend(last.clone());
    }
    all
}

/// CC6.1a, CC6.1d: every row before and after the last play with every set of up to four Complications.
#[test]
fn the_crew_score_is_that_of_the_rules_for_every_row() {
    let rows: Vec<Row> = (0..4).flat_map(rows_before).chain(final_rows()).collect();
    let cards: Vec<Vec<Face>> = rows.iter().map(|&row| cards(row)).collect();
    let (mut lowest, mut highest) = (0, 0);
    for won in sequences(4).into_iter().filter(|won| won.is_sorted()) {
        let set: Rewards = won.iter().copied().collect();
        for (&row, cards) in rows.iter().zip(&cards) {
            let score = crew_score(row, set);
            assert_eq!(score, plain_score(cards, &won), "{cards:?} with {won:?}");
            (lowest, highest) = (lowest.min(score), highest.max(score));
        }
    }
    // Not clamped.
    assert!(lowest < 0 && highest > 30, "{lowest} to {highest}");
}

/// CC6.2a, CC6.2e, CC6.2f, CC6.2g, CC6.2h, CC7.2i: every final row with every order of up to three Complications.
#[test]
fn the_check_is_that_of_the_rules_for_every_final_row() {
    let rows = final_rows();
    let plain: Vec<Vec<Face>> = rows.iter().map(|&row| cards(row)).collect();
    let mut verdicts = [0; 3];
    for won in sequences(3) {
        for (&row, faces) in rows.iter().zip(&plain) {
            let left = plain_effects(faces.clone(), &won);
            assert_eq!(
                cards(before_scoring(row, won.iter().copied())),
                left,
                "{faces:?} with {won:?}"
            );
            let score = plain_score(&left, &won);
            let check = Check::of(row, won.iter().copied(), 11);
            assert_eq!(check.score, score, "{faces:?} with {won:?}");
            let risk = if left.contains(&Face::Cover) { 8 } else { 11 };
            assert_eq!(check.risk, risk);
            for reward in Reward::ALL {
                let difficulty = risk + reward.value();
                assert_eq!(check.difficulty(reward), difficulty);
                let succeeds = if won.contains(&Reward::WeaveLens) {
                    score <= 21 && score > difficulty
                } else {
                    score <= 21 && score >= difficulty
                };
                let expected = match (succeeds, score > 21) {
                    (true, _) => Verdict::Success,
                    (_, true) => Verdict::Bust,
                    _ => Verdict::Short,
                };
                verdicts[expected as usize] += 1;
                assert_eq!(check.verdict(reward), expected);
            }
        }
    }
    assert!(verdicts.iter().all(|&count| count > 10_000), "{verdicts:?}");
}

/// CC6.1a: numbers, modifiers and all static Complications add up.
#[test]
fn a_score_is_the_sum_of_numbers_modifiers_and_complications() {
    let played = row("fixer grifter mastermind@risk insider01");
    // 3 + 5 + 1, and 1 for the Grifter's Heart; no Spade is in play.
    assert_eq!(crew_score(played, Rewards::EMPTY), 10);
    let won = rewards("gloomscale marionette journal bloom coin")
        .into_iter()
        .collect();
    // No Spade, one Diamond, one Club, one even Crew, three odd Crew.
    assert_eq!(crew_score(played, won), 10 - 4 - 2 + 2 + 1 + 3);
}

/// CC6.1f: the same four cards make the same row and score in every order of play.
#[test]
fn the_order_of_play_does_not_matter_to_the_score() {
    for order in orders(&[Kind::Fixer, Kind::Grifter, Kind::Thief, Kind::Insider]) {
        let plays: Vec<&str> = order.iter().map(|kind| kind.name()).collect();
        let game = later(4, "", &plays.join(" "));
        assert_eq!(game.row(), row("fixer grifter thief insider10"), "{plays:?}");
        // 3 + 5 + 4 + 10, and 1 for a Heart, less 1 for the Spade.
        assert_eq!(announced(&game), 22, "{plays:?}");
    }
}

/// CC7.1b: a Fixer adds 1 for each other Heart. CC7.1d: a Grifter takes 1 for each Spade.
#[test]
fn fixers_count_hearts_and_grifters_count_spades() {
    for (text, score) in [
        ("fixer", 3),
        ("fixer thief muscle mastermind", 3 + 4 + 7 + 8),
        ("fixer grifter", 3 + 5 + 1),
        ("fixer grifter grifter", 3 + 5 + 5 + 2),
        ("grifter", 5),
        ("grifter fcg chetney6", 5 + 2 + 6),
        ("grifter thief", 5 + 4 - 1),
        ("grifter thief muscle", 5 + 4 + 7 - 2),
        ("grifter grifter muscle", 5 + 5 + 7 - 2),
        ("fixer grifter thief muscle", 3 + 5 + 4 + 7 + 1 - 2),
    ] {
        assert_eq!(crew_score(row(text), Rewards::EMPTY), score, "{text}");
    }
}

/// CC7.2a, CC7.2b, CC7.2d, CC7.2f, CC7.2h: what each static Complication adds.
#[test]
fn static_complications_add_what_their_cards_say() {
    for (won, text, added) in [
        ("gloomscale", "fixer mastermind", -4),
        ("gloomscale", "thief", 0),
        ("gloomscale", "muscle muscle", 0),
        ("marionette", "fixer thief", 0),
        ("marionette", "chetney6", -2),
        ("marionette", "chetney9 insider10 insider01", -6),
        ("coin", "fcg chetney6 insider10", 0),
        ("coin", "fixer chetney9 insider01 muscle", 4),
        ("journal", "fixer thief", 0),
        ("journal", "fcg fcg mastermind mastermind@risk", 8),
        ("bloom", "fcg thief", 0),
        ("bloom", "grifter fixer", 0),
        ("bloom", "grifter fcg insider10", 2),
    ] {
        let set = rewards(won).into_iter().collect();
        let score = crew_score(row(text), set) - crew_score(row(text), Rewards::EMPTY);
        assert_eq!(score, added, "{won} with {text}");
    }
}

/// CC6.2b, CC7.2e: the Mask discards what shows the lowest number. CC6.2c, CC7.2g: the Gnarlrock turns every Diamond
/// once. CC6.2d, CC7.2c: the Hidden Eye discards every copy of a kind that is in play twice.
#[test]
fn complications_before_scoring_change_the_row() {
    for (won, before, after) in [
        ("mask", "thief fixer grifter fixer", "thief grifter"),
        ("mask", "insider01 insider10 fcg", "insider10 fcg"),
        ("mask", "mastermind mastermind@risk chetney9", "chetney9"),
        (
            "gnarlrock",
            "chetney6 insider10 insider10 fixer",
            "chetney9 insider01 insider01 fixer",
        ),
        (
            "gnarlrock",
            "chetney9 chetney9 chetney6 insider01",
            "chetney6 chetney6 chetney9 insider10",
        ),
        (
            "gnarlrock",
            "fcg thief muscle mastermind",
            "fcg thief muscle mastermind",
        ),
        ("hidden_eye", "thief thief muscle fixer", "muscle fixer"),
        ("hidden_eye", "insider10 insider01 insider10 fcg", "fcg"),
        ("hidden_eye", "thief muscle fixer grifter", "thief muscle fixer grifter"),
    ] {
        let left = before_scoring(row(before), rewards(won).into_iter());
        assert_eq!(left, row(after), "{won} with {before}");
    }
}

/// CC6.2e: the final score is that of what is left, and not what was announced.
#[test]
fn the_final_score_is_that_of_what_is_left() {
    let played = row("thief thief mastermind insider10");
    let won = rewards("hidden_eye journal");
    assert_eq!(crew_score(played, won.iter().copied().collect()), 28);
    assert_eq!(Check::of(played, won.into_iter(), 11).score, 20);
}

/// CC6.2i: the Hidden Eye and the Gnarlrock commute, the Mask does with neither.
#[test]
fn the_hidden_eye_and_the_gnarlrock_commute_and_the_mask_does_not() {
    let commute = |one: Reward, other: Reward| {
        final_rows()
            .into_iter()
            .all(|row| before_scoring(row, [one, other].into_iter()) == before_scoring(row, [other, one].into_iter()))
    };
    assert!(commute(Reward::HiddenEye, Reward::Gnarlrock));
    assert!(!commute(Reward::Mask, Reward::Gnarlrock));
    assert!(!commute(Reward::Mask, Reward::HiddenEye));
}

/// CC7.2j: with the Weave Lens no difficulty is above 18, or 19 on the harder side.
#[test]
fn the_lens_never_meets_a_reward_of_8() {
    let others = Reward::ALL.into_iter().filter(|&reward| reward != Reward::WeaveLens);
    assert_eq!(others.clone().map(Reward::value).max(), Some(7));
    for (risk, most) in [(11, 18), (12, 19)] {
        let check = Check::of(Row::EMPTY, [Reward::WeaveLens].into_iter(), risk);
        assert_eq!(others.clone().map(|reward| check.difficulty(reward)).max(), Some(most));
    }
}

/// CC7.3a: the rulebook's sum of 18 against 18, with the Reward of 7 or that of 6.
#[test]
fn the_rulebooks_sum_of_18_succeeds() {
    let played = row("thief chetney6 fixer grifter");
    for (risk, reward) in [(11, Reward::Bloom), (12, Reward::Coin)] {
        let check = Check::of(played, std::iter::empty(), risk);
        assert_eq!((check.score, check.difficulty(reward)), (18, 18));
        assert_eq!(check.verdict(reward), Verdict::Success);
    }
}

/// CC7.3b: the Muscle discards the Fixer and the score is 15.
#[test]
fn the_rulebooks_muscle_makes_it_15() {
    let before = row("fixer mastermind");
    let after = put_into_play(before, "muscle:disc:fixer".parse().expect("an action"));
    assert_eq!(
        (crew_score(before, Rewards::EMPTY), crew_score(after, Rewards::EMPTY)),
        (11, 15)
    );
}

/// The scores announced in a heist, play by play.
fn scores(won: &str, plays: &[&str]) -> Vec<i32> {
    let after = |count| announced(&later(4, won, &plays[..count].join(" ")));
    (1..=plays.len()).map(after).collect()
}

/// CC6.1b: Fixer and Grifter count what comes later, too. CC6.1c: what is discarded counts no more, nor what it gave.
#[test]
fn modifiers_follow_what_is_in_play() {
    assert_eq!(
        scores("", &["fixer", "grifter", "fixer", "muscle:disc:grifter"]),
        [3, 9, 15, 15]
    );
    assert_eq!(
        scores("", &["grifter", "muscle:disc:grifter", "muscle:disc:muscle", "fixer"]),
        [5, 7, 7, 10]
    );
    assert_eq!(
        scores("coin", &["fixer", "muscle:disc:fixer", "fixer", "muscle:disc:muscle"]),
        [4, 8, 12, 12]
    );
}

/// CC10.2.1, CC6.1d: above 21 or below 0 on the way is harmless.
#[test]
fn a_score_above_21_on_the_way_is_harmless() {
    assert_eq!(
        scores("", &["insider", "chetney:nine", "fixer", "muscle:disc:chetney9"]),
        [10, 19, 22, 20]
    );
    let low = scores(
        "marionette gloomscale",
        &["fcg:none", "chetney:six", "fcg:rot:chetney6", "insider"],
    );
    assert_eq!(low, [-2, 2, 7, 15]);
}

/// CC6.2b, CC10.2.3, H9: an empty row stays empty and scores the static Complications alone.
#[test]
fn an_empty_row_scores_what_the_complications_give() {
    assert!(before_scoring(Row::EMPTY, Reward::ALL.into_iter()).is_empty());
    for (text, won, score) in [
        ("fixer fixer thief thief", "hidden_eye", 0),
        ("fixer fixer thief thief", "hidden_eye gloomscale", -4),
        ("grifter grifter grifter fcg", "mask hidden_eye journal bloom coin", 0),
    ] {
        let check = Check::of(row(text), rewards(won).into_iter(), 11);
        assert_eq!(check.score, score, "{text} with {won}");
        assert!(
            Reward::ALL
                .iter()
                .all(|&reward| check.verdict(reward) == Verdict::Short)
        );
    }
}

/// CC10.2.2: what acts before scoring comes before the bust test.
#[test]
fn a_row_of_33_may_succeed() {
    let played = row("mastermind mastermind muscle insider10");
    assert_eq!(crew_score(played, Rewards::EMPTY), 33);
    let check = Check::of(played, rewards("hidden_eye").into_iter(), 11);
    assert_eq!((check.score, check.verdict(Reward::Gloomscale)), (17, Verdict::Success));
    let without = Check::of(played, std::iter::empty(), 11);
    assert_eq!(without.verdict(Reward::Gloomscale), Verdict::Bust);
}

/// CC10.2.4, CC10.2.5, CC6.2f, H10: the Mask takes a cover as an 8, the Hidden Eye takes it with a joined Mastermind;
/// then the printed Risk counts.
#[test]
fn a_discarded_cover_uncovers_the_printed_risk() {
    for risk in [11, 12] {
        for (text, won, expected) in [
            ("mastermind@risk insider10 insider10 chetney9", "mask", risk),
            ("mastermind@risk insider10 chetney9 muscle", "mask", 8),
            ("mastermind@risk mastermind thief fixer", "hidden_eye", risk),
            ("mastermind@risk muscle thief fixer", "hidden_eye", 8),
            // Turned first, the 01s are lowest.
            ("mastermind@risk insider10 insider10 chetney9", "gnarlrock mask", 8),
        ] {
            let check = Check::of(row(text), rewards(won).into_iter(), risk);
            assert_eq!(check.risk, expected, "{text} with {won}");
        }
    }
}

/// CC10.1, CC7.2d: the Coin follows the row: what is discarded or turned even loses its +1, what is turned odd gains
/// one.
#[test]
fn the_coin_counts_what_is_in_play_and_odd() {
    let coin: Rewards = [Reward::Coin].into_iter().collect();
    for (text, odd) in [
        ("fixer insider10", 1),
        ("fixer insider01", 2),
        ("chetney9", 1),
        ("chetney6", 0),
        ("muscle muscle", 2),
        ("mastermind@risk fcg thief", 0),
    ] {
        assert_eq!(
            crew_score(row(text), coin) - crew_score(row(text), Rewards::EMPTY),
            odd,
            "{text}"
        );
    }
}

/// CC10.2.6: bloom and journal count a cover. CC10.2.7: two Fixers count each other, and one alone nothing.
#[test]
fn covers_count_as_even_clubs_and_fixers_count_each_other() {
    let bonus = |text: &str, won: &str| {
        let set: Rewards = rewards(won).into_iter().collect();
        crew_score(row(text), set) - crew_score(row(text), Rewards::EMPTY)
    };
    assert_eq!(bonus("mastermind@risk fixer", "bloom"), 1);
    assert_eq!(bonus("mastermind@risk", "bloom"), 0);
    assert_eq!(bonus("mastermind@risk fcg", "journal"), 4);
    assert_eq!(crew_score(row("fixer"), Rewards::EMPTY), 3);
    assert_eq!(crew_score(row("fixer fixer"), Rewards::EMPTY), 8);
    assert_eq!(crew_score(row("fixer fixer fixer grifter"), Rewards::EMPTY), 9 + 9 + 5);
}

/// CC10.2.8: icons are counted after all discards: the Gloomscale misses a Spade that was discarded, and a Fixer the
/// Heart.
#[test]
fn icons_are_counted_after_the_discards() {
    let check = |text: &str, won: &str| Check::of(row(text), rewards(won).into_iter(), 11).score;
    assert_eq!(check("thief thief insider10 mastermind", "hidden_eye gloomscale"), 14);
    assert_eq!(check("fixer grifter grifter chetney9", "hidden_eye"), 12);
    assert_eq!(
        check("fcg mastermind insider10 grifter", "mask journal"),
        8 + 10 + 5 + 2
    );
}

/// CC10.2.10: a 6 and a 9 are one kind for the Hidden Eye, and two targets.
#[test]
fn chetneys_are_one_kind_however_they_lie() {
    let check = Check::of(
        row("chetney6 chetney9 insider10 muscle"),
        rewards("hidden_eye").into_iter(),
        11,
    );
    assert_eq!(check.score, 17);
    let mut turns = Vec::new();
    heist_engine::caper_cards::each_option(Kind::Fcg, row("chetney6 chetney9 insider10"), |action| {
        turns.push(action.name());
    });
    assert_eq!(turns, ["fcg:rot:chetney6", "fcg:rot:chetney9", "fcg:rot:insider10"]);
}

/// CC6.2j, CC10.2.9, H9: a turned Chetney gets no new choice, a Muscle that stays discards nothing more: the effects
/// change what they name alone.
#[test]
fn effects_before_scoring_trigger_no_abilities() {
    for (text, won, left) in [
        (
            "chetney6 muscle fixer thief",
            "gnarlrock",
            "chetney9 muscle fixer thief",
        ),
        (
            "insider10 fcg muscle mastermind",
            "gnarlrock",
            "insider01 fcg muscle mastermind",
        ),
        ("fcg chetney6 muscle grifter", "mask", "chetney6 muscle grifter"),
        ("muscle muscle fixer fcg", "hidden_eye", "fixer fcg"),
    ] {
        assert_eq!(
            before_scoring(row(text), rewards(won).into_iter()),
            row(left),
            "{text} with {won}"
        );
    }
}
