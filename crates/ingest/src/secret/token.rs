//! Tokens known by their prefix, wherever they stand.
//!
//! A token is a long unbroken run of letters, digits, `-` and `_`. Such runs are rare in text, so sixty-four bytes at a time
//! are asked where one starts, all at once, before any is looked at.
//!
//! Not here: secrets that look like nothing in particular. See `assignment`.

use super::clues::places;
use super::value::{self, distinct, is_placeholder};
use super::{Hit, SecretKind};
use SecretKind::{
    AnthropicKey, AwsAccessKey, GithubToken, GitlabToken, GoogleKey, HuggingFaceToken, NpmToken, OpenaiKey, PrivateKey, PypiToken, ServiceToken,
    SlackToken, StripeKey, TwilioKey,
};
use kernel::text::Slice;

/// The shortest run looked at.
const RUN_MIN: usize = 16;

/// What a token consists of after its prefix.
#[derive(Clone, Copy)]
enum Body {
    /// Letters and digits.
    Plain,
    /// Letters, digits, `-` and `_`.
    Word,
    /// Lower-case hexadecimal digits.
    Hex,
    /// Capitals and digits.
    Upper,
    /// Letters and digits of every class, and nothing else around them: for prefixes that encoded bytes have by chance.
    Mixed,
    /// What base64 and the escapes of an address are made of. May go on after the run.
    Encoded,
}

