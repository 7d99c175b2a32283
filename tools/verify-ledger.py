#!/usr/bin/env python3
"""Verifies an exported Palace ledger, or the proof of one entry, with Python's standard library alone.

    verify-ledger.py EXPORT.jsonl [--checkpoint FILE]... [--key LOG_KEY]
    verify-ledger.py --proof PROOF.json [--key LOG_KEY]

A second implementation, kept apart from the program on purpose: what both believe does not hang on one mistake.
An export brings its own key, and a forger could bring theirs: hold it to a checkpoint that you kept elsewhere, or
to a key that you know. Exit status: 0 fine, 1 at fault (the first fault is named), 2 not readable.
"""
import argparse, base64, functools, json, re, sys
from hashlib import sha256, sha512
from pathlib import Path

# Shapes of what is read: a text is a pattern, a range holds a number, a tuple is one of several, `...` is left out.
TEXT, DIGEST, U64, I64 = "(?s).*", "[0-9a-f]{64}", range(1 << 64), range(-1 << 63, 1 << 63)
ENTRY = {"palace": TEXT, "seq": U64, "prev": DIGEST, "at": I64, "actor_kind": TEXT, "actor": TEXT, "session": TEXT,
         "op": TEXT, "outcome": TEXT, "subject": TEXT, "input": DIGEST, "output": DIGEST, "payload": DIGEST}
STORED = {**ENTRY, "hash": DIGEST, "salt": ("[0-9a-f]{32}", None), "body": (TEXT, None), "erased_by": (U64, None)}
PROVEN = {"proof": ({"index": U64, "size": U64, "leaf": DIGEST, "hashes": [DIGEST]}, None, ...)}
LINE = {**PROVEN, **STORED, "type": "entry"}, {**PROVEN, "type": r"(?s)(?!entry\Z).*"}
HEADER = {"format": "palace-export/v1", "palace": TEXT, "origin": TEXT, "log_key": TEXT, "checkpoint": TEXT}
DOCUMENT = {"entry": STORED, "index": U64, "size": U64, "hashes": [DIGEST], "checkpoint": TEXT, "log_key": TEXT}

def require(held, words):  # of what was read; what cannot be read is a ValueError or an OSError
    if not held: sys.exit(f"at fault: {words}")

def fits(value, shape):
    if isinstance(shape, tuple): return any(fits(value, one) for one in shape)
    if isinstance(shape, list): return isinstance(value, list) and all(fits(one, shape[0]) for one in value)
    if isinstance(shape, dict): return isinstance(value, dict) and all(fits(value.get(k, ...), shape[k]) for k in shape)
    if isinstance(shape, range): return type(value) is int and value in shape
    if isinstance(shape, str): return isinstance(value, str) and re.fullmatch(shape, value) is not None
    return value is shape

def read(text, shape, where):
    def once(pairs):
        if len(dict(pairs)) != len(pairs): raise ValueError("a key occurs twice")
        return dict(pairs)
    whole = lambda digits: int(digits) if digits != "-0" else -0.0  # to the program, too, minus zero is no integer
    try:
        value = json.loads(text.decode(), object_pairs_hook=once, parse_int=whole, parse_constant=int)  # `int`: no NaN
        json.dumps(value, ensure_ascii=False).encode()  # half a surrogate pair is no text
    except (ValueError, RecursionError) as error: raise ValueError(f"{where} cannot be read: {error}")
    if not fits(value, shape): raise ValueError(f"{where} cannot be read: a field is missing or not as the format says")
    return value

# Ed25519 (RFC 8032), verifying only. Points are (x, y); those of small order are refused: under them anyone can sign.
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P

