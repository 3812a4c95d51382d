import type { Spelling, Spellings } from '@charter/charter'
import type { GraphqlField, GraphqlSurface } from '../transport/surface.ts'

/** Fields that have another name in the schema (`id` is the global one), and enum values that are no GraphQL names. */
export const spellingsOf = ({ entities }: GraphqlSurface): Spellings =>
  Object.fromEntries(
    entities.flatMap(({ name, fields }) => {
      const others = fields.flatMap((field): [string, Spelling][] => {
        const values = otherValues(field)
        return field.as === field.name && !values ? [] : [[field.as, { field: field.name, ...(values && { values }) }]]
      })
      return others.length === 0 ? [] : [[name, Object.fromEntries(others)] as const]
    }),
  )

const otherValues = ({ shape }: GraphqlField): Readonly<Record<string, string>> | null => {
  if (shape.kind !== 'enum') return null
  const others = Object.entries(shape.values).filter(([name, value]) => name !== value)
  return others.length === 0 ? null : Object.fromEntries(others)
}
