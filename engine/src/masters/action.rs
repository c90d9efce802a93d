//! What the team decides (4.8, 5.8, 5.9), and what chance decides (section 8).

use super::components::{ActionName, Event, Item, Skill};
use super::letters::Letter;
use super::pieces::Chit;
pub use super::pieces::Piece;
use super::tile::Tile;
use crate::board::hexes::Side;

/// The most player characters.
pub const PLAYERS: usize = 4;

/// MH7.8i: the Events of the Retiree.
pub(super) const MASTERMIND: [Event; 3] = [Event::M1, Event::M2, Event::M3];
/// MH7.8f: the highest stake of the Bookie in $k.
pub(super) const MOST_STAKE: u8 = 8;
/// MH7.2f: ideas that Alright, New Plan gives away at most.
pub(super) const GIVEN_IDEAS: u8 = 3;

/// A character by its number from 0 in team order, or the NPC.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Who(pub u8);

impl Who {
    /// The NPC, after all player characters.
    pub const NPC: Who = Who(PLAYERS as u8);

    /// The place in lists of characters.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it is the NPC.
    #[inline]
    pub const fn is_npc(self) -> bool {
        self.0 == Who::NPC.0
    }
}

/// A Guard or a Dog, which is a Guard for every rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GuardKind {
    /// A Guard.
    Guard,
    /// A Dog.
    Dog,
}

/// Where something lies: on the own hex, or on the hex across a side of the own tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Way {
    /// On the own hex.
    Here,
    /// Next to it.
    Side(Side),
}

/// What is sold in planning (MH3.3e).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sale {
    /// An Item card.
    Item(Item),
    /// A jewel, to the Curator.
    Jewel,
}

/// How a U becomes a crack (5.5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SafeTool {
    /// MH5.5b.
    Tools,
    /// MH5.5c.
    Torch,
}

/// What a character commits to (MH5.1a).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Commit {
    /// An action without a choice.
    Plain(ActionName),
    /// A face of a skill.
    Skill(Skill, u8),
    /// Bolt for so many ideas.
    Bolt(u8),
    /// MH7.2g: for another character.
    Autopwn(Who, Letter),
    /// MH7.2g: for another character.
    Exploit(Who, Letter),
    /// MH7.2c: a side of the own hex.
    Breach(Side),
    /// MH7.6b: Cheap Picks, and the face that the die shows.
    Rake(u8),
    /// MH7.6c.
    KillPixels(Side),
    /// Museum of Antiquity: where the keycard goes; the own tile if it is kept or there is none (H84).
    FancyCardFlick(Tile),
}

