import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { nodeFlags } from '@charter/runtime/service'
import type { Kind, Listening } from './service.ts'

/** A service in a process of its own. */
export interface Started extends Listening {
  readonly processId: number
  /** Ends it in order, so that nothing of its record is still on its way. */
  stop(): Promise<unknown>
}

/** Starts one of the two over what lies in a folder. Rejects where it does not listen. */
export const start = async (kind: Kind, folder: string): Promise<Started> => {
  const child = fork(join(import.meta.dirname, 'service.ts'), [kind, folder], {
    execArgv: [...nodeFlags],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const listening = await new Promise<Listening>((resolve, reject) => {
    child.once('message', (said) => resolve(said as Listening))
    child.once('exit', () => reject(new Error(`The ${kind} did not start.`)))
  })
  const stop = async (): Promise<unknown> => {
    child.disconnect()
    return await ended
  }
  return { ...listening, processId: child.pid ?? 0, stop }
}
