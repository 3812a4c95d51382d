/** Mutants that no test can find out, for they mean the same; each with the reason. */
export interface Equivalent {
  readonly file: string
  /** Text of the line. */
  readonly on: string
  readonly before?: string
  readonly after?: string
  readonly why: string
}

export const equivalents: readonly Equivalent[] = []
