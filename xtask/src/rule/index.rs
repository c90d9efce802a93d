//! What the project says about its rule ids: ledgers, documents, code, rows of data, tests and cases.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::document::{self, Passage, words};
use super::scan;

/// A test proves the ids that it names if they are no more than this.
pub const MOST_IDS: usize = 6;

/// An id of a ledger.
#[derive(Debug)]
pub struct Entry {
    pub id: String,
    /// The section of the rules document, or the data file whose row it is.
    pub section: String,
    /// The first words of the rule.
    pub words: String,
}

/// A place that names an id.
#[derive(Debug)]
pub struct Place {
    /// The file, from the root of the project.
    pub path: String,
    pub line: usize,
    /// The signature of the function, the name of the case, the row.
    pub text: String,
    /// The comment that names the id.
    pub comment: String,
    /// How many ids the item, case or row names.
    pub names: usize,
}

/// One game's ids and where they stand.
#[derive(Debug)]
pub struct Game {
    pub id: String,
    pub entries: Vec<Entry>,
    /// The rules that no code carries out, with the reason (`not_in_code.csv`).
    pub excused: BTreeMap<String, String>,
    /// The path of the rules document and its text.
    pub document: (String, String),
    pub rows: BTreeMap<String, Vec<Place>>,
    pub code: BTreeMap<String, Vec<Place>>,
    pub tests: BTreeMap<String, Vec<Place>>,
}

impl Game {
    pub fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// What the rules document says under an id.
    pub fn passage(&self, id: &str) -> Option<Passage> {
        let ids = self.entries.iter().map(|entry| entry.id.as_str()).collect();
        document::find(&self.document.1, id, &ids)
    }

    /// Whether an id is the row of a data file rather than a rule of the document.
    pub fn is_row(entry: &Entry) -> bool {
        entry.section.ends_with(".csv") || entry.section.ends_with(".toml")
    }

    /// Whether the code carries an id out: an item that names it, or the row of data that it is. A row that is a text
    /// for people carries nothing out.
    pub fn is_in_code(&self, entry: &Entry) -> bool {
        let mut rows = self.rows.get(&entry.id).into_iter().flatten();
        self.code.contains_key(&entry.id) || Game::is_row(entry) && rows.any(|row| !row.text.contains("text = \""))
    }

    /// Whether a test proves an id.
    pub fn is_tested(&self, entry: &Entry) -> bool {
        let tests = self.tests.get(&entry.id).into_iter().flatten();
        tests.into_iter().any(|test| test.names <= MOST_IDS)
    }
}

/// Reads all games of the project.
pub fn read(root: &Path) -> io::Result<Vec<Game>> {
    let mut games = Vec::new();
    for folder in entries_of(&root.join("engine/data"))? {
        if folder.join("ledger.csv").is_file() {
            games.push(read_game(root, &folder)?);
        }
    }
    let mut index = Index { root, games };
    for file in sources(root)? {
        index.read_file(&file)?;
    }
    Ok(index.games)
}

/// The files of all packages but this one, whose own tests name ids that are no rules.
fn sources(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for package in entries_of(root)?
        .into_iter()
        .chain(entries_of(&root.join("engine/games"))?)
    {
        if !package.ends_with("xtask") && package.join("Cargo.toml").is_file() {
            files.extend(files_below(&package.join("src"))?);
            files.extend(files_below(&package.join("tests"))?);
        }
    }
    Ok(files)
}

fn read_text(path: &Path) -> io::Result<String> {
    fs::read_to_string(path).map_err(|error| with_path(path, &error))
}

fn with_path(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// What a folder holds, sorted.
fn entries_of(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).map_err(|error| with_path(folder, &error))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// All files of a folder and of those inside it; none if there is no such folder.
fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    if folder.is_dir() {
        for path in entries_of(folder)? {
            if path.is_dir() {
                files.extend(files_below(&path)?)
            } else {
                files.push(path)
            }
        }
    }
    Ok(files)
}

/// A path as it is shown: from the root, with slashes.
fn shown(root: &Path, path: &Path) -> String {
    let path = path.strip_prefix(root).unwrap_or(path);
    let parts: Vec<_> = path
        .components()
        .map(|part| part.as_os_str().to_string_lossy())
        .collect();
    parts.join("/")
}

