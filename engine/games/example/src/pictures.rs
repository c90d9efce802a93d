//! The example game: its rooms, the characters in them, and what they know.

use heist_engine::describe::titled;

use heist_engine::game::{Actor, Game, Seat};

use heist_draw::block::{Block, PADDING, centred, label, rect};
use heist_draw::board_table::place;
use heist_draw::letters::Font;
use heist_draw::palette::{Hue, Palette};
use heist_draw::picture::Pen;
use heist_draw::pieces::{pawn, to_move};
use heist_draw::{BoardTable, Draw, Layout, SvgStyle};

use crate::{Action, ExampleGame, Room, Tool, room_name};

/// What the board is called.
const ROOMS: &str = "Rooms";
const GAP: f64 = 12.0;
/// The sides of a room.
const ROOM: [f64; 2] = [104.0, 96.0];
const HEADING: Font = Font::bold(15.0);
const TEXT: Font = Font::plain(12.0);

/// On a terminal it shows its position.
impl Draw for ExampleGame {
    fn draw_svg(&self, style: &SvgStyle) -> String {
        let pen = Pen::of(style);
        pen.document(self, &description(self), sheet(self, &pen))
    }

    fn board_tables(&self) -> Vec<BoardTable> {
        let here = |room: usize| (0..self.characters()).filter(move |&number| self.place_of(number) == room);
        let names = |room: usize| {
            here(room)
                .map(|number| titled(&self.character_name(number)))
                .collect::<Vec<_>>()
        };
        let rooms = || 0..self.room_count();
        vec![BoardTable {
            name: ROOMS.to_owned(),
            about: "",
            columns: rooms().map(|room| room_name(room as u8).to_string()).collect(),
            rows: vec![(
                "Room".to_owned(),
                rooms()
                    .map(|room| Some(place(&content(self, room), &names(room), "")))
                    .collect(),
            )],
        }]
    }

    fn is_step(&self, action: Action) -> bool {
        matches!(action, Action::Move(room) if self.is_revealed(room.into()))
    }

    fn has_left(&self) -> Vec<(&'static str, String)> {
        vec![("Noise", self.noise().0.to_string())]
    }

    /// The room that a character goes to or looks into.
    fn spots(&self, action: Action) -> Vec<String> {
        match action {
            Action::Move(room) | Action::Peek(room) => vec![format!("cell={}", room_name(room))],
            Action::Crack | Action::End | Action::Radio | Action::Pass | Action::Front | Action::Back => Vec::new(),
        }
    }
}

/// The heading, the rooms and the characters below each other.
fn sheet(game: &ExampleGame, pen: &Pen) -> Block {
    let width = pen.style.layout.room();
    let about = format!("Turn {} · {}", game.turn(), noise(game));
    let heading = pen.heading(ExampleGame::NAME, &about, &game.explain_node(), width);
    let rooms = (0..game.room_count()).map(|room| cell(game, room, pen));
    let rooms = Block::flow(rooms, [GAP; 2], width - 2.0 * PADDING)
        .panel(width, pen.palette)
        .part("board", ROOMS, 0.0);
    let columns = match pen.style.layout {
        Layout::Wide => game.characters(),
        Layout::Narrow => 1,
    };
    let each = (width - (columns - 1) as f64 * GAP) / columns as f64;
    let characters = (0..game.characters()).map(|number| character(game, number, each, pen).part("panel", "", 0.0));
    let characters = Block::flow(characters, [GAP; 2], width);
    let tools = Block::text(&tools(game), TEXT, pen.palette.ink, width - 2.0 * PADDING)
        .panel(width, pen.palette)
        .part("panel", "", 0.0);
    Block::column([heading, rooms, characters, tools], GAP)
}

