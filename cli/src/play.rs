//! `heist play`: a person at the terminal, alone or with agents in the other seats.
//!
//! A session is a function of its setup, its seed and what the person chose: the world, the dice and the agents'
//! choices all come from seeded streams. So undo and resume play the steps again, and the luck of an undone move is no
//! secret to be fished for: the same choice meets the same dice.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use heist_agents::arena::{Deal, SeatFault};
use heist_agents::{Agent, Fault, Heuristics, Spec, Start, build};
use heist_draw::{Draw, Style};
use heist_engine::game::{Game, Node, Seat};
use heist_engine::random::{self, Generator};
use heist_engine::record::{Recorder, Replay, Step, read_header};
use heist_engine::with_game;

use crate::failure::{Done, Failure, Outcome};
use crate::files::{self, Existing};
use crate::hint;
use crate::replay::{describe, tell};
use crate::setup::{SetupOptions, fresh_seed, split_specs};
use crate::terminal::{Lines, Table, Typed};

/// The level of a hint that names none.
const HINT: &str = "quick";

/// Who plays the other seats where nobody is named: it must choose by the seed alone, whatever time it takes.
fn default_agent<G: Heuristics>() -> &'static str {
    match G::HEURISTIC {
        Some(_) => "heuristic",
        None => "flat:sims=500",
    }
}

/// What a person is called among the players of a replay.
const PERSON: &str = "person";

/// Play a game in the terminal, alone or with agents in other seats
///
/// Example:
///
/// $ heist play burgle-bros --seats 2 --you 1
///
/// $ heist play caper-cards --seats 4 --set risk=12
///
/// Whenever a player of yours must decide, the state is drawn as he knows it, with the legal actions, numbered, each
/// with its notation and what it does. Answer with a number or with the notation; the commands are
///
/// undo (back to your previous decision), hint (the best moves, and how sure that is), save, draw, help, quit (saves and
/// leaves).
///
/// All chance comes from the seed, so the same seed and the same choices give the same game, and a choice taken back
/// and made again meets the same dice.
///
/// A finished game leaves a replay (--replay). A saved one is a replay without a result, which --resume continues.
#[derive(Debug, Args)]
pub struct Options {
    /// The game, as `heist games` lists them; not needed with --resume
    #[arg(value_name = "GAME", required_unless_present = "resume")]
    game: Option<String>,

    #[command(flatten)]
    setup: SetupOptions,

    /// The seats you play, from 1, separated by commas; 1 if not given
    #[arg(long, value_name = "SEATS", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..))]
    you: Vec<u8>,

    /// Who plays the other seats, as `heist agents` lists them: one for all, or one a seat, separated by commas; heuristic if
    /// not given, flat:sims=500 in a game without a heuristic
    #[arg(long, value_name = "SPECS")]
    agents: Option<String>,

    /// The seed of all chance; from the clock if not given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Where `save` and `quit` write
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Continue a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", crate::setup::GROUP, "seed"])]
    resume: Option<PathBuf>,

    /// Where the finished game's replay goes
    #[arg(long, value_name = "FILE")]
    replay: Option<PathBuf>,

    /// Replace files that are there already
    #[arg(long)]
    force: bool,
}

/// Runs the command.
pub fn command(options: &Options, style: &Style, input: &mut dyn Lines, out: &mut dyn Write) -> Outcome {
    match (&options.resume, &options.game) {
        (Some(path), _) => {
            let header = read_header(files::open(path)?).map_err(|error| Failure::file(path, error))?;
            with_game!(
                header.game.as_str(),
                G => resume::<G>(options, style, input, out),
                else name => Err(Failure::unknown_game(name))
            )
        }
        (None, Some(game)) => {
            with_game!(
                game.as_str(),
                G => begin::<G>(options, style, input, out),
                else name => Err(Failure::unknown_game(name))
            )
        }
        // clap asks for one of the two.
        (None, None) => Err(Failure::input("expected a game or --resume")),
    }
}

fn begin<G: Draw + Heuristics>(
    options: &Options,
    style: &Style,
    input: &mut dyn Lines,
    out: &mut dyn Write,
) -> Outcome {
    let seed = options.seed.unwrap_or_else(fresh_seed);
    let setup = options.setup.setup::<G>(Deal::<G>::setup_seed(seed, 0))?;
    let setup = G::complete(&setup).map_err(Failure::input)?;
    let seats = G::new(&setup).map_err(Failure::input)?.seats();
    let players = players::<G>(options, seats)?;
    let session = Session::<G>::new(setup, seed, players)?;
    Sitting::new(session, options, style)?.play(input, out)
}

