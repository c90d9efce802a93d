//! What a study found, as tables.

use std::io::Write;
use std::path::PathBuf;

use heist_agents::arena::fewest_setups;
use heist_engine::any::find_info;

use super::found::{Extreme, Found, OfAgent};
use crate::arena_text::{percent, percents, points, points_between};
use crate::failure::Failure;
use crate::plain;
use crate::terminal::Table;
use crate::walls::measures::number;

/// Prints what a study found, and where it was written.
pub fn print(found: &Found, written: &[PathBuf], out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(
        out,
        "{}, {} random layouts of {} with seed {}, {} deals on each, setup {}",
        find_info(found.game).map_or(found.game, |game| game.name),
        found.layouts,
        found.scenario,
        found.seed,
        found.games,
        found.setup
    )?;
    if found.layouts < found.requested as usize {
        writeln!(out, "Stopped after {} of {} layouts.", found.layouts, found.requested)?;
    }
    writeln!(out)?;
    print_spreads(found, out)?;
    for agent in &found.agents {
        if agent.effects.iter().all(|measure| measure.effect.is_none()) {
            writeln!(out, "\n{}: the same number of games won on every layout", agent.agent)?;
            continue;
        }
        print_effects(agent, out)?;
        print_extremes(agent, out)?;
    }
    if !written.is_empty() {
        writeln!(out)?;
    }
    for path in written {
        writeln!(out, "{}", plain::text(&path.display().to_string()))?;
    }
    Ok(())
}

/// A standard deviation in points.
fn sd(value: f64) -> String {
    format!("{:.1}", 100.0 * value)
}

fn print_spreads(found: &Found, out: &mut dyn Write) -> Result<(), Failure> {
    let headings = [
        "agent",
        "win rate",
        "95% interval",
        "SD of layouts",
        "95% interval",
        "measured",
        "by chance",
        "own layout",
        "95% interval",
        "vs. mean",
        "95% interval",
    ];
    let mut table = Table::new(&headings, 1);
    for agent in &found.agents {
        let spread = &agent.spread;
        let [low, high] = spread.sd_interval95;
        let mut cells = vec![
            agent.agent.clone(),
            percent(spread.mean),
            percents(spread.mean_interval95),
            sd(spread.sd),
            format!("{} to {}", sd(low), sd(high)),
            sd(spread.measured_sd),
            sd(spread.noise_sd),
        ];
        match &agent.own {
            Some(own) => cells.extend([
                percent(own.win_rate),
                percents(own.wilson95),
                points(own.difference),
                points_between(own.interval95),
            ]),
            None => cells.extend(["-"; 4].map(str::to_owned)),
        }
        table.row(cells);
    }
    Ok(table.print(out)?)
}

/// A change of the win rate in points, with as many digits as slopes need.
fn slope(value: f64) -> String {
    format!("{:+.2}", 100.0 * value)
}

fn slopes([low, high]: [f64; 2]) -> String {
    format!("{} to {}", slope(low), slope(high))
}

fn print_effects(agent: &OfAgent, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out)?;
    let headings = [
        agent.agent.as_str(),
        "mean",
        "SD",
        "correlation",
        "95% interval",
        "slope",
        "95% interval",
        "per SD",
        "jointly",
        "95% interval",
    ];
    let mut table = Table::new(&headings, 1);
    let none = || "-".to_owned();
    for measure in &agent.effects {
        let mut cells = vec![measure.measure.to_owned(), number(measure.mean)];
        match &measure.effect {
            None => {
                cells.extend([
                    "same".to_owned(),
                    none(),
                    none(),
                    none(),
                    none(),
                    none(),
                    none(),
                    none(),
                ]);
                table.row(cells);
                continue;
            }
            Some(effect) => {
                let [low, high] = effect.correlation_interval95;
                cells.extend([
                    number(measure.sd),
                    format!("{:+.2}", effect.correlation),
                    format!("{low:+.2} to {high:+.2}"),
                    slope(effect.slope),
                    slopes(effect.slope_interval95),
                    slope(effect.slope * measure.sd),
                ]);
            }
        }
        let place = agent.joint_measures.iter().position(|name| *name == measure.measure);
        match place.zip(agent.joint.as_ref()) {
            Some((place, joint)) => cells.extend([slope(joint.slopes[place]), slopes(joint.intervals95[place])]),
            None => cells.extend([none(), none()]),
        }
        table.row(cells);
    }
    table.print(out)?;
    let reliability = agent.spread.reliability;
    writeln!(
        out,
        "Layouts account for {} of the variance of the measured win rates, chance for the rest: a perfect measure \
         could be expected to reach a correlation of {:.2} and an R2 of {reliability:.2}.",
        percent(reliability),
        reliability.sqrt(),
    )?;
    let measures = agent.joint_measures.len();
    match &agent.joint {
        Some(joint) => writeln!(
            out,
            "Jointly: R2 {:.2}, adjusted {:.2}{}.",
            joint.r_squared,
            joint.adjusted_r_squared,
            joint.explained.map_or(String::new(), |explained| {
                format!(", {} of the layouts' share", percent(explained))
            })
        )?,
        None if agent.spread.setups < fewest_setups(measures) => writeln!(
            out,
            "Jointly: {} layouts are too few for {measures} measures, expected {} or more.",
            agent.spread.setups,
            fewest_setups(measures)
        )?,
        None => writeln!(
            out,
            "Jointly: one of {} is the same for all these layouts or follows from the others.",
            agent.joint_measures.join(", ")
        )?,
    }
    Ok(())
}

fn print_extremes(agent: &OfAgent, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out)?;
    let headings = [agent.agent.as_str(), "layout", "won", "95% interval", "to expect"];
    let mut table = Table::new(&headings, 2);
    let mut add = |what: &str, extremes: &[Extreme]| {
        for extreme in extremes {
            table.row(vec![
                what.to_owned(),
                format!("{:04}", extreme.layout),
                percent(extreme.win_rate),
                percents(extreme.wilson95),
                percent(extreme.expected),
            ]);
        }
    };
    add("easiest", &agent.easiest);
    add("hardest", &agent.hardest);
    Ok(table.print(out)?)
}
