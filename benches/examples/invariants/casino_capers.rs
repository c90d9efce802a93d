//! Games of Casino Capers: their setups, and what holds in every state and between a state and the next
//! (docs/invariants.md says why).

use std::process::ExitCode;
use std::time::Instant;

use heist_engine::board::{Cell, is_connected};
use heist_engine::casino_capers::{
    CasinoCapers, Chip, ChipView, Chips, DeadDrops, Event, Face, Finale, Gear, GearView, Kind, PatrolCard, PatrolPlace,
    Question, Scenario, Setup, Tables, Whereabouts,
};
use heist_engine::game::{Game, Node, Windows};
use heist_engine::random::{below, choose, stream, stream_seed};
use rayon::prelude::*;

use crate::play::{Invariant, play, require};
use crate::table::{Count, Tally};

/// The invariants, by the names that they have in docs/invariants.md.
const INVARIANTS: &[(&str, Invariant<CasinoCapers>)] = &[
    ("tiles", tiles),
    ("chips", chips),
    ("patrol", patrol),
    ("events", events),
    ("gear", gear),
    ("dice", dice),
    ("cracking", cracking),
    ("walls", walls),
    ("places", places),
    ("tokens", tokens),
    ("heat", heat),
    ("turns", turns),
    ("finale", finale),
    ("frames", frames),
    ("figures", figures),
    ("ending", ending),
];

/// Wall pieces on a floor (set.walls).
const WALLS: u32 = 8;

/// More games are added in batches.
const BATCH: u64 = 200;
/// Games of one finale are given up after so many.
const MOST: u64 = 100_000;

/// Plays so many games at each number of characters, half of them by the expert alone. Then it goes on, with easy
/// setups and the expert, until each finale was entered often enough.
pub fn run(games: u64, seed: u64, finales: u64) -> ExitCode {
    let start = Instant::now();
    let mut tallies = Vec::new();
    for characters in 2..=4 {
        let all = (0..games).into_par_iter();
        let tally = all.map(|game| play(INVARIANTS, &setup(characters, game, seed), seed, game, game % 2 == 1));
        tallies.push((
            format!("{characters} characters"),
            tally.reduce(Tally::default, |all, tally| all.and(&tally)),
        ));
    }
    for &finale in Finale::ALL {
        let entered = |tallies: &[Row]| {
            tallies
                .iter()
                .map(|(_, tally)| tally.further.entered(finale))
                .sum::<u64>()
        };
        let mut more = 0;
        while entered(&tallies) < finales && more < MOST {
            let batch = (more..more + BATCH).into_par_iter();
            let tally = batch.map(|game| play(INVARIANTS, &easy_setup(finale, game, seed), seed, game, false));
            let tally = tally.reduce(Tally::default, |all, tally| all.and(&tally));
            match tallies.last_mut() {
                Some((name, further)) if name == FURTHER => *further = std::mem::take(further).and(&tally),
                _ => tallies.push((FURTHER.to_owned(), tally)),
            }
            more += BATCH;
        }
        if entered(&tallies) < finales {
            eprintln!("invariants: {finale} was entered only {} times", entered(&tallies));
            return ExitCode::FAILURE;
        }
    }
    print(&tallies);
    println!("\nEverything holds. {:.0} s", start.elapsed().as_secs_f64());
    ExitCode::SUCCESS
}

/// A row of the table: its name, and what was played.
type Row = (String, Tally<Finales>);

/// How often each finale was entered and won.
#[derive(Default)]
struct Finales {
    entered: [u64; Finale::ALL.len()],
    won: [u64; Finale::ALL.len()],
}

impl Finales {
    fn entered(&self, finale: Finale) -> u64 {
        self.entered[finale as usize]
    }
}

impl Count<CasinoCapers> for Finales {
    fn note(&mut self, before: Option<&CasinoCapers>, after: &CasinoCapers) {
        let was = before.and_then(CasinoCapers::running_finale);
        let running = after.running_finale();
        if let (None, Some(finale)) = (was, running) {
            self.entered[finale as usize] += 1;
        }
        if let (Some(finale), Some(result)) = (running, after.result()) {
            self.won[finale as usize] += u64::from(result.is_win());
        }
    }

