//! Tokens known by their prefix, wherever they stand.
//!
//! A token is a long unbroken run of letters, digits, `-` and `_`. Such runs are rare in text, and one of sixteen must
//! cover every sixteenth byte: looking at those alone finds them all.
//!
//! Not here: secrets that look like nothing in particular. See `assignment`.

use super::value::{self, distinct, is_placeholder};
use super::{Hit, SecretKind};
use SecretKind::{
    AnthropicKey, AwsAccessKey, GithubToken, GitlabToken, GoogleKey, HuggingFaceToken, NpmToken, OpenaiKey, PrivateKey, PypiToken, ServiceToken,
    SlackToken, StripeKey, TwilioKey,
};

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
        ],
        b'G' => &[("GOCSPX-", Body::Word, 20, ANY, GoogleKey)],
        b'N' => &[("NRAK-", Body::Upper, 20, ANY, ServiceToken)],
        b'P' => &[("PMAK-", Body::Word, 40, ANY, ServiceToken)],
        b'S' => &[("SK", Body::Hex, 32, 32, TwilioKey)],
        b'd' => &[
            ("dckr_pat_", Body::Word, 20, ANY, ServiceToken),
            ("dop_v1_", Body::Hex, 40, ANY, ServiceToken),
            ("doo_v1_", Body::Hex, 40, ANY, ServiceToken),
            ("dapi", Body::Hex, 32, 32, ServiceToken),
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
        b'l' => &[("lin_api_", Body::Plain, 32, ANY, ServiceToken)],
        b'n' => {
            &[("npm_", Body::Plain, 36, ANY, NpmToken), ("ntn_", Body::Plain, 40, ANY, ServiceToken), ("nvapi-", Body::Word, 40, ANY, ServiceToken)]
        }
        b'p' => &[
            ("pypi-", Body::Word, 60, ANY, PypiToken),
            ("pplx-", Body::Plain, 40, ANY, ServiceToken),
            ("pscale_tkn_", Body::Word, 30, ANY, ServiceToken),
            ("pscale_pw_", Body::Word, 30, ANY, ServiceToken),
        ],
        b'r' => &[
            ("rk_live_", Body::Plain, 16, ANY, StripeKey),
            ("rk_test_", Body::Plain, 16, ANY, StripeKey),
            ("r8_", Body::Plain, 36, ANY, ServiceToken),
        ],
        b's' => &[
            ("sk-ant-", Body::Word, 24, ANY, AnthropicKey),
            ("sk-proj-", Body::Word, 24, ANY, OpenaiKey),
            ("sk-svcacct-", Body::Word, 24, ANY, OpenaiKey),
            ("sk-admin-", Body::Word, 24, ANY, OpenaiKey),
            ("sk-or-v1-", Body::Hex, 40, ANY, ServiceToken),
            ("sk-", Body::Plain, 32, ANY, OpenaiKey),
            ("sk_live_", Body::Plain, 16, ANY, StripeKey),
            ("sk_test_", Body::Plain, 16, ANY, StripeKey),
            ("shpat_", Body::Hex, 32, 32, ServiceToken),
            ("shpss_", Body::Hex, 32, 32, ServiceToken),
            ("sbp_", Body::Hex, 40, 40, ServiceToken),
            ("secret_", Body::Plain, 43, 43, ServiceToken),
        ],
        b't' => &[("tskey-auth-", Body::Word, 20, ANY, ServiceToken), ("tskey-api-", Body::Word, 20, ANY, ServiceToken)],
        b'w' => &[("whsec_", Body::Plain, 24, ANY, StripeKey)],
        b'x' => &[
            ("xoxb-", Body::Word, 20, ANY, SlackToken),
            ("xoxp-", Body::Word, 20, ANY, SlackToken),
            ("xoxa-", Body::Word, 20, ANY, SlackToken),
            ("xoxr-", Body::Word, 20, ANY, SlackToken),
            ("xoxs-", Body::Word, 20, ANY, SlackToken),
            ("xoxe-", Body::Word, 20, ANY, SlackToken),
            ("xapp-", Body::Word, 20, ANY, SlackToken),
            ("xai-", Body::Plain, 40, ANY, ServiceToken),
        ],
        _ => &[],
    }
}

