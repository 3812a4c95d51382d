import type { Style } from '@charter/charter'
import {
  type Call,
  type Credential,
  includedIn,
  type JsonObject,
  type Outcome,
  type Principal,
  type Selection,
  type ServiceModel,
} from '@charter/runtime'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { serveStyles } from '../serve.ts'
import { charterText } from '../testing/arbitrary-charter.ts'
import { load, shop } from '../testing/model.ts'
import { typedCallsOf, typedOutcomeFor } from '../testing/typed.ts'
import { callGraphql } from './call/caller.ts'
import { graphql } from './index.ts'
import { withoutImpossibleNulls } from './testing/nulls.ts'

const principalText = (principal: Principal) => Buffer.from(JSON.stringify(principal)).toString('base64url')
const principalOf = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Principal

/** For every service f and Call c: call(serve(f))(c) = f(c), and f receives c. GraphQL refuses none of these calls. */
const roundTrip = async (text: string, numRuns: number): Promise<void> => {
  const { charter, model } = load(text)
  // Calls are drawn as wide as they may be; what a document may cost is another test's.
  const surface = { ...graphql.surface(charter), limits: { depth: 100, cost: 1_000_000_000 } }
  let answer: Outcome
  let received: Call[] = []
  const serving = {
    execute: async (call: Call) => {
      received.push(call)
      return answer
    },
    model,
    authenticate: (credential: Credential | null) => credential && principalOf(credential.text),
  }
  const served = await serveStyles([{ style: graphql as Style, surface }], serving, { host: '127.0.0.1', port: 0 })
  const caller = callGraphql(surface, {
    url: served.url,
    credential: ({ principal }) => principal && principalText(principal),
    timeoutMs: 5000,
  })
  const property = fc.asyncProperty(
    typedCallsOf(model).chain((each) => fc.tuple(fc.constant(each), typedOutcomeFor(model, each))),
    async ([asked, given]) => {
      expect(caller.refuses(asked)).toBeNull()
      answer = withoutImpossibleNulls(model, asked, given)
      received = []
      expect(await caller.execute(asked)).toEqual(answer)
      expect(received.map((call) => said(model, withoutSelf(call)))).toEqual([said(model, asked)])
    },
  )
  try {
    await fc.assert(property, { numRuns })
  } finally {
    await caller.close()
    await served.close()
  }
}

/** The call without what belongs to this one request alone. */
const withoutSelf = ({ context, ...rest }: Call): Call => {
  const { deadlineMs: _deadline, abort: _abort, room: _room, origin, ...kept } = context
  return { ...rest, context: { ...kept, origin: { style: 'rest', requestId: origin.requestId } } }
}

/**
 * What GraphQL says of a call. Two ways of saying one thing are one: all fields or none named, a count not asked for; and
 * of a to-one relation there are no pages and no order.
 */
const said = (model: ServiceModel, call: Call): Call => {
  const custom = model.operations.find(({ name }) => name === call.operation)
  const result = custom?.result && 'entity' in custom.result ? custom.result.entity : null
  const [, entity = '', action = ''] = /^(.*)\.(\w+)$/.exec(call.operation) ?? []
  const of = custom ? result : action === 'delete' || action === 'audit' ? null : entity
  const { select, ...rest } = call
  if (of !== null) return { ...rest, select: spelled(model, of, select ?? {}, action === 'list') }
  // Where a page ends is asked with whether more follow.
  const { cursors: _, ...kept } = select ?? {}
  return Object.keys(kept).length > 0 ? { ...rest, select: kept } : rest
}

const spelled = (model: ServiceModel, entity: string, select: Selection, isPage: boolean): Selection => {
  const { fields = [], relations = [] } = model.entities.find(({ name }) => name === entity) ?? {}
  const { filter, sort, limit, after, count } = select
  const include = includedIn(select).map(({ member, relation: meant, selection: inner }) => {
    const relation = relations.find(({ name }) => name === meant)
    const spelt = spelled(model, relation?.target ?? '', inner, relation?.kind === 'many')
    return [member, { ...spelt, ...(inner.filter && { filter: inner.filter }) }]
  })
  return {
    fields: select.fields ? [...new Set(select.fields)] : fields.map(({ name }) => name),
    ...(include.length > 0 && { include: Object.fromEntries(include) }),
    ...(isPage && {
      ...(filter && { filter }),
      ...(sort && { sort }),
      ...(limit !== undefined && { limit }),
      ...(after !== undefined && { after }),
      ...(count && { count }),
    }),
  }
}

test('a service called over GraphQL answers as it does in process, and is asked what was asked', async () => {
  await roundTrip(shop, 1500)
}, 360_000)

