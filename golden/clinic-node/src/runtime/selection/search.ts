import type { Selection, Sort } from '../call/call.ts'
import type { InputErrors } from '../problem/input-errors.ts'
import { errorPointer } from '../problem/problem.ts'
import { isObject, type Json, type JsonObject } from '../values/json.ts'
import { type Directory, type Entry, entryOf } from './directory.ts'
import { readFilter } from './filter.ts'

const parts = ['filter', 'sort', 'limit', 'after', 'fields', 'include', 'count']

/**
 * A whole selection as JSON, the body of `POST …/search`: `{ filter, sort: ["-a"], limit, after, fields, include:
 * { rel: {…} }, count }`. Everything wrong is noted in `errors` by JSON Pointer.
 */
export const readSearch = (
  directory: Directory,
  entry: Entry | null,
  json: Json,
  path: string,
  errors: InputErrors,
): Selection => {
  if (!isObject(json)) {
    errors.push({ path, code: 'wrong-type', message: `Give an object with any of: ${parts.join(', ')}.` })
    return {}
  }
  for (const name of Object.keys(json))
    if (!parts.includes(name))
      errors.push({
        path: path + errorPointer(name),
        code: 'unknown',
        message: `Only ${parts.join(', ')} are read here.`,
      })
  return {
    ...readNames(json, 'fields', path, errors),
    ...readSort(json, path, errors),
    ...readPage(json, path, errors),
    ...(json.filter !== undefined && entry ? readWhere(entry, json.filter, path, errors) : {}),
    ...(json.include !== undefined ? readInclude(directory, entry, json.include, `${path}/include`, errors) : {}),
  }
}

const readWhere = (entry: Entry, json: Json, path: string, errors: InputErrors): Selection => {
  const filter = readFilter(entry, json, `${path}/filter`, errors)
  return filter ? { filter } : {}
}

const readNames = (json: JsonObject, part: 'fields', path: string, errors: InputErrors): Selection => {
  const names = namesIn(json, part, path, errors)
  return names ? { fields: names } : {}
}

const readSort = (json: JsonObject, path: string, errors: InputErrors): Selection => {
  const names = namesIn(json, 'sort', path, errors)
  return names ? { sort: names.map(sortOf) } : {}
}

const namesIn = (json: JsonObject, part: string, path: string, errors: InputErrors): readonly string[] | undefined => {
  const given = json[part]
  if (given === undefined) return undefined
  if (Array.isArray(given) && given.every((each) => typeof each === 'string')) return given as readonly string[]
  errors.push({ path: `${path}/${part}`, code: 'wrong-type', message: 'Give a list of field names.' })
  return undefined
}

const readPage = ({ limit, after, count }: JsonObject, path: string, errors: InputErrors): Selection => {
  const wrong = (part: string, message: string) => errors.push({ path: `${path}/${part}`, code: 'wrong-type', message })
  if (limit !== undefined && !Number.isInteger(limit)) wrong('limit', 'Give a whole number.')
  if (after !== undefined && typeof after !== 'string') wrong('after', 'Give the "next" of the page before.')
  if (count !== undefined && typeof count !== 'boolean') wrong('count', 'Give true or false.')
  return {
    ...(typeof limit === 'number' ? { limit } : {}),
    ...(typeof after === 'string' ? { after } : {}),
    ...(typeof count === 'boolean' ? { count } : {}),
  }
}

const readInclude = (
  directory: Directory,
  entry: Entry | null,
  json: Json,
  path: string,
  errors: InputErrors,
): Selection => {
  if (!isObject(json)) {
    errors.push({ path, code: 'wrong-type', message: 'Give an object: each relation with its own selection.' })
    return {}
  }
  const include: [string, Selection][] = []
  for (const [name, inner] of Object.entries(json)) {
    const relation = entry?.relations.get(name)
    const at = path + errorPointer(name)
    if (relation) include.push([name, readSearch(directory, entryOf(directory, relation.target), inner, at, errors)])
    else errors.push({ path: at, code: 'unknown', message: `There is no relation "${name}" here.` })
  }
  return include.length > 0 ? { include: Object.fromEntries(include) } : {}
}

/** `-name` sorts from the end. */
export const sortOf = (text: string): Sort =>
  text.startsWith('-') ? { field: text.slice(1), isDescending: true } : { field: text }
