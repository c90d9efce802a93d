//! What a seat decides: every costed and free action, and every answer of the decision catalogue (section 5.10).

use super::components::{Loot, Room, Tool};
use crate::board::Cell;
use crate::game::Seat;

/// One decision. The notation of each is in docs/games/burgle-bros.md.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// M-ACT-PEEK.
    Peek(Cell),
    /// M-ACT-MOVE.
    Move(Cell),
    /// M-ACT-HACK.
    Hack,
    /// M-ACT-DIE, on the Safe of a cell (C-PETERMAN-A drills above and below).
    AddDie(Cell),
    /// M-ACT-CRACK, on the Safe of a cell.
    Crack(Cell),
    /// M-ACT-ESCAPE.
    Escape,
    /// N-ACT-2.
    EndActions,
    /// C-ACROBAT-B: free Move onto a Guard.
    Flexibility(Cell),
    /// C-ACROBAT-A.
    ClimbWindow(Cell),
    /// C-HACKER-A.
    Laptop,
    /// C-HAWK-B.
    XRay(Cell),
    /// C-HAWK-A and C-HAWK-O.
    Enhance(Cell),
    /// C-JUICER-B and C-JUICER-O.
    Crybaby(Cell),
    /// C-JUICER-A: take the alarm token.
    RerouteTake,
    /// C-JUICER-A: trigger the alarm taken earlier.
    RerouteDiscard,
    /// C-RAVEN-B, C-RAVEN-A and C-RAVEN-O.
    Crow(Cell),
    /// C-RIGGER-A.
    Tinker,
    /// C-ROOK-B: order a player one step.
    Orders(Seat, Cell),
    /// C-ROOK-A.
    Disguise(Seat),
    /// C-SPOTTER-B.
    Clairvoyance,
    /// C-SPOTTER-A.
    Precognition,
    /// U-BLUEPRINTS.
    Blueprints(Cell),
    /// U-CROWBAR.
    Crowbar(Cell),
    /// U-CRYSTAL-BALL.
    CrystalBall,
    /// U-DONUTS, on the Guard of a floor (0 at the bottom).
    Donuts(u8),
    /// U-DYNAMITE, on the wall towards a neighbour.
    Dynamite(Cell),
    /// U-EMP.
    Emp,
    /// U-INVISIBLE-SUIT.
    InvisibleSuit,
    /// U-MAKEUP-KIT.
    MakeupKit,
    /// U-ROLLERSKATES.
    Rollerskates,
    /// U-SMOKE-BOMB.
    SmokeBomb,
    /// U-THERMAL-BOMB: link up (also to the roof) if true, down if false.
    ThermalBomb(bool),
    /// U-VIRUS: tokens for Fingerprint, Laser, Motion.
    Virus(u8, u8, u8),
    /// M-FREE-TRADE: offer a Tool to a player.
    GiveTool(Seat, Tool),
    /// M-FREE-TRADE: offer a Loot to a player.
    GiveLoot(Seat, Loot),
    /// M-FREE-TRADE: ask a player for a Tool.
    TakeTool(Seat, Tool),
    /// M-FREE-TRADE: ask a player for a Loot.
    TakeLoot(Seat, Loot),
    /// M-FREE-PICK.
    PickUpTool(Tool),
    /// M-FREE-PICK.
    PickUpLoot(Loot),
    /// M-FREE-KITTY.
    CatchKitty,

    /// S-START-7: the entrance.
    Enter(Cell),
    /// M-DEC-2, M-DEC-3: pay for a Deadbolt or a Laser.
    Pay,
    /// M-DEC-2: stay outside the Deadbolt.
    Stay,
    /// M-DEC-3, M-DEC-4: discard a hack token of a Computer Room.
    SpendToken(Room),
    /// M-DEC-3, M-DEC-4: discard the Hacker's laptop token.
    SpendLaptop,
    /// M-DEC-3, M-DEC-4: let the alarm sound.
    SoundAlarm,
    /// M-DEC-5: the alarm the die goes to.
    Nearest(Cell),
    /// M-DEC-6: pay with an own Stealth token.
    OwnToken,
    /// M-DEC-6: pay with a token of the tile.
    TileToken,
    /// M-DEC-7: the Tool kept of two.
    Keep(Tool),
    /// M-DEC-8: set a die that shows the first face to the second.
    SetDie(u8, u8),
    /// M-DEC-8: leave the roll.
    KeepRoll,
    /// M-DEC-9: the cards of the Crystal Ball from the top, each counted as looked at (0 first); unused places are
    /// their own number.
    OrderEvents(u8, u8, u8),
    /// M-DEC-10: leave the card on top.
    Top,
    /// M-DEC-10: put the card at the bottom.
    Bottom,
    /// M-DEC-13, M-DEC-14: agree.
    Accept,
    /// M-DEC-13, M-DEC-14: decline.
    Refuse,
    /// M-DEC-15: where the kitty runs.
    KittyTo(Cell),
    /// M-DEC-16: the player an Event acts on.
    ChoosePlayer(Seat),
    /// M-DEC-16: the tile an Event acts on.
    ChooseTile(Cell),
    /// M-DEC-16: do without (Peekhole).
    Skip,
    /// M-DEC-17: the floor whose Guard moves next (0 at the bottom).
    MoveGuard(u8),

    /// C-HACKER-O: M-ACT-HACK in a Computer Room elsewhere on the floor.
    HackRoom(Room),
}
