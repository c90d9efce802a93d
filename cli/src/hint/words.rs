//! A hint as text.

use heist_agents::analysis::Foreseen;
use heist_agents::protocol::report::CONFIDENCE_95;
use heist_agents::{Analysis, Candidate, Estimate, Ranked, Spec, Standing, ranking};
use heist_draw::{Draw, STEPS_TOLD, Script, Style, explain_line, explain_purpose};
use heist_engine::game::Windows;
use heist_engine::record::Step;

use super::source::Asked;
use crate::terminal::wrapped;

/// How far what belongs to a move is indented.
const INDENT: usize = 4;

/// What a hint says, but for the figures.
pub struct Page<'a, G: Draw> {
    /// The decision.
    pub asked: &'a Asked<G>,
    /// How it is looked into.
    pub agent: &'a Spec,
    /// The seed of the search.
    pub seed: u64,
    /// How many moves are shown.
    pub count: usize,
    /// Width and colour.
    pub style: &'a Style,
}

/// What stands over the moves of a standing.
fn heading_of(standing: Standing, first: &str) -> String {
    match standing {
        Standing::First => "Best".to_owned(),
        Standing::Same => format!("Just as good as {first} in every world tried"),
        Standing::Better => format!("Better than {first} so far, though the search would not play it yet"),
        Standing::Equal => format!("Cannot be distinguished from {first} so far"),
        Standing::Worse => "Worse".to_owned(),
    }
}

/// How a line is emphasised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Weight {
    Strong,
    Plain,
    Faint,
}

