import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { atOnce, type Contender, together } from './contender.ts'

/** pg-boss by itself, as its documentation has it: a job is sent in a statement of its own, and done by a handler that does nothing. */
export const bareContender = async (url: string): Promise<Contender> => {
  const boss = new PgBoss({ connectionString: url, max: 10, openTelemetry: { enabled: false } })
  boss.on('error', (error) => console.error(error))
  await boss.start()
  await boss.createQueue(name)
  return {
    enqueue: (count) => together(count, () => boss.send(name, { at: 1 })),
    async work(count, begin) {
      let done = 0
      const all = new Promise<void>((resolve) => {
        // Its fastest: so many are fetched, and told as done, by one statement, and it goes on at once.
        const options = { batchSize: atOnce, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 }
        void boss.work(name, options, async (jobs) => {
          if (done === 0) begin()
          done += jobs.length
          if (done >= count) resolve()
        })
      })
      await all
      await boss.offWork(name)
    },
    async fill(count) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const { rows } = await client.query(
        `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS names FROM pg_attribute WHERE attrelid = 'pgboss.job_common'::regclass AND attnum > 0 AND NOT attisdropped AND attname <> 'id'`,
      )
      const names = String(rows[0].names)
      await client.query(
        `INSERT INTO pgboss.job_common (id, ${names}) SELECT gen_random_uuid(), ${names} FROM (SELECT * FROM pgboss.job_common WHERE state = 'completed' LIMIT 1) AS one, generate_series(1, ${count})`,
      )
      await client.query(`ANALYZE pgboss.job_common`)
      await client.end()
    },
    close: () => boss.stop({ graceful: false }),
  }
}

const name = 'note'
