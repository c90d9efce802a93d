//! The fields of a setup, for people.

use crate::describe::{Choice, FieldDefault, FieldKind, SetupField};

/// MH9a: the greatest weight of cash; with it $10k are worth as much as the objective.
pub(super) const MOST_WEIGHT: u8 = 100;

/// The fields in the order in which people are asked for them.
pub(super) const FIELDS: &[SetupField] = &[
    SetupField::new(
        "scenario",
        "Job",
        FieldKind::Choice { choices: SCENARIOS },
        FieldDefault::Value(SCENARIO_NAMES[0]),
        "the job: map, deck and objective",
    )
    .widest("tech-lab"),
    SetupField::new(
        "seats",
        "People",
        FieldKind::Number {
            least: 1,
            most: super::action::PLAYERS as i64,
            named: &[],
        },
        FieldDefault::Required("3"),
        "how many people play",
    ),
    SetupField::new(
        "edition",
        "Edition",
        FieldKind::Choice {
            choices: &[
                Choice::new("v22", "Rulebook 22.0 with the cards of January 2021"),
                Choice::new("v24", "The cards of May 2021"),
            ],
        },
        FieldDefault::Value("v22"),
        "which cards and which noise tracker",
    ),
    SetupField::new(
        "actions",
        "Orders of actions",
        FieldKind::Choice {
            choices: &[
                Choice::new("strict", "All"),
                Choice::new("reduced", "One of those that make no difference"),
                Choice::new("normal", "Also the cheapest of equal actions only"),
            ],
        },
        FieldDefault::Value("normal"),
        "which orders of actions, and which of equal actions, are offered",
    )
    .at_table("strict"),
    SetupField::new(
        "characters",
        "Characters",
        FieldKind::Word {
            example: "thug:hurry:bypass lookout:linger:steal burglar:wing-it:hurry shutter-bug:bypass:linger",
        },
        FieldDefault::Drawn,
        "three or four characters in team order, each a card and two skills, dealt round to the people",
    ),
    SetupField::new(
        "character-count",
        "Number of characters",
        FieldKind::Number {
            least: 3,
            most: super::action::PLAYERS as i64,
            named: &[],
        },
        FieldDefault::Absent("as many as people, but at least three"),
        "how many ready-made characters are drawn where none are named",
    ),
    SetupField::new(
        "cash",
        "Team cash",
        FieldKind::Number {
            least: 0,
            most: 1_000,
            named: &[],
        },
        FieldDefault::Value("0"),
        "what the team may spend before the heist, in $k",
    ),
    SetupField::new(
        "fixers",
        "Fixers",
        FieldKind::Several { choices: FIXERS },
        FieldDefault::Absent("Old Friend alone"),
        "the fixers that the team has unlocked",
    ),
    SetupField::new(
        "items",
        "Items of the team",
        FieldKind::Word {
            example: "radio:1 flashbang:2",
        },
        FieldDefault::Absent("none but those that characters start with"),
        "items that the team owns, each with the character that holds it, from 1",
    ),
    SetupField::new(
        "discovered",
        "Items that the shop has besides",
        FieldKind::Word {
            example: "camouflage lucky-penny",
        },
        FieldDefault::Absent("none"),
        "items found in earlier heists that the shop sells",
    ),
    SetupField::new(
        "jewels",
        "Jewels of the team",
        FieldKind::Number {
            least: 0,
            most: 99,
            named: &[],
        },
        FieldDefault::Value("0"),
        "jewels that the team may sell to the Curator",
    ),
    SetupField::new(
        "inside",
        "Who starts inside",
        FieldKind::Word { example: "1 3" },
        FieldDefault::Absent("everybody"),
        "in a county job, the characters that start inside, from 1",
    )
    .only("scenario", &["county-bricks", "county-river", "county-hole"]),
    SetupField::new(
        "ideas",
        "Ideas left of Part 1",
        FieldKind::Word { example: "2 0 3" },
        FieldDefault::Absent("none are offered"),
        "in Part 2 of the Final Score, the ideas that each character had left",
    )
    .only("scenario", &["interior-ministry-north"]),
    SetupField::new(
        "hideouts",
        "Hideouts of Part 1",
        FieldKind::Word { example: "0,7 0,7 3,7" },
        FieldDefault::Absent("the team chooses"),
        "in Part 2 of the Final Score, the hideout that each character was on",
    )
    .only("scenario", &["interior-ministry-north"]),
    SetupField::new(
        "cash-weight",
        "Weight of cash",
        FieldKind::Number {
            least: 0,
            most: MOST_WEIGHT as i64,
            named: &[],
        },
        FieldDefault::Value("0"),
        "what $1k is worth to agents beside the objective, in thousandths of it",
    ),
];

/// The scenarios that can be played, as setups name them.
pub(super) const SCENARIO_NAMES: [&str; SCENARIOS.len()] = {
    let mut names = [""; SCENARIOS.len()];
    let mut place = 0;
    while place < names.len() {
        names[place] = SCENARIOS[place].value;
        place += 1;
    }
    names
};

const SCENARIOS: &[Choice] = &[
    Choice::new("delinquent-jeweler", "The Inclusion Job"),
    Choice::new("tech-lab", "The Startup Job"),
    Choice::new("the-track", "The Dark Horse Job"),
    Choice::new("estate-basement", "The Greedy Prisoner"),
    Choice::new("courthouse", "The Blind Justice Job"),
    Choice::new("museum-of-antiquity", "The Melee Job"),
    Choice::new("server-farm", "The Side Channel"),
    Choice::new("hotel-basement", "The Hospitality Job"),
    Choice::new("rival-hq", "The Proving Grounds"),
    Choice::new("parking-garage", "The Safehouse Rescue"),
    Choice::new("the-lair", "The Black Box"),
    Choice::new("the-vault", "The Marathon Job"),
    Choice::new("county-bricks", "County: The Bricks"),
    Choice::new("county-river", "County: The River"),
    Choice::new("county-hole", "County: The Hole"),
    Choice::new("interior-ministry-south", "The Final Score, Part 1"),
    Choice::new("interior-ministry-north", "The Final Score, Part 2"),
    Choice::new("the-track@2021-01", "The Dark Horse Job (January 2021)"),
    Choice::new("server-farm@2021-01", "The Side Channel (January 2021)"),
    Choice::new("the-lair@2021-01", "The Black Box (January 2021)"),
    Choice::new(
        "interior-ministry-south@2021-01",
        "The Final Score, Part 1 (January 2021)",
    ),
];

const FIXERS: &[Choice] = &[
    Choice::named("old-friend"),
    Choice::named("fence"),
    Choice::named("visage"),
    Choice::named("bookie"),
    Choice::named("connoisseur"),
    Choice::named("beat-cop"),
    Choice::named("curator"),
    Choice::named("shell"),
    Choice::named("consultant"),
    Choice::named("machinist"),
    Choice::named("retiree"),
    Choice::named("architect"),
    Choice::named("diversion"),
    Choice::named("prison-guard"),
    Choice::named("mayor"),
];
