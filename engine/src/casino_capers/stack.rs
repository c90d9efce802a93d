//! The stack of frames: what is being resolved, the innermost step on top (section 4.1).
//!
//! A state has at most 512 bytes, and prepped gear lets rules nest far deeper than they do in most games (ruling R26).
//! So the few frames on top stand as they are, and those below them, which nothing but the frames above them can reach,
//! are packed: frames that only ever stand together are one [`Group`] of two bytes. docs/invariants.md proves that
//! there are never more groups than there is room for.

use std::hash::{Hash, Hasher};

use super::components::{CHARACTERS, Event};
use super::dice::Dice;
use super::frame::{At, Frame, How, Movement, asks, draws};
use super::place::{Dir, LEVELS, NONE, Place};
use super::window::Window;
use crate::board::Cell;

/// The frames on top that stand as they are; with [`Frame::Idle`] below them a power of two. What waits, what it rests
/// on and what rewards a task (dd.when) is always among them.
const UPPER: usize = 7;
/// Groups of frames below them.
const GROUPS: usize = 43;
/// The most frames in a group.
const MOST: usize = 3;

/// A stack of frames; the last one is on top.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stack {
    /// The lowest place is always [`Frame::Idle`], which is on top of an empty stack. What lies above the top has no
    /// meaning.
    upper: [Frame; UPPER + 1],
    length: u8,
    /// The frames below those, bottom first; there are none while `upper` is empty. What lies past the last one has no
    /// meaning.
    groups: [Group; GROUPS],
    group_count: u8,
}

impl PartialEq for Stack {
    fn eq(&self, other: &Stack) -> bool {
        // Equal stacks may be packed to different heights.
        self.frames().eq(other.frames())
    }
}

impl Eq for Stack {}

impl Hash for Stack {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.frames().for_each(|frame| frame.hash(state));
    }
}

impl Stack {
    pub const EMPTY: Stack = Stack {
        upper: [Frame::Idle; UPPER + 1],
        length: 0,
        groups: [Group(0u16.to_le_bytes()); GROUPS],
        group_count: 0,
    };

    /// The most frames that a stack holds: groups are often smaller.
    pub const MOST: usize = MOST * GROUPS + UPPER;

    /// The frame on top, or [`Frame::Idle`].
    #[inline]
    pub fn top(&self) -> &Frame {
        &self.upper[self.length as usize % (UPPER + 1)]
    }

    #[inline]
    pub fn push(&mut self, frame: Frame) {
        if self.length as usize == UPPER {
            let has_room = self.lower();
            assert!(has_room, "rules nest deeper than docs/invariants.md proves");
        }
        self.length += 1;
        self.upper[self.length as usize % (UPPER + 1)] = frame;
    }

    /// [`push`](Stack::push) for frames from outside, which may be any: whether there was room.
    pub fn try_push(&mut self, frame: Frame) -> bool {
        let has_room = (self.length as usize) < UPPER || self.lower();
        if has_room {
            self.push(frame);
        }
        has_room
    }

    /// Takes the top frame off. It is lent: a match then reads it field by field, which is faster than a copy of what
    /// was just written field by field.
    #[inline]
    pub fn pop(&mut self) -> &Frame {
        // Most often nothing is packed.
        if self.group_count != 0 {
            self.raise();
        }
        let top = &self.upper[self.length as usize % (UPPER + 1)];
        self.length = self.length.saturating_sub(1);
        top
    }

    /// Puts the frame back that was just taken off.
    #[inline]
    pub fn put_back(&mut self) {
        self.length += 1;
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    pub fn clear(&mut self) {
        self.length = 0;
        self.group_count = 0;
    }

    /// The frames, bottom first.
    #[inline]
    pub fn frames(&self) -> impl DoubleEndedIterator<Item = Frame> + Clone + '_ {
        let groups = self.groups[..self.group_count as usize].iter();
        let below = groups.flat_map(|group| group.frames());
        below.chain(self.upper[1..=self.length as usize].iter().copied())
    }

    /// How many frames there are.
    pub fn len(&self) -> usize {
        let groups = self.groups[..self.group_count as usize].iter();
        groups.map(|group| group.frames().count()).sum::<usize>() + self.length as usize
    }

