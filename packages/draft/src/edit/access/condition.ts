import { type Entity, kebabOf } from '@charter/charter'
import type { Options } from '../../options.ts'
import { emptyOutline, entityIn, type Outline } from '../../outline.ts'
import { type Desk, listed, Unclear } from '../desk.ts'
import { membersIn } from '../find.ts'
import { isMembers, type Value } from '../flow-text.ts'
import { textsIn } from '../lines.ts'
import { optionsOf } from '../options.ts'
import { conditionOf } from '../reading.ts'
import { membersAt } from '../renames/references.ts'

/** An object of a right, without what limits it, and the limit as words. */
export interface Limited {
  readonly object: string
  readonly limit: string | null
}

const own =
  /^(?:all\s+(?:of\s+)?)?(?:only\s+)?(?<limit>(?:their|his or her|his|her|its|my|one's) own\s+)(?<object>.+)$/i
const tails: readonly RegExp[] = [
  /^(?<object>.+?)\s+(?<limit>(?:that\s+are\s+|which\s+are\s+)?(?:assigned to|created by|made by|belonging to|owned by)\s+(?:them|him|her|themselves|him or her))$/i,
  /^(?<object>.+?)\s+(?<limit>(?:of|in|on|for|from|at|with)\s+(?:their|his|her|his or her|the same|my)\s+.+)$/i,
  /^(?<object>.+?)\s+(?<limit>(?:when|if|while|as long as|whose|where|with|that are|which are|that is|until|unless)\s+.+)$/i,
]

export const limitIn = (text: string): Limited => {
  const groups =
    own.exec(text)?.groups ?? tails.map((tail) => tail.exec(text)?.groups).find((each) => each !== undefined)
  return groups?.object === undefined
    ? { object: text, limit: null }
    : { object: groups.object, limit: groups.limit ?? null }
}

/** The Cedar condition of a limit on rows of an entity, with the fields and claims that it needs put in place. Throws Unclear. */
export const conditionFor = (desk: Desk, entity: Entity, role: string, { object, limit }: Limited): string => {
  const said = limit ?? ''
  const value = valueCondition(desk, entity, said)
  if (value !== null) return value
  const outline = outlineOf(desk)
  const before = snapshot(outline)
  const phrase = /own\s*$/i.test(said)
    ? `only ${said.trim()} ${object}`
    : /(?:to|by) (?:them|him|her)/i.test(said)
      ? 'only their own'
      : said
  const condition = conditionOf(phrase, entityIn(outline, entity.name), role, outline)
  if (condition === undefined)
    throw new Unclear(
      `"${said}" is no limit that can be decided from a row. Say "their own ${object}", "in their ward" or "when status is draft".`,
    )
  if (!/\b(?:created|made) by\b/i.test(said)) refuseNewField(desk, outline, { object, role })
  applyOutline(desk, outline, before)
  return condition
}

/** `when status is draft`, `that are not paid`, `whose state is new`. */
const valueCondition = (desk: Desk, entity: Entity, said: string): string | null => {
  const [, word = '', rest] =
    /^(when|if|while|as long as|whose|where|with|that are|which are|that is|until|unless)\s+(.+)$/i.exec(said.trim()) ??
    []
  if (rest === undefined) return null
  const isReversed = /^(?:until|unless)$/i.test(word)
  const [, subject = '', not, value = rest] =
    /^(?:(?:the\s+|its\s+)?(.+?)\s+)?(?:is|are|equals|=)\s+(?:still\s+)?(not\s+|no longer\s+)?(.+)$/i.exec(rest) ?? [
      undefined,
      '',
      /^not\s/i.exec(rest)?.[0],
      rest.replace(/^not\s+/i, ''),
    ]
  const fields = entity.fields.filter(({ type }) => type.kind === 'enum' || type.kind === 'boolean')
  const named = /^(?:it|they|this)?$/i.test(subject.trim())
    ? fields
    : fields.filter(({ name }) => membersIn(subject, entity).exact.some((each) => each.name === name))
  const wanted = value.replace(/["']/g, '').trim().toLowerCase()
  const found = named.flatMap((field) => {
    const values = textsIn(optionsOf(desk, { entity: entity.name, name: field.name, kind: 'field' }).values)
    const known = values.find((each) => each.toLowerCase() === wanted)
    if (known !== undefined)
      return [`resource.${field.name} ${(not === undefined) === isReversed ? '!=' : '=='} "${known}"`]
    const isFlag =
      field.type.kind === 'boolean' &&
      (kebabOf(field.name).replace(/^is-/, '') === wanted || /^(?:true|false)$/.test(wanted))
    return isFlag
      ? [`resource.${field.name} == ${String((not === undefined) !== isReversed && wanted !== 'false')}`]
      : []
  })
  if (found.length === 1 && found[0] !== undefined) return found[0]
  if (found.length > 1) throw new Unclear(`"${said}" could be ${listed(found, 'or')}. Say which field.`)
  throw new Unclear(
    `"${said}" names no value of ${entity.name}. ${fields.length > 0 ? `It has ${listed(fields.map(({ name }) => name))}.` : 'It has no closed list of values.'}`,
  )
}

/** The charter as drafts see one, so that conditions are found the same way. */
const outlineOf = (desk: Desk): Outline => {
  const outline = emptyOutline()
  for (const { name } of desk.charter.entities) {
    const entity = entityIn(outline, name)
    // Members of a document that was read: maps of plain values.
    for (const part of ['fields', 'relations'] as const)
      for (const [member, value] of membersAt(desk, ['entities', name, part]))
        entity[part].set(member, (isMembers(value) ? value : { type: value }) as Options)
  }
  for (const [name, value] of membersAt(desk, ['access', 'principal']))
    outline.principal.set(name, (isMembers(value) ? value : { type: value }) as Options)
  for (const role of desk.charter.access.roles) outline.roles.add(role)
  return outline
}

const snapshot = (outline: Outline): ReadonlySet<unknown> =>
  new Set(
    [...outline.entities.values()].flatMap(({ fields, relations }) => [...fields.values(), ...relations.values()]),
  )

/** Whose a row is, where nothing of it says so: a field for that is added only where the words say who made it. */
const refuseNewField = (
  desk: Desk,
  outline: Outline,
  { object, role }: { readonly object: string; readonly role: string },
): void => {
  const isNew = [...outline.entities.values()].some(({ name, fields }) =>
    [...fields.keys()].some((field) => desk.sheet.value(['entities', name, 'fields', field]) === undefined),
  )
  if (!isNew) return
  const sentence = `Nothing says whose ${object} are. Is it whoever created them?`
  throw new Unclear(sentence, {
    about: 'access.principal',
    sentence,
    choices: [`${role} may only see ${object} created by them`],
  })
}

/** Writes what the condition needs and was not there. */
const applyOutline = (desk: Desk, outline: Outline, before: ReadonlySet<unknown>): void => {
  // Options are plain data, as values of a document are.
  for (const { name, fields, relations } of outline.entities.values())
    for (const [part, members] of [
      ['fields', fields],
      ['relations', relations],
    ] as const)
      for (const [member, options] of members)
        if (!before.has(options)) writeNeeded(desk, ['entities', name, part, member], options as Value)
  const known = membersAt(desk, ['access', 'principal']).map(([name]) => name)
  for (const [name, options] of outline.principal)
    if (!known.includes(name)) desk.sheet.set(['access', 'principal', name], options as Value)
  for (const { about, sentence, choices: _ } of outline.questions) desk.ask(about, sentence, [])
}

const writeNeeded = (desk: Desk, path: readonly string[], options: Value): void => {
  const before = desk.sheet.value(path)
  if (JSON.stringify(before) === JSON.stringify(options)) return
  const isMade = isMembers(before) && isMembers(options) && Object.keys(options).length < Object.keys(before).length
  if (isMade) desk.sheet.remove([...path, 'optional'])
  else if (before === undefined) desk.sheet.set(path, options)
}
