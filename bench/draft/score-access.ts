import type { DescribedAccess, DescribedEntity, DescribedOperation, Description, Named } from './description.ts'
import { agree, entityNamed, namesOf, normalised, operationNames } from './names.ts'
import type { Pairs } from './score.ts'
import type { Tally } from './tally.ts'

/** Who may do what, as triples of role, verb and entity; conditions are for people to read. */
export const scoreAccess = (reference: Description, draft: Description, pairs: Pairs, tally: Tally): void => {
  const naming = namingOf(reference, draft, pairs)
  const wanted = triplesOf(reference, naming.ofReference)
  const found = triplesOf(draft, naming.ofDraft)
  for (const triple of wanted) tally[found.has(triple) ? 'hits' : 'missed']++
  for (const triple of found) if (!wanted.has(triple)) tally.extra++
}

/** What the reference calls a role, an entity and a verb. */
interface Naming {
  role(role: Named | undefined): string | undefined
  entity(entity: DescribedEntity | undefined): string | undefined
  verb(verb: string, entity: DescribedEntity | undefined): string
}

const namingOf = (
  reference: Description,
  draft: Description,
  pairs: Pairs,
): { readonly ofReference: Naming; readonly ofDraft: Naming } => {
  const standsFor = new Map([...pairs].map(([one, other]) => [other, one]))
  const meant = (entity: DescribedEntity | undefined) => (entity ? standsFor.get(entity) : undefined)
  const verbOfReference = (verb: string, entity: DescribedEntity | undefined): string =>
    operationOn(reference, verb, entity)?.name ?? normalised(verb)
  const verbOfDraft = (verb: string, entity: DescribedEntity | undefined): string => {
    const operation = operationOn(draft, verb, entity)
    const same = operation && sameOperation(operation, meant(entity))
    return same?.name ?? verbOfReference(verb, meant(entity))
  }
  const sameOperation = (operation: DescribedOperation, on: DescribedEntity | undefined) =>
    reference.operations?.find(
      (each) =>
        agree(operationNames(each, reference.entities), operationNames(operation, draft.entities)) &&
        (!on || entityNamed(reference.entities, each.on) === on),
    )
  return {
    ofReference: { role: (role) => role?.name, entity: (entity) => entity?.name, verb: verbOfReference },
    ofDraft: {
      role: (role) => role && reference.roles?.find((each) => agree(namesOf(each), namesOf(role)))?.name,
      entity: (entity) => meant(entity)?.name,
      verb: verbOfDraft,
    },
  }
}

const triplesOf = ({ access = [], entities, roles = [] }: Description, naming: Naming): ReadonlySet<string> =>
  new Set(access.flatMap((each) => triplesIn(each, entities, roles, naming)))

const triplesIn = (
  access: DescribedAccess,
  entities: readonly DescribedEntity[],
  roles: readonly Named[],
  naming: Naming,
): readonly string[] => {
  const role = roles.find((each) => namesOf(each).has(normalised(access.role)))
  const entity = entityNamed(entities, access.on)
  const who = naming.role(role) ?? normalised(access.role)
  const what = naming.entity(entity) ?? normalised(access.on)
  return (access.do ?? []).map((verb) => `${who}|${naming.verb(verb, entity)}|${what}`)
}

/** An operation by its whole name, or by its verb alone on its own entity. */
const operationOn = (
  { operations = [], entities }: Description,
  verb: string,
  entity: DescribedEntity | undefined,
): DescribedOperation | undefined =>
  operations.find((each) => namesOf(each).has(normalised(verb))) ??
  operations.find(
    (each) =>
      entity !== undefined &&
      entityNamed(entities, each.on) === entity &&
      operationNames(each, entities).has(normalised(verb)),
  )
