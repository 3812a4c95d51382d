import { type Principal, ProblemError, problem } from '@charter/runtime'
import type { OperationBody } from '@charter/runtime/service'
import type { SqlTransaction } from '@charter/sql/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Apart, openApart } from './testing/apart.ts'
import { bodyOf, call, codeOf } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const text = (database: string, url: string): string => `
charter: 1
name: club
serves: [rest]
sources: { main: { url: ${JSON.stringify(url)}, database: ${database} } }
access:
  roles: [owner, reader, visitor]
  membership: { entity: Member, roles: ward, signedIn: visitor }
entities:
  Member:
    table: patient
    key: id
    person: name
    fields:
      id: { type: uuid, default: generated }
      name: { type: text, length: 1..40 }
      ward: { type: text, length: 1..40 }
    allow: { owner: { do: [create, read, list, update, delete, audit] }, reader: { do: [read, list] } }
operations:
  endAll: { result: int32, effect: write }
policies: |
  permit(principal in Role::"owner", action == Action::"endAll", resource);
`
const founder: Principal = { id: 'ann', roles: ['owner'], attributes: {}, credential: 'jwt' }

describe.each(databases)('who belongs where, rows in %s and state in a file of its own', (database) => {
  let apart: Apart
  let tokens: Map<string, string>
  const endAll: OperationBody = async (_, { transaction }) => {
    await (transaction as SqlTransaction).run(`UPDATE ${apart.table} SET "ward" = 'nothing'`.replaceAll('"', quote), [])
    return 1
  }
  const quote = database === 'mariadb' || database === 'mysql' ? '`' : '"'
  beforeEach(async () => {
    tokens = new Map()
    apart = await openApart(database, { text, operations: { endAll } })
  })
  afterEach(() => apart.close())

  const rolesOf = async (person: string): Promise<readonly string[]> => {
    const token = tokens.get(person) ?? (await apart.service.development?.token([], { sub: person })) ?? ''
    tokens.set(person, token)
    return (await apart.service.authenticate({ kind: 'bearer', text: token }))?.roles ?? []
  }
  const run = (operation: string, more: Parameters<typeof call>[2] = {}) =>
    apart.service.execute(call(operation, founder, more))
  const join = async (name: string, ward = 'reader'): Promise<string> =>
    String(bodyOf(await run('Member.create', { value: { name, ward } })).id)
  const lost = () => {
    throw new ProblemError(problem('unavailable', { isUndecided: true }))
  }
  const gone = '00000000-0000-4000-8000-000000000000'
  const visitor = ['visitor']
  const reader = ['reader', 'visitor']

  test('what a write does to members counts from the next call on', async () => {
    expect(await rolesOf('bob')).toEqual(visitor)
    const id = await join('bob')
    expect(await rolesOf('bob')).toEqual(reader)
    await run('Member.update', { key: { id }, value: { ward: 'owner' } })
    expect(await rolesOf('bob')).toEqual(['owner', 'visitor'])
    await run('Member.delete', { key: { id } })
    expect(await rolesOf('bob')).toEqual(visitor)
  })

  test('so does what one with a key does, whose answer is kept before its rows are there', async () => {
    const id = await join('bob')
    expect(await rolesOf('bob')).toEqual(reader)
    const ended = () => run('Member.delete', { key: { id }, idempotencyKey: 'end-bob' })
    expect([codeOf(await ended()), codeOf(await ended())]).toEqual(['ok', 'ok'])
    expect(await rolesOf('bob')).toEqual(visitor)
  })

  test('so does an atomic batch, once it is committed, whoever asks meanwhile', async () => {
    const id = await join('bob')
    expect(await rolesOf('bob')).toEqual(reader)
    // Long, and nothing of it but the first call has to do with who belongs where.
    const more = Array.from({ length: 30 }, () => call('Member.list', founder))
    let isDone = false
    const batch = apart.service
      .executeBatch([call('Member.delete', founder, { key: { id } }), ...more], { atomic: true })
      .finally(() => {
        isDone = true
      })
    while (!isDone) {
      await rolesOf('bob')
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(new Set((await batch).map(codeOf))).toEqual(new Set(['ok']))
    expect(await rolesOf('bob')).toEqual(visitor)
  })

  test('so does what the body of an operation does by SQL, which tells nobody', async () => {
    await join('bob')
    expect(await rolesOf('bob')).toEqual(reader)
    expect(codeOf(await run('endAll'))).toBe('ok')
    expect(await rolesOf('bob')).toEqual(visitor)
  })

  test('so does a commit whose answer was lost, or whose record could not be stored', async () => {
    const id = await join('bob')
    expect(await rolesOf('bob')).toEqual(reader)
    apart.afterCommit = lost
    expect(codeOf(await run('Member.update', { key: { id }, value: { ward: 'owner' } }))).toBe('unavailable')
    apart.afterCommit = null
    expect(await rolesOf('bob')).toEqual(['owner', 'visitor'])
    // The intent is stored, and the outcome is not.
    apart.afterCommit = () => apart.failing.add('appendAudit')
    expect(codeOf(await run('Member.delete', { key: { id } }))).toBe('unavailable')
    apart.afterCommit = null
    apart.failing.clear()
    expect(await rolesOf('bob')).toEqual(visitor)
  })

  test('nobody is asked anew where nothing was done to members', async () => {
    await join('bob')
    const before = apart.rows.statementCount
    expect(await rolesOf('bob')).toEqual(reader)
    const read = apart.rows.statementCount
    expect(read).toBeGreaterThan(before)
    expect(codeOf(await run('Member.update', { key: { id: gone }, value: { ward: 'owner' } }))).toBe('not-found')
    const tried = apart.rows.statementCount
    expect(await rolesOf('bob')).toEqual(reader)
    expect(apart.rows.statementCount).toBe(tried)
  })
})
