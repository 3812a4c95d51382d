import type { Caller, Style } from '@charter/charter'
import {
  type Call,
  type LimitsModel,
  type Outcome,
  ProblemError,
  problem,
  type ServiceBackend,
  type ServiceModel,
} from '@charter/runtime'
import { Client, credentials, Metadata, type ServiceError } from '@grpc/grpc-js'
import { type Served, serveStyles } from '../../serve.ts'
import { ada } from '../../testing/fake-rest-service.ts'
import { load, shop } from '../../testing/model.ts'
import { grpc } from '../index.ts'
import { encoderOf } from '../transport/encode.ts'
import type { GrpcSurface } from '../transport/surface.ts'

/** A gRPC service over a fake executor: what it is told to answer, the calls it got, and two clients of it. */
export interface FakeGrpcService {
  readonly url: string
  /** Where it is reached over HTTP. */
  readonly httpUrl: string
  readonly contracts: Readonly<Record<string, string>>
  readonly surface: GrpcSurface
  readonly model: ServiceModel
  readonly calls: Call[]
  readonly bugs: unknown[]
  answer: (call: Call) => Outcome | Promise<Outcome>
  readonly caller: Caller
  readonly client: Client
  /** Sends bytes as they are; the answer's bytes, or grpc-js' ServiceError. */
  /** How often it was asked who calls. */
  readonly authenticated: number
  raw(method: string, bytes: Buffer, more?: RawOptions): Promise<Buffer | ServiceError>
  encode: ReturnType<typeof encoderOf>
  close(): Promise<void>
}

export interface RawOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly deadline?: number
}

export const run = async (limits: Partial<LimitsModel> = {}, text = shop): Promise<FakeGrpcService> => {
  const { charter, model: whole } = load(text)
  const model = { ...whole, limits: { ...whole.limits, ...limits } }
  const surface = grpc.surface(charter)
  const calls: Call[] = []
  const bugs: unknown[] = []
  let authenticated = 0
  const serving: ServiceBackend = {
    model,
    onBug: (error) => bugs.push(error),
    execute: async (call) => {
      calls.push(call)
      // As the executor does: who may not ask is not told what was wrong.
      if (!call.principal) return { kind: 'problem', problem: problem('unauthenticated') }
      if (call.context.unreadable) return { kind: 'problem', problem: call.context.unreadable }
      return running.answer(call)
    },
    authenticate: (credential) => {
      if (!credential) return null
      authenticated++
      if (credential.text !== 'ada') throw new ProblemError(problem('unauthenticated', { detail: 'Unknown token.' }))
      return ada
    },
  }
  const served: Served = await serveStyles([{ style: grpc as Style, surface }], serving, { host: '127.0.0.1', port: 0 })
  const url = served.urls.grpc ?? ''
  const client = new Client(new URL(url).host, credentials.createInsecure(), { 'grpc.use_local_subchannel_pool': 1 })
  const caller = await grpc.call(surface, { url, credential: ({ principal }) => principal && 'ada', timeoutMs: 5000 })
  const running: FakeGrpcService = {
    url,
    httpUrl: served.url,
    contracts: grpc.contract(charter, surface),
    surface,
    model,
    calls,
    bugs,
    caller,
    client,
    answer: () => ({ kind: 'value', value: {} }),
    encode: encoderOf(surface),
    get authenticated() {
      return authenticated
    },
    raw: (method, bytes, { headers = { authorization: 'Bearer ada' }, deadline = Date.now() + 5000 } = {}) =>
      new Promise((resolve) => {
        const metadata = new Metadata()
        for (const [name, value] of Object.entries(headers)) metadata.set(name, value)
        client.makeUnaryRequest(
          `/${surface.package}.${method}`,
          asIs,
          asIs,
          bytes,
          metadata,
          { deadline },
          (error, answer) => resolve(error ?? answer ?? Buffer.alloc(0)),
        )
      }),
    close: async () => {
      await caller.close()
      client.close()
      await served.close()
    },
  }
  return running
}

const asIs = (bytes: Buffer): Buffer => bytes
