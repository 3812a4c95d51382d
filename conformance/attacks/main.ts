// Plays every attack that once worked against fresh services: in process and generated, on every database. A line each, and `N hold, N do not`.
//   npm run attacks                        all of them
//   npm run attacks -- like alias          those whose name or finding has one of the words
//   npm run attacks -- --way generated --database sqlite
import { parseArgs } from 'node:util'
import { setup } from '../../scripts/test-servers.ts'
import { databases } from '../charters.ts'
import { allAttacks, playAttacks, type Verdict } from './play.ts'

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { way: { type: 'string' }, database: { type: 'string' } },
})
const every = await allAttacks()
const wanted = every.filter(
  ({ name, finding }) => words.length === 0 || words.some((word) => name.includes(word) || finding === word),
)
if (wanted.length === 0) {
  console.error(`No attack has any of: ${words.join(', ')}. There are: ${every.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const ways = (['in-process', 'generated'] as const).filter((way) => values.way === undefined || values.way === way)
const on = databases.filter((database) => values.database === undefined || values.database === database)
const stop = await setup()

const line = ({ attack, way, database, got }: Verdict): string =>
  `${got === null ? 'holds  ' : 'DOES NOT'} ${attack.finding.padEnd(4)} ${way.padEnd(10)} ${database.padEnd(10)} ${attack.name.padEnd(32)} ${got ?? attack.holds}`

try {
  const verdicts = await playAttacks(wanted, { ways, databases: on }, (verdict) => console.log(line(verdict)))
  const held = verdicts.filter(({ got }) => got === null).length
  console.log(`${held} hold, ${verdicts.length - held} do not`)
  process.exitCode = held === verdicts.length ? 0 : 1
} finally {
  stop()
}
