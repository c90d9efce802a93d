//! How good a position is: the chance of a win under the play of a quick search, at any decision.
//!
//! A logistic regression on what everybody at the table can see. The coefficients are fitted to 1600 games of a search
//! with one to four seats, three to six Stealth tokens and all characters: how high a value is, to how the games ended;
//! how positions around a decision differ, to rollouts (`cargo run --release -p heist-benches --bin fit -- 1600 11
//! improve:sims=60,turns=3`). The expert wins less than the value says and a longer search more. Those games were Bank
//! Jobs: in the Office Job and in Fort Knox, where a search wins more often, the value is too low, and leads to better
//! play than one fitted there (docs/decisions.md).

mod building;
mod inputs;
mod patrol;

use heist_engine::board::Cell;
use heist_engine::burgle_bros::{BurgleBros, Loot, Tool};
use heist_engine::game::{Game, Seat};

use super::lock::Line;
use building::Building;
pub use inputs::DENSE;
use patrol::Patrol;

/// Declares the features with their coefficients.
macro_rules! features {
    ($($(#[$doc:meta])* $name:ident = $coefficient:literal,)+) => {
        /// The features by name.
        #[derive(Clone, Copy, Default, Debug)]
        struct Features {
            $($(#[$doc])* $name: f32,)+
        }

        /// How many features there are.
        pub const COUNT: usize = [$(stringify!($name)),+].len();

        /// The features' names and fitted coefficients, in the order of [`features()`].
        pub const FEATURES: [(&str, f64); COUNT] = [$((stringify!($name), $coefficient)),+];

        impl Features {
            #[inline(always)]
            fn list(&self) -> [f32; COUNT] {
                [$(self.$name),+]
            }
        }
    };
}

features! {
    /// 1 with one seat: each number of seats has a constant of its own.
    one_seat = -1.0485,
    /// 1 with two seats.
    two_seats = -0.0348,
    /// 1 with three seats.
    three_seats = 0.0781,
    /// 1 with four seats.
    four_seats = 0.0761,
    /// Turns begun, in tens.
    turns = -0.1683,
    /// 1 while a Safe of the ground floor is shut.
    shut_low = 0.4178,
    /// 1 while a Safe of the second floor is shut.
    shut_second = 0.5069,
    /// 1 while the Safe of the third floor is shut.
    shut_third = 0.9328,
    /// Safes not found yet.
    unfound = 0.0835,
    /// Square root of the action points that the shut Safes are expected to take: the first ones are the dear ones.
    root_work = -0.3830,
    /// Those action points, by the mean Stealth of a player in the game and one more.
    work_by_stealth = 0.0030,
    /// Dice on shut Safes.
    dice = -0.0570,
    /// Floors whose Stairs are hidden.
    stairs_hidden = -0.0840,
    /// Guards' speeds on floors of shut Safes, summed.
    speeds = -0.0744,
    /// Speed of the Guard of the top floor, through which everybody leaves.
    exit_speed = 0.0989,
    /// Patrol cards left on floors of shut Safes: Guards speed up when the deck is used up.
    patrol_cards = 0.0039,
    /// Guards not in play yet.
    guards_out = 0.0362,
    /// Alarm tokens.
    alarms = -0.0491,
    /// Players who have not come in yet.
    outside = -0.1511,
    /// The least Stealth of a player in the game; 6 at most, here and below.
    least_stealth = 0.3261,
    /// 1 if that is none.
    least_is_none = -0.2697,
    /// The second least Stealth; 6 where no two players are left.
    second_stealth = 0.1596,
    /// 1 if that is none.
    second_is_none = -0.2841,
    /// Players with one Stealth token.
    with_one = -0.1222,
    /// Players with two Stealth tokens.
    with_two = -0.0604,
    /// Logarithm of all players' Stealth and one more for each.
    log_stealth = 0.4279,
    /// Players who hold a Makeup Kit.
    makeup_kits = 0.2125,
    /// Steps from each player to the nearest work, summed; doors and Guards are not counted, here and below.
    ways_to_work = -0.0115,
    /// Steps to the work of a floor from the player nearest to it: of the floor where they are the fewest.
    nearest_work = -0.0129,
    /// The same of the floor where they are the most.
    farthest_work = -0.0179,
    /// 1 if the active player can get to work with the actions he has left.
    work_in_reach = 0.0249,
    /// Steps that all players are from the roof.
    way = -0.0087,
    /// The same, by the mean Stealth of a player in the game and one more, when all may leave.
    leaving_way = -0.1250,
    /// Players still in the game, by the mean Stealth and one more, when all may leave.
    leaving = 0.6621,
    /// The least Stealth when all may leave.
    leaving_stealth = 0.0369,
    /// 1 when all may leave and the Stairs of the top floor are hidden.
    leaving_blind = -0.4275,
    /// 1 when all may leave and the active player's actions take him to the Stairs of the top floor, on which he is.
    leaving_now = 0.2099,
    /// 1 if the active player has no actions left.
    spent = 0.0238,
    /// How often the active player is expected to be seen before he acts again, by his Stealth and one more, if he has
    /// no actions left.
    danger_spent = -1.0687,
    /// The same if he has actions left, with which he may get away.
    danger_active = -0.0956,
    /// The same of the others, summed: how often each is expected to be seen before he acts.
    danger_others = -0.5048,
    /// Players without Stealth who are expected to be seen before they act, but for the active one with actions left.
    danger_of_end = 0.3199,
    /// One by the steps, and one more, from the Guard of his floor to each player, summed.
    nearness = -0.0511,
    /// Players on a Guard's die, by Stealth and one more.
    on_die = -0.0687,
    /// Holders of each Loot, from here on.
    bust = 0.3651,
    chihuahua = 0.0919,
    cursed_goblet = 0.4096,
    gemstone = 0.4506,
    gold_bar = 0.1138,
    isotope = 0.4440,
    keycard = 0.1349,
    mirror = -0.2248,
    painting = 0.2545,
    persian_kitty = 0.0394,
    stamp = 0.3170,
    tiara = -0.5937,
}

/// The coefficients as the sum wants them.
const COEFFICIENTS: [f32; COUNT] = {
    let mut list = [0.0; COUNT];
    let mut place = 0;
    while place < COUNT {
        list[place] = FEATURES[place].1 as f32;
        place += 1;
    }
    list
};

/// Numbers summed side by side: one chain of additions would take as long as all the rest.
const LANES: usize = 8;

/// Action points that a Safe is expected to take once it is found: opening it, and turning its line up.
const UNFOUND_WORK: f32 = 17.0;
/// Action points that finding a Safe takes for each tile it may lie under.
const FIND_WORK: f32 = 0.8;
/// Action points that turning up a tile in line with a Safe takes.
const REVEAL_WORK: f32 = 2.0;
/// The most Stealth tokens that make a difference.
const MUCH_STEALTH: u8 = 6;

/// What takes most of the time to find out about a position, and what most actions leave as it is.
pub struct Ground {
    building: Building,
    patrols: [Option<Patrol>; 3],
}

impl Ground {
    /// That of a position.
    pub fn new(state: &BurgleBros) -> Ground {
        let patrol = |floor| Patrol::new(state, floor);
        Ground {
            building: Building::new(state),
            patrols: std::array::from_fn(|floor| (floor < state.floors()).then(|| patrol(floor)).flatten()),
        }
    }
}

/// The features of a position, in the order of [`FEATURES`].
pub fn features(state: &BurgleBros) -> [f32; COUNT] {
    measure(state, None).list()
}

/// The same, sooner for a position in which much is as it is on some ground.
pub fn features_on(ground: &Ground, state: &BurgleBros) -> [f32; COUNT] {
    measure(state, Some(ground)).list()
}

/// The chance of a win under the play of a quick search.
pub fn value(state: &BurgleBros) -> f64 {
    let log_odds = log_odds(&measure(state, None).list());
    1.0 / (1.0 + f64::from(-log_odds).exp())
}

/// The log odds of a win by the features of a position.
#[inline(always)]
pub fn log_odds(list: &[f32; COUNT]) -> f32 {
    let mut lanes = [0.0f32; LANES];
    for (numbers, coefficients) in list.chunks(LANES).zip(COEFFICIENTS.chunks(LANES)) {
        for (lane, (number, coefficient)) in lanes.iter_mut().zip(numbers.iter().zip(coefficients)) {
            *lane += number * coefficient;
        }
    }
    lanes.iter().sum()
}

#[inline(always)]
fn measure(state: &BurgleBros, ground: Option<&Ground>) -> Features {
    let crew = Crew::new(state);
    let new;
    let building = match ground {
        Some(Ground { building, .. }) if building.is_of(state) => building,
        _ => {
            new = Building::new(state);
            &new
        }
    };
    let mut features = Features::default();
    features.add_seats(state.seats());
    features.turns = f32::from(state.turn_number()) / 10.0;
    let work = features.add_floors(state, building);
    features.add_stealth(&crew);
    features.add_belongings(state);
    features.add_danger(state, ground);
    let per_stealth = 1.0 / crew.mean_stealth();
    features.root_work = work.sqrt();
    features.work_by_stealth = work * per_stealth;
    features.way = inside(state).map(|(_, at)| building.way_out(at)).sum();
    if state.is_ready_to_escape() {
        features.leaving_way = features.way * per_stealth;
        features.leaving = f32::from(crew.in_game) * per_stealth;
        features.leaving_stealth = features.least_stealth;
        features.add_leaving(state, building);
    } else {
        features.add_ways(state, building);
    }
    features
}

#[inline]
fn number(yes: bool) -> f32 {
    f32::from(u8::from(yes))
}

/// The players on the board, with their cells.
#[inline]
fn inside(state: &BurgleBros) -> impl Iterator<Item = (Seat, Cell)> + '_ {
    Seat::all(state.seats()).filter_map(|seat| Some((seat, state.at(seat)?)))
}

/// The players still in the game.
struct Crew {
    in_game: u16,
    outside: u8,
    /// All their Stealth.
    stealth: u16,
    /// The least and the second least Stealth.
    least: [u8; 2],
    /// How many have one Stealth token.
    with_one: u8,
    /// How many have two.
    with_two: u8,
}

impl Crew {
    #[inline(always)]
    fn new(state: &BurgleBros) -> Crew {
        let mut crew = Crew {
            in_game: 0,
            outside: 0,
            stealth: 0,
            least: [MUCH_STEALTH; 2],
            with_one: 0,
            with_two: 0,
        };
        for seat in Seat::all(state.seats()).filter(|&seat| !state.has_escaped(seat)) {
            let stealth = state.stealth(seat);
            crew.in_game += 1;
            crew.stealth += u16::from(stealth);
            let [least, second] = crew.least;
            crew.least = [stealth.min(least), stealth.max(least).min(second)];
            crew.with_one += u8::from(stealth == 1);
            crew.with_two += u8::from(stealth == 2);
            crew.outside += u8::from(state.at(seat).is_none());
        }
        crew
    }

    /// The mean Stealth of a player and one more: how often he may be seen before the game is lost.
    #[inline(always)]
    fn mean_stealth(&self) -> f32 {
        1.0 + f32::from(self.stealth) / f32::from(self.in_game.max(1))
    }
}

impl Features {
    #[inline(always)]
    fn add_seats(&mut self, seats: usize) {
        *match seats {
            1 => &mut self.one_seat,
            2 => &mut self.two_seats,
            3 => &mut self.three_seats,
            _ => &mut self.four_seats,
        } = 1.0;
    }

    /// Safes, Stairs, alarms and Guards. Returns the action points that the shut Safes are expected to take.
    #[inline(always)]
    fn add_floors(&mut self, state: &BurgleBros, building: &Building) -> f32 {
        let mut work = 0.0;
        for floor in 0..building.floors {
            let hidden = building.hidden(floor);
            let speed = f32::from(state.guard_speed(floor));
            let guarded = state.guard(floor).is_some();
            self.stairs_hidden += number(building.stairs[floor].is_none());
            self.guards_out += number(!guarded);
            self.alarms += state.alarms(floor).count_ones() as f32;
            self.exit_speed = speed;
            if building.open[floor] {
                continue;
            }
            *[&mut self.shut_low, &mut self.shut_second, &mut self.shut_third][floor] = 1.0;
            self.speeds += speed;
            if guarded {
                self.patrol_cards += state.patrol(floor).1 as f32;
            }
            for safe in building.shut(floor) {
                let line = Line::new(state, safe);
                self.dice += f32::from(safe.dice);
                work += line.remaining(safe.dice) + REVEAL_WORK * line.hidden.count_ones() as f32;
            }
            if building.is_lacking(floor) {
                self.unfound += 1.0;
                work += UNFOUND_WORK + FIND_WORK * hidden.count_ones() as f32;
            }
        }
        // A third Safe of Fort Knox may be on either floor.
        for _ in 0..building.spare {
            let hidden: u32 = (0..building.floors)
                .map(|floor| building.hidden(floor).count_ones())
                .sum();
            self.unfound += 1.0;
            work += UNFOUND_WORK + FIND_WORK * hidden as f32;
        }
        work
    }

    #[inline(always)]
    fn add_stealth(&mut self, crew: &Crew) {
        let [least, second] = crew.least;
        self.least_stealth = f32::from(least);
        self.least_is_none = number(least == 0);
        self.second_stealth = f32::from(second);
        self.second_is_none = number(second == 0);
        self.with_one = f32::from(crew.with_one);
        self.with_two = f32::from(crew.with_two);
        self.log_stealth = f32::from(crew.stealth + crew.in_game).max(1.0).ln();
        self.outside = f32::from(crew.outside);
    }

    /// Loot, and the Tool that brings Stealth.
    #[inline(always)]
    fn add_belongings(&mut self, state: &BurgleBros) {
        for seat in Seat::all(state.seats()) {
            Loot::members(state.loot(seat)).for_each(|loot| *self.holders(loot) += 1.0);
            self.makeup_kits += number(state.tools(seat) & Tool::MakeupKit.bit() != 0);
        }
    }

    fn holders(&mut self, loot: Loot) -> &mut f32 {
        match loot {
            Loot::Bust => &mut self.bust,
            Loot::Chihuahua => &mut self.chihuahua,
            Loot::CursedGoblet => &mut self.cursed_goblet,
            Loot::Gemstone => &mut self.gemstone,
            Loot::GoldBar => &mut self.gold_bar,
            Loot::Isotope => &mut self.isotope,
            Loot::Keycard => &mut self.keycard,
            Loot::Mirror => &mut self.mirror,
            Loot::Painting => &mut self.painting,
            Loot::PersianKitty => &mut self.persian_kitty,
            Loot::Stamp => &mut self.stamp,
            Loot::Tiara => &mut self.tiara,
        }
    }

    /// How far the players are from what is still to be done.
    #[inline(always)]
    fn add_ways(&mut self, state: &BurgleBros, building: &Building) {
        let actions = f32::from(state.actions_left());
        let mut nearest = [building::FAR; 3];
        for (seat, at) in inside(state) {
            let ways = building.ways_to_work(at);
            let way = ways.into_iter().fold(building::FAR, f32::min);
            self.ways_to_work += way;
            if seat == state.active_seat() {
                self.work_in_reach = number(way <= actions);
            }
            nearest
                .iter_mut()
                .zip(ways)
                .for_each(|(least, way)| *least = least.min(way));
        }
        let undone = (0..building.floors).filter(|&floor| building.work[floor] != 0);
        let (least, most) = undone.fold((building::FAR, 0.0f32), |(least, most), floor| {
            (least.min(nearest[floor]), most.max(nearest[floor]))
        });
        self.nearest_work = least;
        self.farthest_work = most;
    }

    /// The way to the roof, when there is nothing else left to do.
    #[inline(always)]
    fn add_leaving(&mut self, state: &BurgleBros, building: &Building) {
        let top = building.floors - 1;
        let Some(stairs) = building.stairs[top] else {
            self.leaving_blind = 1.0;
            return;
        };
        if let Some(at) = state.at(state.active_seat()).filter(|at| at.floor() == top) {
            let steps = building.steps(top, at.square(), stairs);
            self.leaving_now = number(steps <= f32::from(state.actions_left()));
        }
    }

    /// What the next walks of the Guards mean for each player until he acts.
    #[inline(always)]
    fn add_danger(&mut self, state: &BurgleBros, ground: Option<&Ground>) {
        let active = state.active_seat();
        let spent = state.actions_left() == 0;
        self.spent = number(spent);
        for floor in 0..state.floors() {
            let new;
            let patrol = match ground.and_then(|ground| ground.patrols[floor].as_ref()) {
                Some(patrol) if patrol.is_of(state) => patrol,
                _ => match Patrol::new(state, floor) {
                    Some(patrol) => {
                        new = patrol;
                        &new
                    }
                    None => continue,
                },
            };
            let is_here = |at: &Cell| at.floor() == floor;
            // The end of a player's turn sets the Guard of his floor going; until his own next turn the active player
            // meets the walks after everybody's on the floor.
            let mut moves = u32::from(state.at(active).as_ref().is_some_and(is_here));
            for seat in in_turn_order_after(active, state.seats()) {
                let Some(at) = state.at(seat).filter(is_here) else {
                    continue;
                };
                let sightings = patrol.sightings(state, at, moves);
                let per_stealth = 1.0 / (1.0 + f32::from(state.stealth(seat)));
                let can_leave = seat == active && !spent;
                *match seat == active {
                    true if spent => &mut self.danger_spent,
                    true => &mut self.danger_active,
                    false => &mut self.danger_others,
                } += sightings * per_stealth;
                if state.stealth(seat) == 0 && !can_leave {
                    self.danger_of_end += sightings.min(1.0);
                }
                self.nearness += 1.0 / (1.0 + patrol.steps_to(at));
                self.on_die += number(patrol.die == Some(at.square())) * per_stealth;
                moves += 1;
            }
        }
    }
}

/// All seats in turn order, the active one last.
#[inline]
fn in_turn_order_after(active: Seat, seats: usize) -> impl Iterator<Item = Seat> {
    (1..=seats).map(move |step| Seat(((active.index() + step) % seats) as u8))
}
