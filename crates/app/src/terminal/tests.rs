//! The terminal, played on a real one: what is asked, echoed, cancelled and shown.

use super::{AskError, NoTerminal, Terminal, many, visible, visible_line};
use crate::keys::Passphrase;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use testkit::pty::Pty;

const SCENE: &str = "PALACE_TEST_SCENE";
const SECRET: &str = "correct horse";

/// The other half of these tests: what the process on the pseudo-terminal does. The test program
/// starts itself again with the name of a scene; without one there is nothing to play.
#[test]
fn scene() {
    let Ok(scene) = std::env::var(SCENE) else {
        return;
    };
    let told = |error: &AskError| format!("error: {error}");
    let said = match scene.as_str() {
        "open" => match Terminal::open() {
            Ok(_) => "a terminal".to_owned(),
            Err(NoTerminal::Absent) => "no terminal".to_owned(),
            Err(NoTerminal::Background) => "in the background".to_owned(),
            Err(error) => format!("error: {error}"),
        },
        "background" => {
            let mut command = again("open");
            let child = command.process_group(0).stdin(Stdio::null());
            let output = child.output().expect("start this program again");
            String::from_utf8(output.stdout).expect("text")
        }
        "secret" => match terminal().ask_secret("Passphrase: ") {
            Ok(typed) if typed.same_as(&Passphrase::new(SECRET.to_owned())) => "right".to_owned(),
            Ok(_) => "wrong".to_owned(),
            Err(error) => told(&error),
        },
        "line" => match terminal().ask_line("Name: ") {
            Ok(typed) => format!("line {typed:?}"),
            Err(error) => told(&error),
        },
        "key" => key(&mut terminal()),
        "show" => {
            let mut terminal = terminal();
            terminal.show("red \u{1b}[31m\nend").expect("show");
            String::new()
        }
        "typed too early" => {
            let mut terminal = terminal();
            terminal.show("Ready").expect("show");
            while rustix::io::ioctl_fionread(&terminal.file).expect("ask for input") == 0 {
                std::thread::yield_now();
            }
            key(&mut terminal)
        }
        "screen" => {
            let terminal = terminal();
            let mut screen = terminal.screen().expect("the screen");
            println!("held");
            let mut heard = String::new();
            while !heard.ends_with('q') {
                match screen.hear().expect("hear") {
                    super::Heard::Bytes(bytes) => heard.push_str(&String::from_utf8_lossy(&bytes)),
                    super::Heard::Resized => println!("resized"),
                    super::Heard::Closed => break,
                }
                assert!(!heard.contains('!'), "on purpose");
            }
            drop(screen);
            format!("heard {heard:?}")
        }
        other => panic!("no scene {other:?}"),
    };
    println!("<{said}>");
    if scene != "open" && scene != "background" {
        let modes = rustix::termios::tcgetattr(&terminal().file).expect("read the modes");
        let all = rustix::termios::LocalModes::ECHO | rustix::termios::LocalModes::ICANON | rustix::termios::LocalModes::ISIG;
        println!("restored: {}", modes.local_modes.contains(all));
    }
}

fn key(terminal: &mut Terminal) -> String {
    match terminal.ask_key("Seal? [y/n/é] ", &['y', 'n', 'é']) {
        Ok(key) => format!("key {key}"),
        Err(error) => format!("error: {error}"),
    }
}

fn terminal() -> Terminal {
    Terminal::open().expect("a terminal")
}

fn scene_args() -> [String; 3] {
    let path = format!("{}::scene", module_path!());
    let within_crate = path.split_once("::").expect("a path").1.to_owned();
    [within_crate, "--exact".to_owned(), "--nocapture".to_owned()]
}

fn this_program() -> std::path::PathBuf {
    std::env::current_exe().expect("the test program")
}

fn again(scene: &str) -> Command {
    let mut command = Command::new(this_program());
    command.args(scene_args()).env(SCENE, scene);
    command
}

fn play(scene: &str) -> Pty {
    let args = scene_args();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    Pty::spawn(this_program(), &args, &[(SCENE, scene)], Path::new("/"))
}

