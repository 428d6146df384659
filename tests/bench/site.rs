//! The site under load: requests for the board compared with nginx serving the same bytes, memory of the web process with
//! open event streams, the time to answer uploads while programs run, and the CPU time of a program while the board is
//! asked for without a pause.
//!
//! Without `--bench` the numbers are small and the figures are not meaningful.

mod timing;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use judge::site::database::Database;

use crate::timing::{median, milliseconds};

/// Kills a server at the end.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn main() {
    let full = std::env::args().any(|argument| argument == "--bench");
    let (rounds, time, streams, teams) = if full {
        (5, Duration::from_secs(2), 1000, 200)
    } else {
        (1, Duration::from_millis(200), 20, 5)
    };
    let world = tempfile::tempdir().expect("a temporary folder");
    let tokens = prepare(world.path(), teams);
    let address = free_address();
    let _site = serve(world.path(), address);
    board(world.path(), address, rounds, time);
    event_streams(world.path(), address, streams);
    uploads(world.path(), address, &tokens);
    measurement(world.path(), address, &tokens[0], rounds);
}

/// Writes a contest and registers teams; returns their tokens.
fn prepare(world: &Path, teams: usize) -> Vec<String> {
    fs::create_dir(world.join("teams")).expect("a folder");
    fs::create_dir(world.join("grids")).expect("a folder");
    fs::write(world.join("grids/a.txt"), "1 2 2\n0 1\n1 0\n").expect("an instance");
    let contest = "problem = \"sorting-robot\"\nsubmissions = \"teams\"\nbaselines = [\"naive\"]\n\
        [site]\nhand_ins = \"1000 per hour\"\n\
        [[round]]\nname = \"practice\"\npublic = true\ninstances = \"grids\"\n";
    fs::write(world.join("contest.toml"), contest).expect("a contest");
    fs::create_dir(world.join("site")).expect("a folder");
    let mut database = Database::open(&world.join("site")).expect("a database");
    let mut token = |number: usize| {
        let team = database.add_team(&format!("team {number}"));
        let team = team.expect("a team").expect("a new team");
        let token = database.new_token(Some(team)).expect("a token");
        token.text().to_owned()
    };
    (0..teams).map(&mut token).collect()
}

fn free_address() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("its address")
}

fn serve(world: &Path, address: SocketAddr) -> Server {
    let child = Command::new(env!("CARGO_BIN_EXE_judge"))
        .args(["serve", "contest.toml", "--listen", &address.to_string()])
        .current_dir(world)
        .stderr(Stdio::null())
        .spawn()
        .expect("the site starts");
    let server = Server(child);
    wait_for(|| {
        let answer = get(address, "/api/board");
        answer.starts_with(b"HTTP/1.1 200")
    });
    server
}

fn wait_for(condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(
            start.elapsed() < Duration::from_secs(600),
            "nothing happens"
        );
        thread::sleep(Duration::from_millis(100));
    }
}

fn get(address: SocketAddr, path: &str) -> Vec<u8> {
    let mut answer = Vec::new();
    if let Ok(mut stream) = TcpStream::connect(address) {
        let request = format!("GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        let _ = stream.write_all(request.as_bytes());
        let _ = stream.read_to_end(&mut answer);
    }
    answer
}

/// Compares requests for the board with nginx, which serves the same bytes.
fn board(world: &Path, address: SocketAddr, rounds: usize, time: Duration) {
    let answer = get(address, "/");
    let body = answer.windows(4).position(|end| end == b"\r\n\r\n");
    let body = &answer[body.expect("a body") + 4..];
    let other = free_address();
    let Some(_nginx) = nginx(world, other, body) else {
        println!("board: skipped, nginx is not installed");
        return;
    };
    let mut ratios = Vec::new();
    let (mut site, mut nginx) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        let (ours, theirs) = (rate(address, time), rate(other, time));
        ratios.push(ours / theirs);
        site.push(ours);
        nginx.push(theirs);
    }
    println!("board, {} bytes", body.len());
    println!("requests a second, site             {:>8.0}", median(site));
    println!("requests a second, nginx            {:>8.0}", median(nginx));
    println!(
        "ratio                               {:>8.2}",
        median(ratios)
    );
}

