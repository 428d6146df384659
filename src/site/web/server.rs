//! Accepts connections and limits them: their number, the size and time of their headers, and time without progress.

mod stream;

use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, TcpListener};
use std::os::fd::OwnedFd;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

use self::stream::Watched;
use super::app::App;
use super::visitor::Peer;
use super::{app, routes};
use crate::site::log;

/// The most connections at a time.
const CONNECTIONS: usize = 4096;

/// The most connections from one address. A reverse proxy on this machine is not limited.
const CONNECTIONS_FROM_ONE: usize = 256;

/// A client has so long to send the headers of its next request.
const HEADER_TIME: Duration = Duration::from_secs(10);

/// The largest headers of a request.
const HEADER_SIZE: usize = 32 << 10;

/// Requests in flight have so long to end when the process stops.
const STOP_TIME: Duration = Duration::from_secs(10);

/// Serves connections until the process shall stop, then finishes what is in flight.
pub(super) async fn run(app: &Arc<App>, listener: TcpListener, parent: OwnedFd) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let router = routes::router(app);
    let addresses = Arc::new(Addresses::default());
    let free = Arc::new(Semaphore::new(CONNECTIONS));
    let mut open = JoinSet::new();
    let stop = stop(parent)?;
    tokio::pin!(stop);
    loop {
        while open.try_join_next().is_some() {}
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            // Most likely there are too many open files.
            Err(error) => {
                log::line("accept-failed", &[("error", &error.to_string())]);
                tokio::time::sleep(Duration::from_millis(200)).await;
                continue;
            }
        };
        let Ok(permit) = Arc::clone(&free).try_acquire_owned() else {
            continue;
        };
        let Some(place) = Addresses::enter(&addresses, peer.ip()) else {
            continue;
        };
        let router = router.clone();
        let stopping = app.stopping.subscribe();
        open.spawn(async move {
            connection(stream, peer.ip(), router, stopping).await;
            drop((permit, place));
        });
    }
    drop(listener);
    app.stopping.send_replace(true);
    let ended = async { while open.join_next().await.is_some() {} };
    if tokio::time::timeout(STOP_TIME, ended).await.is_err() {
        log::line("stop", &[("unfinished", &open.len().to_string())]);
    }
    Ok(())
}

async fn connection(
    stream: TcpStream,
    peer: IpAddr,
    router: Router,
    mut stopping: watch::Receiver<bool>,
) {
    // Events are small and shall not wait for each other.
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        let router = router.clone();
        async move {
            use tower_service::Service;
            let mut router = router;
            router.call(request).await
        }
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIME)
        .max_buf_size(HEADER_SIZE)
        .serve_connection(TokioIo::new(Watched::new(stream)), service);
    tokio::pin!(served);
    // What a client does wrong, or that it went away, is nothing to report.
    tokio::select! {
        _ = &mut served => {}
        () = app::stopped(&mut stopping) => {
            served.as_mut().graceful_shutdown();
            let _ = served.await;
        }
    }
}

/// Waits for SIGTERM, SIGINT or the end of the judging process.
fn stop(parent: OwnedFd) -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminated = signal(SignalKind::terminate())?;
    let mut interrupted = signal(SignalKind::interrupt())?;
    rustix::io::ioctl_fionbio(&parent, true)?;
    let mut parent = tokio::net::unix::pipe::Receiver::from_owned_fd(parent)?;
    Ok(async move {
        let mut nothing = [0; 16];
        let gone = async { while !matches!(parent.read(&mut nothing).await, Ok(0) | Err(_)) {} };
        let reason = tokio::select! {
            _ = terminated.recv() => "SIGTERM",
            _ = interrupted.recv() => "SIGINT",
            () = gone => "the judging process is gone",
        };
        log::line("stop", &[("reason", reason)]);
    })
}

/// The number of connections from each address.
#[derive(Debug, Default)]
struct Addresses(Mutex<BTreeMap<IpAddr, usize>>);

/// One connection from an address, until it is dropped.
struct Place {
    addresses: Arc<Addresses>,
    address: IpAddr,
}

impl Addresses {
    fn enter(addresses: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let mut counts = addresses.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(address).or_default();
        if *count >= CONNECTIONS_FROM_ONE && !address.is_loopback() {
            return None;
        }
        *count += 1;
        Some(Place {
            addresses: Arc::clone(addresses),
            address,
        })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let counts = self.addresses.0.lock();
        let mut counts = counts.unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_from_one_address_are_limited() {
        let addresses = Arc::new(Addresses::default());
        let [far, near] = [[10, 0, 0, 1], [127, 0, 0, 1]].map(IpAddr::from);
        let enter = |address| Addresses::enter(&addresses, address);
        let mut places: Vec<Place> = (0..CONNECTIONS_FROM_ONE)
            .filter_map(|_| enter(far))
            .collect();
        assert_eq!(places.len(), CONNECTIONS_FROM_ONE);
        assert!(enter(far).is_none());
        places.pop();
        assert!(enter(far).is_some());
        let near: Vec<Place> = (0..1000).filter_map(|_| enter(near)).collect();
        assert_eq!(near.len(), 1000);
        drop((near, places));
        assert!(addresses.0.lock().unwrap().is_empty());
    }
}
