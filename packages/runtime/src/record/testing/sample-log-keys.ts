import { createHash, createSecretKey } from 'node:crypto'
import { keysUnavailable } from '../../protect/keyring.ts'
import type { LogKeys } from '../sealed-log.ts'

/** Keys that never change, so that two processes open each other's lines. */
export const sampleLogKeys = (id = 'l1-0123456789ab'): LogKeys => {
  const open = { id, key: createSecretKey(createHash('sha256').update(id).digest()) }
  return {
    logKey: async () => open,
    dataKeys: async (ids) => {
      for (const asked of ids) if (asked !== id) throw keysUnavailable(new Error(`there is no key ${asked}`))
      return new Map([[id, open]])
    },
  }
}
