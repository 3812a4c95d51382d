import { createPublicKey } from 'node:crypto'
import { expect, it } from 'vitest'
import { newFipsKey, newKey } from '../testing/ledger.ts'
import { peekCheckpoint, readCheckpoint } from './checkpoint.ts'
import { isSignedBy, noteKeyText, readNote, readNoteKey, signNote } from './note.ts'

it('reads the checkpoint that C2SP gives as its example', () => {
  const note =
    'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n'
  expect(peekCheckpoint(note)).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163 })
})

it('verifies a note that was signed elsewhere', () => {
  // The example of golang.org/x/mod/sumdb/note, signed by Go's own implementation.
  const key = readNoteKey('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW')
  const note = readNote(
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n",
  )
  expect(key && note && isSignedBy(note, key)).toBe(true)
})

it.each([
  ['Ed25519', newKey],
  ['ECDSA P-256', newFipsKey],
] as const)('no byte of a signed checkpoint can be changed: %s', (_, makeKey) => {
  const privateKey = makeKey()
  const key = { name: 'log.example', publicKey: createPublicKey(privateKey) }
  const text = 'log.example\n7\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n'
  const bytes = Buffer.from(signNote(text, key.name, privateKey))
  expect(readCheckpoint(bytes.toString(), key)).toMatchObject({ size: 7 })
  for (let at = 0; at < bytes.length; at++)
    for (const flip of [1, 4, 32]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ flip
      expect(typeof readCheckpoint(changed.toString(), key), `byte ${at}`).toBe('string')
    }
})

it.each([newKey, newFipsKey])('a key is read back from its text', (makeKey) => {
  const key = { name: 'log.example', publicKey: createPublicKey(makeKey()) }
  const text = noteKeyText(key)
  const read = readNoteKey(text)
  expect(read && noteKeyText(read)).toBe(text)
  expect(readNoteKey(text.replace(/\+[0-9a-f]{8}\+/, '+00000000+'))).toBe(null)
})
