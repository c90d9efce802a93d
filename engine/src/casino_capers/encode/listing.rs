//! The features of a state: which are on, block by block.

use super::about::About;
use super::features::{
    ACTIONS, BONUS, CHIPS, COPIES, COUNTED, CUBES, DECK, DICE, DISTRACTED, DONE, FLAGS, FeatureBlock, HEAT, NUMBERS,
    PATROL, PLAYERS, POOLS, ROWS, SPACES, SUSPICION, TURNS, TURNS_LEFT, USES,
};
use super::sizes::{CELLS, DIE_FACES, EVENTS, FLOORS, GEAR, SQUARES, WALLS, cell};
use crate::blocks::{Places, Writer, turn_steps};
use crate::board::{Cell, Wall, squares};
use crate::casino_capers::components::{Character, Chip, Face, Finale, Gear, TASK_CARDS};
use crate::casino_capers::place::{Place, Squares};
use crate::casino_capers::position::kind;
use crate::casino_capers::state::{CasinoCapers, Floor, HOLE, NONE, Player, Status, chip, held};
use crate::casino_capers::window::Window;
use crate::game::{Actor, Game};

/// Features of cells by their places.
trait CellFeatures {
    /// The cell of a byte, if it is one.
    fn cell(&mut self, block: FeatureBlock, byte: u8);
    /// Squares of each floor.
    fn squares(&mut self, block: FeatureBlock, floors: [Squares; FLOORS]);
}

impl CellFeatures for Writer<'_> {
    #[inline]
    fn cell(&mut self, block: FeatureBlock, byte: u8) {
        if byte != NONE {
            self.on(block, Place::of(Cell::from_code(byte)).index());
        }
    }

    #[inline]
    fn squares(&mut self, block: FeatureBlock, floors: [Squares; FLOORS]) {
        for (floor, set) in floors.into_iter().enumerate() {
            self.set(block, floor * SQUARES, set.code().into());
        }
    }
}

/// What everybody sees of a chip's byte.
enum Shown {
    Up(usize),
    Down,
    Known(usize),
}

fn shown(byte: u8) -> Option<Shown> {
    let kind = usize::from(byte & chip::KIND);
    match byte {
        NONE => None,
        HOLE => Some(Shown::Down),
        _ if byte & chip::FACE_UP != 0 => Some(Shown::Up(kind)),
        _ if byte & chip::PUBLIC != 0 => Some(Shown::Known(kind)),
        _ => Some(Shown::Down),
    }
}

impl CasinoCapers {
    /// The features of the state ([`crate::game::Encode::features`]).
    pub(super) fn list_features(&self, out: &mut Vec<u32>) {
        let mut writer = Writer::new(out, self.turn.player, self.character_count);
        let to = &mut writer;
        self.tile_features(to);
        self.chip_features(to);
        self.token_features(to);
        self.piece_features(to);
        self.patrol_features(to);
        self.deck_features(to);
        self.player_features(to);
        self.gear_features(to);
        self.turn_features(to);
        self.question_features(to);
    }

    fn by_floor(&self, squares: impl Fn(&Floor) -> Squares) -> [Squares; FLOORS] {
        std::array::from_fn(|floor| squares(&self.floors[floor]))
    }

    fn tile_features(&self, to: &mut Writer) {
        let revealed = self.by_floor(|floor| Squares::of_mask(floor.revealed));
        let all = Squares::of_mask(u32::MAX);
        to.squares(FeatureBlock::Unrevealed, revealed.map(|revealed| all.without(revealed)));
        for (floor, revealed) in revealed.into_iter().enumerate() {
            for square in squares(revealed.code().into()) {
                let place = floor * SQUARES + square;
                to.on(FeatureBlock::Face, place * Face::COUNT + usize::from(self.tiles[place]));
            }
        }
    }

    /// info.chips, info.fin1: chips that nobody has seen are those under face-down ones and in the box, whatever the
    /// state knows.
    fn chip_features(&self, to: &mut Writer) {
        use FeatureBlock as Block;
        let mut down = 0;
        let mut unseen = self.chip_stock;
        if self.boxed != HOLE {
            unseen[usize::from(self.boxed)] += 1;
        }
        for (place, &byte) in self.chips.iter().enumerate() {
            match shown(byte) {
                Some(Shown::Up(kind)) => to.on(Block::ChipUp, place * CHIPS + kind),
                Some(Shown::Down) => {
                    down |= 1 << place;
                    if byte != HOLE {
                        unseen[usize::from(byte & chip::KIND)] += 1;
                    }
                }
                Some(Shown::Known(_)) | None => {}
            }
        }
        to.set(Block::ChipDown, 0, down);
        for (place, &byte) in self.chips.iter().enumerate() {
            if let Some(Shown::Known(kind)) = shown(byte) {
                to.on(Block::ChipKnown, place * CHIPS + kind);
            }
        }
        to.set(Block::ChipNamed, 0, self.named_chips);
        for (kind, &count) in unseen.iter().enumerate().take(Chip::ALL.len()) {
            to.level(Block::ChipUnseen, kind * COPIES, COPIES, count.into());
        }
        for (kind, &weight) in self.box_weights.iter().enumerate().take(Chip::ALL.len()) {
            to.level(Block::ChipBoxed, kind * COPIES, COPIES, weight.into());
        }
    }

