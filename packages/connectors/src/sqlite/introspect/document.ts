import type { Type } from '@charter/runtime'
import { snakeCase } from '../render/names.ts'
import type { PlannedEntity, PlannedField, PlannedRelation } from './plan.ts'

export interface DocumentOptions {
  readonly name: string
  readonly title: string
  readonly url: string
}

/** The charter document of a plan: YAML, entities in the order of the catalogue. */
export const documentOf = (entities: readonly PlannedEntity[], { name, title, url }: DocumentOptions): string =>
  `# Read from the catalogue of a SQLite file; no row was looked at.
charter: 1
name: ${scalar(name)}
title: ${scalar(title)}
version: 1.0.0
serves: [rest]
sources:
  main: { url: ${scalar(url)} }
access:
  accepts: [jwt]
  # Assumed: one role that may do everything. Every other caller is denied until a rule allows more.
  roles: [owner]
entities:
${entities.map(entityText).join('')}questions:
  - { kind: assumed, about: access, sentence: "The role \`owner\` may do everything and everyone else is denied. Who else may do what?" }
`

const entityText = (entity: PlannedEntity): string => {
  const { name, table, key, fields, relations, unique, isReadOnly } = entity
  const lines = [
    `  ${name}:`,
    table.name === snakeCase(name) ? '' : `    table: ${scalar(table.name)}`,
    key.length > 0 ? `    key: ${key.length === 1 ? key[0] : list(key)}` : '',
    isReadOnly ? '    readOnly: true' : '',
    '    fields:',
    ...fields.map((field) => `      ${field.name}: ${fieldText(field)}`),
    relations.length > 0 ? '    relations:' : '',
    ...relations.map((relation) => `      ${relation.name}: ${relationText(relation)}`),
    unique.length > 0 ? `    unique: [${unique.map(list).join(', ')}]` : '',
    `    allow: { owner: { do: ${list(actionsOf(entity))} } }`,
  ]
  return `${lines.filter((line) => line !== '').join('\n')}\n`
}

const actionsOf = ({ key, isReadOnly }: PlannedEntity): readonly string[] => {
  if (key.length === 0) return ['list']
  return isReadOnly ? ['read', 'list', 'audit'] : ['create', 'read', 'update', 'delete', 'list', 'audit']
}

const fieldText = (field: PlannedField): string => {
  const parts = [
    ...typeParts(field.type),
    field.isOptional ? 'optional: true' : '',
    field.isUnique ? 'unique: true' : '',
    field.isReadOnly ? 'readOnly: true' : '',
    field.default === undefined ? '' : `default: ${field.default}`,
    field.column === field.name ? '' : `column: ${scalar(field.column)}`,
    field.columnType === undefined ? '' : `columnType: ${scalar(field.columnType)}`,
  ].filter((part) => part !== '')
  return parts.length === 1 ? (parts[0]?.replace('type: ', '') ?? '') : `{ ${parts.join(', ')} }`
}

const typeParts = (type: Type): readonly string[] => {
  const parts = [`type: ${type.kind}`]
  if (type.kind === 'enum') parts.push(`values: ${list(type.values)}`)
  if (type.kind === 'text' && (type.lengthMin !== undefined || type.lengthMax !== undefined))
    parts.push(`length: ${type.lengthMin ?? ''}..${type.lengthMax ?? ''}`)
  if (type.kind === 'int32' || type.kind === 'int64' || type.kind === 'float64') {
    if (type.min !== undefined) parts.push(`min: ${type.min}`)
    if (type.max !== undefined) parts.push(`max: ${type.max}`)
  }
  return parts
}

const relationText = ({ kind, target, by, inverse, through }: PlannedRelation): string => {
  const parts = [
    `${kind}: ${target}`,
    by ? `by: ${by.length === 1 ? by[0] : list(by)}` : '',
    inverse ? `inverse: ${inverse}` : '',
    through ? `through: { entity: ${through.entity}, here: ${through.here}, there: ${through.there} }` : '',
  ]
  return `{ ${parts.filter((part) => part !== '').join(', ')} }`
}

const list = (values: readonly string[]): string => `[${values.map(scalar).join(', ')}]`

const plainWord = /^[A-Za-z][A-Za-z0-9_-]*$/
/** Words that YAML 1.1 or 1.2 reads as something else than text. */
const reserved = /^(?:true|false|null|yes|no|on|off|y|n)$/i

/** A text as YAML reads it back: plain where it is a word, else in double quotes, where JSON's escapes are YAML's. */
const scalar = (text: string): string =>
  plainWord.test(text) && !reserved.test(text)
    ? text
    : JSON.stringify(text).replace(
        /[\u007f-\u009f\u2028\u2029\ufeff]/g,
        (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
