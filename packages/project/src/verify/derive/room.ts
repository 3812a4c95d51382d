import type { Step } from '../scenario.ts'
import type { Derivation } from './derivation.ts'

/** Of a step, whether the charter has room for it: for its body, its calls or lines at once, its document; or it is to be refused for just that. */
export const roomFor = ({ model, styles }: Derivation): ((step: Step) => boolean) => {
  // The surface is the style's own plan.
  const graphql = styles.find(({ style }) => style.name === 'graphql')?.surface as Documented | undefined
  const { bodyBytesMax, batchMax, importLinesMax } = model.limits
  return (step) =>
    isRefused(step) ||
    (bytesOf(step) <= bodyBytesMax &&
      linesOf(step).filter((line) => line.trim() !== '').length <= importLinesMax &&
      (callsOf(step) <= batchMax || statusesOf(step).includes(422)) &&
      (!graphql || !mayBeDone(step) || levelsOf(step) <= graphql.limits.depth))
}

interface Documented {
  readonly limits: { readonly depth: number }
}

export const statusesOf = ({ expect: { status = [] } }: Step): readonly number[] => [status].flat()

/** Whether it asks to be told that it is too long, and nothing else. */
const isRefused = (step: Step): boolean => {
  const statuses = statusesOf(step)
  return step.expect.headers?.['grpc-status']?.equals === '8' || (statuses.length === 1 && statuses[0] === 413)
}

export const mayBeDone = (step: Step): boolean =>
  statusesOf(step).length === 0 || statusesOf(step).some((status) => status < 400)

/** The longest that it sends at once: of what comes by the line, and of a conversation, each is taken by itself. */
const bytesOf = (step: Step): number => {
  const { body, text, bytes, turns = [] } = step
  if (bytes !== undefined) return Buffer.byteLength(bytes, 'base64')
  const lines = linesOf(step)
  const sent = lines.length > 0 ? lines : [text ?? (body === undefined ? '' : JSON.stringify(body))]
  const said = turns.map((turn) => ('say' in turn ? JSON.stringify(turn.say) : ''))
  return Math.max(...[...sent, ...said].map((each) => Buffer.byteLength(each)))
}

/** Of an import. */
const linesOf = ({ text = '', headers }: Step): readonly string[] =>
  headers?.['content-type'] === 'application/x-ndjson' ? text.split('\n') : []

/** Of a batch. */
const callsOf = ({ body }: Step): number => {
  const calls = typeof body === 'object' && body !== null && 'calls' in body ? body.calls : null
  return Array.isArray(calls) ? calls.length : 0
}

/** Of the document that it sends, fields within fields: braces, but for those of arguments and of fragments; 0 where it sends none. */
const levelsOf = ({ body }: Step): number => {
  const query = typeof body === 'object' && body !== null && 'query' in body ? body.query : null
  if (typeof query !== 'string') return 0
  const open: number[] = []
  let [levels, most] = [0, 0]
  for (const [brace] of query.replaceAll(/\([^()]*\)/g, '').matchAll(/\.\.\.(?: on \w+)? ?\{|[{}]/g)) {
    if (brace === '}') levels -= open.pop() ?? 0
    else {
      open.push(brace === '{' ? 1 : 0)
      levels += open.at(-1) ?? 0
      most = Math.max(most, levels)
    }
  }
  return most
}
