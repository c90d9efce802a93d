//! What is being resolved: a stack of resumable steps of the rules.

use std::hash::{Hash, Hasher};

use super::action::Who;
use super::scenario::Chit;

/// One step of the rules, resumed when it comes to the top of the stack. A frame *runs* as soon as it is on top, *asks*
/// a decision, or *draws* and waits for chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Frame {
    /// Nothing; lies under an empty stack.
    Idle,

    // rules/planning.rs
    /// (a), if anything can be done.
    Reveals,
    AskReveals,
    /// (b), likewise.
    Office,
    AskOffice,
    /// MH7.8g: so many tokens left, on hexes from this one on.
    AskIdeaToken(u8, u8),
    /// MH7.8i: so many Events left, from this one on.
    AskInsert(u8, u8),
    /// (c): from this space on.
    Tunnels(u8),
    AskTunnel(u8),
    /// (d): from this character on.
    StartPlaces(u8),
    AskStart(Who),
    Leftovers(u8),
    AskLeftover(Who),
    /// Pairs on hideouts: the first and the second.
    Exchanges(Who, Who),
    AskExchange(Who, Who),
    /// (e): a character, and the first hex that is left.
    Tokens(Who, u8),
    AskPlanToken(Who, u8),
    /// (f), (g).
    Stake,
    AskStake,
    AskBegin,

    // rules/turn.rs
    StartHeist,
    Round,
    /// MH4.1a: this character is next.
    RollDice(u8),
    DrawDie(Who),
    ActionPhase,
    EndEvent,
    Movements,
    NextRound,

    // rules/arrival.rs
    RevealNext,
    AskNext,
    DrawChit(u8),
    AskConsultant(u8, Chit),
    /// MH5.3d: the last step of an arrival.
    Arrived(Who),

    // rules/dogs.rs
    Chase,
    AskChase,
    EventDog(DogCard),
    AskTarget(DogCard),
    AskTargetHex,
    /// MH6.2e: where the dog is, where it goes, and its steps left.
    RunDog(u8, u8, u8),
    AskDog(u8, u8, u8),
    /// C6: the targets chosen so far, none last.
    Hounds([u8; 3]),
    AskHound([u8; 3]),

    // rules/npcs.rs
    FreePrisoner,
    NpcActive,
    NpcArrives,
    AskVictim,
    IdeaOrNoise(Who),
    AskIdeaOrNoise(Who),

    // rules/action.rs
    AskActor,
    AskMicro(Who),
    EndPhase,

    // rules/commits.rs
    /// MH7.2p: Cameras left, on hexes from this one on.
    Rewire(Who, u8, u8),
    AskRewire(Who, u8, u8),
    /// MH7.2n: the direction if it is chosen, and the first place in the order that is left.
    Toss(Who, u8, u8),
    AskToss(Who, u8, u8),

    // rules/subactions.rs
    DrawSurplus,
    /// H83: who subdues a Guard on which hex.
    AskGuard(Who, u8),

    // rules/abilities.rs
    /// MH5.8d: moves left.
    Replan(Who, u8),
    AskLift(Who, u8),
    /// Whose token is in hand, and on which hex it was.
    AskReplace(Who, u8),
    /// MH7.2f: ideas left to give, and the first character that is left.
    GiveIdeas(Who, u8, u8),
    AskGiveIdeas(Who, u8, u8),
    StoryReveal(Who),
    AskStoryReveal(Who),
    StoryCash(Who),

    // rules/end_action.rs
    EndAction,
    CancelNoise,
    OwedNoise,
    AskDivert,
    AfterNoise,

    // rules/noise.rs
    /// MH5.6a: so many noises of an Event.
    Noises(u8),

    // rules/events.rs
    EventPhase,
    EventDone,
    /// E5 of v24: Locks left, on hexes from this one on.
    AskLock(u8, u8),
    Blabbing(u8),
    AskBlabbing(Who),
    AskEncourage,
    /// E17: pairs that have exchanged, as bits.
    Whisper([u8; 2]),
    AskWhisper([u8; 2]),
    /// Characters that lose an idea, as bits.
    LoseIdeas(u8),
    AskPenny(Who),
    /// E22: from this character on.
    Fumble(u8),
    AskPut(Who),
    AskGift,

    // rules/crises.rs
    Crises,
    Reinforcements,
    AskReinforce,

    // rules/gates.rs
    /// So many gates close.
    CloseGates(u8),
    /// MH10.11: characters with a token to place, as bits.
    Displaced(u8),
    AskDisplaced(Who),

    // rules/escape.rs
    EscapeStart,
    EscapeReveals,
    EscapeReady,
    EscapePhase,
    AskEscaper,
    AskEscape(Who),

    // rules/ditch.rs
    AskRoute(Who),
    /// Points that the own ideas have made.
    DrawDitch(Who, u8),

    // rules/result.rs
    /// MH6.6l, MH6.6m: this Exit or hideout is next.
    Count(u8),
    AskCounts(u8),
}

