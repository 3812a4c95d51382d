/** Who, what, when, from where, with what outcome, touching which field. Every part that is given must hold. */
export interface LedgerQuery {
  readonly principal?: string
  readonly operation?: string
  readonly entity?: string
  readonly key?: string
  readonly outcome?: string
  readonly address?: string
  readonly field?: string
  readonly replica?: string
  readonly tenant?: string
  /** Instants, in canonical form: from the first, up to but not including the second. */
  readonly from?: string
  readonly until?: string
  /** `oldest` first unless said. */
  readonly order?: 'newest' | 'oldest'
  /** Entries that come after this index in the order asked for. */
  readonly after?: number
  /** 1 to 1,000; 100 unless said. */
  readonly limit?: number
}
