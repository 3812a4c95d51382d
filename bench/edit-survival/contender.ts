import type { Api } from './api.ts'

/** What a generator did to a folder that people work in. Paths are relative to it. */
export interface Generated {
  /** Files that it left for a person to put in order. */
  readonly conflicts: readonly string[]
  /** Files with a person's changes that nothing needs any more, where it says so. */
  readonly orphaned: readonly string[]
  readonly moved: readonly { readonly from: string; readonly to: string }[]
  /** Files that it wrote. */
  readonly touched: readonly string[]
}

/** A generator, run again and again over one folder. */
export interface Contender {
  readonly name: string
  /** Brings the folder to the API. Rejects when it cannot. */
  generate(folder: string, api: Api): Promise<Generated>
}
