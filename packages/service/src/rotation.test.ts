import type { Predicate } from '@charter/runtime'
import { type KeyProvider, keyProviderOf, resealRows, rewrapKeys, rotateKeys } from '@charter/runtime/service'
import type { Database, EntitySql, SqlTransaction } from '@charter/sql/store'
import { databaseOf, sqlStore, statementIn } from '@charter/sql/store'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bodyOf, call, type Opened, open } from './testing/clinic.ts'
import { clinicianA, onMariadb, onPostgresql, protectedClinic } from './testing/protected-clinic.ts'

const databases = [
  { database: 'SQLite', text: protectedClinic, vault: '"_charter_token"' },
  { database: 'PostgreSQL', text: onPostgresql(protectedClinic), vault: '"charter_state"."token"' },
  { database: 'MariaDB', text: onMariadb(protectedClinic), vault: '"_charter_token"' },
]

describe.each(databases)('keys are changed on $database', ({ text, vault }) => {
  let opened: Opened
  const patients = () => String(sqlOf().from.replace(/ AS t$/, ''))
  const sqlOf = () => opened.derived.plans.find(({ entity }) => entity === 'Patient') ?? ({} as EntitySql)
  let nowMs = Date.parse('2026-05-01T00:00:00Z')
  beforeEach(async () => {
    opened = await open({ text, nowMs: () => nowMs })
  })
  afterEach(() => opened.close())

  const people = 450
  const run = (...given: Parameters<typeof call>) => opened.service.execute(call(...given))
  const fill = async (count: number) => {
    for (let at = 0; at < count; at++) {
      const ssn = `219-09-${String(at).padStart(4, '0')}`
      await run('Patient.create', clinicianA, {
        value: { name: `name ${at}`, insurance: `K-${at}`, ssn, birthDate: '1962-04-17', ward: 'north' },
      })
    }
  }
  const provider = (): Promise<KeyProvider> =>
    keyProviderOf({ env: {}, mode: 'development', dataFolder: opened.folder, nowMs: () => nowMs })
  const work = async (database: Database = databaseOf(opened.service.store)) => ({
    model: opened.derived.model,
    store: sqlStore(opened.derived.model, opened.derived.plans, database),
    state: opened.service.state,
    provider: await provider(),
    nowMs: () => nowMs,
  })
  const where = (field: string, value: string): Predicate => ({
    kind: 'compare',
    op: 'eq',
    left: { kind: 'field', path: [field] },
    right: { kind: 'value', value, type: { kind: 'text' } },
  })
  const found = async (field: string, value: string) => {
    const outcome = await opened.service.execute({
      ...call('Patient.list', clinicianA),
      select: { filter: where(field, value) },
    })
    return (bodyOf(outcome).items as readonly { readonly name: string }[]).map(({ name }) => name)
  }
  const keysIn = async (column: string, from = patients()) => {
    const rows = await databaseOf(opened.service.store).all(
      `SELECT "${column}" FROM ${from} WHERE "${column}" IS NOT NULL`,
      [],
    )
    return new Set(rows.map(([text]) => /(?:^c1\.|^)([di]\d)-/.exec(String(text))?.[1]))
  }

  test('new keys are used once every replica knows them; then everything is sealed anew, found all the while', async () => {
    await fill(20)
    await rotateKeys(await work())
    await fill(1)
    expect(await keysIn('name_index')).toEqual(new Set(['i1']))
    await expect(resealRows(await work())).rejects.toMatchObject({ problem: { code: 'unavailable' } })
    nowMs += 90_000
    expect(await found('name', 'name 3')).toEqual(['name 3'])
    expect(await found('ssn', '219-09-0003')).toEqual(['name 3'])
    const twin = { name: 'twin', insurance: 'K-3', ward: 'north' }
    expect(await run('Patient.create', clinicianA, { value: twin })).toMatchObject({
      problem: { code: 'conflict', errors: [{ path: '/insurance' }] },
    })
    const made = await run('Patient.create', clinicianA, { value: { ...twin, insurance: 'new' } })
    const key = { id: String(bodyOf(made).id) }
    expect(await run('Patient.update', clinicianA, { key, value: { insurance: 'K-3' } })).toMatchObject({
      problem: { code: 'conflict', errors: [{ path: '/insurance' }] },
    })
    expect(await keysIn('name_index')).toEqual(new Set(['i1', 'i2']))
    const done = await resealRows(await work())
    expect(done).toMatchObject({ rows: 20, tokens: 20, conflicts: 0 })
    expect(done.retired).toHaveLength(2)
    for (const column of ['name', 'insurance', 'birthDate']) expect(await keysIn(column)).toEqual(new Set(['d2']))
    expect(await keysIn('name_index')).toEqual(new Set(['i2']))
    expect(await keysIn('sealed', vault)).toEqual(new Set(['d2']))
    nowMs += 90_000
    expect(await found('name', 'name 3')).toEqual(['name 3'])
    expect(await found('ssn', '219-09-0003')).toEqual(['name 3'])
  })

  test('killed anywhere, it goes on where it was and ends with everything sealed anew', async () => {
    await fill(people)
    await rotateKeys(await work(), 0)
    nowMs += 30_000
    let left = 1
    const dying: Database = {
      ...databaseOf(opened.service.store),
      all: (sql, params) => databaseOf(opened.service.store).all(sql, params),
      transaction: (inside) =>
        databaseOf(opened.service.store).transaction((on) =>
          inside(left-- > 0 ? on : (dead as unknown as SqlTransaction)),
        ),
    }
    const dead = {
      run: async () => {
        throw new Error('killed')
      },
    }
    await expect(resealRows(await work(dying))).rejects.toThrow('killed')
    expect(await opened.service.state.readJob('reseal')).toMatchObject({ entity: 'Patient' })
    expect(await keysIn('name')).toEqual(new Set(['d1', 'd2']))
    expect(await found('name', 'name 7')).toEqual(['name 7'])
    const done = await resealRows(await work())
    expect(done.rows).toBe(people - 200)
    expect(await keysIn('name')).toEqual(new Set(['d2']))
    expect(await opened.service.state.readJob('reseal')).toBeNull()
  }, 180_000)

  test('a row that is written while it is sealed anew keeps what was written', async () => {
    await fill(3)
    await rotateKeys(await work(), 0)
    nowMs += 30_000
    const [{ id } = { id: '' }] = bodyOf(await opened.service.execute(call('Patient.list', clinicianA))).items as [
      { id: string },
    ]
    let isFirst = true
    const racing: Database = {
      ...databaseOf(opened.service.store),
      all: async (sql, params) => {
        const rows = await databaseOf(opened.service.store).all(sql, params)
        if (isFirst && statementIn(sql)?.table?.includes('"patient"')) {
          isFirst = false
          await run('Patient.update', clinicianA, { key: { id }, value: { name: 'written meanwhile' } })
        }
        return rows
      },
      transaction: (inside) => databaseOf(opened.service.store).transaction(inside),
    }
    await resealRows(await work(racing))
    expect(isFirst).toBe(false)
    expect(bodyOf(await run('Patient.read', clinicianA, { key: { id } })).name).toBe('written meanwhile')
    expect(await keysIn('name')).toEqual(new Set(['d2']))
  })

  test('sealing anew does not change the version of a row', async () => {
    await fill(1)
    const versions = () => databaseOf(opened.service.store).all(`SELECT ${sqlOf().version} FROM ${sqlOf().from}`, [])
    const before = await versions()
    await rotateKeys(await work(), 0)
    nowMs += 30_000
    await resealRows(await work())
    expect(await versions()).toEqual(before)
  })

  test('what a deleted row holds is free, also while keys are changed', async () => {
    const soft = text
      .replace('  Patient:\n    key: id\n', '  Patient:\n    key: id\n    softDelete: goneAt\n')
      .replace(
        '      ward: { type: text, length: 1..40 }\n    relations',
        '      ward: { type: text, length: 1..40 }\n      goneAt: { type: instant, optional: true, readOnly: true }\n    relations',
      )
    const other = await open({ text: soft, nowMs: () => nowMs })
    const ask = (...given: Parameters<typeof call>) => other.service.execute(call(...given))
    const value = { name: 'name', insurance: 'K-0', ward: 'north' }
    const made = bodyOf(await ask('Patient.create', clinicianA, { value }))
    bodyOf(await ask('Patient.create', clinicianA, { value: { ...value, insurance: 'K-1' } }))
    expect((await ask('Patient.delete', clinicianA, { key: { id: String(made.id) } })).kind).not.toBe('problem')
    await rotateKeys({
      model: other.derived.model,
      state: other.service.state,
      provider: await keyProviderOf({ env: {}, mode: 'development', dataFolder: other.folder, nowMs: () => nowMs }),
      nowMs: () => nowMs,
    })
    nowMs += 90_000
    expect(bodyOf(await ask('Patient.create', clinicianA, { value })).insurance).toBe('K-0')
    const taken = await ask('Patient.create', clinicianA, { value: { ...value, insurance: 'K-1' } })
    expect(taken).toMatchObject({ problem: { code: 'conflict' } })
    await other.close()
  })

  test('rewrapping changes who wraps the keys, and no row', async () => {
    await fill(2)
    const rows = () => databaseOf(opened.service.store).all(`SELECT * FROM ${patients()}`, [])
    const before = await rows()
    const local = await provider()
    const other: KeyProvider = {
      name: 'other',
      wrap: async (bytes) => Buffer.from(bytes).toString('hex'),
      unwrap: async (text) => Buffer.from(text, 'hex'),
      describe: () => 'other',
    }
    expect(await rewrapKeys({ ...(await work()), provider: other }, local)).toBe(2)
    expect(await rows()).toEqual(before)
    expect((await opened.service.state.readKeys()).map((key) => key.provider)).toEqual(['other', 'other'])
    const again = await open({ text, url: opened.url, keys: other })
    const answer = bodyOf(await again.service.execute(call('Patient.list', clinicianA)))
    expect((answer.items as { name: string }[]).map(({ name }) => name).sort()).toEqual(['name 0', 'name 1'])
    await again.close()
  })
})
