#!/usr/bin/env python3
"""Verifies an exported Palace ledger, or the proof of one entry, with Python's standard library alone.

    verify-ledger.py EXPORT.jsonl [--checkpoint FILE]... [--key LOG_KEY]
    verify-ledger.py --proof PROOF.json [--key LOG_KEY]

A second implementation, kept apart from the program on purpose: what both believe does not hang on one mistake.
An export brings its own key, and a forger could bring theirs: hold it to a checkpoint that you kept elsewhere, or
to a key that you know. Exit status: 0 fine, 1 at fault (the first fault is named), 2 not readable.
"""
import argparse, base64, hashlib, json, re, sys, unicodedata

# The shape of each line; a number is that many hex digits, a tuple is one of several.
ENTRY = {"palace": str, "seq": "u64", "prev": 64, "at": "i64", "actor_kind": str, "actor": str, "session": str,
         "op": str, "outcome": str, "subject": str, "input": 64, "output": 64, "payload": 64}
STORED = {**ENTRY, "hash": 64, "salt": (32, None), "body": (str, None), "erased_by": ("u64", None)}
PROOF = {"index": "u64", "size": "u64", "leaf": 64, "hashes": [64]}
HEADER = {"format": str, "palace": str, "origin": str, "log_key": str, "checkpoint": str}
DOCUMENT = {"entry": STORED, "index": "u64", "size": "u64", "hashes": [64], "checkpoint": str, "log_key": str}

class Fault(Exception): """The input was read and is wrong."""
class Unreadable(Exception): """The input is not what it should be."""
def sha256(data): return hashlib.sha256(data).digest()
def node(left, right): return sha256(b"\1" + left + right)
def is_control(c): return unicodedata.category(c) == "Cc"

def fits(value, shape):
    if isinstance(shape, tuple): return any(fits(value, one) for one in shape)
    if isinstance(shape, list): return isinstance(value, list) and all(fits(one, shape[0]) for one in value)
    if isinstance(shape, dict): return isinstance(value, dict) and all(fits(value.get(k, ...), shape[k]) for k in shape)
    if shape is None: return value is None
    if shape == "u64": return type(value) is int and 0 <= value < 1 << 64
    if shape == "i64": return type(value) is int and -(1 << 63) <= value < 1 << 63
    return isinstance(value, str) and (shape is str or re.fullmatch("[0-9a-f]{%d}" % shape, value) is not None)

def read(text, shape, where):
    def once(pairs):
        if len(dict(pairs)) != len(pairs): raise ValueError("a key occurs twice")
        return dict(pairs)
    def integer(digits): return int(digits) if digits != "-0" else -0.0
    def never(word): raise ValueError(f"{word} is not JSON")
    try: value = json.loads(text.decode(), object_pairs_hook=once, parse_int=integer, parse_constant=never)
    except (ValueError, RecursionError) as error: raise Unreadable(f"{where} cannot be read: {error}")
    if not fits(value, shape): raise Unreadable(f"{where} cannot be read: a field is missing or of another type")
    return value

def contents(path):
    try:
        with open(path, "rb") as file: return file.read()
    except OSError as error: raise Unreadable(f"{path} cannot be read: {error.strerror}")

# Ed25519 (RFC 8032), verifying only; points of small order are refused, for under them anyone can sign.
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P

