import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface InstalledSize {
  readonly name: string
  readonly bytes: number
  readonly packages: number
}

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** What each dependency of an installed folder takes, with all that it needs; peers of `shared` are there anyway. */
export const installedSize = (folder: string): readonly InstalledSize[] => {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Locked>>
  }
  return Object.keys(packages['']?.dependencies ?? {}).map((name) => {
    const needed = reached(packages, name)
    return { name, bytes: sum(needed.map((each) => bytesOf(join(folder, each)))), packages: needed.length }
  })
}

/** Every service has them. */
const shared = ['graphql', '@opentelemetry/api']

const reached = (packages: Readonly<Record<string, Locked>>, name: string): readonly string[] => {
  const found = new Set<string>()
  const visit = (path: string): void => {
    if (found.has(path)) return
    found.add(path)
    const { dependencies, peerDependencies } = packages[path] ?? {}
    for (const next of Object.keys({ ...dependencies, ...peerDependencies }))
      if (!shared.includes(next))
        visit(packages[`${path}/node_modules/${next}`] ? `${path}/node_modules/${next}` : `node_modules/${next}`)
  }
  visit(`node_modules/${name}`)
  return [...found].filter((path) => packages[path])
}

/** Without packages inside it, which are counted for themselves. */
const bytesOf = (path: string): number =>
  sum(
    readdirSync(path, { withFileTypes: true })
      .filter(({ name }) => name !== 'node_modules')
      .map((entry) => (entry.isDirectory() ? bytesOf(join(path, entry.name)) : statSync(join(path, entry.name)).size)),
  )

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
