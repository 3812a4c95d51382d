import { Agent, request } from 'node:http'
import { Client, credentials, Metadata } from '@grpc/grpc-js'
import { connections, type Request } from '../rest/measure.ts'
import { customersInBytes, requestBytes } from './answers.ts'
import { customerAt } from './rows.ts'
import type { Started } from './services.ts'

/** One that is asked, in its own protocol: gives the whole answer, rejects where that is a refusal. */
export interface Contender {
  ask(at: number): Promise<Buffer>
  close(): void
}

/** Over HTTP, on a few kept-alive connections. */
export const overHttp = ({ url }: Started, make: (at: number) => Request): Contender => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return { ask: (at) => send(agent, url, make(at)), close: () => agent.destroy() }
}

const send = (agent: Agent, url: string, { method, path, headers, body }: Request): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const asked = request(`${url}${path}`, { agent, method, headers: { ...headers, ...length } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const bytes = Buffer.concat(parts)
        if (answer.statusCode === 200) resolve(bytes)
        else reject(new Error(`${method} ${path} answered ${answer.statusCode}: ${bytes.toString().slice(0, 500)}`))
      })
    })
    asked.on('error', reject)
    asked.end(body)
  })

/** A method of the customers' service: one client, one connection. */
export const overGrpc = ({ url, token }: Started, method: 'GetCustomer' | 'ListCustomers'): Contender => {
  const client = new Client(new URL(url).host, credentials.createInsecure())
  const metadata = new Metadata()
  if (token !== null) metadata.set('authorization', `Bearer ${token}`)
  const asIs = (bytes: Buffer): Buffer => bytes
  return {
    ask: (at) =>
      new Promise((resolve, reject) => {
        const given = method === 'GetCustomer' ? { key: { id: customerAt(at) } } : {}
        const bytes = requestBytes(`${method}Request`, given)
        client.makeUnaryRequest(`/store.v1.CustomerService/${method}`, asIs, asIs, bytes, metadata, (error, answer) =>
          error || !answer ? reject(error) : resolve(answer),
        )
      }),
    close: () => client.close(),
  }
}

/** Customers in the answer of a method. */
export const customersOf = (method: 'GetCustomer' | 'ListCustomers') => (bytes: Buffer) =>
  customersInBytes(`${method}Response`, bytes)
