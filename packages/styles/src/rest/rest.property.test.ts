import { type Call, canonicalJson, type Json, type Outcome, type Predicate, type Principal, problem, type ProblemCode, problemCodes, type Selection, type ServiceModel, type Type } from '@charter/runtime'
import type { Caller, Served } from '@charter/charter'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callRest } from './call/caller.ts'
import { requestOf } from './call/request.ts'
import { serve } from './serve.ts'
import { surfaceOf } from './surface.ts'
import { load, shop } from './testing/model.ts'

// For every service f and Call c that REST can carry: call(serve(f))(c) = f(c), and f receives c.

const { charter, model } = load(shop)
const surface = surfaceOf(charter)
let served: Served
let caller: Caller
let answer: Outcome
let received: Call[] = []

const principalText = (principal: Principal) => Buffer.from(JSON.stringify(principal)).toString('base64url')

beforeAll(async () => {
  served = await serve(surface, async (call) => {
    received.push(call)
    return answer
  }, {
    host: '127.0.0.1',
    port: 0,
    model,
    authenticate: (credential) => (credential ? (JSON.parse(Buffer.from(credential.text, 'base64url').toString()) as Principal) : null),
  })
  caller = callRest(surface, {
    url: served.url,
    credential: ({ principal }) => principal && principalText(principal),
    timeoutMs: 5000,
  })
})
afterAll(async () => {
  await caller.close()
  await served.close()
})

const text = fc.string({ unit: 'binary', maxLength: 12 }).filter((each) => each.isWellFormed())
const digits = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)
const day = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }).map((date) => date.toISOString())

/** A value in the canonical form of a type. */
const valueOfType = (type: Type): fc.Arbitrary<Json> => {
  switch (type.kind) {
    case 'int32':
      return fc.integer()
    case 'int64':
      return digits
    case 'decimal':
      return fc.tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }).filter((whole) => whole !== 0), fc.integer({ min: 0, max: 99 })).map(([whole, part]) => `${whole}.${String(part).padStart(2, '0')}`)
    case 'float64':
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value))
    case 'boolean':
      return fc.boolean()
    case 'date':
      return day.map((iso) => iso.slice(0, 10))
    case 'instant':
      return day.map((iso) => `${iso.slice(0, 19)}Z`)
    case 'uuid':
      return fc.uuid()
    case 'enum':
      return fc.constantFrom(...type.values)
    default:
      return text
  }
}

const entityNamed = (name: string): ServiceModel['entities'][number] => {
  const found = model.entities.find((entity) => entity.name === name)
  if (!found) throw new Error(name)
  return found
}

const leaf = (entity: string): fc.Arbitrary<Predicate> =>
  fc.constantFrom(...entityNamed(entity).fields).chain(({ name, type }): fc.Arbitrary<Predicate> => {
    const left = { kind: 'field' as const, path: [name] }
    const operand = valueOfType(type).map((value) => ({ kind: 'value' as const, value, type }))
    return fc.oneof(
      fc.record({ kind: fc.constant('compare' as const), op: fc.constantFrom('eq', 'ne', 'lt', 'le', 'gt', 'ge'), left: fc.constant(left), right: operand }),
      fc.record({ kind: fc.constant('in' as const), left: fc.constant(left), right: fc.array(operand, { maxLength: 3 }) }),
      fc.record({ kind: fc.constant('like' as const), left: fc.constant(left), pattern: text }),
      fc.record({ kind: fc.constant('startsWith' as const), left: fc.constant(left), prefix: text }),
      fc.constant({ kind: 'isNull' as const, left }),
    )
  })

const filter = (entity: string): fc.Arbitrary<Predicate> =>
  fc.letrec<{ tree: Predicate; branch: Predicate }>((tie) => ({
    tree: fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf(entity), tie('branch')),
    branch: fc.oneof(
      fc.record({ kind: fc.constantFrom('and' as const, 'or' as const), of: fc.array(tie('tree'), { maxLength: 3 }) }),
      fc.record({ kind: fc.constant('not' as const), of: tie('tree') }),
    ),
  })).tree

/** Present or absent, never undefined. */
const some = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined })
const compact = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Value

const rowSelection = (entity: string, depth: number): fc.Arbitrary<Selection> => {
  const { fields, relations } = entityNamed(entity)
  const inner = () => fc.record(Object.fromEntries(relations.map(({ name, target }) => [name, some(pageSelection(target, depth - 1))])))
  return fc
    .record({
      fields: some(fc.subarray(fields.map(({ name }) => name))),
      include: depth > 0 ? some(inner().map((given) => compact(given) as Record<string, Selection>).filter((given) => Object.keys(given).length > 0)) : fc.constant(undefined),
    })
    .map((given) => compact(given) as Selection)
}

const pageSelection = (entity: string, depth: number): fc.Arbitrary<Selection> =>
  fc
    .record({
      row: rowSelection(entity, depth),
      filter: some(filter(entity)),
      sort: some(fc.array(fc.record({ field: fc.constantFrom(...entityNamed(entity).fields.map(({ name }) => name)), isDescending: some(fc.constant(true)) }).map(compact), { minLength: 1, maxLength: 3 })),
      limit: some(fc.integer({ min: 1, max: 100 })),
      after: some(text),
      count: some(fc.boolean()),
    })
    .map(({ row, ...rest }) => compact({ ...row, ...rest }) as Selection)

const key = (entity: string) =>
  fc.record(Object.fromEntries(entityNamed(entity).key.map((name) => [name, valueOfType(entityNamed(entity).fields.find((field) => field.name === name)?.type ?? { kind: 'text' })])))

