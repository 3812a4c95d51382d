import { readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure, Agent as SecureAgent } from 'node:https'
import type { LogPlace } from '../seal-reader.ts'
import type { ShipConfig } from './config.ts'

/** What a ledger said to a request. */
export type LedgerAnswer =
  /** It holds the log so far. */
  | { readonly kind: 'held'; readonly place: LogPlace }
  /** It wants the log from another place on. */
  | { readonly kind: 'elsewhere'; readonly sentence: string }
  /** It does not take this log, whenever it is sent again. */
  | { readonly kind: 'refused'; readonly sentence: string }
  /** It cannot be reached, or has no room. */
  | { readonly kind: 'later'; readonly sentence: string; readonly afterMs: number }

/** The logs of one replica, as a ledger holds them. Never rejects. */
export interface LedgerClient {
  placeOf(epoch: number, stop: AbortSignal): Promise<LedgerAnswer>
  /** Lines that go on from what is held, the last of them a seal. */
  send(epoch: number, lines: Buffer, stop: AbortSignal): Promise<LedgerAnswer>
  close(): void
}

export interface LedgerClientOptions {
  readonly config: Pick<ShipConfig, 'url' | 'caFile'>
  readonly replica: string
  readonly token: () => Promise<string>
  readonly timeoutMs: number
}

/** Throws when the file of authorities cannot be read. */
export const ledgerClient = ({ config, replica, token, timeoutMs }: LedgerClientOptions): LedgerClient => {
  const isSecure = config.url.startsWith('https:')
  const request = isSecure ? requestSecure : requestPlain
  const agent = isSecure
    ? new SecureAgent({ keepAlive: true, ...(config.caFile !== null && { ca: readFileSync(config.caFile) }) })
    : new Agent({ keepAlive: true })

  const ask = async (epoch: number, lines: Buffer | null, stop: AbortSignal): Promise<LedgerAnswer> => {
    try {
      const authorization = `Bearer ${await token()}`
      const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)])
      return answerOf(
        await new Promise<Answered>((resolve, reject) => {
          const headers = {
            authorization,
            ...(lines && { 'content-type': 'application/x-ndjson', 'content-length': lines.length }),
          }
          const method = lines ? 'POST' : 'GET'
          const path = `${config.url}/replicas/${encodeURIComponent(replica)}/epochs/${epoch}`
          request(path, { method, headers, agent, signal }, (response) => resolve(answered(response)))
            .on('error', reject)
            .end(lines ?? undefined)
        }),
      )
    } catch (error) {
      return { kind: 'later', sentence: `The ledger cannot be reached: ${reasonOf(error)}.`, afterMs: 0 }
    }
  }

  return {
    placeOf: (epoch, stop) => ask(epoch, null, stop),
    send: ask,
    close: () => agent.destroy(),
  }
}

interface Answered {
  readonly status: number
  readonly afterMs: number
  readonly body: Readonly<Record<string, unknown>>
}

const answerBytesMax = 65_536

const answered = async (response: IncomingMessage): Promise<Answered> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    bytes += chunk.length
    if (bytes > answerBytesMax) throw new Error('it answered with too much')
    chunks.push(chunk)
  }
  const after = /^\d{1,5}$/.exec(response.headers['retry-after'] ?? '')
  return { status: response.statusCode ?? 0, afterMs: Number(after?.[0] ?? 0) * 1000, body: objectIn(chunks) }
}

const objectIn = (chunks: readonly Buffer[]): Answered['body'] => {
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString())
    return typeof value === 'object' && value !== null ? (value as Answered['body']) : {}
  } catch {
    return {}
  }
}

/** What cannot be read, is too long, or is not as it was sealed: the same lines would be refused again. */
const refusals: readonly number[] = [400, 413, 415, 422]

const answerOf = ({ status, afterMs, body }: Answered): LedgerAnswer => {
  const { through, head, code, reason, detail } = body
  if (status === 200 && Number.isSafeInteger(through) && typeof head === 'string')
    return { kind: 'held', place: { through: through as number, head } }
  const sentence = `The ledger answered ${status}${typeof detail === 'string' ? `: ${detail.slice(0, 500)}` : '.'}`
  if (status === 409 && code === 'conflict')
    return { kind: reason === 'another-log' ? 'refused' : 'elsewhere', sentence }
  return refusals.includes(status) ? { kind: 'refused', sentence } : { kind: 'later', sentence, afterMs }
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  // Node aborts with an error of its own, whose cause is the signal's.
  if (error.cause instanceof Error && error.cause.name === 'TimeoutError') return 'it did not answer in time'
  return (error as NodeJS.ErrnoException).code ?? error.message
}