    /// Changes frames, in any order, into others of the same kind.
    pub fn change(&mut self, change: impl Fn(&mut Frame)) {
        for group in &mut self.groups[..self.group_count as usize] {
            let (mut frames, count) = group.unpacked();
            frames[..count].iter_mut().for_each(&change);
            *group = Group::of(&frames[..count]).expect("a movement fits wherever another did");
        }
        self.upper[1..=self.length as usize].iter_mut().for_each(change);
    }

    /// How many groups the frames make, without those on top that wait and what only they rest on.
    pub fn groups(&self) -> usize {
        let waiting = self.frames().rev().take_while(|&frame| waits(frame)).count();
        let settled = self.frames().take(self.len() - waiting);
        let (mut group, mut count, mut groups) = ([Frame::Idle; MOST], 0, 0);
        for frame in settled {
            let is_joined = (1..MOST).contains(&count) && {
                group[count] = frame;
                Group::of(&group[..=count]).is_some()
            };
            if is_joined {
                count += 1;
            } else {
                group[0] = frame;
                (count, groups) = (1, groups + 1);
            }
        }
        groups
    }

    /// Puts the lowest of the upper frames below them. Whether there is room.
    #[cold]
    fn lower(&mut self) -> bool {
        let frame = self.upper[1];
        let fits = self.pack(frame);
        if fits {
            self.upper.copy_within(2..=UPPER, 1);
            self.length -= 1;
        }
        fits
    }

    /// Puts a frame on top of the groups. Whether there is room.
    fn pack(&mut self, frame: Frame) -> bool {
        if let Some(last) = self.groups[..self.group_count as usize].last_mut() {
            let (mut frames, count) = last.unpacked();
            if count < MOST {
                frames[count] = frame;
                if let Some(joined) = Group::of(&frames[..=count]) {
                    *last = joined;
                    return true;
                }
            }
        }
        match (Group::of(&[frame]), self.groups.get_mut(self.group_count as usize)) {
            (Some(alone), Some(next)) => {
                *next = alone;
                self.group_count += 1;
                true
            }
            _ => false,
        }
    }

    /// Takes frames up again until half of the upper places are taken.
    #[cold]
    #[inline(never)]
    fn raise(&mut self) {
        while (self.length as usize) < UPPER / 2 && self.group_count != 0 {
            let last = self.group_count as usize - 1;
            let (frames, count) = self.groups[last].unpacked();
            match Group::of(&frames[..count - 1]) {
                Some(rest) => self.groups[last] = rest,
                None => self.group_count -= 1,
            }
            self.upper.copy_within(1..=self.length as usize, 2);
            self.upper[1] = frames[count - 1];
            self.length += 1;
        }
    }
}

/// Whether a frame is found only where something waits: on top, or below what is asked or drawn for it and the reward
/// of a task.
fn waits(frame: Frame) -> bool {
    let is_phase = matches!(frame, Frame::Act | Frame::AskEntry);
    let is_reward_or_roll = matches!(frame, Frame::KeptDice(_) | Frame::KeepFor(_));
    is_reward_or_roll || !is_phase && matches!(frame, asks!() | draws!())
}

/// Up to [`MOST`] frames that stand directly above one another, in two bytes.
#[derive(Clone, Copy, Debug)]
struct Group([u8; 2]);

/// Places of floors and squares.
const PLACES: u16 = Place::COUNT as u16;
/// Directions.
const DIRS: u16 = 10;
/// Codes of [`steps_code`].
const CALLS: u16 = 8;
/// Codes of [`dice_code`], and of a pair of dice.
const ROLLS: u16 = 2 << 11;
const PAIRS: u16 = 36;
/// Events, and events with the player who drew one.
const EVENTS: u16 = Event::ALL.len() as u16;
const DRAWN: u16 = EVENTS * CHARACTERS as u16;

/// The codes of each form of group, the forms in order of their codes.
mod first {
    use super::*;

