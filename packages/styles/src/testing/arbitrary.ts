import {
  type Call,
  type Json,
  type Outcome,
  type Predicate,
  type Principal,
  type ProblemCode,
  parseJson,
  problem,
  problemCodes,
  type Selection,
  type ServiceModel,
  type Type,
} from '@charter/runtime'
import fc from 'fast-check'

export const text = fc.string({ unit: 'binary', maxLength: 12 }).filter((each) => each.isWellFormed())
const digits = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)
const day = fc
  .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())

/** Canonical JSON: numbers that text carries without loss (`-0` is 0). */
const json = fc
  .jsonValue({ maxDepth: 3 })
  .map((value) => JSON.stringify(value))
  .filter((value) => 'value' in parseJson(value))
  .map((value) => JSON.parse(value) as Json)
const body = fc.dictionary(text, json, { maxKeys: 4 })
/** Present or absent, never undefined. */
export const some = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined })
export const compact = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Value

/** A value in the canonical form of a type. */
export const valueOfType = (type: Type): fc.Arbitrary<Json> => {
  switch (type.kind) {
    case 'int32':
      return fc.integer()
    case 'int64':
      return type.isNumber ? fc.integer({ min: 0, max: 1000 }) : digits
    case 'decimal':
      return fc
        .tuple(
          fc.integer({ min: -99_999_999, max: 99_999_999 }).filter((whole) => whole !== 0),
          fc.integer({ min: 0, max: 99 }),
        )
        .map(([whole, part]) => `${whole}.${String(part).padStart(2, '0')}`)
    case 'float64':
      return fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .map((value) => (Object.is(value, -0) ? 0 : value))
        .filter((value) => 'value' in parseJson(String(value)))
    case 'boolean':
      return fc.boolean()
    case 'date':
      return day.map((iso) => iso.slice(0, 10))
    case 'instant':
      return day.map((iso) => `${iso.slice(0, 19)}Z`)
    case 'uuid':
      return fc.uuid()
    case 'array':
      return fc.array(valueOfType(type.items), { minLength: 1, maxLength: 3 })
    case 'json':
      return json
    case 'enum':
      return fc.constantFrom(...type.values)
    default:
      return text
  }
}

export const tag = fc.stringMatching(/^[A-Za-z0-9_.-]{1,20}$/)
const principal: fc.Arbitrary<Principal> = fc.record({
  id: text,
  roles: fc.array(text, { maxLength: 2 }),
  attributes: body,
  credential: fc.constant('jwt' as const),
})
export const problemOutcome = fc
  .record({
    code: fc.constantFrom(...(Object.keys(problemCodes) as ProblemCode[])),
    detail: text,
    errors: some(
      fc.array(fc.record({ path: fc.constant('/a'), code: fc.constant('required' as const), message: text }), {
        minLength: 1,
        maxLength: 1,
      }),
    ),
    reason: some(text),
    why: some(
      fc
        .record({ sentence: text, rule: some(fc.record({ id: text, text, file: text, line: fc.integer() })) })
        .map(compact),
    ),
    retryAfterSeconds: some(fc.nat(999)),
  })
  .map(({ code, ...more }): Outcome => ({ kind: 'problem', problem: problem(code, compact(more) as object) }))

/** An outcome that the call may have. */
export const outcomeFor = ({ operation }: Call): fc.Arbitrary<Outcome> => {
  const isPage = operation.endsWith('.list') || operation.endsWith('.audit')
  const page = fc.record({ items: fc.array(body, { maxLength: 3 }), next: fc.option(text) })
  const value = isPage
    ? page
    : operation.endsWith('.delete')
      ? fc.constant(null)
      : fc.dictionary(text, json, { maxKeys: 3 })
  return fc.oneof(
    fc
      .record({ kind: fc.constant('value' as const), value, version: some(tag), isReplayed: some(fc.constant(true)) })
      .map((given) => compact(given) as Outcome),
    problemOutcome,
  )
}

/** What a body may be, by entity: any JSON, unless a style can only carry what the contract has. */
type BodyOf = (entity: ServiceModel['entities'][number], action: 'create' | 'replace' | 'update') => fc.Arbitrary<Json>

