import { defaultLimits, type ServiceModel } from '@charter/runtime'
import { expect, test } from 'vitest'
import type { Scenario, Step } from '../scenario.ts'
import { askable } from './askable.ts'

const deriving = (limits: Partial<typeof defaultLimits>, depth = 16, access = {} as ServiceModel['access']) => ({
  // Nothing else of a model is looked at.
  model: { limits: { ...defaultLimits, ...limits }, access } as ServiceModel,
  styles: [{ style: { name: 'graphql' }, surface: { limits: { depth } } }],
  surface: { base: '', routes: [] },
  examples: { rows: {}, attributes: [] },
})
const post = (body: Step['body'], status: number | readonly number[], more: Partial<Step> = {}): Step => ({
  as: null,
  method: 'POST',
  path: '/',
  ...(body !== undefined && { body }),
  expect: { status },
  ...more,
})
const scenario = (steps: readonly Step[], writes = false): Scenario => ({
  id: 'any',
  title: 'any',
  cites: [],
  rows: 'any',
  writes,
  steps,
})
const long = post({ text: 'x'.repeat(5000) }, 200)
const short = post({ text: 'x' }, 200)
const small = deriving({ bodyBytesMax: 4096 })

test('a body that is longer than the charter takes one is left out, unless it is to be refused for that', () => {
  const refused = post({ text: 'x'.repeat(5000) }, 413)
  expect(askable([scenario([long, short, refused])], small)).toEqual([scenario([short, refused])])
  expect(askable([scenario([long])], deriving({}))).toEqual([scenario([long])])
})

test('of what is written, or kept, nothing is left out alone', () => {
  const kept = { ...long, save: { it: '/it' } }
  expect(askable([scenario([long, short], true), scenario([kept, short])], small)).toEqual([])
  const malformed = { ...long, expect: { status: 422 } }
  expect(askable([scenario([malformed, short], true)], small)).toEqual([scenario([short], true)])
})

test('lines of an import are taken each by itself, and so many of them', () => {
  const lines = post(undefined, 200, {
    text: `${'x'.repeat(3000)}\n\n${'x'.repeat(3000)}`,
    headers: { 'content-type': 'application/x-ndjson' },
  })
  expect(askable([scenario([lines])], small)).toHaveLength(1)
  expect(askable([scenario([lines])], deriving({ importLinesMax: 1 }))).toEqual([])
})

test('a batch has no more calls than the charter takes at once', () => {
  expect(askable([scenario([post({ calls: [1, 2] }, 200)])], deriving({ batchMax: 1 }))).toEqual([])
  expect(askable([scenario([post({ calls: [1, 2] }, 422)])], deriving({ batchMax: 1 }))).toHaveLength(1)
})

test('fields within fields are the levels of a document, and arguments and fragments are none', () => {
  const query = 'query Q($f: F) { a(filter: { not: { b: {} } }) { b { ... on B { c } } } }'
  expect(askable([scenario([post({ query }, 200)])], deriving({}, 3))).toHaveLength(1)
  expect(askable([scenario([post({ query }, 200)])], deriving({}, 2))).toEqual([])
})

test('where rows say who has which roles, what others than development vouch for is asked only to be refused', () => {
  const membership = { entity: 'Member' } as ServiceModel['access']['membership']
  const listing = (by: 'development' | 'provider', status: number): Scenario =>
    scenario([{ as: 'reader', shows: { by }, method: 'GET', path: '/', expect: { status } }])
  const asked = [listing('development', 200), listing('provider', 200), listing('provider', 401)]
  expect(askable(asked, deriving({}, 16, { membership } as ServiceModel['access']))).toEqual([asked[0], asked[2]])
  expect(askable(asked, deriving({}))).toEqual(asked)
})
