import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { parseCharter } from '@charter/charter'
import { connectors } from '@charter/connectors'
import type { JsonObject, Principal, QueueKind } from '@charter/runtime'
import { type JobBody, readConfig, type Service } from '@charter/runtime/service'
import { derive, openService } from '@charter/service'
import { styles } from '@charter/styles'
import pg from 'pg'
import { atOnce, type Contender, together } from './contender.ts'

const charterText = (database: string): string => `
charter: 1
name: bench
sources: { main: { own: ${database} } }
access: { roles: [clerk] }
entities:
  Price: { key: sku, fields: { sku: { type: text, length: 1..80 } }, allow: { clerk: { do: [list] } } }
operations:
  noteRun: { mode: job, input: { at: { type: int32 } }, result: { type: record, members: { kept: int32 } } }
policies:
  - 'permit (principal in Role::"clerk", action == Action::"noteRun", resource);'
`

const clerk: Principal = { id: 'ann', roles: ['clerk'], attributes: {}, credential: 'jwt' }
const context = { origin: { style: 'bench', requestId: 'bench' } }

/** A service with all that it does otherwise: rules, a row for each run, record, events. Its job does nothing. */
export const serviceContender = async (
  database: 'sqlite' | 'postgresql',
  url: string | null,
  queue: QueueKind,
): Promise<Contender> => {
  const folder = mkdtempSync(join(process.env.CHARTER_BENCH_FOLDER ?? tmpdir(), 'charter-bench-jobs-'))
  const place = url ?? `file:${join(folder, 'rows.db')}`
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': charterText(database) }, { styles })
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  const derived = derive(charter, connectors)
  const open = (jobsAtOnce: number, noteRun: JobBody): Promise<Service> => {
    const env = {
      CHARTER_MODE: 'development',
      CHARTER_DATA: folder,
      CHARTER_SECRET: Buffer.alloc(32, 7).toString('base64url'),
      DATABASE_URL: place,
      JOBS_AT_ONCE: String(jobsAtOnce),
      JOBS_QUEUE: queue,
      RATE_JOBS: '100000000',
    }
    const config = readConfig(env, { name: 'bench', databaseUrl: place })
    const onBug = (error: unknown): void => void console.error(error)
    return openService(derived, { config, operations: { noteRun }, onBug })
  }
  const asking = await open(0, async () => null)
  const ask = async (operation: string, input: JsonObject): Promise<JsonObject> => {
    const outcome = await asking.execute({ operation, principal: clerk, input, context })
    if (outcome.kind !== 'value') throw new Error(JSON.stringify(outcome))
    return outcome.value as JsonObject
  }
  return {
    enqueue: (count) => together(count, () => ask('noteRun', { value: { at: 1 } })),
    async work(count, begin) {
      const ids: string[] = []
      let begun = 0
      const working = await open(atOnce, async (_, { id }) => {
        if (begun++ === 0) begin()
        ids.push(id)
        return { kept: 1 }
      })
      while (ids.length < count) await pause(2)
      // Those that came last may not have been told as done.
      for (const id of ids.slice(-2 * atOnce))
        while ((await ask('NoteRunJob.read', { key: { id } })).state !== 'done') await pause(2)
      await working.close()
    },
    async fill(count) {
      await (database === 'sqlite' ? fillFile(join(folder, 'rows.db'), count) : fillServer(place, count))
    },
    async close() {
      await asking.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const columns = ['state', 'startedBy', 'queuedAt', 'startedAt', 'endedAt', 'attempts', 'percent', 'step', 'lines']
const named = [...columns, 'problem', 'input', 'result', '_version'].map((name) => `"${name}"`).join(', ')

/** Of a run that is done, so many more. */
const fillFile = async (file: string, count: number): Promise<void> => {
  const rows = new DatabaseSync(file)
  rows.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
INSERT INTO "note_run_job" ("id", ${named})
SELECT substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-7' || substr(h, 14, 3) || '-8' || substr(h, 18, 3) || '-' || substr(h, 21, 12), ${named}
FROM (SELECT lower(hex(randomblob(16))) AS h FROM n), (SELECT * FROM "note_run_job" WHERE "state" = 'done' LIMIT 1)`)
  rows.close()
}

const fillServer = async (url: string, count: number): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`INSERT INTO "public"."note_run_job" ("id", ${named})
SELECT gen_random_uuid(), ${named}
FROM (SELECT * FROM "public"."note_run_job" WHERE "state" = 'done' LIMIT 1) AS one, generate_series(1, ${count})`)
  await client.query('ANALYZE "public"."note_run_job"')
  await client.end()
}
