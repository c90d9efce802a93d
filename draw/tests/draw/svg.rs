//! Pictures as SVG: read again as XML, and compared with the states they show.

use std::collections::BTreeSet;

use heist_agents::Heuristics;
use heist_draw::{Draw, Layout, SvgStyle, Theme};
use heist_engine::board::{Cell, squares};
use heist_engine::burgle_bros::{self, BurgleBros, Scenario, Setup, Sides, Walls};
use heist_engine::caper_cards::{self, CaperCards, Kind};
use heist_engine::describe::{FieldDefault, FieldKind};
use heist_engine::game::{Fill, Game, Overrides, Seat};
use heist_engine::random::{choose, stream};
use heist_testkit::play_with;
use roxmltree::{Document, Node as Element};

/// All styles without highlights.
fn styles() -> [SvgStyle; 4] {
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

fn burgle(text: &str) -> BurgleBros {
    let position: burgle_bros::Position = serde_json::from_str(text).expect("the position is readable");
    match BurgleBros::from_position(position, Overrides::None) {
        Ok(state) => state,
        Err(error) => panic!("{error}"),
    }
}

fn busy() -> BurgleBros {
    burgle(include_str!("../positions/busy.json"))
}

fn caper(text: &str) -> CaperCards {
    let position: caper_cards::Position = serde_json::from_str(text).expect("the position is readable");
    match CaperCards::from_position(position, Overrides::None) {
        Ok(state) => state,
        Err(error) => panic!("{error}"),
    }
}

/// The elements with an attribute.
fn with<'a>(document: &'a Document, name: &'a str) -> impl Iterator<Item = Element<'a, 'a>> {
    document
        .descendants()
        .filter(move |element| element.has_attribute(name))
}

/// The values of an attribute.
fn values<'a>(document: &'a Document, name: &'a str) -> Vec<&'a str> {
    with(document, name)
        .filter_map(|element| element.attribute(name))
        .collect()
}

/// Where the tokens of a name lie.
fn tokens(document: &Document, name: &str) -> BTreeSet<String> {
    let named = with(document, "data-token").filter(|element| element.attribute("data-token") == Some(name));
    named
        .map(|element| element.attribute("data-at").expect("tokens have a place").to_owned())
        .collect()
}

/// What holds for every picture of every game: it is one document that keeps to itself, and its texts fit.
fn check_document<G: Draw>(state: &G, style: &SvgStyle) -> String {
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

fn number(element: Element, name: &str) -> f64 {
    let text = element.attribute(name).unwrap_or("0");
    text.parse().unwrap_or_else(|_| panic!("{name}={text}"))
}

/// A point of an element on the whole picture.
fn place(element: Element, point: [f64; 2]) -> [f64; 2] {
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
        let scale = part("scale").map_or(1.0, |numbers| numbers[0]);
        match part("translate").as_deref() {
            Some([dx, dy]) => [x * scale + dx, y * scale + dy],
            _ => [x * scale, y * scale],
        }
    })
}

/// About how wide a text is in a font like Arial, in parts of its size.
fn estimated(text: &str) -> f64 {
    let width = |letter: char| match letter {
        'i' | 'j' | 'l' | '\'' | '.' | ',' | ':' | ';' | ' ' | 't' | 'f' | 'I' | '!' => 0.28,
        'm' | 'w' | 'M' | 'W' | '…' => 0.85,
        'A'..='Z' => 0.68,
        _ => 0.55,
    };
    text.chars().map(width).sum()
}

