import type { Json, JsonObject } from '../../src/runtime/index.ts'

/** The value at a JSON Pointer (RFC 6901); undefined where there is none. */
export const valueAt = (json: Json | undefined, pointer: string): Json | undefined => {
  if (pointer === '') return json
  let at: Json | undefined = json
  for (const step of pointer.slice(1).split('/')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(at)) at = (at as readonly Json[])[Number(name)]
    else if (at !== null && typeof at === 'object' && Object.hasOwn(at, name)) at = (at as JsonObject)[name]
    else return undefined
  }
  return at
}
