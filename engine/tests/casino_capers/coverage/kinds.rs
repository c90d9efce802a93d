//! The kinds of decision, outcome and waiting, by name.

use heist_engine::casino_capers::{Action, Outcome, Roll, Waiting};

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

kinds!(ACTIONS, action(Action) {
    Action::Move(_) => "move",
    Action::Quiet(_) => "quiet",
    Action::Peek(_) => "peek",
    Action::MagicShow(_) => "magic-show",
    Action::RevolvingDoor(_) => "revolving-door",
    Action::Monorail(_) => "monorail",
    Action::Escalator => "escalator",
    Action::Clear => "clear",
    Action::SendDie => "send-die",
    Action::Roll => "roll",
    Action::Mole => "mole",
    Action::Prep(_) => "prep",
    Action::TakeHeat(..) => "take-heat",
    Action::GiveAction(..) => "give-action",
    Action::MakeCommotion(..) => "make-commotion",
    Action::ZipLine => "zip-line",
    Action::RideZipLine => "ride-zip-line",
    Action::Jam(_) => "jam",
    Action::Lights => "lights",
    Action::GetIn => "get-in",
    Action::Drive(_) => "drive",
    Action::Steak => "steak",
    Action::Throw(_) => "throw",
    Action::ThrowDown => "throw-down",
    Action::RemoveSwat => "remove-swat",
    Action::Destroy(_) => "destroy",
    Action::End => "end",
    Action::Entrances(..) => "entrances",
    Action::Enter(_) => "enter",
    Action::Pass => "pass",
    Action::Use(_) => "use",
    Action::Reroll(_) => "reroll",
    Action::Distract(_) => "distract",
    Action::Hunt(_) => "hunt",
    Action::Discard(_) => "discard",
    Action::Deck(_) => "deck",
    Action::Tile(_) => "tile",
    Action::Player(_) => "player",
    Action::Accept => "accept",
    Action::Decline => "decline",
    Action::Keep(_) => "keep",
    Action::Leave => "leave",
    Action::Bottom => "bottom",
});

kinds!(OUTCOMES, outcome(Outcome) {
    Outcome::Patrol(_) => "patrol",
    Outcome::Distracted => "distracted",
    Outcome::Tile(_) => "tile",
    Outcome::Chip(_) => "chip",
    Outcome::Event(_) => "event",
    Outcome::Dice(_) => "dice",
    Outcome::Gear(_) => "gear",
    Outcome::Finale(_) => "finale",
    Outcome::Token(_) => "token",
});

kinds!(WAITING_OR_OVER, waiting(Waiting) {
    Waiting::Nothing => "nothing",
    Waiting::BouncerCard(_) => "bouncer-card",
    Waiting::MarkerCard(_) => "marker-card",
    Waiting::Tile(_) => "tile",
    Waiting::Chip(_) => "chip",
    Waiting::Roll(_, Roll::Cages(..)) => "roll for Cashier Cages",
    Waiting::Roll(_, Roll::Table(..)) => "roll for Table Games",
    Waiting::Roll(_, Roll::Safe) => "roll for the Safe",
    Waiting::Destination(_) => "destination",
    Waiting::Event(_, 0) => "event of the Pool",
    Waiting::Event(..) => "event of the Lounge",
    Waiting::Splash(_) => "splash",
    Waiting::Prank => "prank",
    Waiting::SwimCard(_) => "swim-card",
    Waiting::Look(_) => "look",
    Waiting::Reward(_) => "reward",
    Waiting::Finale => "finale",
    Waiting::FakeOrder(_) => "fake-order",
    Waiting::Layout(_) => "layout",
    Waiting::NamedChip(_) => "named-chip",
    Waiting::Token(_) => "token",
    Waiting::Entrances => "entrances",
    Waiting::Entry => "entry",
    Waiting::Act => "act",
    Waiting::Hunt(_) => "hunt",
    Waiting::Distract(_) => "distract",
    Waiting::Discard(_) => "discard",
    Waiting::Trade => "trade",
    Waiting::Swim => "swim",
    Waiting::SwimTile(_) => "swim-tile",
    Waiting::Lifeguard(_) => "lifeguard",
    Waiting::Directions(_) => "directions",
    Waiting::Drinker(_) => "drinker",
    Waiting::InsideLine(_) => "inside-line",
    Waiting::Task(..) => "task",
    Waiting::Keep(..) => "keep",
    Waiting::FakeOrders => "fake-orders",
    Waiting::ChipTile(_) => "chip-tile",
    Waiting::ChipDiscard(_) => "chip-discard",
    Waiting::TigerStart => "tiger-start",
    Waiting::Steak => "steak",
    Waiting::DiceWindow(_, Roll::Cages(..)) => "dice window of Cashier Cages",
    Waiting::DiceWindow(_, Roll::Table(..)) => "dice window of Table Games",
    Waiting::DiceWindow(_, Roll::Safe) => "dice window of the Safe",
    Waiting::ChipWindow(_) => "chip-window",
    Waiting::TileWindow(_) => "tile-window",
    Waiting::EventWindow(..) => "event-window",
    Waiting::CommotionWindow(_) => "commotion-window",
    Waiting::PatrolWindow(_) => "patrol-window",
    Waiting::StepWindow(_) => "step-window",
    Waiting::TurnWindow(_) => "turn-window",
});

/// All but the end of the game, from which no step leads on.
pub const WAITING: &[&str] = match WAITING_OR_OVER {
    [_, all @ ..] => all,
    [] => &[],
};