    /// A player, a cell and a manner: eight forms.
    pub const ENTERING: u16 = 0;
    /// A player and a cell: six forms.
    pub const FIGURE: u16 = ENTERING + 8 * At::COUNT * How::COUNT;
    /// A player, a cell and two dice.
    pub const TABLE: u16 = FIGURE + 6 * At::COUNT;
    /// A movement: eight forms.
    pub const MOVEMENT: u16 = TABLE + At::COUNT * PAIRS;
    /// A movement and a cell.
    pub const ARRIVAL: u16 = MOVEMENT + 8 * Movement::COUNT;
    /// A commotion, without its window and with it.
    pub const COMMOTION: u16 = ARRIVAL + Movement::COUNT * PLACES;
    /// A cell: seven forms.
    pub const CELL: u16 = COMMOTION + 2 * PLACES * CALLS;
    /// An event and a player, without its window and with it.
    pub const EVENT: u16 = CELL + 7 * PLACES;
    /// An event.
    pub const DISCARD: u16 = EVENT + 2 * DRAWN;
    /// Dice.
    pub const DICE: u16 = DISCARD + EVENTS;
    /// A floor and a direction: two forms.
    pub const SHIFT: u16 = DICE + ROLLS;
    /// A floor or none: two forms.
    pub const SKIPPED: u16 = SHIFT + 2 * LEVELS as u16 * DIRS;
    /// A floor, or one of two: four forms.
    pub const FLOOR: u16 = SKIPPED + 2 * (LEVELS as u16 + 1);
    /// What holds nothing ([`super::PLAIN`]).
    pub const PLAIN: u16 = FLOOR + 4 * LEVELS as u16;
    /// One past the last code.
    pub const END: u32 = PLAIN as u32 + super::PLAIN.len() as u32;
}

const _: () = assert!(first::END <= u16::MAX as u32);

/// Frames that hold nothing.
const PLAIN: [Frame; 15] = [
    Frame::Act,
    Frame::AskEntry,
    Frame::BeginTurn,
    Frame::EndTurn,
    Frame::ExitStep,
    Frame::TigerStep,
    Frame::NextTurn,
    Frame::FaintJump,
    Frame::SafeRoll,
    Frame::StartFinale,
    Frame::SetUpFinale,
    Frame::PlaceChips,
    Frame::TurnUpNamed,
    Frame::Open(Window::T, NONE),
    Frame::Open(Window::V, NONE),
];

impl Group {
    /// The group of these frames, bottom first; none if they never stand together, or never so deep. What stands
    /// together without its last frame does so as well.
    fn of(frames: &[Frame]) -> Option<Group> {
        use Frame::*;
        let entering = |form: u16, at: At, how: How| {
            let how = how.number()?;
            Some(first::ENTERING + (form * How::COUNT + how) * At::COUNT + at.number())
        };
        let figure = |form: u16, at: At| Some(first::FIGURE + form * At::COUNT + at.number());
        let movement =
            |form: u16, movement: Movement| Some(first::MOVEMENT + form * Movement::COUNT + movement.number());
        let at_cell = |form: u16, cell: Cell| Some(first::CELL + form * PLACES + place(cell));
        let floor = |form: u16, floor: u8| Some(first::FLOOR + form * LEVELS as u16 + u16::from(floor));
        let code = match *frames {
            [EnterTile(at, how)] => entering(0, at, how),
            [EnterTile(at, how), ChipEntered(at_too, how_too)] if (at, how) == (at_too, how_too) => {
                entering(1, at, how)
            }
            [EnterTile(at, how), ChipEntered(..), Open(Window::C, of)] if of == at.cell().code() => {
                entering(2, at, how)
            }
            [ChipEntered(at, how)] => entering(3, at, how),
            [Enter(at, how)] => entering(4, at, how),
            [Arrive(at, how)] => entering(5, at, how),
            [EnterHooks(at, how)] => entering(6, at, how),
            [CagesRoll(at, how)] => entering(7, at, how),
            [WhenYouEnter(at)] => figure(0, at),
            [WhenYouEnter(at), Open(Window::T, NONE)] => figure(1, at),
            [ChipPeeked(at)] => figure(2, at),
            [PeekTile(cell), ChipPeeked(at)] if cell == at.cell() => figure(3, at),
            [PeekTile(_), ChipPeeked(at), Open(Window::C, of)] if of == at.cell().code() => figure(4, at),
            [TableRoll(at)] => figure(5, at),
            [TableRoll(at), OpenDice(dice)] => {
                pair_code(dice).map(|pair| first::TABLE + pair * At::COUNT + at.number())
            }
            [BouncerTurn(of)] => movement(0, of),
            [NextTurn, BouncerTurn(of)] => movement(1, of),
            [StandingHeat(of)] => movement(2, of),
            [StandingHeat(of), Open(Window::S, floor)] if usize::from(floor) == of.floor() => movement(3, of),
            [Walk(of)] => movement(4, of),
            [Step(of)] => movement(5, of),
            [Step(of), Open(Window::S, floor)] if usize::from(floor) == of.floor() => movement(6, of),
            [AfterStep(of)] => movement(7, of),
            [AfterStep(of), Open(Window::N, of_cell)] => {
                let cell = Cell::from_code(of_cell);
                Some(first::ARRIVAL + place(cell) * Movement::COUNT + of.number())
            }
            [Commotion(cell, steps)] if u16::from(steps) < CALLS => {
                Some(first::COMMOTION + u16::from(steps) * PLACES + place(cell))
            }
            [Commotion(cell, steps), Open(Window::M, of)] if of == cell.code() && u16::from(steps) < CALLS => {
                Some(first::COMMOTION + (CALLS + u16::from(steps)) * PLACES + place(cell))
            }
            [PeekTile(cell)] => at_cell(0, cell),
            [Announce(cell)] => at_cell(1, cell),
            [SetMarker(cell)] => at_cell(2, cell),
            [MoveMarker(cell)] => at_cell(3, cell),
            [Open(Window::C, cell)] => at_cell(4, Cell::from_code(cell)),
            [Open(Window::M, cell)] => at_cell(5, Cell::from_code(cell)),
            [Open(Window::N, cell)] => at_cell(6, Cell::from_code(cell)),
            [Event(event, player)] => Some(first::EVENT + drawn(event, player)),
            [Event(event, player), Open(Window::V, NONE)] => Some(first::EVENT + DRAWN + drawn(event, player)),
            [DiscardEvent(event)] => Some(first::DISCARD + event as u16),
            [OpenDice(dice)] => Some(first::DICE + dice_code(dice)),
            [Shift(floor, dir)] => Some(first::SHIFT + u16::from(floor) * DIRS + dir as u16),
            [AfterSlide(floor, dir)] => Some(first::SHIFT + (LEVELS as u16 + u16::from(floor)) * DIRS + dir as u16),
            [BouncerStep(skipped)] => Some(first::SKIPPED + u16::from(skipped.min(LEVELS as u8))),
            [BouncerStep(skipped), TigerStep] => {
                Some(first::SKIPPED + LEVELS as u16 + 1 + u16::from(skipped.min(LEVELS as u8)))
            }
            [Reached(of)] => floor(0, of),
            [CheckMarker(of)] => floor(1, of),
            [Open(Window::S, of)] => floor(2, of),
            [SafeReturn(is_steady)] => floor(3, is_steady.into()),
            [frame] => PLAIN
                .iter()
                .position(|&plain| plain == frame)
                .map(|number| first::PLAIN + number as u16),
            _ => None,
        };
        code.map(|code| Group(code.to_le_bytes()))
    }