/// Plays a scene: wait for the prompt, type, and see what the process says. Gives all that the
/// terminal showed.
fn check(scene: &str, prompt: &str, typed: &str, expected: &str) -> String {
    let mut pty = play(scene);
    pty.expect(prompt);
    pty.send(typed);
    pty.expect(&format!("<{expected}>"));
    pty.expect("restored: true");
    let (status, seen) = pty.finish();
    assert!(status.success(), "{scene} {typed:?}: {seen}");
    seen
}

const CANCELLED: &str = "error: cancelled at the terminal; nothing was done";
const NOT_TEXT: &str = "error: the answer holds control characters (an arrow key, perhaps); type it again";

#[test]
fn a_secret_is_read_and_never_shown() {
    let cases = [
        ("correct horse\r", "right"),
        ("correct horse\n", "right"),
        ("correct hors\r", "wrong"),
        (" correct horse\r", "wrong"),
        // Backspace, then Ctrl-U: the kernel's own editing.
        ("correct hoss\x7f\x7frse\r", "right"),
        ("mistake\x15correct horse\r", "right"),
        // Unfinished: Ctrl-C at once and after some letters, Ctrl-D on an empty and a begun line.
        ("\x03", CANCELLED),
        ("correct horse\x03", CANCELLED),
        ("\x04", CANCELLED),
        ("correct horse\x04", CANCELLED),
        ("correct horse\x1b[D\r", NOT_TEXT),
    ];
    for (typed, expected) in cases {
        let seen = check("secret", "Passphrase: ", typed, expected);
        for part in ["corr", "hor", "mistake", "*"] {
            assert!(!seen.contains(part), "{typed:?} was shown:\n{seen}");
        }
    }
}

#[test]
fn an_overlong_answer_is_refused_rather_than_cut() {
    let longest = "x".repeat(4094);
    let mut pty = play("line");
    pty.expect("Name: ");
    pty.send(&format!("{longest}\r"));
    pty.expect(&format!("<line \"{longest}\">"));
    for extra in [1, 2, 1000] {
        let typed = format!("{longest}{}\r", "x".repeat(extra));
        let expected = "error: the answer is longer than 4094 bytes; give a shorter one";
        check("line", "Name: ", &typed, expected);
    }
}

#[test]
fn a_line_is_echoed_and_can_be_cancelled() {
    let seen = check("line", "Name: ", "Zoë\r", "line \"Zoë\"");
    assert!(seen.contains("Name: Zoë\n"), "{seen}");
    check("line", "Name: ", "\r", "line \"\"");
    check("line", "Name: ", "Zo\x03", CANCELLED);
    check("line", "Name: ", "\x04", CANCELLED);
    check("line", "Name: ", "Zo\x1b[A\r", NOT_TEXT);
}

#[test]
fn a_key_answers_without_enter_and_only_if_allowed() {
    let cases = [
        ("y", "key y"),
        ("N", "key n"),
        ("é", "key é"),
        ("y\r", "key y"),
        // An arrow, a letter that is not offered and Enter are no answers, together or apart.
        ("\x1b[Ax\ry", "key y"),
        ("\x1b", CANCELLED),
        ("\x03", CANCELLED),
        ("\x04", CANCELLED),
    ];
    for (typed, expected) in cases {
        check("key", "Seal? [y/n/é] ", typed, expected);
    }
}

#[test]
fn what_was_typed_before_the_question_does_not_answer_it() {
    let mut pty = play("typed too early");
    pty.expect("Ready");
    pty.send("y\r");
    pty.expect("Seal? ");
    pty.send("n");
    pty.expect("<key n>");
}

#[test]
fn escapes_are_shown_not_obeyed() {
    let mut pty = play("show");
    pty.expect("red ⟨U+001B⟩[31m\nend\n");
    pty.expect("restored: true");
}

