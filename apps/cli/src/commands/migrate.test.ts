import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseCharter } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { styles } from '@charter/styles'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { charter } from '../testing/charter.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-cli-migrate-'))
  mkdirSync(join(folder, '.charter', 'data'), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (fields: string): string => {
  const text = `charter: 1
name: shop
serves: [rest]
sources: { main: { own: sqlite } }
access: { roles: [owner] }
entities:
  Item:
    key: id
    fields:
      id: { type: uuid, default: generated }
${fields}
    allow: { owner: { do: [create, read, list] } }
`
  writeFileSync(join(folder, 'charter.yaml'), text)
  return text
}

/** The database that a service of the charter would make. */
const make = async (text: string): Promise<void> => {
  const sqlite = connectors.find(({ name }) => name === 'sqlite')
  const { charter: parsed } = parseCharter({ 'charter.yaml': text }, { styles })
  if (!sqlite || !parsed) throw new Error('the charter does not parse')
  const opened = await sqlite.open(`file:${join(folder, '.charter', 'data', 'shop.db')}`, {
    isReadOnly: false,
    schema: sqlite.createSchema(parsed),
    statementTimeoutMs: 1000,
  })
  await opened.close()
}

test('a dry run shows SQL and locks and changes nothing; then it is done; what is lost must be named', async () => {
  const before = '      name: { type: text, length: 1..80 }\n      fax: { type: text, optional: true }'
  await make(write(before))
  expect((await charter(['migrate', folder])).out).toBe('The database is as the charter says.\n')
  write('      title: { type: text, length: 1..80, was: name }')

  const dry = await charter(['migrate', folder, '--dry-run'])
  expect([dry.status, dry.err.includes('at ')]).toEqual([0, false])
  expect(dry.out).toContain('-- waits: all writes to the file')
  expect(dry.out).toContain('"title" TEXT')
  expect(dry.out).toContain('--drop Item.fax')
  expect((await charter(['migrate', folder, '--dry-run'])).out).toBe(dry.out)

  const done = await charter(['migrate', folder])
  expect([done.status, done.out]).toEqual([0, expect.stringContaining('charter migrate --contract')])
  const mistyped = await charter(['migrate', folder, '--contract', '--drop', 'Item.fxa'])
  expect([mistyped.status, mistyped.err]).toEqual([
    2,
    expect.stringContaining(
      'There is no "Item.fxa" to drop, in the charter or in the database. Did you mean "Item.fax"?',
    ),
  ])
  const refused = await charter(['migrate', folder, '--contract'])
  expect([refused.status, refused.out]).toEqual([1, expect.stringContaining('--drop Item.fax')])
  const dropped = await charter(['migrate', folder, '--contract', '--drop', 'Item.fax', '--json'])
  expect([dropped.status, JSON.parse(dropped.out)]).toEqual([
    0,
    expect.objectContaining({ state: 'settled', blocked: [] }),
  ])
  expect(readFileSync(join(folder, 'charter.lock'), 'utf8')).toContain('"Item.name": {"name":"title"')
})

test('a dry run names each field that comes or changes', async () => {
  await make(write('      name: { type: text }\n      size: { type: enum, values: [s, l] }'))
  write(
    '      name: { type: text }\n      size: { type: enum, values: [s, m, l] }\n      colour: { type: text, optional: true }',
  )
  const dry = await charter(['migrate', folder, '--dry-run'])
  expect(dry.out).toContain('-- expand: item: adds colour, changes size; makes the table anew and copies its rows')
})

test('a database that is not there is not made; two goals are one too many', async () => {
  write('      name: { type: text }')
  expect(await charter(['migrate', folder])).toMatchObject({
    status: 0,
    out: expect.stringContaining('has no tables there yet'),
  })
  expect((await charter(['migrate', folder, '--contract', '--offline'])).status).toBe(2)
})

test('what goes from a charter with files says what becomes of them', async () => {
  const page = '      page: { type: file }'
  await make(write(`      scan: { type: file }\n${page}`))
  write(page)
  const gone = 'Files that no row names once that is done are removed by the service'
  expect((await charter(['migrate', folder, '--dry-run'])).out).toContain(gone)
  expect((await charter(['migrate', folder])).out).toContain(gone)
  expect((await charter(['migrate', folder, '--contract', '--drop', 'Item.scan'])).out).toContain(gone)
  expect((await charter(['migrate', folder])).out).not.toContain(gone)
})
