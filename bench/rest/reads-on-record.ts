// The reads of the peer that do what ours does: a signed-in caller, whose token says the ward and is verified once while it is seen; an
// entity tag; a request's id; a line of log; and an entry of who read what, which is in the database within a quarter of a second. No rates,
// no deadlines, no shares between callers.

import { createHmac, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import type pg from 'pg'
import { pino } from 'pino'

const keepEntries = `WITH stored AS (INSERT INTO peer.audit ("body") SELECT unnest($1::text[]) RETURNING "position")
INSERT INTO peer.audit_pending ("position") SELECT "position" FROM stored`
const keptEveryMs = 250

type Row = Record<string, string | number | boolean | null>

interface ReadsOnRecordOptions {
  readOne(id: string, ward: string): Promise<Row | null>
  readPage(ward: string): Promise<unknown>
}

/** `GET /api/on-record/patients` and `/:id`, in a scope of its own. `PEER_JWKS` is where the keys are that sign tokens. */
export const readsOnRecord = (
  app: FastifyInstance,
  pool: pg.Pool,
  { readOne, readPage }: ReadsOnRecordOptions,
): void => {
  const log = pino(
    { base: { service: 'peer' }, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination('/dev/null'),
  )
  const keys = createRemoteJWKSet(new URL(process.env.PEER_JWKS ?? 'http://127.0.0.1:9'))
  const seen = new Map<string, JWTPayload>()
  const secret = Buffer.alloc(32, 1)
  let entries: string[] = []
  setInterval(() => {
    if (entries.length > 0) void pool.query({ name: 'keep entries', text: keepEntries, values: [entries] })
    entries = []
  }, keptEveryMs).unref()

  const callerOf = async ({ headers: { authorization = '' } }: FastifyRequest): Promise<JWTPayload> => {
    const token = authorization.slice('Bearer '.length)
    const known = seen.get(token)
    if (known && Number(known.exp) * 1000 > Date.now()) return known
    const { payload } = await jwtVerify(token, keys, { audience: 'clinic' })
    seen.set(token, payload)
    return payload
  }

  app.addHook('onResponse', async (request, reply) => {
    const { method, id: requestId, routeOptions } = request
    const ms = Math.round(reply.elapsedTime * 10) / 10
    log.info({ method, route: routeOptions.url, status: reply.statusCode, ms, requestId }, 'request')
  })
  app.get<{ Params: { id: string } }>('/api/on-record/patients/:id', async (request, reply) => {
    const caller = await callerOf(request)
    const { id } = request.params
    const row = await readOne(id, String(caller.ward))
    entries.push(JSON.stringify(entryOf(request, caller, { operation: 'Patient.read', key: JSON.stringify({ id }) })))
    if (!row) return reply.code(404).send({ code: 'not-found' })
    const text = JSON.stringify(row)
    const tag = createHmac('sha256', secret).update(text).digest('base64url')
    return reply
      .headers({ ...headersOf(request), etag: `"${tag}"` })
      .type('application/json')
      .send(text)
  })
  app.get('/api/on-record/patients', async (request, reply) => {
    const caller = await callerOf(request)
    const page = await readPage(String(caller.ward))
    entries.push(JSON.stringify(entryOf(request, caller, { operation: 'Patient.list', key: null })))
    return reply.headers(headersOf(request)).send(page)
  })
}

const headersOf = ({ id }: FastifyRequest) => ({ 'x-request-id': id, 'cache-control': 'no-store' })

interface Act {
  readonly operation: string
  readonly key: string | null
}

const entryOf = (request: FastifyRequest, caller: JWTPayload, act: Act) => ({
  at: new Date().toISOString(),
  credential: 'jwt',
  entity: 'Patient',
  fields: [],
  id: randomUUID(),
  ...act,
  origin: { address: request.ip, requestId: request.id, style: 'rest' },
  outcome: 'ok',
  principal: caller.sub,
  roles: caller.roles,
})
