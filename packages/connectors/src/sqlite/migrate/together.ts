import type { SqlStep } from '@charter/sql'

/** Steps as one: all of them are done, or none is. */
export const together = (steps: readonly SqlStep[]): readonly SqlStep[] => {
  const [first, ...rest] = steps
  if (!first || rest.length === 0) return steps
  const refusals = steps.flatMap(({ refusedBy }) => refusedBy ?? [])
  const searches = steps.flatMap(({ findsNothing }) => findsNothing ?? [])
  const destroys = steps.flatMap(({ destroys: ids }) => ids ?? [])
  return [
    {
      id: steps.map(({ id }) => id).join(', '),
      phase: first.phase,
      sentence: steps.map(({ sentence }) => sentence).join('; '),
      locks: 'all writes to the file, while the rows of these tables are copied',
      sql: steps.flatMap(({ sql }) => sql),
      mode: 'transaction',
      ...(destroys.length > 0 && { destroys }),
      ...(refusals.length > 0 && {
        refusedBy: {
          sql: `SELECT ${refusals.map(({ sql }) => `(${sql})`).join(' + ')}`,
          sentence: refusals.map(({ sentence }) => sentence).join('; '),
        },
      }),
      ...(searches.length > 0 && { findsNothing: searches.join(' UNION ALL ') }),
    },
  ]
}
