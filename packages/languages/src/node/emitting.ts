import type { GenerateInput } from '@charter/charter'
import type { Names } from './names.ts'

/** What every emitter of a file works with. */
export interface Emitting extends GenerateInput {
  readonly names: Names
  /** First line of every machine-owned source file. */
  readonly header: string
}
