//! A share that changes as a game goes on, as a picture.

use crate::block::{centred, circle, ending, label, path, rect};
use crate::letters::{FONTS, Font};
use crate::palette::Palette;
use crate::svg::Element;
use crate::{Layout, Theme};

/// A share over a game with its uncertainty, such as the win probability.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Curve {
    /// What it shows.
    pub title: String,
    /// The same for whoever does not see it, in a few sentences.
    pub description: String,
    /// What is counted from left to right, and what from the bottom to the top.
    pub axes: [String; 2],
    /// The points from left to right.
    pub points: Vec<CurvePoint>,
    /// What is written below: places and their names.
    pub ticks: Vec<(f64, String)>,
    /// Points that are pointed at.
    pub marks: Vec<CurveMark>,
    /// Where places lead, from left to right; with them the picture has links, for a page that it stands in.
    pub links: Vec<CurveLink>,
}

/// A link of a [`Curve`]: everything that lies nearer to its place than to that of another one leads there.
#[derive(Clone, PartialEq, Debug)]
pub struct CurveLink {
    /// Where it stands from left to right.
    pub at: f64,
    /// The height of the curve there, 0 to 1.
    pub share: f64,
    /// The address.
    pub address: String,
    /// Where it leads, shown to whoever rests on it.
    pub meaning: String,
}

/// A point of a [`Curve`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CurvePoint {
    /// Where it stands from left to right.
    pub at: f64,
    /// The share, 0 to 1.
    pub share: f64,
    /// The interval it lies in, the low end first.
    pub interval: [f64; 2],
}

/// What a [`Curve`] points at: a disc with a short name, carrying its place as `data-step`.
#[derive(Clone, PartialEq, Debug)]
pub struct CurveMark {
    /// Where it stands from left to right.
    pub at: f64,
    /// Its height, 0 to 1.
    pub share: f64,
    /// One or two letters.
    pub name: String,
    /// What it means, shown to whoever rests on it.
    pub meaning: String,
    /// Where it leads, if anywhere.
    pub address: Option<String>,
}

/// Letters of the axes.
const SMALL: Font = Font::plain(12.0);
/// The heights that lines are drawn at.
const LEVELS: [u8; 5] = [0, 25, 50, 75, 100];
/// Room for the labels on the left and at the bottom, and to the other two edges.
const ROOM: Frame = Frame {
    left: 50.0,
    right: 18.0,
    top: 34.0,
    bottom: 46.0,
};

/// Distances from the edges.
struct Frame {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

/// Where shares and places lie in the picture.
struct Plot {
    size: [f64; 2],
    /// The places at the left and the right end.
    ends: [f64; 2],
}

impl Plot {
    fn x(&self, at: f64) -> f64 {
        let width = self.size[0] - ROOM.left - ROOM.right;
        tenths(ROOM.left + (at - self.ends[0]) / (self.ends[1] - self.ends[0]) * width)
    }

    fn y(&self, share: f64) -> f64 {
        let height = self.size[1] - ROOM.top - ROOM.bottom;
        tenths(ROOM.top + (1.0 - share.clamp(0.0, 1.0)) * height)
    }
}

impl Curve {
    /// The picture as an SVG document, as wide as the layout says. Like those of games it has no ids, styles or
    /// scripts, and no references but its links.
    pub fn svg(&self, layout: Layout, theme: Theme) -> String {
        let palette = Palette::of(theme);
        let size = match layout {
            Layout::Wide => [f64::from(layout.width()), 420.0],
            Layout::Narrow => [f64::from(layout.width()), 260.0],
        };
        let plot = Plot {
            size,
            ends: self.ends(),
        };
        let mut svg = Element::new("svg")
            .set("xmlns", "http://www.w3.org/2000/svg")
            .set("viewBox", format_args!("0 0 {} {}", size[0], size[1]))
            // What is in an image leads nowhere.
            .set("role", if self.has_links() { "group" } else { "img" })
            .set("font-family", FONTS)
            .with(Element::new("title").text(&self.title))
            .with(Element::new("desc").text(&self.description))
            .with(rect([0.0; 2], size, 0.0).fill(palette.paper));
        self.add_axes(&mut svg, &plot, palette);
        self.add_line(&mut svg, &plot, palette);
        self.add_links(&mut svg, &plot, palette);
        svg.extend(self.marks.iter().map(|mark| disc(mark, &plot, palette)));
        svg.to_string()
    }

    fn has_links(&self) -> bool {
        !self.links.is_empty() || self.marks.iter().any(|mark| mark.address.is_some())
    }

