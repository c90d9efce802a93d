//! Masters of the Heist: the map of hexes, the table beside it, and what actions and outcomes mean.

mod actions;
mod answers;
mod board;
mod brief;
mod cards;
mod cells;
mod commits;
mod escape;
mod geometry;
mod hexes;
mod moves;
mod names;
mod outcomes;
mod panels;
mod people;
mod planning;
mod remarks;
mod sheet;
mod spots;
mod status;
mod table;
mod things;
mod token;
mod words;

use heist_engine::masters::{Action, MastersOfTheHeist, Outcome, Phase};

use self::things::Scene;
use crate::ink::{Line, render};
use crate::picture::Pen;
use crate::{BoardTable, Brief, Draw, Style, SvgStyle};

impl Draw for MastersOfTheHeist {
    fn draw_text(&self, style: &Style) -> String {
        text(&self.into(), style)
    }

    fn draw_svg(&self, style: &SvgStyle) -> String {
        let pen = Pen::of(style);
        pen.document(self, &sheet::description(self), sheet::sheet(&self.into(), &pen))
    }

    fn board_tables(&self) -> Vec<BoardTable> {
        vec![cells::table(&self.into())]
    }

    /// The map with the tokens and starts of the plan, as long as it is planned.
    fn draw_plan_text(&self, planned: &Self, style: &Style) -> Option<String> {
        scene(self, planned).map(|scene| render(&map(&scene, style), style))
    }

    fn draw_plan_svg(&self, planned: &Self, style: &SvgStyle) -> Option<String> {
        let pen = Pen::of(style);
        let drawn = |scene: Scene| pen.document(self, &sheet::description(&scene), sheet::map(&scene, &pen));
        scene(self, planned).map(drawn)
    }

    /// The tiles and characters that it names or acts on, and the deck.
    fn spots(&self, action: Action) -> Vec<String> {
        spots::of_action(self, action)
    }

    /// The hex where a chit is drawn and the kind in the bag, or the character that rolls.
    fn outcome_spots(&self, outcome: Outcome) -> Vec<String> {
        spots::of_outcome(self, outcome)
    }

    fn explain_node(&self) -> String {
        words::node(self)
    }

    fn explain(&self, action: Action) -> String {
        actions::sentence(self, action)
    }

    fn explain_outcome(&self, outcome: Outcome) -> String {
        outcomes::sentence(self, outcome)
    }

    fn is_step(&self, action: Action) -> bool {
        matches!(action, Action::Move(_))
    }

    fn has_left(&self) -> Vec<(&'static str, String)> {
        if matches!(self.phase(), Phase::Plan | Phase::Over) {
            return Vec::new();
        }
        let ideas = self.deciding().map(|who| ("Ideas", self.ideas(who).to_string()));
        let noise = ("Noise", self.marker().to_string());
        ideas.into_iter().chain([noise]).collect()
    }

    fn brief(&self, action: Action) -> Option<Brief> {
        brief::of(self, action)
    }
}

/// A state of planning with a plan that goes on from there.
fn scene<'a>(game: &'a MastersOfTheHeist, planned: &'a MastersOfTheHeist) -> Option<Scene<'a>> {
    (game.phase() == Phase::Plan).then_some(Scene {
        game,
        planned: Some(planned),
    })
}

/// The map with its legend.
fn map(scene: &Scene, style: &Style) -> Vec<Line> {
    let mut lines = board::map(scene, style.width);
    lines.extend(board::legend(scene, style.width));
    lines
}

fn text(scene: &Scene, style: &Style) -> String {
    let mut lines = map(scene, style);
    lines.push(Default::default());
    lines.extend(status::status(scene, style.width));
    render(&lines, style)
}
