import type { Json, Type } from '@charter/runtime'
import type { PrintedRows } from '@charter/sql'
import { isNested, leaves, runProgram } from '@charter/sql'
import { pathOf } from './driver/path-of.ts'

/** Rows as `sqlite3` prints them of a file that it opens to read alone: values as SQL writes them, which tells texts from numbers. */
export const printed = (url: string): PrintedRows => ({
  select: (_type, column) => `json_array(quote(${column}))`,
  spelled,
  rows: async (sql) => {
    const text = await runProgram(
      'sqlite3',
      ['-readonly', '-batch', '-separator', '\n', pathOf(url), `SELECT 'row', ${sql}`],
      {
        package: 'SQLite’s command line',
      },
    )
    return text
      .split(/^row\n/m)
      .slice(1)
      .map((row) =>
        row
          .replace(/\n$/, '')
          .split('\n')
          .map((each) => literalValue(String((JSON.parse(each) as string[])[0]))),
      )
  },
})

/** A literal's value; bytes as base64 (sqlite.org/lang_corefunc.html#quote). */
const literalValue = (literal: string): string | null => {
  if (literal === 'NULL') return null
  if (literal.startsWith("X'")) return Buffer.from(literal.slice(2, -1), 'hex').toString('base64')
  return literal.startsWith("'") ? literal.slice(1, -1).replaceAll("''", "'") : literal
}

const spelled = (type: Type, text: string | null): string | null => {
  if (text === null) return null
  switch (type.kind) {
    case 'float64':
      return String(Number(text))
    case 'boolean':
      return text === '1' ? 'true' : text === '0' ? 'false' : text
    case 'decimal':
      return decimal(text, type.scale)
    case 'dateTime':
      return text.replace(' ', 'T')
    case 'instant':
      return `${text.replace(' ', 'T').replace(/Z$/, '')}Z`
    default:
      return isNested(type) ? leaves(JSON.parse(text) as Json) : text
  }
}

/** A number's digits, as many after the point as the charter says. */
const decimal = (text: string, scale: number): string => {
  const [, whole = '', fraction = ''] = /^(-?\d+)(?:\.(\d*?)0*)?$/.exec(text) ?? []
  if (whole === '' || fraction.length > scale) return text
  return scale === 0 ? whole : `${whole}.${fraction.padEnd(scale, '0')}`
}
