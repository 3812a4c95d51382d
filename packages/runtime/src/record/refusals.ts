import { networkOf } from '../call/client-network.ts'
import type { Refusal, Refusals } from '../call/service-backend.ts'
import type { Rates } from '../limits/rates.ts'
import { uuidv7 } from '../store/identifier.ts'
import type { AuditEntry } from '../store/state.ts'
import { instantAt } from '../values/instant-at.ts'
import type { AuditRecorder } from './audit-recorder.ts'
import { recordedText } from './recorded-text.ts'

export interface RefusalsOptions {
  readonly audit: Pick<AuditRecorder, 'buffered'>
  readonly rates: Pick<Rates, 'failures'>
  readonly nowMs: () => number
  readonly everyMs?: number
  /** Is told of each. */
  readonly onRefused?: (refusal: Pick<Refusal, 'style' | 'reason'>) => void
}

/** What is counted apart; past it, what comes from further addresses is counted together. */
const countedMax = 1000

interface Counted {
  readonly style: string
  readonly address: string | null
  readonly reason: string
  count: number
}

/** Refusals of requests that came to no call, counted on record: an entry a minute for each style, address and reason. */
export interface CountedRefusals extends Refusals {
  /** Puts what was counted on record now. */
  tell(): void
  close(): void
}

export const countRefusals = ({
  audit,
  rates,
  nowMs,
  everyMs = 60_000,
  onRefused = () => {},
}: RefusalsOptions): CountedRefusals => {
  const counted = new Map<string, Counted>()
  const note: Refusals['note'] = ({ style, reason, address: from }) => {
    onRefused({ style, reason })
    const own = { style, reason, address: recordedText(from) }
    const isApart = counted.size < countedMax || counted.has(keyOf(own))
    const one = isApart ? own : { ...own, address: null }
    const known = counted.get(keyOf(one))
    if (known) known.count++
    else counted.set(keyOf(one), { ...one, count: 1 })
  }
  const tell = (): void => {
    const all = [...counted.values()]
    counted.clear()
    for (const each of all) audit.buffered(entryOf(each, nowMs()))
  }
  const timer = setInterval(tell, everyMs).unref()
  return {
    note,
    failed: ({ style, address }) => {
      const instead = rates.failures.take(networkOf(address))
      note({ style, address, reason: instead ? instead.code : 'unauthenticated' })
      return instead
    },
    tell,
    close: () => {
      clearInterval(timer)
      tell()
    },
  }
}

const keyOf = ({ style, reason, address }: Omit<Counted, 'count'>): string => JSON.stringify([style, reason, address])

/** `rows` says how many there were since the entry before; nobody, and no one request, is named. */
const entryOf = ({ style, address, reason, count }: Counted, atMs: number): AuditEntry => ({
  at: instantAt(atMs),
  credential: null,
  entity: null,
  fields: [],
  id: uuidv7(atMs),
  intent: null,
  key: null,
  mode: 'buffered',
  operation: 'refused',
  origin: { address, requestId: '', style },
  outcome: reason,
  principal: null,
  roles: [],
  rows: count,
  rule: null,
  tenant: null,
})

/** What was counted goes on record before what is asked of it, and before it is closed. */
export const withRefusals = (audit: AuditRecorder, refusals: CountedRefusals): AuditRecorder => ({
  ...audit,
  flush: () => {
    refusals.tell()
    return audit.flush()
  },
  close: () => {
    refusals.close()
    return audit.close()
  },
})