/// The cells of a line of a CSV file. No field of the project's tables runs over a line's end.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    for letter in line.chars() {
        match letter {
            // A doubled quotation mark closes and opens again; the text between two fields has none.
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(String::new()),
            letter => cells.last_mut().expect("there is always a cell").push(letter),
        }
    }
    cells
}

/// A row of a CSV file: the names of its columns and its cells.
struct Row(Vec<(String, String)>);

impl Row {
    fn get(&self, column: &str) -> Option<&str> {
        let found = self.0.iter().find(|(name, _)| name == column);
        found.map(|(_, cell)| cell.as_str())
    }

    /// A cell; empty if there is no such column.
    fn cell(&self, column: &str) -> String {
        self.get(column).unwrap_or_default().to_owned()
    }
}

/// The rows of a CSV file with their lines.
fn table(text: &str) -> impl Iterator<Item = (usize, Row)> {
    let mut lines = text.lines().zip(1..);
    let columns = lines.next().map(|(line, _)| cells(line)).unwrap_or_default();
    lines.map(move |(line, number)| (number, Row(columns.iter().cloned().zip(cells(line)).collect())))
}

fn read_game(root: &Path, folder: &Path) -> io::Result<Game> {
    let id = file_name(folder);
    let ledger = read_text(&folder.join("ledger.csv"))?;
    let entries = table(&ledger).map(|(_, row)| Entry {
        id: row.cell("id"),
        section: row.cell("section"),
        words: row.cell("words"),
    });
    let document = root.join("docs/rules").join(format!("{id}.md"));
    let mut game = Game {
        id,
        entries: entries.collect(),
        excused: BTreeMap::new(),
        document: (shown(root, &document), read_text(&document)?),
        rows: BTreeMap::new(),
        code: BTreeMap::new(),
        tests: BTreeMap::new(),
    };
    for path in files_below(folder)? {
        let text = read_text(&path)?;
        match file_name(&path).as_str() {
            "ledger.csv" => {}
            "not_in_code.csv" => {
                let reasons = table(&text).map(|(_, row)| (row.cell("id"), row.cell("reason")));
                game.excused.extend(reasons);
            }
            _ => read_rows(root, folder, &path, &text, &mut game),
        }
    }
    Ok(game)
}

/// The rows of a data file that are ids of the ledger: of a table by their `rule_id`, by `file:id`, or by an id of
/// their own behind a prefix of the ledger's (`tile.buffet_1`); elsewhere the lines that name one, have one as their
/// `id` or begin a table of its name. A whole file is a row if the ledger names it.
fn read_rows(root: &Path, folder: &Path, path: &Path, text: &str, game: &mut Game) {
    let mut found: Vec<(String, usize, String)> = Vec::new();
    let file = shown(folder, path);
    let whole = game
        .entries
        .iter()
        .filter(|entry| entry.section == file && is_file_id(&entry.id, &file));
    found.extend(whole.map(|entry| (entry.id.clone(), 1, text.lines().next().unwrap_or_default().to_owned())));
    let own = own_ids(&file_name(path), game);
    if path.extension().is_some_and(|extension| extension == "csv") {
        let stem = path.with_extension("");
        for (line, row) in table(text) {
            let id = row.get("rule_id").map(str::to_owned);
            let own_id = row.get("id").or_else(|| row.get("code")).unwrap_or_default();
            let id = id.unwrap_or_else(|| format!("{}:{own_id}", file_name(&stem)));
            let cells: Vec<String> = row.0.iter().map(|(name, cell)| format!("{name}: {cell}")).collect();
            let ids = row.0.iter().filter(|(column, _)| column.ends_with("_id"));
            let ids = ids.filter_map(|(_, cell)| own.get(cell).cloned());
            found.extend(ids.chain([id]).map(|id| (id, line, cells.join("\n"))));
        }
    } else {
        for (line, number) in text.lines().zip(1..) {
            let ids = line.split("id = \"").skip(1).filter_map(|rest| rest.split('"').next());
            let ids = ids.filter_map(|id| own.get(id).cloned());
            let stem = file_name(&path.with_extension(""));
            let quoted = line.split("id = \"").nth(1).and_then(|rest| rest.split('"').next());
            let headed = line
                .trim()
                .strip_prefix('[')
                .and_then(|rest| rest.trim_end_matches(']').rsplit('.').next());
            let rows = quoted.into_iter().chain(headed).map(|row| format!("{stem}:{row}"));
            let named = words(line).map(str::to_owned).chain(ids).chain(rows);
            found.extend(named.map(|id| (id, number, line.to_owned())));
        }
    }
    for (id, line, text) in found {
        if game.entry(&id).is_some() {
            add(&mut game.rows, &id, place(root, path, line, &text, "", 1));
        }
    }
}

