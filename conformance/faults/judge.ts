import { runScenarios, StartFailed, type Target } from '@charter/project'
import { turn } from './build.ts'
import type { Guard } from './guards.ts'
import { type Baseline, type Lane, openWay } from './lanes.ts'
import { type OwnTests, runTests } from './own-tests.ts'

export interface Verdict {
  readonly guard: Guard
  /** Null: nobody noticed. */
  readonly caughtBy: string | null
  /** Whether anything that judges passes through it at all. */
  readonly isPassed: boolean
}

type FolderOf = (lane: Lane) => string

/** Scenarios of one way that are tried for a guard which most of them pass. */
const scenariosMax = 120
/** Of a guard that is passed at the start alone, as a constant is when its file is loaded: of those through its file, and of all. */
const afterStart = 60

/** Whether a scenario, in any style on any database, fails when the guard is gone. */
export const judgeByVerify = async (
  guard: Guard,
  number: number,
  baselines: readonly Baseline[],
  folderOf: FolderOf,
): Promise<Verdict> => {
  for (const baseline of baselines) {
    const caughtBy = await tryWay(guard, number, baseline, folderOf(baseline.way.lane))
    if (caughtBy !== null)
      return { guard, caughtBy: `${caughtBy} (${baseline.way.lane.name}, ${baseline.way.style})`, isPassed: true }
  }
  return { guard, caughtBy: null, isPassed: baselines.some(({ passing }) => passing.has(number)) }
}

const tryWay = async (guard: Guard, number: number, baseline: Baseline, folder: string): Promise<string | null> => {
  const { way, passing, holding } = baseline
  const places = passing.get(number)
  if (!places) return null
  const through = places.filter((place) => place >= 0 && holding.includes(place))
  const chosen = through.length === 0 ? chosenAtStart(guard, baseline) : evenly(through, scenariosMax)
  await turn(folder, number)
  let target: Target
  try {
    target = await openWay(way, folder)
  } catch (error) {
    if (error instanceof StartFailed) return 'it does not start'
    throw error
  }
  try {
    const scenarios = chosen.flatMap((place) => way.lane.scenarios[place] ?? [])
    const { failed } = await runScenarios(target, scenarios, { writes: true, failuresMax: 1 })
    return failed[0]?.id ?? null
  } finally {
    await target.close()
  }
}

const chosenAtStart = (guard: Guard, { way, passing, holding }: Baseline): readonly number[] => {
  const numbers = way.lane.ofFile.get(guard.file) ?? []
  const inFile = new Set(numbers.flatMap((each) => passing.get(each) ?? []))
  const near = evenly(
    holding.filter((place) => inFile.has(place)),
    afterStart,
  )
  const bounding = holding.filter((place) => way.lane.scenarios[place]?.cites.includes('bounds'))
  return [...new Set([...near, ...bounding, ...evenly(holding, afterStart)])]
}

/** At most so many of a list, from all over it. */
const evenly = <Item>(items: readonly Item[], most: number): readonly Item[] =>
  items.length <= most
    ? items
    : items.filter((_, at) => Math.floor((at * most) / items.length) !== Math.floor(((at - 1) * most) / items.length))

/** Whether one of the service's own tests fails when the guard is gone. */
export const judgeByTests = async (
  guard: Guard,
  number: number,
  tests: readonly OwnTests[],
  folderOf: FolderOf,
): Promise<Verdict> => {
  for (const { lane, passing } of tests) {
    const files = passing.get(number)
    if (!files) continue
    const folder = folderOf(lane)
    await turn(folder, number)
    const said = await runTests(folder, files)
    if (said !== null) return { guard, caughtBy: `${lane.name}: ${said}`, isPassed: true }
  }
  return { guard, caughtBy: null, isPassed: tests.some(({ passing }) => passing.has(number)) }
}
