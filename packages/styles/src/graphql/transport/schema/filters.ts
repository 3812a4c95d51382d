import { filterOperators, type Type } from '@charter/runtime'
import { type Directory, type Entry, meantType } from '../directory.ts'
import { block, type Line } from './text.ts'
import { inputType } from './value-types.ts'

/** The types of filters over values, those that some field uses: `input StringFilter { eq: String … }`. */
export const valueFilters = (directory: Directory): readonly string[] => {
  const made = new Map<string, string>()
  for (const { names, fieldModels } of directory.entries.values())
    for (const field of names.fields) {
      if (!field.isFilterable || made.has(field.filter)) continue
      const type = meantType(directory, fieldModels.get(field.name)?.type)
      const value = inputType(directory.surface, field.shape)
      made.set(field.filter, block(`input ${field.filter}`, operatorLines(type, value)))
    }
  return [...made.values()]
}

const operatorLines = (type: Type, value: string): readonly Line[] =>
  filterOperators(type).map((operator) => {
    switch (operator) {
      case 'in':
        return { text: `in: [${value}!]` }
      case 'like':
        return { text: 'like: String', description: '`%` is any text, `_` one character, `\\` escapes.' }
      case 'startsWith':
        return { text: 'startsWith: String' }
      case 'isNull':
        return { text: 'isNull: Boolean' }
      default:
        return { text: `${operator}: ${value}` }
    }
  })

/** `input PatientFilter`, `enum PatientOrderBy`. */
export const entityFilter = ({ names }: Entry): string =>
  block(
    `input ${names.types.filter}`,
    [
      { text: `and: [${names.types.filter}!]` },
      { text: `or: [${names.types.filter}!]` },
      { text: `not: ${names.types.filter}` },
      ...names.fields
        .filter(({ isFilterable }) => isFilterable)
        .map(({ filterAs, filter }) => ({
          text: `${filterAs}: ${filter}`,
        })),
    ],
    'All that is said holds.',
  )

/** The orders that lists of the entity have. */
export const entityOrder = ({ names }: Entry): string =>
  block(
    `enum ${names.types.orderBy}`,
    names.fields
      .filter(({ isSortable }) => isSortable)
      .flatMap(({ as }) => [{ text: `${as}_ASC` }, { text: `${as}_DESC` }]),
  )
