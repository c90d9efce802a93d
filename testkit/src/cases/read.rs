//! Reading a case file.

use std::ops::Range;

use heist_engine::json::without_bom;
use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::file::{Case, CaseError, CaseFile, Edit, Heist, Start, Text};
use super::path::Query;

/// What a JSONPath looks like.
const JSON_PATH: &str = "a JSONPath such as `$.players[0].at` or `$['hack-tokens'].laser`";
/// What a JSON Pointer looks like.
const JSON_POINTER: &str = "a JSON Pointer such as `/players/0/stealth`";

/// What stands in the field `rules`.
const RULES: &str = "the ids of the rules that the case proves";

/// The fields of a file and of a case.
const FILE_FIELDS: &[&str] = &["game", "positions", "case"];
const CASE_FIELDS: &[&str] = &[
    "id",
    "rules",
    "about",
    "position",
    "setup",
    "change",
    "append",
    "override",
    "steps",
    "auto",
    "node",
    "illegal",
    "legal",
    "legal-include",
    "legal-exclude",
    "legal-count",
    "outcomes",
    "outcomes-include",
    "outcomes-count",
    "ends",
    "result",
    "value",
    "figures",
    "expect",
    "expect-any-order",
    "expect-absent",
    "invalid",
];
/// The fields a case with `invalid` may have besides.
const INVALID_CASE_FIELDS: &[&str] = &[
    "id", "rules", "about", "position", "setup", "change", "append", "override", "invalid",
];
/// The fields of a case of a campaign, and of each of its heists.
const CAMPAIGN_CASE_FIELDS: &[&str] = &[
    "id",
    "rules",
    "about",
    "campaign",
    "heists",
    "expect",
    "expect-any-order",
    "expect-absent",
    "invalid",
];
const HEIST_FIELDS: &[&str] = &["choose", "setup", "seed", "result", "value", "figures"];
/// The name of the only field of a table that stands for JSON's null, which TOML does not have.
const NULL: &str = "null";

impl CaseFile {
    /// Reads a case file. `name` is for messages.
    ///
    /// What is wrong with a single case or a named position is the failure of that case, or of those that begin there.
    ///
    /// # Errors
    /// The first thing that is wrong with the file as a whole, with its line and field; also when there are no cases.
    pub fn parse(text: &str, name: &str) -> Result<CaseFile, CaseError> {
        let text = without_bom(text);
        let source = Source { text, name };
        let document = DeTable::parse(text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            let (problem, expected) = error
                .message()
                .split_once(", expected ")
                .unwrap_or((error.message(), "TOML"));
            source.error(&span, "", format!("no TOML ({problem})"), expected)
        })?;
        let top = Fields::of(&source, document.get_ref(), String::new(), document.span());
        top.allow(FILE_FIELDS)?;
        let game = top.required("game", "the name of a game")?.string()?;
        let mut positions = Vec::new();
        if let Some(named) = top.get("positions") {
            for (name, position) in named.table()?.entries() {
                positions.push((name.to_owned(), position.table().and_then(|table| table.json())));
            }
        }
        let mut cases: Vec<Case> = Vec::new();
        if let Some(list) = top.get("case") {
            for item in list.list()? {
                let read = item.table().and_then(|table| read_case(&table, &positions));
                let mut case = read.unwrap_or_else(|problem| item.unreadable(problem));
                if let Some(other) = cases.iter().find(|other| other.id == case.id) {
                    let found = format!("`{}` again, as on line {}", case.id, other.line);
                    case.problem.get_or_insert(item.wrong(found, "an id of its own"));
                }
                cases.push(case);
            }
        }
        if cases.is_empty() {
            return Err(source.error(&top.span, "case", "no cases", "at least one `[[case]]`"));
        }
        Ok(CaseFile {
            name: name.to_owned(),
            game,
            cases,
            positions,
        })
    }
}

/// The text of a file and its name.
struct Source<'a> {
    text: &'a str,
    name: &'a str,
}

