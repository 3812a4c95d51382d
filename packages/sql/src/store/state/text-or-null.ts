import type { SqlValue } from '@charter/runtime'

export const textOrNull = (value: SqlValue | undefined): string | null => (typeof value === 'string' ? value : null)