test('a page read from its end, and the cursors of rows, are carried', async () => {
  const { charter, model } = load(shop)
  const [entity] = model.entities
  const items = [1, 2, 3].map(() => ({}))
  const owner: Principal = { id: 'ada', roles: [], attributes: {}, credential: 'jwt' }
  const received: Call[] = []
  const execute = async (call: Call): Promise<Outcome> => {
    received.push(call)
    const cursors = call.select?.cursors === 'all' ? ['a', 'b', 'c'] : ['a', 'c']
    return { kind: 'value', value: { items, next: call.select?.isBackward ? 'a' : 'c', cursors } }
  }
  const surface = graphql.surface(charter)
  const serving = {
    execute,
    model,
    authenticate: (credential: Credential | null) => credential && principalOf(credential.text),
  }
  const served = await serveStyles([{ style: graphql as Style, surface }], serving, { host: '127.0.0.1', port: 0 })
  const caller = callGraphql(surface, {
    url: served.url,
    credential: ({ principal }) => principal && principalText(principal),
    timeoutMs: 5000,
  })
  const ask = async (select: Selection) => {
    const call = {
      operation: `${entity?.name}.list`,
      input: {},
      select: { fields: [], ...select },
      principal: owner,
      context: { origin: { style: 'rest', requestId: 'r' } },
    }
    const outcome = await caller.execute(call as Call)
    const { items: _, ...told } = (outcome.kind === 'value' ? outcome.value : {}) as JsonObject
    const { cursors, isBackward, after, limit } = received.at(-1)?.select ?? {}
    return { told, asked: { cursors, isBackward, after, limit } }
  }
  try {
    expect(await ask({ cursors: 'all', isBackward: true, limit: 3 })).toEqual({
      told: { next: 'a', cursors: ['a', 'b', 'c'] },
      asked: { cursors: 'all', isBackward: true, after: undefined, limit: 3 },
    })
    expect(await ask({ cursors: 'ends', isBackward: true, after: 'd' })).toEqual({
      told: { next: 'a', cursors: ['a', 'c'] },
      asked: { cursors: 'ends', isBackward: true, after: 'd', limit: undefined },
    })
    expect(await ask({ cursors: 'ends' })).toEqual({
      told: { next: 'c', cursors: ['a', 'c'] },
      asked: { cursors: 'ends', isBackward: undefined, after: undefined, limit: undefined },
    })
    expect(
      caller.refuses({
        operation: `${entity?.name}.list`,
        input: {},
        select: { isBackward: true },
        principal: owner,
        context: { origin: { style: 'rest', requestId: 'r' } },
      } as Call),
    ).toContain('from its end')
  } finally {
    await caller.close()
    await served.close()
  }
})

/** Names that GraphQL has for itself or gives to others, and values that are no names. */
const odd = `
charter: 1
name: odd
sources: { main: { own: sqlite } }
access: { accepts: [jwt], roles: [owner] }
types:
  Shade: { type: enum, values: [light, 'very dark', very_dark, true] }
entities:
  Foo:
    key: [id, etag]
    fields:
      id: { type: int64 }
      etag: { type: text }
      rowId: { type: text, optional: true }
      and: { type: int32 }
      not: { type: decimal, precision: 12, scale: 2 }
      state: { type: enum, values: ['', '1', '__x', 'ok', 'ä', 'ok_'] }
      states: { type: array, items: { type: enum, values: [a, 'a b', a_b] }, optional: true }
    relations:
      node: { one: FooConnection, optional: true }
      constructor: { one: Foo, optional: true }
    allow: { owner: { do: [create, read, update, delete, list, audit, foo, createFoo, tell, untell] } }
  FooConnection:
    key: query
    fields: { query: { type: text }, problem: { type: text, optional: true }, isReplayed: { type: boolean } }
    relations: { foos: { many: Foo, inverse: node } }
    allow: { owner: { do: [create, read, update, delete, list, audit] } }
operations:
  foo: { entity: Foo, result: Foo, effect: read }
  createFoo: { entity: Foo, key: false, input: { input: { type: text }, key: { type: int32 } }, result: { type: enum, values: ['x y', z] } }
  tell: { entity: FooConnection, input: { value: { type: array, items: { type: enum, values: ['p q', r] } } } }
  untell: { entity: FooConnection, result: { list: Foo }, effect: read, rest: { path: untell } }
`

test('the same holds where names meet those of GraphQL', async () => {
  await roundTrip(odd, 1000)
}, 360_000)

// Charters are drawn once and calls shrink alone: shrinking both multiplies.
const { seed = 0 } = fc.readConfigureGlobal()
test.each(fc.sample(charterText, { numRuns: 12, seed }).map((text, at) => [at, text] as const))(
  `the same holds for random charter %i of seed ${seed}`,
  async (_at, text) => {
    await roundTrip(text, 40)
  },
)
