//! Win rates over numbers as a picture.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// A line of the picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// Its name in the legend.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<Point>,
}

/// A share with its interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Where it stands; `None` for one that holds everywhere, drawn as a level line.
    pub x: Option<f64>,
    /// The share, 0 to 1.
    pub share: f64,
    /// Its 95% interval, low end first.
    pub interval: [f64; 2],
}

/// Colours that can be distinguished with any colour vision: M. Okabe and K. Ito, "Color Universal Design" (2008), the
/// ones dark enough for lines on white; then two for pictures with many lines.
pub const COLOURS: [RGBColor; 9] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
    RGBColor(140, 86, 75),
    RGBColor(127, 127, 127),
];

/// Width and height of the plot with its axes, in pixels.
const PLOT: (u32, u32) = (660, 460);
/// Where the title ends and the plot begins.
const TITLE_HEIGHT: u32 = 44;
/// The font of all pictures.
pub const FONT: &str = "sans-serif";
/// A letter of the legend is at most so wide.
const LETTER_WIDTH: u32 = 8;
/// From one name of the legend to the next.
const LEGEND_STEP: i32 = 26;

/// The picture as SVG: a line for each agent over a logarithmic axis, with error bars, and the names to the right.
///
/// # Errors
/// When it cannot be drawn; with memory to draw into that does not happen.
pub fn svg(title: &str, label: &str, lines: &[Line]) -> Result<String, String> {
    let longest = lines.iter().map(|line| line.name.chars().count() as u32).max();
    let size = (PLOT.0 + 70 + LETTER_WIDTH * longest.unwrap_or(0), TITLE_HEIGHT + PLOT.1);
    let mut text = String::new();
    draw(&mut text, size, title, label, lines).map_err(|error| error.to_string())?;
    Ok(text)
}

type Drawn = Result<(), Box<dyn std::error::Error>>;

fn draw(text: &mut String, size: (u32, u32), title: &str, label: &str, lines: &[Line]) -> Drawn {
    let root = SVGBackend::with_string(text, size).into_drawing_area();
    root.fill(&WHITE)?;
    root.draw(&Text::new(
        title.to_owned(),
        (20, 16),
        (FONT, 19).into_font().color(&BLACK),
    ))?;
    let (_, below) = root.split_vertically(TITLE_HEIGHT);
    let (plot, legend) = below.split_horizontally(PLOT.0);
    let numbers = numbers(lines);
    let (least, most) = x_range(&numbers);
    let mut chart = ChartBuilder::on(&plot)
        .margin_left(12)
        .margin_right(10)
        .x_label_area_size(48)
        .y_label_area_size(70)
        .build_cartesian_2d((least..most).log_scale().with_key_points(numbers), 0.0..top(lines))?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.12))
        .axis_style(BLACK.mix(0.6))
        .x_desc(label)
        .y_desc("games won")
        .axis_desc_style((FONT, 16))
        .label_style((FONT, 14))
        .x_label_formatter(&|x| format!("{x}"))
        .y_label_formatter(&|y| format!("{:.0}%", 100.0 * y))
        .draw()?;
    let pixel = |x: f64, share: f64| chart.backend_coord(&(x, share));
    for (place, line) in lines.iter().enumerate() {
        let colour = COLOURS[place % COLOURS.len()];
        // Lines stand a little beside each other, so that their bars can be distinguished.
        let aside = 4 * place as i32 - 2 * (lines.len() as i32 - 1);
        let mut path = Vec::new();
        for point in &line.points {
            let ends = point.interval;
            match point.x {
                Some(x) => {
                    let column = pixel(x, point.share).0 + aside;
                    let [middle, low, high] = [point.share, ends[0], ends[1]].map(|share| pixel(x, share).1);
                    draw_bar(&root, column, [low, high], colour)?;
                    root.draw(&Circle::new((column, middle), 4, colour.filled()))?;
                    path.push((column, middle));
                }
                None => {
                    let band = [pixel(least, ends[1]), pixel(most, ends[0])];
                    root.draw(&Rectangle::new(band, colour.mix(0.15).filled()))?;
                    path.extend([pixel(least, point.share), pixel(most, point.share)]);
                }
            }
        }
        root.draw(&PathElement::new(path, colour.stroke_width(2)))?;
        draw_name(&legend, line, 20 + LEGEND_STEP * place as i32, colour)?;
    }
    root.present()?;
    Ok(())
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// An error bar between two heights.
fn draw_bar(area: &Area<'_>, column: i32, heights: [i32; 2], colour: RGBColor) -> Drawn {
    let style = colour.stroke_width(1);
    let stem = heights.map(|height| (column, height));
    area.draw(&PathElement::new(stem, style))?;
    for height in heights {
        let cap = [(column - 4, height), (column + 4, height)];
        area.draw(&PathElement::new(cap, style))?;
    }
    Ok(())
}

/// A line's name with its sign.
fn draw_name(area: &Area<'_>, line: &Line, row: i32, colour: RGBColor) -> Drawn {
    area.draw(&PathElement::new([(10, row), (40, row)], colour.stroke_width(2)))?;
    if line.points.iter().any(|point| point.x.is_some()) {
        area.draw(&Circle::new((25, row), 4, colour.filled()))?;
    }
    let style = (FONT, 15).into_font().color(&BLACK);
    let style = style.pos(Pos::new(HPos::Left, VPos::Center));
    area.draw(&Text::new(line.name.clone(), (48, row), style))?;
    Ok(())
}

/// Where points stand, from the least on.
fn numbers(lines: &[Line]) -> Vec<f64> {
    let points = lines.iter().flat_map(|line| &line.points);
    let mut numbers: Vec<f64> = points.filter_map(|point| point.x).collect();
    numbers.sort_by(f64::total_cmp);
    numbers.dedup();
    numbers
}

/// The ends of the axis, a little beyond the points.
fn x_range(numbers: &[f64]) -> (f64, f64) {
    match numbers {
        [] => (1.0, 10.0),
        [least, ..] => (least / 1.5, numbers[numbers.len() - 1] * 1.5),
    }
}

/// The upper end of the other axis: the first tenth that is above all.
fn top(lines: &[Line]) -> f64 {
    let ends = lines
        .iter()
        .flat_map(|line| &line.points)
        .map(|point| point.interval[1]);
    (ends.fold(0.05, f64::max) * 10.0).ceil().min(10.0) / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: Option<f64>, share: f64) -> Point {
        Point {
            x,
            share,
            interval: [share - 0.05, share + 0.05],
        }
    }

    #[test]
    fn every_line_is_drawn_and_named() {
        let lines = [
            Line {
                name: "level".to_owned(),
                points: vec![point(None, 0.1)],
            },
            Line {
                name: "a < b".to_owned(),
                points: vec![point(Some(10.0), 0.2), point(Some(1000.0), 0.6)],
            },
        ];
        let text = svg("Title", "simulations", &lines).expect("it can be drawn");
        for part in [
            "<svg",
            "Title",
            "level",
            "a &lt; b",
            "simulations",
            "games won",
            "60%",
            "1000",
            "</svg>",
        ] {
            assert!(text.contains(part), "`{part}` is not in:\n{text}");
        }
        // Two points of the line and its sign in the legend.
        assert_eq!(text.matches("<circle").count(), 3);
    }

    #[test]
    fn nothing_to_draw_is_an_empty_picture() {
        assert!(svg("Title", "x", &[]).expect("it can be drawn").contains("</svg>"));
        assert_eq!(x_range(&[]), (1.0, 10.0));
    }
}
