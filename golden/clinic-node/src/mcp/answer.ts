import type { CallToolResult } from '@modelcontextprotocol/server'
import {
  answerLengthMax,
  answerTooLong,
  type JsonObject,
  type Outcome,
  type Problem,
  problem,
  sortErrors,
} from '../runtime/index.ts'

/** An Outcome as the result of a tool: what the schema says, and the same as text for models that read text alone. */
export const resultOf = (outcome: Outcome): CallToolResult => {
  switch (outcome.kind) {
    case 'value': {
      const partial = outcome.problems?.[0]
      if (partial) return refusal(partial.problem)
      const { value, version, isReplayed } = outcome
      return answered({
        result: value,
        ...(version !== undefined && { etag: version }),
        ...(isReplayed && { isReplayed }),
      })
    }
    case 'problem':
      return refusal(outcome.problem)
    default:
      return refusal(problem('not-implemented', { detail: 'MCP carries neither streams nor jobs.' }))
  }
}

const answered = (structured: JsonObject): CallToolResult => {
  const text = JSON.stringify(structured)
  return text.length > answerLengthMax
    ? refusal(answerTooLong)
    : { content: [{ type: 'text', text }], structuredContent: structured }
}

/** A problem is the tool's answer, so that the model can mend what it asked (MCP, Tools, Error Handling). */
const refusal = (of: Problem): CallToolResult => ({
  isError: true,
  content: [{ type: 'text', text: JSON.stringify({ problem: problemJson(of) }) }],
})

export const problemJson = ({ code, detail, errors, reason, why, scopes, retryAfterSeconds }: Problem) => ({
  code,
  detail,
  ...(reason !== undefined && { reason }),
  ...(errors && { errors: sortErrors(errors) }),
  ...(why && { why }),
  ...(scopes && { scopes }),
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
})
