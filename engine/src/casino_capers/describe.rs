//! The fields of a setup, for people.

use super::components::Finale;
use crate::describe::{Choice, Count, FieldDefault, FieldKind, SetupField};

/// The fields in the order in which people are asked for them.
pub(super) const FIELDS: &[SetupField] = &[
    SetupField::new(
        "scenario",
        "Finale",
        FieldKind::Choice { choices: SCENARIOS },
        FieldDefault::Value("random-finale"),
        "the finale: drawn when the Safe is cracked, or known from the start",
    ),
    SetupField::new(
        "seats",
        "People",
        FieldKind::Number {
            least: 1,
            most: super::state::CHARACTERS as i64,
            named: &[],
        },
        FieldDefault::Required("2"),
        "how many people play",
    ),
    SetupField::new(
        "characters",
        "Character",
        FieldKind::Each {
            of: "character",
            count: Count::Between(2, super::state::CHARACTERS),
            choices: CHARACTERS,
        },
        FieldDefault::Drawn,
        "the characters in turn order, dealt round to the people",
    ),
    SetupField::new(
        "character-count",
        "Characters",
        FieldKind::Number {
            least: 2,
            most: super::state::CHARACTERS as i64,
            named: &[],
        },
        FieldDefault::Absent("as many as people, but at least two"),
        "how many characters are drawn where none are named",
    ),
    SetupField::new(
        "first",
        "First character",
        FieldKind::Seat,
        FieldDefault::Drawn,
        "the character with the first turn, in turn order; the first characters of all people come first",
    ),
    SetupField::new(
        "suspicion",
        "Suspicion",
        FieldKind::Number {
            least: 1,
            most: 10,
            named: &[],
        },
        FieldDefault::Value("6"),
        "the suspicion, from 1 (easiest) to 10",
    ),
    SetupField::new(
        "finales",
        "Finales in the draw",
        FieldKind::Several { choices: FINALES },
        FieldDefault::Absent("all nine"),
        "the finales that one is drawn from",
    )
    .only("scenario", &["random-finale"]),
    SetupField::new(
        "walls",
        "Walls",
        FieldKind::Drawing {
            choices: &[Choice::new("random", "Drawn at random")],
        },
        FieldDefault::Value("random"),
        "where the walls stand (`heist walls random` makes drawings)",
    ),
    SetupField::new(
        "chips",
        "Chips",
        FieldKind::Choice {
            choices: &[
                Choice::new("dots", "On the dots of the bouncer's card"),
                Choice::new("uniform", "On random squares"),
            ],
        },
        FieldDefault::Value("dots"),
        "which squares begin with a chip",
    ),
    SetupField::new(
        "alternates",
        "Alternate gear",
        FieldKind::Several { choices: ALTERNATES },
        FieldDefault::Absent("none"),
        "the alternate gear that is unlocked",
    ),
    SetupField::new(
        "dead-drops",
        "Dead Drops",
        FieldKind::YesNo,
        FieldDefault::Value("false"),
        "whether the variant Dead Drops is played",
    ),
    SetupField::new(
        "abilities",
        "Character abilities",
        FieldKind::YesNo,
        FieldDefault::Absent("only if the Ghost plays"),
        "whether characters have abilities",
    ),
    SetupField::new(
        "turn-limit",
        "Last turn",
        FieldKind::Number {
            least: 0,
            most: u16::MAX as i64,
            named: &[],
        },
        FieldDefault::Value("400"),
        "the turn after which the game is lost; 0 for none",
    ),
    SetupField::new(
        "windows",
        "Gear as a reaction",
        FieldKind::Choice {
            choices: &[
                Choice::new("full", "Offered whenever it may be used"),
                Choice::new("reduced", "Offered where it is likely to matter"),
                Choice::new("off", "Offered on the own turn only"),
            ],
        },
        FieldDefault::Value("full"),
        "when prepped gear is offered",
    ),
];

const SCENARIOS: &[Choice] = &[
    Choice::new("random-finale", "Drawn"),
    Choice::new("finale-1", "Bodyguard"),
    Choice::new("finale-2", "Rescuing Her Ride"),
    Choice::new("finale-3", "Laundry Day"),
    Choice::new("finale-4", "Caught Red Handed"),
    Choice::new("finale-5", "Gravity Boots"),
    Choice::new("finale-6", "Catch a Tiger"),
    Choice::new("finale-7", "Hail Mary"),
    Choice::new("finale-8", "The Raid"),
    Choice::new("finale-9", "Bringing Down the House"),
];

/// What people call a finale.
pub(super) fn finale_title(finale: Finale) -> String {
    SCENARIOS[1 + finale.index()].title()
}

const FINALES: &[Choice] = &[
    Choice::named("bodyguard"),
    Choice::named("rescuing-her-ride"),
    Choice::named("laundry-day"),
    Choice::named("caught-red-handed"),
    Choice::named("gravity-boots"),
    Choice::named("catch-a-tiger"),
    Choice::named("hail-mary"),
    Choice::named("the-raid"),
    Choice::named("bringing-down-the-house"),
];

const CHARACTERS: &[Choice] = &[
    Choice::named("acrobat"),
    Choice::named("hacker"),
    Choice::named("hawk"),
    Choice::named("juicer"),
    Choice::named("peterman"),
    Choice::named("raven"),
    Choice::named("rigger"),
    Choice::named("rook"),
    Choice::named("spotter"),
    Choice::new("ghost", "Ghost (with abilities)"),
];

const ALTERNATES: &[Choice] = &[
    Choice::named("tumble"),
    Choice::named("hack"),
    Choice::named("spyglass"),
    Choice::named("crybaby"),
    Choice::named("steady-hands"),
    Choice::named("switcheroo"),
    Choice::named("barricade"),
    Choice::named("walk-and-talk"),
    Choice::named("inside-line"),
];
