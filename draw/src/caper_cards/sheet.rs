//! The whole picture of a state.

use heist_engine::caper_cards::{COPIES, CaperCards, Check, Crew, Face, Kind, SLOTS, Verdict};
use heist_engine::describe::counted;
use heist_engine::game::{Game, Node, Seat};

use super::card::{self, Size};
use super::facts::{complications, heist, is_won, possible_rewards};
use super::{cards, table, words};
use crate::block::{Block, PADDING, centred, circle, ending, label, path, rect};
use crate::letters::Font;
use crate::palette::Palette;
use crate::picture::{Layout, Pen};
use crate::pieces::{chip, pawn, pile, to_move};

/// Between columns, panels and cards.
const GAP: f64 = 24.0;
const SMALL_GAP: f64 = 12.0;
const CARD_GAP: f64 = 8.0;
/// The wider of the two columns of a wide picture.
const WIDER: f64 = 700.0;

const HEADING: Font = Font::bold(14.0);
const TEXT: Font = Font::plain(12.0);

/// Everything, from the heading to the decks.
pub(super) fn sheet(game: &CaperCards, pen: &Pen) -> Block {
    let room = pen.style.layout.room();
    let (boss, _) = game.plan(0);
    let about = format!(
        "Heist {} of {} · Boss player {boss}",
        heist(game) + 1,
        game.table().heists
    );
    let heading = pen.heading(CaperCards::NAME, &about, &words::node(game), room);
    let panel = |block: Block| block.part("panel", "", 0.0);
    let body = match pen.style.layout {
        Layout::Narrow => {
            let parts = [
                in_play(game, room, pen).part("board", "In play", 0.0),
                panel(score(game, room, pen)),
                panel(hands(game, 1, room, pen)),
                panel(complications_panel(game, room, pen)),
                panel(unseen(game, room, pen)),
                panel(plays(game, room, pen)),
            ];
            Block::column(parts, SMALL_GAP)
        }
        Layout::Wide => {
            let narrower = room - WIDER - GAP;
            let first = [
                in_play(game, WIDER, pen),
                hands(game, 2, WIDER, pen),
                plays(game, WIDER, pen),
            ];
            let second = [
                score(game, narrower, pen),
                complications_panel(game, narrower, pen),
                unseen(game, narrower, pen),
            ];
            Block::row([Block::column(first, SMALL_GAP), Block::column(second, SMALL_GAP)], GAP)
        }
    };
    Block::column([heading, body], 16.0)
}

/// The Risk and the Reward, the Crew in play, and the plays to come.
fn in_play(game: &CaperCards, width: f64, pen: &Pen) -> Block {
    let palette = pen.palette;
    let room = width - 2.0 * PADDING;
    let (size, aim_room) = match pen.style.layout {
        Layout::Narrow => (Size::of(((room - 3.0 * CARD_GAP) / 4.0).floor()), room),
        Layout::Wide => (Size::of(100.0), 2.0 * 100.0 + CARD_GAP),
    };
    let rewards = possible_rewards(game);
    let known = match rewards[..] {
        [reward] => Some(reward),
        _ => None,
    };
    let aim = [
        card::risk(game.printed_risk(), game.row().has(Face::Cover), size, palette),
        card::reward(known, &format!("+{}", words::range(0, &rewards)), size, palette),
    ];
    let aim = titled("Risk and Reward", Block::row(aim, CARD_GAP), aim_room, palette);
    let row = titled(
        "Crew in play",
        Block::row(row(game, size, pen), CARD_GAP),
        room,
        palette,
    );
    match pen.style.layout {
        Layout::Narrow => Block::column([aim, row], SMALL_GAP),
        Layout::Wide => Block::row([aim, row], GAP + 8.0),
    }
    .panel(width, palette)
}