    fn add(&mut self, other: &Finales) {
        for finale in 0..Finale::ALL.len() {
            self.entered[finale] += other.entered[finale];
            self.won[finale] += other.won[finale];
        }
    }
}

/// Prints what was played.
fn print(tallies: &[Row]) {
    println!("{:24} {:>8} {:>8} {:>12}", "", "games", "won", "states");
    for (name, tally) in tallies {
        println!("{name:24} {:>8} {:>8} {:>12}", tally.games, tally.wins, tally.states);
    }
    println!("\n{:24} {:>8} {:>8}", "finale", "entered", "won");
    for &finale in Finale::ALL {
        let sum = |of: fn(&Finales) -> &[u64; Finale::ALL.len()]| -> u64 {
            tallies
                .iter()
                .map(|(_, tally)| of(&tally.further)[finale as usize])
                .sum()
        };
        let (entered, won) = (sum(|finales| &finales.entered), sum(|finales| &finales.won));
        println!("{:24} {entered:>8} {won:>8}", finale.name());
    }
}

/// The row of games that were added for rare finales.
const FURTHER: &str = "further games";

/// A setup of any kind. Finales and suspicion take turns, the rest is drawn.
fn setup(characters: u8, game: u64, seed: u64) -> Setup {
    let mut rng = stream(seed, "invariants/setup", game * 4 + u64::from(characters));
    let scenario = match Finale::ALL.get((game / 2 % 10) as usize) {
        Some(&finale) => Scenario::Known(finale),
        None => Scenario::RandomFinale,
    };
    let seats = 1 + below(&mut rng, characters.into()) as u8;
    let mut setup = Setup {
        character_count: Some(characters),
        suspicion: 1 + (game / 20 % 10) as u8,
        abilities: Some(below(&mut rng, 3) == 0),
        windows: choose(
            &mut rng,
            &[Windows::Full, Windows::Full, Windows::Reduced, Windows::Off],
        ),
        ..Setup::new(scenario, seats, stream_seed(seed, "invariants/deal", game))
    };
    if below(&mut rng, 4) == 0 {
        setup.dead_drops = DeadDrops::Drawn;
    }
    if below(&mut rng, 2) == 0 {
        let is_alternate = |card: &Gear| Tables::card(*card).alternate_of.is_some();
        let alternates = Gear::ALL.iter().copied().filter(is_alternate);
        setup.alternates = alternates.filter(|_| below(&mut rng, 2) == 0).collect();
    }
    if below(&mut rng, 4) == 0 {
        setup.chips = Chips::Uniform;
    }
    if below(&mut rng, 20) == 0 {
        setup.turn_limit = 20 + below(&mut rng, 60) as u16;
    }
    setup
}

/// A setup in which the expert mostly gets as far as a finale.
fn easy_setup(finale: Finale, game: u64, seed: u64) -> Setup {
    Setup {
        character_count: Some(2 + (game % 3) as u8),
        suspicion: 1,
        alternates: vec![],
        ..Setup::new(
            Scenario::Known(finale),
            2,
            stream_seed(seed, "invariants/easy deal", game),
        )
    }
}

fn cells() -> impl Iterator<Item = Cell> {
    CasinoCapers::cells()
}

fn count(holds: impl Fn(Cell) -> bool) -> usize {
    cells().filter(|&cell| holds(cell)).count()
}

fn players(state: &CasinoCapers) -> std::ops::Range<usize> {
    0..state.characters()
}

/// Whether the set-up is over: both bouncers and markers stand, and the entrances are chosen.
fn is_set_up(state: &CasinoCapers) -> bool {
    state.turn() > 0
}