/// Whether an id is that of a whole file: its folder and its name, `scenarios:tech-lab`.
fn is_file_id(id: &str, file: &str) -> bool {
    let path = file.rsplit_once('.').map_or(file, |(path, _)| path);
    path.rsplit_once('/')
        .is_some_and(|(folder, name)| id == format!("{folder}:{name}"))
}

/// The ids of the rows of a data file by what follows the prefix of each: `buffet_1` for `tile.buffet_1`.
fn own_ids(file: &str, game: &Game) -> BTreeMap<String, String> {
    let of_file = game.entries.iter().filter(|entry| entry.section == file);
    let parted = of_file.filter_map(|entry| entry.id.split_once('.').map(|(_, own)| (own, &entry.id)));
    parted.map(|(own, id)| (own.to_owned(), id.clone())).collect()
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn place(root: &Path, path: &Path, line: usize, text: &str, comment: &str, names: usize) -> Place {
    Place {
        path: shown(root, path),
        line,
        text: text.to_owned(),
        comment: comment.to_owned(),
        names,
    }
}

fn add(places: &mut BTreeMap<String, Vec<Place>>, id: &str, place: Place) {
    places.entry(id.to_owned()).or_default().push(place);
}

struct Index<'a> {
    root: &'a Path,
    games: Vec<Game>,
}

