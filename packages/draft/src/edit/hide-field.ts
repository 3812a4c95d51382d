import { kebabOf } from '@charter/charter'
import type { Desk } from './desk.ts'
import type { Member } from './find.ts'
import { linesOf, rolesOn, setLines } from './lines.ts'
import { changeOptions, optionsOf } from './options.ts'

const seeing = ['read', 'list', 'create', 'update', 'audit']

export interface Hidden {
  /** Name of the action that seeing the field is now. */
  readonly reveal: string
  /** Roles that have it. */
  readonly revealed: readonly string[]
}

/**
 * Makes seeing a field an action of its own. `keep`: roles that may go on seeing it; null for those alone that may
 * already. A reveal that is shared with other fields is left to them, and the field gets its own.
 */
export const hideField = (desk: Desk, field: Member, keep: readonly string[] | null): Hidden => {
  const before = optionsOf(desk, field).reveal
  const own = kebabOf(field.name)
  const isShared =
    typeof before === 'string' &&
    desk.entityNamed(field.entity).fields.some(({ name, reveal }) => name !== field.name && reveal === before)
  const reveal = typeof before === 'string' && !(isShared && keep !== null) ? before : own
  const revealed = keep ?? (typeof before === 'string' ? revealing(desk, field.entity, before) : [])
  if (reveal !== before) changeOptions(desk, field, { reveal })
  for (const role of rolesOn(desk, field.entity))
    grantReveal(desk, field.entity, { role, reveal, may: revealed.includes(role) })
  return { reveal, revealed: revealing(desk, field.entity, reveal) }
}

/** Roles that some line shows a reveal to. */
export const revealing = (desk: Desk, entity: string, reveal: string): readonly string[] =>
  rolesOn(desk, entity).filter((role) => linesOf(desk, entity, role).some((line) => line.reveal?.includes(reveal)))

/** Roles that see rows of an entity. */
export const readersOf = (desk: Desk, entity: string): readonly string[] =>
  rolesOn(desk, entity).filter((role) =>
    linesOf(desk, entity, role).some((line) => line.do.some((each) => /^(?:read|list)$/.test(each))),
  )

/** Roles that write rows of an entity. */
export const writersOf = (desk: Desk, entity: string): readonly string[] =>
  rolesOn(desk, entity).filter((role) =>
    linesOf(desk, entity, role).some((line) => line.do.some((each) => /^(?:create|update)$/.test(each))),
  )

interface RevealGrant {
  readonly role: string
  readonly reveal: string
  readonly may: boolean
}

const grantReveal = (desk: Desk, entity: string, { role, reveal, may }: RevealGrant): void => {
  const lines = linesOf(desk, entity, role)
  const changed = lines.map((line) => {
    const others = (line.reveal ?? []).filter((each) => each !== reveal)
    const isSeeing = line.do.some((each) => seeing.includes(each))
    const reveals = may && isSeeing ? [...others, reveal] : others
    const { reveal: _, ...rest } = line
    return reveals.length > 0 ? { ...rest, reveal: line.reveal?.includes(reveal) && may ? line.reveal : reveals } : rest
  })
  setLines(desk, entity, role, changed)
}
