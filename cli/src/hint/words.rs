//! A hint as text.

use heist_agents::protocol::Report;
use heist_agents::protocol::report::CONFIDENCE_95;
use heist_agents::{Estimate, Standing};
use heist_draw::Style;
use heist_draw::any::{draw_plan_text, explain, explain_node};
use heist_engine::game::Windows;
use heist_table::advice::{Hint, HintMove};

use super::source::Asked;
use crate::terminal::wrapped;

/// How far what belongs to a move is indented.
const INDENT: usize = 4;

/// What a hint says, but for the figures.
pub struct Page<'a> {
    /// The decision.
    pub asked: &'a Asked,
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

impl Page<'_> {
    /// The page of a decision with a single move.
    pub fn only(&self) -> Vec<String> {
        let mut lines = self.heading();
        if let Some(only) = explain(&*self.asked.state, 0) {
            let text = format!("There is only one move: {}. {}", only.notation, only.text);
            self.add(&mut lines, &text, 0, Weight::Plain);
        }
        lines
    }

    /// The page before anything is known.
    pub fn waiting(&self) -> Vec<String> {
        let mut lines = self.heading();
        self.add(&mut lines, "Thinking ...", 0, Weight::Faint);
        lines
    }

    /// The page of a hint.
    pub fn lines(&self, hint: &Hint) -> Vec<String> {
        if !hint.report.not_estimated.is_empty() {
            return self.choices(hint);
        }
        let mut lines = self.heading();
        let (same, ranked): (Vec<&HintMove>, Vec<&HintMove>) =
            hint.moves.iter().partition(|of| of.standing == Standing::Same);
        let first = hint.moves.first().map_or("", |first| &first.action);
        let shown = &ranked[..ranked.len().min(self.count)];
        // Those that are just as good share the chance that the first one is the best.
        let shared: f64 = same.iter().map(|of| of.figures.best).sum();
        let best = |of: &HintMove| match of.standing {
            Standing::First => of.figures.best + shared,
            _ => of.figures.best,
        };
        let figures = shown.iter().map(|of| row(of, best(of), &hint.report.stake));
        let rows: Vec<[String; 5]> = figures.collect();
        let widths: Vec<usize> = (0..5)
            .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
            .collect();
        let mut last = None;
        for (place, (of, row)) in shown.iter().zip(&rows).enumerate() {
            let standing = of.standing;
            if last != Some(standing) {
                if last.is_some() {
                    lines.push(String::new());
                }
                self.add(&mut lines, &heading_of(standing, first), 0, Weight::Strong);
                last = Some(standing);
            }
            let weight = match standing {
                Standing::First => Weight::Strong,
                _ => Weight::Plain,
            };
            self.add_row(&mut lines, place + 1, row, &widths, weight);
            self.add(&mut lines, &story(hint, of), INDENT, Weight::Plain);
            if standing == Standing::First
                && let Some(why) = &hint.reason
            {
                self.add(&mut lines, why, INDENT, Weight::Plain);
            }
            if standing == Standing::First && !same.is_empty() {
                let text = format!("Just as good in every world tried: {}.", names(&same));
                self.add(&mut lines, &text, INDENT, Weight::Plain);
            }
        }
        lines.extend(self.plan(hint));
        if let Some(rest) = rest(&ranked[shown.len()..]) {
            lines.push(String::new());
            self.add(&mut lines, &rest, 0, Weight::Plain);
        }
        if let Some(played) = self.played(hint, &ranked, &same) {
            lines.push(String::new());
            self.add(&mut lines, &played, 0, Weight::Plain);
        }
        lines.push(String::new());
        self.add(&mut lines, &self.legend(&hint.report.stake), 0, Weight::Faint);
        self.add(&mut lines, &totals(&hint.report), 0, Weight::Faint);
        lines
    }

    /// The plan that the best move begins: drawn on the board, and what the things are for that it places. Nothing elsewhere.
    fn plan(&self, hint: &Hint) -> Vec<String> {
        let mut lines = Vec::new();
        let (Some(best), Some(plan)) = (hint.moves.first(), &hint.plan) else {
            return lines;
        };
        let view = self.asked.state.information_state(self.asked.seat);
        let mut planned = view.clone();
        for step in &plan.steps {
            let is_taken = planned.place(step).is_some_and(|place| planned.take(place));
            debug_assert!(is_taken, "a plan is a line of legal decisions");
        }
        if let Some(picture) = draw_plan_text(&*view, &*planned, self.style) {
            lines.push(String::new());
            let title = format!("The plan: {} to win", percent(best.figures.value));
            self.add(&mut lines, &title, 0, Weight::Strong);
            lines.extend(picture.lines().map(str::to_owned));
        }
        lines.push(String::new());
        let title = format!("What it is for, in {} games that the expert played from it", plan.games);
        self.add(&mut lines, &title, 0, Weight::Strong);
        for purpose in &plan.purposes {
            self.add(&mut lines, &purpose.text, INDENT, Weight::Plain);
        }
        lines
    }

    /// The page of an agent that chooses without estimating anything.
    fn choices(&self, hint: &Hint) -> Vec<String> {
        let mut lines = self.heading();
        let mut moves: Vec<&HintMove> = hint.moves.iter().collect();
        moves.sort_by_key(|of| of.place);
        for (number, of) in (1..).zip(moves.iter().take(self.count)) {
            let mut text = format!(
                "{number:>2}. {}  plays it: {}",
                of.action,
                chance(of.figures.played.unwrap_or(0.0))
            );
            if let Some(score) = of.figures.score {
                text.push_str(&format!("  score: {score:.3}"));
            }
            self.add(&mut lines, &text, 0, Weight::Plain);
            self.add(&mut lines, &whole_story(hint, of), INDENT, Weight::Plain);
        }
        if let hidden @ 1.. = moves.len().saturating_sub(self.count) {
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
            hint.report.agent
        );
        self.add(&mut lines, &legend, 0, Weight::Faint);
        lines
    }

    /// Whose turn it is and what is asked.
    fn heading(&self) -> Vec<String> {
        let state = &self.asked.state;
        let mut lines = Vec::new();
        let text = format!(
            "{}, turn {}. {}",
            state.game().info().name,
            state.turn(),
            explain_node(&**state)
        );
        self.add(&mut lines, &text, 0, Weight::Strong);
        if let Some(note) = &self.asked.note {
            self.add(&mut lines, note, 0, Weight::Faint);
        }
        lines.push(String::new());
        lines
    }

    /// What was played in the game, and how it stands.
    fn played(&self, hint: &Hint, ranked: &[&HintMove], same: &[&HintMove]) -> Option<String> {
        let played = self.asked.played.as_ref()?;
        let is_it = |of: &&HintMove| of.action == *played || alike(hint, of).contains(played);
        let mut all = (1..).zip(ranked.iter().chain(same));
        let (number, found) = all.find(|(_, of)| is_it(of))?;
        let verdict = match found.standing {
            Standing::First => "the best here".to_owned(),
            Standing::Same => "just as good as the best".to_owned(),
            Standing::Equal => format!("number {number}, which cannot be distinguished from the best"),
            Standing::Better | Standing::Worse => {
                format!("number {number}, {}", difference(found.figures.difference))
            }
        };
        Some(format!(
            "In the game player {} chose {played}: {verdict}.",
            self.asked.seat
        ))
    }

    fn legend(&self, stake: &str) -> String {
        let state = &self.asked.state;
        let until = match state.characters().len() == state.seats() {
            true => format!("before player {}'s next turn", self.asked.seat),
            false => "in the next round of turns".to_owned(),
        };
        let loss = match stake {
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

/// What the search cost, and what it was.
fn totals(report: &Report) -> String {
    let totals = &report.totals;
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
            totals.memory_bytes as f64 / 1e6
        ),
    };
    let windows = match report.windows {
        Windows::Full => "",
        Windows::Reduced => " with fewer optional decisions than the rules give",
        Windows::Off => " without optional decisions",
    };
    format!(
        "{} simulations{worlds}{windows}{tree}, {:.2} s; {}, seed {}.",
        grouped(totals.simulations),
        totals.seconds,
        report.agent,
        report.seed
    )
}

