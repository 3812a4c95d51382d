import type { Diagnostic } from '@charter/charter'

/** Every mistake that SQLite finds in a charter, with its severity. Each has a page `docs/diagnostics/<code>.md`. */
export const sqliteDiagnostics = {
  'sqlite-name-clash': 'error',
  'sqlite-reserved-name': 'error',
  'sqlite-decimal-precision': 'error',
  'sqlite-sequence': 'error',
  'sqlite-blob-relation': 'error',
  'sqlite-field-count': 'error',
} as const satisfies Readonly<Record<string, Diagnostic['severity']>>

export type SqliteDiagnosticCode = keyof typeof sqliteDiagnostics
