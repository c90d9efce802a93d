//! The agent that plays by asking an outside program.

use std::sync::Arc;

use heist_engine::any::{Listed, any_state};
use heist_engine::game::{Game, Seat, TeamResult};
use heist_engine::random::Generator;
use heist_engine::record::Step;
use serde::Serialize;
use serde_json::value::RawValue;

use super::fault::Moment;
use super::message::{Announcement, End, Ending, Question, Told, line, shortened};
use super::pool::{Bot, Pool, QUOTED, unexpected};
use crate::agent::{Agent, Fault, Start, Stop};

/// Plays as an outside program says. One program plays one seat.
pub struct BotAgent<G: Game> {
    pool: Arc<Pool>,
    /// The seat, and its bot as long as the game goes on.
    playing: Option<(Seat, Bot)>,
    /// What still has to be sent to the bot.
    news: String,
    game: std::marker::PhantomData<fn() -> G>,
}

impl<G: Game> BotAgent<G> {
    /// An agent that takes its bot from this pool, when its game begins.
    pub fn new(pool: Arc<Pool>) -> BotAgent<G> {
        BotAgent {
            pool,
            playing: None,
            news: String::new(),
            game: std::marker::PhantomData,
        }
    }

    /// Asks the bot. A bot that fails is gone, and so is one whose answer is not waited for.
    fn ask(
        &mut self,
        moment: Moment,
        question: String,
        stop: Stop<'_>,
        expected: &'static str,
        is_answer: impl Fn(&str, &str) -> bool,
    ) -> Result<String, Fault> {
        let Some((seat, bot)) = self.playing.take() else {
            return Err(Fault::Failed("no game was announced to the bot".into()));
        };
        let limit = match moment {
            Moment::Decision => self.pool.options().time,
            Moment::Greeting | Moment::Game => self.pool.options().start,
        };
        let answer = bot.ask(question, limit, stop).and_then(|(word, rest)| {
            if is_answer(&word, &rest) {
                Ok(rest)
            } else {
                Err(unexpected(&word, &rest, expected))
            }
        });
        match answer {
            Ok(rest) => {
                self.playing = Some((seat, bot));
                Ok(rest)
            }
            Err(trouble) => Err(self.pool.lose(bot, moment, trouble).into()),
        }
    }

    /// Sends the bot the result of the game and returns it to the pool.
    fn finish(&mut self, result: Option<&TeamResult>) {
        if let Some((seat, bot)) = self.playing.take() {
            let end = End {
                result: result.map(Ending::of::<G>),
            };
            // Numbers and names are plain text.
            self.news.extend(json_line("end", &end));
            bot.say(std::mem::take(&mut self.news));
            self.pool.take_back(seat, bot);
        }
    }
}

impl<G: Listed> Agent<G> for BotAgent<G> {
    fn stand_by(&mut self, stop: Stop<'_>) -> Result<(), Fault> {
        let seat = Seat(0);
        self.pool.take_back(seat, self.pool.hire(seat, stop)?);
        Ok(())
    }

    fn begin(&mut self, start: &Start<'_, G>) -> Result<(), Fault> {
        self.begin_until(start, &[])
    }

    fn begin_until(&mut self, start: &Start<'_, G>, stop: Stop<'_>) -> Result<(), Fault> {
        self.finish(None);
        self.news.clear();
        let announcement = Announcement {
            game: G::ID.to_owned(),
            format: G::FORMAT,
            setup: serde_json::to_value(start.setup).map_err(|error| Fault::Failed(error.to_string().into()))?,
            seats: start.seats,
            seat: start.seat,
            seed: format!("{:016x}", start.seed),
        };
        let announcement = json_line("game", &announcement)?;
        self.playing = Some((start.seat, self.pool.hire(start.seat, stop)?));
        self.ask(Moment::Game, announcement, stop, "`ready`", |word, rest| {
            (word, rest) == ("ready", "")
        })?;
        self.pool.prove();
        Ok(())
    }

    fn watches(&self) -> bool {
        true
    }

    fn observe(&mut self, step: Step<G>) {
        // A step is plain text, which always serializes; if it did not, the bot would only miss it.
        self.news.extend(json_line("step", &Told::of(step)));
    }

    fn decide(&mut self, view: &G, seat: Seat, legal: &[G::Action], rng: &mut Generator) -> Result<G::Action, Fault> {
        self.decide_until(view, seat, legal, rng, &[])
    }

    fn decide_until(
        &mut self,
        view: &G,
        seat: Seat,
        legal: &[G::Action],
        _: &mut Generator,
        stop: Stop<'_>,
    ) -> Result<G::Action, Fault> {
        let position = RawValue::from_string(any_state(view.clone()).position());
        let question = Question {
            seat,
            time: self.pool.options().time.as_secs_f64(),
            legal: legal.iter().map(ToString::to_string).collect(),
            position: position.map_err(|error| Fault::Failed(error.to_string().into()))?,
        };
        let mut text = std::mem::take(&mut self.news);
        text.push_str(&json_line("decide", &question)?);
        let given = self.ask(
            Moment::Decision,
            text,
            stop,
            "`play ACTION`, perhaps after `info TEXT`",
            |word, rest| word == "play" && !rest.is_empty(),
        )?;
        if let Some(place) = question.legal.iter().position(|action| *action == given) {
            return Ok(legal[place]);
        }
        // What the setup's mode leaves out of the list may be played as well, in the same notation.
        let named = given.parse::<G::Action>().ok();
        let accepted = named.filter(|&action| action.to_string() == given && view.accepts(action));
        accepted.ok_or_else(|| Fault::illegal::<G>(shortened(&given, QUOTED), seat, legal))
    }

    fn end(&mut self, result: &TeamResult) {
        self.finish(Some(result));
    }
}

/// A game that was given up.
impl<G: Game> Drop for BotAgent<G> {
    fn drop(&mut self) {
        self.finish(None);
    }
}

fn json_line(word: &str, content: &impl Serialize) -> Result<String, Fault> {
    let json = serde_json::to_string(content).map_err(|error| Fault::Failed(error.to_string().into()))?;
    Ok(line(word, json))
}
