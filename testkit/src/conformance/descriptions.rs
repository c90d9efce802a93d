//! What a game says of itself: figures, setups, positions, seats and characters, windows.

use heist_engine::describe::{Choice, Count, Fact, FieldDefault, FieldKind, Picker, SetupField, kept, kept_names};
use heist_engine::describe::{MAX_FIGURES, MAX_KEPT_FIGURES};
use heist_engine::game::{Actor, Encode, FeatureChanges, Game, Node, Seat, Windows};
use heist_engine::random::{choose, stream};
use serde_json::{Map, Value, json};

use super::games::{game, numbers};

/// Figures have distinct names, those that results keep first; every state has them, places without a name are 0, and a
/// result keeps those of its state.
pub fn figures_follow_the_state<G: Game>(setups: &[G::Setup]) {
    let figures = G::FIGURES;
    assert!(figures.len() <= MAX_FIGURES, "more than {MAX_FIGURES} figures");
    assert!(
        kept_names(figures).count() <= MAX_KEPT_FIGURES,
        "more than {MAX_KEPT_FIGURES} figures are kept"
    );
    let is_sorted = figures.windows(2).all(|pair| pair[0].is_kept || !pair[1].is_kept);
    assert!(is_sorted, "a figure that results keep comes after one that they do not");
    for (place, figure) in figures.iter().enumerate() {
        assert!(
            !figure.name.is_empty() && !figure.help.is_empty(),
            "figure {place} has no name or no help"
        );
        let is_repeated = figures[..place].iter().any(|other| other.name == figure.name);
        assert!(!is_repeated, "two figures are called `{}`", figure.name);
        assert!(
            figure.is_kept || !figure.is_headline,
            "the headline figure `{}` is not kept",
            figure.name
        );
        assert!(
            figure.aim.is_some() || figure.concern.is_none(),
            "nobody wants more or less of the figure `{}`, which is said to be of concern",
            figure.name
        );
    }
    for number in numbers(setups, 60) {
        for moment in game::<G>(setups, number) {
            let (place, now) = (moment.place, moment.state.figures());
            let unnamed = now[figures.len()..].iter().all(|&figure| figure == 0);
            require!(unnamed; place, "a figure without a name is not 0: {now:?}");
            if let Some(result) = moment.state.result() {
                require!(result.figures == kept(figures, now); place, "the result has other figures than its state");
            }
        }
    }
}

/// The number of players or characters that a field's list needs beside these fields.
fn count_of(count: Count, fields: &Map<String, Value>) -> usize {
    match count {
        Count::Field(name) => fields.get(name).and_then(Value::as_u64).unwrap_or(0) as usize,
        Count::Between(_, most) => most,
    }
}

/// A number with more values than this is tried at its ends alone.
const NUMBERS: i64 = 20;

/// Values of a field that ought to be right whatever the others are: every one, but of many numbers those at the ends,
/// and of sets none, all and those with one name.
fn examples(field: &SetupField) -> Vec<Value> {
    let names = |choices: &[Choice]| choices.iter().map(|choice| json!(choice.value)).collect::<Vec<_>>();
    match field.kind {
        FieldKind::Choice { choices } => names(choices),
        FieldKind::Number { least, most, .. } if most - least < NUMBERS => {
            (least..=most).map(|number| json!(number)).collect()
        }
        FieldKind::Number { least, most, named } => {
            let named = named.iter().map(|choice| {
                choice
                    .value
                    .parse()
                    .unwrap_or_else(|_| panic!("`{}` is no number", choice.value))
            });
            [least, most]
                .into_iter()
                .chain(named)
                .map(|number: i64| json!(number))
                .collect()
        }
        FieldKind::YesNo => vec![json!(true), json!(false)],
        FieldKind::Seat => vec![json!(1)],
        // Lists are tried on their own: which names go together is the game's business.
        FieldKind::Each { .. } => vec![json!([])],
        FieldKind::Several { choices } => {
            let single = names(choices).into_iter().map(|name| json!([name]));
            [json!([]), json!(names(choices))].into_iter().chain(single).collect()
        }
        FieldKind::Word { example } => vec![json!(example)],
        FieldKind::Drawing { choices } => names(choices),
    }
}

