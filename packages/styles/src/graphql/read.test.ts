import fc from 'fast-check'
import { parse, print, visit } from 'graphql'
import { expect, test } from 'vitest'
import { charterText } from '../testing/arbitrary-charter.ts'
import { load } from '../testing/model.ts'
import { graphql } from './index.ts'
import { readGraphql } from './read.ts'
import { charters } from './testing/charters.ts'
import { visibleGraphql } from './visible.ts'

const contractOf = (text: string): Readonly<Record<string, string>> => {
  const { charter } = load(text)
  return graphql.contract(charter, graphql.surface(charter))
}

/** The schema without what is said in words, but for values of enums: a name there is not the value. */
const bare = (schema: string): string =>
  print(
    visit(parse(schema), {
      enter: (node) =>
        'description' in node && node.description && node.kind !== 'EnumValueDefinition'
          ? { ...node, description: undefined }
          : undefined,
    }),
  )

const holds = (text: string) => {
  const schema = contractOf(text)['schema.graphql'] ?? ''
  expect(readGraphql({ 'schema.graphql': bare(schema) })).toEqual(visibleGraphql(load(text).charter))
}

test.each(Object.entries(charters))('what the schema of %s shows is read back from it', (_name, text) => holds(text))

const { seed = 0 } = fc.readConfigureGlobal()
test(`the same holds for random charters, seed ${seed}`, () => {
  fc.assert(fc.property(charterText, holds), { seed, numRuns: 60 })
})