impl<G: Draw> Page<'_, G> {
    /// The page of a decision with a single move.
    pub fn only(&self, action: G::Action) -> Vec<String> {
        let mut lines = self.heading();
        let text = format!("There is only one move: {action}. {}", self.asked.state.explain(action));
        self.add(&mut lines, &text, 0, Weight::Plain);
        lines
    }

    /// The page before anything is known.
    pub fn waiting(&self) -> Vec<String> {
        let mut lines = self.heading();
        self.add(&mut lines, "Thinking ...", 0, Weight::Faint);
        lines
    }

    /// The page of an analysis.
    pub fn lines(&self, analysis: &Analysis<G>) -> Vec<String> {
        if !analysis.is_estimated() {
            return self.choices(analysis);
        }
        let mut lines = self.heading();
        let candidates = &analysis.candidates;
        let (same, ranked): (Vec<_>, Vec<_>) = ranking(analysis)
            .into_iter()
            .partition(|ranked| ranked.standing == Standing::Same);
        let first = candidates
            .first()
            .map(|best| best.action.to_string())
            .unwrap_or_default();
        let shown = &ranked[..ranked.len().min(self.count)];
        // Those that are just as good share the chance that the first one is the best.
        let shared: f64 = same.iter().map(|ranked| ranked.candidate.best).sum();
        let best = |ranked: &Ranked<'_, G>| match ranked.standing {
            Standing::First => ranked.candidate.best + shared,
            _ => ranked.candidate.best,
        };
        let figures = shown
            .iter()
            .map(|ranked| row(ranked.standing, ranked.candidate, best(ranked)));
        let rows: Vec<[String; 5]> = figures.collect();
        let widths: Vec<usize> = (0..5)
            .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
            .collect();
        let mut last = None;
        for (place, (ranked, row)) in shown.iter().zip(&rows).enumerate() {
            let standing = ranked.standing;
            if last != Some(standing) {
                if last.is_some() {
                    lines.push(String::new());
                }
                self.add(&mut lines, &heading_of(standing, &first), 0, Weight::Strong);
                last = Some(standing);
            }
            let weight = match standing {
                Standing::First => Weight::Strong,
                _ => Weight::Plain,
            };
            self.add_row(&mut lines, place + 1, row, &widths, weight);
            self.add(
                &mut lines,
                &self.story(ranked.candidate, standing),
                INDENT,
                Weight::Plain,
            );
            if standing == Standing::First
                && let Some(reason) = &analysis.reason
            {
                let why = reason.sentence(&self.asked.state, G::explain);
                self.add(&mut lines, &why, INDENT, Weight::Plain);
            }
            if standing == Standing::First && !same.is_empty() {
                let text = format!("Just as good in every world tried: {}.", names(&same));
                self.add(&mut lines, &text, INDENT, Weight::Plain);
            }
        }
        lines.extend(self.plan(analysis));
        if let Some(rest) = rest(&ranked[shown.len()..]) {
            lines.push(String::new());
            self.add(&mut lines, &rest, 0, Weight::Plain);
        }
        if let Some(played) = self.played(&ranked, &same) {
            lines.push(String::new());
            self.add(&mut lines, &played, 0, Weight::Plain);
        }
        lines.push(String::new());
        self.add(&mut lines, &self.legend(), 0, Weight::Faint);
        self.add(&mut lines, &self.totals(analysis), 0, Weight::Faint);
        lines
    }

    /// The plan that the best move begins: drawn on the board, and what the things are for that it places. Nothing elsewhere.
    fn plan(&self, analysis: &Analysis<G>) -> Vec<String> {
        let mut lines = Vec::new();
        let (Some(best), Some(first)) = (analysis.candidates.first(), analysis.purposes.first()) else {
            return lines;
        };
        let view = self.asked.state.information_state(self.asked.seat);
        let steps: Vec<Step<G>> = best.steps(self.asked.seat).collect();
        let planned = Script::of(&view, steps.iter().copied()).map_or(0, |script| script.steps);
        let state_before = |place: usize| {
            let mut state = view.clone();
            steps[..place].iter().for_each(|step| step.play(&mut state));
            state
        };
        if let Some(picture) = view.draw_plan_text(&state_before(planned), self.style) {
            lines.push(String::new());
            let title = format!("The plan: {} to win", percent(best.value));
            self.add(&mut lines, &title, 0, Weight::Strong);
            lines.extend(picture.lines().map(str::to_owned));
        }
        lines.push(String::new());
        let title = format!(
            "What it is for, in {} games that the expert played from it",
            first.games
        );
        self.add(&mut lines, &title, 0, Weight::Strong);
        for purpose in &analysis.purposes {
            let Some(&Step::Action(_, action)) = steps.get(purpose.place) else {
                continue;
            };
            let deed = purpose.deed.as_ref().map(|(state, action)| (state, *action));
            let placed = (&state_before(purpose.place), action);
            if let Some(text) = explain_purpose(placed, purpose.used, purpose.turn, deed) {
                self.add(&mut lines, &text, INDENT, Weight::Plain);
            }
        }
        lines
    }

    /// The page of an agent that chooses without estimating anything.
    fn choices(&self, analysis: &Analysis<G>) -> Vec<String> {
        let mut lines = self.heading();
        let shown = analysis.candidates.iter().take(self.count);
        for (number, candidate) in (1..).zip(shown) {
            let mut text = format!(
                "{number:>2}. {}  plays it: {}",
                candidate.action,
                chance(candidate.played.unwrap_or(0.0))
            );
            if let Some(score) = candidate.score {
                text.push_str(&format!("  score: {score:.3}"));
            }
            self.add(&mut lines, &text, 0, Weight::Plain);
            self.add(
                &mut lines,
                &self.story(candidate, Standing::Equal),
                INDENT,
                Weight::Plain,
            );
        }
        if let hidden @ 1.. = analysis.candidates.len().saturating_sub(self.count) {
            lines.push(String::new());
            self.add(
                &mut lines,
                &format!("{hidden} more moves are not shown."),
                0,
                Weight::Plain,
            );
        }
        lines.push(String::new());
        let legend = format!(
            "`{}` chooses without estimating chances to win: a search does, as `heist agents` lists them. Score: what it \
             chooses by; only the order of scores means anything.",
            self.agent
        );
        self.add(&mut lines, &legend, 0, Weight::Faint);
        lines
    }

    /// Whose turn it is and what is asked.
    fn heading(&self) -> Vec<String> {
        let state = &self.asked.state;
        let mut lines = Vec::new();
        let text = format!("{}, turn {}. {}", G::NAME, state.turn(), state.explain_node());
        self.add(&mut lines, &text, 0, Weight::Strong);
        if let Some(note) = &self.asked.note {
            self.add(&mut lines, note, 0, Weight::Faint);
        }
        lines.push(String::new());
        lines
    }

    /// What a move does and what is expected then; of a worse one only what it does.
    fn story(&self, candidate: &Candidate<G>, standing: Standing) -> String {
        let mut state = self.asked.state.information_state(self.asked.seat);
        let mut told = vec![state.explain(candidate.action)];
        if !candidate.alike.is_empty() {
            let alike: Vec<String> = candidate.alike.iter().map(ToString::to_string).collect();
            told.push(format!("{} would do the same.", alike.join(", ")));
        }
        if standing == Standing::Worse || candidate.line.is_empty() {
            return told.join(" ");
        }
        let script = Script::of(&state, candidate.steps(self.asked.seat));
        state.apply(candidate.action);
        // What the script tells need not be told again.
        let scripted = script.as_ref().map_or(0, |script| script.steps - 1);
        told.extend(script.map(|script| format!("Script: {script}.")));
        let (before, line) = candidate.line.split_at(scripted);
        before.iter().for_each(|foreseen| foreseen.step.play(&mut state));
        if line.is_empty() {
            return told.join(" ");
        }
        told.push("Then:".to_owned());
        let sentences = explain_line(state, line.iter().map(|foreseen| foreseen.step), self.asked.seat);
        for (foreseen, sentence) in line.iter().zip(sentences) {
            told.push(with_chance(sentence, foreseen));
        }
        if line.len() > STEPS_TOLD {
            told.push("And so on.".to_owned());
        }
        told.join(" ")
    }

    /// What was played in the game, and how it stands.
    fn played(&self, ranked: &[Ranked<'_, G>], same: &[Ranked<'_, G>]) -> Option<String> {
        let played = self.asked.played?;
        let is_it = |candidate: &Candidate<G>| candidate.action == played || candidate.alike.contains(&played);
        let mut all = ranked.iter().chain(same);
        let place = all.position(|ranked| is_it(ranked.candidate))?;
        let Ranked {
            standing, candidate, ..
        } = ranked.iter().chain(same).nth(place)?;
        let verdict = match standing {
            Standing::First => "the best here".to_owned(),
            Standing::Same => "just as good as the best".to_owned(),
            Standing::Equal => format!("number {}, which cannot be distinguished from the best", place + 1),
            Standing::Better | Standing::Worse => format!("number {}, {}", place + 1, difference(candidate.difference)),
        };
        Some(format!(
            "In the game player {} chose {played}: {verdict}.",
            self.asked.seat
        ))
    }

    fn legend(&self) -> String {
        let state = &self.asked.state;
        let until = match state.characters() == state.seats() {
            true => format!("before player {}'s next turn", self.asked.seat),
            false => "in the next round of turns".to_owned(),
        };
        let loss = match G::STAKE {
            "" => String::new(),
            stake => format!(" Loses: the expected loss of {stake} {until}."),
        };
        format!(
            "Percentages: the chance to win as the search estimates it, ± the 95% interval; less, more: \
            compared with the \
             best move; best: the probability that it is the best move.{loss} In brackets: how likely a draw \
             is; others \
             may come instead."
        )
    }

    fn totals(&self, analysis: &Analysis<G>) -> String {
        let totals = &analysis.totals;
        let worlds = match totals.worlds {
            0 => String::new(),
            worlds => format!(" in {} worlds", grouped(worlds)),
        };
        let tree = match totals.nodes {
            0 => String::new(),
            nodes => format!(
                ", {} nodes to depth {} in {:.1} MB",
                grouped(nodes),
                totals.depth,
                totals.memory as f64 / 1e6
            ),
        };
        let windows = match totals.windows {
            Windows::Full => "",
            Windows::Reduced => " with fewer optional decisions than the rules give",
            Windows::Off => " without optional decisions",
        };
        format!(
            "{} simulations{worlds}{windows}{tree}, {:.2} s; {}, seed {}.",
            grouped(totals.simulations),
            totals.time.as_secs_f64(),
            self.agent,
            self.seed
        )
    }

    /// Adds a text, broken to the width and indented.
    fn add(&self, lines: &mut Vec<String>, text: &str, indent: usize, weight: Weight) {
        let width = self.style.width.saturating_sub(indent);
        for line in wrapped(text, width, 0) {
            lines.push(self.painted(&format!("{}{line}", " ".repeat(indent)), weight));
        }
    }

    /// Adds the figures of a move: in columns if they fit, as a sentence if not.
    fn add_row(&self, lines: &mut Vec<String>, number: usize, row: &[String; 5], widths: &[usize], weight: Weight) {
        let number = format!("{number:>2}.");
        let cells = row.iter().zip(widths).filter(|(_, width)| **width > 0);
        let padded = cells
            .map(|(cell, &width)| format!("{cell:<width$}"))
            .collect::<Vec<_>>()
            .join("  ");
        let line = format!("{number} {padded}");
        if line.trim_end().chars().count() <= self.style.width {
            lines.push(self.painted(line.trim_end(), weight));
            return;
        }
        let cells: Vec<&str> = row.iter().filter(|cell| !cell.is_empty()).map(String::as_str).collect();
        for line in wrapped(&format!("{number} {}", cells.join(", ")), self.style.width, INDENT) {
            lines.push(self.painted(&line, weight));
        }
    }

    fn painted(&self, line: &str, weight: Weight) -> String {
        match (self.style.colour, weight) {
            (false, _) | (_, Weight::Plain) => line.to_owned(),
            (true, Weight::Strong) => format!("\x1b[1m{line}\x1b[0m"),
            (true, Weight::Faint) => format!("\x1b[2m{line}\x1b[0m"),
        }
    }
}

