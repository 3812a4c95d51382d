import type { RunningService } from '@charter/project'

/**
 * Waits until the service ends, or until Ctrl-C, which drains it first. Gives its exit status. Begun before anybody is told that it
 * runs: whoever is told may end it at once.
 */
export const untilStopped = async (service: Omit<RunningService, 'process'>): Promise<number> => {
  let isStopping = false
  const stop = (): void => {
    if (isStopping) return
    isStopping = true
    void service.stop()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  const status = await service.ended
  process.off('SIGINT', stop)
  process.off('SIGTERM', stop)
  return isStopping ? 0 : status
}

/** Resolves at Ctrl-C, or when the process is told to end. */
export const stopAsked = (): Promise<void> =>
  new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