    /// Links as columns, which are easier to hit than points. Those that the keyboard goes to are the marks: a page
    /// lists the others.
    fn add_links(&self, svg: &mut Element, plot: &Plot, palette: &Palette) {
        let [left, right] = plot.ends.map(|at| plot.x(at));
        let [top, bottom] = [plot.y(1.0), plot.y(0.0)];
        let places: Vec<f64> = self.links.iter().map(|link| plot.x(link.at)).collect();
        for (place, link) in self.links.iter().enumerate() {
            let x = places[place];
            let before = place
                .checked_sub(1)
                .map_or(left, |before| f64::midpoint(places[before], x));
            let after = places.get(place + 1).map_or(right, |&after| f64::midpoint(x, after));
            let [before, after] = [before, after].map(tenths);
            let column = rect([before, top], [tenths(after - before), bottom - top], 0.0);
            svg.push(
                Element::new("a")
                    .set("href", &link.address)
                    .set("tabindex", -1)
                    .set("data-at", link.at)
                    .with(Element::new("title").text(&link.meaning))
                    .with(column.fill(palette.calm.strong).set("fill-opacity", 0))
                    .with(circle([x, plot.y(link.share)], 3.0).fill(palette.calm.strong)),
            );
        }
    }

    /// The places at the left and the right end; never the same.
    fn ends(&self) -> [f64; 2] {
        let places = self.points.iter().map(|point| point.at);
        let places = places.chain(self.ticks.iter().map(|(at, _)| *at));
        let (least, most) = places.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), at| {
            (least.min(at), most.max(at))
        });
        match least < most {
            true => [least, most],
            false if least.is_finite() => [least, least + 1.0],
            false => [0.0, 1.0],
        }
    }

    fn add_axes(&self, svg: &mut Element, plot: &Plot, palette: &Palette) {
        let [left, right] = plot.ends.map(|at| plot.x(at));
        for level in LEVELS {
            let y = plot.y(f64::from(level) / 100.0);
            svg.push(path(&format!("M{left} {y}H{right}")).stroke(palette.line, 1.0));
            let text = format!("{level}%");
            svg.push(ending([left - 8.0, y + 4.0], &text, SMALL, palette.faint));
        }
        let bottom = plot.y(0.0);
        let mut free = f64::NEG_INFINITY;
        for (at, name) in &self.ticks {
            let (x, half) = (plot.x(*at), SMALL.width(name) / 2.0);
            // Names that would stand in each other's way are left out.
            if x - half < free {
                continue;
            }
            free = x + half + 6.0;
            svg.push(path(&format!("M{x} {bottom}v5")).stroke(palette.faint, 1.0));
            svg.push(centred([x, bottom + 18.0], name, SMALL, palette.faint));
        }
        let [across, up] = &self.axes;
        let middle = tenths(f64::midpoint(left, right));
        svg.push(centred([middle, bottom + 37.0], across, SMALL, palette.ink));
        svg.push(label([8.0, 18.0], up, SMALL, palette.ink));
    }

    fn add_line(&self, svg: &mut Element, plot: &Plot, palette: &Palette) {
        let spot = |at: f64, share: f64| format!("{} {}", plot.x(at), plot.y(share));
        let way = |spots: Vec<String>| format!("M{}", spots.join("L"));
        match &self.points[..] {
            [] => {}
            [only] => {
                let [low, high] = only.interval.map(|share| plot.y(share));
                let x = plot.x(only.at);
                svg.push(path(&format!("M{x} {low}V{high}")).stroke(palette.calm.strong, 2.0));
                svg.push(circle([x, plot.y(only.share)], 4.0).fill(palette.calm.strong));
            }
            points => {
                let upper = points.iter().map(|point| spot(point.at, point.interval[1]));
                let lower = points.iter().rev().map(|point| spot(point.at, point.interval[0]));
                let band = format!("{}Z", way(upper.chain(lower).collect()));
                svg.push(path(&band).fill(palette.calm.strong).set("fill-opacity", 0.25));
                let line = points.iter().map(|point| spot(point.at, point.share));
                svg.push(
                    path(&way(line.collect()))
                        .fill("none")
                        .stroke(palette.calm.strong, 2.0)
                        .set("stroke-linejoin", "round"),
                );
            }
        }
    }
}

fn disc(mark: &CurveMark, plot: &Plot, palette: &Palette) -> Element {
    let [x, y] = [plot.x(mark.at), plot.y(mark.share)];
    let group = match &mark.address {
        Some(address) => Element::new("a").set("href", address),
        None => Element::new("g"),
    };
    group
        .set("data-step", mark.at)
        .with(Element::new("title").text(&mark.meaning))
        .with(
            circle([x, y], 9.0)
                .fill(palette.guard.strong)
                .stroke(palette.paper, 1.5),
        )
        .with(centred([x, y + 4.0], &mark.name, Font::bold(12.0), palette.on_strong))
}

