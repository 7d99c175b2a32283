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
        "-----END PRIVATE KEY-----",
        "abcdefgh12345678ABCD\n-----END PRIVATE KEY-----",
        "-----BEGIN PRIVATE KEY-----→",
        "machine ",
        "Bearer a1234567890123456.",
        "abcdefgh12345678/",
        "eyJabcdefghijklmnop.",
        "ghp_",
        "AKIA",
        "é:",
        "kind: Secret\n",
        "kind: Secret\ndata:\n a: aaaa1\n",
        "\"d\":\"abcdefghijklmnopqrstuvwxyz0123456789\"",
        "Private-Lines: 9999\nabcd\n",
        "x</token>",
        "password '",
        "mysql -p",
        "password is ",
        "ENV token ",
        "(\"token\",\"",
        "*:",
        "a value=",
        "xoxd-a%",
        "$6$",
        " -u a:",
        "password=é",
    ] {
        let text = unit.repeat(60_000 / unit.len());
        let once = redact(&text).text.into_owned();
        assert!(redact(&once).found.is_empty(), "{unit}");
    }
}

const POSITIVES: &[(&str, &str)] = &[
    ("we saw «sb_se·cret_bVbQjD0SSW0fZVgR3gWNq1_x7Kd2Lm»", "service-token"),
    ("we saw «lsv2_·pt_3db7c6e9b7d180a4742684aa11bb22cc_7e48eb7a01»", "service-token"),
    ("we saw «tvly-·dev-ZmgNI3wHrgFi2RvxwYBqtK7d2Lm9Pq1z»", "service-token"),
    ("we saw «AKC·pgDo5yq7Nje1SHQwMXbQP7PGYSaK7d2Lm9Pq1zZmgNI3wHrgFi2RvxwYBqtB4c5D»", "service-token"),
    ("we saw «sk-·lf-3db7c6e9-b7d1-80a4-7426-84aa11bb22cc»", "service-token"),
    ("we saw «fc-·3db7c6e9b7d180a4742684aa11bb22cc»", "service-token"),
    ("we saw «AQ·.Ab8RN6KgDo5yq7Nje1SHQwMXbQP7PGYSaK7d2Lm9Pq1z»", "google-key"),
    ("environment:\n  POSTGRES_PASSWORD: «SuperHarbour»\n", "password"),
    ("  - SMTP_PASSWD: «correct-horse-battery»\n", "password"),
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
    ("«-----BEGIN OPENSSH ·PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW»\n", "private-key"),
    // Shown with a margin, as programs show files; and without its end or its beginning.
    (
        "     1→«-----BEGIN RSA ·PRIVATE KEY-----\n     2→MIIEowIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF0PbnGy0AHB7Mv3o\n     3→abc=\n     4→-----END RSA ·PRIVATE KEY-----»\n     5→",
        "private-key",
    ),
    (
        "│ «-----BEGIN ·PRIVATE KEY-----          │\n│ MIIEowIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF0PbnGy0AHB7Mv3o │\n│ -----END ·PRIVATE KEY-----» │",
        "private-key",
    ),
    (
        "  ⎿ 1→«-----BEGIN RSA ·PRIVATE KEY-----\n    2→Proc-Type: 4,ENCRYPTED\n    3→MIIEowIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF0PbnGy0AHB7Mv3o\n    4→abc»\n… +20 lines",
        "private-key",
    ),
    ("… [120 lines truncated] …\n«AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIj\nJCUm=\n-----END OPENSSH ·PRIVATE KEY-----»\n$ ", "private-key"),
    ("tail:\n    36→«AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIj\n    37→JCUm=\n    38→-----END ·PRIVATE KEY-----»", "private-key"),
    ("{\"text\": \"so on\\n«MIIEowIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF0PbnGy0AHB7Mv3o\\n-----END ·PRIVATE KEY-----»\\n\"}", "private-key"),
    ("     3→SMTP_PASS=«lowercase·only»\n     4→A=1", "password"),
    ("     3→export SMTP_PASS=«lowercase·only»", "password"),
    ("3:SMTP_PASS=«lowercase·only»", "password"),
    ("│ SMTP_PASS=«lowercase·only» │", "password"),
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
    // Assignments that are not alone on their line, or not assignments by sign.
    ("docker run -e POSTGRES_PASSWORD=«yOTe7·Amutv» -d postgres", "password"),
    ("docker run --rm --env DB_PASSWORD=«plain·words» -p 80:80 img", "password"),
    ("docker build --build-arg NPM_TOKEN=«9aXk2mQz·7Rt4» .", "token"),
    ("cd app && API_TOKEN=«9aXk2mQz·7Rt4» make", "token"),
    ("MY_THING=«8qsi93qdxfjo·PEgCISvU0Ju44waql3EtHooWlCatfTkN»", "high-entropy-value"),
    ("thing = \"«8qsi93qdxfjo·PEgCISvU0Ju44waql3EtHooWlCatfTkN»\"", "high-entropy-value"),
    ("{\"thing\": \"«8qsi93qdxfjo·PEgCISvU0Ju44waql3EtHooWlCatfTkN»\"}", "high-entropy-value"),
    ("AZURE_DEVOPS_PAT=«abcdefghij2lmnopqr·stuvwxyz2345678abcdefghij2lmnopqr»", "token"),
    ("DB_PASSWORD=\"«correct horse· battery»\"", "password"),
    ("api_key: >-\n  «9aXk2mQz·7Rt4Wp1LsV8b»\nnext: 1", "api-key"),
    ("password: |\n    «hunt·er2xyz»\n", "password"),
    ("\"token\":\n    \"«9aXk2mQz·7Rt4Wp1LsV8b»\",", "token"),
    ("<server><password>«PaGZ7YSG·8a2ZxA»</password></server>", "password"),
    ("<apiKey>«9aXk2mQz·7Rt4Wp1L»</apiKey>", "api-key"),
    ("<cfg:password type=\"x\">\n  «PaGZ7YSG·8a2ZxA»\n</cfg:password>", "password"),
    ("<add key=\"ApiKey\" value=\"«9aXk2mQz·7Rt4Wp1L»\"/>", "api-key"),
    ("<property name=\"db.password\" value=\"«PaGZ7YSG·8a2ZxA»\"/>", "password"),
    ("{\"name\": \"API_TOKEN\", \"value\": \"«9aXk2mQz·7Rt4Wp1L»\"}", "token"),
    ("env:\n- name: DB_PASSWORD\n  value: «hunt·er2xyz»\n", "password"),
    ("define('DB_PASSWORD', '«KSaGAw5·TLI0laK»');", "password"),
    ("os.Setenv(\"API_TOKEN\", \"«9aXk2mQz·7Rt4Wp1L»\")", "token"),
    ("req.header(\"Authorization\", \"Basic «dXNlcjp·wYXNz»\")", "basic-auth"),
    ("curl -u admin:«VuLm8ez·bRkax» https://a.example", "basic-auth"),
    ("curl --user 'admin:«plain·words»' https://a.example", "basic-auth"),
    ("mysql -u root -p«ungfEqD·78DYUie» shop", "password"),
    ("mysqldump -p'«ungfEqD·78DYUie»' shop > a.sql", "password"),
    ("sshpass -p «ungfEqD·78DYUie» ssh a@b", "password"),
    ("docker login -u ada -p «ungfEqD·78DYUie» r.example", "password"),
    ("FROM a\nENV API_TOKEN «9aXk2mQz·7Rt4Wp1L»\nRUN b", "token"),
    ("set -x API_KEY «9aXk2mQz·7Rt4Wp1L»", "api-key"),
    ("  set -gx DB_PASSWORD '«hunt·er2xyz»'", "password"),
    ("setx API_KEY «9aXk2mQz·7Rt4Wp1L»", "api-key"),
    ("CREATE USER bob WITH PASSWORD '«PaGZ7YSG·8a2ZxA»';", "password"),
    ("alter user 'bob'@'%' identified by '«PaGZ7YSG·8a2ZxA»';", "password"),
    ("The password is «OxR2zYuL·KRovZ8».", "password"),
    ("the wifi password is `«hunt·er2xyz»`, keep it", "password"),
    ("My API key is «9aXk2mQz·7Rt4Wp1L», do not tell", "api-key"),
    // What looks a little like a name, a path or a member.
    ("SECRET_KEY=«/9aXk2mQz·7Rt4/Wp1LsV8b»", "secret"),
    ("Driver=x;UID=sa;PWD=«hunt·er2x»;", "password"),
    ("password: «hunt·er2.x9Q»", "password"),
    ("API_TOKEN=«AB12_CD34·_EF56»", "token"),
    ("https://a.example/b.svg?token=«9aXk2mQz·7Rt4»", "token"),
    // Files of a known form.
    (
        "PuTTY-User-Key-File-3: ssh-ed25519\nPublic-Lines: 1\nAAAAC3NzaC1lZDI1NTE5\nPrivate-Lines: 1\n«AAAAIKx9QmZ7·kLp2VtR8nW1sYbE3cGf5Hj0aQw==»\nPrivate-MAC: 0f1e",
        "private-key",
    ),
    (
        "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU\",\"d\":\"«jpsQnnGQmL-YBIffH1136cspYG6·-0iY7X1fCE9-E9LI»\"}",
        "private-key",
    ),
    (
        "apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ndata:\n  user: «YWRt·aW4=»\n  pw: «MWYyZDFl·MmU2N2Rm»\ntype: Opaque\n---\nkind: ConfigMap\ndata:\n  a: YWRtaW4=\n",
        "secret",
    ),
    ("{\n  \"kind\": \"Secret\",\n  \"data\": {\n    \"pw\": \"«MWYyZDFl·MmU2N2Rm»\"\n  }\n}", "secret"),
    ("postgres://u:«p@ss·/x»@h/db", "connection-password"),
    ("postgres://u:«p@s9·s»@h:5432/db?a=b@c", "connection-password"),
    ("db.example.org:5432:shop:ada:«PaGZ7YSG·8a2ZxA»\n", "password"),
    ("# pg\n*:*:*:ada:«PaGZ7YSG·8a2ZxA»", "password"),
    ("root:«$6·$9aXk2mQz$7Rt4Wp1LsV8bYc5Nd0Fg7Rt4Wp1LsV8bYc5Nd0Fg7Rt4Wp1LsV8bYc5Nd0Fg7Rt4Wp1LsV8bYc5Nd0Fg.x/y1z»:19000:0:99999:7:::", "password"),
    ("ada:«$apr·1$9aXk2mQz$7Rt4Wp1LsV8bYc5Nd0Fg11»", "password"),
    ("ada:«$2y·$05$7Rt4Wp1LsV8bYc5Nd0Fg7.t4Wp1LsV8bYc5Nd0Fg/Rt4Wp1LsV8bYc5»", "password"),
    ("ada:{SHA}«W6ph5Mm5Pz8G·giULbPgzG37mj9g=»", "password"),
    // Tokens by their prefix.
    ("«xo·xc-2048-4096-8192-0123456789abcdef0123456789abcdef»", "slack-token"),
    ("d=«xo·xd-Ab3dEf6hIj9kLm2%2BnOp5qRs8tUv1wX%2Fy4z%3D»;", "slack-token"),
    ("d=«xo·xd-Ab3%2BdEf6hIj9kLm2nOp5qRs8tUv1wX%2Fy4z%3D»;", "slack-token"),
    ("#define API_SECRET \"«9aXk2mQz·7Rt4Wp1LsV8b»\"", "secret"),
    ("https://discord.com/api/webhooks/123456789012345678/«Ab3dEf6hIj9kLm2nOp5q·Rs8tUv1wXy4z-Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z»", "service-token"),
    (
        "https://a.webhook.office.com/webhookb2/550e8400-e29b-41d4-a716-446655440000@550e8400-e29b-41d4-a716-446655440000/IncomingWebhook/«0123456789abcdef·0123456789abcdef»/«550e8400·-e29b-41d4-a716-446655440000»",
        "service-token",
    ),
    ("«fi·gd_Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3dEf6h»", "service-token"),
    ("«snt·rys_eyJpYXQiOjE3MDAwMDAwMDAuMCwidXJsIjoiaHR0cHM6Ly9zZW50cnkuaW8i=_Ab3dEf6h+Ij9k/Lm2nOp5q»", "service-token"),
    ("«Ab3dEf6hIj9kLm·.atlasv1.Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3»", "service-token"),
    ("«ruby·gems_0123456789abcdef0123456789abcdef0123456789abcdef»", "service-token"),
    ("bot «MTA5ODc2NTQzMjEwOTg3NjU0MzI·.GabcDE.Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3dEf» runs", "service-token"),
    ("client.login('«MTA5ODc2NTQzMjEwOTg3NjU0·.Xab-DE.Ab3dEf6hIj9kLm2nOp5qRs8tUv1»')", "service-token"),
    ("«ci·oAb3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z»", "service-token"),
    ("«pa·tAb3dEf6hIj9kLm.0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef»", "service-token"),
    ("«AT·BBAb3dEf6hIj9kLm2nOp5qRs8tUv1w1A2B3C4D»", "service-token"),
    (
        "«s·l.BAb3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z-_Ab3dEf6hIj9kLm2nOp5qRs8tUv1w»",
        "service-token",
    ),
    ("«sq·0atp-Ab3dEf6hIj9kLm2nOp5qRs»", "service-token"),
    ("«sq·0csp-Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3dEf6hIj9»", "service-token"),
    ("«EA·AAEAb3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3dEf6hIj9kLm2nOp5qRs8tUv1»", "service-token"),
    ("«EA·ACEdEose0cBAb3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3dEf6hIj9k»", "service-token"),
    ("FlyV1 «fm·2_lJPECAAAAAAAAb3dEf6h+Ij9kLm2nOp5qRs8t/Uv1wXy4zAb3dEf6hIj9kLm2nOp5qRs8tUv1w==»", "service-token"),
    ("«fo·1_Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3dEf6hIj9»", "service-token"),
    ("«nf·p_Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3d»", "service-token"),
    ("«HR·KU-550e8400-e29b-41d4-a716-446655440000»", "service-token"),
    ("«bk·ua_0123456789abcdef0123456789abcdef01234567»", "service-token"),
    ("«pu·l-0123456789abcdef0123456789abcdef01234567»", "service-token"),
    ("client «abc8·Q~Ab3dEf6h.Ij9kLm2~nOp5qRs8tUv1wXy4z»", "azure-key"),
    ("«GO·OG1EAB3DEF6HIJ9KLM2NOP5QRS8TUV1WXY4ZAB3DEF6HIJ9KLM2NOP5QRS8TU»", "google-key"),
    ("«1/·/0gAb3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z-Ab3dEf6hIj9kLm2nOp5q»", "google-key"),
];

