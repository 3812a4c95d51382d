import {
  type CedarValueJson,
  type EntityJson,
  preparsePolicySet,
  statefulIsAuthorized,
} from '@cedar-policy/cedar-wasm/nodejs'
import type { Charter, Entity } from '@charter/charter'
import type { Json, JsonObject, Principal } from '@charter/runtime'
import type { CedarPolicy } from './policies.ts'
import { actions } from './policies.ts'

/** What Cedar's own engine says of one request. `isErring`: some policy erred, and Cedar left it out. */
export interface Verdict {
  readonly isAllowed: boolean
  readonly isErring: boolean
}

/**
 * Cedar on one policy set. Where a `forbid` errs Cedar skips it; a charter denies instead (docs/semantics.md, Access
 * language), so that is what is expected here.
 */
export const oracleOf = (policies: readonly CedarPolicy[]) => {
  const staticPolicies = Object.fromEntries(policies.map(({ text }, at) => [`p${at}`, text]))
  const parsed = preparsePolicySet('set', { staticPolicies })
  if (parsed.type === 'failure')
    throw new Error(`Cedar does not read ${JSON.stringify(policies)}: ${parsed.errors[0]?.message}`)
  return ({ who, context }: Asking, action: string, world: World): Verdict => {
    const answer = statefulIsAuthorized({
      principal: who.uid,
      action: { type: 'Action', id: `Thing.${action}` },
      resource: world.uid,
      context,
      preparsedPolicySetId: 'set',
      entities: [who, ...world.entities, ...actionEntities],
    })
    if (answer.type === 'failure') throw new Error(JSON.stringify(answer.errors))
    const { decision, diagnostics } = answer.response
    const isForbidErring = diagnostics.errors.some(
      ({ policyId }) => policies[Number(policyId.slice(1))]?.effect === 'forbid',
    )
    return { isAllowed: decision === 'allow' && !isForbidErring, isErring: diagnostics.errors.length > 0 }
  }
}

/** A row and all that its relations reach, as Cedar sees them. */
export interface World {
  readonly uid: { readonly type: string; readonly id: string }
  readonly entities: readonly EntityJson[]
}

const actionEntities: readonly EntityJson[] = actions.map((name) => ({
  uid: { type: 'Action', id: `Thing.${name}` },
  attrs: {},
  parents: [{ type: 'Action', id: name }],
}))

/** Who asks, and by what call, as Cedar sees them. */
export interface Asking {
  readonly who: EntityJson
  readonly context: Record<string, CedarValueJson>
}

/** Attributes of the sample's principals that are moments. */
const attributeFields = [
  { name: 'since', type: { kind: 'date' } },
  { name: 'until', type: { kind: 'instant' } },
]

export const askingOf = ({ id, roles, attributes, credential, asked }: Principal): Asking => {
  const { strongAge, nowMs, ...context } = asked ?? { style: 'rest', nowMs: 0 }
  const now = new Date(nowMs).toISOString()
  return {
    who: {
      uid: { type: 'Principal', id },
      attrs: {
        ...present(attributes),
        ...momentsOf(attributeFields, attributes),
        id,
        credential,
        ...(strongAge !== undefined && { strongAge }),
      },
      parents: roles.map((role) => ({ type: 'Role', id: role })),
    },
    context: { ...context, now: datetime(now), today: datetime(now.slice(0, 10)) },
  }
}

/** Every row as a Cedar entity, by its identity; a reference is one whether or not it points at a row. */
export const worldsOf = (charter: Charter, rows: ReadonlyMap<string, readonly JsonObject[]>): readonly World[] => {
  const all = charter.entities.flatMap((entity) =>
    (rows.get(entity.name) ?? []).map((row) => entityJson(entity, row, rows)),
  )
  const others = all.filter(({ uid }) => 'type' in uid && uid.type !== 'Thing')
  const byId = new Map(others.map((each) => [JSON.stringify(each.uid), each]))
  return all
    .filter(({ uid }) => 'type' in uid && uid.type === 'Thing')
    .map((thing) => ({ uid: thing.uid as World['uid'], entities: reached(thing, byId) }))
}

