import { type Call, includedIn, listOperations } from './call.ts'
import { calledOperations, type ServiceModel } from './model.ts'

type Scoped = Pick<ServiceModel, 'name' | 'entities' | 'operations' | 'routes'>

/** `audit` reads the record; whoever writes rows is answered with them, so `write` includes `read`. */
const reading: readonly string[] = ['read', 'list', 'audit', ...listOperations]
const ofReads = ['read', 'write']
const ofWrites = ['write']

/**
 * Scopes each of which is enough for an operation, the narrowest first: `Patient:read`, `Patient:write`, `clinic:read`,
 * `clinic:write` for `Patient.list`; a custom operation's own name goes before. Empty where there is no such operation.
 */
export const scopesFor = (model: Scoped, operation: string): readonly string[] => {
  const custom = calledOperations(model).find(({ name }) => name === operation)
  const entity = custom ? custom.entity : entityOf(model, operation)
  if (!custom && entity === undefined) return []
  const isRead = custom ? custom.effect === 'read' : reading.includes(operation.slice((entity?.length ?? 0) + 1))
  const words = isRead ? ofReads : ofWrites
  return [
    ...(custom ? [custom.name] : []),
    ...[...(entity === undefined ? [] : [entity]), model.name].flatMap((of) => words.map((word) => `${of}:${word}`)),
  ]
}

const entityOf = ({ entities }: Scoped, operation: string): string | undefined => {
  const entity = operation.slice(0, operation.indexOf('.'))
  return entities.some(({ name }) => name === entity) ? entity : undefined
}

/** Every scope that means something to a service. */
export const knownScopes = (model: Scoped): readonly string[] => [
  ...[model.name, ...model.entities.map((entity) => entity.name)].flatMap((of) => [`${of}:read`, `${of}:write`]),
  ...calledOperations(model).map((operation) => operation.name),
]

/**
 * The narrowest scopes that a call would need and `held` does not have: for its operation, to read the entity that it answers
 * where it is on another or on none, and to read every entity that it includes through a relation, also the one in between of
 * many-to-many. Empty: it has what it needs.
 */
export const missingScopes = (
  model: Scoped,
  { operation, select }: Pick<Call, 'operation' | 'select'>,
  held: readonly string[],
): readonly string[] => {
  const custom = calledOperations(model).find(({ name }) => name === operation)
  const answered = custom?.result && 'entity' in custom.result ? custom.result.entity : entityOf(model, operation)
  const others = custom && answered !== undefined && answered !== custom.entity ? [answered] : []
  const needed = [operation, ...others.map((entity) => `${entity}.read`), ...includedActions(model, answered, select)]
  const missing = needed.flatMap((each) => {
    const enough = scopesFor(model, each)
    return enough.some((scope) => held.includes(scope)) ? [] : enough.slice(0, 1)
  })
  return [...new Set(missing)]
}

/** What a call reads through the relations that it includes, also in between: `Patient.read` for one, `Patient.list` for many. */
export const includedActions = (
  model: Pick<ServiceModel, 'entities'>,
  entity: string | undefined,
  select: Call['select'],
): readonly string[] =>
  includedIn(select).flatMap(({ relation, selection }) => {
    const relations = model.entities.find((each) => each.name === entity)?.relations
    const found = relations?.find(({ name }) => name === relation)
    if (!found) return []
    const action = found.kind === 'one' ? 'read' : 'list'
    const between = found.through ? [`${found.through.entity}.${action}`] : []
    return [...between, `${found.target}.${action}`, ...includedActions(model, found.target, selection)]
  })