def point(encoded):
    number = int.from_bytes(encoded, "little")
    y = (number & (1 << 255) - 1) % P
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P: x = x * pow(2, (P - 1) // 4, P) % P
    if (x * x - square) % P: return None
    if x & 1 != number >> 255: x = -x % P
    return x, y, 1, x * y % P

def add(p, q):
    a, b, c, d = (p[1] - p[0]) * (q[1] - q[0]), (p[1] + p[0]) * (q[1] + q[0]), 2 * D * p[3] * q[3], 2 * p[2] * q[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P

def times(number, p):
    total = (0, 1, 1, 0)
    while number:
        if number & 1: total = add(total, p)
        p, number = add(p, p), number >> 1
    return total

BASE = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
def is_weak(p): return p is None or times(8, p)[0] == 0

def is_signed(key, message, signature):
    r, s, a = signature[:32], int.from_bytes(signature[32:], "little"), point(key)
    if len(signature) != 64 or s >= L or is_weak(a): return False
    k = int.from_bytes(hashlib.sha512(r + key + message).digest(), "little") % L
    found = add(times(s, BASE), times(k, (-a[0] % P, a[1], 1, -a[3] % P)))
    x, y = (found[axis] * pow(found[2], -1, P) % P for axis in (0, 1))
    return not is_weak(found) and (y | (x & 1) << 255).to_bytes(32, "little") == r

# Keys and checkpoints: C2SP signed-note and tlog-checkpoint.
def unbase64(text):
    try: data = base64.b64decode(text, validate=True)
    except ValueError: return b""
    return data if base64.b64encode(data).decode() == text else b""

def check_name(name):
    if not name or any(c.isspace() or c == "+" or is_control(c) for c in name): raise Fault(f"{name!r} cannot name a log")

def open_key(text, known):
    if known and text != known: raise Fault("the log key is not the one given with --key")
    if text.count("+") < 2: raise Fault("the text is not a log key")
    name, key_id, key = text.split("+", 2)
    check_name(name)
    key = unbase64(key)
    if len(key) != 33 or key[0] != 1 or is_weak(point(key[1:])) or key_id != sha256(name.encode() + b"\n" + key)[:4].hex():
        raise Fault("the text is not a log key")
    return name, bytes.fromhex(key_id), key[1:]

def open_checkpoint(text, key):
    name, valid, malformed = key[0], False, Fault("the text is not a signed note")
    body, blank, signatures = text.rpartition("\n\n")
    if len(text.encode()) > 1 << 20 or re.search(r"[\0-\x09\x0b-\x1f]", text) or not blank or signatures[-1:] != "\n":
        raise malformed
    for line in signatures[:-1].split("\n"):
        dash, signer, signature = (line.split(" ", 2) + ["", ""])[:3]
        signature = unbase64(signature)
        if dash != "\u2014" or len(signature) < 4: raise malformed
        check_name(signer)
        if (signer, signature[:4]) == key[:2]:
            valid = is_signed(key[2], f"{body}\n".encode(), signature[4:])
            if not valid: raise Fault(f"the signature of {name!r} on the checkpoint is not valid")
    if not valid: raise Fault(f"the checkpoint is not signed by the key {name!r}")
    lines = body.split("\n") + ["", ""]  # a body of three lines or more has none empty
    origin, size, root = lines[0], lines[1], unbase64(lines[2])
    if "" in lines[:-2] or len(root) != 32 or not re.fullmatch("0|[1-9][0-9]{0,19}", size) or int(size) >= 1 << 64:
        raise Fault("the signed note is not a checkpoint")
    return origin, int(size), root

def check_entry(entry, head=None):
    """Checks an entry by itself; gives the later entry that erased its payload, if one did."""
    seq, salt, body, by = (entry[name] for name in ("seq", "salt", "body", "erased_by"))
    for field in (name for name, shape in ENTRY.items() if shape is str):
        if len(entry[field].encode()) > 512 or any(is_control(c) or c in "\u2028\u2029" for c in entry[field]):
            raise Fault(f"entry {seq} has a field `{field}` that no palace would write")
    if head not in (None, entry["prev"]): raise Fault(f"entry {seq} does not link to the entry before it")
    leaf = "".join(f"{line}\n" for line in ["palace/entry/v1", *(entry[field] for field in ENTRY)])
    if sha256(b"\0" + leaf.encode()).hex() != entry["hash"]:
        raise Fault(f"entry {seq} does not have the hash stored for it")
    if salt is not None and body is not None and by is None:
        if sha256(b"palace/payload/v1\n" + bytes.fromhex(salt) + body.encode()).hex() != entry["payload"]:
            raise Fault(f"the payload of entry {seq} is not the one that was recorded")
    elif salt is not None or body is not None or by is None:
        raise Fault(f"the payload of entry {seq} is missing, and no erasure explains it")
    elif by <= seq: raise nobody(seq, by)
    return by

def nobody(seq, by):
    return Fault(f"the payload of entry {seq} is said to be erased by entry {by}, which is no later, completed erasure")

def check_proof(proof, size, root, line):
    index, sides, found = proof["index"], [], bytes.fromhex(proof["leaf"])
    if proof["size"] != size:
        raise Fault(f"the proof on line {line} is for {proof['size']} entries, but the checkpoint is for {size}")
    if index >= size: raise Fault(f"the proof on line {line} fails: there is no such place")
    while size > 1:  # from the root down: on which side the way turns
        half = 1 << (size - 1).bit_length() - 1
        sides.append(index >= half)
        index, size = (index - half, size - half) if sides[-1] else (index, half)
    for right, other in zip(reversed(sides), map(bytes.fromhex, proof["hashes"])):
        found = node(other, found) if right else node(found, other)
    if len(sides) != len(proof["hashes"]) or found != root:
        raise Fault(f"the proof on line {line} fails: it leads to another root")

def tree_root(peaks):
    root = peaks[-1] if peaks else sha256(b"")
    for peak in reversed(peaks[:-1]): root = node(peak, root)
    return root

def verify_export(path, kept_elsewhere, known):
    first, *lines = contents(path).removesuffix(b"\n").split(b"\n")
    header = read(first, HEADER, "line 1 of the export")
    if header["format"] != "palace-export/v1": raise Unreadable("this is not a `palace-export/v1` export")
    key, checkpoints = open_key(header["log_key"], known), []
    for text in [header["checkpoint"], *(contents(name).decode() for name in kept_elsewhere)]:
        origin, *signed = open_checkpoint(text, key)
        if origin != header["origin"]: raise Fault(f"the checkpoint is for {origin!r}, not for {header['origin']!r}")
        checkpoints.append(signed)
    size, root = checkpoints[0]
    checkpoints.sort(key=lambda signed: signed[0])
    awaited, peaks, head, count, proofs = {}, [], "0" * 64, 0, 0  # peaks: complete subtrees, the largest first

    def meet_checkpoints():
        while checkpoints and checkpoints[0][0] == count:
            if checkpoints.pop(0)[1] != tree_root(peaks):
                raise Fault(f"the first {count} entries are not those that a checkpoint was signed over")

    for number, text in enumerate(lines, 2):
        line = read(text, {"type": str}, f"line {number} of the export")
        if not fits(line.get("proof"), (None, PROOF)) or line["type"] == "entry" and not fits(line, STORED):
            raise Unreadable(f"line {number} of the export cannot be read: a field is missing or of another type")
        if line["type"] == "entry":
            if line["seq"] != count: raise Fault(f"entry {count} should come next, but entry {line['seq']} does")
            if line["palace"] != header["palace"]: raise Fault(f"entry {count} belongs to the palace {line['palace']!r}")
            by = check_entry(line, head)
            if by is not None: awaited.setdefault(by, count)
            erased = awaited.pop(count, None)
            if erased is not None and not (line["op"].endswith(".erase") and line["outcome"] == "done"):
                raise nobody(erased, count)
            meet_checkpoints()
            head, leaf, pairs = line["hash"], bytes.fromhex(line["hash"]), count
            while pairs & 1: leaf, pairs = node(peaks.pop(), leaf), pairs >> 1
            peaks.append(leaf)
            count += 1
        if line.get("proof") is not None:
            check_proof(line["proof"], size, root, number)
            proofs += 1
    meet_checkpoints()
    if awaited: raise nobody(awaited[min(awaited)], min(awaited))
    if checkpoints: raise Fault(f"the ledger has {count} entries, but a checkpoint was signed at {checkpoints[0][0]}")
    return (f"{count} entries of {header['palace']}, {size} of them under the checkpoint of {key[0]}, {proofs} proofs, "
            f"{len(kept_elsewhere)} checkpoints kept elsewhere, root {tree_root(peaks).hex()}")

def verify_proof(path, known):
    document = read(contents(path), DOCUMENT, path)
    entry, index = document["entry"], document["index"]
    origin, size, root = open_checkpoint(document["checkpoint"], open_key(document["log_key"], known))
    check_entry(entry)
    if entry["seq"] != index: raise Fault(f"entry {index} should come next, but entry {entry['seq']} does")
    check_proof({**document, "leaf": entry["hash"]}, size, root, 1)
    return f"entry {index} of {entry['palace']} is among the {size} under the checkpoint of {origin}"

def main():
    parser = argparse.ArgumentParser(description="Verify an exported Palace ledger, or the proof of one entry.")
    parser.add_argument("export", nargs="?", metavar="EXPORT.jsonl", help="exported ledger")
    parser.add_argument("--checkpoint", action="append", default=[], metavar="FILE", help="checkpoint kept elsewhere")
    parser.add_argument("--proof", metavar="PROOF.json", help="proof of one entry")
    parser.add_argument("--key", metavar="LOG_KEY", help="log key that must have signed")
    asked = parser.parse_args()
    if bool(asked.export) == bool(asked.proof) or asked.proof and asked.checkpoint:
        parser.error("give either an export, with any checkpoints, or --proof")
    try: told = verify_proof(asked.proof, asked.key) if asked.proof else verify_export(asked.export, asked.checkpoint, asked.key)
    except Fault as fault: print(f"at fault: {fault}"); return 1
    except (Unreadable, UnicodeError) as error: print(f"not readable: {error}", file=sys.stderr); return 2
    print("fine: " + "".join(c if c.isprintable() else "?" for c in told))
    return 0

if __name__ == "__main__":
    sys.exit(main())