/** Only what the row reaches: a world of every row would have to be read for each request. */
const reached = (from: EntityJson, byId: ReadonlyMap<string, EntityJson>): readonly EntityJson[] => {
  const found = new Set([from])
  for (const each of found)
    for (const value of Object.values(each.attrs)) {
      const next =
        typeof value === 'object' && value !== null && '__entity' in value
          ? byId.get(JSON.stringify(value.__entity))
          : undefined
      if (next) found.add(next)
    }
  return [...found]
}

const entityJson = (entity: Entity, row: JsonObject, rows: Rows): EntityJson => {
  const relations = entity.relations.flatMap((relation) => {
    const key = relation.from.map((name) => row[name] ?? null)
    if (relation.kind !== 'one' || key.includes(null)) return []
    return [[relation.name, { __entity: { type: relation.target, id: idOf(key) } }] as const]
  })
  const uid = { type: entity.name, id: idOf(entity.key.map((name) => row[name] ?? null)) }
  return {
    uid,
    attrs: {
      ...present(row),
      ...momentsOf(entity.fields, row),
      ...Object.fromEntries(relations),
      ...setsOf(entity.name, row, rows),
    },
    parents: [],
  }
}

const datetime = (arg: string): CedarValueJson => ({ __extn: { fn: 'datetime', arg } })

/** Cedar's datetime has three digits of a second, or none. */
const momentsOf = (
  fields: readonly { readonly name: string; readonly type: { readonly kind: string } }[],
  row: JsonObject,
): Record<string, CedarValueJson> =>
  Object.fromEntries(
    fields.flatMap(({ name, type: { kind } }) => {
      const value = row[name]
      if (typeof value !== 'string' || (kind !== 'instant' && kind !== 'date')) return []
      return [[name, datetime(kind === 'date' ? value : new Date(value).toISOString())]]
    }),
  )

const idOf = (key: readonly Json[]): string => (key.length === 1 ? String(key[0]) : JSON.stringify(key))

/** Cedar has no null: what has no value is not there. */
const present = (row: JsonObject): Record<string, CedarValueJson> =>
  // Fields of the sample are booleans, safe integers, texts and arrays of them.
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Record<string, CedarValueJson>

type Rows = ReadonlyMap<string, readonly JsonObject[]>

/** The sets of the charter written out by hand, so that nothing of ours says what is in them. */
const setsOf = (entity: string, row: JsonObject, rows: Rows): Record<string, CedarValueJson> => {
  const of = (name: string, field: string, value: Json | undefined) =>
    (value ?? null) === null ? [] : (rows.get(name) ?? []).filter((each) => each[field] === value)
  const there = (each: JsonObject) => each.goneAt === null
  const helpers = (doctor: Json | undefined) =>
    of('Doctor', 'id', doctor).flatMap(({ id }) => of('Helper', 'doctorId', id))
  if (entity === 'Doctor') return { helpers: persons(of('Helper', 'doctorId', row.id)), hands: persons(of('Helper', 'doctorId', row.id)), handCount: of('Helper', 'doctorId', row.id).length } // biome-ignore format: one entity on one line
  if (entity !== 'Thing') return {}
  const visits = of('Visit', 'thingId', row.id).filter(there)
  const notes = of('Note', 'thingId', row.id)
  const keepers = of('Keeping', 'thingId', row.id)
    .filter(there)
    .flatMap(({ keeperId }) => of('Keeper', 'id', keeperId))
  return {
    visits: persons(visits),
    notes: notes.map(({ id }) => String(id)),
    keepers: persons(keepers),
    seniors: persons(visits.filter(({ level, note }) => Number(level) >= 2 && note !== 'a')),
    helping: persons(helpers(row.doctorId).filter(({ kind }) => kind === 'high')),
    helpersOfVisits: persons(visits.flatMap(({ doctorId }) => helpers(doctorId))),
    marked: notes.filter(({ word }) => word === 'a').map(({ id }) => String(id)),
    marks3: notes.filter(({ word }) => word === 'a').length,
    kept: persons(keepers),
    keeping: keepers.length,
  }
}

/** Cedar has no person without a name: a row that stands for nobody is nobody there. */
const persons = (rows: readonly JsonObject[]): CedarValueJson[] =>
  rows.map(({ id, who }) => ({ __entity: { type: 'Principal', id: who === null ? `nobody of ${id}` : String(who) } }))
