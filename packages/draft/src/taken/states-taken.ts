import type { AnalysedEntity, Analysis } from '../analysis.ts'
import { addStates, statusIn } from '../complete-states.ts'
import type { Outline, OutlineEntity } from '../outline.ts'
import { entityName } from '../read/names.ts'
import { isWithin } from '../sentences-said.ts'
import { mentionsIn, namesAlone } from '../words-of-names.ts'
import { grantMoves } from './movers.ts'
import { type StatesSaid, statesIn } from './states-said.ts'
import type { Taken } from './taken.ts'
import { verbOf } from './verb-of.ts'

/** States that rows go through: the sentence stays, as it tells of the thing, and nothing else is made of its states. */
export const statesTaken = (words: string): readonly Taken[] =>
  statesIn(words).map((said) => ({
    ...said,
    end: said.from,
    isWhole: true,
    withThings: (analysis) => withoutStates(analysis, said),
    addThings: (outline) => withoutList(outline, said),
    addRules: (outline) => addSaid(outline, said, words),
  }))

/** `begins as a sketch`: a state, and no thing of its own; nor are `a grant` and `clerks file requests`, of requests that are filed and granted. */
const withoutStates = (analysis: Analysis, said: StatesSaid): Analysis => {
  const { steps, quote, offset, thing } = said
  const sentence = { text: quote, start: offset }
  const states = new Set(steps.flat().map(entityName))
  const verbs = new Set(steps.flat().map((state) => entityName(verbOf(state))))
  const named = entityName(thing)
  const isMisread = ({ name, offset: at, fields }: AnalysedEntity) => {
    const isOfVerb = verbs.has(name) || (named !== '' && [...verbs].some((verb) => name.endsWith(`${verb}${named}`)))
    return (states.has(name) && isWithin(at, sentence)) || (isOfVerb && name !== named && fields.length === 0)
  }
  const gone = new Set(analysis.entities.filter(isMisread).map(({ name }) => name))
  const left = without(analysis, gone)
  return {
    ...withoutHead(left, named),
    ...(left.unused && { unused: left.unused.filter(({ offset: at }) => !isWithin(at, sentence)) }),
  }
}

/** `A request`, where permit requests are all that there is of them. */
const withoutHead = (analysis: Analysis, named: string): Analysis => {
  const own = analysis.entities.find(({ name }) => name === named)
  const [whole, ...more] = analysis.entities.filter(({ name }) => name !== named && name.endsWith(named))
  if (!own || own.fields.length > 0 || !whole || more.length > 0) return analysis
  const to = (name: string) => (name === named ? whole.name : name)
  return {
    ...analysis,
    entities: analysis.entities.filter((each) => each !== own),
    relations: analysis.relations.filter(({ from, to: of }) => from !== named && of !== named),
    access: analysis.access.map((right) => ({ ...right, on: to(right.on) })),
    operations: analysis.operations.map((each) => ({ ...each, on: to(each.on) })),
  }
}

const without = (analysis: Analysis, gone: ReadonlySet<string>): Analysis => ({
  ...analysis,
  entities: analysis.entities.filter(({ name }) => !gone.has(name)),
  relations: analysis.relations.filter(({ from, to }) => !gone.has(from) && !gone.has(to)),
  access: analysis.access.filter(({ on }) => !gone.has(on)),
  operations: analysis.operations.filter(({ on }) => !gone.has(on)),
})

/** A list of values that was read in the same words is made anew, with their order. */
const withoutList = (outline: Outline, said: StatesSaid): boolean => {
  const entity = entityOf(outline, said)
  const states = said.steps.flat()
  for (const [field, { values }] of entity?.fields ?? []) {
    const path = `${entity?.name}.${field}`
    const isSaid = isWithin(outline.provenance.get(path)?.offset, { text: said.quote, start: said.offset })
    const isOfStates = Array.isArray(values) && (values as readonly string[]).every((each) => states.includes(each))
    if (!isSaid || !isOfStates) continue
    entity?.fields.delete(field)
    outline.provenance.delete(path)
  }
  return true
}

const addSaid = (outline: Outline, said: StatesSaid, words: string): boolean => {
  const entity = entityOf(outline, said)
  if (!entity) return false
  const moves = addStates(outline, entity, statusIn(outline, entity, said), said.steps)
  grantMoves(outline, { entity, moves, first: moves.length > 0 ? (said.steps[0]?.[0] ?? '') : '', words, by: said.by })
  return true
}

/** The thing by its name, the only one whose name ends so (`a request` of permit requests), or what was spoken of last. */
const entityOf = ({ entities }: Outline, { thing, before }: StatesSaid): OutlineEntity | undefined => {
  const all = [...entities.values()]
  if (thing === '') {
    const last = mentionsIn(
      before
        .trim()
        .split(/[.!?]\s/)
        .at(-1) ?? '',
      namesAlone(entities.keys()),
    )[0]
    return last && entities.get(last.name)
  }
  const named = entityName(thing)
  const [only, ...more] = all.filter(({ name }) => name.endsWith(named))
  return entities.get(named) ?? (more.length === 0 ? only : undefined)
}
