//! What a viewer sees of a table.

use std::sync::Arc;

use heist_draw::any::{board_tables, draw_plan_svg, draw_svg, explain, explain_node, has_left};
use heist_draw::{BoardTable, SvgStyle};
use heist_engine::any::{AnyState, figures_to_read};
use heist_engine::game::{Node, Seat};
use serde_json::Value;

use super::line::{Event, Moment};
use super::live::Table;
use super::private::Gap;
use super::windows::{Windows, is_joint, read_steps};
use super::{Choice, ToldCard, View, Viewer, Waits};
use heist_advice::{Advisable, Asked, Past};

/// What a viewer sees of the game up to the cursor.
pub(super) struct Seen {
    pub first: Box<dyn AnyState>,
    pub state: Box<dyn AnyState>,
    pub moments: Vec<Arc<Moment>>,
    pub gap: Option<Gap>,
    /// How many moments there were when a position last took the place of the state.
    begin: usize,
}

impl Seen {
    /// What the seat is asked for; nothing once the game is over, when it no longer matters.
    fn open_gap(&self) -> Option<&Gap> {
        self.gap.as_ref().filter(|_| self.state.node() != Node::Terminal)
    }

    /// The game since a position last took the place of the state.
    fn past(&self) -> Past {
        let first = match self.begin {
            0 => &self.first,
            begin => &self.moments[begin - 1].state,
        };
        let past = self.moments[self.begin..]
            .iter()
            .filter_map(|moment| match &moment.event {
                // What was entered stood open one entry before.
                Event::Step { step, .. } => Some((step.clone(), moment.entry.saturating_sub(1))),
                Event::Correction => None,
            });
        let (steps, entries) = past.unzip();
        Past::new(first.copy(), steps, entries)
    }

    /// The seat that decides, if the viewer knows what it knows and can be advised.
    fn advised(&self) -> Option<Seat> {
        match (&self.gap, self.state.node()) {
            (None, Node::Decision(seat)) if self.state.holds(seat) => Some(seat),
            _ => None,
        }
    }

    /// What is waited for when windows have gone by and the state is this one.
    fn waits(&self, state: &dyn AnyState) -> Waits {
        match (state.node(), state.result(), self.open_gap()) {
            (_, Some(result), _) => {
                let figures = figures_to_read(state.game().info(), &result).into_iter();
                Waits::Over {
                    ending: result.ending.to_owned(),
                    value: result.value,
                    figures: figures.map(|(name, figure)| (name.to_owned(), figure)).collect(),
                }
            }
            (_, None, Some(gap)) => Waits::Secret { step: gap.step() },
            (Node::Decision(seat), None, None) => Waits::Decision { seat },
            _ => Waits::Chance,
        }
    }
}

impl Table {
    /// What a viewer sees.
    pub fn view(&self, viewer: Viewer) -> View {
        let seen = self.seen(viewer);
        let (state, game) = (&*seen.state, seen.state.game().info());
        let windows = Windows::at(state);
        let mut view = View {
            game: game.id,
            name: game.name,
            seats: state.seats() as u8,
            is_private: self.is_private,
            seat_names: self.seat_names(state),
            names: self.names.to_vec(),
            anybody_enters: self.anybody_enters,
            key: format!("{:016x}", state.key()),
            turn: state.turn(),
            waits: seen.waits(&*windows.after),
            is_joint: is_joint(&*windows.after),
            explanation: match seen.open_gap() {
                Some(gap) => gap.explain(state),
                None => explain_node(&*windows.after),
            },
            windows: windows.offers(),
            ways: match seen.open_gap() {
                Some(_) => Vec::new(),
                None => windows.ways(),
            },
            choices: self.choices(viewer, &seen, &windows),
            has_left: match seen.open_gap() {
                Some(_) => Vec::new(),
                None => has_left(&*windows.after)
                    .into_iter()
                    .map(|(name, value)| (name.to_owned(), value))
                    .collect(),
            },
            can_hint: seen.advised().is_some(),
            can_undo: self.cursor > 0 || self.seat_of(viewer).is_some_and(|seat| self.last_told(seat).is_some()),
            log: seen.moments.iter().map(|moment| moment.log_line()).collect(),
            entries: self.cursor,
            undone: self.entries.len() - self.cursor,
            line: self.number,
            line_name: self.name.clone(),
            branches: self.open_branches(),
            rest: self.open_rest(),
        };
        self.put_names(&mut view);
        view
    }

    /// The first step that an entry makes, which may be to let a window go by, in notation and in words; none if it is
    /// not possible.
    pub fn first_step(&self, viewer: Viewer, entry: &str) -> Option<(String, String)> {
        let seen = self.seen(viewer);
        let place = *read_steps(&*seen.state, entry).ok()?.first()?;
        let branch = explain(&*seen.state, place)?;
        Some((branch.notation, branch.text))
    }

