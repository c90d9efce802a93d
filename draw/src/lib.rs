//! Pictures of games, for the terminal and as SVG, and short sentences about what happens in them.
//!
//! [`Draw`] is what a game shows of itself. A picture shows what the state knows and no more: draw an information
//! state for a player, a whole world for somebody who may see everything.
//!
//! # Pictures as SVG
//!
//! [`Draw::draw_svg`] returns one whole document. It has no ids, styles, scripts or references, so it can stand in a
//! page several times, under a strict content security policy, beside anything else. It gives no size, only a `viewBox`
//! as wide as its [`Layout`] says, so a page sets the width. Texts are easy to read when one unit is one pixel.
//!
//! What can be pointed at carries data attributes, for a page that attaches clicks and hints. Cells are written as in
//! notation, seats and floors are counted from 1.
//!
//! | attribute | on | value |
//! |---|---|---|
//! | `data-game`, `data-key` | the document | the game's id; the state's key, 16 hexadecimal digits |
//! | `data-seat` | a player's panel | the seat |
//! | `data-deck` | a deck | its name; beside it `data-count`, the cards left |
//! | `data-highlight` | the ring round what the style points at | nothing |
//!
//! Pictures for a phone also say which of their parts a page may show by themselves: `data-part` is `board` or `panel`,
//! beside it `data-part-width` and `data-part-height`, `data-part-name` if it has a name, and `data-part-top`, from
//! where on it is needed, since the page may give its name itself. The board where the one who acts stands has
//! `data-part-active`.
//!
//! Burgle Bros. has these besides:
//!
//! | attribute | on | value |
//! |---|---|---|
//! | `data-floor` | a floor | its number |
//! | `data-cell` | the ground of a cell, which takes clicks for all that lies above it | the cell, `1:C2` |
//! | `data-wall` | the side of a cell where a wall may stand, if the style [is for an editor](SvgStyle::is_edited) | floor and wall, `1:B2-C2` |
//! | `data-tile` | the same, of a tile that lies open | its face, `laser-2` |
//! | `data-hidden` | the same, of a tile face down that the state knows all the same | its face |
//! | `data-token` | a piece on the board | its name, see below |
//! | `data-at` | the same | the cell; a `player` has his `data-seat`, what is counted its `data-count` |
//! | `data-way` | a Guard's way | the floor |
//! | `data-dynamite` | a wall that was blown up | its two cells |
//! | `data-guard`, `data-speed` | a Guard's panel | the floor; the number on his die |
//! | `data-stealth` | in a player's panel | the player's Stealth |
//! | `data-tool`, `data-loot` | a card in a player's panel | its name |
//!
//! Tokens are `player`, `guard`, `die`, `alarm`, `crow`, `kitty`, `donuts` and `entrance`; `hack`, `stealth`, `dice`,
//! `tools` and `loot`, which are counted; and of the tile itself `cracked`, `marked` (open, taken or moved into),
//! `disabled`, `open` (a Safe), `way-up` and `way-down`.
//!
//! Casino Capers has `data-floor`, `data-cell`, `data-tile`, `data-hidden`, `data-token`, `data-at`, `data-count` and
//! `data-way` as Burgle Bros., and these besides:
//!
//! | attribute | on | value |
//! |---|---|---|
//! | `data-player` | a player's panel, and the figure on the board | the player, counted from 1 in turn order |
//! | `data-heat` | in a player's panel | the player's heat |
//! | `data-gear`, `data-side` | a gear card in a player's panel | its name; `hand`, `front` (prepped) or `back` |
//! | `data-task` | a Dead Drops task in a player's panel | its name |
//! | `data-chip` | a `chip` on the board | its kind, `mole`; face down `?`, and `?mole` if the state knows it |
//! | `data-bouncer` | a bouncer's panel | the floor |
//! | `data-finale` | the panel of the Safe and the finale | the finale's name, once it is known |
//! | `data-die` | a die that was rolled and waits to count | its face |
//!
//! Tokens are `player`, `bouncer`, `marker`, `chip`, `car`, `tiger`, `football`, `crow`, `crowd`, `swat` and `steak`;
//! `cubes` and `dice`, which are counted; and of the tile itself `cracked`, `out-of-order`, `jammed`, `monorail`,
//! `escalator`, `zip-line`, `entrance`, `had-steak` and `named` (its chip is to be discarded). Decks are `patrol-1`,
//! `patrol-2`, `pool` and `lounge`.
//!
//! And Caper Cards these:
//!
//! | attribute | on | value |
//! |---|---|---|
//! | `data-card` | a card in a hand that is seen | seat and kind, `2:thief` |
//! | `data-count` | a player's panel | the size of the hand |
//! | `data-face` | a card in play | its face, `chetney9` |
//! | `data-flipped` | the card whose option is to be chosen | its kind |
//! | `data-slot` | the place of a play to come | 1 to 4 |
//! | `data-risk`, `data-reward` | the Risk; the Reward, where it is known | the printed number; its name |
//! | `data-score` | the Crew score | the score |
//! | `data-complication` | a Complication in force | its name |
//! | `data-unseen` | a kind among the Crew nobody has seen | the kind; beside it `data-count` |
//!
//! Masters of the Heist has `data-token`, `data-at` and `data-count` as Burgle Bros., and these besides. Cells are
//! tiles by their coordinates, `4,7`.
//!
//! | attribute | on | value |
//! |---|---|---|
//! | `data-cell` | the ground of a hex, an Exit or a tunnel space, which takes clicks for all that lies above it | the tile |
//! | `data-ground` | the same | `hex`, `unrevealed`, `gone` (closed by a gate), `exit` or `tunnel` |
//! | `data-opens` | the same, of an Exit | the side that it opens to, `nw` |
//! | `data-hidden` | the same, of an unrevealed hex whose chit the state knows | the kind, `guard` |
//! | `data-character` | a character's panel, and its figure on the map | the character from 1, or `npc` |
//! | `data-ideas` | a character's panel | its ideas |
//! | `data-of` | the planning tokens of a hex, `plans` | the characters that they belong to |
//! | `data-route` | the route of a last ditch | nothing |
//! | `data-noise` | the noise track; in it `data-marker`, the position of the marker | the position |
//! | `data-card` | a card of the open deck, from the top | its id, `E12` |
//! | `data-bag` | a kind of chit in the bag; beside it `data-count` | the kind |
//!
//! Tokens are `character`, `plans`, `guard`, `dog`, `lock`, `camera` and what becomes of them, `subdued-guard`,
//! `subdued-dog`, `unlocked-lock` and `disabled-camera`; `flashed` (subdued until the end of the Event); loot, `cash`,
//! `jewel`, `documents`, `usb`, `keycard` or an item; `idea`; `planned` and `coming`, the tokens and starts of a plan
//! that is only suggested; and of the hex itself `gate:A`, `server:X`, `ring:X`, `door`, `watchtower`,
//! `reinforcements`, `kennel`, `safe`, `story`, `start` and `?guard` (a chit that the state knows). The deck is
//! `events`.
//!
//! A [spot](SvgStyle::highlight) is such an attribute without `data-`, with its value: `cell=1:C2`, `seat=2`,
//! `card=2:thief`, `face=chetney9`, `flipped=fcg`, `player=2`, `gear=vault`, `deck=patrol-1`, `character=1`,
//! `bag=guard`. These get a ring if the style names them; a page can find any other attribute in the same way.

