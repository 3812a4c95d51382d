import { globSync } from 'node:fs'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { generateService, installNodeModules, type loadCharter, requireSound, writeTree } from '@charter/project'
import { type Guard, guardsOf, switched } from './guards.ts'

/** Guards of all builds, by number; the same guard of two services has one number. */
export interface Numbering {
  readonly guards: Guard[]
  readonly byName: Map<string, number>
}

/** Copied into every service as they are: the engine, how each style is spoken, how the database is. */
const engines = ['runtime', 'rest', 'graphql', 'grpc', 'soap', 'mcp', 'sqlite', 'postgresql']

/** A generated service with a switch in each guard of its engine. Gives the numbers of the guards it has. */
export const buildSwitched = async (
  folder: string,
  loaded: Awaited<ReturnType<typeof loadCharter>>,
  numbering: Numbering,
): Promise<ReadonlySet<number>> => {
  await mkdir(folder, { recursive: true })
  await writeTree(folder, (await generateService(requireSound(loaded), 'node', loaded)).files)
  await installNodeModules(folder, { withTools: true })
  const numbers = new Set<number>()
  for (const file of globSync(
    engines.map((name) => `src/${name}/**/*.ts`),
    { cwd: folder },
  )) {
    const path = join(folder, file)
    const source = await readFile(path, 'utf8')
    const guards = guardsOf(file, source).map((guard) => ({ guard, number: numberOf(numbering, guard) }))
    for (const { number } of guards) numbers.add(number)
    await writeFile(path, switched(source, guards))
  }
  await writeFile(join(folder, 'src', 'fault-switch.mjs'), await readFile(new URL('fault-switch.mjs', import.meta.url)))
  // What processes begin with: the service's own, and those that read apart.
  for (const file of globSync('src/{main,*/*-process}.ts', { cwd: folder })) {
    const begun = join(folder, file)
    const path = relative(dirname(begun), join(folder, 'src', 'fault-switch.mjs'))
    await writeFile(begun, `import '${path.startsWith('.') ? path : `./${path}`}'\n${await readFile(begun, 'utf8')}`)
  }
  return numbers
}

const numberOf = ({ guards, byName }: Numbering, guard: Guard): number => {
  const known = byName.get(guard.name)
  if (known !== undefined) return known
  byName.set(guard.name, guards.length)
  guards.push(guard)
  return guards.length - 1
}

/** A copy of a build that is run with another switch, sharing its dependencies. */
export const copyBuild = async (from: string, to: string): Promise<void> => {
  await cp(from, to, { recursive: true, filter: (path) => !path.includes('node_modules') })
  await symlink(join(from, 'node_modules'), join(to, 'node_modules'))
}

/** Where the guards that were passed are asked for: at a port, or in a folder where each process leaves a file when it ends. */
export type Told = { readonly port: number } | { readonly into: string }

/** Which guard is gone; null: none. */
export const turn = (folder: string, active: number | null, told?: Told): Promise<void> =>
  writeFile(join(folder, 'fault.json'), JSON.stringify({ active, ...told }))
