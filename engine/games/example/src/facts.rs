//! What a person may set in a position.

use super::position::phase_names;
use super::setup::{SCENARIOS, Tool};
use super::state::{CREW, ExampleGame, LAST_TURN, ROOMS, Room, room_name};
use heist_engine::describe::{Fact, Picker};
use heist_engine::game::{Game, Windows};

/// The facts of a position with the plan of a state.
pub(super) fn of(state: &ExampleGame) -> Vec<Fact> {
    let game = "The game";
    let rooms: Vec<String> = (0..state.room_count).map(|room| room_name(room).to_string()).collect();
    let mut facts = vec![
        Fact::new("/game", game, "Game", Picker::one([ExampleGame::ID])),
        Fact::new("/scenario", game, "Scenario", Picker::one(SCENARIOS)),
        Fact::new("/seats", game, "People", Picker::number(1, CREW as i64)),
        Fact::new("/characters", game, "Characters", Picker::Json),
        Fact::new("/limit", game, "Noise that loses the game", Picker::number(1, 6)),
        Fact::new("/alarms", game, "Alarms in all", Picker::number(0, ROOMS as i64 - 2)),
        Fact::new("/plan", game, "Plan", Picker::Json),
        Fact::new("/windows", game, "When the radio is offered", Picker::one(Windows::ALL)).rare(),
        Fact::new("/noise", game, "Noise", Picker::number(0, 6)),
        Fact::new("/turn", game, "Turn", Picker::number(1, LAST_TURN.into())),
        Fact::new(
            "/active",
            game,
            "Character whose turn it is",
            Picker::number(1, CREW as i64),
        ),
        Fact::new("/actions", game, "Actions left", Picker::number(0, 3)),
        Fact::new(
            "/phase",
            game,
            "What happens now",
            Picker::one(phase_names(state.room_count)),
        ),
        Fact::new("/tip", game, "Room of the vault, given away", Picker::one(&rooms)).options_at("cell="),
        Fact::new("/tools", game, "Tools", Picker::set(Tool::ALL)),
    ];
    for character in 0..CREW {
        let fact = Fact::new(
            format!("/at/{character}"),
            "The crew",
            format!("Room of {}", state.character_name(character)),
            Picker::one(&rooms),
        );
        facts.push(fact.at(format!("character={}", character + 1)).options_at("cell="));
    }
    for room in &rooms {
        for (field, label) in [("rooms", "Face up in"), ("hidden", "Known behind the door of")] {
            let fact = Fact::new(
                format!("/{field}/{room}"),
                "Rooms",
                format!("{label} {room}"),
                Picker::one(Room::ALL),
            );
            let fact = fact.at(format!("cell={room}"));
            facts.push(if field == "hidden" { fact.rare() } else { fact });
        }
    }
    facts
}
