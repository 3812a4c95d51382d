import { type Charter, type Entity, relatedSet } from '@charter/charter'
import type { Desk } from '../desk.ts'
import { isMembers, type Value } from '../flow-text.ts'
import { linesOf, rolesOn, setLines } from '../lines.ts'
import { type NameChange, renamedInCondition, renamedInPath, renamedInRule } from './mentions.ts'

/** Calls a member otherwise wherever the document speaks of it; its own key is renamed already. `before`: as it was. */
export const renameReferences = (desk: Desk, before: Charter, renaming: NameChange): void => {
  for (const { name } of before.entities) renameInConditions(desk, before, name, renaming)
  renameInEntity(desk, renaming)
  for (const entity of before.entities) renameInSets(desk, before, entity, renaming)
  for (const entity of before.entities)
    for (const relation of entity.relations) renameInRelation(desk, before, [entity.name, relation.name], renaming)
  const { entity, from, to } = renaming
  renameAbout(desk, `${entity}.${from}`, `${entity}.${to}`)
}

const renameInConditions = (desk: Desk, before: Charter, entity: string, renaming: NameChange): void => {
  for (const role of rolesOn(desk, entity)) {
    const lines = linesOf(desk, entity, role)
    const renamed = lines.map((line) =>
      line.when === undefined ? line : { ...line, when: renamedInCondition(line.when, entity, before, renaming) },
    )
    setLines(desk, entity, role, renamed)
  }
}

const renameInEntity = (desk: Desk, { entity, from, to }: NameChange): void => {
  const path = ['entities', entity]
  const name = (text: string) => (text === from ? to : text)
  for (const key of ['key', 'softDelete', 'person']) changeTexts(desk, [...path, key], name)
  const unique = desk.sheet.value([...path, 'unique'])
  if (Array.isArray(unique))
    for (const [at] of unique.entries()) changeTexts(desk, [...path, 'unique', String(at)], name)
  for (const [check, value] of membersAt(desk, [...path, 'checks'])) {
    const at = [...path, 'checks', check, ...(isMembers(value) ? ['rule'] : [])]
    changeTexts(desk, at, (rule) => renamedInRule(rule, from, to))
  }
  const samples = desk.sheet.value([...path, 'samples'])
  if (!Array.isArray(samples)) return
  for (const [at, sample] of samples.entries())
    if (isMembers(sample) && Object.hasOwn(sample, from))
      desk.sheet.renameKey([...path, 'samples', String(at), from], to)
}

const renameInSets = (desk: Desk, before: Charter, entity: Entity, renaming: NameChange): void => {
  for (const { name } of entity.sets ?? []) {
    const path = ['entities', entity.name, 'sets', name]
    const set = relatedSet(before, entity, name)
    changeTexts(desk, [...path, 'of'], (of) => renamedInPath(of, entity.name, before, renaming))
    if (set && 'target' in set && set.target.name === renaming.entity)
      changeTexts(desk, [...path, 'where'], (rule) => renamedInRule(rule, renaming.from, renaming.to))
  }
}

const renameInRelation = (
  desk: Desk,
  before: Charter,
  [entity, relation]: readonly [string, string],
  { entity: owner, from, to }: NameChange,
): void => {
  const path = ['entities', entity, 'relations', relation]
  const known = before.entities.find(({ name }) => name === entity)?.relations.find(({ name }) => name === relation)
  if (!known || desk.sheet.value(path) === undefined) return
  const name = (text: string) => (text === from ? to : text)
  if (entity === owner) changeTexts(desk, [...path, 'by'], name)
  if (known.target === owner) for (const key of ['to', 'inverse']) changeTexts(desk, [...path, key], name)
  if (known.through?.entity === owner)
    for (const key of ['here', 'there']) changeTexts(desk, [...path, 'through', key], name)
}

/** What `questions` are about. */
export const renameAbout = (desk: Desk, from: string, to: string): void => {
  const questions = desk.sheet.value(['questions'])
  if (!Array.isArray(questions)) return
  for (const [at] of questions.entries())
    changeTexts(desk, ['questions', String(at), 'about'], (about) =>
      about === from ? to : about.startsWith(`${from}.`) ? `${to}${about.slice(from.length)}` : about,
    )
}

/** Changes a text, or each text of a list, where it differs. */
export const changeTexts = (desk: Desk, path: readonly string[], change: (text: string) => string): void => {
  const value = desk.sheet.value(path)
  if (typeof value === 'string' && change(value) !== value) desk.sheet.set(path, change(value))
  if (!Array.isArray(value)) return
  const changed = value.map((each: Value) => (typeof each === 'string' ? change(each) : each))
  if (changed.some((each, at) => each !== value[at])) desk.sheet.set(path, changed)
}

export const membersAt = (desk: Desk, path: readonly string[]): readonly (readonly [string, Value])[] => {
  const value = desk.sheet.value(path)
  return isMembers(value) ? Object.entries(value) : []
}
