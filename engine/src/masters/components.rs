//! The components: characters, abilities, skills, items, events, crises, fixers and NPCs (data/masters-of-the-heist).
//!
//! Names stand here; what the data files say about them is read by [`super::tables`].

use crate::component_set::components;

components! {
    /// The classes: a character is of the class of its amateur ancestor (MH3.2b).
    Class: "a class" {
        /// characters:angry-locksmith and its pros.
        AngryLocksmith = "angry-locksmith",
        /// characters:thug and its pros.
        Thug = "thug",
        /// characters:street-urchin and its pros.
        StreetUrchin = "street-urchin",
        /// characters:script-kiddie and its pros.
        ScriptKiddie = "script-kiddie",
        /// characters:burglar and its pros.
        Burglar = "burglar",
        /// characters:lookout and its pros.
        Lookout = "lookout",
        /// characters:pickpocket and its pros.
        Pickpocket = "pickpocket",
        /// characters:shutter-bug and its pros.
        ShutterBug = "shutter-bug",
    }
}

components! {
    /// The character cards (7.1, characters.csv).
    Card: "a character" {
        /// characters:angry-locksmith.
        AngryLocksmith = "angry-locksmith",
        /// characters:safecracker.
        Safecracker = "safecracker",
        /// characters:demolitions-guy.
        DemolitionsGuy = "demolitions-guy",
        /// characters:thug.
        Thug = "thug",
        /// characters:bruiser.
        Bruiser = "bruiser",
        /// characters:operative.
        Operative = "operative",
        /// characters:street-urchin.
        StreetUrchin = "street-urchin",
        /// characters:grifter.
        Grifter = "grifter",
        /// characters:mastermind.
        Mastermind = "mastermind",
        /// characters:script-kiddie.
        ScriptKiddie = "script-kiddie",
        /// characters:hacktivist.
        Hacktivist = "hacktivist",
        /// characters:black-hat.
        BlackHat = "black-hat",
        /// characters:burglar.
        Burglar = "burglar",
        /// characters:grease-man.
        GreaseMan = "grease-man",
        /// characters:ghost-runner.
        GhostRunner = "ghost-runner",
        /// characters:lookout.
        Lookout = "lookout",
        /// characters:watchman.
        Watchman = "watchman",
        /// characters:sentinel.
        Sentinel = "sentinel",
        /// characters:pickpocket.
        Pickpocket = "pickpocket",
        /// characters:con-artist.
        ConArtist = "con-artist",
        /// characters:thief.
        Thief = "thief",
        /// characters:shutter-bug.
        ShutterBug = "shutter-bug",
        /// characters:technician.
        Technician = "technician",
        /// characters:tinkerer.
        Tinkerer = "tinkerer",
    }
}

components! {
    /// The abilities of characters (MH7.2, abilities.csv).
    Ability: "an ability" {
        /// abilities:efficient-picker.
        EfficientPicker = "efficient-picker",
        /// abilities:pick-under-pressure.
        PickUnderPressure = "pick-under-pressure",
        /// abilities:breach.
        Breach = "breach",
        /// abilities:adrenaline.
        Adrenaline = "adrenaline",
        /// abilities:anger-therapy.
        AngerTherapy = "anger-therapy",
        /// abilities:pressure-points.
        PressurePoints = "pressure-points",
        /// abilities:there-are-better-ways.
        ThereAreBetterWays = "there-are-better-ways",
        /// abilities:change-of-plans.
        ChangeOfPlans = "change-of-plans",
        /// abilities:alright-new-plan.
        AlrightNewPlan = "alright-new-plan",
        /// abilities:autopwn.
        Autopwn = "autopwn",
        /// abilities:exploit.
        Exploit = "exploit",
        /// abilities:i-can-haz-teh-codes.
        ICanHazTehCodes = "i-can-haz-teh-codes",
        /// abilities:has-the-code.
        HasTheCode = "has-the-code",
        /// abilities:dart.
        Dart = "dart",
        /// abilities:bolt.
        Bolt = "bolt",
        /// abilities:vent-crawl.
        VentCrawl = "vent-crawl",
        /// abilities:i-know-a-way.
        IKnowAWay = "i-know-a-way",
        /// abilities:we-know-a-way.
        WeKnowAWay = "we-know-a-way",
        /// abilities:good-in-a-pinch.
        GoodInAPinch = "good-in-a-pinch",
        /// abilities:great-in-a-pinch.
        GreatInAPinch = "great-in-a-pinch",
        /// abilities:larcenist.
        Larcenist = "larcenist",
        /// abilities:swindler.
        Swindler = "swindler",
        /// abilities:toss-loot.
        TossLoot = "toss-loot",
        /// abilities:patch-in.
        PatchIn = "patch-in",
        /// abilities:loop-footage.
        LoopFootage = "loop-footage",
        /// abilities:rewire-character.
        RewireCharacter = "rewire-character",
    }
}