/// A prefix, what follows it, how much at least and at most.
type Prefix = (&'static str, Body, usize, usize, SecretKind);

const ANY: usize = usize::MAX;

/// The prefixes that start with a byte; longer ones before their own beginnings.
const fn prefixes(first: u8) -> &'static [Prefix] {
    match first {
        b'A' => &[
            ("AKIA", Body::Upper, 16, 16, AwsAccessKey),
            ("ASIA", Body::Upper, 16, 16, AwsAccessKey),
            ("AIza", Body::Word, 35, 35, GoogleKey),
            ("AGE-SECRET-KEY-1", Body::Upper, 50, ANY, PrivateKey),
            ("ATATT3", Body::Word, 60, ANY, ServiceToken),
            ("ATCTT3", Body::Word, 60, ANY, ServiceToken),
            ("ATBB", Body::Mixed, 24, 40, ServiceToken),
            ("AKCp", Body::Mixed, 60, ANY, ServiceToken),
        ],
        b'E' => &[("EAA", Body::Mixed, 60, ANY, ServiceToken), ("EAAA", Body::Word, 60, 60, ServiceToken)],
        b'G' => &[("GOCSPX-", Body::Word, 20, ANY, GoogleKey), ("GOOG1E", Body::Upper, 50, 60, GoogleKey), ("GOOG", Body::Upper, 20, 20, GoogleKey)],
        b'H' => &[("HRKU-", Body::Word, 36, ANY, ServiceToken)],
        b'N' => &[("NRAK-", Body::Upper, 20, ANY, ServiceToken)],
        b'P' => &[("PMAK-", Body::Word, 40, ANY, ServiceToken)],
        b'S' => &[("SK", Body::Hex, 32, 32, TwilioKey)],
        b'b' => &[("bkua_", Body::Hex, 40, 40, ServiceToken)],
        b'c' => &[
            ("cio", Body::Mixed, 32, 32, ServiceToken),
            ("csk-", Body::Plain, 40, ANY, ServiceToken),
            ("ctx7sk-", Body::Word, 30, ANY, ServiceToken),
        ],
        b'd' => &[
            ("dckr_pat_", Body::Word, 20, ANY, ServiceToken),
            ("dop_v1_", Body::Hex, 40, ANY, ServiceToken),
            ("doo_v1_", Body::Hex, 40, ANY, ServiceToken),
            ("dapi", Body::Hex, 32, 32, ServiceToken),
        ],
        b'e' => &[("e2b_", Body::Hex, 40, 40, ServiceToken)],
        b'f' => &[
            ("fc-", Body::Hex, 32, 32, ServiceToken),
            ("figd_", Body::Word, 36, ANY, ServiceToken),
            ("fo1_", Body::Word, 40, ANY, ServiceToken),
            ("fm1a_", Body::Encoded, 60, ANY, ServiceToken),
            ("fm1r_", Body::Encoded, 60, ANY, ServiceToken),
            ("fm2_", Body::Encoded, 60, ANY, ServiceToken),
        ],
        b'g' => &[
            ("github_pat_", Body::Word, 36, ANY, GithubToken),
            ("ghp_", Body::Plain, 30, ANY, GithubToken),
            ("gho_", Body::Plain, 30, ANY, GithubToken),
            ("ghu_", Body::Plain, 30, ANY, GithubToken),
            ("ghs_", Body::Plain, 30, ANY, GithubToken),
            ("ghr_", Body::Plain, 30, ANY, GithubToken),
            ("glpat-", Body::Word, 20, ANY, GitlabToken),
            ("gldt-", Body::Word, 20, ANY, GitlabToken),
            ("glrt-", Body::Word, 20, ANY, GitlabToken),
            ("glptt-", Body::Word, 40, ANY, GitlabToken),
            ("glsa_", Body::Word, 32, ANY, ServiceToken),
            ("gsk_", Body::Plain, 40, ANY, ServiceToken),
        ],
        b'h' => &[("hf_", Body::Plain, 30, ANY, HuggingFaceToken)],
        b'k' => &[("key-", Body::Hex, 32, 32, ServiceToken)],
        b'j' => &[("jina_", Body::Word, 60, ANY, ServiceToken)],
        b'l' => &[
            ("lin_api_", Body::Plain, 32, ANY, ServiceToken),
            ("lsv2_pt_", Body::Word, 40, ANY, ServiceToken),
            ("lsv2_sk_", Body::Word, 40, ANY, ServiceToken),
        ],
        b'n' => &[
            ("npm_", Body::Plain, 36, ANY, NpmToken),
            ("nfp_", Body::Plain, 36, ANY, ServiceToken),
            ("ntn_", Body::Plain, 40, ANY, ServiceToken),
            ("nvapi-", Body::Word, 40, ANY, ServiceToken),
        ],
        b'p' => &[
            ("pypi-", Body::Word, 60, ANY, PypiToken),
            ("phx_", Body::Plain, 40, ANY, ServiceToken),
            ("pplx-", Body::Plain, 40, ANY, ServiceToken),
            ("pscale_tkn_", Body::Word, 30, ANY, ServiceToken),
            ("pscale_pw_", Body::Word, 30, ANY, ServiceToken),
            ("pul-", Body::Hex, 40, 40, ServiceToken),
        ],
        b'r' => &[
            ("rk_live_", Body::Plain, 16, ANY, StripeKey),
            ("rk_test_", Body::Plain, 16, ANY, StripeKey),
            ("r8_", Body::Plain, 36, ANY, ServiceToken),
            ("rubygems_", Body::Hex, 48, 48, ServiceToken),
        ],
        b's' => &[
            ("sk-ant-", Body::Word, 24, ANY, AnthropicKey),
            ("sk-proj-", Body::Word, 24, ANY, OpenaiKey),
            ("sk-svcacct-", Body::Word, 24, ANY, OpenaiKey),
            ("sk-admin-", Body::Word, 24, ANY, OpenaiKey),
            ("sk-or-v1-", Body::Hex, 40, ANY, ServiceToken),
            ("sk-lf-", Body::Word, 36, ANY, ServiceToken),
            ("sk-", Body::Plain, 32, ANY, OpenaiKey),
            ("sk_live_", Body::Plain, 16, ANY, StripeKey),
            ("sk_test_", Body::Plain, 16, ANY, StripeKey),
            ("shpat_", Body::Hex, 32, 32, ServiceToken),
            ("shpss_", Body::Hex, 32, 32, ServiceToken),
            ("sbp_", Body::Hex, 40, 40, ServiceToken),
            ("sb_secret_", Body::Word, 24, ANY, ServiceToken),
            ("sntrys_", Body::Encoded, 60, ANY, ServiceToken),
            ("sntryu_", Body::Hex, 64, 64, ServiceToken),
            ("sq0atp-", Body::Word, 22, 22, ServiceToken),
            ("sq0csp-", Body::Word, 43, 43, ServiceToken),
            ("secret_", Body::Plain, 43, 43, ServiceToken),
        ],
        b't' => &[
            ("tskey-auth-", Body::Word, 20, ANY, ServiceToken),
            ("tskey-api-", Body::Word, 20, ANY, ServiceToken),
            ("tvly-", Body::Word, 28, ANY, ServiceToken),
        ],
        b'w' => &[("whsec_", Body::Plain, 24, ANY, StripeKey)],
        b'x' => &[
            ("xoxb-", Body::Word, 20, ANY, SlackToken),
            ("xoxp-", Body::Word, 20, ANY, SlackToken),
            ("xoxa-", Body::Word, 20, ANY, SlackToken),
            ("xoxr-", Body::Word, 20, ANY, SlackToken),
            ("xoxs-", Body::Word, 20, ANY, SlackToken),
            ("xoxe-", Body::Word, 20, ANY, SlackToken),
            ("xoxc-", Body::Word, 20, ANY, SlackToken),
            ("xoxd-", Body::Encoded, 20, ANY, SlackToken),
            ("xapp-", Body::Word, 20, ANY, SlackToken),
            ("xai-", Body::Plain, 40, ANY, ServiceToken),
        ],
        _ => &[],
    }
}

