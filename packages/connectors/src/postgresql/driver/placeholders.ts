import { memoryOf } from '@charter/runtime'
import { type Sql, slotsOf } from '@charter/sql/store'
import { numberedText } from './text-alone.ts'

const known = memoryOf<string>({ most: 5000, room: 4_000_000 })

/** `$1`, `$2`… in the slots of a statement; kept per text, as a service says the same statements again and again. */
export const numbered = (sql: Sql): string => {
  if (typeof sql === 'string') return numberedText(sql)
  return known.get(sql.text) ?? known.keep(sql.text, joined(sql.text))
}

const joined = (text: string): string => {
  const { parts, takes } = slotsOf(text)
  return parts.map((part, at) => (at === 0 ? part : `$${(takes[at - 1] ?? 0) + 1}${part}`)).join('')
}
