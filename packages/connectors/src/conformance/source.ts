/** An empty database for one run of the suite. */
export interface ConformanceSource {
  readonly url: string
  /** Whether what was written is still there after closing. */
  readonly isLasting: boolean
  remove(): Promise<void>
}
