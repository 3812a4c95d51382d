import { hash } from 'node:crypto'
import type { Principal } from '../../call/call.ts'
import type { CallStore } from '../../rows/call-store.ts'
import type { EntityUnit } from '../../store/entity.ts'
import type { Work } from '../../store/queue.ts'
import { canonicalJson } from '../../values/canonical-json.ts'
import { isObject, type Json, type JsonObject } from '../../values/json.ts'
import type { WorkMajor } from './majors.ts'
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
  /** Of what its row is to say that it was started with; left out of what is no run. */
  readonly given?: GivenDigests | undefined
  /** Of the charter by which it is done. */
  readonly major?: WorkMajor
}

/** SHA-256, base64url, of each of what a run is started with; null of what there was none of. */
export type GivenDigests = Readonly<Record<(typeof givenNames)[number], string | null>>

const givenNames = ['input', 'on'] as const

type Named = Pick<Work, 'id' | 'operation'>

/** Sealed with the service's secret: whoever writes into the database starts nothing in somebody's name, and reads no attribute of anybody. */
export const sealStart = (store: CallStore, work: Named, by: StartedBy): string =>
  sealedBy(store, work).seal(valuesOfStart(by))

/** Throws a ProblemError (`stale-cursor`) for what another service, or another secret, has sealed. */
export const openStart = (store: CallStore, work: Named & Pick<Work, 'sealed'>): StartedBy =>
  startedFrom(sealedBy(store, work).open(work.sealed))

export const valuesOfStart = ({ principal, trace, apiKey, from, lane, given, major }: StartedBy): readonly Json[] => {
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
    ...(major === undefined ? [] : [major]),
  ]
}

export const startedFrom = ([
  principal,
  trace,
  apiKey,
  style,
  address,
  lane,
  given = null,
  major,
]: readonly Json[]): StartedBy => ({
  principal: principal as unknown as Principal,
  trace: typeof trace === 'string' ? trace : undefined,
  apiKey: typeof apiKey === 'string' ? apiKey : undefined,
  from: { style: String(style), address: typeof address === 'string' ? address : undefined },
  lane: typeof lane === 'string' ? lane : undefined,
  given: isObject(given) ? (given as GivenDigests) : undefined,
  major: typeof major === 'number' || major === null ? major : undefined,
})

/** Of what the row of a run says that it was started with. */
export const digestsOf = ({ input, on }: JsonObject): GivenDigests => ({ input: digestOf(input), on: digestOf(on) })

const digestOf = (value: Json = null): string | null =>
  value === null ? null : hash('sha256', canonicalJson(value), 'base64url')

/**
 * Whether a run's row says what it was started with. Of what its job is not started with any more, in another version of the charter, it says
 * nothing; what it has come to be started with since holds nothing.
 */
export const isAsGiven = ({ given }: StartedBy, { fields }: Pick<EntityUnit, 'fields'>, row: JsonObject): boolean => {
  const now = digestsOf(row)
  return givenNames.every((name) => {
    const before = given?.[name] ?? null
    return !fields.has(name) || now[name] === before || (before === null && isEmpty(row[name]))
  })
}

const isEmpty = (value: Json = null): boolean => isObject(value) && Object.keys(value).length === 0

const sealedBy = (store: CallStore, { id, operation }: Named): SealedWork => sealedWork(store, 'job', operation, id)
