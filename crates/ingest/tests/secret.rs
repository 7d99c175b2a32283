//! Redaction: what is taken out, what stays, and what holds for every text there could be.
//!
//! In the tables a secret stands between « and », and a · inside it is left out before the test: nothing in this file
//! has the shape of a secret to those who look through repositories for them.
//!
//! Not here: who may keep a secret in spite of it.

use std::borrow::Cow;

use ingest::{SecretKind, redact, redact_field};
use proptest::prelude::*;

/// The text as written to a file, and as it should be kept.
fn both(row: &str, kind: &str) -> (String, String) {
    let row = row.replace('·', "");
    let (mut kept, mut rest) = (String::new(), row.as_str());
    while let Some((head, tail)) = rest.split_once('«') {
        let (_, after) = tail.split_once('»').expect("a closing mark");
        kept += head;
        kept += &format!("[redacted: {kind}]");
        rest = after;
    }
    (row.replace(['«', '»'], ""), kept + rest)
}

#[test]
fn secrets_are_taken_out_and_the_words_around_them_stay() {
    let mut faults = Vec::new();
    for (row, kind) in POSITIVES {
        let (text, kept) = both(row, kind);
        let redacted = redact(&text);
        let count: usize = redacted.found.values().sum();
        if redacted.text != kept || count != row.matches('«').count() || redacted.found.keys().any(|found| found.name() != *kind) {
            faults.push(format!("{text}\n  should be {kept}\n  and is    {} {:?}", redacted.text, redacted.found));
        }
    }
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), POSITIVES.len(), faults.join("\n"));
    assert!(POSITIVES.len() >= 60);
}

#[test]
fn what_only_looks_like_a_secret_stays() {
    let mut faults = Vec::new();
    for text in NEGATIVES {
        let redacted = redact(text);
        if !matches!(redacted.text, Cow::Borrowed(_)) {
            faults.push(format!("{text}\n  became {} {:?}", redacted.text, redacted.found));
        }
    }
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), NEGATIVES.len(), faults.join("\n"));
    assert!(NEGATIVES.len() >= 40);
}

#[test]
fn every_secret_of_a_text_is_counted_by_its_kind() {
    let (text, kept) = both("a: «gh·p_16C7e42F292c6912E7710c838347Ae178B4a» and «gh·o_16C7e42F292c6912E7710c838347Ae178B4a»", "github-token");
    let redacted = redact(&text);
    assert_eq!((redacted.text.as_ref(), redacted.found), (kept.as_str(), [(SecretKind::GithubToken, 2)].into()));
}

/// Each of these would be read again and again by a finder without a bound, for minutes instead of a moment.
#[test]
fn the_name_of_a_field_tells_what_its_value_is() {
    let table = [
        ("password", "hunter2-x9Q", "[redacted: password]"),
        ("api_key", "q7Rk2LmZx81Tn", "[redacted: api-key]"),
        ("Authorization", "Basic dXNlcjpwYXNz", "Basic [redacted: basic-auth]"),
        ("note", "hunter2-x9Q", "hunter2-x9Q"),
        ("password", "changeme", "changeme"),
        ("password", "see the vault", "see the vault"),
        ("token_count", "q7Rk2LmZx81Tn", "q7Rk2LmZx81Tn"),
        ("", "q7Rk2LmZx81Tn", "q7Rk2LmZx81Tn"),
    ];
    for (name, value, kept) in table {
        assert_eq!(redact_field(name, value).text, kept, "{name}: {value}");
    }
}

#[test]
fn hostile_texts_cost_no_more_than_others() {
    for unit in [
        "a://",
        "a://b:c@",
        "-",
        "--password",
        ": ",
        "= ",
        "authorization:",
        "token:",
        "token=\"",
        "-----BEGIN PRIVATE KEY-----",
        "machine ",
        "Bearer a1234567890123456.",
        "abcdefgh12345678/",
        "eyJabcdefghijklmnop.",
        "ghp_",
        "AKIA",
        "é:",
        "password=é",
    ] {
        let text = unit.repeat(60_000 / unit.len());
        let once = redact(&text).text.into_owned();
        assert!(redact(&once).found.is_empty(), "{unit}");
    }
}

