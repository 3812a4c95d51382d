import { type Choice, chooseTopics } from './choose-topics.ts'
import { completeEntities } from './complete-entities.ts'
import { completeRoles } from './complete-roles.ts'
import type { Industry, KnownEntity, KnownOperation, Topic } from './domains/industry.ts'
import { singulars } from './find-cues.ts'
import { type Matched, matchEntities, standingFor } from './match-entities.ts'
import { entityIn, note, type Outline } from './outline.ts'
import { wordsOf } from './read/names.ts'

/**
 * Fills in what the words leave out, from what is commonly known of the trade that they name, and notes each thing as
 * assumed. What they describe stays as they say. Gives the topic that they are about, if any is known.
 */
export const completeFromDomain = (
  words: string,
  outline: Outline,
  industries: readonly Industry[],
): Topic | undefined => {
  const choice = chooseTopics(words, outline, industries)
  if (!choice) return undefined
  const { industry, topics, isThin } = choice
  if (isThin) addEntities(outline, choice)
  const matched = matchEntities(outline.entities.values(), industry)
  completeEntities(outline, matched, { industry, topics })
  for (const topic of topics)
    for (const operation of topic.operations) {
      if (isThin && asksFor(words, operation)) addOperation(outline, operation, matched)
      completeOperation(outline, operation, matched)
    }
  completeRoles(outline, matched, { industry, topics })
  if (isThin) askForMore(outline, choice)
  return topics[0]
}

/** All entities of the topics, after those that they cannot be without. */
const addEntities = (outline: Outline, { industry, topics }: Choice): void => {
  const named = matchEntities(outline.entities.values(), industry)
  const all = industry.topics.flatMap((topic) => topic.entities)
  const ordered = new Set<KnownEntity>()
  const add = (entity: KnownEntity): void => {
    for (const { one, optional } of Object.values(entity.references)) {
      const target = all.find(({ name }) => name === one)
      if (target && optional !== true && target !== entity && !ordered.has(target)) add(target)
    }
    ordered.add(entity)
  }
  for (const topic of topics) for (const entity of topic.entities) add(entity)
  for (const known of ordered) {
    if (standingFor(known.name, named)) continue
    entityIn(outline, known.name)
    const topic = topics.find(({ entities }) => entities.includes(known))
    const why = topic ? `usual for ${spoken(topic)}` : `what ${topics.map(spoken).join(' and ')} cannot be without`
    note(outline, known.name, { assumed: `${why} in ${industry.name}; the words do not say`, confidence: 0.5 })
  }
}

const spoken = ({ name }: Topic): string => wordsOf(name).join(' ')

/** `cancel` and `cancellation` ask for `cancelOrder`. */
const asksFor = (words: string, { name }: KnownOperation): boolean => {
  const stem = (wordsOf(name)[0] ?? '').replace(/e$/, '')
  return singulars(words).some((word) => word.startsWith(stem))
}

const addOperation = (outline: Outline, operation: KnownOperation, matched: Matched): void => {
  const entity = standingFor(operation.entity, matched)
  if (!entity || outline.operations.has(operation.name)) return
  outline.operations.set(operation.name, { entity: entity.name, description: '', input: {}, errors: [] })
  note(outline, operation.name, { assumed: 'the words hint at it', confidence: 0.5 })
}

/** An operation that is known gets its input and errors. */
const completeOperation = (outline: Outline, operation: KnownOperation, matched: Matched): void => {
  const entity = standingFor(operation.entity, matched)
  if (!entity || !outline.operations.has(operation.name)) return
  const { description, input, errors } = operation
  outline.operations.set(operation.name, { entity: entity.name, description, input, errors })
}

/** Who asks thinly may want more than one topic. */
const askForMore = (outline: Outline, { industry, topics }: Choice): void => {
  const others = industry.topics.filter((topic) => !topics.includes(topic)).map(spoken)
  outline.questions.push({
    about: '',
    sentence: `The words name little, so this is what is usual for ${topics.map(spoken).join(' and ')} in ${industry.name}. Should it keep more?`,
    choices: others,
  })
}
