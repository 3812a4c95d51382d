import { calledOperations } from '@charter/runtime'
import type { Charter, Entity, FormerName } from './charter.ts'
import { given } from './given.ts'
import { pluralBeforeLocked, pluralOf } from './plural.ts'

/** `charter.lock`: committed, machine-owned. Everything keyed by stable id, which is the first name a thing had. */
export interface Lock {
  readonly lock: 1
  readonly entities: Readonly<Record<string, LockedEntity>>
  readonly operations: Readonly<Record<string, LockedName>>
  /** Where a statement of the charter comes from, by path (`Patient.ssn`). */
  readonly provenance: Readonly<Record<string, Provenance>>
  /** Names once given by emitters, so that they stay: `go:Patient.type` → `kind`. */
  readonly given: Readonly<Record<string, string>>
}

export interface LockedName {
  readonly name: string
  /** Number on the wire (protobuf); never given again, even when `isDropped`. */
  readonly number: number
  readonly isDropped?: boolean
}

export interface LockedEntity extends LockedName {
  readonly fields: Readonly<Record<string, LockedName>>
  readonly relations: Readonly<Record<string, LockedName>>
  /** Its plural as first given, so that paths stay; absent: `pluralBeforeLocked`. What the charter states goes before it. */
  readonly plural?: string
  /** What it was called before, oldest first. */
  readonly formerly?: readonly FormerName[]
}

/** `quoted`: the words of the description it rests on; `place`: where those stand. `confidence` from 0 to 1. */
export interface Provenance {
  readonly quoted?: string
  readonly place?: string
  readonly assumed?: string
  readonly confidence?: number
}

export const emptyLock: Lock = { lock: 1, entities: {}, operations: {}, provenance: {}, given: {} }

/** A lock from its text; an `error` sentence when it is none. */
export const readLock = (text: string): Lock | { readonly error: string } => {
  try {
    const parsed: unknown = JSON.parse(text)
    return isLock(parsed) ? { ...emptyLock, ...parsed } : { error: 'it does not say `"lock": 1` with its entities' }
  } catch (cause) {
    return { error: cause instanceof Error ? cause.message : 'it is not JSON' }
  }
}

const isLock = (parsed: unknown): parsed is Lock => {
  if (!isRecord(parsed) || parsed.lock !== 1) return false
  const sections = ['entities', 'operations', 'provenance', 'given'].map((name) => parsed[name] ?? {})
  const areRecords = sections.every(
    (section) => isRecord(section) && Object.values(section).every((each) => each !== null),
  )
  return (
    areRecords &&
    Object.values(parsed.entities ?? {}).every(
      (each) => isRecord(each) && isRecord(each.fields) && isRecord(each.relations),
    )
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The lock after a charter: renames followed (by id), new things numbered, dropped ones kept as reserved. */
export const updateLock = (charter: Charter, previous: Lock, provenance: Lock['provenance'] = {}): Lock => ({
  lock: 1,
  entities: lockEntities(charter, previous),
  operations: lockNames([...calledOperations(charter), ...charter.internal], previous.operations),
  provenance: { ...previous.provenance, ...provenance },
  given: previous.given,
})

const lockEntities = (charter: Charter, previous: Lock): Lock['entities'] => {
  const names = lockNames(charter.entities, previous.entities)
  const byId = new Map(charter.entities.map((entity) => [entity.id, entity]))
  const entries = Object.entries(names).map(([id, name]): [string, LockedEntity] => {
    const before = previous.entities[id]
    const entity = byId.get(id)
    return [
      id,
      {
        ...name,
        ...given({
          plural: entity ? pluralToKeep(entity, before) : before?.plural,
          formerly: entity?.formerly ?? before?.formerly,
        }),
        fields: lockNames(entity?.fields ?? [], before?.fields ?? {}),
        relations: lockNames(entity?.relations ?? [], before?.relations ?? {}),
      },
    ]
  })
  return Object.fromEntries(entries)
}

/** The plural of an entity that states none: the one its lock gave this name, else by today's words. */
export const givenPlural = (name: string, before: LockedEntity | undefined): string => {
  if (before?.name !== name || before.isDropped) return pluralOf(name)
  const kept: unknown = before.plural
  return typeof kept === 'string' && /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(kept) ? kept : pluralBeforeLocked(name)
}

/** What only the charter states is not kept: it goes when the charter's line goes. */
const pluralToKeep = ({ name, plural }: Entity, before: LockedEntity | undefined): string | undefined =>
  plural === givenPlural(name, before) && plural !== pluralBeforeLocked(name)
    ? plural
    : before && before.name === name
      ? before.plural
      : undefined

interface Identified {
  readonly id: string
  readonly name: string
}

const lockNames = (
  things: readonly Identified[],
  before: Readonly<Record<string, LockedName>>,
): Readonly<Record<string, LockedName>> => {
  const now = new Map(things.map((thing) => [thing.id, thing]))
  let next = Math.max(0, ...Object.values(before).map((each) => each.number)) + 1
  const kept = Object.entries(before).map(([id, { name, number }]): [string, LockedName] => {
    const thing = now.get(id)
    return [id, thing ? { name: thing.name, number } : { name, number, isDropped: true }]
  })
  const added = things
    .filter((thing) => !Object.hasOwn(before, thing.id))
    .map((thing): [string, LockedName] => [thing.id, { name: thing.name, number: next++ }])
  return Object.fromEntries([...kept, ...added])
}

/** Deterministic text: two-space JSON, one line per thing, ids sorted, so that merges of branches rarely meet. */
export const formatLock = (lock: Lock): string => {
  const sorted = <T>(record: Readonly<Record<string, T>>): [string, T][] =>
    Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))
  const entries = <T>(record: Readonly<Record<string, T>>, indent: string, value: (of: T) => string): string => {
    const lines = sorted(record).map(([key, each]) => `${indent}  ${JSON.stringify(key)}: ${value(each)}`)
    return lines.length ? `{\n${lines.join(',\n')}\n${indent}}` : '{}'
  }
  const plain = (value: unknown) => JSON.stringify(value)
  const entity = ({ fields, relations, ...name }: LockedEntity): string =>
    `{\n      ${plain(name).slice(1, -1)},\n      "fields": ${entries(fields, '      ', plain)},\n      "relations": ${entries(relations, '      ', plain)}\n    }`
  return `{
  "lock": 1,
  "entities": ${entries(lock.entities, '  ', entity)},
  "operations": ${entries(lock.operations, '  ', plain)},
  "provenance": ${entries(lock.provenance, '  ', plain)},
  "given": ${entries(lock.given, '  ', plain)}
}
`
}
