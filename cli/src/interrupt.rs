//! Ctrl-C and its like: SIGINT, SIGTERM and SIGHUP.
//!
//! A signal ends the program at once with exit code 130, unless the work in progress has deferred it. Deferred, the
//! first signal only raises a flag, which that work looks at often; it stops at the next good moment and says what is
//! complete. A second signal always ends the program at once. With the program end the bots that it started.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::failure::{INTERRUPTED, notice};

static STOP: AtomicBool = AtomicBool::new(false);

/// How many pieces of work have deferred signals.
static DEFERRED: AtomicUsize = AtomicUsize::new(0);

/// Starts listening. Without signals to listen to, Ctrl-C does what it always does.
pub fn listen() {
    let listening = ctrlc::set_handler(|| {
        let is_first = !STOP.swap(true, Ordering::SeqCst);
        if is_first && DEFERRED.load(Ordering::SeqCst) > 0 {
            // The person at the terminal is not left waiting for an answer.
            if io::stderr().is_terminal() {
                notice("stopping; press Ctrl-C again to stop at once");
            }
            return;
        }
        if is_first {
            notice("stopped");
        }
        // Nobody tidies up any more, and bots lead groups of their own, which the signal does not reach.
        heist_agents::bot::end_all();
        std::process::exit(INTERRUPTED.into());
    });
    // The only error is that the system refuses a handler; then the default one stays, which quits.
    drop(listening);
}

/// While it lives, the first signal raises the flag instead of ending the program.
#[must_use = "signals are deferred only while this lives"]
#[derive(Debug)]
pub struct Deferred(());

/// Defers the first signal. The caller looks at the flag as long as it works.
pub fn defer() -> Deferred {
    DEFERRED.fetch_add(1, Ordering::SeqCst);
    Deferred(())
}

impl Drop for Deferred {
    fn drop(&mut self) {
        DEFERRED.fetch_sub(1, Ordering::SeqCst);
    }
}

/// True once the user wants to stop.
pub fn flag() -> &'static AtomicBool {
    &STOP
}

/// Whether the user wants to stop.
pub fn is_wanted() -> bool {
    STOP.load(Ordering::SeqCst)
}
