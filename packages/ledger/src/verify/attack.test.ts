import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tileReader } from '../disk/tile-reader.ts'
import {
  fileWitness,
  type NoteKey,
  openLedger,
  openReader,
  signNote,
  verifyConsistency,
  verifyLedger,
} from '../index.ts'
import { appendAll, newFolder, newKey, origin, record, records, testLedger } from '../testing/ledger.ts'

const key = newKey()
let folder: string
let publicKey: NoteKey

/** Ten commits of forty entries, in segments of a hundred and more. */
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'charter-attack-')), 'ledger')
  const ledger = await openLedger({ folder, origin, key, limits: { segmentEntriesMax: 100 } })
  for (let group = 0; group < 10; group++) await appendAll(ledger, records(group * 40 + 1, group * 40 + 40))
  await ledger.close()
  publicKey = ledger.key
})
afterAll(() => rm(join(folder, '..'), { recursive: true, force: true }))

const attacked = async (): Promise<string> => {
  const copy = join(await newFolder(), 'copy')
  await cp(folder, copy, { recursive: true })
  return copy
}

const segmentsOf = async (of: string): Promise<readonly string[]> =>
  (await readdir(join(of, 'segments'))).sort().map((name) => join(of, 'segments', name))

/** Changes the lines of the first segment. */
const editLines = async (of: string, edit: (lines: string[]) => readonly string[]): Promise<void> => {
  const [first = ''] = await segmentsOf(of)
  await writeFile(first, edit((await readFile(first, 'utf8')).split('\n')).join('\n'))
}

const sentences = async (of: string): Promise<readonly string[]> =>
  (await verifyLedger(of, { key: publicKey })).faults.map(({ sentence }) => sentence)

/** Line of the first segment that holds the record of this sequence. */
const lineOf = (lines: readonly string[], sequence: number): number =>
  lines.findIndex((line) => line.endsWith(`"replica":"clinic-1","sequence":${sequence}}`))

it('an untouched copy is whole', async () => {
  const verdict = await verifyLedger(await attacked(), { key: publicKey })
  expect(verdict.faults).toEqual([])
  expect(verdict.isWhole).toBe(true)
})

