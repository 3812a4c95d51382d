import { readFileSync } from 'node:fs'
import type { JsonObject } from '@charter/runtime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServedClinic, serveClinic } from './serve-clinic.ts'

const page = readFileSync(new URL('mcp.md', import.meta.url), 'utf8')
const examples = [...page.matchAll(/^`(\w+)`\n\n```json\n([\s\S]*?)```\n\n```json\n([\s\S]*?)```/gm)].map(
  ([, name = '', given = '', answer = '']) => ({ name, given, answer }),
)

let clinic: ServedClinic
beforeAll(async () => {
  clinic = await serveClinic('serves: [mcp]\nmcp: { tools: all }')
})
afterAll(() => clinic.close())

test('the page shows examples', () => expect(examples.length).toBe(4))

test.each(examples)('$name', async ({ name, given, answer }) => {
  const response = await fetch(`${clinic.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${await clinic.tokenOf('clinician')}`,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: JSON.parse(given) },
    }),
  })
  const { result } = (await response.json()) as {
    result: { content: { text: string }[]; structuredContent?: JsonObject }
  }
  const expected = JSON.parse(answer) as JsonObject
  expect(JSON.parse(result.content[0]?.text ?? '')).toEqual(expected)
  expect(result.structuredContent).toEqual('problem' in expected ? undefined : expected)
})
