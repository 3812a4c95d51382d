// Changes sound charters at random, a few things each, and asks the service of each that `check` still accepts every scenario that it
// gives, in process. What fails is kept as a file, to be run again with `charter verify`. One line each, and at the end `N hold, N do not`.
//   npm run random-charters -- --seed 7 --count 30
//   npm run random-charters -- --database postgresql
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { isRefused } from '@charter/charter'
import { connectors } from '@charter/connectors'
import {
  checkLoaded,
  inProcessTarget,
  type LoadedCharter,
  loadCharter,
  requireSound,
  runServed,
  scenariosFor,
  seedRows,
} from '@charter/project'
import { derive } from '@charter/service'
import { parse, stringify } from 'yaml'
import { startPostgresql } from '../../scripts/postgresql.ts'
import { type Random, randomOf } from '../access/random.ts'
import { databases } from '../charters.ts'
import { changes, type Written } from './changes.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '20' },
    database: { type: 'string', default: 'sqlite' },
  },
})
const database = databases.find((name) => name === values.database)
if (!database) throw new Error(`--database takes ${databases.join(' or ')}.`)
const here = dirname(import.meta.dirname)
const bases = [
  ...(await readdir(join(here, 'sound'))).map((file) => join(here, 'sound', file)),
  join(here, 'narrow.yaml'),
]

/** A charter with one to four changes, written to a file; null where `check` refuses it. */
const changed = async (random: Random, folder: string, at: number) => {
  const base = random.pick(bases)
  const charter = parse(await readFile(base, 'utf8')) as Written
  charter.sources = { main: { own: database } }
  const said = Array.from({ length: random.int(4) + 1 }, () => random.pick(changes)(charter, random))
  const file = join(folder, `${at}.yaml`)
  await writeFile(file, stringify(charter))
  const loaded = await loadCharter(file)
  return isRefused(checkLoaded(loaded)) ? null : { file, loaded, said: said.filter((each) => each !== null).join(', ') }
}

/** What did not hold, a line each; none where all did. */
const play = async (loaded: LoadedCharter): Promise<readonly string[]> => {
  const derived = derive(requireSound(loaded), connectors)
  const examples = seedRows(derived.model)
  const bugs: string[] = []
  const target = await inProcessTarget(derived, examples, { onBug: (error) => void bugs.push(`bug: ${String(error)}`) })
  const asked = runServed(target, derived, scenariosFor(derived, examples), { writes: true })
  const { failed } = await asked.finally(() => target.close())
  return [...bugs, ...failed.map(({ id, ...of }) => `${id}: ${JSON.stringify(of).slice(0, 400)}`)]
}

const server = database === 'postgresql' ? await startPostgresql() : null
if (server) process.env.DATABASE_URL = server.url
const folder = await mkdtemp(join(tmpdir(), 'random-charters-'))
const random = randomOf(Number(values.seed))
let [hold, not] = [0, 0]
try {
  for (let at = 1; hold + not < Number(values.count); at++) {
    const found = await changed(random, folder, at)
    if (!found) continue
    const wrong = await play(found.loaded).catch((error: unknown) => [String(error)])
    if (wrong.length === 0) hold++
    else not++
    console.log(`${wrong.length === 0 ? 'holds   ' : 'DOES NOT'}  ${found.file}  ${found.said}`)
    for (const line of wrong.slice(0, 5)) console.log(`          ${line}`)
  }
  console.log(`${hold} hold, ${not} do not`)
  process.exitCode = not === 0 ? 0 : 1
} finally {
  server?.stop()
}
