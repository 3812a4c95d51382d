import { pluralNoun } from '@charter/charter'
import { withArticle } from '@charter/runtime'
import type { Command } from '../command.ts'
import { type Desk, listed, pathOf, Unclear } from '../desk.ts'
import type { Clause } from '../edit.ts'
import { bare, type Member, nounText } from '../find.ts'
import { flowText, isMembers, type Members, type Value } from '../flow-text.ts'
import { optionsOf } from '../options.ts'
import { entityName, memberName, readField } from '../reading.ts'
import { memberUses, removeMember } from '../remove-member.ts'
import { renameEntity } from '../renames/rename-entity.ts'

const pattern =
  /^(?:split|divide|break|separate)(?:\s+up)?\s+(?<from>.+?)\s+(?:up\s+)?in(?:to)?\s+(?<parts>.+?)(?:\s+(?:on|in|of|for)\s+(?<on>.+))?$/i

/** `split Person into Customer and Employee`, `split name into first name and last name`. */
export const split: Command = {
  example: 'split name into first name and last name',
  run: (clause, desk) => {
    const groups = pattern.exec(clause.text)?.groups
    if (groups?.from === undefined || groups.parts === undefined) return false
    const said = groups.parts.split(/\s*,\s*(?:and\s+)?|\s+and\s+(?:an?\s+)?/i).map(bare)
    const isOfName = / name$/i.test(said.at(-1) ?? '')
    // `first and last name`.
    const parts = said.map((part) =>
      isOfName && /^(?:first|middle|last|given|family)$/i.test(part) ? `${part} name` : part,
    )
    if (parts.length < 2) throw new Unclear(`Into what and what? Say it like "${split.example}".`)
    const entity = groups.on === undefined ? desk.entityIfKnown(groups.from) : null
    if (entity) splitEntity(clause, desk, entity.name, parts.map(entityName))
    else
      splitField(
        clause,
        desk,
        desk.memberOf(groups.on === undefined ? groups.from : `${groups.from} of ${groups.on}`, clause),
        parts,
      )
    return true
  },
}

/** The first part keeps rows, relations and rights; the others begin with the same fields and rights, and no rows. */
const splitEntity = (clause: Clause, desk: Desk, from: string, [first = '', ...others]: readonly string[]): void => {
  for (const name of [first, ...others])
    if (name === '' || (name !== from && desk.charter.entities.some((each) => each.name === name)))
      throw new Unclear(`There is ${withArticle(name)} already. Say another name.`)
  if (first !== from) renameEntity(desk, from, first)
  const whole = desk.sheet.value(['entities', first])
  if (!isMembers(whole)) throw new Unclear(`${first} cannot be copied.`)
  for (const name of others) desk.sheet.addEntity(name, copyOf(whole))
  for (const name of [first, ...others])
    desk.did(
      clause,
      name,
      name === first
        ? `${from} is ${first} now, with its rows.`
        : `Added the entity ${name} with the fields, references and rights of ${first}.`,
    )
  desk.speakOf()
  const referring = desk.charter.entities.flatMap(({ name, relations }) =>
    relations
      .filter(({ target, kind }) => target === first && kind === 'one' && name !== first)
      .map((each) => `${name}.${each.name}`),
  )
  const all = [first, ...others]
  desk.ask(
    first,
    `Which rows of ${from} become what? Assumed: all become ${first}${referring.length > 0 ? `, and ${listed(referring)} refer${referring.length > 1 ? '' : 's'} to it` : ''}.`,
    others.map((name) => `split ${from} into ${[name, ...all.filter((each) => each !== name)].join(' and ')}`),
  )
}

const copied = ['description', 'key', 'fields', 'relations', 'unique', 'checks', 'allow']

const copyOf = (whole: Members): readonly string[] => {
  const lines: string[] = []
  for (const section of copied) {
    const value = section === 'relations' ? onlyReferences(whole.relations) : whole[section]
    if (value === undefined || (isMembers(value) && Object.keys(value).length === 0)) continue
    if (!isMembers(value)) lines.push(`  ${section}: ${flowText(value)}`)
    else
      lines.push(
        `  ${section}:`,
        ...Object.entries(value).map(([name, each]) => `    ${name}: ${flowText(withoutWas(each))}`),
      )
  }
  return lines
}

const onlyReferences = (relations: Value | undefined): Value | undefined =>
  isMembers(relations)
    ? Object.fromEntries(Object.entries(relations).filter(([, value]) => isMembers(value) && value.one !== undefined))
    : undefined

const withoutWas = (value: Value): Value => {
  if (!isMembers(value)) return value
  const { was: _, ...rest } = value
  return rest
}

const splitField = (clause: Clause, desk: Desk, field: Member, parts: readonly string[]): void => {
  if (field.kind === 'relation')
    throw new Unclear(`${pathOf(field)} is a relation; only a field or an entity can be split.`)
  const uses = memberUses(desk, field)
  if (uses.length > 0) throw new Unclear(`${pathOf(field)} cannot be split: ${uses.join('; ')}. Change that first.`)
  const before = optionsOf(desk, field)
  const names = parts.map((part) => ({ name: memberName(part), options: partOptions(part, field.entity, before) }))
  const { fields } = desk.entityNamed(field.entity)
  const taken = names.find(({ name }) => name !== field.name && fields.some((each) => each.name === name))
  if (taken) throw new Unclear(`${field.entity} has ${withArticle(taken.name)} already.`)
  for (const { name, options } of names) {
    if (name !== field.name) desk.sheet.set(['entities', field.entity, 'fields', name], options)
    desk.did(clause, `${field.entity}.${name}`, `Added ${name} (${flowText(options)}) to ${field.entity}.`)
  }
  if (!names.some(({ name }) => name === field.name)) removeMember(desk, field)
  desk.did(clause, pathOf(field), `Split ${pathOf(field)} into ${listed(names.map(({ name }) => name))}; it is gone.`)
  desk.speakOf(field.entity, ...names.map(({ name }): Member => ({ entity: field.entity, name, kind: 'field' })))
  desk.provenance.delete(pathOf(field))
  desk.ask(
    pathOf(field),
    `What becomes of the ${pluralNoun(nounText(field.name))} that there are? Assumed: they go with the field, and the parts begin empty.`,
    [`keep ${pathOf(field)} as an optional field`],
  )
}

/** A part is what its name says, else what the whole was; parts of rows that there are begin empty. */
const partOptions = (part: string, entity: string, before: Members): Members => {
  const { unique: _, default: __, was: ___, ...whole } = before
  const read = readField(part, entity)?.options as Members | undefined
  const isSame = read === undefined || read.type === whole.type
  return { ...(isSame ? whole : { ...read, ...(whole.class !== undefined && { class: whole.class }) }), optional: true }
}