/// What a move does and what is expected then; of a worse one only what it does.
fn story(hint: &Hint, of: &HintMove) -> String {
    match of.standing {
        Standing::Worse => deed(hint, of),
        _ => whole_story(hint, of),
    }
}

/// What a move does and what is expected then.
fn whole_story(hint: &Hint, of: &HintMove) -> String {
    let mut told = vec![deed(hint, of)];
    if !of.line.is_empty() {
        told.extend(of.script.as_ref().map(|script| format!("Script: {script}.")));
    }
    // What the script tells need not be told again.
    let line = of.after_script();
    if line.is_empty() {
        return told.join(" ");
    }
    told.push("Then:".to_owned());
    told.extend(line.iter().map(|(_, sentence, chance)| with_chance(sentence, *chance)));
    if hint.report.moves[of.place].line.len() > of.line.len() {
        told.push("And so on.".to_owned());
    }
    told.join(" ")
}

/// What a move does, and which others do the same.
fn deed(hint: &Hint, of: &HintMove) -> String {
    match alike(hint, of) {
        [] => of.sentence.clone(),
        alike => format!("{} {} would do the same.", of.sentence, alike.join(", ")),
    }
}

/// Moves that lead to the same state.
fn alike<'a>(hint: &'a Hint, of: &HintMove) -> &'a [String] {
    &hint.report.moves[of.place].alike
}

/// The figures of a move; `best` is the chance that none is better, `stake` what it may lose.
fn row(of: &HintMove, best: f64, stake: &str) -> [String; 5] {
    let figures = &of.figures;
    [
        of.action.clone(),
        percent(figures.value),
        match of.standing {
            Standing::First => String::new(),
            _ => difference(figures.difference),
        },
        match figures.loss {
            Some(loss) if !stake.is_empty() => format!("loses {:.2} {stake}", loss.mean),
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
fn with_chance(sentence: &str, probability: f64) -> String {
    match sentence.strip_suffix('.') {
        Some(text) if probability < 0.995 => format!("{text} ({}).", chance(probability)),
        _ => sentence.to_owned(),
    }
}

/// The moves that are not shown.
fn rest(ranked: &[&HintMove]) -> Option<String> {
    let kind = match ranked.iter().all(|of| of.standing == Standing::Worse) {
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
fn names(moves: &[&HintMove]) -> String {
    let names: Vec<&str> = moves.iter().map(|of| of.action.as_str()).collect();
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
