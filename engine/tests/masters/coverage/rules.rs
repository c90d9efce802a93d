//! Rules that show in a step, each with its id: abilities, fixers, items, Events, Crises, NPCs, what scenarios have of
//! their own.

use heist_engine::game::Game;
use heist_engine::masters::components::{Ability, Crisis, Event, Fixer, Item, NpcCard};
use heist_engine::masters::pieces::Chit;
use heist_engine::masters::scenario::{Fixture, Scenario};
use heist_engine::masters::tables::Tables;
use heist_engine::masters::{Action, Commit, MastersOfTheHeist, Outcome, Phase, SafeTool, Sale, Standing, Who};
use heist_engine::record::Step;

use crate::common::counters::Counters;

/// A step in a heist.
pub struct Moment<'a> {
    pub before: &'a MastersOfTheHeist,
    pub step: Step<MastersOfTheHeist>,
    pub after: &'a MastersOfTheHeist,
    /// The Event that is resolved, as far as the step leaves no doubt.
    event: Option<Event>,
    /// Alerts that it raises.
    alerts: usize,
}

impl<'a> Moment<'a> {
    pub fn new(
        before: &'a MastersOfTheHeist,
        step: Step<MastersOfTheHeist>,
        after: &'a MastersOfTheHeist,
    ) -> Moment<'a> {
        let mut moment = Moment {
            before,
            step,
            after,
            event: before.active_event(),
            alerts: 0,
        };
        if moment.event.is_none() {
            moment.find_event();
        }
        moment
    }

    /// MH4.5a: the Active Event of a step that leads from the Action phase to the Event or past it: what the noise of
    /// the round did not discard.
    fn find_event(&mut self) {
        let (before, after) = (self.before, self.after);
        let is_resolved = before.phase() <= Phase::EndAction && after.phase() != Phase::Over;
        let is_past = after.round() > before.round() || (Phase::Event..=Phase::EndEvent).contains(&after.phase());
        let track = Tables::get(before.edition()).track(before.player_count());
        if before.round() == 0 || !is_resolved || !is_past || after.marker() == track.last {
            return;
        }
        let gone = before.deck_cards().len().saturating_sub(after.deck_cards().len());
        let gone: Vec<Event> = before.deck_cards()[..gone]
            .iter()
            .filter_map(|card| card.event())
            .collect();
        let passed = before.marker() + 1..=after.marker();
        let by_noise = passed.filter(|position| track.alerts() & 1 << position != 0).count();
        self.event = gone.get(by_noise).copied();
        self.alerts = gone.len().saturating_sub(by_noise + 1);
    }

    fn action(&self) -> Option<Action> {
        match self.step {
            Step::Action(_, action) => Some(action),
            Step::Chance(_) => None,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.step {
            Step::Action(..) => None,
            Step::Chance(outcome) => Some(outcome),
        }
    }

    fn scenario(&self) -> &'static Scenario {
        self.before.scenario()
    }

    /// Whether something holds now and did not before.
    fn comes(&self, holds: impl Fn(&MastersOfTheHeist) -> bool) -> bool {
        holds(self.after) && !holds(self.before)
    }

    fn changes<T: PartialEq>(&self, read: impl Fn(&MastersOfTheHeist) -> T) -> bool {
        read(self.before) != read(self.after)
    }

    fn grows<T: PartialOrd>(&self, read: impl Fn(&MastersOfTheHeist) -> T) -> bool {
        read(self.before) < read(self.after)
    }

    fn falls<T: PartialOrd>(&self, read: impl Fn(&MastersOfTheHeist) -> T) -> bool {
        read(self.before) > read(self.after)
    }

    /// The character that decides, if its card has an ability.
    fn able(&self, ability: Ability) -> Option<Who> {
        self.before.deciding().filter(|&who| has(self.before, who, ability))
    }

    fn is(&self, holds: impl Fn(Action) -> bool) -> bool {
        self.action().is_some_and(holds)
    }

    fn gains_idea(&self, who: Who) -> bool {
        self.grows(|state| state.ideas(who))
    }

    /// MH4.6a: the Crises that are resolved.
    pub fn crises(&self) -> impl Iterator<Item = Crisis> + '_ {
        let waiting = |state: &MastersOfTheHeist, crisis: Crisis| {
            let of_deck = state.deck_cards().iter().filter_map(|card| card.crisis());
            of_deck
                .chain(state.crisis_queue().iter().copied())
                .filter(|other| *other == crisis)
                .count()
        };
        let is_resolved = move |crisis: &Crisis| waiting(self.before, *crisis) > waiting(self.after, *crisis);
        Crisis::ALL.iter().copied().filter(is_resolved)
    }

    fn resolves(&self, crisis: Crisis) -> bool {
        self.crises().any(|other| other == crisis)
    }

    fn begins_escape(&self) -> bool {
        self.comes(|state| state.phase() == Phase::Escape)
    }

    fn is_won(&self) -> bool {
        self.after.result().is_some_and(|result| result.is_win())
    }

    fn npc(&self) -> Option<NpcCard> {
        self.scenario().npc.map(|npc| npc.card)
    }

    fn is_of(&self, scenario: &str) -> bool {
        self.scenario().name.split('@').next() == Some(scenario)
    }

    /// A character that is no longer anything but Busted.
    fn is_busted(&self, who: Who) -> bool {
        self.comes(|state| state.standing(who) == Standing::Busted)
    }
}

