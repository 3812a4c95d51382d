import { cpuMicros } from '../rest/measure.ts'
import { type Asked, ask, inTurn } from './ask.ts'
import type { Started } from './start.ts'

/** What is asked of both, of one project of those that are there. */
export const works = {
  read: (id: string): Asked => ({ method: 'GET', path: `projects/${id}` }),
  list: (): Asked => ({ method: 'GET', path: 'projects?limit=50' }),
  write: (id: string, at: number): Asked => ({
    method: 'PATCH',
    path: `projects/${id}`,
    body: { title: `Title ${at}` },
  }),
} as const
export type Work = keyof typeof works

export interface Cost {
  /** Of the service's process. */
  readonly cpuUs: number
  readonly p95Ms: number
}

/** What one request costs, of so many. */
export const costOf = async (
  service: Started,
  work: Work,
  { ids, count }: { readonly ids: readonly string[]; readonly count: number },
): Promise<Cost> => {
  const took: number[] = []
  const before = cpuMicros(service.processId)
  await inTurn(count, async (at) => {
    const begun = performance.now()
    await ask(service, works[work](ids[(at * 7) % ids.length] ?? '', at))
    took.push(performance.now() - begun)
  })
  const sorted = took.sort((one, other) => one - other)
  return {
    cpuUs: (cpuMicros(service.processId) - before) / count,
    p95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
  }
}
