import { evaluate } from '../../call/evaluate.ts'
import type { AccessModel, MembershipModel } from '../../call/model.ts'
import { or, type Predicate } from '../../call/predicate.ts'
import { ProblemError, problem } from '../../problem/problem.ts'
import { targetValues } from '../../rows/target-values.ts'
import { type EntityUnit, entityOf } from '../../store/entity.ts'
import { rowOf } from '../../store/found-row.ts'
import type { Reads } from '../../store/store.ts'
import { instantAt } from '../../values/instant-at.ts'
import { type Json, type JsonObject, ownMember } from '../../values/json.ts'
import { readValue } from '../../values/read.ts'
import { readingAt } from '../../values/read-context.ts'
import { type Membership, noMembership } from './membership.ts'

export interface MembershipSource {
  readonly access: AccessModel & { readonly membership: MembershipModel }
  readonly units: ReadonlyMap<string, EntityUnit>
  /** Of what is committed now: a copy that lags would keep whoever was removed. */
  readonly reads: Reads
  readonly nowMs: number
}

export interface MembershipAsked {
  readonly person: string
  /** Absent: the only one that there is. */
  readonly organisation: string | undefined
}

/** Of one person: rows of the entity, and what their roles are read along. */
const membershipsMax = 1000

/**
 * What rows say of a person in an organisation, as the service reads them: no rule, no mask. An object of its own each time, also where they
 * belong to none: who calls is kept by it, and two organisations are two. Rejects with a ProblemError: `malformed` where
 * one of several organisations has to be chosen, `too-large` past 1,000 rows, and what the store rejects with.
 */
export const readMembership = async (
  source: MembershipSource,
  { person, organisation }: MembershipAsked,
): Promise<Membership> => {
  const { membership, principal } = source.access
  const unit = entityOf(source.units, membership.entity)
  const { tenantField } = unit.model
  const isWithin = tenantField !== undefined && organisation !== undefined
  const given = { [membership.person]: person, ...(isWithin && { [tenantField]: organisation }) }
  const equal = asStored(unit, given, source.nowMs)
  if (!equal) return { ...noMembership }
  const fields = unit.model.fields.filter(({ protect }) => protect === undefined).map(({ name }) => name)
  const found = await source.reads.find(
    { entity: membership.entity, fields, rules: null },
    { equal, limit: membershipsMax + 1 },
  )
  if (found.length > membershipsMax) throw new ProblemError(problem('too-large', { detail: tooMany }))
  const rows = found.map((each) => rowOf(fields, each)).filter((row) => holds(membership.while, row))
  const organisations = new Set(rows.map((row) => (tenantField === undefined ? null : textOf(row[tenantField]))))
  if (organisations.size > 1) throw new ProblemError(problem('malformed', { detail: chooseOne }))
  const [chosen] = organisations
  if (chosen === undefined) return { ...noMembership }
  return {
    organisation: chosen,
    roles: await rolesAlong(source, { unit, rows, path: membership.roles, organisation: chosen }),
    attributes: Object.fromEntries(
      principal.flatMap(({ name, member }) => {
        const value = member === undefined ? null : agreed(rows.map((row) => ownMember(row, member) ?? null))
        return value === null ? [] : [[name, value]]
      }),
    ),
  }
}

const tooMany = `You belong to more than ${membershipsMax} organisations, or are more than so many times a member of one.`

/** It names none: who asks has shown a credential, and no more. */
const chooseOne = 'You belong to several organisations: say which one this is for, by the header Charter-Organisation.'

/** Values as the store compares them; null where one is no value of its field, so that no row has it. */
const asStored = (unit: EntityUnit, given: JsonObject, nowMs: number): JsonObject | null => {
  const reading = readingAt(instantAt(nowMs))
  const equal = Object.entries(given).map(([name, value]): [string, Json | undefined] => {
    const type = unit.fields.get(name)?.type ?? { kind: 'text' as const }
    return [name, readValue(type, value, '', reading)]
  })
  return equal.some(([, value]) => value === undefined) ? null : (Object.fromEntries(equal) as JsonObject)
}

const nobody = { id: '', roles: [], attributes: {} }

const holds = (condition: Predicate | undefined, row: JsonObject): boolean =>
  condition === undefined || evaluate(condition, row, nobody) === true

const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null)

/** What all say alike; null where they differ, or none says anything. */
const agreed = (values: readonly Json[]): Json => {
  const [first = null] = values
  return values.every((value) => JSON.stringify(value) === JSON.stringify(first)) ? first : null
}

interface Along {
  readonly unit: EntityUnit
  readonly rows: readonly JsonObject[]
  readonly path: readonly string[]
  readonly organisation: string | null
}

/** The names of roles at the end of a path. A row of another tenant is not there. */
const rolesAlong = async (
  source: MembershipSource,
  { unit, rows, path: [step = '', ...more], organisation }: Along,
): Promise<readonly string[]> => {
  if (more.length === 0) return [...new Set(rows.flatMap((row) => namesIn(ownMember(row, step))))].sort()
  const relation = unit.relations.get(step)
  if (!relation) throw new Error(`${unit.model.name} has no relation ${step}`)
  const target = entityOf(source.units, relation.target)
  const { tenantField, fields: known } = target.model
  const wanted = rows.flatMap((row) => {
    const equals = Object.entries(targetValues(relation, row)).map(([name, value]) => equalTo(target, name, value))
    return equals.includes(null) ? [] : [{ kind: 'and' as const, of: equals.filter((each) => each !== null) }]
  })
  if (wanted.length === 0) return []
  const fields = known.filter(({ protect }) => protect === undefined).map(({ name }) => name)
  const found = await source.reads.find(
    { entity: target.model.name, fields, rules: null },
    {
      filter: or(...new Map(wanted.map((each) => [JSON.stringify(each), each])).values()),
      ...(tenantField !== undefined && { equal: { [tenantField]: organisation } }),
      limit: membershipsMax,
    },
  )
  return rolesAlong(source, { unit: target, rows: found.map((each) => rowOf(fields, each)), path: more, organisation })
}

const equalTo = (unit: EntityUnit, name: string, value: Json): Predicate | null => {
  const type = unit.fields.get(name)?.type ?? { kind: 'text' as const }
  if (value === null) return null
  return {
    kind: 'compare',
    op: 'eq',
    left: { kind: 'field', path: [name], type },
    right: { kind: 'value', value, type },
  }
}

const namesIn = (value: Json | undefined): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : Array.isArray(value)
      ? value.filter((each): each is string => typeof each === 'string')
      : []