/// A room with whoever is in it.
fn cell(game: &ExampleGame, room: usize, pen: &Pen) -> Block {
    let palette = pen.palette;
    let [width, height] = ROOM;
    let name = room_name(room as u8);
    let (text, font) = Font::bold(12.0).fitted(&content(game, room), width - 8.0, 9.0);
    let hue = hue(game, room, palette);
    let ground = rect([0.5, 0.5], [width - 1.0, height - 1.0], 6.0);
    let mut block = Block::new(width, height)
        .with(ground.fill(hue.pale).stroke(hue.strong, 1.5))
        .with(label([8.0, 20.0], &name.to_string(), HEADING, palette.ink))
        .with(centred([width / 2.0, 46.0], &text, font, palette.ink));
    let here = (0..game.characters()).filter(|&number| game.place_of(number) == room);
    for (place, number) in here.enumerate() {
        let x = 8.0 + place as f64 * 30.0;
        block = block.with_block(x, height - 32.0, piece(game, number, palette));
    }
    pen.marked(block, "cell", name)
}

/// A character's pawn, with its number.
fn piece(game: &ExampleGame, number: usize, palette: &Palette) -> Block {
    Block::new(24.0, 24.0).with(pawn(Seat(number as u8), decides(game, number), palette))
}

/// Who a character is, who plays it and where it is.
fn character(game: &ExampleGame, number: usize, width: f64, pen: &Pen) -> Block {
    let palette = pen.palette;
    let name = titled(&game.character_name(number));
    let title = Block::row(
        [
            piece(game, number, palette),
            Block::new(HEADING.width(&name), 24.0).with(label([0.0, 17.0], &name, HEADING, palette.ink)),
        ],
        8.0,
    );
    let about = format!(
        "Player {}, in room {}",
        game.seat_of(number),
        room_name(game.place_of(number) as u8)
    );
    let about = Block::text(&about, TEXT, palette.ink, width - 2.0 * PADDING);
    let panel = Block::column([title, about], 6.0).panel(width, palette);
    let panel = if decides(game, number) {
        panel.with(to_move(Seat(number as u8), palette))
    } else {
        panel
    };
    pen.marked(panel, "character", number + 1)
}

/// Whether a decision is this character's.
fn decides(game: &ExampleGame, number: usize) -> bool {
    game.actor() == Some(Actor::Character(number as u8))
}

/// What is behind a door, as far as the state knows.
fn content(game: &ExampleGame, room: usize) -> String {
    match (game.is_revealed(room), game.room(room)) {
        (true, Some(content)) => titled(content.name()),
        (false, Some(content)) => format!("Closed: {content}"),
        (_, None) => "Closed".to_owned(),
    }
}

fn hue(game: &ExampleGame, room: usize, palette: &Palette) -> Hue {
    match game.room(room).filter(|_| game.is_revealed(room)) {
        Some(Room::Vault) => palette.prize,
        Some(Room::Alarm) => palette.watch,
        Some(Room::Empty) => palette.calm,
        None => palette.back,
    }
}

fn noise(game: &ExampleGame) -> String {
    let (noise, limit) = game.noise();
    format!("Noise {noise} of {limit}")
}

fn tools(game: &ExampleGame) -> String {
    let left = Tool::ALL.into_iter().filter(|&tool| game.has(tool));
    match left.map(|tool| tool.to_string()).collect::<Vec<_>>().as_slice() {
        [] => "No tools left".to_owned(),
        tools => format!("Tools: {}", tools.join(", ")),
    }
}

/// The picture in words.
fn description(game: &ExampleGame) -> String {
    let rooms = (0..game.room_count()).map(|room| format!("Room {}: {}", room_name(room as u8), content(game, room)));
    let characters = (0..game.characters()).map(|number| {
        let name = titled(&game.character_name(number));
        format!("{name} is in room {}", room_name(game.place_of(number) as u8))
    });
    let about = [
        noise(game),
        tools(game),
        game.explain_node().trim_end_matches('.').to_owned(),
    ];
    let sentences: Vec<String> = rooms.chain(characters).chain(about).collect();
    format!("{}.", sentences.join(". "))
}
