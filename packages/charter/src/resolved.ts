import type { Type } from '@charter/runtime'
import type { Charter } from './charter.ts'

/** The type a name stands for, followed to one that is not a name; a name that nothing stands for stays. */
export const resolved = (charter: Pick<Charter, 'types'>, type: Type): Type => {
  const seen = new Set<string>()
  let at = type
  while (at.kind === 'named' && !seen.has(at.name)) {
    seen.add(at.name)
    at = charter.types[at.name]?.type ?? at
  }
  return at
}
