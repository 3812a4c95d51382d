import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, posix, relative, sep } from 'node:path'
import type { DriverUse } from '@charter/charter'

const require = createRequire(import.meta.url)

/** Folder of a package of ours that generated services carry files of. */
export const packageFolder = (name: string): string => dirname(require.resolve(`@charter/${name}/package.json`))

/**
 * The files that a Node service carries: the runtime, the development page, the store over SQL, sessions with a server where there is one, the styles' transports, the connector's driver.
 * Verbatim, but for imports of our packages, which become relative. Path in the service → text.
 */
export const nodeRuntimeFiles = async (
  drivers: readonly DriverUse[],
  styles: readonly string[],
): Promise<Readonly<Record<string, string>>> => {
  const [runtime, page] = [packageFolder('runtime'), packageFolder('page')]
  return Object.fromEntries(
    [
      ...(await treeOf(join(runtime, 'src'), 'src/runtime')),
      ...(await treeOf(join(page, 'src'), 'src/development')),
      ...(await treeOf(join(page, 'page'), 'src/development/page')),
      ...(await treeOf(join(packageFolder('sql'), 'src', 'store'), 'src/sql-store')),
      ...(drivers.some(({ driver }) => driver.server)
        ? await treeOf(join(packageFolder('sql'), 'src', 'server'), 'src/sql-server')
        : []),
      ...(await Promise.all(styles.map(transportFiles))).flat(),
      ...(await Promise.all(drivers.flatMap(driverFiles))),
    ].map(([path, text]) => [path, withRelativeImports(path, text)]),
  )
}

const transportFiles = (style: string) =>
  treeOf(join(packageFolder('styles'), 'src', style, 'transport'), `src/${style}`)

const driverFiles = ({ connector, driver }: DriverUse): readonly Promise<readonly [string, string]>[] => {
  const folder = join(packageFolder('connectors'), 'src', driver.folder ?? connector)
  return driver.files.map(
    async (file) =>
      [`src/${connector}/${file.replace(/^driver\//, '')}`, await readFile(join(folder, file), 'utf8')] as const,
  )
}

const treeOf = async (folder: string, into: string): Promise<readonly (readonly [string, string])[]> => {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries
    .filter((entry) => entry.isFile() && !/\.test\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    // What tests have beside them.
    .filter((file) => !relative(folder, file).split(sep).includes('testing'))
  return Promise.all(
    files
      .sort()
      .map(
        async (file) =>
          [posix.join(into, relative(folder, file).replaceAll('\\', '/')), await readFile(file, 'utf8')] as const,
      ),
  )
}

const runtimeIndex: Readonly<Record<string, string>> = {
  '@charter/runtime': 'src/runtime/index.ts',
  '@charter/runtime/http': 'src/runtime/http/index.ts',
  '@charter/runtime/service': 'src/runtime/service/index.ts',
  '@charter/sql/server': 'src/sql-server/index.ts',
  '@charter/sql/store': 'src/sql-store/index.ts',
}

/** The text of a file at `path` in a service, with imports of the runtime as they are there. */
export const withRelativeImports = (path: string, text: string): string =>
  text.replaceAll(
    /from '(@charter\/(?:runtime(?:\/(?:http|service))?|sql\/(?:store|server)))'/g,
    (_, specifier: string) => {
      const target = posix.relative(posix.dirname(path), runtimeIndex[specifier] ?? '')
      return `from '${target.startsWith('.') ? target : `./${target}`}'`
    },
  )
