// A new user's first hour, in an empty home with only the tarball: from a sentence, and from databases that are there, to APIs that people
// sign in to at a provider of somebody else. Twice: the second time in a network namespace with nothing but loopback. `--keycloak <folder>`
// tries Keycloak's own distribution too. Ends with one line that says how many steps were made; with 1 where one failed.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { agentOverStdio } from './first-hour/agent.ts'
import { container } from './first-hour/container.ts'
import { fromAnIdea } from './first-hour/from-an-idea.ts'
import { hourOn } from './first-hour/hour.ts'
import { startKeycloak } from './first-hour/keycloak.ts'
import { startOidcProvider } from './first-hour/oidc-provider.ts'
import { ownDatabases } from './first-hour/own-databases.ts'
import type { Provider } from './first-hour/provider.ts'
import { signedIn } from './first-hour/signed-in.ts'
import { emptyMachine } from './first-install/machine.ts'
import { pack } from './pack/pack.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { values: asked } = parseArgs({
  options: {
    keycloak: { type: 'string' },
    'without-container': { type: 'boolean', default: false },
    /** What the first run made, of the second one, which has no network. */
    made: { type: 'string' },
  },
})

/** The whole hour; gives how many steps it took. */
const live = async (made: string, refused: 'npm' | 'no'): Promise<number> => {
  const machine = emptyMachine({ version: process.version, file: process.execPath }, refused)
  // `charter` is found where npm put it, also by what this script starts itself.
  process.env.PATH = `${machine.env.PATH}:${process.env.PATH}`
  const hour = hourOn(machine, (line) => console.log(line))
  const withProvider = async (start: () => Promise<Provider>, library: string): Promise<void> => {
    const provider = await start()
    await signedIn(hour, library, provider).finally(() => provider.close())
  }
  try {
    const library = await fromAnIdea(hour, join(made, 'charter.tgz'))
    await withProvider(() => startOidcProvider('library'), library)
    const { keycloak } = asked
    if (keycloak !== undefined) await withProvider(() => startKeycloak(keycloak, machine.home, 'library'), library)
    await agentOverStdio(hour, library)
    await ownDatabases(hour)
    await hour.charter(library, 'verify')
    if (!asked['without-container']) await container(hour, join(made, 'debian'))
    return hour.steps
  } finally {
    machine.remove()
  }
}

/** The same without a network, by a process of its own in a namespace that has none. */
const again = (made: string): number | null => {
  const args = [fileURLToPath(import.meta.url), '--made', made, ...process.argv.slice(2)]
  const inNamespace = ['-n', 'sh', '-c', 'ip link set lo up; exec "$@"', 'sh', process.execPath, ...args]
  return spawnSync('unshare', inNamespace, { stdio: 'inherit' }).status
}

if (asked.made !== undefined) {
  const steps = await live(asked.made, 'npm')
  console.log(`first hour, without a network: ${steps} steps, none failed`)
} else {
  const made = mkdtempSync(join(tmpdir(), 'charter-first-hour-'))
  try {
    const { file, bytes } = await pack(root, made)
    spawnSync('mv', [file, join(made, 'charter.tgz')])
    console.log(`charter-<version>.tgz: ${(bytes / 1e6).toFixed(2)} MB; Node ${process.version}, an empty home`)
    const steps = await live(made, 'no')
    console.log(`first hour: ${steps} steps, none failed`)
    if (process.getuid?.() === 0) process.exitCode = again(made) ?? 1
    else console.log('not run without a network: a namespace that has none needs root')
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}
