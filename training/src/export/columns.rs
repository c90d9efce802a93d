//! Rows by column.

use heist_engine::describe::kept_names;
use heist_engine::game::Encode;
use heist_engine::registry::GameInfo;

use crate::record::NO_EXPERT;
use crate::rows::Row;

/// Rows of a table, column by column.
///
/// A cell of a list column is a list. The lists of a column lie one after the other, and the offsets, one more than
/// there are rows, say where each begins: row `i` has the values from `offsets[i]` to before `offsets[i + 1]`.
#[derive(Clone, PartialEq, Debug)]
pub struct Columns {
    columns: Vec<Column>,
    offsets: [Vec<u64>; List::ALL.len()],
    features: Vec<u32>,
}

/// A column.
#[derive(Clone, PartialEq, Debug)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Which list a cell is, if it is one. Columns of the same list have lists of the same lengths.
    pub list: Option<List>,
    /// The cells, or all their values.
    pub values: Values,
}

/// The lists of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum List {
    /// The active features.
    Features,
    /// The legal actions.
    Legal,
    /// The moves that were looked at.
    Moves,
}

impl List {
    /// Every list.
    pub const ALL: [List; 3] = [List::Features, List::Legal, List::Moves];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            List::Features => "features",
            List::Legal => "legal",
            List::Moves => "moves",
        }
    }
}

/// Numbers of one type.
#[derive(Clone, PartialEq, Debug)]
pub enum Values {
    /// 32 bits, from 0.
    U32(Vec<u32>),
    /// 64 bits, from 0.
    U64(Vec<u64>),
    /// 32 bits with a sign.
    I32(Vec<i32>),
    /// Single precision.
    F32(Vec<f32>),
    /// Double precision.
    F64(Vec<f64>),
}

/// A type of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// See [`Values::U32`].
    U32,
    /// See [`Values::U64`].
    U64,
    /// See [`Values::I32`].
    I32,
    /// See [`Values::F32`].
    F32,
    /// See [`Values::F64`].
    F64,
}

impl Values {
    fn new(of: Type) -> Values {
        match of {
            Type::U32 => Values::U32(Vec::new()),
            Type::U64 => Values::U64(Vec::new()),
            Type::I32 => Values::I32(Vec::new()),
            Type::F32 => Values::F32(Vec::new()),
            Type::F64 => Values::F64(Vec::new()),
        }
    }

