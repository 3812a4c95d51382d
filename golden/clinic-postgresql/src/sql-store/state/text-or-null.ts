import type { SqlValue } from '../../runtime/index.ts'

export const textOrNull = (value: SqlValue | undefined): string | null => (typeof value === 'string' ? value : null)
