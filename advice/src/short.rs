//! A hint in a few words: what to do, how good and how sure that is, and why.

use heist_agents::protocol::{Cells, cells};
use heist_draw::Script;

use super::{Hint, HintMove, Standing};

/// How many words a hint has at most, its table aside, where nobody asks for more.
pub const WORDS: usize = 60;

/// What a sentence of a hint says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// What to do.
    Advice,
    /// The chance to win, and how sure the advice is.
    Chance,
    /// That another move looks better so far.
    Doubt,
    /// Why not a move that was asked about.
    Asked,
    /// Why the move is recommended.
    Reason,
    /// What is expected to follow.
    Then,
    /// What the next player should do.
    Next,
}

/// How many words a text has.
pub fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// The hint in at most `limit` words, as long as what must be said does not need more: sentences that matter most come
/// first, and what does not fit is left out.
pub fn short(hint: &Hint, limit: usize) -> Vec<(Part, String)> {
    let Some(first) = hint.moves.first() else {
        return Vec::new();
    };
    let cells = cells(&hint.report);
    let mut told = vec![(Part::Advice, first.sentence.clone())];
    told.extend(chance(hint, &cells).map(|text| (Part::Chance, text)));
    told.extend(hint.doubt.iter().map(|text| (Part::Doubt, text.clone())));
    told.extend(hint.asked.iter().map(|&place| (Part::Asked, why_not(hint, place))));
    // Whoever asks about a move is told why the first one is better than that, and what would follow that.
    let reason = hint
        .reason
        .clone()
        .filter(|_| hint.asked.iter().all(|&place| place == 0));
    let then = hint
        .asked
        .first()
        .and_then(|&place| hint.moves.get(place))
        .unwrap_or(first);
    for (part, pieces) in [
        (Part::Reason, Vec::from_iter(reason)),
        (Part::Then, then.then()),
        (Part::Next, Vec::from_iter(hint.next.clone())),
    ] {
        let used: usize = told.iter().map(|(_, text)| words(text)).sum();
        told.extend(within(&pieces, limit.saturating_sub(used)).map(|text| (part, text)));
    }
    told
}

/// The chance to win by the first move, and in words how sure it is that no other is better.
fn chance(hint: &Hint, cells: &[Cells]) -> Option<String> {
    let value = &cells.first()?.value;
    if value.is_empty() {
        return None;
    }
    let sure = hint.confidence.map_or("", |confidence| confidence.sentence());
    Some(format!("{value} to win. {sure}").trim_end().to_owned())
}

/// Why the move at a place is not the first one.
fn why_not(hint: &Hint, place: usize) -> String {
    let Some(of) = hint.moves.get(place) else {
        return String::new();
    };
    let name = &of.name;
    if of.standing == Standing::First {
        return format!("“{name}” is the best move.");
    }
    if let Some(reason) = &of.reason {
        return format!("Why not “{name}”? {reason}");
    }
    let cells = &cells(&hint.report)[place];
    match of.standing {
        Standing::Same => format!("“{name}” is just as good."),
        Standing::Worse => format!(
            "“{name}” is worse: {} points ({}).",
            cells.difference, cells.difference_interval
        ),
        _ => format!("“{name}” may be as good: {} points.", cells.difference_interval),
    }
}

/// As many of the pieces as have at most `limit` words together; none if not even the first one does.
fn within(pieces: &[String], limit: usize) -> Option<String> {
    let mut text = String::new();
    let mut used = 0;
    for piece in pieces {
        used += words(piece);
        if used > limit {
            return (!text.is_empty()).then(|| format!("{}…", text.trim_end_matches(['.', ';'])));
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(piece);
    }
    (!text.is_empty()).then_some(text)
}

impl HintMove {
    /// What is expected to follow, in pieces to be read one after the other: the script where there is one, then the
    /// line to the first draw that may come in several ways, and what follows then. Empty where nothing is known of
    /// that.
    pub fn then(&self) -> Vec<String> {
        let mut pieces = Vec::new();
        if let Some(script) = self.script.as_ref().filter(|_| !self.line.is_empty()) {
            let last = script.parts.len().saturating_sub(1);
            pieces.extend(script.parts.iter().enumerate().map(|(place, (who, actions))| {
                let before = if place == 0 { "Script:" } else { "then" };
                let end = if place == last { '.' } else { ';' };
                format!("{before} {who}: {}{end}", Script::told(actions))
            }));
        }
        let mut line = self.after_script().iter();
        if let Some((_, sentence, chance)) = line.next() {
            pieces.push(format!("Then: {}", with_chance(sentence, *chance)));
        }
        pieces.extend(line.map(|(_, sentence, chance)| with_chance(sentence, *chance)));
        for (place, branch) in self.branches.iter().enumerate() {
            let sentences = branch
                .line
                .iter()
                .map(|(_, sentence, chance)| with_chance(sentence, *chance));
            let likely = match branch.chance {
                chance if chance > 0.999 => String::new(),
                chance => format!(" ({})", percent(chance)),
            };
            let when = match place {
                0 => format!("Then, {}", branch.when),
                _ => capitalized(&branch.when),
            };
            pieces.push(format!("{when}{likely}: {}", sentences.collect::<Vec<_>>().join(" ")));
        }
        pieces
    }
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// A step of an expected line in a sentence; of a draw that may come otherwise, with how likely it is.
fn with_chance(sentence: &str, probability: f64) -> String {
    match sentence.strip_suffix('.') {
        Some(text) if probability < 0.995 => format!("{text} ({}).", percent(probability)),
        _ => sentence.to_owned(),
    }
}

/// A probability in whole percent.
fn percent(chance: f64) -> String {
    match chance {
        small if small < 0.005 => "<1%".to_owned(),
        chance => format!("{:.0}%", 100.0 * chance),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_told_as_far_as_they_fit() {
        let pieces = ["Then: One two.", "Three.", "Four five six."].map(str::to_owned);
        assert_eq!(
            within(&pieces, 7).as_deref(),
            Some("Then: One two. Three. Four five six.")
        );
        assert_eq!(within(&pieces, 6).as_deref(), Some("Then: One two. Three…"));
        assert_eq!(within(&pieces, 3).as_deref(), Some("Then: One two…"));
        assert_eq!(within(&pieces, 2), None);
        assert_eq!(within(&[], 9), None);
    }

    #[test]
    fn draws_have_their_chances() {
        assert_eq!(with_chance("A six.", 0.25), "A six (25%).");
        assert_eq!(with_chance("A six.", 1.0), "A six.");
        assert_eq!([percent(0.001), percent(0.0667), percent(1.0)], ["<1%", "7%", "100%"]);
        assert_eq!(capitalized("otherwise"), "Otherwise");
    }
}
