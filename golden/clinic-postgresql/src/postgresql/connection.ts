import pg from 'pg'
import { memoryOf } from '../runtime/index.ts'
import { type Address, openAt, type SessionOptions, type SqlSession, sayBeside } from '../sql-server/index.ts'
import { readOf, type Sql, type SqlValue } from '../sql-store/index.ts'
import { numbered } from './placeholders.ts'
import { type Answer, type Around, type Plan, Run, type Step, wireValues } from './statement.ts'
import { anyTenant, tenantSetting } from './tenant-setting.ts'

export interface ConnectionOptions extends SessionOptions {
  /** Names are looked up as the server and the role are set to, not in no schema at all. */
  readonly isBySearchPath?: boolean
}

/** A statement to send. */
export interface Sent {
  readonly sql: Sql
  readonly params: readonly SqlValue[]
  /** What goes between planning it and running it, and after. */
  readonly around?: Around | null
}

/** What came of statements that went together: the answers of all; or `error`, pg's own, of the one after those that have one. */
export interface Answered {
  readonly answers: readonly Answer[]
  readonly error: Error | null
}

/** One session, with its prepared statements. What is sent queues: nothing goes before what went before is answered. */
export interface Connection extends SqlSession {
  /** Rejects with pg's own errors. */
  run(sql: Sql, params: readonly SqlValue[]): Promise<Answer>
  /** Statements in one round trip, of which none is done after one that failed. Never rejects. */
  runAll(statements: readonly Sent[]): Promise<Answered>
}

const plansMax = 200
/** Characters of SQL, whose plans the server keeps for each session. */
const plansRoom = 400_000
const planLengthMax = 20_000

/**
 * Opens a session. Rejects with the error of the network, of TLS or of the server. `onEnd`: the session is over; it may be said more
 * than once.
 */
export const connect = (options: ConnectionOptions, onEnd: () => void): Promise<Connection> =>
  openAt(options.address, (tls) => open(options, tls, onEnd), hasNoTls)

/** What the driver says where the server has none. */
export const hasNoTls = ({ message }: Error): boolean => message.includes('does not support SSL')

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
  // From a session of its own, as the protocol's cancel request (section 53.2.9) knows nothing of how this one was secured.
  const endStatement = (pid: number) => sayBeside(() => connect(options, () => {}), cancelBackend, [pid])
  return sessionOf(client, () => isOpen, ended, endStatement)
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
    // Whoever says nothing else: migrations, backups, what the service does by itself.
    [tenantSetting]: anyTenant,
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
    if (sql.length > planLengthMax) return { name: '', sql, parsers: null, columns: [] }
    return plans.get(sql) ?? plans.keep(sql, { name: `c${++made}`, sql, parsers: null, columns: [] })
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

  const runAll = (statements: readonly Sent[]): Promise<Answered> =>
    new Promise<Answered>((resolve) => {
      const values = statements.map(({ params }) => wireValues(params))
      // What is dropped from here on may be of these statements.
      const gone = dropped
      if (gone.length > 0) dropped = []
      const steps = statements.map(
        ({ sql, around = null }, at): Step => ({ plan: planOf(numbered(sql)), values: values[at] ?? [], around }),
      )
      const run = new Run({
        steps,
        dropped: gone,
        onAnswer: () => {
          sentAt = performance.now()
        },
        settle: (error, answers) => {
          const plan = steps[answers.length]?.plan
          // What failed before it was described may or may not be prepared there; its name is not used again.
          if (error && plan && (!plan.parsers || isForgotten(error)) && plans.get(plan.sql) === plan)
            plans.forget(plan.sql)
          next()
          resolve({ answers, error })
        },
      })
      if (isBusy) waiting.push(run)
      else send(run)
    }).catch((error: Error) => ({ answers: [], error }))

  return {
    runAll,
    async run(sql, params) {
      const { answers, error } = await runAll([{ sql, params }])
      const [answer] = answers
      if (answer) return answer
      throw error
    },
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
