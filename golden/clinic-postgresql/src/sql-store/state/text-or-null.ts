import type { SqlValue } from '../sql-value.ts'

export const textOrNull = (value: SqlValue | undefined): string | null => (typeof value === 'string' ? value : null)
