//! The report of `heist arena` as tables.

use std::io::Write;

use heist_agents::arena::{Adjusted, ContestantReport, Cross, FAULT, PairedReport, Report, SprtReport, Verdict};
use heist_engine::registry::GameInfo;

use crate::failure::Failure;
use crate::plain;
use crate::terminal::Table;

/// Prints a report of a game, with its matrix if it has one.
pub fn print(game: &GameInfo, report: &Report, cross: Option<&Cross>, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(
        out,
        "{}, {} with seed {}, setup {}",
        game.name,
        match report.first_deal {
            0 => deals(report.games),
            first => format!("{} from deal {first} on", deals(report.games)),
        },
        report.seed,
        plain::json(report.setup.to_string())
    )?;
    if let Some(faulty) = &report.ended_by_faults {
        let (games, requested, faulty) = (report.games, report.requested, plain::text(faulty));
        writeln!(
            out,
            "Ended after {games} of {requested} deals: too many faults of {faulty}."
        )?;
    } else if report.games < report.requested && !report.has_ended_early() {
        writeln!(out, "Stopped after {} of {} deals.", report.games, report.requested)?;
    }
    writeln!(out)?;
    print_contestants(&report.contestants, out)?;
    match cross {
        Some(cross) => print_cross(cross, out)?,
        None => print_paired(report, out)?,
    }
    print_adjusted(report, out)?;
    if let Some(sprt) = &report.sprt {
        print_sprt(sprt, report, out)?;
    }
    print_losses(game, &report.contestants, out)
}

fn deals(count: u64) -> String {
    match count {
        1 => "1 deal".to_owned(),
        count => format!("{count} deals"),
    }
}

/// A share in percent.
pub fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// An interval of shares in percent.
pub fn percents([low, high]: [f64; 2]) -> String {
    format!("{} to {}", percent(low), percent(high))
}

/// A difference in points.
pub fn points(difference: f64) -> String {
    format!("{:+.1}", 100.0 * difference)
}

/// An interval of differences in points.
pub fn points_between([low, high]: [f64; 2]) -> String {
    format!("{} to {}", points(low), points(high))
}

fn print_contestants(contestants: &[ContestantReport], out: &mut dyn Write) -> Result<(), Failure> {
    let headline = contestants.first().map_or(&[][..], |first| &first.headline.0);
    let mut headings = vec!["agent", "wins", "win rate", "95% interval"];
    headings.extend(headline.iter().map(|(name, _)| *name));
    headings.extend(["decisions", "us/decision"]);
    let mut table = Table::new(&headings, 1);
    for contestant in contestants {
        let mut cells = vec![
            contestant.agent.clone(),
            contestant.wins.to_string(),
            percent(contestant.win_rate),
            percents(contestant.wilson95),
        ];
        cells.extend(contestant.headline.0.iter().map(|(_, mean)| format!("{mean:.1}")));
        cells.push(format!("{:.1}", contestant.mean_decisions));
        cells.push(format!("{:.2}", contestant.decision_us_mean));
        table.row(cells);
    }
    Ok(table.print(out)?)
}

fn print_paired(report: &Report, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(first) = report.paired.first() else {
        return Ok(());
    };
    writeln!(out)?;
    let first = format!("compared to {}", first.to);
    let mut table = Table::new(&[&first, "difference", "95% interval"], 1);
    for pair in &report.paired {
        table.row(vec![
            pair.agent.clone(),
            points(pair.difference),
            points_between(pair.interval95),
        ]);
    }
    Ok(table.print(out)?)
}

/// Rates and differences adjusted for luck.
fn print_adjusted(report: &Report, out: &mut dyn Write) -> Result<(), Failure> {
    let rates = report
        .contestants
        .iter()
        .filter_map(|contestant: &ContestantReport| Some((contestant.agent.clone(), contestant.luck_adjusted?)));
    let row = |name: String, adjusted: Adjusted, mean: String, interval: String| {
        let ratio = adjusted.variance_ratio;
        vec![
            name,
            mean,
            interval,
            ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2} x")),
        ]
    };
    let mut rows: Vec<Vec<String>> = rates
        .map(|(name, adjusted)| row(name, adjusted, percent(adjusted.mean), percents(adjusted.interval95)))
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    let differences = report.paired.iter().filter_map(|pair: &PairedReport| {
        let adjusted = pair.luck_adjusted?;
        let name = format!("{} less {}", pair.agent, pair.to);
        let interval = points_between(adjusted.interval95);
        Some(row(name, adjusted, points(adjusted.mean), interval))
    });
    rows.extend(differences);
    writeln!(out)?;
    let mut table = Table::new(&["luck-adjusted", "win rate", "95% interval", "as games"], 1);
    rows.into_iter().for_each(|cells| table.row(cells));
    Ok(table.print(out)?)
}

