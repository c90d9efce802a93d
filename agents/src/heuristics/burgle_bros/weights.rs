//! What the expert weighs, as named numbers, so that they can be tuned (`cargo run --release -p heist-benches --bin
//! tune`).

use super::super::weights::weights;

weights! {
    /// A Stealth token when three or more are left. The unit of all is the action point.
    stealth_3 = 8.0,
    /// A Stealth token when two are left.
    stealth_2 = 9.0,
    /// A Stealth token when one is left.
    stealth_1 = 14.71,
    /// A Stealth token when none is left: the game.
    stealth_0 = 13.43,
    /// Weight of a Guard's steps after his first walk, on the turns of others on the floor.
    risk_company = 0.79,
    /// Expected visits anywhere on a floor whose Guard comes into play.
    new_floor = 0.12,
    /// Share of the Stealth at risk on a tile with Stealth tokens.
    tile_token = 0.2,
    /// Ordering somebody about.
    order_cost = 1.3,
    /// An Event drawn.
    event = 1.96,
    /// An action left unused.
    idle = 0.13,
    /// An action point of the way to the next goal.
    way = 0.83,
    /// Going back to a tile passed this turn, which saves no Event.
    backtrack = 0.56,
    /// Share of a hidden tile's value gained by walking in.
    blind_share = 0.76,
    /// Price of walking into a hidden tile.
    blind_price = 0.46,
    /// Peeking, whatever is seen.
    peek = 0.12,
    /// Value of any hidden tile.
    reveal_any = 0.1,
    /// Value of a hidden tile on a floor whose Safe is hidden.
    reveal_safe = 1.0,
    /// Value of a hidden tile in line with a shut Safe.
    reveal_line = 1.5,
    /// Further value on a floor whose Stairs are hidden.
    reveal_stairs = 0.5,
    /// Share of the value on other floors than the own goal's.
    reveal_elsewhere = 0.69,
    /// An action point saved at a Safe.
    work = 1.2,
    /// Entering a known Deadbolt.
    deadbolt = 1.98,
    /// Chance that a locked Keypad opens, as the plan counts it.
    keypad_opens = 0.37,
    /// Chance that a hidden tile keeps one out.
    blind_bounce = 0.12,
    /// Chance that a hidden tile entered last sounds an alarm.
    blind_alarm = 0.25,
    /// Trying a locked Keypad.
    keypad = 1.32,
    /// A Laser.
    laser = 0.76,
    /// An alarm set off on entry.
    alarm = 2.6,
    /// A hack token spent.
    hacked = 0.19,
    /// A Motion tile, for the way out.
    motion = 0.6,
    /// A Camera.
    camera = 0.07,
    /// A Laboratory with its Tool.
    laboratory = 1.8,
    /// First hack token of a room.
    hack_first = 0.43,
    /// Further hack tokens.
    hack_more = 0.15,
    /// Clairvoyance.
    clairvoyance = 0.05,
    /// How sure a walk over the own tile must be to spend a Tool against it.
    trapped = 0.53,
}

impl Weights {
    /// What a Stealth token of somebody with `left` of them is worth.
    pub(super) fn stealth_price(&self, left: u8) -> f32 {
        match left {
            0 => self.stealth_0,
            1 => self.stealth_1,
            2 => self.stealth_2,
            _ => self.stealth_3,
        }
    }
}