/// Burgle Bros.: every cell is there with its tile, and every piece where the state says.
fn check_building(state: &BurgleBros, text: &str) {
    let document = Document::parse(text).expect("it was read before");
    let cells: Vec<Cell> = (0..state.floors())
        .flat_map(|floor| squares(state.floor_plan(floor).cells).map(move |square| Cell::new(floor, square)))
        .collect();
    let names: Vec<String> = cells.iter().map(ToString::to_string).collect();
    assert_eq!(values(&document, "data-cell"), names);
    for (cell, element) in cells.iter().zip(with(&document, "data-cell")) {
        let tile = state.face_at(*cell).map(|face| face.to_string());
        let hidden = state.hidden_face(*cell).map(|face| face.to_string());
        assert_eq!(element.attribute("data-tile"), tile.as_deref(), "{cell}");
        assert_eq!(element.attribute("data-hidden"), hidden.as_deref(), "{cell}");
    }
    let guards = (0..state.floors()).filter_map(|floor| state.guard(floor));
    let dice = guards.clone().filter_map(|guard| guard.die);
    assert_eq!(
        tokens(&document, "guard"),
        guards.map(|guard| guard.at.to_string()).collect()
    );
    assert_eq!(tokens(&document, "die"), dice.map(|die| die.to_string()).collect());
    let on = |set: &dyn Fn(&Cell) -> bool| cells.iter().filter(|cell| set(cell)).map(ToString::to_string).collect();
    let alarms: BTreeSet<String> = on(&|cell| state.alarms(cell.floor()) & cell.bit() != 0);
    assert_eq!(tokens(&document, "alarm"), alarms);
    let stealth: BTreeSet<String> = on(&|cell| state.tile_tokens(*cell) > 0);
    assert_eq!(tokens(&document, "stealth"), stealth);
    let cracked: BTreeSet<String> = on(&|cell| state.face_at(*cell).is_some_and(|face| state.is_cracked(face)));
    assert_eq!(tokens(&document, "cracked"), cracked);
    assert_eq!(
        tokens(&document, "crow"),
        state.crow().iter().map(ToString::to_string).collect()
    );
    assert_eq!(
        tokens(&document, "kitty"),
        state.kitty().iter().map(ToString::to_string).collect()
    );
    let players: Vec<(String, String)> = with(&document, "data-token")
        .filter(|element| element.attribute("data-token") == Some("player"))
        .map(|element| ["data-seat", "data-at"].map(|name| element.attribute(name).unwrap_or_default().to_owned()))
        .map(|[seat, at]| (seat, at))
        .collect();
    let expected = Seat::all(state.seats()).filter_map(|seat| Some((seat.to_string(), state.at(seat)?.to_string())));
    assert_eq!(players.into_iter().collect::<BTreeSet<_>>(), expected.collect());
}

/// Caper Cards: every hand has its size, and faces are those of hands that the state holds.
fn check_table(state: &CaperCards, text: &str) {
    let document = Document::parse(text).expect("it was read before");
    let mut cards = values(&document, "data-card");
    cards.sort_unstable();
    let mut expected: Vec<String> = Seat::all(state.seats())
        .filter_map(|seat| Some((seat, state.hand(seat)?)))
        .flat_map(|(seat, hand)| hand.cards().map(move |kind| format!("{seat}:{kind}")))
        .collect();
    expected.sort_unstable();
    assert_eq!(cards, expected);
    for seat in Seat::all(state.seats()) {
        let mut hands =
            with(&document, "data-seat").filter(|hand| hand.attribute("data-seat") == Some(&seat.to_string()));
        let hand = hands.next().expect("every player has a panel");
        assert_eq!(
            hand.attribute("data-count"),
            Some(state.hand_size(seat).to_string().as_str())
        );
    }
    let mut faces = values(&document, "data-face");
    faces.sort_unstable();
    let row = state.row();
    let mut expected: Vec<&str> = row
        .faces()
        .flat_map(|face| (0..row.count(face)).map(move |_| face.name()))
        .collect();
    expected.sort_unstable();
    assert_eq!(faces, expected);
    let unseen = state.unseen_crew();
    let counts: Vec<String> = Kind::ALL.map(|kind| unseen.count(kind).to_string()).to_vec();
    let drawn: Vec<&str> = with(&document, "data-unseen")
        .filter_map(|kind| kind.attribute("data-count"))
        .collect();
    assert_eq!(drawn, counts);
}

