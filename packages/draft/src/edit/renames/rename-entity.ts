import type { Charter } from '@charter/charter'
import { withArticle } from '@charter/runtime'
import { type Desk, Unclear } from '../desk.ts'
import { nounText } from '../find.ts'
import { policiesText } from '../lines.ts'
import { collectionName, memberName } from '../reading.ts'
import { changeTexts, membersAt, renameAbout } from './references.ts'
import { renameMember } from './rename-member.ts'
import { markWas } from './was.ts'

/** Calls an entity otherwise, everywhere: relations named after it go with it. Gives the relations that did. Throws Unclear. */
export const renameEntity = (desk: Desk, from: string, to: string): readonly string[] => {
  const before = desk.charter
  const known = desk.entityNamed(from)
  if (to === from) throw new Unclear(`${from} is called that already.`)
  if (before.entities.some(({ name }) => name === to) || Object.hasOwn(before.types, to))
    throw new Unclear(
      `There is ${withArticle(to)} already. Merge them ("merge ${nounText(from)} and ${nounText(to)}"), or say another name.`,
    )
  const locked = desk.sheet.lock.entities
  const isTheirs = before.sources.find(({ name }) => name === known.source)?.kind === 'url'
  desk.sheet.renameKey(['entities', from], to)
  markWas(desk, ['entities', to], from, locked)
  if (isTheirs && !known.binding) desk.sheet.set(['entities', to, 'table'], from)
  renameTargets(desk, before, from, to)
  renameInOperations(desk, from, to)
  renameInPolicies(desk, from, to)
  renameAbout(desk, from, to)
  moveProvenance(
    desk,
    known.fields.map(({ name }) => name),
    from,
    to,
  )
  const renamed = renameRelations(desk, from, to)
  desk.speakOf(to)
  return renamed
}

const renameTargets = (desk: Desk, before: Charter, from: string, to: string): void => {
  const name = (text: string) => (text === from ? to : text)
  for (const entity of before.entities)
    for (const relation of entity.relations) {
      const path = ['entities', name(entity.name), 'relations', relation.name]
      for (const key of ['one', 'many', 'through']) changeTexts(desk, [...path, key], name)
      changeTexts(desk, [...path, 'through', 'entity'], name)
    }
  changeTexts(desk, ['access', 'mfa'], (text) =>
    text.startsWith(`${from}.`) ? `${to}${text.slice(from.length)}` : text,
  )
}

const renameInOperations = (desk: Desk, from: string, to: string): void => {
  const name = (text: string) => (text === from ? to : text)
  for (const [operation] of membersAt(desk, ['operations']))
    for (const path of [['entity'], ['result'], ['result', 'list']])
      changeTexts(desk, ['operations', operation, ...path], name)
}

/** `resource is Client`, `Client::"…"` and `Action::"Client.read"` name the entity and nothing else. */
const renameInPolicies = (desk: Desk, from: string, to: string): void => {
  if (!new RegExp(`\\b${from}\\b`).test(policiesText(desk))) return
  changeTexts(desk, ['policies'], (text) =>
    text
      .replace(new RegExp(`(\\bis\\s+)${from}\\b`, 'g'), `$1${to}`)
      .replace(new RegExp(`\\b${from}::`, 'g'), `${to}::`)
      .replace(new RegExp(`(Action::")${from}\\.`, 'g'), `$1${to}.`),
  )
}

const moveProvenance = (desk: Desk, fields: readonly string[], from: string, to: string): void => {
  desk.moved.set(from, to)
  for (const field of fields) desk.moved.set(`${from}.${field}`, `${to}.${field}`)
}

/** `client` and `clients` anywhere become `customer` and `customers`. */
const renameRelations = (desk: Desk, from: string, to: string): readonly string[] => {
  const names = new Map([
    [memberName(nounText(from)), memberName(nounText(to))],
    [collectionName(from), collectionName(to)],
  ])
  const renamed: string[] = []
  for (const entity of desk.charter.entities)
    for (const { name, target } of entity.relations) {
      const next = names.get(name)
      if (target !== to || next === undefined || next === name) continue
      renameMember(desk, { entity: entity.name, name, kind: 'relation' }, next)
      renamed.push(`${entity.name}.${next}`)
    }
  return renamed
}