impl Source<'_> {
    fn line(&self, span: &Range<usize>) -> usize {
        let before = self.text.as_bytes().iter().take(span.start);
        1 + before.filter(|&&byte| byte == b'\n').count()
    }

    fn error(
        &self,
        span: &Range<usize>,
        field: impl Into<String>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> CaseError {
        CaseError {
            file: self.name.to_owned(),
            line: self.line(span),
            field: field.into(),
            found: found.into(),
            expected: expected.into(),
        }
    }
}

/// A value of the file and where it stands.
#[derive(Clone)]
struct Item<'a> {
    source: &'a Source<'a>,
    value: &'a DeValue<'a>,
    field: String,
    span: Range<usize>,
}

/// A table of the file and where it stands.
struct Fields<'a> {
    source: &'a Source<'a>,
    table: &'a DeTable<'a>,
    field: String,
    span: Range<usize>,
}

impl<'a> Item<'a> {
    fn of(source: &'a Source<'a>, value: &'a Spanned<DeValue<'a>>, field: String) -> Item<'a> {
        Item {
            source,
            value: value.get_ref(),
            field,
            span: value.span(),
        }
    }

    fn wrong(&self, found: impl Into<String>, expected: impl Into<String>) -> CaseError {
        self.source.error(&self.span, self.field.clone(), found, expected)
    }

    /// A case that cannot be read, with the id that it has or else its place.
    fn unreadable(&self, problem: CaseError) -> Case {
        let id = self.table().ok().and_then(|table| table.get("id")?.string().ok());
        Case {
            id: id.unwrap_or_else(|| self.field.clone()),
            line: self.source.line(&self.span),
            problem: Some(problem),
            ..Case::default()
        }
    }

    fn wrong_kind(&self, expected: &str) -> CaseError {
        let kind = self.value.type_str();
        let article = if kind.starts_with(['a', 'i']) { "an" } else { "a" };
        self.wrong(format!("{article} {kind}"), expected)
    }

    fn string(&self) -> Result<String, CaseError> {
        let text = self.value.as_str().ok_or_else(|| self.wrong_kind("a string"))?;
        if text.trim().is_empty() {
            return Err(self.wrong("an empty string", "something in it"));
        }
        Ok(text.to_owned())
    }

    fn notation(&self) -> Result<Text, CaseError> {
        Ok(Text {
            text: self.string()?,
            line: self.source.line(&self.span),
            field: self.field.clone(),
        })
    }

    fn flag(&self) -> Result<bool, CaseError> {
        self.value.as_bool().ok_or_else(|| self.wrong_kind("true or false"))
    }

    fn list(&self) -> Result<Vec<Item<'a>>, CaseError> {
        let list = self.value.as_array().ok_or_else(|| self.wrong_kind("a list"))?;
        let items = list.iter().enumerate();
        Ok(items
            .map(|(place, item)| Item::of(self.source, item, format!("{}[{place}]", self.field)))
            .collect())
    }

    fn notations(&self) -> Result<Vec<Text>, CaseError> {
        self.list()?.iter().map(Item::notation).collect()
    }

    fn strings(&self) -> Result<Vec<String>, CaseError> {
        self.list()?.iter().map(Item::string).collect()
    }

    /// The items of a list as JSON.
    fn values(&self) -> Result<Vec<Value>, CaseError> {
        self.list()?.iter().map(Item::json).collect()
    }

    fn table(&self) -> Result<Fields<'a>, CaseError> {
        let table = self.value.as_table().ok_or_else(|| self.wrong_kind("a table"))?;
        Ok(Fields::of(self.source, table, self.field.clone(), self.span.clone()))
    }

    fn json(&self) -> Result<Value, CaseError> {
        match self.value {
            DeValue::String(text) => Ok(Value::from(text.as_ref())),
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
                .map(Value::from)
                .map_err(|_| self.wrong(format!("the integer {number}"), "one of at most 64 bits")),
            DeValue::Float(_) => self.float().map(Value::from),
            DeValue::Boolean(flag) => Ok(Value::from(*flag)),
            DeValue::Datetime(_) => Err(self.wrong_kind("something that JSON has")),
            DeValue::Array(_) => self.values().map(Value::Array),
            DeValue::Table(_) => self.table()?.json(),
        }
    }

    fn float(&self) -> Result<f64, CaseError> {
        let number = match self.value {
            DeValue::Float(number) => number.as_str().parse().ok(),
            DeValue::Integer(number) => number.as_str().parse().ok(),
            _ => None,
        };
        number
            .filter(|number: &f64| number.is_finite())
            .ok_or_else(|| self.wrong_kind("a finite number"))
    }

    /// A number, also as a text, or a fraction such as `"1/14"`.
    fn probability(&self) -> Result<f64, CaseError> {
        let number = match self.value.as_str() {
            None => self.float()?,
            Some(text) => fraction(text)
                .ok_or_else(|| self.wrong(format!("`{text}`"), "a number or a fraction such as `1/14`"))?,
        };
        if (0.0..=1.0).contains(&number) {
            Ok(number)
        } else {
            Err(self.wrong(number.to_string(), "a probability"))
        }
    }

    fn whole_number(&self) -> Result<i64, CaseError> {
        self.value
            .as_integer()
            .and_then(|number| i64::from_str_radix(number.as_str(), number.radix()).ok())
            .ok_or_else(|| self.wrong_kind("a whole number"))
    }

    /// A whole number that is not negative.
    fn count(&self) -> Result<i64, CaseError> {
        match self.whole_number()? {
            number if number < 0 => Err(self.wrong(number.to_string(), "0 or more")),
            number => Ok(number),
        }
    }

    fn probabilities(&self) -> Result<Vec<(Text, f64)>, CaseError> {
        let outcomes = self.table()?.entries().into_iter().map(|(name, item)| {
            let text = Text {
                text: name.to_owned(),
                line: self.source.line(&item.span),
                field: self.field.clone(),
            };
            Ok((text, item.probability()?))
        });
        outcomes.collect()
    }

    fn query(&self, text: &str) -> Result<Query, CaseError> {
        Query::parse(text).map_err(|error| self.wrong(format!("`{text}` ({error})"), JSON_PATH))
    }
}

