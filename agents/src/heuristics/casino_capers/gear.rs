//! Gear: what to prep, and when to use it.

use heist_engine::board::{Cell, squares};
use heist_engine::casino_capers::{Action, CasinoCapers, Chip, ChipView, Dice, Event, Gear, Use, Window};
use heist_engine::game::Game;

use super::chart::{Chart, across, has};
use super::danger::{Prices, SPACES, Scene};
use super::heist::{safe_cell, uncracked};
use super::weights::Weights;

/// What prepping a card is worth, in actions.
pub(super) fn worth(weights: &Weights, state: &CasinoCapers, card: Gear) -> f32 {
    let is_finale = state.running_finale().is_some();
    let [_, _, supply] = state.dice();
    match card {
        Gear::InsideTip if is_finale || supply == 0 => -5.0,
        Gear::LoadedDice | Gear::Stethoscope | Gear::SteadyHands | Gear::Binoculars | Gear::XRaySpecs if is_finale => {
            0.0
        }
        Gear::BirdsEye | Gear::Spyglass if is_finale => 0.0,
        card => weights.prepping(card),
    }
}

/// Gear that may be used when a bouncer is about to come upon somebody.
pub(super) const SHIELDS: u64 = {
    let cards = [
        Gear::FlashMob,
        Gear::Earpiece,
        Gear::Contortion,
        Gear::Crow,
        Gear::Bingo,
        Gear::RadioInterference,
        Gear::Caw,
        Gear::Lookout,
        Gear::FakeSchedule,
        Gear::Trapeze,
        Gear::Vault,
        Gear::Tumble,
        Gear::Crybaby,
        Gear::WalkAndTalk,
    ];
    let (mut set, mut place) = (0, 0);
    while place < cards.len() {
        set |= cards[place].bit();
        place += 1;
    }
    set
};

/// Whether such gear lies prepped.
pub(super) fn is_shielded(state: &CasinoCapers) -> bool {
    let prepped = (0..state.characters()).fold(0, |set, player| set | state.gear_sets(player)[0]);
    prepped & SHIELDS != 0
}

/// The choice in window S: what saves most of what the movement that comes would cost.
pub(super) fn in_step(weights: &Weights, state: &CasinoCapers, legal: &[Action], floor: usize) -> Action {
    let player = state.current_player();
    let chart = Chart::new(state, player);
    let prices = Prices::new(weights, state);
    let Some(scene) = Scene::new(&chart, &prices, floor) else {
        return Action::Pass;
    };
    let left = state.spaces_left(floor).unwrap_or(0);
    let now = scene.cost(left, left >= SPACES);
    if now < weights.use_margin {
        return Action::Pass;
    }
    let mut choice = Action::Pass;
    let mut highest = weights.use_margin;
    for &action in legal {
        let Action::Use(how) = action else { continue };
        let Some((then, price)) = after_use(&chart, &scene, left, how) else {
            continue;
        };
        let saved = now - then - price;
        if saved > highest {
            (choice, highest) = (action, saved);
        }
    }
    choice
}

/// What the movement costs after a use, and the worth of what is used up.
fn after_use(chart: &Chart, scene: &Scene, left: u8, how: Use) -> Option<(f32, f32)> {
    let floor = scene.floor;
    let mut after = *scene;
    let is_turn = left >= SPACES;
    let price = match how {
        Use::FlashMob(cell) if cell.floor() == floor => {
            after.crowds |= cell.bit();
            1.0
        }
        Use::Crow(cell) if cell.floor() == floor => {
            after.crows |= cell.bit();
            0.6
        }
        Use::Contortion(player) => {
            after.players[player as usize] = None;
            1.5
        }
        Use::Disguise(player) => {
            after.players[player as usize] = None;
            2.0
        }
        Use::Earpiece(player, to) => {
            let at = chart.players[player as usize]?;
            if at.floor() != floor || to.floor() != floor || chart.bouncers[floor] == Some(to) {
                return None;
            }
            after.players[player as usize] = Some(to.square());
            let chip = if has(chart.closed, to) { 1.0 } else { 0.0 };
            1.5 + chip
        }
        Use::Vault(to) | Use::Tumble(to) => {
            if to.floor() != floor || chart.bouncers[floor] == Some(to) {
                return None;
            }
            after.players[chart.player] = Some(to.square());
            let unknown = if has(chart.closed, to) { 1.0 } else { 0.0 };
            1.5 + unknown
        }
        Use::Trapeze => {
            let at = chart.players[chart.player]?;
            let to = across(at);
            if chart.bouncers[to.floor()] == Some(to) {
                return None;
            }
            if at.floor() == floor {
                after.players[chart.player] = None;
            }
            2.0
        }
        Use::Bingo(cell) if cell.floor() == floor => {
            after.marker = Some(cell.square());
            1.2
        }
        Use::RadioInterference(cell) if cell.floor() == floor => {
            after.at = cell.square();
            if scene.players.contains(&Some(cell.square())) || scene.marker == Some(cell.square()) {
                return None;
            }
            1.2
        }
        Use::Caw(cell) if cell.floor() == floor => {
            after.marker = Some(cell.square());
            return Some((after.cost(left + 1, false), 1.5));
        }
        Use::Crybaby(cell) => {
            let at = Cell::new(floor, cell.square());
            after.marker = Some(at.square());
            return Some((after.cost(left + 1, false), 1.5));
        }
        Use::FakeSchedule(of) if of as usize == floor => {
            after.marker = Some(after.at);
            return Some((average(&after, left), 1.5));
        }
        Use::Lookout => return Some((average(&after, left), 1.2)),
        Use::Switcheroo => {
            after.marker = chart.state.marker(1 - floor).map(Cell::square);
            1.3
        }
        Use::WalkAndTalk(a, b) => {
            let (a, b) = (a as usize, b as usize);
            after.players.swap(a, b);
            1.0
        }
        _ => return None,
    };
    Some((after.cost(left, is_turn), price))
}