    fn token_features(&self, to: &mut Writer) {
        use FeatureBlock as Block;
        for (place, floor) in (0..CELLS).map(|place| (place, place / SQUARES)) {
            if self.floors[floor].cubes != 0 {
                to.level(Block::Cubes, place * CUBES, CUBES, self.cubes(cell(place)).into());
            }
        }
        to.set(Block::Cracked, 0, self.cracked.code().into());
        to.set(Block::Swat, 0, self.swat.code().into());
        to.set(Block::ZipLine, 0, self.zip_lines.code().into());
        let loose = self.loose_dice.iter().filter(|&&at| at != NONE);
        let mut last = NONE;
        for &at in loose {
            // The cells are in ascending order: dice on one cell stand together.
            if at != last {
                let count = self.loose_dice.iter().filter(|&&other| other == at).count();
                to.level(
                    Block::LooseDice,
                    Place::of(Cell::from_code(at)).index() * DICE,
                    DICE,
                    count,
                );
                last = at;
            }
        }
        self.entrances.iter().for_each(|&at| to.cell(Block::Entrance, at));
        to.cell(Block::Monorail, self.monorail);
        to.cell(Block::Escalator, self.escalator);
        to.cell(Block::OutOfOrder, self.out_of_order);
        to.cell(Block::Jammed, self.jammed);
        to.squares(Block::Crow, self.by_floor(|floor| floor.crows));
        to.squares(Block::Crowd, self.by_floor(|floor| floor.crowds));
        to.squares(Block::Steak, self.by_floor(|floor| floor.steaks));
        to.squares(Block::HadSteak, self.by_floor(|floor| floor.had_steak));
        to.cell(Block::Car, self.car);
        to.cell(Block::Tiger, self.tiger);
        to.cell(Block::Football, self.football);
    }

    fn piece_features(&self, to: &mut Writer) {
        use FeatureBlock as Block;
        for (floor, plan) in self.plans.iter().enumerate() {
            for place in Wall::all(plan.walls()).filter_map(super::places::WallPlaces::place) {
                to.on(Block::Walls, floor * WALLS + place);
            }
        }
        let bouncers = || self.floors.iter().map(|floor| &floor.bouncer).enumerate();
        let at = |floor, square| match square {
            NONE => NONE,
            square => Cell::new(floor, square.into()).code(),
        };
        bouncers().for_each(|(floor, bouncer)| to.cell(Block::Bouncer, at(floor, bouncer.at)));
        bouncers().for_each(|(floor, bouncer)| to.cell(Block::Marker, at(floor, bouncer.marker)));
        for (floor, bouncer) in bouncers() {
            to.on_if(bouncer.at != NONE && bouncer.marker == NONE, Block::Hunting, floor);
        }
        for (floor, bouncer) in bouncers() {
            let prey = (bouncer.prey != NONE).then_some(bouncer.prey);
            if let Some(place) = prey.map(|prey| to.relative(prey)) {
                to.on(Block::Prey, floor * PLAYERS + place);
            }
        }
    }

