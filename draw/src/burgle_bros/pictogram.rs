//! A small drawing for each kind of tile, in a box of 24 units, and the colour of its family.

use heist_engine::burgle_bros::Kind;

use crate::palette::{Hue, Palette};

/// The colours of a kind: what watches, what is locked, machines, ways, Safes and calm rooms have one each.
pub(super) const fn hue(kind: Kind, palette: &Palette) -> Hue {
    match kind {
        Kind::Camera | Kind::Detector | Kind::Fingerprint | Kind::Laser | Kind::Motion | Kind::Thermo => palette.watch,
        Kind::ComputerFingerprint | Kind::ComputerLaser | Kind::ComputerMotion => palette.machine,
        Kind::Deadbolt | Kind::Keypad => palette.lock,
        Kind::Atrium | Kind::SecretDoor | Kind::ServiceDuct | Kind::Stairs | Kind::Walkway => palette.aid,
        Kind::Foyer | Kind::Laboratory | Kind::Lavatory => palette.calm,
        Kind::Safe => palette.prize,
    }
}

/// The lines of a kind's drawing.
pub(super) const fn way(kind: Kind) -> &'static str {
    match kind {
        // A well through the floors.
        Kind::Atrium => "M4 5h16v14H4zM12 8v8M9.5 10.5 12 8l2.5 2.5M9.5 13.5 12 16l2.5-2.5",
        // A camera on its arm.
        Kind::Camera => "M4 7h10v8H4zM14 10l6-3v8l-6-3M7 15v5h4",
        // A screen with the sign of what the room switches off.
        Kind::ComputerFingerprint => "M3 4h18v12H3zM9 20h6M12 16v4M9.5 13v-2a2.5 2.5 0 0 1 5 0v2M12 11v2",
        Kind::ComputerLaser => "M3 4h18v12H3zM9 20h6M12 16v4M6.5 10h11M12 7v6",
        Kind::ComputerMotion => "M3 4h18v12H3zM9 20h6M12 16v4M8 10h.01M10.5 8a3 3 0 0 1 0 4M13.5 7a5 5 0 0 1 0 6",
        // A bolt in its plate.
        Kind::Deadbolt => "M4 6h9v12H4zM13 10h7v4h-7M8.5 10v4",
        // A gate to walk through.
        Kind::Detector => "M4 21V4h16v17M8 21V8h8v13M12 12h.01M12 16h.01",
        // Lines of a finger.
        Kind::Fingerprint => "M5 15v-3a7 7 0 0 1 14 0v3M8.5 19v-7a3.5 3.5 0 0 1 7 0v7M12 12v8",
        // A house with columns.
        Kind::Foyer => "M3 9 12 4l9 5zM6 9v10M12 9v10M18 9v10M3 20h18",
        // Nine keys.
        Kind::Keypad => {
            "M5 3h14v18H5zM9 8h.01M12 8h.01M15 8h.01M9 12h.01M12 12h.01M15 12h.01M9 16h.01M12 16h.01M15 16h.01"
        }
        // A flask.
        Kind::Laboratory => "M9 3h6M10 3v6L5 18a2 2 0 0 0 1.8 3h10.4A2 2 0 0 0 19 18l-5-9V3M8 15h8",
        // Beams between posts.
        Kind::Laser => "M4 3v18M20 3v18M4 7h16M4 12h16M4 17h16",
        // A bowl with its tank.
        Kind::Lavatory => "M5 3h4v8H5zM5 11h14a6 6 0 0 1-6 6H9zM9.5 17v4h6v-4",
        // Waves of a sensor.
        Kind::Motion => "M5 12h.01M8.5 8.5a5 5 0 0 1 0 7M12 5.5a9 9 0 0 1 0 13M15.5 3a12.5 12.5 0 0 1 0 18",
        // A shelf that opens.
        Kind::SecretDoor => "M4 20V4h16v16M12 4v16M4 9h8M4 14h8M15.5 12h.01M3 20h18",
        // A grille.
        Kind::ServiceDuct => "M3 5h18v14H3zM7 9h10M7 12h10M7 15h10",
        // Steps.
        Kind::Stairs => "M3 20h4.5v-5H12v-5h4.5V5H21v15H3",
        // A thermometer.
        Kind::Thermo => "M10 13.5V5a2 2 0 0 1 4 0v8.5a4.5 4.5 0 1 1-4 0zM12 10v7",
        // A bridge, and the way down from it.
        Kind::Walkway => "M3 5h18M3 11h18M6 5v6M12 5v6M18 5v6M12 15v6M9 18.5l3 2.5 3-2.5",
        // A door with its wheel.
        Kind::Safe => "M3 4h18v15H3zM6 19v2M18 19v2M12 7.5a4 4 0 1 0 .01 0M12 9.5v4M10 11.5h4M6 8v7",
    }
}
