//! Win rates over measures of layouts: a picture with a panel for each measure.

use heist_agents::arena::control::{spread, student95};
use heist_engine::board::MEASURES;
use plotters::coord::Shift;
use plotters::prelude::*;

use super::entry::Entry;
use super::found::{Found, OfMeasure};
use crate::curve::{COLOURS, FONT};

/// Panels beside each other.
const COLUMNS: usize = 3;
/// Width and height of a panel, in pixels.
const PANEL: (u32, u32) = (340, 290);
/// Where the title ends and the panels begin.
const TITLE_HEIGHT: u32 = 74;
/// A mean of fewer layouts is not drawn.
const FEWEST: usize = 8;
/// How many means a panel has at most.
const MEANS: usize = 6;

type Drawn = Result<(), Box<dyn std::error::Error>>;
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The picture of an agent's games as SVG: a dot for each layout, the line of least squares, means of groups of layouts
/// with their 95% intervals, and the scenario's own layout. Measures that are the same for all layouts have no panel.
///
/// # Errors
/// When it cannot be drawn; with memory to draw into that does not happen.
pub fn svg(agent: usize, entries: &[Entry], found: &Found) -> Result<String, String> {
    let mut text = String::new();
    draw(&mut text, agent, entries, found).map_err(|error| error.to_string())?;
    Ok(text)
}

fn draw(text: &mut String, agent: usize, entries: &[Entry], found: &Found) -> Drawn {
    let of_agent = &found.agents[agent];
    let panels: Vec<(usize, &OfMeasure)> = of_agent
        .effects
        .iter()
        .enumerate()
        .filter(|(_, measure)| measure.effect.is_some())
        .collect();
    let rows = panels.len().div_ceil(COLUMNS).max(1);
    let size = (PANEL.0 * COLUMNS as u32, TITLE_HEIGHT + PANEL.1 * rows as u32);
    let root = SVGBackend::with_string(text, size).into_drawing_area();
    root.fill(&WHITE)?;
    let title = format!(
        "{}: games won by {} on {} random layouts, {} deals each",
        found.scenario, of_agent.agent, found.layouts, found.games
    );
    root.draw(&Text::new(title, (20, 14), (FONT, 19).into_font().color(&BLACK)))?;
    let sign = "a dot: a layout; bars: means of layouts with their 95% interval; line: least squares";
    let sign = match &of_agent.own {
        Some(_) => format!("{sign}; square: the scenario's own layout"),
        None => sign.to_owned(),
    };
    root.draw(&Text::new(
        sign,
        (20, 44),
        (FONT, 14).into_font().color(&BLACK.mix(0.7)),
    ))?;
    let (_, below) = root.split_vertically(TITLE_HEIGHT);
    let range = rate_range(entries, agent);
    for (area, (place, measure)) in below.split_evenly((rows, COLUMNS)).iter().zip(panels) {
        draw_panel(area, place, measure, agent, entries, range)?;
    }
    root.present()?;
    Ok(())
}

/// One measure.
fn draw_panel(
    area: &Area<'_>,
    place: usize,
    measure: &OfMeasure,
    agent: usize,
    entries: &[Entry],
    (least, most): (f64, f64),
) -> Drawn {
    let dots = |own: bool| {
        let entries = entries.iter().filter(move |entry| (entry.number == 0) == own);
        entries.map(|entry| (entry.measures[place], entry.rate(agent)))
    };
    let all = || dots(false).chain(dots(true)).map(|(x, _)| x);
    let (left, right) = (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max));
    let aside = 0.06 * (right - left).max(1e-6);
    let correlation = measure.effect.map_or(String::new(), |effect| {
        let [low, high] = effect.correlation_interval95;
        format!(", r {:+.2} ({low:+.2} to {high:+.2})", effect.correlation)
    });
    let mut chart = ChartBuilder::on(area)
        .margin_left(10)
        .margin_right(12)
        .margin_bottom(8)
        .caption(format!("{}{correlation}", measure.measure), (FONT, 15))
        .x_label_area_size(44)
        .y_label_area_size(48)
        .build_cartesian_2d(left - aside..right + aside, least..most)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.12))
        .axis_style(BLACK.mix(0.6))
        .x_desc(MEASURES[place].label)
        .axis_desc_style((FONT, 13))
        .label_style((FONT, 12))
        .x_labels(5)
        .y_labels(6)
        .x_label_formatter(&|x| ((x * 1e3).round() / 1e3).to_string())
        .y_label_formatter(&|rate| format!("{:.0}%", 100.0 * rate))
        .draw()?;
    let [dot, other, ..] = COLOURS;
    chart.draw_series(dots(false).map(|at| Circle::new(at, 2, dot.mix(0.35).filled())))?;
    if let Some(effect) = measure.effect {
        let (mean_rate, _) = spread(&dots(false).map(|(_, rate)| rate).collect::<Vec<f64>>());
        let at = |x: f64| (x, mean_rate + effect.slope * (x - measure.mean));
        chart.draw_series([PathElement::new([at(left), at(right)], dot.stroke_width(2))])?;
    }
    for mean in means(dots(false).collect()) {
        let [low, high] = mean.interval95;
        chart.draw_series([PathElement::new([(mean.x, low), (mean.x, high)], BLACK.stroke_width(2))])?;
        chart.draw_series([Circle::new((mean.x, mean.rate), 4, BLACK.filled())])?;
    }
    for at in dots(true) {
        let sign = |(x, y): (i32, i32)| [(x - 5, y - 5), (x + 5, y + 5)];
        let pixel = chart.backend_coord(&at);
        area.draw(&Rectangle::new(sign(own_pixel(area, pixel)), other.filled()))?;
    }
    Ok(())
}

