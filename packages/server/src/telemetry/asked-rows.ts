import type { Predicate } from '@charter/runtime'

export const field = (name: string) => ({ kind: 'field', path: [name] }) as const

export const value = (text: string, kind: 'text' | 'uuid' | 'instant') =>
  ({ kind: 'value', value: text, type: { kind } }) as const

export const and = (...of: readonly Predicate[]): Predicate => ({ kind: 'and', of })
