import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseCharter, withIncluded } from '@charter/charter'
import { styles } from '@charter/styles'
import { charterAt, type LoadedCharter, NoCharter } from './load.ts'

/** A repository answers from its disk; one that waits for a network or a password is not waited for. */
const gitTimeoutMs = 10_000
/** The parser's own bound is far below. */
const gitBytesMax = 64 * 1024 * 1024

/**
 * Reads the charter at a path as it was in a git revision (`main`, `origin/main`, `HEAD~1`): document, lock and entities, without
 * touching the work tree. Rejects with NoCharter where there is no git, repository, revision or charter.
 */
export const loadCharterAt = async (revision: string, path: string): Promise<LoadedCharter> => {
  const { folder, name } = await charterAt(path)
  // `--end-of-options`: a revision that looks like an option is none.
  const commit = await git(folder, ['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`]).catch(
    (error: Error) => {
      throw new NoCharter(`There is no revision "${revision}" to read. Fetch it first. ${error.message}`)
    },
  )
  const wanted = [name, 'charter.lock', ...(name === 'charter.yaml' ? ['entities/'] : [])]
  const listed = await git(folder, ['ls-tree', '-r', '-z', '--name-only', commit.trim(), '--', ...wanted])
  const files = listed.split('\0').filter((file) => isPart(file, name))
  if (!files.includes(name)) throw new NoCharter(`There is no ${name} in ${folder} at ${revision}.`)
  const read = (file: string) => git(folder, ['cat-file', 'blob', `${commit.trim()}:./${file}`])
  const texts = await Promise.all(files.map(async (file) => [file, await read(file)] as const))
  // One that was not there then is told as any that is not there.
  const whole = await withIncluded(Object.fromEntries(texts), name, (file) => read(file).catch(() => null))
  return { ...parseCharter(whole, { styles }), folder, file: join(folder, name) }
}

const isPart = (file: string, name: string): boolean =>
  file === name || file === 'charter.lock' || /^entities\/[^/]+\.ya?ml$/.test(file)

/**
 * The folder above with a `.git`, which no clone can bring. Left to itself, git takes any folder that is laid out as a repository for
 * one, and runs what its `config` says.
 */
const repositoryOf = (folder: string): string | null => {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (at === dirname(at)) return null
  }
}

/** What is not on disk is not fetched. */
const offline = { GIT_ALLOW_PROTOCOL: '', GIT_NO_LAZY_FETCH: '1', GIT_OPTIONAL_LOCKS: '0' }

const git = (folder: string, args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const root = repositoryOf(folder)
    if (root === null) return reject(new NoCharter(`${folder} is in no git repository.`))
    const env = { ...process.env, ...offline }
    const options = { cwd: folder, env, encoding: 'utf8', timeout: gitTimeoutMs, maxBuffer: gitBytesMax } as const
    const its = ['--git-dir', join(root, '.git'), '--work-tree', root]
    execFile('git', [...its, ...args], options, (error, out, said) => {
      if (!error) resolve(out)
      else if (error.code === 'ENOENT') reject(new NoCharter('Reading another revision needs git, which is not here.'))
      else reject(new NoCharter(`git says in ${folder}: ${said.trim() || error.message}`))
    })
  })
