//! What the expert weighs, as named numbers. The unit is the action.

use heist_engine::casino_capers::Gear;

use super::super::weights::weights;

weights! {
    /// Two heat for a player without any.
    heat_0 = 5.161,
    /// For one with 1 heat.
    heat_1 = 2.92,
    /// For one with 2.
    heat_2 = 4.0,
    /// For one with 3.
    heat_3 = 8.0,
    /// For one with 4 or 5: the game.
    heat_4 = 25.0,
    /// Share of those that a single heat costs.
    single = 0.45,
    /// Weight of the bouncers' turns after the first.
    company = 0.579,
    /// A step of the way to the next goal.
    way = 0.584,
    /// A hidden tile where nothing is looked for.
    reveal_idle = 0.5,
    /// Waiting at the Office for dice that come back.
    office_wait = 4.949,
    /// Waiting at the Safe for dice, by what a roll of them is worth.
    safe_wait = 1.036,
    /// Share of what rolls are worth on the way to the Safe.
    safe_share = 0.502,
    /// What a Mole is worth less from afar.
    mole_less = 1.0,
    /// What a hidden tile of floor 2 is worth more from afar while the Safe is hidden.
    seek_safe = 2.36,
    /// The same of a hidden tile in line with the Safe.
    seek_line = 3.0,
    /// The same of a hidden tile of floor 1 while dice wait for the Office.
    seek_office = 2.0,
    /// The same while there is no way up.
    seek_way = 1.0,
    /// Freeing a player from a Saleswoman, from afar.
    rescue = 8.0,
    /// Share of gear's worth.
    gear = 1.845,
    /// Giving an action.
    give = 0.3,
    /// Taking heat.
    take = 0.3,
    /// Making a commotion, beside what it saves.
    lure = 2.026,
    /// Gear that makes one jump.
    jump = 1.8,
    /// A hidden tile of floor 1 while the Owner's Office is hidden.
    reveal_office = 0.8,
    /// A hidden tile of floor 1 while there is no way up.
    reveal_way = 0.495,
    /// A hidden tile of floor 2 while the Safe is hidden.
    reveal_safe = 1.4,
    /// A hidden tile in line with the Safe.
    reveal_line = 2.6,
    /// A closed chip while dice are wanted: the chance of a Mole by what a Mole is worth.
    mole_share = 0.25,
    /// Share of a hidden tile's value by walking in.
    blind_share = 0.85,
    /// Price of walking into a hidden tile.
    blind_price = 0.405,
    /// Price of walking onto a closed chip.
    chip_price = 0.9,
    /// Price of a chip by peeking.
    chip_peek = 0.1,
    /// Sending a die up.
    send = 3.638,
    /// Cracking a tile for sure.
    crack = 3.5,
    /// What a roll costs beside the action: a die goes back.
    roll_cost = 0.102,
    /// The first die.
    mole_0 = 7.0,
    /// The second.
    mole_1 = 6.0,
    /// The third.
    mole_2 = 5.0,
    /// The fourth.
    mole_3 = 3.5,
    /// The fifth.
    mole_4 = 1.5,
    /// Share of a goal's value to a player who is farther from it than another.
    second_share = 0.227,
    /// A Saleswoman who would hold one.
    saleswoman = 5.0,
    /// Freeing a player from a Saleswoman.
    freeing = 4.241,
    /// A commotion where the turn goes on.
    commotion = 0.628,
    /// An event.
    event = 0.3,
    /// Cubes on Cashier Cages when entered, each.
    cage = 0.15,
    /// Prepping gear, beside its own worth.
    prep = 0.68,
    /// What the heat saved must be worth for gear to be used, by its own worth.
    use_margin = 1.0,
    /// Ending the turn where one leaves.
    exit = 25.0,
    /// A step of a finale.
    finale_step = 2.461,
    /// A step of the way in a finale.
    finale_way = 2.0,
    /// Getting into the car before the last.
    get_in = 12.0,
    /// A step of those who still have to get into the car.
    pick_up = 0.417,
    /// Ending the turn with those who are ready to be caught.
    gather = 3.0,
    /// Share of the danger that is counted while gear against bouncers lies prepped.
    shielded = 0.7,
    /// Prepping this card; the same below.
    vault = 2.0,
    /// Likewise.
    trapeze = 5.191,
    /// Likewise.
    contortion = 2.5,
    /// Likewise.
    tumble = 2.0,
    /// Likewise.
    loop_footage = 0.3,
    /// Likewise.
    out_of_order = 0.445,
    /// Likewise.
    radio_interference = 2.5,
    /// Likewise.
    hack = 1.5,
    /// Likewise.
    binoculars = 2.0,
    /// Likewise.
    x_ray_specs = 2.0,
    /// Likewise.
    birds_eye = 1.6,
    /// Likewise.
    spyglass = 1.6,
    /// Likewise.
    adrenaline = 0.2,
    /// Likewise.
    bingo = 2.5,
    /// Likewise.
    fainting = 0.5,
    /// Likewise.
    crybaby = 2.0,
    /// Likewise.
    loaded_dice = 1.8,
    /// Likewise.
    stethoscope = 0.78,
    /// Likewise.
    inside_tip = 4.0,
    /// Likewise.
    steady_hands = 1.8,
    /// Likewise.
    crow = 2.5,
    /// Likewise.
    shoo = 1.8,
    /// Likewise.
    caw = 2.0,
    /// Likewise.
    switcheroo = 1.5,
    /// Likewise.
    spur_line = 0.5,
    /// Likewise.
    moving_stairs = 1.877,
    /// Likewise.
    crowbar = 0.2,
    /// Likewise.
    barricade = 0.2,
    /// Likewise.
    earpiece = 3.5,
    /// Likewise.
    disguise = 3.5,
    /// Likewise.
    fake_schedule = 1.8,
    /// Likewise.
    walk_and_talk = 1.5,
    /// Likewise.
    lookout = 2.5,
    /// Likewise.
    rain_check = 0.8,
    /// Likewise.
    flash_mob = 4.0,
    /// Likewise.
    inside_line = 0.3,
}

