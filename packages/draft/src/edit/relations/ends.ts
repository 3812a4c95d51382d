import type { Charter } from '@charter/charter'
import { entityCalled } from '../find.ts'

/** Where words name an entity: `every order` in `every order belongs to a customer`. */
export interface End {
  readonly entity: string
  /** What stands before the noun of how many or which: `every`, `several`; empty where nothing does. */
  readonly determiner: string
  /** Whether the noun itself is a plural. */
  readonly isPlural: boolean
  /** Characters from the beginning of the text, the determiner included. */
  readonly start: number
  readonly end: number
}

const determiner =
  /(?:^|\s)((?:(?:an?|the|one|each|every|all|any|another|other|its|their|existing|exactly one|only one|just one|at most one|no more than one|a single|single|zero or one|more than one|any number of|a number of|a list of|lots of|one or more|zero or more|two or more|several|many|multiple|some|both|one of the)\s+)+)$/i

/** All entities that a text names by their whole names, in order. */
export const endsIn = (text: string, charter: Charter): readonly End[] => {
  const words = [...text.matchAll(/[A-Za-z][\w-]*/g)]
  const ends: End[] = []
  for (let at = 0; at < words.length; at++)
    for (const count of [3, 2, 1]) {
      const [first, last] = [words[at], words[at + count - 1]]
      if (!first || !last) continue
      const [start, end] = [first.index, last.index + last[0].length]
      const noun = text.slice(start, end)
      const entity = /^[\w\s-]+$/.test(noun) ? entityCalled(noun, charter) : null
      if (entity === null) continue
      const before = determiner.exec(text.slice(0, start))?.[1] ?? ''
      ends.push({
        entity: entity.name,
        determiner: before.trim().toLowerCase(),
        isPlural: entity.isPlural,
        start: start - before.length,
        end,
      })
      at += count - 1
      break
    }
  return ends
}

const manyWords = /several|many|multiple|more than one|number of|list of|lots of|or more|some|both/
const oneWords = /^(?:an?|the)$|\bone$|single|each|every|another|^one\b|its/

/** Whether words say how many of an entity there are; null where only its number would tell. */
export const isManySaid = ({ determiner: said }: End): boolean | null =>
  manyWords.test(said) ? true : oneWords.test(said) ? false : null

export const isMany = (end: End): boolean => isManySaid(end) ?? end.isPlural