const POSITIVES: &[(&str, &str)] = &[
    ("key «AK·IAIOSFODNN7EXAMPLE» in a manual", "aws-access-key"),
    ("aws_access_key_id = «AS·IAQX3J7ZLM2RTW5PBV»", "aws-access-key"),
    ("aws_secret_access_key = «wJalr·XUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY»", "aws-secret-key"),
    ("\"AwsSecretKey\": \"«q9Zp·4TtnFEMI/K7MDENG+bPxRfiCYa8Kd3LmNoP»\"", "aws-secret-key"),
    ("GITHUB=«gh·p_16C7e42F292c6912E7710c838347Ae178B4a»", "github-token"),
    ("https://«gh·s_16C7e42F292c6912E7710c838347Ae178B4a»@github.com/a/b", "github-token"),
    ("say «github·_pat_11ABCDEFG0aBcDeFgHiJkL_mNoPqRsTuVwXyZ0123456789abcdefghijklmnopq».", "github-token"),
    ("{\"text\":\"line\\n«gh·p_16C7e42F292c6912E7710c838347Ae178B4a»\\n\"}", "github-token"),
    ("«gl·pat-9aXk2mQz7Rt4Wp1LsV8b»", "gitlab-token"),
    ("OPENAI «s·k-proj-Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z_Ab3-Ef6h»", "openai-key"),
    ("old «s·k-Ab3dEf6hIj9kLm2nOp5qT3BlbkFJRs8tUv1wXy4zAb3dEf6h»", "openai-key"),
    ("«s·k-ant-api03-Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z-AA»", "anthropic-key"),
    ("?key=«AI·zaSyD4-x9QmZ7kLp2VtR8nW1sYbE3cGf5Hj0a»&v=1", "google-key"),
    ("client «GOCSPX·-x9QmZ7kLp2VtR8nW1sYbE3cGf5H»", "google-key"),
    ("«ya29·.a0AfH6SMBx9QmZ7kLp2VtR8nW1sYbE3cGf5Hj0a»", "google-key"),
    ("«xo·xb-2048-4096-Ab3dEf6hIj9kLm2nOp5qRs8t»", "slack-token"),
    ("«xa·pp-1-A0B1C2D3E4-1234567890-abcdef0123456789»", "slack-token"),
    ("https://hooks.slack.com/services/T0AB1CD2E/B0AB1CD2E/«Ab3dEf6h·Ij9kLm2nOp5qRs8t»", "slack-token"),
    ("stripe «sk·_live_4eC39HqLyjWDarjtT1zdp7dc»", "stripe-key"),
    ("«rk·_live_4eC39HqLyjWDarjtT1zdp7dc»", "stripe-key"),
    ("«wh·sec_4eC39HqLyjWDarjtT1zdp7dc4eC39Hq»", "stripe-key"),
    ("//r.example/:_x «np·m_Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3d»", "npm-token"),
    ("«py·pi-AgEIcHlwaS5vcmcCJDNhYjQ1ZmE2LTc4OTAtNGJjZC1lZjAxLTIzNDU2Nzg5YWJjZA»", "pypi-token"),
    ("«h·f_Ab3dEfhIjkLmnOpqRstUvwXyzAb3dEfhIj»", "hugging-face-token"),
    ("«S·G.ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf-09kqeF8tAmbihYzrnopKc-1s5cr»", "sendgrid-key"),
    ("«S·K0123456789abcdef0123456789abcdef»", "twilio-key"),
    ("bot «123456789·:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0»", "telegram-token"),
    (
        "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=«Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq·/K1SZFPTOtr/KBHBeksoGMGw==»;EndpointSuffix=x",
        "azure-key",
    ),
    ("«hv·s.CAESIJx9QmZ7kLp2VtR8nW1sYbE3cGf5Hj0a»", "service-token"),
    ("«dop·_v1_0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef»", "service-token"),
    ("«dckr·_pat_Ab3dEf6hIj9kLm2nOp5qRs8tUv1»", "service-token"),
    ("«lin·_api_Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3d»", "service-token"),
    ("«shp·at_0123456789abcdef0123456789abcdef»", "service-token"),
    (
        "«-----BEGIN RSA ·PRIVATE KEY-----\nMIIEowIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF0PbnGy0AHB7Mv3o\nabc=\n-----END RSA ·PRIVATE KEY-----»\nafter",
        "private-key",
    ),
    (
        "\"private_key\": \"«-----BEGIN ·PRIVATE KEY-----\\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7\\n-----END ·PRIVATE KEY-----»\\n\"",
        "private-key",
    ),
    ("«-----BEGIN OPENSSH ·PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW\n»", "private-key"),
    (
        "«-----BEGIN PGP ·PRIVATE KEY BLOCK-----\nVersion: 1\n\nlQOYBF0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOP\n=abcd\n-----END PGP ·PRIVATE KEY BLOCK-----»",
        "private-key",
    ),
    ("«AGE-·SECRET-KEY-1QYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGP3»", "private-key"),
    ("«ey·JhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U» ends", "jwt"),
    ("curl -H 'Authorization: Bearer «x9QmZ7kLp2·VtR8nW1sYbE3cGf5Hj0a»' x", "bearer-token"),
    ("send Bearer «x9QmZ7kLp2·VtR8nW1sYbE3cGf5Hj0a.b/c=» now", "bearer-token"),
    ("headers[\"Authorization\"] = \"token «x9QmZ7kLp2·VtR8nW1s»\"", "bearer-token"),
    ("Authorization: Basic «dXNlcjp·wYXNz»", "basic-auth"),
    ("\"Proxy-Authorization\": \"Basic «dXNlcjp·wYXNzd29yZDEyMw==»\"", "basic-auth"),
    ("DATABASE_URL=postgres://app:«s3cr·3tpw»@db.internal:5432/app?sslmode=require", "connection-password"),
    ("mongodb+srv://root:«h4x·0r!pw»@cluster0.abcde.mongodb.net/x", "connection-password"),
    ("amqp://guest:«guest·!»@mq:5672/%2f", "connection-password"),
    ("redis://:«p4ss·w0rdy»@cache:6379/0", "connection-password"),
    ("git clone https://ada:«Tr0ub4d·or»@git.example.org/a.git", "connection-password"),
    ("mysql://u:«a/b·9x»@h/db", "connection-password"),
    ("jdbc:postgresql://h/db?user=app&password=«s3cr·3t»&ssl=true", "password"),
    ("Server=db;User Id=sa;Password=«P@ssw0·rd!»;Encrypt=true", "password"),
    ("DB_PASSWORD=«correct·horse»\nDB_HOST=a", "password"),
    ("export PGPASSWORD='«h4x·0r!»'", "password"),
    ("password: «hunt·er2»", "password"),
    ("  \"password\": \"«hunt·er2»\",", "password"),
    ("const pwd = `«hunt·er22»`;", "password"),
    ("machine api.example.org login ada password «hunt·er2x»", "password"),
    ("mysql --user root --password «hunt·er2x» db", "password"),
    ("tool --password=«hunt·er2xyz1» run", "password"),
    ("SECRET_KEY = \"«django-insecure-9x·$k2!mQz7Rt4Wp1LsV8b#»\"", "secret"),
    ("client_secret: '«9aXk2mQz·7Rt4Wp1LsV8b»'", "secret"),
    ("let secret: &'static str = \"«9f86d081884c7d65·9a2feaa0c55ad015»\";", "secret"),
    ("{\\\"clientSecret\\\": \\\"«9aXk2mQz·7Rt4Wp1LsV8b»\\\"}", "secret"),
    ("{\"text\": \"A=1\\nAPP_SECRET=«9aXk2mQz·7Rt4»\\nB=2\"}", "secret"),
    ("api_key = «0123456789·abcdef0123456789abcdef»", "api-key"),
    ("x-api-key: «550e8400·-e29b-41d4-a716-446655440000»", "api-key"),
    ("apiKey: \"«9aXk2mQz·7Rt4»\"", "api-key"),
    ("ENCRYPTION_KEY=«q83vEjRWeJ·q83vEjRWeJqw==»", "api-key"),
    ("access_token => '«9aXk2mQz·7Rt4Wp1LsV8b»'", "token"),
    ("token = String::from(\"«9aXk2mQz·7Rt4Wp1LsV8b»\")", "token"),
    ("- AUTH_TOKEN=«9aXk2mQz·7Rt4Wp1LsV8b»", "token"),
    ("session: \"«9aXk2mQz7Rt4·Wp1LsV8bYc5Nd0Fg»\"", "high-entropy-value"),
    ("cookie = '«Zk8Qw2Lm9·Xv4Tb7Rn1Pc6Hj3»'", "high-entropy-value"),
];