/// The matrix: rows are guests, columns hosts.
fn print_cross(cross: &Cross, out: &mut dyn Write) -> Result<(), Failure> {
    let names: Vec<&str> = cross.agents.iter().map(String::as_str).collect();
    let rates = |row: usize, column: usize| percent(cross.win_rates[row][column]);
    let differences = |row: usize, column: usize| {
        if row == column {
            "-".to_owned()
        } else {
            format!(
                "{} ({})",
                points(cross.differences[row][column]),
                points_between(cross.intervals95[row][column])
            )
        }
    };
    print_matrix("win rate of one among", &names, &rates, out)?;
    print_matrix("points for one among", &names, &differences, out)
}

/// A table with the same names at rows and columns.
fn print_matrix(
    title: &str,
    names: &[&str],
    cell: &dyn Fn(usize, usize) -> String,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    writeln!(out)?;
    let mut table = Table::new(&[&[title], names].concat(), 1);
    for (row, name) in names.iter().enumerate() {
        let cells = (0..names.len()).map(|column| cell(row, column));
        table.row(std::iter::once((*name).to_owned()).chain(cells).collect());
    }
    Ok(table.print(out)?)
}

fn print_sprt(sprt: &SprtReport, report: &Report, out: &mut dyn Write) -> Result<(), Failure> {
    let test = sprt.test;
    let verdict = match sprt.verdict {
        Verdict::Elo0 => format!("Elo {} is accepted", test.elo0),
        Verdict::Elo1 => format!("Elo {} is accepted", test.elo1),
        Verdict::Undecided => "undecided".to_owned(),
    };
    let [low, high] = sprt.bounds;
    let [least, most] = sprt.elo_interval95;
    writeln!(out)?;
    writeln!(
        out,
        "SPRT of Elo {} or {} (errors {}, {}): {verdict} after {}; LLR {:.2} ({low:.2} to {high:.2})",
        test.elo0,
        test.elo1,
        test.alpha,
        test.beta,
        deals(sprt.deals),
        sprt.llr
    )?;
    if let Some(pair) = report.paired.first() {
        let (agent, to, elo) = (&pair.agent, &pair.to, sprt.elo);
        writeln!(out, "Elo of {agent} over {to}: {elo:+.1} ({least:+.1} to {most:+.1})")?;
    }
    Ok(())
}

fn print_losses(game: &GameInfo, contestants: &[ContestantReport], out: &mut dyn Write) -> Result<(), Failure> {
    let occurs = |ending: &&&str| {
        contestants
            .iter()
            .any(|contestant| contestant.losses.get(ending).is_some())
    };
    let endings: Vec<&str> = game.endings.iter().filter(occurs).copied().collect();
    let has_faults = contestants.iter().any(|contestant| contestant.faults > 0);
    if endings.is_empty() && !has_faults {
        return Ok(());
    }
    writeln!(out)?;
    let faults: &[&str] = if has_faults { &[FAULT] } else { &[] };
    let mut table = Table::new(&[&["not won"], &endings[..], faults].concat(), 1);
    for contestant in contestants {
        let counts = endings
            .iter()
            .map(|ending| contestant.losses.get(ending).unwrap_or(0))
            .chain(has_faults.then_some(contestant.faults))
            .map(|count| count.to_string());
        table.row(std::iter::once(contestant.agent.clone()).chain(counts).collect());
    }
    table.print(out)?;
    print_faults(contestants, out)
}

fn print_faults(contestants: &[ContestantReport], out: &mut dyn Write) -> Result<(), Failure> {
    for contestant in contestants {
        if let Some(first) = &contestant.first_fault {
            writeln!(
                out,
                "\n{}: {} lost to faults; the first in deal {}, seat {}: {}",
                plain::text(&contestant.agent),
                match contestant.faults {
                    1 => "1 game".to_owned(),
                    count => format!("{count} games"),
                },
                first.deal,
                first.seat,
                plain::text(&first.text)
            )?;
        }
    }
    Ok(())
}
