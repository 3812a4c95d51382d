import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from './testing/clinic.ts'
import { outcomeOf, told, type Versions, versions } from './testing/versions.ts'

const allow = '    allow: { owner: { do: [create, read, update, delete, list, audit] } }\n'
const fields = (lines: string) => `    key: id
    fields:
      id: { type: uuid, default: generated }
${lines}${allow}`

const first = `  Item:\n${fields(`      name: { type: text, length: 1..80 }
      count: { type: int32 }
      state: { type: enum, values: [new, old], default: new }
`)}`

describe.each(['sqlite', 'postgresql'] as const)('%s', (database) => {
  let at: Versions
  beforeEach(async () => {
    at = await versions(database)
  })
  afterEach(() => at.close())

  test('a renamed, a widened, a new field and a new value: both versions serve reads and writes, then the old names go', async () => {
    const before = at.derivedOf(first)
    const old = await at.serve(before)
    const a = await told(old, 'Item.create', { value: { name: 'a', count: 1 } })
    const after = at.derivedOf(
      `  Item:\n${fields(`      title: { type: text, length: 1..80, was: name }
      count: { type: int64, min: 0, max: 9007199254740991 }
      state: { type: enum, values: [new, old, lost], default: new }
      ward: { type: text, default: north }
      note: { type: text, optional: true, unique: true }
      madeAt: { type: instant, default: now }
`)}`,
    )
    await expect(at.serve(after)).rejects.toMatchObject({
      problem: { cause: { message: expect.stringContaining('charter migrate') } },
    })
    const dry = await at.migrate(after, { isDryRun: true })
    expect(dry.blocked).toEqual([])
    expect(dry.steps.flatMap(({ sql }) => sql).join('\n')).toContain('"title"')
    for (const { locks, sentence } of dry.steps) expect([locks.length > 5, sentence.length > 5]).toEqual([true, true])
    await expect(at.serve(after)).rejects.toThrow()

    const done = await at.migrate(after)
    expect([done.state, done.blocked]).toEqual(['expanded', []])
    const now = await at.serve(after)
    const seen = await told(now, 'Item.read', { key: { id: a.id as string } })
    expect(seen).toMatchObject({ title: 'a', count: 1, state: 'new', ward: 'north', note: null })
    expect(seen.madeAt).toMatch(/^20/)

    // Either writes, both read.
    const b = await told(old, 'Item.create', { value: { name: 'b', count: 2, state: 'old' } })
    expect(await told(now, 'Item.read', { key: { id: b.id as string } })).toMatchObject({
      title: 'b',
      ward: 'north',
      madeAt: expect.any(String),
    })
    const c = await told(now, 'Item.create', {
      value: { title: 'c', count: 3, state: 'lost', ward: 'south', note: 'x' },
    })
    expect(await told(old, 'Item.read', { key: { id: c.id as string } })).toMatchObject({ name: 'c', count: 3 })
    await told(old, 'Item.update', { key: { id: c.id as string }, value: { name: 'cc' } })
    await told(now, 'Item.update', { key: { id: b.id as string }, value: { title: 'bb' } })
    expect(await told(now, 'Item.read', { key: { id: c.id as string } })).toMatchObject({
      title: 'cc',
      note: 'x',
      ward: 'south',
    })
    expect(await told(old, 'Item.read', { key: { id: b.id as string } })).toMatchObject({ name: 'bb' })
    // The service of before may start again, too.
    await at.stop(old)
    const again = await at.serve(before)
    expect(codeOf(await outcomeOf(again, 'Item.delete', { key: { id: b.id as string } }))).toBe('ok')
    await at.stop(again)

    expect((await at.migrate(after)).steps).toEqual([])
    expect((await at.migrate(after, { goal: 'contract' })).state).toBe('settled')
    expect(await told(now, 'Item.read', { key: { id: a.id as string } })).toMatchObject({ title: 'a' })
    await told(now, 'Item.create', { value: { title: 'd', count: 3, ward: 'w' } })
    await expect(at.serve(before)).rejects.toThrow()
    expect(await at.migrate(after)).toMatchObject({ state: 'settled', steps: [], later: [] })
  })
})