/// How many lists are tried for each name: many more than it takes to find one without a repeat.
const LISTS: u64 = 200;

/// A list of `count` names that begins with `first`, the others drawn.
fn list_with(first: &str, choices: &[Choice], count: usize, number: u64) -> Value {
    let mut rng = stream(number, "conformance lists", 0);
    let others = (1..count.max(1)).map(|_| choose(&mut rng, choices).value);
    let names: Vec<&str> = std::iter::once(first).chain(others).collect();
    json!(names)
}

/// The fields of a setup that may not be left out, with the values that are suggested for them.
fn least<G: Game>() -> Map<String, Value> {
    let required = |field: &SetupField| match field.default {
        FieldDefault::Required(text) => Some((field.name.to_owned(), field.read(text).ok()?)),
        _ => None,
    };
    G::SETUP.iter().filter_map(required).collect()
}

/// Everything that a field may need beside it.
fn beside<G: Game>(field: &SetupField, least: &Map<String, Value>) -> Vec<Map<String, Value>> {
    let Some((name, values)) = field.only else {
        return vec![least.clone()];
    };
    let other = G::SETUP.iter().find(|other| other.name == name);
    let other = other.unwrap_or_else(|| panic!("`{}` depends on `{name}`, which is not described", field.name));
    let with = |text: &&str| {
        let value = other
            .read(text)
            .unwrap_or_else(|error| panic!("`{}`: {error}", field.name));
        let mut fields = least.clone();
        fields.insert(name.to_owned(), value);
        fields
    };
    values.iter().map(with).collect()
}

/// A list of a field with which a game can be played and that begins with a name, if there is one.
fn playable_list<G: Game>(
    field: &SetupField,
    beside: &Map<String, Value>,
    first: &Choice,
    choices: &[Choice],
    count: Count,
) -> Option<Value> {
    let needed = count_of(count, beside);
    let mut lists = (0..LISTS).map(|number| list_with(first.value, choices, needed, number));
    lists.find(|list| {
        let mut fields = beside.clone();
        fields.insert(field.name.to_owned(), list.clone());
        fields.insert("seed".to_owned(), json!(7));
        let setup = serde_json::from_value::<G::Setup>(Value::Object(fields));
        setup.is_ok_and(|setup| G::new(&setup).is_ok())
    })
}

/// Every described value of every field, each in the least setup that may have it.
pub(super) fn described_setups<G: Game>() -> Vec<Map<String, Value>> {
    let least = least::<G>();
    let mut setups = Vec::new();
    for field in G::SETUP {
        for beside in beside::<G>(field, &least) {
            let values = match field.kind {
                FieldKind::Each { count, choices, .. } => choices
                    .iter()
                    .filter_map(|choice| playable_list::<G>(field, &beside, choice, choices, count))
                    .collect(),
                _ => examples(field),
            };
            setups.extend(values.into_iter().map(|value| {
                let mut fields = beside.clone();
                fields.insert(field.name.to_owned(), value);
                fields
            }));
        }
    }
    setups
}

