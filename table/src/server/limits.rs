//! How much may be going on at once.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

/// How much may be going on at once. More is answered with status 429.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Requests a second from one address, in the long run.
    pub rate: NonZeroU32,
    /// Requests from one address at once.
    pub burst: NonZeroU32,
    /// Hints a second that guests may ask for at one table, in the long run. The host is not limited.
    pub hint_rate: NonZeroU32,
    /// Hints that guests may ask for at one table at once.
    pub hint_burst: NonZeroU32,
    /// Requests that are worked on at the same time.
    pub requests: usize,
    /// How long a request may take that is no stream.
    pub time: Duration,
    /// The longest body, in bytes.
    pub body: usize,
    /// The longest address, in bytes.
    pub address: usize,
    /// Open streams of events.
    pub streams: usize,
    /// Open streams of one table.
    pub streams_per_table: usize,
    /// Connections that ask for analyses.
    pub analyses: usize,
    /// Open connections.
    pub connections: usize,
    /// Open connections from one address, unless it is this machine.
    pub connections_per_peer: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            rate: const { NonZeroU32::new(100).expect("it is not 0") },
            burst: const { NonZeroU32::new(400).expect("it is not 0") },
            // Five people who are warned before blunders ask for five hints a step.
            hint_rate: const { NonZeroU32::new(2).expect("it is not 0") },
            hint_burst: const { NonZeroU32::new(30).expect("it is not 0") },
            requests: 512,
            time: Duration::from_secs(30),
            body: 1 << 20,
            address: 8192,
            streams: 1024,
            streams_per_table: 32,
            analyses: 4,
            connections: 2048,
            connections_per_peer: 128,
        }
    }
}

/// Counts how many of something there are, in all and for each key.
#[derive(Debug)]
pub(super) struct Tally<K: Eq + Hash + Clone> {
    counts: Mutex<Counts<K>>,
    most: usize,
    most_per_key: usize,
}

#[derive(Debug)]
struct Counts<K> {
    total: usize,
    each: HashMap<K, usize>,
}

/// One of those that a [`Tally`] counts; dropping it counts it out.
#[derive(Debug)]
pub(super) struct Counted<K: Eq + Hash + Clone> {
    tally: Arc<Tally<K>>,
    key: Option<K>,
}

impl<K: Eq + Hash + Clone> Tally<K> {
    pub(super) fn new(most: usize, most_per_key: usize) -> Arc<Tally<K>> {
        Arc::new(Tally {
            counts: Mutex::new(Counts {
                total: 0,
                each: HashMap::new(),
            }),
            most,
            most_per_key,
        })
    }

    /// Counts one more, unless that is too many; without a key in the total alone.
    pub(super) fn count(self: &Arc<Tally<K>>, key: Option<K>) -> Option<Counted<K>> {
        // Nothing that can panic happens while the lock is held, so what a poisoned one guards is whole.
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let of_key = key.as_ref().map_or(0, |key| counts.each.get(key).copied().unwrap_or(0));
        if counts.total >= self.most || of_key >= self.most_per_key {
            return None;
        }
        counts.total += 1;
        if let Some(key) = &key {
            counts.each.insert(key.clone(), of_key + 1);
        }
        Some(Counted {
            tally: Arc::clone(self),
            key,
        })
    }
}

impl<K: Eq + Hash + Clone> Drop for Counted<K> {
    fn drop(&mut self) {
        let mut counts = self.tally.counts.lock().unwrap_or_else(PoisonError::into_inner);
        counts.total -= 1;
        let Some(key) = &self.key else { return };
        match counts.each.get_mut(key) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(counts.each.remove(key)),
        }
    }
}

/// How often each of many may ask: each address, say, or all who are at a table.
pub(super) struct Rate<K: Eq + Hash + Clone>(DefaultKeyedRateLimiter<K>);

impl<K: Eq + Hash + Clone> Rate<K> {
    /// So many requests a second in the long run, and so many at once.
    pub(super) fn new(rate: NonZeroU32, burst: NonZeroU32) -> Rate<K> {
        Rate(RateLimiter::dashmap(Quota::per_second(rate).allow_burst(burst)))
    }

    /// Counts a request; if it is one too many, the seconds to wait.
    pub(super) fn check(&self, who: &K) -> Result<(), u64> {
        let wait = |early: governor::NotUntil<_>| early.wait_time_from(DefaultClock::default().now());
        self.0.check_key(who).map_err(|early| wait(early).as_secs() + 1)
    }

    /// Forgets those that have not asked for a while.
    pub(super) fn tidy(&self) {
        self.0.retain_recent();
        self.0.shrink_to_fit();
    }
}

/// What counts as one address: of IPv6 the network, as whoever has one address of it has them all.
pub(super) fn network(peer: IpAddr) -> IpAddr {
    match peer.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        address @ IpAddr::V4(_) => address,
    }
}