fn has(state: &MastersOfTheHeist, who: Who, ability: Ability) -> bool {
    state.card_of(who).is_some_and(|card| card.has(ability))
}

fn hexes(state: &MastersOfTheHeist) -> std::ops::Range<usize> {
    0..state.scenario().plan().count()
}

/// The sum of something over all hexes.
fn total(state: &MastersOfTheHeist, read: impl Fn(usize) -> u8) -> u32 {
    hexes(state).map(|hex| u32::from(read(hex))).sum()
}

/// MH5.2k: active chits on the map.
fn active(state: &MastersOfTheHeist) -> u32 {
    total(state, |hex| {
        state.guards(hex).active + state.dogs(hex).active + state.locks(hex).active + state.cameras(hex).active
    })
}

fn dogs(state: &MastersOfTheHeist) -> u32 {
    total(state, |hex| state.dogs(hex).active)
}

fn subdued(state: &MastersOfTheHeist) -> u32 {
    total(state, |hex| state.guards(hex).inactive + state.dogs(hex).inactive)
}

fn unsubdued_on(state: &MastersOfTheHeist, hex: usize) -> u8 {
    state.guards(hex).active + state.dogs(hex).active
}

fn all_ideas(state: &MastersOfTheHeist) -> u32 {
    state.everyone().map(|who| u32::from(state.ideas(who))).sum()
}

fn fixtures(state: &MastersOfTheHeist, fixture: Fixture) -> usize {
    hexes(state).filter(|&hex| state.fixture_on(hex) == fixture).count()
}

fn rings(state: &MastersOfTheHeist, letter: u8) -> usize {
    hexes(state).filter(|&hex| state.ring(hex) == Some(letter)).count()
}

fn chits_in_bag(state: &MastersOfTheHeist, chit: Chit) -> u8 {
    state.in_bag(chit)
}

fn is_inactive_npc(state: &MastersOfTheHeist) -> bool {
    state.standing(Who::NPC) == Standing::Inactive
}

fn is_active_npc(state: &MastersOfTheHeist) -> bool {
    state.standing(Who::NPC) == Standing::Active
}

/// MH6.5a: gates that have closed.
fn closed_gates(state: &MastersOfTheHeist) -> i32 {
    let place = MastersOfTheHeist::FIGURES
        .iter()
        .position(|figure| figure.name == "gates closed");
    place.map_or(0, |place| state.figures()[place])
}

/// How a rule shows.
type Shows = fn(&Moment) -> bool;