components! {
    /// The skill cards (7.3, skills.csv).
    Skill: "a skill" {
        /// skills:smash-n-grab.
        SmashNGrab = "smash-n-grab",
        /// skills:hurry.
        Hurry = "hurry",
        /// skills:wing-it.
        WingIt = "wing-it",
        /// skills:hit-n-run.
        HitNRun = "hit-n-run",
        /// skills:bypass.
        Bypass = "bypass",
        /// skills:yank-wires.
        YankWires = "yank-wires",
        /// skills:linger.
        Linger = "linger",
        /// skills:steal.
        Steal = "steal",
        /// skills:pilfer.
        Pilfer = "pilfer",
        /// skills:ninja.
        Ninja = "ninja",
        /// skills:prowl.
        Prowl = "prowl",
        /// skills:concoct.
        Concoct = "concoct",
        /// skills:improvise.
        Improvise = "improvise",
        /// skills:assault.
        Assault = "assault",
        /// skills:blast.
        Blast = "blast",
        /// skills:extract.
        Extract = "extract",
        /// skills:circumvent.
        Circumvent = "circumvent",
        /// skills:splice-in.
        SpliceIn = "splice-in",
        /// skills:tweak.
        Tweak = "tweak",
        /// skills:tamper.
        Tamper = "tamper",
        /// skills:intrude.
        Intrude = "intrude",
    }
}

components! {
    /// The items (7.6, items.csv).
    Item: "an item" {
        /// items:cheap-picks.
        CheapPicks = "cheap-picks",
        /// items:laser-burst.
        LaserBurst = "laser-burst",
        /// items:flashbang.
        Flashbang = "flashbang",
        /// items:master-plan-copy.
        MasterPlanCopy = "master-plan-copy",
        /// items:building-schematics.
        BuildingSchematics = "building-schematics",
        /// items:lucky-penny.
        LuckyPenny = "lucky-penny",
        /// items:radio.
        Radio = "radio",
        /// items:safecracking-tools.
        SafecrackingTools = "safecracking-tools",
        /// items:plasma-torch.
        PlasmaTorch = "plasma-torch",
        /// items:camouflage.
        Camouflage = "camouflage",
        /// items:dog-whistle.
        DogWhistle = "dog-whistle",
        /// items:perfect-picks.
        PerfectPicks = "perfect-picks",
    }
}

components! {
    /// The Events (MH7.4a, events.csv).
    Event: "an Event" {
        /// events:E1, Hidden Cameras.
        E1 = "E1",
        /// events:E2, Get Outta My Way!.
        E2 = "E2",
        /// events:E3, Caught in a Reflection.
        E3 = "E3",
        /// events:E4, Suspicious Guards.
        E4 = "E4",
        /// events:E5, Guard Locks Himself In.
        E5 = "E5",
        /// events:E6, Huh, Didn't See Those.
        E6 = "E6",
        /// events:E7, Shadows in the Window.
        E7 = "E7",
        /// events:E8, Surveillance Reboot.
        E8 = "E8",
        /// events:E9, Double Camera.
        E9 = "E9",
        /// events:E10, Increased Suspicion.
        E10 = "E10",
        /// events:E11, Oops! Re-locked.
        E11 = "E11",
        /// events:E12, Guard Starts Blabbing.
        E12 = "E12",
        /// events:E13, Overwhelmed.
        E13 = "E13",
        /// events:E14, Door Rattles.
        E14 = "E14",
        /// events:E15, I Thought I Had Him.
        E15 = "E15",
        /// events:E16, Cameras Rotate.
        E16 = "E16",
        /// events:E17, Stage Whisper.
        E17 = "E17",
        /// events:E18, Moment of Doubt.
        E18 = "E18",
        /// events:E19, Hey You!.
        E19 = "E19",
        /// events:E20, Hurry Up!.
        E20 = "E20",
        /// events:E21, Fear of the Unknown.
        E21 = "E21",
        /// events:E22, Fumble the Loot.
        E22 = "E22",
        /// events:E23, Ties Broke!.
        E23 = "E23",
        /// events:E24, Coming In Hot!.
        E24 = "E24",
        /// events:A1, Did You See Something?.
        A1 = "A1",
        /// events:A2, Where is He?.
        A2 = "A2",
        /// events:A3, Ties Broke!.
        A3 = "A3",
        /// events:A4, Their Word Against Yours.
        A4 = "A4",
        /// events:B1, Tamper-Proof Cameras.
        B1 = "B1",
        /// events:B2, Are Those New Locks?.
        B2 = "B2",
        /// events:B3, Big Guard.
        B3 = "B3",
        /// events:D1, Sick Him!.
        D1 = "D1",
        /// events:D2, Guard the Loot Boy!.
        D2 = "D2",
        /// events:D3, They Can Sense Your Fear.
        D3 = "D3",
        /// events:G1, Shut the Gate!.
        G1 = "G1",
        /// events:G2, More Gates Shut!!.
        G2 = "G2",
        /// events:G3, Unexpected Lock.
        G3 = "G3",
        /// events:G4, Check that Gate.
        G4 = "G4",
        /// events:M1, According to Plan.
        M1 = "M1",
        /// events:M2, Confidence in the Plan.
        M2 = "M2",
        /// events:M3, Just Like We Planned It.
        M3 = "M3",
    }
}

