import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Call, JsonObject, QueueKind } from '@charter/runtime'
import { clerk, type Desk, holdSeconds, type JobDatabase, type Moment, makeTheirTable, openDesk } from './desk.ts'

export interface KillOptions {
  readonly database: JobDatabase
  readonly queue: QueueKind
  /** It is somebody else's, who has made a table in it. */
  readonly isTheirs?: boolean
  /** A new database, or null: a file. */
  readonly url: string | null
  readonly kills: number
  readonly workers: number
  readonly jobs: number
  readonly steps: number
}

/** What became of runs whose processes were killed. */
export interface KillTally {
  readonly kills: number
  readonly runs: number
  /** Begun more than once. */
  readonly begunAgain: number
  /** Requests to the other service that it had seen before. */
  readonly toldAgain: number
  readonly faults: readonly string[]
}

/**
 * Starts runs, and kills the processes that work on them at random moments, with `SIGKILL`, until each has ended; a process' clock is up to
 * an hour off. Then each run has its rows once, and told the other service under one key.
 */
export const killWorkers = async ({
  database,
  queue,
  isTheirs = false,
  url,
  kills,
  workers,
  jobs,
  steps,
}: KillOptions): Promise<KillTally> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-jobs-'))
  const heard = await listen()
  const faults: string[] = []
  const children: ChildProcess[] = []
  /** Those that are in the middle of runs, by their place, and of how many: of others, nothing can be lost. */
  const inside = new Map<number, number>()
  /** Kills since the last step. A run that five processes in a row died of without one is given up, and rightly. */
  let fruitless = 0
  const desk = (name: string, atOnce: number, skewMs: number): Desk => ({
    database,
    queue,
    isTheirs,
    url: url ?? `file:${join(folder, 'rows.db')}`,
    folder: join(folder, name),
    secret,
    receiver: heard.url,
    atOnce,
    skewMs,
  })
  const secret = randomBytes(32).toString('base64url')
  if (isTheirs) await makeTheirTable(desk('owner', 0, 0))
  const service = await openDesk(desk('starter', 0, 0), (error) => faults.push(`bug: ${error}`))
  const ask = async (operation: string, input: Call['input'], more: Partial<Call> = {}): Promise<JsonObject> => {
    const context = { origin: { style: 'test', requestId: 'r' } }
    const outcome = await service.execute({ operation, principal: clerk, input, context, ...more })
    if (outcome.kind !== 'value') throw new Error(JSON.stringify(outcome))
    return outcome.value as JsonObject
  }
  const work = (at: number): ChildProcess => {
    const skewMs = [0, 3_600_000, -3_600_000][at % 3] ?? 0
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', worker, JSON.stringify(desk(`worker ${at}`, 3, skewMs))],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    )
    child.stdout?.on('data', (said: Buffer) => {
      if (children[at] !== child) return
      for (const moment of String(said).trim().split('\n') as Moment[]) {
        if (moment === 'step') fruitless = 0
        else inside.set(at, (inside.get(at) ?? 0) + (moment === 'begun' ? 1 : -1))
      }
    })
    child.stderr?.on('data', (said: Buffer) => faults.push(`worker ${at}: ${said}`))
    return child
  }
  try {
    const ids: string[] = []
    for (let at = 0; at < jobs; at++)
      ids.push(String((await ask('importPrices', { value: { list: `list-${at}`, steps } })).id))
    for (let at = 0; at < workers; at++) children.push(work(at))
    let killed = 0
    const untilMs = Date.now() + 60_000 + kills * 5000 * holdSeconds[queue]
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 400 + Math.random() * 600))
      const runs = await Promise.all(ids.map((id) => ask('ImportPricesJob.read', { key: { id } })))
      if (runs.every(({ state }) => state === 'done' || state === 'failed')) break
      if (Date.now() > untilMs) throw new Error(`not ended: ${JSON.stringify(runs)}`)
      if (killed === kills || fruitless === fruitlessMax) continue
      const places = [...inside].flatMap(([place, many]) => (many > 0 ? [place] : []))
      const place = places[Math.floor(Math.random() * places.length)]
      if (place === undefined) continue
      killed++
      fruitless++
      children[place]?.kill('SIGKILL')
      inside.delete(place)
      children[place] = work(place)
    }
    const runs = await Promise.all(ids.map((id) => ask('ImportPricesJob.read', { key: { id } })))
    for (const run of runs) faults.push(...faultsOf(run, steps))
    const skus = await all(ask)
    const wanted = ids.flatMap((_, at) => Array.from({ length: steps }, (__, row) => `list-${at}-${row + 1}`))
    if (JSON.stringify(skus) !== JSON.stringify(wanted.sort()))
      faults.push(`there are ${skus.length} rows, and there should be ${wanted.length}`)
    const keys = new Map(Map.groupBy(heard.requests, ({ list }) => list))
    for (const [list, requests] of keys)
      if (new Set(requests.map(({ key }) => key)).size !== 1) faults.push(`${list} was told under several keys`)
    if (keys.size !== jobs) faults.push(`${keys.size} of ${jobs} runs told the other service`)
    return {
      kills: killed,
      runs: jobs,
      begunAgain: runs.filter(({ attempts }) => Number(attempts) > 1).length,
      toldAgain: heard.requests.length - keys.size,
      faults,
    }
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await service.close()
    heard.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const fruitlessMax = 4

const worker = fileURLToPath(new URL('worker.ts', import.meta.url))

const faultsOf = ({ id, state, result, percent, problem }: JsonObject, steps: number): readonly string[] => [
  ...(state === 'done' ? [] : [`${id} is ${state}: ${JSON.stringify(problem)}`]),
  ...(JSON.stringify(result) === JSON.stringify({ kept: steps }) ? [] : [`${id} gave ${JSON.stringify(result)}`]),
  ...(percent === 100 ? [] : [`${id} is at ${percent} percent`]),
]

const all = async (
  ask: (operation: string, input: Call['input'], more?: Partial<Call>) => Promise<JsonObject>,
): Promise<readonly string[]> => {
  const skus: string[] = []
  for (let after: string | undefined; ; ) {
    const select = { limit: 100, ...(after !== undefined && { after }) }
    const page = (await ask('Price.list', {}, { select })) as { items: JsonObject[]; next: string | null }
    skus.push(...page.items.map(({ sku }) => String(sku)))
    if (page.next === null) return skus.sort()
    after = page.next
  }
}

interface Told {
  readonly list: string
  readonly key: string
}

/** Another service, which notes under which key it was asked. */
const listen = async () => {
  const requests: Told[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk
    })
    request.on('end', () => {
      requests.push({ list: JSON.parse(text).list, key: String(request.headers['idempotency-key']) })
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { requests, url: `http://127.0.0.1:${port}/`, close: () => void server.close() }
}
