import {
  type JsonObject,
  type Outcome,
  type Problem,
  ProblemError,
  problem,
  readText,
  type ServiceBackend,
  stepText,
} from '@charter/runtime'
import { contextOf, statusOf } from '@charter/runtime/http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PlainEntity, PlainSurface } from './surface.ts'

/** Adds the addresses to a Fastify server: a row as lines of text, a field each. */
export const joinPlain = (app: FastifyInstance, serving: ServiceBackend, surface: PlainSurface): void => {
  const refuse = (_request: FastifyRequest, reply: FastifyReply, error: unknown): void => {
    if (!(error instanceof ProblemError)) serving.onBug?.(error)
    sendProblem(reply, error instanceof ProblemError ? error.problem : problem('internal'))
  }
  for (const entity of surface.entities)
    app.route<{ Params: { readonly key: string } }>({
      method: 'GET',
      url: `${entity.path}/:key`,
      config: { gate: { style: 'plain', refuse } },
      handler: async (request, reply) => {
        const context = contextOf(request, reply, {
          style: 'plain',
          timeoutMs: serving.model.limits.requestTimeoutMs,
          unreadable: undefined,
        })
        const { principal } = request
        const input = { key: keyOf(entity, request.params.key) }
        const outcome = await serving.execute({ operation: `${entity.entity}.read`, input, principal, context })
        return send(reply, outcome, surface)
      },
    })
}

const keyOf = ({ key }: PlainEntity, text: string): JsonObject => ({
  [key.name]: readText(key.type, stepText(text)) ?? stepText(text),
})

const send = (reply: FastifyReply, outcome: Outcome, { separator }: PlainSurface): FastifyReply => {
  if (outcome.kind !== 'value')
    return sendProblem(reply, outcome.kind === 'problem' ? outcome.problem : problem('not-implemented'))
  const lines = Object.entries(outcome.value as JsonObject).map(
    ([name, value]) => name + separator + JSON.stringify(value),
  )
  return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
}

const sendProblem = (reply: FastifyReply, { code, detail }: Problem): FastifyReply =>
  reply.code(statusOf[code]).type('text/plain; charset=utf-8').send(`${code}: ${detail}\n`)