    /// info.patrol, info.distracted, info.inside_line: what everybody knows of the patrol decks.
    fn patrol_features(&self, to: &mut Writer) {
        use FeatureBlock as Block;
        let pools = self.patrol.pools();
        for (pool, cards) in pools.iter().enumerate() {
            to.set(Block::PatrolUnseen, pool * CELLS, cards.cells());
        }
        for (pool, cards) in pools[..FLOORS].iter().enumerate() {
            to.level(
                Block::DistractedUnseen,
                pool * DISTRACTED,
                DISTRACTED,
                cards.distracted.into(),
            );
        }
        let places = |floor: usize| self.patrol.decks[floor].pools_and_cards();
        // A card that belongs to no pool is one that everybody knows.
        let known = |(pool, card): (Option<usize>, Option<u8>)| card.filter(|_| pool.is_none()).map(usize::from);
        for floor in 0..FLOORS {
            if let Some(card) = places(floor).next().and_then(known) {
                to.on(Block::PatrolTop, floor * PATROL + card);
            }
        }
        for floor in 0..FLOORS {
            let below = places(floor).skip(1).filter_map(known);
            let below = below.fold(0u64, |set, card| set | 1 << card);
            for card in (0..PATROL).filter(|card| below & 1 << card != 0) {
                to.on(Block::PatrolBelow, floor * PATROL + card);
            }
        }
        for floor in 0..FLOORS {
            if let Some(pool) = places(floor).next().and_then(|(pool, _)| pool) {
                to.on(Block::TopPool, floor * POOLS + pool);
            }
        }
        for floor in 0..FLOORS {
            let mut counts = [0; POOLS];
            places(floor).for_each(|(pool, _)| pool.into_iter().for_each(|pool| counts[pool] += 1));
            for (pool, count) in counts.into_iter().enumerate() {
                to.level(Block::DeckPool, (floor * POOLS + pool) * DECK, DECK, count);
            }
        }
        for floor in 0..FLOORS {
            to.level(Block::DeckSize, floor * DECK, DECK, self.patrol.decks[floor].len());
        }
        let discards = || self.patrol.decks.iter().map(|deck| deck.discards).enumerate();
        discards().for_each(|(floor, cards)| to.set(Block::PatrolDiscard, floor * CELLS, cards.cells()));
        for (floor, cards) in discards() {
            to.level(
                Block::DistractedDiscard,
                floor * DISTRACTED,
                DISTRACTED,
                cards.distracted.into(),
            );
        }
    }

    /// info.events, info.draws.
    fn deck_features(&self, to: &mut Writer) {
        let both = |set: &dyn Fn(usize) -> u8| u32::from(set(0)) | u32::from(set(1)) << (EVENTS / FLOORS);
        to.set(FeatureBlock::EventUnseen, 0, both(&|deck| self.events[deck].unseen));
        to.set(FeatureBlock::EventDiscard, 0, both(&|deck| self.events[deck].discards));
        for card in Gear::all_in(self.pile) {
            to.on(FeatureBlock::Pile, card.index());
        }
    }

    fn player_features(&self, to: &mut Writer) {
        use FeatureBlock as Block;
        to.on(Block::Up, self.turn.player.into());
        to.on(Block::Characters, usize::from(self.character_count) - 1);
        to.on(Block::Seats, usize::from(self.seat_count) - 1);
        let players = to.players();
        for (place, player) in players.clone() {
            let character = self.players[usize::from(player)].character;
            to.on(Block::Character, place * Character::ALL.len() + character.index());
        }
        for (place, player) in players.clone() {
            if let Some(at) = self.cell_of(player.into()) {
                to.on(Block::At, place * CELLS + Place::of(at).index());
            }
        }
        for (block, status) in [(Block::Outside, Status::Outside), (Block::Exited, Status::Exited)] {
            for (place, player) in players.clone() {
                to.on_if(self.players[usize::from(player)].status == status, block, place);
            }
        }
        for (place, player) in players {
            let heat = self.players[usize::from(player)].heat;
            to.level(Block::Heat, place * HEAT, HEAT, heat.into());
        }
    }

    /// Gear, and what else lies before the players.
    fn gear_features(&self, to: &mut Writer) {
        use FeatureBlock as Block;
        let players = to.players();
        let player = |number: u8| -> &Player { &self.players[usize::from(number)] };
        let sides = [
            (Block::Unprepped, !(self.prepped | self.backs)),
            (Block::Prepped, self.prepped),
            (Block::Back, self.backs),
        ];
        for (block, set) in sides {
            for (place, number) in players.clone() {
                for card in Gear::all_in(player(number).gear & set) {
                    to.on(block, place * GEAR + card.index());
                }
            }
        }
        for card in Gear::all_in(self.prepped) {
            to.level(Block::Uses, card.index() * USES, USES, self.uses_of(card).into());
        }
        let flags = [
            (Block::Disguise, held::DISGUISE),
            (Block::Dubious, held::DUBIOUS),
            (Block::InCar, held::IN_CAR),
        ];
        for (block, flag) in flags {
            for (place, number) in players.clone() {
                to.on_if(player(number).has(flag), block, place);
            }
        }
        to.player(Block::Boots, 0, (self.boots != NONE).then_some(self.boots));
        to.player(Block::Contorted, 0, (self.contorted != NONE).then_some(self.contorted));
        for (place, number) in players.clone() {
            to.level(Block::Bonus, place * BONUS, BONUS, player(number).bonus.into());
        }
        for (place, number) in players.clone() {
            to.level(Block::Count, place * COUNTED, COUNTED, player(number).count.into());
        }
        for (place, number) in players {
            let card = usize::from(player(number).task_card);
            to.on_if(card < TASK_CARDS, Block::TaskCard, place * TASK_CARDS + card);
        }
        to.set(Block::TaskDone, 0, self.tasks_done);
        to.set(Block::TaskDue, 0, self.tasks_due);
    }

