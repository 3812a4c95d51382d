import type { Diagnostic } from '@charter/charter'

/** Every mistake that MariaDB finds in a charter, with its severity. Each has a page `docs/diagnostics/<code>.md`. */
export const mariadbDiagnostics = {
  'mariadb-name-clash': 'error',
  'mariadb-name-length': 'error',
  'mariadb-reserved-name': 'error',
  'mariadb-decimal-precision': 'error',
  'mariadb-sequence': 'error',
  'mariadb-text-length': 'error',
  'mariadb-blob-relation': 'error',
  'mariadb-field-count': 'error',
} as const satisfies Readonly<Record<string, Diagnostic['severity']>>

export type MariadbDiagnosticCode = keyof typeof mariadbDiagnostics
