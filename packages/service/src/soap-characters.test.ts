import { type Call, conditionOf, type Outcome, type Principal } from '@charter/runtime'
import { soap } from '@charter/styles'
import { type Served, serveStyles } from '@charter/styles/serve'
import { expect, test } from 'vitest'
import { call, derivedOf } from './testing/clinic.ts'
import { onTheirs } from './testing/theirs.ts'

const charter = (database: string, url: string): string => `
charter: 1
name: club
serves: [rest, soap]
sources: { main: { url: ${JSON.stringify(url)}, database: ${database} } }
access: { roles: [owner] }
entities:
  Member:
    table: member
    key: id
    fields:
      id: { type: int32 }
      name: { type: text }
      notes: { type: json, optional: true }
    allow: { owner: { do: [read, list, create, update] } }
`

const owner: Principal = { id: 'o', roles: ['owner'], attributes: {}, credential: 'jwt' }

test.each([
  [
    'sqlite',
    `CREATE TABLE member (id integer primary key, name text not null, notes text); INSERT INTO member VALUES (1, 'Ada', '{"a":"\uffff"}'), (2, 'a' || char(1) || 'b', null)`,
  ],
  [
    'postgresql',
    `CREATE TABLE member (id int primary key, name text not null, notes json); INSERT INTO member VALUES (1, 'Ada', '{"a":"\uffff"}'), (2, 'a' || chr(1) || 'b', null)`,
  ],
] as const)(
  'a row of %s that XML cannot carry is named, costs no other row its answer, and none is added',
  async (database, statements) => {
    await onTheirs({ database, statements, charter }, async (service) => {
      const derived = derivedOf(charter(database, 'file:unused'))
      const bugs: unknown[] = []
      const served: Served = await serveStyles(
        derived.styles,
        {
          ...service,
          model: derived.model,
          execute: service.execute,
          authenticate: (given) => given && owner,
          onBug: (error) => void bugs.push(error),
        },
        { host: '127.0.0.1', port: 0 },
      )
      const surface = soap.surface(derived.charter)
      const caller = await soap.call(surface, { url: served.url, credential: () => 'x', timeoutMs: 5000 })
      const ask = (of: Call): Promise<Outcome> => caller.execute(of)
      try {
        const detail = 'The Member with id 2 cannot be said in XML: name holds U+0001, which XML 1.0 cannot carry.'
        for (const of of [call('Member.list', owner), call('Member.read', owner, { key: { id: 2 } })])
          expect(await ask(of)).toMatchObject({
            problem: {
              code: 'internal',
              detail: `${detail} Ask for the other fields, or mend the row.`,
              errors: [{ path: '/name', code: 'format' }],
            },
          })
        expect(bugs.map(String)).toEqual([`Fault: ${detail}`, `Fault: ${detail}`])
        expect(await ask({ ...call('Member.list', owner), select: { fields: ['id'] } })).toMatchObject({
          value: { items: [{ id: 1 }, { id: 2 }] },
        })
        const filter = conditionOf('id', 'eq', [1], { kind: 'int32' })
        expect(await ask({ ...call('Member.list', owner), select: { filter } })).toMatchObject({
          value: { items: [{ id: 1, name: 'Ada', notes: { a: '\uffff' } }] },
        })
        // In whatever style it is sent.
        for (const name of ['a\u0001b', 'a\ufffe'])
          expect(await service.execute(call('Member.create', owner, { value: { id: 3, name } }))).toMatchObject({
            problem: { code: 'invalid-input', errors: [{ path: '/name', code: 'format' }] },
          })
      } finally {
        await caller.close()
        await served.close()
      }
    })
  },
)