/// The description of setups is true: a setup of the described defaults alone is playable and equals the one that
/// leaves them out; every value that is described is accepted wherever its field is of use, and no setup has a field
/// that is not described.
pub fn setups_are_as_described<G: Game>(setups: &[G::Setup]) {
    let read = |fields: &Map<String, Value>| -> Result<G::Setup, String> {
        serde_json::from_value::<G::Setup>(Value::Object(fields.clone())).map_err(|error| error.to_string())
    };
    let playable = |fields: &Map<String, Value>, what: &str| {
        let mut fields = fields.clone();
        fields.insert("seed".to_owned(), json!(7));
        let setup = read(&fields).unwrap_or_else(|error| panic!("{what}: {error}: {}", Value::Object(fields.clone())));
        G::new(&setup).unwrap_or_else(|error| panic!("{what}: {error}: {}", Value::Object(fields.clone())));
    };
    for (place, field) in G::SETUP.iter().enumerate() {
        assert!(
            !field.label.is_empty() && !field.help.is_empty(),
            "field `{}` has no label or no help",
            field.name
        );
        let fits = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        assert!(
            field.name.chars().all(fits),
            "field `{}` is not in lower case with hyphens",
            field.name
        );
        let is_repeated = G::SETUP[..place].iter().any(|other| other.name == field.name);
        assert!(
            !is_repeated && field.name != "seed",
            "field `{}` is described twice",
            field.name
        );
    }
    // The least setup, and the same with its defaults written out.
    let least = least::<G>();
    let mut written = Map::new();
    for field in G::SETUP {
        let text = match field.default {
            FieldDefault::Value(text) | FieldDefault::Required(text) => text,
            FieldDefault::Drawn | FieldDefault::Absent(_) => continue,
        };
        let value = field
            .read(text)
            .unwrap_or_else(|error| panic!("default of `{}`: {error}", field.name));
        if field.is_of_use(G::SETUP, &written) {
            written.insert(field.name.to_owned(), value);
        }
    }
    playable(&least, "the least setup");
    let (least_setup, written_setup) = (read(&least), read(&written));
    assert!(
        least_setup == written_setup,
        "described defaults differ: {least_setup:?} and {written_setup:?}"
    );
    for field in G::SETUP {
        let others = beside::<G>(field, &least);
        if let FieldKind::Each { count, choices, .. } = field.kind {
            for beside in &others {
                for choice in choices {
                    assert!(
                        playable_list::<G>(field, beside, choice, choices, count).is_some(),
                        "`{}` of `{}` is in no playable list of {}",
                        choice.value,
                        field.name,
                        count_of(count, beside)
                    );
                }
            }
        }
        for beside in others {
            for value in examples(field) {
                let mut fields = beside.clone();
                fields.insert(field.name.to_owned(), value);
                playable(&fields, field.name);
            }
        }
    }
    let scenario = G::SETUP.iter().find(|field| field.name == "scenario");
    let described: Vec<&str> = scenario.map_or(Vec::new(), |field| {
        field.kind.choices().iter().map(|choice| choice.value).collect()
    });
    assert!(
        described == G::SCENARIOS,
        "the field `scenario` lists {described:?}, SCENARIOS {:?}",
        G::SCENARIOS
    );
    for blueprint in G::BLUEPRINTS {
        let is_known = G::SCENARIOS.is_empty() || G::SCENARIOS.contains(&blueprint.scenario);
        assert!(
            is_known,
            "there are walls for `{}`, which is no scenario",
            blueprint.scenario
        );
        if let Some(name) = blueprint.space_field {
            assert!(
                G::SETUP.iter().any(|field| field.name == name),
                "the empty space of `{}` is moved by `{name}`, which is not described",
                blueprint.scenario
            );
        }
    }
    for setup in setups {
        let complete = G::complete(setup).unwrap_or_else(|error| panic!("{error}"));
        for setup in [setup, &complete] {
            let Ok(Value::Object(fields)) = serde_json::to_value(setup) else {
                panic!("a setup is no object: {setup:?}")
            };
            for name in fields.keys() {
                let is_described = name == "seed" || G::SETUP.iter().any(|field| field.name == name);
                assert!(is_described, "setups have a field `{name}`, which is not described");
            }
        }
    }
}

/// All values of a JSON value that are no objects, by their pointers; lists count as one value.
fn leaves(pointer: String, value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                leaves(
                    format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1")),
                    value,
                    found,
                );
            }
        }
        Value::Array(items) if items.iter().any(|item| item.is_object() || item.is_array()) => {
            for (place, item) in items.iter().enumerate() {
                leaves(format!("{pointer}/{place}"), item, found);
            }
        }
        _ => found.push(pointer),
    }
}