/// Section 7.2: what each ability does.
fn ability(ability: Ability) -> Shows {
    match ability {
        Ability::EfficientPicker => |m| m.is(|action| action == Action::EfficientPicker),
        Ability::PickUnderPressure => |m| m.is(|action| matches!(action, Action::PickUnderPressure(_))),
        Ability::Breach => |m| m.is(|action| matches!(action, Action::Commit(Commit::Breach(_)))) && m.begins_escape(),
        Ability::Adrenaline => |m| {
            let who = m.able(Ability::Adrenaline);
            m.is(|action| matches!(action, Action::Subdue(..))) && who.is_some_and(|who| m.gains_idea(who))
        },
        Ability::AngerTherapy => |m| {
            let is_it = |who: Who| {
                let hex = m.after.hex_of(who).filter(|_| has(m.after, who, Ability::AngerTherapy));
                hex.is_some_and(|hex| unsubdued_on(m.before, hex) > 0 && unsubdued_on(m.after, hex) == 0)
            };
            m.after.phase() == Phase::Escape && m.after.everyone().any(is_it)
        },
        Ability::PressurePoints => |m| {
            let guarded = |who: Who| {
                let hex = m
                    .after
                    .hex_of(who)
                    .filter(|_| has(m.after, who, Ability::PressurePoints));
                let subdued =
                    |state: &MastersOfTheHeist, hex: usize| state.guards(hex).inactive + state.dogs(hex).inactive;
                hex.is_some_and(|hex| subdued(m.before, hex) > 0 && subdued(m.before, hex) == subdued(m.after, hex))
            };
            matches!(m.event, Some(Event::E15 | Event::E23 | Event::A3)) && m.after.everyone().any(guarded)
        },
        Ability::ThereAreBetterWays => |m| {
            let from = m.able(Ability::ThereAreBetterWays).and_then(|who| m.before.hex_of(who));
            let is_held = from.is_some_and(|hex| unsubdued_on(m.before, hex) > 0);
            is_held && m.is(|action| matches!(action, Action::Move(_) | Action::Step(_)))
        },
        Ability::ChangeOfPlans => |m| m.is(|action| action == Action::ChangeOfPlans),
        Ability::AlrightNewPlan => |m| m.is(|action| action == Action::NewPlan),
        Ability::Autopwn => |m| m.is(|action| matches!(action, Action::Commit(Commit::Autopwn(..)))),
        Ability::Exploit => |m| m.is(|action| matches!(action, Action::Commit(Commit::Exploit(..)))),
        Ability::ICanHazTehCodes => |m| uses_up(m, Ability::ICanHazTehCodes),
        Ability::HasTheCode => |m| uses_up(m, Ability::HasTheCode),
        Ability::Dart => |m| commits(m, "dart"),
        Ability::Bolt => |m| m.is(|action| matches!(action, Action::Commit(Commit::Bolt(_)))),
        Ability::VentCrawl => |m| m.is(|action| matches!(action, Action::VentCrawl(_))),
        Ability::IKnowAWay => |m| {
            let who = m.able(Ability::IKnowAWay);
            m.is(|action| action == Action::RevealSurplus) && who.is_some_and(|who| m.gains_idea(who))
        },
        Ability::WeKnowAWay => |m| {
            let who = m
                .before
                .deciding()
                .filter(|&who| !has(m.before, who, Ability::WeKnowAWay));
            m.is(|action| action == Action::RevealSurplus) && who.is_some_and(|who| m.gains_idea(who))
        },
        Ability::GoodInAPinch => |m| uses_up(m, Ability::GoodInAPinch),
        Ability::GreatInAPinch => {
            |m| m.is(|action| matches!(action, Action::Pinch(_))) && m.able(Ability::GreatInAPinch).is_some()
        }
        Ability::Larcenist => |m| m.is(|action| action == Action::Larcenist),
        Ability::Swindler => |m| m.is(|action| action == Action::Swindler),
        Ability::TossLoot => |m| m.is(|action| matches!(action, Action::Toss(..))),
        Ability::PatchIn => |m| commits(m, "patch-in"),
        Ability::LoopFootage => |m| m.comes(MastersOfTheHeist::is_footage_looped),
        Ability::RewireCharacter => |m| m.is(|action| matches!(action, Action::Rewire(_))),
    }
}

fn uses_up(m: &Moment, ability: Ability) -> bool {
    m.before
        .everyone()
        .any(|who| m.comes(|state| state.used_abilities(who).any(|used| used == ability)))
}

fn commits(m: &Moment, name: &str) -> bool {
    m.is(|action| matches!(action, Action::Commit(commit) if commit.to_string() == name))
}