fn nginx(world: &Path, address: SocketAddr, body: &[u8]) -> Option<Server> {
    let root = world.join("nginx");
    fs::create_dir(&root).expect("a folder");
    fs::write(root.join("index.html"), body).expect("a page");
    let shown = root.display();
    let settings = format!(
        "daemon off; worker_processes auto; pid {shown}/pid; error_log stderr crit;\n\
         events {{ worker_connections 1024; }}\n\
         http {{ access_log off; keepalive_requests 1000000; sendfile on;\n\
         client_body_temp_path {shown}/1; proxy_temp_path {shown}/2; fastcgi_temp_path {shown}/3;\n\
         uwsgi_temp_path {shown}/4; scgi_temp_path {shown}/5;\n\
         server {{ listen {address}; root {shown}; }} }}\n"
    );
    fs::write(root.join("nginx.conf"), settings).expect("settings");
    // Its workers run as another user.
    open_to_all(world);
    open_to_all(&root);
    let child = Command::new("nginx")
        .arg("-p")
        .arg(&root)
        .args(["-e", "stderr", "-c"])
        .arg(root.join("nginx.conf"))
        .stderr(Stdio::null())
        .spawn();
    let server = Server(child.ok()?);
    wait_for(|| get(address, "/").starts_with(b"HTTP/1.1 200"));
    Some(server)
}

fn open_to_all(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(folder, mode).expect("permissions");
}