/// Prefixes that no run has, before the run; how it starts and how long it is at least.
const DOTTED: &[(&str, &str, usize, SecretKind)] = &[
    ("hvs.", "", 24, ServiceToken),
    ("hvb.", "", 24, ServiceToken),
    ("ya29.", "", 30, GoogleKey),
    ("AQ.", "Ab", 40, GoogleKey),
    ("1//", "0", 40, GoogleKey),
    ("dp.pt.", "", 36, ServiceToken),
    ("dp.st.", "", 36, ServiceToken),
    ("xoxe.", "", 20, SlackToken),
    ("sl.", "", 100, ServiceToken),
    ("sl.u.", "", 100, ServiceToken),
];

/// Two runs: how the first starts and how long it is, what joins them, what the second has at least.
const JOINED: &[(&str, usize, &str, Body, usize, SecretKind)] =
    &[("pat", 17, ".", Body::Hex, 64, ServiceToken), ("", 14, ".atlasv1.", Body::Word, 60, ServiceToken)];

/// Addresses that whoever knows them may post to. The last parts of the path are the secret.
const WEBHOOKS: &[(&str, SecretKind)] = &[
    ("hooks.slack.com/services/", SlackToken),
    ("discord.com/api/webhooks/", ServiceToken),
    ("discordapp.com/api/webhooks/", ServiceToken),
    ("/IncomingWebhook/", ServiceToken),
];

const fn is_run(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'
}

/// Which bytes a run consists of; a table is one load where the ranges are several comparisons.
const RUN: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        #[allow(clippy::cast_possible_truncation, reason = "below 256")]
        let is = is_run(byte as u8);
        table[byte] = is;
        byte += 1;
    }
    table
};

/// How many starts are looked at together, and how far that reaches.
const BLOCK: usize = 64;
const REACH: usize = BLOCK + RUN_MIN;