/// The cards in play in the order in which they came, the flipped one, and a place for each play to come.
fn row(game: &CaperCards, size: Size, pen: &Pen) -> Vec<Block> {
    let palette = pen.palette;
    let faces = cards::faces(game).into_iter().filter(|&face| face != Face::Cover);
    let mut row: Vec<Block> = faces
        .map(|face| pen.marked(card::in_play(face, size, palette), "face", face))
        .collect();
    let flipped = game.flipped();
    row.extend(flipped.map(|kind| pen.marked(card::flipped(kind, size, palette), "flipped", kind)));
    if game.node() != Node::Terminal {
        let next = game.slot() + u8::from(flipped.is_some());
        row.extend((next..SLOTS).map(|slot| {
            let (seat, is_flip) = game.plan(slot);
            card::outline(slot, seat, is_flip, size, palette)
        }));
    }
    row
}

/// A block with a heading.
fn titled(title: &str, block: Block, width: f64, palette: &Palette) -> Block {
    Block::column([Block::text(title, HEADING, palette.ink, width), block], 8.0)
}

/// The Crew score against the difficulty.
fn score(game: &CaperCards, width: f64, pen: &Pen) -> Block {
    let palette = pen.palette;
    let room = width - 2.0 * PADDING;
    let announced = words::score(game, game.row());
    let check = words::check(game, game.row());
    let difficulty = words::range(check.risk, &possible_rewards(game));
    let figure = |name: &str, text: &str, colour: &str| {
        Block::new(room / 2.0, 46.0)
            .with(label([0.0, 12.0], name, Font::bold(12.0), palette.faint))
            .with(label([0.0, 40.0], text, Font::bold(26.0), colour))
    };
    let figures = Block::row(
        [
            figure("Crew score", &announced.to_string(), palette.ink).set("data-score", announced),
            figure("Difficulty", &difficulty, palette.prize.strong),
        ],
        0.0,
    );
    let mut parts = vec![figures, scale(game, announced, check, room, palette)];
    parts.extend(table::check_words(game).map(|text| {
        let name = Block::text("At the check", Font::bold(12.0), palette.faint, room);
        let text = Block::text(&text, TEXT, palette.ink, room);
        Block::column([name, text], 1.0)
    }));
    Block::column(parts, 8.0).panel(width, palette)
}

/// What becomes of each score: too low, enough for some Rewards or for all of them, bust.
fn scale(game: &CaperCards, announced: i32, check: Check, width: f64, palette: &Palette) -> Block {
    const HIGHEST: i32 = 25;
    let step = width / f64::from(HIGHEST + 1);
    let rewards = possible_rewards(game);
    let mut block = Block::new(width, 46.0);
    for score in 0..=HIGHEST {
        let verdicts = rewards.iter().map(|&reward| Check { score, ..check }.verdict(reward));
        let enough = verdicts.clone().filter(|&verdict| verdict == Verdict::Success).count();
        let is_bust = verdicts.clone().all(|verdict| verdict == Verdict::Bust);
        let x = f64::from(score) * step;
        let place = rect([x + 0.5, 14.0], [step - 1.0, 14.0], 2.0);
        block = block.with(match (is_bust, enough) {
            (true, _) => place.fill(palette.watch.pale).stroke(palette.watch.strong, 0.8),
            (_, 0) => place.fill(palette.line),
            (_, all) if all == rewards.len() => place.fill(palette.aid.strong),
            _ => place.fill(palette.aid.pale).stroke(palette.aid.strong, 0.8),
        });
        if [0, 5, 10, 15, 21].contains(&score) {
            let text = score.to_string();
            block = block.with(centred([x + step / 2.0, 42.0], &text, Font::plain(11.0), palette.faint));
        }
    }
    let marker = |score: i32| {
        let x = (f64::from(score.clamp(0, HIGHEST)) + 0.5) * step;
        path(&format!("M{x:.1} 12l-6-10h12z")).stroke(palette.ink, 1.2)
    };
    // What is announced and what the check makes of it may differ.
    if announced != check.score {
        block = block.with(marker(announced).fill("none"));
    }
    let bust = ending([width, 42.0], "bust", Font::plain(11.0), palette.watch.strong);
    block.with(marker(check.score).fill(palette.ink)).with(bust)
}