/// Returns the requests a second of several clients that keep their connections.
fn rate(address: SocketAddr, time: Duration) -> f64 {
    const CLIENTS: usize = 16;
    let done = AtomicUsize::new(0);
    let start = Instant::now();
    thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| {
                let mut stream = TcpStream::connect(address).expect("a connection");
                let mut reader = BufReader::new(stream.try_clone().expect("a copy"));
                while start.elapsed() < time {
                    let request = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n";
                    stream.write_all(request).expect("a request");
                    read_answer(&mut reader);
                    done.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    done.into_inner() as f64 / start.elapsed().as_secs_f64()
}

/// Reads one answer; returns its status line.
fn read_answer(reader: &mut BufReader<TcpStream>) -> String {
    let mut status = String::new();
    reader.read_line(&mut status).expect("a status");
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a header");
        if line.trim().is_empty() {
            break;
        }
        let line = line.to_ascii_lowercase();
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().expect("a length");
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("a body");
    status
}

/// Prints the memory of the web process with open event streams that get an update every second.
fn event_streams(world: &Path, address: SocketAddr, count: usize) {
    let open = |_| {
        let mut stream = TcpStream::connect(address).expect("a connection");
        let request = b"GET /api/events HTTP/1.1\r\nHost: a\r\n\r\n";
        stream.write_all(request).expect("a request");
        stream
    };
    let mut streams: Vec<TcpStream> = (0..count).map(open).collect();
    let mut database = Database::open(&world.join("site")).expect("a database");
    let mut highest = 0.0_f64;
    for update in 0..3 {
        let text = format!("update {update}");
        database.announce("contest", &text).expect("an update");
        thread::sleep(Duration::from_secs(1));
        highest = highest.max(web_memory(address));
    }
    let mut told = 0;
    for stream in &mut streams {
        let mut text = vec![0; 1 << 16];
        stream
            .set_read_timeout(Some(Duration::from_secs(5)))
            .expect("a limit");
        let read = stream.read(&mut text).unwrap_or(0);
        let mut text = String::from_utf8_lossy(&text[..read]).into_owned();
        // Header and events may come apart.
        if !text.contains("event: announcement") {
            let mut more = vec![0; 1 << 16];
            let read = stream.read(&mut more).unwrap_or(0);
            text.push_str(&String::from_utf8_lossy(&more[..read]));
        }
        told += usize::from(text.contains("announcement"));
    }
    println!("event streams                       {count:>8}");
    println!("of these told of updates            {told:>8}");
    println!("memory of the web process           {highest:>8.0} MB");
    assert_eq!(told, count, "a stream was not told of an update");
}

/// Returns the resident memory of the web process that listens on this address.
fn web_memory(address: SocketAddr) -> f64 {
    let wanted = format!("http://{address}");
    for entry in fs::read_dir("/proc").expect("processes").flatten() {
        let command = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let command = String::from_utf8_lossy(&command).into_owned();
        if command.contains("site-web") && command.contains(&wanted) {
            let status = fs::read_to_string(entry.path().join("status")).unwrap_or_default();
            let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
            let size = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
            return size.unwrap_or(0.0) / 1024.0;
        }
    }
    0.0
}

/// Lets all teams hand in at about the same time, and prints how long the answers take.
fn uploads(world: &Path, address: SocketAddr, tokens: &[String]) {
    const CLIENTS: usize = 20;
    let next = AtomicUsize::new(0);
    let program = "print('')\n";
    let clients: Vec<Vec<f64>> = thread::scope(|scope| {
        let client = || {
            let mut times = Vec::new();
            while let Some(token) = tokens.get(next.fetch_add(1, Ordering::Relaxed)) {
                times.push(milliseconds(|| {
                    let status = upload(address, token, program);
                    assert!(status.contains(" 201 "), "{status}");
                }));
            }
            times
        };
        let running: Vec<_> = (0..CLIENTS).map(|_| scope.spawn(client)).collect();
        let ended = running.into_iter().map(ScopedJoinHandle::join);
        ended.map(|times| times.expect("a client")).collect()
    });
    let mut times = clients.concat();
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[(share * (times.len() - 1) as f64) as usize];
    println!("uploads                             {:>8}", times.len());
    println!("answered, median                    {:>8.1} ms", at(0.5));
    println!("answered, 99 %                      {:>8.1} ms", at(0.99));
    let database = Database::open(&world.join("site")).expect("a database");
    wait_for(|| database.unsettled("contest").expect("hand-ins").is_empty());
    let judged = database.hand_ins("contest", None, usize::MAX >> 1);
    let judged = judged.expect("hand-ins");
    assert_eq!(judged.len(), tokens.len(), "a hand-in was lost");
    for hand_in in judged {
        let runs = database.runs(hand_in.id).expect("runs");
        assert_eq!(runs.len(), 1, "hand-in {} has one instance", hand_in.id);
    }
}

/// Compares the CPU time of a program on an idle site with that under load.
fn measurement(world: &Path, address: SocketAddr, token: &str, rounds: usize) {
    let program = "import sys\nn = 0\nfor i in range(3_000_000):\n    n += i * i\nprint(n, file=sys.stderr)\n";
    let database = Database::open(&world.join("site")).expect("a database");
    let run = || {
        let status = upload(address, token, program);
        assert!(status.contains(" 201 "), "{status}");
        wait_for(|| database.unsettled("contest").expect("hand-ins").is_empty());
        let last = database.hand_ins("contest", None, 1).expect("hand-ins");
        let runs = database.runs(last[0].id).expect("runs");
        runs[0].cpu_ms as f64
    };
    let (mut idle, mut loaded) = (Vec::new(), Vec::new());
    // Alternating, so that the load of the machine affects both alike.
    for _ in 0..rounds {
        idle.push(run());
        let is_over = AtomicBool::new(false);
        loaded.push(thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    rate(address, Duration::from_millis(100));
                }
            });
            let time = run();
            is_over.store(true, Ordering::Relaxed);
            time
        }));
    }
    let (idle, loaded) = (median(idle), median(loaded));
    println!("CPU time of a program, idle site    {idle:>8.0} ms");
    println!("CPU time of a program, under load   {loaded:>8.0} ms");
    println!("ratio                               {:>8.2}", loaded / idle);
}

fn upload(address: SocketAddr, token: &str, program: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("a connection");
    let body = format!(
        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"solver.py\"\r\n\r\n{program}\r\n--b--\r\n"
    );
    let request = format!(
        "POST /api/hand-ins HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: multipart/form-data; boundary=b\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).expect("a request");
    read_answer(&mut BufReader::new(stream))
}
