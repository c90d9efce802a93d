//! What the tests of pictures as SVG share: they are read again as XML.

use heist_agents::Players;
use heist_draw::{Draw, Layout, SvgStyle, Theme};
use heist_engine::describe::{FieldDefault, FieldKind};
use heist_engine::game::Game;
use heist_engine::random::{choose, stream};
use heist_testkit::play_with;
use roxmltree::{Document, Node as Element};

/// All styles without highlights.
pub fn styles() -> [SvgStyle; 4] {
    let style = |layout, theme| SvgStyle {
        layout,
        theme,
        ..SvgStyle::default()
    };
    [
        style(Layout::Wide, Theme::Light),
        style(Layout::Narrow, Theme::Dark),
        style(Layout::Wide, Theme::Dark),
        style(Layout::Narrow, Theme::Light),
    ]
}

/// The elements with an attribute.
pub fn with<'a>(document: &'a Document, name: &'a str) -> impl Iterator<Item = Element<'a, 'a>> {
    document
        .descendants()
        .filter(move |element| element.has_attribute(name))
}

/// The values of an attribute.
pub fn values<'a>(document: &'a Document, name: &'a str) -> Vec<&'a str> {
    with(document, name)
        .filter_map(|element| element.attribute(name))
        .collect()
}

/// What holds for every picture of every game: it is one document that keeps to itself, and its texts fit.
pub fn check_document<G: Draw>(state: &G, style: &SvgStyle) -> String {
    let text = state.draw_svg(style);
    let document = match Document::parse(&text) {
        Ok(document) => document,
        Err(error) => panic!("{error}: {text}"),
    };
    let root = document.root_element();
    let width = style.layout.width().to_string();
    let view: Vec<&str> = root.attribute("viewBox").expect("there is one").split(' ').collect();
    assert_eq!(view[..3], ["0", "0", &width]);
    assert_eq!(root.attribute("role"), Some("img"));
    assert_eq!(root.attribute("data-game"), Some(G::ID));
    let named: Vec<&str> = root.children().take(2).map(|child| child.tag_name().name()).collect();
    assert_eq!(named, ["title", "desc"]);
    for element in document.descendants().filter(Element::is_element) {
        let name = element.tag_name().name();
        assert!(
            !["script", "style", "image", "use", "foreignObject", "a"].contains(&name),
            "{name}"
        );
        for attribute in element.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            assert!(
                !["id", "class", "style", "href"].contains(&name) && !name.starts_with("on"),
                "{name}"
            );
            assert!(!value.contains("url("), "{value}");
            assert!(!value.contains("NaN") && !value.contains("inf "), "{name}={value}");
        }
    }
    check_texts(&document, &text);
    text
}

/// A box on the picture: left, top, right, bottom.
type Area = [f64; 4];

/// Every text lies in the smallest box that it begins in.
fn check_texts(document: &Document, picture: &str) {
    let boxes: Vec<Area> = document
        .descendants()
        .filter(|element| element.has_tag_name(("http://www.w3.org/2000/svg", "rect")))
        .filter(|element| !element.has_attribute("data-highlight"))
        .map(|rect| {
            let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| number(rect, name));
            let ([left, top], [right, bottom]) = (place(rect, [x, y]), place(rect, [x + width, y + height]));
            [left, top, right, bottom]
        })
        .collect();
    for element in document
        .descendants()
        .filter(|element| element.tag_name().name() == "text")
    {
        let words = element.text().unwrap_or_default();
        let size = number(element, "font-size");
        let width = estimated(words)
            * size
            * if element.has_attribute("font-weight") {
                1.05
            } else {
                1.0
            };
        // A text may be squeezed to a length.
        let width = match element.attribute("textLength") {
            Some(length) => length.parse().expect("a length is a number"),
            None => width,
        };
        let [x, y] = [number(element, "x"), number(element, "y")];
        let left = match element.attribute("text-anchor") {
            Some("middle") => x - width / 2.0,
            Some("end") => x - width,
            _ => x,
        };
        let ([left, top], [right, bottom]) = (
            place(element, [left, y - 0.75 * size]),
            place(element, [left + width, y + 0.2 * size]),
        );
        let anchor = place(element, [x, y - 0.3 * size]);
        let holds =
            |area: &&Area| area[0] <= anchor[0] && anchor[0] <= area[2] && area[1] <= anchor[1] && anchor[1] <= area[3];
        let extent = |area: &Area| (area[2] - area[0]) * (area[3] - area[1]);
        let around = boxes
            .iter()
            .filter(holds)
            .min_by(|a, b| extent(a).total_cmp(&extent(b)))
            .unwrap_or_else(|| panic!("`{words}` lies outside: {picture}"));
        let is_inside =
            around[0] - 0.5 <= left && right <= around[2] + 0.5 && around[1] - 0.5 <= top && bottom <= around[3] + 0.5;
        assert!(
            is_inside,
            "`{words}` [{left} {top} {right} {bottom}] in {around:?}: {picture}"
        );
    }
}

