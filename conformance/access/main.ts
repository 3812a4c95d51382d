import { startMariadb } from '../../scripts/mariadb.ts'
import { startPostgresql } from '../../scripts/postgresql.ts'
import { closePools, openPools, prove } from './prove.ts'

const words = process.argv.slice(2)
const option = (name: string, fallback: number): number => {
  const at = words.indexOf(`--${name}`)
  return at < 0 ? fallback : Number(words[at + 1])
}

const leastUses = 100
const postgresql = await startPostgresql()
const mariadb = await startMariadb()
const started = performance.now()
const seed = option('seed', Date.now() % 1_000_000)
const pools = await openPools(seed, { postgresql: postgresql.url, mariadb: mariadb.url })
const proof = await prove(pools, { cases: option('cases', 50_000), seed }).finally(async () => {
  await closePools(pools)
  postgresql.stop()
  mariadb.stop()
})
const { cases, allowed, policySets, erring, decisions, uses, refused, disagreements } = proof
const share = allowed / cases
const seconds = Math.round((performance.now() - started) / 1000)
console.log(
  `${cases} cases of ${policySets} policy sets, ${Math.round(share * 100)} % allowed, ${erring} in which Cedar left a policy out; seed ${seed}, ${seconds} s`,
)
for (const [where, count] of Object.entries(decisions)) console.log(`  ${where.padEnd(36)} ${count} decisions compared`)
console.log('used in that many policy sets:')
for (const [name, count] of [...uses].sort(([a], [b]) => (a < b ? -1 : 1))) console.log(`  ${name.padEnd(36)} ${count}`)
for (const [reason, count] of refused) console.log(`refused ${count} times: ${reason}`)
for (const each of disagreements) console.log(`DISAGREEMENT ${JSON.stringify(each, null, 1)}`)

const failures = [
  ...(disagreements.length > 0 ? [`${disagreements.length} disagreements`] : []),
  ...(share < 0.3 || share > 0.7 ? ['the allowed share is outside 30–70 %'] : []),
  ...[...uses].filter(([, count]) => count < leastUses).map(([name, count]) => `${name} was used ${count} times only`),
]
console.log(failures.length === 0 ? 'No disagreement.' : `FAILED: ${failures.join('; ')}`)
process.exit(failures.length === 0 ? 0 : 1)
