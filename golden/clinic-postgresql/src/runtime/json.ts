/** A JSON value as the runtime holds it. Big integers and decimals are strings, never numbers (see `type.ts`). */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [member: string]: Json
}