impl<'a> Fields<'a> {
    fn of(source: &'a Source<'a>, table: &'a DeTable<'a>, field: String, span: Range<usize>) -> Fields<'a> {
        Fields {
            source,
            table,
            field,
            span,
        }
    }

    fn path(&self, name: &str) -> String {
        if self.field.is_empty() {
            name.to_owned()
        } else {
            format!("{}.{name}", self.field)
        }
    }

    /// The entries in the order in which they are written.
    fn entries(&self) -> Vec<(&'a str, Item<'a>)> {
        let mut entries: Vec<_> = self.table.iter().collect();
        entries.sort_by_key(|(name, _)| name.span().start);
        let items = entries.into_iter().map(|(name, value)| {
            let name: &'a str = name.get_ref();
            (name, Item::of(self.source, value, self.path(name)))
        });
        items.collect()
    }

    fn get(&self, name: &str) -> Option<Item<'a>> {
        self.table
            .get(name)
            .map(|value| Item::of(self.source, value, self.path(name)))
    }

    fn required(&self, name: &str, expected: &str) -> Result<Item<'a>, CaseError> {
        self.get(name)
            .ok_or_else(|| self.source.error(&self.span, self.path(name), "nothing", expected))
    }

    fn allow(&self, known: &[&str]) -> Result<(), CaseError> {
        let strange = self
            .table
            .keys()
            .filter(|name| !known.contains(&name.get_ref().as_ref()));
        match strange.min_by_key(|name| name.span().start) {
            None => Ok(()),
            Some(name) => {
                let expected = format!("one of: {}", known.join(", "));
                Err(self
                    .source
                    .error(&name.span(), self.path(name.get_ref()), "an unknown field", expected))
            }
        }
    }

    fn json(&self) -> Result<Value, CaseError> {
        if self.table.len() == 1
            && let Some(null) = self.get(NULL)
        {
            return if null.flag()? {
                Ok(Value::Null)
            } else {
                Err(null.wrong("false", "true, for JSON's null"))
            };
        }
        let fields = self
            .entries()
            .into_iter()
            .map(|(name, item)| Ok((name.to_owned(), item.json()?)));
        fields
            .collect::<Result<Map<String, Value>, CaseError>>()
            .map(Value::Object)
    }
}

