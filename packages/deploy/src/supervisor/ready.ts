import { request } from 'node:http'
import { isAlive, type ProcessOf } from './process-of.ts'

const askMs = 2000
const pauseMs = 100

/** Whether a service says that it is ready, asked by nobody but us, before a deadline and its end. */
export const becomesReady = async (socketPath: string, process: ProcessOf, deadlineMs: number): Promise<boolean> => {
  while (Date.now() < deadlineMs && isAlive(process)) {
    if (await isReady(socketPath)) return true
    await new Promise((done) => setTimeout(done, pauseMs))
  }
  return false
}

/** Where it leads is not its own to say, and no more is read than its status. */
const isReady = (socketPath: string): Promise<boolean> =>
  new Promise((resolve) => {
    const asking = request({ socketPath, path: '/readyz', agent: false, signal: AbortSignal.timeout(askMs) })
    asking.once('response', (response) => {
      resolve(response.statusCode === 200)
      response.destroy()
    })
    asking.on('error', () => resolve(false))
    // One that answers with another protocol (101) has neither.
    asking.once('close', () => resolve(false))
    asking.end()
  })