impl Index<'_> {
    fn read_file(&mut self, path: &Path) -> io::Result<()> {
        let is_test = is_below_tests(self.root, path);
        let extension = path.extension().unwrap_or_default();
        if extension == "rs" {
            self.read_rust(path, &read_text(path)?);
        } else if is_test && extension == "toml" {
            self.read_cases(path, &read_text(path)?);
        } else if is_test && extension == "json" {
            self.read_json_rows(path, &read_text(path)?);
        }
        Ok(())
    }

    /// The game that a file is about, if its path names one: in full, or by the first word of its id (`masters`).
    fn game_of(&self, path: &Path) -> Option<usize> {
        let path = path.strip_prefix(self.root).unwrap_or(path).with_extension("");
        let mut parts = path
            .components()
            .map(|part| part.as_os_str().to_string_lossy().replace('_', "-"));
        parts.find_map(|part| {
            let is_it =
                |game: &Game| game.id == part || game.id.split_once('-').is_some_and(|(first, _)| first == part);
            self.games.iter().position(is_it)
        })
    }

    /// The games and ids that a text names. In a file about no game an id counts if one game alone has it; one that
    /// several have (`H3`) counts for the game of the others beside it.
    fn named(&self, own: Option<usize>, text: &str) -> BTreeSet<(usize, String)> {
        let games_with = |word: &str| -> Vec<usize> {
            let places = 0..self.games.len();
            places
                .filter(|&place| self.games[place].entry(word).is_some())
                .collect()
        };
        let candidates: Vec<(&str, Vec<usize>)> = words(text).map(|word| (word, games_with(word))).collect();
        let mut sole = candidates.iter().filter_map(|(_, games)| match games[..] {
            [game] => Some(game),
            _ => None,
        });
        let own = own.or_else(|| sole.next().filter(|&first| sole.all(|game| game == first)));
        let counted = candidates.into_iter().filter_map(|(word, games)| {
            let game = match (own, &games[..]) {
                (Some(own), games) if games.contains(&own) => own,
                (None, &[game]) => game,
                _ => return None,
            };
            Some((game, word.to_owned()))
        });
        counted.collect()
    }

    fn read_rust(&mut self, path: &Path, text: &str) {
        let own = self.game_of(path);
        for item in scan::items(text) {
            if item.is_test {
                self.add_table_tests(path, &item);
            }
            if item.in_tests != item.is_test || is_below_tests(self.root, path) && !item.is_test {
                continue;
            }
            let mut comments: BTreeMap<(usize, String), String> = BTreeMap::new();
            for (_, comment) in &item.comments {
                for named in self.named(own, comment) {
                    comments.entry(named).or_insert_with(|| comment.clone());
                }
            }
            let names = comments.len();
            for ((game, id), comment) in comments {
                let place = place(self.root, path, item.line, &item.signature, &comment, names);
                let game = &mut self.games[game];
                let places = if item.is_test { &mut game.tests } else { &mut game.code };
                add(places, &id, place);
            }
        }
    }

    /// A test that reads a data file goes through its rows one by one.
    fn add_table_tests(&mut self, path: &Path, item: &scan::Item) {
        let Some(game) = self.game_of(path) else { return };
        let game = &mut self.games[game];
        let is_read = |entry: &&Entry| Game::is_row(entry) && item.strings.contains(&entry.section);
        for entry in game.entries.iter().filter(is_read) {
            let comment = format!("goes through the rows of {}", entry.section);
            let place = place(self.root, path, item.line, &item.signature, &comment, 1);
            add(&mut game.tests, &entry.id, place);
        }
    }

    /// The entries `[[...]]` of a TOML file with their lists of rules.
    fn read_cases(&mut self, path: &Path, text: &str) {
        let header = text.lines().find_map(|line| line.strip_prefix("game = "));
        let named = header.map(|name| name.trim_matches('"'));
        let own = self.games.iter().position(|game| Some(game.id.as_str()) == named);
        let own = own.or_else(|| self.game_of(path));
        let mut case = (0, String::new());
        let mut rules: Option<String> = None;
        for (line, number) in text.lines().zip(1..) {
            let line = line.trim();
            if line.starts_with("[[") {
                case = (number, line.to_owned());
            } else if let Some(name) = line.strip_prefix("id = ") {
                case.1 = format!("case {name}");
            }
            let list = line.strip_prefix("rules = ").map(str::to_owned);
            rules = match (rules.take(), list) {
                (Some(begun), _) => Some(begun + line),
                (None, list) => list,
            };
            if let Some(list) = rules.take_if(|list| list.ends_with(']') || !list.starts_with('[')) {
                self.add_test(path, own, (case.0, &case.1), &list);
            }
        }
    }

    /// The rows of a JSON file with their lists of rules, each on one line. An id in quotation marks may have letters
    /// that no word has (`tiles:$1`, `scenarios/rev-2021-01:the-lair`).
    fn read_json_rows(&mut self, path: &Path, text: &str) {
        let own = self.game_of(path);
        for (line, number) in text.lines().zip(1..) {
            let list = line
                .split_once("\"rules\": [")
                .and_then(|(_, rest)| rest.split_once(']'));
            if let Some((ids, _)) = list {
                let quoted = ids.split('"').skip(1).step_by(2);
                let mut named = self.named(own, ids);
                named.extend(quoted.flat_map(|id| self.games_with(own, id)));
                self.add_named(path, (number, line.trim()), named);
            }
        }
    }

    /// The games of a file that have an id: its own, or all if it is about none.
    fn games_with(&self, own: Option<usize>, id: &str) -> Vec<(usize, String)> {
        let games = (0..self.games.len()).filter(|&game| own.is_none_or(|own| own == game));
        let with = games.filter(|&game| self.games[game].entry(id).is_some());
        with.map(|game| (game, id.to_owned())).collect()
    }

    /// A case that names ids.
    fn add_test(&mut self, path: &Path, own: Option<usize>, place: (usize, &str), ids: &str) {
        let named = self.named(own, ids);
        self.add_named(path, place, named);
    }

    fn add_named(&mut self, path: &Path, (line, text): (usize, &str), named: BTreeSet<(usize, String)>) {
        let names = named.len();
        for (game, id) in named {
            let place = place(self.root, path, line, text, "", names);
            add(&mut self.games[game].tests, &id, place);
        }
    }
}

/// Whether a file holds tests only, wherever the project lies.
fn is_below_tests(root: &Path, path: &Path) -> bool {
    let path = path.strip_prefix(root).unwrap_or(path);
    path.components().any(|part| part.as_os_str() == "tests")
}