pub(super) fn find(text: &str, hits: &mut Vec<Hit>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        // Near the end of the text every place may be a start.
        let starts = bytes[at..].first_chunk::<REACH>().map_or(u64::MAX, starts);
        if starts == 0 {
            at += BLOCK;
            continue;
        }
        at += starts.trailing_zeros() as usize;
        let end = at + bytes[at..].iter().take_while(|byte| RUN[usize::from(**byte)]).count();
        if end - at >= RUN_MIN && bytes[at..end].iter().any(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase()) {
            run(text, at, end, hits);
        }
        at = end + 1;
    }
}

/// The places of the block where a run goes on for long enough, a bit for each; the lowest is where one starts.
fn starts(block: &[u8; REACH]) -> u64 {
    let one = block.as_chunks::<16>().0.iter().rev().fold(0_u128, |all, part| (all << 16) | u128::from(places(part, is_run_byte)));
    let two = one & (one >> 1);
    let four = two & (two >> 2);
    let eight = four & (four >> 4);
    #[allow(clippy::cast_possible_truncation, reason = "the rest is the beginning of the next block")]
    let starts = (eight & (eight >> 8)) as u64;
    starts
}

/// What `is_run` says, without branches.
#[allow(clippy::needless_bitwise_bool, reason = "a lazy operator is a branch")]
const fn is_run_byte(byte: u8) -> bool {
    ((byte | 0x20).wrapping_sub(b'a') < 26) | (byte.wrapping_sub(b'0') < 10) | (byte == b'-') | (byte == b'_')
}

/// Looks at one run of letters and digits.
fn run(text: &str, start: usize, end: usize, hits: &mut Vec<Hit>) {
    let bytes = text.as_bytes();
    let mut at = start;
    while at + RUN_MIN / 2 < end {
        let found =
            if begins(bytes, at, start) { prefixed(text, at, end).or_else(|| jwt(text, at, end)).or_else(|| discord(text, at, end)) } else { None };
        let Some((to, kind)) = found else {
            at += 1;
            continue;
        };
        hits.push(Hit { range: at..to, kind, doubt: 1 });
        if kind == AwsAccessKey {
            aws_secret(text, to, hits);
        }
        at = to;
    }
    before(text, start, end, hits);
}

/// A token starts here: at the start of the run, after a joint, or after an escape such as `\n` inside a quoted text.
fn begins(bytes: &[u8], at: usize, start: usize) -> bool {
    let escaped = at == start + 1 && start > 0 && bytes[start - 1] == b'\\' && matches!(bytes[start], b'n' | b'r' | b't');
    at == start || escaped || matches!(bytes[at - 1], b'-' | b'_')
}

fn prefixed(text: &str, at: usize, end: usize) -> Option<(usize, SecretKind)> {
    let bytes = text.as_bytes();
    prefixes(bytes[at]).iter().find_map(|(prefix, body, min, max, kind)| {
        let from = at + prefix.len();
        bytes[at..end].starts_with(prefix.as_bytes()).then_some(())?;
        let reach = if matches!(body, Body::Encoded) { bytes.len().min(from + ENCODED_MAX) } else { end };
        let len = bytes[from..reach].iter().take_while(|byte| body.has(**byte)).count();
        let taken = text.slice(from..from + len);
        let alone = || !is_encoded(bytes[from + len..].first()) && (at == 0 || !is_encoded(bytes.get(at - 1)));
        let fits =
            (*min..=*max).contains(&len) && distinct(taken) > 5 && (!matches!(body, Body::Mixed) || (alone() && value::is_of_every_class(taken)));
        fits.then_some((from + len, *kind))
    })
}

/// The longest token with marks in it that is looked at; those of Fly have a tenth of it.
const ENCODED_MAX: usize = 8_192;

/// Bytes that encoded data goes on with.
const fn is_encoded(byte: Option<&u8>) -> bool {
    matches!(byte, Some(byte) if is_run(*byte) || matches!(*byte, b'+' | b'/' | b'='))
}