/// set.tiles: of no face lie more tiles open than there are, each floor's own are on it, and none is turned down again.
fn tiles(before: Option<&CasinoCapers>, state: &CasinoCapers) -> Result<(), String> {
    let mut seen = [0u32; Face::COUNT];
    let mut own = [[0u8; 2]; 2];
    for cell in cells() {
        let Some(face) = state.face_at(cell) else { continue };
        seen[face.index()] += 1;
        match face.kind() {
            Kind::Safe => require(cell.floor() == 1, || format!("the Safe lies on {cell}"))?,
            Kind::OwnersOffice => require(cell.floor() == 0, || format!("the Office lies on {cell}"))?,
            Kind::Monorail => own[cell.floor()][0] += 1,
            Kind::Escalator => own[cell.floor()][1] += 1,
            _ => {}
        }
    }
    for face in Face::all() {
        let copies = face.tiles().count_ones();
        require(seen[face.index()] <= copies, || {
            format!("{} tiles {face}", seen[face.index()])
        })?;
    }
    require(own.as_flattened().iter().all(|&count| count <= 1), || {
        format!("Monorails and Escalators by floor: {own:?}")
    })?;
    let Some(before) = before else { return Ok(()) };
    for floor in 0..2 {
        let (old, new) = (before.revealed(floor), state.revealed(floor));
        require(old & !new == 0, || {
            format!("a tile of floor {} was turned down", floor + 1)
        })?;
        let same = |cell: &Cell| {
            before
                .face_at(*cell)
                .is_none_or(|face| state.face_at(*cell) == Some(face))
        };
        require(cells().all(|cell| same(&cell)), || {
            "an open tile has changed".to_owned()
        })?;
    }
    Ok(())
}

/// set.chips: of no kind are there more chips than in the box. Only the set-up and Bodyguard lay any.
fn chips(before: Option<&CasinoCapers>, state: &CasinoCapers) -> Result<(), String> {
    let mut kinds = state.unseen_chips();
    for cell in cells() {
        if let Some(ChipView::Up(kind) | ChipView::Known(kind)) = state.chip_at(cell) {
            kinds[kind.index()] += 1;
        }
    }
    for &kind in Chip::ALL {
        let (found, most) = (kinds[kind.index()], Chip::COPIES[kind.index()]);
        require(found <= most, || format!("{found} chips {kind}"))?;
    }
    let lie = |state: &CasinoCapers| count(|cell| state.chip_at(cell).is_some());
    require(lie(state) <= 16, || format!("{} chips lie on the board", lie(state)))?;
    let is_laying = !is_set_up(state) || state.running_finale() == Some(Finale::Bodyguard);
    match before {
        Some(before) if !is_laying => require(lie(state) <= lie(before), || "a chip has come".to_owned()),
        _ => Ok(()),
    }
}

/// set.decks, dest.deck: no patrol card is in two places, and none leaves or joins decks and discards once the game has
/// begun.
fn patrol(before: Option<&CasinoCapers>, state: &CasinoCapers) -> Result<(), String> {
    let known = |floor| {
        let places = state.patrol_places(floor).filter_map(|place| match place {
            PatrolPlace::Known(card) => Some(card),
            PatrolPlace::Of(_) | PatrolPlace::FakeOrders => None,
        });
        places.chain(state.patrol_discards(floor))
    };
    let mut cards: Vec<PatrolCard> = (0..2).flat_map(known).collect();
    cards.retain(|&card| card != PatrolCard::Distracted);
    cards.extend((0..2).flat_map(|floor| {
        state
            .patrol_unseen(floor)
            .filter(|&card| card != PatrolCard::Distracted)
    }));
    let all = cards.len();
    cards.sort_unstable();
    cards.dedup();
    require(cards.len() == all, || "a patrol card is in two places".to_owned())?;
    let total = |state: &CasinoCapers| -> usize {
        let of = |floor| state.patrol_size(floor) + state.patrol_discards(floor).count();
        (0..2).map(of).sum()
    };
    match before.filter(|before| is_set_up(before)) {
        Some(before) => require(total(state) == total(before), || {
            format!("{} patrol cards became {}", total(before), total(state))
        }),
        None => Ok(()),
    }
}

/// event.draw: while actions are taken, every event is in its deck, in its discards or lies out.
fn events(_: Option<&CasinoCapers>, state: &CasinoCapers) -> Result<(), String> {
    if state.question() != Some(Question::Act) {
        return Ok(());
    }
    let meetings = players(state).filter(|&player| state.has_meeting(player)).count();
    for (deck, out) in [0, meetings].into_iter().enumerate() {
        let found = state.event_deck_size(deck) + state.event_discards(deck).count() + out;
        require(found == Event::ALL.len() / 2, || {
            format!("event deck {deck} has {found} cards")
        })?;
    }
    Ok(())
}