#[test]
fn a_pipe_that_says_yes_is_not_a_terminal() {
    let mut command = Command::new("setsid");
    let mut child = command
        .arg("--wait")
        .arg(this_program())
        .args(scene_args())
        .env(SCENE, "open")
        .env("PALACE_PASSPHRASE", "y")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("start this program again");
    let mut stdin = child.stdin.take().expect("a pipe");
    // The process may be gone before it is written to; it does not read this.
    let _ = stdin.write_all(b"y\ny\ny\n");
    drop(stdin);
    let output = child.wait_with_output().expect("its output");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("<no terminal>"), "{said}");
}

#[test]
fn only_the_foreground_may_ask() {
    let mut pty = play("open");
    pty.expect("<a terminal>");
    let mut pty = play("background");
    pty.expect("<in the background>");
}

#[test]
fn whatever_hides_or_moves_text_is_spelled_out() {
    let cases = [
        ("plain, Zoë, 日本, 🙂", "plain, Zoë, 日本, 🙂"),
        ("two\nlines", "two\nlines"),
        ("over\rwritten", "over⟨U+000D⟩written"),
        ("tab\there", "tab⟨U+0009⟩here"),
        ("nul\0", "nul⟨U+0000⟩"),
        ("\u{1b}[2J", "⟨U+001B⟩[2J"),
        ("\u{9b}2J", "⟨U+009B⟩2J"),
        ("\u{7f}\u{8}", "⟨U+007F⟩⟨U+0008⟩"),
        ("a\u{202e}b\u{202a}", "a⟨U+202E⟩b⟨U+202A⟩"),
        ("\u{2066}x\u{2069}", "⟨U+2066⟩x⟨U+2069⟩"),
        ("\u{200e}\u{200f}\u{61c}", "⟨U+200E⟩⟨U+200F⟩⟨U+061C⟩"),
        ("a\u{200b}b\u{200d}c\u{feff}", "a⟨U+200B⟩b⟨U+200D⟩c⟨U+FEFF⟩"),
        ("\u{2060}\u{ad}\u{2028}", "⟨U+2060⟩⟨U+00AD⟩⟨U+2028⟩"),
        ("\u{e0041}\u{fe0f}", "⟨U+E0041⟩⟨U+FE0F⟩"),
        ("⟨U+202E⟩", "⟨U+27E8⟩U+202E⟩"),
    ];
    for (text, shown) in cases {
        assert_eq!(visible(text), shown, "{text:?}");
        assert_eq!(visible_line(text), shown.replace('\n', "⟨U+000A⟩"));
    }
    for bidi in ('\u{202a}'..='\u{202e}').chain('\u{2066}'..='\u{2069}') {
        assert!(!visible(&bidi.to_string()).contains(bidi));
    }
}

const GIVEN_BACK: &str = "\x1b[?1049l";

#[test]
fn a_screen_hears_every_key_as_it_is_and_is_given_back() {
    let mut pty = play("screen");
    pty.expect("\x1b[?1049h");
    pty.expect("held");
    pty.send("a\r\n\x03\x13q");
    pty.expect(GIVEN_BACK);
    pty.expect(r#"<heard "a\r\n\u{3}\u{13}q">"#);
    pty.expect("restored: true");
    assert!(pty.finish().0.success());
}

#[test]
fn a_screen_is_told_when_its_size_changes() {
    let mut pty = play("screen");
    pty.expect("held");
    pty.resize(80, 24);
    pty.expect("resized");
    pty.send("q");
    pty.expect("restored: true");
}

#[test]
fn a_panic_and_a_signal_give_the_screen_back() {
    let mut pty = play("screen");
    pty.expect("held");
    pty.send("!");
    pty.expect(GIVEN_BACK);
    pty.expect("on purpose"); // said where it can be read
    assert!(!pty.finish().0.success());

    let mut pty = play("screen");
    pty.expect("held");
    pty.terminate();
    pty.expect(GIVEN_BACK);
    assert_eq!(pty.finish().0.code(), Some(143));
}

#[test]
fn one_thing_is_not_many() {
    assert_eq!([0_usize, 1, 2].map(|n| many(n, "file", "files")), ["0 files", "1 file", "2 files"]);
}
