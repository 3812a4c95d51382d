import { setTimeout as wait } from 'node:timers/promises'

const lookMs = 250

/** Whether a service says within so long that it is healthy: what was ended with its platform begins again with it. */
export const answersWithin = async (address: string, timeoutMs: number): Promise<boolean> => {
  for (const deadlineMs = Date.now() + timeoutMs; ; ) {
    const leftMs = Math.max(deadlineMs - Date.now(), 1)
    const isHealthy = await fetch(`${address}/healthz`, {
      signal: AbortSignal.timeout(leftMs),
      redirect: 'error',
    }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isHealthy || Date.now() >= deadlineMs) return isHealthy
    await wait(lookMs)
  }
}