const NEGATIVES: &[&str] = &[
    "commit 1f0336d8c2a9b7e4f5061728394a5b6c7d8e9f00",
    "git rev 08831e4, tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    "id: 550e8400-e29b-41d4-a716-446655440000",
    "sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "\"integrity\": \"sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==\"",
    "checksum = \"9aab8ba4f27d7b8f0ff5f0a3b7e8d4f0a1c2b3d4e5f60718293a4b5c6d7e8f90\"",
    "![x](data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk)",
    "password: changeme",
    "DB_PASSWORD=changeme",
    "password = \"xxxxxxxxxxxx\"",
    "API_KEY=${API_KEY}",
    "API_KEY=$API_KEY",
    "api_key: {{ .Values.apiKey }}",
    "token: ${{ secrets.GITHUB_TOKEN }}",
    "token = process.env.GITHUB_TOKEN",
    "token = os.environ[\"API_TOKEN\"]",
    "password = os.getenv(\"DB_PASSWORD\")",
    "export TOKEN=<your-token>",
    "curl -H \"Authorization: Bearer $TOKEN\"",
    "curl -H \"Authorization: Bearer <token>\"",
    "Authorization: Bearer YOUR_API_TOKEN_HERE_1234",
    "postgres://user:password@localhost/db",
    "postgres://${USER}:${PASSWORD}@host/db",
    "postgres://localhost:5432/db",
    "https://example.org:8443/a@b",
    "see https://medium.com/@someone/a-post-1234567890ab",
    "max_tokens: 128000",
    "token_count = 1234567890",
    "tokens = tokenizer.encode(text)",
    "let token: Token = lexer.next_token();",
    "password: String,",
    "pub password: Option<SecretString>,",
    "password: str = Field(...)",
    "const secret = await getSecret(name, options2);",
    "secret_name: my-app-secret",
    "secretKeyRef: db-credentials-v2",
    "\"password\": \"Passwort\"",
    "password: \"must be at least 8 characters\"",
    "label: 'password', type: 'password'",
    "if password == \"hunter2\" {",
    "passwordField = \"user.password1\"",
    "Password: please enter it at the prompt.",
    "public_key = \"MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA0Z3VS5JJcds3\"",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGmq3vZk0Qw1Lm9Xv4Tb7Rn1Pc6Hj3Yc5Nd0Fg ada@house",
    "-----BEGIN CERTIFICATE-----\nMIIEowIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF0PbnGy0AHB7Mv3oabcdefghijklmnop\n-----END CERTIFICATE-----",
    "the marker -----BEGIN RSA PRIVATE KEY----- opens it",
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "sk-learn-compatible-estimators-and-other-things",
    "key: abc",
    "{\"key\": \"some-translation-key.with.many.parts\", \"value\": 1}",
    "cache_key: node-modules-8f14e45fceea167a5a36dedd4bea2543",
    "the session: a long talk about AbstractSingletonProxyFactoryBean and others",
    "password_hash = \"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"",
    "SECRET_FILE=/run/secrets/db_password_1",
    "token: sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "the login form has a password field and a button",
    "use --token or --password to sign in",
    "fn redact(text: &str) -> Redacted<'_> {",
    "match token { Token::Ident(name) => name, Token::Number(n) => n.to_string() }",
    "Note: the meeting is at 10:30, see https://example.org/a?b=c&d=e",
    "pub const E_TOKEN_NOT_FOUND: i32 = -2147207678i32;",
    "let token_avx512: cpuid_avx512::InitToken = cpuid_avx512::init();",
    "    credentials: MI_UserCredentials_0,",
    "    private_key: ed25519.Ed25519PrivateKey,",
    "    secret_key: *secret_key2,",
    "client_id={CLIENT_ID}&client_secret={CLIENT_SECRET}",
    "if the machine has no login shell, the password database, too, does nothing",
    "00000000-0000-0000-0000-000000000000 AKIA is a prefix",
];