/// A place of the whole picture as one of a panel.
fn own_pixel(area: &Area<'_>, (x, y): (i32, i32)) -> (i32, i32) {
    let (left, top) = area.get_base_pixel();
    (x - left, y - top)
}

/// The mean win rate of layouts with about the same measure.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Mean {
    x: f64,
    rate: f64,
    interval95: [f64; 2],
}

/// Means of groups of layouts of about one size. Layouts with the same measure are in one group.
fn means(mut dots: Vec<(f64, f64)>) -> Vec<Mean> {
    dots.sort_by(|one, other| one.0.total_cmp(&other.0));
    // Means over floors may differ in the last bits.
    let by_value: Vec<&[(f64, f64)]> = dots.chunk_by(|one, next| next.0 - one.0 < 1e-9).collect();
    let enough = if by_value.len() <= MEANS {
        1
    } else {
        dots.len().div_ceil(MEANS)
    };
    let mut groups: Vec<Vec<(f64, f64)>> = Vec::new();
    for dots in by_value {
        match groups.last_mut() {
            Some(group) if group.len() < enough => group.extend(dots),
            _ => groups.push(dots.to_vec()),
        }
    }
    let mean = |group: &[(f64, f64)]| {
        let (x, _) = spread(&group.iter().map(|dot| dot.0).collect::<Vec<f64>>());
        let (rate, variance) = spread(&group.iter().map(|dot| dot.1).collect::<Vec<f64>>());
        let count = group.len() as f64;
        let half = student95(count - 1.0) * (variance / count).sqrt();
        Mean {
            x,
            rate,
            interval95: [rate - half, rate + half],
        }
    };
    let large = groups.iter().filter(|group| group.len() >= FEWEST);
    large.map(|group| mean(group)).collect()
}

/// The ends of the axis of win rates, the same in all panels: whole twentieths around all layouts.
fn rate_range(entries: &[Entry], agent: usize) -> (f64, f64) {
    let rates = || entries.iter().map(|entry| entry.rate(agent));
    let least = (rates().fold(1.0, f64::min) * 20.0 - 0.2).floor().max(0.0) / 20.0;
    let most = (rates().fold(0.0, f64::max) * 20.0 + 0.2).ceil().min(20.0) / 20.0;
    (least, most.max(least + 0.05))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_with_the_same_measure_have_one_mean() {
        let dots = |count: usize, x: f64| (0..count).map(move |place| (x, (place % 2) as f64));
        // Few values have a mean each, unless there are too few layouts.
        let few = means(dots(10, 1.0).chain(dots(20, 2.0)).chain(dots(3, 3.0)).collect());
        assert_eq!(
            few.iter().map(|mean| (mean.x, mean.rate)).collect::<Vec<_>>(),
            [(1.0, 0.5), (2.0, 0.5)]
        );
        let half = 2.262 * (10.0 / 4.0 / 9.0 / 10.0f64).sqrt();
        assert!(
            (few[0].interval95[1] - 0.5 - half).abs() < 1e-3,
            "Student's t of a table"
        );
        // Many values are put together, none of them in two groups.
        let many = means((0..70).map(|place| (f64::from(place / 7), 0.5)).collect());
        assert_eq!(
            many.iter().map(|mean| mean.x).collect::<Vec<_>>(),
            [0.5, 2.5, 4.5, 6.5, 8.5]
        );
    }
}