/// The number in an attribute, 0 where there is none.
pub fn number(element: Element, name: &str) -> f64 {
    let text = element.attribute(name).unwrap_or("0");
    text.parse().unwrap_or_else(|_| panic!("{name}={text}"))
}

/// A point of an element on the whole picture.
pub fn place(element: Element, point: [f64; 2]) -> [f64; 2] {
    element.ancestors().fold(point, |[x, y], above| {
        let transform = above.attribute("transform").unwrap_or_default();
        let part = |name: &str| {
            let (_, rest) = transform.split_once(&format!("{name}("))?;
            let (numbers, _) = rest.split_once(')')?;
            Some(
                numbers
                    .split(' ')
                    .map(|number| number.parse().expect("a number"))
                    .collect::<Vec<f64>>(),
            )
        };
        let [x, y] = match part("rotate").as_deref() {
            Some([degrees]) => {
                let (sin, cos) = degrees.to_radians().sin_cos();
                [x * cos - y * sin, x * sin + y * cos]
            }
            _ => [x, y],
        };
        let scale = part("scale").map_or(1.0, |numbers| numbers[0]);
        match part("translate").as_deref() {
            Some([dx, dy]) => [x * scale + dx, y * scale + dy],
            _ => [x * scale, y * scale],
        }
    })
}

/// About how wide a text is in a font like Arial, in parts of its size.
pub fn estimated(text: &str) -> f64 {
    let width = |letter: char| match letter {
        'i' | 'j' | 'l' | '\'' | '.' | ',' | ':' | ';' | ' ' | 't' | 'f' | 'I' | '!' => 0.28,
        'm' | 'w' | 'M' | 'W' | '…' => 0.85,
        'A'..='Z' => 0.68,
        _ => 0.55,
    };
    text.chars().map(width).sum()
}

/// Plays a game by chance or as the expert does, and looks at each of its states.
pub fn play<G: Players>(first: G, seed: u64, is_expert: bool, mut look: impl FnMut(usize, &G)) {
    let policy = G::HEURISTIC.filter(|_| is_expert);
    let mut rng = stream(seed, "svg tests", 0);
    let steps = play_with(first, &mut rng, |state, seat, legal, rng| match policy {
        Some(policy) => policy(&state.information_state(seat), seat, legal, rng),
        None => choose(rng, legal),
    });
    for (step, (state, _)) in steps.enumerate() {
        look(step, &state);
    }
}

/// Setups of a game for every scenario and number of seats, made from its description; the rest is left to the seed.
pub fn setups<G: Game>(seed: u64) -> Vec<G::Setup> {
    let mut base = serde_json::Map::new();
    base.insert("seed".to_owned(), seed.into());
    for field in G::SETUP {
        if let FieldDefault::Required(value) = field.default {
            base.insert(
                field.name.to_owned(),
                field.read(value).expect("it is the form's own value"),
            );
        }
    }
    let seats = G::SETUP
        .iter()
        .find(|field| field.name == "seats")
        .expect("people play");
    let FieldKind::Number { least, most, .. } = seats.kind else {
        panic!("{}: the seats are no number", G::ID);
    };
    let scenarios: Vec<Option<&str>> = match G::SCENARIOS {
        [] => vec![None],
        names => names.iter().copied().map(Some).collect(),
    };
    let with = |(scenario, seats): (Option<&str>, i64)| {
        let mut fields = base.clone();
        fields.insert("seats".to_owned(), seats.into());
        fields.extend(scenario.map(|name| ("scenario".to_owned(), name.into())));
        serde_json::from_value(fields.into()).expect("the description is true")
    };
    let numbers = scenarios
        .into_iter()
        .flat_map(|name| (least..=most).map(move |seats| (name, seats)));
    numbers.map(with).collect()
}

/// Whether a game has a picture of its own: something in it can be pointed at.
pub fn has_picture<G: Draw>() -> bool {
    let first = G::new(&setups::<G>(0)[0]).expect("the setup is playable");
    let text = first.draw_svg(&SvgStyle::default());
    let document = Document::parse(&text).expect("the picture is well-formed");
    let mut inner = document.root_element().descendants().skip(1);
    inner.any(|element| {
        element
            .attributes()
            .any(|attribute| attribute.name().starts_with("data-"))
    })
}

/// How many rings a picture has that points at some spots.
pub fn ring_count<G: Draw>(state: &G, highlight: Vec<String>) -> usize {
    let style = SvgStyle {
        highlight,
        ..SvgStyle::default()
    };
    state.draw_svg(&style).matches("data-highlight").count()
}

/// A picture, an element a line.
pub fn lines(picture: &str) -> String {
    picture.replace("><", ">\n<")
}
