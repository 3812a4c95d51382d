import type { Readable } from 'node:stream'
import { type ProcessOf, processOf } from './process-of.ts'

const infoMs = 10_000

/** What bubblewrap says of the process that it started. Rejects where it starts none. */
export const processSaid = (
  info: Readable,
  child: { once(event: 'error' | 'exit', told: (what: unknown) => void): unknown },
) =>
  new Promise<ProcessOf>((resolve, reject) => {
    const giveUp = (): void => reject(new Error('The sandbox could not be made.'))
    const timer = setTimeout(giveUp, infoMs)
    let said = ''
    info.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    info.once('end', () => {
      clearTimeout(timer)
      const [, pid] = /"child-pid":\s*(\d+)/.exec(said) ?? []
      const found = pid === undefined ? null : processOf(Number(pid))
      if (found) resolve(found)
      else giveUp()
    })
    child.once('error', (error) => reject(error instanceof Error ? error : new Error(String(error))))
  })