/// Plays a game by chance or as the expert does, and looks at each of its states.
fn play<G: Heuristics>(first: G, seed: u64, is_expert: bool, mut look: impl FnMut(usize, &G)) {
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

/// S-SCEN-1: games of every scenario on all sides, by chance and by experts, with walls of their own and Lost Visual.
#[test]
fn every_building_is_drawn_as_it_is() {
    let mut seen = 0;
    for seed in 0..15u64 {
        let setup = Setup {
            sides: if seed % 5 == 0 { Sides::Older } else { Sides::Both },
            lost_visual: seed % 2 == 1,
            walls: if seed % 7 < 3 { Walls::Random } else { Walls::Standard },
            ..Setup::new(Scenario::ALL[seed as usize % 3], 1 + (seed / 3 % 4) as u8, seed)
        };
        let mut state = BurgleBros::new(&setup).expect("the setup is playable");
        if seed % 6 == 5 {
            state.determinize(Fill::All, &mut stream(seed, "svg worlds", 0));
        }
        let styles = styles();
        play(state, seed, seed % 2 == 0, |step, state| {
            let text = check_document(state, &styles[step % styles.len()]);
            check_building(state, &text);
            seen += 1;
        });
    }
    assert!(seen > 2000, "{seen} states");
}

#[test]
fn every_table_is_drawn_as_it_is() {
    let mut seen = 0;
    for seed in 0..60u64 {
        let setup = caper_cards::Setup::new(1 + (seed % 4) as u8);
        let mut state = CaperCards::new(&setup).expect("the setup is playable");
        if seed % 3 == 0 {
            state.determinize(Fill::All, &mut stream(seed, "svg worlds", 0));
        }
        let styles = styles();
        play(state, seed, seed % 2 == 0, |step, world| {
            let view = world.information_state(Seat((step % world.seats()) as u8));
            for state in [world, &view] {
                let text = check_document(state, &styles[step % styles.len()]);
                check_table(state, &text);
                seen += 1;
            }
        });
    }
    assert!(seen > 2000, "{seen} states");
}

/// Setups of a game for every scenario and number of seats, made from its description; the rest is left to the seed.
fn setups<G: Game>(seed: u64) -> Vec<G::Setup> {
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

/// Runs a generic function for each game of the registry.
macro_rules! for_each {
    ([$($game:ty,)*] $check:ident) => {$( $check::<$game>(); )*};
}

/// I-OPEN-1, CC8a: what a seat cannot distinguish looks the same to it, to the last letter.
#[test]
fn a_picture_shows_what_the_seat_knows_and_no_more() {
    fn compare<G: Heuristics + Draw>() {
        for (seed, setup) in setups::<G>(5).iter().enumerate().filter(|(place, _)| place % 3 == 0) {
            compare_along(G::new(setup).expect("the setup is playable"), seed as u64);
        }
    }
    fn compare_along<G: Heuristics + Draw>(first: G, seed: u64) {
        play(first, seed, true, |step, state| {
            let seat = Seat((step % state.seats()) as u8);
            let view = state.information_state(seat);
            let style = &styles()[step % 4];
            let picture = view.draw_svg(style);
            assert_eq!(picture, view.draw_svg(style));
            for world_seed in 0..2 {
                let mut world = view.clone();
                world.determinize(Fill::All, &mut stream(world_seed, "svg other worlds", step as u64));
                assert_eq!(world.information_state(seat).draw_svg(style), picture);
            }
        });
    }
    heist_engine::each_game! { [for_each] compare }
}

/// What a position's facts name as their spots can be pointed at: it is an attribute of the picture, in either layout. A picture
/// of text alone shows no spot.
#[test]
fn the_spots_of_facts_are_in_the_picture() {
    fn compare<G: Heuristics + Draw>() {
        let mut found = BTreeSet::new();
        for (seed, setup) in setups::<G>(7).iter().enumerate() {
            let first = G::new(setup).expect("the setup is playable");
            play(first, seed as u64, true, |step, state| {
                if step % 11 != 0 {
                    return;
                }
                let text = state.draw_svg(&styles()[step / 11 % 4]);
                let document = Document::parse(&text).expect("the picture is well-formed");
                let shown: BTreeSet<String> = document
                    .root_element()
                    .descendants()
                    .skip(1)
                    .flat_map(|element| element.attributes())
                    .filter_map(|attribute| Some((attribute.name().strip_prefix("data-")?, attribute.value())))
                    .map(|(name, value)| format!("{name}={value}"))
                    .collect();
                if shown.is_empty() {
                    return;
                }
                for fact in state.facts() {
                    let Some(spot) = fact.spot else { continue };
                    assert!(
                        shown.contains(&spot),
                        "{}: {spot} of {} is not in the picture",
                        G::ID,
                        fact.path
                    );
                    found.insert(spot.split('=').next().unwrap_or_default().to_owned());
                }
            });
        }
        assert!(found.contains("seat") || !has_picture::<G>(), "{}: {found:?}", G::ID);
    }
    heist_engine::each_game! { [for_each] compare }
}

/// Whether a game has a picture of its own: something in it can be pointed at.
fn has_picture<G: Draw>() -> bool {
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

/// CC8a: the names of the cards in the other hands are nowhere in a seat's picture but where everybody may read them.
#[test]
fn other_hands_show_their_backs() {
    let world = |theirs: &str| {
        caper(&format!(
            r#"{{"game": "caper-cards", "seats": 2, "heists": [],
                "hands": [["fixer", "thief", "thief", "muscle"], {theirs}]}}"#
        ))
    };
    let worlds = [
        world(r#"["chetney", "chetney", "chetney", "fcg"]"#),
        world(r#"["insider", "grifter", "fcg", "mastermind"]"#),
    ];
    let [first, second] = worlds.map(|world| world.information_state(Seat(0)).draw_svg(&SvgStyle::default()));
    assert_eq!(first, second);
    let document = Document::parse(&first).expect("well-formed");
    assert_eq!(values(&document, "data-card").len(), 4);
    assert!(first.contains("Player 2 holds 4 cards."), "{first}");
    assert_ne!(
        worlds[0].draw_svg(&SvgStyle::default()),
        worlds[1].draw_svg(&SvgStyle::default()),
        "whoever sees everything sees the difference"
    );
}

#[test]
fn spots_are_in_the_picture_and_get_rings() {
    let mut legal = Vec::new();
    let state = busy();
    state.legal_actions(&mut legal);
    let mut pointed = 0;
    for action in legal {
        let spots = state.spots(action);
        let plain = state.draw_svg(&SvgStyle::default());
        for spot in &spots {
            let (name, value) = spot.split_once('=').expect("a name and a value");
            assert!(plain.contains(&format!("data-{name}=\"{value}\"")), "{action}: {spot}");
        }
        let rings = ring_count(&state, spots.clone());
        assert_eq!(rings, spots.len(), "{action}");
        pointed += rings;
    }
    assert!(pointed > 5);
    let state = caper(
        r#"{"game": "caper-cards", "seats": 2, "heists": [{"plays": ["insider"]}],
            "hands": [null, ["fcg", "fixer", "thief", "muscle"]]}"#,
    );
    let action = "fcg:rot:insider10".parse().expect("an action");
    assert_eq!(state.spots(action), ["card=2:fcg", "face=insider10"]);
    assert_eq!(ring_count(&state, state.spots(action)), 2);
    let flipped = caper(r#"{"game": "caper-cards", "seats": 1, "heists": [{"plays": []}], "flipped": "chetney"}"#);
    let action = "chetney:nine".parse().expect("an action");
    assert_eq!(flipped.spots(action), ["flipped=chetney"]);
    assert_eq!(ring_count(&flipped, flipped.spots(action)), 1);
    assert_eq!(
        ring_count(
            &state,
            vec!["seat=1".to_owned(), "seat=7".to_owned(), "nonsense".to_owned()]
        ),
        1
    );
}

fn ring_count<G: Draw>(state: &G, highlight: Vec<String>) -> usize {
    let style = SvgStyle {
        highlight,
        ..SvgStyle::default()
    };
    state.draw_svg(&style).matches("data-highlight").count()
}

#[test]
fn what_happened_is_told_whatever_it_holds() {
    let style = SvgStyle {
        happened: Some("Player 1 said <b>\"go & see\"</b>\u{1b}[0m]]>.".to_owned()),
        ..SvgStyle::default()
    };
    let text = check_document(&busy(), &style);
    let document = Document::parse(&text).expect("well-formed");
    let told = "Player 1 said <b>\"go & see\"</b>\u{fffd}[0m]]>.";
    assert!(
        document.descendants().any(|element| element.text() == Some(told)),
        "{text}"
    );
}

/// A picture, an element a line.
fn lines(picture: &str) -> String {
    picture.replace("><", ">\n<")
}

#[test]
fn a_building_on_a_phone() {
    let state = burgle(
        r#"{
  "scenario": "office-job",
  "players": [{"character": "raven-older", "at": "1:B1", "stealth": 2, "tools": ["donuts"], "loot": ["tiara"]}],
  "entrance": "1:A1", "turn": {"number": 9, "actions": 2, "counted": 2}, "crow": "1:D2",
  "floors": [
    {
      "tiles": {"A1": "foyer-1", "B1": "computer-laser-5", "C1": "safe", "C2": "laser-1"},
      "safes": {"C1": {"dice": 2}}, "cracked": ["C2"], "alarms": ["C2"],
      "guard": {"at": "D4", "die": "C2"}, "speed": 3, "discard": ["D4", "C2"]
    },
    {}
  ]
}"#,
    );
    insta::assert_snapshot!(lines(&state.draw_svg(&styles()[3])));
}

#[test]
fn a_table_on_a_laptop() {
    let state = caper(
        r#"{
  "game": "caper-cards", "seats": 4,
  "heists": [
    {"plays": ["thief", "chetney:six", "fixer", "grifter"], "reward": "mask"},
    {"plays": ["thief"]}
  ],
  "hands": [null, null, ["fcg", "fixer", "mastermind", "insider"], null],
  "pile": ["bloom"]
}"#,
    );
    insta::assert_snapshot!(lines(&state.draw_svg(&SvgStyle::default())));
}