#[cfg(test)]
mod tests {
    use proc_macro2::{Delimiter, TokenStream, TokenTree};

    use super::*;

    /// `#[test]` and `#[tokio::test]` before functions, however deep they stand, and not in strings.
    fn test_attributes(tokens: TokenStream) -> usize {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let is_fn = |token: &TokenTree| matches!(token, TokenTree::Ident(name) if name == "fn");
        let mut count = 0;
        for (place, token) in tokens.iter().enumerate() {
            let TokenTree::Group(group) = token else { continue };
            count += test_attributes(group.stream());
            let last = group.stream().into_iter().last();
            if group.delimiter() == Delimiter::Bracket && matches!(last, Some(TokenTree::Ident(name)) if name == "test")
            {
                let mut rest = tokens[place..].iter().skip_while(|token| !is_fn(token)).skip(1);
                count += usize::from(matches!(rest.next(), Some(TokenTree::Ident(_))));
            }
        }
        count
    }

    #[test]
    fn a_folder_named_tests_around_the_project_says_nothing() {
        let root = Path::new("home/tests/project");
        assert!(is_below_tests(root, &root.join("engine/tests/cases.rs")));
        assert!(!is_below_tests(root, &root.join("engine/src/game.rs")));
    }

    /// The scanner finds every test of the project, however deep it stands. A macro's pattern of a test (`fn $name`) is
    /// none.
    #[test]
    fn every_test_attribute_belongs_to_a_test() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut count = 0;
        for path in sources(&root).expect("the project can be read") {
            if path.extension().is_some_and(|extension| extension == "rs") {
                let text = read_text(&path).expect("a source file");
                let expected = test_attributes(text.parse().expect("it is Rust"));
                let tests = scan::items(&text).iter().filter(|item| item.is_test).count();
                assert_eq!(tests, expected, "{}", path.display());
                count += tests;
            }
        }
        assert!(count > 500, "{count} tests");
    }

    /// A game of a few ids that are no words.
    fn masters() -> Game {
        let entry = |id: &str| Entry {
            id: id.to_owned(),
            section: "tiles.csv".to_owned(),
            words: String::new(),
        };
        Game {
            id: "masters-of-the-heist".to_owned(),
            entries: ["tiles:$1", "tiles:*", "maps/old:lair", "H5"].map(entry).into(),
            excused: BTreeMap::new(),
            document: (String::new(), String::new()),
            rows: BTreeMap::new(),
            code: BTreeMap::new(),
            tests: BTreeMap::new(),
        }
    }

    #[test]
    fn rows_of_json_files_name_ids_in_quotation_marks() {
        let mut index = Index {
            root: Path::new("root"),
            games: vec![masters()],
        };
        let path = Path::new("root/engine/tests/masters/rows/tiles.json");
        let text =
            "[\n{\"rules\": [\"tiles:$1\", \"tiles:*\"], \"code\": \"H5\"},\n{\"rules\": [\"maps/old:lair\"]}\n]";
        index.read_json_rows(path, text);
        let tests = &index.games[0].tests;
        let found: Vec<(&str, usize, usize)> = tests
            .iter()
            .map(|(id, places)| (id.as_str(), places[0].line, places[0].names))
            .collect();
        assert_eq!(found, [("maps/old:lair", 3, 1), ("tiles:$1", 2, 2), ("tiles:*", 2, 2)]);
    }

    #[test]
    fn a_folder_may_have_the_first_word_of_a_game() {
        let index = Index {
            root: Path::new("root"),
            games: vec![masters()],
        };
        let game_of = |path: &str| index.game_of(&Path::new("root").join(path));
        assert_eq!(game_of("engine/src/masters/setup.rs"), Some(0));
        assert_eq!(game_of("engine/tests/reference/masters_of_the_heist/x.rs"), Some(0));
        assert_eq!(game_of("engine/src/master/setup.rs"), None);
    }

    #[test]
    fn cells_are_parted_by_commas_outside_quotation_marks() {
        assert_eq!(cells("a,\"b, c\",,d"), ["a", "b, c", "", "d"]);
        assert_eq!(cells(""), [""]);
    }
}
