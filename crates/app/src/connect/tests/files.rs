//! What happens on disk: links, permissions, backups, and files that change under our hands.

use super::*;

const CURSOR: &str = "{\n  \"mcpServers\": {}\n}\n";

#[test]
fn a_change_leaves_a_backup_and_no_other_trace() {
    let (home, client) = (Home::new(), find("cursor").unwrap());
    let path = home.write(client, CURSOR);
    let applied = apply(&home.plan(client, &stdio()).unwrap()).unwrap();
    assert_eq!(applied.path, path);
    let backup = applied.backup.unwrap();
    assert_eq!(fs::read_to_string(&backup).unwrap(), CURSOR);
    assert_eq!(home.files(), [".cursor/mcp.json", ".cursor/mcp.json.palace-backup-1"]);
}

#[test]
fn backups_are_numbered_and_an_equal_one_is_used_again() {
    let (home, client) = (Home::new(), find("cursor").unwrap());
    let path = home.write(client, CURSOR);
    let connect = || apply(&home.plan(client, &stdio()).unwrap()).unwrap().backup;
    let first = connect().unwrap();
    fs::write(&path, CURSOR).unwrap();
    assert_eq!(connect().unwrap(), first);
    fs::write(&path, "{}").unwrap();
    let second = connect().unwrap();
    assert!(second.ends_with("mcp.json.palace-backup-2"), "{second:?}");
    assert_eq!(fs::read_to_string(second).unwrap(), "{}");
}

#[test]
fn nothing_is_written_when_nothing_changes() {
    let (home, client) = (Home::new(), find("cursor").unwrap());
    apply(&home.plan(client, &stdio()).unwrap()).unwrap();
    let again = home.plan(client, &stdio()).unwrap();
    assert!(!again.changed);
    assert_eq!(again.diff(), "");
    assert_eq!(apply(&again).unwrap().backup, None);
    assert_eq!(home.files(), [".cursor/mcp.json"]);
}

#[test]
fn planning_creates_nothing() {
    let home = Home::new();
    for client in clients() {
        home.plan(client, &stdio()).unwrap();
    }
    assert_eq!(home.files(), [""; 0]);
    assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
}

#[test]
fn a_file_that_changed_since_the_plan_is_refused() {
    let (home, client) = (Home::new(), find("cursor").unwrap());
    let path = home.write(client, CURSOR);
    let plan = home.plan(client, &stdio()).unwrap();
    fs::write(&path, "{ \"mcpServers\": {} }").unwrap();
    let error = apply(&plan).unwrap_err();
    assert!(matches!(error, ConnectError::Moved { .. }), "{error}");
    assert_eq!(home.files(), [".cursor/mcp.json"]);
}

#[test]
fn a_directory_in_the_place_of_the_file_is_refused() {
    let (home, client) = (Home::new(), find("cursor").unwrap());
    fs::create_dir_all(client.user_path(home.path())).unwrap();
    let error = home.plan(client, &stdio()).unwrap_err();
    assert!(matches!(error, ConnectError::NotFile { .. }), "{error}");
}

#[test]
fn text_that_is_not_utf8_is_refused() {
    let (home, client) = (Home::new(), find("cursor").unwrap());
    let path = home.write(client, "");
    fs::write(path, [b'{', 0xff, b'}']).unwrap();
    let error = home.plan(client, &stdio()).unwrap_err();
    assert!(matches!(error, ConnectError::NotText { .. }), "{error}");
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    fn mode(path: &Path) -> u32 {
        path.metadata().unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn new_files_are_private_and_old_ones_keep_their_mode() {
        let client = find("zed").unwrap();
        let home = Home::new();
        apply(&home.plan(client, &stdio()).unwrap()).unwrap();
        assert_eq!(mode(&client.user_path(home.path())), 0o600);

        let home = Home::new();
        let path = home.write(client, "{}\n");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        let applied = apply(&home.plan(client, &stdio()).unwrap()).unwrap();
        assert_eq!(mode(&path), 0o640);
        assert_eq!(mode(&applied.backup.unwrap()), 0o640);
    }

    #[test]
    fn a_link_within_the_home_is_followed_and_stays_a_link() {
        let (home, client) = (Home::new(), find("zed").unwrap());
        let real = home.path().join("dotfiles/zed.json");
        fs::create_dir_all(real.parent().unwrap()).unwrap();
        fs::write(&real, "{}\n").unwrap();
        let link = client.user_path(home.path());
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(&real, &link).unwrap();
        let applied = apply(&home.plan(client, &stdio()).unwrap()).unwrap();
        assert_eq!(applied.path, real);
        assert!(link.is_symlink());
        assert!(fs::read_to_string(link).unwrap().contains("/opt/palace"));
    }

    #[test]
    fn a_link_that_leaves_the_home_is_refused() {
        let (home, elsewhere, client) = (Home::new(), Home::new(), find("zed").unwrap());
        let target = elsewhere.path().join("settings.json");
        fs::write(&target, "{}\n").unwrap();
        let link = client.user_path(home.path());
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(&target, &link).unwrap();
        let error = home.plan(client, &stdio()).unwrap_err();
        assert!(matches!(error, ConnectError::Outside { .. }), "{error}");

        // A directory on the way counts as much as the file.
        fs::remove_file(&link).unwrap();
        fs::remove_dir(link.parent().unwrap()).unwrap();
        symlink(elsewhere.path(), link.parent().unwrap()).unwrap();
        let error = home.plan(client, &stdio()).unwrap_err();
        assert!(matches!(error, ConnectError::Outside { .. }), "{error}");
        assert_eq!(fs::read_to_string(target).unwrap(), "{}\n");
    }

    #[test]
    fn a_link_that_leads_nowhere_is_refused() {
        let (home, client) = (Home::new(), find("claude-code").unwrap());
        symlink(home.path().join("gone"), client.user_path(home.path())).unwrap();
        let error = home.plan(client, &stdio()).unwrap_err();
        assert!(matches!(error, ConnectError::Read { .. }), "{error}");
    }

    #[test]
    fn a_link_that_appears_after_the_plan_is_refused() {
        let (home, elsewhere, client) = (Home::new(), Home::new(), find("claude-code").unwrap());
        let plan = home.plan(client, &stdio()).unwrap();
        let target = elsewhere.path().join("claude.json");
        fs::write(&target, "").unwrap();
        symlink(&target, client.user_path(home.path())).unwrap();
        let error = apply(&plan).unwrap_err();
        assert!(matches!(error, ConnectError::Outside { .. }), "{error}");
    }
}
