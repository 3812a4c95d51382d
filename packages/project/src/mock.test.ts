import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startMock } from './mock.ts'

test('a mock fills in what the database of the charter would', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'charter-mock-test-'))
  const file = join(folder, 'charter.yaml')
  await writeFile(
    file,
    `charter: 1
name: club
serves: [rest]
sources: { main: { url: env(DATABASE_URL), database: postgresql } }
access: { accepts: [jwt], roles: [owner] }
entities:
  Member:
    table: member
    key: id
    fields: { id: { type: int64, default: sequence }, since: { type: date, default: database } }
    allow: { owner: { do: [create, read, list] } }
`,
  )
  const mock = await startMock({ file, port: 0, as: null, seed: 1, rowsPerEntity: 3 }).finally(() =>
    rm(folder, { recursive: true }),
  )
  const headers = { authorization: `Bearer ${mock.tokens.owner}`, 'content-type': 'application/json' }
  const made = await fetch(`${mock.url}/api/v1/members`, { method: 'POST', headers, body: '{}' })
  expect([made.status, ((await made.json()) as { since: string }).since]).toEqual([
    201,
    expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  ])
  await mock.close()
})

test('a mock has a table of its own for those of one name in two schemas, and columns apart by case', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'charter-mock-test-'))
  const file = join(folder, 'charter.yaml')
  const allow = 'allow: { owner: { do: [create, read, list] } }'
  await writeFile(
    file,
    `charter: 1
name: club
serves: [rest]
sources: { main: { url: env(DATABASE_URL), database: postgresql } }
access: { accepts: [jwt], roles: [owner] }
entities:
  Mood: { table: moods, key: id, fields: { id: { type: int32 }, name: { type: text }, upper: { type: text, column: Name } }, ${allow} }
  OtherMood: { table: other.Moods, key: id, fields: { id: { type: int32 } }, ${allow} }
`,
  )
  const mock = await startMock({ file, port: 0, as: 'owner', seed: 1, rowsPerEntity: 3 }).finally(() =>
    rm(folder, { recursive: true }),
  )
  const counts = await Promise.all(
    ['moods', 'other-moods'].map(async (path) => {
      const answer = (await (await fetch(`${mock.url}/api/v1/${path}`)).json()) as { items: unknown[] }
      return answer.items.length
    }),
  )
  await mock.close()
  expect(counts).toEqual([3, 3])
})

test('a role that the charter does not have is refused, before anything is started', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'charter-mock-test-'))
  const file = join(folder, 'charter.yaml')
  await writeFile(
    file,
    'charter: 1\nname: ward\nserves: [rest]\naccess: { accepts: [jwt], roles: [nurse, chief] }\nentities:\n  Bed: { key: id, fields: { id: { type: uuid, default: generated } }, allow: { nurse: { do: [list] } } }\n',
  )
  await expect(startMock({ file, port: 0, as: 'nurze', seed: 1, rowsPerEntity: 3 })).rejects.toMatchObject({
    name: 'UnknownRole',
    message: 'The charter has no role "nurze". Did you mean "nurse"? Its roles: nurse, chief.',
  })
  await rm(folder, { recursive: true })
})
