import type { NamingPolicy } from '@charter/charter'
import { namingPolicies } from '@charter/charter'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { execute, read, withDatabase } from './testing/database.ts'

const bytesMax = 63

/** Names as hostile as PostgreSQL lets them be: any character but NUL, up to 63 bytes. */
const hostile = fc
  .oneof(
    fc.constantFrom(
      'select',
      'Order',
      'null',
      'true',
      'no',
      'y',
      'constructor',
      '__proto__',
      'toString',
      '1',
      '-',
      '"',
      "'",
      ': ',
      '# x',
      '{a}',
      '\n',
      '\t',
      ' ',
      '患者',
      'naïve',
      'İ',
      'ß',
      '\u2028',
      '\ufeff',
      '👩‍⚕️',
      '%s',
      '$\u007bx}',
      '.',
      'a.b',
      'a"b',
      'A',
      'id',
      'Id',
      'i_d',
      'charter',
      'fields',
    ),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
    fc.string({ unit: fc.constantFrom('a', 'B', '_', '1'), minLength: 55, maxLength: 63 }),
  )
  .map((name) => cut(name.replace(/\0/g, '').toWellFormed()))
  .filter((name) => name !== '' && !/^_charter/i.test(name))

const cut = (name: string): string => {
  let text = ''
  for (const point of name) if (Buffer.byteLength(text + point) <= bytesMax) text += point
  return text
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const names = (most: number) => fc.uniqueArray(hostile, { minLength: 1, maxLength: most })

const databases = fc.record({
  schema: hostile.filter((name) => !/^pg_/i.test(name) && name !== 'public' && name !== 'information_schema'),
  tables: fc.uniqueArray(fc.record({ name: hostile, columns: names(5) }), {
    minLength: 1,
    maxLength: 5,
    selector: ({ name }) => name,
  }),
  labels: names(3),
  comment: fc.string({ unit: 'binary', maxLength: 20 }).map((text) => text.replace(/\0/g, '').toWellFormed()),
  naming: fc.constantFrom<NamingPolicy>(...namingPolicies),
})

test('whatever things are called, each is served under a legal name of its own and bound to its real one', async () => {
  await fc.assert(
    fc.asyncProperty(databases, async ({ schema, tables, labels, comment, naming }) => {
      const mood = `${quoted(schema)}.${quoted('m"ood')}`
      const text = (value: string) => `E'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
      const made = tables.map(({ name, columns }, at) => {
        const table = `${quoted(schema)}.${quoted(name)}`
        const [key = '', ...rest] = columns
        const first = tables[0]
        const reference =
          first && at > 0 ? `, FOREIGN KEY (${quoted(key)}) REFERENCES ${quoted(schema)}.${quoted(first.name)}` : ''
        const others = rest.map((column) => `, ${quoted(column)} ${mood} DEFAULT ${text(labels[0] ?? '')}`).join('')
        return `CREATE TABLE ${table} (${quoted(key)} int PRIMARY KEY${others}${reference}); COMMENT ON TABLE ${table} IS ${text(comment)};`
      })
      const sql = `CREATE SCHEMA ${quoted(schema)}; CREATE TYPE ${mood} AS ENUM (${labels.map(text).join(', ')}); ${made.join('\n')}`
      await withDatabase('', async (url) => {
        await execute(url, sql)
        const { charter } = await read(url, { naming })
        const found = charter.entities.map(({ binding, fields, key }) => ({
          binding,
          key,
          columns: fields.map(({ column, name }) => column ?? name),
        }))
        const order = (list: readonly { readonly binding?: unknown }[]) =>
          [...list].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
        const expected = tables.map(({ name, columns }) => ({ binding: { schema, table: name }, columns }))
        expect(order(found.map(({ binding, columns }) => ({ binding, columns })))).toEqual(order(expected))
        for (const entity of charter.entities) {
          expect(entity.key).toHaveLength(1)
          for (const { type } of entity.fields) if (type.kind === 'enum') expect(type.values).toEqual(labels)
          expect(entity.description).toBe(comment === '' ? undefined : comment)
        }
        const references = charter.entities.flatMap(({ relations }) => relations.filter(({ kind }) => kind === 'one'))
        expect(references).toHaveLength(tables.length - 1)
      })
    }),
    { numRuns: 40 },
  )
})
