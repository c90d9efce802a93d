//! The report of `heist campaign` as tables.

use std::io::Write;

use heist_agents::arena::CampaignReport;
use heist_agents::arena::campaign::{FigureReport, LevelReport};
use heist_engine::campaigns::CampaignInfo;
use heist_engine::describe::counted;

use crate::arena_text::{percent, percents};
use crate::failure::Failure;
use crate::plain;
use crate::terminal::Table;

/// Prints a report of a campaign.
pub fn print(campaign: &CampaignInfo, report: &CampaignReport, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(
        out,
        "{}, {} by {} with seed {}, setup {}",
        campaign.name,
        counted(report.campaigns as usize, "campaign"),
        plain::text(&report.agent),
        report.seed,
        plain::json(report.setup.to_string())
    )?;
    if report.campaigns < report.requested {
        let requested = report.requested;
        writeln!(out, "Stopped after {} of {requested} campaigns.", report.campaigns)?;
    }
    writeln!(out)?;
    print_positions(report, out)?;
    writeln!(out)?;
    print_whole(report, out)?;
    print_losses(report, out)
}

fn print_positions(report: &CampaignReport, out: &mut dyn Write) -> Result<(), Failure> {
    let figures = report
        .figures_at_end
        .iter()
        .flat_map(|figure| [figure.name, "95% interval"]);
    let headings = [
        "heist",
        "wins",
        "win rate",
        "95% interval",
        report.level,
        "95% interval",
    ];
    let headings: Vec<&str> = headings.into_iter().chain(figures).collect();
    let mut table = Table::new(&headings, 1);
    for position in &report.positions {
        let name = position.name.as_deref().unwrap_or_default();
        let [level, interval] = level(&position.level);
        let mut row = vec![
            format!("{} {name}", position.heist).trim_end().to_owned(),
            position.wins.to_string(),
            percent(position.win_rate),
            percents(position.wilson95),
            level,
            interval,
        ];
        row.extend(position.figures.iter().flat_map(figure));
        table.row(row);
    }
    let [end, interval] = level(&report.level_at_end);
    let none = || "-".to_owned();
    let mut row = vec!["at the end".to_owned(), none(), none(), none(), end, interval];
    row.extend(report.figures_at_end.iter().flat_map(figure));
    table.row(row);
    Ok(table.print(out)?)
}

/// A mean level and its interval.
fn level(level: &LevelReport) -> [String; 2] {
    let interval = level.interval95.map(|[low, high]| format!("{low:.2} to {high:.2}"));
    [format!("{:.2}", level.mean), interval.unwrap_or_else(|| "-".to_owned())]
}

/// A mean figure and its interval.
fn figure(figure: &FigureReport) -> [String; 2] {
    let interval = figure.interval95.map(|[low, high]| format!("{low:.1} to {high:.1}"));
    let mean = figure.mean.map(|mean| format!("{mean:.1}"));
    [mean, interval].map(|text| text.unwrap_or_else(|| "-".to_owned()))
}

fn print_whole(report: &CampaignReport, out: &mut dyn Write) -> Result<(), Failure> {
    let interval = report
        .win_rate_interval95
        .map_or(String::new(), |interval| format!(" ({})", percents(interval)));
    writeln!(
        out,
        "Heists won: {} of {}, {}{interval}; by campaign {:.2}",
        report.wins,
        report.heists,
        percent(report.win_rate),
        report.wins as f64 / report.campaigns as f64
    )?;
    let reached = |(wins, count): (usize, &u64)| (*count > 0).then(|| format!("{wins} won: {count}"));
    let counts: Vec<String> = report
        .campaigns_by_wins
        .iter()
        .enumerate()
        .filter_map(reached)
        .collect();
    writeln!(out, "Campaigns with so many heists won: {}", counts.join(", "))?;
    Ok(())
}

fn print_losses(report: &CampaignReport, out: &mut dyn Write) -> Result<(), Failure> {
    if !report.losses.is_empty() {
        writeln!(out)?;
        let endings: Vec<&str> = report.losses.keys().map(String::as_str).collect();
        let mut table = Table::new(&[&["not won"], &endings[..]].concat(), 1);
        let counts = report.losses.values().map(ToString::to_string);
        table.row(std::iter::once(report.agent.clone()).chain(counts).collect());
        table.print(out)?;
    }
    if let Some(first) = &report.first_fault {
        writeln!(
            out,
            "\n{}: {} lost to faults; the first in campaign {}, heist {}, seat {}: {}",
            plain::text(&report.agent),
            counted(report.faults as usize, "heist"),
            first.campaign,
            first.heist,
            first.fault.seat,
            plain::text(&first.fault.text)
        )?;
    }
    Ok(())
}