fn resume<G: Draw + Heuristics>(
    options: &Options,
    style: &Style,
    input: &mut dyn Lines,
    out: &mut dyn Write,
) -> Outcome {
    let Some(path) = &options.resume else {
        return Err(Failure::input("expected --resume"));
    };
    let saved = Replay::<G>::read(files::open(path)?).map_err(|error| Failure::file(path, error))?;
    if saved.result.is_some() {
        return Err(Failure::file(
            path,
            "the game is over; expected a saved one. `heist replay` shows it",
        ));
    }
    let Some(seed) = saved.seed else {
        return Err(Failure::file(
            path,
            "line 1, field `seed`: missing; expected the seed of the game",
        ));
    };
    let seats = G::new(&saved.setup).map_err(Failure::input)?.seats();
    let has_person = saved.agents.len() == seats && saved.agents.iter().any(|player| player == PERSON);
    let players = match options.you.is_empty() && has_person {
        true => {
            let read = |text: &String| {
                Player::read(text).map_err(|error| Failure::file(path, format!("line 1, field `agents`: {error}")))
            };
            saved.agents.iter().map(read).collect::<Result<_, _>>()?
        }
        false => players::<G>(options, seats)?,
    };
    let session = Session::<G>::new(saved.setup, seed, players)?
        .after(&saved.steps)
        .map_err(|stuck| match stuck {
            Stuck::Impossible(step) => {
                let line = step + 2;
                Failure::file(
                    path,
                    format!(
                        "line {line}: step {} is not possible in the game of seed {seed}",
                        step + 1
                    ),
                )
            }
            Stuck::Fault(fault) => Failure::file(path, fault),
        })?;
    Sitting::new(session, options, style)?.play(input, out)
}

/// Who sits in a seat.
#[derive(Clone, Debug)]
enum Player {
    Person,
    Agent(Spec),
}

impl Player {
    /// From the text in a replay.
    fn read(text: &str) -> Result<Player, String> {
        match text {
            PERSON => Ok(Player::Person),
            spec => Ok(Player::Agent(
                spec.parse()
                    .map_err(|error: heist_agents::SpecError| error.to_string())?,
            )),
        }
    }

    /// As in a replay.
    fn name(&self) -> String {
        match self {
            Player::Person => PERSON.to_owned(),
            Player::Agent(spec) => spec.to_string(),
        }
    }
}

/// Who sits where, by the options.
fn players<G: Heuristics>(options: &Options, seats: usize) -> Result<Vec<Player>, Failure> {
    let agents = options.agents.as_deref().unwrap_or(default_agent::<G>());
    let you: &[u8] = if options.you.is_empty() { &[1] } else { &options.you };
    if let Some(seat) = you.iter().find(|seat| usize::from(**seat) > seats) {
        return Err(Failure::input(format!(
            "--you {seat}: there are {seats} seats, expected 1 to {seats}"
        )));
    }
    let others = (1..=seats).filter(|&seat| !you.contains(&(seat as u8))).count();
    let mut specs = Vec::new();
    for text in split_specs(agents) {
        let spec: Spec = text
            .parse()
            .map_err(|error| Failure::input(format!("--agents: {error}")))?;
        specs.push(spec);
    }
    if specs.len() != 1 && specs.len() != others {
        return Err(Failure::input(format!(
            "--agents {agents}: {} agents for {others} other seats, expected one for all or one a seat",
            specs.len()
        )));
    }
    let mut specs = specs.iter().cycle().cloned();
    let seated = (1..=seats).map(|seat| match you.contains(&(seat as u8)) {
        true => Some(Player::Person),
        false => specs.next().map(Player::Agent),
    });
    // There is at least one spec, and a cycle of one does not end.
    Ok(seated.flatten().collect())
}

/// An agent with its own stream of randomness.
struct Mind<G: Game> {
    agent: Box<dyn Agent<G>>,
    rng: Generator,
}

/// Why steps cannot be taken again.
enum Stuck {
    /// The step at this place is impossible.
    Impossible(usize),
    /// An agent could not follow.
    Fault(SeatFault),
}

/// A game in progress.
struct Session<G: Game> {
    setup: G::Setup,
    seed: u64,
    players: Vec<Player>,
    world: G,
    recorder: Recorder<G>,
    dice: Vec<Generator>,
    minds: Vec<Option<Mind<G>>>,
    /// The steps that persons chose.
    choices: Vec<usize>,
}

