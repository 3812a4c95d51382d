import { globSync } from 'node:fs'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { installNodeModules, type loadCharter, requireSound } from '@charter/project'
import { writeService } from '../bodies.ts'
import { type Guard, guardsOf, switched } from './guards.ts'

/** Guards of all builds, by number; the same guard of two services has one number. */
export interface GuardNumbers {
  readonly guards: Guard[]
  readonly byName: Map<string, number>
}

/** Copied into every service as they are: the engine, how each style is spoken, how the database is. */
const engines = [
  ...['runtime', 'development', 'sql-store', 'sql-server', 'rest', 'graphql', 'grpc', 'soap', 'mcp'],
  ...['sqlite', 'postgresql'],
]

/** Files that a process begins with. */
const processes = ['src/main.ts', 'src/sqlite/read-process.ts']

/** A generated service with a switch in each guard of its engine. Gives the numbers of the guards it has. */
export const buildSwitched = async (
  folder: string,
  loaded: Awaited<ReturnType<typeof loadCharter>>,
  numbering: GuardNumbers,
): Promise<ReadonlySet<number>> => {
  await mkdir(folder, { recursive: true })
  await writeService(folder, { charter: requireSound(loaded), loaded })
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
  const switchFile = join(folder, 'src', 'fault-switch.mjs')
  await writeFile(switchFile, await readFile(new URL('fault-switch.mjs', import.meta.url)))
  for (const file of globSync(processes, { cwd: folder })) {
    const path = join(folder, file)
    await writeFile(path, `import './${relative(dirname(path), switchFile)}'\n${await readFile(path, 'utf8')}`)
  }
  return numbers
}

const numberOf = ({ guards, byName }: GuardNumbers, guard: Guard): number => {
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
