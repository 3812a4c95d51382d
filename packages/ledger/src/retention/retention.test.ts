import { execFile } from 'node:child_process'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import {
  exportNdjson,
  fileWitness,
  type Ledger,
  type LedgerOptions,
  noteKeyText,
  openReader,
  openSearchIndex,
  rebuildTiles,
  verifyConsistency,
  verifyInclusion,
  verifyLedger,
} from '../index.ts'
import { leafHash } from '../merkle/hash.ts'
import { appendAll, newFolder, records, testLedger } from '../testing/ledger.ts'
import { indexFolder } from './drop-retired.ts'
import type { HeldWhat } from './retention-record.ts'
import { type Retirement, retire } from './retire.ts'

const dayMs = 86_400_000
const start = Date.parse('2026-01-01T00:00:00Z')

/** A ledger whose clock is set by hand, in segments of a hundred entries and more. */
const agingLedger = async () => {
  const tested = await testLedger()
  const clock = { ms: start }
  const open = (more: Partial<LedgerOptions> = {}): Promise<Ledger> =>
    tested.open({
      clock: { now: () => clock.ms, monotonic: () => clock.ms },
      limits: { segmentEntriesMax: 100 },
      ...more,
    })
  /** A hundred entries a day, ten days long. */
  const fill = async (ledger: Ledger): Promise<void> => {
    for (let day = 0; day < 10; day++) {
      await appendAll(ledger, records(day * 100 + 1, day * 100 + 100))
      clock.ms += dayMs
    }
  }
  const retireOld = (ledger: Ledger, keepDays: number, isDryRun = false): Promise<Retirement> =>
    retire({
      ledger,
      folder: tested.folder,
      keepMs: keepDays * dayMs,
      nowMs: clock.ms,
      principal: 'operator',
      isDryRun,
    })
  return { ...tested, clock, open, fill, retireOld }
}

const hold = (ledger: Ledger, id: string, what: HeldWhat): Promise<unknown> =>
  ledger.note({ event: 'hold', hold: { id, reason: 'case 7', what } } as never)

const segmentsOf = async (folder: string): Promise<readonly string[]> =>
  (await readdir(join(folder, 'segments'))).sort()

const firstKept = async (folder: string): Promise<number> => Number((await segmentsOf(folder))[0]?.split('.')[0])

/** Filled, and all but the last days retired. */
const retiredLedger = async () => {
  const aging = await agingLedger()
  const ledger = await aging.open()
  await aging.fill(ledger)
  const retirement = await aging.retireOld(ledger, 6)
  await ledger.close()
  return { ...aging, key: ledger.key, until: retirement.retired[0]?.[1] ?? 0 }
}

it('old entries are retired in whole segments; roots, proofs and witnesses hold, and a signed entry says what went', async () => {
  const { open, fill, retireOld, folder } = await agingLedger()
  const file = join(await newFolder(), 'witness')
  const ledger = await open()
  const { key } = ledger
  const witness = fileWitness({ file, key, administrator: 'auditor', ledgerAdministrator: 'operations' })
  await appendAll(ledger, records(1, 30))
  await ledger.publish()
  // The witness saw the tree at a size whose entries will be gone.
  await writeFile(file, `${(await openReader(folder, key)).note}\n`)
  await fill(ledger)
  await ledger.publish()
  const before = await openReader(folder, key)
  const [old, young] = [await before.prove(7), await before.prove(900)]
  await ledger.close()

  const again = await open({ witnesses: [witness] })
  const dry = await retireOld(again, 6, true)
  expect(await firstKept(folder)).toBe(0)
  const retirement = await retireOld(again, 6)
  expect(retirement).toEqual(dry)
  const until = retirement.retired[0]?.[1] ?? 0
  expect(until).toBeGreaterThan(200)
  expect(await firstKept(folder)).toBe(until)
  await again.close()

  const verdict = await verifyLedger(folder, { key, witnesses: [witness] })
  expect(verdict).toMatchObject({ isWhole: true, faults: [], retired: [[0, until]], unwitnessed: 0 })
  expect(await verifyLedger(folder)).toMatchObject({ isWhole: true, key: 'own' })

  const reader = await openReader(folder, key)
  const { size, root } = reader.checkpoint
  const { size: from, root: fromRoot } = before.checkpoint
  expect(verifyConsistency({ from, fromRoot, to: size, toRoot: root, proof: await reader.consistency(from) })).toBe(
    true,
  )
  // Who kept an entry can still show that it was recorded.
  expect(verifyInclusion({ index: 7, size, root, leaf: leafHash(old.line), proof: await reader.inclusion(7) })).toBe(
    true,
  )
  expect((await reader.prove(900)).line).toBe(young.line)
  await expect(reader.prove(7)).rejects.toThrow(/was retired, or its segment is missing/)
  const events: unknown[] = []
  for await (const { record } of reader.entries()) if (record.entry.event === 'retired') events.push(record.entry)
  expect(events).toMatchObject([
    { principal: 'operator', entries: [[0, until]], retired: [[0, until]], rule: 'received more than 6 days ago' },
  ])
})