    /// The frames, bottom first, and how many there are.
    fn unpacked(self) -> ([Frame; MOST], usize) {
        use Frame::*;
        let code = u16::from_le_bytes(self.0);
        let one = |frame| ([frame, Idle, Idle], 1);
        let two = |below, frame| ([below, frame, Idle], 2);
        let cell = |number: u16| Place::from_index(usize::from(number % PLACES)).cell();
        if code >= first::PLAIN {
            return one(PLAIN[usize::from(code - first::PLAIN)]);
        }
        if code >= first::FLOOR {
            let (form, floor) = parts(code - first::FLOOR, LEVELS as u16);
            return one(match form {
                0 => Reached(floor as u8),
                1 => CheckMarker(floor as u8),
                2 => Open(Window::S, floor as u8),
                _ => SafeReturn(floor != 0),
            });
        }
        if code >= first::SKIPPED {
            let (form, floor) = parts(code - first::SKIPPED, LEVELS as u16 + 1);
            let step = BouncerStep(if floor == LEVELS as u16 { NONE } else { floor as u8 });
            return match form {
                0 => one(step),
                _ => two(step, TigerStep),
            };
        }
        if code >= first::SHIFT {
            let (floor, dir) = parts(code - first::SHIFT, DIRS);
            let (form, floor) = parts(floor, LEVELS as u16);
            let dir = Dir::from_code(dir as u8);
            return one(match form {
                0 => Shift(floor as u8, dir),
                _ => AfterSlide(floor as u8, dir),
            });
        }
        if code >= first::DICE {
            return one(OpenDice(dice_of(code - first::DICE)));
        }
        if code >= first::DISCARD {
            return one(DiscardEvent(event(code - first::DISCARD)));
        }
        if code >= first::EVENT {
            let (form, drawn) = parts(code - first::EVENT, DRAWN);
            let (number, player) = parts(drawn, CHARACTERS as u16);
            let event = Event(event(number), player as u8);
            return match form {
                0 => one(event),
                _ => two(event, Open(Window::V, NONE)),
            };
        }
        if code >= first::CELL {
            let (form, number) = parts(code - first::CELL, PLACES);
            let cell = cell(number);
            return one(match form {
                0 => PeekTile(cell),
                1 => Announce(cell),
                2 => SetMarker(cell),
                3 => MoveMarker(cell),
                4 => Open(Window::C, cell.code()),
                5 => Open(Window::M, cell.code()),
                _ => Open(Window::N, cell.code()),
            });
        }
        if code >= first::COMMOTION {
            let (steps, number) = parts(code - first::COMMOTION, PLACES);
            let (form, steps) = parts(steps, CALLS);
            let commotion = Commotion(cell(number), steps as u8);
            return match form {
                0 => one(commotion),
                _ => two(commotion, Open(Window::M, cell(number).code())),
            };
        }
        if code >= first::ARRIVAL {
            let (number, movement) = parts(code - first::ARRIVAL, Movement::COUNT);
            let after = AfterStep(Movement::of_number(movement));
            return two(after, Open(Window::N, cell(number).code()));
        }
        if code >= first::MOVEMENT {
            let (form, number) = parts(code - first::MOVEMENT, Movement::COUNT);
            let movement = Movement::of_number(number);
            let window = Open(Window::S, movement.floor() as u8);
            return match form {
                0 => one(BouncerTurn(movement)),
                1 => two(NextTurn, BouncerTurn(movement)),
                2 => one(StandingHeat(movement)),
                3 => two(StandingHeat(movement), window),
                4 => one(Walk(movement)),
                5 => one(Step(movement)),
                6 => two(Step(movement), window),
                _ => one(AfterStep(movement)),
            };
        }
        if code >= first::TABLE {
            let (pair, at) = parts(code - first::TABLE, At::COUNT);
            let (one, other) = parts(pair, 6);
            let dice = Dice::NONE.with(one as u8 + 1).with(other as u8 + 1);
            return two(TableRoll(At::of_number(at)), OpenDice(dice));
        }
        if code >= first::FIGURE {
            let (form, number) = parts(code - first::FIGURE, At::COUNT);
            let at = At::of_number(number);
            let cell = at.cell();
            return match form {
                0 => one(WhenYouEnter(at)),
                1 => two(WhenYouEnter(at), Open(Window::T, NONE)),
                2 => one(ChipPeeked(at)),
                3 => two(PeekTile(cell), ChipPeeked(at)),
                4 => ([PeekTile(cell), ChipPeeked(at), Open(Window::C, cell.code())], 3),
                _ => one(TableRoll(at)),
            };
        }
        let (form, number) = parts(code - first::ENTERING, At::COUNT);
        let (form, how) = parts(form, How::COUNT);
        let (at, how) = (At::of_number(number), How::of_number(how));
        match form {
            0 => one(EnterTile(at, how)),
            1 => two(EnterTile(at, how), ChipEntered(at, how)),
            2 => {
                let window = Open(Window::C, at.cell().code());
                ([EnterTile(at, how), ChipEntered(at, how), window], 3)
            }
            3 => one(ChipEntered(at, how)),
            4 => one(Enter(at, how)),
            5 => one(Arrive(at, how)),
            6 => one(EnterHooks(at, how)),
            _ => one(CagesRoll(at, how)),
        }
    }

