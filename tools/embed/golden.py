"""Writes the fixture that the Rust module is held to: text, token ids, vector."""

TEXTS = [
    "", "   ", "Hello, world!", "When did Melanie paint a sunrise?", "python check if a variable is iterable",
    "def getUserName(self):\n    return self._user_name", "HTTPServer parseJSONResponse utf8Decode iPhone YouTube McDonald's",
    "Crème brûlée à la façon de Zürich, naïve ÅNGSTRÖM", "東京で会いましょう", "한국어 문장", "Привет, мир! Ёлка", "مرحبا بالعالم",
    "ﬁne ≠ equal; don’t—stop…", "emoji 😀 and tab\there\u0000\u200b\u00adsoft", "x" * 101 + " after a word too long", "x" * 100,
    "supercalifragilisticexpialidocious antidisestablishmentarianism", "e=mc^2 [MASK] [CLS] <html>&amp;</html>", "ẞ İstanbul ΌΣΟΣ ǅ",
    "The quick brown fox jumps over the lazy dog. " * 3, "C:\\path\\to\\file.rs:42 $HOME/.config --flag=value #tag @user",
]  # fmt: skip


def write(path, words, rows, scales, embed):
    lines = []
    for text, ids in zip(TEXTS, words.batch(TEXTS)):
        vector = embed(rows, scales, ids)
        lines.append("\t".join([text.encode().hex(), " ".join(map(str, ids)), vector.tobytes().hex()]))
    path.write_text("\n".join(lines) + "\n")
