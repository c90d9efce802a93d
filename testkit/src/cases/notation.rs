//! The notation of a case, read for its game.

use heist_engine::game::{Game, Node, Seat};

use super::file::{Case, CaseError, Text};

/// A case with its notation read for a game.
pub(super) struct Script<'a, G: Game> {
    pub(super) steps: Vec<Move<'a, G>>,
    pub(super) illegal: Vec<Move<'a, G>>,
    pub(super) node: Option<Node>,
}

/// An action or outcome in notation: some texts could be either, and the node says which.
pub(super) struct Move<'a, G: Game> {
    pub(super) text: &'a Text,
    pub(super) seat: Option<Seat>,
    pub(super) action: Option<G::Action>,
    pub(super) outcome: Option<G::Outcome>,
}

impl<'a, G: Game> Script<'a, G> {
    pub(super) fn read(case: &'a Case, file: &str) -> Result<Script<'a, G>, CaseError> {
        let moves = |texts: &'a [Text]| -> Result<Vec<Move<'a, G>>, CaseError> {
            texts.iter().map(|text| Move::read(text, file)).collect()
        };
        let actions = case
            .legal
            .iter()
            .flatten()
            .chain(&case.legal_include)
            .chain(&case.legal_exclude);
        for text in actions {
            text.text
                .parse::<G::Action>()
                .map_err(|error| text.wrong(file, error.expected))?;
        }
        for (text, _) in case.outcomes.iter().flatten().chain(&case.outcomes_include) {
            text.text
                .parse::<G::Outcome>()
                .map_err(|error| text.wrong(file, error.expected))?;
        }
        if let Some(result) = &case.result
            && !G::ENDINGS.contains(&result.text.as_str())
        {
            return Err(result.wrong(file, format!("one of: {}", G::ENDINGS.join(", "))));
        }
        let node = case.node.as_ref().map(|text| {
            let node = match text.text.as_str() {
                "chance" => Some(Node::Chance),
                "over" => Some(Node::Terminal),
                text => text.strip_prefix("seat ").and_then(parse_seat).map(Node::Decision),
            };
            node.ok_or_else(|| text.wrong(file, "`seat 1`, `chance` or `over`".to_owned()))
        });
        Ok(Script {
            steps: moves(&case.steps)?,
            illegal: moves(&case.illegal)?,
            node: node.transpose()?,
        })
    }
}

impl<'a, G: Game> Move<'a, G> {
    fn read(text: &'a Text, file: &str) -> Result<Move<'a, G>, CaseError> {
        let prefixed = text
            .text
            .split_once(": ")
            .and_then(|(seat, rest)| Some((parse_seat(seat)?, rest)));
        let (seat, notation) = prefixed.map_or((None, text.text.as_str()), |(seat, rest)| (Some(seat), rest));
        match (notation.parse::<G::Action>(), notation.parse::<G::Outcome>()) {
            (Err(action), Err(outcome)) => {
                Err(text.wrong(file, format!("{} or {}", action.expected, outcome.expected)))
            }
            (Err(action), Ok(_)) if seat.is_some() => Err(text.wrong(file, action.expected)),
            (action, outcome) => Ok(Move {
                text,
                seat,
                action: action.ok(),
                outcome: outcome.ok(),
            }),
        }
    }
}

impl<G: Game> Move<'_, G> {
    /// Whether the node is one at which it could be possible: its seat's, if it names one, and of its kind.
    pub(super) fn is_meant_for(&self, node: Node) -> bool {
        match node {
            Node::Decision(seat) => self.action.is_some() && self.seat.is_none_or(|named| named == seat),
            Node::Chance => self.outcome.is_some() && self.seat.is_none(),
            Node::Terminal => false,
        }
    }

    /// Takes the step if it is possible.
    pub(super) fn is_taken(&self, state: &mut G) -> bool {
        let node = state.node();
        self.is_meant_for(node)
            && match (node, self.action, self.outcome) {
                (Node::Decision(_), Some(action), _) => state.try_apply(action).is_ok(),
                (Node::Chance, _, Some(outcome)) => state.try_resolve(outcome).is_ok(),
                _ => false,
            }
    }

    /// Whether the step is possible.
    pub(super) fn is_possible(&self, state: &G) -> bool {
        self.is_taken(&mut state.clone())
    }
}

/// A seat as people write it, from 1.
fn parse_seat(text: &str) -> Option<Seat> {
    match text.as_bytes() {
        [digit @ b'1'..=b'9'] => Some(Seat(digit - b'1')),
        _ => None,
    }
}
