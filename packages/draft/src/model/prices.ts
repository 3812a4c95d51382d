import type { ModelName } from './model-name.ts'

/** Tokens that a model says it read and wrote, over all attempts. */
export interface Usage {
  readonly inputTokens: number
  readonly outputTokens: number
}

export interface Cost {
  readonly usd: number
  /** The day on which the list prices were read. */
  readonly asOf: string
}

interface Price {
  readonly provider: ModelName['provider']
  /** The model's name, with or without a date behind it. */
  readonly name: string
  readonly inputUsd: number
  readonly outputUsd: number
  readonly asOf: string
}

/**
 * List prices in US dollars per million tokens, for requests of up to 100,000 tokens, without discounts, caches or taxes.
 * A model that is not here has an unknown price; none is guessed.
 */
const prices: readonly Price[] = [
  // https://platform.claude.com/docs/en/about-claude/pricing
  { provider: 'anthropic', name: 'claude-opus-5-5', inputUsd: 4, outputUsd: 20, asOf: '2026-10-24' },
  { provider: 'anthropic', name: 'claude-opus-5', inputUsd: 5, outputUsd: 25, asOf: '2026-10-24' },
  { provider: 'anthropic', name: 'claude-sonnet-5-5', inputUsd: 2, outputUsd: 10, asOf: '2026-10-24' },
  { provider: 'anthropic', name: 'claude-haiku-5-5', inputUsd: 0.1, outputUsd: 0.5, asOf: '2026-10-24' },
  { provider: 'anthropic', name: 'claude-haiku-4-5', inputUsd: 1, outputUsd: 5, asOf: '2026-10-24' },
  // https://developers.openai.com/api/docs/pricing
  { provider: 'openai', name: 'gpt-5.5', inputUsd: 5, outputUsd: 30, asOf: '2026-05-04' },
  { provider: 'openai', name: 'gpt-5.4', inputUsd: 2.5, outputUsd: 15, asOf: '2026-05-04' },
  { provider: 'openai', name: 'gpt-5.4-mini', inputUsd: 0.75, outputUsd: 4.5, asOf: '2026-05-04' },
  // https://ai.google.dev/gemini-api/docs/pricing
  { provider: 'google', name: 'gemini-3.8-flash', inputUsd: 0.75, outputUsd: 3.75, asOf: '2026-10-07' },
  { provider: 'google', name: 'gemini-3.5-flash', inputUsd: 1.5, outputUsd: 9, asOf: '2026-10-07' },
  { provider: 'google', name: 'gemini-3.5-flash-lite', inputUsd: 0.3, outputUsd: 2.5, asOf: '2026-10-07' },
  { provider: 'google', name: 'gemini-3.1-pro-preview', inputUsd: 2, outputUsd: 12, asOf: '2026-10-07' },
]

/** What so many tokens cost by list price; null where the price is not known. */
export const costOf = (model: ModelName, usage: Usage): Cost | null => {
  const price = prices.find((each) => each.provider === model.provider && isOneOf(model.name, each.name))
  if (!price) return null
  const usd = (usage.inputTokens * price.inputUsd + usage.outputTokens * price.outputUsd) / 1_000_000
  return { usd, asOf: price.asOf }
}

const isOneOf = (name: string, listed: string): boolean =>
  name === listed || (name.startsWith(listed) && /^-\d{4}-?\d{2}-?\d{2}$/.test(name.slice(listed.length)))

/** `2310 tokens in, 1204 out, about $0.0167 by the list price of 2026-10-24`. */
export const spentText = (usage: Usage, cost: Cost | null): string => {
  const tokens = `${usage.inputTokens} tokens in, ${usage.outputTokens} out`
  return cost === null
    ? `${tokens}, unknown price`
    : `${tokens}, about $${cost.usd.toFixed(4)} by the list price of ${cost.asOf}`
}
