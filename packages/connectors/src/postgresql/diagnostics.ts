import type { Diagnostic } from '@charter/charter'

/** Every mistake that PostgreSQL finds in a charter, with its severity. Each has a page `docs/diagnostics/<code>.md`. */
export const postgresqlDiagnostics = {
  'postgresql-name-clash': 'error',
  'postgresql-name-length': 'error',
  'postgresql-reserved-name': 'error',
  'postgresql-column-type': 'error',
  'postgresql-blob-relation': 'error',
  'postgresql-field-count': 'error',
} as const satisfies Readonly<Record<string, Diagnostic['severity']>>

export type PostgresqlDiagnosticCode = keyof typeof postgresqlDiagnostics