impl<G: Heuristics> Session<G> {
    /// A game about to start.
    fn new(setup: G::Setup, seed: u64, players: Vec<Player>) -> Result<Session<G>, Failure> {
        let deal = Deal::<G>::new(&setup, seed, 0).map_err(Failure::input)?;
        let mut minds = Vec::new();
        for (seat, player) in Seat::all(players.len()).zip(&players) {
            let Player::Agent(spec) = player else {
                minds.push(None);
                continue;
            };
            let mut agent = build(spec).map_err(|error| Failure::input(format!("--agents: {error}")))?;
            let start = Start {
                setup: &deal.setup,
                seats: players.len(),
                seat,
                seed: random::stream_seed(seed, &format!("play/seat/{seat}"), 0),
            };
            let begun = agent.begin(&start);
            begun.map_err(|fault| Failure::input(format!("--agents {spec}: {fault}")))?;
            minds.push(Some(Mind {
                agent,
                rng: random::from_seed(start.seed),
            }));
        }
        let recorder = Recorder::new(&setup).map_err(Failure::input)?;
        let recorder = recorder.with_seed(seed).with_agents(players.iter().map(Player::name));
        Ok(Session {
            setup: deal.setup,
            seed,
            players,
            world: deal.world,
            recorder,
            dice: G::PURPOSES.iter().map(|name| random::stream(seed, name, 0)).collect(),
            minds,
            choices: Vec::new(),
        })
    }

    /// The person whose decision it is, if it is one.
    fn person_to_decide(&self) -> Option<Seat> {
        match self.world.node() {
            Node::Decision(seat) if self.minds[seat.index()].is_none() => Some(seat),
            _ => None,
        }
    }

    /// What chance or the agent to move does now; `None` if a person decides or the game is over.
    fn propose(&mut self) -> Result<Option<Step<G>>, SeatFault> {
        match self.world.node() {
            Node::Terminal => Ok(None),
            Node::Chance => {
                let dice = &mut self.dice[usize::from(self.world.purpose().0)];
                Ok(Some(Step::Chance(self.world.sample(dice))))
            }
            Node::Decision(seat) => {
                let Some(mind) = self.minds[seat.index()].as_mut() else {
                    return Ok(None);
                };
                let view = self.world.information_state(seat);
                let mut legal = Vec::new();
                view.legal_actions(&mut legal);
                let chosen = mind.agent.decide(&view, seat, &legal, &mut mind.rng);
                let action = chosen.and_then(|action| Fault::unless_legal::<G>(action, seat, &legal));
                match action {
                    Ok(action) => Ok(Some(Step::Action(seat, action))),
                    Err(fault) => Err(SeatFault { seat, fault }),
                }
            }
        }
    }

    /// Takes a step; says why not if it is impossible, and then nothing has changed.
    fn take(&mut self, step: Step<G>) -> Result<(), String> {
        let is_choice = self.person_to_decide().is_some();
        let mut world = self.world.clone();
        match step {
            Step::Action(_, action) => {
                world.try_apply(action).map_err(|error| error.to_string())?;
                self.recorder.action(action).map_err(|error| error.to_string())?;
            }
            Step::Chance(outcome) => {
                world.try_resolve(outcome).map_err(|error| error.to_string())?;
                self.recorder.chance(outcome).map_err(|error| error.to_string())?;
            }
        }
        self.tell(step);
        self.world = world;
        if is_choice {
            self.choices.push(self.recorder.steps().len() - 1);
        }
        Ok(())
    }

    /// Tells the agents of the step that is taken next.
    fn tell(&mut self, step: Step<G>) {
        for (seat, mind) in Seat::all(self.minds.len()).zip(&mut self.minds) {
            if let Some(mind) = mind
                && mind.agent.watches()
            {
                mind.agent.observe(step.observed(&self.world, seat));
            }
        }
    }

    /// The session after these steps. Dice and agents are asked on the way, so that they are as far as the steps are.
    fn after(mut self, steps: &[Step<G>]) -> Result<Session<G>, Stuck> {
        for (place, &step) in steps.iter().enumerate() {
            self.propose().map_err(Stuck::Fault)?;
            self.take(step).map_err(|_| Stuck::Impossible(place))?;
        }
        Ok(self)
    }

    /// Back to before the last choice of a person; false if there is none.
    fn undo(&mut self) -> Result<bool, Failure> {
        let Some(&last) = self.choices.last() else {
            return Ok(false);
        };
        let fresh = Session::new(self.setup.clone(), self.seed, self.players.clone())?;
        let steps = self.recorder.steps()[..last].to_vec();
        *self = fresh.after(&steps).map_err(|stuck| match stuck {
            Stuck::Impossible(step) => Failure::input(format!("step {} cannot be taken again", step + 1)),
            Stuck::Fault(fault) => Failure::input(fault),
        })?;
        Ok(true)
    }

