//! The readable form of a state.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::setup::{Layout, Plan, Role, Scenario, Tool};
use super::state::{CREW, Ending, ExampleGame, HOLE, LAST_TURN, Phase, ROOMS, Room, parse_room, room_name};
use heist_engine::game::{Game, Overrides, PositionError, Problem, Windows};

/// The readable form of a state of the example, unchecked. Everything but `seats` has a default.
///
/// ```json
/// {"game": "example-game", "seats": 1, "rooms": {"A": "empty", "B": "alarm"}, "at": ["B", "A"], "noise": 1, "turn": 2, "active": 2}
/// ```
///
/// - `scenario`, `seats`, `characters`, `tools` (those that are left), `limit` (the noise that loses), `alarms` (how
///   many there are), `plan`, `windows`: as set up.
/// - `rooms`: what lies face up, by room; `hidden`: what this state knows behind closed doors; `tip`: the room of the
///   vault, if the setup gave it away.
/// - `at`: the rooms of the characters; `noise`; `turn`; `active`: the character whose turn it is, from 1; `actions` it
///   has left.
/// - `phase`: `act`, `react`, `crack`, `route`, `escape`, `enter B` or `peek B` while a door opens, or an ending.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Position {
    #[serde(default = "game")]
    game: String,
    #[serde(default)]
    scenario: Scenario,
    seats: i64,
    #[serde(default = "usual_characters")]
    characters: Vec<Role>,
    #[serde(default)]
    tools: Vec<Tool>,
    #[serde(default = "three")]
    limit: i64,
    #[serde(default = "two")]
    alarms: i64,
    #[serde(default)]
    plan: Plan,
    #[serde(default)]
    windows: Windows,
    #[serde(default)]
    rooms: Contents,
    #[serde(default, skip_serializing_if = "Contents::is_empty")]
    hidden: Contents,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tip: Option<String>,
    #[serde(default)]
    at: Vec<String>,
    #[serde(default)]
    noise: i64,
    #[serde(default = "one")]
    turn: i64,
    #[serde(default = "one")]
    active: i64,
    #[serde(default = "two")]
    actions: i64,
    #[serde(default = "act")]
    phase: String,
}

/// Contents by room.
type Contents = std::collections::BTreeMap<String, String>;

fn game() -> String {
    ExampleGame::ID.to_owned()
}

fn usual_characters() -> Vec<Role> {
    vec![Role::Lifter, Role::Runner]
}

fn one() -> i64 {
    1
}

fn two() -> i64 {
    2
}

fn three() -> i64 {
    3
}

fn act() -> String {
    "act".to_owned()
}

impl Position {
    /// The position of a state.
    pub(super) fn of(state: &ExampleGame) -> Position {
        let layout = Layout {
            rooms: state.room_count,
            entrance: state.entrance,
        };
        let contents = |is_wanted: &dyn Fn(usize) -> bool| -> Contents {
            let rooms = (0..state.room_count()).filter(|&room| is_wanted(room));
            rooms
                .filter_map(|room| Some((name(room as u8), state.room(room)?.to_string())))
                .collect()
        };
        Position {
            game: game(),
            scenario: state.scenario,
            seats: state.seats.into(),
            characters: state.roles.to_vec(),
            tools: Tool::ALL.into_iter().filter(|&tool| state.has(tool)).collect(),
            limit: state.limit.into(),
            alarms: state.alarms.into(),
            plan: if layout == Layout::STANDARD {
                Plan::Standard
            } else {
                Plan::Drawing(layout)
            },
            windows: state.windows,
            rooms: contents(&|room| state.is_revealed(room)),
            hidden: contents(&|room| !state.is_revealed(room)),
            tip: (state.tip != HOLE).then(|| name(state.tip)),
            at: state.at.iter().map(|&room| name(room)).collect(),
            noise: state.noise.into(),
            turn: state.turn.into(),
            active: i64::from(state.active) + 1,
            actions: state.actions.into(),
            phase: phase_name(state.phase),
        }
    }

    /// The state, or everything that is wrong.
    pub(super) fn check(self, overrides: Overrides) -> Result<ExampleGame, PositionError<Position>> {
        let mut problems = Vec::new();
        let state = self.read(&mut problems);
        if overrides == Overrides::Waivable {
            problems.retain(|problem| !problem.waivable);
        }
        if problems.is_empty() {
            Ok(state)
        } else {
            Err(PositionError {
                position: Box::new(self),
                problems,
            })
        }
    }