/// set.gear, gear.front: each card is at one place, and a prepped one has a use left.
fn gear(_: Option<&CasinoCapers>, state: &CasinoCapers) -> Result<(), String> {
    let mut all = 0;
    for player in players(state) {
        let [prepped, backs, held] = state.gear_sets(player);
        require(prepped & backs == 0, || "a card is prepped and flipped".to_owned())?;
        require(all & held == 0, || "a card is held twice".to_owned())?;
        all |= held;
        for (card, shown) in state.gear(player) {
            if let GearView::Prepped(used) = shown {
                require(used < Tables::card(card).uses, || {
                    format!("{card} was used {used} times")
                })?;
            }
        }
        // act.prep: a base card and its alternate are never both ready.
        for card in Gear::all_in(prepped | backs) {
            let base = Tables::card(card).alternate_of.map_or(0, Gear::bit);
            require((prepped | backs) & base == 0, || {
                format!("{card} and its base card are both out")
            })?;
        }
    }
    Ok(())
}

/// safe.move, finale.laundry_day.setup.1: there are five safe dice.
fn dice(_: Option<&CasinoCapers>, state: &CasinoCapers) -> Result<(), String> {
    let is_laundry = state.running_finale() == Some(Finale::LaundryDay);
    let own = players(state)
        .filter(|&player| is_laundry && state.finale_count(player) > 0)
        .count();
    let [office, safe, supply] = state.dice().map(usize::from);
    let found = office + safe + supply + state.loose_dice().count() + own;
    require(found == 5 && supply <= 5, || {
        format!("{found} safe dice, {supply} of them in the supply")
    })
}

/// safe.tokens: crack tokens lie on open tiles in line with the Safe. Six begin the finale, and only The Raid takes
/// any.
fn cracking(before: Option<&CasinoCapers>, state: &CasinoCapers) -> Result<(), String> {
    let safe = cells().find(|&cell| state.face_at(cell) == Some(Face::SAFE));
    let tokens = |state: &CasinoCapers| count(|cell| state.has_crack_token(cell));
    let is_in_line = |cell: Cell| {
        cell.floor() == 1
            && state.face_at(cell).is_some()
            && safe.is_some_and(|safe| safe != cell && safe.lines() & cell.bit() != 0)
    };
    let all_in_line = cells().all(|cell| !state.has_crack_token(cell) || is_in_line(cell));
    require(all_in_line, || "a crack token lies where none may".to_owned())?;
    let is_raid = state.running_finale() == Some(Finale::TheRaid);
    let Some(before) = before else { return Ok(()) };
    if before.running_finale().is_none() && state.running_finale().is_some() {
        require(tokens(state) == 6, || {
            format!("the finale begins with {} crack tokens", tokens(state))
        })?;
    }
    if !is_raid {
        require(tokens(before) <= tokens(state), || "a crack token is gone".to_owned())
    } else {
        require(
            tokens(before) >= tokens(state) || before.running_finale().is_none(),
            || "a crack token has come".to_owned(),
        )
    }
}

/// set.walls: walls are eight at most on each floor and never become more; no tile is cut off.
fn walls(before: Option<&CasinoCapers>, state: &CasinoCapers) -> Result<(), String> {
    for floor in 0..2 {
        let plan = state.floor_plan(floor);
        let pieces = plan.walls().count_ones();
        require(pieces <= WALLS, || format!("{pieces} walls on floor {}", floor + 1))?;
        require(is_connected(plan.size(), None, plan.walls()), || {
            format!("floor {} is not connected", floor + 1)
        })?;
        if let Some(before) = before {
            let old = before.floor_plan(floor).walls().count_ones();
            require(pieces <= old, || format!("a wall of floor {} has come", floor + 1))?;
        }
    }
    Ok(())
}

