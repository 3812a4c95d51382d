// Kills processes in the middle of jobs, with SIGKILL, wherever jobs wait, and counts what was done twice or not at all.
//   npm run jobs
//   npm run jobs -- --kills 100 --only postgresql
//   npm run jobs -- --queue pg-boss
import { parseArgs } from 'node:util'
import { connectors } from '@charter/connectors'
import type { QueueKind } from '@charter/runtime'
import { startMariadb } from '../../scripts/mariadb.ts'
import { startPostgresql } from '../../scripts/postgresql.ts'
import type { JobDatabase } from './desk.ts'
import { killWorkers } from './kill-workers.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    only: { type: 'string', default: '' },
    queue: { type: 'string', default: '' },
  },
})
const asked = Number(values.kills)
if (!Number.isInteger(asked) || asked < 1) throw new Error('--kills takes how many: a whole number from 1.')

const servers = {
  sqlite: async () => null,
  postgresql: () => startPostgresql({ fsync: 'on', synchronous_commit: 'on' }),
  mariadb: () => startMariadb({ 'innodb-flush-log-at-trx-commit': '1' }),
} satisfies Record<JobDatabase, () => Promise<{ readonly url: string; stop(): void } | null>>

interface Place {
  readonly database: JobDatabase
  readonly queue: QueueKind
  readonly kills: number
}

const places: readonly Place[] = [
  ...(Object.keys(servers) as JobDatabase[]).map((database) => ({ database, queue: 'own', kills: asked }) as const),
  // What was held when it was killed waits there for ten seconds: fewer take as long.
  { database: 'postgresql', queue: 'pg-boss', kills: Math.ceil(asked / 5) },
]
const chosen = places.filter(({ database, queue }) => database.includes(values.only) && queue.includes(values.queue))
if (chosen.length === 0) throw new Error('There is no such place: --only names a database, --queue own or pg-boss.')

let survived = 0
let faults = 0
for (const { database, queue, kills } of chosen) {
  const server = await servers[database]()
  const made = server && (await connectors.find(({ name }) => name === database)?.makeTemporary(server.url))
  const where = queue === 'own' ? database : `${database} with ${queue}`
  try {
    // As many steps as the kills take time.
    const options = { database, queue, url: made?.url ?? null, kills, workers: 3, jobs: 9, steps: kills * 40 }
    const tally = await killWorkers(options)
    for (const fault of tally.faults) console.error(`${where}: ${fault}`)
    console.log(
      `${where}: ${tally.runs} runs over ${tally.kills} kills of three processes whose clocks differ by two hours; ${tally.begunAgain} begun again, ${tally.toldAgain} requests sent again under their key`,
    )
    survived += tally.kills
    faults += tally.faults.length
    if (tally.kills < kills) {
      faults++
      console.error(`${where}: all was done after ${tally.kills} of ${kills} kills`)
    }
  } finally {
    await made?.remove()
    server?.stop()
  }
}
console.log(faults === 0 ? `Survived ${survived} kills.` : `${faults} faults in ${survived} kills.`)
process.exitCode = faults === 0 ? 0 : 1
