import type { AnalysedEntity, Analysis } from '../analysis.ts'
import { readOpening } from '../facts/read-opening.ts'
import { readText } from '../facts/read-text.ts'
import { withoutSchemaWords } from '../language/schema-words.ts'
import { entityName } from '../read/names.ts'
import { rightsOf } from './access.ts'
import { asWritten } from './as-written.ts'
import { conceptsOf } from './concepts.ts'
import { contradictionsOf } from './contradictions.ts'
import { fieldsOf } from './fields.ts'
import { listsOf } from './read-list.ts'
import { relationsOf } from './relations.ts'
import { statementsIn } from './statements.ts'

/** Longer than any word: what a text that is no text is made of. */
const noWord = /\S{400,}/g

/** What a text describes: things and their fields, how they hang together, who may do what. The same each time. */
export const analyse = (given: string): Analysis => {
  const words = given.replace(noWord, (run) => ' '.repeat(run.length))
  const facts = readText(withoutSchemaWords(words))
  readOpening(words, facts)
  const lists = listsOf(facts)
  const concepts = conceptsOf(facts, lists)
  const entities = concepts.entities.map(
    (concept): AnalysedEntity => ({
      name: concept.name,
      aliases: [...concept.keys]
        .filter((key) => key !== concept.key)
        .map(entityName)
        .filter((name) => name !== '' && name !== concept.name),
      fields: fieldsOf(concept, concepts, lists, facts),
      quoted: true,
      quote: concept.quote.text,
      offset: concept.quote.start,
      confidence: Math.round(concept.confidence * 100) / 100,
    }),
  )
  const analysis = {
    entities,
    relations: relationsOf(concepts, lists, facts),
    ...rightsOf(concepts, facts),
    statements: statementsIn(words),
    notEntities: [...facts.excluded.keys()].filter((key) => !concepts.of(key)?.isEntity).map(entityName),
    contradictions: contradictionsOf(concepts, lists, facts, words),
  }
  return asWritten(analysis, words)
}
