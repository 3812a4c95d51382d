import {
  type Call,
  includedIn,
  type Json,
  type JsonObject,
  type Outcome,
  type Selection,
  type ServiceModel,
  type Type,
} from '@charter/runtime'

/**
 * An outcome that a service of the model may give: a field that must have a value, and that nobody may hide, has one. The
 * schema says so, and a null there would be an error.
 */
export const withoutImpossibleNulls = (model: ServiceModel, call: Call, outcome: Outcome): Outcome => {
  if (outcome.kind !== 'value') return outcome
  const custom = model.operations.find(({ name }) => name === call.operation)
  const result = custom?.result && 'entity' in custom.result ? custom.result.entity : null
  const [, entity = '', action = ''] = /^(.*)\.(\w+)$/.exec(call.operation) ?? []
  const of = custom ? result : ['delete', 'audit'].includes(action) ? null : entity
  return of === null ? outcome : { ...outcome, value: filled(model, of, call.select ?? {}, outcome.value) }
}

const filled = (model: ServiceModel, name: string, select: Selection, value: Json): Json => {
  if (Array.isArray(value)) return value.map((each: Json) => filled(model, name, select, each))
  if (value === null || typeof value !== 'object') return value
  const row = value as JsonObject
  if (Array.isArray(row.items)) return { ...row, items: filled(model, name, select, row.items) }
  const entity = model.entities.find((each) => each.name === name)
  return Object.fromEntries(
    Object.entries(row).map(([member, each]) => {
      const included = includedIn(select).find((one) => one.member === member)
      if (included) {
        const relation = entity?.relations.find((one) => one.name === included.relation)
        return [member, filled(model, relation?.target ?? '', included.selection, each)]
      }
      const field = entity?.fields.find((one) => one.name === member)
      const mayBeNull = !field || field.isOptional || field.reveal || field.mask || field.protect
      return [member, each === null && !mayBeNull ? someOf(field.type) : each]
    }),
  )
}

const someOf = (type: Type): Json => {
  switch (type.kind) {
    case 'int32':
    case 'float64':
      return 7
    case 'int64':
      return type.isNumber ? 7 : '7'
    case 'boolean':
      return true
    case 'enum':
      return type.values[0] ?? ''
    default:
      return '7'
  }
}
