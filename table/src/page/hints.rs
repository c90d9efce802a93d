//! Hints: the levels to ask for and who thinks, how the moves compare, and the warning before a blunder.

use heist_agents::protocol::MoveReport;
use heist_agents::protocol::report::CONFIDENCE_95;
use heist_agents::{LEVELS, Level, Thinker};
use heist_draw::Script;
use maud::{Markup, html};

use super::shown::{Shown, address, line_query};
use super::{escaped, percent, place_id, titled, with_error};
use crate::advice::{Hint, HintMove, HintPlan, Standing};

/// How many moves are shown without unfolding.
const SHOWN_MOVES: usize = 4;

/// A move that gives win probability away, in words.
#[derive(Clone, PartialEq, Debug)]
pub struct Blunder {
    /// What was about to be entered, and what it does.
    pub played: (String, String),
    /// What is better, and what it does.
    pub better: (String, String),
    /// How much win probability it gives away, and its standard error.
    pub cost: (f64, f64),
}

/// The panel on the page of a table. `level`: the level that is being computed now.
pub fn section(shown: &Shown, level: Option<&str>) -> Markup {
    let Shown { link, view, warns, .. } = *shown;
    if !view.can_hint {
        return html! {};
    }
    html! {
        section #hints aria-labelledby="hints-name" {
            h2 #hints-name tabindex="-1" { "Hints" }
            @if warns {
                p { "Hints are off. You are warned only before a blunder." }
                // Without JavaScript nothing looks at the moves, so `table.js` shows this.
                div #watch hidden role="status" hx-ext="sse" sse-connect={ (stream(shown, "quick", Thinker::Recommended)) "&watch=1" }
                    sse-swap="hint" sse-close="done" data-refused="The warning is off for the moment: " {
                    (warning_state(shown, WarningState::Looking))
                }
                noscript { p class="notice" { "Warnings need JavaScript in this browser. Without it no move is checked." } }
            } @else {
                (always(shown))
                (levels(shown, level))
                @match (level, shown.hinted()) {
                    (Some(level), _) => (thinking(shown, level)),
                    // The stream is that of the whole page.
                    (None, Some(_)) => (arriving()),
                    (None, None) => {}
                }
            }
            form method="post" action=(address(link, "mode")) hx-post=(address(link, "mode")) {
                @if warns {
                    button #mode name="warns" value="0" { "Show hints again" }
                } @else {
                    button #mode name="warns" value="1" { "Only warn me before a blunder" }
                }
            }
        }
    }
}

/// How many levels, from the quickest on, may have hints that come by themselves: those that are over before the next step.
const ALWAYS: usize = 3;

/// The level of this name, if its hints may come by themselves.
pub fn level_of_every_step(name: &str) -> Option<&'static Level> {
    LEVELS.iter().take(ALWAYS).find(|level| level.name == name)
}

/// The choice of the hint that comes by itself after every step.
fn always(shown: &Shown) -> Markup {
    let action = address(shown.link, "mode");
    let now = shown.always.map_or("off", |level| level.name);
    let names = LEVELS.iter().take(ALWAYS).map(|level| level.name);
    html! {
        form method="post" action=(action) hx-post=(action) {
            p #always-name { "After every step, by itself:" }
            div class="levels" role="group" aria-labelledby="always-name" {
                @for name in ["off"].into_iter().chain(names) {
                    button #{ "always-" (name) } name="always" value=(name) aria-pressed=(now == name) { (titled(name)) }
                }
            }
        }
    }
}

/// Where hints arrive.
fn arriving() -> Markup {
    html! {
        div #hint sse-swap="hint" hx-target="this" hx-swap="innerHTML" {
            p class="faint" { "Thinking …" }
            noscript { p { "Hints need JavaScript in this browser." } }
        }
    }
}

