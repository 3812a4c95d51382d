import { expect, test } from 'vitest'
import type { EntityUnit } from '../../store/entity.ts'
import { digestsOf, isAsGiven, type StartedBy } from './sealed-start.ts'

const unit = (...names: readonly string[]) =>
  ({ fields: new Map(names.map((name) => [name, {}])) }) as unknown as EntityUnit
const started = (given?: StartedBy['given']) => ({ given }) as StartedBy
const row = { input: { upTo: 3, list: ['a'] }, on: { sku: 'a' } }

test('a run is as it was given while its input and its row are the same, in whatever order their members stand', () => {
  const by = started(digestsOf(row))
  const both = unit('input', 'on')
  expect(isAsGiven(by, both, { input: { list: ['a'], upTo: 3 }, on: { sku: 'a' } })).toBe(true)
  for (const changed of [{ input: { upTo: 4, list: ['a'] } }, { input: null }, { on: { sku: 'b' } }, { on: null }])
    expect(isAsGiven(by, both, { ...row, ...changed })).toBe(false)
})

test('another version of the charter, whose job is started with more or less, changed nothing of it', () => {
  const by = started(digestsOf(row))
  expect(isAsGiven(by, unit('on'), { on: row.on })).toBe(true)
  expect(isAsGiven(by, unit('on'), { on: { sku: 'b' } })).toBe(false)
  expect(isAsGiven(started(digestsOf({ on: row.on })), unit('input', 'on'), { ...row, input: {} })).toBe(true)
  expect(isAsGiven(started(digestsOf({})), unit('input', 'on'), { input: null, on: null })).toBe(true)
})

test('a run that was given nothing takes nothing that somebody has written into its row', () => {
  const both = unit('input', 'on')
  expect(isAsGiven(started(digestsOf({ on: row.on })), both, row)).toBe(false)
  expect(isAsGiven(started(digestsOf({ input: row.input })), both, row)).toBe(false)
  expect(isAsGiven(started(), both, row)).toBe(false)
})
