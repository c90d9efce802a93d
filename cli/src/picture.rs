//! The picture of a state as an SVG file.

use std::path::PathBuf;

use clap::Args;
use heist_draw::any::draw_svg;
use heist_draw::{Layout, SvgStyle, Theme};
use heist_engine::any::AnyState;

use crate::failure::Failure;
use crate::files::{self, Existing};

/// Where a picture goes, if it is wanted, and how it is drawn.
#[derive(Clone, Debug, Args)]
pub struct SvgOption {
    /// Also write the picture as SVG to FILE
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    svg: Option<PathBuf>,

    /// Draw the SVG for a phone, with its parts below each other
    #[arg(long, requires = "svg", help_heading = "Output")]
    narrow: bool,

    /// Draw the SVG in light colours on a dark background
    #[arg(long, requires = "svg", help_heading = "Output")]
    dark: bool,

    /// Replace the SVG file if it is there already
    #[arg(long, requires = "svg", help_heading = "Output")]
    force: bool,
}

impl SvgOption {
    /// Whether there is to be a picture at all.
    pub fn is_wanted(&self) -> bool {
        self.svg.is_some()
    }

    /// An error if the file could not be written later, before any work is done for it.
    pub fn check(&self) -> Result<(), Failure> {
        match &self.svg {
            Some(path) => files::check_target(path, Existing::forced(self.force)),
            None => Ok(()),
        }
    }

    /// Writes the picture of a state, if it is wanted, with what just happened.
    pub fn write(&self, state: &dyn AnyState, happened: Option<String>) -> Result<(), Failure> {
        let Some(path) = &self.svg else { return Ok(()) };
        let style = SvgStyle {
            layout: if self.narrow { Layout::Narrow } else { Layout::Wide },
            theme: if self.dark { Theme::Dark } else { Theme::Light },
            happened,
            ..SvgStyle::default()
        };
        let picture = draw_svg(state, &style);
        files::write_atomically(path, Existing::forced(self.force), |out| {
            out.write_all(picture.as_bytes())?;
            out.write_all(b"\n")
        })
    }
}
