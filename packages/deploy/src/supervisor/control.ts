import { createServer, type IncomingMessage, type Server } from 'node:http'
import { NotRolledOut } from '../target.ts'
import { type InstanceSpec, readSpec } from './instance-spec.ts'
import type { Supervisor } from './supervisor.ts'

/** What the supervisor is asked over its socket, which its folder keeps to its user: JSON over HTTP. `leave`: it was told to end, and has. */
export const controlOf = (supervisor: Supervisor, leave: () => void): Server =>
  createServer((request, response) => {
    const answer = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    handle(supervisor, request).then(
      (body) => {
        answer(200, body)
        if (request.method === 'DELETE' && request.url === '/') response.once('finish', leave)
      },
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error)
        if (error instanceof NotRolledOut) answer(409, { failed: message, lastWords: error.lastWords })
        else answer(400, { failed: message })
      },
    )
  })

const handle = async (supervisor: Supervisor, request: IncomingMessage): Promise<unknown> => {
  const [, noun, id] = (request.url ?? '').split('/')
  if (noun === '' && request.method === 'DELETE') return supervisor.end().then(() => ({}))
  if (noun === 'overfull' && request.method === 'GET')
    return (await supervisor.overfull()).map((spec) => ({ deployment: spec.deployment, why: overfull(spec) }))
  if (noun !== 'deployments') throw new Error('There are /deployments and /overfull.')
  if (request.method === 'GET')
    return supervisor.instances().map(({ spec, state }) => ({ deployment: spec.deployment, state }))
  if (request.method === 'DELETE' && id !== undefined) return supervisor.stop(id).then(() => ({}))
  if (request.method === 'POST') return { ports: await supervisor.rollOut(readSpec(JSON.parse(await textOf(request)))) }
  throw new Error(`${request.method} is not answered.`)
}

const overfull = ({ limits }: InstanceSpec): string =>
  `Its data takes more than ${(limits.diskBytesMax / 2 ** 30).toFixed(2)} GiB of the disk, so it was ended. Make room in it, or raise SERVICE_DISK_GIB, and deploy it anew.`

const textBytesMax = 1_000_000

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > textBytesMax) throw new Error('It is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