/// What an event dog runs to (MH6.2e).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum DogCard {
    /// D1: the nearest character.
    Character,
    /// D2: the nearest loot.
    Loot,
    /// D3: a player character with the fewest ideas.
    Fear,
}

/// The places of a stack, more than rules nest deep.
const DEPTH: usize = 18;

/// A stack of frames; the last one is on top.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stack {
    /// What lies above the top has no meaning.
    frames: [Frame; DEPTH],
    length: u8,
}

impl PartialEq for Stack {
    fn eq(&self, other: &Stack) -> bool {
        self.frames() == other.frames()
    }
}

impl Eq for Stack {}

impl Hash for Stack {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.frames().hash(state);
    }
}

impl Stack {
    pub const EMPTY: Stack = Stack {
        frames: [Frame::Idle; DEPTH],
        length: 0,
    };

    /// The frame on top, or [`Frame::Idle`].
    #[inline]
    pub fn top(&self) -> Frame {
        self.frames().last().copied().unwrap_or(Frame::Idle)
    }

    #[inline]
    pub fn push(&mut self, frame: Frame) {
        self.frames[usize::from(self.length)] = frame;
        self.length += 1;
    }

    /// Takes the top frame off.
    #[inline]
    pub fn pop(&mut self) -> Frame {
        let top = self.top();
        self.length = self.length.saturating_sub(1);
        top
    }

    pub fn clear(&mut self) {
        self.length = 0;
    }

    /// The frames, bottom first.
    pub fn frames(&self) -> &[Frame] {
        &self.frames[..usize::from(self.length)]
    }
}

/// What a frame does when it is on top.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Runs,
    Asks,
    Draws,
}

impl Frame {
    #[inline]
    pub const fn kind(self) -> Kind {
        match self {
            Frame::DrawDie(_) | Frame::DrawChit(_) | Frame::DrawSurplus | Frame::DrawDitch(..) => Kind::Draws,
            Frame::AskReveals
            | Frame::AskOffice
            | Frame::AskIdeaToken(..)
            | Frame::AskInsert(..)
            | Frame::AskTunnel(_)
            | Frame::AskStart(_)
            | Frame::AskLeftover(_)
            | Frame::AskExchange(..)
            | Frame::AskPlanToken(..)
            | Frame::AskStake
            | Frame::AskBegin
            | Frame::AskNext
            | Frame::AskConsultant(..)
            | Frame::AskChase
            | Frame::AskTarget(_)
            | Frame::AskTargetHex
            | Frame::AskDog(..)
            | Frame::AskHound(_)
            | Frame::AskVictim
            | Frame::AskIdeaOrNoise(_)
            | Frame::AskActor
            | Frame::AskMicro(_)
            | Frame::AskRewire(..)
            | Frame::AskToss(..)
            | Frame::AskGuard(..)
            | Frame::AskLift(..)
            | Frame::AskReplace(..)
            | Frame::AskGiveIdeas(..)
            | Frame::AskStoryReveal(_)
            | Frame::AskDivert
            | Frame::AskLock(..)
            | Frame::AskBlabbing(_)
            | Frame::AskEncourage
            | Frame::AskWhisper(_)
            | Frame::AskPenny(_)
            | Frame::AskPut(_)
            | Frame::AskGift
            | Frame::AskReinforce
            | Frame::AskDisplaced(_)
            | Frame::AskEscaper
            | Frame::AskEscape(_)
            | Frame::AskRoute(_)
            | Frame::AskCounts(_) => Kind::Asks,
            _ => Kind::Runs,
        }
    }
}

// The stack is a large part of a state.
const _: () = assert!(size_of::<Frame>() == 4);
