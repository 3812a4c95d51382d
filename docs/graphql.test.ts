import { readFileSync } from 'node:fs'
import { parseCharter } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { inProcessTarget, seedRows, type Target } from '@charter/project'
import type { Json, JsonObject } from '@charter/runtime'
import { derive } from '@charter/service'
import { styles } from '@charter/styles'
import { afterAll, beforeAll, expect, test } from 'vitest'

const page = readFileSync(new URL('graphql.md', import.meta.url), 'utf8')
const clinic = readFileSync(new URL('../packages/charter/examples/clinic.yaml', import.meta.url), 'utf8')

/** A document, its variables, and the answer that the page shows. */
const examples = [
  ...page.matchAll(
    /```graphql\n([\s\S]*?)```\n\n(?:```json variables\n([\s\S]*?)```\n\n)?```json answer\n([\s\S]*?)```/g,
  ),
].map(([, query = '', variables = '{}', answer = '']) => ({ query, variables, answer }))

let target: Target
beforeAll(async () => {
  const text = clinic.replace('serves: [rest, graphql, grpc, soap, mcp]', 'serves: [graphql]')
  const { charter } = parseCharter({ 'charter.yaml': text }, { styles })
  if (!charter) throw new Error('the clinic is no charter')
  const derived = derive(charter, connectors)
  const rows = Object.fromEntries(
    charter.entities.map(({ name, fields, samples = [] }) => [
      name,
      samples.map((sample) =>
        Object.fromEntries(fields.map((field) => [field.name, sample[field.name] ?? whole(field)])),
      ),
    ]),
  )
  target = await inProcessTarget(derived, { ...seedRows(derived.model), rows, attributes: [{ ward: 'north' }] })
  await target.reset?.('example')
})
afterAll(() => target.close())

/** What a sample leaves out: a literal default, else nothing. */
const whole = ({ default: fallback }: { readonly default?: { readonly kind: string; readonly value?: Json } }): Json =>
  fallback?.kind === 'value' ? (fallback.value ?? null) : fallback?.kind === 'now' ? '2026-01-01T00:00:00Z' : null

test('the page shows examples', () => expect(examples.length).toBe(4))

test.each(examples)('$query', async ({ query, variables, answer }) => {
  const response = await fetch(`${target.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await target.tokenOf('clinician')}` },
    body: JSON.stringify({ query, variables: JSON.parse(variables) as JsonObject }),
  })
  const text = (await response.text()).replaceAll(/"(requestId|endCursor)":"[^"]*"/g, '"$1":"…"')
  expect(JSON.parse(text)).toEqual(JSON.parse(answer))
})
