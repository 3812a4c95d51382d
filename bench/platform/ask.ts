import { Agent, request } from 'node:http'
import type { Listening } from './service.ts'

export interface Asked {
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** Below `/api/v1/`. */
  readonly path: string
  readonly body?: object
}

const connections = 4
const agent = new Agent({ keepAlive: true, maxSockets: connections })

/** Its answer's body. Rejects with it where it is no success. */
export const ask = ({ url, token }: Listening, { method, path, body }: Asked): Promise<{ readonly id: string }> =>
  new Promise((resolve, reject) => {
    const text = body && JSON.stringify(body)
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const headers = {
      authorization: `Bearer ${token}`,
      ...(text !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
    }
    const asked = request(`${url}/api/v1/${path}`, { agent, method, headers }, (answer) => {
      let said = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        said += chunk
      })
      answer.on('end', () => {
        if ((answer.statusCode ?? 500) < 300) resolve(JSON.parse(said) as { readonly id: string })
        else reject(new Error(`${method} ${path} answered ${answer.statusCode}: ${said}`))
      })
    })
    asked.on('error', reject)
    asked.end(text)
  })

/** Does something so many times, over the connections there are. */
export const inTurn = async (count: number, work: (at: number) => Promise<void>): Promise<void> => {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: connections }, worker))
}