/// A secret of a kind, drawn.
fn secret() -> impl Strategy<Value = String> {
    let plain = |len: usize| proptest::string::string_regex(&format!("[A-Z][a-z][0-9][a-zA-Z0-9]{{{len}}}[0-9][a-z][A-Z]")).expect("a pattern");
    let made = |prefix: &'static str, len: usize| plain(len).prop_map(move |body| format!("{prefix}{body}"));
    prop_oneof![
        "AKIA[A-Z2-7]{8}QZ7[A-Z2-7]{5}",
        made("ghp_", 30),
        made("github_pat_", 70),
        made("glpat-", 20),
        made("sk-proj-", 40),
        made("sk-ant-api03-", 60),
        made("sk_live_", 18),
        made("npm_", 30),
        made("hf_", 30),
        made("xoxb-1234-5678-", 18),
        made("eyJhbGciOiJIUzI1NiJ9.eyJ", 20).prop_flat_map(move |head| plain(40).prop_map(move |tail| format!("{head}.{tail}"))),
    ]
}

/// Text around it that real files have.
fn around() -> impl Strategy<Value = (&'static str, &'static str)> {
    prop_oneof![
        Just(("", "")),
        Just(("say ", " now")),
        Just(("KEY=", "\nB=1")),
        Just(("token: \"", "\",")),
        Just(("{\\\"a\\\":\\\"x\\n", "\\n\\\"}")),
        Just(("https://", "@host/a")),
        Just(("(`", "`)")),
        Just(("Authorization: Bearer ", "\r\n")),
        Just(("é«", "»é")),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn no_secret_survives(head in "\\PC{0,40}", secret in secret(), (before, after) in around(), tail in "\\PC{0,40}") {
        let text = format!("{head} {before}{secret}{after} {tail}");
        let redacted = redact(&text);
        prop_assert!(!redacted.text.contains(&secret), "{} kept {}", redacted.text, secret);
    }

    #[test]
    fn redacting_twice_changes_nothing(parts in prop::collection::vec(prop_oneof![
        secret().boxed(),
        "\\PC{0,30}".boxed(),
        "(password|token|secret_key|api_key|login|machine|--password|Authorization: Basic|x)( ?[=:] ?|://| )[\"']?[A-Za-z0-9+/=@:!.-]{0,40}[\"']?".boxed(),
        prop::sample::select(POSITIVES).prop_map(|(row, kind)| both(row, kind).0).boxed(),
        prop::sample::select(vec!["\n", " ", "\"", "=", ":", "@", "\\n", "-----BEGIN PRIVATE KEY-----"]).prop_map(str::to_owned).boxed(),
    ], 0..12)) {
        let text = parts.concat();
        let once = redact(&text).text.into_owned();
        let twice = redact(&once);
        prop_assert_eq!(&*twice.text, once.as_str());
        prop_assert!(twice.found.is_empty());
    }
}
