import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FileAsked, FileCalls } from '@charter/runtime'
import type { Service } from '@charter/runtime/service'
import { databaseOf, writeOf } from '@charter/sql/store'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { databases } from './testing/databases.ts'
import { owner, told, type Versions, versions } from './testing/versions.ts'

const entity = (lines: string, more = '') => `    key: id
${more}    fields:
      id: { type: uuid, default: generated }
      title: { type: text, length: 1..80 }
${lines}    allow: { owner: { do: [create, read, update, delete, list] } }
`

const sealed = '      sealed: { type: file, class: phi, protect: encrypt }\n'
const note = `  Note:\n${entity('      goneAt: { type: instant, optional: true }\n      page: { type: file }\n', '    softDelete: goneAt\n')}`
const first = `  Document:\n${entity(`      scan: { type: file }\n      page: { type: file }\n${sealed}`)}  Letter:\n${entity('      body: { type: file }\n      copy: { type: file, class: phi, protect: encrypt }\n')}${note}`
const second = `  Document:\n${entity(`      sheet: { type: file, was: page }\n${sealed}`)}${note}`

const askedOf = (of: string, id: unknown, field: string): FileAsked => ({
  entity: of,
  key: { id: String(id) },
  field,
  principal: owner,
  context: () => ({ deadlineMs: Date.now() + 10_000, origin: { style: 'rest', requestId: 'r1' } }),
  isStanding: () => true,
})

const filesOf = ({ files }: Service): FileCalls => {
  if (!files) throw new Error('the service has no files')
  return files
}

const send = (service: Service, of: string, id: unknown, field: string, text: string) =>
  filesOf(service).put(askedOf(of, id, field), bytesOf(text), {})

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

const read = async (service: Service, of: string, id: unknown, field: string): Promise<string> => {
  const opened = await filesOf(service).open(askedOf(of, id, field))
  const chunks: Uint8Array[] = []
  for await (const chunk of await opened.read()) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks).toString()
}

/** A file that is sent and taken away again is removed by work that comes after what a start puts. */
const sendAndTakeAway = async (service: Service, id: unknown): Promise<void> => {
  const of = askedOf('Document', id, 'sealed')
  await send(service, 'Document', id, 'sealed', 'to be taken away')
  await filesOf(service).remove(of)
  await expect(filesOf(service).open(of)).rejects.toMatchObject({ problem: { code: 'not-found' } })
}

describe.each(databases)('%s', (database) => {
  let at: Versions
  beforeEach(async () => {
    at = await versions(database)
  })
  afterEach(() => at.close())

  /** How many files lie there, whatever they are called. */
  const lying = (): number =>
    readdirSync(join(at.folder, 'files', 'files'), { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    ).length

  test('files of fields and entities that a migration drops go, unless others name them; of a renamed one they stay', async () => {
    const before = at.derivedOf(first)
    const old = await at.serve(before)
    const make = async (service: Service, of: string) =>
      (await told(service, `${of}.create`, { value: { title: 'a' } })).id
    const [a, b] = [await make(old, 'Document'), await make(old, 'Document')]
    await send(old, 'Document', a, 'scan', 'a scan alone')
    await send(old, 'Document', a, 'page', 'a page, and a scan')
    await send(old, 'Document', b, 'scan', 'a page, and a scan')
    await send(old, 'Document', b, 'sealed', 'a secret, and a copy')
    const letter = await make(old, 'Letter')
    await send(old, 'Letter', letter, 'body', 'a body alone')
    await send(old, 'Letter', letter, 'copy', 'a secret, and a copy')
    await send(old, 'Letter', await make(old, 'Letter'), 'copy', 'a copy alone')
    const gone = await make(old, 'Note')
    await send(old, 'Note', gone, 'page', 'of a note that is marked deleted')
    await told(old, 'Note.delete', { key: { id: String(gone) } })
    expect(lying()).toBe(6)

    const [scan, letters] = [at.idOf('Document.scan'), 'Letter']
    const after = at.derivedOf(second)
    expect((await at.migrate(after)).state).toBe('expanded')
    // While both run nothing is taken for gone: the rows of the version before name them.
    const now = await at.serve(after)
    expect(await read(now, 'Document', a, 'sheet')).toBe('a page, and a scan')
    await at.stop(old)
    const done = await at.migrate(after, { goal: 'contract', drops: [scan, letters] })
    expect([done.state, done.blocked]).toEqual(['settled', []])
    expect(lying()).toBe(6)
    await at.stop(now)

    // Nor while two versions are served again.
    const third = at.derivedOf(
      second.replace('      sheet:', '      note: { type: text, optional: true }\n      sheet:'),
    )
    expect((await at.migrate(third)).state).toBe('expanded')
    const both = await at.serve(after)
    await sendAndTakeAway(both, a)
    await vi.waitFor(() => expect(lying()).toBe(6), { timeout: 30_000, interval: 100 })
    await at.stop(both)
    expect((await at.migrate(third, { goal: 'contract' })).state).toBe('settled')

    const next = await at.serve(third)
    await vi.waitFor(() => expect(lying()).toBe(3), { timeout: 30_000, interval: 100 })
    expect(await read(next, 'Document', a, 'sheet')).toBe('a page, and a scan')
    expect(await read(next, 'Document', b, 'sealed')).toBe('a secret, and a copy')
    // What is counted is what rows name: with the last of them each goes.
    await told(next, 'Document.delete', { key: { id: String(a) } })
    await vi.waitFor(() => expect(lying()).toBe(2), { timeout: 30_000, interval: 100 })
    await told(next, 'Document.delete', { key: { id: String(b) } })
    await vi.waitFor(() => expect(lying()).toBe(1), { timeout: 30_000, interval: 100 })
  }, 120_000)

  test('where a row that may name a file cannot be read, none is taken for gone', async () => {
    const old = await at.serve(at.derivedOf(first))
    const { id } = await told(old, 'Document.create', { value: { title: 'a' } })
    const { id: other } = await told(old, 'Document.create', { value: { title: 'b' } })
    await send(old, 'Document', id, 'scan', 'a scan')
    await send(old, 'Document', id, 'page', 'a page')
    await send(old, 'Document', other, 'page', 'another page')
    // Whoever writes past the service.
    await databaseOf(old.store).transaction((on) =>
      on.run(
        writeOf('UPDATE', {
          text: `UPDATE ${database === 'postgresql' ? 'public."document"' : '"document"'} SET "page" = '{}' WHERE "title" = 'b'`,
          table: 'document',
          columns: ['page'],
        }),
        [],
      ),
    )
    const scan = at.idOf('Document.scan')
    const after = at.derivedOf(second)
    await at.migrate(after)
    await at.stop(old)
    expect((await at.migrate(after, { goal: 'contract', drops: [scan, 'Letter'] })).state).toBe('settled')
    const now = await at.serve(after)
    await sendAndTakeAway(now, id)
    await vi.waitFor(() => expect(lying()).toBe(3), { timeout: 30_000, interval: 100 })
    expect(await read(now, 'Document', id, 'sheet')).toBe('a page')
  }, 60_000)
})
