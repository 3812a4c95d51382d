import type { Analysis, Provenance } from '../analysis.ts'

/** The analysis with each quote as it stands in the words, where reading them had put it differently. */
export const asWritten = (analysis: Analysis, words: string): Analysis => {
  const standing = <Item extends Provenance>(item: Item): Item => {
    const { quote, offset } = item
    if (quote === undefined || offset === undefined || words.startsWith(quote, offset)) return item
    const from = offset + (/^\s*/.exec(words.slice(offset))?.[0].length ?? 0)
    return { ...item, quote: words.slice(from, from + quote.length).trimEnd(), offset: from }
  }
  return {
    ...analysis,
    entities: analysis.entities.map((entity) => standing({ ...entity, fields: entity.fields.map(standing) })),
    relations: analysis.relations.map(standing),
    roles: analysis.roles.map(standing),
    access: analysis.access.map(standing),
    operations: analysis.operations.map(standing),
    contradictions: analysis.contradictions.map(standing),
  }
}
