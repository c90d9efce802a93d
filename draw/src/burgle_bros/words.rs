//! Actions, outcomes and what a state waits for, in short sentences.

use heist_engine::board::Cell;
use heist_engine::burgle_bros::{
    Action, BurgleBros, Character, Dice, Event, Face, Frame, Kind, Loot, Offer, Outcome, Room, Scenario, Tool,
};
use heist_engine::describe::capitalized;
use heist_engine::describe::counted;
use heist_engine::game::{Game, Node, Seat};

/// `hacker-advanced` as `Hacker (advanced)`.
pub(super) fn character(character: Character) -> String {
    match character.name().rsplit_once('-') {
        Some((name, side)) => format!("{} ({side})", titled(name)),
        None => titled(character.name()),
    }
}

/// `hacker-advanced` as `Hacker`.
fn role(character: Character) -> String {
    titled(
        character
            .name()
            .rsplit_once('-')
            .map_or(character.name(), |(name, _)| name),
    )
}

/// A name as a title, with a capital letter for each word: `crystal-ball` as `Crystal Ball`.
fn titled(name: &str) -> String {
    let words = name.split('-').map(capitalized);
    words.collect::<Vec<_>>().join(" ")
}

pub(super) fn tool(tool: Tool) -> String {
    match tool {
        Tool::Emp => "E.M.P.".to_owned(),
        tool => titled(tool.name()),
    }
}

/// A Tool at the end of a sentence: the E.M.P. brings its own full stop.
fn last_tool(card: Tool) -> String {
    let name = tool(card);
    if name.ends_with('.') { name } else { format!("{name}.") }
}

pub(super) fn loot(loot: Loot) -> String {
    titled(loot.name())
}

pub(super) fn event(event: Event) -> String {
    titled(event.name())
}

/// A kind of tile: `Computer Laser`.
pub(super) fn kind(kind: Kind) -> String {
    titled(kind.name())
}

/// A scenario: `Bank Job`.
pub(super) fn scenario(scenario: Scenario) -> String {
    titled(scenario.name())
}

fn room(room: Room) -> String {
    titled(room.name())
}

pub(super) fn face(face: Face) -> String {
    match face.number() {
        0 => kind(face.kind()),
        number => format!("{} {number}", kind(face.kind())),
    }
}

/// A cell with the tile on it.
fn place(game: &BurgleBros, at: Cell) -> String {
    match game.face_at(at) {
        Some(open) => format!("{at} ({})", face(open)),
        None => format!("{at} (face down)"),
    }
}

/// The player who decides.
fn decider(game: &BurgleBros) -> Seat {
    match game.node() {
        Node::Decision(seat) => seat,
        _ => game.active_seat(),
    }
}

/// The frame the state waits on.
fn waiting(game: &BurgleBros) -> Frame {
    game.frames().last().copied().unwrap_or(Frame::Idle)
}

/// What the state waits for.
pub(super) fn node(game: &BurgleBros) -> String {
    match game.node() {
        Node::Terminal => match game.result() {
            Some(result) if result.is_win() => format!("The game is over: the crew {}.", result.ending),
            Some(result) => format!("The game is over: {}.", result.ending),
            None => "The game is over.".to_owned(),
        },
        Node::Chance => format!("Chance: {}.", drawn(game)),
        Node::Decision(seat) => format!("Player {seat} {}.", asked(game)),
    }
}

