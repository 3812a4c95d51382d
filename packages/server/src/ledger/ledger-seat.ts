import type { LedgerDesk, RunningLedger } from '@charter/ledger/serve'
import { servedDesk } from '@charter/ledger/serve'
import { keepPort, portKept } from './kept-port.ts'

/** Where the ledger of a folder is served: by one of the servers that run over it, which another takes the place of once it is gone. */
export interface LedgerSeat {
  readonly url: string
  /** Rejects while none serves it. */
  desk(): Promise<LedgerDesk>
  close(): Promise<void>
}

export interface SeatOptions {
  /** The platform's. */
  readonly folder: string
  readonly ledger: string
  /** Serves it at a port, 0: any that is free. `takeOver`: whoever wrote it last is known to be gone. */
  readonly run: (port: number, takeOver: boolean) => Promise<RunningLedger>
}

const host = '127.0.0.1'
const lookMs = 2000
const pauseMs = 50

export const openSeat = async ({ folder, ledger, run }: SeatOptions): Promise<LedgerSeat> => {
  let own: RunningLedger | null = (await servedDesk(ledger)) ? null : await runAnywhere(folder, run)
  const port = await portOf(folder)
  const look = async (): Promise<void> => {
    // What its holder does not hold any more nobody else may take before its lease ends: it is tried again then.
    if (!own && !(await servedDesk(ledger))) own = await run(port, false).catch(() => null)
  }
  const timer = own ? null : setInterval(() => void look(), lookMs).unref()
  return {
    url: `http://${host}:${port}`,
    desk: async () => {
      const desk = own?.desk ?? (await servedDesk(ledger))
      if (!desk) throw new Error('Nobody serves the ledger at the moment.')
      return desk
    },
    close: async () => {
      if (timer) clearInterval(timer)
      await own?.close()
    },
  }
}

/** Services that run were told a port: another one is had only where somebody took that. */
const runAnywhere = async (folder: string, run: SeatOptions['run']): Promise<RunningLedger> => {
  const server = await run(portKept(folder), true).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') return run(0, true)
    throw error
  })
  keepPort(folder, Number(new URL(server.url).port))
  return server
}

/** Whoever serves it says so as it begins. */
const portOf = async (folder: string): Promise<number> => {
  for (;;) {
    const port = portKept(folder)
    if (port !== 0) return port
    await new Promise((done) => setTimeout(done, pauseMs))
  }
}