/// A copy of a JSON value with something else at a pointer; objects and lists on the way are made where there are none.
fn with(mut value: Value, pointer: &str, new: Value) -> Value {
    let unescaped = |key: &str| key.replace("~1", "/").replace("~0", "~");
    let keys: Vec<String> = pointer.split('/').skip(1).map(unescaped).collect();
    // What stands in a place that there was not yet: a list if its entries are numbered, nothing at the end.
    let empty = |next: Option<&String>| match next {
        None => Value::Null,
        Some(key) if key.parse::<usize>().is_ok() => json!([]),
        Some(_) => json!({}),
    };
    let mut at = &mut value;
    for (depth, key) in keys.iter().enumerate() {
        let below = empty(keys.get(depth + 1));
        at = match at {
            Value::Array(items) => {
                let place: usize = key.parse().expect("a list has numbers");
                if items.len() <= place {
                    items.resize(place + 1, below);
                }
                &mut items[place]
            }
            Value::Object(fields) => fields.entry(key.clone()).or_insert(below),
            other => panic!("`{pointer}` leads through {other}"),
        };
        // A hand that is only counted, say, is replaced by one that is listed.
        if keys.len() > depth + 1 && !at.is_object() && !at.is_array() {
            *at = empty(keys.get(depth + 1));
        }
    }
    *at = new;
    value
}

/// What a picker can make of a fact.
fn picked(picker: &Picker) -> Vec<Value> {
    match picker {
        Picker::One { options } => options.iter().map(|option| json!(option)).collect(),
        Picker::List { options, .. } => vec![json!([]), json!(options[..1])],
        Picker::Number { least, most } => vec![json!(least), json!(most)],
        Picker::YesNo => vec![json!(true), json!(false)],
        Picker::Json => Vec::new(),
    }
}

/// The facts of a state are what its position is made of: every value of the position is one of them or belongs to one,
/// facts stand once each, and whatever a picker offers has the form that the game reads (whether it is right beside the
/// other facts the game checks).
pub fn facts_cover_positions<G: Game>(setups: &[G::Setup]) {
    for number in numbers(setups, 12) {
        for moment in game::<G>(setups, number).into_iter().step_by(9) {
            let (place, facts) = (moment.place, moment.state.facts());
            let position = serde_json::to_value(moment.state.position()).expect("positions are JSON");
            let mut values = Vec::new();
            leaves(String::new(), &position, &mut values);
            for value in values {
                let is_covered = facts.iter().any(|fact| {
                    // A fact is the value, or holds it, or is an entry of it.
                    let holds =
                        |outer: &str, inner: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('/'));
                    value == fact.path || holds(&fact.path, &value) || holds(&value, &fact.path)
                });
                require!(is_covered; place, "no fact covers `{value}` of the position");
            }
            for (number, fact) in facts.iter().enumerate() {
                let is_repeated = facts[..number].iter().any(|other| other.path == fact.path);
                require!(!is_repeated; place, "the fact `{}` is listed twice", fact.path);
                let is_labelled = !fact.group.is_empty() && !fact.label.is_empty();
                require!(is_labelled; place, "the fact `{}` has no group or no label", fact.path);
                let is_spot = fact.spot.as_ref().is_none_or(|spot| spot.contains('='));
                require!(is_spot; place, "the spot of `{}` is no attribute with a value", fact.path);
            }
        }
        // Once a game is enough for the pickers: they depend on the setup.
        let moments = game::<G>(setups, number);
        let moment = &moments[moments.len() / 2];
        let position = serde_json::to_value(moment.state.position()).expect("positions are JSON");
        for fact in moment.state.facts() {
            for value in picked(&fact.picker) {
                let edited = with(position.clone(), &fact.path, value.clone());
                let read = serde_json::from_value::<G::Position>(edited);
                let error = read.as_ref().err().map(ToString::to_string).unwrap_or_default();
                require!(read.is_ok(); moment.place, "`{}` with {value} is not read: {error}", fact.path);
            }
        }
    }
}

/// Whether a picker could have chosen a value. Nothing, which is `null` where a position writes it, fits every picker.
fn fits(picker: &Picker, value: &Value) -> bool {
    let is_offered = |options: &[String], value: &Value| {
        let name = value.as_str();
        name.is_some_and(|name| options.iter().any(|option| option == name))
    };
    match (picker, value) {
        (_, Value::Null) | (Picker::Json, _) => true,
        (Picker::One { options }, value) => is_offered(options, value),
        (Picker::List { options, repeats, .. }, Value::Array(items)) => {
            let is_repeated = |place: usize| items[..place].contains(&items[place]);
            items.iter().all(|item| is_offered(options, item)) && (*repeats || !(0..items.len()).any(is_repeated))
        }
        (Picker::Number { least, most }, value) => {
            value.as_i64().is_some_and(|number| (*least..=*most).contains(&number))
        }
        (Picker::YesNo, value) => value.is_boolean(),
        (Picker::List { .. }, _) => false,
    }
}

