import type { Driver, DriverUse } from '@charter/charter'
import lock from './package-lock.template.json' with { type: 'json' }

/** Newest major that generated services need and are tested on. */
export const nodeMajor = 24

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** What a service is made of: the packages that every service has, those of its styles, and those of its database drivers. */
export interface Packages {
  readonly dependencies: Readonly<Record<string, string>>
  readonly developmentDependencies: Readonly<Record<string, string>>
  /** Entries of package-lock.json (version 3) by folder, without the root's. */
  readonly locked: Readonly<Record<string, Locked>>
}

/** One lock for everything that a service may need, tested together; a service gets the part that it reaches. */
const { '': root, ...everyLocked } = lock.packages

/** What every service imports, whatever it speaks. */
const always = [
  '@opentelemetry/api',
  '@opentelemetry/context-async-hooks',
  '@opentelemetry/core',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  'aws4fetch',
  'croner',
  'fastify',
  'jose',
  'pino',
  're2js',
  'saxes',
]
const alwaysForDevelopment = ['@biomejs/biome', '@types/node', 'typescript']

/** Names of the packages that a style's transport imports, and of those that it is developed with. */
interface StylePackages {
  readonly packages: readonly string[]
  readonly developmentPackages: readonly string[]
  readonly carries?: Partial<Pick<Driver, 'dependencies' | 'developmentDependencies' | 'lock'>>
}

export interface PackagesUse {
  readonly drivers: readonly DriverUse[]
  readonly styles: readonly StylePackages[]
}

export const packagesOf = ({ drivers, styles }: PackagesUse): Packages => {
  const of = [...drivers.map(({ driver }) => driver), ...styles.flatMap(({ carries }) => carries ?? [])]
  const names = [...always, ...styles.flatMap((style) => style.packages)]
  const developmentNames = [...alwaysForDevelopment, ...styles.flatMap((style) => style.developmentPackages)]
  const dependencies = picked(root.dependencies, names)
  const developmentDependencies = picked(root.devDependencies, developmentNames)
  return {
    dependencies: sorted(dependencies, ...of.map((each) => each.dependencies ?? {})),
    developmentDependencies: sorted(developmentDependencies, ...of.map((each) => each.developmentDependencies ?? {})),
    locked: sorted<Locked>(
      lockedFor(Object.keys(dependencies), Object.keys(developmentDependencies)),
      ...of.map((each) => (each.lock ?? {}) as Readonly<Record<string, Locked>>),
    ),
  }
}

/** Throws an Error for a package that `package-lock.template.json` does not have. */
const picked = (of: Readonly<Record<string, string>>, names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.map((name) => {
      if (of[name] === undefined) throw new Error(`Services have no tested version of ${name}.`)
      return [name, of[name]]
    }),
  )

/** As npm writes them: by name. */
const sorted = <Value>(...of: readonly Readonly<Record<string, Value>>[]): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.entries(Object.assign({}, ...of) as Record<string, Value>).sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/** The entries that these packages reach; `dev` where only the second do. */
const lockedFor = (names: readonly string[], developmentNames: readonly string[]): Readonly<Record<string, Locked>> => {
  const running = reached(names)
  return Object.fromEntries(
    [...new Set([...running, ...reached(developmentNames)])].map((path) => {
      const { dev: _dev, ...entry } = entryAt(path) ?? {}
      return [path, running.has(path) ? entry : withDevelopment(entry)]
    }),
  )
}

/** npm writes `dev` after `integrity`. */
const withDevelopment = ({ version, integrity, ...rest }: Locked & { readonly resolved?: string }): Locked => ({
  ...(version !== undefined && { version }),
  ...(integrity !== undefined && { integrity }),
  dev: true,
  ...rest,
})

const entryAt = (path: string): Locked | undefined => (everyLocked as Readonly<Record<string, Locked>>)[path]

const reached = (names: readonly string[]): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (name: string, from: string): void => {
    const path = pathOf(name, from)
    if (path === undefined || found.has(path)) return
    found.add(path)
    const { dependencies, optionalDependencies, peerDependencies } = entryAt(path) ?? {}
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) visit(next, path)
  }
  for (const name of names) visit(name, '')
  return found
}

/** Where a package finds another: in its own `node_modules`, or in one further up (nodejs.org/api/modules). */
const pathOf = (name: string, from: string): string | undefined => {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (entryAt(path)) return path
  return from === '' ? undefined : pathOf(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))))
}

/** What is installed with the service, not for its development: for the bill of materials. `integrity` is SHA-512 in hex. */
export const componentsOf = ({
  locked,
}: Packages): readonly { readonly name: string; readonly version: string; readonly integrity: string }[] =>
  Object.entries(locked).flatMap(([path, { version, integrity, dev }]) =>
    dev || version === undefined || integrity === undefined
      ? []
      : [{ name: path.replace(/^.*node_modules\//, ''), version, integrity: hexOf(integrity) }],
  )

const hexOf = (integrity: string): string => {
  const bytes = atob(integrity.replace(/^sha512-/, ''))
  return Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
}

/** The lock file of a service: tested entries under the service's own name. It holds hashes, and no addresses. */
export const lockFile = (name: string, version: string, packages: Packages): string => {
  const { dependencies, developmentDependencies, locked } = packages
  const own = { ...root, name, version, dependencies, devDependencies: developmentDependencies }
  return `${JSON.stringify({ ...lock, name, version, packages: { '': own, ...locked } }, null, 2)}\n`
}
