//! Ctrl-C: long work stops at the next good moment and prints what it has; a second one quits at once.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::INTERRUPTED;

static STOP: AtomicBool = AtomicBool::new(false);

/// Starts listening. Without signals to listen to, Ctrl-C does what it always does.
pub fn listen() {
    let listening = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    });
    // The only error is that the system refuses a handler; then the default one stays, which quits.
    drop(listening);
}

/// True once the user wants to stop.
pub fn flag() -> &'static AtomicBool {
    &STOP
}

/// Whether the user wants to stop.
pub fn is_wanted() -> bool {
    STOP.load(Ordering::Relaxed)
}
