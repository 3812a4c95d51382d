/** A JSON value as the runtime holds it. Big integers and decimals are strings, never numbers (see `type.ts`). */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [member: string]: Json
}

/** What an object has itself of this name: one of a charter may well be `constructor` or `toString`, which every object inherits. */
export const ownMember = <Value>(object: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** An object, and neither a list nor null. */
export const isObject = (json: Json | undefined): json is JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/** What stands at the end of a path of members; undefined where a step leads to no object, or to none that has the next. */
export const valueAt = (from: Json | undefined, path: readonly string[]): Json | undefined => {
  let at = from
  for (const name of path) at = isObject(at) ? ownMember(at, name) : undefined
  return at
}
