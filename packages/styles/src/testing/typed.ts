import {
  type Call,
  type EntityModel,
  type FieldModel,
  includedIn,
  type Json,
  type JsonObject,
  type Member,
  type Outcome,
  type Selection,
  type ServiceModel,
  type Type,
  writtenFields,
} from '@charter/runtime'
import fc from 'fast-check'
import { callsOf, compact, problemOutcome, some, tag, text, valueOfType } from './arbitrary.ts'

/**
 * Calls and outcomes as the contract has them, for styles whose wire has types of its own: bodies hold writable fields
 * with values of their types, rows hold exactly what is selected, in its order.
 */
export const typedCallsOf = (model: ServiceModel): fc.Arbitrary<Call> =>
  callsOf(model, (entity, action) => bodyOf(writtenFields(entity, action)))

const bodyOf = (fields: readonly FieldModel[]): fc.Arbitrary<Json> =>
  fc
    .record(Object.fromEntries(fields.map((field) => [field.name, some(memberValue(field))])))
    .map((body) => compact(body) as JsonObject)

const memberValue = ({ type, isOptional }: Pick<Member, 'type' | 'isOptional'>): fc.Arbitrary<Json> =>
  isOptional ? fc.option(typedValue(type)) : typedValue(type)

const typedValue = (type: Type): fc.Arbitrary<Json> =>
  type.kind === 'decimal' ? decimalOf(type.scale) : valueOfType(type)

const decimalOf = (scale: number): fc.Arbitrary<string> =>
  fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }).map((scaled) => {
    const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(scale + 1, '0')
    const sign = scaled < 0n ? '-' : ''
    return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  })

/** An outcome that a service may give to the call. */
export const typedOutcomeFor = (model: ServiceModel, call: Call): fc.Arbitrary<Outcome> =>
  fc.oneof({ weight: 3, arbitrary: valueOutcome(model, call) }, { weight: 1, arbitrary: problemOutcome })

const valueOutcome = (model: ServiceModel, call: Call): fc.Arbitrary<Outcome> => {
  const isRead = /\.(?:read|list|audit|aggregate)$/.test(call.operation)
  const mayReplay = !isRead && call.context.idempotencyKey !== undefined
  const hasVersion = /\.(?:create|read|replace|update)$/.test(call.operation) && call.select?.include === undefined
  return fc
    .record({
      kind: fc.constant('value' as const),
      value: valueFor(model, call),
      version: hasVersion ? some(tag) : fc.constant(undefined),
      isReplayed: mayReplay ? some(fc.constant(true)) : fc.constant(undefined),
    })
    .map((given) => compact(given) as Outcome)
}

const valueFor = (model: ServiceModel, { operation, select }: Call): fc.Arbitrary<Json> => {
  const custom = model.operations.find(({ name }) => name === operation)
  if (custom) return resultOf(model, custom.result, select)
  const at = operation.lastIndexOf('.')
  const entity = entityIn(model, operation.slice(0, at))
  switch (operation.slice(at + 1)) {
    case 'delete':
      return fc.constant(null)
    case 'list':
      return pageOf(model, entity, select ?? {})
    case 'audit':
      return fc.record({ items: fc.array(auditEntry, { maxLength: 2 }), next: fc.option(nonEmpty, { nil: null }) })
    default:
      return rowOf(model, entity, select ?? {})
  }
}

const resultOf = (
  model: ServiceModel,
  result: ServiceModel['operations'][number]['result'],
  select: Selection | undefined,
): fc.Arbitrary<Json> => {
  if (!result) return fc.constant(null)
  if ('type' in result) return typedValue(result.type)
  const row = rowOf(model, entityIn(model, result.entity), select ?? {})
  return result.isList ? fc.array(row, { maxLength: 3 }) : row
}

const entityIn = (model: ServiceModel, name: string): EntityModel => {
  const found = model.entities.find((entity) => entity.name === name)
  if (!found) throw new Error(`the model has no entity ${name}`)
  return found
}

const nonEmpty = text.filter((each) => each !== '')

/** A row as selected: fields in the order asked, then what is included. A value may be masked, so any may be null. */
const rowOf = (model: ServiceModel, entity: EntityModel, select: Selection): fc.Arbitrary<Json> => {
  const named = select.fields && [...new Set(select.fields)]
  const fields = named
    ? named.flatMap((name) => entity.fields.find((field) => field.name === name) ?? [])
    : entity.fields
  const included = includedIn(select).flatMap(({ member, relation: meant, selection: inner }) => {
    const relation = entity.relations.find(({ name }) => name === meant)
    if (!relation) return []
    const target = entityIn(model, relation.target)
    return [
      [
        member,
        relation.kind === 'one' ? fc.option(rowOf(model, target, inner)) : pageOf(model, target, inner),
      ] as const,
    ]
  })
  return fc.record({
    ...Object.fromEntries(fields.map((field) => [field.name, fc.option(typedValue(field.type), { freq: 6 })])),
    ...Object.fromEntries(included),
  }) as fc.Arbitrary<Json>
}

const pageOf = (model: ServiceModel, entity: EntityModel, select: Selection): fc.Arbitrary<Json> =>
  fc
    .record({
      items: fc.array(rowOf(model, entity, select), { maxLength: 3 }),
      next: fc.option(nonEmpty, { nil: null }),
      count: select.count ? fc.record({ value: fc.nat(10_000), isExact: fc.boolean() }) : fc.constant(undefined),
    })
    .map((page) => compact(page) as Json)

const auditEntry: fc.Arbitrary<Json> = fc.record({
  id: fc.uuid(),
  at: fc.constant('2026-03-01T08:15:30.25Z'),
  operation: text,
  principal: text,
  roles: fc.array(text, { maxLength: 2 }),
  credential: fc.constantFrom('jwt', 'api-key'),
  apiKey: fc.option(text, { nil: null }),
  origin: fc.record({
    address: fc.option(text, { nil: null }),
    requestId: text,
    style: fc.constantFrom('rest', 'grpc'),
  }),
  outcome: fc.constantFrom('ok', 'forbidden'),
  fields: fc.array(text, { maxLength: 2 }),
  rule: fc.option(text, { nil: null }),
})
