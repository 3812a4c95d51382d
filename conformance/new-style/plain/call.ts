import type { Caller, CallOptions, WireRequest } from '@charter/charter'
import { type Call, failed, type Json, type Outcome, type ProblemCode, pathStep, problem } from '@charter/runtime'
import type { PlainSurface } from './transport/surface.ts'

/** A Call as the request that is sent, or a sentence saying why it cannot be. */
export const wireOf = ({ entities }: PlainSurface, { operation, input }: Call): WireRequest | string => {
  const found = entities.find(({ entity }) => operation === `${entity}.read`)
  if (!found || !input.key) return 'Rows are read by their key, and nothing else is asked.'
  const target = `${found.path}/${pathStep(input.key[found.key.name] ?? null)}`
  return { method: 'GET', target, headers: {}, body: null, language: 'json' }
}

/** Asks any implementation of the contract. */
export const callPlain = (surface: PlainSurface, { url, credential, timeoutMs }: CallOptions): Caller => ({
  refuses: (call) => {
    const wire = wireOf(surface, call)
    return typeof wire === 'string' ? wire : null
  },
  execute: async (call) => {
    const wire = wireOf(surface, call)
    if (typeof wire === 'string') return failed(problem('not-implemented', { detail: wire }))
    const headers = { authorization: `Bearer ${credential(call)}` }
    const answer = await fetch(url + wire.target, { headers, signal: AbortSignal.timeout(timeoutMs) })
    return outcomeOf(surface, answer.ok, await answer.text())
  },
  close: async () => {},
})

const outcomeOf = ({ separator }: PlainSurface, isValue: boolean, text: string): Outcome => {
  if (!isValue) return failed(problem(text.slice(0, text.indexOf(':')) as ProblemCode))
  const members = text
    .trimEnd()
    .split('\n')
    .map((line): [string, Json] => {
      const at = line.indexOf(separator)
      return [line.slice(0, at), JSON.parse(line.slice(at + separator.length))]
    })
  return { kind: 'value', value: Object.fromEntries(members) }
}
