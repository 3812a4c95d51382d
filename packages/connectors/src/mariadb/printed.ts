import { type Json, parseExact, type Type } from '@charter/runtime'
import { type PrintedRows, runProgram, spelledWith, withoutZeros } from '@charter/sql'
import { sessionsOf } from './driver/sessions.ts'
import { settings } from './driver/settings.ts'
import type { Profile } from './profile/profile.ts'

const statementTimeoutMs = 600_000

/** Rows as the server's own client prints them, in a session that can write nothing: each value as a JSON array of one text. */
export const printed = ({ product, client }: Profile, url: string): PrintedRows => ({
  select: (type, column) => `JSON_ARRAY(${textOf(type, column)})`,
  spelled,
  rows: async (sql) => {
    const { host, port, user = '', password, database = '' } = sessionsOf(product).addressOf(url)
    const text = await runProgram(
      client.program,
      [
        '--no-defaults',
        '--batch',
        '--raw',
        '--skip-column-names',
        `--init-command=${settings(product, { isReadOnly: true, statementTimeoutMs }).join('; ')}`,
        ...(host.startsWith('/') ? [`--socket=${host}`] : [`--host=${host}`, `--port=${port}`]),
        `--user=${user}`,
        `--database=${database}`,
        '--execute',
        `SELECT ${sql}`,
      ],
      // What a program is called with anybody on the machine may see.
      { env: password === undefined ? {} : { MYSQL_PWD: password }, package: client.package },
    )
    // JSON has no line break and no tabulator in it (RFC 8259, section 7).
    return text
      .split('\n')
      .slice(0, -1)
      .map((row) => row.split('\t').map((each) => (JSON.parse(each) as [string | null])[0]))
  },
})

const textOf = (type: Type, column: string): string => {
  switch (type.kind) {
    case 'bytes':
      return `HEX(${column})`
    case 'boolean':
      return `CAST((${column} <> 0) AS CHAR)`
    case 'text':
      return `CONVERT(${column} USING utf8mb4)`
    default:
      return `CAST(${column} AS CHAR)`
  }
}

const moment = (text: string): string => withoutZeros(text.replace(' ', 'T'))

const spelled = spelledWith(
  {
    bytes: (text) => Buffer.from(text, 'hex').toString('base64'),
    boolean: (text) => (text === '1' ? 'true' : 'false'),
    time: withoutZeros,
    dateTime: moment,
    instant: (text) => `${moment(text)}Z`,
  },
  (text) => parseExact(text) as Json,
)
