// The one entry point that runs on whatever Node the machine has (>= 20). It brings the Node this project needs
// and the dependencies of the lock file, once, then hands over. Plain JavaScript, no dependencies.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { handOver } from '../apps/cli/bin/hand-over.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const nodeVersion = '24.21.0'
const cacheFolder = join(process.env.XDG_CACHE_HOME || join(process.env.HOME || homedir(), '.cache'), 'charter')
const [command = 'start', ...rest] = process.argv.slice(2)
const say = (line) => process.stderr.write(`${line}\n`)

const fail = (lines) => {
  for (const line of lines) say(line)
  process.exit(3)
}

/** The npm that belongs to the Node running this file; falls back to the one on PATH. */
const npm = (args, options = {}) => {
  const cli = process.env.npm_execpath
  const [file, head] = cli && /\.c?js$/.test(cli) ? [process.execPath, [cli]] : ['npm', []]
  const { npm_config_prefix: _, ...env } = process.env
  return spawnSync(file, [...head, ...args], { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'], ...options })
}

const lastLines = (text) => (text ?? '').trim().split('\n').slice(-12)

/** Path of a Node of the wanted major: this one, or a copy from the registry kept in the user's cache folder. */
const bringNode = () => {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const folder = join(cacheFolder, `node-${nodeVersion}`)
  const binary = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(binary)) return binary
  say(`Bringing Node ${nodeVersion} (once, into ${folder}) …`)
  const partial = `${folder}.partial-${process.pid}`
  mkdirSync(partial, { recursive: true })
  const made = npm([
    'install',
    '--prefix',
    partial,
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    `${name}@${nodeVersion}`,
  ])
  if (made.status !== 0) {
    rmSync(partial, { recursive: true, force: true })
    fail([
      `Could not bring Node ${nodeVersion} from the npm registry:`,
      ...lastLines(made.stderr),
      'Install Node 24 by hand, or check the network and the registry setting, and run the same command again.',
    ])
  }
  rmSync(folder, { recursive: true, force: true })
  renameSync(partial, folder)
  return binary
}

/** Dependencies as the lock file says; again only when the lock changed or the tests' own tools are asked for first. */
const bringDependencies = (wants) => {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const marker = join(root, 'node_modules', '.charter-setup.json')
  let have = {}
  try {
    have = JSON.parse(readFileSync(marker, 'utf8'))
  } catch {
    // No marker: a fresh clone, or an install that was cut short.
  }
  if (have.lock === lock && (have.tools || wants === 'service')) return
  say(
    wants === 'service'
      ? 'Installing dependencies (once; again only when the lock file changes) …'
      : 'Installing dependencies and test tools …',
  )
  const made = npm(
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', ...(wants === 'service' ? ['--omit=dev'] : [])],
    { cwd: root },
  )
  if (made.status !== 0)
    fail([
      'Could not install the dependencies:',
      ...lastLines(made.stderr),
      'Check the network and the registry setting, then run the same command again.',
    ])
  writeFileSync(marker, JSON.stringify({ lock, tools: wants !== 'service' }))
}

/**
 * On the path; or, as Debian has a server's programs, in the `bin` of one of its versions below `folder`; with `module`, Debian's
 * Python that can import it.
 */
const isInstalled = (program, folder, module) =>
  module
    ? spawnSync(`/usr/bin/${program}`, ['-c', `import ${module}`]).status === 0
    : spawnSync('sh', ['-c', `command -v ${program} || ls ${folder ?? '/nowhere'}/*/bin/${program}`]).status === 0

/** Programs from Debian's packages; installed when root, else `refuse` says who wants them. */
const bringPrograms = (wanted, who, refuse = fail) => {
  const missing = wanted.filter(({ program, folder, module }) => !isInstalled(program, folder, module))
  if (missing.length === 0) return
  const packages = missing.map(({ debian }) => debian)
  const isRoot = process.getuid?.() === 0
  if (!isRoot || !isInstalled('apt-get')) {
    return refuse([
      `${who} ${missing.map(({ program, module }) => (module ? `${program} with ${module}` : program)).join(', ')}. Install with:`,
      `  sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`,
    ])
  }
  say(`Installing ${packages.join(', ')} from Debian's packages …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = () =>
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { env, encoding: 'utf8' })
  let made = install()
  if (made.status !== 0) {
    spawnSync('apt-get', ['update'], { env, encoding: 'utf8' })
    made = install()
  }
  if (made.status !== 0)
    refuse([
      'apt-get failed:',
      ...lastLines(made.stderr),
      `Install ${packages.join(' ')} by hand and run the same command again.`,
    ])
}

const run = (node, args, cwd = process.cwd()) => {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const options = process.env.NODE_OPTIONS ?? ''
  const quiet = options.includes('ExperimentalWarning')
    ? options
    : `${options} --disable-warning=ExperimentalWarning`.trim()
  const env = {
    ...process.env,
    PATH: path,
    NODE_OPTIONS: quiet,
    CHARTER_CACHE: process.env.CHARTER_CACHE ?? cacheFolder,
  }
  return handOver(node, args, { cwd, env }).catch((error) => fail([error.message]))
}

const bin = (name) => join(root, 'node_modules', '.bin', name)
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const cli = join(root, 'apps', 'cli', 'src', 'main.ts')
const bubblewrap = { program: 'bwrap', debian: 'bubblewrap' }
/** What the tests drive for real. */
const testPrograms = [
  { program: 'chromium', debian: 'chromium' },
  { program: 'openssl', debian: 'openssl' },
  bubblewrap,
  { program: 'mariadb-install-db', debian: 'mariadb-server' },
  { program: 'pg_ctl', debian: 'postgresql', folder: '/usr/lib/postgresql' },
  { program: 'python3', debian: 'python3-zeep', module: 'zeep' },
]

if (Number(process.versions.node.split('.')[0]) < 20)
  fail([`Charter needs Node 20 or newer to start; this is ${process.version}.`])
const node = bringNode()

/** The folder that a person stands in: npm runs scripts in the checkout, and says from where it was called. */
const stands = command === 'start' && existsSync(process.env.INIT_CWD ?? '') ? process.env.INIT_CWD : process.cwd()

/** New projects are made where a person stands; where that is in this checkout, in a folder of it that git does not see. */
const placed = (words) => {
  const isHere = !relative(root, stands).startsWith('..')
  return isHere && ['start', 'run'].includes(words[0])
    ? [words[0], '--within', join(root, 'projects'), ...words.slice(1)]
    : words
}

/** What a person starts: a charter, words or a database as it is; a platform, with an example deployed, where they name nothing and stand nowhere near one. */
const started = (words) => {
  const isNamed =
    existsSync(join(stands, 'charter.yaml')) ||
    words.some((word, at) => !word.startsWith('-') && !['--port', '--host', '--folder'].includes(words[at - 1])) ||
    words.some((word) => /^--(?:within|allow-ddl)/.test(word))
  if (isNamed) return placed(['start', ...words])
  const folder = words.some((word) => word.startsWith('--folder'))
    ? []
    : ['--folder', join(root, 'projects', '.platform')]
  return ['up', ...folder, ...words]
}

/** What services of this checkout show in development and do not carry; at once where nothing of it has changed. */
const bringGraphiql = () => {
  const made = spawnSync(node, [join(root, 'scripts', 'graphiql.ts')], { stdio: 'inherit' })
  if (made.status !== 0)
    fail(['Could not bundle GraphiQL. Run the same command again; everything else works without it.'])
}

/** What each command needs before it runs: `tests` adds the test tools, `programs` what Debian packages. */
const commands = {
  start: { isStart: true, run: () => [cli, ...started(rest)] },
  charter: { run: () => [cli, ...placed(rest)] },
  setup: { tests: true, programs: true },
  test: { tests: true, programs: true, run: () => [vitest, 'run', ...rest] },
  check: { tests: true, programs: true, run: () => [join(root, 'scripts', 'check.mjs'), ...rest] },
  exec: { tests: true, run: () => [bin(rest[0]), ...rest.slice(1)] },
  node: { tests: true, run: () => rest },
}
const wanted = commands[command]
if (!wanted) fail([`Unknown command "${command}". One of: ${Object.keys(commands).join(', ')}.`])
bringDependencies(wanted.tests ? 'tests' : 'service')
// Without it the example is run, and nothing that somebody else deploys: the platform says so, too.
if (wanted.isStart && started(rest)[0] === 'up')
  bringPrograms([bubblewrap], 'Services are kept apart by', (lines) => lines.forEach(say))
if (wanted.programs) {
  bringPrograms(testPrograms, 'The tests need')
  bringGraphiql()
}
process.exit(wanted.run ? await run(node, wanted.run(), stands) : 0)
