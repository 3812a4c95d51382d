import pg from 'pg'
import { memoryOf } from '../runtime/index.ts'
import type { Address, Session } from '../sql-server/index.ts'
import { readOf, type Sql, type SqlValue } from '../sql-store/index.ts'
import { numbered } from './placeholders.ts'
import { type Answer, type Plan, Run, type RunOptions } from './statement.ts'

export interface ConnectionOptions {
  readonly address: Address
  readonly isReadOnly: boolean
  readonly statementTimeoutMs: number
  readonly connectTimeoutMs: number
  /** Names are looked up as the server and the role are set to, not in no schema at all. */
  readonly isBySearchPath?: boolean
}

/** One session, with its prepared statements. Statements queue; none is sent before the one before is answered. */
export interface Connection extends Session {
  /** Rejects with pg's own errors. `first` goes before, and `around` between planning and running and after, in the same round trip. */
  run(sql: Sql, params: readonly SqlValue[], beside?: Beside): Promise<Answer>
}

export type Beside = Partial<Pick<RunOptions, 'first' | 'around'>>

const plansMax = 200
/** Characters of SQL, whose plans the server keeps for each session. */
const plansRoom = 400_000
const planLengthMax = 20_000

/**
 * Opens a session. Rejects with the error of the network, of TLS or of the server. `onEnd`: the session is over; it may be said more
 * than once.
 */
export const connect = async (options: ConnectionOptions, onEnd: () => void): Promise<Connection> => {
  try {
    return await open(options, options.address.tls, onEnd)
  } catch (error) {
    const isPlain = error instanceof Error && error.message.includes('does not support SSL')
    if (!options.address.mayBePlain || !isPlain) throw error
    return open(options, false, onEnd)
  }
}

const open = async (options: ConnectionOptions, tls: Address['tls'], onEnd: () => void): Promise<Connection> => {
  const client = new pg.Client(configOf(options, tls))
  let isOpen = true
  const ended = () => {
    isOpen = false
    onEnd()
  }
  client.on('error', ended)
  client.on('end', ended)
  try {
    await client.connect()
  } catch (error) {
    isOpen = false
    throw error
  }
  return sessionOf(
    client,
    () => isOpen,
    ended,
    (pid) => endStatement(options, pid),
  )
}

/** From a session of its own, as the protocol's cancel request (section 53.2.9) knows nothing of how this one was secured. */
const endStatement = async (options: ConnectionOptions, pid: number): Promise<void> => {
  const session = await connect(options, () => {})
  try {
    await session.run(cancelBackend, [pid])
  } finally {
    await session.close()
  }
}

const cancelBackend = readOf('SELECT pg_catalog.pg_cancel_backend(?::int4)')

const configOf = (
  { address, isReadOnly, statementTimeoutMs, connectTimeoutMs, isBySearchPath = false }: ConnectionOptions,
  tls: Address['tls'],
): pg.ClientConfig => ({
  host: address.host,
  port: address.port,
  user: address.user,
  password: address.password,
  database: address.database,
  ssl: tls,
  application_name: address.applicationName,
  connectionTimeoutMillis: connectTimeoutMs,
  keepAlive: true,
  options: [address.options, isBySearchPath ? '' : '-c search_path=', settings(isReadOnly, statementTimeoutMs)]
    .filter((each) => each !== '')
    .join(' '),
})

/** Everything that decides how a value is spelled or how a name is looked up, whatever the server's own configuration. */
const settings = (isReadOnly: boolean, statementTimeoutMs: number): string =>
  Object.entries({
    TimeZone: 'UTC',
    DateStyle: 'ISO',
    IntervalStyle: 'iso_8601',
    bytea_output: 'hex',
    extra_float_digits: '1',
    standard_conforming_strings: 'on',
    client_min_messages: 'error',
    default_transaction_isolation: String.raw`read\ committed`,
    default_transaction_read_only: isReadOnly ? 'on' : 'off',
    statement_timeout: `${statementTimeoutMs}`,
    idle_in_transaction_session_timeout: `${Math.max(statementTimeoutMs, 1000) * 2}`,
  })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

const sessionOf = (
  client: pg.Client,
  isOpen: () => boolean,
  ended: () => void,
  endStatementOf: (pid: number) => Promise<void>,
): Connection => {
  let dropped: string[] = []
  const plans = memoryOf<Plan>({ most: plansMax, room: plansRoom, onDrop: ({ name }) => void dropped.push(name) })
  const waiting: Run[] = []
  let isBusy = false
  let sentAt: number | null = null
  let cancelledAt: number | null = null
  let made = 0

  const planOf = (sql: string): Plan => {
    // Of no name: the next one takes its place on the server.
    if (sql.length > planLengthMax) return { name: '', sql, parsers: null }
    return plans.get(sql) ?? plans.keep(sql, { name: `c${++made}`, sql, parsers: null })
  }

  const send = (run: Run): void => {
    isBusy = true
    sentAt = performance.now()
    client.query(run)
  }

  const next = (): void => {
    isBusy = false
    sentAt = null
    const run = waiting.shift()
    if (run) send(run)
  }

  return {
    run: (given, values, { first = null, around = null } = {}) =>
      new Promise<Answer>((resolve, reject) => {
        const sql = numbered(given)
        const plan = planOf(sql)
        const run = new Run({
          plan,
          values,
          first,
          around,
          dropped,
          settle: (error, answer) => {
            // What failed before it was described may or may not be prepared there; its name is not used again.
            if (error && (!plan.parsers || isForgotten(error)) && plans.get(sql) === plan) plans.forget(sql)
            next()
            if (answer) resolve(answer)
            else reject(error)
          },
        })
        if (dropped.length > 0) dropped = []
        if (isBusy) waiting.push(run)
        else send(run)
      }),
    get isOpen() {
      return isOpen()
    },
    get sentAt() {
      return sentAt
    },
    until: undefined,
    get cancelledAt() {
      return cancelledAt
    },
    cancel() {
      cancelledAt = performance.now()
      // Where the server takes no further session, the pool ends this one after a while.
      endStatementOf(processOf(client)).catch(() => {})
    },
    destroy() {
      ended()
      streamOf(client).destroy()
    },
    async close() {
      ended()
      await client.end()
    },
  }
}

/** A prepared statement that the server does not take any more: its columns changed, or it is not there. */
const isForgotten = (error: Error): boolean => 'code' in error && (error.code === '0A000' || error.code === '26000')

/** The server's process, which pg's types do not show. */
const processOf = (client: pg.Client): number => (client as pg.Client & { readonly processID: number }).processID

/** pg's types do not show the connection of a client. */
const streamOf = (client: pg.Client) => (client as pg.Client & { readonly connection: pg.Connection }).connection.stream