/// The Complications in force, in the order won.
fn complications_panel(game: &CaperCards, width: f64, pen: &Pen) -> Block {
    let palette = pen.palette;
    let room = width - 2.0 * PADDING;
    let in_force = complications(game);
    if in_force.is_empty() {
        return Block::new(0.0, 0.0);
    }
    let lines = in_force.into_iter().enumerate().map(|(place, reward)| {
        let name = format!("{} {}", place + 1, words::valued(reward));
        let name = Block::text(&name, Font::bold(12.0), palette.prize.strong, room);
        let effect = Block::text(words::effect(reward), TEXT, palette.ink, room);
        Block::column([name, effect], 1.0).set("data-complication", reward)
    });
    let lines = Block::column(lines, 6.0);
    titled("Complications, in the order won", lines, room, palette).panel(width, palette)
}

/// Every player's hand in some columns: the faces that the state holds, and backs for the others.
fn hands(game: &CaperCards, columns: usize, width: f64, pen: &Pen) -> Block {
    let columns = columns.min(game.seats());
    let each = (width - (columns - 1) as f64 * SMALL_GAP) / columns as f64;
    let hands = Seat::all(game.seats()).map(|seat| hand(game, seat, each, pen));
    Block::flow(hands, [SMALL_GAP; 2], width)
}

fn hand(game: &CaperCards, seat: Seat, width: f64, pen: &Pen) -> Block {
    let palette = pen.palette;
    let is_active = game.node() == Node::Decision(seat);
    let name = format!("Player {seat}");
    let mut title = vec![
        Block::new(24.0, 24.0).with(pawn(seat, is_active, palette)),
        Block::new(Font::bold(15.0).width(&name), 24.0).with(label([0.0, 17.0], &name, Font::bold(15.0), palette.ink)),
    ];
    if game.plan(0).0 == seat {
        title.push(chip("Boss", palette.prize));
    }
    if game.has_peeked(seat) {
        title.push(chip("was shown the Reward", palette.aid));
    }
    let cards = match game.hand(seat) {
        Some(hand) => faces_of(hand, seat, pen),
        None => backs(game.hand_size(seat), palette),
    };
    let room = width - 2.0 * PADDING;
    let cards = if cards.is_empty() {
        Block::text("no card", TEXT, palette.faint, room)
    } else {
        Block::flow(cards, [CARD_GAP; 2], room)
    };
    let panel = Block::column([Block::flow(title, [8.0, 4.0], room), cards], 8.0)
        .panel(width, palette)
        .set("data-count", game.hand_size(seat));
    let panel = if is_active {
        panel.with(to_move(seat, palette))
    } else {
        panel
    };
    pen.marked(panel, "seat", seat)
}

/// A hand that is seen.
fn faces_of(hand: Crew, seat: Seat, pen: &Pen) -> Vec<Block> {
    let size = Size::of(64.0);
    let card = |kind: Kind| {
        let drawing = card::in_hand(kind, size, pen.palette);
        pen.marked(drawing, "card", format_args!("{seat}:{kind}"))
    };
    hand.cards().map(card).collect()
}

/// A hand that is not seen.
fn backs(count: usize, palette: &Palette) -> Vec<Block> {
    (0..count).map(|_| card::back(Size::of(36.0), palette)).collect()
}

