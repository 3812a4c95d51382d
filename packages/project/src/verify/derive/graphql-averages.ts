import { decimalText, type FieldModel, type JsonObject, scaledOf } from '@charter/runtime'
import type { Scenario, Step } from '../scenario.ts'
import { isOpenTo, listed } from './derivation.ts'
import { type GraphqlAsked, inGraphql, posted } from './graphql-asked.ts'

/** Sums are exact, and averages have six digits more than their values, rounded half away from zero. */
export const graphqlAverages = (asked: GraphqlAsked): readonly Scenario[] => {
  const { about, entity, role, field: keyAs } = asked
  const { aggregate } = entity.roots
  const [key] = about.entity.key
  if (aggregate === undefined || key === undefined || about.entity.key.length > 1) return []
  if (about.model.limits.aggregateRowsMax < 3) return []
  const rows = listed(about, role)
  const steps = about.entity.fields.flatMap((field): readonly Step[] => {
    const scale = scaleOf(field)
    const as = entity.fields.find(({ name, isSortable }) => name === field.name && isSortable)?.as
    if (scale === null || as === undefined || !isOpenTo(about, role, field)) return []
    const three = threesOf(rows.filter((row) => (row[field.name] ?? null) !== null)).find(
      (each) => sumOf(each, field.name, scale) % 3n === 2n,
    )
    if (!three) return []
    const sum = sumOf(three, field.name, scale)
    // A row without a value is counted, and is in no average.
    const without = rows.find((row) => (row[field.name] ?? null) === null)
    const all = without ? [...three, without] : three
    // Two thirds over: the last digit is one more.
    const average = (sum * 1_000_000n) / 3n + 1n
    return [
      posted(
        asked,
        {
          query: `query Q($of: ${entity.types.filter}) { ${aggregate}(filter: $of) { groups { count sum { of: ${as} } average { of: ${as} } } } }`,
          variables: { of: { [keyAs]: { in: all.map((row) => row[key] ?? null) } } },
        },
        {
          status: 200,
          body: [
            {
              at: `/data/${aggregate}/groups`,
              equals: [
                {
                  count: all.length,
                  sum: { of: decimalText(sum, scale) },
                  average: { of: decimalText(average, scale + 6) },
                },
              ],
            },
          ],
        },
      ),
    ]
  })
  return steps.length === 0
    ? []
    : [inGraphql(`averages.${about.entity.name}`, 'sums are exact, and averages rounded half away from zero', steps)]
}

/** Digits after the point of what is exact and not negative here; null of other types. */
const scaleOf = ({ type }: FieldModel): number | null =>
  type.kind === 'int32' || type.kind === 'int64' ? 0 : type.kind === 'decimal' ? type.scale : null

const sumOf = (rows: readonly JsonObject[], field: string, scale: number): bigint =>
  rows.reduce((sum, row) => sum + scaledOf(String(row[field]), scale), 0n)

const threesOf = (rows: readonly JsonObject[]): readonly (readonly JsonObject[])[] =>
  rows.flatMap((a, first) =>
    rows.slice(first + 1).flatMap((b, second) => rows.slice(first + second + 2).map((c) => [a, b, c])),
  )
