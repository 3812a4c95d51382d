import type { JsonObject } from '@charter/runtime'
import type { LanguageModel, ModelMessage } from 'ai'
import { brokenBy, ModelFailure } from './failure.ts'
import type { Limits } from './limits.ts'
import type { Usage } from './prices.ts'

export interface ModelRequest {
  readonly model: LanguageModel
  readonly instructions: string
  readonly messages: readonly ModelMessage[]
  /** Null asks plainly: no constraint and no limit of tokens, for servers that refuse either. */
  readonly schema: JsonObject | null
  readonly limits: Limits
  readonly signal: AbortSignal
  /** The answer so far. */
  readonly onText: (text: string) => void
}

export interface Answered {
  readonly text: string
  readonly usage: Usage
}

/** One answer of a model, streamed. Rejects when it does not begin or end in time, breaks off, or the call fails. No tools are given. */
export const ask = async (asking: ModelRequest): Promise<Answered> => {
  const { limits, signal } = asking
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), limits.firstTokenMs)
  try {
    return await read(asking, AbortSignal.any([signal, patience.signal]), () => clearTimeout(timer))
  } catch (error) {
    if (patience.signal.aborted && !signal.aborted)
      throw new ModelFailure(
        `nothing was heard of it within ${limits.firstTokenMs / 1000} seconds. Try again, or try another model.`,
      )
    throw signal.aborted ? error : brokenBy(error)
  } finally {
    clearTimeout(timer)
  }
}

/** Characters of a token at most, where the server does not keep to the limit of tokens. */
const charactersOfToken = 8

const read = async (asking: ModelRequest, abortSignal: AbortSignal, onHeard: () => void): Promise<Answered> => {
  const { stream } = await start(asking, abortSignal)
  let text = ''
  for await (const part of stream) {
    if (part.type === 'error') throw part.error
    if (part.type === 'abort') throw abortSignal.reason
    if (part.type === 'reasoning-start' || part.type === 'reasoning-delta') onHeard()
    if (part.type === 'text-delta') {
      onHeard()
      text += part.text
      if (text.length > asking.limits.outputTokensMax * charactersOfToken) throw tooLong(asking.limits)
      asking.onText(text)
    }
    if (part.type !== 'finish') continue
    if (part.finishReason === 'length') throw tooLong(asking.limits)
    if (part.finishReason === 'content-filter')
      throw new ModelFailure('the model declined to answer. Try another model, or other words.')
    const { inputTokens = 0, outputTokens = 0 } = part.totalUsage
    return { text, usage: { inputTokens, outputTokens } }
  }
  throw new Error('The stream ended without a finish.')
}

const tooLong = ({ outputTokensMax }: Limits): ModelFailure =>
  new ModelFailure(
    `the answer was cut off at its limit of at most ${outputTokensMax} tokens. Draft from fewer words, or try another model.`,
  )

const start = async ({ model, instructions, messages, schema, limits }: ModelRequest, abortSignal: AbortSignal) => {
  const { jsonSchema, Output, streamText } = await import('ai')
  // Warnings are about settings that a provider does not have; they would be printed into whatever a command prints.
  globalThis.AI_SDK_LOG_WARNINGS = false
  return streamText({
    model,
    instructions,
    messages: [...messages],
    ...(schema && {
      output: Output.object({ schema: jsonSchema(schema as Parameters<typeof jsonSchema>[0]), name: 'charter' }),
      maxOutputTokens: limits.outputTokensMax,
    }),
    maxRetries: 0,
    abortSignal,
    providerOptions: { openai: { store: false } },
    // Errors are parts of the stream, and thrown from there.
    onError: () => {},
  })
}