/// Section 7.8: what each fixer does.
fn fixer(fixer: Fixer) -> Shows {
    match fixer {
        Fixer::OldFriend => |m| m.is(|action| matches!(action, Action::OldFriend(_))),
        Fixer::Fence => |m| {
            let price = |item: Item| Tables::get(m.before.edition()).item(item).price;
            let paid = m.before.team_cash().saturating_sub(m.after.team_cash());
            m.is(|action| matches!(action, Action::Buy(item, _) if paid < u16::from(price(item))))
        },
        Fixer::Visage => |m| m.is(|action| matches!(action, Action::Visage(_))),
        Fixer::Bookie => |m| m.is_won() && m.before.stake_paid() > 0,
        Fixer::Connoisseur => |m| m.is(|action| action == Action::Connoisseur),
        Fixer::BeatCop => |m| m.is(|action| matches!(action, Action::BeatCop(..))),
        Fixer::Curator => |m| m.is(|action| action == Action::Sell(Sale::Jewel)),
        Fixer::Shell => |m| m.is(|action| action == Action::Shell),
        Fixer::Consultant => |m| m.is(|action| matches!(action, Action::Blank(_))),
        Fixer::Machinist => |m| m.is(|action| matches!(action, Action::Machinist(_))),
        Fixer::Retiree => |m| m.is(|action| matches!(action, Action::Insert(..))),
        Fixer::Architect => |m| m.is(|action| action == Action::TakeIdea),
        Fixer::Diversion => |m| m.is(|action| action == Action::Divert),
        Fixer::PrisonGuard => |m| m.is(|action| action == Action::PrisonGuard),
        Fixer::Mayor => |m| m.is(|action| matches!(action, Action::Mayor(..))),
    }
}

/// Section 7.6: what each item is good for.
fn item(item: Item) -> Shows {
    match item {
        Item::CheapPicks => |m| m.is(|action| matches!(action, Action::Commit(Commit::Rake(_)))),
        Item::LaserBurst => |m| {
            let live = |state: &MastersOfTheHeist| total(state, |hex| state.cameras(hex).active);
            m.is(|action| matches!(action, Action::Commit(Commit::KillPixels(_)))) && m.falls(live)
        },
        Item::Flashbang => |m| commits(m, "toss-flashbang") && m.grows(subdued),
        Item::MasterPlanCopy => |m| {
            let memory = |who: Who| m.after.card_of(who).map_or(u32::MAX, |card| card.memory.into());
            let players = || m.after.everyone().filter(|who| !who.is_npc());
            players().any(|who| m.comes(|state| state.tokens(who).count_ones() > memory(who)))
        },
        Item::BuildingSchematics => |m| m.is(|action| matches!(action, Action::BuildingSchematics(_))),
        Item::LuckyPenny => |m| m.is(|action| action == Action::Penny),
        Item::Radio => |m| m.is(|action| matches!(action, Action::Shift(..))),
        Item::SafecrackingTools => |m| m.is(|action| action == Action::Crack(SafeTool::Tools)),
        Item::PlasmaTorch => |m| m.is(|action| action == Action::Crack(SafeTool::Torch)),
        // MH7.6h: neither escaped nor Busted at the end.
        Item::Camouflage => |m| {
            let is_saved = |who: Who| m.after.exit_of(who).is_none() && m.after.standing(who) == Standing::Active;
            let are_hideouts = m.scenario().ends_on_hideouts();
            m.after.result().is_some() && !are_hideouts && m.after.everyone().any(|who| !who.is_npc() && is_saved(who))
        },
        Item::DogWhistle => |m| m.comes(MastersOfTheHeist::is_whistle_blown),
        Item::PerfectPicks => |m| commits(m, "perfect-pick"),
    }
}