    /// The game so far.
    fn replay(&self) -> Replay<G> {
        self.recorder.clone().finish()
    }
}

/// What a person answered.
enum Answer<A> {
    Action(A),
    Undo,
    Leave(Done),
}

/// A session with somebody before it.
struct Sitting<'a, G: Game> {
    session: Session<G>,
    options: &'a Options,
    style: &'a Style,
    /// How many steps have been told.
    told: usize,
    /// How many steps the saved file has, if there is one of this game.
    saved: Option<usize>,
    save_path: Option<PathBuf>,
}

impl<'a, G: Draw + Heuristics> Sitting<'a, G> {
    fn new(session: Session<G>, options: &'a Options, style: &'a Style) -> Result<Sitting<'a, G>, Failure> {
        let existing = Existing::forced(options.force);
        if let Some(path) = &options.save
            && options.resume.as_ref() != Some(path)
        {
            files::check_target(path, existing)?;
        }
        if let Some(path) = &options.replay {
            files::check_target(path, existing)?;
        }
        let told = session.recorder.steps().len();
        Ok(Sitting {
            save_path: options.save.clone().or_else(|| options.resume.clone()),
            saved: (options.resume.is_some() && options.save.is_none()).then_some(told),
            session,
            options,
            style,
            told,
        })
    }

    fn play(mut self, input: &mut dyn Lines, out: &mut dyn Write) -> Outcome {
        writeln!(out, "{} with seed {}; `help` explains.", G::NAME, self.session.seed)?;
        loop {
            if let Some(seat) = self.session.person_to_decide() {
                match self.ask(seat, input, out)? {
                    Answer::Action(action) => self.session.take(Step::Action(seat, action)).map_err(Failure::input)?,
                    Answer::Undo => match self.session.undo() {
                        Ok(true) => self.told = self.told.min(self.session.recorder.steps().len()),
                        Ok(false) => writeln!(out, "There is nothing to undo.")?,
                        // An agent could not play the game again; it goes on where it is.
                        Err(Failure::Input(message)) => writeln!(out, "{message}")?,
                        Err(failure) => return Err(failure),
                    },
                    Answer::Leave(done) => {
                        if !self.session.choices.is_empty() {
                            self.save(out)?;
                        }
                        return Ok(done);
                    }
                }
                continue;
            }
            match self.session.propose() {
                Ok(Some(step)) => self.session.take(step).map_err(Failure::input)?,
                Ok(None) => return self.finish(out),
                Err(fault) => {
                    self.save(out)?;
                    let player = self.session.players[fault.seat.index()].name();
                    return Err(Failure::input(format!(
                        "player {}, {player}: {}",
                        fault.seat, fault.fault
                    )));
                }
            }
        }
    }

    /// Shows a person where things stand and reads until there is an answer.
    fn ask(&mut self, seat: Seat, input: &mut dyn Lines, out: &mut dyn Write) -> Result<Answer<G::Action>, Failure> {
        let view = self.session.world.information_state(seat);
        let mut legal = Vec::new();
        view.legal_actions(&mut legal);
        writeln!(out)?;
        self.tell_news(seat, out)?;
        self.show(&view, &legal, out)?;
        loop {
            write!(out, "player {seat}> ")?;
            out.flush()?;
            let line = match input.line()? {
                Typed::Line(line) => line,
                Typed::End => {
                    writeln!(out)?;
                    return Ok(Answer::Leave(Done::Well));
                }
                Typed::Interrupt => {
                    writeln!(out)?;
                    return Ok(Answer::Leave(Done::Interrupted));
                }
            };
            let words: Vec<&str> = line.split_whitespace().collect();
            let text = words.join(" ");
            match text.as_str() {
                "undo" => return Ok(Answer::Undo),
                "quit" => return Ok(Answer::Leave(Done::Well)),
                "help" => help(legal.len(), out)?,
                "draw" => self.show(&view, &legal, out)?,
                _ if words.first() == Some(&"hint") => {
                    let level = if words.len() == 1 { HINT } else { &text["hint ".len()..] };
                    match hint::read_level(level) {
                        Ok(level) => hint::tell(&view, seat, level, self.style, out)?,
                        Err(expected) => writeln!(out, "`{text}`: {expected}.")?,
                    }
                }
                "save" => match self.save(out) {
                    // The game goes on whether or not there is room for it on the disk.
                    Err(Failure::Input(message)) => writeln!(out, "{message}")?,
                    other => other?,
                },
                _ => match choice(&text, &legal) {
                    Some(action) => return Ok(Answer::Action(action)),
                    None => writeln!(
                        out,
                        "`{text}` is neither a number from 1 to {}, nor one of the actions above, nor a command; \
                         `help` explains.",
                        legal.len()
                    )?,
                },
            }
        }
    }

    fn show(&self, view: &G, legal: &[G::Action], out: &mut dyn Write) -> Result<(), Failure> {
        writeln!(out, "{}", view.draw_text(self.style))?;
        let mut table = Table::new(&["  #", "action", "what it does"], 3);
        for (place, action) in legal.iter().enumerate() {
            table.row(vec![
                format!("{:>3}", place + 1),
                action.to_string(),
                view.explain(*action),
            ]);
        }
        table.print(out)?;
        Ok(())
    }

    /// What happened since the last time, as a seat sees it.
    fn tell_news(&mut self, seat: Seat, out: &mut dyn Write) -> Result<(), Failure> {
        let steps = self.session.recorder.steps();
        let mut state = G::new(&self.session.setup).map_err(Failure::input)?;
        let mut lines: Vec<(String, usize)> = Vec::new();
        for (place, &step) in steps.iter().enumerate() {
            if place >= self.told {
                let seen = step.observed(&state, seat);
                let line = tell(&state.information_state(seat), seen);
                // Cards that are dealt to others are all told alike.
                match lines.last_mut() {
                    Some((last, count)) if *last == line => *count += 1,
                    _ => lines.push((line, 1)),
                }
            }
            step.play(&mut state);
        }
        for (line, count) in lines {
            match count {
                1 => writeln!(out, "{line}")?,
                _ => writeln!(out, "{line}  {count} times")?,
            }
        }
        if self.told < steps.len() {
            writeln!(out)?;
        }
        self.told = steps.len();
        Ok(())
    }

    /// Writes the game so far, unless the file has it already.
    fn save(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        let stem = format!("{}-{}-saved", G::ID, self.session.seed);
        let path = self
            .save_path
            .get_or_insert_with(|| files::free_name(&stem, "jsonl"))
            .clone();
        let count = self.session.recorder.steps().len();
        if self.saved != Some(count) {
            let is_own = self.saved.is_some() || self.options.resume.as_ref() == Some(&path);
            files::write_replay(
                &path,
                Existing::forced(is_own || self.options.force),
                &self.session.replay(),
            )?;
            self.saved = Some(count);
        }
        writeln!(
            out,
            "Saved: {}. `heist play --resume {}` goes on.",
            path.display(),
            path.display()
        )?;
        Ok(())
    }

    fn finish(mut self, out: &mut dyn Write) -> Outcome {
        writeln!(out)?;
        let persons = Seat::all(self.session.players.len()).zip(&self.session.minds);
        let seat = persons
            .filter(|(_, mind)| mind.is_none())
            .map(|(seat, _)| seat)
            .next()
            .unwrap_or(Seat(0));
        self.tell_news(seat, out)?;
        writeln!(
            out,
            "{}",
            self.session.world.information_state(seat).draw_text(self.style)
        )?;
        if let Some(result) = self.session.world.result() {
            let minds = self.session.minds.iter_mut().flatten();
            minds.for_each(|mind| mind.agent.end(&result));
            writeln!(out, "{}", describe::<G>(&result))?;
        }
        let stem = format!("{}-{}", G::ID, self.session.seed);
        let path = self
            .options
            .replay
            .clone()
            .unwrap_or_else(|| files::free_name(&stem, "jsonl"));
        files::write_replay(&path, Existing::forced(self.options.force), &self.session.replay())?;
        writeln!(out, "Replay: {}", path.display())?;
        Ok(Done::Well)
    }
}

/// The action of a number or a notation. An empty line takes the only action there is.
fn choice<A: Copy + std::fmt::Display>(text: &str, legal: &[A]) -> Option<A> {
    match (text, legal) {
        ("", [only]) => Some(*only),
        _ => match text.parse::<usize>() {
            Ok(number) => legal.get(number.checked_sub(1)?).copied(),
            Err(_) => legal.iter().find(|action| action.to_string() == text).copied(),
        },
    }
}

fn help(count: usize, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(
        out,
        "Answer with the number of an action, 1 to {count}, or with its notation as listed. With a single action \
         Enter is enough.\n\
         \n\
         hint  the best moves with their chances; `hint strong` thinks for longer, as the levels of `heist hint` do\n\
         undo  back to your previous decision; what others and the dice did since is undone as well\n\
         save  write the game so far to a file\n\
         draw  show the state and the actions again\n\
         help  this text\n\
         quit  save and leave"
    )?;
    Ok(())
}
