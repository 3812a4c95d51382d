import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Measured {
  /** CPU microseconds of the service for each request. */
  readonly service: number
  /** CPU microseconds of every process of the database for each request. */
  readonly database: number
  /** Milliseconds from asking to the last byte, of each request, sorted. */
  readonly latencies: readonly number[]
}

export interface Measurement {
  readonly url: string
  /** Of the service. */
  readonly processId: number
  /** Of the database's first process. */
  readonly databaseId: number
  readonly count: number
  readonly status: number
  make(at: number): Request
}

/** How many requests are under way at once. */
export const connections = 8

/** Sends requests over a few kept-alive connections, the next as soon as one has its answer. */
export const measure = async ({ url, status, make, ...measuring }: Measurement): Promise<Measured> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  try {
    return await measureAsking({ ...measuring, ask: (at) => send(agent, url, make(at), status) })
  } finally {
    agent.destroy()
  }
}

export interface CallLoad extends Pick<Measurement, 'processId' | 'databaseId' | 'count'> {
  /** Resolves when the whole answer is there. */
  ask(at: number): Promise<unknown>
}

/** Asks over whatever the service speaks, a few at once. */
export const measureAsking = async ({ processId, databaseId, count, ask }: CallLoad): Promise<Measured> => {
  const latencies: number[] = []
  const before = [cpuMicros(processId), cpuMicrosOfAll(databaseId)] as const
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) {
      const started = performance.now()
      await ask(next++)
      latencies.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  return {
    service: (cpuMicros(processId) - before[0]) / count,
    database: (cpuMicrosOfAll(databaseId) - before[1]) / count,
    latencies: latencies.sort((a, b) => a - b),
  }
}

const tickMicros = 10_000

/** Fields of proc(5) `stat` after the name, which may hold anything. */
export const statOf = (processId: number): readonly string[] =>
  readFileSync(`/proc/${processId}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')

/** User and system time of a process, all its threads. */
export const cpuMicros = (processId: number): number => {
  const fields = statOf(processId)
  return (Number(fields[11]) + Number(fields[12])) * tickMicros
}

/** A process with its children, those that have ended among them. */
export const cpuMicrosOfAll = (processId: number): number => {
  const fields = statOf(processId)
  const ended = (Number(fields[13]) + Number(fields[14])) * tickMicros
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isChildOf(name, processId))
  return cpuMicros(processId) + ended + children.reduce((sum, name) => sum + cpuMicrosIfThere(Number(name)), 0)
}

const cpuMicrosIfThere = (processId: number): number => {
  try {
    return cpuMicros(processId)
  } catch {
    // It ended while the others were read.
    return 0
  }
}

const isChildOf = (name: string, parent: number): boolean => {
  try {
    return Number(statOf(Number(name))[1]) === parent
  } catch {
    // It ended while the list was read.
    return false
  }
}

/** Resident memory in megabytes. */
export const memoryOf = (processId: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1] ?? 0) / 1024

const send = (agent: Agent, url: string, { method, path, headers, body }: Request, status: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const asked = request(`${url}${path}`, { agent, method, headers: { ...headers, ...length } }, (answer) => {
      answer.resume()
      answer.on('end', () =>
        answer.statusCode === status ? resolve() : reject(new Error(`${method} ${path} answered ${answer.statusCode}`)),
      )
    })
    asked.on('error', reject)
    asked.end(body)
  })

export const bodyOf = async (url: string, { method, path, headers, body }: Request): Promise<unknown> =>
  (await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) })).json()

export const percentile = (sorted: readonly number[], of: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * of) / 100))] ?? 0
