//! How good a position is: the chance of a win under the play of a quick search, at the first decision of a turn.
//!
//! A logistic regression on what everybody at the table can see. The coefficients are fitted to 1600 games of a search with one
//! to four seats, three to six Stealth tokens and all characters (`cargo run --release -p heist-benches --bin fit -- 1600 11
//! improve:sims=100,turns=3`). The expert wins less than the value says and a longer search more; it ranks the positions that
//! a search compares.

use heist_engine::board::{Cell, squares};
use heist_engine::burgle_bros::{BurgleBros, Kind, Loot, SafeView};
use heist_engine::game::{Game, Seat};

use super::lock::Line;

/// Declares the features with their coefficients.
macro_rules! features {
    ($($(#[$doc:meta])* $name:ident = $coefficient:literal,)+) => {
        /// The features by name.
        #[derive(Clone, Copy, Default, Debug)]
        struct Features {
            $($(#[$doc])* $name: f32,)+
        }

        /// How many features there are.
        const COUNT: usize = [$(stringify!($name)),+].len();

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
    one_seat = -0.6013,
    /// 1 with two seats.
    two_seats = -0.7820,
    /// 1 with three seats.
    three_seats = -1.0330,
    /// 1 with four seats.
    four_seats = -1.5665,
    /// 1 while the Safe of the ground floor is shut.
    shut_low = 1.5794,
    /// 1 while the Safe of the middle floor is shut.
    shut_middle = 2.3644,
    /// 1 while the Safe of the top floor is shut.
    shut_top = 2.3789,
    /// Safes not found yet.
    unfound = 0.2736,
    /// Square root of the action points that the shut Safes are expected to take: the first ones are the dear ones.
    root_work = -0.5305,
    /// Those action points, by the mean Stealth of a player in the game and one more.
    work_by_stealth = -0.0345,
    /// Dice on shut Safes.
    dice = -0.1040,
    /// Floors of shut Safes with nobody on them.
    unmanned = -0.4487,
    /// The same with one seat, where it cannot be otherwise.
    unmanned_alone = -0.2743,
    /// Floors whose Stairs are hidden.
    stairs_hidden = -0.1467,
    /// Guards' speeds on floors of shut Safes, summed.
    speeds = -0.2585,
    /// The greatest of them.
    top_speed = 0.0325,
    /// Speed of the Guard of the top floor, through which everybody leaves.
    exit_speed = -0.0721,
    /// Patrol cards left on floors of shut Safes: Guards speed up when the deck is used up.
    patrol_cards = 0.0143,
    /// Guards not in play yet.
    guards_out = 0.6759,
    /// Players who have not come in yet.
    outside = -0.1718,
    /// Floors with players on them.
    manned = -0.1800,
    /// The least Stealth of a player in the game; 6 at most, here and below.
    least_stealth = 0.2518,
    /// 1 if that is none.
    least_is_none = -0.5015,
    /// The second least Stealth; 6 where no two players are left.
    second_stealth = 0.0207,
    /// 1 if that is none.
    second_is_none = -0.8500,
    /// Players with one Stealth token.
    with_one = -0.3120,
    /// Players with two Stealth tokens.
    with_two = -0.2178,
    /// Logarithm of all players' Stealth and one more for each.
    log_stealth = 0.6088,
    /// Steps that all players are from the roof.
    way = -0.0149,
    /// The same, by the mean Stealth of a player in the game and one more, when all may leave.
    leaving_way = -0.1775,
    /// Players still in the game, by the mean Stealth and one more, when all may leave.
    leaving = 1.1920,
    /// The least Stealth when all may leave.
    leaving_stealth = 0.4121,
    /// 1 when all may leave and the Stairs of the top floor are hidden.
    leaving_blind = -1.2919,
    /// Expected visits of the next walk to players beside the active one on his floor, each by Stealth and one more.
    visits = 0.0698,
    /// Holders of each Loot, from here on.
    bust = 1.2702,
    chihuahua = 0.5727,
    cursed_goblet = 0.9603,
    gemstone = 1.1612,
    gold_bar = 0.4598,
    isotope = 1.1436,
    keycard = 0.8608,
    mirror = 0.1610,
    painting = 0.9699,
    persian_kitty = 0.7394,
    stamp = 0.7344,
    tiara = 0.8855,
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

/// Steps to the Stairs of a floor where they are hidden.
const HIDDEN_WAY: f32 = 3.5;
/// Action points that a Safe is expected to take once it is found: opening it, and turning its line up.
const UNFOUND_WORK: f32 = 17.0;
/// Action points that finding a Safe takes for each tile it may lie under.
const FIND_WORK: f32 = 0.8;
/// Action points that turning up a tile in line with a Safe takes.
const REVEAL_WORK: f32 = 2.0;
/// The most Stealth tokens that make a difference.
const MUCH_STEALTH: u8 = 6;

/// The features of a position, in the order of [`FEATURES`].
pub fn features(state: &BurgleBros) -> [f32; COUNT] {
    measure(state).list()
}

/// The chance of a win under the play of a quick search, for the first decision of a turn.
pub fn value(state: &BurgleBros) -> f64 {
    let list = measure(state).list();
    let mut lanes = [0.0f32; LANES];
    for (numbers, coefficients) in list.chunks(LANES).zip(COEFFICIENTS.chunks(LANES)) {
        for (lane, (number, coefficient)) in lanes.iter_mut().zip(numbers.iter().zip(coefficients)) {
            *lane += number * coefficient;
        }
    }
    let log_odds: f32 = lanes.iter().sum();
    1.0 / (1.0 + f64::from(-log_odds).exp())
}

#[inline(always)]
fn measure(state: &BurgleBros) -> Features {
    let crew = Crew::new(state);
    let building = Building::new(state);
    let mut features = Features::default();
    features.add_seats(state.seats());
    let work = features.add_floors(state, &crew, &building);
    features.add_stealth(&crew);
    features.add_loot(state);
    features.add_visits(state);
    let per_stealth = 1.0 / crew.mean_stealth();
    features.root_work = work.sqrt();
    features.work_by_stealth = work * per_stealth;
    features.unmanned_alone = features.one_seat * features.unmanned;
    features.way = building.way_out(state);
    if state.is_ready_to_escape() {
        features.leaving_way = features.way * per_stealth;
        features.leaving = f32::from(crew.in_game) * per_stealth;
        features.leaving_stealth = features.least_stealth;
        features.leaving_blind = number(building.stairs[building.floors - 1].is_none());
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
    /// Whether floors have players on them.
    manned: [bool; 3],
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
            manned: [false; 3],
        };
        for seat in Seat::all(state.seats()).filter(|&seat| !state.has_escaped(seat)) {
            let stealth = state.stealth(seat);
            crew.in_game += 1;
            crew.stealth += u16::from(stealth);
            let [least, second] = crew.least;
            crew.least = [stealth.min(least), stealth.max(least).min(second)];
            crew.with_one += u8::from(stealth == 1);
            crew.with_two += u8::from(stealth == 2);
            match state.at(seat) {
                Some(at) => crew.manned[at.floor()] = true,
                None => crew.outside += 1,
            }
        }
        crew
    }

    /// The mean Stealth of a player and one more: how often he may be seen before the game is lost.
    #[inline(always)]
    fn mean_stealth(&self) -> f32 {
        1.0 + f32::from(self.stealth) / f32::from(self.in_game.max(1))
    }
}

/// What is known of Safes and Stairs.
struct Building {
    floors: usize,
    /// Floors with an open Safe.
    open: [bool; 3],
    /// The shut Safe of each floor.
    shut: [Option<SafeView>; 3],
    /// Where each floor is left upwards.
    stairs: [Option<usize>; 3],
}

impl Building {
    #[inline(always)]
    fn new(state: &BurgleBros) -> Building {
        let mut building = Building {
            floors: state.floors(),
            open: [false; 3],
            shut: [None; 3],
            stairs: [None; 3],
        };
        for safe in state.safes() {
            let floor = safe.at.floor();
            building.open[floor] |= safe.open;
            building.shut[floor] = (!safe.open).then_some(safe);
        }
        for floor in 0..building.floors {
            let is_stairs = |&square: &usize| {
                let face = state.face_at(Cell::new(floor, square));
                face.is_some_and(|face| face.kind() == Kind::Stairs)
            };
            let link = squares(state.links(floor)).next();
            building.stairs[floor] = link.or_else(|| squares(state.revealed(floor)).find(is_stairs));
        }
        building
    }

    /// Steps that all players on the board are from the roof; doors and Guards are not counted.
    #[inline(always)]
    fn way_out(&self, state: &BurgleBros) -> f32 {
        let way = |floor: usize, from: usize| {
            let way = |to: usize| f32::from(state.floor_plan(floor).distance[from][to]);
            self.stairs[floor].map_or(HIDDEN_WAY, way)
        };
        // Up from the end of each floor's own way.
        let mut above = [1.0; 3];
        for floor in (0..self.floors - 1).rev() {
            let next = self.stairs[floor].map_or(HIDDEN_WAY, |stairs| way(floor + 1, stairs));
            above[floor] = 1.0 + next + above[floor + 1];
        }
        inside(state)
            .map(|(_, at)| way(at.floor(), at.square()) + above[at.floor()])
            .sum()
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

    /// Safes, Stairs and Guards. Returns the action points that the shut Safes are expected to take.
    #[inline(always)]
    fn add_floors(&mut self, state: &BurgleBros, crew: &Crew, building: &Building) -> f32 {
        let mut work = 0.0;
        for floor in 0..building.floors {
            let hidden = state.floor_plan(floor).cells & !state.revealed(floor);
            let speed = f32::from(state.guard_speed(floor));
            let guarded = state.guard(floor).is_some();
            if building.stairs[floor].is_none() {
                self.stairs_hidden += 1.0;
            }
            self.guards_out += number(!guarded);
            self.manned += number(crew.manned[floor]);
            self.exit_speed = speed;
            if building.open[floor] {
                continue;
            }
            *[&mut self.shut_low, &mut self.shut_middle, &mut self.shut_top][floor] = 1.0;
            self.unmanned += number(!crew.manned[floor]);
            self.speeds += speed;
            self.top_speed = self.top_speed.max(speed);
            if guarded {
                self.patrol_cards += state.patrol(floor).1 as f32;
            }
            work += match &building.shut[floor] {
                Some(safe) => {
                    let line = Line::new(state, safe);
                    self.dice += f32::from(safe.dice);
                    line.remaining(safe.dice) + REVEAL_WORK * line.hidden.count_ones() as f32
                }
                None => {
                    self.unfound += 1.0;
                    UNFOUND_WORK + FIND_WORK * hidden.count_ones() as f32
                }
            };
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

    #[inline(always)]
    fn add_loot(&mut self, state: &BurgleBros) {
        for seat in Seat::all(state.seats()) {
            Loot::members(state.loot(seat)).for_each(|loot| *self.holders(loot) += 1.0);
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

    /// What the next walk of the Guard means for those who cannot get out of the way before.
    #[inline(always)]
    fn add_visits(&mut self, state: &BurgleBros) {
        let active = state.active_seat();
        let Some(floor) = state.at(active).map(Cell::floor) else {
            return;
        };
        let company = || inside(state).filter(|&(seat, at)| seat != active && at.floor() == floor);
        if company().next().is_none() {
            return;
        }
        let walk = Walk::new(state, floor);
        self.visits = company()
            .map(|(seat, at)| walk.visits(at) / (1.0 + f32::from(state.stealth(seat))))
            .sum();
    }
}

/// The next walk of a floor's Guard.
struct Walk {
    /// The squares of the way to his die, as far as he gets.
    known: u32,
    /// Expected visits anywhere else: the steps beyond his die, over the squares of the floor.
    elsewhere: f32,
}

impl Walk {
    fn new(state: &BurgleBros, floor: usize) -> Walk {
        let mut walk = Walk {
            known: 0,
            elsewhere: 0.0,
        };
        let Some(guard) = state.guard(floor).filter(|guard| !guard.donuts) else {
            return walk;
        };
        let plan = state.floor_plan(floor);
        let die = guard.die.unwrap_or(guard.at).square();
        let mut steps = state.guard_steps(floor);
        let mut at = guard.at.square();
        while steps > 0 && at != die {
            at = usize::from(plan.step[at][die]);
            walk.known |= 1 << at;
            steps -= 1;
        }
        walk.elsewhere = steps as f32 / plan.cells.count_ones() as f32;
        walk
    }

    fn visits(&self, at: Cell) -> f32 {
        if self.known & at.bit() != 0 {
            1.0
        } else {
            self.elsewhere
        }
    }
}
