import { type CreateCase, creatingOf } from './create-cases.ts'
import { type Given, givenOf, rolesOf, type Shared } from './given.ts'

/** What tests of the service as a whole ask for: a list that a role may have, whatever it is of. */
export interface Subject {
  readonly given: Given
  readonly role: string
  /** Over HTTP. */
  readonly list: string
}

/** The first entity that some role lists with its first row in it; null where nobody lists anything. */
export const subjectOf = (shared: Shared): Subject | null => {
  for (const entity of shared.emitting.model.entities) {
    const given = givenOf(shared, entity)
    const list = shared.addresses(entity.name, 'list', {})
    const role = rolesOf(given).find((each) => given.can(each, 'list'))
    if (list && role !== undefined && entity.offers.includes('list')) return { given, role, list }
  }
  return null
}

/** An entity that rows can be made of, and one that is there. */
export interface Made extends CreateCase {
  readonly given: Given
  /** Address of the first row. */
  readonly one: string
  /** Of all of them, and of the import. */
  readonly list: string
}

export const madeOf = (shared: Shared): readonly Made[] =>
  shared.emitting.model.entities.flatMap((entity) => {
    const given = givenOf(shared, entity)
    const creating = creatingOf(given)
    const one = given.row && shared.addresses(entity.name, 'read', given.row)
    const list = shared.addresses(entity.name, 'list', {})
    return creating && one && list && given.can(creating.creator, 'list') ? [{ ...creating, given, one, list }] : []
  })
