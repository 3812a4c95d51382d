import type { Diagnostic } from '@charter/charter'

/** Thrown by whatever needs a charter that passes `check`. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly diagnostics: readonly Diagnostic[]
  constructor(diagnostics: readonly Diagnostic[]) {
    super('The charter has mistakes.')
    this.diagnostics = diagnostics
  }
}
