//! Campaigns, and which table each of their heists is played at.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::error::StoreError;
use super::{Digest, KeptTable, Store, create_in, now, touch_campaign_of};

/// A campaign as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptCampaign {
    /// Its id, which is no secret.
    pub id: String,
    /// The link that the team has.
    pub link: String,
    /// The game's id.
    pub game: String,
    /// What people call it.
    pub name: String,
    /// How it stands.
    pub stand: Stand,
    /// The number of changes.
    pub revision: u64,
    /// The links of the tables of its heists, by the number of the heist from 0. Those of deleted tables are missing.
    pub tables: Vec<(usize, String)>,
}

/// How a campaign stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stand {
    /// The campaign as JSON.
    pub state: String,
    /// How many heists are in its log.
    pub played: usize,
    /// Whether no heist is left.
    pub is_over: bool,
}

/// A campaign in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedCampaign {
    /// The link that the team has.
    pub link: String,
    /// The game's id.
    pub game: String,
    /// What people call it.
    pub name: String,
    /// How many heists are in its log.
    pub played: usize,
    /// Whether no heist is left.
    pub is_over: bool,
    /// The last change, in milliseconds since 1970.
    pub changed: u64,
}

/// The heist that is played at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeistOfTable {
    /// The id of its campaign.
    pub campaign: String,
    /// The link of its campaign.
    pub link: String,
    /// What people call its campaign.
    pub name: String,
    /// Its number, from 0.
    pub number: usize,
    /// Whether its result is in the log.
    pub is_logged: bool,
}

impl Store {
    /// Keeps a new campaign; its revision must be 0, and it has no tables.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn create_campaign(&self, campaign: &KeptCampaign) -> Result<(), StoreError> {
        let KeptCampaign {
            id,
            link,
            game,
            name,
            stand,
            ..
        } = campaign;
        self.transaction(|transaction| {
            transaction.execute(
                "INSERT INTO campaigns (id, link, game, name, state, played, is_over, revision, created, changed)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, ?8, ?8)",
                params![id, link, game, name, stand.state, stand.played, stand.is_over, now()],
            )?;
            Ok(())
        })
    }

    /// Whether a link opens a campaign.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn has_campaign(&self, link: &str) -> Result<bool, StoreError> {
        let connection = self.connection();
        let mut select = connection.prepare_cached("SELECT 1 FROM campaigns WHERE link = ?1")?;
        Ok(select.exists([link])?)
    }

    /// The campaign of a link; none if there is none.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn load_campaign(&self, link: &str) -> Result<Option<KeptCampaign>, StoreError> {
        let connection = self.connection();
        let select = "SELECT id, link, game, name, state, played, is_over, revision FROM campaigns WHERE link = ?1";
        let found = connection.prepare_cached(select)?.query_row([link], read_campaign);
        let Some(mut campaign) = found.optional()? else {
            return Ok(None);
        };
        campaign.tables = tables(&connection, &campaign.id)?;
        Ok(Some(campaign))
    }

    /// Keeps how a campaign stands after a change; returns the new revision.
    ///
    /// # Errors
    /// When the database refuses or there is no such campaign.
    pub fn keep_campaign(&self, id: &str, stand: &Stand) -> Result<u64, StoreError> {
        self.transaction(|transaction| {
            let update = "UPDATE campaigns SET state = ?2, played = ?3, is_over = ?4 WHERE id = ?1";
            transaction.execute(update, params![id, stand.state, stand.played, stand.is_over])?;
            let update = "UPDATE campaigns SET revision = revision + 1, changed = ?2 WHERE id = ?1 RETURNING revision";
            Ok(transaction.query_row(update, params![id, now()], |row| row.get(0))?)
        })
    }

    /// Keeps a new table as [`create`](Store::create) does, as that of a heist, whose number counts from 0.
    ///
    /// # Errors
    /// When the database refuses, there is no such campaign, or the heist has a table.
    pub fn create_heist(
        &self,
        table: &KeptTable,
        digest: &Digest,
        campaign: &str,
        number: usize,
    ) -> Result<(), StoreError> {
        self.transaction(|transaction| {
            create_in(transaction, table, digest)?;
            transaction.execute(
                "INSERT INTO heists (campaign_id, number, table_id) VALUES (?1, ?2, ?3)",
                params![campaign, number, table.id],
            )?;
            touch_campaign_of(transaction, &table.id)
        })
    }

    /// The heist that is played at a table; none if it is that of no campaign.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn heist_of(&self, table: &str) -> Result<Option<HeistOfTable>, StoreError> {
        let connection = self.connection();
        let mut select = connection.prepare_cached(
            "SELECT campaigns.id, campaigns.link, campaigns.name, heists.number, heists.number < campaigns.played
             FROM heists JOIN campaigns ON campaigns.id = heists.campaign_id WHERE heists.table_id = ?1",
        )?;
        let found = select.query_row([table], |row| {
            Ok(HeistOfTable {
                campaign: row.get(0)?,
                link: row.get(1)?,
                name: row.get(2)?,
                number: row.get(3)?,
                is_logged: row.get(4)?,
            })
        });
        Ok(found.optional()?)
    }

    /// The campaigns, the last changed first; at most `most`.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn list_campaigns(&self, most: usize) -> Result<Vec<ListedCampaign>, StoreError> {
        let connection = self.connection();
        let mut select = connection.prepare_cached(
            "SELECT link, game, name, played, is_over, changed FROM campaigns ORDER BY changed DESC, id LIMIT ?1",
        )?;
        let listed = select.query_map([most], |row| {
            Ok(ListedCampaign {
                link: row.get(0)?,
                game: row.get(1)?,
                name: row.get(2)?,
                played: row.get(3)?,
                is_over: row.get(4)?,
                changed: row.get(5)?,
            })
        })?;
        Ok(listed.collect::<Result<_, _>>()?)
    }

    /// Drops the campaign of a link; the tables of its heists stay. Returns their ids, or none if there is no such
    /// campaign.
    ///
    /// # Errors
    /// When the database refuses.
    pub fn delete_campaign(&self, link: &str) -> Result<Option<Vec<String>>, StoreError> {
        self.transaction(|transaction| {
            let mut select = transaction.prepare_cached(
                "SELECT table_id FROM heists WHERE campaign_id = (SELECT id FROM campaigns WHERE link = ?1)",
            )?;
            let tables = select.query_map([link], |row| row.get(0))?;
            let tables = tables.collect::<Result<Vec<String>, _>>()?;
            match transaction.execute("DELETE FROM campaigns WHERE link = ?1", [link])? {
                0 => Ok(None),
                _ => Ok(Some(tables)),
            }
        })
    }
}

fn read_campaign(row: &Row<'_>) -> rusqlite::Result<KeptCampaign> {
    Ok(KeptCampaign {
        id: row.get(0)?,
        link: row.get(1)?,
        game: row.get(2)?,
        name: row.get(3)?,
        stand: Stand {
            state: row.get(4)?,
            played: row.get(5)?,
            is_over: row.get(6)?,
        },
        revision: row.get(7)?,
        tables: Vec::new(),
    })
}

/// The numbers of heists with the links of their tables.
fn tables(connection: &Connection, campaign: &str) -> Result<Vec<(usize, String)>, StoreError> {
    let mut select = connection.prepare_cached(
        "SELECT heists.number, tables.link FROM heists JOIN tables ON tables.id = heists.table_id
         WHERE heists.campaign_id = ?1 ORDER BY heists.number",
    )?;
    let tables = select.query_map([campaign], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(tables.collect::<Result<_, _>>()?)
}