impl Weights {
    /// What heat from a bouncer costs a player who has so much.
    #[inline]
    pub(super) fn hit(&self, heat: u8) -> f32 {
        match heat {
            0 => self.heat_0,
            1 => self.heat_1,
            2 => self.heat_2,
            3 => self.heat_3,
            _ => self.heat_4,
        }
    }

    /// What one heat costs.
    #[inline]
    pub(super) fn warmth(&self, heat: u8) -> f32 {
        match heat {
            5.. => self.heat_4,
            _ => self.single * self.hit(heat),
        }
    }

    /// What prepping a card is worth.
    pub(super) fn prepping(&self, card: Gear) -> f32 {
        match card {
            Gear::Vault => self.vault,
            Gear::Trapeze => self.trapeze,
            Gear::Contortion => self.contortion,
            Gear::Tumble => self.tumble,
            Gear::LoopFootage => self.loop_footage,
            Gear::OutOfOrder => self.out_of_order,
            Gear::RadioInterference => self.radio_interference,
            Gear::Hack => self.hack,
            Gear::Binoculars => self.binoculars,
            Gear::XRaySpecs => self.x_ray_specs,
            Gear::BirdsEye => self.birds_eye,
            Gear::Spyglass => self.spyglass,
            Gear::Adrenaline => self.adrenaline,
            Gear::Bingo => self.bingo,
            Gear::Fainting => self.fainting,
            Gear::Crybaby => self.crybaby,
            Gear::LoadedDice => self.loaded_dice,
            Gear::Stethoscope => self.stethoscope,
            Gear::InsideTip => self.inside_tip,
            Gear::SteadyHands => self.steady_hands,
            Gear::Crow => self.crow,
            Gear::Shoo => self.shoo,
            Gear::Caw => self.caw,
            Gear::Switcheroo => self.switcheroo,
            Gear::SpurLine => self.spur_line,
            Gear::MovingStairs => self.moving_stairs,
            Gear::Crowbar => self.crowbar,
            Gear::Barricade => self.barricade,
            Gear::Earpiece => self.earpiece,
            Gear::Disguise => self.disguise,
            Gear::FakeSchedule => self.fake_schedule,
            Gear::WalkAndTalk => self.walk_and_talk,
            Gear::Lookout => self.lookout,
            Gear::RainCheck => self.rain_check,
            Gear::FlashMob => self.flash_mob,
            Gear::InsideLine => self.inside_line,
        }
    }
}
