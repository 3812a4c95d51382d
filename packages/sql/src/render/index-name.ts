import { createHash } from 'node:crypto'

/** How long names may be, and by what they are measured. */
export interface NameLength {
  lengthOf(name: string): number
  readonly most: number
}

const suffixes = { unique: '_key', plain: '_idx' } as const

/** The name of an index over columns of a table; a digest tells long ones apart, as a database may cut them or refuse them. */
export const indexNameWithin = ({ lengthOf, most }: NameLength, wanted: string, isUnique: boolean): string => {
  const name = `${wanted}${isUnique ? suffixes.unique : suffixes.plain}`
  if (lengthOf(name) <= most) return name
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 12)
  let start = [...wanted]
  while (lengthOf(start.join('')) > most - digest.length - 1) start = start.slice(0, -1)
  return `${start.join('')}_${digest}`
}
