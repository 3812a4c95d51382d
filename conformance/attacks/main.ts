// Plays every attack that once worked against fresh services: in process and generated, on every database. A line each, and `N hold, N do not`.
//   npm run attacks                        all of them
//   npm run attacks -- like alias          those whose name or finding has one of the words
//   npm run attacks -- --way generated --database sqlite
//   npm run attacks -- --way platform     those on a platform, its own charter and what stands beside it
import { parseArgs } from 'node:util'
import { setup } from '../../scripts/test-servers.ts'
import { databases } from '../charters.ts'
import { platformAttacks, playOnPlatform } from './platform/play.ts'
import { allAttacks, playAttacks, type Verdict } from './play.ts'

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { way: { type: 'string' }, database: { type: 'string' } },
})
const every = await allAttacks()
const isWanted = ({ name, finding }: { readonly name: string; readonly finding?: string }): boolean =>
  words.length === 0 || words.some((word) => name.includes(word) || finding === word)
const wanted = every.filter(isWanted)
const onPlatform = values.way === undefined || values.way === 'platform' ? platformAttacks.filter(isWanted) : []
if (wanted.length + onPlatform.length === 0) {
  const names = [...every, ...platformAttacks].map(({ name }) => name)
  console.error(`No attack has any of: ${words.join(', ')}. There are: ${names.join(', ')}`)
  process.exit(2)
}
const ways = (['in-process', 'generated'] as const).filter((way) => values.way === undefined || values.way === way)
const on = databases.filter((database) => values.database === undefined || values.database === database)
const stop = await setup()

interface Played {
  readonly finding: string
  readonly way: string
  readonly name: string
  readonly holds: string
}

const say = ({ finding, way, name, holds }: Played, database: string, got: string | null): void =>
  console.log(
    `${got === null ? 'holds  ' : 'DOES NOT'} ${finding.padEnd(4)} ${way.padEnd(10)} ${database.padEnd(10)} ${name.padEnd(32)} ${got ?? holds}`,
  )

const sayVerdict = ({ attack, way, database, got }: Verdict): void => say({ ...attack, way }, database, got)

try {
  const servers = { sqlite: null, postgresql: process.env.CHARTER_TEST_POSTGRESQL ?? '' }
  const all: { readonly got: string | null }[] = [...(await playAttacks(wanted, { ways, databases: on }, sayVerdict))]
  for (const [database, server] of Object.entries(servers))
    if (onPlatform.length > 0 && on.some((each) => each === database))
      all.push(
        ...(await playOnPlatform(onPlatform, server, ({ attack, got }) =>
          say({ ...attack, finding: 'P', way: 'platform' }, database, got),
        )),
      )
  const held = all.filter(({ got }) => got === null).length
  console.log(`${held} hold, ${all.length - held} do not`)
  process.exitCode = held === all.length ? 0 : 1
} finally {
  stop()
}
