import type { EntityModel, Json, JsonObject } from '@charter/runtime'

/** Values of fields of an entity in rows that are there, a few of them. */
export type Pool = (entity: string, fields: readonly string[]) => Promise<readonly JsonObject[]>

/** An example row whose references name rows that are there; where there is none to name, one that may be missing is. */
export const linkedRow = async (
  entity: EntityModel,
  example: JsonObject,
  ordinal: number,
  pool: Pool,
): Promise<JsonObject> => {
  const row: Record<string, Json> = { ...example }
  for (const { kind, target, from, to } of entity.relations) {
    if (kind !== 'one') continue
    const there = await pool(target, to)
    const chosen = there[ordinal % there.length]
    const isMissing = from.some((field) => row[field] === null)
    const mayMiss = from.every((field) => entity.fields.find(({ name }) => name === field)?.isOptional)
    if (chosen && !isMissing) for (const [at, field] of from.entries()) row[field] = chosen[to[at] ?? ''] ?? null
    else if (mayMiss) for (const field of from) row[field] = null
  }
  return row
}