fn fraction(text: &str) -> Option<f64> {
    let Some((over, under)) = text.split_once('/') else {
        let number: f64 = text.trim().parse().ok()?;
        return number.is_finite().then_some(number);
    };
    let (over, under): (u64, u64) = (over.trim().parse().ok()?, under.trim().parse().ok()?);
    (under > 0).then(|| over as f64 / under as f64)
}

fn read_case(fields: &Fields, positions: &Positions) -> Result<Case, CaseError> {
    if fields.get("campaign").is_some() {
        fields.allow(CAMPAIGN_CASE_FIELDS)?;
    } else {
        fields.allow(CASE_FIELDS)?;
    }
    if fields.get("invalid").is_some() && fields.get("campaign").is_none() {
        fields.allow(INVALID_CASE_FIELDS)?;
    }
    let texts = |name| fields.get(name).map_or_else(|| Ok(Vec::new()), |item| item.notations());
    let flag = |name| fields.get(name).map_or(Ok(false), |item| item.flag());
    let optional_table = |name| match fields.get(name) {
        Some(item) => item.table().map(|table| table.entries()),
        None => Ok(Vec::new()),
    };
    let optional_texts = |name| fields.get(name).map(|item| item.notations()).transpose();
    let start = read_start(fields, positions)?;
    let edits = read_edits(fields, &start)?;
    let mut expect = Vec::new();
    for (path, value) in optional_table("expect")? {
        expect.push((value.query(path)?, value.json()?));
    }
    let mut any_order = Vec::new();
    for (path, list) in optional_table("expect-any-order")? {
        any_order.push((list.query(path)?, list.values()?));
    }
    let count = |name| fields.get(name).map(|item| item.count()).transpose();
    let mut absent = Vec::new();
    if let Some(item) = fields.get("expect-absent") {
        for path in item.list()? {
            absent.push(path.query(&path.string()?)?);
        }
    }
    let rules = fields.required("rules", RULES)?;
    let case = Case {
        id: fields.required("id", "an id of its own")?.string()?,
        rules: rules.strings()?,
        about: fields.required("about", "what the case shows")?.string()?,
        line: fields.source.line(&fields.span),
        problem: None,
        start,
        edits,
        overrides: flag("override")?,
        steps: texts("steps")?,
        auto: flag("auto")?,
        node: fields.get("node").map(|item| item.notation()).transpose()?,
        illegal: texts("illegal")?,
        legal: optional_texts("legal")?,
        legal_include: texts("legal-include")?,
        legal_exclude: texts("legal-exclude")?,
        legal_count: count("legal-count")?,
        outcomes: fields.get("outcomes").map(|item| item.probabilities()).transpose()?,
        outcomes_include: fields
            .get("outcomes-include")
            .map_or_else(|| Ok(Vec::new()), |item| item.probabilities())?,
        outcomes_count: count("outcomes-count")?,
        ends: count("ends")?,
        result: fields.get("result").map(|item| item.notation()).transpose()?,
        value: fields.get("value").map(|item| item.probability()).transpose()?,
        figures: read_figures(fields)?,
        expect,
        any_order,
        absent,
        invalid: fields.get("invalid").map(|item| item.strings()).transpose()?,
        heists: read_heists(fields)?,
    };
    if case.rules.is_empty() {
        return Err(rules.wrong("no ids", RULES));
    }
    Ok(case)
}

