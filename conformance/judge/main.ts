import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  generatedTarget,
  installNodeModules,
  type Report,
  reportLines,
  runScenarios,
  type Scenario,
  seedRows,
  throughStyle,
} from '@charter/project'
import type { Derived } from '@charter/service'
import type { SqlConnector } from '@charter/sql'
import { writeService } from '../bodies.ts'
import { arrange, charters } from '../charters.ts'
import type { Fault } from './faults/fault.ts'
import { faults } from './faults/index.ts'
import { copyService, plant } from './plant.ts'

/**
 * Judges the scenarios: each fault is planted in a generated service, alone, and must be caught. Prints a table and
 * `caught X of Y`; exits 1 when one is missed or no longer fits, or when the service is not green without any.
 * Words on the command line choose faults by name.
 */
const together = 2

const [clinic, edge, narrow] = charters
const subjects = { clinic, edge, narrow } as const

interface Base {
  readonly folder: string
  readonly derived: Derived<SqlConnector>
  readonly scenarios: readonly Scenario[]
}

interface Verdict {
  readonly fault: Fault
  /** The scenario that caught it; null where none did. */
  readonly caughtBy: string | null
  /** Why it could not be judged. */
  readonly error: string | null
}

const prepare = async (within: string, name: keyof typeof subjects): Promise<Base> => {
  const { loaded, charter, derived, scenarios } = await arrange(subjects[name], 'sqlite')
  const folder = join(within, name)
  await writeService(folder, { charter, loaded })
  await installNodeModules(folder)
  return { folder, derived, scenarios }
}

const run = async (folder: string, { derived, scenarios }: Base, through?: string): Promise<Report> => {
  const generated = await generatedTarget(folder, derived, seedRows(derived.model))
  const target = through === undefined ? generated : await throughStyle(generated, derived, through)
  try {
    return await runScenarios(target, scenarios, { writes: true, failuresMax: 1 })
  } finally {
    await target.close()
  }
}

const judge = async (
  within: string,
  bases: Readonly<Record<Fault['in'], Base>>,
  fault: Fault,
  at: number,
): Promise<Verdict> => {
  const base = bases[fault.in]
  const folder = join(within, `fault-${at}`)
  try {
    await copyService(base.folder, folder)
    await plant(folder, fault)
    const { failed } = await run(folder, base, fault.through)
    return { fault, caughtBy: failed[0]?.id ?? null, error: null }
  } catch (error) {
    return { fault, caughtBy: null, error: error instanceof Error ? error.message : String(error) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const judgeAll = async (within: string, bases: Readonly<Record<Fault['in'], Base>>, wanted: readonly Fault[]) => {
  const verdicts: Verdict[] = []
  const waiting = wanted.map((fault, at) => ({ fault, at }))
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const verdict = await judge(within, bases, next.fault, next.at)
      verdicts.push(verdict)
      console.log(line(verdict))
    }
  }
  await Promise.all(Array.from({ length: together }, work))
  return verdicts
}

const line = ({ fault, caughtBy, error }: Verdict): string =>
  `${error ? 'ERROR ' : caughtBy ? 'caught' : 'MISSED'}  ${fault.in.padEnd(6)}  ${fault.name.padEnd(58)}  ${error ?? caughtBy ?? ''}`

const main = async (): Promise<number> => {
  const words = process.argv.slice(2)
  const wanted = faults.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
  if (wanted.length === 0) {
    console.error(`No fault's name has any of: ${words.join(', ')}. They are in conformance/judge/faults/.`)
    return 2
  }
  const within = await mkdtemp(join(tmpdir(), 'charter-judge-'))
  try {
    const bases = {
      clinic: await prepare(within, 'clinic'),
      edge: await prepare(within, 'edge'),
      narrow: await prepare(within, 'narrow'),
    }
    const ways = [...new Set(wanted.map(({ in: name, through }) => JSON.stringify([name, through ?? null])))]
    for (const way of ways) {
      const [name, through] = JSON.parse(way) as [Fault['in'], string | null]
      const base = bases[name]
      const report = await run(base.folder, base, through ?? undefined)
      console.log(reportLines(report).join('\n'))
      if (report.failed.length > 0) {
        console.error('Without a fault planted the service must hold to every scenario.')
        return 1
      }
    }
    const verdicts = await judgeAll(within, bases, wanted)
    const missed = verdicts.filter(({ caughtBy, error }) => !caughtBy && !error)
    const errors = verdicts.filter(({ error }) => error)
    const caught = verdicts.length - missed.length - errors.length
    console.log('')
    for (const verdict of [...missed, ...errors]) console.log(line(verdict))
    console.log(`caught ${caught} of ${verdicts.length}`)
    return caught === verdicts.length ? 0 : 1
  } finally {
    await rm(within, { recursive: true, force: true })
  }
}

process.exitCode = await main()
