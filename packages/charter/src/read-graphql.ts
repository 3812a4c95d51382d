import type { GraphqlSettings } from './charter.ts'
import { given } from './given.ts'
import type { Reader } from './reader.ts'
import { isTrueAt, member, type Tree, textAt } from './tree.ts'

/** `graphql`: what a document may ask at most, and which documents are taken; undefined where the charter leaves it out. */
export const readGraphql = (root: Tree, reader: Reader): GraphqlSettings | undefined => {
  const tree = member(root, 'graphql')
  if (!tree) return undefined
  const persisted = textAt(tree, 'persisted')
  return given({
    depth: numberAt(tree, 'depth', reader),
    cost: numberAt(tree, 'cost', reader),
    introspection: member(tree, 'introspection') && isTrueAt(tree, 'introspection'),
    persisted: persisted === 'only' || persisted === 'also' ? persisted : undefined,
  })
}

const numberAt = (tree: Tree, name: 'depth' | 'cost', reader: Reader): number | undefined => {
  const found = member(tree, name)
  if (!found) return undefined
  if (
    found.kind === 'scalar' &&
    typeof found.value === 'number' &&
    Number.isSafeInteger(found.value) &&
    found.value > 0
  )
    return found.value
  reader.reporter.report('bad-bounds', found, { what: `\`graphql.${name}\` is a whole number of at least 1.` })
  return undefined
}
