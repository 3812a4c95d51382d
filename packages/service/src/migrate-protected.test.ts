import { expect, test } from 'vitest'
import { databases } from './testing/databases.ts'
import { outcomeOf, told, versions } from './testing/versions.ts'

const entity = (name: string, fields: string, was = ''): string => `  ${name}:
${was}    key: id
    fields:
      id: { type: uuid, default: generated }
${fields}    allow: { owner: { do: [create, read, update, list], reveal: [open] } }
`
const opened = 'optional: true, reveal: open'

test.each(databases)(
  'protected values open, and are found, under new names of field, key and entity, in %s',
  async (database) => {
    const at = await versions(database)
    try {
      const before = at.derivedOf(
        entity(
          'Person',
          `      ssn: { type: text, length: 4..11, protect: encrypt, search: equals, class: pii, ${opened} }
      card: { type: text, protect: tokenize, search: equals, class: pii, ${opened} }
`,
        ),
      )
      const old = await at.serve(before)
      const a = await told(old, 'Person.create', { value: { ssn: '123-45-6789', card: 'card a' } })

      // New columns, kept in step while both versions run.
      const renamed = at.derivedOf(
        entity(
          'Person',
          `      taxNumber: { type: text, length: 4..11, protect: encrypt, search: equals, class: pii, was: ssn, ${opened} }
      payCard: { type: text, protect: tokenize, search: equals, class: pii, was: card, ${opened} }
`,
        ),
      )
      expect((await at.migrate(renamed)).blocked).toEqual([])
      const now = await at.serve(renamed)
      const key = { id: String(a.id) }
      expect(await told(now, 'Person.read', { key })).toMatchObject({ taxNumber: '123-45-6789', payCard: 'card a' })
      const b = await told(now, 'Person.create', { value: { taxNumber: '987-65-4321', payCard: 'card b' } })
      expect(await told(old, 'Person.read', { key: { id: String(b.id) } })).toMatchObject({
        ssn: '987-65-4321',
        card: 'card b',
      })
      await told(old, 'Person.update', { key, value: { ssn: '111-22-3333' } })
      for (const [field, value, id] of [
        ['taxNumber', '111-22-3333', a.id],
        ['payCard', 'card a', a.id],
        ['taxNumber', '987-65-4321', b.id],
      ] as const) {
        const left = { kind: 'field', path: [field] } as const
        const right = { kind: 'value', value, type: { kind: 'text' } } as const
        const found = await told(now, 'Person.list', {}, { filter: { kind: 'compare', op: 'eq', left, right } })
        expect([field, (found.items as { id: string }[]).map((row) => row.id)]).toEqual([field, [id]])
      }
      await at.stop(old)
      expect((await at.migrate(renamed, { goal: 'contract' })).state).toBe('settled')
      await at.stop(now)

      // The same columns under new names of everything.
      const moved = at.derivedOf(
        entity(
          'Citizen',
          `      number: { type: text, length: 4..11, protect: encrypt, search: equals, class: pii, was: taxNumber, column: taxNumber, ${opened} }
      payCard: { type: text, protect: tokenize, search: equals, class: pii, ${opened} }
`,
          '    was: Person\n',
        )
          .replace('key: id', 'key: code')
          .replace('      id: {', '      code: { was: id,'),
      )
      expect((await at.migrate(moved, { goal: 'offline' })).blocked).toEqual([])
      const last = await at.serve(moved)
      expect(await told(last, 'Citizen.read', { key: { code: String(b.id) } })).toMatchObject({
        number: '987-65-4321',
        payCard: 'card b',
      })
      const again = await outcomeOf(last, 'Citizen.update', {
        key: { code: String(a.id) },
        value: { payCard: 'card c' },
      })
      expect(again).toMatchObject({ kind: 'value' })
      expect(await told(last, 'Citizen.read', { key: { code: String(a.id) } })).toMatchObject({
        number: '111-22-3333',
        payCard: 'card c',
      })
    } finally {
      await at.close()
    }
  },
)
