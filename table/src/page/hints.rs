//! Hints: the levels to ask for and who thinks, how the moves compare, and the warning before a blunder.

use heist_agents::protocol::cells::HEADINGS;
use heist_agents::protocol::{Cells, MoveReport, cells};
use heist_agents::ranking::EQUALS;
use heist_agents::{LEVELS, Level, Thinker};
use heist_engine::any;
use maud::{Markup, html};

use super::shown::{Shown, address, line_query};
use super::{escaped, percent, place_id, titled};
use heist_advice::{Hint, HintMove, HintPlan, Part, Standing, WORDS, short};

/// How many moves are shown without unfolding.
const SHOWN_MOVES: usize = 4;

/// A move that gives win probability away, in words.
#[derive(Clone, PartialEq, Debug)]
pub struct Blunder {
    /// What was about to be entered, and what it does.
    pub played: (String, String),
    /// What is better, and what it does.
    pub better: (String, String),
    /// How much win probability it gives away, and the 95% interval of that.
    pub cost: (f64, [f64; 2]),
}

/// The panel on the page of a table. `level`: the level that is being computed now.
pub fn section(shown: &Shown, level: Option<&str>) -> Markup {
    panel(shown, level, None)
}

/// The panel while a level is computed and a move is asked about: why it is not recommended.
pub fn why(shown: &Shown, level: &str, about: &str) -> Markup {
    panel(shown, Some(level), Some(about))
}

/// The level at which a move is asked about.
pub const LEVEL_OF_WHY: &str = "quick";

/// The address at which a move is asked about; none where no hints are given.
pub(super) fn why_address(shown: &Shown, notation: &str) -> Option<String> {
    let is_given = shown.view.can_hint && !shown.warns;
    let query = format!("panel?level={LEVEL_OF_WHY}&about={}", escaped(notation));
    is_given.then(|| address(shown.link, &query))
}

