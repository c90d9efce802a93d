//! The noise marker (5.6).

use super::tables::Track;

/// MH3.1d: where the marker begins.
pub const START: u8 = 0;

/// MH5.6a, H47: one noise moves the marker, up to the last position. Whether it raises an alert: a listed position does
/// when it is entered; the last one does not, but every further noise does.
pub fn take(marker: &mut u8, track: &Track) -> bool {
    if *marker == track.last {
        return true;
    }
    *marker += 1;
    track.alerts() & 1 << *marker != 0
}