    /// The frames, bottom first.
    fn frames(self) -> impl DoubleEndedIterator<Item = Frame> + ExactSizeIterator + Clone {
        let (frames, count) = self.unpacked();
        frames.into_iter().take(count)
    }
}

/// A code of several parts: the higher ones together, and the lowest, of which there are so many.
const fn parts(code: u16, of_lowest: u16) -> (u16, u16) {
    (code / of_lowest, code % of_lowest)
}

fn place(cell: Cell) -> u16 {
    Place::of(cell).index() as u16
}

fn event(number: u16) -> Event {
    Event::ALL[usize::from(number)]
}

fn drawn(event: Event, player: u8) -> u16 {
    event as u16 * CHARACTERS as u16 + u16::from(player)
}

/// Two dice that are rolled for Table Games.
fn pair_code(dice: Dice) -> Option<u16> {
    let mut faces = dice.faces().map(|face| u16::from(face) - 1);
    let pair = faces.next()? * 6 + faces.next()?;
    (faces.next().is_none() && !dice.is_steady()).then_some(pair)
}

/// Up to five dice, below [`ROLLS`]: for each face a bit for every die that shows it and then a free one; above these,
/// whether Steady Hands is used.
fn dice_code(dice: Dice) -> u16 {
    let (mut code, mut place) = (0, 0);
    for face in 1..=6 {
        let count = u16::from(dice.count(face));
        code |= ((1 << count) - 1) << place;
        place += count + 1;
    }
    code | u16::from(dice.is_steady()) << 11
}