/// Prefixes that end with a dot, before the run.
const DOTTED: &[(&str, usize, SecretKind)] = &[
    ("hvs.", 24, ServiceToken),
    ("hvb.", 24, ServiceToken),
    ("ya29.", 30, GoogleKey),
    ("dp.pt.", 36, ServiceToken),
    ("dp.st.", 36, ServiceToken),
    ("xoxe.", 20, SlackToken),
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

pub(super) fn find(text: &str, hits: &mut Vec<Hit>) {
    let bytes = text.as_bytes();
    let mut at = RUN_MIN - 1;
    while at < bytes.len() {
        if !RUN[usize::from(bytes[at])] {
            at += RUN_MIN;
            continue;
        }
        let back = bytes[..at].iter().rev().take_while(|byte| RUN[usize::from(**byte)]).count();
        let on = bytes[at..].iter().take_while(|byte| RUN[usize::from(**byte)]).count();
        let (start, end) = (at - back, at + on);
        if end - start >= RUN_MIN && bytes[start..end].iter().any(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase()) {
            run(text, start, end, hits);
        }
        at = end + RUN_MIN;
    }
}

/// Looks at one run of letters and digits.
fn run(text: &str, start: usize, end: usize, hits: &mut Vec<Hit>) {
    let bytes = text.as_bytes();
    let mut at = start;
    while at + RUN_MIN / 2 < end {
        let found = if begins(bytes, at, start) { prefixed(text, at, end).or_else(|| jwt(text, at, end)) } else { None };
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
    let rest = &text.as_bytes()[at..end];
    prefixes(rest[0]).iter().find_map(|(prefix, body, min, max, kind)| {
        let tail = rest.strip_prefix(prefix.as_bytes())?;
        let len = tail.iter().take_while(|byte| body.has(**byte)).count();
        let taken = &text[at + prefix.len()..at + prefix.len() + len];
        ((*min..=*max).contains(&len) && distinct(taken) > 5).then_some((at + prefix.len() + len, *kind))
    })
}

impl Body {
    const fn has(self, byte: u8) -> bool {
        match self {
            Self::Plain => byte.is_ascii_alphanumeric(),
            Self::Word => is_run(byte),
            Self::Hex => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
            Self::Upper => matches!(byte, b'0'..=b'9' | b'A'..=b'Z'),
        }
    }
}

/// `eyJ….eyJ….…`
fn jwt(text: &str, at: usize, end: usize) -> Option<(usize, SecretKind)> {
    if !text[at..end].starts_with("eyJ") || end - at < RUN_MIN {
        return None;
    }
    let claims = text[end..].strip_prefix('.').filter(|rest| rest.starts_with("eyJ"))?;
    let len = run_len(claims);
    let signed = claims[len..].strip_prefix('.').map_or(0, |rest| 1 + run_len(rest));
    (len >= 8).then_some((end + 1 + len + signed, SecretKind::Jwt))
}

fn run_len(text: &str) -> usize {
    text.bytes().take_while(|byte| is_run(*byte)).count()
}

/// Tokens told by what stands before the run.
fn before(text: &str, start: usize, end: usize, hits: &mut Vec<Hit>) {
    let head = &text.as_bytes()[..start];
    let mut hit = |range, kind| hits.push(Hit { range, kind, doubt: 2 });
    if let Some((prefix, _, kind)) = DOTTED.iter().find(|(prefix, min, _)| head.ends_with(prefix.as_bytes()) && end - start >= *min) {
        hit(start - prefix.len()..end, *kind);
    } else if head.ends_with(b"SG.") && text[end..].starts_with('.') && run_len(&text[end + 1..]) >= 32 {
        hit(start - 3..end + 1 + run_len(&text[end + 1..]), SecretKind::SendgridKey);
    } else if end - start >= 35 && head.ends_with(b":") && text[start..].starts_with("AA") {
        let digits = head[..start - 1].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        if (8..=11).contains(&digits) {
            hit(start - 1 - digits..end, SecretKind::TelegramToken);
        }
    } else if head.ends_with(b"hooks.slack.com/services/") || is_slack_path(head) {
        hit(start..end, SlackToken);
    } else if let Some(range) = bearer(text, start, end) {
        hit(range, SecretKind::BearerToken);
    }
}

/// `hooks.slack.com/services/T…/B…/`, before the part that is the secret.
fn is_slack_path(head: &[u8]) -> bool {
    let from = head.len().saturating_sub(60);
    head.ends_with(b"/") && head[from..].windows(25).any(|window| window == b"hooks.slack.com/services/")
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
    let token = &text[from..to];
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
        if len == 40 && value::is_aws_secret(&text[at..at + 40]) {
            hits.push(Hit { range: at..at + 40, kind: SecretKind::AwsSecretKey, doubt: 2 });
            return;
        }
        at += len + 1;
    }
}
