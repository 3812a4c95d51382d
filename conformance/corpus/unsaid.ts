import type { Bound } from '@charter/project'
import type { Json, Type } from '@charter/runtime'
import type { Client } from 'pg'

/**
 * Whether a column holds, by plain SQL, a value that no charter's type has: infinity, a year before 1 or past 9999, the time 24:00, an
 * array with a NULL or of several dimensions, a map with a NULL (docs/postgresql.md, what is not served).
 */
export const cannotBeSaid = async (
  client: Client,
  { entity, table, columns }: Bound,
  name: string,
): Promise<boolean> => {
  const type = entity.fields.find((field) => field.name === name)?.type
  if (!type) return false
  const isNested = type.kind === 'array' || type.kind === 'map'
  const { rows } = await client.query<{ text: string }>(
    `SELECT ${isNested ? `to_jsonb(${columns[name]})` : columns[name]}::text AS text FROM ${table} WHERE ${columns[name]} IS NOT NULL`,
  )
  return rows.some(({ text }) =>
    isNested ? isOutside(type, JSON.parse(text) as Json) : times.has(type.kind) && noTime.test(text),
  )
}

const times: ReadonlySet<Type['kind']> = new Set(['date', 'time', 'dateTime', 'instant'])
const noTime = /infinity| BC$|^\d{5,}-|^24:/

const isOutside = (type: Type, value: Json): boolean => {
  if (value === null) return true
  if (type.kind === 'array') return Array.isArray(value) && value.some((item) => isOutside(type.items, item))
  if (type.kind === 'map') return Object.values(value).some((each) => each === null)
  return Array.isArray(value) && type.kind !== 'json'
}

/** Whether a failure of the scenarios speaks of such a field (`since of the Item with id 1 …`). */
export const speaksOf = (unsaid: readonly string[], failure: string): boolean =>
  unsaid.some((each) => {
    const [entity, field] = each.split('.')
    return failure.includes(`${field} of the ${entity} with`)
  })
