import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { stage } from './stage.ts'

export const packedBytesMax = 25e6

export interface Packed {
  readonly file: string
  readonly bytes: number
  readonly parts: readonly Part[]
}

export interface Part {
  readonly name: string
  readonly bytes: number
  /** About what it has in the tarball. */
  readonly packedBytes: number
}

/** Makes `charter-<version>.tgz` in `into`. Throws where npm cannot. */
export const pack = async (root: string, into: string): Promise<Packed> => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-pack-'))
  try {
    await stage(root, folder)
    const { status, stdout, stderr } = spawnSync(
      'npm',
      ['pack', '--json', '--ignore-scripts', '--pack-destination', into],
      { cwd: folder, encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(`npm could not pack it.\n${stderr}`)
    const [{ filename, size }] = JSON.parse(stdout)
    return { file: join(into, filename), bytes: size, parts: partsOf(folder) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The tarball's folders, and each package in it apart. */
const partsOf = (folder: string): readonly Part[] => {
  const modules = join(folder, 'node_modules')
  const packages = readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((each) => `${name}/${each}`) : [name],
  )
  return ['bin', 'dist', ...packages.map((name) => `node_modules/${name}`)]
    .map((name) => sizeOf(name, join(folder, name)))
    .sort((one, other) => other.packedBytes - one.packedBytes)
}

const sizeOf = (name: string, folder: string): Part => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
  return { name, bytes, packedBytes: gzipSync(Buffer.concat(files.map((file) => readFileSync(file)))).length }
}
