import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly token: string | null
  readonly body?: string
}

/** Sends requests over a few kept-alive connections and gives the server's CPU microseconds per request. */
export const cpuPerRequest = async (
  url: string,
  pid: number,
  count: number,
  make: (at: number) => Request,
  status: number,
): Promise<number> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const before = cpuMicros(pid)
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) await send(agent, url, make(next++), status)
  }
  await Promise.all(Array.from({ length: connections }, worker))
  const used = cpuMicros(pid) - before
  agent.destroy()
  return used / count
}

const connections = 8
const tickMicros = 10_000

/** User and system time of a whole process, from the kernel (proc(5), fields 14 and 15, in clock ticks). */
const cpuMicros = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * tickMicros
}

const send = (agent: Agent, url: string, { method, path, token, body }: Request, status: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    }
    const asked = request(`${url}${path}`, { agent, method, headers }, (answer) => {
      answer.resume()
      answer.on('end', () =>
        answer.statusCode === status ? resolve() : reject(new Error(`${method} ${path} answered ${answer.statusCode}`)),
      )
    })
    asked.on('error', reject)
    asked.end(body)
  })

/** The body of one answer, to compare. */
export const bodyOf = (url: string, { path, token }: Request): Promise<string> =>
  fetch(`${url}${path}`, { headers: token === null ? {} : { authorization: `Bearer ${token}` } }).then((answer) =>
    answer.text(),
  )
