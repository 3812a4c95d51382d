import type { Place } from './charter.ts'

/** A mistake in a person's document or input: collected, never thrown. Codes have a page each in `docs/diagnostics/`. */
export interface Diagnostic {
  readonly code: string
  readonly severity: 'error' | 'warning' | 'information'
  readonly message: string
  readonly hint?: string
  readonly place: Place
  /** Path in the document: `entities.Patient.fields.ssn.pattern`. */
  readonly path: string
}

/** Declares a package's diagnostics as data; `report` is then typed by code. */
export interface DiagnosticDeclaration<Arguments> {
  readonly severity: Diagnostic['severity']
  readonly message: (given: Arguments) => string
  readonly hint?: (given: Arguments) => string | undefined
}
