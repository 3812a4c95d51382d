import { type Charter, type Entity, type Field, isSealed, resolved } from '@charter/charter'
import { hasIndex } from './protect.ts'

/**
 * Fields of an entity that rules compare with something known before a row is looked at (`resource.ward == principal.ward`,
 * `principal.wards.contains(resource.ward)`): who may see a few rows only shall not have all of them looked at. A rule that a
 * relation reaches (`resource.patient.ward`) is asked by the other entity's key and needs none.
 */
export const ruleColumnsOf = (charter: Charter, entity: Entity): readonly string[] => {
  const texts = [
    ...entity.allow.map(({ when }) => when ?? ''),
    ...charter.policies.map(({ text }) => text).filter((text) => speaksOf(text, entity)),
  ]
  const named = new Set(
    texts.flatMap((text) => [...text.matchAll(equality)].map((found) => found[1] ?? found[2] ?? found[3])),
  )
  return entity.fields.filter((field) => named.has(field.name) && isShort(charter, field)).map(({ name }) => name)
}

/** A field on either side of `==`, before `in`, or asked of a set. */
const path = String.raw`\bresource\.(\w+)`
const equality = new RegExp(String.raw`${path}\s*(?:==|in\b)|==\s*${path}(?![.(])|\.contains\(\s*${path}\s*\)`, 'g')

/** A policy without an entity speaks of all; what forbids takes rows away from those that were found. */
const speaksOf = (text: string, { name }: Entity): boolean =>
  /\bpermit\b/.test(text) &&
  (!/\bresource\s+is\b/.test(text) || new RegExp(String.raw`\bresource\s+is\s+(?:\w+::)*${name}\b`).test(text))

/** PostgreSQL refuses a row whose part of an index is longer than a third of a page. */
const lengthMax = 255

const isShort = (charter: Charter, field: Field): boolean => {
  if (isSealed(field)) return hasIndex(field)
  const type = resolved(charter, field.type)
  if (type.kind === 'text') return type.lengthMax !== undefined && type.lengthMax <= lengthMax
  return ['enum', 'uuid', 'int32', 'int64', 'boolean', 'date', 'instant', 'dateTime', 'decimal'].includes(type.kind)
}
