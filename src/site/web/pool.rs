//! Connections to the database for requests. A query blocks its thread, so they are used on threads of their own.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tokio::sync::Semaphore;

use super::failure::Failure;
use crate::error::Result;
use crate::site::database::Database;

/// So many requests use the database at a time; the others wait.
const CONNECTIONS: usize = 8;

#[derive(Debug)]
pub(super) struct Pool {
    data: PathBuf,
    idle: Mutex<Vec<Database>>,
    free: Semaphore,
}

impl Pool {
    pub(super) fn new(data: &Path) -> Self {
        Self {
            data: data.to_owned(),
            idle: Mutex::new(Vec::new()),
            free: Semaphore::new(CONNECTIONS),
        }
    }

    /// Does something with a connection, on the calling thread.
    fn with<T>(&self, work: impl FnOnce(&mut Database) -> Result<T>) -> Result<T> {
        let lock = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = lock().pop();
        let mut database = match kept {
            Some(database) => database,
            None => Database::open(&self.data)?,
        };
        // A connection that failed is closed.
        let done = work(&mut database)?;
        lock().push(database);
        Ok(done)
    }
}

impl super::App {
    /// Does something with the database.
    pub(super) async fn database<T: Send + 'static>(
        self: &std::sync::Arc<Self>,
        work: impl FnOnce(&mut Database) -> Result<T> + Send + 'static,
    ) -> std::result::Result<T, Failure> {
        let _free = self.pool.free.acquire().await.map_err(Failure::internal)?;
        let app = std::sync::Arc::clone(self);
        let done = tokio::task::spawn_blocking(move || app.pool.with(work)).await;
        done.map_err(Failure::internal)?.map_err(Failure::internal)
    }
}
