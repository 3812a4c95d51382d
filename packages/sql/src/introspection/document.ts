import type { PlannedEntity, PlannedField, PlannedRelation } from './plan.ts'
import { typeParts } from './type-text.ts'
import { list, oneOrList, scalar } from './yaml.ts'

export interface DocumentOptions {
  readonly name: string
  readonly title: string
  /** What it was read from, for the first line: `a SQLite file`. */
  readonly from: string
  /** What was looked at of its rows, after a comma; absent: nothing. */
  readonly seen?: string
  /** YAML text of the source: `{ url: "file:clinic.db" }`. */
  readonly source: string
}

/** The charter document of a plan: YAML, entities in the order given, one role that may do everything. */
export const documentOf = (
  entities: readonly PlannedEntity[],
  { name, title, from, seen, source }: DocumentOptions,
): string =>
  `# Read from the catalogue of ${from}${seen ?? '; no row was looked at'}.
charter: 1
name: ${scalar(name)}
title: ${scalar(title)}
version: 1.0.0
serves: [rest]
sources:
  main: ${source}
access:
  accepts: [jwt]
  # Assumed: one role that may do everything. Every other caller is denied until a rule allows more.
  roles: [owner]
entities:${entities.length === 0 ? ' {}' : ''}
${entities.map(entityText).join('')}questions:
  - { kind: assumed, about: access, sentence: "The role \`owner\` may do everything and everyone else is denied. Who else may do what?" }
`

const entityText = (entity: PlannedEntity): string => {
  const { name, binding, key, fields, relations, unique, checks = [] } = entity
  const lines = [
    `  ${scalar(name)}:`,
    entity.description === undefined ? '' : `    description: ${scalar(entity.description)}`,
    binding?.schema === undefined ? '' : `    schema: ${scalar(binding.schema)}`,
    binding === undefined ? '' : `    table: ${scalar(binding.table)}`,
    entity.plural === undefined ? '' : `    plural: ${scalar(entity.plural)}`,
    key.length > 0 ? `    key: ${oneOrList(key)}` : '',
    entity.isReadOnly ? '    readOnly: true' : '',
    '    fields:',
    ...fields.map((field) => `      ${scalar(field.name)}: ${fieldText(field)}`),
    relations.length > 0 ? '    relations:' : '',
    ...relations.map((relation) => `      ${scalar(relation.name)}: ${relationText(relation)}`),
    unique.length > 0 ? `    unique: [${unique.map(list).join(', ')}]` : '',
    checks.length > 0 ? '    checks:' : '',
    ...checks.map((check) => `      ${scalar(check.name)}: ${scalar(check.rule)}`),
    `    allow: { owner: { do: ${list(actionsOf(entity))} } }`,
  ]
  return `${lines.filter((line) => line !== '').join('\n')}\n`
}

const actionsOf = ({ key, isReadOnly, writes = ['create', 'update', 'delete'] }: PlannedEntity): readonly string[] => {
  if (key.length === 0) return ['list']
  if (isReadOnly) return ['read', 'list', 'audit']
  const inOrder = ['create', 'read', 'update', 'delete', 'list', 'audit'] as const
  return inOrder.filter(
    (action) => action === 'read' || action === 'list' || action === 'audit' || writes.includes(action),
  )
}

const fieldText = (field: PlannedField): string => {
  const parts = [
    ...typeParts(field.type),
    field.isOptional ? 'optional: true' : '',
    field.isUnique ? 'unique: true' : '',
    field.isReadOnly ? 'readOnly: true' : '',
    field.isImmutable ? 'immutable: true' : '',
    field.default === undefined ? '' : `default: ${field.default}`,
    field.column === field.name ? '' : `column: ${scalar(field.column)}`,
    field.columnType === undefined ? '' : `columnType: ${scalar(field.columnType)}`,
    field.description === undefined ? '' : `description: ${scalar(field.description)}`,
  ].filter((part) => part !== '')
  return parts.length === 1 ? (parts[0]?.replace('type: ', '') ?? '') : `{ ${parts.join(', ')} }`
}

const relationText = ({ kind, target, by, to, inverse, through }: PlannedRelation): string => {
  const parts = [
    `${kind}: ${scalar(target)}`,
    by ? `by: ${oneOrList(by)}` : '',
    to ? `to: ${oneOrList(to)}` : '',
    inverse ? `inverse: ${scalar(inverse)}` : '',
    through
      ? `through: { entity: ${scalar(through.entity)}, here: ${scalar(through.here)}, there: ${scalar(through.there)} }`
      : '',
  ]
  return `{ ${parts.filter((part) => part !== '').join(', ')} }`
}
