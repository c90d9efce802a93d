//! The lock in words and as a picture.

use heist_draw::block::{Block, PADDING};
use heist_draw::letters::Font;
use heist_draw::picture::Pen;
use heist_draw::{Draw, Style, SvgStyle};
use heist_engine::Game;

use crate::{Action, LuckyLock, Outcome, PINS, TURNS};

impl LuckyLock {
    fn lines(&self) -> [String; 3] {
        let pins = "|".repeat(self.pins.into()) + &".".repeat((PINS - self.pins.min(PINS)).into());
        [
            format!("Pins:  {pins}"),
            format!("Noise: {} of {}", self.noise, self.patience),
            format!("Turn:  {} of {TURNS}", self.turn.min(TURNS)),
        ]
    }
}

impl Draw for LuckyLock {
    fn draw_text(&self, _style: &Style) -> String {
        self.lines().map(|line| line + "\n").concat()
    }

    fn draw_svg(&self, style: &SvgStyle) -> String {
        let pen = Pen::of(style);
        let width = style.layout.room();
        let heading = pen.heading(Self::NAME, "", &self.explain_node(), width);
        let lines = self.lines();
        let texts = lines
            .iter()
            .map(|line| Block::text(line, Font::plain(14.0), pen.palette.ink, width - 2.0 * PADDING));
        let lock = Block::column(texts, 4.0)
            .panel(width, pen.palette)
            .part("board", "The lock", 0.0);
        pen.document(self, &lines.join(", "), Block::column([heading, lock], 8.0))
    }

    fn explain(&self, action: Action) -> String {
        match action {
            Action::Pick => "Pick the lock: a die sets a pin on 4 to 6, and makes noise on 1.".to_owned(),
            Action::Drill => "Drill: sets a pin and makes noise.".to_owned(),
            Action::Oil => "Oil the lock: the next pick sets a pin on 3 as well, and makes no noise.".to_owned(),
        }
    }

    fn explain_outcome(&self, Outcome(pips): Outcome) -> String {
        format!("The die shows {pips}.")
    }
}
