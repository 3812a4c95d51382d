/** One thing that is wrong, and where exactly. */
export interface LedgerFault {
  readonly part: 'entry' | 'segment' | 'checkpoint' | 'tile' | 'witness'
  /** File, with line for segments, or the witness. */
  readonly where: string
  /** The entry meant, or the size of the checkpoint. */
  readonly index: number
  readonly sentence: string
}
