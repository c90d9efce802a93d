//! Texts in pictures can be read on what they lie on: their contrast is that of WCAG 2.2, success criterion 1.4.3.

use std::collections::BTreeMap;

use heist_agents::Players;
use heist_draw::{Draw, SvgStyle};
use heist_engine::game::{Fill, Seat};
use heist_engine::random::stream;
use roxmltree::{Document, Node as Element};

use super::documents::{estimated, number, place, play, setups, styles};

/// Red, green and blue, each from 0 to 1.
type Colour = [f64; 3];

/// A filled shape on the picture, as polygons.
struct Shape {
    polygons: Vec<Vec<[f64; 2]>>,
    colour: Colour,
    opacity: f64,
}

impl Shape {
    /// Whether a point lies inside by the rule that SVG has unless told otherwise.
    fn holds(&self, [x, y]: [f64; 2]) -> bool {
        let mut winding = 0;
        for polygon in &self.polygons {
            for (place, &[from_x, from_y]) in polygon.iter().enumerate() {
                let [to_x, to_y] = polygon[(place + 1) % polygon.len()];
                let side = (to_x - from_x) * (y - from_y) - (x - from_x) * (to_y - from_y);
                if from_y <= y && to_y > y && side > 0.0 {
                    winding += 1;
                } else if from_y > y && to_y <= y && side < 0.0 {
                    winding -= 1;
                }
            }
        }
        winding != 0
    }
}

/// A colour as pictures write it.
fn colour(written: &str) -> Colour {
    let digits = written.strip_prefix('#').filter(|digits| digits.len() == 6);
    let digits = digits.unwrap_or_else(|| panic!("{written} is no colour with six digits"));
    let part = |place: usize| u8::from_str_radix(&digits[place..place + 2], 16).expect("hexadecimal digits");
    [0, 2, 4].map(|place| f64::from(part(place)) / 255.0)
}

/// What an element or the nearest above it says of its fill; black where none does.
fn fill(element: Element) -> Option<Colour> {
    let said = element.ancestors().find_map(|above| above.attribute("fill"));
    match said.unwrap_or("#000000") {
        "none" | "transparent" => None,
        written => Some(colour(written)),
    }
}

/// How much of an element covers what is below it.
fn opacity(element: Element) -> f64 {
    let of = |value: Option<&str>| value.map_or(1.0, |value| value.parse().expect("a number"));
    let all: f64 = element
        .ancestors()
        .map(|above| of(above.attribute("opacity")))
        .product();
    all * of(element.attribute("fill-opacity"))
}

/// The filled shape that an element draws, if it draws one.
fn shape(element: Element) -> Option<Shape> {
    let polygons = match element.tag_name().name() {
        "rect" => {
            let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| number(element, name));
            vec![vec![[x, y], [x + width, y], [x + width, y + height], [x, y + height]]]
        }
        "circle" => {
            let [x, y, radius] = ["cx", "cy", "r"].map(|name| number(element, name));
            let corner = |place: u8| f64::from(place) * std::f64::consts::TAU / 24.0;
            let corners = (0..24)
                .map(corner)
                .map(|turn| [x + radius * turn.cos(), y + radius * turn.sin()]);
            vec![corners.collect()]
        }
        "path" => polygons(element.attribute("d").expect("a path has a way")),
        _ => return None,
    };
    let [origin, right, down] = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(|point| place(element, point));
    let moved = |[x, y]: [f64; 2]| {
        [0, 1].map(|axis| origin[axis] + x * (right[axis] - origin[axis]) + y * (down[axis] - origin[axis]))
    };
    let on_picture = |polygon: Vec<[f64; 2]>| polygon.into_iter().map(moved).collect();
    let colour = fill(element)?;
    Some(Shape {
        polygons: polygons.into_iter().map(on_picture).collect(),
        colour,
        opacity: opacity(element),
    })
}

/// The numbers and commands of a path.
fn read(way: &str) -> Vec<(char, Vec<f64>)> {
    let mut commands: Vec<(char, Vec<f64>)> = Vec::new();
    let mut word = String::new();
    for letter in way.chars().chain([' ']) {
        let ends = letter.is_ascii_alphabetic()
            || matches!(letter, ' ' | ',')
            || letter == '-' && !word.is_empty()
            || letter == '.' && word.contains('.');
        if ends && !word.is_empty() {
            let (_, numbers) = commands.last_mut().expect("a path begins with a command");
            numbers.push(word.parse().unwrap_or_else(|_| panic!("{word} in {way}")));
            word.clear();
        }
        match letter {
            letter if letter.is_ascii_alphabetic() => commands.push((letter, Vec::new())),
            ' ' | ',' => {}
            letter => word.push(letter),
        }
    }
    commands
}

