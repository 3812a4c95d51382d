import type { Diagnostic } from '@charter/charter'

/** Every mistake that MySQL finds in a charter, with its severity. Each has a page `docs/diagnostics/<code>.md`. */
export const mysqlDiagnostics = {
  'mysql-name-clash': 'error',
  'mysql-name-length': 'error',
  'mysql-reserved-name': 'error',
  'mysql-decimal-precision': 'error',
  'mysql-sequence': 'error',
  'mysql-text-length': 'error',
  'mysql-blob-relation': 'error',
  'mysql-field-count': 'error',
} as const satisfies Readonly<Record<string, Diagnostic['severity']>>

export type MysqlDiagnosticCode = keyof typeof mysqlDiagnostics
