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

/**
 * Scenarios of one way that are tried for a guard which most of them pass: all over REST, which asks what is asked in a style itself
 * too; of those that say the same in another style, some.
 */
const scenariosMax = { rest: Number.POSITIVE_INFINITY, others: 120 }

/** Whether a scenario, in any style on any database, fails when the guard is gone. */
export const judgeByVerify = async (
  guard: Guard,
  number: number,
  baselines: readonly Baseline[],
  folderOf: FolderOf,
  guards: readonly Guard[],
): Promise<Verdict> => {
  for (const baseline of baselines) {
    const places = placesOf(guard, number, baseline, guards)
    if (places === null) continue
    const caughtBy = await tryWay(number, baseline, places, folderOf(baseline.way.lane))
    if (caughtBy !== null)
      return { guard, caughtBy: `${caughtBy} (${baseline.way.lane.name}, ${baseline.way.style})`, isPassed: true }
  }
  return { guard, caughtBy: null, isPassed: baselines.some(({ passing }) => passing.has(number)) }
}

/**
 * Scenarios that pass through a guard; of one that is passed at the start alone, be it that of a service which a scenario starts, those
 * through others of its file, and of the folder around it.
 */
const placesOf = (
  { file }: Guard,
  number: number,
  { way: { lane, style }, passing, holding }: Baseline,
  guards: readonly Guard[],
): readonly number[] | null => {
  const through = (numbers: readonly number[]): readonly number[] => {
    const places = new Set(numbers.flatMap((each) => passing.get(each) ?? []))
    return holding.filter((place) => places.has(place))
  }
  if (!passing.has(number)) return null
  const isAsked = (place: number): boolean => !lane.scenarios[place]?.start
  const isOfStart = passing.get(number)?.includes(-1)
  const own = through([number]).filter((place) => !isOfStart || isAsked(place))
  if (own.length > 0) return evenly(own, style === 'rest' ? scenariosMax.rest : scenariosMax.others)
  const near = (path: string): readonly number[] =>
    through([...passing.keys()].filter((each) => guards[each]?.file.startsWith(path)))
  let [folder, around]: [string, readonly number[]] = [file, []]
  while (around.length === 0 && folder.includes('/')) {
    folder = folder.slice(0, folder.lastIndexOf('/'))
    around = near(folder).filter(isAsked)
  }
  return [...new Set([...evenly(near(file), scenariosMax.others / 2), ...evenly(around, scenariosMax.others)])]
}

const tryWay = async (
  number: number,
  { way }: Baseline,
  chosen: readonly number[],
  folder: string,
): Promise<string | null> => {
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