pub mod any;
pub mod block;
mod board;
pub mod board_table;
mod burgle_bros;
mod caper_cards;
mod casino_capers;
mod costs;
mod curve;
mod ink;
pub mod letters;
mod masters;
mod note;
pub mod palette;
mod parts;
pub mod picture;
pub mod pieces;
mod script;
mod style;
pub mod svg;
mod words;

use heist_engine::game::{Actor, Game, Node};

pub use board_table::BoardTable;
pub use curve::{Curve, CurveLink, CurveMark, CurvePoint};
pub use palette::Theme;
pub use parts::Parts;
pub use picture::{Layout, SvgStyle};
pub use script::{Brief, Script, explain_purpose};
pub use style::Style;
pub use words::{STEPS_TOLD, decider, explain_line, explain_step};

/// A game that can be shown to a person. A game joins with an empty line, `impl Draw for TheGame {}`, and draws itself
/// later.
pub trait Draw: Game {
    /// The state as text, ending with a line break. A game without a picture shows its position as JSON.
    fn draw_text(&self, _style: &Style) -> String {
        // Positions are plain data with text keys; were one ever not to serialize, the notation of JSON still holds.
        let mut text = serde_json::to_string_pretty(&self.position()).unwrap_or_else(|error| format!("\"{error}\""));
        text.push('\n');
        text
    }