components! {
    /// The Crises (7.5, crises.csv).
    Crisis: "a Crisis" {
        /// crises:C1, Reinforcements.
        C1 = "C1",
        /// crises:C2, Watchtower Sweep.
        C2 = "C2",
        /// crises:C3, Shut the Gate!!.
        C3 = "C3",
        /// crises:C4, Lock the Goods!.
        C4 = "C4",
        /// crises:C5, Panic!.
        C5 = "C5",
        /// crises:C6, Release the Hounds!.
        C6 = "C6",
        /// crises:Z1, Sound the Alarm!.
        Z1 = "Z1",
        /// crises:Z2, Full Lockdown!!.
        Z2 = "Z2",
    }
}

components! {
    /// The fixers (7.8, fixers.csv).
    Fixer: "a fixer" {
        /// fixers:old-friend.
        OldFriend = "old-friend",
        /// fixers:fence.
        Fence = "fence",
        /// fixers:visage.
        Visage = "visage",
        /// fixers:bookie.
        Bookie = "bookie",
        /// fixers:connoisseur.
        Connoisseur = "connoisseur",
        /// fixers:beat-cop.
        BeatCop = "beat-cop",
        /// fixers:curator.
        Curator = "curator",
        /// fixers:shell.
        Shell = "shell",
        /// fixers:consultant.
        Consultant = "consultant",
        /// fixers:machinist.
        Machinist = "machinist",
        /// fixers:retiree.
        Retiree = "retiree",
        /// fixers:architect.
        Architect = "architect",
        /// fixers:diversion.
        Diversion = "diversion",
        /// fixers:prison-guard.
        PrisonGuard = "prison-guard",
        /// fixers:mayor.
        Mayor = "mayor",
    }
}

components! {
    /// The NPC cards (7.9, npcs.csv); each has two sides.
    NpcCard: "an NPC card" {
        /// npcs:prisoner-normal and npcs:prisoner-panic.
        Prisoner = "prisoner",
        /// npcs:hostage-normal and npcs:hostage-panic.
        Hostage = "hostage",
        /// npcs:guide-normal and npcs:guide-panic.
        Guide = "guide",
    }
}

components! {
    /// The actions of character cards, items and NPC cards (MH5.1a, MH5.7a).
    ActionName: "an action" {
        /// `walk`.
        Walk = "walk",
        /// `pick`.
        Pick = "pick",
        /// `pick-ii`.
        PickII = "pick-ii",
        /// `breach`.
        Breach = "breach",
        /// `punch`.
        Punch = "punch",
        /// `bash`.
        Bash = "bash",
        /// `spy-stuff`.
        SpyStuff = "spy-stuff",
        /// `report`.
        Report = "report",
        /// `dash`.
        Dash = "dash",
        /// `deduce`.
        Deduce = "deduce",
        /// `run`.
        Run = "run",
        /// `stride`.
        Stride = "stride",
        /// `autopwn`.
        Autopwn = "autopwn",
        /// `exploit`.
        Exploit = "exploit",
        /// `dart`.
        Dart = "dart",
        /// `pause`.
        Pause = "pause",
        /// `bolt`.
        Bolt = "bolt",
        /// `discover`.
        Discover = "discover",
        /// `hit`.
        Hit = "hit",
        /// `toss-loot`.
        TossLoot = "toss-loot",
        /// `smash`.
        Smash = "smash",
        /// `patch-in`.
        PatchIn = "patch-in",
        /// `disable`.
        Disable = "disable",
        /// `loop-footage`.
        LoopFootage = "loop-footage",
        /// `rewire-character`.
        RewireCharacter = "rewire-character",
        /// `crawl`.
        Crawl = "crawl",
        /// `hesitate`.
        Hesitate = "hesitate",
        /// `sprint`.
        Sprint = "sprint",
        /// `handle`.
        Handle = "handle",
        /// `whimper`.
        Whimper = "whimper",
        /// `observe`.
        Observe = "observe",
        /// `rake`.
        Rake = "rake",
        /// `kill-pixels`.
        KillPixels = "kill-pixels",
        /// `toss-flashbang`.
        TossFlashbang = "toss-flashbang",
        /// `tweak-plan`.
        TweakPlan = "tweak-plan",
        /// `blow-whistle`.
        BlowWhistle = "blow-whistle",
        /// `perfect-pick`.
        PerfectPick = "perfect-pick",
        /// `fancy-card-flick`.
        FancyCardFlick = "fancy-card-flick",
        /// `study-schematics`.
        StudySchematics = "study-schematics",
    }
}
