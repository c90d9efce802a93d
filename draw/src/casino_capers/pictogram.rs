//! A small drawing for each kind of tile, in a box of 24 units, and the colour of its family.

use heist_engine::casino_capers::Kind;

use crate::palette::{Hue, Palette};

/// The colours of a kind: what calls or sees, what takes cubes, games of chance, ways, and what the crew is after have
/// one each.
pub(super) const fn hue(kind: Kind, palette: &Palette) -> Hue {
    match kind {
        Kind::Surveillance | Kind::CrowsNest | Kind::PitBoss | Kind::FrontDesk => palette.watch,
        Kind::CashierCages | Kind::CountRoom => palette.lock,
        Kind::Slots | Kind::TableGames => palette.machine,
        Kind::MagicShow | Kind::RevolvingDoor | Kind::Monorail | Kind::Escalator => palette.aid,
        Kind::Buffet | Kind::Lounge | Kind::Pool => palette.calm,
        Kind::OwnersOffice | Kind::Safe => palette.prize,
    }
}

/// The lines of a kind's drawing.
pub(super) const fn way(kind: Kind) -> &'static str {
    match kind {
        // A cloche on its plate.
        Kind::Buffet => "M3 18h18M5 18a7 7 0 0 1 14 0M12 11V9M11 8h2M4 21h16",
        // A window with bars.
        Kind::CashierCages => "M4 4h16v13H4zM8 4v13M12 4v13M16 4v13M3 20h18",
        // Piles of coins.
        Kind::CountRoom => "M3 17h7v4H3zM3 13h7v4H3zM14 17h7v4h-7zM14 13h7v4h-7zM14 9h7v4h-7zM14 5h7v4h-7z",
        // A lookout on its mast.
        Kind::CrowsNest => "M12 3v18M6 9h12l-2 6H8zM12 3l6 2-6 2M8 21h8",
        // A bell.
        Kind::FrontDesk => "M3 19h18M5 19v-1a7 7 0 0 1 14 0v1M12 11V8M9.5 8h5M4 22h16",
        // A glass.
        Kind::Lounge => "M4 4h16l-8 8zM12 12v8M8 20h8M8 7.5h8M15 5l4-3",
        // A hat and a wand.
        Kind::MagicShow => "M7 4h10v12H7zM3 16h18M7 12h10M5 21l14 0M17 21h2",
        // Somebody with folded arms.
        Kind::PitBoss => "M12 9a3 3 0 1 0-.01 0M5 21v-5a4 4 0 0 1 4-4h6a4 4 0 0 1 4 4v5M8 16l8 2M8 18l8-2",
        // Waves.
        Kind::Pool => {
            "M2 12c3-3 4 2 7 0s4-2 6.5 0 4 2 6.5-1M2 18c3-3 4 2 7 0s4-2 6.5 0 4 2 6.5-1M8 9V5a2 2 0 0 1 4 0M15 9V5"
        }
        // Four wings in a ring.
        Kind::RevolvingDoor => "M12 2.5a9.5 9.5 0 1 0 .01 0M5.5 5.5l13 13M18.5 5.5l-13 13",
        // Three reels with their arm.
        Kind::Slots => "M3 6h14v12H3zM7.5 6v12M12.5 6v12M20 5v8M20 13h-3M3 12h14",
        // A camera on its arm.
        Kind::Surveillance => "M4 7h10v8H4zM14 10l6-3v8l-6-3M7 15v5h4",
        // Two dice.
        Kind::TableGames => "M3 9h11v11H3zM10 9V4h11v11h-7M6 12h.01M11 17h.01M8.5 14.5h.01M15.5 7h.01M18 11.5h.01",
        // A train on its beam.
        Kind::Monorail => "M3 6h14a4 4 0 0 1 4 4v4H3zM6 9h4M13 9h4M2 17h20M7 17v4M17 17v4",
        // Moving steps with a rail.
        Kind::Escalator => "M3 20h4l9-12h5M3 15h2.5L14 4h7M8.5 18v-2M11.5 14v-2M14.5 10V8",
        // A desk with its chair.
        Kind::OwnersOffice => "M3 10h18M5 10v10M19 10v10M12 10v6h7M12 13h7M8 10V5h7l1 5",
        // A door with its wheel.
        Kind::Safe => "M3 4h18v15H3zM6 19v2M18 19v2M12 7.5a4 4 0 1 0 .01 0M12 9.5v4M10 11.5h4M6 8v7",
    }
}
