import type { ServiceModel } from '../call/model.ts'
import type { State } from '../store/state.ts'
import type { Store } from '../store/store.ts'
import type { KeyProvider } from './keys/provider.ts'

/** What the work on keys needs of a service. */
export interface KeyWork {
  readonly model: ServiceModel
  readonly store: Store
  readonly state: State
  readonly provider: KeyProvider
  readonly nowMs: () => number
}
