import { type Desk, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import { type Member, nounText } from '../find.ts'
import { collectionName, memberName } from '../reading.ts'

export interface RelationRequest {
  readonly from: string
  readonly to: string
  /** One of `from` has many of `to`; else it has one. */
  readonly isMany: boolean
  readonly isOptional: boolean
  /** What the one is called, where that is not its entity: `approver`. */
  readonly name?: string
}

/**
 * Relates two entities, both ways: the one that belongs refers to the other, which has a collection of it. Gives the member
 * of `from`.
 */
export const relate = (desk: Desk, { from, to, isMany, isOptional, name }: RelationRequest, clause: Clause): Member => {
  const [owner, owned] = isMany ? [from, to] : [to, from]
  const one = desk
    .entityNamed(owned)
    .relations.find(
      (each) => each.kind === 'one' && each.target === owner && (name === undefined || each.name === name),
    )
  const many = desk.entityNamed(owner).relations.find(({ kind, target }) => kind === 'many' && target === owned)
  if (one && (many || !isMany))
    throw new Unclear(
      `Each ${nounText(owned)} has one ${one.name}, ${owner}, already. Say another name for another one ("each ${nounText(owned)} has a main ${nounText(owner)}").`,
    )
  const reference = one?.name ?? freeName(desk, owned, name ?? memberName(nounText(owner)))
  const collection = freeName(desk, owner, collectionName(owned))
  if (!one) {
    desk.sheet.set(['entities', owned, 'relations', reference], { one: owner, ...(isOptional && { optional: true }) })
    desk.did(
      clause,
      `${owned}.${reference}`,
      `Each ${nounText(owned)} has ${isOptional ? 'at most ' : ''}one ${reference}, ${owner}.`,
    )
  }
  if (!many && isMany) {
    desk.sheet.set(['entities', owner, 'relations', collection], { many: owned, inverse: reference })
    desk.did(clause, `${owner}.${collection}`, `Each ${nounText(owner)} has many ${collection}.`)
  }
  return { entity: from, name: isMany ? (many?.name ?? collection) : reference, kind: 'relation' }
}

/** The name of a member, with a number where the entity has one of that name. */
export const freeName = (desk: Desk, entity: string, name: string): string => {
  const { fields, relations } = desk.entityNamed(entity)
  const taken = new Set([...fields, ...relations].map((each) => each.name))
  let free = name
  for (let count = 2; taken.has(free); count++) free = `${name}${count}`
  return free
}