fn panel(shown: &Shown, level: Option<&str>, about: Option<&str>) -> Markup {
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
                div #watch hidden role="status" hx-ext="sse" sse-connect={ (stream(shown, "quick", Thinker::Recommended, None)) "&watch=1" }
                    sse-swap="hint" sse-close="done" data-refused="The warning is off for the moment: " {
                    (warning_state(shown, WarningState::Looking))
                }
                noscript { p class="notice" { "Warnings need JavaScript in this browser. Without it no move is checked." } }
            } @else {
                (always(shown))
                (levels(shown, level))
                @match (level, shown.hinted()) {
                    (Some(level), _) => (thinking(shown, level, about)),
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

/// How many levels, from the quickest on, may have hints that come by themselves: those that are over before the next
/// step.
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

/// The address of the stream of a level, for a hint that also says why not the move that is asked about.
pub(super) fn stream(shown: &Shown, level: &str, thinker: Thinker, about: Option<&str>) -> String {
    let thinker = match thinker {
        Thinker::Recommended => String::new(),
        network => format!("&thinker={}", escaped(&network.to_string())),
    };
    let about = about.map_or_else(String::new, |notation| format!("&about={}", escaped(notation)));
    let query = format!("hints?level={level}{thinker}&revision={}{about}", shown.revision);
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
    let all = any::find(shown.view.game).map_or(Vec::new(), Thinker::all);
    if all.len() <= 1 {
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
fn thinking(shown: &Shown, level: &str, about: Option<&str>) -> Markup {
    let place = LEVELS.iter().position(|known| known.name == level);
    let next = place.and_then(|place| LEVELS.get(place + 1));
    let action = address(shown.link, "panel");
    html! {
        div #thinking hx-ext="sse" sse-connect=(stream(shown, level, shown.thinker, about)) sse-close="done" {
            div class="buttons" {
                button type="button" #stop data-stop="thinking" { "Stop thinking" }
                @if let Some(Level { name, .. }) = next {
                    form method="get" action=(action) hx-get=(action) hx-target="#hints" hx-swap="outerHTML" {
                        @if shown.thinker != Thinker::Recommended { input type="hidden" name="thinker" value=(shown.thinker); }
                        @if let Some(notation) = about { input type="hidden" name="about" value=(notation); }
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
    let cells = cells(&hint.report);
    let value = cells.first().map_or("", |first| first.value.as_str());
    html! {
        div class="first" data-spots=(first.spots.join(" ")) {
            p {
                @if hint.is_final { "Hint: " } @else { "So far: " }
                b { (first.text) }
                @if !value.is_empty() { " " (value) " to win." }
            }
            button form="choices" name="step" value=(first.notation) data-home { "Play it" span class="unseen" { ": " (first.text) } }
        }
        @if let Some(reason) = &hint.reason { p class="faint" { (reason) } }
        p { a href="#hints" { "Other moves" } " · " a href=(ahead(shown, first)) { "Look ahead" } }
    }
}

/// A hint at one moment of the search: in a few words, as a table, and everything else for whoever unfolds it.
pub fn hint(shown: &Shown, hint: &Hint) -> Markup {
    let state = if hint.is_final { "Done." } else { "Still thinking." };
    let first = hint.moves.first().map_or("", |best| best.text.as_str());
    let is_estimated = hint.report.not_estimated.is_empty();
    let (same, ranked): (Vec<&HintMove>, Vec<&HintMove>) = hint
        .moves
        .iter()
        .partition(|of| is_estimated && of.standing == Standing::Same);
    let (unfolded, folded) = ranked.split_at(SHOWN_MOVES.min(ranked.len()));
    let plan = hint
        .plan
        .as_ref()
        .filter(|plan| hint.is_final && !plan.steps.is_empty());
    // What stands here beside the sentences of the hint: `Still thinking.` and `Details`, `12 more`, and what the parts
    // of a plan are called.
    let others = 3 + if folded.is_empty() { 0 } else { 2 } + if plan.is_some() { 15 } else { 0 };
    let told = short(hint, WORDS - others);
    let is_told = |part: Part| told.iter().any(|(known, _)| *known == part);
    html! {
        p class="faint" { (state) @if !is_estimated { " Answered without a search." } }
        @if hint.is_final { p class="unseen" role="status" { "Hint: " (first) } }
        div #short { @for (part, text) in &told { p class=[class_of(*part)] { (text) } } }
        @if is_estimated {
            (moves(shown, hint, unfolded, &same, 1))
        } @else {
            ol class="moves" { @for of in unfolded { (choice(shown, hint, of)) } }
        }
        @if !folded.is_empty() {
            details #more-moves {
                summary { (folded.len()) " more" }
                @if is_estimated {
                    (moves(shown, hint, folded, &[], SHOWN_MOVES + 1))
                } @else {
                    ol class="moves" start=(SHOWN_MOVES + 1) { @for of in folded { (choice(shown, hint, of)) } }
                }
            }
        }
        @if let Some(plan) = plan { (planned(shown, plan)) }
        @if is_estimated { (details(hint, is_told(Part::Reason), is_told(Part::Next))) }
    }
}

fn class_of(part: Part) -> Option<&'static str> {
    match part {
        Part::Advice => Some("say"),
        Part::Chance => Some("figures"),
        Part::Doubt | Part::Then | Part::Next => None,
        Part::Asked | Part::Reason => Some("reason"),
    }
}

/// What is not said by default: what follows for the team, what the figures mean, and how the search can be repeated.
fn details(hint: &Hint, is_reason_told: bool, is_next_told: bool) -> Markup {
    let Some(first) = hint.report.moves.first() else {
        return html! {};
    };
    let report = &hint.report;
    html! {
        details #explain {
            summary { "Details" }
            @if let Some(reason) = hint.reason.as_ref().filter(|_| !is_reason_told) { p { "Why: " (reason) } }
            @if let Some(next) = hint.next.as_ref().filter(|_| !is_next_told) { p { (next) } }
            @if let Some(change) = &hint.change { p { (change) } }
            @if !first.simulated.is_nan() {
                p { "A team that plays on as the simulations do would win " (percent(first.simulated)) "." }
            }
            @if let Some(loss) = first.loss.filter(|_| !report.stake.is_empty()) {
                p { "Risk this round: " (format!("{loss:.1}")) " " (report.stake) "." }
            }
            p class="faint" {
                "To win: the chance of a team that goes on as the recommended search plays. Differs: how that compares with the best move, in \
                 percentage points, in the same simulated worlds. 95%: the true figure lies between these two in 95 of 100 cases. Unclear: it may \
                 be as good as the best. ~, roughly: it dropped out of the search early."
            }
            p class="faint" {
                (grouped(report.totals.simulations)) " simulations in " (format!("{:.1}", report.totals.seconds)) " s. "
                @match &report.repeat {
                    Some(agent) => { "The same again: " code { "--agent " (agent) " --seed " (report.seed) } },
                    None => { code { (report.agent) } ", seed " (report.seed) "; another run may differ." },
                }
            }
        }
    }
}

/// Moves with their figures as a table, `start` being the number of the first of them; `same` are as good as the best.
fn moves(shown: &Shown, hint: &Hint, ranked: &[&HintMove], same: &[&HintMove], start: usize) -> Markup {
    let cells = cells(&hint.report);
    html! {
        table class="moves" {
            thead { tr { @for heading in HEADINGS { th scope="col" { (heading) } } } }
            @for (number, of) in (start..).zip(ranked) {
                @if let (Some(cells), Some(figures)) = (cells.get(of.place), hint.report.moves.get(of.place)) {
                    (row(shown, hint, of, (number, figures, cells), same))
                }
            }
        }
    }
}

/// One move: what it does, its figures, and for whoever taps it why it is or is not the advice.
fn row(
    shown: &Shown,
    hint: &Hint,
    of: &HintMove,
    (number, figures, cells): (usize, &MoveReport, &Cells),
    same: &[&HintMove],
) -> Markup {
    let is_first = of.standing == Standing::First;
    html! {
        tbody data-spots=(of.spots.join(" ")) class=(standing_class(of.standing)) {
            tr { th class="say" scope="rowgroup" colspan=(HEADINGS.len()) {
                (number) ". " (of.text) " " kbd { (of.notation) } " " small { (cells.note) }
            } }
            tr class="figures" { @for text in cells.columns() { td { (text) } } }
            @if is_first && !same.is_empty() { tr { td class="also" colspan=(HEADINGS.len()) { (also(same)) } } }
            tr { td colspan=(HEADINGS.len()) {
                (bar(figures))
                details id={ "why-" (place_id(&of.notation)) } {
                    summary { @if is_first { "Why this?" } @else { "Why not this?" } span class="unseen" { " " (of.text) } }
                    (why_of(shown, hint, of, figures))
                }
                (buttons(shown, of))
            } }
        }
    }
}

/// Moves that are as good as the best in every world, in one line.
fn also(same: &[&HintMove]) -> Markup {
    let more = same.len().saturating_sub(EQUALS);
    html! {
        "Also: "
        @for (place, of) in same.iter().take(EQUALS).enumerate() {
            @if place > 0 { "; " }
            span data-spots=(of.spots.join(" ")) tabindex="0" { (of.text.trim_end_matches('.')) }
        }
        @if more > 0 { " and " (more) " more" }
        "."
    }
}

/// Why a move is or is not the advice, what it may cost, and what would follow.
fn why_of(shown: &Shown, hint: &Hint, of: &HintMove, figures: &MoveReport) -> Markup {
    let is_first = of.standing == Standing::First;
    html! {
        @let why = if is_first { &hint.reason } else { &of.reason };
        @match why {
            Some(reason) => { p { (reason) } }
            None if is_first => { p { "No single thing speaks for it; it has the best chance." } }
            None => {
                @if let Some(address) = why_address(shown, &of.notation) {
                    p { a class="button" href=(address) hx-get=(address) hx-target="#hints" hx-swap="outerHTML show:#hints:top" {
                        "Look into it" span class="unseen" { ": " (of.text) }
                    } }
                }
            }
        }
        @if let Some(loss) = figures.loss.filter(|_| !hint.report.stake.is_empty()) {
            p { "Risk this round: " (format!("{loss:.1}")) " " (hint.report.stake) "." }
        }
        @let then = of.then();
        @if !then.is_empty() { ul class="line" { @for piece in &then { li { (piece) } } } }
        @if !figures.alike.is_empty() {
            p class="faint" { "Equivalent: " @for alike in &figures.alike { kbd { (alike) } " " } }
        }
    }
}

/// What can be done with a move of a hint.
fn buttons(shown: &Shown, of: &HintMove) -> Markup {
    html! {
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
    }
}

/// One move of an agent that estimates nothing.
fn choice(shown: &Shown, hint: &Hint, of: &HintMove) -> Markup {
    let Some(figures) = hint.report.moves.get(of.place) else {
        return html! {};
    };
    html! {
        li data-spots=(of.spots.join(" ")) class=[(of.standing == Standing::First).then_some("first")] {
            p class="say" { (of.text) " " kbd { (of.notation) } }
            p class="figures" { (not_estimated(figures)) }
            (buttons(shown, of))
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
            summary { "What it is for, in " (plan.games) " games of the expert" }
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
    let mut line = of.ahead().to_vec();
    if line.first() != Some(&of.notation) {
        line.insert(0, of.notation.clone());
    }
    format!("/t/{}/what-if?at=1{}", shown.link, line_query(None, &line))
}

fn standing_class(standing: Standing) -> &'static str {
    match standing {
        Standing::First => "first",
        Standing::Same | Standing::Equal => "equal",
        Standing::Better => "better",
        Standing::Worse => "worse",
    }
}

/// The win probability as a bar with its 95% range.
fn bar(figures: &MoveReport) -> Markup {
    let place = |value: f64| format!("{:.2}", 100.0 * value.clamp(0.0, 1.0));
    let [low, high] = figures.value_interval95;
    html! {
        svg class="bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" focusable="false" {
            rect class="track" width="100" height="6" {}
            rect class="fill" width=(place(figures.value)) height="6" {}
            rect class="error" x=(place(low)) y="2" width=(place(high - low)) height="2" {}
        }
    }
}

/// The warning before a blunder is entered.
pub(super) fn warning(shown: &Shown, blunder: &Blunder) -> Markup {
    let enter = address(shown.link, "enter");
    let table = format!("/t/{}", shown.link);
    let (cost, [least, most]) = blunder.cost;
    let points = |share: f64| format!("{:.0}", 100.0 * share);
    html! {
        section #warning class="notice" role="alert" aria-labelledby="warning-name" {
            h2 #warning-name tabindex="-1" { "Wait: this looks like a blunder" }
            p { (blunder.played.1) " " kbd { (blunder.played.0) } " gives away about " b { (points(cost)) " percentage points" }
                " of win probability (" (points(least)) " to " (points(most)) ")." }
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