    /// What they are.
    pub fn type_of(&self) -> Type {
        match self {
            Values::U32(_) => Type::U32,
            Values::U64(_) => Type::U64,
            Values::I32(_) => Type::I32,
            Values::F32(_) => Type::F32,
            Values::F64(_) => Type::F64,
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Values::U32(values) => values.len(),
            Values::U64(values) => values.len(),
            Values::I32(values) => values.len(),
            Values::F32(values) => values.len(),
            Values::F64(values) => values.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds values of the same type.
    fn append(&mut self, other: Values) {
        match (self, other) {
            (Values::U32(values), Values::U32(others)) => values.extend(others),
            (Values::U64(values), Values::U64(others)) => values.extend(others),
            (Values::I32(values), Values::I32(others)) => values.extend(others),
            (Values::F32(values), Values::F32(others)) => values.extend(others),
            (Values::F64(values), Values::F64(others)) => values.extend(others),
            (values, others) => debug_assert!(false, "{:?} and {:?}", values.type_of(), others.type_of()),
        }
    }

    fn clear(&mut self) {
        match self {
            Values::U32(values) => values.clear(),
            Values::U64(values) => values.clear(),
            Values::I32(values) => values.clear(),
            Values::F32(values) => values.clear(),
            Values::F64(values) => values.clear(),
        }
    }
}

/// The columns that every game has; after them come the figures of the result.
const FIXED: &[(&str, Option<List>, Type)] = &[
    ("shard", None, Type::U32),
    ("run", None, Type::U32),
    ("game", None, Type::U64),
    ("step", None, Type::U32),
    ("seat", None, Type::U32),
    ("turn", None, Type::U32),
    ("features", Some(List::Features), Type::U32),
    ("legal", Some(List::Legal), Type::U32),
    ("moves", Some(List::Moves), Type::U32),
    ("alike", Some(List::Moves), Type::U32),
    ("visits", Some(List::Moves), Type::U32),
    ("values", Some(List::Moves), Type::F32),
    ("errors", Some(List::Moves), Type::F32),
    ("differences", Some(List::Moves), Type::F32),
    ("difference_errors", Some(List::Moves), Type::F32),
    ("played", None, Type::U32),
    ("expert", None, Type::I32),
    ("surprise", None, Type::F32),
    ("value", None, Type::F64),
    ("ending", None, Type::I32),
    ("stake_lost", None, Type::U32),
    ("turns_left", None, Type::U32),
];

impl Columns {
    /// Empty columns of a game.
    pub fn new<G: Encode>() -> Columns {
        Columns::of(&GameInfo::of::<G>())
    }

    /// The same, of a game without its types.
    pub fn of(game: &GameInfo) -> Columns {
        let column = |name: String, list, of| Column {
            name,
            list,
            values: Values::new(of),
        };
        let fixed = FIXED.iter().map(|&(name, list, of)| column(name.to_owned(), list, of));
        let figures = kept_names(game.figures).map(|name| column(figure_column(name), None, Type::I32));
        Columns {
            columns: fixed.chain(figures).collect(),
            offsets: List::ALL.map(|_| vec![0]),
            features: Vec::new(),
        }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.offsets[0].len() - 1
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets all rows.
    pub fn clear(&mut self) {
        self.columns.iter_mut().for_each(|column| column.values.clear());
        self.offsets.iter_mut().for_each(|offsets| offsets.truncate(1));
    }

    /// Adds the rows of another table of the same game.
    pub fn append(&mut self, other: Columns) {
        for (column, others) in self.columns.iter_mut().zip(other.columns) {
            column.values.append(others.values);
        }
        for (offsets, others) in self.offsets.iter_mut().zip(other.offsets) {
            let end = offsets.last().copied().unwrap_or_default();
            offsets.extend(others.iter().skip(1).map(|offset| end + offset));
        }
    }

    /// The columns.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Where the lists of the rows begin, and at last where the last one ends.
    pub fn offsets(&self, list: List) -> &[u64] {
        &self.offsets[list as usize]
    }

    /// The columns, and the offsets in the order of [`List::ALL`].
    pub fn into_parts(self) -> (Vec<Column>, [Vec<u64>; List::ALL.len()]) {
        (self.columns, self.offsets)
    }

    /// Adds a row of a shard, given by its place among the shards.
    pub fn push<G: Encode>(&mut self, shard: u32, row: &Row<'_, G>) {
        let mut features = std::mem::take(&mut self.features);
        row.view.features(row.seat, &mut features);
        let decision = row.decision;
        let ending = G::ENDINGS.iter().position(|ending| *ending == row.result.ending);
        let expert = row
            .legal
            .get(usize::from(decision.expert))
            .filter(|_| decision.expert != NO_EXPERT);
        let index = |action: G::Action| G::action_index(action) as u32;

        let mut cells = Cells(self.columns.iter_mut());
        cells.u32([shard]);
        cells.u32([row.game.run.into()]);
        cells.u64([row.game.number]);
        cells.u32([decision.step]);
        cells.u32([row.seat.0.into()]);
        cells.u32([row.view.turn()]);
        cells.u32(features.iter().copied());
        cells.u32(row.legal.iter().map(|&action| index(action)));
        cells.u32(row.moves().map(|(action, _)| index(action)));
        cells.u32(row.moves().map(|(_, of)| of.alike.into()));
        cells.u32(row.moves().map(|(_, of)| of.visits));
        cells.f32(row.moves().map(|(_, of)| of.value));
        cells.f32(row.moves().map(|(_, of)| of.error));
        cells.f32(row.moves().map(|(_, of)| of.difference));
        cells.f32(row.moves().map(|(_, of)| of.difference_error));
        cells.u32([index(row.legal[row.played])]);
        cells.i32([expert.map_or(-1, |&action| index(action) as i32)]);
        cells.f32([decision.surprise]);
        cells.f64([row.result.value]);
        cells.i32([ending.map_or(-1, |place| place as i32)]);
        cells.u32([row.stake_lost]);
        cells.u32([row.turns_left]);
        row.result.figures.iter().for_each(|&figure| cells.i32([figure]));

        let lengths = [features.len(), row.legal.len(), decision.moves.len()];
        for (offsets, length) in self.offsets.iter_mut().zip(lengths) {
            let end = offsets.last().copied().unwrap_or_default() + length as u64;
            offsets.push(end);
        }
        self.features = features;
    }
}

/// The name of a figure's column.
fn figure_column(figure: &str) -> String {
    format!("figure_{}", figure.replace([' ', '-'], "_"))
}

/// Fills the columns of a row from left to right. A result may have room for more figures than the game keeps: what is
/// past the last column is passed over.
struct Cells<'a>(std::slice::IterMut<'a, Column>);

macro_rules! cells {
    ($($fill:ident: $cell:ty, $kind:ident;)+) => {
        impl Cells<'_> {
            $(fn $fill(&mut self, cells: impl IntoIterator<Item = $cell>) {
                match self.0.next().map(|column| &mut column.values) {
                    Some(Values::$kind(values)) => values.extend(cells),
                    Some(other) => debug_assert!(false, "a column of {:?} gets {}", other.type_of(), stringify!($cell)),
                    None => {}
                }
            })+
        }
    };
}

cells! {
    u32: u32, U32;
    u64: u64, U64;
    i32: i32, I32;
    f32: f32, F32;
    f64: f64, F64;
}
