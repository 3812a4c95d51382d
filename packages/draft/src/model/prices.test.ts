import { expect, test } from 'vitest'
import { modelText, readModelName } from './model-name.ts'
import { costOf, spentText } from './prices.ts'

const usage = { inputTokens: 1_000_000, outputTokens: 100_000 }

test('a listed model costs what its list price says, with the day it was read', () => {
  expect(costOf({ provider: 'anthropic', name: 'claude-sonnet-5-5' }, usage)).toEqual({ usd: 3, asOf: '2026-10-24' })
  expect(costOf({ provider: 'anthropic', name: 'claude-sonnet-5-5-20261001' }, usage)?.usd).toBe(3)
  expect(spentText(usage, { usd: 3, asOf: '2026-10-24' })).toBe(
    '1000000 tokens in, 100000 out, about $3.0000 by the list price of 2026-10-24',
  )
})

test.each([
  ['anthropic', 'claude-sonnet-5-5-fast'],
  ['openai', 'gpt-5.4-nano'],
  ['bedrock', 'claude-sonnet-5-5'],
  ['ollama', 'llama3.3'],
] as const)('the price of %s:%s is unknown, and none is made up', (provider, name) => {
  expect(costOf({ provider, name }, usage)).toBeNull()
  expect(spentText(usage, null)).toMatch(/unknown price$/)
})

test.each([
  'anthropic:claude-haiku-4-5',
  'ollama:llama3.3:70b',
  'bedrock:eu.anthropic.claude-v1:0',
  'azure:my-deployment',
])('%s names a model', (text) => {
  const read = readModelName(text)
  expect('error' in read ? read.error : modelText(read)).toBe(text)
})

test.each([
  ['antropic:x', /no provider of models "antropic"\. Did you mean `?"?anthropic/],
  ['gpt-5', /Known: anthropic, openai/],
  ['openai:', /names no model\. Write provider:name/],
  ['openai:a b', /names no model/],
])('%j does not, and says what to write', (text, sentence) => {
  expect(readModelName(text)).toEqual({ error: expect.stringMatching(sentence) })
})