/// Whether there will be a warning before a blunder in the present decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WarningState {
    /// Not yet: the search is under way.
    Looking,
    /// Yes: the search has come to its end.
    Ready,
    /// No: too many hints are asked for at once.
    Full,
    /// No: the table has changed.
    Changed,
    /// No: this page does not know enough, or there is nothing to decide.
    Unknown,
    /// No: the search ended before it was done.
    Unfinished,
}

/// The line that says whether there will be a warning before a blunder.
pub fn warning_state(shown: &Shown, state: WarningState) -> Markup {
    let is_off = !matches!(state, WarningState::Looking | WarningState::Ready);
    // Of several steps in one entry the first is what the search compares.
    let has_parts = !shown.view.windows.is_empty() || shown.view.choices.iter().any(|choice| !choice.actor.is_empty());
    html! {
        p #warning-state class=(if is_off { "notice" } else { "faint" }) {
            @match state {
                WarningState::Looking => "Looking at the moves … A step that you enter before this is done is not checked.",
                WarningState::Ready => {
                    "The warning is active: every move of this decision was looked at."
                    @if has_parts { " If a button enters several steps at once, only the first of them is checked." }
                }
                WarningState::Full => "The warning is off for this decision: too many hints are asked for at once, so the moves were not looked at.",
                WarningState::Changed => "The warning is off: the table has changed in the meantime.",
                WarningState::Unknown => "The warning is off for this decision: this page does not know enough to look at the moves.",
                WarningState::Unfinished => "The warning is off for this decision: the search ended before it was done.",
            }
        }
    }
}

/// What is said after a step that was entered before it could be checked.
pub(super) fn unchecked() -> Markup {
    html! {
        p #unchecked class="notice" role="alert" {
            "This step was entered without a check: the search that looks for blunders had not looked at it to the end. "
            b { "Undo" } " takes it back."
        }
    }
}

/// The address of the stream of a level.
pub(super) fn stream(shown: &Shown, level: &str, thinker: Thinker) -> String {
    let thinker = match thinker {
        Thinker::Recommended => String::new(),
        network => format!("&thinker={}", escaped(&network.to_string())),
    };
    let query = format!("hints?level={level}{thinker}&revision={}", shown.revision);
    address(shown.link, &query)
}

/// A button for each level, after the choice of who thinks.
fn levels(shown: &Shown, asked: Option<&str>) -> Markup {
    let action = address(shown.link, "panel");
    html! {
        form method="get" action=(action) hx-get=(action) hx-target="#hints" hx-swap="outerHTML" {
            (thinkers(shown))
            div class="levels" role="group" aria-label="How long to think" {
                @for Level { name, summary, .. } in LEVELS {
                    button #{ "level-" (name) } name="level" value=(name) title=(summary) aria-pressed=(asked == Some(name)) {
                        (titled(name))
                    }
                }
            }
        }
    }
}

/// The choice of who thinks; nothing where there is none.
fn thinkers(shown: &Shown) -> Markup {
    let all = Thinker::all(shown.view.game);
    if all.len() == 1 {
        return html! {};
    }
    html! {
        div class="thinkers" {
            label for="thinker" { "Who thinks" }
            select #thinker name="thinker" aria-describedby="thinker-note" {
                @for thinker in all {
                    option value=(thinker) selected[thinker == shown.thinker] { (thinker.label()) }
                }
            }
            p #thinker-note class="faint" {
                "A network was trained with one setup and with partners like itself: for other teams it may advise worse. Alone it \
                 answers at once, whatever the level, and estimates nothing."
            }
        }
    }
}

/// Where a level's hints arrive, with the buttons to stop and to go on thinking.
fn thinking(shown: &Shown, level: &str) -> Markup {
    let place = LEVELS.iter().position(|known| known.name == level);
    let next = place.and_then(|place| LEVELS.get(place + 1));
    let action = address(shown.link, "panel");
    html! {
        div #thinking hx-ext="sse" sse-connect=(stream(shown, level, shown.thinker)) sse-close="done" {
            div class="buttons" {
                button type="button" #stop data-stop="thinking" { "Stop thinking" }
                @if let Some(Level { name, .. }) = next {
                    form method="get" action=(action) hx-get=(action) hx-target="#hints" hx-swap="outerHTML" {
                        @if shown.thinker != Thinker::Recommended { input type="hidden" name="thinker" value=(shown.thinker); }
                        button #continue name="level" value=(name) data-continue hidden { "Continue: " (titled(name)) }
                    }
                }
            }
            (arriving())
        }
    }
}

