//! A hint as text.

use heist_advice::{Hint, HintMove, WORDS, short, words};
use heist_agents::Standing;
use heist_agents::protocol::cells::HEADINGS;
use heist_agents::protocol::{Cells, MoveReport, Report, cells};
use heist_agents::ranking::EQUALS;
use heist_draw::Style;
use heist_draw::any::{draw_plan_text, explain, explain_node};
use heist_engine::game::Windows;

use super::source::Asked;
use crate::terminal::wrapped;

/// How far what belongs to a move is indented.
const INDENT: usize = 4;

/// How much is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// At most [`WORDS`] words and the table.
    Short,
    /// That and what the figures mean.
    Legend,
    /// Everything.
    Whole,
}

/// What a hint says, but for the figures.
pub struct Page<'a> {
    /// The decision.
    pub asked: &'a Asked,
    /// How many moves are shown.
    pub count: usize,
    /// How much is told of them.
    pub extent: Extent,
    /// Width and colour.
    pub style: &'a Style,
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
        let cells = cells(&hint.report);
        let shown = &ranked[..ranked.len().min(self.count)];
        let played = self.played(hint, &cells);
        let settings = settings(&hint.report);
        let others = [Some(&settings), played.as_ref()].into_iter().flatten();
        let said: usize = lines.iter().chain(others).map(|text| words(text)).sum();
        for (place, (_, text)) in short(hint, WORDS.saturating_sub(said)).into_iter().enumerate() {
            let weight = if place == 0 { Weight::Strong } else { Weight::Plain };
            self.add(&mut lines, &text, 0, weight);
        }
        lines.push(String::new());
        self.add_table(&mut lines, hint, shown, &same, &cells);
        if let Some(more @ 1..) = ranked.len().checked_sub(shown.len()) {
            self.add(&mut lines, &format!("{more} more"), INDENT, Weight::Faint);
        }
        if self.extent == Extent::Whole {
            lines.extend(self.whole(hint, shown, &ranked[shown.len()..]));
        }
        if let Some(played) = played {
            lines.push(String::new());
            self.add(&mut lines, &played, 0, Weight::Plain);
        }
        if self.extent != Extent::Short {
            lines.push(String::new());
            self.add(&mut lines, &self.legend(&hint.report), 0, Weight::Faint);
        }
        lines.push(String::new());
        // Whoever copies it needs it in one line, however narrow the terminal is.
        if hint.is_final {
            lines.push(self.painted(&settings, Weight::Faint))
        } else {
            self.add(&mut lines, &settings, 0, Weight::Faint)
        }
        lines
    }

    /// The moves that are shown with their figures, below headings, and in one line those that are as good as the
    /// first.
    fn add_table(
        &self,
        lines: &mut Vec<String>,
        hint: &Hint,
        shown: &[&HintMove],
        same: &[&HintMove],
        cells: &[Cells],
    ) {
        let mut headings = vec![""];
        headings.extend(HEADINGS);
        headings.push("");
        let rows = shown.iter().map(|of| {
            let cells = &cells[of.place];
            let figures = cells.columns().into_iter().chain([cells.note.as_str()]);
            std::iter::once(of.action.as_str())
                .chain(figures)
                .collect::<Vec<&str>>()
        });
        let rows: Vec<Vec<&str>> = rows.collect();
        let widths: Vec<usize> = (0..headings.len())
            .map(|column| {
                let all = rows.iter().chain([&headings]);
                all.map(|row| row[column].chars().count()).max().unwrap_or(0)
            })
            .collect();
        self.add_row(lines, "   ", &headings, &widths, Weight::Faint);
        for (number, (of, row)) in (1..).zip(shown.iter().zip(&rows)) {
            let is_first = of.standing == Standing::First;
            let weight = if is_first { Weight::Strong } else { Weight::Plain };
            self.add_row(lines, &format!("{number:>2}."), row, &widths, weight);
            if is_first && let Some(also) = also(hint, of, same) {
                self.add(lines, &also, INDENT, Weight::Plain);
            }
        }
    }

    /// Everything that is told of the moves on request.
    fn whole(&self, hint: &Hint, shown: &[&HintMove], rest: &[&HintMove]) -> Vec<String> {
        let mut lines = Vec::new();
        for (number, of) in (1..).zip(shown) {
            lines.push(String::new());
            self.add(&mut lines, &format!("{number:>2}. {}", of.action), 0, Weight::Strong);
            let reason = match of.standing {
                Standing::First => &hint.reason,
                _ => &of.reason,
            };
            let figures = &hint.report.moves[of.place];
            let told = [
                Some(whole_story(hint, of)),
                reason.clone(),
                Some(costs(figures, &hint.report)),
            ];
            for text in told.into_iter().flatten().filter(|text| !text.is_empty()) {
                self.add(&mut lines, &text, INDENT, Weight::Plain);
            }
        }
        if !rest.is_empty() {
            lines.push(String::new());
            self.add(&mut lines, &format!("Not shown: {}.", names(rest)), 0, Weight::Plain);
        }
        lines.extend(self.plan(hint));
        for text in [&hint.next, &hint.change].into_iter().flatten() {
            lines.push(String::new());
            self.add(&mut lines, text, 0, Weight::Plain);
        }
        lines.push(String::new());
        self.add(&mut lines, &totals(&hint.report), 0, Weight::Faint);
        lines
    }

    /// The plan that the best move begins: drawn on the board, and what the things are for that it places. Nothing
    /// elsewhere.
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
            let value = cells(&hint.report).swap_remove(best.place).value;
            let title = format!("The plan: {value} to win");
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
                chance(hint.report.moves[of.place].played.unwrap_or(0.0))
            );
            if let Some(score) = hint.report.moves[of.place].score {
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
            "`{}` chooses without estimating chances to win: a search does, as `heist agents` lists them. Score: what \
             it chooses by; only the order of scores means anything.",
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
    fn played(&self, hint: &Hint, cells: &[Cells]) -> Option<String> {
        let played = self.asked.played.as_ref()?;
        let is_it = |of: &&HintMove| of.action == *played || alike(hint, of).contains(played);
        let found = hint.moves.iter().find(is_it)?;
        let verdict = match found.standing {
            Standing::First => "the best here".to_owned(),
            Standing::Same => "just as good as the best".to_owned(),
            _ => format!(
                "number {}, {} points",
                number_of(hint, found),
                cells[found.place].difference
            ),
        };
        Some(format!(
            "In the game player {} chose {played}: {verdict}.",
            self.asked.seat
        ))
    }

    fn legend(&self, report: &Report) -> String {
        let state = &self.asked.state;
        let until = if state.characters().len() == state.seats() {
            format!("before player {}'s next turn", self.asked.seat)
        } else {
            "in the next round of turns".to_owned()
        };
        let chances = if report.calibrated {
            "of a team that goes on as the recommended search plays"
        } else {
            "as this search found it"
        };
        let loss = match &report.stake[..] {
            "" => String::new(),
            stake => format!(" Loses: the expected loss of {stake} {until}."),
        };
        format!(
            "To win: the chance {chances}. Differs: how that compares with the best move, in percentage points, in \
             the same simulated worlds. 95%: the true figure lies between these two in 95 of 100 cases. Unclear: it \
             may be as good as the best. ~, roughly: it dropped out of the search early.{loss} In brackets: how \
             likely a draw is; others may come instead."
        )
    }

    /// Adds a text, broken to the width and indented.
    fn add(&self, lines: &mut Vec<String>, text: &str, indent: usize, weight: Weight) {
        let width = self.style.width.saturating_sub(indent);
        for line in wrapped(text, width, 0) {
            lines.push(self.painted(&format!("{}{line}", " ".repeat(indent)), weight));
        }
    }

    /// Adds a row of the table: in columns if they fit, one below the other if not.
    fn add_row(&self, lines: &mut Vec<String>, number: &str, row: &[&str], widths: &[usize], weight: Weight) {
        let last = row.len() - 1;
        let cells = row.iter().zip(widths).enumerate().filter(|(_, (_, width))| **width > 0);
        let padded = cells.map(|(column, (cell, &width))| match column {
            // Names and notes begin, and numbers end, below each other.
            0 => format!("{cell:<width$}"),
            column if column == last => (*cell).to_owned(),
            _ => format!("{cell:>width$}"),
        });
        let line = format!("{number} {}", padded.collect::<Vec<_>>().join("  "));
        let total: usize = widths.iter().map(|width| width + 2).sum::<usize>() + number.chars().count();
        if total <= self.style.width + 1 {
            lines.push(self.painted(line.trim_end(), weight));
            return;
        }
        let cells: Vec<&str> = row.iter().filter(|cell| !cell.is_empty()).copied().collect();
        for line in wrapped(&format!("{number} {}", cells.join(", ")), self.style.width, INDENT) {
            lines.push(self.painted(line.trim_end(), weight));
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

/// What a move does and what is expected then.
fn whole_story(hint: &Hint, of: &HintMove) -> String {
    let mut told = vec![deed(hint, of)];
    told.extend(of.then());
    told.join(" ")
}

/// What a move may cost, how likely it is the best of all, and how a team fares after it that plays on as the
/// simulations do.
fn costs(figures: &MoveReport, report: &Report) -> String {
    let mut told = Vec::new();
    if let Some(loss) = figures.loss.filter(|_| !report.stake.is_empty()) {
        told.push(format!("Loses {loss:.2} {}.", report.stake));
    }
    told.push(format!("The best of all: {}.", chance(figures.best)));
    if !figures.simulated.is_nan() {
        let simulated = chance(figures.simulated);
        told.push(format!(
            "A team that plays on as the simulations do: {simulated} to win."
        ));
    }
    told.join(" ")
}

/// The moves that are as good as the first in every world, in one line; none if there are none.
fn also(hint: &Hint, first: &HintMove, same: &[&HintMove]) -> Option<String> {
    let names = same.iter().map(|of| of.action.as_str());
    let names: Vec<&str> = alike(hint, first).iter().map(String::as_str).chain(names).collect();
    let more = match names.len().saturating_sub(EQUALS) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let named = names[..names.len().min(EQUALS)].join(", ");
    (!names.is_empty()).then(|| format!("also: {named}{more}"))
}

/// How to repeat the answer.
fn settings(report: &Report) -> String {
    match &report.repeat {
        Some(agent) => format!("--agent {agent} --seed {}", report.seed),
        None => format!("{}, seed {}; another run may differ", report.agent, report.seed),
    }
}

/// The number of a move in the table, in which those that are as good as the first have none.
fn number_of(hint: &Hint, of: &HintMove) -> usize {
    let ranked = hint.moves.iter().filter(|other| other.standing != Standing::Same);
    1 + ranked.take_while(|other| other.place != of.place).count()
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

/// A probability in whole percent.
fn chance(chance: f64) -> String {
    match chance {
        small if small < 0.005 => "<1%".to_owned(),
        chance => format!("{:.0}%", 100.0 * chance),
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
        assert_eq!([chance(0.001), chance(0.0667), chance(1.0)], ["<1%", "7%", "100%"]);
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(999), "999");
    }
}
