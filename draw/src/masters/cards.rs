//! Names of Events and Crises, and what they do in few words.

use heist_engine::masters::components::{Crisis, Event};
use heist_engine::masters::scenario::DeckCard;

/// The name of a card with its id: `E12 Guard Starts Blabbing`.
pub(super) fn name(card: DeckCard) -> String {
    format!("{card} {}", text(card)[0])
}

/// The name alone.
pub(super) fn title(card: DeckCard) -> &'static str {
    text(card)[0]
}

/// What a card does, without a full stop.
pub(super) fn effect(card: DeckCard) -> &'static str {
    text(card)[1]
}

/// The name of a card and what it does.
fn text(card: DeckCard) -> [&'static str; 2] {
    match (card.event(), card.crisis()) {
        (Some(event), _) => event_text(event),
        (None, Some(crisis)) => crisis_text(crisis),
        (None, None) => ["", ""],
    }
}

const fn crisis_text(crisis: Crisis) -> [&'static str; 2] {
    match crisis {
        Crisis::C1 => [
            "Reinforcements",
            "everything inactive next to Reinforcements is active again, empty hexes there get a Guard, each token \
             becomes 2 Guards",
        ],
        Crisis::C2 => [
            "Watchtower Sweep",
            "a Watchtower with a character on it falls; every character in line with another one gets a Guard on its \
             hex",
        ],
        Crisis::C3 => ["Shut the Gate!!", "the next gate closes"],
        Crisis::C4 => ["Lock the Goods!", "every hex with loot lying on it gets a Lock"],
        Crisis::C5 => ["Panic!", "NPCs panic for the rest of the heist"],
        Crisis::C6 => [
            "Release the Hounds!",
            "3 Dogs leave the kennel, each up to 3 hexes towards one of the nearest characters",
        ],
        Crisis::Z1 => ["Sound the Alarm!", "the Escape part begins"],
        Crisis::Z2 => ["Full Lockdown!!", "all gates close and the Escape part begins"],
    }
}

const fn event_text(event: Event) -> [&'static str; 2] {
    match event {
        Event::E1 => ["Hidden Cameras", "3 Cameras go into the bag"],
        Event::E2 => ["Get Outta My Way!", "2 alerts for each Exit with 2 or more characters"],
        Event::E3 => [
            "Caught in a Reflection",
            "1 alert if any character is next to a live Camera",
        ],
        Event::E4 => [
            "Suspicious Guards",
            "1 alert if any character is next to an unsubdued guard",
        ],
        Event::E5 => [
            "Guard Locks Himself In",
            "every hex with an unsubdued guard next to a character gets a Lock",
        ],
        Event::E6 => ["Huh, Didn't See Those", "2 Locks go into the bag"],
        Event::E7 => [
            "Shadows in the Window",
            "1 alert if any character is on a hex at the outside of the map",
        ],
        Event::E8 => [
            "Surveillance Reboot",
            "disabled Cameras next to each other are live again",
        ],
        Event::E9 => [
            "Double Camera",
            "every hex with a live Camera next to a character gets another one",
        ],
        Event::E10 => [
            "Increased Suspicion",
            "1 alert if any character is next to an unsubdued guard, 1 if any is next to a live Camera",
        ],
        Event::E11 => ["Oops! Re-locked", "Locks next to characters are active again"],
        Event::E12 => [
            "Guard Starts Blabbing",
            "each character on a hex with a subdued guard may take 1 idea for 1 noise",
        ],
        Event::E13 => [
            "Overwhelmed",
            "each character with 2 or more active chits on or next to its tile loses 1 idea",
        ],
        Event::E14 => [
            "Door Rattles",
            "every hex with an active Lock next to a character gets a Guard",
        ],
        Event::E15 => [
            "I Thought I Had Him",
            "guards under characters are unsubdued; then 1 idea may be had for 1 noise",
        ],
        Event::E16 => [
            "Cameras Rotate",
            "1 alert if one character is next to a live Camera, 2 if several are",
        ],
        Event::E17 => [
            "Stage Whisper",
            "characters near each other may pass on ideas for 1 noise each",
        ],
        Event::E18 => [
            "Moment of Doubt",
            "each character with nobody on or next to its tile loses 1 idea",
        ],
        Event::E19 | Event::A1 => [
            match event {
                Event::E19 => "Hey You!",
                _ => "Did You See Something?",
            },
            "every character next to a live Camera gets a Guard on its hex",
        ],
        Event::E20 => [
            "Hurry Up!",
            "each character on a hex with an unsubdued guard loses 1 idea",
        ],
        Event::E21 => [
            "Fear of the Unknown",
            "each character with a planning token on an unrevealed hex loses 1 idea",
        ],
        Event::E22 => [
            "Fumble the Loot",
            "characters inside put loot that the objective does not ask for on adjacent hexes",
        ],
        Event::E23 | Event::A3 => ["Ties Broke!", "guards under characters are unsubdued"],
        Event::E24 => [
            "Coming In Hot!",
            "unless an alert went past it, one character may give ideas to another one",
        ],
        Event::A2 => [
            "Where is He?",
            "every hex with a live Camera next to a subdued guard gets a Guard",
        ],
        Event::A4 => [
            "Their Word Against Yours",
            "each character near an unsubdued guard but no live Camera loses 1 idea",
        ],
        Event::B1 => ["Tamper-Proof Cameras", "a Camera of the bag becomes a double one"],
        Event::B2 => ["Are Those New Locks?", "a Lock of the bag becomes a double one"],
        Event::B3 => ["Big Guard", "a Guard of the bag becomes a double one"],
        Event::D1 => [
            "Sick Him!",
            "a Dog leaves the kennel, up to 3 hexes towards the nearest character",
        ],
        Event::D2 => [
            "Guard the Loot Boy!",
            "a Dog leaves the kennel, up to 3 hexes towards the nearest loot",
        ],
        Event::D3 => [
            "They Can Sense Your Fear",
            "a Dog leaves the kennel, up to 3 hexes towards the character with the fewest ideas",
        ],
        Event::G1 => ["Shut the Gate!", "the next gate closes"],
        Event::G2 => ["More Gates Shut!!", "the next two gates close"],
        Event::G3 => ["Unexpected Lock", "the next gate gets a Lock"],
        Event::G4 => ["Check that Gate", "the next gate gets a Guard"],
        Event::M1 => ["According to Plan", "nothing happens"],
        Event::M2 => [
            "Confidence in the Plan",
            "each character inside with 2 ideas or fewer gains 2",
        ],
        Event::M3 => [
            "Just Like We Planned It",
            "each character inside gains 1 idea if the objective is met",
        ],
    }
}
