import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answered } from '../../program/platform-calls.ts'
import type { PeopleParts } from './parts.ts'

/** What of a request says where it came from. */
const ofOrigin = ['host', 'x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'user-agent'] as const

/** Asks the platform's own routes, without a socket. */
export const callsAs =
  (app: FastifyInstance): PeopleParts['callsAs'] =>
  ({ ip, headers }, token) =>
  async (asked, body) => {
    const [method = '', path = ''] = asked.split(' ')
    const { statusCode, payload } = await app.inject({
      // What is asked here is of us.
      method: method as 'GET' | 'POST',
      url: `/api/v1/${path}`,
      remoteAddress: ip,
      headers: {
        ...originIn(headers),
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { payload: JSON.stringify(body) }),
    })
    return answered(asked, statusCode, payload)
  }

const originIn = (headers: FastifyRequest['headers']): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ofOrigin.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
