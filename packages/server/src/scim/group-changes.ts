import { z } from 'zod'
import { type PatchOperation, plainPath } from './patch-operations.ts'
import { ScimError } from './scim-error.ts'
import { textOf } from './text-of.ts'

/** What a group is to be; what is left out stays. */
export interface GroupChanges {
  readonly name?: string
  /** Empty: it has none from then on. */
  readonly externalId?: string
  /** Ids of users. */
  readonly join: readonly string[]
  readonly leave: readonly string[]
  /** Whoever does not join leaves. */
  readonly othersLeave: boolean
}

/** How many members one request speaks of. */
const membersMax = 1000

/** What a resource says of a group: its members are these and no others. Throws a ScimError. */
export const readGroup = (body: Readonly<Record<string, unknown>>): GroupChanges => {
  const all = Object.fromEntries(Object.entries(body).map(([name, value]) => [plainPath(name), value]))
  return changesOf([
    { op: 'replace', path: 'displayname', value: all.displayname },
    { op: 'replace', path: 'externalid', value: all.externalid ?? null },
    { op: 'replace', path: 'members', value: all.members ?? [] },
  ])
}

/** What a PATCH makes of a group, step by step. Throws a ScimError. */
export const patchedGroup = (operations: readonly PatchOperation[]): GroupChanges =>
  changesOf(operations.flatMap(named))

/** Without a path its value names attributes. */
const named = ({ op, path, value }: PatchOperation): readonly PatchOperation[] => {
  if (path !== null) return [{ op, path, value }]
  const object = z.record(z.string(), z.unknown()).safeParse(value)
  if (!object.success) throw new ScimError('invalidValue', 'Without a path the value is an object.')
  return Object.entries(object.data).map(([name, each]) => ({ op, path: plainPath(name), value: each }))
}

interface Steps {
  name?: string
  externalId?: string
  join: Set<string>
  leave: Set<string>
  othersLeave: boolean
}

const changesOf = (operations: readonly PatchOperation[]): GroupChanges => {
  const steps: Steps = { join: new Set(), leave: new Set(), othersLeave: false }
  for (const operation of operations) take(steps, operation)
  const { join, leave, ...others } = steps
  if (join.size > membersMax || leave.size > membersMax)
    throw new ScimError('invalidValue', `One request speaks of at most ${membersMax} members.`)
  return { ...others, join: [...join], leave: [...leave] }
}

const oneMember = /^members\[\s*value\s+eq\s+"([^"]*)"\s*\]$/i

const take = (steps: Steps, { op, path, value }: PatchOperation): void => {
  const one = oneMember.exec(path ?? '')?.[1]
  if (one !== undefined && op === 'remove') removed(steps, [userId(one)])
  else if (path === 'members') takeMembers(steps, op, value)
  else if (path?.startsWith('members')) throw new ScimError('invalidPath', 'Members are told by members[value eq "…"].')
  if (path === 'displayname') steps.name = textOf(op === 'remove' ? null : value, 'displayName')
  if (path === 'externalid') steps.externalId = op === 'remove' || value === null ? '' : textOf(value, 'externalId')
}

const takeMembers = (steps: Steps, op: PatchOperation['op'], value: unknown): void => {
  if (op === 'add') added(steps, idsIn(value))
  else if (op === 'remove' && value != null) removed(steps, idsIn(value))
  else {
    steps.join = new Set(op === 'replace' ? idsIn(value ?? []) : [])
    steps.leave = new Set()
    steps.othersLeave = true
  }
}

const added = (steps: Steps, ids: readonly string[]): void => {
  for (const id of ids) {
    steps.join.add(id)
    steps.leave.delete(id)
  }
}

const removed = (steps: Steps, ids: readonly string[]): void => {
  for (const id of ids) {
    steps.join.delete(id)
    if (!steps.othersLeave) steps.leave.add(id)
  }
}

const members = z.array(z.looseObject({ value: z.string() }))

const idsIn = (value: unknown): readonly string[] => {
  const read = members.safeParse(Array.isArray(value) ? value : [value])
  if (!read.success) throw new ScimError('invalidValue', 'Members are objects with a "value", the id of a user.')
  return read.data.map((each) => userId(each.value))
}

const userId = (text: string): string => {
  const read = z.uuid().safeParse(text)
  if (!read.success) throw new ScimError('invalidValue', 'A member is no user of this directory.')
  return read.data.toLowerCase()
}
