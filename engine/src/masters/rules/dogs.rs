//! Dogs: 6.2.

use super::super::action::{Action, Who};
use super::super::components::Ability;
use super::super::frame::{DogCard, Frame};
use super::super::offers::Offers;
use super::super::state::{EXIT, MastersOfTheHeist, NOWHERE, Phase, Spot, flag};
use crate::board::hexes::{NO_WAY, members};

/// MH6.2e: steps of an event dog.
const STEPS: u8 = 3;

impl MastersOfTheHeist {
    /// MH6.2a, MH6.2d: the chase test over all active dogs; made again until no dog moves (MH10.27). H56: none under
    /// the whistle.
    pub(super) fn chase(&mut self) {
        if self.phase == Phase::Plan || self.is_set(flag::WHISTLE) {
            return;
        }
        let dogs = self.hexes_with(|ground| ground.dogs.active() > 0);
        self.left_dogs &= dogs;
        if dogs == 0 {
            return;
        }
        let mut chases = self.chases(dogs);
        let (first, second) = (chases.next(), chases.next());
        drop(chases);
        match (first, second) {
            (Some((from, to)), None) => self.chase_from(from, to),
            (Some(_), Some(_)) => self.push(Frame::AskChase),
            (None, _) => {}
        }
    }

    /// A dog jumps onto a character's hex.
    pub(super) fn chase_from(&mut self, from: usize, to: usize) {
        self.move_dog(from, to);
        self.push(Frame::Chase);
    }

    pub(super) fn offer_chases(&self, out: &mut impl Offers) {
        let dogs = self.hexes_with(|ground| ground.dogs.active() > 0);
        let scenario = self.scenario();
        let action = |(from, to)| Action::Chase(scenario.hex_tile(from), self.side_to(from as Spot, to));
        out.extend(self.chases(dogs).map(action));
    }

