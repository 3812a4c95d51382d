import { createServer } from 'node:net'
import {
  type Call,
  type Execute,
  type LimitsModel,
  type Outcome,
  type Principal,
  ProblemError,
  problem,
  type ServiceBackend,
} from '@charter/runtime'
import { serveStyles } from '../serve.ts'
import { stylesOf } from '../styles-of.ts'
import { load, shop } from './model.ts'

/** A REST service over a fake executor: what it is told to answer, and the calls it got. */
export interface FakeRestService {
  readonly url: string
  readonly port: number
  readonly calls: Call[]
  answer: (call: Call) => Outcome | Promise<Outcome>
  close(): Promise<void>
}

export const ada: Principal = { id: 'ada', roles: ['owner'], attributes: {}, credential: 'jwt' }

export const run = async (limits: Partial<LimitsModel> = {}): Promise<FakeRestService> => {
  const { charter, model } = load(shop)
  const calls: Call[] = []
  const execute: Execute = async (call) => {
    calls.push(call)
    // As the executor does: who may not ask is not told what was wrong.
    if (!call.principal) return { kind: 'problem', problem: problem('unauthenticated') }
    if (call.context.unreadable) return { kind: 'problem', problem: call.context.unreadable }
    return running.answer(call)
  }
  const serving: ServiceBackend = {
    execute,
    model: { ...model, limits: { ...model.limits, ...limits } },
    authenticate: (credential) => {
      if (!credential) return null
      if (credential.text !== 'ada') throw new ProblemError(problem('unauthenticated', { detail: 'Unknown token.' }))
      return ada
    },
  }
  const served = await serveStyles(stylesOf(charter), serving, { host: '127.0.0.1', port: 0 })
  const running: FakeRestService = {
    url: served.url,
    port: Number(new URL(served.url).port),
    calls,
    answer: () => ({ kind: 'value', value: {} }),
    close: served.close,
  }
  return running
}

/** A port that nothing listens on. */
export const closedPort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
