import type { Desk } from './desk.ts'
import type { Clause } from './edit.ts'

/** One kind of edit. */
export interface Command {
  /** Words that it understands, for whoever was not understood. */
  readonly example: string
  /** Does what the clause asks and gives true, or false where it is not its to do. Throws Unclear before anything is done. */
  run(clause: Clause, desk: Desk): boolean
}
