import type { TextRow } from '../runtime/index.ts'
import type { Cost } from './cost.ts'
import type { AnswerContext, Shaper } from './shaping.ts'

/** How rows of one selection become the answer's. */
export interface RowPlan {
  readonly shape: Shaper
  readonly cost: Cost
  /** A row's text in the answer's words; null where the row has to be read for that. */
  text(row: TextRow, shaping: AnswerContext): string | null
  /** The texts of several rows, a line each, in the answer's words; null where rows have to be looked at one by one. */
  lines(rows: string): string | null
}
