import type { RunningService } from '@charter/project'

/**
 * Told by Ctrl-C, by whoever ends this process, by a terminal that closes, and by a launcher that is gone, from now on. Begun before
 * there is anything to stop: whoever starts a service may end it at once.
 */
export const stopAsked = (): AbortSignal => {
  const asked = new AbortController()
  const stop = (): void => asked.abort()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  process.on('disconnect', stop)
  // Listening to it is no reason to stay up.
  process.channel?.unref()
  return asked.signal
}

/** Waits until the service ends, or until it is asked to stop, which drains it first. Gives its exit status. */
export const untilStopped = async (service: Omit<RunningService, 'process'>, asked: AbortSignal): Promise<number> => {
  const stop = (): void => void service.stop()
  if (asked.aborted) stop()
  asked.addEventListener('abort', stop)
  const status = await service.ended
  return asked.aborted ? 0 : status
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
