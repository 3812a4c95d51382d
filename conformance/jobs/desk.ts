import { writeFileSync } from 'node:fs'
import { parseCharter } from '@charter/charter'
import { connectors } from '@charter/connectors'
import type { Principal, QueueKind } from '@charter/runtime'
import { type JobBody, readConfig, type Service } from '@charter/runtime/service'
import { derive, openService } from '@charter/service'
import { styles } from '@charter/styles'

export type JobDatabase = 'sqlite' | 'postgresql' | 'mariadb'

/** Where rows are that several processes work on. */
export interface Desk {
  readonly database: JobDatabase
  readonly queue: QueueKind
  readonly url: string
  /** The rows are in a table of somebody else's, and runs with the service's state beside it. */
  readonly isTheirs: boolean
  /** Of this process alone: its log and its keys. */
  readonly folder: string
  /** The same for all. */
  readonly secret: string
  /** Whom a run tells, outside any transaction. */
  readonly receiver: string
  /** Runs at once; 0: it only starts and reads them. */
  readonly atOnce: number
  /** How far this process' clock is off. */
  readonly skewMs: number
}

/** What whoever owns the database made in it before there was a service. */
export const makeTheirTable = async ({ database, url }: Desk): Promise<void> => {
  const [connector, apart] = [database, 'sqlite'].map((name) => connectors.find((each) => each.name === name))
  if (!connector || !apart) throw new Error(`no connector is called ${database}`)
  if (url.startsWith('file:')) writeFileSync(url.replace(/^file:/, ''), '')
  const state = await apart.openState(':memory:')
  const opened = await connector.open(url, { isReadOnly: false, schema: null, statementTimeoutMs: 20_000, state })
  await opened.database.transaction((on) =>
    on.run('CREATE TABLE price (sku varchar(80) NOT NULL PRIMARY KEY, cents integer NOT NULL)', []),
  )
  await opened.close()
}

const sourceText = ({ database, isTheirs, url }: Desk): string =>
  isTheirs
    ? `sources: { main: { url: ${JSON.stringify(url)}, database: ${database} } }\nstate: source`
    : `sources: { main: { own: ${database} } }`

const charterText = (desk: Desk): string => `
charter: 1
name: nightly
${sourceText(desk)}
access: { roles: [clerk] }
entities:
  Price:
    key: sku
    fields:
      sku: { type: text, length: 1..80 }
      cents: { type: int32, min: 0 }
    allow:
      clerk: { do: [create, read, list] }
operations:
  importPrices:
    mode: job
    input: { list: { type: text, length: 1..40 }, steps: { type: int32, min: 1 } }
    result: { type: record, members: { kept: int32 } }
policies:
  - 'permit (principal in Role::"clerk", action == Action::"importPrices", resource);'
`

export const clerk: Principal = { id: 'ann', roles: ['clerk'], attributes: {}, credential: 'jwt' }

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** What a run comes to in its body: it is in it, has done a step that no attempt before did, is in it no more. */
export type Moment = 'begun' | 'step' | 'over'

/** A row in each step, and one request to another service for all of them. */
const importPrices =
  ({ receiver }: Desk, onMoment: (moment: Moment) => void): JobBody =>
  async (input, context) => {
    onMoment('begun')
    return imported(receiver, () => onMoment('step'), input, context).finally(() => onMoment('over'))
  }

const imported = async (
  receiver: string,
  onStep: () => void,
  { value }: Parameters<JobBody>[0],
  { step, once, tell }: Parameters<JobBody>[1],
) => {
  const [list, steps] = [String(value.list), Number(value.steps)]
  for (let at = 1; at <= steps; at++) {
    let isNew = false
    const keep: Parameters<typeof step>[1] = ({ rows }) => {
      isNew = true
      return rows.create('Price', { sku: `${list}-${at}`, cents: at })
    }
    await step(`row ${at}`, keep, { percent: Math.floor((90 * at) / steps) })
    if (!isNew) continue
    onStep()
    await pause(5 + Math.random() * 20)
  }
  const answer = await once('told', async ({ fetch }) => {
    const response = await fetch(receiver, { method: 'POST', body: JSON.stringify({ list, steps }) })
    return { status: response.status }
  })
  tell(`told: ${answer.status}`)
  return { kept: steps }
}

/** As short as each takes: how long what a killed process held waits for another. */
export const holdSeconds: Readonly<Record<QueueKind, number>> = { own: 2, 'pg-boss': 10 }

export const openDesk = async (
  desk: Desk,
  onBug: (error: unknown) => void,
  onMoment: (moment: Moment) => void = () => {},
): Promise<Service> => {
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': charterText(desk) }, { styles })
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  const env = {
    CHARTER_MODE: 'development',
    CHARTER_DATA: desk.folder,
    CHARTER_SECRET: desk.secret,
    DATABASE_URL: desk.url,
    CHARTER_ALLOW_DDL: 'true',
    JOBS_AT_ONCE: String(desk.atOnce),
    JOBS_QUEUE: desk.queue,
    JOBS_HOLD_SECONDS: String(holdSeconds[desk.queue]),
  }
  const config = readConfig(env, { name: 'nightly', databaseUrl: desk.url })
  return openService(derive(charter, connectors), {
    config,
    onBug,
    operations: { importPrices: importPrices(desk, onMoment) },
    nowMs: () => Date.now() + desk.skewMs,
  })
}