/// Whether a fact that a position leaves out could stand in it: something at its path is read and written again.
fn may_be_left_out<G: Game>(position: &Value, fact: &Fact) -> bool {
    let values = match fact.picker {
        Picker::Json => vec![json!([]), json!({}), json!([[]]), json!([{}])],
        _ => picked(&fact.picker),
    };
    values.into_iter().any(|value| {
        let edited = with(position.clone(), &fact.path, value.clone());
        let read = serde_json::from_value::<G::Position>(edited).ok();
        let written = read.and_then(|position| serde_json::to_value(position).ok());
        written.is_some_and(|written| written.pointer(&fact.path) == Some(&value))
    })
}

/// The value of every fact is one that its picker offers; a fact that the position leaves out could stand in it.
pub fn facts_fit_their_pickers<G: Game>(setups: &[G::Setup]) {
    // Whether a fact may be left out depends on the setup alone: once is enough.
    let mut known = std::collections::BTreeSet::new();
    for number in numbers(setups, 12) {
        for moment in game::<G>(setups, number).into_iter().step_by(9) {
            let place = moment.place;
            let position = serde_json::to_value(moment.state.position()).expect("positions are JSON");
            for fact in moment.state.facts() {
                let Some(value) = position.pointer(&fact.path) else {
                    let is_known = !known.insert((place.setup, fact.path.clone()));
                    let is_possible = is_known || may_be_left_out::<G>(&position, &fact);
                    require!(is_possible; place, "the fact `{}` has no place in the position", fact.path);
                    continue;
                };
                let picker = &fact.picker;
                require!(fits(picker, value); place, "the fact `{}` is {value}, which {picker:?} does not offer", fact.path);
            }
        }
    }
}

/// Every character belongs to a seat, every seat plays one, decisions name their actor, and turns and rounds count on.
pub fn seats_play_characters<G: Game>(setups: &[G::Setup]) {
    for number in numbers(setups, 30) {
        for moment in game::<G>(setups, number) {
            let (place, state) = (moment.place, &moment.state);
            let (seats, characters) = (state.seats(), state.characters());
            require!(characters >= seats; place, "{characters} characters for {seats} seats");
            require!(state.turns_per_round() > 0; place, "a round has no turns");
            let players: Vec<Seat> = (0..characters).map(|character| state.seat_of(character)).collect();
            for seat in Seat::all(seats) {
                require!(players.contains(&seat); place, "seat {seat} plays no character");
            }
            let in_range = players.iter().all(|seat| seat.index() < seats);
            require!(in_range; place, "a character belongs to a seat that does not play: {players:?}");
            for character in 0..characters {
                require!(!state.character_name(character).is_empty(); place, "character {character} has no name");
            }
            match (state.node(), state.actor()) {
                (Node::Decision(seat), Some(Actor::Character(character))) => {
                    let is_known = usize::from(character) < characters;
                    require!(is_known; place, "character {character} of {characters} decides");
                    let player = state.seat_of(character.into());
                    require!(player == seat; place, "seat {seat} decides for a character of seat {player}");
                }
                (Node::Decision(_), Some(Actor::Team)) | (Node::Chance | Node::Terminal, None) => {}
                (node, actor) => require!(false; place, "{actor:?} decides at {node:?}"),
            }
        }
    }
}

/// An action that only says who acts leads to what that one can do: a decision, at which nobody says again who acts.
pub fn who_acts_then_decides<G: Game>(setups: &[G::Setup]) {
    let (mut actions, mut next) = (Vec::new(), Vec::new());
    for number in numbers(setups, 30) {
        for moment in game::<G>(setups, number) {
            let (place, state) = (moment.place, &moment.state);
            state.legal_actions(&mut actions);
            for &action in actions.iter().filter(|action| G::names_actor(**action)) {
                let mut acting = state.clone();
                acting.apply(action);
                acting.legal_actions(&mut next);
                let decides = !next.is_empty() && !next.iter().any(|next| G::names_actor(*next));
                require!(decides; place, "`{action}` says who acts and leads to no action of theirs");
            }
        }
    }
}