/// What nobody in this picture has seen yet: Crew by kind, Rewards, and how many cards the decks have.
fn unseen(game: &CaperCards, width: f64, pen: &Pen) -> Block {
    let palette = pen.palette;
    let room = width - 2.0 * PADDING;
    let unseen = game.unseen_crew();
    let kinds = Kind::ALL.map(|kind| tally(kind, unseen.count(kind), (room - GAP) / 2.0, palette));
    let rewards: Vec<String> = game.unseen_rewards().iter().map(words::valued).collect();
    let mut decks = vec![pile("Deck", "crew", game.deck_size(), palette)];
    if game.table().flip_row > 0 {
        decks.insert(0, pile("Flip row", "flip-row", game.flip_row_size(), palette));
    }
    decks.push(pile("Rewards", "rewards", table::pile_size(game), palette));
    let mut parts = vec![
        titled(
            &format!("Unseen Crew: {}", unseen.len()),
            Block::flow(kinds, [GAP, 4.0], room),
            room,
            palette,
        ),
        titled(
            &format!("Unseen Rewards: {}", rewards.len()),
            Block::text(&rewards.join(", "), TEXT, palette.ink, room),
            room,
            palette,
        ),
        Block::flow(decks, [SMALL_GAP, 6.0], room),
    ];
    parts.extend(
        table::next_words(game)
            .into_iter()
            .map(|(label, names)| titled(label, Block::text(&names, TEXT, palette.ink, room), room, palette)),
    );
    Block::column(parts, SMALL_GAP).panel(width, palette)
}

/// A kind with a disc for each of its cards, full for those unseen.
fn tally(kind: Kind, unseen: u8, width: f64, palette: &Palette) -> Block {
    let mut block = Block::new(width, 18.0)
        .set("data-unseen", kind)
        .set("data-count", unseen)
        .with(card::icon(kind.icon(), [0.0, 2.0], 14.0, palette))
        .with(label([20.0, 13.0], words::kind(kind), TEXT, palette.ink));
    for place in 0..COPIES {
        let middle = [width - 36.0 + f64::from(place) * 13.0, 9.0];
        block = block.with(if place < unseen {
            circle(middle, 4.5).fill(palette.back.strong)
        } else {
            circle(middle, 4.0).fill("none").stroke(palette.line, 1.2)
        });
    }
    block
}

/// The plays of this heist, and earlier heists in a few words each.
fn plays(game: &CaperCards, width: f64, pen: &Pen) -> Block {
    let palette = pen.palette;
    let room = width - 2.0 * PADDING;
    let current = game.plays().filter(|play| usize::from(play.heist) == heist(game));
    let current = current.map(|play| {
        let words = if play.is_flip {
            format!("flip, {}", words::played(play))
        } else {
            words::played(play)
        };
        let text = Block::text(&words, TEXT, palette.ink, room - 24.0);
        let height = text.height.max(18.0);
        Block::new(room, height)
            .with(pawn(play.seat, false, palette).set("transform", "scale(0.75)"))
            .with_block(24.0, 1.0, text)
    });
    let current: Vec<Block> = current.collect();
    let mut parts = Vec::new();
    if !current.is_empty() {
        parts.push(titled("This heist", Block::column(current, 4.0), room, palette));
    }
    let earlier = (0..heist(game)).map(|heist| {
        let name = Block::text(&format!("Heist {}", heist + 1), Font::bold(12.0), palette.faint, room);
        let text = Block::text(&table::earlier_words(game, heist), TEXT, palette.faint, room);
        Block::column([name, text], 1.0)
    });
    parts.extend(earlier);
    if parts.is_empty() {
        Block::new(0.0, 0.0)
    } else {
        Block::column(parts, 8.0).panel(width, palette)
    }
}

/// The picture in words, for those who do not see it.
pub(super) fn description(game: &CaperCards) -> String {
    let mut sentences = vec![
        format!("Heist {} of {}", heist(game) + 1, game.table().heists),
        format!("Risk {}", words::risk(game)),
        format!("Crew in play: {}", words::row(game.row())),
        format!("Crew score {}", words::score(game, game.row())),
    ];
    for seat in Seat::all(game.seats()) {
        let hand = match game.hand(seat) {
            Some(hand) if hand.is_empty() => "no card".to_owned(),
            Some(hand) => hand.cards().map(words::kind).collect::<Vec<_>>().join(", "),
            None => counted(game.hand_size(seat), "card"),
        };
        sentences.push(format!("Player {seat} holds {hand}"));
    }
    if !is_won(game) || game.node() == Node::Terminal {
        sentences.push(words::node(game).trim_end_matches('.').to_owned());
    }
    format!("{}.", sentences.join(". "))
}
