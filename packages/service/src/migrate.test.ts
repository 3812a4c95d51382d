import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'
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

describe.each(databases)('%s', (database) => {
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

  test('a split with a person’s expressions: either version writes its own fields, and both read the same', async () => {
    const before = at.derivedOf(`  Person:\n${fields('      name: { type: text }\n')}`)
    const old = await at.serve(before)
    const ids: string[] = []
    for (const name of ['Ada Okafor', 'Mei Ling Chen', 'Cher', 'Jo Weber', 'Al Li'])
      ids.push(String((await told(old, 'Person.create', { value: { name } })).id))
    const after = at.derivedOf(
      `  Person:\n${fields('      given: { type: text }\n      family: { type: text, optional: true }\n')}`,
    )
    const bare = await at.migrate(after)
    expect(bare.blocked).toEqual([expect.stringContaining('migrations/Person.given')])
    const done = await at.migrate(after, { expressions: splits[database], batchRows: 2 })
    expect([done.state, done.blocked]).toEqual(['expanded', []])
    const now = await at.serve(after)
    const read = (service: typeof now, id = '') => told(service, 'Person.read', { key: { id } })
    expect(await read(now, ids[1])).toMatchObject({ given: 'Mei', family: 'Ling Chen' })
    expect(await read(now, ids[2])).toMatchObject({ given: 'Cher', family: null })
    // What was filled in leaves the old field as it was.
    expect(await read(old, ids[2])).toMatchObject({ name: 'Cher' })
    const made = await told(now, 'Person.create', { value: { given: 'Mary Ann', family: 'Lee' } })
    expect(await read(old, String(made.id))).toMatchObject({ name: 'Mary Ann Lee' })
    expect(await read(now, String(made.id))).toMatchObject({ given: 'Mary Ann', family: 'Lee' })
    await told(old, 'Person.update', { key: { id: ids[0] ?? '' }, value: { name: 'Ida Rhodes' } })
    expect(await read(now, ids[0])).toMatchObject({ given: 'Ida', family: 'Rhodes' })
    await told(now, 'Person.update', { key: { id: ids[3] ?? '' }, value: { family: 'van der Berg' } })
    expect(await read(old, ids[3])).toMatchObject({ name: 'Jo van der Berg' })
    expect(await read(now, ids[3])).toMatchObject({ given: 'Jo', family: 'van der Berg' })

    expect((await at.migrate(after, { goal: 'contract' })).blocked).toEqual([
      'The values of Person.name would be lost. If that is meant: --drop Person.name',
    ])
    expect((await at.migrate(after, { goal: 'contract', drops: ['Person.name'] })).state).toBe('settled')
    expect(await read(now, ids[1])).toMatchObject({ given: 'Mei', family: 'Ling Chen' })
  })

  test('the version before answers every call while the database is expanded, and none of its writes is lost', async () => {
    const old = await at.serve(at.derivedOf(first))
    const after = at.derivedOf(first.replace('name: { type: text, length: 1..80 }', 'title: { type: text, was: name }'))
    for (let count = 0; count < 30; count++) await told(old, 'Item.create', { value: { name: 'early', count } })
    let isDone = false
    const written = new Map<string, string>()
    const write = async (): Promise<void> => {
      for (let count = 0; !isDone && count < 5000; count++) {
        const { id } = await told(old, 'Item.create', { value: { name: `w${count}`, count } })
        await told(old, 'Item.update', { key: { id: String(id) }, value: { name: `u${count}` } })
        expect(await told(old, 'Item.read', { key: { id: String(id) } })).toMatchObject({ name: `u${count}` })
        written.set(String(id), `u${count}`)
      }
    }
    const writing = write()
    const done = await at.migrate(after, { batchRows: 3 }).finally(() => {
      isDone = true
    })
    await writing
    expect(done.state).toBe('expanded')
    expect(written.size).toBeGreaterThan(0)
    const now = await at.serve(after)
    for (const [id, title] of written) expect(await told(now, 'Item.read', { key: { id } })).toMatchObject({ title })
  })

  test('a merge, and a renamed document: either version reads what the other wrote', async () => {
    const before = at.derivedOf(
      `  Person:\n${fields('      given: { type: text }\n      family: { type: text }\n      notes: { type: json, optional: true }\n')}`,
    )
    const old = await at.serve(before)
    const notes = { b: 1, a: [null, 'x'] }
    const { id } = await told(old, 'Person.create', { value: { given: 'Ada', family: 'Okafor', notes } })
    const key = { id: String(id) }
    const after = at.derivedOf(
      `  Person:\n${fields('      name: { type: text }\n      remarks: { type: json, optional: true, was: notes }\n')}`,
    )
    const expressions = { 'Person.name': `NEW."given" || ' ' || NEW."family"` }
    expect((await at.migrate(after, { expressions })).state).toBe('expanded')
    const now = await at.serve(after)
    expect(await told(now, 'Person.read', { key })).toMatchObject({ name: 'Ada Okafor', remarks: notes })
    await told(old, 'Person.update', { key, value: { family: 'Weber', notes: { c: 2 } } })
    expect(await told(now, 'Person.read', { key })).toMatchObject({ name: 'Ada Weber', remarks: { c: 2 } })
    await told(now, 'Person.update', { key, value: { remarks: { d: 3 } } })
    expect(await told(old, 'Person.read', { key })).toMatchObject({ family: 'Weber', notes: { d: 3 } })
    const drops = ['Person.given', 'Person.family']
    expect((await at.migrate(after, { goal: 'contract', drops })).state).toBe('settled')
    expect(await told(now, 'Person.read', { key })).toMatchObject({ name: 'Ada Weber', remarks: { d: 3 } })
  })

  test('an expression that fails is mended, and the migration goes on with it', async () => {
    const old = await at.serve(at.derivedOf(`  Person:\n${fields('      name: { type: text }\n')}`))
    const { id } = await told(old, 'Person.create', { value: { name: 'Ada' } })
    const after = at.derivedOf(`  Person:\n${fields('      name: { type: text }\n      short: { type: text }\n')}`)
    await expect(
      at.migrate(after, { expressions: { 'Person.short': 'substr(NEW."nmae", 1, 1)' } }),
    ).rejects.toMatchObject({ problem: { cause: { message: expect.stringContaining('nmae') } } })
    await told(old, 'Person.update', { key: { id: String(id) }, value: { name: 'Ada' } })
    await told(old, 'Person.create', { value: { name: 'Bo' } })
    const expressions = { 'Person.short': 'substr(NEW."name", 1, 1)' }
    expect((await at.migrate(after, { expressions })).state).toBe('expanded')
    const now = await at.serve(after)
    expect(await told(now, 'Person.read', { key: { id: String(id) } })).toMatchObject({ short: 'A' })
    expect((await at.migrate(after, { goal: 'contract' })).state).toBe('settled')
  })

  test('after additions alone the version before starts too, and the next migration needs no word about it', async () => {
    const versionsOf = [1, 2, 3].map((count) =>
      at.derivedOf(
        `  Item:\n${fields(Array.from({ length: count }, (_, field) => `      f${field}: { type: text, optional: true }\n`).join(''))}`,
      ),
    )
    const [one, two, three] = versionsOf
    if (!one || !two || !three) throw new Error('there are three versions')
    await at.stop(await at.serve(one))
    expect(await at.migrate(two)).toMatchObject({ state: 'expanded', later: [] })
    await at.stop(await at.serve(one))
    await at.stop(await at.serve(two))
    expect(await at.migrate(three)).toMatchObject({ state: 'expanded', later: [] })
    await at.stop(await at.serve(two))
    await expect(at.serve(one)).rejects.toThrow()
    await at.stop(await at.serve(three))
  })

  test('a step that fails leaves the service working; once it is mended the same migration goes on, and nothing is done twice', async () => {
    const before = at.derivedOf(first)
    const old = await at.serve(before)
    const a = await told(old, 'Item.create', { value: { name: 'same', count: 1 } })
    await told(old, 'Item.create', { value: { name: 'same', count: 2 } })
    const after = at.derivedOf(
      `  Item:\n${fields(`      title: { type: text, length: 1..80, was: name }
      count: { type: int32, unique: true }
      code: { type: text, optional: true, unique: true }
      state: { type: enum, values: [new, old], default: new }
`)}`,
    )
    await told(old, 'Item.create', { value: { name: 'third', count: 2 } })
    await expect(at.migrate(after)).rejects.toMatchObject({
      problem: { cause: { message: expect.stringMatching(/failed.*goes on from here/s) } },
    })
    await expect(at.serve(after)).rejects.toThrow()
    expect(await told(old, 'Item.read', { key: { id: String(a.id) } })).toMatchObject({ name: 'same' })
    const list = await told(old, 'Item.list')
    const last = (list.items as { id: string; name: string }[]).find(({ name }) => name === 'third')
    await told(old, 'Item.update', { key: { id: last?.id ?? '' }, value: { count: 3 } })
    const steps: string[] = []
    const done = await at.migrate(after, { onStep: ({ id }, { isDone }) => void (isDone && steps.push(id)) })
    expect(done.state).toBe('expanded')
    expect(steps.length).toBeLessThanOrEqual(done.steps.length)
    const now = await at.serve(after)
    expect(await told(now, 'Item.read', { key: { id: String(a.id) } })).toMatchObject({ title: 'same' })
    expect((await at.migrate(after, { goal: 'contract' })).state).toBe('settled')
  })

  test('filling that is broken off goes on after the last batch, and leaves what was written meanwhile', async () => {
    const before = at.derivedOf(first)
    const old = await at.serve(before)
    for (let count = 0; count < 7; count++) await told(old, 'Item.create', { value: { name: `n${count}`, count } })
    const after = at.derivedOf(first.replace('name: { type: text, length: 1..80 }', 'title: { type: text, was: name }'))
    const stopAfter = (rows: number) => ({
      batchRows: 2,
      onStep: (_: unknown, progress: { readonly rows: number }) => {
        if (progress.rows >= rows) throw new Error('broken off')
      },
    })
    await expect(at.migrate(after, stopAfter(4))).rejects.toThrow()
    const list = (await told(old, 'Item.list')).items as { id: string; name: string }[]
    for (const { id, name } of list) await told(old, 'Item.update', { key: { id }, value: { name: `${name}!` } })
    const filled: number[] = []
    const done = await at.migrate(after, {
      batchRows: 2,
      onStep: ({ mode }, { rows, isDone }) => {
        if (mode === 'batches' && isDone) filled.push(rows)
      },
    })
    // The rows of the batches that were left, then those that were written since.
    expect([done.state, filled]).toEqual(['expanded', [3, 4]])
    const now = await at.serve(after)
    const titles = ((await told(now, 'Item.list')).items as { title: string }[]).map(({ title }) => title)
    expect(titles.sort()).toEqual(Array.from({ length: 7 }, (_, count) => `n${count}!`))
  })

  test('a value that an enum loses, and a field that gets required, wait for the rows', async () => {
    const before = at.derivedOf(first.replace('count: { type: int32 }', 'count: { type: int32, optional: true }'))
    const old = await at.serve(before)
    const a = await told(old, 'Item.create', { value: { name: 'a', state: 'old' } })
    const after = at.derivedOf(first.replace('[new, old]', '[new]'))
    expect((await at.migrate(after)).state).toBe('expanded')
    await expect(at.migrate(after, { goal: 'contract' })).rejects.toMatchObject({
      problem: { cause: { message: expect.stringMatching(/1 row/) } },
    })
    // Meanwhile it is served as it is, to either version.
    const beside = await at.serve(after)
    const missing = { count: null, state: 'old' }
    expect(await told(beside, 'Item.read', { key: { id: String(a.id) } })).toMatchObject(missing)
    await at.stop(beside)
    await told(old, 'Item.update', { key: { id: String(a.id) }, value: { count: 1, state: 'new' } })
    expect((await at.migrate(after, { goal: 'contract' })).state).toBe('settled')
    const now = await at.serve(after)
    expect(await told(now, 'Item.read', { key: { id: String(a.id) } })).toMatchObject({ count: 1, state: 'new' })
    const { is, wanted } = await at.catalogues(now, after)
    expect(is).toEqual(wanted)
  })

  test('what no database can hold for both versions at once is refused until no service runs', async () => {
    const before = at.derivedOf(`  Item:\n${fields('      price: { type: decimal, precision: 8, scale: 2 }\n')}`)
    const old = await at.serve(before)
    const a = await told(old, 'Item.create', { value: { price: '12.34' } })
    await at.stop(old)
    const after = at.derivedOf(`  Item:\n${fields('      price: { type: decimal, precision: 9, scale: 3 }\n')}`)
    const refused = await at.migrate(after)
    expect(refused.blocked).toEqual([expect.stringMatching(/column: price2.*--offline/s)])
    expect((await at.migrate(after, { goal: 'offline' })).state).toBe('settled')
    const now = await at.serve(after)
    expect(await told(now, 'Item.read', { key: { id: String(a.id) } })).toMatchObject({ price: '12.340' })
    await at.stop(now)
    const beside = at.derivedOf(
      `  Item:\n${fields('      price: { type: decimal, precision: 10, scale: 4, column: price4 }\n')}`,
    )
    expect((await at.migrate(beside)).state).toBe('expanded')
    const [earlier, later] = [await at.serve(after), await at.serve(beside)]
    await told(later, 'Item.update', { key: { id: String(a.id) }, value: { price: '2.5000' } })
    expect(await told(earlier, 'Item.read', { key: { id: String(a.id) } })).toMatchObject({ price: '2.500' })
  })

  test('relations: rows that refer to others stay, whatever becomes of either table; numbers of deleted rows are not given again', async () => {
    const parent = (lines: string) => `  Ward:
    key: number
    fields:
      number: { type: int32, default: generated }
${lines}    relations: { beds: { many: Bed, inverse: ward, owned: true } }
${allow}`
    const bed = (lines: string) => `  Bed:
    key: id
    fields:
      id: { type: uuid, default: generated }
      label: { type: text }
${lines}${allow}`
    const before = at.derivedOf(
      parent('      name: { type: text, unique: true }\n') + bed('    relations: { ward: { one: Ward } }\n'),
    )
    const old = await at.serve(before)
    const ward = await told(old, 'Ward.create', { value: { name: 'north' } })
    const gone = await told(old, 'Ward.create', { value: { name: 'gone' } })
    await told(old, 'Bed.create', { value: { label: 'a', wardNumber: ward.number as number } })
    await outcomeOf(old, 'Ward.delete', { key: { number: gone.number as number } })

    const after = at.derivedOf(
      `${parent('      name: { type: text, optional: true }\n')}${bed('    relations: { ward: { one: Ward }, nurse: { one: Nurse, optional: true } }\n')}  Nurse:
    key: id
    fields: { id: { type: uuid, default: generated } }
    relations: { beds: { many: Bed, inverse: nurse } }
${allow}`,
    )
    expect(await at.migrate(after)).toMatchObject({ blocked: [] })
    const now = await at.serve(after)
    const nurse = await told(now, 'Nurse.create', { value: {} })
    const made = await told(now, 'Bed.create', {
      value: { label: 'b', wardNumber: ward.number as number, nurseId: String(nurse.id) },
    })
    expect(await told(old, 'Bed.read', { key: { id: String(made.id) } })).toMatchObject({ label: 'b' })
    expect(codeOf(await outcomeOf(now, 'Bed.create', { value: { label: 'c', wardNumber: 99 } }))).not.toBe('ok')
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect(
      codeOf(
        await outcomeOf(now, 'Bed.create', {
          value: { label: 'c', wardNumber: ward.number as number, nurseId: unknown },
        }),
      ),
    ).not.toBe('ok')
    expect((await at.migrate(after, { goal: 'contract' })).state).toBe('settled')
    const next = await told(now, 'Ward.create', { value: {} })
    expect(Number(next.number)).toBeGreaterThan(Number(gone.number))
    expect(codeOf(await outcomeOf(now, 'Bed.create', { value: { label: 'c', wardNumber: 99 } }))).not.toBe('ok')
    // What is part of a row goes with it; the reference is in force after the table was made anew.
    await outcomeOf(now, 'Ward.delete', { key: { number: ward.number as number } })
    expect(codeOf(await outcomeOf(now, 'Bed.read', { key: { id: String(made.id) } }))).toBe('not-found')
    await at.stop(old)
    await at.stop(now)

    const last = at.derivedOf(`  Ward:
    key: code
    fields:
      code: { type: int32, default: generated, was: number }
      name: { type: text, optional: true }
${allow}  Nurse:
    key: id
    fields: { id: { type: uuid, default: generated } }
${allow}`)
    expect((await at.migrate(last)).blocked).toEqual([expect.stringContaining('one key')])
    expect((await at.migrate(last, { goal: 'offline' })).blocked).toEqual([expect.stringContaining('--drop Bed')])
    expect((await at.migrate(last, { goal: 'offline', drops: ['Bed'] })).state).toBe('settled')
    const end = await at.serve(last)
    expect(await told(end, 'Ward.read', { key: { code: next.number as number } })).toMatchObject({ name: null })
    const trail = (await told(end, 'Ward.audit', { key: { code: next.number as number } })).items
    expect(trail).toEqual([expect.objectContaining({ operation: 'Ward.create', outcome: 'ok' })])
  })

  test('two migrations at once: one does it, the other waits or is told; every row is as it should be', async () => {
    const before = at.derivedOf(first)
    const old = await at.serve(before)
    const a = await told(old, 'Item.create', { value: { name: 'a', count: 1 } })
    const after = at.derivedOf(first.replace('name: { type: text, length: 1..80 }', 'title: { type: text, was: name }'))
    const both = await Promise.allSettled([at.migrate(after), at.migrate(after)])
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true)
    for (const each of both)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ problem: { code: 'unavailable' } })
    expect((await at.migrate(after)).state).toBe('expanded')
    const now = await at.serve(after)
    expect(await told(now, 'Item.read', { key: { id: String(a.id) } })).toMatchObject({ title: 'a' })
  })
})

const likeMariadb = {
  'Person.given': `substring_index(NEW."name", ' ', 1)`,
  'Person.family': `nullif(substr(NEW."name", char_length(substring_index(NEW."name", ' ', 1)) + 2), '')`,
  'Person.name': `NEW."given" || coalesce(' ' || NEW."family", '')`,
}

const splits = {
  sqlite: {
    'Person.given': `CASE WHEN instr(NEW."name", ' ') > 0 THEN substr(NEW."name", 1, instr(NEW."name", ' ') - 1) ELSE NEW."name" END`,
    'Person.family': `CASE WHEN instr(NEW."name", ' ') > 0 THEN substr(NEW."name", instr(NEW."name", ' ') + 1) END`,
    'Person.name': `NEW."given" || coalesce(' ' || NEW."family", '')`,
  },
  mariadb: likeMariadb,
  mysql: likeMariadb,
  postgresql: {
    'Person.given': `split_part(NEW."name", ' ', 1)`,
    'Person.family': `nullif(substr(NEW."name", length(split_part(NEW."name", ' ', 1)) + 2), '')`,
    'Person.name': `NEW."given" || coalesce(' ' || NEW."family", '')`,
  },
}
