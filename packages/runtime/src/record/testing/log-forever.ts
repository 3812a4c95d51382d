// A process that puts entries on record until it is killed, and says on its output what was promised: `sealed-log.test.ts` kills it.
import { generateKeyPairSync } from 'node:crypto'
import { writeSync } from 'node:fs'
import { openReplicaLog } from '../replica-log.ts'
import { sampleLogKeys } from './sample-log-keys.ts'

const [folder = ''] = process.argv.slice(2)
const { privateKey: key } = generateKeyPairSync('ed25519')
const now = () => '2026-01-01T00:00:00Z'
const log = await openReplicaLog({ folder, replica: 'killed', key, keys: sampleLogKeys(), now })
for (let number = 1; ; number++) {
  // Long enough to be more than one write of a disk.
  await log.append([`{"id":"${log.epoch}-${number}","pad":"${'x'.repeat(number % 7 === 0 ? 150_000 : 10)}"}`])
  writeSync(1, `${log.epoch}-${number}\n`)
}
