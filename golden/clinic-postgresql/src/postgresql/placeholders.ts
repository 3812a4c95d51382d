import { oncePerText, type Sql, slotsOf } from '../sql-store/index.ts'
import { numberedText } from './text-alone.ts'

/** `$1`, `$2`… in the slots of a statement. */
export const numbered = (sql: Sql): string => (typeof sql === 'string' ? numberedText(sql) : numberedSlots(sql.text))

const numberedSlots = oncePerText((text) => {
  const { parts, takes } = slotsOf(text)
  return parts.map((part, at) => (at === 0 ? part : `$${(takes[at - 1] ?? 0) + 1}${part}`)).join('')
})
