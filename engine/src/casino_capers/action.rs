//! What the team decides (section 5.9).

use super::components::Gear;
use super::dice::Dice;
use super::place::Dir;
use crate::board::{Cell, Wall};

/// One decision. The notation of each is in engine/tests/reference/casino-capers.md; players are numbered from 0 here
/// and from 1 there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// act.move; abil.rook, abil.acrobat and the slide of finale.gravity_boots as well.
    Move(Cell),
    /// abil.ghost: a quiet Move.
    Quiet(Cell),
    /// act.peek; abil.hacker and abil.hawk as well.
    Peek(Cell),
    /// tile.magic_show.
    MagicShow(Cell),
    /// tile.revolving_door.
    RevolvingDoor(Cell),
    /// tile.monorail.
    Monorail(Cell),
    /// tile.escalator.
    Escalator,
    /// tile.surveillance: remove the cubes.
    Clear,
    /// safe.move.
    SendDie,
    /// safe.roll.
    Roll,
    /// chip.mole.use.
    Mole,
    /// act.prep.
    Prep(Gear),
    /// back.take_heat, from a player.
    TakeHeat(Gear, u8),
    /// back.give_action, to a player.
    GiveAction(Gear, u8),
    /// back.make_commotion.
    MakeCommotion(Gear, Cell),
    /// abil.rigger: put a zip line here.
    ZipLine,
    /// abil.rigger: ride the zip line here.
    RideZipLine,
    /// abil.juicer.
    Jam(Cell),
    /// abil.ghost: reveal the tile here.
    Lights,
    /// finale.rescuing_her_ride.rule.1.
    GetIn,
    /// finale.rescuing_her_ride.rule.2.
    Drive(Dir),
    /// finale.catch_a_tiger.rule.1.
    Steak,
    /// finale.hail_mary.rule.1, to the receiver's tile.
    Throw(Cell),
    /// finale.hail_mary.rule.2.
    ThrowDown,
    /// finale.the_raid.rule.2.
    RemoveSwat,
    /// finale.bringing_down_the_house.rule.1, the wall towards a neighbour.
    Destroy(Cell),
    /// turn.actions.
    End,

    /// set.entrances, in ascending order.
    Entrances(Cell, Cell),
    /// turn.enter.
    Enter(Cell),
    /// 4.2: nobody uses anything in this window.
    Pass,
    /// gear.front: a prepped card.
    Use(Use),
    /// abil.peterman: reroll these dice.
    Reroll(Dice),
    /// dest.distracted, event.go_for_a_swim: the tile a distracted card stands for.
    Distract(Cell),
    /// hunt.target: the player who is hunted of several who are equally near.
    Hunt(u8),
    /// event.splash_zone.
    Discard(Gear),
    /// event.go_for_a_swim, event.trade_shifts, fin.fake_orders: a patrol deck, by floor (0 below).
    Deck(u8),
    /// event.lifeguard_tip, event.directions, finale.bodyguard.setup, finale.catch_a_tiger.ruling.1.
    Tile(Cell),
    /// event.share_a_drink, finale.catch_a_tiger.setup.1.
    Player(u8),
    /// dd.task: draw.
    Accept,
    /// dd.task: do without.
    Decline,
    /// dd.task: the card kept of two.
    Keep(Gear),
    /// gear.inside_line: leave the card on top.
    Leave,
    /// gear.inside_line: put it at the bottom.
    Bottom,
}

