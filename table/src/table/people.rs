//! The names of the players, and what they agreed on.

use std::sync::Arc;

use heist_engine::any::AnyState;
use heist_engine::game::Seat;

use super::live::Table;
use super::{Change, Kept, PLAYER_NAME_LENGTH, TableError, View};

impl Table {
    /// The table with other names of its players, by seat; an empty name takes one away. Spaces around a name are
    /// dropped.
    ///
    /// # Errors
    /// When there are not as many names as seats, one has more than [`PLAYER_NAME_LENGTH`] characters or a control
    /// character, or two are the same but for upper and lower case.
    pub fn name_players(&self, names: &[String]) -> Result<Change, TableError> {
        let seats = self.line.first.seats();
        if names.len() != seats {
            return Err(TableError::new(format!(
                "names: found {}, expected {seats}, one for each seat",
                names.len()
            )));
        }
        let names: Vec<String> = names.iter().map(|name| name.trim().to_owned()).collect();
        for (seat, name) in Seat::all(seats).zip(&names) {
            if name.chars().count() > PLAYER_NAME_LENGTH || name.chars().any(char::is_control) {
                return Err(TableError::new(format!(
                    "the name of player {seat} has at most {PLAYER_NAME_LENGTH} characters, none of them a line break \
                     or another control character"
                )));
            }
            let before = &names[..seat.index()];
            let is_same = |other: &&String| !name.is_empty() && other.to_lowercase() == name.to_lowercase();
            if let Some(other) = before.iter().find(is_same) {
                return Err(TableError::new(format!(
                    "two players are called {other}; expected names that differ"
                )));
            }
        }
        let mut table = self.clone();
        table.names = Arc::new(names.clone());
        Ok(Change {
            table: Arc::new(table),
            kept: Kept::Names(names),
        })
    }

    /// The table with the agreement that everybody may enter what is another player's to decide without a further
    /// click, or without it.
    pub fn let_anybody_enter(&self, anybody_enters: bool) -> Change {
        let mut table = self.clone();
        table.anybody_enters = anybody_enters;
        Change {
            table: Arc::new(table),
            kept: Kept::AnybodyEnters(anybody_enters),
        }
    }

    /// What to call each seat: the characters that it plays, and its player if that one has a name.
    pub(super) fn seat_names(&self, state: &dyn AnyState) -> Vec<String> {
        let characters = state.characters();
        let played_by = |seat: Seat| {
            let names = characters.iter().filter(|(_, player)| *player == seat);
            let played = names.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" and ");
            match self.names.get(seat.index()).map(String::as_str) {
                None | Some("") => played,
                Some(name) => format!("{name} ({played})"),
            }
        };
        Seat::all(state.seats()).map(played_by).collect()
    }

    /// Puts the names of players in the place of `Player 2` wherever the view is text for people.
    pub(super) fn put_names(&self, view: &mut View) {
        let windows = view.windows.iter_mut().flat_map(|window| {
            let choices = window.choices.iter_mut().map(|choice| &mut choice.text);
            choices.chain([&mut window.explanation])
        });
        let choices = view
            .choices
            .iter_mut()
            .chain(&mut view.ways)
            .map(|choice| &mut choice.text);
        let lines = view.log.iter_mut().flat_map(|line| [&mut line.decider, &mut line.text]);
        self.put_names_into(windows.chain(choices).chain(lines).chain([&mut view.explanation]));
    }

    /// Puts the names of players in the place of `Player 2` in texts for people.
    pub fn put_names_into<'a>(&self, texts: impl Iterator<Item = &'a mut String>) {
        if self.names.iter().all(String::is_empty) {
            return;
        }
        for text in texts {
            if let Some(named) = with_names(text, &self.names) {
                *text = named;
            }
        }
    }
}

/// A text with the names of the players, by seat, in the place of `Player 1` and so on; none if it names none of them.
fn with_names(text: &str, names: &[String]) -> Option<String> {
    const PLAYER: &str = "Player ";
    let mut named = String::new();
    let mut rest = text;
    let mut is_changed = false;
    while let Some(start) = rest.find(PLAYER) {
        let (before, after) = (&rest[..start], &rest[start + PLAYER.len()..]);
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        let number = after[..digits]
            .parse::<usize>()
            .ok()
            .and_then(|number| number.checked_sub(1));
        named += before;
        match number.and_then(|seat| names.get(seat)).filter(|name| !name.is_empty()) {
            Some(name) => {
                named += name;
                is_changed = true;
            }
            None => named += &rest[start..start + PLAYER.len() + digits],
        }
        rest = &after[digits..];
    }
    named += rest;
    is_changed.then_some(named)
}

#[cfg(test)]
mod tests {
    use super::with_names;

    #[test]
    fn names_stand_for_players_and_nothing_else() {
        let names = ["Ann", "", "Player 1"].map(str::to_owned);
        let named = |text: &str| with_names(text, &names);
        assert_eq!(
            named("Player 1 draws. Player 2 and Player 3 do not.").as_deref(),
            Some("Ann draws. Player 2 and Player 1 do not.")
        );
        assert_eq!(named("Player 12 is not Player 2, and a Player counts."), None);
        assert_eq!(named("Player 0, Player 4"), None);
        assert_eq!(named("Player 1").as_deref(), Some("Ann"));
        assert_eq!(named(""), None);
    }
}
