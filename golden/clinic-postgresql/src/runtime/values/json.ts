/** A JSON value as the runtime holds it. Big integers and decimals are strings, never numbers (see `type.ts`). */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [member: string]: Json
}

/** What an object has itself of this name: one of a charter may well be `constructor` or `toString`, which every object inherits. */
export const ownMember = <Value>(object: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined
