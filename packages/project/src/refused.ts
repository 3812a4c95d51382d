import type { Diagnostic } from '@charter/charter'

/** Thrown by whatever needs a charter that passes `check`. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly diagnostics: readonly Diagnostic[]
  /** What the files of their places are relative to. */
  readonly folder: string
  constructor(diagnostics: readonly Diagnostic[], folder = '.') {
    super('The charter has mistakes.')
    this.diagnostics = diagnostics
    this.folder = folder
  }
}
