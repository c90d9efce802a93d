//! The level of campaigns from heist to heist as a picture.

use heist_agents::arena::CampaignReport;
use heist_agents::arena::campaign::LevelReport;
use heist_engine::campaign::Level;
use heist_engine::describe::capitalized;
use plotters::prelude::*;

use crate::curve::{COLOURS, FONT};

/// Width and height, in pixels.
const SIZE: (u32, u32) = (760, 480);
/// Where the title ends and the plot begins.
const TITLE_HEIGHT: u32 = 70;

type Drawn = Result<(), Box<dyn std::error::Error>>;

/// The picture as SVG: the mean level before each heist and after the last with its 95% interval, over a band that
/// holds the middle 80% of the campaigns.
///
/// # Errors
/// When it cannot be drawn; with memory to draw into that does not happen.
pub fn svg(title: &str, report: &CampaignReport, bounds: Level) -> Result<String, String> {
    let mut text = String::new();
    draw(&mut text, title, report, bounds).map_err(|error| error.to_string())?;
    Ok(text)
}

fn draw(text: &mut String, title: &str, report: &CampaignReport, bounds: Level) -> Drawn {
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    root.draw(&Text::new(
        title.to_owned(),
        (20, 14),
        (FONT, 19).into_font().color(&BLACK),
    ))?;
    let sign = format!(
        "{}, campaigns: {}; line: the mean and its 95% interval; band: the middle 80% of the campaigns",
        report.agent, report.campaigns
    );
    root.draw(&Text::new(
        sign,
        (20, 42),
        (FONT, 14).into_font().color(&BLACK.mix(0.7)),
    ))?;
    let (_, plot) = root.split_vertically(TITLE_HEIGHT);
    let levels = levels(report);
    let last = levels.len();
    let range = f64::from(bounds.least) - 0.5..f64::from(bounds.most) + 0.5;
    let mut chart = ChartBuilder::on(&plot)
        .margin_left(12)
        .margin_right(24)
        .x_label_area_size(48)
        .y_label_area_size(56)
        .build_cartesian_2d(0.7..last as f64 + 0.3, range)?;
    let place = |x: &f64| match x.round() as usize {
        heist if heist == last => "end".to_owned(),
        heist => heist.to_string(),
    };
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.12))
        .axis_style(BLACK.mix(0.6))
        .x_desc("before heist")
        .y_desc(capitalized(report.level))
        .axis_desc_style((FONT, 16))
        .label_style((FONT, 14))
        .x_labels(last)
        .y_labels(usize::try_from(bounds.most - bounds.least + 1)?)
        .x_label_formatter(&place)
        .y_label_formatter(&|level| format!("{level:.0}"))
        .draw()?;
    let [colour, ..] = COLOURS;
    let over = |value: &dyn Fn(&LevelReport) -> f64| -> Vec<(f64, f64)> {
        let points = (1..).zip(&levels);
        points.map(|(x, level)| (f64::from(x), value(level))).collect()
    };
    let mut band = over(&|level| level.p10_p90[1].into());
    band.extend(over(&|level| level.p10_p90[0].into()).into_iter().rev());
    chart.draw_series([Polygon::new(band, colour.mix(0.15).filled())])?;
    chart.draw_series([PathElement::new(over(&|level| level.mean), colour.stroke_width(2))])?;
    for (x, level) in (1..).zip(&levels) {
        let x = f64::from(x);
        if let Some([low, high]) = level.interval95 {
            chart.draw_series([PathElement::new([(x, low), (x, high)], colour.stroke_width(2))])?;
        }
        chart.draw_series([Circle::new((x, level.mean), 4, colour.filled())])?;
    }
    root.present()?;
    Ok(())
}

/// The level before each heist, and after the last.
fn levels(report: &CampaignReport) -> Vec<LevelReport> {
    let before = report.positions.iter().map(|position| position.level);
    before.chain([report.level_at_end]).collect()
}
