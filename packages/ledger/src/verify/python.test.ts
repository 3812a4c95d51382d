import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { fileWitness, hashText, noteKeyText, openLedger, openReader } from '../index.ts'
import { appendAll, newFipsKey, newFolder, newKey, origin, records } from '../testing/ledger.ts'

const verifier = fileURLToPath(new URL('../../verifier/', import.meta.url))

it.each([
  ['Ed25519', newKey],
  ['ECDSA P-256', newFipsKey],
] as const)(
  'the independent verifier agrees, and its own tests pass on what the ledger wrote: %s',
  async (_, makeKey) => {
    const folder = await newFolder()
    const ledger = join(folder, 'ledger')
    await mkdir(ledger)
    const key = makeKey()
    const writer = await openLedger({ folder: ledger, origin, key, limits: { segmentEntriesMax: 20 } })
    const witness = fileWitness({
      file: join(folder, 'witness'),
      key: writer.key,
      administrator: 'auditor',
      ledgerAdministrator: 'operations',
    })
    await appendAll(writer, records(1, 25))
    await writer.close()
    const again = await openLedger({ folder: ledger, origin, key, witnesses: [witness] })
    await appendAll(again, records(26, 30))
    await again.publish()
    await appendAll(again, records(31, 40))
    await again.close()
    const reader = await openReader(ledger, writer.key)
    const { index, line, proof, checkpoint } = await reader.prove(7)
    await writeFile(join(folder, 'proof.json'), JSON.stringify({ index, line, proof: proof.map(hashText), checkpoint }))
    await writeFile(join(folder, 'key'), noteKeyText(writer.key))

    const { stderr } = await promisify(execFile)('python3', ['-B', 'test_verify_ledger.py', folder], { cwd: verifier })
    expect(stderr).toMatch(/Ran 9 tests[\s\S]*OK/)
  },
)
