import type { JsonObject } from '../../../src/runtime/index.ts'
import { changes, newBody } from './bodies.ts'
import { type About, aboutEntity, type Derivation, roleThat } from './derivation.ts'

/** An entity that a protocol's own rules can be tried on: rows of it are made, read, listed and changed by one role. */
export interface AskedEntity {
  readonly about: About
  readonly role: string
  /** Of its first example row. */
  readonly row: JsonObject
  readonly one: string
  readonly list: string
  /** A body that makes a row. */
  readonly body: JsonObject
  /** What may be changed of the row. */
  readonly change: JsonObject
}

/** Every such entity of the charter. */
export const askedEntities = (deriving: Derivation): readonly AskedEntity[] =>
  deriving.model.entities.flatMap((entity) => askedOf(aboutEntity(deriving, entity)) ?? [])

/** The first of which several rows can be made, else the first; null where the charter has none. */
export const askedEntity = (deriving: Derivation): AskedEntity | null => {
  const all = askedEntities(deriving)
  return all.find(({ about, role }) => newBody(about, role, 1) !== null) ?? all[0] ?? null
}

const askedOf = (about: About): AskedEntity | null => {
  const [row] = about.rows
  const role = roleThat(about, ['create', 'read', 'list', 'update'])
  if (!row || role === undefined) return null
  const [one, list] = [about.path('update', row), about.path('list')]
  const body = newBody(about, role)
  const [change] = changes(about, role)
  if (one === null || list === null || about.path('create') === null || body === null || !change) return null
  return { about, role, row, one, list, body, change: { [change.field.name]: change.value } }
}
