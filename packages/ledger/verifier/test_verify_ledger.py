"""Tests of the verifier against what a ledger wrote: `python3 test_verify_ledger.py FOLDER` with the files of `fixture`.

FOLDER holds `ledger/`, `key`, `witness` and `proof.json`, as the ledger's own tests write them.
"""
import contextlib
import io
import json
import os
import shutil
import sys
import tempfile
import unittest

import verify_ledger

FIXTURE = sys.argv.pop(1)


def read(*names, mode="rb"):
    with open(os.path.join(FIXTURE, *names), mode) as file:
        return file.read()


def run(*arguments):
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        code = verify_ledger.main(list(arguments))
    return code, printed.getvalue()


class Verifier(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.ledger = os.path.join(self.folder, "ledger")
        shutil.copytree(os.path.join(FIXTURE, "ledger"), self.ledger)
        self.key = read("key", mode="r").strip()

    def segment(self):
        folder = os.path.join(self.ledger, "segments")
        return os.path.join(folder, sorted(os.listdir(folder))[0])

    def edit(self, change):
        with open(self.segment(), "rb") as file:
            lines = file.read().split(b"\n")
        with open(self.segment(), "wb") as file:
            file.write(b"\n".join(change(lines)))

    def verify(self):
        return run(self.ledger, "--key", self.key, "--witness", os.path.join(FIXTURE, "witness"))

    def test_an_untouched_copy_is_whole(self):
        code, printed = self.verify()
        self.assertEqual((code, "unwitnessed" in printed), (0, True), printed)

    def test_an_altered_entry_is_found(self):
        self.edit(lambda lines: [line.replace(b"nurse-3", b"nurse-4", 1) for line in lines])
        code, printed = self.verify()
        self.assertEqual(code, 1)
        self.assertIn("not the ones that were signed", printed)

    def test_a_removed_entry_is_found(self):
        self.edit(lambda lines: lines[:2] + lines[3:])
        self.assertEqual(self.verify()[0], 1)

    def test_reordered_entries_are_found(self):
        self.edit(lambda lines: lines[:2] + [lines[3], lines[2]] + lines[4:])
        self.assertEqual(self.verify()[0], 1)

    def test_every_changed_byte_of_a_commit_is_found(self):
        with open(self.segment(), "rb") as file:
            whole = file.read()
        end = whole.index(b"\n", whole.index(b'{"checkpoint"')) + 1
        for at in range(0, end, 7):
            with open(self.segment(), "wb") as file:
                file.write(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:])
            self.assertEqual(self.verify()[0], 1, f"byte {at}")

    def test_a_cut_tail_is_found(self):
        self.edit(lambda lines: lines[: [i for i, line in enumerate(lines) if line[:3] == b'{"c'][0] + 1] + [b""])
        self.assertEqual(self.verify()[0], 1)

    def test_another_key_is_refused(self):
        name, identifier, material = self.key.split("+", 2)
        self.assertEqual(run(self.ledger, "--key", f"{name}+00000000+{material}")[0], 1)

    def test_a_proof_holds_for_its_entry_only(self):
        path = os.path.join(self.folder, "proof.json")
        proof = json.loads(read("proof.json"))
        for changed, expected in ((proof, 0), ({**proof, "line": proof["line"] + " "}, 1), ({**proof, "index": 1}, 1)):
            with open(path, "w", encoding="utf-8") as file:
                json.dump(changed, file)
            self.assertEqual(run("--proof", path, "--key", self.key)[0], expected)


class Signatures(unittest.TestCase):
    def test_ed25519_as_rfc_8032_has_it(self):
        key = bytes.fromhex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
        signature = bytes.fromhex(
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        )
        self.assertTrue(verify_ledger.verify_ed25519(key, b"\x72", signature))
        self.assertFalse(verify_ledger.verify_ed25519(key, b"\x73", signature))


if __name__ == "__main__":
    unittest.main()
