//! Commits: 5.1, 5.7, and the special actions of 7.2 and 7.6.

use super::super::action::{Action, Commit, Piece, Who};
use super::super::components::{Ability, ActionName, Item, NpcCard};
use super::super::frame::Frame;
use super::super::letters::{Letter, Letters};
use super::super::offers::{Any, Offers};
use super::super::scenario::{Fixture, GuideSpecial};
use super::super::setup::Mode;
use super::super::state::{EXIT, MastersOfTheHeist, NOWHERE, OUT, Spot, done, flag};
use super::super::tables::{NpcSide, Printed};
use super::super::tile::Tile;
use super::hexes_from;
use crate::board::hexes::{Side, members};

/// MH5.1a: what it costs to turn a die from one face to another.
fn turn_cost(from: u8, to: u8) -> u8 {
    let difference = from.abs_diff(to);
    difference.min(6 - difference)
}

/// MH7.2p: Cameras of a Rewire.
const REWIRED: u8 = 2;

/// MH7.2i: letters of special actions (abilities.csv), those of others' characters aside.
const PATCH_IN: Letters = Letters::NONE
    .with(Letter::Idea, 2)
    .with(Letter::Reveal, 1)
    .with(Letter::Noise, 1);
const DART: Letters = Letters::NONE.with(Letter::Move, 2).with(Letter::Noise, 1);
const BOLT: [Letters; 2] = [DART, DART.with(Letter::Move, 1)];
const REWIRE: Letters = Letters::NONE.with(Letter::Noise, 1);
/// The special action of the Server Farm's guide.
const PAUSE: Letters = Letters::NONE.with(Letter::Idea, 1);

/// MH7.2: the ideas that a special action costs, by its name.
fn cost(commit: Commit) -> u8 {
    match commit {
        Commit::Plain(ActionName::Dart) | Commit::Autopwn(..) | Commit::Exploit(..) => 1,
        Commit::Plain(ActionName::LoopFootage | ActionName::RewireCharacter) => 2,
        Commit::Bolt(ideas) => ideas,
        Commit::Breach(_) => 4,
        _ => 0,
    }
}

