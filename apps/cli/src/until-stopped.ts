import { constants } from 'node:os'
import type { RunningService } from '@charter/project'

/**
 * Told by Ctrl-C, by whoever ends this process, by a terminal that closes, and by a launcher that is gone, from now on. Begun before
 * there is anything to stop: whoever starts a service may end it at once.
 */
export const stopAsked = (): AbortSignal => {
  const asked = new AbortController()
  let askedMs = 0
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      // Asked twice, it waits for nobody; what it started ends by itself. A group and its launcher may tell the same one at once.
      if (asked.signal.aborted && Date.now() - askedMs > twiceMs) process.exit(128 + constants.signals[signal])
      askedMs ||= Date.now()
      asked.abort()
    })
  process.on('disconnect', () => asked.abort())
  // Listening to it is no reason to stay up.
  process.channel?.unref()
  return asked.signal
}

const twiceMs = 500

/**
 * Waits until the service ends, or until it is asked to stop, which drains it first. Gives its exit status: 0 where it was asked, unless
 * it had to be killed for not ending.
 */
export const untilStopped = async (service: Omit<RunningService, 'process'>, asked: AbortSignal): Promise<number> => {
  const stop = (): void => void service.stop()
  if (asked.aborted) stop()
  asked.addEventListener('abort', stop)
  const status = await service.ended
  return asked.aborted && status !== 128 + constants.signals.SIGKILL ? 0 : status
}

/** Resolves once it is asked. */
export const untilAsked = (asked: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (asked.aborted) resolve()
    else asked.addEventListener('abort', () => resolve(), { once: true })
  })

/** A failure after it was asked to stop is no failure: null. */
export const unlessStopped =
  (asked: AbortSignal) =>
  (error: unknown): null => {
    if (!asked.aborted) throw error
    return null
  }
