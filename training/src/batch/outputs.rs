//! Where a batch writes: rows of the caller's memory.

use super::sharing::Cut;

/// Rows of cells, one a game: `width` cells each, one row after the other.
pub struct Rows<'a, T> {
    cells: &'a mut [T],
    width: usize,
}

impl<'a, T> Rows<'a, T> {
    /// Rows of a width.
    pub fn new(cells: &'a mut [T], width: usize) -> Rows<'a, T> {
        Rows { cells, width }
    }

    /// One row.
    pub fn one(cells: &'a mut [T]) -> Rows<'a, T> {
        let width = cells.len();
        Rows { cells, width }
    }

    /// A row.
    #[inline]
    pub fn row(&mut self, row: usize) -> &mut [T] {
        &mut self.cells[row * self.width..][..self.width]
    }

    /// The first `rows` rows, and the others.
    pub fn split(self, rows: usize) -> (Rows<'a, T>, Rows<'a, T>) {
        let (first, others) = self.cells.split_at_mut(rows * self.width);
        let part = |cells| Rows {
            cells,
            width: self.width,
        };
        (part(first), part(others))
    }
}

impl<T: Send> Cut for Rows<'_, T> {
    fn cut(self, rows: usize) -> (Self, Self) {
        self.split(rows)
    }
}

/// The rows of a column that may not be wanted, in two parts.
fn split<T>(rows: Option<Rows<'_, T>>, count: usize) -> (Option<Rows<'_, T>>, Option<Rows<'_, T>>) {
    rows.map(|rows| rows.split(count)).unzip()
}

/// Lists the columns of [`Outputs`] once: what each holds, its name and the type of its cells.
macro_rules! outputs {
    ($($(#[$about:meta])+ $field:ident: $cell:ty,)+) => {
        /// Where rows are written, column by column; what is not wanted is not written.
        #[derive(Default)]
        pub struct Outputs<'a> { $($(#[$about])+ pub $field: Option<Rows<'a, $cell>>,)+ }

        impl Cut for Outputs<'_> {
            fn cut(self, rows: usize) -> (Self, Self) {
                $(let $field = split(self.$field, rows);)+
                (Outputs { $($field: $field.0,)+ }, Outputs { $($field: $field.1,)+ })
            }
        }
    };
}

outputs! {
    /// Who decides now, or would in a game that was given up; [`TERMINAL_PLAYER`](super::TERMINAL_PLAYER) in a
    /// game that is over.
    players: i8,
    /// The legal actions, a cell for each action of the game; none in a game that is over.
    mask: bool,
    /// The same in bits, the lowest first.
    packed_mask: u8,
    /// The observation, a cell for each feature, 1 for active ones: what the player who decides knows; in a
    /// game that is over, the one who decided last.
    dense_bytes: u8,
    /// The same as floats.
    dense_floats: f32,
    /// The active features, ascending, then -1: at least as many cells as can be active.
    sparse: i32,
    /// How many of them.
    counts: i32,
    /// The result's value where the game ended in this step, else 0.
    rewards: f32,
    /// What shaping adds to the reward of this step.
    shaping: f32,
    /// Whether the game ended in this step by the rules.
    terminated: bool,
    /// Whether it was given up in this step.
    truncated: bool,
    /// The place of the ending among those of the game where it ended by the rules, else -1.
    endings: i8,
    /// The figures, a cell for each figure of the game.
    figures: i32,
    /// Decisions of the game so far; of the whole game where it ended in this step.
    lengths: i32,
    /// Where the game began: the place among the starts, or -1.
    starts: i32,
    /// As `dense_bytes`, of games that ended in this step and were replaced in the same; other rows are left
    /// alone.
    final_dense_bytes: u8,
    /// The same as floats.
    final_dense_floats: f32,
    /// As `sparse`, of such games.
    final_sparse: i32,
    /// As `counts`, of such games.
    final_counts: i32,
    /// As `players`, of such games.
    final_players: i8,
    /// As `figures`, of such games.
    final_figures: i32,
    /// As `mask`, of such games.
    final_mask: bool,
    /// The index of a uniformly random legal action; 0 in a game that is over.
    samples: i64,
}