/// The polygons of a path; arcs are taken for straight, which makes shapes smaller and never larger where they bend
/// outward.
fn polygons(way: &str) -> Vec<Vec<[f64; 2]>> {
    let mut all: Vec<Vec<[f64; 2]>> = Vec::new();
    let (mut at, mut control) = ([0.0; 2], None::<[f64; 2]>);
    for (command, numbers) in read(way) {
        let size = match command.to_ascii_lowercase() {
            'z' => {
                at = all.last().map_or(at, |polygon| polygon[0]);
                continue;
            }
            'm' | 'l' => 2,
            'h' | 'v' => 1,
            'c' => 6,
            's' => 4,
            'a' => 7,
            _ => panic!("{command} in {way}"),
        };
        assert!(numbers.len() % size == 0 && !numbers.is_empty(), "{command} in {way}");
        let is_relative = command.is_ascii_lowercase();
        for (repeat, part) in numbers.chunks(size).enumerate() {
            let start = if is_relative { at } else { [0.0; 2] };
            let point = |place: usize| [start[0] + part[place], start[1] + part[place + 1]];
            let mut next = None;
            let to = match command.to_ascii_lowercase() {
                'h' => [start[0] + part[0], at[1]],
                'v' => [at[0], start[1] + part[0]],
                'a' => point(5),
                kind @ ('c' | 's') => {
                    let first = match (kind, control) {
                        ('c', _) => point(0),
                        (_, Some(before)) => [2.0 * at[0] - before[0], 2.0 * at[1] - before[1]],
                        (_, None) => at,
                    };
                    let (second, to) = (point(size - 4), point(size - 2));
                    let bent = |share: f64| {
                        let rest = 1.0 - share;
                        [0, 1].map(|axis| {
                            rest.powi(3) * at[axis]
                                + 3.0 * rest.powi(2) * share * first[axis]
                                + 3.0 * rest * share.powi(2) * second[axis]
                                + share.powi(3) * to[axis]
                        })
                    };
                    let points = (1..8).map(|place| bent(f64::from(place) / 8.0));
                    all.last_mut().expect("a path begins somewhere").extend(points);
                    next = Some(second);
                    to
                }
                _ => point(0),
            };
            match command {
                'm' | 'M' if repeat == 0 => all.push(vec![to]),
                _ => all.last_mut().expect("a path begins somewhere").push(to),
            }
            (at, control) = (to, next);
        }
    }
    all
}