/// A use of a gear card's front (gear.csv, section 7.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Use {
    /// gear.vault, to the tile behind the wall.
    Vault(Cell),
    /// gear.trapeze.
    Trapeze,
    /// gear.contortion, on a player.
    Contortion(u8),
    /// gear.tumble.
    Tumble(Cell),
    /// gear.loop_footage.
    LoopFootage(Cell),
    /// gear.out_of_order.
    OutOfOrder(Cell),
    /// gear.radio_interference: the floor's bouncer to the tile.
    RadioInterference(Cell),
    /// gear.hack.
    Hack,
    /// gear.binoculars.
    Binoculars(Cell),
    /// gear.x_ray_specs.
    XRaySpecs(Cell),
    /// gear.birds_eye.
    BirdsEye(Cell),
    /// gear.spyglass.
    Spyglass(Cell),
    /// gear.adrenaline.
    Adrenaline,
    /// gear.bingo: the new destination.
    Bingo(Cell),
    /// gear.fainting.
    Fainting,
    /// gear.crybaby.
    Crybaby(Cell),
    /// gear.loaded_dice: the dice to reroll.
    LoadedDice(Dice),
    /// gear.stethoscope: a die that shows the first face to the second.
    Stethoscope(u8, u8),
    /// gear.inside_tip.
    InsideTip,
    /// gear.steady_hands.
    SteadyHands,
    /// gear.crow.
    Crow(Cell),
    /// gear.shoo.
    Shoo,
    /// gear.caw.
    Caw(Cell),
    /// gear.switcheroo.
    Switcheroo,
    /// gear.spur_line.
    SpurLine(Cell),
    /// gear.moving_stairs.
    MovingStairs(Cell),
    /// gear.crowbar, the wall towards a neighbour.
    Crowbar(Cell),
    /// gear.barricade: on a floor (0 below), a wall and where it goes.
    Barricade(u8, Wall, Wall),
    /// gear.earpiece: a player to a tile.
    Earpiece(u8, Cell),
    /// gear.disguise, on a player.
    Disguise(u8),
    /// gear.fake_schedule, for the bouncer of a floor (0 below).
    FakeSchedule(u8),
    /// gear.walk_and_talk: two players in the order in which they enter.
    WalkAndTalk(u8, u8),
    /// gear.lookout.
    Lookout,
    /// gear.rain_check.
    RainCheck,
    /// gear.flash_mob.
    FlashMob(Cell),
    /// gear.inside_line: the deck of a floor (0 below).
    InsideLine(u8),
}

impl Use {
    /// The card.
    pub const fn card(self) -> Gear {
        match self {
            Use::Vault(_) => Gear::Vault,
            Use::Trapeze => Gear::Trapeze,
            Use::Contortion(_) => Gear::Contortion,
            Use::Tumble(_) => Gear::Tumble,
            Use::LoopFootage(_) => Gear::LoopFootage,
            Use::OutOfOrder(_) => Gear::OutOfOrder,
            Use::RadioInterference(_) => Gear::RadioInterference,
            Use::Hack => Gear::Hack,
            Use::Binoculars(_) => Gear::Binoculars,
            Use::XRaySpecs(_) => Gear::XRaySpecs,
            Use::BirdsEye(_) => Gear::BirdsEye,
            Use::Spyglass(_) => Gear::Spyglass,
            Use::Adrenaline => Gear::Adrenaline,
            Use::Bingo(_) => Gear::Bingo,
            Use::Fainting => Gear::Fainting,
            Use::Crybaby(_) => Gear::Crybaby,
            Use::LoadedDice(_) => Gear::LoadedDice,
            Use::Stethoscope(..) => Gear::Stethoscope,
            Use::InsideTip => Gear::InsideTip,
            Use::SteadyHands => Gear::SteadyHands,
            Use::Crow(_) => Gear::Crow,
            Use::Shoo => Gear::Shoo,
            Use::Caw(_) => Gear::Caw,
            Use::Switcheroo => Gear::Switcheroo,
            Use::SpurLine(_) => Gear::SpurLine,
            Use::MovingStairs(_) => Gear::MovingStairs,
            Use::Crowbar(_) => Gear::Crowbar,
            Use::Barricade(..) => Gear::Barricade,
            Use::Earpiece(..) => Gear::Earpiece,
            Use::Disguise(_) => Gear::Disguise,
            Use::FakeSchedule(_) => Gear::FakeSchedule,
            Use::WalkAndTalk(..) => Gear::WalkAndTalk,
            Use::Lookout => Gear::Lookout,
            Use::RainCheck => Gear::RainCheck,
            Use::FlashMob(_) => Gear::FlashMob,
            Use::InsideLine(_) => Gear::InsideLine,
        }
    }
}
