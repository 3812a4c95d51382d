import type { Charter } from '@charter/charter'
import type { Type } from '@charter/runtime'

/** The type a name stands for, followed to one that is not a name. */
export const resolved = (charter: Charter, type: Type): Type => {
  const seen = new Set<string>()
  let at = type
  while (at.kind === 'named' && !seen.has(at.name)) {
    seen.add(at.name)
    at = charter.types[at.name]?.type ?? at
  }
  return at
}
