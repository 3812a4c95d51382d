import type { Victim } from './attack.ts'

/** Null where the service still runs and answers; else what became of it. */
export const isThere = async (victim: Victim): Promise<string | null> => {
  const gone = victim.memoryMb().then((mb) => (mb === null ? 'the process has ended' : null))
  const { status } = await victim.ask('GET', '/healthz').catch(() => ({ status: 0 }))
  return (await gone) ?? (status === 200 ? null : `/healthz: ${status}`)
}