    /// The cards that a viewer entered for itself and that may have been others, in the order in which they were drawn;
    /// none for whoever has no cards of their own.
    pub fn told_cards(&self, viewer: Viewer) -> Vec<ToldCard> {
        let Some(seat) = self.seat_of(viewer) else {
            return Vec::new();
        };
        let mut cards = self.told(seat).cards(&self.line, self.cursor);
        for card in &mut cards {
            let others = card.others.iter_mut().map(|other| &mut other.text);
            self.put_names_into(others.chain([&mut card.text]));
        }
        cards
    }

    /// The picture of what a viewer sees.
    pub fn picture(&self, viewer: Viewer, style: &SvgStyle) -> String {
        draw_svg(&*self.seen(viewer).state, style)
    }

    /// What is on that picture's board, in words with the names of players.
    pub fn boards(&self, viewer: Viewer) -> Vec<BoardTable> {
        let mut boards = board_tables(&*self.seen(viewer).state);
        let rows = boards.iter_mut().flat_map(|board| &mut board.rows);
        self.put_names_into(rows.flat_map(|(_, cells)| cells.iter_mut().flatten()));
        boards
    }

    /// The picture with what a plan would place, which leads to the table `planned`.
    pub fn picture_of_plan(&self, viewer: Viewer, planned: &Table, style: &SvgStyle) -> String {
        draw_plan_svg(&*self.seen(viewer).state, &*planned.seen(viewer).state, style)
    }

    /// The position that a viewer sees, as JSON to be edited.
    pub fn position(&self, viewer: Viewer) -> String {
        let seen = self.seen(viewer);
        if let Some(Gap::Corrected {
            carried: Some(carried), ..
        }) = &seen.gap
            && let Ok(value) = serde_json::from_str::<Value>(carried)
        {
            return serde_json::to_string_pretty(&value).expect("JSON values serialize");
        }
        seen.state.pretty_position()
    }

    /// What [advice](heist_advice) works on: the decision as the viewer sees it, if there is one and the viewer
    /// knows what its seat knows.
    pub fn advisable(&self, viewer: Viewer) -> Option<Box<dyn Advisable>> {
        let seen = self.seen(viewer);
        let asked = Asked::new(&*seen.state, seen.advised()?)?;
        Some(Box::new(asked))
    }

    /// What [advice](heist_advice) makes the summary after the game from, with what a viewer knows. In a game with
    /// private content each seat looks back on its own decisions, since only it knows what it held.
    pub fn hindsight(&self, viewer: Viewer) -> Past {
        let seen = self.seen(viewer);
        // A seat that has not told all its cards looks back on what everybody saw.
        let seen = if seen.gap.is_some() { self.seen_by_all() } else { seen };
        seen.past()
    }

    pub(super) fn seen(&self, viewer: Viewer) -> Seen {
        match self.seat_of(viewer) {
            Some(seat) => self.seen_by(seat),
            None => self.seen_by_all(),
        }
    }

    fn seen_by_all(&self) -> Seen {
        let moments = self.line.up_to(self.cursor).to_vec();
        let is_correction = |moment: &Arc<Moment>| matches!(moment.event, Event::Correction);
        Seen {
            first: self.line.first.copy(),
            state: self.open().copy(),
            gap: None,
            begin: moments.iter().rposition(is_correction).map_or(0, |place| place + 1),
            moments,
        }
    }

    fn seen_by(&self, seat: Seat) -> Seen {
        let told = self.told(seat);
        let overlay = told.overlay(&self.line, self.cursor);
        let state = match (&overlay.gap, overlay.moments.last()) {
            (Some(_), _) => self.open(),
            (None, Some(moment)) => &*moment.state,
            (None, None) => &*told.first,
        };
        Seen {
            state: state.copy(),
            first: told.first,
            moments: overlay.moments,
            gap: overlay.gap,
            begin: overlay.begin,
        }
    }

    /// What a viewer may enter now.
    fn choices(&self, viewer: Viewer, seen: &Seen, windows: &Windows) -> Vec<Choice> {
        // What a seat tells of its own cards is nowhere in the picture.
        let hidden = |choice: Choice| Choice {
            spots: Vec::new(),
            ..choice
        };
        match (seen.open_gap(), self.seat_of(viewer)) {
            (Some(Gap::Untold { before, possible, .. }), _) => {
                let possible = possible.iter().filter_map(|&place| explain(&**before, place));
                possible.map(|branch| hidden(branch.into())).collect()
            }
            (Some(Gap::Corrected { carried, .. }), _) => carried
                .iter()
                .map(|position| Choice {
                    notation: position.clone(),
                    text: "What you hold is as it was before.".to_owned(),
                    spots: Vec::new(),
                    probability: None,
                    costs: None,
                    actor: String::new(),
                })
                .collect(),
            (Some(Gap::Unfit { step, .. }), Some(seat)) => self.told(seat).fixes(&self.line, self.cursor, *step),
            _ => windows.choices(),
        }
    }
}
