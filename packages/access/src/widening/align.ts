import type { Charter, Entity } from '@charter/charter'
import { calledOperations, type MembershipModel, type Operand, type Rule } from '@charter/runtime'
import { mapOperands } from './formula.ts'
import type { Side } from './side.ts'

/**
 * The side of before under the names of after: fields and relations followed by id. What is gone keeps a name that nothing has now,
 * so that no condition of today is taken for one of another field that went by the same name.
 */
export const alignSide = (side: Side, after: Charter): Side => ({
  ...side,
  charter: alignCharter(side.charter, after),
  rules: side.rules.map((rule) => alignRule(rule, side.charter, after)),
})

const alignCharter = (before: Charter, after: Charter): Charter => ({
  ...before,
  operations: before.operations.map((operation) => ({
    ...operation,
    name: nameIn(after.operations, operation),
    ...(operation.entity !== undefined && { entity: entityName(before, after, operation.entity) }),
    result:
      operation.result && 'entity' in operation.result
        ? { ...operation.result, entity: entityName(before, after, operation.result.entity) }
        : operation.result,
  })),
  entities: before.entities.map((entity) => ({ ...entity, name: entityName(before, after, entity.name) })),
  access: {
    ...before.access,
    mfa: before.access.mfa.map((each) => {
      const [entity = '', action] = each.split('.')
      if (action === undefined) return operationName(before, after, each)
      return `${entityName(before, after, entity)}.${operationName(before, after, action)}`
    }),
  },
})

interface Named {
  readonly id: string
  readonly name: string
}

const gone = (name: string): string => `${name} (before)`

const nameIn = (things: readonly Named[], { id, name }: Named): string =>
  things.find((each) => each.id === id)?.name ?? gone(name)

const entityName = (before: Charter, after: Charter, name: string): string => {
  const entity = before.entities.find((each) => each.name === name)
  return entity ? nameIn(after.entities, entity) : name
}

const operationName = (before: Charter, after: Charter, name: string): string => {
  const operation = calledOperations(before).find((each) => each.name === name)
  return operation ? nameIn(calledOperations(after), operation) : name
}

const alignRule = (rule: Rule, before: Charter, after: Charter): Rule => {
  const entity = before.entities.find(({ name }) => name === rule.entity)
  const change = (operand: Operand): Operand =>
    operand.kind === 'field' && entity
      ? { ...operand, path: alignPath(operand.path, entity, before, after) }
      : operand.kind === 'principal'
        ? { ...operand, name: alignAttribute(operand.name, before, after) }
        : operand
  return {
    ...rule,
    entity: rule.entity === null ? null : entityName(before, after, rule.entity),
    actions: rule.actions.map((action) => operationName(before, after, action)),
    ...(rule.when && { when: mapOperands(rule.when, change) }),
  }
}

const alignPath = (path: readonly string[], entity: Entity, before: Charter, after: Charter): readonly string[] => {
  const now = after.entities.find(({ id }) => id === entity.id)
  const [first = '', ...rest] = path
  const relation = entity.relations.find(({ name }) => name === first)
  const thing = relation ?? entity.fields.find(({ name }) => name === first)
  const things: readonly Named[] = relation ? (now?.relations ?? []) : (now?.fields ?? [])
  const name = thing ? nameIn(things, thing) : first
  const target = before.entities.find((each) => each.name === relation?.target)
  return target ? [name, ...alignPath(rest, target, before, after)] : [name, ...rest]
}

/** An attribute is what its claim says, or the member's field: of another it is another one, under another name the same. */
const alignAttribute = (name: string, before: Charter, after: Charter): string => {
  if (name === 'id') return before.access.person?.claim === after.access.person?.claim ? name : gone(name)
  const attribute = before.access.principal.find((each) => each.name === name)
  if (!attribute) return name
  const member = attribute.member && pathIn(before.access.membership?.entity, [attribute.member], before, after)[0]
  const isSame = (each: Charter['access']['principal'][number]): boolean =>
    member === undefined ? each.member === undefined && each.claim === attribute.claim : each.member === member
  return after.access.principal.find(isSame)?.name ?? gone(name)
}

/** Who belongs where, under the names of after. */
export const alignMembership = (
  membership: MembershipModel | undefined,
  before: Charter,
  after: Charter,
): MembershipModel | undefined => {
  if (!membership) return undefined
  const { entity, person, roles, while: counts } = membership
  const renamed = (path: readonly string[]) => pathIn(entity, path, before, after)
  return {
    ...membership,
    entity: entityName(before, after, entity),
    person: renamed([person]).join('.'),
    roles: renamed(roles),
    ...(counts && {
      while: mapOperands(counts, (operand) =>
        operand.kind === 'field' ? { ...operand, path: renamed(operand.path) } : operand,
      ),
    }),
  }
}

const pathIn = (
  name: string | undefined,
  path: readonly string[],
  before: Charter,
  after: Charter,
): readonly string[] => {
  const entity = before.entities.find((each) => each.name === name)
  return entity ? alignPath(path, entity, before, after) : path
}
