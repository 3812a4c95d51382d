import type { Type } from '@charter/runtime'

/** Whether values of a type can identify a row: each has one text, by which it is told from all others. */
export const isKeyType = ({ kind }: Type): boolean => keyKinds.has(kind)

const keyKinds: ReadonlySet<Type['kind']> = new Set([
  'text',
  'int32',
  'int64',
  'decimal',
  'boolean',
  'date',
  'time',
  'dateTime',
  'instant',
  'uuid',
  'enum',
])