const NEGATIVES: &[&str] = &[
    "  RESET_PASSWORD: resetPassword\n",
    "  RESET_PASSWORD: resetIt,\n",
    "DB_PASSWORD: required\n",
    "DB_PASSWORD: the one that the harbour master chose\n",
    "  DB_PASSWORD: ${{ secrets.DB_PASSWORD }}\n",
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
    "the marker of AbstractSingletonProxy2Factory\nand -----END RSA PRIVATE KEY----- closes it",
    "if (text.startsWith('-----BEGIN PRIVATE KEY-----')) {\n  return parse(text, 'pkcs8');\n}\nreturn text.endsWith('-----END PRIVATE KEY-----') ? decode(text) : null;",
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
    // Beside a telling word, and no secret.
    "The password is required and must have 12 characters",
    "the password is hashed with argon2id before it is stored",
    "The password is sha256-hashed, the token is base64-encoded",
    "the password is case-sensitive; the key is AES256-GCM wrapped",
    "my password is longer than 20 characters",
    "the token is a 256-bit number, the secret is v1.2.3 of it",
    "The API key is read from $API_KEY, see docs/configuration2.md",
    "the key is user.settings.theme2 and the token is Token::Ident(a1)",
    "password = get_password()",
    "password = self.password2",
    "token: String",
    "let password = prompt(\"Password: \")?;",
    "define('DB_PASSWORD', getenv('DB_PASSWORD'));",
    "define('DB_PASSWORD', 'password_here');",
    "define(\"API_KEY\", \"your-key-1234\")",
    "t('password', 'Passwort')",
    "assert_eq!(lookup(\"token\", \"ident\"), None)",
    "map.insert(\"token\", \"expires_in_2_hours\")",
    "unexpected token 'a1b2c3d4' at line 3",
    "echo \"password \"+user.pass2+\" set\"",
    "WITH PASSWORD '<password>'",
    "#define TLS_MD_MASTER_SECRET_CONST \"\\x6d\\x61\\x73\\x74\\x65\\x72\"",
    "IDENTIFIED BY 'password'",
    "IDENTIFIED BY '${DB_PASSWORD}'",
    "the file is identified by 'its name'",
    "<password>${db.password}</password>",
    "<label for=\"password\">Password</label> <token>identifier</token>",
    "<Password>changeme</Password><secret></secret>",
    "<add key=\"ApiKey\" value=\"\"/> <add key=\"Theme\" value=\"dark-2024-edition\"/>",
    "{\"name\": \"LOG_LEVEL\", \"value\": \"debug2debug\"}",
    "- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:\n      name: db-credentials\n",
    "docker run -u 1000:1000 -e TOKEN -e PATH=/usr/bin img",
    "docker run --user node:node img; curl -u admin: x; curl -u $USER:$PASS x",
    "curl -u user:password https://a.example",
    "mkdir -p target1/debug2 && mysql -p shop < dump2024.sql",
    "mysql -u root -p$MYSQL_PASSWORD shop; mysql -ppassword",
    "ENV PATH /usr/local/bin2 and ENV API_TOKEN $TOKEN",
    "ENV TOKEN_FILE /run/secrets/token1\nENV NODE_VERSION 18.20.4",
    "set -x\nset -x PATH /opt/bin2 $PATH",
    "MSG_PASSWORD=\"Please enter the new password\"",
    "ERR_PASSWORD=\"Wrong or missing\"",
    "DB_PASSWORD=\"\"\nDB_HOST=\"correct horse battery\"",
    "token:\n  description: \"a1b2c3d4e5f6\"\n",
    "secret: |\n  {{ .Values.secret }}\n",
    "password:\n- a1b2c3d4e5\n",
    // Names, paths and members with digits in them.
    "#password_encryption = scram-sha-256",
    "PWD=/workspace/build2/out\nOLDPWD=/data2",
    "docker run -e PWD=/data/build2 -e TOKEN=/data/secrets/token1 img",
    "ConnectionTrafficSecrets::Chacha20Poly1305 { key, iv }",
    "let a = ApiKey::X25519MlKem768Draft00;",
    "let traffic_secret_expander = TLS13_CHACHA20_POLY1305_SHA256_INTERNAL;",
    "const ACCESS_TOKEN = TokenKind.Int32Literal;",
    "token: SyntaxKind.Utf8Literal16",
    "const cssToken = \"--color-primary-500\"",
    "$pass = '-anonymous@';",
    "[![a](https://codecov.io/gh/a/b/branch/main/graph/badge.svg?token=Z92NHFQ70G)](https://codecov.io/gh/a/b)",
    // Random to look at, and meant to be seen.
    "GIT_SHA=1f0336d8c2a9b7e4f5061728394a5b6c7d8e9f00",
    "REQUEST_ID=550e8400-e29b-41d4-a716-446655440000",
    "DIGEST=e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "golang.org/x/text v0.3.7 h1:olpwvP2KacW1ZWvsR7uQhoyTYvKAupfQrRGBFM352Gk=",
    "narHash = \"sha256-olpwvP2KacW1ZWvsR7uQhoyTYvKAupfQrRGBFM352Gk=\"",
    "sha256 = \"olpwvP2KacW1ZWvsR7uQhoyTYvKAupfQrRGBFM352Gk=\"",
    "ICON=iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
    "greeting = \"VGhlIHF1aWNrIGJyb3duIGZveCBqdW1wcyBvdmVyIDEzIGxhenkgZG9ncw==\"",
    "name = \"AbstractSingletonProxyFactoryBeanWithGenericParameters2Impl\"",
    "test = \"held_answers_equal_unknown_answers_2_for_every_Actor_and_Scope\"",
    "OUT=/home/ada/Projects2/Palace/target/debug/deps/ingest-1A2b3C4d5E6f7A8b",
    "class=\"MuiButtonBase-root-123 MuiTab-root css-1h9z7r5-Button\"",
    "color: #1f0336; --accent: #A1B2C3D4; version = \"1.2.3-beta.4+build.567\"",
    "var aB3=function(e,t){return e(t)},cD4=aB3(1,2);",
    "Lorem ipsum dolor sit amet, consectetur adipiscing elit: sed do eiusmod = tempor",
    "\"x\":\"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU\",\"kty\":\"EC\"",
    "<path d=\"M10.5 20.25a4.5 4.5 0 1 1 0 9\"/> {\"d\": \"M10 20\", \"k\": \"value\"}",
    "kind: SecretStore\ndata:\n  a: YWRtaW4=\n",
    "kind: ConfigMap\ndata:\n  a: YWRtaW4xMjM0NTY=\n",
    "src/main.rs:1234:fn:a:b and 12:30:45:10:aa11bb22",
    "a.example:8080:web:api:latest",
    "cost is $1$2 or $6$; echo $1 $2a$ \"$apr1$\"",
    "https://discord.com/api/webhooks/{id}/{token} and https://discord.com/developers/docs/resources/webhook-12345",
    "ftp://ada@host/file@2x.png postgres://u@h/a@b postgres://h:5432/a@b",
    "patterns = pat_a1, a_pat: \"a1b2c3d4\"",
    "sl.some-module.with-a-name ciphertext-to-be-decrypted-1 EAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "HRKU- is Heroku, bkua_ is Buildkite, nfp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx, rubygems_ and pul- too",
    "see PLAN_2024Q~1 and C:\\PROGRA~1\\abc8Q~1",
    "Private-Lines: 8 are counted",
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
