import type { JsonObject, RelationModel } from '@charter/runtime'
import { newBody } from './bodies.ts'
import type { About } from './derivation.ts'

/** Bodies of two new rows for each of these parents, in order; null where they cannot be made so. */
export const siblingsOf = (
  other: About,
  role: string,
  { from, to }: RelationModel,
  parents: readonly JsonObject[],
): readonly JsonObject[] | null => {
  const bodies = parents.flatMap((parent, at) =>
    [0, 1].flatMap((nth) => {
      const body = newBody(other, role, 2 * at + nth)
      if (body === null || to.some((field) => !Object.hasOwn(body, field))) return []
      return [{ ...body, ...Object.fromEntries(to.map((field, place) => [field, parent[from[place] ?? ''] ?? null])) }]
    }),
  )
  return bodies.length === 2 * parents.length ? bodies : null
}
