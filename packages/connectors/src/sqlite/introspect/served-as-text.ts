import type { Loss } from '@charter/charter'
import { type Plan, type PlannedEntity, type PlannedField, quoted, snakeCase } from '@charter/sql'
import type { Connection } from '../driver/connection.ts'
import { disciplined } from '../render/select.ts'
import { attachedStorage } from '../render/storage.ts'
import type { LossReason } from './loss-reasons.ts'

/** Rows of each table that are looked at. */
const rowsMax = 10_000

/** What is said of that in the charter's first line. */
export const seen = `, and of the first ${rowsMax.toLocaleString('en')} rows of each table whether they hold what their columns declare`

/**
 * SQLite lets a row hold any value whatever its column declares. A column in which some already do, among the first rows, is served
 * as text, which says them all; keys, references and what is unique stay what they are.
 */
export const servedAsText = (connection: Connection, { entities, losses }: Plan<LossReason>): Plan<LossReason> => {
  const found: Loss<LossReason>[] = []
  const served = entities.map((entity) => {
    const asText = disobeyed(connection, entity)
    for (const field of asText) found.push(lossOf(entity, field))
    const fields = entity.fields.map((field) => (asText.includes(field) ? textOf(field) : field))
    return asText.length === 0 ? entity : { ...entity, fields }
  })
  return { entities: served, losses: [...losses, ...found] }
}

const disobeyed = (connection: Connection, entity: PlannedEntity): readonly PlannedField[] => {
  const fixed = new Set([...entity.key, ...entity.unique.flat(), ...entity.relations.flatMap(({ by = [] }) => by)])
  const asked = entity.fields.filter(
    ({ name, type, isUnique }) => !fixed.has(name) && !isUnique && judged.has(type.kind),
  )
  if (asked.length === 0) return []
  const columns = asked.map((field) => {
    const column = `t.${quoted(field.column)}`
    const read = disciplined(attachedStorage(field.type, field.columnType), field.type.kind, column)
    return `max(${column} IS NOT NULL AND (${read}) IS NULL)`
  })
  const rows = `(SELECT * FROM ${quoted(tableOf(entity))} LIMIT ${rowsMax})`
  const [row = []] = connection.all(`SELECT ${columns.join(', ')} FROM ${rows} AS t`, [])
  return asked.filter((_, at) => row[at] === 1)
}

const judged = new Set(['int32', 'int64', 'float64', 'decimal', 'boolean', 'date', 'time', 'dateTime', 'json'])

const tableOf = ({ name, binding }: PlannedEntity): string => binding?.table ?? snakeCase(name)

const textOf = (field: PlannedField): PlannedField => ({
  ...field,
  type: { kind: 'text' },
  // The column's own default goes on, in whatever spelling it has.
  ...(field.default !== undefined && { default: 'database' }),
})

const lossOf = (entity: PlannedEntity, field: PlannedField): Loss<LossReason> => {
  const about = `${tableOf(entity)}.${field.column}`
  const sentence = `${about} is declared as ${field.type.kind} and holds values that are none, so its values are served as text.`
  return { reason: 'unsupported-type', about, sentence }
}
