import { isObject, type Json, type JsonObject } from '@charter/runtime'

/** What became of a schema for a program that was written against it; null: it says the same of every value. */
export type SchemaChange = 'breaking' | 'additive' | null

/** Arguments are given by who wrote against the schema; results are read. */
export type Direction = 'arguments' | 'result'

/** Of two schemas of ours (JSON Schema 2020-12). What only describes is left aside, and what is not known of counts as breaking. */
export const schemaChange = (before: JsonObject, after: JsonObject, direction: Direction): SchemaChange =>
  worst(
    [...new Set([...Object.keys(before), ...Object.keys(after)])].map((keyword) =>
      same(before[keyword], after[keyword]) ? null : changeOf(keyword, before[keyword], after[keyword], direction),
    ),
  )

const worst = (changes: readonly SchemaChange[]): SchemaChange =>
  changes.includes('breaking') ? 'breaking' : changes.includes('additive') ? 'additive' : null

const same = (a: Json | undefined, b: Json | undefined): boolean => JSON.stringify(a) === JSON.stringify(b)

const describing = ['$schema', '$comment', 'title', 'description', 'examples', 'default']
const most = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
const least = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']

const changeOf = (keyword: string, was: Json | undefined, is: Json | undefined, direction: Direction): SchemaChange => {
  if (describing.includes(keyword)) return null
  if (most.includes(keyword)) return isLooser(was, is, (a, b) => b > a)
  if (least.includes(keyword)) return isLooser(was, is, (a, b) => b < a)
  if (keyword === 'pattern') return is === undefined ? 'additive' : 'breaking'
  if (keyword === 'required') return requiredChange(listOf(was), listOf(is), direction)
  if (keyword === 'enum') return enumChange(listOf(was), listOf(is), direction)
  if (keyword === 'properties' || keyword === '$defs') return membersChange(keyword, was, is, direction)
  if (isObject(was) && isObject(is)) return schemaChange(was, is, direction)
  if (Array.isArray(was) && Array.isArray(is) && was.length === is.length)
    return worst(was.map((each, at) => eitherChange(each as Json, is[at] as Json, direction)))
  return 'breaking'
}

const eitherChange = (was: Json, is: Json, direction: Direction): SchemaChange =>
  same(was, is) ? null : isObject(was) && isObject(is) ? schemaChange(was, is, direction) : 'breaking'

const isLooser = (
  was: Json | undefined,
  is: Json | undefined,
  isWider: (was: number, is: number) => boolean,
): SchemaChange =>
  is === undefined || (typeof was === 'number' && typeof is === 'number' && isWider(was, is)) ? 'additive' : 'breaking'

const listOf = (json: Json | undefined): readonly Json[] => (Array.isArray(json) ? json : [])

/** What must be given is more to do; what need not be there is less to rely on. */
const requiredChange = (was: readonly Json[], is: readonly Json[], direction: Direction): SchemaChange => {
  const [more, fewer] = [is.some((name) => !was.includes(name)), was.some((name) => !is.includes(name))]
  return (direction === 'arguments' ? more : fewer) ? 'breaking' : more || fewer ? 'additive' : null
}

const enumChange = (was: readonly Json[], is: readonly Json[], direction: Direction): SchemaChange =>
  was.some((value) => !is.includes(value)) || direction === 'result' ? 'breaking' : 'additive'

const membersChange = (
  keyword: string,
  was: Json | undefined,
  is: Json | undefined,
  direction: Direction,
): SchemaChange => {
  const [before, after] = [isObject(was) ? was : {}, isObject(is) ? is : {}]
  const gone = Object.keys(before).some((name) => !Object.hasOwn(after, name))
  return worst([
    gone && keyword === 'properties' ? 'breaking' : null,
    ...Object.entries(after).map(([name, schema]) => {
      const old = Object.hasOwn(before, name) ? before[name] : undefined
      if (old !== undefined) return eitherChange(old, schema, direction)
      return keyword === 'properties' ? 'additive' : null
    }),
  ])
}
