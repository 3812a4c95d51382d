#!/usr/bin/env python3
"""Checks a Charter ledger, or a copy, without any of Charter's code. Needs Python 3.9 and nothing else.

    verify_ledger.py FOLDER --key NAME+ID+KEY [--witness FILE ...]
    verify_ledger.py --proof FILE --key NAME+ID+KEY

Tree: RFC 9162 section 2.1. Checkpoints: C2SP tlog-checkpoint and signed-note. Signatures: Ed25519 (RFC 8032) and
ECDSA P-256 with SHA-256 (FIPS 186-5). The exit code is 0 where everything fits, 1 where something does not.
"""
import argparse
import base64
import hashlib
import json
import os
import re


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


class Tree:
    """The right edge of a Merkle tree (RFC 9162 section 2.1.1): complete subtrees, largest first."""

    def __init__(self):
        self.size, self.subtrees = 0, []

    def append(self, leaf):
        self.subtrees.append(leaf)
        self.size += 1
        rest = self.size
        while rest % 2 == 0:
            right, left = self.subtrees.pop(), self.subtrees.pop()
            self.subtrees.append(sha256(b"\1", left, right))
            rest //= 2

    def root(self):
        root = self.subtrees[-1] if self.subtrees else sha256(b"")
        for left in reversed(self.subtrees[:-1]):
            root = sha256(b"\1", left, root)
        return root


def is_included(leaf, index, size, proof, root):
    """RFC 9162 section 2.1.3.2."""
    if not 0 <= index < size:
        return False
    at, last, node = index, size - 1, leaf
    for other in proof:
        if last == 0:
            return False
        if at % 2 == 1 or at == last:
            node = sha256(b"\1", other, node)
            while at % 2 == 0 and at != 0:
                at, last = at // 2, last // 2
        else:
            node = sha256(b"\1", node, other)
        at, last = at // 2, last // 2
    return last == 0 and node == root


P, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D, SQRT_MINUS_1 = -121665 * pow(121666, -1, P) % P, pow(2, (P - 1) // 4, P)


def edwards_add(a, b):
    x1, y1, z1, t1 = a
    x2, y2, z2, t2 = b
    e, f = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    g, h = 2 * t1 * t2 * D % P, 2 * z1 * z2 % P
    e, f, g, h = f - e, h - g, h + g, f + e
    return e * f % P, g * h % P, f * g % P, e * h % P


def multiply(add, scalar, point, zero):
    """`scalar` times a point, by doubling; not in constant time, which verifying does not need."""
    while scalar > 0:
        zero = add(zero, point) if scalar & 1 else zero
        point = add(point, point)
        scalar >>= 1
    return zero


def edwards_point(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if (x * x - square) % P == 0 else x * SQRT_MINUS_1 % P
    if y >= P or (x * x - square) % P != 0 or (x == 0 and sign == 1):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = edwards_point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def verify_ed25519(key, text, signature):
    public, point = edwards_point(key), edwards_point(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or public is None or point is None or scalar >= ORDER:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + key + text).digest(), "little") % ORDER
    left = multiply(edwards_add, scalar, BASE, (0, 1, 1, 0))
    right = edwards_add(point, multiply(edwards_add, challenge, public, (0, 1, 1, 0)))
    return all((left[i] * right[2] - right[i] * left[2]) % P == 0 for i in (0, 1))


Q = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G = (0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
     0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5)
SPKI_P256 = bytes.fromhex("3059301306072a8648ce3d020106082a8648ce3d030107034200" + "04")


def p256_add(a, b):
    if a is None or b is None:
        return a or b
    if a[0] == b[0]:
        if (a[1] + b[1]) % Q == 0:
            return None
        slope = (3 * a[0] * a[0] - 3) * pow(2 * a[1], -1, Q) % Q
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, Q) % Q
    x = (slope * slope - a[0] - b[0]) % Q
    return x, (slope * (a[0] - x) - a[1]) % Q


