import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** A Node of the machine: its program, and the npm that it runs. */
export interface Node {
  readonly version: string
  readonly file: string
  readonly npm: string
}

/** An empty home and an empty prefix, with one Node, one npm and nothing of this project in its environment. */
export interface Machine {
  readonly home: string
  /** All that its programs know of the world. */
  readonly env: NodeJS.ProcessEnv
  run(program: string, args: readonly string[], cwd: string): string
  remove(): void
}

/** How a network is refused: where that is allowed a namespace that has none, else npm's own word for it. */
export const canUnshare = spawnSync('unshare', ['-rn', 'sh', '-c', 'ip link set lo up']).status === 0

const withoutNetwork = ['unshare', '-rn', 'sh', '-c', 'ip link set lo up; exec "$@"', 'sh'] as const

/** npm's cache and registry, and how the network is refused: to whatever is run, by npm's own word for it, or not at all. */
export interface Network {
  readonly cache: string
  readonly registry: string
  readonly refused: 'unshare' | 'npm' | 'no'
}

export const emptyMachine = (node: Node, { cache, registry, refused }: Network): Machine => {
  const root = mkdtempSync(join(tmpdir(), 'charter-first-'))
  const [home, prefix, bin] = ['home', 'prefix', 'bin'].map((name) => join(root, name)) as [string, string, string]
  for (const folder of [home, prefix, bin]) mkdirSync(folder)
  symlinkSync(node.file, join(bin, 'node'))
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\nexec "${join(bin, 'node')}" "${node.npm}" "$@"\n`)
  chmodSync(join(bin, 'npm'), 0o755)
  const env = {
    ...networkOf(process.env),
    HOME: home,
    PATH: [join(prefix, 'bin'), bin, '/usr/bin', '/bin'].join(delimiter),
    LANG: 'C.UTF-8',
    npm_config_cache: cache,
    npm_config_prefix: prefix,
    npm_config_registry: registry,
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

/** How this machine reaches the network: nothing else of its environment is an empty machine's. */
const networkOf = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) =>
      /^(?:https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR))$/i.test(name),
    ),
  )
