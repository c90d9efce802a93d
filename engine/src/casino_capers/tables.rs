//! What the data files say about gear, patrol cards and suspicion, read once.
//!
//! Many of these rows are reconstructions (H5, H21): whoever owns the game corrects the file alone.

use std::sync::LazyLock;

use super::components::{Back, Character, Gear};
use super::place::Place;
use super::window::Window;
use crate::board::{Cell, parse_square};
use crate::data_rows::{rows, value};

/// When a card's front may be used (4.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timing {
    /// In every window.
    Any,
    /// In window A only.
    PlayerTurn,
    /// Only in this window.
    React(Window),
}

/// A row of gear.csv.
#[derive(Clone, Copy, Debug)]
pub struct GearCard {
    /// Whose card it is.
    pub owner: Character,
    /// The base card that an alternate stands beside.
    pub alternate_of: Option<Gear>,
    /// Uses before the card flips.
    pub uses: u8,
    /// When its front may be used.
    pub timing: Timing,
    /// The windows that it is offered in when windows are reduced, as bits of [`Window::bit`].
    pub reduced: u8,
    /// What its back does.
    pub back: Back,
    /// camp.reward, H23: when a campaign unlocks it, from 1; 0 for base cards.
    pub unlock: u8,
}

/// A row of suspicion.csv: by floor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Suspicion {
    /// Distracted cards added.
    pub added: [u8; 2],
    /// Patrol cards removed.
    pub removed: [u8; 2],
}

/// The data files as tables.
pub struct Tables {
    /// By card.
    pub gear: [GearCard; Gear::ALL.len()],
    /// The cards whose front may be used in a window, by window.
    pub in_window: [u64; Window::COUNT],
    /// The same while windows are reduced.
    pub in_reduced: [u64; Window::COUNT],
    /// The same while windows are off.
    pub in_off: [u64; Window::COUNT],
    /// The base cards.
    pub base: u64,
    /// act.prep.alt: the alternate of each base card and the base card of each alternate, as a set by card.
    pub counterparts: [u64; Gear::ALL.len()],
    /// set.floor: the squares with a chip, by patrol card.
    pub dots: [u32; Place::COUNT],
    /// By suspicion, from level 1.
    pub suspicion: [Suspicion; 10],
}

impl Tables {
    /// The tables.
    #[inline]
    pub fn get() -> &'static Tables {
        static TABLES: LazyLock<Tables> = LazyLock::new(Tables::read);
        &TABLES
    }

    /// A row of gear.csv.
    #[inline]
    pub fn card(card: Gear) -> &'static GearCard {
        &Tables::get().gear[card.index()]
    }

    fn read() -> Tables {
        let gear = gear(include_str!("../../data/casino-capers/gear.csv"));
        let set = |holds: &dyn Fn(&GearCard) -> bool| {
            let fits = Gear::ALL.iter().filter(|card| holds(&gear[card.index()]));
            fits.fold(0, |set, card| set | card.bit())
        };
        let reacts = |window| move |card: &GearCard| card.timing == Timing::React(window);
        let by_window = |holds: &dyn Fn(&GearCard, Window) -> bool| {
            Window::ALL.map(|window| set(&|card: &GearCard| holds(card, window)))
        };
        Tables {
            in_window: by_window(&|card, window| match card.timing {
                Timing::Any => true,
                Timing::PlayerTurn => window == Window::A,
                Timing::React(_) => reacts(window)(card),
            }),
            in_reduced: by_window(&|card, window| card.reduced & window.bit() != 0),
            in_off: by_window(&|card, window| match card.timing {
                Timing::Any | Timing::PlayerTurn => window == Window::A,
                Timing::React(_) => reacts(window)(card),
            }),
            base: set(&|card| card.alternate_of.is_none()),
            counterparts: std::array::from_fn(|place| {
                let card = Gear::ALL[place];
                let alternates = set(&|other| other.alternate_of == Some(card));
                alternates | gear[place].alternate_of.map_or(0, Gear::bit)
            }),
            dots: dots(include_str!("../../data/casino-capers/patrol.csv")),
            suspicion: suspicion(include_str!("../../data/casino-capers/suspicion.csv")),
            gear,
        }
    }
}

/// H21: the rows of gear.csv.
fn gear(text: &'static str) -> [GearCard; Gear::ALL.len()] {
    let mut rows = rows(text);
    Gear::ALL
        .iter()
        .map(|&card| {
            let row = rows.next().expect("gear.csv has a row for each card");
            let id: Gear = row.value("gear_id");
            assert_eq!(id, card, "gear.csv is in the order of the cards");
            let reduced = row.text("reduced_windows").split('|');
            GearCard {
                owner: row.value("character"),
                alternate_of: row.optional("alternate_of"),
                uses: row.value("uses_before_flip"),
                timing: timing(row.text("timing")),
                reduced: reduced.fold(0, |set, code| set | value::<Window>(code).bit()),
                back: row.value("back"),
                unlock: row.optional("unlock_order").unwrap_or(0),
            }
        })
        .collect::<Vec<_>>()
        .try_into()
        .expect("as many rows as cards")
}

fn timing(text: &str) -> Timing {
    match text {
        "any" => Timing::Any,
        "player_turn" => Timing::PlayerTurn,
        "react_commotion" => Timing::React(Window::M),
        "react_die" => Timing::React(Window::D),
        "react_chip" => Timing::React(Window::C),
        "react_patrol" => Timing::React(Window::N),
        "react_event" => Timing::React(Window::V),
        "react_step" => Timing::React(Window::S),
        _ => panic!("timing `{text}` in gear.csv"),
    }
}

/// H5: the chip dots of patrol.csv.
fn dots(text: &'static str) -> [u32; Place::COUNT] {
    let square = |name: &str| parse_square(name).expect("squares of patrol.csv have names such as B3");
    let mut dots = [0; Place::COUNT];
    for row in rows(text).filter(|row| row.text("kind") == "patrol") {
        let floor: usize = row.value("deck_floor");
        let place = Place::of(Cell::new(floor - 1, square(row.text("coord"))));
        let names = row.text("chip_dots").split(' ');
        dots[place.index()] = names.fold(0, |set, name| set | 1 << square(name));
    }
    dots
}

fn suspicion(text: &'static str) -> [Suspicion; 10] {
    let mut levels = [Suspicion::default(); 10];
    for (level, row) in levels.iter_mut().zip(rows(text)) {
        let pair = |name: &str| [1, 2].map(|floor| row.value(&format!("{name}_floor{floor}")));
        *level = Suspicion {
            added: pair("distracted_added"),
            removed: pair("patrol_removed"),
        };
    }
    levels
}