it('any byte changed, in any file that is read, is found', async () => {
  const copy = await attacked()
  const files = (await readdir(copy, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('lease'))
    .map((entry) => join(entry.parentPath, entry.name))
  expect(files.length).toBeGreaterThan(5)
  let changed = 0
  for (const file of files) {
    const bytes = await readFile(file)
    // Strides that meet every column of a line sooner or later; every byte of what is short.
    const stride = bytes.length > 20_000 ? 1499 : bytes.length > 1000 ? 211 : 1
    for (let at = 0; at < bytes.length; at += stride) {
      const altered = Buffer.from(bytes)
      altered[at] = (altered[at] ?? 0) ^ (1 << (at % 7))
      await writeFile(file, altered)
      const verdict = await verifyLedger(copy, { key: publicKey })
      expect(verdict.isWhole, `${file}, byte ${at}`).toBe(false)
      changed++
    }
    await writeFile(file, bytes)
  }
  expect(changed).toBeGreaterThan(300)
  expect((await verifyLedger(copy, { key: publicKey })).isWhole).toBe(true)
})

it('an altered entry is named', async () => {
  const copy = await attacked()
  await editLines(copy, (lines) => {
    const at = lineOf(lines, 57)
    lines[at] = (lines[at] ?? '').replace('"outcome":"ok"', '"outcome":"no"')
    return lines
  })
  expect(await sentences(copy)).toEqual(['Entry 57 was altered.'])
})

it('a removed entry is named', async () => {
  const copy = await attacked()
  await editLines(copy, (lines) => lines.toSpliced(lineOf(lines, 57), 1))
  expect(await sentences(copy)).toEqual(['Entry 57 was removed.'])
})

it('an inserted entry is named', async () => {
  const copy = await attacked()
  await editLines(copy, (lines) => lines.toSpliced(lineOf(lines, 57), 0, '{"entry":{},"epoch":1}'))
  expect(await sentences(copy)).toEqual(['An entry was inserted before entry 57.'])
})

it('reordered entries are named', async () => {
  const copy = await attacked()
  await editLines(copy, (lines) => {
    const at = lineOf(lines, 57)
    const [a = '', b = ''] = [lines[at], lines[at + 1]]
    return lines.toSpliced(at, 2, b, a)
  })
  expect(await sentences(copy)).toEqual([
    'In the place of entry 57 stands entry 58.',
    'In the place of entry 58 stands entry 57.',
  ])
})

it('a removed segment is named', async () => {
  const copy = await attacked()
  const [, second = ''] = await segmentsOf(copy)
  await rm(second)
  expect((await sentences(copy))[0]).toMatch(/^The segment that begins at entry \d+ is missing/)
})

it('where the tiles were changed too, the commit of the altered entry is named', async () => {
  const copy = await attacked()
  await rm(join(copy, 'tile'), { recursive: true })
  await editLines(copy, (lines) => {
    const at = lineOf(lines, 57)
    lines[at] = (lines[at] ?? '').replace('"outcome":"ok"', '"outcome":"no"')
    return lines
  })
  expect((await sentences(copy))[0]).toBe(
    'Entries 41 to 80 are not the ones that were signed as entries 41 to 80. The tiles cannot tell which.',
  )
})

it('a cut tail is found by what was published', async () => {
  const copy = await attacked()
  const last = (await segmentsOf(copy)).at(-1) ?? ''
  const lines = (await readFile(last, 'utf8')).split('\n')
  const commits = lines.flatMap((line, at) => (line.startsWith('{"checkpoint"') ? [at] : []))
  await writeFile(last, `${lines.slice(0, (commits.at(-2) ?? 0) + 1).join('\n')}\n`)
  const found = await verifyLedger(copy, { key: publicKey })
  expect(found.faults.map(({ sentence }) => sentence)).toContainEqual(expect.stringMatching(/the tail was cut/))
})

it('a checkpoint that was forged, or signed with another key, is named with its line', async () => {
  const copy = await attacked()
  await editLines(copy, (lines) => {
    const at = lines.findIndex((line) => line.startsWith('{"checkpoint"') && line.includes('\\n41\\n'))
    const { checkpoint } = JSON.parse(lines[at] ?? '') as { checkpoint: string }
    const text = checkpoint.slice(0, checkpoint.indexOf('\n\n') + 1)
    lines[at] = JSON.stringify({ checkpoint: signNote(text, origin, newKey()) })
    return lines
  })
  const [fault] = (await verifyLedger(copy, { key: publicKey })).faults
  expect(fault).toMatchObject({ part: 'checkpoint', index: 41 })
  expect(fault?.where).toMatch(/line 43$/)
  expect(fault?.sentence).toMatch(/not signed with the key of this ledger/)
})

it('a tree rebuilt by who owns disk and key is caught by the witness, and a cut tail too', async () => {
  const { open, folder: own } = await testLedger(key)
  const file = join(await newFolder(), 'witness')
  const witness = fileWitness({ file, key: publicKey, administrator: 'auditor', ledgerAdministrator: 'operations' })
  const ledger = await open({ witnesses: [witness] })
  await appendAll(ledger, records(1, 20))
  await ledger.publish()
  await appendAll(ledger, records(21, 30))
  await ledger.close()
  expect(await verifyLedger(own, { key: publicKey, witnesses: [witness] })).toMatchObject({
    isWhole: true,
    unwitnessed: 0,
  })

  await rm(own, { recursive: true })
  const rewritten = await open()
  await appendAll(rewritten, [...records(1, 11), record(12, { entry: '{"outcome":"never"}' }), ...records(13, 30)])
  await rewritten.close()
  expect((await verifyLedger(own, { key: publicKey })).isWhole).toBe(true)
  const verdict = await verifyLedger(own, { key: publicKey, witnesses: [witness] })
  expect(verdict.faults[0]).toMatchObject({ part: 'witness' })
  expect(verdict.faults[0]?.sentence).toMatch(/the ledger was rewritten/)

  await rm(own, { recursive: true })
  const shorter = await open()
  await shorter.close()
  const cut = await verifyLedger(own, { key: publicKey, witnesses: [witness] })
  expect(cut.faults.map(({ sentence }) => sentence)).toContainEqual(
    expect.stringMatching(/saw 31 entries, and 1 are here/),
  )
  await expect(open({ witnesses: [witness] })).rejects.toMatchObject({ problem: { code: 'conflict' } })
})

it('checkpoints that were altered at the witness are said', async () => {
  const { note } = await openReader(folder, publicKey)
  const verdict = await verifyLedger(folder, { key: publicKey, seen: [note.replace(/\n\d+\n/, '\n7\n')] })
  expect(verdict.faults).toMatchObject([{ part: 'witness', where: 'another reader' }])
})

it('a witness takes no checkpoint that does not go on from the one before', async () => {
  const file = join(await newFolder(), 'witness')
  const witness = fileWitness({ file, key: publicKey, administrator: 'auditor', ledgerAdministrator: 'operations' })
  const [one, other] = [await testLedger(key), await testLedger(key)]
  const first = await one.open({ witnesses: [witness] })
  await appendAll(first, records(1, 20))
  await first.close()
  const second = await other.open()
  await appendAll(second, records(101, 140))
  await second.close()
  const { note, checkpoint } = await openReader(other.folder, publicKey)
  await expect(witness.record(note, tileReader(other.folder, checkpoint.size))).rejects.toThrow(
    /the ledger was rewritten/,
  )
  expect(await witness.checkpoints()).toHaveLength(2)
})

it('two readers that were shown different ledgers find out by comparing checkpoints', async () => {
  const [one, other] = [await testLedger(key), await testLedger(key)]
  for (const [shown, outcome] of [
    [one, 'ok'],
    [other, 'refused'],
  ] as const) {
    const ledger = await shown.open()
    await appendAll(ledger, [...records(1, 9), record(10, { entry: `{"outcome":"${outcome}"}` })])
    await ledger.close()
  }
  const [here, there] = [await openReader(one.folder, publicKey), await openReader(other.folder, publicKey)]
  expect(
    verifyConsistency({
      from: here.checkpoint.size,
      fromRoot: here.checkpoint.root,
      to: there.checkpoint.size,
      toRoot: there.checkpoint.root,
      proof: await there.consistency(here.checkpoint.size),
    }),
  ).toBe(false)
  const verdict = await verifyLedger(other.folder, { key: publicKey, seen: [here.note] })
  expect(verdict.faults[0]?.sentence).toMatch(/two were shown different ones/)
})

it('without a key of the caller, the verdict says that the ledger vouches for itself', async () => {
  expect(await verifyLedger(folder)).toMatchObject({ isWhole: true, key: 'own' })
})
