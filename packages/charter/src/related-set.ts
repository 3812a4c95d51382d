import { always, type Predicate, type Type } from '@charter/runtime'
import { type Charter, type Entity, openFields } from './charter.ts'
import { parseExpression, typesOf } from './expression.ts'

/** A set as conditions ask of it: the relations that lead there, the entity of its rows, and which of them are in it. */
export interface ResolvedSet {
  readonly of: readonly string[]
  readonly target: Entity
  readonly where: Predicate
}

/** Relations that a set may lead over. */
const setDepthMax = 4

/**
 * The set of an entity by its name: one that is declared under `sets`, or any relation to many. A sentence where it cannot be one,
 * undefined where there is none of that name.
 */
export const relatedSet = (
  charter: Charter,
  entity: Entity,
  name: string,
): ResolvedSet | { readonly error: string } | undefined => {
  const declared = entity.sets?.find((each) => each.name === name)
  if (declared) return resolve(charter, entity, declared.of, declared.where)
  const isMany = entity.relations.some((each) => each.kind === 'many' && each.name === name)
  return isMany ? resolve(charter, entity, [name], undefined) : undefined
}

const resolve = (
  charter: Charter,
  entity: Entity,
  of: readonly string[],
  where: string | undefined,
): ResolvedSet | { readonly error: string } => {
  if (of.length > setDepthMax) return { error: `it leads over more than ${setDepthMax} relations` }
  let target = entity
  let isMany = false
  for (const name of of) {
    const relation = target.relations.find((each) => each.name === name)
    if (!relation) return { error: `${target.name} has no relation \`${name}\`` }
    const next = charter.entities.find((each) => each.name === relation.target)
    const between = charter.entities.find((each) => each.name === relation.through?.entity)
    if (next?.source !== entity.source || (between && between.source !== entity.source))
      return { error: `\`${name}\` leads to another source` }
    isMany ||= relation.kind === 'many'
    target = next
  }
  if (!isMany) return { error: 'none of its relations leads to many' }
  const predicate = where === undefined ? always : conditionOn(target, where)
  return 'error' in predicate ? predicate : { of, target, where: predicate }
}

/** What is kept sealed is equal to nothing that a rule could say; the rest is what databases and services decide alike. */
const conditionOn = (target: Entity, where: string): Predicate | { readonly error: string } => {
  const open = openFields(target).filter(({ type }) => !inexact.includes(type.kind))
  const predicate = parseExpression(where, typesOf(open))
  const ordered = 'error' in predicate ? undefined : unlikeOrdered(predicate)
  return ordered === undefined ? predicate : { error: `databases do not agree which ${ordered.kind} is greater` }
}

const inexact: readonly Type['kind'][] = ['float64', 'json', 'vector', 'record', 'union', 'map', 'named', 'array']

/** The type of values that are put in an order which is not the same everywhere: all but whole numbers. */
const unlikeOrdered = (predicate: Predicate): Type | undefined => {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return predicate.of.map(unlikeOrdered).find((type) => type !== undefined)
    case 'not':
      return unlikeOrdered(predicate.of)
    case 'compare': {
      const type = [predicate.left, predicate.right].flatMap((each) => ('type' in each && each.type) || [])[0]
      const isLong = type?.kind === 'int32' || (type?.kind === 'int64' && type.isNumber)
      return predicate.op === 'eq' || predicate.op === 'ne' || isLong ? undefined : type
    }
    default:
      return undefined
  }
}
