import { type Outcome, problem } from '@charter/runtime'
import { openLog } from '@charter/runtime/service'
import { expect, test } from 'vitest'
import { call, codeOf } from './testing/clinic.ts'
import { onTheirs } from './testing/theirs.ts'

const fieldOf = (database: string, more = ''): string =>
  database === 'sqlite' ? `{ type: boolean${more} }` : `{ type: array, items: text, columnType: "text[]"${more} }`

const charter = (database: string, url: string): string => `
charter: 1
name: club
serves: [rest]
sources: { main: { url: ${JSON.stringify(url)}, database: ${database} } }
access: { roles: [owner, cashier] }
entities:
  Member:
    table: member
    key: id
    fields:
      id: { type: int32 }
      phones: ${fieldOf(database)}
      fees: ${fieldOf(database, ', reveal: money')}
      born: { type: date, optional: true }
      since: { type: date }
    relations: { chief: { one: Member, optional: true }, staff: { many: Member, inverse: chief } }
    allow: { owner: { do: [read, list] }, cashier: { do: [read, list], reveal: [money] } }
`

const statements = {
  sqlite: `CREATE TABLE member (id integer primary key, phones boolean not null, born date, fees boolean not null, "chiefId" integer, since date not null);
    INSERT INTO member VALUES (1, 1, '2020-13-01', 'no', 3, '2020-01-01'), (2, 'yes', '2020-02-30', 1, 3, '2020-13-01'), (3, 0, '2020-02-29', 1, null, '2020-01-01')`,
  postgresql: `CREATE TABLE member (id int primary key, phones text[] not null, born date, fees text[] not null, "chiefId" int, since date not null);
    INSERT INTO member VALUES (1, '{"1"}', 'infinity', '{NULL}', 3, '2020-01-01'), (2, '{"1",NULL}', null, '{}', 3, 'infinity'), (3, '{}', '2020-02-29', '{}', null, '2020-01-01')`,
}

const owner = { id: 'o', roles: ['owner'], attributes: {}, credential: 'jwt' } as const

test.each(['sqlite', 'postgresql'] as const)(
  'a value of %s that its type cannot say is never none: the row is named, and in the log its place',
  async (database) => {
    const kind = database === 'sqlite' ? 'boolean' : 'array'
    const lines: string[] = []
    const log = openLog({ level: 'error', name: 'club', to: { write: (line) => lines.push(line) } })
    await onTheirs({ database, statements: statements[database], charter, log }, async (service) => {
      const read = (id: number, fields?: readonly string[]): Promise<Outcome> =>
        service.execute({ ...call('Member.read', owner, { key: { id } }), ...(fields && { select: { fields } }) })
      for (const fields of [undefined, ['id', 'phones'], ['phones']]) {
        const outcome = await read(2, fields)
        expect(outcome).toMatchObject({
          problem: problem('internal', {
            detail: `phones of the Member with id 2 is no ${kind}, so it cannot be served. Ask for the other fields, or mend the row.`,
            errors: [{ path: '/phones', code: 'wrong-type', message: `This is no ${kind}.` }],
            cause: expect.anything(),
          }),
        })
      }
      expect(lines[0]).toMatch(new RegExp(`"?member\\\\?"? holds what is no ${kind} in phones, where id 2\\.`))
      expect(codeOf(await service.execute(call('Member.list', owner)))).toBe('internal')
      expect(codeOf(await read(2, ['id', 'since']))).toBe('internal')
      expect(codeOf(await read(2, ['id', 'chiefId']))).toBe('ok')
      const staff = (fields: readonly string[]): Promise<Outcome> =>
        service.execute({
          ...call('Member.read', owner, { key: { id: 3 } }),
          select: { fields: ['id'], include: { staff: { fields } } },
        })
      for (const fields of [['phones'], ['since'], ['since', 'phones']])
        expect(codeOf(await staff(['id', ...fields]))).toBe('internal')
      expect(codeOf(await staff(['id']))).toBe('ok')
      // Of several the one that it is.
      expect(await staff(['id', 'since'])).toMatchObject({ problem: { detail: expect.stringContaining('with id 2') } })
      for (const aggregate of [{ groupBy: ['born'] }, { min: ['born'] }, { max: ['since'] }])
        expect(await service.execute({ ...call('Member.aggregate', owner), select: { aggregate } })).toMatchObject({
          problem: { code: 'internal', errors: [{ code: 'wrong-type' }] },
        })
      // Who is not shown the value cannot miss it.
      const cashier = { ...owner, roles: ['cashier'] }
      expect(codeOf(await service.execute(call('Member.read', cashier, { key: { id: 1 } })))).toBe('internal')
      // Where a value need not be, too; whoever asks for the others is answered, and can change them.
      expect(await read(1, ['id', 'born'])).toMatchObject({
        problem: { detail: expect.stringContaining('born of the Member') },
      })
      expect(await read(1, ['id', 'since'])).toMatchObject({ value: { id: 1, since: '2020-01-01' } })
      const listed = {
        ...call('Member.list', owner),
        select: { fields: ['id'], sort: [{ field: 'born', direction: 'asc' as const }], limit: 1 },
      }
      expect(codeOf(await service.execute(listed))).toBe('ok')
      expect(await read(3)).toMatchObject({ value: { id: 3, born: '2020-02-29' } })
    })
  },
)

