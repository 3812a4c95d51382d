import type { Source } from './complete-entities.ts'
import type { KnownGrant, KnownRole } from './domains/industry.ts'
import { type Matched, standingFor } from './match-entities.ts'
import { type Grant, grantIn, note, type Outline, type OutlineEntity } from './outline.ts'
import { conditionOf } from './read/condition.ts'

/** Who usually does what, where the words allow nobody anything. */
export const completeRoles = (outline: Outline, matched: Matched, { industry, topics }: Source): void => {
  if ([...outline.entities.values()].some(({ allow }) => allow.size > 0)) return
  for (const role of topics.flatMap((topic) => topic.roles)) {
    const granted = role.allow.map((known) => allow(outline, matched, role, known))
    if (!granted.includes(true)) continue
    outline.roles.add(role.name)
    const assumed = `usual in ${industry.name}; the words name nobody`
    note(outline, `access.roles.${role.name}`, { assumed, confidence: 0.5 })
  }
}

/** Gives whether there is anything that it allows. */
const allow = (outline: Outline, matched: Matched, role: KnownRole, known: KnownGrant): boolean => {
  const entities = known.on.flatMap((name) => standingFor(name, matched) ?? [])
  const granted = entities.map((entity) => {
    const actions = known.do.filter((action) => isThere(outline, entity, action))
    if (actions.length === 0) return false
    const isFirst = !entity.allow.has(role.name)
    const grant = grantIn(entity, role.name)
    for (const action of actions) grant.actions.add(action)
    limit(outline, { entity, grant, role, isOwn: known.own === true, isFirst })
    return true
  })
  return granted.includes(true)
}

const everywhere: ReadonlySet<string> = new Set(['create', 'read', 'update', 'delete', 'list', 'audit'])

/** Operations are there only where the words ask for them. */
const isThere = (outline: Outline, entity: OutlineEntity, action: string): boolean =>
  everywhere.has(action) || outline.operations.get(action)?.entity === entity.name

interface Limiting {
  readonly entity: OutlineEntity
  readonly grant: Grant
  readonly role: KnownRole
  readonly isOwn: boolean
  readonly isFirst: boolean
}

/** Where one topic allows all rows and another only a person's own, the wider one holds. */
const limit = (outline: Outline, { entity, grant, role, isOwn, isFirst }: Limiting): void => {
  if (!isOwn) delete grant.when
  if (!isOwn || !isFirst) return
  const when = conditionOf('only their own', entity, role.name, outline)
  if (when !== undefined) grant.when = when
}