const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as Json)
const body = fc.dictionary(text, json, { maxKeys: 4 })

const rowKinds = ['read', 'replace', 'update', 'delete', 'audit'] as const
const callShape = fc.oneof(
  fc.constantFrom('Order', 'Line').chain((entity) =>
    fc.oneof(
      fc.record({ operation: fc.constant(`${entity}.list`), input: fc.constant({}), select: some(pageSelection(entity, 2)) }),
      fc.record({ operation: fc.constant(`${entity}.create`), input: fc.record({ value: json }), select: some(rowSelection(entity, 1)) }),
      fc.constantFrom(...rowKinds).chain((kind) =>
        fc.record({
          operation: fc.constant(`${entity}.${kind}`),
          input: kind === 'replace' || kind === 'update' ? fc.record({ key: key(entity), value: json }) : fc.record({ key: key(entity) }),
          select: kind === 'delete' ? fc.constant(undefined) : kind === 'audit' ? some(fc.record({ limit: fc.integer({ min: 1, max: 9 }) })) : some(rowSelection(entity, 2)),
        }),
      ),
    ),
  ),
  fc.record({ operation: fc.constant('closeOrder'), input: fc.record({ key: key('Order'), value: body }), select: some(rowSelection('Order', 1)) }),
  fc.record({ operation: fc.constant('importOrders'), input: fc.record({ value: body }), select: fc.constant(undefined) }),
  fc.record({ operation: fc.constant('findOrders'), input: fc.record({ value: fc.record({ word: text, states: fc.array(text, { minLength: 1, maxLength: 3 }) }) }), select: fc.constant(undefined) }),
)

const tag = fc.stringMatching(/^[A-Za-z0-9_.-]{1,20}$/)
const principal: fc.Arbitrary<Principal> = fc.record({
  id: text,
  roles: fc.array(text, { maxLength: 2 }),
  attributes: body,
  credential: fc.constant('jwt' as const),
})
const call: fc.Arbitrary<Call> = fc
  .record({
    shape: callShape,
    principal: fc.option(principal),
    requestId: tag,
    ifMatch: some(fc.oneof(fc.constant(['*']), fc.array(tag, { minLength: 1, maxLength: 2 }))),
    idempotencyKey: some(fc.stringMatching(/^[\x21-\x7e]{1,40}$/)),
    trace: some(fc.tuple(fc.stringMatching(/^[0-9a-f]{32}$/), fc.stringMatching(/^[0-9a-f]{16}$/)).map(([a, b]) => `00-${a}-${b}-01`)),
  })
  .map(({ shape, principal: who, requestId, ...context }) => {
    // A selection that asks for nothing is the same as none.
    const select = shape.select && Object.keys(shape.select).length > 0 ? { select: shape.select as Selection } : {}
    return { operation: shape.operation, input: shape.input, ...select, principal: who, context: { ...compact(context), origin: { style: 'rest', requestId } } } as Call
  })

const problemOutcome = fc
  .record({
    code: fc.constantFrom(...(Object.keys(problemCodes) as ProblemCode[])),
    detail: text,
    errors: some(fc.array(fc.record({ path: fc.constant('/a'), code: fc.constant('required' as const), message: text }), { minLength: 1, maxLength: 1 })),
    reason: some(text),
    why: some(fc.record({ sentence: text, rule: some(fc.record({ id: text, text, file: text, line: fc.integer() })) }).map(compact)),
    retryAfterSeconds: some(fc.nat(999)),
  })
  .map(({ code, ...more }): Outcome => ({ kind: 'problem', problem: problem(code, compact(more) as object) }))

const outcomeFor = ({ operation }: Call): fc.Arbitrary<Outcome> => {
  const isPage = operation.endsWith('.list') || operation.endsWith('.audit')
  const page = fc.record({ items: fc.array(body, { maxLength: 3 }), next: fc.option(text) })
  const value = isPage ? page : operation.endsWith('.delete') ? fc.constant(null) : fc.record({ id: fc.uuid(), orderId: fc.uuid(), number: fc.integer(), more: json })
  return fc.oneof(
    fc.record({ kind: fc.constant('value' as const), value, version: some(tag), isReplayed: some(fc.constant(true)) }).map((given) => compact(given) as Outcome),
    problemOutcome,
    fc.record({ kind: fc.constant('accepted' as const), job: text }),
  )
}

const withoutSelf = ({ context, ...rest }: Call) => {
  const { deadlineMs, abort, origin, ...kept } = context
  return { ...rest, context: { ...kept, origin: { style: origin.style, requestId: origin.requestId } } }
}

test('a service called over REST answers as it does in process, and is asked what was asked', async () => {
  const carried = { yes: 0, no: 0 }
  await fc.assert(
    fc.asyncProperty(
      call.chain((each) => fc.tuple(fc.constant(each), outcomeFor(each))),
      async ([asked, given]) => {
        // What REST does not carry it names; the generator makes such filters over protected fields alone.
        if (typeof requestOf(surface, asked) === 'string') {
          carried.no++
          expect(canonicalJson(asked.select as never)).toContain('card')
          return
        }
        carried.yes++
        answer = given
        received = []
        const outcome = await caller.execute(asked)
        expect(outcome).toEqual(given)
        expect(received.map(withoutSelf)).toEqual([asked])
      },
    ),
    { numRuns: 2000 },
  )
  expect(carried.yes).toBeGreaterThan(carried.no * 5)
}, 120_000)
