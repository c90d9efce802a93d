//! Practice: a position is shown, somebody chooses a move, and the next page says what it is worth and why.
//!
//! Nothing of it is kept: how many answers were right so far stands in the addresses.

use heist_draw::any::explain_node;
use maud::{Markup, html};

use super::live::{decisions, picture};
use super::{document, escaped, percent};
use heist_advice::choice::Choice;
use heist_advice::practice::{Puzzle, Set, Told, Tried, Verdict, line_of};

/// How somebody has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sitting {
    /// Positions that were answered.
    pub asked: u32,
    /// Answers that were the best move.
    pub right: u32,
}

impl Sitting {
    /// With one more answer.
    #[must_use]
    pub fn with(self, is_right: bool) -> Sitting {
        Sitting {
            asked: self.asked.saturating_add(1),
            right: self.right.saturating_add(u32::from(is_right)),
        }
    }

    fn query(self) -> String {
        format!("?asked={}&right={}", self.asked, self.right)
    }

    fn told(self) -> Option<String> {
        match self {
            Sitting { asked: 0, .. } => None,
            Sitting { asked: 1, right } => Some(format!("{right} of 1 answer right so far")),
            Sitting { asked, right } => Some(format!("{right} of {asked} answers right so far")),
        }
    }
}

/// A position of a set, by its number from 1.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The set.
    pub set: &'a Set,
    /// The number of the position.
    pub number: usize,
    /// The position.
    pub puzzle: &'a Puzzle,
    /// How it went so far.
    pub sitting: Sitting,
}

impl Asked<'_> {
    fn address(&self, what: &str) -> String {
        format!("/practice/{}/{}{what}", self.set.game.info().id, self.number)
    }

    /// The next position; none after the last one.
    fn next(&self, sitting: Sitting) -> Option<String> {
        let next = Asked {
            number: self.number + 1,
            ..*self
        };
        (self.number < self.set.puzzles.len()).then(|| next.address(&sitting.query()))
    }

    fn title(&self) -> String {
        format!("Practice · {}", self.set.game.info().name)
    }

    fn place(&self) -> Markup {
        let puzzle = self.puzzle;
        html! {
            p class="faint" {
                "Position " (self.number) " of " (self.set.puzzles.len()) ", turn " (puzzle.state.turn())
                @if let Some(told) = self.sitting.told() { " · " (told) }
            }
        }
    }
}

/// The page that lists the games.
pub fn games(sets: &[Set]) -> Markup {
    let body = html! {
        header class="bar" { a href="/" { "All tables" } h1 { "Practice" } }
        main class="narrow" {
            p {
                "Each position is from a game. One move is clearly best in it, and it is not the obvious one, which the game's expert plays. "
                "Choose a move, and see what it is worth and why."
            }
            ul class="tables" {
                @for set in sets {
                    @let info = set.game.info();
                    li {
                        div {
                            a href={ "/practice/" (info.id) "/1" } { (info.name) }
                            p class="faint" { (set.puzzles.len()) " positions" }
                        }
                    }
                }
            }
            p class="faint" { "Nothing is kept of what you answer. The number of right answers stands in the address of the page." }
        }
    };
    document("Practice", &body)
}

/// The page of a position; `choices` are its moves.
pub fn question(asked: &Asked, choices: &[Choice]) -> Markup {
    let explanation = explain_node(&*asked.puzzle.state);
    let body = html! {
        a class="skip" href="#asked" { "Skip to the moves" }
        header class="bar" { a href="/practice" { "All games" } h1 { (asked.title()) } }
        p #said class="unseen" role="status" {}
        main class="table practice" {
            (picture(&asked.address("/picture"), "", &explanation))
            section #asked class="ahead" aria-labelledby="question" {
                (asked.place())
                h2 #question tabindex="-1" { (explanation) " Which move is best?" }
                form #choices class="choices" method="get" action=(asked.address("/answer")) {
                    input type="hidden" name="asked" value=(asked.sitting.asked);
                    input type="hidden" name="right" value=(asked.sitting.right);
                    (decisions(choices))
                }
            }
            div class="beside" {
                @if let Some(next) = asked.next(asked.sitting) { p { a class="button" href=(next) { "Skip this position" } } }
            }
        }
    };
    document(&asked.title(), &body)
}

