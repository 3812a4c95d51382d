import type { Json, JsonObject } from '@charter/runtime'
import type { Service } from '@charter/runtime/service'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { databases } from './testing/databases.ts'
import { changes, firstModel, type Model, textOf } from './testing/history.ts'
import { told, type Versions, versions } from './testing/versions.ts'

const stepCount = 20
const histories = fc.array(fc.record({ kind: fc.constantFrom(...Object.keys(changes)), at: fc.nat(20) }), {
  minLength: stepCount,
  maxLength: stepCount,
})

/** Values of a row by field name, as the service gives them. */
type Row = Readonly<Record<string, Json>>

const entityOf = (model: Model): string => model.entities[0]?.name ?? ''

/** Rows follow their fields: renamed ones keep the value, new ones have what the charter says. */
const carried = (row: Row, model: Model): Row =>
  Object.fromEntries(
    (model.entities[0]?.fields ?? []).map(({ name, was, value }) => [
      name,
      row[was ?? name] ?? (Object.hasOwn(row, was ?? name) ? null : value),
    ]),
  )

const first: readonly Row[] = [
  { title: 'one', number: 1, price: '1.50', state: 'a' },
  { title: 'zwei', number: -2_000_000_000, price: '9999.99', state: 'b' },
  { title: '三 ’"\\', number: 0, price: '-0.01', state: 'a' },
]

const walk = async (at: Versions, steps: readonly { readonly kind: string; readonly at: number }[]): Promise<void> => {
  let model = firstModel
  let last = at.derivedOf(textOf(model))
  let service: Service = await at.serve(last)
  const ids: string[] = []
  for (const value of first) ids.push(String((await told(service, 'Item.create', { value: value as JsonObject })).id))
  let rows = [...first]
  for (const step of steps) {
    const made = changes[step.kind]?.(model, step.at)
    if (!made) throw new Error(`there is no change "${step.kind}"`)
    const before = model
    model = made.model
    const derived = at.derivedOf(textOf(model))
    last = derived
    const report = await at.migrate(derived, { batchRows: 2 })
    const isOffline = report.blocked.some((why) => why.includes('--offline'))
    expect(isOffline ? [] : report.blocked).toEqual([])
    if (!isOffline) await servesOn(service, before, rows, ids)
    await at.stop(service)
    service = await (isOffline ? offline(at, derived) : bothThenOne(at, derived, made.drops))
    rows = rows.map((row) => carried(row, model))
    for (const [number, row] of rows.entries())
      expect(await told(service, `${entityOf(model)}.read`, { key: { id: ids[number] ?? '' } })).toMatchObject(row)
    await told(service, `${entityOf(model)}.read`, { key: { id: ids[0] ?? '' } })
    const [field] = model.entities[0]?.fields ?? []
    await told(service, `${entityOf(model)}.update`, {
      key: { id: ids[0] ?? '' },
      value: { [field?.name ?? '']: rows[0]?.[field?.name ?? ''] ?? null },
    })
  }
  const { is, wanted } = await at.catalogues(service, last)
  expect(is).toEqual(wanted)
  await service.audit.flush()
  await trailGoesBack(service, model, ids[0] ?? '')
  await at.stop(service)
}

/** The version of before, beside what was prepared for the next: reads and writes as ever. */
const servesOn = async (
  service: Service,
  model: Model,
  rows: readonly Row[],
  ids: readonly string[],
): Promise<void> => {
  for (const [number, row] of rows.entries())
    expect(await told(service, `${entityOf(model)}.read`, { key: { id: ids[number] ?? '' } })).toMatchObject(row)
  const [field] = model.entities[0]?.fields ?? []
  const name = field?.name ?? ''
  const key = { id: ids[1] ?? '' }
  await told(service, `${entityOf(model)}.update`, { key, value: { [name]: rows[1]?.[name] ?? null } })
}

const offline = async (at: Versions, derived: Parameters<Versions['migrate']>[0]): Promise<Service> => {
  expect((await at.migrate(derived, { goal: 'offline' })).state).toBe('settled')
  return at.serve(derived)
}

const bothThenOne = async (
  at: Versions,
  derived: Parameters<Versions['migrate']>[0],
  drops: readonly string[],
): Promise<Service> => {
  const service = await at.serve(derived)
  const ids = drops.map((name) => at.idOf(name))
  const contracted = await at.migrate(derived, { goal: 'contract', drops: ids })
  expect([contracted.state, contracted.blocked]).toEqual(['settled', []])
  return service
}

const trailGoesBack = async (service: Service, model: Model, id: string): Promise<void> => {
  const operations: string[] = []
  let after: string | null | undefined
  do {
    const select = after ? { after } : {}
    const page = await told(service, `${entityOf(model)}.audit`, { key: { id } }, select)
    operations.push(...(page.items as { operation: string }[]).map(({ operation }) => operation))
    after = page.next as string | null
  } while (after)
  const writes = operations.filter((name) => /\.(?:create|update)$/.test(name))
  expect(writes.length).toBe(stepCount + 1)
  expect(writes.at(-1)).toBe('Item.create')
}

describe.each(databases)('%s', (database) => {
  test('rows and their audit trail survive twenty changes, each served by both versions or done with none running', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (steps) => {
        const at = await versions(database)
        await walk(at, steps).finally(() => at.close())
      }),
      { numRuns: 2 },
    )
  })
})
