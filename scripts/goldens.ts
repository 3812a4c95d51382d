// Goldens are real services, committed as they are generated and built by their own toolchain. Without arguments this
// writes them anew; `--check` compares, then compiles, lints and tests them.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'

import { charterSchema } from '@charter/charter'
import { generateService, installNodeModules, keepLock, loadCharter, requireSound, writeIn } from '@charter/project'
import { styles } from '@charter/styles'
import { charterTypes } from './charter-types.ts'
import { startPostgresql } from './postgresql.ts'
import { keepCompiled } from './test-servers.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const goldens = ['clinic-node', 'clinic-postgresql'].map((name) => ({
  folder: join(root, 'golden', name),
  language: 'node',
}))
const isCheck = process.argv.includes('--check')

const checkOne = async ({ folder, language }: (typeof goldens)[number]): Promise<boolean> => {
  const loaded = await loadCharter(folder)
  const { files } = await generateService(requireSound(loaded), language, loaded)
  const own = files.filter(({ owner, path }) => owner !== 'person' || readOrNull(join(folder, path)) === null)
  const stale = own.filter(({ path, text }) => readOrNull(join(folder, path)) !== text)
  const known = new Set(files.map(({ path }) => path))
  const strange = listFiles(folder).filter((path) => !known.has(path) && !ours.has(path))
  if (!isCheck) {
    for (const { path, text } of stale) writeIn(folder, path, text)
    for (const path of strange) rmSync(join(folder, path))
    console.log(`${relative(root, folder)}: ${stale.length} written, ${strange.length} removed`)
    return true
  }
  for (const { path } of stale) console.log(`differs from what is generated: ${relative(root, join(folder, path))}`)
  for (const path of strange) console.log(`nothing generates: ${relative(root, join(folder, path))}`)
  if (stale.length + strange.length > 0) console.log('Run: npm run goldens')
  await installNodeModules(folder, {
    withTools: true,
    onWait: () => console.log('Installing the tools of the golden (once) …'),
  })
  const hasTypes = await runs('types', folder, [join('node_modules', 'typescript/bin/tsc')])
  const hasForm = await runs('lint', folder, [join('node_modules', '@biomejs/biome/bin/biome'), 'check', '.'])
  const holds = await runs('tests', folder, [
    '--disable-warning=ExperimentalWarning',
    '--test',
    '--test-reporter=dot',
    'test/**/*.test.ts',
  ])
  return stale.length + strange.length === 0 && hasTypes && hasForm && holds
}

/** Charters that are served in process by code of ours: their locks, and their types. */
const typed = [{ charter: 'packages/server/charter', file: 'packages/server/src/charter.gen.ts' }]

const checkTypes = async ({ charter, file }: (typeof typed)[number]): Promise<boolean> => {
  const loaded = await loadCharter(join(root, charter))
  const isLockStale = await keepLock(requireSound(loaded), loaded, { isDryRun: isCheck })
  const text = await charterTypes(loaded)
  const isStale = isLockStale || text !== readOrNull(join(root, file))
  if (isStale && isCheck) console.log(`differs from what ${charter} says: ${file}\nRun: npm run goldens`)
  if (isStale && !isCheck) writeIn(root, file, text)
  return !isStale || !isCheck
}

/** What an editor reads beside a charter. Its layout is the formatter's, so what it says is compared. */
const checkSchema = (): boolean => {
  const file = 'packages/styles/charter.schema.json'
  const schema = charterSchema(styles)
  const isStale = !isDeepStrictEqual(schema, JSON.parse(readOrNull(join(root, file)) ?? 'null'))
  if (isStale && isCheck) console.log(`differs from what a charter may say: ${file}\nRun: npm run goldens`)
  if (isStale && !isCheck) writeIn(root, file, `${JSON.stringify(schema, null, 2)}\n`)
  return !isStale || !isCheck
}

/** The document itself, and what its writer keeps beside it. */
const ours = new Set(['charter.yaml', 'charter.lock'])

const runs = async (name: string, folder: string, args: readonly string[]): Promise<boolean> => {
  const env = { ...process.env, ...(server && { DATABASE_URL: server.url }) }
  const told = await new Promise<string | null>((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env, maxBuffer: 2 ** 28 }, (error, stdout, stderr) =>
      resolve(error && `${stdout}${stderr}`),
    )
  })
  console.log(`${relative(root, folder)} ${name}: ${told === null ? 'passed' : 'failed'}`)
  if (told !== null) console.log(told.slice(-6000))
  return told === null
}

const readOrNull = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

const listFiles = (folder: string, below = ''): readonly string[] =>
  readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (['node_modules', '.charter'].includes(path)) return []
    return entry.isDirectory() ? listFiles(folder, path) : [path]
  })

/** Where the tests of a service on PostgreSQL make their databases. */
const server = isCheck ? await startPostgresql() : null
const compiled = keepCompiled()
// Side by side: the tests of one use one core.
const results = await Promise.all([...goldens.map(checkOne), ...typed.map(checkTypes), checkSchema()])
server?.stop()
compiled.stop()
process.exit(results.every(Boolean) ? 0 : 1)
