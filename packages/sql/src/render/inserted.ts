import type { Entity, Field } from '@charter/charter'
import { named } from '../store/identifier.ts'
import { columnName } from './names.ts'
import { indexWrites } from './protect.ts'

/** What an INSERT names, with a value for each. */
export interface Inserted {
  /** In quotes. */
  readonly columns: readonly string[]
  readonly values: readonly string[]
  /** By what a write calls them. */
  readonly fields: readonly string[]
}

/** Fields of an entity, then its blind indexes. */
export const insertedOf = (
  entity: Entity,
  fields: readonly Field[],
  spelled: (field: Field) => string,
  indexValue = '?',
): Inserted => {
  const indexes = indexWrites(entity)
  return {
    columns: [...fields.map((field) => named(columnName(field))), ...indexes.map(({ column }) => column)],
    values: [...fields.map(spelled), ...indexes.map(() => indexValue)],
    fields: [...fields, ...indexes].map(({ name }) => name),
  }
}

/** `INSERT INTO "patient"`, with what it names; `DEFAULT VALUES` where that is nothing. */
export const insertText = (insert: string, { columns, values }: Inserted): string =>
  columns.length === 0 ? `${insert} DEFAULT VALUES` : `${insert} (${columns.join(', ')}) VALUES (${values.join(', ')})`