it('exports and a search index that is made anew hold what is left, and the index of before is gone', async () => {
  const { folder, key, until } = await retiredLedger()
  const reader = await openReader(folder, key)
  const exported: number[] = []
  for await (const line of exportNdjson(reader)) exported.push(JSON.parse(line).index)
  expect(exported[0]).toBe(until)
  expect(exported).toHaveLength(reader.checkpoint.size - until)
  const index = await openSearchIndex(join(indexFolder(folder), 'index.sqlite'), reader)
  const found = await index.search({ principal: 'nurse-3', limit: 1000 })
  expect(found.length).toBeGreaterThan(50)
  expect(found.every((entry) => entry.index >= until)).toBe(true)
  await index.close()
})

it('retiring goes on: what was retired before stays known when its own entry is retired', async () => {
  const { open, retireOld, folder, key, until, clock } = await retiredLedger()
  const again = await open()
  clock.ms += 30 * dayMs
  await appendAll(again, records(1001, 1100))
  clock.ms += dayMs
  await appendAll(again, records(1101, 1600))
  await again.publish()
  clock.ms += dayMs
  const more = await retireOld(again, 2)
  expect(more.retired[0]?.[0]).toBe(until)
  expect(more.retired[0]?.[1]).toBeGreaterThan(1000)
  await again.close()
  const last = await open()
  expect(last.keeping.retired).toEqual([[0, more.retired[0]?.[1]]])
  await appendAll(last, records(1601, 1700))
  await last.close()
  expect(await verifyLedger(folder, { key })).toMatchObject({
    isWhole: true,
    faults: [],
    retired: last.keeping.retired,
  })
})

it('a segment with an entry under a hold stays, until the hold is released', async () => {
  const { open, fill, retireOld, folder, key } = await agingLedger().then(async (aging) => ({
    ...aging,
    key: aging.key,
  }))
  const ledger = await open()
  await fill(ledger)
  await hold(ledger, 'one', { query: { principal: 'nurse-3', operation: 'readPatient' }, entries: [150, 160] })
  const first = await retireOld(ledger, 6)
  expect(first.held).toMatchObject([{ hold: 'one', reason: 'case 7' }])
  const [[from, until] = [0, 0]] = first.held.map(({ entries }) => entries)
  expect([from <= 150, until > 150]).toEqual([true, true])
  expect(first.retired).toHaveLength(2)
  await ledger.close()
  expect(await verifyLedger(folder)).toMatchObject({ isWhole: true, retired: first.retired })

  const again = await open()
  expect(again.keeping.holds.map(({ id }) => id)).toEqual(['one'])
  expect((await retireOld(again, 6)).retired).toEqual([])
  await again.note({ event: 'release', hold: { id: 'one' } })
  expect((await retireOld(again, 6)).retired).toEqual([[from, until]])
  await again.close()
  expect(await verifyLedger(folder)).toMatchObject({ isWhole: true, retired: [[0, first.retired[1]?.[1]]] })
  expect(key).toBeDefined()
})