    /// MH6.2a, H25, MH6.2g: hexes of active dogs that share them with no character, and adjacent hexes with a
    /// character. MH6.2c: a dog that was left does not yet chase the character that left it.
    fn chases(&self, dogs: u32) -> impl Iterator<Item = (usize, usize)> + '_ {
        let mut inside = 0;
        // The hexes of others than the character that may have left dogs.
        let mut others = 0;
        for who in self.indoors() {
            let bit = 1 << self.get(who).at;
            inside |= bit;
            if !self.has_ability(who, Ability::ThereAreBetterWays) {
                others |= bit;
            }
        }
        let plan = self.plan();
        let left = self.left_dogs;
        members(dogs & !inside).flat_map(move |from| {
            let waits = left & 1 << from != 0;
            let prey = if waits { others } else { inside };
            members(plan.neighbours(from) & prey).map(move |to| (from, to))
        })
    }

    /// H56: whether a dog could chase at once, untested since a Dog Whistle.
    pub(super) fn has_untested_dog(&self) -> bool {
        let dogs = self.hexes_with(|ground| ground.dogs.active() > 0);
        dogs != 0 && self.chases(dogs).next().is_some()
    }

    fn move_dog(&mut self, from: usize, to: usize) {
        self.ground[from].dogs.remove(1);
        self.ground[to].dogs.add(1);
        if self.ground[from].dogs.active() == 0 {
            self.left_dogs &= !(1 << from);
        }
    }

    /// MH6.2f, H30: the kennel, or what stands for it.
    fn kennel(&self) -> Option<usize> {
        let kennel = self.scenario().kennel.map(usize::from);
        kennel.filter(|&hex| self.plan().present() & 1 << hex != 0)
    }

    /// MH6.2e: D1 to D3 put a dog on the kennel and test the chase.
    pub(super) fn release_dog(&mut self, card: DogCard) {
        if let Some(kennel) = self.kennel() {
            self.ground[kennel].dogs.add(1);
            self.push(Frame::EventDog(card));
            self.push(Frame::Chase);
        }
    }

    /// Whether the dogs of a hex have stayed where they were put. Equal dogs on one hex chase all or none of them.
    fn may_run(&self, hex: usize) -> bool {
        self.ground[hex].dogs.active() > 0 && self.on(hex as Spot).next().is_none()
    }

    /// MH6.2e: the target of the dog on the kennel; the team chooses of several.
    pub(super) fn event_dog_target(&mut self, card: DogCard) {
        if !self.kennel().is_some_and(|kennel| self.may_run(kennel)) {
            return;
        }
        if card == DogCard::Loot {
            let targets = self.loot_targets();
            match targets.count_ones() {
                0 => {}
                1 => self.run_to(targets.trailing_zeros() as usize),
                _ => self.push(Frame::AskTargetHex),
            }
            return;
        }
        let targets = self.dog_targets(card);
        match self.only_place(targets) {
            Some(who) => self.run_to_character(who),
            None if targets != 0 => self.push(Frame::AskTarget(card)),
            None => {}
        }
    }

    /// The first of some characters if all of them are on one tile: then it does not matter which is the target.
    fn only_place(&self, characters: u8) -> Option<Who> {
        let first = Who::all_in(characters).next()?;
        let is_same = |who: Who| self.get(who).at == self.get(first).at;
        Who::all_in(characters).all(is_same).then_some(first)
    }

    /// MH6.2e: the nearest characters (D1), or the player characters with the fewest ideas (D3), as bits.
    pub(super) fn dog_targets(&self, card: DogCard) -> u8 {
        match card {
            DogCard::Fear => {
                let fewest = self.present_players().map(|who| self.get(who).ideas).min();
                let fit = self
                    .present_players()
                    .filter(|&who| Some(self.get(who).ideas) == fewest);
                fit.fold(0, |set, who| set | who.bit())
            }
            DogCard::Character | DogCard::Loot => self.nearest(u8::MAX),
        }
    }

    /// The characters out of a set that are nearest to the kennel, as bits; those without a path never are.
    fn nearest(&self, of: u8) -> u8 {
        let Some(kennel) = self.kennel() else { return 0 };
        let length = |who: Who| self.distance(kennel as Spot, self.get(who).at);
        let candidates = self.present().filter(|who| of & who.bit() != 0);
        let least = candidates.clone().filter_map(length).min();
        let fit = candidates.filter(|&who| least.is_some() && length(who) == least);
        fit.fold(0, |set, who| set | who.bit())
    }

    /// D2: the nearest hexes with loot lying on them (MH7.5a).
    pub(super) fn loot_targets(&self) -> u32 {
        let Some(kennel) = self.kennel() else { return 0 };
        let plan = self.plan();
        let goods = members(plan.present()).filter(|&hex| self.has_loot(hex as u8));
        let lengths = goods
            .map(|hex| (plan.distance(kennel, hex), hex))
            .filter(|(length, _)| *length != NO_WAY);
        let least = lengths.clone().map(|(length, _)| length).min();
        let nearest = lengths.filter(|(length, _)| Some(*length) == least);
        nearest.fold(0, |set, (_, hex)| set | 1 << hex)
    }

    /// The hex on which a dog stops for a character: of one outdoors, the hex that its Exit opens to.
    fn target_hex(&self, who: Who) -> Option<usize> {
        match self.get(who).at {
            NOWHERE => None,
            exit @ EXIT.. => self.opened_hex(exit),
            hex => Some(usize::from(hex)),
        }
    }

    pub(super) fn run_to_character(&mut self, who: Who) {
        if let Some(target) = self.target_hex(who) {
            self.run_to(target);
        }
    }

    pub(super) fn run_to(&mut self, target: usize) {
        if let Some(kennel) = self.kennel() {
            self.push(Frame::RunDog(kennel as u8, target as u8, STEPS));
        }
    }

    /// MH6.2e, H29: up to three steps along a shortest path, the chase tested after each.
    pub(super) fn run_dog(&mut self, at: u8, target: u8, left: u8) {
        if left == 0 || at == target || !self.may_run(usize::from(at)) {
            return;
        }
        let ways = self.dog_ways(at, target);
        match ways.count_ones() {
            0 => {}
            1 => self.dog_steps(at, ways.trailing_zeros() as usize, target, left),
            _ => self.push(Frame::AskDog(at, target, left)),
        }
    }

    /// The next hexes of shortest paths; MH10.26: none without a path.
    pub(super) fn dog_ways(&self, at: u8, target: u8) -> u32 {
        let plan = self.plan();
        let length = plan.distance(usize::from(at), usize::from(target));
        if length == NO_WAY {
            return 0;
        }
        let nearer = |&hex: &usize| plan.distance(hex, usize::from(target)) + 1 == length;
        members(plan.neighbours(usize::from(at)))
            .filter(nearer)
            .fold(0, |set, hex| set | 1 << hex)
    }

    pub(super) fn dog_steps(&mut self, at: u8, way: usize, target: u8, left: u8) {
        self.move_dog(usize::from(at), way);
        self.push(Frame::RunDog(way as u8, target, left - 1));
        self.push(Frame::Chase);
    }

    /// C6, H59: three dogs on the kennel.
    pub(super) fn release_hounds(&mut self) {
        if let Some(kennel) = self.kennel() {
            self.ground[kennel].dogs.add(3);
            self.push(Frame::Hounds([NOWHERE; 3]));
            self.push(Frame::Chase);
        }
    }

    /// H59: all targets are fixed before the first dog moves; then the dogs run one after the other.
    pub(super) fn hound_targets(&mut self, targets: [u8; 3]) {
        let Some(kennel) = self.kennel().filter(|&kennel| self.may_run(kennel)) else {
            return;
        };
        if targets.contains(&NOWHERE) {
            let choices = self.hound_choices(targets);
            match self.only_place(choices) {
                Some(who) => self.choose_hound_target(targets, who),
                None if choices != 0 => self.push(Frame::AskHound(targets)),
                None => {}
            }
            return;
        }
        for target in targets.into_iter().rev() {
            if let Some(hex) = self.target_hex(Who(target)) {
                self.push(Frame::RunDog(kennel as u8, hex as u8, STEPS));
            }
        }
    }

    /// C6: the nearest of the characters that are not yet targets; if there are no more of them, the nearest of all.
    pub(super) fn hound_choices(&self, targets: [u8; 3]) -> u8 {
        let chosen = targets.into_iter().filter(|&target| target != NOWHERE);
        let chosen = chosen.fold(0, |set, target| set | Who(target).bit());
        match self.nearest(!chosen) {
            0 => self.nearest(u8::MAX),
            nearest => nearest,
        }
    }

    pub(super) fn choose_hound_target(&mut self, mut targets: [u8; 3], who: Who) {
        if let Some(next) = targets.iter_mut().find(|target| **target == NOWHERE) {
            *next = who.0;
        }
        self.push(Frame::Hounds(targets));
    }
}
