import { bareContender } from './bare.ts'
import type { Contender } from './contender.ts'
import { serviceContender } from './service.ts'

/** What one process is asked, one at a time. */
export type Ask = { readonly measure: number } | { readonly fill: number } | 'close'

export interface Phase {
  readonly seconds: number
  /** Of this process, user and system. */
  readonly cpuMicros: number
}

export interface Measured {
  readonly enqueued: Phase
  readonly done: Phase
}

const [who = '', url = ''] = process.argv.slice(2)

const contenders: Readonly<Record<string, () => Promise<Contender>>> = {
  SQLite: () => serviceContender('sqlite', null, 'own'),
  PostgreSQL: () => serviceContender('postgresql', url, 'own'),
  'PostgreSQL with pg-boss': () => serviceContender('postgresql', url, 'pg-boss'),
  'pg-boss bare': () => bareContender(url),
}

const contender = await contenders[who]?.()
if (!contender) throw new Error(`nobody is called ${who}`)

const phase = async (work: (begin: () => void) => Promise<void>): Promise<Phase> => {
  let [startMs, cpu] = [performance.now(), process.cpuUsage()]
  const begin = (): void => {
    startMs = performance.now()
    cpu = process.cpuUsage()
  }
  await work(begin)
  const { user, system } = process.cpuUsage(cpu)
  return { seconds: (performance.now() - startMs) / 1000, cpuMicros: user + system }
}

const answer = async (ask: Ask): Promise<Measured | null> => {
  if (ask === 'close') {
    await contender.close()
    return null
  }
  if ('fill' in ask) {
    await contender.fill(ask.fill)
    return null
  }
  const enqueued = await phase(() => contender.enqueue(ask.measure))
  return { enqueued, done: await phase((begin) => contender.work(ask.measure, begin)) }
}

process.on('message', (ask: Ask) => {
  answer(ask).then(
    (given) => process.send?.({ given }, () => ask === 'close' && process.exit(0)),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.send?.({ given: null })
