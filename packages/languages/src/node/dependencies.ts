import type { DriverUse } from '@charter/charter'
import lock from './package-lock.template.json' with { type: 'json' }

/** Newest major that generated services need and are tested on. */
export const nodeMajor = 24

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly dev?: boolean
}

/** What a service is made of: the packages that every service has, and those of its database drivers. */
export interface Packages {
  readonly dependencies: Readonly<Record<string, string>>
  readonly developmentDependencies: Readonly<Record<string, string>>
  /** Entries of package-lock.json (version 3) by folder, without the root's. */
  readonly locked: Readonly<Record<string, Locked>>
}

const { '': root, ...everyLocked } = lock.packages

export const packagesOf = (drivers: readonly DriverUse[]): Packages => {
  const of = drivers.map(({ driver }) => driver)
  return {
    dependencies: sorted(root.dependencies, ...of.map(({ dependencies }) => dependencies)),
    developmentDependencies: sorted(root.devDependencies, ...of.map((each) => each.developmentDependencies)),
    locked: sorted<Locked>(everyLocked, ...of.map((each) => each.lock as Readonly<Record<string, Locked>>)),
  }
}

/** As npm writes them: by name. */
const sorted = <Value>(...of: readonly Readonly<Record<string, Value>>[]): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.entries(Object.assign({}, ...of) as Record<string, Value>).sort(([a], [b]) => (a < b ? -1 : 1)),
  )

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
