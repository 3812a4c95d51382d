import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ExampleRows } from '@charter/charter'
import {
  freePort,
  generatedTarget,
  type Report,
  runScenarios,
  type Scenario,
  type Target,
  throughStyle,
} from '@charter/project'
import type { Derived } from '@charter/service'
import type { SqlConnector } from '@charter/sql'
import { arrange, charters, type DatabaseName, databases, testServer } from '../charters.ts'
import { buildSwitched, type GuardNumbers, turn } from './build.ts'

/** A service on a database, built once with its switches. */
export interface Lane {
  readonly name: string
  readonly folder: string
  readonly database: DatabaseName
  readonly derived: Derived<SqlConnector>
  readonly examples: ExampleRows
  readonly scenarios: readonly Scenario[]
  readonly numbers: ReadonlySet<number>
}

/** A lane, spoken to in one style. */
export interface Way {
  readonly lane: Lane
  readonly style: string
}

export const buildLanes = async (
  within: string,
  numbering: GuardNumbers,
  isWanted: (charter: string, database: DatabaseName) => boolean,
): Promise<readonly Lane[]> => {
  const lanes: Lane[] = []
  for (const subject of charters)
    for (const database of databases.filter((each) => isWanted(subject.name, each))) {
      const { loaded, derived, examples, scenarios } = await arrange(subject, database)
      const name = `${subject.name} ${database}`
      const folder = join(within, name.replace(' ', '-'))
      const numbers = await buildSwitched(folder, loaded, numbering)
      lanes.push({ name, folder, database, derived, examples, scenarios, numbers })
    }
  return lanes
}

export const stylesOf = ({ derived }: Lane): readonly string[] => derived.styles.map(({ style }) => style.name)

/** Starts a lane's service from `folder`, spoken to in a style. Rejects where it does not start. */
export const openWay = async ({ lane, style }: Way, folder: string): Promise<Target> => {
  // Lanes of several databases are opened at once: each says its server.
  const target = await generatedTarget(folder, lane.derived, lane.examples, { near: testServer(lane.database) })
  return style === 'rest' ? target : throughStyle(target, lane.derived, style)
}

/** By guard: the scenarios, as places in the lane's list. `-1`: the start. */
export type Places = ReadonlyMap<number, readonly number[]>

export interface Baseline {
  readonly way: Way
  readonly passing: Places
  /** Of those that pass through a condition: where it was what makes the guard do something. */
  readonly mattering: Places
  /** Scenarios that hold without a fault, by place; those that a style does not carry are not among them. */
  readonly holding: readonly number[]
  readonly failed: readonly string[]
}

const triesMax = 4

/** A few times at most: on a busy machine a service may be late, and one scenario of thousands is no reason to end. */
const untilHeld = async (run: () => Promise<Report>, tries = triesMax): Promise<Report> => {
  const report = await run()
  if (report.failed.length === 0 || tries === 1) return report
  await wait(1000)
  return untilHeld(run, tries - 1)
}

const placesIn = (places: Map<number, number[]>, guard: number): number[] => {
  const found = places.get(guard) ?? []
  places.set(guard, found)
  return found
}

/** Which guards were passed since somebody asked, and of which the condition mattered. */
export interface Told {
  readonly passed: readonly number[]
  readonly mattered: readonly number[]
}

/** Runs every scenario without a fault, and notes which guards each passes through. */
export const baselineOf = async (way: Way): Promise<Baseline> => {
  const { lane } = way
  const port = await freePort(9700 + Math.floor(Math.random() * 250))
  await turn(lane.folder, null, { port })
  const target = await openWay(way, lane.folder)
  const [passing, mattering] = [new Map<number, number[]>(), new Map<number, number[]>()]
  const note = async (place: number) => {
    const { passed, mattered } = (await (await fetch(`http://127.0.0.1:${port}/`)).json()) as Told
    for (const guard of passed) placesIn(passing, guard).push(place)
    for (const guard of mattered) placesIn(mattering, guard).push(place)
  }
  const holding: number[] = []
  const failed: string[] = []
  try {
    await note(-1)
    for (const [place, scenario] of lane.scenarios.entries()) {
      const report = await untilHeld(() => runScenarios(target, [scenario], { writes: true }))
      await note(place)
      if (report.passed === 1) holding.push(place)
      else if (report.failed[0])
        failed.push(`${report.failed[0].id}: ${JSON.stringify(report.failed[0].mismatches[0])}`)
    }
  } finally {
    await target.close()
    await turn(lane.folder, null)
  }
  return { way, passing, mattering, holding, failed }
}
