import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type RolldownOutput, rolldown } from 'rolldown'

/** Packages that are shipped as they are: they load files that lie beside them. What they depend on is shipped with them. */
const loading: readonly string[] = ['@cedar-policy/cedar-wasm', 'libpg-query', 'wink-nlp', 'wink-eng-lite-web-model']

/** Those, and all that they depend on. */
export const wholeIn = (root: string): readonly string[] => {
  const found = new Set<string>()
  const visit = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    const manifest = readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')
    for (const needed of Object.keys(JSON.parse(manifest).dependencies ?? {})) visit(needed)
  }
  for (const name of loading) visit(name)
  return [...found]
}

/** Needed, but not shipped: `pg-native` is nowhere, the formatter is installed for each platform. */
const left = ['pg-native', '@biomejs/biome']

export interface Bundled {
  /** Folders of the packages of others that are in it. */
  readonly packages: readonly string[]
}

/** Bundles the command line, and what it starts in processes of its own, into `to`. */
export const bundle = async (root: string, to: string): Promise<Bundled> => {
  const deploy = join(root, 'packages/deploy/src')
  const together = await written(root, to, {
    main: join(root, 'apps/cli/src/main.ts'),
    supervise: join(deploy, 'supervisor/supervise.ts'),
    'egress-process': join(deploy, 'egress/egress-process.ts'),
    'ingress-process': join(deploy, 'ingress/ingress-process.ts'),
    'charter-thread': join(root, 'packages/server/src/versions/apart/charter-thread.ts'),
    'verify-process': join(root, 'packages/server/src/suites/verify-process.ts'),
    'read-process': join(root, 'packages/connectors/src/sqlite/driver/read-process.ts'),
  })
  // They are carried into a sandbox, where nothing lies beside them.
  const alone = await written(root, to, { inside: join(deploy, 'sandbox/inside.ts') })
  const reporter = await written(root, to, { reporter: join(deploy, 'tests/reporter.ts') })
  return { packages: foldersIn([...together, ...alone, ...reporter]) }
}

const written = async (
  root: string,
  to: string,
  input: Readonly<Record<string, string>>,
): Promise<RolldownOutput['output'][number][]> => {
  const build = await rolldown({
    cwd: root,
    platform: 'node',
    input: { ...input },
    external: (id) => [...loading, ...left].some((name) => id === name || id.startsWith(`${name}/`)),
  })
  // Flat: a file that is started lies beside the one that starts it. Names stay, so that a stack can be read.
  const { output } = await build.write({
    dir: to,
    format: 'esm',
    minify: { compress: true, mangle: false, codegen: true },
    chunkFileNames: '[name]-[hash].js',
  })
  await build.close()
  return output
}

/** Folders of the packages of others that something bundled is made of. */
export const foldersIn = (output: readonly RolldownOutput['output'][number][]): readonly string[] => {
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
  const folders = modules.flatMap((id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? [])
  return [...new Set(folders)].sort()
}

/** The licences of packages that are bundled, as these ask for. */
export const notices = (folders: readonly string[]): string =>
  folders.map((folder) => `${headOf(folder)}\n\n${licenceIn(folder)}\n`).join(`\n${'-'.repeat(80)}\n\n`)

const headOf = (folder: string): string => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return `${name} ${version} (${typeof license === 'string' ? license : 'see below'})`
}

const licenceIn = (folder: string): string => {
  for (const name of [
    'LICENSE',
    'LICENSE.md',
    'LICENSE.txt',
    'LICENCE',
    'LICENCE.md',
    'license',
    'License',
    'LICENSE-MIT',
  ])
    try {
      return readFileSync(join(folder, name), 'utf8').trim()
    } catch {
      // Another name.
    }
  // Packages of a repository have its licence there.
  return `Its package holds no text of it: ${dirname(folder).split('node_modules/').at(-1)}`
}