/// What chance decides.
fn drawn(game: &BurgleBros) -> String {
    let floor = |floor: u8| floor + 1;
    match waiting(game) {
        Frame::PlaceFirstGuard => "where the Guard of floor 1 starts".to_owned(),
        Frame::PlaceFirstDie => "where the Guard of floor 1 goes first".to_owned(),
        Frame::SetUpGuard(index) => format!("where the Guard of floor {} starts", floor(index)),
        Frame::SetUpDie(index) => format!("where the Guard of floor {} goes first", floor(index)),
        Frame::DrawPatrol(index) => format!("where the Guard of floor {} goes next", floor(index)),
        Frame::ReturnGuard(index) => format!("where the Guard of floor {} comes back", floor(index)),
        Frame::LookPatrol(index) => format!("the next patrol card of floor {}", floor(index)),
        Frame::Reveal(at) => format!("the tile on {at} is turned up"),
        Frame::RollChihuahua => "whether the Chihuahua barks".to_owned(),
        Frame::RollKitty => "whether the kitty runs".to_owned(),
        Frame::RollKeypad(dice) => format!(
            "the Keypad, {} for a 6",
            counted(dice.into(), "die").replace("dies", "dice")
        ),
        Frame::RollCrack { safe, dice } => {
            format!(
                "the roll on the Safe of {safe}, {}",
                counted(dice.into(), "die").replace("dies", "dice")
            )
        }
        Frame::DrawEvent => event_words(game),
        Frame::LookEvent { .. } => "the next Event is looked at".to_owned(),
        Frame::DrawTool { drawer, .. } | Frame::DrawSecondTool { drawer, .. } => {
            format!("player {drawer} draws a Tool")
        }
        Frame::DrawLoot { drawer, .. } => format!("player {drawer} draws a Loot"),
        _ => "something is drawn".to_owned(),
    }
}

/// With how many counted actions or fewer the active player ends his turn with an Event (N-EVENT-1, L-STAMP).
pub(super) fn few_actions(game: &BurgleBros) -> u8 {
    let has_stamp = game.loot(game.active_seat()) & Loot::Stamp.bit() != 0;
    if has_stamp { 3 } else { 2 }
}

/// That an Event is drawn, and why.
fn event_words(game: &BurgleBros) -> String {
    let (used, few) = (game.actions_used(), few_actions(game));
    // A few rules draw one at other times.
    if used <= few {
        format!("an Event is drawn, because {used} of the player's actions counted and {few} or fewer bring one")
    } else {
        "an Event is drawn".to_owned()
    }
}

/// What a seat is asked.
fn asked(game: &BurgleBros) -> String {
    match waiting(game) {
        Frame::Act => "acts".to_owned(),
        Frame::ChooseEntrance => "chooses the entrance on floor 1".to_owned(),
        Frame::ChooseKittyTile => "chooses where the kitty runs".to_owned(),
        Frame::ChooseGuard(_) => "names the Guard who moves next".to_owned(),
        Frame::AskDeadbolt => "has turned up a Deadbolt: pay 2 actions or stay".to_owned(),
        Frame::AskLaser => "has entered a Laser: pay, spend a token or sound the alarm".to_owned(),
        Frame::AskHack(at) => format!("may stop the alarm on {}", place(game, at)),
        Frame::AskNearest(floor) => format!("chooses between the nearest alarms of floor {}", floor + 1),
        Frame::AskToken { payer, .. } if payer == decider(game) => "has been seen and pays a Stealth token".to_owned(),
        Frame::AskToken { payer, .. } => format!("decides how player {payer}, who has been seen, pays"),
        Frame::AskStethoscope([low, middle, high]) => {
            let dice = Dice(u32::from_le_bytes([low, middle, high, 0]));
            format!("rolled {} and may turn one die with the Stethoscope", digits(dice))
        }
        Frame::KeepTool { .. } => "keeps one of two Tools".to_owned(),
        Frame::AskTrade { offer, .. } => {
            let (card, gives) = match offer {
                Offer::GiveTool(card) => (tool(card), true),
                Offer::GiveLoot(card) => (loot(card), true),
                Offer::TakeTool(card) => (tool(card), false),
                Offer::TakeLoot(card) => (loot(card), false),
            };
            let active = game.active_seat();
            if gives {
                format!("is offered the {card} by player {active}")
            } else {
                format!("is asked for the {card} by player {active}")
            }
        }
        Frame::AskOrders(_, to) => format!("is ordered to {}", place(game, to)),
        Frame::AskPatrolPlace(floor) => match game.known_patrol(floor as usize) {
            Some(cell) => format!("has seen the next patrol card of floor {}, {cell}", floor + 1),
            None if game.lost_visual_is_next(floor as usize) => {
                format!("has seen the next patrol card of floor {}, Lost Visual", floor + 1)
            }
            None => format!("has seen the next patrol card of floor {}", floor + 1),
        },
        Frame::AskEventPlace => format!("has seen the next Event, {}", known_events(game)),
        Frame::AskEventOrder(_) => format!("has seen the next Events, {}", known_events(game)),
        Frame::AskPlayer => "chooses whom the Buddy System brings".to_owned(),
        Frame::AskTile(of) => format!("chooses the tile of {}", event(of)),
        _ => "decides".to_owned(),
    }
}

