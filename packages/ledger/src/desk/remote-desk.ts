import { request } from 'node:http'
import { ProblemError, problem, problemCodes } from '@charter/runtime'
import type { LedgerDesk } from './desk.ts'
import { deskRequests } from './requests.ts'

/** Long enough for a segment to be examined many times over. */
const timeoutMs = 600_000
const answerBytesMax = 2 ** 24

/** The desk of the process that serves the ledger, over its socket. */
export const remoteDesk = (socket: string): LedgerDesk => {
  const verbs = Object.keys(deskRequests) as (keyof LedgerDesk)[]
  // Each verb is asked with what it takes, and answers what it gives: both ends are made from `LedgerDesk`.
  return Object.fromEntries(
    verbs.map((verb) => [verb, (asked: unknown) => ask(socket, verb, asked)]),
  ) as unknown as LedgerDesk
}

const ask = (socketPath: string, verb: string, asked: unknown): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify(asked)
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request({ socketPath, path: `/${verb}`, method: 'POST', headers, timeout: timeoutMs }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        text += chunk
        if (text.length > answerBytesMax) answer.destroy(new Error('The answer is too long.'))
      })
      answer.on('error', reject)
      answer.on('end', () => {
        const value: unknown = JSON.parse(text)
        if (answer.statusCode === 200) resolve(value)
        else reject(problemIn(value))
      })
    })
    sent.on('timeout', () => sent.destroy(new Error('The process that serves the ledger does not answer.')))
    sent.on('error', reject)
    sent.end(body)
  })

/** A problem document (RFC 9457) as the problem it was made from. */
const problemIn = (value: unknown): ProblemError => {
  const { code, detail } = value as { readonly code?: unknown; readonly detail?: unknown }
  const known = Object.keys(problemCodes).find((each) => each === code) as keyof typeof problemCodes | undefined
  return new ProblemError(problem(known ?? 'internal', typeof detail === 'string' ? { detail } : {}))
}

/** Whether somebody listens there. */
export const isServed = (socketPath: string): Promise<boolean> =>
  new Promise((resolve) => {
    const sent = request({ socketPath, path: '/healthz', timeout: 5000 }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve(false))
    sent.end()
  })
