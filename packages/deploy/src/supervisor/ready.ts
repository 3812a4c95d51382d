import { isAlive, type ProcessOf } from './process-of.ts'

const askMs = 2000
const pauseMs = 100

/** Whether a service says that it is ready, asked by nobody but us, before a deadline and its end. */
export const becomesReady = async (port: number, process: ProcessOf, deadlineMs: number): Promise<boolean> => {
  while (Date.now() < deadlineMs && isAlive(process)) {
    if (await isReady(port)) return true
    await new Promise((done) => setTimeout(done, pauseMs))
  }
  return false
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`, {
    // Where it leads is not its own to say.
    redirect: 'error',
    signal: AbortSignal.timeout(askMs),
  }).then(
    async ({ ok, body }) => {
      await body?.cancel()
      return ok
    },
    () => false,
  )
