//! Runs independent tasks on several threads.

use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Returns the number of threads that this process may use at a time.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Locks a mutex whose value is sound even if another thread panicked while it held the lock.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls `task` with every number below `count`, on so many threads, each of which first makes a state of its own with
/// `start`. The first error ends all threads after their current task, and is returned.
///
/// # Panics
///
/// Panics if a task panics.
pub fn try_for_each<S, E: Send>(
    threads: usize,
    count: usize,
    start: impl Fn(usize) -> Result<S, E> + Sync,
    task: impl Fn(&mut S, usize) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let failure = Mutex::new(None);
    let work = |thread: usize| -> Result<(), E> {
        let mut state = start(thread)?;
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return Ok(());
            }
            task(&mut state, index)?;
        }
    };
    std::thread::scope(|scope| {
        for thread in 0..threads.min(count) {
            let (next, failure, work) = (&next, &failure, &work);
            scope.spawn(move || {
                if let Err(error) = work(thread) {
                    next.store(count, Ordering::Relaxed);
                    lock(failure).get_or_insert(error);
                }
            });
        }
    });
    let failure = failure.into_inner().unwrap_or_else(PoisonError::into_inner);
    failure.map_or(Ok(()), Err)
}

/// Calls `task` with every number below `count`, on as many threads as there are processors. Returns the results in the
/// order of the numbers.
///
/// # Panics
///
/// Panics if a task panics.
pub fn map<T: Send>(count: usize, task: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let results: Mutex<Vec<Option<T>>> = Mutex::new((0..count).map(|_| None).collect());
    let Ok(()) = try_for_each(
        threads(),
        count,
        |_| Ok(()),
        |(), index| {
            let result = task(index);
            lock(&results)[index] = Some(result);
            Ok::<(), Infallible>(())
        },
    );
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_the_tasks() {
        assert_eq!(
            map(100, |n| n * n),
            (0..100).map(|n| n * n).collect::<Vec<_>>()
        );
        assert!(map(0, |n| n).is_empty());
    }

    #[test]
    fn the_first_error_ends_the_work() {
        let done = AtomicUsize::new(0);
        let ended = try_for_each(2, 1000, Ok, |_, index| {
            done.fetch_add(1, Ordering::Relaxed);
            if index == 3 { Err("third") } else { Ok(()) }
        });
        assert_eq!(ended, Err("third"));
        assert!(done.into_inner() < 1000);
    }
}
