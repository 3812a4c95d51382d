import { type ChildProcess, execFile, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { atMost, type BenchReport, median, round, spread } from '../report.ts'

const run = promisify(execFile)
const here = dirname(fileURLToPath(import.meta.url))
const mib = Number(process.env.BENCH_MIB ?? 512)
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const megabyte = 1_048_576

/** A file in and out again: of ours, plain and sealed, of a handler by hand, and by `cp`; each round asks all of them, one after the other. */
export const files = async (): Promise<BenchReport> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-bench-'))
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < mib * megabyte * 8) throw new Error(`There is no room for this bench: it takes ${mib * 8} MiB.`)
  const children: ChildProcess[] = []
  try {
    const source = join(folder, 'source')
    await fill(source)
    const [ours, bare] = [await begin(children, 'ours', folder), await begin(children, 'bare', folder)]
    const ids: string[] = []
    const contenders: readonly Contender[] = [
      contender('ours, plain', ours, (at) => `/api/v1/papers/${ids[at]}/plain`),
      contender('ours, sealed', ours, (at) => `/api/v1/papers/${ids[at]}/sealed`),
      contender('by hand, with its digest', bare, (at) => `/with-${at}?digest`),
      contender('by hand, without', bare, (at) => `/without-${at}`),
    ]
    const found = new Map<string, Round[]>()
    const copied: number[] = []
    for (let at = 0; at < rounds; at++) {
      ids.push(await newRow(ours))
      for (const each of contenders) {
        const all = found.get(each.name) ?? []
        all.push(await measure(each, source, at))
        found.set(each.name, all)
      }
      copied.push(await copyMs(source, join(folder, 'copy')))
    }
    return reportOf(found, copied)
  } finally {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Served {
  readonly url: string
  readonly token: string
  used(): Promise<{ readonly cpuMs: number; readonly residentMib: number }>
}

interface Contender {
  readonly name: string
  readonly served: Served
  readonly path: (round: number) => string
}

interface Round {
  readonly inMs: number
  readonly outMs: number
  readonly inCpuMs: number
  readonly outCpuMs: number
  readonly residentMib: number
}

const contender = (name: string, served: Served, path: Contender['path']): Contender => ({ name, served, path })

const begin = async (children: ChildProcess[], kind: 'ours' | 'bare', folder: string): Promise<Served> => {
  const child = fork(join(here, 'service.ts'), [kind, folder], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  children.push(child)
  const next = <Message>(): Promise<Message> =>
    new Promise((resolve, reject) => {
      const ended = (): void => reject(new Error(`${kind} ended.`))
      child.once('exit', ended)
      child.once('message', (message) => {
        child.off('exit', ended)
        resolve(message as Message)
      })
    })
  const served = await next<{ url: string; token: string }>()
  return {
    ...served,
    used: () => {
      child.send('used')
      return next()
    },
  }
}

const fill = async (path: string): Promise<void> => {
  const handle = await open(path, 'w')
  for (let at = 0; at < mib; at++) await handle.write(randomBytes(megabyte))
  await handle.sync()
  await handle.close()
}

const newRow = async ({ url, token }: Served): Promise<string> => {
  const response = await fetch(`${url}/api/v1/papers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  if (!response.ok) throw new Error(await response.text())
  return ((await response.json()) as { id: string }).id
}

const measure = async ({ served, path }: Contender, source: string, at: number): Promise<Round> => {
  const { url, token, used } = served
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }
  const before = await used()
  const inMs = await timed(async () => {
    const handle = await open(source)
    const body = Readable.toWeb(handle.createReadStream({ highWaterMark: megabyte })) as ReadableStream
    const response = await fetch(url + path(at), { method: 'PUT', headers, body, duplex: 'half' } as RequestInit)
    if (!response.ok) throw new Error(await response.text())
    await response.arrayBuffer()
  })
  const between = await used()
  const outMs = await timed(async () => {
    const response = await fetch(url + path(at), { headers })
    let bytes = 0
    for await (const piece of response.body ?? []) bytes += piece.length
    if (bytes !== mib * megabyte) throw new Error(`${bytes} bytes came back, and ${mib * megabyte} were sent`)
  })
  const after = await used()
  return {
    inMs,
    outMs,
    inCpuMs: between.cpuMs - before.cpuMs,
    outCpuMs: after.cpuMs - between.cpuMs,
    residentMib: Math.max(between.residentMib, after.residentMib),
  }
}

const timed = async (work: () => Promise<void>): Promise<number> => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

const copyMs = (from: string, to: string): Promise<number> =>
  timed(async () => void (await run('sh', ['-c', `cp '${from}' '${to}' && sync '${to}'`])))

const reportOf = (found: ReadonlyMap<string, readonly Round[]>, copied: readonly number[]): BenchReport => {
  const of = (name: string, pick: (round: Round) => number): readonly number[] => found.get(name)?.map(pick) ?? []
  const ratio = (one: string, other: string, pick: (round: Round) => number): number =>
    median(of(one, pick).map((value, at) => value / (of(other, pick)[at] ?? value)))
  const speed = (ms: readonly number[]) => `${spread(ms.map((each) => (mib / each) * 1000))}`
  const [cpuIn, cpuOut] = [({ inCpuMs }: Round) => inCpuMs, ({ outCpuMs }: Round) => outCpuMs]
  const [ours, sealed, byHand] = ['ours, plain', 'ours, sealed', 'by hand, with its digest']
  const figures = [...found.keys()].flatMap((name): readonly (readonly [string, string | number])[] => [
    [`${name}: in, MiB/s`, speed(of(name, ({ inMs }) => inMs))],
    [`${name}: out, MiB/s`, speed(of(name, ({ outMs }) => outMs))],
    [`${name}: in, CPU ms per MiB`, round(median(of(name, cpuIn)) / mib)],
    [`${name}: out, CPU ms per MiB`, round(median(of(name, cpuOut)) / mib)],
    [`${name}: resident, MiB`, round(Math.max(...of(name, ({ residentMib }) => residentMib)))],
  ])
  const ratios = {
    'CPU in, plain / by hand with its digest': ratio(ours, byHand, cpuIn),
    'CPU in, sealed / by hand with its digest': ratio(sealed, byHand, cpuIn),
    'CPU out, plain / by hand': ratio(ours, byHand, cpuOut),
    'CPU out, sealed / by hand': ratio(sealed, byHand, cpuOut),
  }
  const residents = of(ours, ({ residentMib }) => residentMib)
  const growth = (residents.at(-1) ?? 0) / (residents[0] ?? 1)
  return {
    bench: 'files',
    figures: { 'size, MiB': mib, ...Object.fromEntries(figures), 'cp and sync, MiB/s': speed(copied) },
    ratios,
    bars: [
      atMost('CPU in, plain / by hand with its digest', ratios['CPU in, plain / by hand with its digest'], 1.5),
      atMost('memory after the last round / after the first', growth, 1.2),
    ],
  }
}
