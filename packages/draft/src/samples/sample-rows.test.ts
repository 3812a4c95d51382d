import { type Charter, parseCharter, toModel } from '@charter/charter'
import { readingAt, readValue } from '@charter/runtime'
import { expect, test } from 'vitest'
import { clinicWords } from '../clinic-words.ts'
import { draftCharter } from '../draft.ts'
import { sampleRows } from './sample-rows.ts'

const charterOf = (words: string): Charter => {
  const { charter } = parseCharter({ 'charter.yaml': draftCharter(words).document })
  if (!charter) throw new Error('the draft does not parse')
  return charter
}

const clinic = charterOf(clinicWords)
const options = { seed: 7, perEntity: 12 }

test('every entity has its rows, each value within its type, each reference at a row that is there', () => {
  for (const charter of [
    clinic,
    charterOf('a library with members, books and loans'),
    charterOf('a shop with customers, products, orders and order lines'),
  ]) {
    const rows = sampleRows(charter, options)
    const reading = readingAt('2026-03-02T09:00:00Z')
    for (const entity of charter.entities) {
      expect(rows[entity.name], entity.name).toHaveLength(12)
      for (const row of rows[entity.name] ?? []) {
        for (const field of entity.fields) {
          const value = row[field.name] ?? null
          if (value === null) expect(field.isOptional, `${entity.name}.${field.name}`).toBe(true)
          else expect(readValue(field.type, value, field.name, reading), `${entity.name}.${field.name}`).toEqual(value)
        }
        for (const { kind, target, from, to } of entity.relations)
          if (kind === 'one')
            expect(rows[target]?.some((each) => from.every((name, at) => each[to[at] ?? ''] === row[name]))).toBe(true)
      }
    }
    expect([...reading.errors]).toEqual([])
  }
})

test('keys and unique values are unique, and rules across fields hold', () => {
  const rows = sampleRows(clinic, { seed: 3, perEntity: 60 })
  const patients = rows.Patient ?? []
  expect(new Set(patients.map((row) => row.id)).size).toBe(60)
  const numbers = patients.flatMap((row) => (typeof row.ssn === 'string' ? [row.ssn] : []))
  expect(numbers.length).toBeGreaterThan(20)
  expect(new Set(numbers).size).toBe(numbers.length)
  for (const row of rows.Prescription ?? [])
    if (row.endsOn !== null) expect(String(row.endsOn) >= String(row.startsOn)).toBe(true)
})

test('the same seed gives the same rows, another seed others', () => {
  expect(sampleRows(clinic, options)).toEqual(sampleRows(clinic, options))
  expect(sampleRows(clinic, { ...options, seed: 8 })).not.toEqual(sampleRows(clinic, options))
})

test('rows read like what they are', () => {
  const rows = sampleRows(clinic, options)
  for (const { name, birthDate, ward } of rows.Patient ?? []) {
    expect(name).toMatch(/^\p{Lu}[\p{L}-]+ \p{Lu}\p{L}+$/u)
    expect(String(birthDate) < '2007').toBe(true)
    expect(['north', 'south', 'maternity', 'cardiology']).toContain(ward)
  }
  expect((rows.Prescription ?? []).map((row) => row.drug)).toContain('Metformin')
})

test('a charter of any entity gives rows for the model that is served', () => {
  const { charter } = parseCharter({
    'charter.yaml': `
charter: 1
name: odd
sources: { main: { own: sqlite } }
access: { roles: [staff], tenancy: { field: tenantId, claim: tenant } }
entities:
  Node:
    key: id
    unique: [[tenantId, code]]
    fields:
      id: { type: int64, default: sequence }
      tenantId: { type: text, default: tenant }
      code: { type: text, pattern: '[A-C]\\d', unique: true }
      flags: { type: array, items: boolean, size: 1..2 }
    relations: { parent: { one: Node, optional: true } }
    allow: { staff: { do: [create, read] } }
`,
  })
  if (!charter) throw new Error('the charter does not parse')
  expect(toModel(charter, []).entities).toHaveLength(1)
  const rows = sampleRows(charter, { seed: 1, perEntity: 5 }).Node ?? []
  expect(new Set(rows.map((row) => row.code)).size).toBe(rows.length)
  expect(rows.length).toBeGreaterThan(1)
})

test('rows that the charter gives come first, whole, and what is made up beside them speaks of the same places', () => {
  const { charter } = parseCharter({
    'charter.yaml': `charter: 1
name: depot
access: { roles: [clerk] }
sources: { main: { own: sqlite } }
entities:
  Lorry:
    key: number
    fields:
      number: { type: text, length: 1..12 }
      depot: { type: text, length: 1..40 }
      state: { type: enum, values: [parked, away], default: parked }
      load: { type: decimal, precision: 6, scale: 2, optional: true }
    allow: { clerk: { do: [create, read, list] } }
    samples: [{ number: AB-1, depot: leeds, load: 2.5 }, { number: AB-2, depot: porto, state: away }]
`,
  })
  const { Lorry: rows = [] } = charter ? sampleRows(charter, options) : {}
  expect(rows.slice(0, 2)).toEqual([
    { number: 'AB-1', depot: 'leeds', state: 'parked', load: '2.50' },
    { number: 'AB-2', depot: 'porto', state: 'away', load: null },
  ])
  expect(rows).toHaveLength(12)
  expect([...new Set(rows.map(({ depot }) => depot))].toSorted()).toEqual(['leeds', 'porto'])
})

test('no runs, subscriptions and deliveries of nobody are made up, and no files without bytes', () => {
  const { charter, diagnostics } = parseCharter({
    'charter.yaml': `charter: 1
name: orders
serves: [rest]
sources: { main: { own: sqlite } }
access: { accepts: [jwt], roles: [clerk] }
entities:
  Order:
    key: id
    fields: { id: { type: uuid, default: generated }, title: { type: text, length: 1..40 }, scan: { type: file } }
    allow: { clerk: { do: [create, read, update, list] } }
operations: { tidy: { mode: job, rights: service, every: 1 day } }
webhooks: { of: [Order], roles: [clerk] }
`,
  })
  expect(diagnostics).toEqual([])
  expect(charter?.entities.map(({ name }) => name)).toEqual(['Order', 'Webhook', 'TidyJob', 'WebhookDeliveryJob'])
  const rows = sampleRows(charter as Charter, { seed: 1, perEntity: 12 })
  expect(Object.keys(rows)).toEqual(['Order'])
  expect(rows.Order).toHaveLength(12)
  expect(new Set(rows.Order?.map(({ scan }) => scan))).toEqual(new Set([null]))
})