/// A hint at one moment of the search in brief: the first move and why.
pub fn brief(shown: &Shown, hint: &Hint) -> Markup {
    let Some(first) = hint.moves.first() else {
        return html! {};
    };
    let figures = hint
        .report
        .moves
        .get(first.place)
        .filter(|figures| !figures.value.is_nan());
    html! {
        div class="first" data-spots=(first.spots.join(" ")) {
            p {
                @if hint.is_final { "Hint: " } @else { "So far: " }
                b { (first.text) }
                @if let Some(figures) = figures { " " (percent(figures.value)) " to win." }
            }
            button form="choices" name="step" value=(first.notation) data-home { "Play it" span class="unseen" { ": " (first.text) } }
        }
        @if let Some(reason) = &hint.reason { p class="faint" { (reason) } }
        p { a href="#hints" { "Other moves" } " · " a href=(ahead(shown, first)) { "Look ahead" } }
    }
}

/// A hint at one moment of the search.
pub fn hint(shown: &Shown, hint: &Hint) -> Markup {
    let report = &hint.report;
    let state = match hint.is_final {
        true => "Done",
        false => "Still thinking",
    };
    let first = hint.moves.first().map_or("", |best| best.text.as_str());
    let (unfolded, folded) = hint.moves.split_at(SHOWN_MOVES.min(hint.moves.len()));
    let plan = hint
        .plan
        .as_ref()
        .filter(|plan| hint.is_final && !plan.steps.is_empty());
    html! {
        p class="faint" {
            @if report.totals.simulations > 0 {
                (state) ": " (grouped(report.totals.simulations)) " simulations in " (format!("{:.1}", report.totals.seconds)) " s; ± is the 95% interval"
            } @else {
                (state) ": answered without a search"
            }
        }
        @if hint.is_final { p class="unseen" role="status" { "Hint: " (first) } }
        ol class="moves" { @for of in unfolded { (hint_move(shown, hint, of)) } }
        @if let Some(plan) = plan { (planned(shown, plan)) }
        @if !folded.is_empty() {
            details #more-moves {
                summary { (folded.len()) " more" }
                ol class="moves" start=(SHOWN_MOVES + 1) { @for of in folded { (hint_move(shown, hint, of)) } }
            }
        }
    }
}

/// The plan that the best move begins, drawn as a suggestion, and what the things are for that it places.
fn planned(shown: &Shown, plan: &HintPlan) -> Markup {
    let picture = |layout: &str, theme: &str| {
        let steps = escaped(&plan.steps.join(";"));
        let query = format!(
            "picture?layout={layout}&theme={theme}&plan={steps}&at={}",
            shown.revision
        );
        address(shown.link, &query)
    };
    // The picture shows no more than the script.
    let purposes = plan.purposes.iter().filter(|purpose| purpose.place < plan.steps.len());
    html! {
        details #plan {
            summary { "The plan on the board" }
            picture {
                source media="(prefers-color-scheme: dark)" srcset=(picture("narrow", "dark"));
                img class="plan" src=(picture("narrow", "light")) alt="The board with the plan" loading="lazy";
            }
        }
        details #purposes {
            summary { "What it is for, in " (plan.games) " games that the expert played from it" }
            ul class="line" { @for purpose in purposes { li data-spots=(purpose.spots.join(" ")) { (purpose.text) } } }
        }
    }
}

/// Why there is no hint.
pub fn no_hint(message: &str) -> Markup {
    html! { p class="notice" role="alert" { (message) } }
}

