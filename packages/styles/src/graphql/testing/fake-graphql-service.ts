import type { Style } from '@charter/charter'
import {
  type Authenticate,
  type Call,
  type Execute,
  type Outcome,
  type Principal,
  ProblemError,
  problem,
  type ServiceBackend,
} from '@charter/runtime'
import { serveStyles } from '../../serve.ts'
import { load, shop } from '../../testing/model.ts'
import { graphql } from '../index.ts'
import type { GraphqlSurface } from '../transport/surface.ts'

/** A GraphQL service over a fake executor: what it is told to answer, and the calls it got. */
export interface FakeGraphqlService {
  readonly url: string
  readonly port: number
  readonly calls: Call[]
  readonly bugs: unknown[]
  answer: (call: Call) => Outcome | Promise<Outcome>
  /** Who a credential is of. */
  authenticate: Authenticate
  close(): Promise<void>
}

/** Who every token is of. */
export const ada: Principal = { id: 'ada', roles: ['owner'], attributes: {}, credential: 'jwt' }

/** Serves a charter over a fake executor. */
export const run = async (text = shop, limits: Partial<GraphqlSurface> = {}): Promise<FakeGraphqlService> => {
  const { charter, model } = load(text)
  const calls: Call[] = []
  const bugs: unknown[] = []
  const execute: Execute = async (call) => {
    calls.push(call)
    // As the executor does: who may not ask is not told what was wrong.
    if (!call.principal) return { kind: 'problem', problem: problem('unauthenticated') }
    if (call.context.unreadable) return { kind: 'problem', problem: call.context.unreadable }
    return running.answer(call)
  }
  const serving: ServiceBackend = {
    execute,
    model,
    onBug: (error) => bugs.push(error),
    isDevelopment: true,
    authenticate: (credential) => running.authenticate(credential),
  }
  const use = { style: graphql as Style, surface: { ...graphql.surface(charter), ...limits } }
  const served = await serveStyles([use], serving, { host: '127.0.0.1', port: 0 })
  const running: FakeGraphqlService = {
    url: `${served.url}/graphql`,
    port: Number(new URL(served.url).port),
    calls,
    bugs,
    answer: () => ({ kind: 'value', value: null }),
    authenticate: (credential) => {
      if (!credential) return null
      if (credential.text !== 'ada') throw new ProblemError(problem('unauthenticated', { detail: 'Unknown token.' }))
      return ada
    },
    close: served.close,
  }
  return running
}

/** An answer as it came. */
export interface Answered {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly body: any
}

/** Sends a document as Ada. */
export const ask = async (
  url: string,
  query: string,
  variables: object = {},
  more: { readonly headers?: Record<string, string>; readonly extensions?: object } = {},
): Promise<Answered> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: 'Bearer ada',
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      ...more.headers,
    },
    body: JSON.stringify({ query, variables, ...(more.extensions && { extensions: more.extensions }) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
