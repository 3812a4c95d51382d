import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { readTextIn } from './inside.ts'

const require = createRequire(import.meta.url)

interface Manifest {
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

type Lock = Readonly<Record<string, Manifest>>

/**
 * The folder in which Charter's own dependencies lie, where whatever a generated service requires is found there at the very version of
 * its lock, and so are what that requires in turn: nothing has to be installed then. Null where it is not so.
 */
export const ownModulesFor = (folder: string): string | null => {
  const { packages = {} } = JSON.parse(readTextIn(folder, 'package-lock.json') ?? '{}') as { packages?: Lock }
  const modules = ownModules()
  if (modules === null) return null
  const own = manifestsIn(dirname(modules))
  const seen = new Set<string>()
  const isSame = (lockPath: string, ownPath: string): boolean => {
    const edge = `${lockPath} ${ownPath}`
    if (seen.has(edge)) return true
    seen.add(edge)
    return Object.keys(packages[lockPath]?.dependencies ?? {}).every((name) => {
      const wanted = foundFrom(lockPath, name, (path) => packages[path])
      const there = foundFrom(ownPath, name, own)
      if (!wanted || !there || wanted.version !== there.version) return false
      return isSame(wanted.path, there.path)
    })
  }
  return packages[''] && isSame('', '') ? modules : null
}

/** Null where they are bundled. */
const ownModules = (): string | null => {
  try {
    return dirname(dirname(require.resolve('fastify/package.json')))
  } catch {
    return null
  }
}

interface FoundPackage {
  readonly path: string
  readonly version: string | undefined
}

/** Where Node finds a package from another one's folder: beside it, or beside one of those around it. */
const foundFrom = (
  from: string,
  name: string,
  manifestAt: (path: string) => Manifest | undefined,
): FoundPackage | null => {
  for (let around = from; ; around = around.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, '')) {
    const path = join(around, 'node_modules', name)
    const manifest = manifestAt(path)
    if (manifest) return { path, version: manifest.version }
    if (around === '') return null
  }
}

const manifestsIn = (root: string) => {
  const read = new Map<string, Manifest | undefined>()
  return (path: string): Manifest | undefined => {
    if (!read.has(path)) {
      const file = join(root, path, 'package.json')
      read.set(path, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)
    }
    return read.get(path)
  }
}