/// A number with its thousands separated.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push('\u{202f}');
        }
        grouped.push(digit);
    }
    grouped
}

/// One move: what it does, how it compares, and what is expected to follow.
fn hint_move(shown: &Shown, hint: &Hint, of: &HintMove) -> Markup {
    let Some(figures) = hint.report.moves.get(of.place) else {
        return html! {};
    };
    let best = hint.moves.first().and_then(|best| hint.report.moves.get(best.place));
    // Without estimates only the first move stands out.
    let is_compared = of.standing == Standing::First || !figures.value.is_nan();
    html! {
        li data-spots=(of.spots.join(" ")) class=[is_compared.then(|| standing_class(of.standing))] {
            p class="say" { (of.text) " " kbd { (of.notation) } }
            @if !figures.value.is_nan() { (bar(of.standing, figures, best.unwrap_or(figures))) }
            p class="figures" {
                @if figures.value.is_nan() {
                    (not_estimated(figures))
                } @else {
                    @if is_ordered(of.standing) { b { (with_error(figures.value, figures.value_error)) } " to win. " }
                    (standing(of.standing, hint.is_final, figures))
                }
                @if let Some(loss) = figures.loss.filter(|_| !hint.report.stake.is_empty()) {
                    " Risk this round: " (format!("{loss:.1}")) " " (hint.report.stake) "."
                }
            }
            @if let Some(reason) = hint.reason.as_ref().filter(|_| of.standing == Standing::First) {
                p class="reason" { (reason) }
            }
            @if !figures.alike.is_empty() {
                p class="faint" { "Equivalent: " @for alike in &figures.alike { kbd { (alike) } " " } }
            }
            div class="buttons" {
                button form="choices" name="step" value=(of.notation) id={ "play-" (place_id(&of.notation)) } data-home {
                    "Play it" span class="unseen" { ": " (of.text) }
                }
                @if !of.ahead().is_empty() {
                    a class="button" href=(ahead(shown, of)) id={ "ahead-" (place_id(&of.notation)) } {
                        "Look ahead" span class="unseen" { " from " (of.notation) }
                    }
                }
            }
            @if let Some(script) = of.script.as_ref().filter(|_| of.standing != Standing::Worse) { (scripted(script)) }
            @if of.ahead().len() > 1 {
                details id={ "line-" (place_id(&of.notation)) } {
                    summary { "What is expected to follow" span class="unseen" { " " (of.notation) } }
                    ol class="line" {
                        @for (notation, text, chance) in of.ahead() {
                            li { (text) " " kbd { (notation) } @if *chance < 1.0 { " " small { (percent(*chance)) } } }
                        }
                    }
                }
            }
        }
    }
}

/// What the team does from a move on, a line for each who acts.
fn scripted(script: &Script) -> Markup {
    html! {
        div class="script" {
            p class="faint" { "Script" }
            ol { @for (who, actions) in &script.parts { li { b { (who) ": " } (Script::told(actions)) } } }
        }
    }
}

/// What there is to say of a move by an agent without estimates.
fn not_estimated(figures: &MoveReport) -> Markup {
    html! {
        "Win probability not estimated."
        @if let Some(played) = figures.played { " The agent plays it with a probability of " b { (percent(played)) } "." }
        @if let Some(score) = figures.score { " Its score: " (format!("{score:.2}")) "." }
    }
}

/// The address of the page that plays the expected line of a move.
fn ahead(shown: &Shown, of: &HintMove) -> String {
    let mut line: Vec<String> = of.ahead().iter().map(|(notation, ..)| notation.clone()).collect();
    if line.first() != Some(&of.notation) {
        line.insert(0, of.notation.clone());
    }
    format!("/t/{}/what-if?at=1{}", shown.link, line_query(None, &line))
}