/// What the movement costs if a new card is drawn first.
fn average(scene: &Scene, left: u8) -> f32 {
    if !scene.has_card {
        let mut hunting = *scene;
        hunting.marker = None;
        return hunting.cost(left, false);
    }
    let next = scene.next & !(1 << scene.at);
    if next == 0 {
        return 0.0;
    }
    let costs = squares(next).map(|target| {
        let mut after = *scene;
        after.marker = Some(target);
        after.cost(left, false)
    });
    costs.sum::<f32>() / next.count_ones() as f32
}

/// The choice in the other windows.
pub(super) fn in_window(
    weights: &Weights,
    state: &CasinoCapers,
    legal: &[Action],
    window: Window,
    cell: Option<Cell>,
) -> Action {
    match window {
        Window::N => match cell {
            Some(cell) => in_step(weights, state, legal, cell.floor()),
            None => Action::Pass,
        },
        Window::C => shoo(state, legal, cell),
        Window::V => rain_check(state, legal),
        Window::M => hack(weights, state, legal, cell),
        _ => Action::Pass,
    }
}

/// gear.shoo: away with a Drunk or a Saleswoman on the own tile, and with an Undercover.
fn shoo(state: &CasinoCapers, legal: &[Action], cell: Option<Cell>) -> Action {
    let Some(cell) = cell else { return Action::Pass };
    let is_entered = state.player_cell(state.current_player()) == Some(cell);
    let is_bad = match state.chip_at(cell) {
        Some(ChipView::Up(Chip::Saleswoman)) => is_entered,
        Some(ChipView::Up(Chip::Drunk)) => is_entered && cell.floor() == 1,
        Some(ChipView::Up(Chip::Undercover)) => !is_entered,
        _ => false,
    };
    let shoo = Action::Use(Use::Shoo);
    if is_bad && legal.contains(&shoo) {
        shoo
    } else {
        Action::Pass
    }
}

/// gear.rain_check: events that bring the bouncer near.
fn rain_check(state: &CasinoCapers, legal: &[Action]) -> Action {
    let is_bad = state.drawn_event().is_some_and(|(event, _)| {
        matches!(
            event,
            Event::Thirsty | Event::Cannonball | Event::DubiousMeeting | Event::NoRunning | Event::SplashZone
        )
    });
    let check = Action::Use(Use::RainCheck);
    if is_bad && legal.contains(&check) {
        check
    } else {
        Action::Pass
    }
}

/// gear.hack: no commotion that brings the bouncer upon somebody.
fn hack(weights: &Weights, state: &CasinoCapers, legal: &[Action], cell: Option<Cell>) -> Action {
    let (hack, Some(cell)) = (Action::Use(Use::Hack), cell) else {
        return Action::Pass;
    };
    if !legal.contains(&hack) {
        return Action::Pass;
    }
    let chart = Chart::new(state, state.current_player());
    let prices = Prices::new(weights, state);
    let Some(scene) = Scene::new(&chart, &prices, cell.floor()) else {
        return Action::Pass;
    };
    let mut after = scene;
    after.marker = Some(cell.square());
    let spaces = if state.actions_left() == 0 { SPACES } else { 0 };
    let saved = after.cost(spaces + 1, false) - scene.cost(spaces, true);
    if saved > 2.0 { hack } else { Action::Pass }
}

/// The choice in window D.
pub(super) fn in_dice(state: &CasinoCapers, legal: &[Action], dice: Dice) -> Action {
    let safe = safe_cell(state);
    let (true, Some(safe)) = (state.is_rolling_for_safe(), safe) else {
        return table_dice(state, legal, dice);
    };
    let wanted = uncracked(state, safe);
    let hits = |face: u8| f32::from(wanted[face as usize]);
    let mut choice = Action::Pass;
    let mut highest = 0.6;
    for &action in legal {
        let gain = match action {
            Action::Use(Use::Stethoscope(from, to)) => {
                let gained = if dice.count(to) == 0 { hits(to) } else { 0.0 };
                let lost = if dice.count(from) == 1 { hits(from) } else { 0.0 };
                gained - lost
            }
            Action::Use(Use::LoadedDice(part)) | Action::Reroll(part) => {
                let kept = dice.without(part);
                let number = part.total();
                let miss = (5.0f32 / 6.0).powi(number.into());
                (1..=6)
                    .map(|face| {
                        if kept.count(face) > 0 {
                            return 0.0;
                        }
                        let had = if dice.count(face) > 0 { hits(face) } else { 0.0 };
                        hits(face) * (1.0 - miss) - had
                    })
                    .sum::<f32>()
            }
            Action::Use(Use::SteadyHands) => 0.7,
            _ => continue,
        };
        if gain > highest {
            (choice, highest) = (action, gain);
        }
    }
    choice
}

/// Table Games: 7 or 11 if one die makes it.
fn table_dice(state: &CasinoCapers, legal: &[Action], dice: Dice) -> Action {
    let _ = state;
    if dice.total() != 2 || matches!(dice.sum(), 7 | 11) {
        return Action::Pass;
    }
    let good = |action: &&Action| {
        matches!(action, Action::Use(Use::Stethoscope(from, to))
            if matches!(dice.sum() + to - from, 7 | 11))
    };
    let heat = state.heat(state.current_player());
    match legal.iter().find(good) {
        Some(action) if heat >= 3 => *action,
        _ => Action::Pass,
    }
}
