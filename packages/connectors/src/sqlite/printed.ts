import type { Json } from '@charter/runtime'
import { type PrintedRows, runProgram, spelledWith, withScale } from '@charter/sql'
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

const spelled = spelledWith(
  {
    decimal: (text, type) => (type.kind === 'decimal' ? decimal(text, type.scale) : text),
    instant: (text) => `${text.replace(' ', 'T').replace(/Z$/, '')}Z`,
  },
  (text) => JSON.parse(text) as Json,
)

/** A number's digits, as many after the point as the charter says. */
const decimal = (text: string, scale: number): string => {
  const [, whole = '', fraction = ''] = /^(-?\d+)(?:\.(\d*?)0*)?$/.exec(text) ?? []
  return whole === '' || fraction.length > scale ? text : withScale(whole, fraction, scale)
}
