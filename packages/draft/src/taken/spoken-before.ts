import type { Outline, OutlineEntity } from '../outline.ts'
import { roleName } from '../outline-names.ts'
import { wordsOf } from '../read/names.ts'
import { mentionsIn, namesAlone } from '../words-of-names.ts'

const reachMax = 400

/** What the last sentence of the words that names a thing is about: the first of it, and not who does something with it. */
export const lastThing = (before: string, { entities, roles }: Outline): OutlineEntity | undefined => {
  const things = namesAlone(entities.keys())
  const found = before
    .slice(-reachMax)
    .split(/[.!?;]\s+|\n/)
    .flatMap((sentence) => {
      const all = mentionsIn(sentence, things)
      const first = all.find(({ name }) => !roles.has(roleName(wordsOf(name).join(' '))))
      return first ?? all[0] ?? []
    })
    .at(-1)
  return found && entities.get(found.name)
}

/** Of roles by their names, the one that words name last. */
export const lastRole = (before: string, roles: Iterable<string>): string | undefined =>
  mentionsIn(before.slice(-reachMax), namesAlone(roles)).at(-1)?.name