def der_integers(data):
    """The two integers of an ECDSA signature in DER; zeros where it is not in its one canonical form."""
    length = data[3] if len(data) > 8 else 0
    r, s = int.from_bytes(data[4:4 + length], "big"), int.from_bytes(data[6 + length:], "big")
    numbers = [number.to_bytes(number.bit_length() // 8 + 1, "big") for number in (r, s)]
    body = b"".join(b"\x02" + bytes([len(number) % 256]) + number for number in numbers)
    return (r, s) if data == b"\x30" + bytes([len(body) % 256]) + body else (0, 0)


def verify_p256(key, text, signature):
    r, s = der_integers(signature)
    x, y = int.from_bytes(key[-64:-32], "big"), int.from_bytes(key[-32:], "big")
    is_point = key[:-64] == SPKI_P256 and (y * y - x**3 + 3 * x - B) % Q == 0
    if not is_point or not (0 < r < N and 0 < s < N):
        return False
    digest, inverse = int.from_bytes(sha256(text), "big"), pow(s, -1, N)
    point = p256_add(*(multiply(p256_add, k * inverse % N, base, None) for k, base in ((digest, G), (r, (x, y)))))
    return point is not None and point[0] % N == r


class Wrong(ValueError):
    """Something in the ledger does not fit; the message says what and where."""


def decode64(text):
    data = base64.b64decode(text, validate=True)
    if base64.b64encode(data).decode() != text:
        raise Wrong("not canonical base64: " + text[:40])
    return data


class Key:
    def __init__(self, text):
        self.name, identifier, material = text.strip().split("+", 2)
        data = decode64(material)
        self.kind, self.bytes = data[0], data[1:]
        self.identifier = sha256(self.name.encode() + b"\n" + data if self.kind == 1 else self.bytes)[:4]
        if self.kind not in (1, 2) or self.identifier.hex() != identifier:
            raise Wrong("a key of a kind that is not known here, or with an identifier that is not its own")


def read_checkpoint(note, key):
    """Size and root of a signed checkpoint of this key's log."""
    text, separator, signatures = note.rpartition("\n\n")
    lines = text.split("\n")
    if not separator or not note.endswith("\n") or len(lines) != 3 or not re.fullmatch(r"0|[1-9]\d*", lines[1]):
        raise Wrong("a malformed checkpoint")
    if lines[0] != key.name:
        raise Wrong("a checkpoint of another ledger: " + lines[0])
    matches = [re.fullmatch(r"— ([^\s+]+) (\S+)", line) for line in signatures[:-1].split("\n")]
    if None in matches:
        raise Wrong("a malformed signature line")
    signed = [(match[1], decode64(match[2])) for match in matches]
    own = [data[4:] for name, data in signed if name == key.name and data[:4] == key.identifier]
    verify = verify_ed25519 if key.kind == 1 else verify_p256
    if not own or not all(verify(key.bytes, (text + "\n").encode(), signature) for signature in own):
        raise Wrong("a checkpoint without a signature of this key that verifies")
    return int(lines[1]), decode64(lines[2])


def segment_files(folder):
    """Segments in order; those of a writer that had been replaced are left out, as their lower term shows."""
    names = [n for n in os.listdir(os.path.join(folder, "segments")) if re.fullmatch(r"\d{15,}\.\d{6,}\.ndjson", n)]
    chain, term = [], 0
    for first, negative, name in sorted((int(n.split(".")[0]), -int(n.split(".")[1]), n) for n in names):
        if -negative >= term and (not chain or chain[-1][0] != first):
            chain.append((first, os.path.join(folder, "segments", name)))
            term = -negative
    return chain


def tile_leaves(folder, first, until):
    """Hashes of entries that are not here, from the tiles of the lowest level (C2SP tlog-tiles)."""
    for index in range(first, until):
        if index == first or index % 256 == 0:
            digits = str(index // 256)
            *above, last = re.findall("...", digits.zfill(-(-len(digits) // 3) * 3))
            with open(os.path.join(folder, "tile", "0", *("x" + part for part in above), last), "rb") as file:
                tile = file.read()
        yield tile[index % 256 * 32:index % 256 * 32 + 32]


def verify_folder(folder, key, witnesses=()):
    """Entries, how many were retired, commits, unwitnessed entries. Raises Wrong at the first thing that does not fit."""
    seen, tree, signed, commits, gaps, retired = {}, Tree(), 0, 0, [], []
    for name in witnesses:
        with open(name, encoding="utf-8", newline="") as file:
            notes = re.split(r"(?<=\n)\n(?!— )", file.read())
        for note in filter(None, notes):
            size, root = read_checkpoint(note, key)
            seen.setdefault(size, []).append((name, root))

    def append(leaf):
        tree.append(leaf)
        for witness in [name for name, root in seen.get(tree.size, []) if root != tree.root()]:
            raise Wrong(f"{witness} saw another ledger at {tree.size} entries")

    for first, path in segment_files(folder):
        name = os.path.basename(path)
        if first < tree.size or signed != tree.size:
            raise Wrong(f"{name}: begins at entry {first}, and entry {signed} was expected")
        gaps += [(signed, first, name)] if first > signed else []
        for leaf in tile_leaves(folder, signed, first):
            append(leaf)
        signed = first
        with open(path, "rb") as lines:
            for number, line in enumerate(lines, 1):
                try:
                    if not line.endswith(b"\n"):
                        raise Wrong("cut short")
                    if line.startswith(b'{"checkpoint":'):
                        size, root = read_checkpoint(json.loads(line)["checkpoint"], key)
                        if size != tree.size or root != tree.root():
                            raise Wrong(f"entries {signed} to {size - 1} are not the ones that were signed")
                        signed, commits = size, commits + 1
                        continue
                    append(sha256(b"\0", line[:-1]))
                    # Every line is signed, or none is believed; the newest such entry says all that was retired.
                    record = json.loads(line) if gaps and b'"retired":' in line else {"replica": None}
                    if record["replica"] in ("ledger", "ledger/segments"):
                        retired = record["entry"].get("retired", retired)
                except (ValueError, KeyError, TypeError) as error:
                    raise Wrong(f"{name}, line {number}: {error}")
    if signed != tree.size:
        raise Wrong(f"{tree.size - signed} entries at the end belong to no signed commit")
    for first, until, name in gaps:
        if not any(begin <= first and until <= end for begin, end in retired):
            raise Wrong(f"{name}: entries {first} to {until - 1} are missing; no entry says that they were retired")
    with open(os.path.join(folder, "checkpoint"), encoding="utf-8", newline="") as published:
        size, root = read_checkpoint(published.read(), key)
    newest = max(seen, default=0)
    if max(size, newest) > tree.size:
        raise Wrong(f"{max(size, newest)} entries were published or witnessed, {tree.size} are here: the tail was cut")
    if size == tree.size and root != tree.root():
        raise Wrong("checkpoint: another root than the entries")
    return tree.size, sum(until - first for first, until, _ in gaps), commits, tree.size - newest


def verify_proof(path, key):
    with open(path, encoding="utf-8") as file:
        proof = json.load(file)
    size, root = read_checkpoint(proof["checkpoint"], key)
    leaf, hashes = sha256(b"\0", proof["line"].encode()), map(decode64, proof["proof"])
    if not is_included(leaf, proof["index"], size, hashes, root):
        raise Wrong(f"entry {proof['index']} is not proven to be in the ledger")
    return proof["index"], size


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Checks a Charter ledger, or a proof from one.")
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--key", required=True, help="the ledger's key, got from elsewhere than the ledger")
    parser.add_argument("--witness", action="append", default=[], help="file of checkpoints that a witness keeps")
    parser.add_argument("--proof", help="file with one proven entry")
    options = parser.parse_args(arguments)
    try:
        key = Key(options.key)
        if options.proof:
            print("Entry %d is in the ledger of %d entries." % verify_proof(options.proof, key))
        else:
            text = "Whole: %d entries (%d of them retired), %d commits, %d entries unwitnessed."
            print(text % verify_folder(options.folder, key, options.witness))
        return 0
    except (OSError, ValueError, KeyError, TypeError) as wrong:
        print(f"NOT WHOLE: {wrong}")
        return 1


if __name__ == "__main__":
    raise SystemExit(main())
