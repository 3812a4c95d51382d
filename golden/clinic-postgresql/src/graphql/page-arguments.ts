import type { FieldNode } from 'graphql'
import { errorPointer, type InputErrors, type Json, type JsonObject, type Selection } from '../runtime/index.ts'
import type { Directory, Entry } from './directory.ts'
import { readFilter, readOrder } from './filter.ts'
import { argumentOf, type Source } from './source.ts'

/** Which way a page is read. */
export interface Asked {
  readonly isBackward: boolean
  /** At a cursor. */
  readonly begins: boolean
}

export interface Direction {
  of(variables: JsonObject): Asked
}

/** Which way a field's arguments read: `first` and `after`, or `last` and `before`. */
export const directionOf = (field: FieldNode): Direction => {
  const [after, last, before] = ['after', 'last', 'before'].map((name) => argumentOf(field, name)) as [
    Source,
    Source,
    Source,
  ]
  const isGiven = (source: Source, variables: JsonObject): boolean => (source.of(variables) ?? null) !== null
  return {
    of: (variables) => {
      const begins = isGiven(before, variables)
      const isBackward = begins || isGiven(last, variables)
      return { isBackward, begins: isBackward ? begins : isGiven(after, variables) }
    },
  }
}

/** `first`, `after`, `last`, `before`, `filter`, `orderBy` of a field. `path`: where it stands in the answer, by JSON Pointer. */
export const pageArguments = (directory: Directory, entry: Entry, field: FieldNode, path: string) => {
  const [filter, orderBy] = [argumentOf(field, 'filter'), argumentOf(field, 'orderBy')]
  const bounds = pageBounds(field, path)
  return (variables: JsonObject, errors: InputErrors): Selection => {
    const order = orderBy.of(variables) ?? null
    return {
      ...filterIn(directory, entry, filter.of(variables), path + errorPointer('filter'), errors),
      ...(order !== null && { sort: readOrder({ entry, errors }, order, path + errorPointer('orderBy')) }),
      ...bounds(variables, errors),
    }
  }
}

/** `first` and `after`, or `last` and `before`, of a field. */
export const pageBounds = (field: FieldNode, path: string) => {
  const sources = (['first', 'after', 'last', 'before'] as const).map(
    (name) => [name, argumentOf(field, name)] as const,
  )
  return (variables: JsonObject, errors: InputErrors): Selection => {
    const given = new Map<string, Json>(
      sources.flatMap(([name, source]) => {
        const value = source.of(variables) ?? null
        return value === null ? [] : [[name, value] as const]
      }),
    )
    const wrong = (name: string, code: 'wrong-type' | 'unsupported', message: string) =>
      void errors.push({ path: path + errorPointer(name), code, message })
    const isBackward = given.has('last') || given.has('before')
    const [size, from] = isBackward ? (['last', 'before'] as const) : (['first', 'after'] as const)
    for (const name of isBackward ? ['first', 'after'] : [])
      if (given.has(name)) wrong(name, 'unsupported', 'Give "first" and "after", or "last" and "before".')
    const [limit, cursor] = [given.get(size), given.get(from)]
    if (limit !== undefined && !Number.isInteger(limit)) wrong(size, 'wrong-type', 'Give a whole number.')
    if (cursor !== undefined && typeof cursor !== 'string') wrong(from, 'wrong-type', 'Give the cursor of a row.')
    return {
      ...(typeof limit === 'number' && { limit }),
      ...(typeof cursor === 'string' && { after: cursor }),
      ...(isBackward && { isBackward }),
    }
  }
}

/** The filter that an argument holds, as a part of a selection. */
export const filterIn = (
  directory: Directory,
  entry: Entry,
  json: Json | undefined,
  path: string,
  errors: InputErrors,
): Selection => {
  if (json === undefined || json === null) return {}
  const filter = readFilter({ directory, entry, errors }, json, path)
  return filter ? { filter } : {}
}
