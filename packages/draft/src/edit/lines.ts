import type { Desk } from './desk.ts'
import { isMembers, type Members, type Value } from './flow-text.ts'

/** A line of `allow` as written. */
export interface Line {
  readonly do: readonly string[]
  readonly when?: string
  readonly reveal?: readonly string[]
}

/** The lines that a role has on an entity. */
export const linesOf = (desk: Desk, entity: string, role: string): readonly Line[] => {
  const value = desk.sheet.value(['entities', entity, 'allow', role])
  return (Array.isArray(value) ? value : [value]).filter(isMembers).map(lineOf)
}

const lineOf = (members: Members): Line => ({
  do: textsIn(members.do),
  ...(typeof members.when === 'string' && { when: members.when }),
  ...(members.reveal !== undefined && { reveal: textsIn(members.reveal) }),
})

export const textsIn = (value: Value | undefined): readonly string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.map(String) : []

/** Writes a role's lines; one that allows nothing goes, and with the last the role. Only what differs is touched. */
export const setLines = (desk: Desk, entity: string, role: string, lines: readonly Line[]): void => {
  const path = ['entities', entity, 'allow', role]
  const before = linesOf(desk, entity, role)
  const kept = lines.filter((line) => line.do.length > 0)
  if (kept.length === 0) {
    if (before.length > 0 || desk.sheet.value(path) !== undefined) desk.sheet.remove(path)
    return
  }
  const [one, other] = kept
  const isList = Array.isArray(desk.sheet.value(path))
  if (before.length === 1 && one && !other && !isList) changeLine(desk, path, one)
  else desk.sheet.set(path, one && !other && !isList ? { ...one } : kept.map((line) => ({ ...line })))
}

const changeLine = (desk: Desk, path: readonly string[], line: Line): void => {
  const before = linesOf(desk, path[1] ?? '', path[3] ?? '')[0]
  for (const part of ['do', 'when', 'reveal'] as const) {
    const value = line[part]
    if (JSON.stringify(value) === JSON.stringify(before?.[part])) continue
    if (value === undefined) desk.sheet.remove([...path, part])
    else desk.sheet.set([...path, part], value)
  }
}

/** Every role and line of every entity. */
export const rolesOn = (desk: Desk, entity: string): readonly string[] =>
  Object.keys((desk.sheet.value(['entities', entity, 'allow']) as Members | undefined) ?? {})

/** The Cedar of the charter in one text; empty where there is none. */
export const policiesText = (desk: Desk): string => desk.charter.policies.map(({ text }) => text).join('\n')
