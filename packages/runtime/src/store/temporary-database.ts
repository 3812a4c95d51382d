/** A database of its own, empty, for examples and tests. */
export interface TemporaryDatabase {
  readonly url: string
  remove(): Promise<void>
}