    fn read(&self, problems: &mut Vec<Problem>) -> ExampleGame {
        if self.game != ExampleGame::ID {
            let what = format!("`{}`, expected `{}`", self.game, ExampleGame::ID);
            problems.push(Problem::new("game", what));
        }
        let layout = self.plan.layout();
        let mut number = |field: &str, value: i64, least: i64, most: i64| -> u8 {
            if !(least..=most).contains(&value) {
                problems.push(Problem::new(field, format!("{value}, expected {least} to {most}")));
            }
            value.clamp(least, most) as u8
        };
        let mut state = ExampleGame {
            rooms: [HOLE; ROOMS],
            revealed: 0,
            tip: HOLE,
            room_count: layout.rooms,
            entrance: layout.entrance,
            alarms: number("alarms", self.alarms, 0, i64::from(layout.rooms) - 2),
            roles: [Role::Lifter, Role::Runner],
            at: [layout.entrance; CREW],
            seats: number("seats", self.seats, 1, CREW as i64),
            scenario: self.scenario,
            tools: self.tools.iter().fold(0, |set, tool| set | tool.bit()),
            noise: number("noise", self.noise, 0, 6),
            limit: number("limit", self.limit, 1, 6),
            turn: number("turn", self.turn, 1, LAST_TURN.into()),
            active: number("active", self.active, 1, CREW as i64) - 1,
            actions: number("actions", self.actions, 0, 3),
            windows: self.windows,
            phase: Phase::Act,
        };
        match self.characters.as_slice() {
            &[first, second] => state.roles = [first, second],
            other => {
                let what = format!("{} characters, expected 2 (EG-SEATS)", other.len());
                problems.push(Problem::new("characters", what));
            }
        }
        if state.noise > state.limit {
            let what = format!(
                "{}, expected at most the limit of {} (EG-NOISE)",
                state.noise, state.limit
            );
            problems.push(Problem::waivable("noise", what));
        }
        self.read_rooms(&mut state, problems);
        self.read_places(&mut state, problems);
        self.read_phase(&mut state, problems);
        state
    }

    /// EG-PLAN, EG-ROOMS: what is where.
    fn read_rooms(&self, state: &mut ExampleGame, problems: &mut Vec<Problem>) {
        state.rooms[usize::from(state.entrance)] = Room::Empty as u8;
        state.revealed = 1 << state.entrance;
        for (field, contents, is_revealed) in [("rooms", &self.rooms, true), ("hidden", &self.hidden, false)] {
            for (letter, text) in contents {
                let place = format!("{field}.{letter}");
                let room = parse_room(letter).filter(|&room| room < state.room_count);
                let (Some(room), Ok(content)) = (room, text.parse::<Room>()) else {
                    let what = format!("`{text}`, expected empty, alarm or vault in a room of the plan");
                    problems.push(Problem::new(place, what));
                    continue;
                };
                if room == state.entrance && (content != Room::Empty || !is_revealed) {
                    problems.push(Problem::new(
                        place,
                        format!("{content}, expected the entrance empty and open (EG-PLAN)"),
                    ));
                    continue;
                }
                if !is_revealed && state.is_revealed(room.into()) {
                    problems.push(Problem::new(place, "known and hidden, expected the room once"));
                    continue;
                }
                state.rooms[usize::from(room)] = content as u8;
                state.revealed |= u8::from(is_revealed) << room;
            }
        }
        if let Some(text) = &self.tip {
            match parse_room(text).filter(|&room| room < state.room_count && room != state.entrance) {
                Some(room) => {
                    state.tip = room;
                    let held = &mut state.rooms[usize::from(room)];
                    if *held == HOLE {
                        *held = Room::Vault as u8;
                    }
                }
                None => problems.push(Problem::new(
                    "tip",
                    format!("`{text}`, expected a room other than the entrance"),
                )),
            }
        }
        for (content, most) in [
            (Room::Vault, 1),
            (Room::Alarm, state.alarms),
            (Room::Empty, self.most_empty(state)),
        ] {
            let count = state.rooms[..state.room_count()]
                .iter()
                .filter(|&&held| held == content as u8)
                .count();
            if count > usize::from(most) {
                let what = format!("{count} rooms with {content}, expected at most {most} (EG-ROOMS)");
                problems.push(Problem::new("rooms", what));
            }
        }
        let vault = (0..state.room_count()).find(|&room| state.room(room) == Some(Room::Vault));
        if state.tip != HOLE && vault != Some(usize::from(state.tip)) {
            problems.push(Problem::new(
                "tip",
                "the vault lies elsewhere, expected it in the room that was given away (EG-TIP)",
            ));
        }
    }

    fn most_empty(&self, state: &ExampleGame) -> u8 {
        state.room_count - 1 - state.alarms
    }

    /// Where the characters are: in rooms that are open, or in one that is just being entered.
    fn read_places(&self, state: &mut ExampleGame, problems: &mut Vec<Problem>) {
        if ![0, CREW].contains(&self.at.len()) {
            problems.push(Problem::new(
                "at",
                format!("{} rooms, expected one for each character or none", self.at.len()),
            ));
            return;
        }
        for (character, text) in self.at.iter().enumerate() {
            match parse_room(text).filter(|&room| room < state.room_count) {
                Some(room) => state.at[character] = room,
                None => {
                    let what = format!("`{text}`, expected a room of the plan");
                    problems.push(Problem::new(format!("at[{character}]"), what));
                }
            }
        }
    }