/// `change` and `append`: edits of the position.
fn read_edits(fields: &Fields, start: &Start) -> Result<Vec<Edit>, CaseError> {
    let mut edits = Vec::new();
    for name in ["change", "append"] {
        let Some(item) = fields.get(name) else { continue };
        if matches!(start, Start::Setup(_)) {
            return Err(item.wrong("edits of a setup", "edits of a position"));
        }
        for (pointer, value) in item.table()?.entries() {
            if !pointer.starts_with('/') {
                return Err(value.wrong(format!("`{pointer}`"), JSON_POINTER));
            }
            let pointer = pointer.to_owned();
            edits.push(match name {
                "append" => Edit::Append(pointer, value.values()?),
                _ => Edit::Set(pointer, value.json()?),
            });
        }
    }
    Ok(edits)
}

/// `figures`: by their names.
fn read_figures(fields: &Fields) -> Result<Vec<(String, i64)>, CaseError> {
    let Some(item) = fields.get("figures") else {
        return Ok(Vec::new());
    };
    let figures = item.table()?.entries().into_iter();
    figures
        .map(|(name, figure)| Ok((name.to_owned(), figure.whole_number()?)))
        .collect()
}

/// `heists`: those of a campaign, in order.
fn read_heists(fields: &Fields) -> Result<Vec<Heist>, CaseError> {
    let Some(list) = fields.get("heists") else {
        return Ok(Vec::new());
    };
    list.list()?.iter().map(read_heist).collect()
}

fn read_heist(item: &Item) -> Result<Heist, CaseError> {
    let fields = item.table()?;
    fields.allow(HEIST_FIELDS)?;
    let setup = fields.get("setup").map(|item| item.table()).transpose()?;
    let setup = match setup.map(|table| table.json()).transpose()? {
        Some(Value::Object(fields)) => fields,
        _ => Map::new(),
    };
    let seed = fields.get("seed").map(|item| item.count()).transpose()?;
    Ok(Heist {
        field: item.field.clone(),
        choose: fields.get("choose").map(|item| item.table()?.json()).transpose()?,
        setup,
        seed: seed.unwrap_or(1) as u64,
        result: fields.required("result", "how the heist ended")?.string()?,
        value: fields
            .required("value", "what the team achieved, from 0 to 1")?
            .probability()?,
        figures: read_figures(&fields)?,
    })
}

/// The named positions of a file.
type Positions = [(String, Result<Value, CaseError>)];

fn read_start(fields: &Fields, positions: &Positions) -> Result<Start, CaseError> {
    if let Some(campaign) = fields.get("campaign") {
        return if campaign.value.is_table() {
            Ok(Start::Campaign(campaign.table()?.json()?))
        } else {
            match campaign.string()? {
                name if name.ends_with(".json") => Ok(Start::CampaignFile(name)),
                name => Err(campaign.wrong(format!("`{name}`"), "a table, the setup it begins with, or a JSON file")),
            }
        };
    }
    match (fields.get("position"), fields.get("setup")) {
        (Some(position), None) if position.value.is_table() => Ok(Start::Position(position.json()?)),
        (Some(position), None) => {
            let name = position.string()?;
            if positions.iter().any(|(known, _)| *known == name) {
                Ok(Start::Named(name))
            } else if name.ends_with(".json") {
                Ok(Start::File(name))
            } else {
                let known: Vec<&str> = positions.iter().map(|(name, _)| name.as_str()).collect();
                let expected = if known.is_empty() {
                    "a table or a JSON file, as the file has no `positions`".to_owned()
                } else {
                    format!("a table, a JSON file, or one of the positions: {}", known.join(", "))
                };
                Err(position.wrong(format!("`{name}`"), expected))
            }
        }
        (None, Some(setup)) => Ok(Start::Setup(setup.table()?.json()?)),
        (Some(_), Some(setup)) => Err(setup.wrong("both a position and a setup", "one of them")),
        (None, None) => Err(fields.source.error(
            &fields.span,
            fields.path("position"),
            "neither a position nor a setup",
            "one of them",
        )),
    }
}