/// Section 7.4: what each Event of a deck does if its condition holds; none for those that no deck has.
fn event(event: Event) -> Option<Shows> {
    let more_chits: Shows = |m| m.grows(active);
    let fewer_ideas: Shows = |m| m.falls(all_ideas);
    let shows: Shows = match event {
        Event::E1 => |m| m.grows(|state| chits_in_bag(state, Chit::Camera)),
        Event::E6 => |m| m.grows(|state| chits_in_bag(state, Chit::Lock)),
        Event::E2 | Event::E3 | Event::E4 | Event::E7 | Event::E10 | Event::E16 => |m| m.alerts > 0,
        Event::E5 | Event::E8 | Event::E9 | Event::E11 | Event::E14 | Event::E15 => more_chits,
        Event::E19 | Event::E23 | Event::A1 | Event::A2 | Event::A3 | Event::G3 | Event::G4 => more_chits,
        Event::E12 => |m| m.is(|action| action == Action::Accept),
        Event::E13 | Event::E18 | Event::E20 | Event::E21 | Event::A4 => fewer_ideas,
        Event::E17 | Event::E24 => |m| m.is(|action| matches!(action, Action::Transfer(..))),
        Event::E22 => |m| m.is(|action| matches!(action, Action::Put(..))),
        Event::D1 | Event::D2 | Event::D3 => |m| m.grows(dogs),
        Event::G1 | Event::G2 => |m| m.grows(closed_gates),
        Event::M1 => |_| true,
        Event::M2 | Event::M3 => |m| m.grows(all_ideas),
        Event::B1 | Event::B2 | Event::B3 => return None,
    };
    Some(shows)
}

/// Section 7.5: what each Crisis does.
fn crisis(crisis: Crisis) -> Shows {
    match crisis {
        Crisis::C1 => |m| m.falls(|state| fixtures(state, Fixture::Reinforcements)),
        Crisis::C2 => |m| m.grows(|state| total(state, |hex| state.guards(hex).active)),
        Crisis::C3 => |m| m.grows(closed_gates),
        Crisis::C4 => |m| m.grows(|state| total(state, |hex| state.locks(hex).active)),
        Crisis::C5 => |m| m.comes(MastersOfTheHeist::is_panicked),
        Crisis::C6 => |m| m.grows(dogs),
        Crisis::Z1 => |m| m.begins_escape() || m.after.phase() >= Phase::Crises,
        Crisis::Z2 => |m| m.grows(closed_gates),
    }
}