/// One decision. The notation of each is in engine/tests/reference/masters-of-the-heist.md; characters are numbered
/// from 0 here and from 1 there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    // Planning, 3.3.
    /// A planning reveal by Visage.
    Visage(Tile),
    /// MH7.6j: a planning reveal.
    BuildingSchematics(Tile),
    /// MH7.8b: so many Guards and Dogs out of the bag.
    BeatCop(u8, u8),
    /// MH7.8b.
    PrisonGuard,
    /// MH3.3e.
    Sell(Sale),
    /// MH3.3e: an item for a character.
    Buy(Item, Who),
    /// MH7.8d.
    Shell,
    /// MH7.8c: one idea.
    Machinist(Who),
    /// MH7.8e.
    Connoisseur,
    /// MH7.8h: a character starts on the hex of this Guard.
    Mayor(Who, Tile),
    /// MH5.3j: so many blanks.
    Consultant(u8),
    /// MH5.6a: so many tokens.
    Diversion(u8),
    /// MH7.8g: so many tokens, which are then placed.
    Architect(u8),
    /// MH7.8g: an idea token on a hex.
    PlaceIdea(Tile),
    /// MH7.8i: so many Events, which are then inserted.
    Retiree(u8),
    /// MH7.8i: one of M1 to M3 below so many cards.
    Insert(Event, u8),
    /// The end of a stage or of a sequence.
    Done,
    /// MH3.3d: an Exit in a tunnel space, and the side that it opens to.
    Tunnel(Tile, Side),
    /// MH3.3c: a start place.
    Start(Who, Tile),
    /// Final Score Part 2: a character starts with its initial ideas.
    Initial,
    /// Final Score Part 2: a character starts with what it had left.
    Leftover,
    /// H70: so many ideas from the first to the second.
    Transfer(Who, Who, u8),
    /// MH3.3b, MH10.11, MH5.8d: where a planning token goes.
    Token(Tile),
    /// MH7.8f: in $k.
    Stake(u8),
    /// (g): the plan is confirmed.
    Begin,

    // Who acts.
    /// MH5.8a: this character acts.
    Act(Who),
    /// MH5.8e: the Action phase ends.
    End,
    /// MH4.2c.
    Escape,
    /// MH6.6k: the Escape part ends.
    Finish,

    // What a character does.
    /// MH5.1b.
    Commit(Commit),
    /// MH5.2a.
    Move(Tile),
    /// MH5.2b.
    Unlock(Tile),
    /// MH5.2c.
    Subdue(Tile, GuardKind),
    /// MH5.2d.
    Disable(Tile),
    /// MH5.2e.
    Idea,
    /// MH5.2f: a hex.
    Reveal(Tile),
    /// MH5.2f: a chit of the surplus, or nothing, or an idea (MH7.2k).
    RevealSurplus,
    /// MH5.2g.
    Loot,
    /// MH5.2j.
    Crack(SafeTool),
    /// MH5.4a: loot of a hex; of cash all that lies there.
    Take(Piece, Way),
    /// MH5.4a.
    Drop(Piece, Way),
    /// H61: on an Exit.
    Pass(Piece, Who),
    /// MH5.4g.
    Bank(Piece),
    /// MH5.4b.
    Server,
    /// MH5.4c, MH6.6d.
    Door(Tile),
    /// MH5.4d: the idea token of the own hex.
    TakeIdea,
    /// MH7.9a: the Hostage.
    Capture,
    /// The Lair: the story hex.
    Story,
    /// MH7.8a.
    OldFriend(Who),
    /// MH7.2a.
    EfficientPicker,
    /// MH7.2e.
    BetterWays,
    /// MH7.2m.
    Larcenist,
    /// MH7.2m.
    Swindler,
    /// MH7.2j: the far hex.
    VentCrawl(Tile),
    /// MH7.2h: the hex of the Camera.
    Codes(Tile),
    /// MH7.2f.
    ChangeOfPlans,
    /// MH7.2f.
    NewPlan,
    /// MH5.8d: the token that is moved; [`Action::Token`] says where to.
    Lift(Who, Tile),
    /// MH7.2f: so many ideas to a character.
    GiveIdeas(Who, u8),
    /// MH7.6e: an own token to the neighbouring hex across a side.
    Shift(Tile, Side),

    // What follows of these.
    /// MH7.2p: a Camera of this hex.
    Rewire(Tile),
    /// MH7.2n: in a direction, one or two steps away.
    Toss(Piece, Side, u8),
    /// MH5.3c: the hex that is revealed next.
    Next(Tile),
    /// MH5.3j: the chit stays.
    Keep,
    /// MH5.3j: who pays for the blank.
    Blank(Who),
    /// MH6.2a: a dog from a hex across a side of it.
    Chase(Tile, Side),

    // END_ACTION, EVENT and CRISES.
    /// MH5.6a: a Diversion token instead of the noise.
    Divert,
    /// MH5.6a: the noise.
    Noise,
    /// MH7.9c: of equally near characters.
    Victim(Who),
    /// MH7.9c, MH7.6g: the idea.
    LoseIdea,
    /// MH7.9c: NN.
    TakeNoise,
    /// MH7.4i; H83: a starting Guard is subdued.
    Accept,
    /// MH7.4i, MH7.4l, MH7.4s; H83: a Guard that came later is subdued.
    Decline,
    /// MH7.4l: who gets the idea.
    Give(Who),
    /// MH7.6g: the Lucky Penny.
    Penny,
    /// MH7.4r: where a piece goes; cash as one piece.
    Put(Piece, Side),
    /// MH7.4e, v24: a hex that gets a Lock.
    Lock(Tile),
    /// MH10.11: the token leaves the game.
    Off,
    /// MH6.3a: the token that is next.
    Reinforce(Tile),
    /// MH6.2e: of equally near characters.
    TargetCharacter(Who),
    /// MH6.2e: of equally near hexes.
    TargetHex(Tile),
    /// MH6.2e: the next step of an event dog.
    Dog(Tile),

    // ESCAPE, 5.9.
    /// MH6.6c.
    Step(Tile),
    /// MH7.2b.
    PickUnderPressure(Tile),
    /// MH7.2l.
    Pinch(Who),
    /// MH6.6h: a route begins.
    LastDitch,
    /// MH6.6h: the route is declared.
    Roll,
    /// MH10.34: who counts on an Exit or a hideout.
    Counts(Who),
}

/// What chance decides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// MH8a, MH8b: a chit is drawn.
    Chit(Chit),
    /// MH8c to MH8e: a die is rolled.
    Die(u8),
}

// Actions are kept in lists and tables by the million.
const _: () = assert!(size_of::<Action>() <= 5);