/// turn.enter, fin.exited: players and bouncers are on the board; nobody comes back, and nobody leaves before the
/// finale.
fn places(before: Option<&CasinoCapers>, state: &CasinoCapers) -> Result<(), String> {
    let is_cell = |at: Cell| cells().any(|cell| cell == at);
    for floor in 0..2 {
        if is_set_up(state) {
            let bouncer = state.bouncer(floor);
            require(bouncer.is_some_and(|at| is_cell(at) && at.floor() == floor), || {
                format!("the bouncer of floor {} stands on {bouncer:?}", floor + 1)
            })?;
        }
        let marker = state.marker(floor);
        require(marker.is_none_or(|at| is_cell(at) && at.floor() == floor), || {
            format!("the marker of floor {} stands on {marker:?}", floor + 1)
        })?;
    }
    for player in players(state) {
        let now = state.whereabouts(player);
        if let Whereabouts::On(at) = now {
            require(is_cell(at), || format!("player {player} is on {at}"))?;
        }
        require(now != Whereabouts::Exited || state.running_finale().is_some(), || {
            format!("player {player} has left before the finale")
        })?;
        let is_between_turns = matches!(state.question(), Some(Question::Act | Question::Entry));
        require(now != Whereabouts::Lifted || !is_between_turns, || {
            format!("player {player} is nowhere")
        })?;
        let was = before.map(|before| before.whereabouts(player));
        require(was != Some(Whereabouts::Exited) || now == Whereabouts::Exited, || {
            format!("player {player} has come back")
        })?;
        let is_first_entry = matches!(was, None | Some(Whereabouts::Outside));
        require(is_first_entry || now != Whereabouts::Outside, || {
            format!("player {player} is outside again")
        })?;
    }
    Ok(())
}

/// Section 2: no more tokens are out than the box has.
fn tokens(before: Option<&CasinoCapers>, state: &CasinoCapers) -> Result<(), String> {
    let out = [
        ("crow", count(|cell| state.has_crow(cell)), 4),
        ("crowd", count(|cell| state.has_crowd(cell)), 3),
        ("SWAT", count(|cell| state.has_swat(cell)), 15),
        ("steak", count(|cell| state.had_steak(cell)), 4),
        (
            "disguise",
            players(state).filter(|&player| state.has_disguise(player)).count(),
            1,
        ),
        ("zip line", count(|cell| state.has_zip_line(cell)), 4),
    ];
    for (name, found, most) in out {
        require(found <= most, || format!("{found} {name} tokens are out"))?;
    }
    let swat = |state: &CasinoCapers| count(|cell| state.has_swat(cell));
    match before.filter(|before| before.running_finale().is_some()) {
        Some(before) => require(swat(state) <= swat(before), || "a SWAT token has come".to_owned()),
        None => Ok(()),
    }
}

/// end.heat: while a game goes on nobody has 6 heat. fin.exited: who has left gains none.
fn heat(before: Option<&CasinoCapers>, state: &CasinoCapers) -> Result<(), String> {
    let is_over = state.node() == Node::Terminal;
    for player in players(state) {
        let now = state.heat(player);
        require(now < 6 || is_over, || format!("player {player} has {now} heat"))?;
        if let Some(before) = before
            && before.whereabouts(player) == Whereabouts::Exited
        {
            let was = before.heat(player);
            require(now <= was, || {
                format!("player {player} has left with {was} heat and has {now}")
            })?;
        }
    }
    Ok(())
}

/// turn.order: turns follow each other in seat order, leaving out who has exited; end.limit ends the last one.
fn turns(before: Option<&CasinoCapers>, state: &CasinoCapers) -> Result<(), String> {
    let Some(before) = before else { return Ok(()) };
    let (old, new) = (before.turn(), state.turn());
    require(new == old || new == old + 1, || {
        format!("turn {new} follows turn {old}")
    })?;
    let (was, now) = (before.current_player(), state.current_player());
    if new == old {
        let goes_on = state.node() != Node::Terminal;
        return require(was == now || !goes_on, || {
            format!("the turn passes from {was} to {now} within a turn")
        });
    }
    if old == 0 {
        return Ok(());
    }
    let seats = state.characters();
    let after = (1..=seats).map(|step| (was + step) % seats);
    let next = after
        .into_iter()
        .find(|&player| state.whereabouts(player) != Whereabouts::Exited);
    require(next == Some(now), || format!("{now} follows {was}, expected {next:?}"))
}

