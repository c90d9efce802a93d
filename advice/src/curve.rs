//! The win probability over a game, as a picture.

use heist_draw::{Curve, CurveLink, CurveMark, CurvePoint, Layout, Theme};

use super::After;

/// The picture: a line with its 95% band at each decision, the turns below, and a numbered disc at each of the costly
/// decisions, the costliest first. A disc carries the number of steps before it as `data-step`.
pub fn curve_svg(after: &After, layout: Layout, theme: Theme) -> String {
    curve_of(after, None, None).svg(layout, theme)
}

/// The same picture with links: from each decision to `moment`, the address of a number of entries, if there is one,
/// and from the discs to `costly`, the address of the place of a decision among the costly ones.
pub fn linked_curve_svg(
    after: &After,
    layout: Layout,
    theme: Theme,
    moment: Option<&dyn Fn(usize) -> String>,
    costly: &dyn Fn(usize) -> String,
) -> String {
    curve_of(after, moment, Some(costly)).svg(layout, theme)
}

fn curve_of(
    after: &After,
    moment: Option<&dyn Fn(usize) -> String>,
    to_costly: Option<&dyn Fn(usize) -> String>,
) -> Curve {
    let points = after.curve.iter().map(|&(step, value, interval)| CurvePoint {
        at: step as f64,
        share: value,
        interval,
    });
    let marks = after.costly.iter().enumerate().map(|(place, costly)| CurveMark {
        at: costly.step as f64,
        share: value_at(after, costly.step),
        name: (place + 1).to_string(),
        meaning: format!(
            "Turn {}: {} cost {}.",
            turn_at(after, costly.step),
            costly.played.0,
            percent(costly.cost.0)
        ),
        address: to_costly.map(|address| address(place)),
    });
    let moments = after.curve.iter().zip(&after.entries);
    let links = moments.filter_map(|(&(step, value, _), &entry)| {
        Some(CurveLink {
            at: step as f64,
            share: value,
            address: moment?(entry),
            meaning: format!("Turn {}, after step {step}: {}", turn_at(after, step), percent(value)),
        })
    });
    Curve {
        title: "Win probability over the game".to_owned(),
        description: description(after),
        axes: ["turn".to_owned(), "chance to win".to_owned()],
        points: points.collect(),
        ticks: after
            .turns
            .iter()
            .map(|&(step, turn)| (step as f64, turn.to_string()))
            .collect(),
        marks: marks.collect(),
        links: links.collect(),
    }
}

/// The description of the picture in sentences.
fn description(after: &After) -> String {
    let (Some(first), Some(last)) = (after.curve.first(), after.curve.last()) else {
        return "No decision could be looked into.".to_owned();
    };
    let lowest = after.curve.iter().min_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or(first);
    let highest = after
        .curve
        .iter()
        .rev()
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .unwrap_or(first);
    let told =
        |&(step, value, _): &(usize, f64, [f64; 2])| format!("{} in turn {}", percent(value), turn_at(after, step));
    let mut sentences = vec![format!(
        "It begins at {}, is lowest at {}, highest at {}, and ends at {}.",
        told(first),
        told(lowest),
        told(highest),
        percent(last.1)
    )];
    for (place, costly) in after.costly.iter().enumerate() {
        sentences.push(format!(
            "Mark {}: in turn {} player {} gave away {} with {}.",
            place + 1,
            turn_at(after, costly.step),
            costly.seat,
            percent(costly.cost.0),
            costly.played.0
        ));
    }
    sentences.join(" ")
}

/// The height of the curve at a decision on it.
fn value_at(after: &After, step: usize) -> f64 {
    let found = after.curve.iter().find(|point| point.0 == step);
    found.map_or(0.0, |point| point.1)
}

/// The turn that a step belongs to.
fn turn_at(after: &After, step: usize) -> u32 {
    let begun = after.turns.iter().take_while(|(first, _)| *first <= step);
    begun.last().map_or(0, |(_, turn)| *turn)
}

fn percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}
