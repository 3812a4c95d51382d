import { isNode, parseDocument } from 'yaml'
import type { Path } from './yaml-text.ts'

/** The text without a name in the `# assumed: a, b` behind a value; the comment goes with the last name. */
export const withoutAssumedName = (text: string, path: Path, name: string): string => {
  const node: unknown = parseDocument(text).getIn(path, true)
  const end = isNode(node) ? node.range?.[1] : undefined
  if (end === undefined) return text
  const [comment = '', names = ''] = /^[ \t]*# assumed: ([^\n]*)/.exec(text.slice(end)) ?? []
  const kept = names.split(', ').filter((each) => each !== name)
  if (comment === '' || kept.length === names.split(', ').length) return text
  const left = kept.length === 0 ? '' : ` # assumed: ${kept.join(', ')}`
  return text.slice(0, end) + left + text.slice(end + comment.length)
}
