//! What texts are made of: the simplest first, because byte 0 chooses it.

/// Letters and scripts, marks that change how others are drawn, line ends, and what each reader looks for.
#[rustfmt::skip] // a table of words, not a column of them
pub(crate) const PIECES: &[&str] = &[
    // Plain
    "a", " ", "\n", "0", "word ", "Sentence. ", "A", "_", "-", "\t", "    ", ". ", ",", ";", ":", "=", "/", "\\", "\"", "'", "`", "(", ")", "[", "]",
    "{", "}", "<", ">", "|", "#", "*", "+", "?", "!", "@", "$", "%", "&", "~", "^", "e.g. ", "--",
    // Line ends, and what looks like one
    "\r\n", "\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}",
    // Controls and marks that are not seen
    "\u{feff}", "\0", "\u{1b}[31m", "\u{1b}", "\u{7f}", "\u{80}", "\u{200b}", "\u{200c}", "\u{200d}", "\u{202e}", "\u{202c}", "\u{2066}", "\u{2069}",
    "\u{ad}", "\u{a0}", "\u{3000}", "\u{2003}", "\u{fffd}", "\u{e0041}", "\u{10ffff}",
    // Scripts
    "é", "e\u{301}", "ß", "ﬁ", "İ", "ı", "ſ", "K", "Ǆ", "ΐ", "Σς", "Größe", "naïve ", "не ", "日", "記憶", "。", "、", "「", "カ\u{3099}", "한", "ᄒ\u{1161}",
    "مرحبا", "می\u{200c}خواهم", "שלום", "क्\u{200c}ष", "ไทย", "ខ្មែរ", "🇩🇪", "👩\u{200d}🚀", "👍🏽", "❤\u{fe0f}", "𝒳", "𠀀", "“", "”", "’", "…", "—", "•",
    "²", "½", "Ⅷ", "٣", "१", "೬",
    // Boxes
    "│", "─", "└─ ", "├── ", "╭─╮", "█", "▏", "~ │ (", "⎿ ", "→", "  3→",
    // What cutters look for
    "fn open(", "pub(crate) fn ", "def ", "class ", "impl<T> ", "func (s *", "create table ", "export const a = async (", "(defn ", "describe(", "#[",
    "/*", "*/", "//", "\"\"\"", "'''", "else", "end", "```", "~~~", "---", "+++", "===", "- ", "1. ", "> ", "# ", "####### ", "| a | ", "commit ",
    "Author: ", "Date: ", "<system-reminder>", "</system-reminder>", "[redacted: ", "e_12]",
    // What finders of secrets look for
    "password", "PASSWORD=", "token: ", "apiKey\": \"", "secret = ", "key", "Authorization: Basic ", "Bearer ", "://u:", "://", "--password ", " -p", "-u a:",
    "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", "-----BEGIN ", "-----END ", "-----", "\\n", "MIIEvQ", "aB3dE6gH9jK2mN5p", "Q~", "8Q~",
    "ghp_", "sk-ant-", "AKIA", "xoxd-", "xoxb-", "%2B", "eyJhbGciOi", "SG.", "AA", "https://hooks.slack.com/services/", "$6$", "$argon2", "{SHA}",
    "Private-Lines: ", "kind: Secret\n", "data:\n", "\"d\":\"", "\"kty\"", "machine ", "login ", "identified by '", "</password>", "<password>", "ENV ",
    "setx ", " is ", "define('", "', '", ":5432:", "host:*:", "value=", ">-",
    // What readers of questions look for
    "when ", "yesterday", "last ", "weeks ago", "May 8, 2023", "31 February", "99999999999 days", "18446744073709551616", "2023-13-45", "Q5", "12:61",
    "before ", "between ", "how many ", "AND ", "NEAR(", "\" OR ", "camelCaseHTTPServer2",
];
