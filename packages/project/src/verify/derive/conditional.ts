import { isObject, type Json, type JsonObject, type ServiceModel } from '@charter/runtime'
import type { Meanwhile, Scenario, Step, Turn } from '../scenario.ts'

/** Scenarios of a service that asks of each change which version it is of: what says none says that any will do. */
export const conditional = (
  scenarios: readonly Scenario[],
  { ifMatch }: Pick<ServiceModel, 'ifMatch'>,
): readonly Scenario[] =>
  ifMatch === 'required'
    ? scenarios.map((scenario) => ({ ...scenario, steps: scenario.steps.map(withVersion) }))
    : scenarios

const withVersion = (step: Step): Step => {
  if (step.turns) return { ...step, turns: step.turns.map(turnOf) }
  return step.bare || step.expect.status === 428 ? step : { ...step, ...saying(step) }
}

const turnOf = (turn: Turn): Turn =>
  'asks' in turn && turn.asks ? { ...turn, asks: { ...turn.asks, ...saying(turn.asks) } } : turn

const saying = ({ method, headers, body }: Meanwhile): Partial<Meanwhile> =>
  method === 'GET' || method === 'OPTIONS' || headers?.['if-match'] !== undefined
    ? {}
    : { headers: { ...headers, 'if-match': '*' }, ...(isObject(body) && { body: withVersions(body) }) }

/** Calls of a batch say it one by one. */
const withVersions = (body: JsonObject): JsonObject =>
  Array.isArray(body.calls) ? { ...body, calls: (body.calls as readonly Json[]).map(ofCall) } : body

const ofCall = (call: Json): Json =>
  isObject(call) && /\.(?:update|replace|delete)$/.test(String(call.operation)) && call.ifMatch === undefined
    ? { ...call, ifMatch: '*' }
    : call
