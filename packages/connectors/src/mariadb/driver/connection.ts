import type { Until } from '@charter/runtime'
import { type Address, type Answer, openAt, type SessionOptions, type SqlSession, sayBeside } from '@charter/sql/server'
import type { SqlValue } from '@charter/sql/store'
import {
  type Connection as Client,
  createConnection,
  type FieldPacket,
  type QueryError,
  type ResultSetHeader,
} from 'mysql2'
import { serverStatement, valuesOf } from './placeholders.ts'
import type { Product } from './product.ts'
import { settings } from './settings.ts'

export interface ConnectionOptions extends SessionOptions {
  readonly product: Product
}

/** One session, with its prepared statements. Rejects with mysql2's own errors. */
export type Connection = SqlSession

const plansMax = 200

/** Opens a session. Rejects with the error of the network, of TLS or of the server. `onEnd`: the session is over; it may be said more than once. */
export const connect = (options: ConnectionOptions, onEnd: () => void): Promise<Connection> =>
  openAt(
    options.address,
    (tls) => open(options, tls, onEnd),
    (error) => 'code' in error && error.code === 'HANDSHAKE_NO_SSL_SUPPORT',
  )

const open = async (options: ConnectionOptions, tls: Address['tls'], onEnd: () => void): Promise<Connection> => {
  const client = createConnection(configOf(options, tls))
  let isOpen = true
  const ended = (): void => {
    isOpen = false
    onEnd()
  }
  client.on('error', ended)
  client.on('end', ended)
  await new Promise<void>((resolve, reject) =>
    client.connect((error) => {
      if (error) reject(error)
      else resolve()
    }),
  )
  const session = sessionOf(client, options, () => isOpen, ended)
  try {
    for (const statement of settings(options.product, options)) await session.run(statement, [])
    return session
  } catch (error) {
    const isOther = await isOtherProduct(options.product, session)
    client.destroy()
    throw isOther
      ? Object.assign(new Error('The server is another product.', { cause: error }), { code: otherProduct })
      : error
  }
}

/** Code of the failure to speak with a server as the product that it is not. */
export const otherProduct = 'OTHER_PRODUCT'

/** Asked where settings are refused, as each product refuses those of the other. */
const isOtherProduct = ({ isOurs }: Product, session: Connection): Promise<boolean> =>
  session.run('SELECT VERSION()', []).then(
    ({ rows }) => !isOurs(String(rows[0]?.[0])),
    () => false,
  )

const configOf = ({ address, connectTimeoutMs }: ConnectionOptions, tls: Address['tls']) => ({
  ...(address.host.startsWith('/') ? { socketPath: address.host } : { host: address.host, port: address.port }),
  ...(address.user !== undefined && { user: address.user }),
  ...(address.password !== undefined && { password: address.password }),
  ...(address.database !== undefined && { database: address.database }),
  ...(tls !== false && { ssl: { ...tls, verifyIdentity: tls.checkServerIdentity === undefined } as object }),
  charset: 'utf8mb4',
  connectTimeout: connectTimeoutMs,
  connectAttributes: { program_name: address.applicationName },
  dateStrings: true,
  supportBigNumbers: true,
  bigNumberStrings: true,
  jsonStrings: true,
  maxPreparedStatements: plansMax,
  // No file of this machine is anybody's to ask for.
  flags: ['-LOCAL_FILES'],
})

/** A statement that is under way, or waits for the one before it. */
interface Sent {
  /** When it was sent; of the first, since when it is under way. */
  at: number
  ending?: NodeJS.Timeout
}

const sessionOf = (
  client: Client,
  options: ConnectionOptions,
  isOpen: () => boolean,
  ended: () => void,
): Connection => {
  let cancelledAt: number | null = null
  let sent: Sent[] = []
  let until: Until | undefined
  const endedAfterMs = options.product.endedAfterMs(options.statementTimeoutMs)
  /** The statement at the head of what was sent is under way: each has the time of one. */
  const begin = (): void => {
    const [first] = sent
    if (!first) return
    first.at = performance.now()
    if (endedAfterMs !== null) first.ending = setTimeout(() => session.cancel(), endedAfterMs)
  }
  const session: Connection = {
    run: (given, params) =>
      new Promise<Answer>((resolve, reject) => {
        if (!isOpen()) return reject(Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' }))
        const own: Sent = { at: performance.now() }
        sent.push(own)
        if (sent.length === 1) begin()
        const statement = serverStatement(given)
        const settle = (error: QueryError | null, result: unknown, fields: unknown): void => {
          clearTimeout(own.ending)
          const wasFirst = sent[0] === own
          sent = sent.filter((each) => each !== own)
          if (wasFirst) begin()
          if (error) reject(error)
          else resolve(answerOf(result, fields as readonly FieldPacket[] | undefined))
        }
        const asked = { sql: statement.sql, rowsAsArray: true }
        // What takes no values may be no statement that can be prepared, as a trigger's.
        if (params.length === 0) client.query(asked, settle)
        else client.execute(asked, [...valuesOf(statement, params)].map(wireValue), settle)
      }),
    get isOpen() {
      return isOpen()
    },
    get sentAt() {
      return sent[0]?.at ?? null
    },
    get until() {
      return until
    },
    set until(given) {
      until = given
    },
    get cancelledAt() {
      return cancelledAt
    },
    cancel() {
      cancelledAt = performance.now()
      // Where the server takes no further session, the pool ends this one after a while.
      sayBeside(() => connect(options, () => {}), `KILL QUERY ${client.threadId}`).catch(() => {})
    },
    destroy() {
      ended()
      client.destroy()
    },
    close: () =>
      new Promise((resolve) => {
        ended()
        client.end(() => resolve())
      }),
  }
  return session
}

const answerOf = (result: unknown, fields: readonly FieldPacket[] | undefined): Answer => {
  if (!Array.isArray(result)) return { rows: [], changes: (result as ResultSetHeader).affectedRows }
  const moments = (fields ?? []).flatMap((field, at) => (temporal.has(field.columnType ?? -1) ? [at] : []))
  const rows = result as SqlValue[][]
  for (const at of moments) for (const row of rows) row[at] = trimmed(row[at] ?? null)
  return { rows, changes: 0 }
}

/** Types of the protocol: TIMESTAMP, TIME, DATETIME (mariadb.com/kb/en/result-set-packets, field types). */
const temporal: ReadonlySet<number> = new Set([7, 11, 12])

/** Without zeros at the end of a fraction. */
const trimmed = (value: SqlValue): SqlValue =>
  typeof value === 'string' && value.includes('.') ? value.replace(/\.?0+$/, '') : value

/** Digits of large numbers are sent as text, which the server reads exactly. */
const wireValue = (value: SqlValue): null | number | string | Buffer => {
  if (typeof value === 'bigint') return value.toString()
  if (value === null || typeof value !== 'object') return value
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
}
