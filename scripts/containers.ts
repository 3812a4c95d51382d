// Two images, with no registry: the command line's, and that of a service which it generates, by the service's own Dockerfile. Both are
// run. Needs root, Podman and debootstrap; elsewhere it says which of them is missing, and ends with 0.
import { chownSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { makeDebian, podmanIn, ran, whyNot } from './containers/podman.ts'
import { npmHere } from './first-install/machine.ts'
import { pack } from './pack/pack.ts'

const reason = whyNot()
if (reason !== null) {
  console.log(`skipped: ${reason}`)
  process.exit(0)
}

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const folder = mkdtempSync(join(tmpdir(), 'charter-containers-'))
const port = 18_660

const timed = async <Result>(what: string, step: () => Result | Promise<Result>): Promise<Result> => {
  const started = performance.now()
  const result = await step()
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${what}`)
  return result
}

const settings = join(folder, 'npmrc')
writeFileSync(settings, 'cache=/npm\noffline=true\n')
const podman = podmanIn(folder, { cache: npmHere.cache, settings })

/** Debian's root: `--root <folder>` has one that is there already, as debootstrap makes it. */
const { values: asked } = parseArgs({ options: { root: { type: 'string' } } })

const debian = (into: string): void => {
  const own = asked.root ?? join(folder, 'root')
  if (asked.root === undefined) makeDebian(own)
  ran(
    'tar',
    '-C',
    own,
    '--exclude=./var/cache/apt',
    '--exclude=./var/lib/apt/lists',
    '-cf',
    join(into, 'root.tar'),
    '.',
  )
}

const buildBase = (): void => {
  const own = join(folder, 'base')
  mkdirSync(own)
  debian(own)
  copyFileSync(process.execPath, join(own, 'node'))
  cpSync(dirname(dirname(npmHere.file)), join(own, 'npm'), { recursive: true, dereference: true })
  copyFileSync(join(root, 'containers/base/Containerfile'), join(own, 'Containerfile'))
  podman.build(own, 'docker.io/library/node:24-slim')
}

const buildTools = async (): Promise<void> => {
  const own = join(folder, 'tools')
  mkdirSync(own)
  const { file } = await pack(root, own)
  copyFileSync(file, join(own, 'charter.tgz'))
  copyFileSync(join(root, 'containers/tools/Containerfile'), join(own, 'Containerfile'))
  podman.build(own, 'charter')
}

const project = join(folder, 'library')
const charter = (...args: readonly string[]): string =>
  podman.run(['--rm', `--volume=${project}:/work`, 'charter', ...args]).trim()

/** As compose.yaml and the chart run it: nothing may be written but its data. */
const serves = async (): Promise<string> => {
  podman.run([
    '--detach',
    '--name=library',
    '--read-only',
    '--tmpfs=/tmp',
    '--cap-drop=all',
    '--volume=library:/data',
    `--env=PORT=${port}`,
    '--env=HOST=127.0.0.1',
    '--env=CHARTER_BEHIND=tls-proxy',
    `--env=CHARTER_SECRET=${Buffer.alloc(32, 7).toString('base64url')}`,
    'library',
  ])
  const answer = async (path: string): Promise<number | null> =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status,
      () => null,
    )
  for (let waited = 0; (await answer('/readyz')) !== 200; waited++) {
    if (waited > 100) throw new Error('It is not ready after 20 s.')
    await setTimeout(200)
  }
  const told = [await answer('/healthz'), await answer('/api/books')]
  const stopped = podman.tell(['stop', '--time=20', 'library'])
  if (told.join() !== '200,401' || stopped !== 0)
    throw new Error(`It answered ${told}, and stop ended with ${stopped}.`)
  return 'healthy; whoever shows no token is refused; it stops when it is asked'
}

try {
  await timed('node:24-slim, from a Debian root', buildBase)
  await timed('the image of the command line', buildTools)
  mkdirSync(project)
  chownSync(project, 1000, 1000)
  console.log(`          ${charter('--version')}`)
  await timed('charter init, check and generate in it', () => {
    charter('init', 'a library with members, books and loans')
    charter('check')
    charter('generate')
  })
  await timed('the image of the service, by its own Dockerfile', () => podman.build(project, 'library'))
  console.log(`          ${await timed('the service runs', serves)}`)
} finally {
  podman.tell(['rm', '--force', 'library'])
  podman.tell(['rmi', '--all', '--force'])
  rmSync(folder, { recursive: true, force: true })
}
