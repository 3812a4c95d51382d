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
