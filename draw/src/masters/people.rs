//! What is known of a character, in words.

use heist_engine::masters::components::{Ability, ActionName};
use heist_engine::masters::letters::{Letter, Letters};
use heist_engine::masters::scenario::GuideSpecial;
use heist_engine::masters::tables::Printed;
use heist_engine::masters::{Commit, MastersOfTheHeist, Phase, Standing, Who};

use super::names;

/// Where a character is: its tile, or why it has none.
pub(super) fn place(game: &MastersOfTheHeist, who: Who) -> String {
    let at = game.tile_of(who).map(|at| {
        if names::is_exit(game, at) {
            format!("Exit {at}")
        } else {
            at.to_string()
        }
    });
    match (game.standing(who), at) {
        (Standing::Busted, Some(at)) => format!("Busted on {at}"),
        (Standing::Busted, None) => "Busted".to_owned(),
        (Standing::Inactive, Some(at)) if who.is_npc() => format!("{at}, not in play"),
        (Standing::Inactive, None) if who.is_npc() => "gone".to_owned(),
        (_, Some(at)) => at,
        (_, None) => "not placed".to_owned(),
    }
}

/// What a character does in this round; nothing outside rounds.
pub(super) fn doing(game: &MastersOfTheHeist, who: Who) -> Option<String> {
    if game.standing(who) != Standing::Active || matches!(game.phase(), Phase::Plan | Phase::Escape | Phase::Over) {
        return None;
    }
    match game.committed(who) {
        Some(commit) => Some(format!(
            "{}{}",
            names::commit(game, commit),
            printed(game.letters_of(who, commit))
        )),
        None if game.phase() == Phase::Action => Some("not committed".to_owned()),
        None => None,
    }
}

/// Letters behind the name of an action, if it has any.
fn printed(letters: Letters) -> String {
    if letters == Letters::NONE {
        String::new()
    } else {
        format!(" {letters}")
    }
}

/// The sub-actions that a character has left, in words.
pub(super) fn left(game: &MastersOfTheHeist, who: Who) -> Vec<String> {
    let left = game.letters_left(who);
    left.map(|(letter, count)| names::letter_count(letter, count)).collect()
}

/// How many planning tokens a character has on the map, and how many it can have.
pub(super) fn plans(game: &MastersOfTheHeist, who: Who) -> Option<String> {
    let member = game.member(who)?;
    let placed = game.tokens(who).count_ones();
    let memory = game.tables().card(member.card).memory;
    match game.phase() {
        Phase::Plan => Some(format!("{placed} of {memory} planning tokens")),
        Phase::Escape | Phase::Over => None,
        _ => Some(format!("{placed} planning tokens")),
    }
}

/// Once-per-heist abilities that are used up, and what holds until the phase ends.
pub(super) fn marks(game: &MastersOfTheHeist, who: Who) -> Vec<String> {
    let used = game
        .used_abilities(who)
        .map(|ability| format!("{} used", names::ability(ability)));
    let mut marks: Vec<String> = used.collect();
    marks.extend(game.has_ditched(who).then(|| "last ditch used".to_owned()));
    marks.extend(game.effects(who).map(effect));
    marks
}

fn effect(name: &str) -> String {
    match name {
        "better-ways" => "may leave guards",
        "larcenist" => "may pick up loot next to it",
        "swindler" => "may pick up and drop loot next to it",
        "vent-crawl" => "Vent Crawl to be used",
        name => name,
    }
    .to_owned()
}

/// Everything that a character may always commit to, in short: default actions, then the faces of its skills; nothing
/// once there are no rounds any more.
pub(super) fn actions(game: &MastersOfTheHeist, who: Who) -> Vec<String> {
    if matches!(game.phase(), Phase::Escape | Phase::Over) {
        return Vec::new();
    }
    let tables = game.tables();
    let short = |printed: &Printed| match printed {
        Printed::Letters(name, letters) => format!("{} {letters}", names::action_name(*name)),
        Printed::Special(name) => {
            let letters = game.letters_of(who, Commit::Plain(*name));
            format!("{}{}", names::action_name(*name), self::printed(letters))
        }
        Printed::Guide => match game.scenario().npc.and_then(|npc| npc.special) {
            Some(GuideSpecial::FancyCardFlick) => names::action_name(ActionName::FancyCardFlick),
            Some(GuideSpecial::StudySchematics) => names::action_name(ActionName::StudySchematics),
            Some(GuideSpecial::Pause) => format!("Pause {}", game.letters_of(who, Commit::Plain(ActionName::Pause))),
            None => "special action".to_owned(),
        },
    };
    let Some(member) = game.member(who) else {
        let Some(npc) = game.scenario().npc else {
            return Vec::new();
        };
        let side = tables.npc(npc.card, game.is_panicked());
        let mut lines: Vec<String> = side.defaults.iter().map(short).collect();
        lines.push(format!("on a 6 {}", short(&side.on_six)));
        return vec![format!("Always: {}", lines.join(", "))];
    };
    let card = tables.card(member.card);
    let defaults: Vec<String> = card.defaults.iter().map(short).collect();
    let mut lines = vec![format!("Always: {}", defaults.join(", "))];
    for skill in member.skills {
        let faces = tables.skill(skill).faces.iter().zip(1..);
        let faces: Vec<String> = faces
            .map(|(face, number)| format!("{number}:{}", face.letters))
            .collect();
        lines.push(format!("{}: {}", names::skill(skill), faces.join(" ")));
    }
    lines
}

/// Abilities of a character beside its default actions.
pub(super) fn abilities(game: &MastersOfTheHeist, who: Who) -> Vec<String> {
    let Some(member) = game.member(who) else {
        return Vec::new();
    };
    let card = game.tables().card(member.card);
    let is_action = |name: &str| {
        card.defaults
            .iter()
            .any(|printed| matches!(printed, Printed::Special(action) if action.name() == name))
    };
    let all = Ability::ALL.iter();
    let own = all.filter(|&&ability| card.has(ability) && !is_action(ability.name()));
    own.map(|&ability| names::ability(ability)).collect()
}

/// A legend of letters.
pub(super) fn letter_legend() -> Vec<String> {
    let all = Letter::ALL.into_iter();
    all.map(|letter| format!("{} {}", letter.char(), names::letter(letter)))
        .collect()
}
