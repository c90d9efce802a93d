//! Replays: games as JSON Lines that anybody can re-run and check.
//!
//! ```text
//! {"heistlab":"replay","format":1,"game":"burgle-bros","setup":{..},"seed":7,"agents":["random"],"key":"9f0c.."}
//! {"step":1,"seat":1,"action":"..","key":".."}
//! {"step":2,"chance":"..","key":".."}
//! {"result":{"value":1.0,"ending":"..","figures":{..}},"key":".."}
//! ```
//!
//! The first line is the header: the completed setup, the seed and the agents that played (both may be absent), and
//! the key of the first state. Then comes a line a step, with the key of the state it leads to, and last the result
//! with the key of the last state. The result is `null` for a game that was stopped before its end; a file without
//! that line is truncated.
//!
//! **Which keys.** Every draw stops at a chance node, so setup and steps say everything that happened. The keys are
//! those of the state run by the steps from `G::new(&setup)`, whose holes nobody filled in advance: a game that was
//! played on a filled world is recorded by re-running its steps on that state, as [`Recorder`] does. The header may
//! hold the filled world as well (`"world"`), for those who ask what lay under the other tiles. It must be a filling
//! of the first state in which every step is possible; keys are not taken from it.

mod error;
mod lines;
mod read;
mod recorder;
mod replay;
mod run;
mod step;
mod write;

