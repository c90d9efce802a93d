//! Tables in SQLite.