/** Any Call of a model. */
export const callsOf = (model: ServiceModel, bodyOf: BodyOf = () => json): fc.Arbitrary<Call> => {
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
        fc.record({
          kind: fc.constant('compare' as const),
          op: fc.constantFrom('eq', 'ne', 'lt', 'le', 'gt', 'ge'),
          left: fc.constant(left),
          right: operand,
        }),
        fc.record({
          kind: fc.constant('in' as const),
          left: fc.constant(left),
          right: fc.array(operand, { maxLength: 3 }),
        }),
        fc.record({ kind: fc.constant('like' as const), left: fc.constant(left), pattern: text }),
        fc.record({ kind: fc.constant('startsWith' as const), left: fc.constant(left), prefix: text }),
        fc.constant({ kind: 'isNull' as const, left }),
      )
    })

  const filter = (entity: string): fc.Arbitrary<Predicate> =>
    fc.letrec<{ tree: Predicate; branch: Predicate }>((tie) => ({
      tree: fc.oneof({ depthSize: 'small', withCrossShrink: true }, leaf(entity), tie('branch')),
      branch: fc.oneof(
        fc.record({
          kind: fc.constantFrom('and' as const, 'or' as const),
          of: fc.array(tie('tree'), { maxLength: 3 }),
        }),
        fc.record({ kind: fc.constant('not' as const), of: tie('tree') }),
      ),
    })).tree

  const rowSelection = (entity: string, depth: number): fc.Arbitrary<Selection> => {
    const { fields, relations } = entityNamed(entity)
    const inner = () =>
      fc.record(Object.fromEntries(relations.map(({ name, target }) => [name, some(pageSelection(target, depth - 1))])))
    return fc
      .record({
        fields: some(fc.subarray(fields.map(({ name }) => name))),
        include:
          depth > 0 && relations.length > 0
            ? some(
                inner()
                  .map((given) => compact(given) as Record<string, Selection>)
                  .filter((given) => Object.keys(given).length > 0),
              )
            : fc.constant(undefined),
      })
      .map((given) => compact(given) as Selection)
  }

  const pageSelection = (entity: string, depth: number): fc.Arbitrary<Selection> =>
    fc
      .record({
        row: rowSelection(entity, depth),
        filter: some(filter(entity)),
        sort: some(
          fc.array(
            fc
              .record({
                field: fc.constantFrom(...entityNamed(entity).fields.map(({ name }) => name)),
                isDescending: some(fc.constant(true)),
              })
              .map(compact),
            { minLength: 1, maxLength: 3 },
          ),
        ),
        limit: some(fc.integer({ min: 1, max: 100 })),
        after: some(text),
        count: some(fc.boolean()),
      })
      .map(({ row, ...rest }) => compact({ ...row, ...rest }) as Selection)

  const key = (entity: string) =>
    fc.record(
      Object.fromEntries(
        entityNamed(entity).key.map((name) => [
          name,
          valueOfType(entityNamed(entity).fields.find((field) => field.name === name)?.type ?? { kind: 'text' }),
        ]),
      ),
    )

  const rowKinds = ['read', 'replace', 'update', 'delete', 'audit'] as const
  const entityCall = (entity: string) =>
    fc.oneof(
      fc.record({
        operation: fc.constant(`${entity}.list`),
        input: fc.constant({}),
        select: some(pageSelection(entity, 2)),
      }),
      fc.record({
        operation: fc.constant(`${entity}.create`),
        input: fc.record({ value: bodyOf(entityNamed(entity), 'create') }),
        select: some(rowSelection(entity, 1)),
      }),
      fc.constantFrom(...rowKinds).chain((kind) =>
        fc.record({
          operation: fc.constant(`${entity}.${kind}`),
          input:
            kind === 'replace' || kind === 'update'
              ? fc.record({ key: key(entity), value: bodyOf(entityNamed(entity), kind) })
              : fc.record({ key: key(entity) }),
          select:
            kind === 'delete'
              ? fc.constant(undefined)
              : kind === 'audit'
                ? some(fc.record({ limit: fc.integer({ min: 1, max: 9 }) }))
                : some(rowSelection(entity, 2)),
        }),
      ),
    )
  const customCall = ({ name, entity, hasKey, input, result }: ServiceModel['operations'][number]) =>
    fc.record({
      operation: fc.constant(name),
      input: fc.record({
        value: fc.record(Object.fromEntries(input.map((member) => [member.name, valueOfType(member.type)]))),
        ...(hasKey && entity ? { key: key(entity) } : {}),
      }),
      select: result && 'entity' in result ? some(rowSelection(result.entity, 1)) : fc.constant(undefined),
    })
  const callShape = fc.oneof(...model.entities.map(({ name }) => entityCall(name)), ...model.operations.map(customCall))

  return fc
    .record({
      shape: callShape,
      // Nobody gets as far as a Call: styles turn them away before (gate).
      principal,
      requestId: tag,
      ifMatch: some(fc.oneof(fc.constant(['*']), fc.array(tag, { minLength: 1, maxLength: 2 }))),
      idempotencyKey: some(fc.stringMatching(/^[\x21-\x7e]{1,40}$/)),
      trace: some(
        fc
          .tuple(fc.stringMatching(/^[0-9a-f]{32}$/), fc.stringMatching(/^[0-9a-f]{16}$/))
          .map(([a, b]) => `00-${a}-${b}-01`),
      ),
    })
    .map(({ shape, principal: who, requestId, ...context }) => {
      // A selection that asks for nothing is the same as none.
      const select = shape.select && Object.keys(shape.select).length > 0 ? { select: shape.select as Selection } : {}
      return {
        operation: shape.operation,
        input: shape.input,
        ...select,
        principal: who,
        context: { ...compact(context), origin: { style: 'rest', requestId } },
      } as Call
    })
}
