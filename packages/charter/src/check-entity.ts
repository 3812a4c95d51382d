import { type Json, readingAt, readValue, type Type } from '@charter/runtime'
import type { Charter, Entity, Field } from './charter.ts'
import type { CharterCheck, CharterReporter } from './charter-check.ts'
import { atEntity, atField } from './check-names.ts'
import { isKeyType } from './key-type.ts'
import { readCheck } from './read-check.ts'
import { isOpen } from './read-default.ts'
import { resolved } from './resolved.ts'

/** What an entity says of itself: keys, uniqueness, rules, fields, its source. */
export const checkEntity: CharterCheck = (charter, reporter) => {
  for (const entity of charter.entities) {
    for (const part of parts) part(entity, reporter, charter)
    for (const field of entity.fields) {
      checkField(entity, field, reporter)
      checkDefault(entity, field, charter, reporter)
    }
  }
}

type EntityCheck = (entity: Entity, reporter: CharterReporter, charter: Charter) => void

const checkKey: EntityCheck = (entity, { report }) => {
  if (entity.key.length === 0 && !entity.isReadOnly) report('no-key', atEntity(entity), { entity: entity.name })
  const known = entity.fields.map((field) => field.name)
  for (const name of entity.key) {
    const field = entity.fields.find((each) => each.name === name)
    const at = { ...atEntity(entity), path: `entities.${entity.name}.key` }
    if (!field) report('unknown-field', at, { name, entity: entity.name, known })
    else if (field.isOptional) report('bad-key', atField(entity, field), { field: name, why: 'it is optional' })
    else if (field.reveal !== undefined)
      report('bad-key', atField(entity, field), { field: name, why: 'it is hidden, and every row is found by its key' })
    else if (!isKeyType(field.type))
      report('bad-key', atField(entity, field), { field: name, why: `a ${field.type.kind} does not identify a row` })
  }
}

const checkUnique: EntityCheck = (entity, { report }) => {
  const known = entity.fields.map((field) => field.name)
  for (const { fields } of entity.unique)
    for (const name of fields)
      if (!known.includes(name))
        report(
          'unknown-field',
          { ...atEntity(entity), path: `entities.${entity.name}.unique` },
          { name, entity: entity.name, known },
        )
}

const checkRules: EntityCheck = (entity, { report }, charter) => {
  for (const { name, text, place } of entity.checks) {
    const read = readCheck(charter, entity, text)
    if ('error' in read)
      report('bad-check', { place, path: `entities.${entity.name}.checks.${name}` }, { text, why: read.error })
  }
}

const checkSource: EntityCheck = (entity, { report }, charter) => {
  const known = charter.sources.map((source) => source.name)
  if (!known.includes(entity.source)) report('unknown-source', atEntity(entity), { name: entity.source, known })
}

const checkSoftDelete: EntityCheck = (entity, { report }) => {
  if (entity.softDelete === undefined) return
  const field = entity.fields.find((each) => each.name === entity.softDelete)
  if (field?.type.kind !== 'instant' || !field.isOptional)
    report('bad-soft-delete', atEntity(entity), { field: entity.softDelete })
}

const checkHooks: EntityCheck = (entity, { report }) => {
  const { name, hooks, isReadOnly, fields } = entity
  const say = (why: string): void => void report('bad-hooks', atEntity(entity), { entity: name, why })
  if (hooks !== undefined && isReadOnly) say('it is `readOnly`, and nobody writes its rows')
  if (hooks?.includes('file') && !fields.some(({ file }) => file !== undefined))
    say('`file` looks at files, and no field of it is one')
}

const checkTenancy: EntityCheck = (entity, { report }, charter) => {
  const field = charter.access.tenancy?.field
  if (field === undefined || entity.isShared || entity.fields.some((each) => each.name === field)) return
  report('tenancy-missing', atEntity(entity), { entity: entity.name, field })
}

const checkMissingSamples: EntityCheck = (entity, { report }) => {
  const needed = entity.fields.filter((field) => !field.isOptional && field.default === undefined)
  for (const [index, sample] of (entity.samples ?? []).entries())
    for (const { name } of needed)
      if (!Object.hasOwn(sample, name))
        report(
          'bad-sample',
          { ...atEntity(entity), path: `entities.${entity.name}.samples.${index}` },
          { why: `sample ${index + 1} has no \`${name}\`` },
        )
}

const checkField = (entity: Entity, field: Field, { report }: CharterReporter): void => {
  const at = atField(entity, field)
  if ((field.mask || field.protect === 'mask') && field.reveal === undefined)
    report('mask-without-reveal', at, { field: field.name })
  if (field.mask?.kind === 'last' && field.type.kind !== 'text')
    report('bad-mask', at, { field: field.name, why: `\`last\` is for text, not ${field.type.kind}` })
  if (field.mask?.kind === 'year' && !['date', 'dateTime', 'instant'].includes(field.type.kind))
    report('bad-mask', at, { field: field.name, why: `\`year\` is for dates and instants, not ${field.type.kind}` })
  const isDerived = entity.hooks?.includes('before') === true && !entity.key.includes(field.name)
  const isUnset = field.isReadOnly && !field.isOptional && field.default === undefined && !isDerived
  if (isUnset && !entity.isReadOnly) report('never-set', at, { field: field.name })
}

/** Defaults of named types, which could not be read while types were; others have been. */
const checkDefault = (entity: Entity, field: Field, charter: Charter, { report }: CharterReporter): void => {
  if (field.default?.kind !== 'value' || isValue(field.default.value, field.type, charter)) return
  const meant = resolved(charter, field.type)
  const values = meant.kind === 'enum' ? meant.values : undefined
  const { value } = field.default
  const given = { default: typeof value === 'string' ? value : JSON.stringify(value), type: field.type.kind, values }
  report('bad-default', atField(entity, field), given)
}

const checkSamples: EntityCheck = (entity, { report }, charter) => {
  for (const [index, sample] of (entity.samples ?? []).entries())
    for (const [name, value] of Object.entries(sample)) {
      const type = entity.fields.find((field) => field.name === name)?.type
      const at = { ...atEntity(entity), path: `entities.${entity.name}.samples.${index}` }
      if (type && value !== null && !isValue(value, type, charter))
        report('bad-sample', at, { why: `\`${name}\` of sample ${index + 1} is not a value of its type` })
    }
}

/** Values of types that are whole in themselves were read with the document. */
const isValue = (value: Json, type: Type, charter: Charter): boolean => {
  if (!isOpen(type)) return true
  const types = Object.fromEntries(Object.values(charter.types).map((each) => [each.name, each.type]))
  return readValue(type, value, '', readingAt('2000-01-01T00:00:00Z', types)) !== undefined
}

const parts: readonly EntityCheck[] = [
  checkKey,
  checkUnique,
  checkRules,
  checkSource,
  checkSoftDelete,
  checkHooks,
  checkTenancy,
  checkMissingSamples,
  checkSamples,
]