/// Other rules, each with its id, and how it shows.
const RULES: &[(&str, Shows)] = &[
    ("MH2a the edition v24: three Locks of E5", |m| {
        m.is(|action| matches!(action, Action::Lock(_)))
    }),
    ("MH3.3c a start on an Exit in a tunnel space", |m| {
        let printed = m.scenario().exits.len();
        m.is(|action| matches!(action, Action::Start(_, tile) if m.before.exit_number(tile).is_some_and(|exit| exit >= printed)))
    }),
    ("MH4.4d an alert discards the last Event", |m| {
        m.comes(MastersOfTheHeist::has_overshot)
    }),
    ("MH4a nobody is left", |m| {
        let is_active = |who: Who| m.after.standing(who) == Standing::Active;
        m.begins_escape() && !m.after.everyone().any(|who| !who.is_npc() && is_active(who))
    }),
    ("MH5.2a a move onto an Exit", |m| {
        m.is(|action| matches!(action, Action::Move(tile) if m.before.exit_number(tile).is_some()))
    }),
    ("MH5.2f the bag is empty", |m| {
        m.is(|action| action == Action::RevealSurplus) && m.outcome().is_none() && !m.changes(all_ideas)
    }),
    ("MH5.3b a Camera raises an alert", |m| {
        m.is(|action| matches!(action, Action::Move(_))) && m.falls(|state| state.deck_cards().len())
    }),
    ("MH5.3h a Guard holds a chit of loot", |m| {
        let is_loot = matches!(m.outcome(), Some(Outcome::Chit(chit)) if chit.loot().is_some());
        let guards = |state: &MastersOfTheHeist| total(state, |hex| state.guards(hex).active);
        is_loot && m.grows(guards)
    }),
    ("MH5.4b the Remote Locks X", |m| m.falls(|state| rings(state, 0))),
    ("MH5.4b the Remote Locks Y", |m| m.falls(|state| rings(state, 1))),
    ("MH5.6a the last position of the tracker", |m| {
        let track = Tables::get(m.before.edition()).track(m.before.player_count());
        m.comes(|state| state.marker() == track.last)
    }),
    ("MH6.2e the kennel", |m| {
        let has_kennel = fixtures(m.before, Fixture::Kennel) > 0;
        has_kennel && matches!(m.event, Some(Event::D1 | Event::D2 | Event::D3)) && m.grows(dogs)
    }),
    ("MH6.2f no kennel, the substitute", |m| {
        let has_kennel = fixtures(m.before, Fixture::Kennel) > 0;
        !has_kennel && matches!(m.event, Some(Event::D1 | Event::D2 | Event::D3)) && m.grows(dogs)
    }),
    ("MH6.4a a Watchtower is switched off", |m| {
        m.falls(|state| fixtures(state, Fixture::Watchtower))
    }),
    ("MH6.5a a character is Busted by a gate", |m| {
        m.before
            .everyone()
            .any(|who| m.is_busted(who) && m.after.tile_of(who).is_none())
    }),
    ("MH6.6h a last ditch gets out", |m| {
        m.before
            .roller()
            .is_some_and(|who| m.before.phase() == Phase::Escape && m.comes(|state| state.exit_of(who).is_some()))
    }),
    ("MH6.6h a last ditch fails", |m| {
        m.before
            .roller()
            .is_some_and(|who| m.before.phase() == Phase::Escape && m.is_busted(who))
    }),
    ("MH6.6m escape on hideouts", |m| {
        m.scenario().ends_on_hideouts() && m.is(|action| matches!(action, Action::Counts(_)))
    }),
    ("MH7.2c an Exit of a Breach", |m| {
        m.before.round() > 0 && m.grows(|state| state.exits().count())
    }),
    ("MH7.6b Cheap Picks leave", |m| {
        let held = |state: &MastersOfTheHeist| {
            let piece = heist_engine::masters::Piece::Item(Item::CheapPicks);
            state.everyone().map(|who| state.held_count(who, piece)).sum::<u8>()
        };
        m.before.phase() <= Phase::EndAction && m.after.round() > m.before.round() && m.falls(held)
    }),
    ("MH7.6d a Flashbang wears off", |m| {
        let flashed = |state: &MastersOfTheHeist| total(state, |hex| state.flashed(hex).iter().sum());
        m.falls(flashed) && m.falls(subdued)
    }),
    ("MH7.8d the Shell disables a Camera", |m| {
        let disabled = |state: &MastersOfTheHeist| total(state, |hex| state.cameras(hex).inactive);
        m.is(|action| action == Action::Shell) && m.grows(disabled)
    }),
    ("MH7.9a a Prisoner is freed", |m| {
        m.npc() == Some(NpcCard::Prisoner) && is_inactive_npc(m.before) && is_active_npc(m.after)
    }),
    ("MH7.9c the nearest character loses an idea or takes noise", |m| {
        let is_player = m.before.deciding().is_some_and(|who| !who.is_npc());
        m.before.phase() == Phase::EndAction
            && is_player
            && m.is(|action| matches!(action, Action::LoseIdea | Action::TakeNoise))
    }),
    ("MH7.9c the panicked hostage itself", |m| {
        let is_npc = m.before.deciding().is_some_and(Who::is_npc);
        is_npc && m.is(|action| matches!(action, Action::LoseIdea | Action::TakeNoise))
    }),
    ("MH7.9d a panicked guide talks", |m| {
        let owed = m.before.marker() + m.before.owed_noise_count();
        let is_guide = m.npc() == Some(NpcCard::Guide) && m.before.is_panicked() && is_active_npc(m.before);
        is_guide && m.is(|action| action == Action::End) && m.after.marker() == owed + 1
    }),
    ("MH7.10b a start inside", |m| {
        let is_inside = |tile| m.scenario().hex_number(tile).is_some();
        m.scenario().inside_starts != 0 && m.is(|action| matches!(action, Action::Start(_, tile) if is_inside(tile)))
    }),
    ("MH7.10b a start on a hideout", |m| {
        m.scenario().starts_on_hideouts() && m.is(|action| matches!(action, Action::Start(..)))
    }),
    ("MH7.10d the Prisoner is moved", |m| {
        m.is_of("parking-garage") && is_inactive_npc(m.after) && m.changes(|state| state.tile_of(Who::NPC))
    }),
    ("MH7.10d an ambush", |m| {
        m.is_of("parking-garage") && m.before.round() > 0 && m.resolves(Crisis::C1) && m.before.starting_guards()[1] > 0
    }),
    ("MH7.10d the Prisoner is freed", |m| {
        m.is_of("parking-garage") && is_inactive_npc(m.before) && is_active_npc(m.after)
    }),
    ("MH7.10e the Mayor goes on", |m| {
        let at = |state: &MastersOfTheHeist| state.tile_of(Who::NPC);
        m.is_of("interior-ministry-north") && is_inactive_npc(m.after) && at(m.after).is_some() && m.changes(at)
    }),
    ("MH7.10e the Mayor is gone", |m| {
        let is_gone = |state: &MastersOfTheHeist| is_inactive_npc(state) && state.tile_of(Who::NPC).is_none();
        m.is_of("interior-ministry-north") && m.comes(is_gone)
    }),
    ("scenarios:server-farm the USB key opens the rings", |m| {
        m.is_of("server-farm")
            && m.is(|action| matches!(action, Action::Take(..) | Action::Pass(..)))
            && m.falls(|state| rings(state, 1))
    }),
    ("scenarios:the-lair the schematics", |m| commits(m, "study-schematics")),
    ("scenarios:museum-of-antiquity the keycard flies", |m| {
        m.is(|action| matches!(action, Action::Commit(Commit::FancyCardFlick(_))))
    }),
    ("escape is declared (MH4.2c)", |m| {
        m.is(|action| action == Action::Escape)
    }),
];

