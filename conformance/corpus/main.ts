import { existsSync } from 'node:fs'
import { startPostgresql } from '../../scripts/postgresql.ts'
import { findDatabases } from './find-databases.ts'
import { type Judgement, judgeDatabase } from './judge-database.ts'
import { type LoadedDatabase, loadFolder } from './load.ts'
import { mutateNames } from './mutate-names.ts'
import { loadSynthetic } from './synthetic.ts'

const usage = `Usage: npm run corpus -- <folder of .sql files | database URL> [--json] [--only <name>] [--mutate-names [seed]]
       npm run corpus -- --synthetic <number of tables>

Introspects each database, generates its service, type-checks and starts it, verifies it, and compares every row and
column that the API gives with plain SQL, both ways. A folder is loaded into a PostgreSQL server of its own; there, empty
tables get example rows, and rows are created, updated and deleted through the API and read back by plain SQL.

With --mutate-names every table, column, schema and type is first given a name that is hard to carry: reserved words, quotes,
blanks, other scripts, names that differ in case alone.

  npm run corpus -- ./schemas
  npm run corpus -- ./schemas --mutate-names 7
  npm run corpus -- --synthetic 1035
  npm run corpus -- postgres://reader@localhost/sales --json
`

const words = process.argv.slice(2).filter((word) => word !== '--')
const isJson = words.includes('--json')
const optionOf = (option: string): string | undefined =>
  words.includes(option) ? words[words.indexOf(option) + 1] : undefined
const isNumber = (word: string | undefined): boolean => /^\d+$/.test(word ?? '')
const only = optionOf('--only')
const seedText = optionOf('--mutate-names')
const seed = words.includes('--mutate-names') ? Number(isNumber(seedText) ? seedText : 1) : null
const synthetic = words.includes('--synthetic') ? Number(optionOf('--synthetic')) : null
const subject = words.find(
  (word, at) =>
    !word.startsWith('--') &&
    !['--only', '--synthetic'].includes(words[at - 1] ?? '') &&
    !(words[at - 1] === '--mutate-names' && isNumber(word)),
)
if ((subject === undefined && !synthetic) || words.includes('--help')) {
  console.error(usage)
  process.exit(words.includes('--help') ? 0 : 2)
}

const judgeAll = async (databases: readonly LoadedDatabase[], isCopy: boolean): Promise<readonly Judgement[]> => {
  const judged: Judgement[] = []
  for (const { name, url, refused } of databases) {
    for (const message of refused) console.error(`${name}: PostgreSQL refused: ${message}`)
    if (isCopy && seed !== null) console.error(`${name}: ${mutateNames(url, seed)} names changed, seed ${seed}`)
    const judgement = await judgeDatabase({
      name,
      url,
      isCopy,
      onStep: (step) => {
        if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${name}: ${step}`)
      },
    }).catch((error: unknown) => broken(name, error))
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
    judged.push(judgement)
    if (!isJson) say(judgement)
  }
  return judged
}

const broken = (name: string, error: unknown): Judgement => ({
  name,
  tables: 0,
  entities: 0,
  relations: 0,
  losses: {},
  verified: 0,
  failures: [causeOf(error)],
  rows: 0,
  columns: 0,
  unsaid: [],
  seconds: {},
  filled: null,
  written: null,
})

const causeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

const say = (judgement: Judgement) => {
  const { name, tables, entities, relations, losses, verified, failures, rows, columns, seconds } = judgement
  const lost = Object.entries(losses).map(([reason, count]) => `${count} ${reason}`)
  const spent = Object.entries(seconds).map(([step, value]) => `${step} ${value} s`)
  console.log(
    `${failures.length === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(16)} ${entities} of ${tables} tables, ${relations} relations, ${verified} scenarios, ${rows} rows × ${columns} columns equal; ${spent.join(', ')}`,
  )
  if (lost.length > 0) console.log(`       losses: ${lost.join(', ')}`)
  for (const line of copyLines(judgement)) console.log(`       ${line}`)
  for (const failure of failures.slice(0, 20)) console.log(`       ${failure}`)
  if (failures.length > 20) console.log(`       … and ${failures.length - 20} more`)
}

const copyLines = ({ filled, written, unsaid }: Judgement): readonly string[] => [
  ...(unsaid.length > 0 ? [`held and beyond their types, which the API names: ${unsaid.join(', ')}`] : []),
  ...(filled ? [`filled: ${filled.rows} rows in ${filled.tables} empty tables${refusals(filled.refused)}`] : []),
  ...(written
    ? [
        `written: ${written.created} created, ${written.updated} updated, ${written.deleted} deleted${refusals(written.refused)}`,
        ...written.broken.map((each) => `the database's own fault: ${each}`),
      ]
    : []),
]

const refusals = (refused: Readonly<Record<string, number>>): string => {
  const told = Object.entries(refused).map(([code, count]) => `${count} ${code}`)
  return told.length === 0 ? '' : `; refused: ${told.join(', ')}`
}

const judge = async (): Promise<readonly Judgement[]> => {
  if (subject !== undefined && !existsSync(subject))
    return judgeAll([{ name: nameIn(subject), url: subject, refused: [] }], false)
  const server = await startPostgresql()
  try {
    if (subject === undefined) return await judgeAll(loadSynthetic(server.url, synthetic ?? 0), true)
    const wanted = findDatabases(subject).filter(({ name }) => only === undefined || name === only)
    const judged: Judgement[] = []
    for (const folder of wanted) judged.push(...(await judgeAll(loadFolder(server.url, folder), true)))
    return judged
  } finally {
    server.stop()
  }
}

const nameIn = (url: string): string => (URL.canParse(url) ? new URL(url).pathname.slice(1) || 'database' : url)

const judged = await judge()
if (isJson) console.log(JSON.stringify(judged))
const failed = judged.filter(({ failures }) => failures.length > 0).length
if (!isJson) console.log(`${judged.length - failed} of ${judged.length} databases are served whole`)
process.exit(failed > 0 || judged.length === 0 ? 1 : 0)
