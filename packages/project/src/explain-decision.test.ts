import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { requireSound } from './check.ts'
import { explain } from './explain.ts'
import { loadCharter } from './load.ts'

const charterOf = async (document: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-decision-'))
  writeFileSync(join(folder, 'charter.yaml'), document)
  try {
    return requireSound(await loadCharter(folder))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

interface Written {
  readonly access?: string
  readonly allow?: string
  readonly policies?: readonly string[]
}

const shop = ({ access = '', allow = '', policies = [] }: Written) => `charter: 1
name: shop
serves: [rest, graphql]
sources: { main: { own: sqlite } }
access: { roles: [guest, reader, clerk]${access} }
entities:
  Note:
    key: id
    fields:
      id: { type: uuid, default: generated }
      text: { type: text, length: 1..40 }
      code: { type: text, length: 1..40, reveal: code, optional: true }
      state: { type: enum, values: [open, gone], states: { moves: { expireNote: { from: open, to: gone, internal: true } } } }
    allow: { reader: { do: [read, list, delete], reveal: [code] }, clerk: { do: [read] }${allow} }
operations:
  countNotes: { effect: read, result: int32 }
policies: |
  permit(principal in Role::"reader", action == Action::"countNotes", resource);
${policies.map((each) => `  ${each}\n`).join('')}`

const told = async (written: Written, request: string, ...roles: readonly [string, ...string[]]) =>
  explain(await charterOf(shop(written)), request, roles)

const membership = `, membership: { entity: Member, roles: role, signedIn: guest }, tenancy: { field: place, claim: place }`
const desk = `charter: 1
name: desk
serves: [rest]
sources: { main: { own: sqlite } }
access: { roles: [guest, reader]${membership} }
entities:
  Note:
    key: id
    fields: { id: { type: uuid, default: generated }, place: { type: text, default: tenant } }
    allow: { reader: { do: [list] }, guest: { do: [read] } }
  Place:
    key: id
    shared: true
    fields: { id: { type: uuid, default: generated } }
    allow: { guest: { do: [read] } }
  Member:
    key: id
    person: personId
    fields: { id: { type: uuid, default: generated }, place: { type: text, default: tenant }, personId: { type: text }, role: { type: text } }
    allow: { reader: { do: [read] } }
`

test('it is on record as the first role that was asked about', async () => {
  const charter = await charterOf(desk)
  const { audit, roles } = await explain(charter, 'GET /api/v1/notes', ['reader'])
  expect([audit?.principal, roles]).toEqual(['reader@development', ['guest', 'reader']])
})

test('who belongs nowhere is refused rows of an organisation, and not what all share', async () => {
  const charter = await charterOf(desk)
  const outside = await explain(charter, 'GET /api/v1/notes/:id', ['guest'])
  expect([outside.isAllowed, outside.audit?.outcome]).toEqual([false, 'forbidden'])
  expect(outside.sentence).not.toBe('')
  expect((await explain(charter, 'GET /api/v1/places/:id', ['guest'])).isAllowed).toBe(true)
  expect((await explain(charter, 'GET /api/v1/notes/:id', ['reader'])).isAllowed).toBe(true)
})

test('who belongs nowhere has nothing of a member’s row', async () => {
  const asked = desk
    .replace('tenancy:', 'principal: { role: { type: text, member: role } }, tenancy:')
    .replace('guest: { do: [read] } }\n  Member', 'guest: { do: [read], when: principal has role } }\n  Member')
  const charter = await charterOf(asked)
  const outcome = async (role: string) => (await explain(charter, 'GET /api/v1/places/:id', [role])).audit?.outcome
  expect([await outcome('guest'), await outcome('reader')]).toEqual(['not-found', 'ok'])
})

describe('a condition that asks no row is decided', () => {
  const forbid = (when: string, action = 'Note.list', resource = 'resource is Note') =>
    `forbid(principal, action == Action::"${action}", ${resource}) when { ${when} };`

  test.each([
    'principal in Role::"clerk"',
    'context.style == "rest"',
    'context.style == "rest" && principal in Role::"reader"',
    'context.now > datetime("2020-01-01")',
  ])('a `forbid` by %s forbids every row', async (when) => {
    const { isAllowed, rules, sentence, notes } = await told(
      { policies: [forbid(when)] },
      'GET /api/v1/notes',
      'reader',
      'clerk',
    )
    expect([isAllowed, sentence]).toEqual([false, 'A rule forbids you to list notes.'])
    expect(rules[0]?.text).toContain('forbid')
    expect(notes).toContain('The request itself is answered, without any row.')
  })

  test.each(['principal in Role::"clerk"', 'context.style == "graphql"', 'context.now < datetime("2020-01-01")'])(
    'a `forbid` by %s forbids none where it does not hold',
    async (when) => {
      const { isAllowed, rules, sentence } = await told({ policies: [forbid(when)] }, 'GET /api/v1/notes', 'reader')
      expect([isAllowed, sentence, rules.length]).toEqual([true, 'reader may list notes, on every row.', 1])
    },
  )

  test('on one row as well, which is not found', async () => {
    const policies = [forbid('principal in Role::"reader"', 'Note.read')]
    expect(await told({ policies }, 'GET /api/v1/notes/:id', 'reader')).toMatchObject({ isAllowed: false })
  })

  test('a permit for another style allows nothing', async () => {
    const policies = [
      'permit(principal in Role::"guest", action == Action::"Note.list", resource is Note) when { context.style == "graphql" };',
    ]
    expect(await told({ policies }, 'GET /api/v1/notes', 'guest')).toMatchObject({ isAllowed: false })
  })

  test('what neither a row nor the call says stays a condition', async () => {
    const policies = [forbid('principal.credential == "jwt"')]
    expect((await told({ policies }, 'GET /api/v1/notes', 'reader')).sentence).toBe(
      'reader may list notes, where the condition is met.',
    )
    const ofRow = [forbid('resource.text == "x" || context.style == "graphql"')]
    expect((await told({ policies: ofRow }, 'GET /api/v1/notes', 'reader')).sentence).toBe(
      'reader may list notes, on the rows that meet the condition.',
    )
  })

  test('of an operation on no entity, which has no rows', async () => {
    const request = 'POST /api/v1/count-notes'
    expect((await told({}, request, 'reader')).sentence).toBe('reader may call countNotes.')
    const policies = [forbid('principal in Role::"clerk"', 'countNotes', 'resource')]
    expect((await told({ policies }, request, 'reader', 'clerk')).isAllowed).toBe(false)
    expect((await told({ policies }, request, 'reader')).isAllowed).toBe(true)
  })
})

test('a `forbid` on what is revealed masks it', async () => {
  const forbid = 'forbid(principal in Role::"clerk", action == Action::"Note.reveal:code", resource is Note)'
  const masked = async (policy: string) =>
    (await told({ policies: [policy] }, 'GET /api/v1/notes/:id', 'reader', 'clerk')).masked
  expect(await masked(`${forbid};`)).toEqual([
    { field: 'code', why: expect.stringMatching(/^null: forbidden by forbid/) },
  ])
  expect(await masked(`${forbid} when { resource.text == "x" };`)).toEqual([
    { field: 'code', why: expect.stringMatching(/^shown unless forbid.*, else null$/) },
  ])
})

test('a second factor that is asked for is told', async () => {
  const notes = async (request: string) =>
    (await told({ access: ', mfa: [Note.delete, countNotes]' }, request, 'reader')).notes.join('\n')
  expect(await notes('DELETE /api/v1/notes/:id')).toContain('It asks for a second factor (`access.mfa: Note.delete`)')
  expect(await notes('POST /api/v1/count-notes')).toContain('(`access.mfa: countNotes`)')
  expect(await notes('GET /api/v1/notes/:id')).not.toContain('second factor')
})

test('that a row which may not be read is not found is told', async () => {
  const notes = async (allow: string) => (await told({ allow }, 'DELETE /api/v1/notes/:id', 'guest')).notes.join('\n')
  expect(await notes(', guest: { do: [delete] }')).toContain('It always ends with `not-found`: Note may not be read')
  expect(await notes(', guest: { do: [delete, read] }')).not.toContain('not-found')
})

test('of an internal move it is said that it is one', async () => {
  await expect(told({}, 'POST /api/v1/notes/:id/expire', 'reader')).rejects.toThrow(
    'There is no POST /api/v1/notes/:id/expire for clients: `expireNote` is internal',
  )
})