fn dice_of(code: u16) -> Dice {
    let (mut dice, mut face) = (Dice::NONE, 1);
    for place in 0..11 {
        match code >> place & 1 {
            0 => face += 1,
            _ => dice = dice.with(face),
        }
    }
    if code >> 11 != 0 { dice.steadied() } else { dice }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{below, choose, stream};

    /// All groups.
    fn groups() -> impl Iterator<Item = Group> {
        let codes = 0..first::END as u16;
        // Not every pattern of bits is one of dice.
        let is_dice = |code: u16| {
            let bits = code.wrapping_sub(first::DICE);
            bits >= ROLLS || dice_code(dice_of(bits)) == bits
        };
        // Two dice in descending order are the same as in ascending order.
        let is_pair = |code: u16| {
            let bits = code.wrapping_sub(first::TABLE);
            bits >= At::COUNT * PAIRS || bits / At::COUNT / 6 <= bits / At::COUNT % 6
        };
        let codes = codes.filter(move |&code| is_dice(code) && is_pair(code));
        codes.map(|code| Group(code.to_le_bytes()))
    }

    /// What is packed is unpacked again, and stands together without its last frame as well.
    #[test]
    fn a_group_is_its_frames() {
        assert!(groups().count() > 20_000);
        for group in groups() {
            let (frames, count) = group.unpacked();
            let again = Group::of(&frames[..count]);
            assert_eq!(again.map(|group| group.0), Some(group.0), "{frames:?}");
            for less in 1..count {
                let part = Group::of(&frames[..less]).expect("a group");
                let (found, found_count) = part.unpacked();
                assert_eq!((&found[..found_count], found_count), (&frames[..less], less));
            }
        }
    }

    /// A stack is a list, however much of it is packed.
    #[test]
    fn a_stack_is_a_list() {
        let mut rng = stream(1, "stack", 0);
        let all: Vec<Group> = groups().collect();
        let (mut deepest, mut packed) = (0, 0);
        for _ in 0..2_000 {
            let (mut stack, mut list) = (Stack::EMPTY, Vec::new());
            for _ in 0..200 {
                if below(&mut rng, 5) > 0 {
                    for frame in choose(&mut rng, &all).frames() {
                        if stack.try_push(frame) {
                            list.push(frame);
                        }
                    }
                } else {
                    for _ in 0..below(&mut rng, 12) {
                        let popped = *stack.pop();
                        assert_eq!(popped, list.pop().unwrap_or(Frame::Idle));
                        if below(&mut rng, 4) == 0 && popped != Frame::Idle {
                            stack.put_back();
                            list.push(popped);
                        }
                    }
                }
                assert!(stack.frames().eq(list.iter().copied()));
                assert!(stack.frames().rev().eq(list.iter().rev().copied()));
                assert_eq!((stack.len(), stack.is_empty()), (list.len(), list.is_empty()));
                assert_eq!(*stack.top(), list.last().copied().unwrap_or(Frame::Idle));
                let mut anew = Stack::EMPTY;
                if list.iter().all(|&frame| anew.try_push(frame)) {
                    assert_eq!(stack, anew);
                }
                deepest = deepest.max(list.len());
                packed = packed.max(stack.group_count);
            }
        }
        assert!(deepest > 60, "{deepest}");
        assert_eq!(usize::from(packed), GROUPS);
    }

    /// A frame that is never found so deep is refused there.
    #[test]
    fn what_waits_stays_on_top() {
        let mut stack = Stack::EMPTY;
        assert!(stack.try_push(Frame::AskTrade));
        assert!((1..UPPER).all(|_| stack.try_push(Frame::Act)));
        assert!(!stack.try_push(Frame::Act));
        assert_eq!(stack.len(), UPPER);
    }
}
