import { withArticle } from '@charter/runtime'
import type { Command } from '../command.ts'
import { type Desk, pathOf } from '../desk.ts'
import type { Clause } from '../edit.ts'
import { entitiesFor, membersFor, nounText } from '../find.ts'
import { isNoName } from '../no-name.ts'
import { entityName, isPlural, wordsOf } from '../reading.ts'
import { relate } from '../relations/relate.ts'
import { addEntity } from './add-entity.ts'

const pattern =
  /^(?:an?\s+|each\s+|every\s+|all\s+|the\s+)?(?<from>.+?)\s+(?:(?:can|may|should|also)\s+)*(?:has|have)\s+(?:(?:also|several|many|multiple)\s+)*(?<name>[\w-]+(?:\s+[\w-]+)?)\s*,?\s+(?:with|that have|which have|each with|having)\s+(?<list>.+?)(?<owned>\s*,?\s+(?:(?:which|that|and)\s+(?:are\s+)?)?(?:owned by|part of|inside)\s+(?:it|them|the\s+[\w ]+))?$/i

/** `orders have lines with a quantity and a price, owned by the order`: things of their own, many to one. */
export const ownRows: Command = {
  example: 'an order has lines with a quantity and a price',
  run: (clause, desk) => {
    const { from, name, list, owned } = pattern.exec(clause.text)?.groups ?? {}
    const owner = from === undefined ? null : desk.entityIfKnown(from)
    if (!owner || name === undefined || list === undefined || !isNew(name, desk)) return false
    add(clause, desk, { owner: owner.name, name, list, isOwned: owned !== undefined })
    return true
  },
}

/** A plural that names nothing yet. */
const isNew = (name: string, desk: Desk): boolean =>
  isPlural(wordsOf(name).at(-1) ?? '') &&
  !isNoName(name) &&
  entitiesFor(name, desk.charter).found.length === 0 &&
  membersFor(name, desk.charter).found.length === 0

interface OwnRows {
  readonly owner: string
  readonly name: string
  readonly list: string
  readonly isOwned: boolean
}

const add = (clause: Clause, desk: Desk, { owner, name, list, isOwned }: OwnRows): void => {
  addEntity.run({ ...clause, text: `add ${name} with ${list}` }, desk)
  const rows = entityName(name)
  const member = relate(desk, { from: owner, to: rows, isMany: true, isOptional: false }, clause)
  if (!isOwned) return
  desk.sheet.set(['entities', owner, 'relations', member.name, 'owned'], true)
  desk.did(
    clause,
    pathOf(member),
    `The ${nounText(member.name)} of ${withArticle(nounText(owner))} are written and go with it.`,
  )
}
