import { type CallInput, type Json, type Principal, ProblemError, type Selection } from '@charter/runtime'
import { addressOf } from '@charter/runtime/http'
import type { Service } from '@charter/runtime/service'
import type { FastifyRequest } from 'fastify'

/** Calls an operation of the platform's charter, which says what it gives. Rejects with a ProblemError. */
export type CallAs = <Given>(operation: string, input: CallInput, select?: Selection) => Promise<Given>

const timeoutMs = 30_000

/** As somebody whom a request proved: by all rules, and on record as of that request. `style`: how it is called there. */
export const callAs = (
  { execute }: Pick<Service, 'execute'>,
  request: FastifyRequest,
  { principal, style }: { readonly principal: Principal; readonly style: string },
): CallAs => {
  const origin = { style, address: addressOf(request), requestId: request.id }
  return async <Given>(operation: string, input: CallInput, select?: Selection): Promise<Given> => {
    const context = { deadlineMs: Date.now() + timeoutMs, origin }
    const outcome = await execute({ operation, input, principal, context, ...(select && { select }) })
    if (outcome.kind === 'problem') throw new ProblemError(outcome.problem)
    if (outcome.kind === 'value') return outcome.value as Json as Given
    throw new Error(`${operation} gives no value`)
  }
}