impl Body {
    const fn has(self, byte: u8) -> bool {
        match self {
            Self::Plain | Self::Mixed => byte.is_ascii_alphanumeric(),
            Self::Word => is_run(byte),
            Self::Hex => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
            Self::Upper => matches!(byte, b'0'..=b'9' | b'A'..=b'Z'),
            Self::Encoded => is_run(byte) || matches!(byte, b'+' | b'/' | b'=' | b'%'),
        }
    }
}

/// `eyJ….eyJ….…`
fn jwt(text: &str, at: usize, end: usize) -> Option<(usize, SecretKind)> {
    if !text.slice(at..end).starts_with("eyJ") || end - at < RUN_MIN {
        return None;
    }
    let claims = text.slice(end..).strip_prefix('.').filter(|rest| rest.starts_with("eyJ"))?;
    let len = run_len(claims);
    let signed = claims.slice(len..).strip_prefix('.').map_or(0, |rest| 1 + run_len(rest));
    (len >= 8).then_some((end + 1 + len + signed, SecretKind::Jwt))
}

/// `MTA5….GabcDE.…`: the number of a bot in base64, a moment, a signature.
fn discord(text: &str, at: usize, end: usize) -> Option<(usize, SecretKind)> {
    let number = &text.as_bytes()[at..end];
    // All digits begin with the same bits, so every fourth letter of such a number is one of three.
    if !(22..=28).contains(&number.len()) || !number.iter().step_by(4).all(|byte| matches!(byte, b'M' | b'N' | b'O')) {
        return None;
    }
    let moment = text.slice(end..).strip_prefix('.')?;
    let signature = moment.slice(run_len(moment)..).strip_prefix('.').filter(|_| matches!(run_len(moment), 5..=7))?;
    let len = run_len(signature);
    (27..=45).contains(&len).then_some((end + 1 + run_len(moment) + 1 + len, ServiceToken))
}

fn run_len(text: &str) -> usize {
    text.bytes().take_while(|byte| is_run(*byte)).count()
}

/// Tokens told by what stands before the run.
fn before(text: &str, start: usize, end: usize, hits: &mut Vec<Hit>) {
    let head = &text.as_bytes()[..start];
    let mut hit = |range, kind| hits.push(Hit { range, kind, doubt: 2 });
    let dotted =
        |row: &&(&str, &str, usize, SecretKind)| head.ends_with(row.0.as_bytes()) && text.slice(start..).starts_with(row.1) && end - start >= row.2;
    if let Some((prefix, _, _, kind)) = DOTTED.iter().find(dotted) {
        hit(start - prefix.len()..end, *kind);
    } else if let Some((from, kind)) = joined(text, start, end) {
        hit(from..end, kind);
    } else if head.ends_with(b"SG.") && text.slice(end..).starts_with('.') && run_len(text.slice(end + 1..)) >= 32 {
        hit(start - 3..end + 1 + run_len(text.slice(end + 1..)), SecretKind::SendgridKey);
    } else if end - start >= 35 && head.ends_with(b":") && text.slice(start..).starts_with("AA") {
        let digits = head[..start - 1].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        if (8..=11).contains(&digits) {
            hit(start - 1 - digits..end, SecretKind::TelegramToken);
        }
    } else if let Some(kind) = webhook(head).filter(|_| !text.slice(start..end).bytes().all(|byte| byte.is_ascii_digit())) {
        hit(start..end, kind);
    } else if let Some(range) = escaped(text, start, end) {
        hit(range, SlackToken);
    } else if let Some(range) = bearer(text, start, end) {
        hit(range, SecretKind::BearerToken);
    }
}

/// Where a token of two runs starts, if this run is the second.
fn joined(text: &str, start: usize, end: usize) -> Option<(usize, SecretKind)> {
    let bytes = text.as_bytes();
    JOINED.iter().find_map(|(prefix, len, joint, body, min, kind)| {
        let first = bytes[..start].strip_suffix(joint.as_bytes())?;
        let from = first.len().checked_sub(*len)?;
        let plain = first[from..].starts_with(prefix.as_bytes()) && first[from..].iter().all(u8::is_ascii_alphanumeric);
        let fits = plain && end - start >= *min && bytes[start..end].iter().all(|byte| body.has(*byte));
        fits.then_some((from, *kind))
    })
}

