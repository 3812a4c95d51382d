import { type Deprecation, isDate } from '@charter/runtime'
import { given } from './given.ts'
import type { Reader } from './reader.ts'
import { member, type Tree, textAt } from './tree.ts'

/** `deprecated: { since, sunset }` of a field, an entity or an operation; undefined where the charter leaves it out. */
export const readDeprecation = (tree: Tree, reader: Reader): Deprecation | undefined => {
  const told = member(tree, 'deprecated')
  if (told?.kind !== 'map') return undefined
  const [since, sunset] = [textAt(told, 'since'), textAt(told, 'sunset')]
  // What is not there has been told with its shape.
  if (since === undefined) return undefined
  const why = whyNoDeprecation(since, sunset)
  if (why === null) return { since, ...given({ sunset }) }
  reader.reporter.report('bad-deprecation', told, { why })
  return undefined
}

const whyNoDeprecation = (since: string, sunset: string | undefined): string | null => {
  const wrong = [since, sunset].find((text) => text !== undefined && !isDate(text))
  if (wrong !== undefined) return `\`${wrong}\` is no day like \`2026-11-01\``
  // RFC 9745 section 4.
  return sunset !== undefined && sunset < since ? 'it would be gone before it is deprecated' : null
}
