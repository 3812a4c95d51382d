import { isModal } from './language/denials.ts'
import { hasFunctionWord } from './language/function-words.ts'
import type { OutlineEntity } from './outline.ts'
import { memberName, slug, wordsOf } from './read/names.ts'

/** Longest name a charter takes, less what relations and lists put behind it. */
const nameMax = 50

/** A name for a field that is free, or null where it is the key's or taken. */
export const freeFieldName = (entity: OutlineEntity, wanted: string): string | null => {
  const name = clipped(wanted)
  return name === '' || name === 'id' || isTaken(entity, name) ? null : name
}

/** A name for a relation whose own name and implied field (`patientId`) are free; fields give way to it. */
export const freeRelationName = (entity: OutlineEntity, wanted: string, hasField: boolean): string | null => {
  const base = clipped(wanted)
  if (base === '') return null
  const candidates = [base, `${base}Reference`, ...[2, 3, 4, 5].map((number) => `${base}${number}`)]
  return (
    candidates.find((name) => {
      const implied = new Set(impliedFields(entity))
      const isOwn = [...entity.relations.keys()].some((other) => isSame(other, name) || isSame(other, `${name}Id`))
      const isKey = name === 'id' || [...implied].some((other) => isSame(other, name))
      return !isOwn && !isKey && !(hasField && [...implied].some((other) => isSame(other, `${name}Id`)))
    }) ?? null
  )
}

/** Takes away fields that a relation of this name stands for. */
export const giveWay = (entity: OutlineEntity, relation: string): readonly string[] => {
  const gone = [...entity.fields.keys()].filter((field) => isSame(field, relation) || isSame(field, `${relation}Id`))
  for (const field of gone) entity.fields.delete(field)
  return gone
}

/** `cancelOrder`, within what a name may be. */
export const operationName = (wanted: string): string => memberName(wordsOf(wanted).join(' ')).slice(0, 64)

/** A role as the charter spells it: `district-nurse`. Empty where it is half a sentence: `staff must`, `anyone but managers`. */
export const roleName = (name: string): string => {
  if (isModal(wordsOf(name).at(-1) ?? '') || hasFunctionWord(name)) return ''
  const found = slug(name)
  return found === '' || /^[a-z]/.test(found) ? found : `role-${found}`
}

/** Names that differ in case alone are one name to some databases. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

const isTaken = (entity: OutlineEntity, name: string): boolean =>
  [...entity.fields.keys(), ...entity.relations.keys(), ...impliedFields(entity)].some((other) => isSame(other, name))

const impliedFields = ({ relations }: OutlineEntity): readonly string[] =>
  [...relations].flatMap(([name, { one }]) => (one === undefined ? [] : [`${name}Id`]))

const clipped = (name: string): string => {
  const found = memberName(wordsOf(name).join(' ')).slice(0, nameMax)
  return /^[a-z]/.test(found) ? found : ''
}
