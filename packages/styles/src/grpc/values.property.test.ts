import { readFileSync } from 'node:fs'
import type { Style } from '@charter/charter'
import type { Call, Json, Outcome } from '@charter/runtime'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allTypes } from '../rest/contract/all-types.fixture.ts'
import { serveStyles } from '../serve.ts'
import { compact, some } from '../testing/arbitrary.ts'
import { ada } from '../testing/fake-rest-service.ts'
import { load } from '../testing/model.ts'
import { callGrpc } from './call/caller.ts'
import { grpc } from './index.ts'
import { recursive } from './testing/recursive.ts'
import { anyValue } from './testing/values.ts'

const edge = readFileSync(new URL('../../../../conformance/edge.yaml', import.meta.url), 'utf8')

describe.each([
  ['edge', edge, 'Thing'],
  ['every type', allTypes, 'Thing'],
  ['recursive types', recursive, 'Tree'],
])('%s', (_name, text, entity) => {
  const { charter, model } = load(text)
  const fields = model.entities.find(({ name }) => name === entity)?.fields ?? []
  const body = fc
    .record(
      Object.fromEntries(
        fields.map(({ name, type }) => [name, some(fc.option(anyValue(model.types, type, 'partly')))]),
      ),
    )
    .map((value) => compact(value) as Json)
  const row = fc.record(
    Object.fromEntries(fields.map(({ name, type }) => [name, fc.option(anyValue(model.types, type, 'whole'))])),
  ) as fc.Arbitrary<Json>

  test('every value is written and read as it is, null and absent apart', async () => {
    let received: Call | undefined
    let given: Outcome = { kind: 'value', value: null }
    const bugs: unknown[] = []
    const serving = {
      model,
      authenticate: () => ada,
      execute: async (call: Call) => {
        received = call
        return given
      },
      onBug: (error: unknown) => bugs.push(error),
    }
    const surface = grpc.surface(charter)
    const uses = [{ style: grpc as Style, surface }]
    const served = await serveStyles(uses, serving, { host: '127.0.0.1', port: 0 })
    const caller = callGrpc(surface, { url: served.urls.grpc ?? '', credential: () => 'ada', timeoutMs: 5000 })
    const property = fc.asyncProperty(body, row, async (asked, answered) => {
      given = { kind: 'value', value: answered }
      const call: Call = {
        operation: `${entity}.create`,
        input: { value: asked },
        principal: ada,
        context: { origin: { style: 'test', requestId: 'r' } },
      }
      expect(caller.refuses(call)).toBe(null)
      const outcome = await caller.execute(call)
      expect(bugs).toEqual([])
      expect(received?.context.unreadable).toBe(undefined)
      // As text too: the order of members is part of an answer's bytes.
      expect(JSON.stringify(outcome.kind === 'value' && outcome.value)).toBe(JSON.stringify(answered))
      expect(received?.input.value).toEqual(asked)
    })
    try {
      await fc.assert(property, { numRuns: 300 })
    } finally {
      await caller.close()
      await served.close()
    }
  })
})