/// set.finale, fin.start: a finale that is known stays, a running one goes on, and an unlocked exit stays open.
fn finale(before: Option<&CasinoCapers>, state: &CasinoCapers) -> Result<(), String> {
    let running = state.running_finale();
    require(running.is_none() || running == state.known_finale(), || {
        format!("{running:?} runs, and {:?} is known", state.known_finale())
    })?;
    let [car, tiger, football] = state.finale_figures();
    let on_board = [
        (car, Finale::RescuingHerRide),
        (tiger, Finale::CatchATiger),
        (football, Finale::HailMary),
    ];
    for (figure, of) in on_board {
        require(figure.is_none() || running == Some(of), || {
            format!("the figure of {of} is out")
        })?;
    }
    let Some(before) = before else { return Ok(()) };
    let stays = |old: Option<Finale>, new: Option<Finale>| old.is_none() || old == new;
    require(stays(before.known_finale(), state.known_finale()), || {
        "another finale is known".to_owned()
    })?;
    require(stays(before.running_finale(), running), || {
        "another finale runs".to_owned()
    })?;
    require(state.is_unlocked() || !before.is_unlocked(), || {
        "the exit is locked again".to_owned()
    })
}

/// R26: the steps under way fit into a state, with those that may come on top of them.
fn frames(_: Option<&CasinoCapers>, state: &CasinoCapers) -> Result<(), String> {
    require(state.has_room_to_nest(), || {
        format!("{} steps are under way", state.depth())
    })
}

/// What is counted agrees with the board, and what only grows does not shrink.
fn figures(before: Option<&CasinoCapers>, state: &CasinoCapers) -> Result<(), String> {
    let figure = |state: &CasinoCapers, name: &str| {
        let place = CasinoCapers::FIGURES.iter().position(|figure| figure.name == name);
        place.map_or(-1, |place| state.figures()[place])
    };
    let exited = players(state)
        .filter(|&player| state.whereabouts(player) == Whereabouts::Exited)
        .count();
    let counted = [
        ("crack tokens", count(|cell| state.has_crack_token(cell))),
        ("tiles seen", count(|cell| state.face_at(cell).is_some())),
        ("players exited", exited),
        ("turns", state.turn() as usize),
        (
            "heat",
            players(state).map(|player| usize::from(state.heat(player))).sum(),
        ),
    ];
    for (name, found) in counted {
        let said = figure(state, name);
        require(said == found as i32, || format!("{name}: {said} and not {found}"))?;
    }
    let Some(before) = before else { return Ok(()) };
    for name in ["turns", "actions", "commotions", "players exited", "tiles seen"] {
        require(figure(before, name) <= figure(state, name), || {
            format!("{name} shrinks")
        })?;
    }
    require(before.lost() <= state.lost(), || {
        "heat that was gained is gone".to_owned()
    })
}

/// Section 9.1: each way to end has its reason on the board.
fn ending(_: Option<&CasinoCapers>, state: &CasinoCapers) -> Result<(), String> {
    let Some(result) = state.result() else { return Ok(()) };
    let running = state.running_finale();
    let hot = players(state).filter(|&player| state.heat(player) >= 6).count();
    let bouncers = || (0..2).filter_map(|floor| state.bouncer(floor));
    let [_, tiger, _] = state.finale_figures();
    let holds = match result.ending {
        "escaped" => running.is_some() && players(state).all(|player| state.whereabouts(player) == Whereabouts::Exited),
        "red-handed" => running == Some(Finale::CaughtRedHanded) && hot == state.characters(),
        "raid-over" => running == Some(Finale::TheRaid) && count(|cell| state.has_crack_token(cell)) == 0,
        "caught" => hot > 0,
        "prima-donna-seen" => {
            let is_met = |player: usize| {
                state.finale_count(player) > 0 && bouncers().any(|at| state.player_cell(player) == Some(at))
            };
            running == Some(Finale::Bodyguard) && players(state).any(is_met)
        }
        "tiger-seen" => running == Some(Finale::CatchATiger) && bouncers().any(|at| Some(at) == tiger),
        "stall" => hot == 0,
        _ => false,
    };
    require(holds, || format!("nothing on the board says `{}`", result.ending))?;
    require(
        (result.value == 1.0) == matches!(result.ending, "escaped" | "red-handed" | "raid-over"),
        || format!("`{}` has the value {}", result.ending, result.value),
    )
}
