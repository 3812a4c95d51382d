// A new user's way: packs, installs into an empty home, and goes from words to a service that is verified. On Node 20 and 24; first with
// npm's cache as it is, which that fills, then with the network refused.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { firstHour } from './first-install/first-hour.ts'
import { canUnshare, emptyMachine, type Node } from './first-install/machine.ts'
import { pack } from './pack/pack.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const nodeAt = (file: string): Node | null => {
  const { stdout, status } = spawnSync(file, ['--version'], { encoding: 'utf8' })
  return status === 0 ? { version: stdout.trim(), file } : null
}

/** The first program `node` on the path of a major version. */
const nodeOf = (major: number): Node | null => {
  const files = [process.env.npm_node_execpath, ...(process.env.PATH ?? '').split(':').map((at) => join(at, 'node'))]
  const nodes = files.flatMap((file) => (file === undefined ? [] : (nodeAt(file) ?? [])))
  return nodes.find(({ version }) => version.startsWith(`v${major}.`)) ?? null
}

const folder = mkdtempSync(join(tmpdir(), 'charter-first-install-'))
try {
  const { file, bytes } = await pack(root, folder)
  console.log(`charter-<version>.tgz: ${(bytes / 1e6).toFixed(2)} MB`)
  for (const major of [20, 24]) {
    const node = nodeOf(major)
    if (!node) {
      console.log(`skipped: this machine has no Node ${major} on its path`)
      continue
    }
    for (const isOffline of [false, true]) {
      const network = isOffline
        ? `, ${canUnshare ? 'in a network namespace with nothing but loopback' : 'npm --offline'}`
        : ''
      console.log(`Node ${node.version}, an empty home${network}`)
      const machine = emptyMachine(node, isOffline ? (canUnshare ? 'unshare' : 'npm') : 'no')
      try {
        firstHour(machine, file, console.log)
      } finally {
        machine.remove()
      }
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
