import type { AnalysedField } from '../analysis.ts'
import type { Facts } from '../facts/facts.ts'
import type { ReadItem } from '../facts/item.ts'
import { memberName, wordsOf } from '../read/names.ts'
import { readField } from '../read/read-field.ts'
import type { Concept, Concepts } from './concepts.ts'
import type { ReadList } from './read-list.ts'
import { keyColumns, referredBy } from './relations.ts'

/** The fields of one entity: items of its lists that are no things themselves. */
export const fieldsOf = (
  entity: Concept,
  concepts: Concepts,
  lists: readonly ReadList[],
  facts: Facts,
): readonly AnalysedField[] => {
  const fields = new Map<string, AnalysedField>()
  const keys = keyColumns(lists)
  for (const list of lists) {
    if (concepts.of(list.subject) !== entity) continue
    for (const item of list.items) {
      const field = fieldOf(item, entity, concepts, list, keys)
      if (!field) continue
      const known = fields.get(field.name)
      if (!known) fields.set(field.name, field)
      else if (known.enum === null && field.enum !== null)
        fields.set(field.name, { ...known, type: field.type, enum: field.enum, options: field.options })
    }
  }
  refine(fields, entity, concepts, facts)
  return [...fields.values()]
}

const fieldOf = (
  item: ReadItem,
  entity: Concept,
  concepts: Concepts,
  list: ReadList,
  keys: ReadonlyMap<string, string>,
): AnalysedField | null => {
  const { phrase, quote, nested } = item
  if (nested.length > 0) return null
  const other = phrase
    ? /^(?:one|optional|many|each)$/.test(phrase.quantity)
      ? concepts.near(phrase.key)
      : concepts.of(phrase.key)
    : undefined
  if (referredBy(item.bare, list.subject, keys, concepts) !== undefined) return null
  if (phrase && other?.isEntity && phrase.key !== 'name' && !/(?<!any |a )\b(?:number|count) of\b/i.test(item.bare))
    return null
  if (!phrase && !/\b(?:whether|if|yes|or not|y\/n|flag)\b/i.test(item.bare) && item.bare.split(' ').length > 3)
    return null
  if (quote.text.length > 160 || isNoField.test(item.bare)) return null
  const read = readField(quote.text, entity.name)
  if (!read) return null
  const { options } = read
  const type = typeof options.type === 'string' ? options.type : 'text'
  const values = Array.isArray(options.values) ? (options.values as readonly string[]) : null
  return {
    name: read.name,
    aliases: aliasesOf(item.bare, read.name),
    type,
    optional: options.optional === true,
    enum: type === 'enum' ? values : null,
    class: (typeof options.class === 'string' ? options.class : null) as AnalysedField['class'],
    options,
    quoted: true,
    quote: quote.text,
    offset: quote.start,
    confidence: Math.round(Math.min(1, read.confidence * list.weight) * 100) / 100,
  }
}

/** Other orders of the same words: `date of receipt` is the `receipt date`, `length in mm` the `length`, `number of beds` the `beds`. */
const aliasesOf = (bare: string, name: string): readonly string[] => {
  const text = bare
    .toLowerCase()
    .replace(/[^a-z\d -]/g, ' ')
    .replace(/^(?:an?|the|its|their|optional|our|expected) /, '')
    .trim()
  const names = new Set<string>()
  const [, head, of] = /^([\w -]{2,24}?) of (?:the |an? |its |their )?([\w -]{2,30})$/.exec(text) ?? []
  if (head !== undefined && of !== undefined) names.add(memberName(`${of} ${head}`)).add(memberName(text))
  const [, counted] = /^number of ([\w -]{2,30})$/.exec(text) ?? []
  if (counted !== undefined) names.add(memberName(counted))
  const [, measured, unit] = /^([\w -]{2,30}?) (?:in|per|as) ([a-z %]{1,14})$/.exec(text) ?? []
  if (measured !== undefined && unit !== undefined)
    names.add(memberName(measured)).add(memberName(`${measured} ${unit}`))
  const [, described] =
    /^(?:planned|actual|expected|estimated|full|legal|total|current|official|final|main|own|exact|unique|real) ([\w -]{4,30})$/.exec(
      text,
    ) ?? []
  if (described === undefined && wordsOf(text).length <= 5) names.add(memberName(text))
  names.delete(name)
  return [...names].filter((each) => each !== '')
}

const isNoField =
  /^(?:they|it|we|he|she|you|i|there|this|these|that|nobody|nothing|no|not|never|one|two|several|many|some|few|both|all|each|up|so|ask|thx|thanks|please|everything|nothing|more|in|on|at|for|during|under|by|from|to|into|with|of|as|after|before|any|etc|full control|everything|anybody|only)\b(?! (?:name|number|date|total|time|code|line|type))|^(?:list|same|usual|following|rest|them|things?|like|none|other)$| only$/i

/** What is said of a field away from its list. */
const refine = (fields: Map<string, AnalysedField>, entity: Concept, concepts: Concepts, facts: Facts): void => {
  for (const { subject, field, values, quote } of facts.values) {
    const owner = subject === null ? undefined : concepts.of(subject)
    const isHere = owner === entity || field.startsWith(`${entity.key} `)
    const read = readField(
      `${field.startsWith(`${entity.key} `) ? field.slice(entity.key.length + 1) : field} (${values.join(', ')})`,
      entity.name,
    )
    if (!read) continue
    const known = fields.get(read.name)
    if (!isHere && !(known && owner === undefined)) continue
    fields.set(read.name, {
      aliases: [],
      optional: known?.optional ?? false,
      class: known?.class ?? null,
      confidence: 0.9,
      quoted: true,
      quote: quote.text,
      offset: quote.start,
      ...known,
      name: read.name,
      type: 'enum',
      enum: values,
      options: read.options,
    })
  }
}
