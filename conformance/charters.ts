import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectors } from '@charter/connectors'
import { loadCharter, requireSound, type Scenario, scenariosFor, seedRows } from '@charter/project'
import { derive } from '@charter/service'
import { styles } from '@charter/styles'
import fc from 'fast-check'
import { handWritten, handWrittenDesk, handWrittenNarrow, handWrittenNightly } from './hand-written.ts'

const fileOf = (path: string): string => new URL(path, import.meta.url).pathname

/** The charters that every database, language and way to run is held to. */
export const charters = [
  { name: 'clinic', file: fileOf('../packages/charter/examples/clinic.yaml'), more: async () => [] },
  { name: 'edge', file: fileOf('edge.yaml'), more: handWritten },
  { name: 'narrow', file: fileOf('narrow.yaml'), more: handWrittenNarrow },
  { name: 'desk', file: fileOf('desk.yaml'), more: handWrittenDesk },
  { name: 'nightly', file: fileOf('nightly.yaml'), more: handWrittenNightly },
] as const

export type Subject = (typeof charters)[number]

/** Databases of ours that a charter may have, by the name it says. */
export const databases = ['sqlite', 'postgresql', 'mariadb'] as const
export type DatabaseName = (typeof databases)[number]

/** One of so many parts of them: where it is not said which, the one that the seed of the tests draws. */
export const partOf = <Each>(
  all: readonly Each[],
  parts: number,
  at = fc.readConfigureGlobal()?.seed ?? 0,
): readonly Each[] => all.filter((_, place) => place % parts === at % parts)

/** A charter's scenarios and everything to run them, with its rows in the database named. */
export const arrange = async (
  { file, more }: { file: string; more(): Promise<readonly Scenario[]> },
  database: DatabaseName,
) => {
  onTestServer(database)
  const loaded = await loadOn(file, database)
  const charter = requireSound(loaded)
  const derived = derive(charter, connectors)
  const examples = seedRows(derived.model)
  const handWritten = await more()
  const given = scenariosFor(derived, examples)
  const scenarios = [...given, ...handWritten]
  /** Every hand-written one, and a part of those that the charter gives. */
  const part = (parts: number, at?: number): readonly Scenario[] => [...partOf(given, parts, at), ...handWritten]
  return { loaded, charter, derived, examples, scenarios, part }
}

const kept = new Map<string, ReturnType<typeof arrange>>()

/** The same, once in a process for each charter and database: to derive what a large charter is asked takes seconds. */
export const arranged = (subject: Subject, database: DatabaseName): ReturnType<typeof arrange> => {
  onTestServer(database)
  const title = `${subject.name} on ${database}`
  const made = kept.get(title) ?? arrange(subject, database)
  kept.set(title, made)
  return made
}

/** The charter as it is written, but for the database it owns, and served in every style. */
export const loadOn = async (file: string, database: DatabaseName) => {
  const folder = await mkdtemp(join(tmpdir(), 'charter-conformance-'))
  try {
    const path = join(folder, 'charter.yaml')
    await writeFile(path, inEveryStyle(onDatabase(await readFile(file, 'utf8'), database)))
    return await loadCharter(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The text of a charter that owns a SQLite database, with another in its place. */
export const onDatabase = (text: string, database: DatabaseName): string => {
  if (!text.includes('own: sqlite')) throw new Error('the charter owns no SQLite database')
  return text.replace('own: sqlite', `own: ${database}`)
}

const inEveryStyle = (text: string): string =>
  text.replace(
    /^serves: .*$/m,
    `serves: [${styles.map(({ name }) => name).join(', ')}]${/^mcp:/m.test(text) ? '' : '\nmcp: { tools: all }'}`,
  )

/** Throw-away databases are made on the server that the whole run has of their kind, as `setup` of scripts/test-servers.ts starts them. */
export const onTestServer = (database: DatabaseName): void => {
  const url = testServer(database)
  if (url !== null) process.env.DATABASE_URL = url
}

/** That server's URL. */
export const testServer = (database: DatabaseName): string | null => {
  const { CHARTER_TEST_MARIADB, CHARTER_TEST_POSTGRESQL } = process.env
  return (database === 'mariadb' ? CHARTER_TEST_MARIADB : CHARTER_TEST_POSTGRESQL) ?? null
}