    fn turn_features(&self, to: &mut Writer) {
        use FeatureBlock as Block;
        let turn = &self.turn;
        to.level(Block::TurnNumber, 0, TURNS, turn_steps(turn.number.into()));
        if turn.limit != 0 {
            let left = turn.limit.saturating_sub(turn.number);
            let reached = TURNS_LEFT.iter().filter(|&&threshold| threshold <= left).count();
            to.level(Block::TurnsLeft, 0, TURNS_LEFT.len(), reached);
        }
        to.on_if(turn.limit == 0, Block::NoLimit, 0);
        to.level(Block::ActionsLeft, 0, ACTIONS, turn.actions.into());
        for (place, (what, _)) in DONE.into_iter().enumerate() {
            to.on_if(self.has_done(what), Block::Done, place);
        }
        for (place, (flag, _)) in FLAGS.into_iter().enumerate() {
            to.on_if(self.is_set(flag), Block::Flags, place);
        }
        to.on(Block::WindowMode, self.windows as usize);
        to.on(Block::AskedMode, self.asked_windows as usize);
        to.level(Block::Suspicion, 0, SUSPICION, self.suspicion.into());
        match self.known_finale() {
            Some(finale) => to.on(Block::Finale, finale.index()),
            None => to.set(Block::FinaleMay, 0, u32::from(self.finales & Finale::SET)),
        }
        to.level(Block::OfficeDice, 0, DICE, self.office_dice.into());
        to.level(Block::SafeDice, 0, DICE, self.safe_dice.into());
        to.level(Block::SupplyDice, 0, DICE, self.supply_dice().into());
    }

    fn question_features(&self, to: &mut Writer) {
        use FeatureBlock as Block;
        match self.actor() {
            Some(Actor::Character(player)) => to.player(Block::Decides, 0, Some(player)),
            Some(Actor::Team) => to.on(Block::Decides, PLAYERS),
            None => {}
        }
        let top = *self.stack.top();
        let below = self.stack.frames().take(self.stack.len().saturating_sub(1));
        to.on(Block::Waiting, kind(top));
        let (mut asked, mut waiting) = (About::nothing(), About::nothing());
        asked.add(top);
        let mut kinds = 0u128;
        for frame in below {
            kinds |= 1 << kind(frame);
            waiting.add(frame);
        }
        while kinds != 0 {
            to.on(Block::UnderWay, kinds.trailing_zeros() as usize);
            kinds &= kinds - 1;
        }
        let rows = [&asked, &waiting];
        let mut sets = |block, size: usize, set: fn(&About) -> u32| {
            rows.iter()
                .enumerate()
                .for_each(|(row, about)| to.set(block, row * size, set(about)));
        };
        sets(Block::Window, Window::COUNT, |about| about.windows.into());
        sets(Block::AboutFloor, FLOORS, |about| about.floors.into());
        sets(Block::AboutCell, CELLS, |about| about.cells);
        // Players are counted from the one who is up.
        for (row, about) in rows.into_iter().enumerate() {
            for (place, player) in to.players() {
                to.on_if(
                    about.players & 1 << player != 0,
                    Block::AboutPlayer,
                    row * PLAYERS + place,
                );
            }
        }
        for card in Gear::all_in(asked.gear) {
            to.on(Block::AboutGear, card.index());
        }
        for (row, about) in rows.into_iter().enumerate() {
            to.set(Block::AboutEvent, row * EVENTS, about.events);
        }
        to.set(Block::AboutTask, 0, asked.tasks);
        to.set(Block::Way, 0, waiting.ways);
        to.set(Block::Manner, 0, waiting.manners);
        to.level(Block::Number, 0, NUMBERS, asked.number.into());
        for (row, face) in (0..ROWS).flat_map(|row| (0..DIE_FACES).map(move |face| (row, face))) {
            let count = rows[row].dice.count(face as u8 + 1);
            to.level(Block::Roll, (row * DIE_FACES + face) * DICE, DICE, count.into());
        }
        for (row, about) in rows.into_iter().enumerate() {
            to.on_if(about.is_steady, Block::Steady, row);
        }
        for (floor, &left) in waiting.spaces.iter().enumerate() {
            to.level(Block::Spaces, floor * SPACES, SPACES, left.into());
        }
        to.set(Block::Stops, 0, waiting.stops.into());
    }
}
