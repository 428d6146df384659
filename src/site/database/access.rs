//! Secret links and signed-in browsers. Only digests are stored, so that a copy of the database opens nothing.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rusqlite::params;
use rustix::rand::GetRandomFlags;
use sha2::{Digest, Sha256};

use super::teams::Team;
use super::{Database, Result, now};
use crate::error::Error;

/// The size of a secret: 128 bits cannot be guessed.
const BYTES: usize = 128 / 8;

/// A browser stays signed in for so long.
const SESSION_MS: i64 = 60 * 24 * 3600 * 1000;

/// A token or the content of a cookie. It is compared only as a digest, by the database's index, so that the time of
/// a comparison tells nothing about the secret.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    /// Takes a secret that somebody sent.
    pub fn from_text(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The text, for the link or the cookie.
    pub fn text(&self) -> &str {
        &self.0
    }

    fn new() -> Result<Self> {
        let mut bytes = [0; BYTES];
        rustix::rand::getrandom(&mut bytes, GetRandomFlags::empty())
            .map_err(|error| Error::fault("get random bytes from the kernel", &error))?;
        Ok(Self(URL_SAFE_NO_PAD.encode(bytes)))
    }

    fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_bytes()).into()
    }

    /// Returns a text that only the holder of the secret can know and that does not tell it: forms carry it.
    pub fn form_token(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(b"form\0");
        hash.update(self.0.as_bytes());
        URL_SAFE_NO_PAD.encode(&hash.finalize()[..BYTES])
    }
}

/// Who sent a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Identity {
    Team(Team),
    Staff,
}

impl Identity {
    pub fn team(&self) -> Option<&Team> {
        match self {
            Self::Team(team) => Some(team),
            Self::Staff => None,
        }
    }

    pub fn is_staff(&self) -> bool {
        *self == Self::Staff
    }
}

const OWNER: &str =
    "SELECT team, teams.name, removed IS NOT NULL FROM tokens LEFT JOIN teams ON teams.id = team";

fn identity(row: &rusqlite::Row) -> rusqlite::Result<Identity> {
    let team: Option<i64> = row.get(0)?;
    Ok(match team {
        None => Identity::Staff,
        Some(id) => Identity::Team(Team {
            id,
            name: row.get(1)?,
            removed: row.get(2)?,
        }),
    })
}

impl Database {
    /// Makes a new link of a team, or of the staff without a team. Earlier links of the team stop working.
    pub fn new_token(&mut self, team: Option<i64>) -> Result<Secret> {
        let secret = Secret::new()?;
        let hash = secret.hash();
        self.write(|database| {
            if let Some(team) = team {
                database.execute("DELETE FROM tokens WHERE team = ?1", [team])?;
            }
            let add = "INSERT INTO tokens VALUES (?1, ?2, ?3)";
            database.execute(add, params![hash, team, now()]).map(drop)
        })?;
        Ok(secret)
    }

    /// Returns whether the staff has a link.
    pub fn has_staff(&self) -> Result<bool> {
        let query = "SELECT 1 FROM tokens WHERE team IS NULL LIMIT 1";
        Ok(self.first(query, [], |_| Ok(()))?.is_some())
    }

    /// Makes all links of the staff stop working.
    pub fn revoke_staff(&mut self) -> Result<()> {
        self.write(|database| {
            let revoke = "DELETE FROM tokens WHERE team IS NULL";
            database.execute(revoke, []).map(drop)
        })
    }

    pub fn owner_of_token(&self, token: &Secret) -> Result<Option<Identity>> {
        self.first(
            &format!("{OWNER} WHERE hash = ?1"),
            [token.hash()],
            identity,
        )
    }

    /// Signs a browser in. Returns the content of its cookie, or `None` if there is no such token.
    pub fn sign_in(&mut self, token: &Secret) -> Result<Option<Secret>> {
        let cookie = Secret::new()?;
        let (hash, owner) = (cookie.hash(), token.hash());
        let added = self.write(|database| {
            database.execute("DELETE FROM sessions WHERE expires < ?1", [now()])?;
            let add = "INSERT INTO sessions SELECT ?1, hash, ?3 FROM tokens WHERE hash = ?2";
            database.execute(add, params![hash, owner, now() + SESSION_MS])
        })?;
        Ok((added > 0).then_some(cookie))
    }

    pub fn owner_of_session(&self, cookie: &Secret) -> Result<Option<Identity>> {
        let query = format!(
            "{OWNER} WHERE hash = (SELECT token FROM sessions WHERE hash = ?1 AND expires > ?2)"
        );
        self.first(&query, params![cookie.hash(), now()], identity)
    }

    pub fn sign_out(&mut self, cookie: &Secret) -> Result<()> {
        let hash = cookie.hash();
        self.write(|database| {
            let remove = "DELETE FROM sessions WHERE hash = ?1";
            database.execute(remove, [hash]).map(drop)
        })
    }
}
