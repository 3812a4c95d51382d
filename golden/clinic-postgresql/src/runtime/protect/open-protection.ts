import type { ServiceModel } from '../call/model.ts'
import { ProblemError } from '../problem/problem.ts'
import type { State } from '../store/state.ts'
import { keyringOf } from './keyring.ts'
import { type KeyConfig, keyProviderOf } from './keys/config.ts'
import type { KeyProvider } from './keys/provider.ts'
import { needsProtection, type Protection, protectionOf, sealsFiles } from './protection.ts'

export interface OpeningProtection extends KeyConfig {
  readonly model: Pick<ServiceModel, 'name' | 'entities'>
  readonly state: State
  /** Instead of the one that the environment names. */
  readonly provider?: KeyProvider
}

/**
 * The protection of a service's fields; null where it has none to protect. Rejects with a ConfigError when the environment
 * names no key provider that will do. A provider that is down does not keep the service from starting: protected fields
 * are `unavailable` until it is back.
 */
export const openProtection = async (opening: OpeningProtection): Promise<Protection | null> => {
  if (!needsProtection(opening.model)) return null
  const provider = opening.provider ?? (await keyProviderOf(opening))
  const keyring = keyringOf({
    state: opening.state,
    provider,
    service: opening.model.name,
    nowMs: opening.nowMs,
    hasFiles: sealsFiles(opening.model),
  })
  await keyring.prepare().catch((error: unknown) => {
    if (!(error instanceof ProblemError)) throw error
  })
  return protectionOf(keyring, opening.state)
}
