import type { Industry, Topic } from './domains/industry.ts'
import { type FoundCue, findCues, singulars } from './find-cues.ts'
import { matchEntities } from './match-entities.ts'
import type { Outline, OutlineEntity } from './outline.ts'

/** What of all that is known a request draws on. */
export interface Choice {
  readonly industry: Industry
  /** What it is about, most of all first; never empty. */
  readonly topics: readonly Topic[]
  /** Whether the words name a trade or a topic and hardly anything else, so that all of the topics is meant. */
  readonly isThin: boolean
}

/** The topics that fit: by cues, and by the entities that the words name. None for words that name no cue. */
export const chooseTopics = (words: string, outline: Outline, industries: readonly Industry[]): Choice | undefined => {
  const found = findCues(words, industries)
  if (found.length === 0) return undefined
  forgetCuesReadAsThings(outline, found)
  return thinChoice(outline, found) ?? namedChoice(outline, found)
}

/** `order management` is what to keep orders for, not a thing; a reader who knows no trade cannot tell. */
const forgetCuesReadAsThings = (outline: Outline, found: readonly FoundCue[]): void => {
  const cues = new Set(found.map(({ cue }) => singulars(cue).join(' ')))
  for (const [name, entity] of outline.entities) {
    const isKnown = found.some(({ industry }) => matchEntities([entity], industry).size > 0)
    if (outline.entities.size > thinEntitiesMax || isKnown || isDescribed(entity) || entity.allow.size > 0) continue
    if (!cues.has(singulars(name).join(' '))) continue
    outline.entities.delete(name)
    outline.provenance.delete(name)
  }
}

/** Whoever names more than this knows what they want to keep. */
const thinEntitiesMax = 2
const topicsMax = 3

const isDescribed = ({ fields, relations }: OutlineEntity): boolean => fields.size > 0 || relations.size > 0

/** Few things are named, none is described, and the trade knows each. */
const thinChoice = (outline: Outline, found: readonly FoundCue[]): Choice | undefined => {
  const named = [...outline.entities.values()]
  if (named.length > thinEntitiesMax || named.some(isDescribed)) return undefined
  const best = ranked(found).find(({ industry }) => matchEntities(named, industry).size === named.length)
  if (!best) return undefined
  const { industry } = best
  const scores = new Map<Topic, number>()
  for (const { topic, size } of best.found) if (topic) scores.set(topic, (scores.get(topic) ?? 0) + size)
  for (const known of matchEntities(named, industry).values())
    for (const topic of industry.topics)
      if (topic.entities.includes(known)) scores.set(topic, (scores.get(topic) ?? 0) + 1)
  const topics = [...scores].sort(([, one], [, other]) => other - one).map(([topic]) => topic)
  return {
    industry,
    topics: topics.length > 0 ? topics.slice(0, topicsMax) : industry.topics.slice(0, 1),
    isThin: true,
  }
}

interface Ranked {
  readonly industry: Industry
  readonly found: readonly FoundCue[]
}

/** Industries by how much the words say of each. */
const ranked = (found: readonly FoundCue[]): readonly Ranked[] => {
  const industries = [...new Set(found.map(({ industry }) => industry))]
  const weight = (of: Ranked) => of.found.reduce((sum, { size }) => sum + size, 0)
  return industries
    .map((industry) => ({ industry, found: found.filter((each) => each.industry === industry) }))
    .sort((one, other) => weight(other) - weight(one))
}

/** The industry with most of the named entities: two of them and a third of all, or the only one there is. */
const namedChoice = (outline: Outline, found: readonly FoundCue[]): Choice | undefined => {
  const named = [...outline.entities.values()]
  const [best] = ranked(found)
    .map(({ industry }) => ({ industry, matched: matchEntities(named, industry) }))
    .filter(({ matched: { size } }) =>
      named.length <= thinEntitiesMax ? size >= 1 : size >= 2 && size * 3 >= named.length,
    )
    .sort((one, other) => other.matched.size - one.matched.size)
  if (!best) return undefined
  const known = new Set(best.matched.values())
  const count = ({ entities }: Topic) => entities.filter((entity) => known.has(entity)).length
  const topics = best.industry.topics
    .filter((topic) => count(topic) > 0)
    .sort((one, other) => count(other) - count(one))
  return { industry: best.industry, topics, isThin: false }
}
