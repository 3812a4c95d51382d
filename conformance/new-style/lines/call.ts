import type { Caller, CallOptions, WireRequest } from '@charter/charter'
import { type Call, failed, type Json, type Outcome, type ProblemCode, problem } from '@charter/runtime'
import { askLine } from './transport/ask-line.ts'
import type { LinesSurface } from './transport/surface.ts'

/** A Call as the line that is sent, or a sentence saying why it cannot be. */
export const wireOf = ({ entities }: LinesSurface, { operation, input }: Call): WireRequest | string => {
  const found = entities.find(({ entity }) => operation === `${entity}.read`)
  if (!found || !input.key) return 'Rows are read by their key, and nothing else is asked.'
  return {
    method: 'POST',
    target: `${found.entity} ${input.key[found.key]}`,
    headers: {},
    body: null,
    language: 'json',
  }
}

/** Asks any implementation of the contract. */
export const callLines = (surface: LinesSurface, { url, credential, timeoutMs }: CallOptions): Caller => ({
  refuses: (call) => {
    const wire = wireOf(surface, call)
    return typeof wire === 'string' ? wire : null
  },
  execute: async (call) => {
    const wire = wireOf(surface, call)
    if (typeof wire === 'string') return failed(problem('not-implemented', { detail: wire }))
    const answer = await askLine(url, `${credential(call) ?? '-'} ${wire.target}`, timeoutMs)
    return outcomeOf(JSON.parse(answer))
  },
  close: async () => {},
})

const outcomeOf = ({ value, problem: refused }: { readonly value?: Json; readonly problem?: ProblemCode }): Outcome =>
  refused === undefined ? { kind: 'value', value: value ?? null } : failed(problem(refused))
