import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import type { Exchange } from '../identity/sign-in/exchange.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import type { AuditRecorder } from '../record/audit-recorder.ts'
import { registerTokenEndpoint } from './token-endpoint.ts'

const refusals = { note: () => {}, failed: () => null }
const down = () => Promise.reject(new ProblemError(problem('unavailable', { cause: new Error('SELECT secret') })))
const given: Exchange = async () => ({
  token: 't',
  seconds: 600,
  principal: { id: 'p', roles: [], attributes: {}, credential: 'saml' },
})

const ask = async (exchange: Exchange, durable: AuditRecorder['durable']) => {
  const app = fastify()
  // Of a recorder, only this is asked.
  registerTokenEndpoint(app, { exchange, audit: { durable } as AuditRecorder, nowMs: () => 0, refusals })
  const answer = await app.inject({
    method: 'POST',
    url: '/oauth2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:saml2-bearer',
      assertion: 'AAAA',
    }).toString(),
  })
  await app.close()
  return answer
}

test('while the state or the record does not answer, there is no token, and no reason beyond that', async () => {
  for (const answer of [await ask(down, async () => {}), await ask(given, down)]) {
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toEqual({
      error: 'temporarily_unavailable',
      error_description: 'The service cannot answer now.',
    })
  }
  expect((await ask(given, async () => {})).json()).toMatchObject({ access_token: 't' })
})

test('a bug is not told as a refusal', async () => {
  expect(
    (
      await ask(
        () => Promise.reject(new Error('x')),
        async () => {},
      )
    ).statusCode,
  ).toBe(500)
})