def point(encoded):
    sign, y = divmod(int.from_bytes(encoded, "little"), 1 << 255)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    root = pow(square, (P + 3) // 8, P)
    for x in (root, root * pow(2, (P - 1) // 4, P) % P):  # the second is by a root of -1
        if x * x % P == square: return x if x & 1 == sign else -x, y
    return 0, 1  # not on the curve: refused with the points of small order

def add(p, q):
    (a, b), (c, d) = p, q
    t = D * a * b * c * d
    return (a * d + b * c) * pow(1 + t, -1, P) % P, (b * d + a * c) * pow(1 - t, -1, P) % P

def times(number, p):
    if number == 0: return 0, 1
    rest = times(number >> 1, add(p, p))
    return add(rest, p) if number & 1 else rest

def is_signed(key, message, signature):
    (x, y), r, s = point(key), signature[:32], int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or s >= L: return False
    k = int.from_bytes(sha512(r + key + message).digest(), "little") % L
    x, y = found = add(times(s, point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))), times(k, (-x, y)))
    return times(8, found) != (0, 1) and (y | (x & 1) << 255).to_bytes(32, "little") == r

# Keys and checkpoints: C2SP signed-note and tlog-checkpoint. Base64 is held to its one spelling: unused bits are zero.
NAME, ROW, DIGIT = r"([^\s+\0-\x1f\x7f-\x9f]+)", r"([^\0-\x1f]+)\n", "[A-Za-z0-9+/]"
END = f"{DIGIT}{{2}}[AEIMQUYcgkosw048]="
SIGNATURE = f"\u2014 {NAME} ((?:{DIGIT}{{4}})+(?:{DIGIT}{{4}}|{END}|{DIGIT}[AQgw]==))\n"
NOTE = f"({ROW}(0|[1-9][0-9]{{0,19}})\n({DIGIT}{{40}}{END})\n(?:{ROW})*)\n((?:{SIGNATURE})+)"

def open_key(text, known):
    require(known in (None, text), "the log key is not the one given with --key")
    parts = re.fullmatch(rf"{NAME}\+([0-9a-f]{{8}})\+({DIGIT}{{44}})", text)
    require(parts, "the text is not a log key")
    name, key_id, key = parts[1], bytes.fromhex(parts[2]), base64.b64decode(parts[3])
    require(key_id == sha256(name.encode() + b"\n" + key).digest()[:4], "the id of the log key is that of another")
    require(key[0] == 1 and times(8, point(key[1:])) != (0, 1), "the log key is not a strong Ed25519 key")
    return name, key_id, key[1:]

def open_checkpoint(text, key):
    parts = re.fullmatch(NOTE, text) if len(text.encode()) <= 1 << 20 else None
    require(parts and int(parts[3]) in U64, "the text is not a signed checkpoint")
    signatures = [(name, base64.b64decode(rest)) for name, rest in re.findall(SIGNATURE, parts[6])]
    ours = [signature[4:] for name, signature in signatures if (name, signature[:4]) == key[:2]]  # not the witnesses'
    signed = ours and all(is_signed(key[2], parts[1].encode(), signature) for signature in ours)
    require(signed, f"the checkpoint has no valid signature of {key[0]!r}")
    return parts[2], int(parts[3]), base64.b64decode(parts[4])

# The ledger: a chain of entries, which are the leaves of an RFC 6962 tree.
def node(left, right): return sha256(b"\1" + left + right).digest()

def check_proof(proof, checkpoint, line):
    def climb(index, size, hashes):  # a way that is too long or too short leads nowhere
        if size < 2 or not hashes: return bytes.fromhex(proof["leaf"]) if (index, size, hashes) == (0, 1, []) else b""
        half, beside = 1 << (size - 1).bit_length() - 1, bytes.fromhex(hashes[-1])
        if index < half: return node(climb(index, half, hashes[:-1]), beside)
        return node(beside, climb(index - half, size - half, hashes[:-1]))
    found = proof["size"], climb(proof["index"], proof["size"], proof["hashes"])
    require(found == checkpoint[1:], f"the proof on line {line} does not lead to the checkpoint")

def check_root(peaks, count, checkpoints):
    root = functools.reduce(lambda right, left: node(left, right), reversed(peaks)) if peaks else sha256().digest()
    met = all(root == signed for _, size, signed in checkpoints if size == count)
    require(met, f"the first {count} entries are not those that a checkpoint was signed over")
    return root

def check_entry(entry, prev):
    seq, salt, body, by = (entry[name] for name in ("seq", "salt", "body", "erased_by"))
    lines = ["palace/entry/v1", *(str(entry[field]) for field in ENTRY)]
    plain = all(len(line.encode()) <= 512 and not re.search(r"[\0-\x1f\x7f-\x9f\u2028\u2029]", line) for line in lines)
    require(plain, f"entry {seq} has a field that no palace would write")
    require(entry["prev"] == prev, f"entry {seq} does not link to the entry before it")
    leaf = sha256(b"\0" + "".join(f"{line}\n" for line in lines).encode()).hexdigest()
    require(leaf == entry["hash"], f"entry {seq} does not have the hash stored for it")
    if by is None and None not in (salt, body):
        payload = sha256(b"palace/payload/v1\n" + bytes.fromhex(salt) + body.encode()).hexdigest()
        require(payload == entry["payload"], f"the payload of entry {seq} is not the one that was recorded")
    else:  # half of a payload counts as missing, and so does one that is there and said to be erased
        erased = (salt, body) == (None, None) and by is not None and by > seq
        require(erased, f"the payload of entry {seq} is missing, and no later erasure explains it")

def verify_export(path, kept_elsewhere, known):
    first, *lines = Path(path).read_bytes().removesuffix(b"\n").split(b"\n")
    header = read(first, HEADER, "line 1 of the export")
    key, notes = open_key(header["log_key"], known), [Path(name).read_bytes().decode() for name in kept_elsewhere]
    checkpoints = [open_checkpoint(note, key) for note in [header["checkpoint"], *notes]]
    for origin, *_ in checkpoints: require(origin == header["origin"], f"a checkpoint is for another log, {origin!r}")
    peaks, head, count, awaited = [], "0" * 64, 0, set()  # peaks: complete subtrees, the largest first
    for number, text in enumerate(lines, 2):
        line = read(text, LINE, f"line {number} of the export")
        if line["type"] == "entry":
            require(line["seq"] == count, f"entry {count} should come next, but entry {line['seq']} does")
            require(line["palace"] == header["palace"], f"entry {count} is of another palace, {line['palace']!r}")
            check_entry(line, head)
            erases = line["op"].endswith(".erase") and line["outcome"] == "done"
            require(erases or count not in awaited, f"entry {count} is said to have erased a payload, but did not")
            awaited.add(line["erased_by"])
            check_root(peaks, count, checkpoints)
            head, leaf, pairs = line["hash"], bytes.fromhex(line["hash"]), count
            while pairs & 1: leaf, pairs = node(peaks.pop(), leaf), pairs >> 1
            peaks.append(leaf)
            count += 1
        if line.get("proof"): check_proof(line["proof"], checkpoints[0], number)
    root = check_root(peaks, count, checkpoints)
    needed = max([size for _, size, _ in checkpoints] + [by + 1 for by in awaited if by is not None])
    require(needed <= count, f"the ledger has {count} entries, but a checkpoint or an erasure speaks of {needed}")
    return (f"{count} entries of {header['palace']}, {checkpoints[0][1]} of them under the checkpoint of {key[0]}, "
            f"{len(notes)} checkpoints kept elsewhere, root {root.hex()}")

def verify_proof(path, known):
    document = read(Path(path).read_bytes(), DOCUMENT, path)
    entry, checkpoint = document["entry"], open_checkpoint(document["checkpoint"], open_key(document["log_key"], known))
    check_entry(entry, entry["prev"])
    require(entry["seq"] == document["index"], f"the proof is of another entry than {entry['seq']}")
    check_proof({**document, "leaf": entry["hash"]}, checkpoint, 1)
    return f"entry {entry['seq']} of {entry['palace']}, among {checkpoint[1]} under the checkpoint of {checkpoint[0]}"

parser = argparse.ArgumentParser(description="Verify an exported Palace ledger, or the proof of one entry.")
parser.add_argument("export", nargs="?", metavar="EXPORT.jsonl", help="exported ledger")
parser.add_argument("--checkpoint", action="append", default=[], metavar="FILE", help="checkpoint kept elsewhere")
parser.add_argument("--proof", metavar="PROOF.json", help="proof of one entry")
parser.add_argument("--key", metavar="LOG_KEY", help="log key that must have signed")
args = parser.parse_args()
if bool(args.export) == bool(args.proof) or args.proof and args.checkpoint: parser.error("give an export or --proof")
try:
    told = verify_proof(args.proof, args.key) if args.proof else verify_export(args.export, args.checkpoint, args.key)
except (OSError, ValueError) as error:
    parser.exit(2, f"not readable: {error}\n")
print("fine: " + "".join(c if c.isprintable() else "?" for c in told))