fn known_events(game: &BurgleBros) -> String {
    let names: Vec<String> = game.known_events().map(event).collect();
    names.join(", ")
}

fn digits(dice: Dice) -> String {
    let faces = (1..=6).flat_map(|face| std::iter::repeat_n(face.to_string(), dice.count(face) as usize));
    faces.collect::<Vec<_>>().join(" ")
}

/// A player with the character: `player 2 (Hacker)`.
pub(super) fn player(game: &BurgleBros, seat: Seat) -> String {
    format!("player {seat} ({})", role(game.character(seat)))
}

/// What an action does.
pub(super) fn action(game: &BurgleBros, action: Action) -> String {
    let player = |seat: Seat| player(game, seat);
    match action {
        Action::Peek(at) => format!("Turn up {at}."),
        Action::Move(to) => move_to(game, to),
        Action::Hack => {
            let tokens = room_of(game).map_or(0, |room| game.hack_tokens(room));
            format!("Put a hack token on this room ({tokens} there).")
        }
        Action::AddDie(at) => {
            let dice = game.safes().find(|safe| safe.at == at).map_or(0, |safe| safe.dice);
            format!("Add a die to the Safe on {at}, 2 actions ({dice} there).")
        }
        Action::Crack(at) => {
            let dice = game.safes().find(|safe| safe.at == at).map_or(0, |safe| safe.dice);
            format!("Roll the dice of the Safe on {at} ({dice} there).")
        }
        Action::Escape => "Leave over the roof.".to_owned(),
        Action::EndActions => end(game),
        Action::Flexibility(to) => format!(
            "Move freely onto the Guard on {}; be gone before he moves.",
            place(game, to)
        ),
        Action::ClimbWindow(to) => format!("Climb through the window to {}, 3 actions, and stop.", place(game, to)),
        Action::Laptop => "Load the laptop with a hack token.".to_owned(),
        Action::XRay(at) => format!("Turn up {at} through the wall, free."),
        Action::Enhance(at) => format!("Turn up {at}, free."),
        Action::Crybaby(at) => match game.character(game.active_seat()) {
            Character::JuicerOlder => format!("Sound an alarm on {}, 2 actions.", place(game, at)),
            _ => format!("Sound an alarm on {}, free.", place(game, at)),
        },
        Action::RerouteTake => "Take the alarm token of your tile.".to_owned(),
        Action::RerouteDiscard => "Sound an alarm on your tile with the token you hold.".to_owned(),
        Action::Crow(at) => format!("Send the crow to {}.", place(game, at)),
        Action::Tinker => "Give a Stealth token for a Tool.".to_owned(),
        Action::Orders(seat, to) => format!("Order {} to {}.", player(seat), place(game, to)),
        Action::Disguise(seat) => format!("Swap places with {}.", player(seat)),
        Action::Clairvoyance => "Look at the next patrol card of your floor.".to_owned(),
        Action::Precognition => "Look at the next Event.".to_owned(),
        Action::Blueprints(at) => format!("Blueprints: turn up {at}."),
        Action::Crowbar(at) => format!("Crowbar: disable {} for good.", place(game, at)),
        Action::CrystalBall => "Crystal Ball: look at the next Events and order them.".to_owned(),
        Action::Donuts(floor) => format!("Donuts: the Guard of floor {} skips his next step.", floor + 1),
        Action::Dynamite(towards) => format!("Dynamite: blow up the wall towards {towards}; an alarm sounds here."),
        Action::Emp => "E.M.P.: all alarms go, and none sounds until your next turn.".to_owned(),
        Action::InvisibleSuit => "Invisible Suit: 1 action more, and your moves are not seen this turn.".to_owned(),
        Action::MakeupKit => "Makeup Kit: everybody on your tile gains a Stealth token.".to_owned(),
        Action::Rollerskates => "Rollerskates: 2 actions more.".to_owned(),
        Action::SmokeBomb => "Smoke Bomb: 3 Stealth tokens on your tile.".to_owned(),
        Action::ThermalBomb(true) => "Thermal Bomb: open a way up; an alarm sounds here.".to_owned(),
        Action::ThermalBomb(false) => "Thermal Bomb: open a way down; an alarm sounds here.".to_owned(),
        Action::Virus(fingerprint, laser, motion) => {
            format!("Virus: hack tokens for Fingerprint {fingerprint}, Laser {laser}, Motion {motion}.")
        }
        Action::GiveTool(seat, card) => format!("Offer the {} to {}.", tool(card), player(seat)),
        Action::GiveLoot(seat, card) => format!("Offer the {} to {}.", loot(card), player(seat)),
        Action::TakeTool(seat, card) => format!("Ask {} for the {}", player(seat), last_tool(card)),
        Action::TakeLoot(seat, card) => format!("Ask {} for the {}.", player(seat), loot(card)),
        Action::PickUpTool(card) => format!("Pick up the {}", last_tool(card)),
        Action::PickUpLoot(card) => format!("Pick up the {}.", loot(card)),
        Action::CatchKitty => "Catch the kitty.".to_owned(),
        Action::Enter(at) => format!("Come in on {at}."),
        Action::Pay if waiting(game) == Frame::AskLaser => "Pay 1 action more: no alarm.".to_owned(),
        Action::Pay => "Pay 2 actions more and go in.".to_owned(),
        Action::Stay => "Stay where you are.".to_owned(),
        Action::SpendToken(of) => {
            format!(
                "Spend a hack token of the {} room ({} there): no alarm.",
                room(of),
                game.hack_tokens(of)
            )
        }
        Action::SpendLaptop => "Spend the token of the laptop: no alarm.".to_owned(),
        Action::SoundAlarm => "Let the alarm sound.".to_owned(),
        Action::Nearest(at) => format!("The Guard goes to the alarm on {}.", place(game, at)),
        Action::OwnToken => "Pay with a token of the player.".to_owned(),
        Action::TileToken => "Pay with a token of the tile.".to_owned(),
        Action::Keep(card) => format!("Keep the {}", last_tool(card)),
        Action::SetDie(from, to) => format!("Stethoscope: turn a {from} to a {to}."),
        Action::KeepRoll => "Leave the dice as they are.".to_owned(),
        Action::OrderEvents(a, b, c) => {
            let seen: Vec<Event> = game.known_events().collect();
            let order = [a, b, c].map(|place| seen.get(place as usize).copied().map(event));
            let names: Vec<String> = order.into_iter().flatten().collect();
            format!("From the top: {}.", names.join(", "))
        }
        Action::Top => "Leave the card on top.".to_owned(),
        Action::Bottom => "Put the card at the bottom.".to_owned(),
        Action::Accept => "Agree.".to_owned(),
        Action::Refuse => "Decline.".to_owned(),
        Action::KittyTo(at) => format!("The kitty runs to {}.", place(game, at)),
        Action::ChoosePlayer(seat) => format!("Choose {}.", player(seat)),
        Action::ChooseTile(at) => chosen_tile(game, at),
        Action::Skip => "Do without.".to_owned(),
        Action::MoveGuard(floor) => format!("The Guard of floor {} moves.", floor + 1),
        Action::HackRoom(of) => format!(
            "Put a hack token on the {} room from here ({} there).",
            room(of),
            game.hack_tokens(of)
        ),
    }
}

