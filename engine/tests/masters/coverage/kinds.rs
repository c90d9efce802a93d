//! The kinds of decision by name, with what tells apart the uses of one name.

use heist_engine::masters::{Action, Commit, MastersOfTheHeist, Phase};

/// Names the kinds of an enumeration; a variant without a name does not compile.
macro_rules! kinds {
    ($list:ident, $name:ident($type:ty) { $($pattern:pat => $text:literal,)+ }) => {
        pub const $list: &[&str] = &[$($text),+];

        pub fn $name(item: &$type) -> &'static str {
            match item {
                $($pattern => $text,)+
            }
        }
    };
}

kinds!(ACTIONS, action_name(Action) {
    Action::Visage(_) => "visage",
    Action::BuildingSchematics(_) => "building-schematics",
    Action::BeatCop(..) => "beat-cop",
    Action::PrisonGuard => "prison-guard",
    Action::Sell(_) => "sell",
    Action::Buy(..) => "buy",
    Action::Shell => "shell",
    Action::Machinist(_) => "machinist",
    Action::Connoisseur => "connoisseur",
    Action::Mayor(..) => "mayor",
    Action::Consultant(_) => "consultant",
    Action::Diversion(_) => "diversion",
    Action::Architect(_) => "architect",
    Action::PlaceIdea(_) => "idea-token of the Architect",
    Action::Retiree(_) => "retiree",
    Action::Insert(..) => "insert",
    Action::Done => "done",
    Action::Tunnel(..) => "tunnel",
    Action::Start(..) => "start",
    Action::Initial => "initial",
    Action::Leftover => "leftover",
    Action::Transfer(..) => "transfer",
    Action::Token(_) => "token",
    Action::Stake(_) => "stake",
    Action::Begin => "begin",
    Action::Act(_) => "act",
    Action::End => "end",
    Action::Escape => "escape",
    Action::Finish => "finish",
    Action::Commit(Commit::Plain(_)) => "commit an action without a choice",
    Action::Commit(Commit::Skill(..)) => "commit a face of a skill",
    Action::Commit(Commit::Bolt(_)) => "commit bolt",
    Action::Commit(Commit::Autopwn(..)) => "commit autopwn",
    Action::Commit(Commit::Exploit(..)) => "commit exploit",
    Action::Commit(Commit::Breach(_)) => "commit breach",
    Action::Commit(Commit::Rake(_)) => "commit rake",
    Action::Commit(Commit::KillPixels(_)) => "commit kill-pixels",
    Action::Commit(Commit::FancyCardFlick(_)) => "commit fancy-card-flick",
    Action::Move(_) => "move",
    Action::Unlock(_) => "unlock",
    Action::Subdue(..) => "subdue",
    Action::Disable(_) => "disable",
    Action::Idea => "idea",
    Action::Reveal(_) => "reveal",
    Action::RevealSurplus => "reveal of the surplus",
    Action::Loot => "loot",
    Action::Crack(_) => "crack",
    Action::Take(..) => "take",
    Action::Drop(..) => "drop",
    Action::Pass(..) => "pass",
    Action::Bank(_) => "bank",
    Action::Server => "server",
    Action::Door(_) => "door",
    Action::TakeIdea => "idea-token",
    Action::Capture => "capture",
    Action::Story => "story",
    Action::OldFriend(_) => "old-friend",
    Action::EfficientPicker => "efficient-picker",
    Action::BetterWays => "better-ways",
    Action::Larcenist => "larcenist",
    Action::Swindler => "swindler",
    Action::VentCrawl(_) => "vent-crawl",
    Action::Codes(_) => "codes",
    Action::ChangeOfPlans => "change-of-plans",
    Action::NewPlan => "new-plan",
    Action::Lift(..) => "lift",
    Action::GiveIdeas(..) => "give ideas",
    Action::Shift(..) => "shift",
    Action::Rewire(_) => "rewire",
    Action::Toss(..) => "toss",
    Action::Next(_) => "next",
    Action::Keep => "keep",
    Action::Blank(_) => "blank",
    Action::Chase(..) => "chase",
    Action::Divert => "divert",
    Action::Noise => "noise",
    Action::Victim(_) => "victim",
    Action::LoseIdea => "lose-idea",
    Action::TakeNoise => "take-noise",
    Action::Accept => "accept",
    Action::Decline => "decline",
    Action::Give(_) => "give",
    Action::Penny => "penny",
    Action::Put(..) => "put",
    Action::Lock(_) => "lock",
    Action::Off => "off",
    Action::Reinforce(_) => "reinforce",
    Action::TargetCharacter(_) => "target a character",
    Action::TargetHex(_) => "target a hex",
    Action::Dog(_) => "dog",
    Action::Step(_) => "step",
    Action::PickUnderPressure(_) => "pick-under-pressure",
    Action::Pinch(_) => "pinch",
    Action::LastDitch => "last-ditch",
    Action::Roll => "roll",
    Action::Counts(_) => "counts",
});

/// Decisions of one name that are asked in several parts of a heist.
pub const PARTS: &[&str] = &[
    "token in planning",
    "token in the Action phase",
    "token of a closed gate",
    "reveal as the story hex allows",
    "transfer in planning",
    "transfer by an Event",
    "take in the Action phase",
    "take in the Escape part",
    "drop in the Action phase",
    "drop in the Escape part",
    "bank in the Action phase",
    "bank in the Escape part",
    "pass in the Action phase",
    "pass in the Escape part",
    "door in the Action phase",
    "door in the Escape part",
    "server in the Action phase",
    "server in the Escape part",
    "capture in the Action phase",
    "capture in the Escape part",
    "larcenist in the Action phase",
    "larcenist in the Escape part",
    "lose-idea to the hostage",
    "lose-idea to an Event",
];

/// Which of [`PARTS`] an action is.
pub fn part(before: &MastersOfTheHeist, action: &Action) -> Option<String> {
    let name = action_name(action);
    let place = match (action, before.phase()) {
        (Action::Token(_), Phase::Event | Phase::Crises | Phase::Escape) => "of a closed gate",
        (Action::LoseIdea, Phase::EndAction) => "to the hostage",
        (Action::LoseIdea, _) => "to an Event",
        (Action::Reveal(_), _) if !before.asks_micro_action() => "as the story hex allows",
        (_, Phase::Plan) => "in planning",
        (_, Phase::Action) => "in the Action phase",
        (_, Phase::Event) => "by an Event",
        (_, Phase::Escape) => "in the Escape part",
        _ => return None,
    };
    Some(format!("{name} {place}"))
}

/// What the choosers of [`games`](super::games) tell apart: the kind, of commits also the action, of items the item.
pub fn label(action: &Action) -> String {
    match action {
        Action::Commit(commit @ (Commit::Plain(_) | Commit::Skill(..))) => commit.to_string(),
        Action::Buy(item, _) => format!("buy {item}"),
        Action::Crack(tool) => format!("crack {tool:?}"),
        other => action_name(other).to_owned(),
    }
}
