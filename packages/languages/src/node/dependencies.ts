import lock from './package-lock.template.json' with { type: 'json' }

/** Newest major that generated services need and are tested on. */
export const nodeMajor = 24

const root = lock.packages['']

export const dependencies: Readonly<Record<string, string>> = root.dependencies
export const developmentDependencies: Readonly<Record<string, string>> = root.devDependencies

interface Locked {
  readonly version?: string
  readonly integrity?: string
  readonly dev?: boolean
}

/** What is installed with the service, not for its development: for the bill of materials. `integrity` is SHA-512 in hex. */
export const componentVersions: readonly {
  readonly name: string
  readonly version: string
  readonly integrity: string
}[] = Object.entries(lock.packages as Readonly<Record<string, Locked>>).flatMap(
  ([path, { version, integrity, dev }]) =>
    path === '' || dev || version === undefined || integrity === undefined
      ? []
      : [{ name: path.replace(/^.*node_modules\//, ''), version, integrity: hexOf(integrity) }],
)

function hexOf(integrity: string): string {
  const bytes = atob(integrity.replace(/^sha512-/, ''))
  return Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
}

/** The lock file of a service: the tested one, under the service's own name. It holds hashes, and no addresses. */
export const lockFile = (name: string, version: string): string =>
  `${JSON.stringify({ ...lock, name, version, packages: { ...lock.packages, '': { ...root, name, version } } }, null, 2)}\n`
