import { addressOf, openRoute } from '@charter/runtime/http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { deviceLifeMs, type Polled, pollEveryMs } from '../store/devices.ts'
import { countRefusal, record } from './ask.ts'
import type { TriedRoute } from './bounds.ts'
import type { PeopleParts } from './parts.ts'
import { readTexts } from './read-texts.ts'

const ofDevice = 'urn:ietf:params:oauth:grant-type:device_code'

/**
 * What a program asks, from no browser: `POST /device/code` for two codes (RFC 8628 section 3.1), `POST /device/token` for what has come of them, and later
 * for a short token from the credential that it was given (RFC 6749 section 6).
 */
export const deviceTokenRoutes = (scope: FastifyInstance, parts: PeopleParts, tried: TriedRoute): void => {
  scope.post('/device/code', tried, async (request, reply) => {
    const { program } = readTexts(request, ['program'])
    const name = program.replace(/[^\x20-\x7e]/g, '').slice(0, 80) || 'A program'
    const { device, user } = await parts.store.devices.ask({ program: name, address: addressOf(request) })
    return answer(reply, 200, {
      device_code: device,
      user_code: user,
      verification_uri: `${parts.url()}/device`,
      expires_in: deviceLifeMs / 1000,
      interval: pollEveryMs / 1000,
    })
  })
  scope.post('/device/token', openRoute, async (request, reply) => {
    const asked = readTexts(request, ['grant_type', 'device_code', 'refresh_token'])
    if (asked.grant_type === 'refresh_token') return refresh(parts, request, reply, asked.refresh_token)
    if (asked.grant_type !== ofDevice) return answer(reply, 400, { error: 'unsupported_grant_type' })
    return begin(parts, request, reply, await parts.store.devices.poll(asked.device_code))
  })
}

const begin = async (parts: PeopleParts, request: FastifyRequest, reply: FastifyReply, polled: Polled) => {
  if (typeof polled === 'string') return answer(reply, 400, { error: polled })
  await record(parts, request, 'signInProgram', polled.person)
  const credential = await parts.store.programs.signIn(polled.person, polled.program)
  return refresh(parts, request, reply, credential)
}

/** Its tokens say of no second factor, however its person signed in: a program approves nothing. */
const refresh = async (parts: PeopleParts, request: FastifyRequest, reply: FastifyReply, credential: string) => {
  const of = await parts.store.programs.find(credential)
  if (!of) {
    countRefusal(parts, request)
    return answer(reply, 400, { error: 'invalid_grant' })
  }
  const { token, seconds } = await parts.tokens.make({ ...of, freshFactorAtMs: null, factor: null })
  return answer(reply, 200, {
    access_token: token,
    token_type: 'Bearer',
    expires_in: seconds,
    refresh_token: credential,
    refresh_token_expires_in: Math.floor((of.untilMs - parts.nowMs()) / 1000),
  })
}

const answer = (reply: FastifyReply, status: number, body: object): FastifyReply =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json')
    .send(JSON.stringify(body))