/// A Move with what is known to come with it.
fn move_to(game: &BurgleBros, to: Cell) -> String {
    let remarks = move_remarks(game, to);
    let place = place(game, to);
    if remarks.is_empty() {
        format!("Move to {place}.")
    } else {
        format!("Move to {place}: {}.", remarks.join("; "))
    }
}

/// What is known to come with a Move.
pub(super) fn move_remarks(game: &BurgleBros, to: Cell) -> Vec<&'static str> {
    let seat = game.active_seat();
    let guard = game.guard(to.floor()).is_some_and(|guard| guard.at == to);
    let mut remarks = Vec::new();
    if let Some(face) = game
        .face_at(to)
        .filter(|&face| !game.is_disabled(face) && !is_descent(game, to))
    {
        let company = Seat::all(game.seats()).any(|other| other != seat && game.at(other) == Some(to));
        match face.kind() {
            Kind::Deadbolt if !guard && !company => remarks.push("3 actions"),
            Kind::Keypad if !game.is_marked(face) => remarks.push("roll a 6 to get in"),
            Kind::Laser if !guard && !is_laser_safe(game, seat, to) => {
                remarks.push("1 action more, a hack token or an alarm");
            }
            _ => {}
        }
    }
    if guard {
        remarks.push("the Guard is there");
    }
    remarks
}

