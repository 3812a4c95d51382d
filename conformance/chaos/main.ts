// Kills the platform, its supervisor and its services at random moments of deployments, with SIGKILL, and says what did not hold.
//   npm run chaos
//   npm run chaos -- --seed 7 --kills 20
import { parseArgs } from 'node:util'
import { chaos } from './chaos.ts'

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, kills: { type: 'string', default: '100' } },
})
const [seed, kills] = [Number(values.seed), Number(values.kills)]
if (!Number.isInteger(seed) || !Number.isInteger(kills) || kills < 1)
  throw new Error('--seed and --kills take whole numbers.')
const { faults, killed, calls, deployments } = await chaos({ seed, kills, say: console.log })
for (const fault of faults) console.error(fault)
const victims = Object.entries(killed)
  .map(([victim, times]) => `${victim} ${times}`)
  .join(', ')
console.log(
  `seed ${seed}: ${kills} kills (${victims}), ${deployments} deployments, ${calls} calls: ${faults.length} faults`,
)
process.exit(faults.length > 0 ? 1 : 0)