/// Windows change what opens from now on, never what the state waits for; one that may go by offers something else too;
/// [`Windows::Full`] is among them and undoes the others.
pub fn windows_leave_the_pending_node_alone<G: Game>(setups: &[G::Setup]) {
    assert!(
        G::WINDOWS.first() == Some(&Windows::Full),
        "the first of the windows is not the full one"
    );
    let (mut before, mut after) = (Vec::new(), Vec::new());
    let (mut chances_before, mut chances_after) = (Vec::new(), Vec::new());
    for number in numbers(setups, 30) {
        for moment in game::<G>(setups, number) {
            let (place, now) = (moment.place, &moment.state);
            now.legal_actions(&mut before);
            now.outcomes(&mut chances_before);
            if let Some(pass) = now.pass() {
                let is_choice = before.contains(&pass) && before.len() > 1;
                require!(is_choice && G::WINDOWS.len() > 1; place, "the window that `{pass}` lets go by is no choice, or not optional");
            }
            let mut full = now.clone();
            full.set_windows(Windows::Full);
            for &windows in Windows::ALL {
                let mut state = full.clone();
                state.set_windows(windows);
                require!(state.node() == now.node(); place, "windows {windows} change what the state waits for");
                state.legal_actions(&mut after);
                state.outcomes(&mut chances_after);
                require!(before == after; place, "windows {windows} change the legal actions");
                require!(chances_before == chances_after; place, "windows {windows} change the outcomes");
                let is_distinguished = G::WINDOWS.contains(&windows);
                require!(is_distinguished || state == full; place, "windows {windows} are not listed and change the state");
                state.set_windows(Windows::Full);
                require!(state == full; place, "windows {windows} leave something behind");
            }
        }
    }
}

/// The changes of features lead from those of one state to those of the next.
pub fn feature_changes_add_up<G: Encode>(setups: &[G::Setup]) {
    let (mut kept, mut changes) = (Vec::new(), FeatureChanges::default());
    for number in numbers(setups, 30) {
        let moments = game::<G>(setups, number);
        for seat in Seat::all(moments[0].state.seats()) {
            kept.clear();
            let mut added: std::collections::BTreeSet<u32> = std::collections::BTreeSet::new();
            for moment in &moments {
                moment.state.feature_changes(seat, &mut kept, &mut changes);
                for feature in &changes.went {
                    require!(added.remove(feature); moment.place, "feature {feature} went and was not there");
                }
                for &feature in &changes.came {
                    require!(added.insert(feature); moment.place, "feature {feature} came and was there");
                }
                let mut listed = Vec::new();
                moment.state.features(seat, &mut listed);
                require!(kept == listed; moment.place, "the features kept for seat {seat} are not those of the state");
                require!(added.iter().eq(listed.iter()); moment.place, "the changes do not add up to the features of seat {seat}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pickers_fit_what_they_offer() {
        let one = Picker::one(["a", "b"]);
        let set = Picker::set(["a", "b"]);
        let list = Picker::List {
            options: vec!["a".to_owned(), "b".to_owned()],
            is_ordered: true,
            repeats: true,
        };
        let number = Picker::number(1, 6);
        let cases = [
            (
                &one,
                vec![json!("a"), json!(null)],
                vec![json!("c"), json!(1), json!(["a"])],
            ),
            (
                &set,
                vec![json!([]), json!(["b", "a"])],
                vec![json!(["c"]), json!(["a", "a"]), json!("a"), json!([1])],
            ),
            (&list, vec![json!(["a", "a"])], vec![json!(["a", "c"]), json!({})]),
            (
                &number,
                vec![json!(1), json!(6)],
                vec![json!(0), json!(7), json!("1"), json!(1.5)],
            ),
            (&Picker::YesNo, vec![json!(true)], vec![json!(1), json!("yes")]),
            (&Picker::Json, vec![json!({"a": 1})], vec![]),
        ];
        for (picker, right, wrong) in cases {
            for value in right {
                assert!(fits(picker, &value), "{picker:?}: {value}");
            }
            for value in wrong {
                assert!(!fits(picker, &value), "{picker:?}: {value}");
            }
        }
    }
}
