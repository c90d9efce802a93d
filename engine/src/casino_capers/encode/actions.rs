//! The action index space: the block and the place of every action, and back, from one description of its layout.

use super::places::{Cards, Cells, CornerPairs, Floors, Players, Rolls, Ways};
use super::uses::Uses;
use crate::blocks::{Pairs, action_blocks};
use crate::casino_capers::action::Action;

/// A card, then a player.
type CardsAndPlayers = Pairs<Cards, Players>;

action_blocks! {
    /// The action index space. Uses of gear have blocks of their own within the last one ([`super::uses`]).
    pub(super) ActionBlock of Action {
        "plain" {
            Escalator
            Clear
            SendDie
            Roll
            Mole
            ZipLine
            RideZipLine
            Lights
            GetIn
            Steak
            ThrowDown
            RemoveSwat
            End
            Pass
            Accept
            Decline
            Leave
            Bottom
        }
        Move(cell) "move": Cells;
        Quiet(cell) "quiet": Cells;
        Peek(cell) "peek": Cells;
        MagicShow(cell) "magic-show": Cells;
        RevolvingDoor(cell) "revolving-door": Cells;
        Monorail(cell) "monorail": Cells;
        Prep(card) "prep": Cards;
        TakeHeat(card, player) "take-heat": CardsAndPlayers;
        GiveAction(card, player) "give-action": CardsAndPlayers;
        MakeCommotion(card, cell) "make-commotion": Pairs<Cards, Cells>;
        Jam(cell) "jam": Cells;
        Drive(way) "drive": Ways;
        Throw(cell) "throw": Cells;
        Destroy(cell) "destroy": Cells;
        Entrances(first, second) "entrances": CornerPairs;
        Enter(cell) "enter": Cells;
        Reroll(dice) "reroll": Rolls;
        Distract(cell) "distract": Cells;
        Hunt(player) "hunt": Players;
        Discard(card) "discard": Cards;
        Deck(floor) "deck": Floors;
        Tile(cell) "tile": Cells;
        Player(player) "player": Players;
        Keep(card) "keep": Cards;
        Use(how) "use": Uses;
    }
}
