import type { JsonObject } from '@charter/runtime'
import { servesIn } from '../analyse/statements.ts'
import type { DraftProvenance, DraftQuestion } from '../outline.ts'
import { type Candidate, entitiesOf, mapAt, recordsOf, textAt, textsAt, withMembers } from './candidate.ts'
import { type Evidence, mentions } from './evidence.ts'
import type { Answer } from './read-answer.ts'
import { isRecord } from './read-answer.ts'

/** Why something is in a draft that no words say. */
export const proposed = 'the model proposes it, the words do not say'

/** A draft from an answer: the head that every draft has, and each part with the words it rests on where they really stand there. */
export const modelCandidate = (answer: Answer, evidence: Evidence): Candidate => ({
  charter: documentOf(answer.charter, servesIn(evidence.words)),
  provenance: Object.fromEntries(provenanceOf(answer, evidence)),
  questions: questionsOf(answer.charter),
})

const documentOf = (
  { questions: _, name, title, description, access, ...parts }: JsonObject,
  serves: readonly string[],
): JsonObject => ({
  charter: 1,
  ...(name !== undefined && { name }),
  ...(title !== undefined && { title }),
  version: '1.0.0',
  ...(description !== undefined && { description }),
  serves,
  sources: { main: { own: 'sqlite' } },
  rest: { base: '/api' },
  access: { accepts: ['jwt', 'api-key'], ...(isRecord(access) ? access : {}) },
  ...parts,
})

const provenanceOf = (
  { charter, quotes }: Answer,
  evidence: Evidence,
): readonly (readonly [string, DraftProvenance])[] => {
  const from = (path: string, at: string, name: string) => [path, sourceOf(quotes.get(at), name, evidence)] as const
  const named = (path: string, at: string, name: string) => [path, namedSource(quotes.get(at), name, evidence)] as const
  const entities = entitiesOf(charter).flatMap(([entity, value]) => {
    const at = `entities.${entity}`
    const members = (['fields', 'relations'] as const).flatMap((section) =>
      Object.keys(mapAt(value, section)).map((name) => from(`${entity}.${name}`, `${at}.${section}.${name}`, name)),
    )
    const grants = Object.keys(mapAt(value, 'allow')).map((role) =>
      from(`${entity}.allow.${role}`, `${at}.allow.${role}`, role),
    )
    return [named(entity, at, entity), ...members.filter(([path]) => path !== `${entity}.id`), ...grants]
  })
  const operations = Object.keys(mapAt(charter, 'operations')).map((name) =>
    named(`operations.${name}`, `operations.${name}`, name),
  )
  return [...entities, ...operations, ...rolesOf(charter, entities)]
}

/** A role rests on the words of its first grant that has some. */
const rolesOf = (charter: JsonObject, entities: readonly (readonly [string, DraftProvenance])[]) =>
  textsAt(mapAt(charter, 'access'), 'roles').flatMap((role) => {
    const grant = entities.find(([path, { quoted }]) => path.endsWith(`.allow.${role}`) && quoted !== undefined)
    return grant ? [[`access.roles.${role}`, grant[1]] as const] : []
  })

/** A quote that stands in the words, and less sure of itself where it does not speak of what rests on it; else an assumption. */
const sourceOf = (quote: string | undefined, name: string, evidence: Evidence): DraftProvenance => {
  const span = quote === undefined ? null : evidence.find(quote)
  if (!span) return { assumed: proposed, confidence: 0.4 }
  const quoted = evidence.text(span)
  return { quoted, offset: span.from, confidence: mentions(quoted, name) ? 0.9 : 0.6 }
}

/** A thing, or what can be done with it, rests only on words that name it: anything can be quoted for anything. */
const namedSource = (quote: string | undefined, name: string, evidence: Evidence): DraftProvenance => {
  const span = quote === undefined ? null : evidence.find(quote)
  return sourceOf(span && mentions(evidence.lines(span), name) ? quote : undefined, name, evidence)
}

const questionsMax = 20
const sentenceMax = 300

const questionsOf = (charter: JsonObject): readonly DraftQuestion[] => {
  const given = Array.isArray(charter.questions) ? charter.questions.filter(isRecord) : []
  return given.slice(0, questionsMax).flatMap((each) => {
    const sentence = textAt(each, 'sentence')?.slice(0, sentenceMax)
    if (sentence === undefined || textAt(each, 'kind') === 'assumed') return []
    return [{ about: textAt(each, 'about') ?? '', sentence, choices: [...new Set(textsAt(each, 'choices'))] }]
  })
}

/** The candidate with another document, and provenance of what is still in it alone. */
export const withDocument = (candidate: Candidate, charter: JsonObject): Candidate => {
  const names = new Set([
    ...recordsOf(mapAt(charter, 'operations')).map(([name]) => `operations.${name}`),
    ...textsAt(mapAt(charter, 'access'), 'roles').map((role) => `access.roles.${role}`),
    ...entitiesOf(charter).flatMap(([entity, value]) => [
      entity,
      ...['fields', 'relations'].flatMap((section) =>
        Object.keys(mapAt(value, section)).map((name) => `${entity}.${name}`),
      ),
      ...Object.keys(mapAt(value, 'allow')).map((role) => `${entity}.allow.${role}`),
    ]),
  ])
  const provenance = Object.fromEntries(Object.entries(candidate.provenance).filter(([path]) => names.has(path)))
  return { ...candidate, charter, provenance }
}

export const withEntities = (charter: JsonObject, entities: JsonObject): JsonObject =>
  withMembers(charter, { entities })
