import {
  askedValues,
  type Comparison,
  type Json,
  type Operand,
  type Predicate,
  type ServiceModel,
} from '@charter/runtime'
import { isClock } from './clock.ts'

/** What rules tie a field to: an attribute of the principal, the principal of a role, a literal, or a side of the clock. */
export type Tie =
  | { readonly attribute: string }
  | { readonly person: string }
  | { readonly value: Json }
  | { readonly not: Json }
  | { readonly side: 'past' | 'future' }

/** By `Entity.field`; an attribute that is compared with the clock by `attributeTie`. */
export type Ties = ReadonlyMap<string, Tie>

export const attributeTie = (name: string): string => `principal.${name}`

/**
 * As permits hold and forbids do not; the first that says something of a field is met. Whatever is compared with a clock, in any place,
 * is on one side of it: else a rule would answer otherwise one day than on the day it is written down.
 */
export const tiesOf = (model: ServiceModel): Ties => {
  const ties = new Map<string, Tie>()
  const conditions = model.access.rules.flatMap(({ when, entity, effect, roles }) =>
    when ? [{ when, entity, isPermit: effect === 'permit', role: roles[0] }] : [],
  )
  for (const { when, entity, isPermit, role } of conditions)
    if (entity !== null && isPermit) tie({ model, ties, role }, entity, when)
  // Those of permits before those of forbids, and what a permit asks first before what it may do without.
  const sides = new Map<string, Tie>()
  for (const { when, entity, isPermit } of [
    ...conditions.filter(({ isPermit }) => isPermit),
    ...conditions.filter(({ isPermit }) => !isPermit),
  ])
    for (const [name, side] of sidesIn(model, entity, { predicate: when, isWanted: isPermit }))
      if (!sides.has(name)) sides.set(name, { side })
  return new Map([...ties, ...sides])
}

interface Wanted {
  readonly predicate: Predicate
  /** Whether it is to hold. */
  readonly isWanted: boolean
}

type Sided = readonly [name: string, side: 'past' | 'future']

/** On which side of the clock each of the parts is as wanted. */
const sidesIn = (model: ServiceModel, entity: string | null, { predicate, isWanted }: Wanted): readonly Sided[] => {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return predicate.of.flatMap((each) => sidesIn(model, entity, { predicate: each, isWanted }))
    case 'not':
      return sidesIn(model, entity, { predicate: predicate.of, isWanted: !isWanted })
    case 'exists': {
      const target = entityAt(model, entity ?? '', [...predicate.path, ...predicate.of])
      return target === null ? [] : sidesIn(model, target, { predicate: predicate.where, isWanted })
    }
    case 'compare':
      return sideOf(model, entity, { predicate, isWanted })
    default:
      return []
  }
}

const sideOf = (
  model: ServiceModel,
  entity: string | null,
  { predicate: { left, right, op }, isWanted }: { readonly predicate: Compare; readonly isWanted: boolean },
): readonly Sided[] => {
  if (isClock(left) === isClock(right)) return []
  const name = momentName(model, entity, isClock(left) ? right : left)
  if (name === null) return []
  const isBefore = isClock(left) ? op === 'gt' || op === 'ge' : op === 'lt' || op === 'le'
  // Neither side is at a moment itself.
  return [[name, op === 'eq' || op === 'ne' || isBefore === isWanted ? 'past' : 'future']]
}

const momentName = (model: ServiceModel, entity: string | null, operand: Operand): string | null => {
  if (operand.kind === 'principal') return attributeTie(operand.name)
  return operand.kind === 'field' ? fieldAt(model, entity ?? '', operand) : null
}

type Compare = Extract<Predicate, { kind: 'compare' }>

interface Tying {
  readonly model: ServiceModel
  readonly ties: Map<string, Tie>
  /** Whom the rule is for; undefined: anybody. */
  readonly role: string | undefined
}

const tie = (tying: Tying, entity: string, predicate: Predicate): void => {
  const { model, ties } = tying
  if (predicate.kind === 'not') tieNot(tying, entity, predicate.of)
  if (predicate.kind === 'and') for (const each of predicate.of) tie(tying, entity, each)
  if (predicate.kind === 'or' && predicate.of[0]) tie(tying, entity, predicate.of[0])
  if (predicate.kind === 'in') {
    const [first] = predicate.right
    if (first) tie(tying, entity, { kind: 'compare', op: 'eq', left: predicate.left, right: first })
  }
  if (predicate.kind === 'exists') {
    const target = entityAt(model, entity, [...predicate.path, ...predicate.of])
    if (target !== null) tieMember(tying, target, predicate.where)
    return
  }
  if (predicate.kind !== 'compare') return
  const [field, other] =
    predicate.left.kind === 'field' ? [predicate.left, predicate.right] : [predicate.right, predicate.left]
  if (field.kind !== 'field') return
  const name = fieldAt(model, entity, field)
  if (!name || ties.has(name)) return
  if (predicate.op === 'ne' && other.kind === 'value') ties.set(name, { not: other.value })
  if (predicate.op === 'eq' && other.kind === 'principal' && other.name !== 'id' && !askedValues.has(other.name))
    ties.set(name, { attribute: other.name })
  if (predicate.op === 'eq' && other.kind === 'value') ties.set(name, { value: other.value })
}

/** The opposite of equality is met; of what is joined, the first part is not to hold. */
const tieNot = (tying: Tying, entity: string, of: Predicate): void => {
  if (of.kind === 'not') tie(tying, entity, of.of)
  if (of.kind === 'or') for (const each of of.of) tieNot(tying, entity, each)
  if (of.kind === 'and' && of.of[0]) tieNot(tying, entity, of.of[0])
  const op = of.kind === 'compare' ? opposites[of.op] : undefined
  if (of.kind === 'compare' && op) tie(tying, entity, { ...of, op })
}

const opposites: Readonly<Partial<Record<Comparison, Comparison>>> = { eq: 'ne', ne: 'eq' }

/** Rows of a set stand for those whom the rule is for. */
const tieMember = (tying: Tying, target: string, where: Predicate): void => {
  const parts = where.kind === 'and' ? where.of : [where]
  for (const part of parts) {
    const isPerson = part.kind === 'compare' && part.right.kind === 'principal' && part.right.name === 'id'
    if (!isPerson || part.left.kind !== 'field') tie(tying, target, part)
    else if (tying.role !== undefined && !tying.ties.has(`${target}.${part.left.path[0]}`))
      tying.ties.set(`${target}.${part.left.path[0]}`, { person: tying.role })
  }
}

/** `resource.patient.ward` on Prescription is `Patient.ward`. */
const fieldAt = (model: ServiceModel, entity: string, { path }: Extract<Operand, { kind: 'field' }>): string | null => {
  const at = entityAt(model, entity, path.slice(0, -1))
  return at === null ? null : `${at}.${path.at(-1)}`
}

const entityAt = (model: ServiceModel, entity: string, path: readonly string[]): string | null => {
  let at = entity
  for (const step of path) {
    const relation = model.entities.find(({ name }) => name === at)?.relations.find(({ name }) => name === step)
    if (!relation) return null
    at = relation.target
  }
  return at
}