impl MastersOfTheHeist {
    /// MH7.5b: the side of the NPC's card that is up.
    fn npc_side(&self) -> Option<&'static NpcSide> {
        let card = self.npc_card()?;
        Some(self.tables().npc(card, self.is_set(flag::PANIC)))
    }

    /// MH5.1a, MH5.7a: the default actions of a character.
    fn defaults(&self, who: Who) -> &'static [Printed] {
        match self.card(who) {
            Some(card) => &card.defaults,
            None => self.npc_side().map_or(&[], |side| &side.defaults),
        }
    }

    /// MH5.1a, MH5.1b: everything that a character may commit to.
    pub(super) fn offer_commits(&self, who: Who, out: &mut impl Offers) {
        let character = self.get(who);
        let mut add = |commit: Commit| out.push(Action::Commit(commit));
        for printed in self.defaults(who) {
            match *printed {
                Printed::Letters(name, _) => add(Commit::Plain(name)),
                Printed::Special(name) => self.offer_special(who, name, &mut add),
                Printed::Guide => self.offer_guide_special(who, &mut add),
            }
        }
        let reachable = |face: u8| turn_cost(character.die, face) <= character.ideas;
        let is_normal = self.mode == Mode::Normal;
        if who.is_npc() {
            // MH5.7a.
            if let Some(Printed::Letters(name, _)) = self.npc_side().map(|side| side.on_six)
                && reachable(6)
            {
                add(Commit::Plain(name));
            }
        } else {
            let faces = if is_normal { self.cheapest_faces(who) } else { u16::MAX };
            for (row, skill) in self.team[who.index()].skills.into_iter().enumerate() {
                let open = (1..=6).filter(|&face| reachable(face) && faces & 1 << (6 * row as u8 + face - 1) != 0);
                open.for_each(|face| add(Commit::Skill(skill, face)));
            }
        }
        // H15: an item card supports one commit per round. H23: an NPC uses what it holds like anybody.
        let held = self
            .slots_at(Self::held_by(who))
            .filter(|slot| self.used_items & 1 << slot == 0);
        let held = held.filter_map(|slot| self.piece_in(slot));
        let mut offered = 0u16;
        for piece in held {
            let Piece::Item(item) = piece else { continue };
            if offered & 1 << item.index() != 0 {
                continue;
            }
            offered |= 1 << item.index();
            match item {
                Item::CheapPicks => (1..=6)
                    .filter(|&face| reachable(face))
                    .for_each(|face| add(Commit::Rake(face))),
                Item::LaserBurst if !self.is_set(flag::PIXELS_USED) => {
                    self.line_sides(character.at)
                        .for_each(|side| add(Commit::KillPixels(side)));
                }
                Item::Flashbang => add(Commit::Plain(ActionName::TossFlashbang)),
                Item::Radio => add(Commit::Plain(ActionName::TweakPlan)),
                Item::DogWhistle => add(Commit::Plain(ActionName::BlowWhistle)),
                Item::PerfectPicks => add(Commit::Plain(ActionName::PerfectPick)),
                Item::LaserBurst
                | Item::MasterPlanCopy
                | Item::BuildingSchematics
                | Item::LuckyPenny
                | Item::SafecrackingTools
                | Item::PlasmaTorch
                | Item::Camouflage => {}
            }
        }
    }

    /// 5.8, normal forms: the faces of both skills, as bits of twelve, of which no default action and no other face has
    /// the same letters for less, or for as much and comes before.
    fn cheapest_faces(&self, who: Who) -> u16 {
        let die = self.get(who).die;
        let rows = self.team[who.index()].skills.map(|skill| self.tables.skill(skill));
        // Every face as its letters; the cheaper of equal ones is the one with the lower rank.
        let codes: [u64; 12] = std::array::from_fn(|place| rows[place / 6].faces[place % 6].code);
        let ranks: [u8; 12] = std::array::from_fn(|place| turn_cost(die, place as u8 % 6 + 1) << 4 | place as u8);
        let mut faces = 0u16;
        for place in 0..12 {
            let is_better = |other: usize| codes[other] == codes[place] && ranks[other] < ranks[place];
            faces |= u16::from(!(0..12).any(is_better)) << place;
        }
        for printed in self.defaults(who) {
            if let Printed::Letters(_, letters) = printed {
                let code = letters.code();
                let same = (0..12).filter(|&place| codes[place] == code);
                faces &= !same.fold(0, |set, place| set | 1 << place);
            }
        }
        faces
    }

    /// MH5.1b: an action whose cost or condition cannot be met cannot be chosen.
    fn offer_special(&self, who: Who, name: ActionName, add: &mut impl FnMut(Commit)) {
        let character = self.get(who);
        let ideas = character.ideas;
        match name {
            ActionName::Autopwn if ideas >= 1 => self.offer_grants(who, Commit::Autopwn, add),
            ActionName::Exploit if ideas >= 1 => self.offer_grants(who, Commit::Exploit, add),
            ActionName::Dart if ideas >= 1 => add(Commit::Plain(name)),
            ActionName::Bolt => (1..=2)
                .filter(|&paid| paid <= ideas)
                .for_each(|paid| add(Commit::Bolt(paid))),
            ActionName::PatchIn if self.has_live_camera(self.beside(character.at)) => add(Commit::Plain(name)),
            ActionName::LoopFootage if ideas >= 2 => add(Commit::Plain(name)),
            ActionName::RewireCharacter if ideas >= 2 => add(Commit::Plain(name)),
            ActionName::TossLoot => add(Commit::Plain(name)),
            ActionName::Breach if ideas >= 4 && character.at < EXIT => self.offer_breaches(character.at, add),
            _ => {}
        }
    }

    /// MH7.2g: for another character, S never for one that cannot perform it.
    fn offer_grants(&self, who: Who, grant: fn(Who, Letter) -> Commit, add: &mut impl FnMut(Commit)) {
        for other in self.present().filter(|&other| other != who) {
            for letter in [Letter::Subdue, Letter::Disable, Letter::Unlock] {
                if letter != Letter::Subdue || self.can_subdue(other) {
                    add(grant(other, letter));
                }
            }
        }
    }

    pub(super) fn has_live_camera(&self, hexes: u32) -> bool {
        members(hexes).any(|hex| self.ground[hex].cameras.active() > 0)
    }

    /// MH7.2c: an external side whose outer space holds no Exit.
    fn offer_breaches(&self, at: Spot, add: &mut impl FnMut(Commit)) {
        let hex = usize::from(at);
        let outer = self.plan().outer_sides(hex);
        for side in Side::ALL.into_iter().filter(|side| outer & side.bit() != 0) {
            if !self.has_exit_at(self.plan().hex(hex).beside(side)) {
                add(Commit::Breach(side));
            }
        }
    }

    /// 7.9: the special action of the scenario's guide. H84: always available, also without effect.
    fn offer_guide_special(&self, who: Who, add: &mut impl FnMut(Commit)) {
        match self.scenario().npc.and_then(|npc| npc.special) {
            Some(GuideSpecial::Pause) => add(Commit::Plain(ActionName::Pause)),
            Some(GuideSpecial::StudySchematics) => add(Commit::Plain(ActionName::StudySchematics)),
            Some(GuideSpecial::FancyCardFlick) => {
                if self.holds(who, Piece::Keycard) {
                    self.tiles_in(self.flick_targets(who))
                        .for_each(|tile| add(Commit::FancyCardFlick(tile)));
                }
                // The own tile: there is no keycard, or it is kept.
                add(Commit::FancyCardFlick(self.tile(self.get(who).at)));
            }
            None => {}
        }
    }

    /// Museum of Antiquity: a line stops before a missing hex, an active Lock or an unrevealed hex.
    fn flick_targets(&self, who: Who) -> u32 {
        let at = self.get(who).at;
        let mut targets = 0;
        for side in self.line_sides(at) {
            let line = (1..).map_while(|steps| self.along(at, side, steps));
            let open = line.take_while(|&hex| self.ground[hex].locks.active() == 0 && self.unrevealed & 1 << hex == 0);
            targets |= open.fold(0, |set, hex| set | 1 << hex);
        }
        targets
    }

    /// The letters printed in a character's action.
    pub(in super::super) fn printed_letters(&self, who: Who, commit: Commit) -> Letters {
        match commit {
            Commit::Skill(skill, face) => self.tables().skill(skill).faces[usize::from(face) - 1].letters,
            Commit::Bolt(ideas) => BOLT[usize::from(ideas) - 1],
            Commit::Plain(ActionName::RewireCharacter) => REWIRE,
            Commit::Plain(ActionName::Dart) => DART,
            Commit::Plain(ActionName::PatchIn) => PATCH_IN,
            Commit::Rake(_) => self.item_letters(Item::CheapPicks),
            Commit::Plain(name) => self.plain_letters(who, name),
            Commit::Autopwn(..)
            | Commit::Exploit(..)
            | Commit::Breach(_)
            | Commit::KillPixels(_)
            | Commit::FancyCardFlick(_) => Letters::NONE,
        }
    }

    fn item_letters(&self, item: Item) -> Letters {
        let action = self.tables().item(item).action.as_ref();
        action.map_or(Letters::NONE, Printed::letters)
    }

    /// The letters of an action without a choice, wherever it is printed.
    fn plain_letters(&self, who: Who, name: ActionName) -> Letters {
        if let Some(item) = item_of_action(name) {
            return self.item_letters(item);
        }
        if name == ActionName::Pause && who.is_npc() && self.npc_card() == Some(NpcCard::Guide) {
            return PAUSE;
        }
        let on_six = self.npc_side().filter(|_| who.is_npc()).map(|side| side.on_six);
        let printed = self.defaults(who).iter().copied().chain(on_six);
        let mut fit = printed.filter_map(|printed| match printed {
            Printed::Letters(known, letters) if known == name => Some(letters),
            _ => None,
        });
        fit.next().unwrap_or(Letters::NONE)
    }

    /// MH5.1b: the action is recorded, its costs are paid, its N and A are taken, its other letters are to be done;
    /// special effects happen at once (H58). MH5.8b: nothing takes it back.
    pub(super) fn commit(&mut self, who: Who, commit: Commit) {
        match cost(commit) {
            0 => {}
            ideas => self.pay_ideas(who, ideas),
        }
        match commit {
            Commit::Skill(_, face) | Commit::Rake(face) => self.turn_die(who, face),
            Commit::Plain(name) if self.is_action_on_six(who, name) => self.turn_die(who, 6),
            _ => {}
        }
        let letters = self.printed_letters(who, commit);
        let character = self.get_mut(who);
        character.action = Some(commit);
        character.add_letters(letters);
        self.owe_noise(letters[Letter::Noise]);
        self.raise_alerts(letters[Letter::Alert]);
        self.take_ideas_at_once(who);
        self.special_effect(who, commit);
    }

    /// 5.8, normal forms: fewer ideas hardly ever help, but on a closed safe an I breaks Suspenseful Silence.
    fn take_ideas_at_once(&mut self, who: Who) {
        let at = self.get(who).at;
        if self.mode == Mode::Normal && self.closed_safe() != Some(usize::from(at)) {
            while self.get(who).letter(Letter::Idea) > 0 {
                self.do_sub_action(who, Action::Idea);
            }
        }
    }

    /// Whether a character on the closed safe has ideas of its commit left, which the normal forms take at once
    /// elsewhere.
    pub(super) fn keeps_ideas(&self, who: Who) -> bool {
        let character = self.get(who);
        let is_on_safe = self.closed_safe() == Some(usize::from(character.at));
        self.mode == Mode::Normal && is_on_safe && character.letter(Letter::Idea) > 0
    }

    /// MH5.7a: whether this is the NPC's action that its die must show a 6 for.
    fn is_action_on_six(&self, who: Who, name: ActionName) -> bool {
        let Some(side) = self.npc_side().filter(|_| who.is_npc()) else {
            return false;
        };
        let is = |printed: &Printed| matches!(printed, Printed::Letters(known, _) if *known == name);
        is(&side.on_six) && !side.defaults.iter().any(is)
    }

    /// MH5.1a: ideas turn the die.
    fn turn_die(&mut self, who: Who, face: u8) {
        let character = self.get_mut(who);
        character.ideas -= turn_cost(character.die, face);
        character.die = face;
    }

    fn special_effect(&mut self, who: Who, commit: Commit) {
        match commit {
            Commit::Autopwn(other, letter) => self.grant(other, letter, 1),
            Commit::Exploit(other, letter) => self.grant(other, letter, 2),
            Commit::Breach(side) => self.breach(who, side),
            Commit::Rake(face) => self.use_item(who, Item::CheapPicks, face <= 4),
            Commit::KillPixels(side) => self.kill_pixels(who, side),
            Commit::FancyCardFlick(tile) if self.spot(tile) == Some(self.get(who).at) => {}
            Commit::FancyCardFlick(tile) => {
                let to = self.hex(tile) as u8;
                self.move_piece(Piece::Keycard, Self::held_by(who), to);
            }
            Commit::Plain(name) => self.plain_effect(who, name),
            Commit::Skill(..) | Commit::Bolt(_) => {}
        }
    }

    fn plain_effect(&mut self, who: Who, name: ActionName) {
        match name {
            // MH7.2o, H42.
            ActionName::LoopFootage => self.set_flag(flag::LOOP_FOOTAGE, true),
            ActionName::RewireCharacter => self.push(Frame::Rewire(who, REWIRED, 0)),
            ActionName::TossLoot => self.push(Frame::Toss(who, NOWHERE, 0)),
            ActionName::StudySchematics => self.study_schematics(),
            ActionName::TossFlashbang => {
                // MH7.6d.
                self.use_item(who, Item::Flashbang, true);
                self.flash(self.on_or_beside(self.get(who).at));
            }
            ActionName::TweakPlan => {
                // MH7.6e.
                self.use_item(who, Item::Radio, true);
                for other in self.players() {
                    if self.is_present(other) {
                        self.get_mut(other).done |= done::MAY_SHIFT;
                    }
                }
            }
            ActionName::BlowWhistle => {
                // MH7.6f.
                self.use_item(who, Item::DogWhistle, false);
                self.set_flag(flag::WHISTLE, true);
            }
            ActionName::PerfectPick => self.use_item(who, Item::PerfectPicks, false),
            _ => {}
        }
    }

    /// H15: a card that supports a commit; whether it leaves at END_ACTION (MH4.3c).
    fn use_item(&mut self, who: Who, item: Item, leaves: bool) {
        let mut slots = self
            .slots_of(Piece::Item(item), Self::held_by(who))
            .filter(|slot| self.used_items & 1 << slot == 0);
        let Some(slot) = slots.next() else { return };
        drop(slots);
        self.used_items |= 1 << slot;
        self.leaving_items |= u32::from(leaves) << slot;
        self.sort_copies(slot);
    }

    /// MH7.2g, H41, MH10.22: letters for another character, committed or not, and N. U granted counts for Efficient
    /// Picker (H39).
    fn grant(&mut self, other: Who, letter: Letter, count: u8) {
        let character = self.get_mut(other);
        character.add_letter(letter, count);
        if letter == Letter::Unlock {
            character.granted += count;
        }
        self.owe_noise(1);
    }

    /// MH7.2c, H11b, H66: a new Exit; everything else of the round is skipped, one-use items are discarded all the
    /// same.
    fn breach(&mut self, who: Who, side: Side) {
        let hex = self.get(who).at;
        let space = self.plan().hex(usize::from(hex)).beside(side);
        let space = Tile::at(space).expect("a space beside a map is within range");
        self.add_exit(space, hex);
        self.discard_used_items();
        self.skip_to_escape();
    }

    /// MH7.2p: up to two live Cameras on or adjacent to the own tile, in index order.
    pub(super) fn rewire(&mut self, who: Who, left: u8, next: u8) {
        if left > 0 && self.rewirable(who, next) != 0 {
            self.push(Frame::AskRewire(who, left, next));
        }
    }

    pub(super) fn rewirable(&self, who: Who, next: u8) -> u32 {
        let near = self.on_or_beside(self.get(who).at) & hexes_from(next);
        near & self.hexes_with(|ground| ground.cameras.active() > 0)
    }

    /// MH7.2p: the Camera is disabled, all guards of its hex are subdued.
    pub(super) fn do_rewire(&mut self, who: Who, left: u8, action: Action) {
        if let Action::Rewire(tile) = action {
            let hex = self.hex(tile);
            self.ground[hex].cameras.switch_off(1);
            self.subdue_all(hex);
            self.push(Frame::Rewire(who, left - 1, hex as u8));
        }
    }

    /// MH7.6c: all live Cameras on revealed hexes 1 to 3 steps away; N for each hex where one changed.
    fn kill_pixels(&mut self, who: Who, side: Side) {
        self.use_item(who, Item::LaserBurst, false);
        self.set_flag(flag::PIXELS_USED, true);
        let at = self.get(who).at;
        for steps in 1..=3 {
            let Some(hex) = self.along(at, side, steps) else {
                continue;
            };
            let cameras = &mut self.ground[hex].cameras;
            if self.unrevealed & 1 << hex == 0 && cameras.active() > 0 {
                cameras.switch_off(cameras.active());
                self.owe_noise(1);
            }
        }
    }

    /// The Lair: with the documents, $2k on the kennel hex and on every Reinforcements hex, once per heist.
    fn study_schematics(&mut self) {
        let is_first = !self.is_set(flag::STUDIED);
        self.set_flag(flag::STUDIED, true);
        if is_first && self.holds(Who::NPC, Piece::Documents) {
            let kennels = members(self.plan().present()).filter(|&hex| self.fixture(hex) == Fixture::Kennel);
            let hexes = kennels.fold(self.reinforcements, |set, hex| set | 1 << hex);
            members(hexes).for_each(|hex| self.add_cash(hex as u8, 2));
        }
    }

    /// MH7.2n: the tosses go on while anything can be tossed.
    pub(super) fn toss(&mut self, who: Who, side: u8, next: u8) {
        let mut any = Any::default();
        self.offer_tosses(who, side, next, &mut any);
        if any.0 {
            self.push(Frame::AskToss(who, side, next));
        }
    }

    /// MH7.2n: hexes one or two steps away in a direction, as far as nothing bars the line.
    fn toss_line(&self, at: Spot, side: Side) -> impl Iterator<Item = usize> + '_ {
        (1..=2)
            .map_while(move |steps| self.along(at, side, steps))
            .take_while(|&hex| !self.is_barred(hex))
    }

    /// Pieces in the order of E22, each to the nearer hex before the farther one; `next` is the first place in this
    /// order that is left.
    pub(super) fn offer_tosses(&self, who: Who, side: u8, next: u8, out: &mut impl Offers) {
        let at = self.get(who).at;
        let held = Self::held_by(who);
        for direction in self
            .line_sides(at)
            .filter(|direction| side == NOWHERE || side == *direction as u8)
        {
            for (steps, _) in (1..).zip(self.toss_line(at, direction)) {
                let left = self.pieces_at(held).filter(|&piece| toss_rank(piece, steps) >= next);
                for piece in left {
                    match piece {
                        // H19.
                        Piece::Cash(most) => {
                            out.extend((1..=most).map(|amount| Action::Toss(Piece::Cash(amount), direction, steps)));
                        }
                        piece => out.push(Action::Toss(piece, direction, steps)),
                    }
                }
            }
        }
    }

    pub(super) fn do_toss(&mut self, who: Who, action: Action) {
        let Action::Toss(piece, side, steps) = action else {
            return;
        };
        if let Some(hex) = self.along(self.get(who).at, side, steps) {
            self.move_piece(piece, Self::held_by(who), hex as u8);
        }
        // Cash goes to each hex at most once.
        let next = toss_rank(piece, steps) + u8::from(matches!(piece, Piece::Cash(_)));
        self.push(Frame::Toss(who, side as u8, next));
    }

    /// MH4.3c: one-use items that were used this round, wherever they are.
    pub(super) fn discard_used_items(&mut self) {
        for slot in members(self.leaving_items) {
            self.pieces[slot] = OUT;
        }
        let used = self.used_items | self.leaving_items;
        self.used_items = 0;
        self.leaving_items = 0;
        members(used).for_each(|slot| self.sort_copies(slot));
    }

    /// MH7.2e, MH7.9: There Are Better Ways and the calm Prisoner never perform S.
    pub(super) fn can_subdue(&self, who: Who) -> bool {
        !self.has_ability(who, Ability::ThereAreBetterWays) && !self.is_calm_prisoner(who)
    }
}

/// The place of a toss in their order.
fn toss_rank(piece: Piece, steps: u8) -> u8 {
    piece.rank() * 2 + steps - 1
}

/// The item that prints an action without a choice.
fn item_of_action(name: ActionName) -> Option<Item> {
    match name {
        ActionName::TossFlashbang => Some(Item::Flashbang),
        ActionName::TweakPlan => Some(Item::Radio),
        ActionName::BlowWhistle => Some(Item::DogWhistle),
        ActionName::PerfectPick => Some(Item::PerfectPicks),
        _ => None,
    }
}