    /// The state as an SVG document. A game without a picture of its own shows its text.
    fn draw_svg(&self, style: &SvgStyle) -> String {
        let text = self.draw_text(&picture::text_style(style));
        picture::of_text(self, &text, &self.explain_node(), style)
    }

    /// The board in words, a table for each of its parts, with all that the picture shows on it: for people who hear a
    /// page. None in games whose picture is told best by its texts.
    fn board_tables(&self) -> Vec<BoardTable> {
        Vec::new()
    }

    /// The board as text with what a plan would place from here on, drawn so that it is told apart from what lies
    /// there. `planned` is the state once the plan is made. None in games without a planning part, and after it.
    fn draw_plan_text(&self, _planned: &Self, _style: &Style) -> Option<String> {
        None
    }

    /// The same as an SVG document.
    fn draw_plan_svg(&self, _planned: &Self, _style: &SvgStyle) -> Option<String> {
        None
    }

    /// What an action points at in the picture, as [spots](SvgStyle::highlight).
    fn spots(&self, _action: Self::Action) -> Vec<String> {
        Vec::new()
    }

    /// What a possible outcome of this chance node points at in the picture, as [spots](SvgStyle::highlight).
    fn outcome_spots(&self, _outcome: Self::Outcome) -> Vec<String> {
        Vec::new()
    }

    /// A small drawing of what a name in positions stands for, such as the kind of a tile, as an SVG document in the
    /// colour of the text around it. None where a name has none.
    fn icon(_name: &str) -> Option<String> {
        None
    }

    /// What the state waits for, in one sentence.
    fn explain_node(&self) -> String {
        match (self.node(), self.result()) {
            (Node::Decision(seat), _) => match self.actor() {
                Some(Actor::Team) if self.characters() > 1 => "The players choose together.".to_owned(),
                Some(Actor::Character(character)) => format!("{} decides.", self.character_name(character.into())),
                _ => format!("Player {seat} decides."),
            },
            (Node::Chance, _) => "Chance decides.".to_owned(),
            (Node::Terminal, Some(result)) => format!("The game is over: {}.", result.ending),
            (Node::Terminal, None) => "The game is over.".to_owned(),
        }
    }

    /// What a legal action does, in one short sentence. Its notation unless the game says it better.
    fn explain(&self, action: Self::Action) -> String {
        action.to_string()
    }

    /// What a possible outcome of this chance node means, in one short sentence. Its notation unless the game says it
    /// better.
    fn explain_outcome(&self, outcome: Self::Outcome) -> String {
        outcome.to_string()
    }

    /// What a legal action costs or gives up besides what everybody expects of it, in a few words: that asks for a
    /// second look before it is entered. None of an ordinary action. Unless the game says it better: what of its
    /// [`STAKE`](Game::STAKE) is lost at once, or that the game ends.
    fn costs(&self, action: Self::Action) -> Option<String> {
        costs::usual_costs(self, action)
    }

    /// Whether a legal action does nothing but take the one who acts to another place that everybody knows, which its
    /// first [spot](Draw::spots) is: several such steps make a way over the board.
    fn is_step(&self, _action: Self::Action) -> bool {
        false
    }

    /// What the one who acts has left, each with its name: `Actions` and `3`, `Stealth` and `2`. It stands beside the
    /// board all the time, so no more than a few.
    fn has_left(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// What a legal action is in a [script](Script): who acts, and the action in a word or two. None of an action that
    /// belongs to no script, and in games in which a seat's turn is told best step by step.
    fn brief(&self, _action: Self::Action) -> Option<Brief> {
        None
    }
}
