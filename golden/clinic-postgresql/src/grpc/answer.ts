import type { Json, JsonObject, ValueOutcome } from '../runtime/index.ts'
import type { MessagePlan, MethodPlan } from './surface.ts'

/** The message of an answer: pages, groups and changes are that already; a row and a result have a field of their own. */
export const answerOf = (
  { kind }: MethodPlan,
  response: MessagePlan,
  { value, version }: Pick<ValueOutcome, 'value' | 'version'>,
): JsonObject => {
  if (
    kind === 'list' ||
    kind === 'stream' ||
    kind === 'audit' ||
    kind === 'aggregate' ||
    kind === 'changes' ||
    kind === 'readFile'
  )
    return value as JsonObject
  const [first] = response.fields
  if (kind === 'delete' || !first) return {}
  return withVersion(first.member, value, version)
}

const withVersion = (member: string, value: Json, version: string | undefined): JsonObject =>
  version === undefined ? { [member]: value } : { [member]: value, etag: version }