/// Whether a move's win probability is shown by itself. That of a move which cannot be told from the best may be the higher one, by chance:
/// only what is known of the difference is shown, so that no number contradicts the order.
fn is_ordered(standing: Standing) -> bool {
    match standing {
        Standing::First | Standing::Same | Standing::Worse => true,
        Standing::Better | Standing::Equal => false,
    }
}

fn standing_class(standing: Standing) -> &'static str {
    match standing {
        Standing::First => "first",
        Standing::Same | Standing::Equal => "equal",
        Standing::Better => "better",
        Standing::Worse => "worse",
    }
}

/// How a move compares with the best one, in words.
fn standing(standing: Standing, is_final: bool, figures: &MoveReport) -> Markup {
    let points = |value: f64| format!("{:.1}", 100.0 * value.abs());
    let [low, high] = figures.difference_interval95;
    match standing {
        Standing::First if is_final => html! { b { "Best." } },
        Standing::First => html! { b { "Best so far." } },
        Standing::Same => html! { b { "Just as good as the best." } },
        Standing::Equal => html! {
            b { "Equal: cannot be distinguished from the best." }
            " Between " (signed(low)) " and " (signed(high)) " points."
        },
        Standing::Better => {
            html! { b { "Ahead so far" } " by " (points(figures.difference)) " points, but this is not certain yet." }
        }
        Standing::Worse => html! {
            "Worse by " b { (points(figures.difference)) } " points (" (points(high)) " to " (points(low)) ")."
        },
    }
}

/// A difference in points with its sign.
fn signed(value: f64) -> String {
    format!("{:+.1}", 100.0 * value).replace('-', "\u{2212}")
}

/// The win probability as a bar with its 95% range; a tick marks the best move's. Of a move that cannot be told from the best, the bar is
/// the best one's and the range that of the difference.
fn bar(standing: Standing, figures: &MoveReport, best: &MoveReport) -> Markup {
    let place = |value: f64| format!("{:.2}", 100.0 * value.clamp(0.0, 1.0));
    let reach = CONFIDENCE_95 * figures.value_error;
    let (value, low, high) = match is_ordered(standing) {
        true => (figures.value, figures.value - reach, figures.value + reach),
        false => {
            let [least, most] = figures.difference_interval95;
            (best.value, best.value + least, best.value + most)
        }
    };
    let (low, high) = (low.max(0.0), high.min(1.0));
    html! {
        svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" focusable="false" {
            rect class="track" width="100" height="6" {}
            rect class="fill" width=(place(value)) height="6" {}
            rect class="error" x=(place(low)) y="2" width=(place(high - low)) height="2" {}
            rect class="tick" x=(format!("{:.2}", 100.0 * best.value - 0.25)) width="0.5" height="6" {}
        }
    }
}

/// The warning before a blunder is entered.
pub(super) fn warning(shown: &Shown, blunder: &Blunder) -> Markup {
    let enter = address(shown.link, "enter");
    let table = format!("/t/{}", shown.link);
    let (cost, error) = (blunder.cost.0, CONFIDENCE_95 * blunder.cost.1);
    html! {
        section #warning class="notice" role="alert" aria-labelledby="warning-name" {
            h2 #warning-name tabindex="-1" { "Wait: this looks like a blunder" }
            p { (blunder.played.1) " " kbd { (blunder.played.0) } " gives away about " b { (format!("{:.0}", 100.0 * cost)) " percentage points" }
                " of win probability (± " (format!("{:.1}", 100.0 * error)) ")." }
            p { "Better: " (blunder.better.1) " " kbd { (blunder.better.0) } }
            div class="buttons" {
                form method="get" action=(table) hx-get=(address(shown.link, "live")) {
                    button #take-back class="main" { "Take back" }
                }
                form method="post" action=(enter) hx-post=(enter) {
                    input type="hidden" name="revision" value=(shown.revision);
                    input type="hidden" name="anyway" value="1";
                    button #anyway name="step" value=(blunder.played.0) { "Do it anyway" }
                }
            }
        }
    }
}