/// Before the secret part of such an address.
fn webhook(head: &[u8]) -> Option<SecretKind> {
    let near = &head[head.len().saturating_sub(96)..];
    near.ends_with(b"/").then_some(())?;
    let path = near.rsplit(|byte| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\'' | b'`' | b'<' | b'(')).next()?;
    WEBHOOKS.iter().find_map(|(address, kind)| path.windows(address.len()).any(|window| window == address.as_bytes()).then_some(*kind))
}

/// A client secret of Azure; `at` is the `~` in its middle: `abc8Q~…`.
pub(super) fn azure(text: &str, at: usize, hits: &mut Vec<Hit>) {
    let bytes = text.as_bytes();
    let is_part = |byte: &u8| is_run(*byte) || matches!(byte, b'.' | b'~');
    if at < 5 || bytes[at - 1] != b'Q' || !bytes[at - 2].is_ascii_digit() || !bytes[at - 5..at - 2].iter().all(is_part) {
        return;
    }
    let len = bytes[at + 1..].iter().take(40).take_while(|byte| is_part(byte)).count();
    if (31..=34).contains(&len) && distinct(text.slice(at + 1..at + 1 + len)) > 5 {
        hits.push(Hit { range: at - 5..at + 1 + len, kind: SecretKind::AzureKey, doubt: 1 });
    }
}

/// A cookie of Slack, whose escapes may come so early that no run starts with its prefix: `xoxd-Ab%2B…`.
fn escaped(text: &str, start: usize, end: usize) -> Option<std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    let is_part = |byte: &&u8| Body::Encoded.has(**byte);
    matches!(bytes[..start].last(), Some(b'%' | b'+' | b'/')).then_some(())?;
    let from = start - bytes[..start].iter().rev().take(64).take_while(is_part).count();
    let from = from + text.slice(from..start).rfind("xoxd-")?;
    let to = end + bytes[end..].iter().take(ENCODED_MAX).take_while(is_part).count();
    Some(from..to)
}

/// The token after the word `Bearer`.
fn bearer(text: &str, start: usize, end: usize) -> Option<std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    let is_part = |byte: &u8| is_run(*byte) || matches!(byte, b'.' | b'/' | b'+' | b'=' | b'~');
    let from = start - bytes[..start].iter().rev().take(512).take_while(|byte| is_part(byte)).count();
    let word = from.checked_sub(7).map(|at| &bytes[at..from])?;
    if !word.eq_ignore_ascii_case(b"bearer ") {
        return None;
    }
    let to = end + bytes[end..].iter().take_while(|byte| is_part(byte)).count();
    let to = to - usize::from(bytes[to - 1] == b'.');
    let token = text.slice(from..to);
    let mixed = token.bytes().any(|byte| byte.is_ascii_digit()) && token.bytes().any(|byte| byte.is_ascii_alphabetic());
    (mixed && !is_placeholder(token)).then_some(from..to)
}

/// The secret half that stands near an access key id, as in the file AWS gives out.
fn aws_secret(text: &str, from: usize, hits: &mut Vec<Hit>) {
    let bytes = text.as_bytes();
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'+');
    let mut at = from;
    let end = bytes.len().min(from + 160);
    while at < end {
        let len = bytes[at..].iter().take(64).take_while(|byte| is_part(**byte)).count();
        if len == 40 && value::is_aws_secret(text.slice(at..at + 40)) {
            hits.push(Hit { range: at..at + 40, kind: SecretKind::AwsSecretKey, doubt: 2 });
            return;
        }
        at += len + 1;
    }
}
