import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectors } from '@charter/connectors'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { requireSound } from './check.ts'
import { explain } from './explain.ts'
import { loadCharter } from './load.ts'

afterEach(() => vi.unstubAllEnvs())

const server = (): string => process.env.CHARTER_TEST_POSTGRESQL ?? ''

const charterOf = async (document: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-explain-'))
  writeFileSync(join(folder, 'charter.yaml'), document)
  try {
    return requireSound(await loadCharter(folder))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const owned = `charter: 1
name: notes
title: Notes
version: 1.0.0
serves: [rest]
sources: { main: { own: postgresql } }
access: { accepts: [jwt], roles: [writer] }
entities:
  Note:
    key: id
    fields: { id: { type: uuid, default: generated }, text: { type: text, length: 1..40 } }
    allow: { writer: { do: [read, list] } }
`

test('a charter on PostgreSQL is explained with the statements that PostgreSQL is told', async () => {
  vi.stubEnv('DATABASE_URL', server())
  const told = await explain(await charterOf(owned), 'GET /api/v1/notes', ['writer'])
  expect([told.isAllowed, told.database]).toEqual([true, 'PostgreSQL'])
  expect(told.sql).toHaveLength(1)
  expect(told.sql[0]).toContain('FROM "public"."note" AS t')
})

test('without a server to make one on it is explained on SQLite, and says so', async () => {
  vi.stubEnv('DATABASE_URL', undefined)
  const told = await explain(await charterOf(owned), 'GET /api/v1/notes', ['writer'])
  expect([told.isAllowed, told.database]).toEqual([true, 'SQLite'])
  expect(told.notes).toEqual([
    'The charter is for PostgreSQL, and DATABASE_URL names no server to try it on: these are the statements for SQLite.',
    '`random() & 63 OR charter_in_time()` is true of every row: it ends a statement whose time is up.',
    'A list selects what it is ordered by once more, as its last columns: the next page begins after them.',
  ])
})

test('what an include adds is decided by the rules of its own entity, which are told', async () => {
  const document = `charter: 1
name: notes
serves: [rest]
access: { roles: [writer] }
entities:
  Folder:
    key: id
    fields: { id: { type: uuid, default: generated }, code: { type: text, reveal: codes, optional: true } }
    allow: { writer: { do: [read] } }
  Note:
    key: id
    fields: { id: { type: uuid, default: generated } }
    relations: { folder: { one: Folder } }
    allow: { writer: { do: [read, list] } }
`
  const told = await explain(await charterOf(document), 'GET /api/v1/notes?include=folder', ['writer'])
  expect(told.includes).toEqual([
    {
      path: 'folder',
      isAllowed: true,
      sentence: expect.stringContaining('writer may read'),
      rules: [expect.objectContaining({ id: 'Folder.writer', line: 9 })],
    },
  ])
  expect(told.sql.filter((each) => each.includes('FROM "folder"'))).toHaveLength(1)
  expect(told.masked.map(({ field }) => field)).toEqual(['folder.code'])
})

test('an attached database is explained on one of ours with its schemas and tables', async () => {
  const connector = connectors.find(({ name }) => name === 'postgresql')
  const source = await connector?.makeTemporary(server())
  if (!connector || !source) throw new Error('no PostgreSQL connector')
  const client = new pg.Client({ connectionString: source.url })
  await client.connect()
  await client.query(
    `CREATE SCHEMA shop; CREATE TYPE shop.mood AS ENUM ('sad', 'ok');
     CREATE TABLE shop.customer (id serial PRIMARY KEY, mood shop.mood NOT NULL DEFAULT 'ok', seen timestamptz NOT NULL DEFAULT now(), code text NOT NULL DEFAULT md5(random()::text), tags text[]);
     CREATE TABLE shop."order" (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), customer_id int NOT NULL REFERENCES shop.customer, span int4range, total numeric(8,2))`,
  )
  await client.end()
  try {
    vi.stubEnv('DATABASE_URL', source.url)
    const charter = await charterOf((await connector.introspect(source.url, { name: 'shop' })).document)
    const role = charter.access.roles[0] ?? ''
    const told = await explain(charter, 'GET /api/v1/orders', [role])
    expect([told.isAllowed, told.database]).toEqual([true, 'PostgreSQL'])
    expect(told.sql.join('\n')).toContain('FROM "shop"."order" AS t')
  } finally {
    await source.remove()
  }
})

test('a tokenised field that is not revealed is said to be its token, as the service answers', async () => {
  const charter = await charterOf(`charter: 1
name: drivers
serves: [rest]
sources: { main: { own: sqlite } }
access: { accepts: [jwt], roles: [clerk, dispatcher] }
entities:
  Driver:
    key: id
    fields:
      id: { type: uuid, default: generated }
      licence: { type: text, length: 1..40, class: pii, protect: tokenize, reveal: personnel }
    allow: { clerk: { do: [read, list] }, dispatcher: { do: [read], reveal: [personnel] } }
`)
  const { masked } = await explain(charter, 'GET /api/v1/drivers', ['clerk'])
  expect(masked).toEqual([{ field: 'licence', why: 'shown as its token: reveal "personnel" is for dispatcher' }])
})

test('what is allowed under a condition is allowed, whether the example meets it or not', async () => {
  const allow = `{ do: [create], when: 'resource.text == "nothing that an example says"' }`
  const document = owned.replace('postgresql', 'sqlite').replace('{ do: [read, list] }', () => allow)
  const told = await explain(await charterOf(document), 'POST /api/v1/notes', ['writer'])
  expect([told.isAllowed, told.sentence]).toEqual([
    true,
    'writer may create notes, on the rows that meet the condition.',
  ])
  expect(told.rules.map(({ effect }) => effect)).toEqual(['permit'])
})

describe('a query is asked about with the rest of the request', () => {
  const shop = `charter: 1
name: shop
serves: [rest]
sources: { main: { own: sqlite } }
access: { accepts: [jwt], roles: [clerk, owner] }
entities:
  Order:
    key: id
    fields:
      id: { type: uuid, default: generated }
      total: { type: int32, reveal: money }
      number: int32
    relations: { payments: { many: Payment, inverse: order } }
    allow:
      clerk: { do: [read, list, create], when: resource.number > 2000000000 }
      owner: { do: [read, list], reveal: [money] }
  Payment:
    key: id
    fields: { id: { type: uuid, default: generated } }
    relations: { order: { one: Order } }
    allow: { owner: { do: [read, list] } }
`
  const told = async (request: string, role: string) => explain(await charterOf(shop), request, [role])

  test.each([
    ['GET /api/v1/orders?include=payments', 'You may not see Payment through Order.payments.'],
    ['GET /api/v1/orders?limit=9999', '/limit: Give a whole number from 1 to 100.'],
    ['GET /api/v1/orders?limit=5&nonsense=1', '?nonsense: There is no such parameter here.'],
    ['GET /api/v1/orders?sort=total', 'total'],
    ['GET /api/v1/orders?filter[number]=many', 'number'],
    ['GET /api/v1/orders/:id?fields=nothing', 'nothing'],
    ['GET /api/v1/orders?filter[number]=%zz', 'The query is not percent-encoded UTF-8'],
  ])('%s is refused as the service refuses it', async (request, sentence) => {
    const { isAllowed, sentence: said } = await told(request, 'clerk')
    expect(said).toContain(sentence)
    expect(isAllowed).toBe(false)
  })

  test('of an include it is said which rule would allow it, as the service says it in development', async () => {
    const { includes, rules } = await told('GET /api/v1/orders?include=payments', 'clerk')
    const nearest = expect.objectContaining({ id: 'Payment.owner', effect: 'nearest' })
    expect(rules).toEqual([nearest])
    expect(includes).toEqual([
      {
        path: 'payments',
        isAllowed: false,
        sentence: expect.stringMatching(/^No rule allows clerk to/),
        rules: [nearest],
      },
    ])
  })

  test.each([
    ['GET /api/v1/orders?limit=5&sort=-number&filter[number][gt]=1', 'clerk'],
    ['GET /api/v1/orders?include=payments&sort=total', 'owner'],
    ['GET /api/v1/orders?filter={"field": "number", "op": "eq", "value": 1}', 'clerk'],
  ])('%s is allowed to %s', async (request, role) => {
    const { isAllowed, sentence } = await told(request, role)
    expect([isAllowed, sentence]).toEqual([true, expect.stringContaining(`${role} may list orders`)])
  })

  test('of an operation it is the input', async () => {
    const document = `${shop}operations:
  countOrders: { entity: Order, input: { since: { type: date } }, result: Order, effect: read, rest: { verb: GET } }
`
    const asked = async (query: string) =>
      explain(
        await charterOf(document.replace('list, create]', 'list, create, countOrders]')),
        `GET /api/v1/orders/:id/count${query}`,
        ['clerk'],
      )
    expect((await asked('?since=never')).isAllowed).toBe(false)
    expect((await asked('?since=2026-01-02')).isAllowed).toBe(true)
  })
})

test('what the database is told to keep its own books is not said', async () => {
  const { sql } = await explain(
    await charterOf(owned.replace('postgresql', 'sqlite').replace('read, list', 'read, create')),
    'POST /api/v1/notes',
    ['writer'],
  )
  expect(sql.join('\n')).toContain('INSERT')
  expect(sql.filter((each) => each.startsWith('SELECT last_insert_rowid()'))).toEqual([])
})

test('of the example rows the one is asked for that meets the condition', async () => {
  const limited = owned
    .replace('postgresql', 'sqlite')
    .replace('text: { type: text, length: 1..40 }', 'kind: { type: enum, values: [a, b, c] }')
    .replace('{ do: [read, list] }', `{ do: [read], when: 'resource.kind == "b"' }`)
  const { audit } = await explain(await charterOf(limited), 'GET /api/v1/notes/:id', ['writer'])
  expect(audit?.outcome).toBe('ok')
})

test('a move is explained with where it leads from and to, and what it asks, at its line', async () => {
  const document = owned
    .replace('own: postgresql', 'own: sqlite')
    .replace('do: [read, list]', 'do: [read, list, signNote]')
    .replace(
      'text: { type: text, length: 1..40 } }',
      `text: { type: text, length: 1..40 }, state: { type: enum, values: [open, signed], states: { moves: {
            signNote: { from: open, to: signed, when: resource.text != "x" } } } } }`,
    )
  const told = await explain(await charterOf(document), 'POST /api/v1/notes/:id/sign', ['writer'])
  expect(told.isAllowed).toBe(true)
  expect(told.notes.slice(0, 2)).toEqual([
    'It moves `state` from `open` to `signed`; from elsewhere it is a conflict.',
    expect.stringMatching(
      /^It asks of the row, whoever the caller is: signNote: resource\.text != "x" \(.*charter\.yaml:12\)\.$/,
    ),
  ])
})

test('by what a caller comes to have a role is told where rows say it', async () => {
  const document = owned
    .replace('postgresql', 'sqlite')
    .replace(
      'roles: [writer] }',
      'roles: [writer, guest], membership: { entity: Member, roles: role, while: isActive, signedIn: guest } }',
    )
    .replace(
      '{ writer: { do: [read, list] } }',
      `{ writer: { do: [read, list] }, guest: { do: [list] } }
  Member:
    key: id
    person: personId
    fields: { id: { type: uuid, default: generated }, personId: { type: text }, role: { type: text }, isActive: boolean }
    allow: { writer: { do: [read] } }`,
    )
  const charter = await charterOf(document)
  expect((await explain(charter, 'GET /api/v1/notes', ['writer'])).notes.slice(0, 2)).toEqual([
    'A caller has `writer` where a row of Member with their id in `personId` says so (`role`), and counts (`while`); what a token says of roles counts for nothing.',
    'Whoever is signed in has `guest` besides, a member of an organisation or not.',
  ])
  expect((await explain(charter, 'GET /api/v1/notes', ['guest'])).notes[0]).toBe(
    'Whoever is signed in has `guest`, a member of an organisation or not.',
  )
})

describe('who holds several roles is decided for as the service decides: by all of them', () => {
  const document = `charter: 1
name: notes
serves: [rest]
sources: { main: { own: sqlite } }
access: { roles: [reader, keeper, banned, guest], membership: { entity: Member, roles: role, signedIn: guest } }
entities:
  Note:
    key: id
    fields:
      id: { type: uuid, default: generated }
      text: { type: text, length: 1..40 }
      code: { type: text, length: 1..40, reveal: code }
      pin: { type: text, length: 1..40, reveal: pin }
    allow:
      reader: { do: [read] }
      keeper: { do: [update], reveal: [code] }
      guest: { do: [list], reveal: [pin] }
  Member:
    key: id
    person: personId
    fields: { id: { type: uuid, default: generated }, personId: { type: text }, role: { type: text } }
    allow: { keeper: { do: [read] } }
policies: |
  forbid(principal in Role::"banned", action == Action::"Note.list", resource is Note);
`
  const told = async (request: string, ...roles: readonly [string, ...string[]]) =>
    explain(await charterOf(document), request, roles)
  const maskedOf = async (...roles: readonly [string, ...string[]]) =>
    (await told('GET /api/v1/notes/:id', ...roles)).masked.map(({ field }) => field)

  test('what any of them may is allowed, with the rules of all', async () => {
    expect((await told('PATCH /api/v1/notes/:id', 'reader')).isAllowed).toBe(false)
    const both = await told('PATCH /api/v1/notes/:id', 'keeper', 'reader')
    expect(both).toMatchObject({ isAllowed: true, roles: ['reader', 'keeper', 'guest'] })
    expect(both.audit).toMatchObject({ outcome: 'ok', roles: ['reader', 'keeper', 'guest'] })
    expect(both.sentence).toBe('Whoever has the roles reader, keeper, guest may update notes, on every row.')
  })

  test('what any of them is shown is shown', async () => {
    expect(await maskedOf('reader')).toEqual(['code'])
    expect(await maskedOf('reader', 'keeper')).toEqual([])
  })

  test('what is forbidden to one is forbidden', async () => {
    expect((await told('GET /api/v1/notes', 'reader')).isAllowed).toBe(true)
    const banned = await told('GET /api/v1/notes', 'reader', 'banned')
    expect([banned.isAllowed, banned.rules.map(({ text }) => text)]).toEqual([
      false,
      [expect.stringContaining('Role::"banned"')],
    ])
  })

  test('the role of whoever is signed in is held besides', async () => {
    const { isAllowed, rules, roles } = await told('GET /api/v1/notes', 'keeper')
    expect([isAllowed, roles]).toEqual([true, ['keeper', 'guest']])
    expect(rules.map(({ text }) => text)).toEqual([expect.stringContaining('guest: { do: [list]')])
  })
})

test('where a claim names the person, a condition on who calls is told by it', async () => {
  const document = owned
    .replace('postgresql', 'sqlite')
    .replace('roles: [writer]', 'roles: [writer], person: { claim: employeeNumber }')
    .replace('text: { type: text, length: 1..40 }', 'by: { type: text, default: principal, readOnly: true }')
    .replace('{ do: [read, list] }', '[{ do: [list] }, { do: [read], when: principal.id != resource.by }]')
  const charter = await charterOf(document)
  const note = '`principal.id` is the claim `employeeNumber`'
  const notes = async (request: string) => (await explain(charter, request, ['writer'])).notes.join(' ')
  expect(await notes('GET /api/v1/notes/:id')).toContain(note)
  expect(await notes('GET /api/v1/notes')).not.toContain(note)
})

test('the bytes of a file are read as their row is, and sent as it is updated', async () => {
  vi.stubEnv('DATABASE_URL', undefined)
  const document = `charter: 1
name: papers
serves: [rest]
access: { roles: [clerk, reader] }
entities:
  Paper:
    key: id
    fields: { id: { type: uuid, default: generated }, scan: { type: file, max: 1 MiB } }
    allow: { clerk: { do: [create, read, update] }, reader: { do: [read] } }
`
  const charter = await charterOf(document)
  const asked = async (method: string) => {
    const { operation, isAllowed } = await explain(charter, `${method} /api/v1/papers/1/scan`, ['reader'])
    return [operation, isAllowed]
  }
  expect(await asked('GET')).toEqual(['Paper.read', true])
  for (const method of ['PUT', 'POST', 'DELETE']) expect(await asked(method)).toEqual(['Paper.update', false])
})
