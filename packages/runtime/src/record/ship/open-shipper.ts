import type { KeyObject } from 'node:crypto'
import { Fault } from '../../call/service-log.ts'
import type { ShipConfig } from './config.ts'
import { ledgerClient } from './ledger-client.ts'
import { replicaToken } from './replica-token.ts'
import { type ShipContext, type ShipLimits, shipAll } from './ship-logs.ts'
import { writeMark } from './shipped-mark.ts'
import { type SpoolOptions, spooledLogs } from './spool.ts'

/** What waits for the ledger. */
export interface Spool {
  readonly bytes: number
  readonly bytesMax: number
  /** Epoch milliseconds of the ledger's last acknowledgement; null before the first. */
  readonly heldAtMs: number | null
}

/** Sends a replica's logs to a ledger, oldest first, each sealed line at least once. The logs themselves are the spool. */
export interface Shipper {
  readonly spool: Spool
  /** The log has grown. */
  wake(): void
  /** Sends what is left, for some seconds at most. What then is not held is sent after the next start. */
  close(): Promise<void>
}

export interface ShipperOptions extends SpoolOptions {
  readonly config: ShipConfig
  /** The key that seals the logs. */
  readonly key: KeyObject
  readonly nowMs: () => number
  /** Told when the ledger begins to be out of reach, and of what it refuses. */
  readonly onFault: (error: unknown) => void
  readonly limits?: Partial<ShipLimits>
}

const shipLimits: ShipLimits = { timeoutMs: 30_000, retryMs: 500, retryMsMax: 30_000, closeMs: 5000 }

/** Rejects when the folder, or the file of authorities, cannot be read. */
export const openShipper = async (options: ShipperOptions): Promise<Shipper> => {
  const { config, folder, replica, key, nowMs, onFault } = options
  const limits = { ...shipLimits, ...options.limits }
  const logs = await spooledLogs(options)
  const { origin } = config
  const token = () => replicaToken({ replica, key, origin, nowMs: nowMs() })
  const client = ledgerClient({ config, replica, token, timeoutMs: limits.timeoutMs })
  const closing = new AbortController()
  const stopping = new AbortController()
  let bell = Promise.withResolvers<void>()
  let heldAtMs: number | null = null

  const shipping: ShipContext = {
    client,
    limits,
    closing: closing.signal,
    stop: stopping.signal,
    tell: onceEach(onFault),
    onHeld: () => {
      heldAtMs = nowMs()
    },
    onShipped: ({ epoch, shipped }) => writeMark(folder, replica, { epoch, bytes: shipped }).catch(onFault),
    grown: () => bell.promise,
    listen: () => {
      bell = Promise.withResolvers<void>()
    },
  }
  const running = shipAll(logs, shipping).catch(onFault)

  return {
    spool: {
      get bytes() {
        return logs.reduce((sum, { bytes, shipped }) => sum + bytes - shipped, 0)
      },
      bytesMax: config.spoolBytesMax,
      get heldAtMs() {
        return heldAtMs
      },
    },
    wake: () => bell.resolve(),
    close: async () => {
      closing.abort()
      bell.resolve()
      const timer = setTimeout(() => stopping.abort(), limits.closeMs)
      await running
      clearTimeout(timer)
      client.close()
    },
  }
}

const onceEach = (onFault: (error: unknown) => void): ShipContext['tell'] => {
  let told: string | null = null
  return (sentence) => {
    if (sentence !== null && sentence !== told) onFault(new Fault(sentence))
    told = sentence
  }
}
