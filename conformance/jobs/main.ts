// Kills processes in the middle of jobs, with SIGKILL, on each database, and counts what was done twice or not at all.
//   npm run jobs
//   npm run jobs -- --kills 100 --only postgresql
import { parseArgs } from 'node:util'
import { connectors } from '@charter/connectors'
import { startMariadb } from '../../scripts/mariadb.ts'
import { startPostgresql } from '../../scripts/postgresql.ts'
import type { JobDatabase } from './desk.ts'
import { killWorkers } from './kill-workers.ts'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, only: { type: 'string', default: '' } },
})
const kills = Number(values.kills)
if (!Number.isInteger(kills) || kills < 1) throw new Error('--kills takes how many: a whole number from 1.')

const servers = {
  sqlite: async () => null,
  postgresql: () => startPostgresql({ fsync: 'on', synchronous_commit: 'on' }),
  mariadb: () => startMariadb({ 'innodb-flush-log-at-trx-commit': '1' }),
} satisfies Record<JobDatabase, () => Promise<{ readonly url: string; stop(): void } | null>>

let survived = 0
let faults = 0
for (const database of (Object.keys(servers) as JobDatabase[]).filter((name) => name.includes(values.only))) {
  const server = await servers[database]()
  const made = server && (await connectors.find(({ name }) => name === database)?.makeTemporary(server.url))
  try {
    // As many steps as the kills take time.
    const options = { database, url: made?.url ?? null, kills, workers: 3, jobs: 9, steps: kills * 12 }
    const tally = await killWorkers(options)
    for (const fault of tally.faults) console.error(`${database}: ${fault}`)
    console.log(
      `${database}: ${tally.runs} runs over ${tally.kills} kills of three processes whose clocks differ by two hours; ${tally.begunAgain} begun again, ${tally.toldAgain} requests sent again under their key`,
    )
    survived += tally.kills
    faults += tally.faults.length
  } finally {
    await made?.remove()
    server?.stop()
  }
}
console.log(faults === 0 ? `Survived ${survived} kills.` : `${faults} faults in ${survived} kills.`)
process.exitCode = faults === 0 ? 0 : 1
