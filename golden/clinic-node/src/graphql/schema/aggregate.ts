import { filterOperators, type Type } from '../../runtime/index.ts'
import { type Directory, type Entry, meantType } from '../directory.ts'
import type { GraphqlField } from '../surface.ts'
import { block, type Line } from './text.ts'
import { outputType } from './value-types.ts'

const numeric: readonly Type['kind'][] = ['int32', 'int64', 'decimal', 'float64']

/** The types of `patientsAggregate`. */
export const aggregateTypes = (directory: Directory, entry: Entry): readonly string[] => {
  const { names } = entry
  const { types } = names
  const typeOf = ({ name }: GraphqlField) => meantType(directory, entry.fieldModels.get(name)?.type)
  const sortable = names.fields.filter(({ isSortable }) => isSortable)
  const numbers = names.fields.filter((field) => field.isSortable && numeric.includes(typeOf(field).kind))
  const ordered = sortable.filter((field) => filterOperators(typeOf(field)).includes('lt'))
  const same = (field: GraphqlField): Line => ({ text: `${field.as}: ${outputType(directory.surface, field.shape)}` })
  const exact = (field: GraphqlField): Line => ({
    text: `${field.as}: ${typeOf(field).kind === 'float64' ? 'Float' : 'Decimal'}`,
  })
  const parts: readonly (readonly [string, string, readonly Line[]])[] = [
    ['key', types.aggregateKey, sortable.map(same)],
    ['sum', types.aggregateSum, numbers.map(exact)],
    ['average', types.aggregateAverage, numbers.map(exact)],
    ['min', types.aggregateMin, ordered.map(same)],
    ['max', types.aggregateMax, ordered.map(same)],
  ]
  const there = parts.filter(([, , lines]) => lines.length > 0)
  return [
    block(`type ${types.aggregate}`, [
      { text: `groups: [${types.aggregateGroup}!]!` },
      { text: 'isComplete: Boolean!', description: 'False where there are more groups than a page holds.' },
    ]),
    block(`type ${types.aggregateGroup}`, [
      { text: 'count: Int!' },
      ...there.map(([name, type]) => ({ text: `${name}: ${type}` })),
    ]),
    ...there.map(([, type, lines]) => block(`type ${type}`, lines)),
    block(
      `enum ${types.groupBy}`,
      sortable.map(({ as }) => ({ text: as })),
    ),
  ]
}
