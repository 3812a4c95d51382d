import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DatabaseName } from '../charters.ts'
import type { Attack, Victim } from './attack.ts'
import { type Started, startVictim } from './victim.ts'

export interface Verdict {
  readonly attack: Attack
  readonly way: Victim['way']
  readonly database: DatabaseName
  /** Null where it holds, else what was got. */
  readonly got: string | null
}

const harness = ['ask.ts', 'attack.ts', 'main.ts', 'play.ts', 'serve.ts', 'victim.ts']

/** Every attack of this folder, by finding and name. Throws where two have one name. */
export const allAttacks = async (): Promise<readonly Attack[]> => {
  const files = (await readdir(import.meta.dirname)).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !harness.includes(file),
  )
  const modules = await Promise.all(
    files.sort().map((file) => import(pathToFileURL(join(import.meta.dirname, file)).href)),
  )
  const attacks = modules.flatMap(({ attacks: found = [] }) => found as readonly Attack[])
  const names = attacks.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new Error(`Two attacks are called ${twice}.`)
  return attacks
}

/** Plays attacks on services started for them, one group after another, and tells each verdict as it falls. */
export const playAttacks = async (
  attacks: readonly Attack[],
  { ways, databases }: { readonly ways: readonly Victim['way'][]; readonly databases: readonly DatabaseName[] },
  onVerdict: (verdict: Verdict) => void = () => {},
): Promise<readonly Verdict[]> => {
  const verdicts: Verdict[] = []
  for (const way of ways)
    for (const database of databases)
      for (const group of groupsOf(attacks.filter(({ databases: only }) => only?.includes(database) ?? true))) {
        for (const verdict of await playGroup(group, way, database)) {
          verdicts.push(verdict)
          onVerdict(verdict)
        }
      }
  return verdicts
}

/** Attacks that one service is enough for, in the order given. */
const groupsOf = (attacks: readonly Attack[]): readonly (readonly Attack[])[] => [
  ...Map.groupBy(attacks, ({ name, charter, env = {}, files = {}, operations = {}, rows = {}, isAlone }) =>
    JSON.stringify([isAlone ? name : '', charter, env, files, operations, rows]),
  ).values(),
]

const playGroup = async (
  group: readonly Attack[],
  way: Victim['way'],
  database: DatabaseName,
): Promise<readonly Verdict[]> => {
  const [first] = group
  if (!first) return []
  let started: Started
  try {
    started = await startVictim(first, way, database)
  } catch (error) {
    return group.map((attack) => ({ attack, way, database, got: `no service to attack: ${said(error)}` }))
  }
  const verdicts: Verdict[] = []
  try {
    for (const attack of group)
      verdicts.push({ attack, way, database, got: await attack.play(started.victim).catch(said) })
  } finally {
    await started.close()
  }
  return verdicts
}

const said = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))
