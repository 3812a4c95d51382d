import type { OutlineEntity } from '../outline.ts'
import { mentionsIn } from '../words-of-names.ts'

const reachMax = 400

/** The thing that words speak of last but in passing: what their last sentence that names one is about. */
export const lastThing = (
  before: string,
  entities: ReadonlyMap<string, OutlineEntity>,
): OutlineEntity | undefined => {
  const names = [...entities.keys()].map((name) => ({ name, aliases: [] }))
  const sentences = before.slice(-reachMax).split(/[.!?;]\s+|\n/)
  const [first] = sentences.flatMap((each) => mentionsIn(each, names).slice(0, 1)).slice(-1)
  return first && entities.get(first.name)
}

/** Of roles by their names, the one that words name last. */
export const lastRole = (before: string, roles: Iterable<string>): string | undefined =>
  mentionsIn(
    before.slice(-reachMax),
    [...roles].map((name) => ({ name, aliases: [] })),
  ).at(-1)?.name