pub use error::{Fault, ReplayError};
pub use read::{Header, LINE_LIMIT, read_header};
pub use recorder::Recorder;
pub use replay::{Replay, States};
pub use step::Step;
pub use write::WriteError;

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value};

    use super::run::one_of;
    use super::*;
    use crate::burgle_bros::{BurgleBros, Setup};
    use crate::game::{Fill, Game, Node};
    use crate::random::{below, choose, stream};

    /// A finished random game with everything in its header.
    fn replay() -> Replay<BurgleBros> {
        let setup = Setup::bank_job(2, 5);
        let mut rng = stream(5, "record tests", 0);
        let mut world = BurgleBros::new(&setup).expect("the setup is playable");
        world.determinize(Fill::All, &mut rng);
        let recorder = Recorder::new(&setup).expect("the setup is playable");
        let mut recorder = recorder
            .with_seed(u64::MAX)
            .with_agents(["random", "random"])
            .with_world(world);
        let mut actions = Vec::new();
        loop {
            match world.node() {
                Node::Terminal => return recorder.finish(),
                Node::Chance => {
                    let outcome = world.sample(&mut rng);
                    world.resolve(outcome);
                    recorder
                        .chance(outcome)
                        .expect("what happens in the world is possible without its holes filled");
                }
                Node::Decision(_) => {
                    world.legal_actions(&mut actions);
                    let action = choose(&mut rng, &actions);
                    world.apply(action);
                    recorder
                        .action(action)
                        .expect("what is legal in the world is legal without its holes filled");
                }
            }
        }
    }

    fn text(replay: &Replay<BurgleBros>) -> String {
        let mut bytes = Vec::new();
        replay.write(&mut bytes).expect("memory takes everything");
        String::from_utf8(bytes).expect("JSON is UTF-8")
    }

    fn read(text: &str) -> Result<Replay<BurgleBros>, ReplayError> {
        Replay::read(text.as_bytes())
    }

    /// The error of a replay with line `number` (from 1) changed.
    fn error_with(number: usize, change: impl Fn(&mut Map<String, Value>)) -> ReplayError {
        let lines = text(&replay());
        let mut lines: Vec<String> = lines.lines().map(str::to_owned).collect();
        let mut map: Map<String, Value> = serde_json::from_str(&lines[number - 1]).expect("each line is an object");
        change(&mut map);
        lines[number - 1] = Value::Object(map).to_string();
        let error = read(&lines.join("\n")).expect_err("the change is an error");
        assert_eq!(error.line, number, "{error}");
        error
    }

    fn set(name: &'static str, value: impl Into<Value> + Clone) -> impl Fn(&mut Map<String, Value>) {
        move |map| {
            map.insert(name.to_owned(), value.clone().into());
        }
    }

    /// The number of the first line that has a field.
    fn line_with(field: &str) -> usize {
        let text = text(&replay());
        let at = text
            .lines()
            .skip(1)
            .position(|line| line.contains(&format!("\"{field}\":")));
        at.expect("every game has decisions and chance") + 2
    }

    #[test]
    fn a_replay_reads_back_as_it_was_written() {
        let replay = replay();
        let text = text(&replay);
        assert_eq!(read(&text), Ok(replay.clone()));
        assert_eq!(text.lines().count(), replay.steps.len() + 2);
        assert!(text.starts_with(r#"{"heistlab":"replay","format":"#));
        let header = read_header(text.as_bytes()).expect("it has a header");
        assert_eq!(
            header,
            Header {
                game: BurgleBros::ID.to_owned(),
                format: BurgleBros::FORMAT
            }
        );
    }

    #[test]
    fn states_are_one_more_than_steps_and_end_with_the_result() {
        let replay = replay();
        let states: Result<Vec<BurgleBros>, ReplayError> = replay.states().collect();
        let states = states.expect("every step is legal");
        assert_eq!(states.len(), replay.steps.len() + 1);
        assert_eq!(states.last(), Some(&replay.verify().expect("the replay is right")));
        assert_eq!(states.last().and_then(BurgleBros::result), replay.result);
    }

    #[test]
    fn a_game_stopped_before_its_end_has_no_result() {
        let mut stopped = replay();
        stopped.steps.truncate(10);
        assert_eq!(stopped.verify().map_err(|error| error.fault), Err(Fault::Result));
        assert!(matches!(stopped.write(&mut Vec::new()), Err(WriteError::Replay(_))));
        stopped.result = None;
        let text = text(&stopped);
        assert!(
            text.lines()
                .last()
                .is_some_and(|line| line.starts_with(r#"{"result":null"#))
        );
        assert_eq!(read(&text), Ok(stopped));
    }

    #[test]
    fn every_cut_is_found() {
        let text = text(&replay());
        let lines: Vec<&str> = text.lines().collect();
        for kept in 0..lines.len() {
            let error = read(&lines[..kept].join("\n")).expect_err("the result is missing");
            assert_eq!((error.line, error.fault), (kept + 1, Fault::Truncated), "{error}");
        }
        let error = read(&text[..text.len() - 10]).expect_err("the last line is cut");
        assert_eq!((error.line, error.fault), (lines.len(), Fault::Truncated));
    }

    #[test]
    fn nothing_may_follow_the_result_but_blank_lines() {
        let text = text(&replay());
        assert!(read(&format!("{text}\n\r\n")).is_ok());
        let last = text.lines().last().expect("it has lines");
        let error = read(&format!("{text}{last}\n")).expect_err("there are two results");
        assert_eq!((error.line, error.fault), (text.lines().count() + 1, Fault::Trailing));
        // Behind the result, on its line, in the lines after it, and of any kind.
        assert!(read(&format!("{} \t\r\n \t\n", text.trim_end())).is_ok());
        for rest in [
            "x", "\0", "\u{a0}", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{3000}", "\u{feff}", "{}", "null",
        ] {
            for space in ["", " ", "\n", "\n\n  "] {
                let more = format!("{}{space}{rest}\n", text.trim_end());
                let error = read(&more).expect_err("something follows the result");
                let expected = if space.contains('\n') {
                    Fault::Trailing
                } else {
                    Fault::Json
                };
                assert_eq!(error.fault, expected, "{rest:?} after {space:?}");
            }
        }
        let mut bytes = text.clone().into_bytes();
        bytes.push(0xff);
        let error = Replay::<BurgleBros>::read(&bytes[..]).expect_err("a byte that is no text follows");
        assert_eq!(error.fault, Fault::Trailing);
    }

    #[test]
    fn the_header_is_checked_field_by_field() {
        assert_eq!(error_with(1, set("heistlab", "position")).fault, Fault::Document);
        assert_eq!(error_with(1, set("game", "chess")).fault, Fault::Game);
        let newer = error_with(1, set("format", BurgleBros::FORMAT + 1));
        assert_eq!((newer.fault, newer.field.as_str()), (Fault::Format, "format"));
        assert!(newer.found.contains("newer"));
        assert_eq!(error_with(1, set("seed", -1)).fault, Fault::Value);
        assert_eq!(error_with(1, set("agents", "random")).fault, Fault::Value);
        assert_eq!(error_with(1, set("setup", 3)).fault, Fault::Value);
        assert_eq!(error_with(1, set("world", 3)).fault, Fault::Value);
        assert_eq!(error_with(1, set("key", "0123")).fault, Fault::Value);
        assert_eq!(error_with(1, set("key", "0000000000000000")).fault, Fault::Key);
        assert_eq!(error_with(1, set("surprise", 1)).fault, Fault::Unknown);
        for field in ["heistlab", "game", "format", "setup", "key"] {
            let error = error_with(1, |map| {
                map.remove(field);
            });
            assert_eq!((error.fault, error.field.as_str()), (Fault::Missing, field));
        }
    }

    #[test]
    fn a_world_must_fit_the_steps() {
        let mut other = replay();
        let last = other.verify().expect("the replay is right");
        other.world = Some(last);
        assert_eq!(other.verify().map_err(|error| error.fault), Err(Fault::World));
        let mut rng = stream(6, "record tests", 0);
        let mut world = BurgleBros::new(&other.setup).expect("the setup is playable");
        world.determinize(Fill::All, &mut rng);
        other.world = Some(world);
        assert_eq!(other.verify().map_err(|error| error.fault), Err(Fault::World));
    }

    #[test]
    fn steps_are_checked_field_by_field() {
        let (decision, chance) = (line_with("action"), line_with("chance"));
        assert_eq!(error_with(decision, set("step", 99)).field, "step");
        assert_eq!(error_with(decision, set("seat", 0)).fault, Fault::Value);
        assert_eq!(error_with(decision, set("seat", 4)).fault, Fault::Illegal);
        assert_eq!(
            error_with(decision, set("action", "no such thing")).fault,
            Fault::Notation
        );
        assert_eq!(error_with(decision, set("chance", "both")).fault, Fault::Unknown);
        assert_eq!(error_with(decision, set("key", "0000000000000000")).fault, Fault::Key);
        assert_eq!(error_with(decision, set("note", "hm")).fault, Fault::Unknown);
        assert_eq!(
            error_with(chance, set("chance", "no such thing")).fault,
            Fault::Notation
        );
        assert_eq!(error_with(chance, set("seat", 1)).field, "seat");
    }

    #[test]
    fn an_illegal_step_is_answered_with_what_was_legal() {
        let mut broken = replay();
        let decision = broken.steps.iter().position(|step| matches!(step, Step::Action(..)));
        let decision = decision.expect("every game has decisions");
        let chance = broken.steps.iter().position(|step| matches!(step, Step::Chance(_)));
        let chance = chance.expect("every game has chance");
        broken.steps.swap(decision, chance);
        let error = broken.verify().expect_err("the steps are in the wrong order");
        assert_eq!((error.fault, error.line), (Fault::Illegal, decision.min(chance) + 2));
        assert!(error.expected.contains("one of: `"), "{error}");
        let mut longer = replay();
        longer.steps.push(longer.steps[0]);
        let error = longer.verify().expect_err("the game is over");
        assert_eq!((error.fault, error.line), (Fault::Illegal, longer.steps.len() + 1));
    }

    #[test]
    fn a_long_list_is_shortened_and_begins_with_the_likeliest() {
        let many = (0..40).map(|number| {
            if number == 30 {
                "move 30".to_owned()
            } else {
                format!("peek {number}")
            }
        });
        let text = one_of(many.collect(), "move 7");
        assert!(text.starts_with("one of: `move 30`, `peek 0`"), "{text}");
        assert!(text.ends_with(" and 28 more"), "{text}");
    }

    #[test]
    fn the_result_is_checked_field_by_field() {
        let last = text(&replay()).lines().count();
        assert_eq!(error_with(last, set("result", Value::Null)).fault, Fault::Result);
        assert_eq!(error_with(last, set("key", "0000000000000000")).fault, Fault::Key);
        let within = |name: &'static str, value: Value| {
            move |map: &mut Map<String, Value>| {
                let result = map
                    .get_mut("result")
                    .and_then(Value::as_object_mut)
                    .expect("it is an object");
                result.insert(name.to_owned(), value.clone());
            }
        };
        assert_eq!(error_with(last, within("value", 0.123.into())).field, "result.value");
        assert_eq!(
            error_with(last, within("ending", "bored".into())).field,
            "result.ending"
        );
        assert_eq!(error_with(last, within("figures", Value::Null)).field, "result.figures");
        assert_eq!(error_with(last, within("luck", 3.into())).fault, Fault::Unknown);
    }

    #[test]
    fn lines_that_are_no_objects_are_named() {
        for bad in ["[1]", "nonsense", "{\"a\":\n", "{\"game\":1,\"game\":1}"] {
            let error = read(&format!("{bad}\n")).expect_err("it is no object");
            assert_eq!((error.line, error.fault), (1, Fault::Json), "{error}");
        }
        let error = Replay::<BurgleBros>::read(&b"\xff\xfe\n"[..]).expect_err("it is no text");
        assert_eq!(error.fault, Fault::Json);
        let endless = vec![b' '; LINE_LIMIT + 2];
        let error = Replay::<BurgleBros>::read(&endless[..]).expect_err("it is too long");
        assert_eq!(error.fault, Fault::Json);
    }

    #[test]
    fn a_byte_order_mark_is_skipped_and_no_name_stands_twice() {
        let replay = replay();
        let text = text(&replay);
        assert_eq!(read(&format!("\u{feff}{text}")), Ok(replay));
        let error = read(&text.replacen("\n{", "\n\u{feff}{", 1)).expect_err("a mark belongs at the beginning only");
        assert_eq!((error.line, error.fault), (2, Fault::Json));
        for (line, field) in [(1, "\"seed\":"), (2, "\"key\":")] {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines[line - 1] = lines[line - 1].replacen(field, &format!("{field}5,{field}"), 1);
            let error = read(&lines.join("\n")).expect_err("the name is there twice");
            assert_eq!((error.line, error.fault), (line, Fault::Json), "{error}");
            assert!(error.found.contains("for the second time"), "{error}");
        }
    }

    /// docs/formats.md, section 3, says so.
    #[test]
    fn seed_agents_and_whether_there_is_a_world_are_notes_that_are_not_proven() {
        let mut altered = replay();
        altered.seed = Some(1);
        altered.agents = vec!["somebody".to_owned()];
        altered.world = None;
        assert_eq!(read(&text(&altered)), Ok(altered));
    }

    #[test]
    fn a_damaged_replay_is_an_error_or_another_replay() {
        let mut replay = replay();
        replay.steps.truncate(20);
        replay.result = None;
        let bytes = text(&replay).into_bytes();
        let mut rng = stream(7, "record tests", 0);
        for _ in 0..300 {
            let mut damaged = bytes.clone();
            for _ in 0..=below(&mut rng, 3) {
                let at = below(&mut rng, damaged.len() as u32) as usize;
                damaged[at] = choose(&mut rng, b"019{}[]\",:-xA\n\xff");
            }
            if let Ok(read) = Replay::<BurgleBros>::read(&damaged[..]) {
                assert_eq!(read.verify().map(|state| state.result()), Ok(None));
            }
        }
    }
}