    fn read_phase(&self, state: &mut ExampleGame, problems: &mut Vec<Problem>) {
        let Some(phase) = parse_phase(&self.phase) else {
            let what = format!(
                "`{}`, expected act, react, crack, route, escape, `enter B`, `peek B` or an ending",
                self.phase
            );
            problems.push(Problem::new("phase", what));
            return;
        };
        state.phase = phase;
        let at = state.at[usize::from(state.active)];
        let entered = match phase {
            Phase::Reveal { room, is_entered: true } => Some(room),
            _ => None,
        };
        for character in 0..CREW {
            let room = state.at[character];
            if !state.is_revealed(room.into()) && entered != Some(room) {
                let what = format!("{}, expected a room that is face up", room_name(room));
                problems.push(Problem::new(format!("at[{character}]"), what));
            }
        }
        let in_vault = state.room(at.into()) == Some(Room::Vault);
        let what = match phase {
            Phase::Reveal { room, .. } if room >= state.room_count || state.is_revealed(room.into()) => {
                "the door that opens must be a closed one"
            }
            Phase::Reveal { room, is_entered: true } if room != at => {
                "the active character must stand in the room it enters"
            }
            Phase::React if state.room(at.into()) != Some(Room::Alarm) || !state.has(Tool::Radio) => {
                "expected an alarm where the active character is, and the radio (EG-RADIO)"
            }
            Phase::Crack | Phase::Route | Phase::Escape if !in_vault => {
                "expected the active character at the vault (EG-CRACK)"
            }
            Phase::Over(Ending::Escaped | Ending::Half) if !in_vault => {
                "expected the active character at the vault (EG-ROUTE)"
            }
            Phase::Over(Ending::Dawn) if state.turn != LAST_TURN => "dawn comes after the last turn only (EG-DAWN)",
            Phase::Act | Phase::React | Phase::Crack | Phase::Route | Phase::Escape | Phase::Reveal { .. }
                if state.noise >= state.limit =>
            {
                "the noise has reached its limit, expected the ending caught (EG-NOISE)"
            }
            _ => return,
        };
        problems.push(Problem::waivable("phase", format!("`{}`: {what}", self.phase)));
        if !matches!(phase, Phase::Reveal { .. } | Phase::React) {
            return;
        }
        // Nothing can go on from there, so this cannot be waived.
        if let Some(problem) = problems.last_mut() {
            problem.waivable = false;
        }
    }
}

fn name(room: u8) -> String {
    room_name(room).to_string()
}

/// Phases that are one word.
const PHASES: [(&str, Phase); 9] = [
    ("act", Phase::Act),
    ("react", Phase::React),
    ("crack", Phase::Crack),
    ("route", Phase::Route),
    ("escape", Phase::Escape),
    ("escaped", Phase::Over(Ending::Escaped)),
    ("half", Phase::Over(Ending::Half)),
    ("caught", Phase::Over(Ending::Caught)),
    ("dawn", Phase::Over(Ending::Dawn)),
];

/// The names of all phases in a plan with this number of rooms, for pickers.
pub(super) fn phase_names(rooms: u8) -> impl Iterator<Item = String> {
    let reveals = (0..rooms).flat_map(|room| [true, false].map(|is_entered| Phase::Reveal { room, is_entered }));
    PHASES.iter().map(|&(_, phase)| phase).chain(reveals).map(phase_name)
}

fn phase_name(phase: Phase) -> String {
    match phase {
        Phase::Reveal { room, is_entered } => {
            format!("{} {}", if is_entered { "enter" } else { "peek" }, room_name(room))
        }
        phase => PHASES
            .iter()
            .find(|(_, known)| *known == phase)
            .map_or_else(String::new, |(word, _)| (*word).to_owned()),
    }
}

fn parse_phase(text: &str) -> Option<Phase> {
    if let Some((_, phase)) = PHASES.iter().find(|(word, _)| *word == text) {
        return Some(*phase);
    }
    let (word, room) = text.split_once(' ')?;
    let is_entered = match word {
        "enter" => true,
        "peek" => false,
        _ => return None,
    };
    Some(Phase::Reveal {
        room: parse_room(room)?,
        is_entered,
    })
}

impl Serialize for ExampleGame {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Position::of(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ExampleGame {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ExampleGame, D::Error> {
        let position = Position::deserialize(deserializer)?;
        position.check(Overrides::None).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_phase_has_a_word_of_its_own() {
        for (word, phase) in PHASES {
            assert_eq!(parse_phase(word), Some(phase));
            assert_eq!(phase_name(phase), word);
        }
        assert_eq!(
            parse_phase("enter C"),
            Some(Phase::Reveal {
                room: 2,
                is_entered: true
            })
        );
        assert_eq!(parse_phase("enter Z"), None);
    }
}
