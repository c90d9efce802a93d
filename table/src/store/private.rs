//! Folder and files that only the user who serves may read. On systems without such permissions this does nothing.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::error::StoreError;

/// What SQLite adds to the name of a database for the files beside it.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Makes a folder, and those above it, if it is missing.
pub(super) fn make_folder(folder: &Path) -> Result<(), StoreError> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    system::folder_mode(&mut builder);
    builder.create(folder).map_err(|problem| StoreError::Folder {
        path: folder.to_owned(),
        problem,
    })
}

/// Closes a folder to others if everything in it begins with one of these names. A folder that holds other things, such
/// as `/tmp` or a home folder, stays as open as it is; the files in it are closed in any case.
pub(super) fn close_folder(folder: &Path, names: &[&str]) -> Result<(), StoreError> {
    let refused = |problem| StoreError::Folder {
        path: folder.to_owned(),
        problem,
    };
    for entry in folder.read_dir().map_err(refused)? {
        let name = entry.map_err(refused)?.file_name();
        let is_ours = |own: &&str| name.to_str().is_some_and(|name| name.starts_with(*own));
        if !names.iter().any(is_ours) {
            return Ok(());
        }
    }
    close(folder, 0o700)
}

/// The path of the database in a folder, which is there and closed to others, with the files beside it.
pub(super) fn database(folder: &Path, name: &str) -> Result<PathBuf, StoreError> {
    let path = folder.join(name);
    // SQLite gives the files beside a database the permissions of the database itself.
    file(&path).map_err(|problem| StoreError::Folder {
        path: path.clone(),
        problem,
    })?;
    close(&path, 0o600)?;
    for ending in BESIDE {
        let beside = folder.join(format!("{name}{ending}"));
        if beside.exists() {
            close(&beside, 0o600)?;
        }
    }
    Ok(path)
}

/// A file to write to, made if it is missing.
pub(super) fn file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    system::file_mode(&mut options);
    options.open(path)
}

/// Takes the permissions that a mode leaves out away from a file or folder.
pub(super) fn close(path: &Path, mode: u32) -> Result<(), StoreError> {
    system::close(path, mode).map_err(|problem| StoreError::Public {
        path: path.to_owned(),
        problem,
    })
}

#[cfg(unix)]
mod system {
    use std::fs::{DirBuilder, OpenOptions, Permissions};
    use std::io;
    use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
    use std::path::Path;

    pub fn folder_mode(builder: &mut DirBuilder) {
        builder.mode(0o700);
    }

    pub fn file_mode(options: &mut OpenOptions) {
        options.mode(0o600);
    }

    /// Sets the permissions, unless they are as strict already.
    pub fn close(path: &Path, mode: u32) -> io::Result<()> {
        let present = path.metadata()?.permissions().mode() & 0o777;
        match present & !mode {
            0 => Ok(()),
            _ => std::fs::set_permissions(path, Permissions::from_mode(mode)),
        }
    }
}

#[cfg(not(unix))]
mod system {
    use std::fs::{DirBuilder, OpenOptions};
    use std::io;
    use std::path::Path;

    pub fn folder_mode(_: &mut DirBuilder) {}

    pub fn file_mode(_: &mut OpenOptions) {}

    pub fn close(_: &Path, _: u32) -> io::Result<()> {
        Ok(())
    }
}
