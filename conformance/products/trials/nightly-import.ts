import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { RunningService } from '@charter/project'
import type { DatabaseName } from '../../charters.ts'
import { asking, openTrial, until } from './trial.ts'

export interface ImportTrial {
  readonly url: string | null
  /** Of the sheet. */
  readonly bytes: number
  readonly onStep: (said: string) => void
}

/** Each line is mostly what nobody asked for, so that a long sheet has few prices. */
const lineBytes = 65_536

/**
 * A sheet of so many bytes is sent, its import begins while nobody says what the currency is worth, and goes on while the process that works on it
 * is killed, twice; on a server three processes share the work. Gives what did not hold.
 */
export const nightlyImport = async (
  database: DatabaseName,
  { url, bytes, onStep }: ImportTrial,
): Promise<readonly string[]> => {
  const faults: string[] = []
  const trial = await openTrial('nightly-import', database, url)
  let asked = 0
  const rates = createServer((_, response) => {
    // Down for longer than one request is tried again.
    if (++asked <= 8) response.writeHead(503).end()
    else response.end(JSON.stringify({ cents: 100 }))
  })
  await new Promise<void>((resolve) => rates.listen(0, '127.0.0.1', resolve))
  const env = { RATES_URL: `http://127.0.0.1:${(rates.address() as AddressInfo).port}`, JOBS_HOLD_SECONDS: '2' }
  try {
    // Whoever is asked begins no run: those that do may be killed.
    const desk = await trial.start({ ...env, JOBS_AT_ONCE: '0' })
    const workers: RunningService[] = []
    const wanted = database === 'sqlite' ? 1 : 3
    const fill = async (): Promise<void> => {
      while (workers.length < wanted) workers.push(await trial.start(env))
    }
    await fill()
    const api = `${desk.url}/api/v1`
    const supplier = asking(await trial.token('supplier'))
    const buyer = asking(await trial.token('buyer'))
    const { id } = await supplier(`${api}/price-lists`, { method: 'POST', body: '{"currency":"EUR"}' })
    const lines = Math.floor(bytes / lineBytes)
    onStep(`sends ${lines * lineBytes} bytes`)
    const sent = await supplier(`${api}/price-lists/${id}/sheet`, {
      method: 'PUT',
      body: Readable.toWeb(Readable.from(sheet(lines))) as ReadableStream,
      duplex: 'half',
    } as RequestInit)
    if ((sent.sheet as { size?: number } | null)?.size !== lines * lineBytes) faults.push('the sheet has another size')
    const sending = residentMib(desk)
    await supplier(`${api}/price-lists/${id}/hand-in`, { method: 'POST', body: '{}' })
    const { run } = await buyer(`${api}/price-lists/${id}/import-list`, { method: 'POST', body: '{}' })
    const reached = (percent: number) =>
      until(600_000, async () => {
        const job = await buyer(`${api}/take-over-jobs/${run}`)
        if (job.state === 'failed') throw new Error(`the run failed: ${JSON.stringify(job.problem)}`)
        return Number(job.percent) >= percent ? job : undefined
      })
    let most = sending
    for (const percent of [20, 60]) {
      await reached(percent)
      most = Math.max(most, ...workers.map(residentMib))
      onStep(
        `at ${percent} percent: kills ${wanted === 1 ? 'the process that works' : 'all three processes that may work'}`,
      )
      for (const worker of workers.splice(0)) worker.process.kill('SIGKILL')
      await fill()
    }
    const done = await reached(100)
    most = Math.max(most, ...workers.map(residentMib))
    if (done.state !== 'done')
      await until(10_000, async () =>
        (await buyer(`${api}/take-over-jobs/${run}`)).state === 'done' ? true : undefined,
      )
    const { result, attempts } = await buyer(`${api}/take-over-jobs/${run}`)
    if ((result as { lines?: number } | null)?.lines !== lines)
      faults.push(`the run gave ${JSON.stringify(result)}, and the sheet has ${lines} lines`)
    const { count } = await buyer(`${api}/prices?count=true&limit=1`)
    const counted = typeof count === 'object' && count !== null ? (count as { value?: number }).value : count
    if (counted !== Math.min(lines, 10_000) && counted !== lines)
      faults.push(`there are ${JSON.stringify(count)} prices, and the sheet has ${lines}`)
    if ((await buyer(`${api}/price-lists/${id}`)).state !== 'taken') faults.push('the list is not taken')
    if (Number(attempts) < 4) faults.push(`it was begun ${attempts} times: no kill met it`)
    if (asked <= 8) faults.push('the rate was not asked for again')
    onStep(
      `${lines} prices of ${lines * lineBytes} bytes in ${attempts} attempts, the largest process ${Math.round(most)} MiB`,
    )
    return faults
  } finally {
    rates.close()
    await trial.end()
  }
}

function* sheet(lines: number): Generator<Buffer> {
  const rest = Buffer.alloc(lineBytes, 'words of a supplier ')
  for (let at = 0; at < lines; at++) {
    const line = Buffer.from(rest)
    line.write(`sku-${String(at).padStart(8, '0')};${at % 1000}.50;`)
    line[lineBytes - 1] = 10
    yield line
  }
}

/** What a process holds in memory. */
const residentMib = (service: RunningService | undefined): number => {
  try {
    const status = readFileSync(`/proc/${service?.process.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