/// The page after a choice; `sitting` counts it.
pub fn answer(asked: &Asked, verdict: &Verdict, sitting: Sitting) -> Markup {
    let explanation = explain_node(&*asked.puzzle.state);
    let after = Asked { sitting, ..*asked };
    let query = format!("&move={}", escaped(&verdict.chosen.notation));
    let body = html! {
        a class="skip" href="#asked" { "Skip to the answer" }
        header class="bar" { a href="/practice" { "All games" } h1 { (asked.title()) } }
        p #said class="unseen" role="status" {}
        main class="table practice" {
            (picture(&asked.address("/picture"), &query, &explanation))
            section #asked class="ahead" aria-labelledby="verdict" {
                (after.place())
                h2 #verdict tabindex="-1" { @if verdict.is_right() { "Right: that is the best move." } @else { "That is not the best move." } }
                (compared(verdict))
                (reasons(asked.puzzle, verdict))
                nav class="buttons" aria-label="Go on" {
                    @match asked.next(sitting) {
                        Some(next) => a #next class="button main" href=(next) { "Next position" },
                        None => {
                            p class="big" { "That was the last position of this set: " (sitting.right) " of " (sitting.asked) " right." }
                            a class="button main" href="/practice" { "Another game" }
                        }
                    }
                    a class="button" href=(asked.address(&asked.sitting.query())) { "Try again" }
                }
            }
            div class="beside" { (lines(asked.puzzle, verdict)) (all_moves(asked.puzzle, verdict)) }
        }
    };
    document(&asked.title(), &body)
}

/// A move in words and in notation, which rings its place on the board.
fn told(choice: &Choice) -> Markup {
    html! {
        span data-spots=(choice.spots.join(" ")) tabindex="0" {
            (choice.text)
            @if choice.text != choice.notation { " " kbd { (choice.notation) } }
        }
    }
}

/// How much win probability a move gives away, with its 95% interval.
fn loss(tried: &Tried) -> String {
    let [least, most] = tried.interval95().map(|end| 100.0 * end);
    format!(
        "{:.1} points of win probability (95% interval {least:.1} to {most:.1})",
        100.0 * tried.loss
    )
}

/// The same in few characters.
fn gives_away(tried: &Tried) -> String {
    let [least, most] = tried.interval95().map(|end| 100.0 * end);
    format!("{:.1} ({least:.1} to {most:.1})", 100.0 * tried.loss)
}

/// The chosen, the best and the obvious move.
fn compared(verdict: &Verdict) -> Markup {
    html! {
        @if !verdict.is_right() {
            p { "You chose: " (told(&verdict.choice)) }
            p { "It gives away " b { (loss(verdict.chosen)) } "." }
        }
        p { "The best move: " (told(&verdict.better)) }
        @if verdict.is_obvious() {
            p { "Yours is the obvious move, which the game's expert plays as well." }
        } @else {
            p { "The obvious move, which the game's expert plays: " (told(&verdict.expected)) }
            p { "It gives away " (loss(verdict.obvious)) "." }
        }
    }
}

/// Why the best move is the best.
fn reasons(puzzle: &Puzzle, verdict: &Verdict) -> Markup {
    html! {
        h3 { "Why" }
        p { "Against the obvious move: " (puzzle.found.against_expert) }
        @if let Some(reason) = puzzle.found.reason.as_ref().filter(|_| !verdict.is_obvious()) { p { (reason) } }
    }
}

/// What is expected to follow the chosen move and the best one.
fn lines(puzzle: &Puzzle, verdict: &Verdict) -> Markup {
    html! {
        @if !verdict.is_right() { (line("After your move", &verdict.choice, &line_of(puzzle, verdict.chosen))) }
        (line("After the best move", &verdict.better, &line_of(puzzle, verdict.best)))
        @if verdict.is_right() { (line("After the obvious move", &verdict.expected, &line_of(puzzle, verdict.obvious))) }
        p class="faint" { "At each draw the likeliest outcome is shown, at each decision what the game's expert plays." }
    }
}

fn line(name: &str, first: &Choice, line: &[Told]) -> Markup {
    html! {
        section {
            h2 { (name) }
            ol class="line" {
                li { (told(first)) }
                @for step in line {
                    li {
                        (step.text)
                        @if step.text != step.notation { " " kbd { (step.notation) } }
                        @if let Some(probability) = step.probability.filter(|probability| *probability < 1.0) {
                            " " span class="faint" { "(" (percent(probability)) ")" }
                        }
                    }
                }
            }
        }
    }
}

/// All moves with their figures.
fn all_moves(puzzle: &Puzzle, verdict: &Verdict) -> Markup {
    html! {
        details {
            summary { "All moves" }
            div class="scrolls" tabindex="0" role="region" aria-label="All moves" {
                table {
                    thead { tr { th scope="col" { "Move" } th scope="col" { "Wins" } th scope="col" { "Gives away" } } }
                    tbody {
                        @for tried in &puzzle.found.moves {
                            tr {
                                td {
                                    kbd { (tried.notation) }
                                    @if std::ptr::eq(tried, verdict.chosen) { " (yours)" }
                                    @if std::ptr::eq(tried, verdict.obvious) { " (obvious)" }
                                }
                                td { (super::with_interval(tried.value, tried.value_interval95())) }
                                td {
                                    @if std::ptr::eq(tried, verdict.best) { "best" }
                                    @else { (gives_away(tried)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
