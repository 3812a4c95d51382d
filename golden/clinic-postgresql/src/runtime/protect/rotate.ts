import type { KeyRecord } from '../store/state.ts'
import type { KeyWork } from './key-work.ts'
import { keysUnavailable, newKey, settleMs as settleDefaultMs } from './keyring.ts'
import type { KeyProvider } from './keys/provider.ts'

/**
 * Makes a new data key and a new index key, and one for the record where that is sealed. They are used from `settleMs` on, when every running replica knows them; until
 * `resealRows` is done, the old ones read on and both indexes are asked. Gives the new keys. Rejects with `unavailable`.
 */
export const rotateKeys = async (
  work: Pick<KeyWork, 'model' | 'state' | 'provider' | 'nowMs'>,
  settleMs = settleDefaultMs,
): Promise<readonly KeyRecord[]> => {
  const known = await work.state.readKeys()
  const made: KeyRecord[] = []
  const isLogSealed = known.some(({ purpose }) => purpose === 'log')
  for (const purpose of ['data', 'index', ...(isLogSealed ? (['log'] as const) : [])] as const) {
    const version = Math.max(0, ...known.filter((each) => each.purpose === purpose).map((each) => each.version)) + 1
    // Without an older key nothing waits for it.
    const activeFromMs = version === 1 ? work.nowMs() : work.nowMs() + settleMs
    const record = await newKey({ ...work, service: work.model.name }, purpose, version, activeFromMs)
    if (!(await work.state.insertKey(record)))
      throw keysUnavailable(new Error('somebody else is rotating keys now: look with `charter keys status`'))
    made.push(record)
  }
  return made
}

/** Wraps every key anew: with the newest version of the key-encryption key, or with another provider's. Gives how many. */
export const rewrapKeys = async (
  { model, state, provider: to }: Pick<KeyWork, 'model' | 'state' | 'provider'>,
  from: KeyProvider = to,
): Promise<number> => {
  let count = 0
  for (const record of await state.readKeys()) {
    const source = record.provider === from.name ? from : record.provider === to.name ? to : null
    if (!source)
      throw keysUnavailable(new Error(`key ${record.id} was wrapped by ${record.provider}: give it as the one before`))
    const context = { service: model.name, key: record.id }
    const bytes = await source.unwrap(record.wrapped, context)
    try {
      const wrapped = await to.wrap(bytes, context)
      if (await state.replaceKey({ ...record, provider: to.name, wrapped }, record.wrapped)) count++
    } finally {
      bytes.fill(0)
    }
  }
  return count
}