/// The figures of a move; `best` is the chance that none is better.
fn row<G: Draw>(standing: Standing, candidate: &Candidate<G>, best: f64) -> [String; 5] {
    [
        candidate.action.to_string(),
        percent(candidate.value),
        match standing {
            Standing::First => String::new(),
            _ => difference(candidate.difference),
        },
        match candidate.loss {
            Some(loss) if !G::STAKE.is_empty() => format!("loses {:.2} {}", loss.mean, G::STAKE),
            _ => String::new(),
        },
        format!("best: {}", chance(best)),
    ]
}

/// A win probability with its interval.
fn percent(value: Estimate) -> String {
    format!(
        "{:.1}% ± {:.1}",
        100.0 * value.mean,
        100.0 * CONFIDENCE_95 * value.error
    )
}

/// A difference to the best, with its interval, in points of the win probability.
fn difference(difference: Estimate) -> String {
    let word = if difference.mean > 0.0 { "more" } else { "less" };
    let (gap, reach) = (100.0 * difference.mean.abs(), 100.0 * CONFIDENCE_95 * difference.error);
    // Where little counts, one decimal would hide which of the two is greater.
    let decimals = if reach < 1.0 { 2 } else { 1 };
    format!("{gap:.decimals$} ± {reach:.decimals$} {word}")
}