it('a segment that is missing without such an entry is a fault, and the ledger is not opened', async () => {
  const { open, folder, key, until } = await retiredLedger()
  const copy = join(await newFolder(), 'copy')
  await cp(folder, copy, { recursive: true })
  const [first = '', second = ''] = await segmentsOf(copy)
  await rm(join(copy, 'segments', first))
  const { faults, retired } = await verifyLedger(copy, { key })
  expect(retired).toEqual([])
  expect(faults.map(({ sentence }) => sentence)).toEqual([
    expect.stringMatching(
      new RegExp(
        `^The segment that begins at entry 0 is missing; the next begins at ${Number(second.split('.')[0])}. No entry`,
      ),
    ),
  ])
  const names = await segmentsOf(folder)
  for (const name of names.slice(0, -1)) await rm(join(folder, 'segments', name))
  await expect(open()).rejects.toMatchObject({ problem: { code: 'conflict', detail: expect.stringMatching(/missing, and no entry says/) } }) // biome-ignore format: one call
  expect(until).toBeGreaterThan(0)
})

it('a hash of a retired entry that was changed in the tiles is found, and so is a tile that is gone', async () => {
  const { folder, key } = await retiredLedger()
  const tile = join(folder, 'tile/0/000')
  const bytes = await readFile(tile)
  for (const at of [0, 1000, 8191]) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    await writeFile(tile, changed)
    expect((await verifyLedger(folder, { key })).isWhole, `byte ${at}`).toBe(false)
  }
  await rm(tile)
  expect((await verifyLedger(folder, { key })).faults[0]?.sentence).toMatch(
    /^The segment that begins at entry 0 is missing/,
  )
})

it('tiles are made anew around what was retired', async () => {
  const { open, folder, key } = await retiredLedger()
  const { root } = (await openReader(folder, key)).checkpoint
  await rm(join(folder, 'tile/1'), { recursive: true })
  const rebuilt = await rebuildTiles(folder)
  expect(rebuilt.size).toBeGreaterThan(1000)
  expect(await verifyLedger(folder, { key })).toMatchObject({ isWhole: true, faults: [] })
  await rm(join(folder, 'tile/1'), { recursive: true })
  const ledger = await open()
  await ledger.close()
  expect((await openReader(folder, key)).checkpoint.root).not.toBe(root)
  expect(await verifyLedger(folder, { key })).toMatchObject({ isWhole: true, faults: [] })
})

it('the independent verifier agrees about what was retired, and about what is only missing', async () => {
  const { folder, key } = await retiredLedger()
  const python = async (): Promise<string> => {
    const script = fileURLToPath(new URL('../../verifier/verify_ledger.py', import.meta.url))
    return (
      await promisify(execFile)('python3', ['-B', script, folder, '--key', noteKeyText(key)]).catch((error) => error)
    ).stdout
  }
  expect(await python()).toMatch(/^Whole: \d+ entries/)
  const tile = join(folder, 'tile/0/000')
  const bytes = await readFile(tile)
  await writeFile(
    tile,
    bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte)),
  )
  expect(await python()).toMatch(/^NOT WHOLE/)
  await writeFile(tile, bytes)
  await rm(join(folder, 'segments', (await segmentsOf(folder))[0] ?? ''))
  expect(await python()).toMatch(/^NOT WHOLE: .*no entry says that .* retired/)
})

it('killed between any two steps, a ledger is as before or as after: opening it again finishes what an entry says', async () => {
  const { open, fill, retireOld, folder } = await agingLedger()
  const ledger = await open()
  await fill(ledger)
  const { retired } = await retireOld(ledger, 6, true)
  // The entry is on disk, and no segment is gone yet.
  await ledger.note({ event: 'retired', retired } as never)
  await ledger.publish()
  await ledger.close()
  const old = (await segmentsOf(folder)).filter((name) => Number(name.split('.')[0]) < (retired[0]?.[1] ?? 0))
  expect(old.length).toBeGreaterThan(2)
  for (let gone = 0; gone <= old.length; gone++) {
    const copy = join(await newFolder(), 'copy')
    await cp(folder, copy, { recursive: true })
    // Removed in another order than they are: no step counts on the one before.
    for (const name of old.toReversed().slice(0, gone)) await rm(join(copy, 'segments', name))
    expect(await verifyLedger(copy, { key: ledger.key })).toMatchObject({ isWhole: true, faults: [] })
    const again = await open({ folder: copy })
    await again.close()
    expect(await firstKept(copy)).toBe(retired[0]?.[1])
    expect(await verifyLedger(copy, { key: ledger.key })).toMatchObject({ isWhole: true, faults: [], retired })
  }
})