/// Whether a Move goes down from a Walkway, which is no entering (M-DOWN-1).
fn is_descent(game: &BurgleBros, to: Cell) -> bool {
    game.at(game.active_seat()).is_some_and(|from| {
        from.floor() == to.floor() + 1
            && from.square() == to.square()
            && game.face_at(from).is_some_and(|face| face.kind() == Kind::Walkway)
    })
}

/// Whether a Laser asks this player for nothing: Mirror, E.M.P., an alarm there already, or the Hacker.
fn is_laser_safe(game: &BurgleBros, seat: Seat, at: Cell) -> bool {
    let is_hacker = |seat: Seat| game.character(seat) == Character::HackerBasic;
    game.loot(seat) & Loot::Mirror.bit() != 0
        || game.emp_owner().is_some()
        || game.alarms(at.floor()) & at.bit() != 0
        || Seat::all(game.seats()).any(|other| is_hacker(other) && (other == seat || game.at(other) == Some(at)))
}

/// The end of the action phase with what follows.
fn end(game: &BurgleBros) -> String {
    let seat = game.active_seat();
    let few = few_actions(game);
    let is_away = game.at(seat).is_some_and(|at| game.is_guard_away(at.floor()));
    let guard = if is_away {
        "the Guard comes back"
    } else {
        "the Guard moves"
    };
    if game.actions_used() <= few {
        format!("Stop; an Event follows, then {guard}.")
    } else {
        format!("Stop; {guard}, without an Event.")
    }
}

/// The tile an Event acts on.
fn chosen_tile(game: &BurgleBros, at: Cell) -> String {
    match waiting(game) {
        Frame::AskTile(Event::GoWithYourGut) => format!("Move to {}.", place(game, at)),
        Frame::AskTile(Event::Peekhole) => format!("Turn up {at}."),
        Frame::AskTile(Event::ThrowVoice) => format!("The Guard's destination becomes {}.", place(game, at)),
        Frame::AskTile(Event::Squeak) => format!("The Guard goes a step towards {}.", place(game, at)),
        _ => format!("Choose {}.", place(game, at)),
    }
}

/// The Computer Room the active player is in.
fn room_of(game: &BurgleBros) -> Option<Room> {
    let at = game.at(game.active_seat())?;
    game.face_at(at)?.kind().room()
}