test('a row whose key has no value cannot be named, and the log says where it is', async () => {
  const lines: string[] = []
  const tags = (_: string, url: string): string => `
charter: 1
name: club
serves: [rest]
sources: { main: { url: ${JSON.stringify(url)}, database: sqlite } }
access: { roles: [owner] }
entities:
  Tag:
    table: tag
    key: t
    fields: { t: text, n: { type: int32, optional: true } }
    allow: { owner: { do: [read, list] } }
`
  const log = openLog({ level: 'error', name: 'club', to: { write: (line) => lines.push(line) } })
  const statements = "CREATE TABLE tag (t text primary key, n int); INSERT INTO tag VALUES ('a', 1), (NULL, 2)"
  await onTheirs({ database: 'sqlite', statements, charter: tags, log }, async (service) => {
    const detail = 'A row of Tag has no value of t that can be served, which is of its key, so that it cannot be named.'
    expect(await service.execute(call('Tag.list', owner))).toMatchObject({ problem: { code: 'internal', detail } })
    expect(lines[0]).toMatch(/"?tag\\?"? has a row without a value that can be served in t, which is of its key\./)
    expect(codeOf(await service.execute(call('Tag.read', owner, { key: { t: 'a' } })))).toBe('ok')
  })
})

test('a list over keys that are no text says so, and does not go on for ever', async () => {
  const words = (_: string, url: string): string => `
charter: 1
name: club
serves: [rest]
sources: { main: { url: ${JSON.stringify(url)}, database: sqlite } }
access: { roles: [owner] }
entities:
  Word:
    table: word
    key: w
    fields: { w: text, n: { type: int32, optional: true } }
    allow: { owner: { do: [read, list] } }
`
  const statements = `CREATE TABLE word (w text primary key not null, n int);
    INSERT INTO word VALUES ('a', 1), (CAST(x'fe' AS TEXT), 2), (CAST(x'ff' AS TEXT), 3), ('b' || char(0), 4)`
  await onTheirs({ database: 'sqlite', statements, charter: words }, async (service) => {
    let after: string | undefined
    const answers: string[] = []
    for (let page = 0; page < 6; page++) {
      const select = { fields: ['n'], limit: 1, ...(after !== undefined && { after }) }
      const outcome = await service.execute({ ...call('Word.list', owner), select })
      answers.push(codeOf(outcome))
      after = outcome.kind === 'value' ? (outcome.page?.next ?? undefined) : undefined
      if (after === undefined) break
    }
    expect(answers).toEqual(['ok', 'internal'])
  })
})
