import type { LedgerQuery } from '../search/ledger-query.ts'

/** Entries from one index up to another, not included. */
export type EntryRange = readonly [from: number, until: number]

/** What a hold speaks of: entries that fit a query, or a range of them; of both, those in both. */
export interface HeldWhat {
  readonly query?: Omit<LedgerQuery, 'after' | 'limit'>
  readonly entries?: EntryRange
}

/** Entries that may be neither retired nor erased, and why. */
export interface Hold {
  readonly id: string
  readonly reason: string
  readonly what: HeldWhat
}

/**
 * What a ledger keeps to: the holds that stand, and the entries that were retired. Each segment begins with both, so the
 * newest segment tells them, and they outlive the segments in which they came about.
 */
export interface RetentionRecord {
  readonly holds: readonly Hold[]
  /** In order, apart from one another. */
  readonly retired: readonly EntryRange[]
}

export const emptyKeeping: RetentionRecord = { holds: [], retired: [] }

/** Events of the ledger's own that change what it keeps to. */
type KeepingEvent =
  | { readonly event: 'hold'; readonly hold: Hold }
  | { readonly event: 'release'; readonly hold: { readonly id: string } }
  /** `retired`: all that was ever retired, so that the newest such entry says everything. */
  | { readonly event: 'retired'; readonly retired: readonly EntryRange[] }
  | ({ readonly event: 'segment' } & Partial<RetentionRecord>)

/** `entry` is one of the ledger's own, whose shape is what the ledger gave it. */
export const keepingAfter = (keeping: RetentionRecord, entry: Readonly<Record<string, unknown>>): RetentionRecord => {
  const event = entry as unknown as KeepingEvent
  switch (event.event) {
    case 'hold':
      return { ...keeping, holds: [...keeping.holds, event.hold] }
    case 'release':
      return { ...keeping, holds: keeping.holds.filter(({ id }) => id !== event.hold.id) }
    case 'retired':
      return { ...keeping, retired: event.retired }
    case 'segment':
      return { holds: event.holds ?? [], retired: event.retired ?? [] }
    default:
      return keeping
  }
}

/** Both, joined where they touch. */
export const joinRanges = (ranges: readonly EntryRange[]): readonly EntryRange[] => {
  const joined: [number, number][] = []
  for (const [from, until] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], until)
    else joined.push([from, until])
  }
  return joined
}

export const covers = (ranges: readonly EntryRange[], [from, until]: EntryRange): boolean =>
  ranges.some((range) => range[0] <= from && until <= range[1])
