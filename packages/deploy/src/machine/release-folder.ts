import { createHash, randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { Part, RolledOut } from '../target.ts'

/** Where the service of each language lies in a release. */
const serviceFolder = 'node/'

type Laid = Pick<RolledOut, 'digest' | 'parts' | 'read'>

const laying = new Map<string, Promise<string>>()

/**
 * Lays the service of a release into a folder of its digest, whole or not at all, and gives it. What is there already is read again: a
 * folder that was changed is made anew.
 */
export const releaseFolder = (within: string, deployment: Laid): Promise<string> => {
  const folder = join(within, deployment.digest.replace(':', '-'))
  // Several environments may begin one release at once.
  const turn = (laying.get(folder) ?? Promise.resolve('')).catch(() => {}).then(() => lay(folder, deployment))
  laying.set(folder, turn)
  return turn
}

const lay = async (folder: string, { parts, read }: Laid): Promise<string> => {
  const own = parts.filter(({ path }) => path.startsWith(serviceFolder))
  if (await isWhole(folder, own)) return folder
  const partial = `${folder}.${randomUUID()}`
  try {
    for (const part of own) {
      const file = fileOf(partial, part)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, await read(part))
    }
    await showToAll(partial)
    await rm(folder, { recursive: true, force: true })
    await rename(partial, folder)
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
  return folder
}

/** Whoever runs it is another user, whatever the mask of this process. */
const showToAll = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
}

/** A path of a release is outside input: it stays inside. */
const fileOf = (folder: string, { path }: Part): string => {
  const file = resolve(folder, path.slice(serviceFolder.length))
  if (!file.startsWith(folder + sep)) throw new Error(`${path} leads out of the release.`)
  return file
}

const isWhole = async (folder: string, parts: readonly Part[]): Promise<boolean> => {
  if (!(await stat(folder).catch(() => null))) return false
  for (const part of parts) {
    const bytes = await readFile(fileOf(folder, part)).catch(() => null)
    if (!bytes || `sha256:${createHash('sha256').update(bytes).digest('hex')}` !== part.digest) return false
  }
  return true
}