/// Counts what of the rules a step shows.
pub fn note(m: &Moment, seen: &mut Counters) {
    let shown = |shows: Shows| shows(m);
    Ability::ALL
        .iter()
        .filter(|&&one| shown(ability(one)))
        .for_each(|one| seen.count("ability", one));
    Fixer::ALL
        .iter()
        .filter(|&&one| shown(fixer(one)))
        .for_each(|one| seen.count("fixer", one));
    Item::ALL
        .iter()
        .filter(|&&one| shown(item(one)))
        .for_each(|one| seen.count("item", one));
    if let Some(resolved) = m.event {
        seen.count("event", resolved);
        if event(resolved).is_some_and(shown) {
            seen.count("effect of an event", resolved);
        }
    }
    for resolved in m.crises() {
        seen.count("crisis", resolved);
        if shown(crisis(resolved)) {
            seen.count("effect of a crisis", resolved);
        }
    }
    for (name, shows) in RULES {
        if shown(*shows) {
            seen.count("rule", name);
        }
    }
    let (gates, before) = (closed_gates(m.after), closed_gates(m.before));
    for gate in before..gates {
        seen.count("gate", char::from(b'A' + gate as u8));
    }
    let is_open = |state: &MastersOfTheHeist| fixtures(state, Fixture::Safe) == 0;
    if m.scenario().safe.is_some() && m.comes(is_open) {
        seen.count("safe", &m.scenario().name);
    }
}

/// What was never seen.
pub fn missing(seen: &Counters) -> Vec<String> {
    let in_decks = || Event::ALL.iter().filter(|&&one| event(one).is_some());
    let safes = Scenario::all().iter().filter(|scenario| scenario.safe.is_some());
    let gates = Scenario::all().iter().map(Scenario::gates).max().unwrap_or(0);
    let mut missing = seen.missing("ability", Ability::ALL);
    missing.extend(seen.missing("fixer", Fixer::ALL));
    missing.extend(seen.missing("item", Item::ALL));
    missing.extend(seen.missing("event", in_decks()));
    missing.extend(seen.missing("effect of an event", in_decks()));
    missing.extend(seen.missing("crisis", Crisis::ALL));
    missing.extend(seen.missing("effect of a crisis", Crisis::ALL));
    missing.extend(seen.missing("rule", RULES.iter().map(|(name, _)| name)));
    missing.extend(seen.missing("gate", (0..gates as u8).map(|gate| char::from(b'A' + gate))));
    missing.extend(seen.missing("safe", safes.map(|scenario| &scenario.name)));
    missing
}
