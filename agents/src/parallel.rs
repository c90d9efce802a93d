//! Work on several threads whose driver is compiled once: rayon's own iterators are compiled anew for every closure,
//! which adds up where each of them exists once for every game.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::ThreadPool;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

/// The results of a task for each number below `count`, in order, worked out on the threads of the rayon pool that this
/// is called in.
pub fn map<T: Send>(count: usize, task: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let results: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
    for_each(count, &|number| {
        let result = task(number);
        *results[number].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
    });
    let result = |slot: Mutex<Option<T>>| slot.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.into_iter().filter_map(result).collect()
}

/// As [`map`], for tasks that may fail: after a failure no further task begins.
///
/// # Errors
/// The first failure, in the order of the numbers, of those tasks that had begun by then.
pub fn try_map<T: Send, E: Send>(count: usize, task: impl Fn(usize) -> Result<T, E> + Sync) -> Result<Vec<T>, E> {
    let has_failed = AtomicBool::new(false);
    let results = map(count, |number| {
        let result = (!has_failed.load(Ordering::Relaxed)).then(|| task(number));
        if let Some(Err(_)) = result {
            has_failed.store(true, Ordering::Relaxed);
        }
        result
    });
    results.into_iter().flatten().collect()
}

/// As [`map`], until a task gives nothing: then no further one begins, and the results are those of the tasks that had
/// begun. There may be far more numbers than will ever be reached.
pub fn map_while<T: Send>(count: u64, task: impl Fn(u64) -> Option<T> + Sync) -> Vec<T> {
    let (next, has_ended) = (AtomicU64::new(0), AtomicBool::new(false));
    let results: Mutex<Vec<Option<T>>> = Mutex::new(Vec::new());
    for_each(rayon::current_num_threads(), &|_| {
        while !has_ended.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                break;
            }
            let Some(result) = task(number) else {
                has_ended.store(true, Ordering::Relaxed);
                break;
            };
            let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
            let place = number as usize;
            if results.len() <= place {
                results.resize_with(place + 1, || None);
            }
            results[place] = Some(result);
        }
    });
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.into_iter().flatten().collect()
}

/// As [`map`], with a task for each item, which may change it.
pub fn map_mut<I: Send, T: Send>(items: &mut [I], task: impl Fn(usize, &mut I) -> T + Sync) -> Vec<T> {
    let items: Vec<Mutex<&mut I>> = items.iter_mut().map(Mutex::new).collect();
    map(items.len(), |number| {
        task(
            number,
            &mut items[number].lock().unwrap_or_else(PoisonError::into_inner),
        )
    })
}

/// What some work on a thread of a pool gives; what it does in parallel is done by that pool.
pub fn install<T: Send>(pool: &ThreadPool, work: impl FnOnce() -> T + Send) -> T {
    let mut result = None;
    let mut work = Some(work);
    run_once(pool, &mut || result = work.take().map(|work| work()));
    result.expect("the pool has run it")
}

/// Runs some work on every thread of a pool.
pub fn broadcast(pool: &ThreadPool, work: &(dyn Fn() + Sync)) {
    pool.broadcast(|_| work());
}

fn for_each(count: usize, task: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(task);
}

fn run_once(pool: &ThreadPool, work: &mut (dyn FnMut() + Send)) {
    pool.install(work);
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use rayon::ThreadPoolBuilder;

    use super::*;

    fn pool() -> ThreadPool {
        ThreadPoolBuilder::new().num_threads(3).build().unwrap()
    }

    #[test]
    fn results_are_in_order() {
        assert_eq!(
            map(1000, |number| number * number),
            (0..1000).map(|number| number * number).collect::<Vec<_>>()
        );
        assert!(map(0, |number| number).is_empty());
    }

    #[test]
    fn items_are_changed_in_their_places() {
        let mut items: Vec<usize> = (0..100).collect();
        let before = map_mut(&mut items, |number, item| {
            *item += number;
            *item - number
        });
        assert_eq!(before, (0..100).collect::<Vec<_>>());
        assert_eq!(items, (0..100).map(|number| 2 * number).collect::<Vec<_>>());
    }

    #[test]
    fn a_failure_ends_the_work() {
        let begun = AtomicUsize::new(0);
        let result = install(&pool(), || {
            try_map(1_000_000, |number| {
                begun.fetch_add(1, Ordering::Relaxed);
                if number % 10 == 7 { Err(number) } else { Ok(number) }
            })
        });
        assert_eq!(result.unwrap_err() % 10, 7);
        assert!(begun.into_inner() < 1000);
        let all: Result<Vec<usize>, ()> = try_map(100, Ok);
        assert_eq!(all.unwrap(), (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn work_ends_where_a_task_gives_nothing() {
        let found = install(&pool(), || {
            map_while(u64::MAX, |number| (number < 100).then_some(number))
        });
        assert_eq!(found, (0..100).collect::<Vec<_>>());
        assert_eq!(map_while(3, Some), [0, 1, 2]);
    }

    #[test]
    fn work_is_done_by_the_pool() {
        let pool = pool();
        assert_eq!(install(&pool, rayon::current_num_threads), 3);
        let threads = Mutex::new(Vec::new());
        broadcast(&pool, &|| threads.lock().unwrap().push(rayon::current_thread_index()));
        let mut threads = threads.into_inner().unwrap();
        threads.sort();
        assert_eq!(threads, [Some(0), Some(1), Some(2)]);
    }
}