/// A tenth of a unit is as fine as anybody sees.
fn tenths(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use roxmltree::Document;

    use super::*;

    fn point(at: f64, share: f64) -> CurvePoint {
        CurvePoint {
            at,
            share,
            interval: [share - 0.1, share + 0.1],
        }
    }

    #[test]
    fn a_curve_is_drawn_inside_its_frame_and_names_never_overlap() {
        let curve = Curve {
            title: "A < B".to_owned(),
            points: vec![point(0.0, 0.05), point(40.0, 0.9), point(80.0, 1.0)],
            ticks: (0..80).map(|at| (f64::from(at), at.to_string())).collect(),
            marks: vec![CurveMark {
                at: 40.0,
                share: 0.9,
                name: "1".to_owned(),
                meaning: "dear".to_owned(),
                address: None,
            }],
            ..Curve::default()
        };
        for (layout, theme) in [(Layout::Wide, Theme::Light), (Layout::Narrow, Theme::Dark)] {
            let text = curve.svg(layout, theme);
            let document = Document::parse(&text).expect("the picture is well-formed");
            let title = document.descendants().find(|node| node.has_tag_name("title"));
            assert_eq!(title.and_then(|title| title.text()), Some("A < B"));
            let names: Vec<(f64, &str)> = document
                .descendants()
                .filter(|node| node.has_tag_name("text") && node.attribute("text-anchor") == Some("middle"))
                .filter_map(|node| Some((node.attribute("x")?.parse().ok()?, node.text()?)))
                .filter(|(_, text)| text.parse::<u32>().is_ok())
                .collect();
            assert!(names.len() > 5, "{names:?}");
            let ticks = &names[..names.len() - 1];
            assert!(ticks.windows(2).all(|pair| pair[1].0 - pair[0].0 > 10.0), "{names:?}");
            assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
            let mark = document
                .descendants()
                .find(|node| node.attribute("data-step") == Some("40"));
            assert!(mark.is_some(), "{text}");
        }
    }

    #[test]
    fn links_cover_the_whole_width_and_stay_apart() {
        let link = |at: f64| CurveLink {
            at,
            share: 0.5,
            address: format!("/there?at={at}&x=\"1\""),
            meaning: format!("step {at}"),
        };
        let curve = Curve {
            points: vec![point(0.0, 0.5), point(3.0, 0.5), point(40.0, 0.5)],
            links: vec![link(0.0), link(3.0), link(40.0)],
            marks: vec![CurveMark {
                at: 3.0,
                share: 0.5,
                name: "1".to_owned(),
                meaning: "dear".to_owned(),
                address: Some("#costly-1".to_owned()),
            }],
            ..Curve::default()
        };
        let text = curve.svg(Layout::Narrow, Theme::Light);
        let document = Document::parse(&text).expect("the picture is well-formed");
        assert_eq!(document.root_element().attribute("role"), Some("group"));
        let links: Vec<_> = document.descendants().filter(|node| node.has_tag_name("a")).collect();
        let addresses: Vec<_> = links.iter().filter_map(|link| link.attribute("href")).collect();
        assert_eq!(
            addresses,
            [
                "/there?at=0&x=\"1\"",
                "/there?at=3&x=\"1\"",
                "/there?at=40&x=\"1\"",
                "#costly-1"
            ]
        );
        let columns: Vec<[f64; 2]> = links[..3]
            .iter()
            .filter_map(|link| link.children().find(|node| node.has_tag_name("rect")))
            .map(|rect| {
                ["x", "width"].map(|name| {
                    rect.attribute(name)
                        .and_then(|text| text.parse().ok())
                        .expect("a number")
                })
            })
            .collect();
        for pair in columns.windows(2) {
            assert!((pair[0][0] + pair[0][1] - pair[1][0]).abs() < 0.11, "{columns:?}");
        }
        assert_eq!(columns[0][0], 50.0);
        assert!((columns[2][0] + columns[2][1] - 342.0).abs() < 0.11, "{columns:?}");
        // Without links it is an image.
        assert!(Curve::default().svg(Layout::Wide, Theme::Dark).contains("role=\"img\""));
    }

    #[test]
    fn little_to_draw_is_a_picture_all_the_same() {
        for points in [Vec::new(), vec![point(3.0, 0.5)]] {
            let count = points.len();
            let curve = Curve {
                points,
                ..Curve::default()
            };
            let text = curve.svg(Layout::Wide, Theme::Light);
            assert!(Document::parse(&text).is_ok() && !text.contains("NaN"), "{text}");
            assert_eq!(text.matches("<circle").count(), count);
        }
    }
}