/// How much light a colour gives.
fn luminance(colour: Colour) -> f64 {
    let [red, green, blue] = colour.map(|part| {
        if part <= 0.040_45 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// The contrast of two colours, from 1 to 21.
fn contrast(first: Colour, second: Colour) -> f64 {
    let [first, second] = [luminance(first), luminance(second)];
    (first.max(second) + 0.05) / (first.min(second) + 0.05)
}

fn written(colour: Colour) -> String {
    let [red, green, blue] = colour.map(|part| (part * 255.0).round() as u8);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// What cannot be read well: the colours of text and ground, with a text that has them.
type Poor = BTreeMap<String, String>;

/// Looks at every text of a picture in three places. Returns how many texts there are.
fn check(picture: &str, poor: &mut Poor) -> usize {
    let document = Document::parse(picture).expect("the picture is well-formed");
    let (mut shapes, mut texts): (Vec<Shape>, usize) = (Vec::new(), 0);
    for element in document.descendants().filter(Element::is_element) {
        if element.tag_name().name() != "text" {
            shapes.extend(shape(element));
            continue;
        }
        let words = element.text().unwrap_or_default();
        let size = element.ancestors().find_map(|above| above.attribute("font-size"));
        let size: f64 = size.map_or(16.0, |size| size.parse().expect("a number"));
        let width = match element.attribute("textLength") {
            Some(length) => length.parse().expect("a number"),
            None => estimated(words) * size,
        };
        let [x, y] = [number(element, "x"), number(element, "y")];
        let left = match element.attribute("text-anchor") {
            Some("middle") => x - width / 2.0,
            Some("end") => x - width,
            _ => x,
        };
        let is_bold = element.has_attribute("font-weight");
        let [first, second] = [[0.0, 0.0], [1.0, 0.0]].map(|point| place(element, point));
        let shown = size * (second[0] - first[0]).hypot(second[1] - first[1]);
        let least = if shown >= 24.0 || is_bold && shown >= 18.66 {
            3.0
        } else {
            4.5
        };
        let ink = fill(element).expect("a text can be seen");
        texts += 1;
        for share in [0.15, 0.5, 0.85] {
            let point = place(element, [left + share * width, y - 0.35 * size]);
            let below = shapes.iter().filter(|shape| shape.holds(point));
            let ground = below.fold(None, |ground: Option<Colour>, shape| {
                let under = ground.unwrap_or(shape.colour);
                Some([0, 1, 2].map(|part| under[part] + shape.opacity * (shape.colour[part] - under[part])))
            });
            // A border of its own below the letters is what they lie on.
            let border = element
                .attribute("stroke")
                .filter(|_| element.attribute("paint-order") == Some("stroke"));
            let ground = border.map(colour).or(ground);
            let ground = ground.unwrap_or_else(|| panic!("`{words}` lies on nothing: {picture}"));
            let seen = [0, 1, 2].map(|part| ground[part] + opacity(element) * (ink[part] - ground[part]));
            let found = contrast(seen, ground);
            if found < least {
                let colours = format!("{} on {}: {found:.2} of {least}", written(seen), written(ground));
                poor.entry(colours).or_insert_with(|| words.to_owned());
            }
        }
    }
    texts
}

#[test]
fn contrast_is_that_of_the_guidelines() {
    assert!((contrast([0.0; 3], [1.0; 3]) - 21.0).abs() < 1e-9);
    let grey = |value: u8| [f64::from(value) / 255.0; 3];
    // The darkest grey on white that is too light, and the next one.
    assert!(contrast(grey(0x77), grey(0xff)) < 4.5 && contrast(grey(0x76), grey(0xff)) > 4.5);
    let on = |ground: &str| {
        let mut poor = Poor::new();
        let svg = format!(
            "<svg><rect width=\"90\" height=\"90\" fill=\"#ffffff\"/>{ground}<text x=\"40\" y=\"44\" font-size=\"10\" \
             text-anchor=\"middle\" fill=\"#000000\">word</text></svg>"
        );
        assert_eq!(check(&svg, &mut poor), 1);
        poor.len()
    };
    assert_eq!(on(""), 0);
    assert_eq!(on("<path d=\"M20 20h40v40h-40z\" fill=\"#222222\"/>"), 1);
    assert_eq!(on("<path d=\"M20 20h40v40h-40z\" fill=\"none\"/>"), 0);
    assert_eq!(
        on("<g transform=\"translate(40 40) scale(2)\"><circle r=\"15\" fill=\"#222222\"/></g>"),
        1
    );
    assert_eq!(
        on("<circle cx=\"40\" cy=\"40\" r=\"30\" fill=\"#222222\" opacity=\"0.1\"/>"),
        0
    );
}

#[test]
fn texts_can_be_read_on_what_they_lie_on() {
    fn look<G: Players + Draw>(poor: &mut Poor) {
        let mut texts = 0;
        for (number, setup) in setups::<G>(23).iter().enumerate() {
            let mut first = G::new(setup).expect("the setup is playable");
            if number % 3 == 0 {
                first.determinize(Fill::All, &mut stream(number as u64, "contrast", 0));
            }
            play(first, number as u64, number % 2 == 0, |step, state| {
                if step % 29 != 0 {
                    return;
                }
                let place = step / 29;
                let view = state.information_state(Seat((place % state.seats()) as u8));
                let shown = if place % 2 == 0 { state } else { &view };
                // Light and dark, in one layout or the other.
                for style in styles().into_iter().skip(place % 2).step_by(2) {
                    let style = SvgStyle {
                        happened: Some("It began.".to_owned()),
                        ..style
                    };
                    texts += check(&shown.draw_svg(&style), poor);
                }
            });
        }
        assert!(texts > 200, "{}: {texts} texts", G::ID);
    }
    let mut poor = Poor::new();
    macro_rules! for_each {
        ([$($game:ty,)*]) => {$( look::<$game>(&mut poor); )*};
    }
    heist_registry::each_game! { [for_each] }
    assert!(poor.is_empty(), "{poor:#?}");
}