/// What an outcome means.
pub(super) fn outcome(game: &BurgleBros, outcome: Outcome) -> String {
    match (outcome, waiting(game)) {
        (Outcome::Tile(of), Frame::Reveal(at)) => format!("{at} is {}.", face(of)),
        (Outcome::Tile(of), _) => format!("The tile is {}.", face(of)),
        (Outcome::Patrol(square), frame) => patrol(game, square as usize, frame),
        (Outcome::Event(of), Frame::LookEvent { .. }) => format!("The Event is {}.", event(of)),
        (Outcome::Event(of), _) => format!("Event: {}.", event(of)),
        (Outcome::Tool(card), Frame::DrawTool { drawer, .. } | Frame::DrawSecondTool { drawer, .. }) => {
            format!("Player {drawer} draws the {}", last_tool(card))
        }
        (Outcome::Tool(card), _) => format!("The Tool is {}", last_tool(card)),
        (Outcome::Loot(card), Frame::DrawLoot { drawer, .. }) => format!("Player {drawer} draws the {}.", loot(card)),
        (Outcome::Loot(card), _) => format!("The Loot is {}.", loot(card)),
        (Outcome::Roll(hit), Frame::RollChihuahua) if hit => "The Chihuahua barks.".to_owned(),
        (Outcome::Roll(_), Frame::RollChihuahua) => "The Chihuahua keeps quiet.".to_owned(),
        (Outcome::Roll(hit), Frame::RollKitty) if hit => "The kitty runs.".to_owned(),
        (Outcome::Roll(_), Frame::RollKitty) => "The kitty stays.".to_owned(),
        (Outcome::Roll(true), _) => "A 6: the Keypad opens.".to_owned(),
        (Outcome::Roll(false), _) => "No 6: the Keypad stays shut.".to_owned(),
        (Outcome::Faces(set), _) => {
            let faces: Vec<String> = (1..=6)
                .filter(|face| set & 1 << (face - 1) != 0)
                .map(|face: u8| face.to_string())
                .collect();
            format!("The dice show {}.", faces.join(" "))
        }
        (Outcome::Dice(dice), _) => format!("The dice show {}.", digits(dice)),
        (Outcome::LostVisual, Frame::DrawPatrol(floor)) => {
            format!("Lost Visual: the Guard of floor {} is out of sight.", floor + 1)
        }
        (Outcome::LostVisual, Frame::LookPatrol(_)) => "The next patrol card is Lost Visual.".to_owned(),
        (Outcome::LostVisual, _) => "Lost Visual: another card.".to_owned(),
    }
}

/// The cell that a patrol card names.
pub(super) fn patrolled(game: &BurgleBros, outcome: Outcome) -> Option<Cell> {
    let Outcome::Patrol(square) = outcome else { return None };
    let (floor, _) = patrol_card(waiting(game))?;
    Some(Cell::new(floor as usize, square as usize))
}

/// The floor of the patrol card that is drawn, and what the card says.
fn patrol_card(frame: Frame) -> Option<(u8, &'static str)> {
    match frame {
        Frame::PlaceFirstGuard => Some((0, "The Guard of floor 1 starts on")),
        Frame::PlaceFirstDie => Some((0, "The Guard of floor 1 goes to")),
        Frame::SetUpGuard(floor) => Some((floor, "The Guard starts on")),
        Frame::LookPatrol(floor) => Some((floor, "The next patrol card is")),
        Frame::ReturnGuard(floor) => Some((floor, "The Guard comes back on")),
        Frame::SetUpDie(floor) | Frame::DrawPatrol(floor) => Some((floor, "The Guard goes to")),
        _ => None,
    }
}

/// What a patrol card does.
fn patrol(game: &BurgleBros, square: usize, frame: Frame) -> String {
    let Some((floor, what)) = patrol_card(frame) else {
        return format!("The patrol card is {}.", heist_engine::board::square_name(square));
    };
    let at = Cell::new(floor as usize, square);
    // G-DRAW-4: his own tile is no destination, and another card is drawn.
    let again = matches!(frame, Frame::DrawPatrol(_)) && game.guard(floor as usize).is_some_and(|guard| guard.at == at);
    if again {
        format!("The card is {at}, where he stands: another one.")
    } else {
        format!("{what} {at}.")
    }
}
