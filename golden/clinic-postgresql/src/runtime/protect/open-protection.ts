import { hasFiles, type ServiceModel } from '../call/model.ts'
import { needsProtection } from '../call/written.ts'
import { ProblemError } from '../problem/problem.ts'
import type { State } from '../store/state.ts'
import { keyringOf } from './keyring.ts'
import { type KeyConfig, keyProviderOf } from './keys/config.ts'
import type { KeyProvider } from './keys/provider.ts'
import { type Protection, protectionOf, sealsFiles } from './protection.ts'

export interface OpeningProtection extends KeyConfig {
  readonly model: Pick<ServiceModel, 'name' | 'entities'>
  readonly state: State
  /** What the service keeps lies there sealed, whatever its fields say. */
  readonly isAtRest?: boolean
  /** Instead of the one that the environment names. */
  readonly provider?: KeyProvider
}

/**
 * The protection of a service's fields, files and record; null where it has none to protect. Rejects with a ConfigError when the environment
 * names no key provider that will do. A provider that is down does not keep the service from starting: protected fields
 * are `unavailable` until it is back.
 */
export const openProtection = async (opening: OpeningProtection): Promise<Protection | null> => {
  const { model, isAtRest = false } = opening
  if (!needsProtection(model) && !isAtRest) return null
  const provider = opening.provider ?? (await keyProviderOf(opening))
  const keyring = keyringOf({
    state: opening.state,
    provider,
    service: model.name,
    nowMs: opening.nowMs,
    hasFiles: sealsFiles(model) || (isAtRest && hasFiles(model)),
    hasLog: isAtRest,
  })
  await keyring.prepare().catch((error: unknown) => {
    if (!(error instanceof ProblemError)) throw error
  })
  return protectionOf(keyring, opening.state)
}