/// A probability in whole percent.
fn chance(chance: f64) -> String {
    match chance {
        small if small < 0.005 => "<1%".to_owned(),
        chance => format!("{:.0}%", 100.0 * chance),
    }
}

/// A step of an expected line in a sentence; of a draw that may come otherwise, with how likely it is.
fn with_chance<G: Draw>(sentence: String, foreseen: &Foreseen<G>) -> String {
    match (foreseen.step, sentence.strip_suffix('.')) {
        (Step::Chance(_), Some(text)) if foreseen.chance < 0.995 => format!("{text} ({}).", chance(foreseen.chance)),
        _ => sentence,
    }
}

/// The moves that are not shown.
fn rest<G: Draw>(ranked: &[Ranked<'_, G>]) -> Option<String> {
    let kind = match ranked.iter().all(|ranked| ranked.standing == Standing::Worse) {
        true => "worse",
        false => "further",
    };
    match ranked.len() {
        0 => None,
        1 => Some(format!("One {kind} move is not shown: {}.", names(ranked))),
        count => Some(format!("{count} {kind} moves are not shown: {}.", names(ranked))),
    }
}

/// Moves in notation.
fn names<G: Draw>(ranked: &[Ranked<'_, G>]) -> String {
    let names: Vec<String> = ranked
        .iter()
        .map(|ranked| ranked.candidate.action.to_string())
        .collect();
    names.join(", ")
}

/// A number with its thousands apart.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_written_for_people() {
        let estimate = |mean, error| Estimate { mean, error };
        assert_eq!(percent(estimate(0.714, 0.004)), "71.4% ± 0.8");
        assert_eq!(difference(estimate(-0.005, 0.003)), "0.50 ± 0.59 less");
        assert_eq!(difference(estimate(0.012, 0.01)), "1.2 ± 2.0 more");
        assert_eq!([chance(0.001), chance(0.0667), chance(1.0)], ["<1%", "7%", "100%"]);
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(999), "999");
    }
}
