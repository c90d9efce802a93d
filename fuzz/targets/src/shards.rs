//! Shards: whole files, and games behind checksums that are right.

use std::io::Cursor;
use std::path::Path;

use heist_agents::Players;
use heist_engine::describe::FieldDefault;
use heist_engine::each_game;
use heist_engine::game::Game;
use heist_training::rows::Resimulator;
use heist_training::selfplay::{Selfplay, SelfplayOptions};
use heist_training::shard::{Header, Kind, Part, Run, ShardReader, ShardWriter};
use serde_json::{Map, Value};

use crate::every_game::for_each_game;

/// Games of the corpus, and at most in a list of games that a target is given.
const GAMES: u32 = 3;

/// A shard is refused, or each of its games is either read or named as damaged; what is read can be played again as it
/// is recorded, or is refused with a reason. So is a list of games behind the right checksums.
pub fn shards(data: &[u8]) {
    read(data);
    each_game!([for_each_game] behind_checksums(data));
}

fn read(bytes: &[u8]) {
    let mut reader = match ShardReader::new(Cursor::new(bytes), Path::new("fuzz")) {
        Ok(reader) => reader,
        Err(error) => {
            assert!(!error.to_string().is_empty(), "refused without a reason");
            return;
        }
    };
    let header = reader.header().clone();
    let mut next = 0;
    while let Some(part) = reader.next_part().expect("memory can be read") {
        let places = match &part {
            Part::Block(block) => block.first..block.first + block.games.len() as u64,
            Part::Damage(damage) => damage.games.clone(),
        };
        assert_eq!(places.start, next, "games are left out or repeated: {part:?}");
        next = places.end;
        if let Part::Block(block) = part {
            for game in &block.games {
                each_game!([for_each_game] play_again(&header, game));
            }
        }
    }
    assert_eq!(next, header.games, "the last games are not named");
}

fn play_again<G: Game>(header: &Header, game: &heist_training::record::RecordedGame) {
    let Ok(mut simulator) = Resimulator::<G>::new(header) else {
        return;
    };
    match simulator.play(game) {
        Ok(played) => assert_eq!(played.iter().count(), game.decisions.len()),
        Err(error) => assert!(!error.to_string().is_empty(), "refused without a reason"),
    }
}

/// A shard of a game with one block, whose games are these bytes.
fn behind_checksums<G: Players>(raw: &[u8]) {
    let Some((count, _)) = raw.split_first_chunk() else {
        return;
    };
    let games = u64::from_le_bytes(*count).min(GAMES.into()) as u32;
    let packed = zstd::bulk::compress(raw, 1).expect("memory takes everything");
    let mut head = b"\x9eHLBLCK\n".to_vec();
    head.extend(0u32.to_le_bytes());
    head.extend(games.to_le_bytes());
    head.extend(0u64.to_le_bytes());
    head.extend((raw.len() as u32).to_le_bytes());
    head.extend((packed.len() as u32).to_le_bytes());
    head.extend(crc32c::crc32c(&packed).to_le_bytes());
    head.extend(crc32c::crc32c(&head).to_le_bytes());
    let mut bytes = serde_json::to_vec(&header::<G>(games.into())).expect("a header can be written");
    bytes.push(b'\n');
    bytes.extend(head);
    bytes.extend(packed);
    read(&bytes);
}

fn setup<G: Game>() -> Value {
    let required = G::SETUP.iter().filter_map(|field| match field.default {
        FieldDefault::Required(text) => Some((field.name.to_owned(), field.read(text).ok()?)),
        _ => None,
    });
    Value::Object(required.collect())
}

fn header<G: Players>(games: u64) -> Header {
    let run = Run {
        setup: setup::<G>(),
        agents: vec!["random".to_owned()],
        seed: 1,
        first: 0,
        games,
        settings: Map::new(),
    };
    Header::new::<G>(Kind::Selfplay, games, GAMES, vec![run])
}

/// Small shards of every game, and the games in them without checksums.
pub(crate) fn corpus() -> Vec<Vec<u8>> {
    let mut corpus = Vec::new();
    each_game!([for_each_game] add_shard(&mut corpus));
    corpus
}

fn add_shard<G: Players>(corpus: &mut Vec<Vec<u8>>) {
    let setup = serde_json::from_value(setup::<G>()).expect("it is a setup");
    let agents = ["flat:sims=1,turns=1".parse().expect("it is a spec")];
    let run = Selfplay::<G>::new(&setup, &agents, SelfplayOptions::default()).expect("it can be played");
    let mut writer = ShardWriter::new(Vec::new(), &header::<G>(GAMES.into())).expect("memory takes everything");
    for number in 0..GAMES.into() {
        let mut game = run.play(number, &[]).expect("games end").expect("nobody stops it");
        // Small enough to be changed in every place.
        game.decisions.truncate(2);
        writer.add(&game).expect("memory takes everything");
    }
    let bytes = writer.finish().expect("it has all its games");
    let line = bytes.iter().position(|byte| *byte == b'\n').expect("it has a header");
    let packed = &bytes[line + 1 + 40..];
    corpus.push(zstd::bulk::decompress(packed, 1 << 20).expect("it was compressed"));
    corpus.push(bytes);
}
