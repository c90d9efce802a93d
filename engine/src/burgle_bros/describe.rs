//! The fields of a setup, for people.

use super::scenario::Scenario;
use crate::describe::{Choice, Count, FieldDefault, FieldKind, SetupField};

/// The fields in the order in which people are asked for them.
pub(super) const FIELDS: &[SetupField] = &[
    SetupField::new(
        "scenario",
        "Scenario",
        FieldKind::Choice { choices: SCENARIOS },
        FieldDefault::Value("bank-job"),
        "the scenario",
    ),
    SetupField::new(
        "seats",
        "Players",
        FieldKind::Number {
            least: 1,
            most: super::state::SEATS as i64,
            named: &[],
        },
        FieldDefault::Required("2"),
        "how many players",
    ),
    SetupField::new(
        "characters",
        "Character",
        FieldKind::Each {
            of: "player",
            count: Count::Field("seats"),
            choices: CHARACTERS,
        },
        FieldDefault::Drawn,
        "one character side for each player, in seating order",
    ),
    SetupField::new(
        "sides",
        "Sides that are drawn",
        FieldKind::Choice {
            choices: &[
                Choice::new("basic", "Basic"),
                Choice::new("advanced", "Advanced"),
                Choice::new("both", "Basic and advanced"),
                Choice::new("older", "Older printing"),
            ],
        },
        FieldDefault::Value("basic"),
        "which sides of the character cards are drawn from",
    )
    .widest("both"),
    SetupField::new(
        "first",
        "First player",
        FieldKind::Seat,
        FieldDefault::Drawn,
        "who takes the first turn",
    ),
    SetupField::new(
        "stealth",
        "Stealth",
        FieldKind::Number {
            least: 1,
            most: 6,
            named: &[
                Choice::new("6", "6 (easy)"),
                Choice::new("3", "3 (standard)"),
                Choice::new("1", "1 (hard)"),
            ],
        },
        FieldDefault::Value("3"),
        "Stealth tokens of each player at the start",
    ),
    SetupField::new(
        "walls",
        "Walls",
        FieldKind::Drawing {
            choices: &[
                Choice::new("standard", "As printed for the scenario"),
                Choice::new("random", "Drawn at random"),
            ],
        },
        FieldDefault::Value("standard"),
        "where the walls stand (`heist walls random` makes drawings)",
    ),
    SetupField::new(
        "empty-space",
        "Empty space",
        FieldKind::Word { example: "C3" },
        FieldDefault::Absent("C3, or that of the drawing"),
        "the square of the empty space on both floors",
    )
    .only("scenario", &["fort-knox"]),
    SetupField::new(
        "lost-visual",
        "Lost Visual cards",
        FieldKind::YesNo,
        FieldDefault::Value("false"),
        "whether each patrol deck has a Lost Visual card",
    ),
    SetupField::new(
        "event-loop-rule",
        "Back-and-forth rule",
        FieldKind::YesNo,
        FieldDefault::Value("true"),
        "whether the house rule against moving back and forth holds (N-LOOP-1)",
    ),
];

const SCENARIOS: &[Choice] = &[
    Choice::new(Scenario::BankJob.name(), "Bank Job"),
    Choice::new(Scenario::OfficeJob.name(), "Office Job"),
    Choice::new(Scenario::FortKnox.name(), "Fort Knox"),
];

/// Every side of every character card, as [`Character`](super::components::Character) names them.
const CHARACTERS: &[Choice] = &[
    Choice::new("acrobat-basic", "Acrobat (basic)"),
    Choice::new("acrobat-advanced", "Acrobat (advanced)"),
    Choice::new("hacker-basic", "Hacker (basic)"),
    Choice::new("hacker-advanced", "Hacker (advanced)"),
    Choice::new("hawk-basic", "Hawk (basic)"),
    Choice::new("hawk-advanced", "Hawk (advanced)"),
    Choice::new("juicer-basic", "Juicer (basic)"),
    Choice::new("juicer-advanced", "Juicer (advanced)"),
    Choice::new("peterman-basic", "Peterman (basic)"),
    Choice::new("peterman-advanced", "Peterman (advanced)"),
    Choice::new("raven-basic", "Raven (basic)"),
    Choice::new("raven-advanced", "Raven (advanced)"),
    Choice::new("rigger-basic", "Rigger (basic)"),
    Choice::new("rigger-advanced", "Rigger (advanced)"),
    Choice::new("rook-basic", "Rook (basic)"),
    Choice::new("rook-advanced", "Rook (advanced)"),
    Choice::new("spotter-basic", "Spotter (basic)"),
    Choice::new("spotter-advanced", "Spotter (advanced)"),
    Choice::new("hacker-older", "Hacker (older printing)"),
    Choice::new("hawk-older", "Hawk (older printing)"),
    Choice::new("juicer-older", "Juicer (older printing)"),
    Choice::new("raven-older", "Raven (older printing)"),
];
