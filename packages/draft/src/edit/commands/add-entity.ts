import { withArticle } from '@charter/runtime'
import type { Command } from '../command.ts'
import { type Desk, listed, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import { bare, entitiesFor, membersFor, nounText, rolesFor } from '../find.ts'
import { flowText } from '../flow-text.ts'
import { isNoName, isPartOfCharter } from '../no-name.ts'
import { entityName, isPlural, itemsOf, readField, referenceOf, wordsOf } from '../reading.ts'
import { relate } from '../relations/relate.ts'
import { askWho, ownerIn, ownerLine } from '../who.ts'

const kind = '(?:entity|table|thing|resource|type|object|record type)'
const withList =
  '(?:\\s*[,:]?\\s*(?:with|that (?:has|have|hold|holds)|which (?:has|have)|who (?:has|have)|having|has|have|:|containing)\\s+(?<list>.+))'
const patterns: readonly RegExp[] = [
  new RegExp(
    `^(?:add|create|introduce|make|include|we (?:also )?need|there (?:is|are))\\s+(?:also\\s+)?(?:an?\\s+|the\\s+)?(?:new\\s+)?${kind}\\s+(?:for\\s+|of\\s+|called\\s+|named\\s+)?(?<name>.+?)${withList}?$`,
    'i',
  ),
  new RegExp(
    `^(?:add|create|introduce|include|we (?:also )?need|there (?:is|are))\\s+(?:also\\s+)?(?:an?\\s+|the\\s+)?(?:new\\s+)?(?<name>[\\w-]+(?:\\s+[\\w-]+){0,2}?)(?:\\s+${kind})?${withList}$`,
    'i',
  ),
  new RegExp(
    `^(?:add|create|introduce|include|we (?:also )?need|there are)\\s+(?:also\\s+)?(?:new\\s+)?(?<name>[\\w-]+(?:\\s+[\\w-]+){0,2}?)(?:\\s+${kind})?$`,
    'i',
  ),
  /^(?:an?\s+|each\s+|every\s+)?(?<name>[\w-]+(?:\s+[\w-]+)?)\s+(?:has|have)\s+(?<list>.+)$/i,
]

/** `add suppliers with a name, an email and many products`. */
export const addEntity: Command = {
  example: 'add suppliers with a name, an email and many products',
  run: (clause, desk) => {
    for (const [at, pattern] of patterns.entries()) {
      const groups = pattern.exec(clause.text)?.groups
      const noun = bare(groups?.name ?? '')
      const isSaid = at === 0
      if (noun === '' || isNoName(noun) || isPartOfCharter(groups?.name ?? '')) continue
      if (/\brole\b|\boperation\b|\bfield\b/i.test(groups?.name ?? '')) continue
      if (!isSaid && !isEntityLike(noun, at === 1 || at === 3, desk)) continue
      if (at === 3 && isMemberOrRole(noun, desk)) continue
      add(clause, desk, noun, groups?.list)
      return true
    }
    return false
  },
}

/** A list of fields or a plural says that it is a thing of its own; a noun that is known is none. */
const isEntityLike = (noun: string, hasList: boolean, desk: Desk): boolean =>
  entitiesFor(noun, desk.charter).found.length === 0 && (hasList || isPlural(wordsOf(noun).at(-1) ?? ''))

/** `the total has …`, `clerks have …`: what is said of a field or a role makes no thing of it. */
const isMemberOrRole = (noun: string, desk: Desk): boolean =>
  membersFor(noun, desk.charter).found.length > 0 || rolesFor(noun, desk.charter).found.length > 0

const add = (clause: Clause, desk: Desk, noun: string, list: string | undefined): void => {
  const name = entityName(noun)
  const { near } = entitiesFor(noun, desk.charter)
  if (name === '') throw new Unclear(`"${noun}" is no name for an entity.`)
  if (desk.charter.entities.some((entity) => entity.name === name))
    throw new Unclear(`There is an entity ${name} already. Say "add … to ${nounText(name)}" for more fields.`)
  if (near !== undefined && /\b(?:has|have)\b/.test(clause.text) && !/^(?:add|create)/i.test(clause.text))
    throw new Unclear(`There is no entity "${noun}". Did you mean ${near}?`, {
      about: near,
      sentence: `There is no entity "${noun}". Did you mean ${near}?`,
      choices: [clause.text.replace(noun, near), `add an entity ${noun}`],
    })
  const items = list === undefined ? [] : itemsOf(list)
  const isKnown = (target: string) => desk.charter.entities.some((entity) => entity.name === target)
  const references = items.flatMap((item) => {
    const reference = referenceOf(item, isKnown)
    return reference && isKnown(reference.target) ? [{ item, ...reference }] : []
  })
  const fields = items
    .filter((item) => !references.some((each) => each.item === item))
    .map((item) => ({ item, read: readField(item, name) }))
  const unread = fields.find(({ item, read }) => read === null || isPartOfCharter(item) || isNoName(read.name))
  if (unread) throw new Unclear(`"${unread.item}" names no field.`)
  const written = fields.flatMap(({ read }) => (read ? [`${read.name}: ${flowText(read.options as never)}`] : []))
  const isNameAssumed = written.length === 0
  const owner = ownerIn(desk)
  desk.sheet.addEntity(name, [
    '  key: id',
    '  fields:',
    '    id: { type: uuid, default: generated }',
    ...(isNameAssumed ? ['name: { type: text, length: 1..120 }'] : written).map((line) => `    ${line}`),
    ...(owner === undefined ? [] : ['  allow:', `    ${ownerLine(desk, owner)}`]),
  ])
  desk.speakOf(name)
  desk.did(
    clause,
    name,
    `Added the entity ${name} with ${listed(fields.map(({ read }) => read?.name ?? '').concat(isNameAssumed ? ['name'] : []))}.`,
  )
  for (const { target, kind: cardinality, isOptional } of references)
    relate(
      desk,
      { from: name, to: target, isMany: cardinality === 'many', isOptional: isOptional || cardinality === 'many' },
      clause,
    )
  if (isNameAssumed) desk.ask(name, `What does ${withArticle(nounText(name))} have? Assumed: a name.`, [])
  askWho(desk, name, owner)
}
