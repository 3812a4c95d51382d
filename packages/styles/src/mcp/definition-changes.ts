import { isObject, type Json, type JsonObject } from '@charter/runtime'
import { type Direction, type SchemaChange, schemaChange } from './schema-change.ts'

/**
 * What became of schemas with what they refer to. Definitions are compared once, not with each of the thousands of schemas that lead
 * to them: rows refer to one another, so that nearly all lead to nearly all.
 */
export const changesWith = (
  before: JsonObject,
  after: JsonObject,
  direction: Direction,
): ((was: JsonObject, is: JsonObject) => SchemaChange) => {
  const own = new Map(
    Object.entries(before).map(([name, schema]) => [name, changeOf(schema, after[name], direction)] as const),
  )
  const users = usersIn(before)
  const leading = (to: SchemaChange): ReadonlySet<string> =>
    reaching(
      [...own].flatMap(([name, change]) => (change === to ? [name] : [])),
      users,
    )
  const [breaking, additive] = [leading('breaking'), leading('additive')]
  return (was, is) => {
    const own = schemaChange(was, is, direction)
    const used = referencesIn(was)
    if (own === 'breaking' || used.some((name) => breaking.has(name))) return 'breaking'
    return own === 'additive' || used.some((name) => additive.has(name)) ? 'additive' : null
  }
}

/** A definition that is gone is noticed where it was referred to. */
const changeOf = (was: Json | undefined, is: Json | undefined, direction: Direction): SchemaChange =>
  isObject(was) && isObject(is) ? schemaChange(was, is, direction) : null

const referencesIn = (schema: Json | undefined): readonly string[] =>
  [...JSON.stringify(schema ?? null).matchAll(/"#\/\$defs\/([^"]+)"/g)].map(([, name = '']) => name)

/** By definition, those that refer to it. */
const usersIn = (definitions: JsonObject): ReadonlyMap<string, readonly string[]> => {
  const pairs = Object.entries(definitions).flatMap(([user, schema]) =>
    referencesIn(schema).map((used) => ({ used, user })),
  )
  return new Map([...Map.groupBy(pairs, ({ used }) => used)].map(([used, by]) => [used, by.map(({ user }) => user)]))
}

/** The names, and all that lead to one of them. */
const reaching = (names: readonly string[], users: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> => {
  const found = new Set(names)
  for (const name of found) for (const user of users.get(name) ?? []) found.add(user)
  return found
}
