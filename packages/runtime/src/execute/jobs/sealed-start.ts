import { hash } from 'node:crypto'
import type { Principal } from '../../call/call.ts'
import type { CallStore } from '../../rows/call-store.ts'
import type { Work } from '../../store/queue.ts'
import { canonicalJson } from '../../values/canonical-json.ts'
import type { Json, JsonObject } from '../../values/json.ts'
import { type SealedWork, sealedWork } from './sealed-work.ts'

/** What is kept of the call that started a run. */
export interface StartedBy {
  readonly principal: Principal
  /** W3C traceparent. */
  readonly trace: string | undefined
  /** The API key that they showed. */
  readonly apiKey: string | undefined
  /** How it was called, and from where: rules may ask. */
  readonly from: { readonly style: string; readonly address: string | undefined }
  /** What it asks, where that may be slow or fail: others that ask the same wait (lanes.ts). None of most. */
  readonly lane?: string | undefined
  /** Digest of what its row is to say that it was started with (`givenTo`). */
  readonly given?: string | undefined
}

type Named = Pick<Work, 'id' | 'operation'>

/** Sealed with the service's secret: whoever writes into the database starts nothing in somebody's name, and reads no attribute of anybody. */
export const sealStart = (store: CallStore, work: Named, by: StartedBy): string =>
  sealedBy(store, work).seal(valuesOfStart(by))

/** Throws a ProblemError (`stale-cursor`) for what another service, or another secret, has sealed. */
export const openStart = (store: CallStore, work: Named & Pick<Work, 'sealed'>): StartedBy =>
  startedFrom(sealedBy(store, work).open(work.sealed))

export const valuesOfStart = ({ principal, trace, apiKey, from, lane, given }: StartedBy): readonly Json[] => {
  const { asked: _, ...person } = principal
  // Plain data throughout.
  return [
    person as unknown as Json,
    trace ?? null,
    apiKey ?? null,
    from.style,
    from.address ?? null,
    lane ?? null,
    given ?? null,
  ]
}

export const startedFrom = ([principal, trace, apiKey, style, address, lane, given]: readonly Json[]): StartedBy => ({
  principal: principal as unknown as Principal,
  trace: typeof trace === 'string' ? trace : undefined,
  apiKey: typeof apiKey === 'string' ? apiKey : undefined,
  from: { style: String(style), address: typeof address === 'string' ? address : undefined },
  lane: typeof lane === 'string' ? lane : undefined,
  given: typeof given === 'string' ? given : undefined,
})

/** SHA-256, base64url, of what the row of a run says that it was started with. */
export const givenTo = ({ input, on }: JsonObject): string =>
  hash('sha256', canonicalJson([input ?? null, on ?? null]), 'base64url')

const sealedBy = (store: CallStore, { id, operation }: Named): SealedWork => sealedWork(store, 'job', operation, id)
