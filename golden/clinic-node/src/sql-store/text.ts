import { columnOf, type SqlEntity } from './entity.ts'
import { slotless } from './slots.ts'

/** SQL that makes the JSON object of a row's fields, to the byte as `JSON.stringify` does: each of them is `spelled`. */
export const objectText = (entity: SqlEntity, fields: readonly string[]): string => {
  const parts = fields.map((name, at) => {
    const { json } = columnOf(entity, name)
    if (json === undefined) throw new Error(`${entity.sql.entity}.${name} has no JSON text`)
    return `${slotless(literal(`${at === 0 ? '{' : ','}${JSON.stringify(name)}:`))} || ${json}`
  })
  return parts.length === 0 ? "'{}'" : `${parts.join(' || ')} || '}'`
}

/** A text as an SQL literal. No escapes are read inside; charters hold no NUL. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
