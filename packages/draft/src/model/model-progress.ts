export interface ModelProgress {
  /** From 1; above it, a repair. */
  readonly attempt: number
  /** Names of entities as they appear. */
  readonly entities: readonly string[]
}
