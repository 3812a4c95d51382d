import type { Analysis } from '../analysis.ts'
import { addStates, statusIn } from '../complete-states.ts'
import type { Outline, OutlineEntity } from '../outline.ts'
import { entityName } from '../read/names.ts'
import { isWithin } from '../sentences-said.ts'
import { mentionsIn } from '../words-of-names.ts'
import { grantMoves } from './movers.ts'
import { type StatesSaid, statesIn } from './states-said.ts'
import type { Taken } from './taken.ts'

/** States that rows go through: the sentence stays, as it tells of the thing, and nothing else is made of its states. */
export const statesTaken = (words: string): readonly Taken[] =>
  statesIn(words).map((said) => ({
    ...said,
    end: said.from,
    isWhole: true,
    withThings: (analysis) => withoutStates(analysis, said),
    addRules: (outline) => addSaid(outline, said, words),
  }))

/** `begins as a sketch`: a state, and no thing of its own. */
const withoutStates = (analysis: Analysis, { steps, quote, offset }: StatesSaid): Analysis => {
  const states = new Set(steps.flat().map(entityName))
  const said = { text: quote, start: offset }
  const gone = new Set(
    analysis.entities.flatMap(({ name, offset: at }) => (states.has(name) && isWithin(at, said) ? [name] : [])),
  )
  const isLeft = (name: string) => !gone.has(name)
  return {
    ...analysis,
    entities: analysis.entities.filter(({ name }) => isLeft(name)),
    relations: analysis.relations.filter(({ from, to }) => isLeft(from) && isLeft(to)),
    access: analysis.access.filter(({ on }) => isLeft(on)),
    operations: analysis.operations.filter(({ on }) => isLeft(on)),
    ...(analysis.unused && { unused: analysis.unused.filter(({ offset: at }) => !isWithin(at, said)) }),
  }
}

const addSaid = (outline: Outline, said: StatesSaid, words: string): boolean => {
  const entity = entityOf(outline, said)
  if (!entity) return false
  const moves = addStates(outline, entity, statusIn(outline, entity, said), said.steps)
  grantMoves(outline, { entity, moves, words, by: said.by })
  return true
}

/** The thing by its name, the only one whose name ends so (`a request` of permit requests), or what was spoken of last. */
const entityOf = ({ entities }: Outline, { thing, before }: StatesSaid): OutlineEntity | undefined => {
  const all = [...entities.values()]
  if (thing === '') {
    const names = all.map(({ name }) => ({ name, aliases: [] }))
    const last = mentionsIn(
      before
        .trim()
        .split(/[.!?]\s/)
        .at(-1) ?? '',
      names,
    )[0]
    return last && entities.get(last.name)
  }
  const named = entityName(thing)
  const [only, ...more] = all.filter(({ name }) => name.endsWith(named))
  return entities.get(named) ?? (more.length === 0 ? only : undefined)
}
