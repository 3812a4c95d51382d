import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** A Node of the machine. */
export interface Node {
  readonly version: string
  /** Its program. */
  readonly file: string
}

/** An empty home and an empty prefix, with one Node, one npm and nothing of this project in its environment. */
export interface Machine {
  readonly home: string
  /** All that its programs know of the world. */
  readonly env: NodeJS.ProcessEnv
  run(program: string, args: readonly string[], cwd: string): string
  remove(): void
}

const npmText = (...args: readonly string[]): string => spawnSync('npm', args, { encoding: 'utf8' }).stdout.trim()

/** The npm that each Node runs, and where it keeps packages and gets them. */
export const npmHere = {
  file: process.env.npm_execpath ?? join(npmText('root', '-g'), 'npm', 'bin', 'npm-cli.js'),
  cache: npmText('config', 'get', 'cache'),
  registry: npmText('config', 'get', 'registry'),
} as const

/** How a network is refused: where that is allowed a namespace that has none, else npm's own word for it. */
export const canUnshare = spawnSync('unshare', ['-rn', 'sh', '-c', 'ip link set lo up']).status === 0

const withoutNetwork = ['unshare', '-rn', 'sh', '-c', 'ip link set lo up; exec "$@"', 'sh'] as const

/** `refused`: the network is, to whatever is run, by npm's own word for it, or not at all. */
export const emptyMachine = (node: Node, refused: 'unshare' | 'npm' | 'no'): Machine => {
  const root = mkdtempSync(join(tmpdir(), 'charter-first-'))
  const [home, prefix, bin] = ['home', 'prefix', 'bin'].map((name) => join(root, name)) as [string, string, string]
  for (const folder of [home, prefix, bin]) mkdirSync(folder)
  symlinkSync(node.file, join(bin, 'node'))
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\nexec "${join(bin, 'node')}" "${npmHere.file}" "$@"\n`)
  chmodSync(join(bin, 'npm'), 0o755)
  const env = {
    ...networkOf(process.env),
    HOME: home,
    PATH: [join(prefix, 'bin'), bin, '/usr/bin', '/bin'].join(delimiter),
    LANG: 'C.UTF-8',
    npm_config_cache: npmHere.cache,
    npm_config_prefix: prefix,
    npm_config_registry: npmHere.registry,
    npm_config_update_notifier: 'false',
    ...(refused !== 'no' && { npm_config_offline: 'true' }),
  }
  const under = refused === 'unshare' ? withoutNetwork : []
  const line = (program: string, args: readonly string[]): [string, string[]] => {
    const [first = program, ...rest] = [...under, program, ...args]
    return [first, rest]
  }
  return {
    home,
    env,
    run: (program, args, cwd) => {
      const { status, stdout, stderr, error } = spawnSync(...line(program, args), { cwd, env, encoding: 'utf8' })
      if (status !== 0)
        throw new Error(`${program} ${args.join(' ')} ended with ${status}.\n${stdout}${stderr}${error?.message ?? ''}`)
      return stdout
    },
    remove: () => {
      // What is installed was made read-only, as a package may be.
      spawnSync('chmod', ['-R', 'u+w', root])
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** Installs the tarball for everybody on the machine. */
export const install = (machine: Machine, tarball: string): string => {
  const said = machine.run('npm', ['i', '-g', tarball], machine.home)
  // Nothing may be written there when it runs: some install as root, and run as somebody.
  spawnSync('chmod', ['-R', 'a-w', machine.run('npm', ['root', '-g'], machine.home).trim()])
  return said
}

/** How this machine reaches the network: nothing else of its environment is an empty machine's. */
const networkOf = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) =>
      /^(?:https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR))$/i.test(name),
    ),
  )
