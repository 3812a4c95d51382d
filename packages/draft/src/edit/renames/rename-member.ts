import { withArticle } from '@charter/runtime'
import type { Desk } from '../desk.ts'
import { Unclear } from '../desk.ts'
import type { Member } from '../find.ts'
import { policiesText } from '../lines.ts'
import { renameReferences } from './references.ts'
import { markWas } from './was.ts'

/** Calls a field or relation otherwise, everywhere; with a relation the fields that it implies. Throws Unclear. */
export const renameMember = (desk: Desk, { entity, name: from, kind }: Member, to: string): void => {
  const before = desk.charter
  const known = desk.entityNamed(entity)
  if (to === from) throw new Unclear(`${entity}.${from} is called that already.`)
  if ([...known.fields, ...known.relations].some(({ name }) => name === to))
    throw new Unclear(
      `${entity} has ${withArticle(to)} already. Merge them ("merge ${from} and ${to} of ${entity}"), or say another name.`,
    )
  if (kind === 'field' && before.access.tenancy?.field === from)
    throw new Unclear(
      `${from} says whose rows these are, in every entity. Rename it in \`access.tenancy\` and in each entity by hand.`,
    )
  refuseInPolicies(desk, from)
  const path = ['entities', entity, kind === 'field' ? 'fields' : 'relations', from]
  const implied = kind === 'relation' ? known.fields.filter(({ impliedBy }) => impliedBy === from) : []
  const isTheirs = before.sources.find(({ name }) => name === known.source)?.kind === 'url'
  const column = known.fields.find(({ name }) => name === from)?.column
  desk.sheet.renameKey(path, to)
  markWas(
    desk,
    [...path.slice(0, -1), to],
    from,
    desk.sheet.lock.entities[known.id]?.[kind === 'field' ? 'fields' : 'relations'],
  )
  if (isTheirs && kind === 'field' && column === undefined) desk.sheet.set([...path.slice(0, -1), to, 'column'], from)
  renameReferences(desk, before, { entity, from, to })
  for (const { name } of implied)
    renameReferences(desk, before, { entity, from: name, to: `${to}${name.slice(from.length)}` })
  desk.moved.set(`${entity}.${from}`, `${entity}.${to}`)
  desk.speakOf(entity, { entity, name: to, kind })
}

const refuseInPolicies = (desk: Desk, name: string): void => {
  if (new RegExp(`(?:\\.|has\\s+)${name}\\b`).test(policiesText(desk)))
    throw new Unclear(
      `\`policies\` speaks of ${name}, and which entity it means there cannot be told for sure. Rename it there by hand first.`,
    )
}
