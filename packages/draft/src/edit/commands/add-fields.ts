import { type Entity, pluralNoun } from '@charter/charter'
import { withArticle } from '@charter/runtime'
import type { Command } from '../command.ts'
import { type Desk, listed, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import { bare, entityCalled, type Member, membersIn, nounText } from '../find.ts'
import { flowText, type Members } from '../flow-text.ts'
import { isNoName, isPartOfCharter } from '../no-name.ts'
import { collectionName, isPlural, itemsOf, memberName, readField, referenceOf, valuesOf, wordsOf } from '../reading.ts'
import { relate } from '../relations/relate.ts'
import { typedField } from '../typed-field.ts'

const patterns: readonly RegExp[] = [
  /^(?:add|include|introduce|store|record|keep|track|put|we need|create)\s+(?<list>.+)\s+(?:to|on|for|in|with|of)\s+(?<entity>(?:each\s+|every\s+|all\s+|the\s+|an?\s+)*[\w.-]+(?:\s+[\w-]+){0,3})$/i,
  /^(?:add|attach)\s+to\s+(?<entity>(?:each\s+|every\s+|all\s+|the\s+|an?\s+)*[\w-]+(?:\s+[\w-]+)?)\s*[:,]?\s+(?<list>(?:an?\s|the\s|\w).*)$/i,
  /^(?:give|let)\s+(?<entity>(?:each\s+|every\s+|all\s+|the\s+|an?\s+)*[\w-]+(?:\s+[\w-]+)?)\s+(?:have\s+)?(?<list>(?:an?|the|some|several|many|optional|unique)\s.+)$/i,
  /^(?:for|of|about)\s+(?<entity>(?:each\s+|every\s+|all\s+|the\s+)*[\w-]+(?:\s+[\w-]+)?)\s*,?\s+(?:we\s+)?(?:also\s+)?(?:store|record|keep|track|need|want)\s+(?<list>.+)$/i,
  /^(?<entity>(?:each\s+|every\s+|all\s+|the\s+|an?\s+)*[\w-]+(?:\s+[\w-]+){0,2}?)\s+(?:(?:also|now|should|must|shall|may|can|could|might|additionally|to)\s+)*(?:has|have|needs?|gets?|carry|carries|keeps?|stores?|contains?|includes?)\s+(?:also\s+)?(?<list>.+)$/i,
  /^(?:add|include|introduce|we need|store|record)\s+(?<list>.+)$/i,
]

/** `add a phone number to customers`, `customers also have a loyalty level: bronze, silver or gold`. */
export const addFields: Command = {
  example: 'add a phone number to customers',
  run: (clause, desk) => {
    for (const pattern of patterns) {
      const groups = pattern.exec(clause.text)?.groups
      if (groups?.list === undefined) continue
      const list = groups.list.replace(/^also\s+/i, '')
      const entity = entityOf(groups.entity, clause, desk)
      if (entity === null) continue
      const before = severalIn(list, desk)
      if (before) addAll(clause, desk, before.entity, before.list)
      addAll(clause, desk, entity, before?.rest ?? list)
      return true
    }
    return false
  },
}

/** The entity that is named; where none is, what was spoken of, else a question. Null where the noun is no entity. */
const entityOf = (noun: string | undefined, clause: Clause, desk: Desk): Entity | null => {
  if (noun !== undefined) {
    const known = /^(?:it|they|them)$/i.test(noun) ? desk.entity(noun, clause) : desk.entityIfKnown(noun)
    if (known) desk.speakOf(known.name)
    return known ?? (/^add\b.*\bto\b|^give\b/i.test(clause.text) ? desk.entity(noun, clause) : null)
  }
  // `add shelves with a code` is a thing of its own, whatever was spoken of.
  const isThing = /\s(?:with|that has|which has|having)\s/i.test(clause.text)
  const name = desk.topic(clause) ?? (desk.steps.length > 0 && !isThing ? desk.entityName : undefined)
  return name === undefined ? null : desk.entityNamed(name)
}

/** `a VAT number to invoices and a reference`: what goes to another entity first. */
const severalIn = (
  list: string,
  desk: Desk,
): { readonly entity: Entity; readonly list: string; readonly rest: string } | null => {
  const [, first, noun, rest] =
    /^(.+?)\s+(?:to|on|for)\s+([\w ]+?)\s*(?:,\s*(?:and\s+)?|\s+and\s+)(.+)$/i.exec(list) ?? []
  const entity = noun === undefined ? null : desk.entityIfKnown(noun)
  return entity && first !== undefined && rest !== undefined ? { entity, list: first, rest } : null
}

const addAll = (clause: Clause, desk: Desk, entity: Entity, list: string): void => {
  const items = itemsOf(withValues(list))
  const isRequired = /\b(?:required|mandatory|must (?:be given|have)|compulsory)\b/i.test(clause.text)
  const added = items.map((item) => planOf(item, entity, desk))
  const assumed: string[] = []
  const spoken: Member[] = []
  for (const plan of added) {
    if (plan.kind === 'relation') {
      spoken.push(
        relate(desk, { from: entity.name, to: plan.target, isMany: plan.isMany, isOptional: !isRequired }, clause),
      )
      continue
    }
    const isAssumed = !isRequired && plan.options.default === undefined && plan.options.optional !== true
    const options: Members = isAssumed ? { ...plan.options, optional: true } : plan.options
    desk.sheet.set(['entities', entity.name, 'fields', plan.name], options)
    desk.did(clause, `${entity.name}.${plan.name}`, `Added ${plan.name} (${flowText(options)}) to ${entity.name}.`)
    spoken.push({ entity: entity.name, name: plan.name, kind: 'field' })
    if (isAssumed) assumed.push(plan.name)
  }
  desk.speakOf(entity.name, ...spoken)
  const first = assumed[0]
  if (first === undefined) return
  const what = nounText(entity.name)
  desk.ask(
    `${entity.name}.${first}`,
    `Does every ${what} need ${listed(assumed)}? Assumed: no, as rows that there are have none.`,
    [`make ${entity.name}.${first} required`],
  )
}

type Plan =
  | { readonly kind: 'field'; readonly name: string; readonly options: Members }
  | { readonly kind: 'relation'; readonly target: string; readonly isMany: boolean }

const counted =
  /^(?:(?:exactly|only|up to|at most|at least|between|max(?:imum)?|min(?:imum)?|no more than)\s+)*(?:\d+|two|three|four|five|six|seven|eight|nine|ten|dozens?)\s+(?!factor|step|letter|digit|way)[a-z]+s\b/i

/** `a status that can be open, shipped or sent` as one item: `a status (open, shipped, sent)`. */
const withValues = (list: string): string => {
  const { name, said } =
    /^(?<name>[\w -]+?)\s+(?:that|which)\s+(?:can be|may be|must be|is|are)\s+(?:one of\s+|either\s+)?(?<said>.+)$/i.exec(
      list,
    )?.groups ?? {}
  const values = valuesOf(said ?? '')
  return name === undefined || values.length < 2 ? list : `${name} (${values.join(', ')})`
}

/** What can be said instead of asking for a part of a charter as if it were a field. */
const partHint = (item: string, { name, fields }: Entity): string => {
  const noun = nounText(name)
  const field = fields.find(({ type }) => type.kind !== 'uuid')?.name ?? 'number'
  const instead = [
    `"each ${noun} belongs to one …"`,
    `"${pluralNoun(noun)} go from open to closed"`,
    `"the ${nounText(field)} of ${withArticle(noun)} is required"`,
  ]
  return `"${item}" says no name of a field. Say what it is: ${instead.join(', ')}, or "add a field called … to ${noun}".`
}

/** Read before anything is added: a list is added whole or not at all. */
const planOf = (said: string, entity: Entity, desk: Desk): Plan => {
  const item = said
    .replace(/^(?:exactly |only |just )?one (?=[a-z])/i, 'a ')
    .replace(/^(?:an?\s+|the\s+)?([a-z-]+s) list$/i, 'a list of $1')
  const isKnown = (name: string) => desk.charter.entities.some((each) => each.name === name)
  const reference = referenceOf(item, isKnown)
  const [, thing] = /\s(?:who|which|that)\s+(?:is|are)\s+(?:also\s+)?(?:an?\s+)?([\w -]+)$/i.exec(item) ?? []
  const meant = thing === undefined ? null : entityCalled(thing, desk.charter)
  if (meant)
    throw new Unclear(
      `Several of ${meant.name} under a name of their own cannot be said ("${item}"). Say "${withArticle(nounText(entity.name))} has many ${pluralNoun(nounText(meant.name))}".`,
    )
  if (counted.test(item))
    throw new Unclear(`How many there may be cannot be said ("${item}"): say "several", or a field for each.`)
  if (reference && isKnown(reference.target))
    return { kind: 'relation', target: reference.target, isMany: reference.kind === 'many' }
  if (isPartOfCharter(item)) throw new Unclear(partHint(item, entity))
  const isFlag = /\b(?:flag|y\/n|yes\/no)\b/i.test(item)
  const field =
    typedField(item) ??
    readField(
      item
        .replace(
          /^(?:(?:an?|the)\s+)?(?:(?:new|required|mandatory)\s+)*(optional\s+)?(?:field|column)\s+(?:called\s+|named\s+|for\s+)?/i,
          'a $1',
        )
        .replace(/\s+(?:field|column)$/i, ''),
      entity.name,
    )
  if (!field || isNoName(field.name.replace(/^(?:several|many|multiple)/, '')))
    throw new Unclear(`"${item}" names no field. Say it like "add a phone number to ${nounText(entity.name)}".`)
  const taken = [...entity.fields, ...entity.relations].find(({ name }) => name === field.name)
  if (taken)
    throw new Unclear(
      `${entity.name} has ${withArticle(field.name)} already. Change it ("make ${entity.name}.${field.name} optional"), or say another name.`,
    )
  const several = /^(?:several|many|multiple|any number of|a list of)\s+/i.test(item) && !isFlag
  if (!several) return { kind: 'field', name: field.name, options: field.options as Members }
  const words = wordsOf(bare(item.replace(/^(?:several|many|multiple|any number of|a list of)\s+/i, '')))
  const name = isPlural(words.at(-1) ?? '') ? memberName(words.join(' ')) : collectionName(words.join(' '))
  if (membersIn(name, entity).exact.length > 0) throw new Unclear(`${entity.name} has that already.`)
  const sensitive = field.options.class
  return {
    kind: 'field',
    name,
    options: { type: 'array', items: 'text', ...(typeof sensitive === 'string' && { class: sensitive }) },
  }
}
