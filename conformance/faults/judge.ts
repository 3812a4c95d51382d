import { runScenarios, StartFailed, type Target } from '@charter/project'
import { turn } from './build.ts'
import type { Guard } from './guards.ts'
import { type Baseline, type Lane, openWay, type Way } from './lanes.ts'
import { type OwnTests, patienceFor, runTests } from './own-tests.ts'

/** How far those who judge come: not to the guard; to it, but it never did anything; to where it does something. */
export type Reach = 'nowhere' | 'passed' | 'mattered'

export interface Verdict {
  readonly guard: Guard
  /** Null: nobody noticed. */
  readonly caughtBy: string | null
  readonly reach: Reach
}

type FolderOf = (lane: Lane) => string

/** What passes through a guard and where it matters, by its number: scenarios of a way, files of tests. */
interface Reached<Judge> {
  readonly passing: ReadonlyMap<number, readonly Judge[]>
  readonly mattering: ReadonlyMap<number, readonly Judge[]>
}

/**
 * Those in which it matters that a guard is there. A bound and a check matter wherever they are passed; a condition, where it was
 * fulfilled (or was not, where that is what refuses): elsewhere the source does the same without it.
 */
const mattersIn = <Judge>({ kind }: Guard, number: number, { passing, mattering }: Reached<Judge>): readonly Judge[] =>
  (kind === 'bound' || kind === 'check' ? passing : mattering).get(number) ?? []

export const reachOf = <Judge>(guard: Guard, number: number, all: readonly Reached<Judge>[]): Reach =>
  all.some((each) => mattersIn(guard, number, each).length > 0)
    ? 'mattered'
    : all.some(({ passing }) => passing.has(number))
      ? 'passed'
      : 'nowhere'

/**
 * Scenarios of one way that are tried for a guard that matters in many, one of each kind before two of another: what is caught by none
 * of these is taken for alive, so that the share caught is rather too low than too high.
 */
const scenariosMax = { own: 200, others: 40, acting: 40, kept: 300 } as const

/** Who comes to a guard in so few scenarios may have made there what the others go on to use: of these nearly every kind is asked. */
const fewScenarios = 2

/** Whether a scenario, in any style on any database, fails when the guard is gone. */
export const judgeByVerify = async (
  guard: Guard,
  number: number,
  baselines: readonly Baseline[],
  folderOf: FolderOf,
  guards: readonly Guard[],
): Promise<Verdict> => {
  for (const baseline of baselines) {
    if (!isAsked(guard, number, baseline.way, baselines)) continue
    const places = placesOf(guard, number, baseline, guards)
    if (places.length === 0) continue
    const caughtBy = await tryWay(number, baseline, places, folderOf(baseline.way.lane))
    if (caughtBy !== null)
      return { guard, caughtBy: `${caughtBy} (${baseline.way.lane.name}, ${baseline.way.style})`, reach: 'mattered' }
  }
  return { guard, caughtBy: null, reach: reachOf(guard, number, baselines) }
}

/**
 * What a style does itself is asked in it, everything else over REST, which also asks what is natural in other styles; in these once
 * more on the charter that has one of everything, or where it matters in them alone.
 */
const isAsked = (guard: Guard, number: number, { lane, style }: Way, baselines: readonly Baseline[]): boolean =>
  style === 'rest' ||
  isOwn(guard, style) ||
  lane.name.startsWith('edge') ||
  !baselines.some((each) => each.way.style === 'rest' && mattersIn(guard, number, each).length > 0)

const isOwn = ({ file }: Guard, style: string): boolean => file.startsWith(`src/${style}/`)

/**
 * Scenarios in which it matters that a guard is there; of a condition that does something itself (it takes a place, say) some of those
 * that pass through it, too; of a guard that matters at the start alone, or in very few, those through others of its file and of the
 * folder around it.
 */
const placesOf = (guard: Guard, number: number, baseline: Baseline, guards: readonly Guard[]): readonly number[] => {
  const { lane, style } = baseline.way
  const most = style === 'rest' || isOwn(guard, style) ? scenariosMax.own : scenariosMax.others
  const held = new Set(baseline.holding)
  const isHolding = (place: number): boolean => held.has(place)
  const mattering = mattersIn(guard, number, baseline)
  const isOfStart = mattering.includes(-1)
  const found = mattering.filter(isHolding)
  // Whatever starts the service once more passes what matters at the start, too.
  const asked = isOfStart ? found.filter((place) => !lane.scenarios[place]?.start) : found
  if (isOfStart && asked.length === 0)
    return [...varied(found, lane, scenariosMax.others), ...around(guard, baseline, guards, most)]
  const chosen = varied(asked, lane, most)
  const beside =
    asked.length > 0 && asked.length <= fewScenarios
      ? varied(around(guard, baseline, guards, most, chosen), lane, scenariosMax.kept)
      : []
  const own = [...chosen, ...beside]
  if (style !== 'rest' || !isActing(guard)) return own
  const others = (baseline.passing.get(number) ?? []).filter((place) => isHolding(place) && !own.includes(place))
  return [...own, ...varied(others, lane, scenariosMax.acting)]
}

/** Whether a condition does more than to look: without it that is not done either. */
const isActing = ({ text }: Guard): boolean =>
  /await |[a-z]\(|\+\+|--/.test(text.replace(/\b(?:is|has)[A-Z]\w*\(/g, ''))

const around = (
  { file }: Guard,
  { way: { lane }, passing, holding }: Baseline,
  guards: readonly Guard[],
  most: number,
  but: readonly number[] = [],
): readonly number[] => {
  const near = (path: string): readonly number[] => {
    const numbers = [...passing.keys()].filter((each) => guards[each]?.file.startsWith(path))
    const places = new Set(numbers.flatMap((each) => passing.get(each) ?? []))
    return holding.filter((place) => places.has(place) && !but.includes(place))
  }
  let [folder, found]: [string, readonly number[]] = [file, []]
  while (found.length === 0 && folder.includes('/')) {
    folder = folder.slice(0, folder.lastIndexOf('/'))
    found = near(folder).filter((place) => !lane.scenarios[place]?.start)
  }
  return [...new Set([...varied(near(file), lane, scenariosMax.others), ...varied(found, lane, most)])]
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

/** At most so many of these scenarios, as different as can be. */
const varied = (places: readonly number[], { scenarios }: Lane, most: number): readonly number[] => {
  if (places.length <= most) return places
  const kinds = [...Map.groupBy(places, (place) => kindOf(scenarios[place]?.id ?? '')).values()]
  const rounds = Math.max(...kinds.map(({ length }) => length))
  const chosen = Array.from({ length: rounds }, (_, round) => kinds.flatMap((of) => of[round] ?? [])).flat()
  return chosen.slice(0, most).sort((a, b) => a - b)
}

/** `Thing.create.refuses.name.too-long` → `create.refuses`: what it asks, without what it asks about. */
const kindOf = (id: string): string =>
  id
    .split('.')
    .filter((part) => /^[a-z-]+$/.test(part))
    .slice(0, 2)
    .join('.')

/** Whether one of the service's own tests fails when the guard is gone. */
export const judgeByTests = async (
  guard: Guard,
  number: number,
  tests: readonly OwnTests[],
  folderOf: FolderOf,
): Promise<Verdict> => {
  for (const each of tests) {
    const files = isActing(guard) ? (each.passing.get(number) ?? []) : mattersIn(guard, number, each)
    if (files.length === 0) continue
    const folder = folderOf(each.lane)
    await turn(folder, number)
    const said = await runTests(folder, files, patienceFor(each, files))
    if (said !== null) return { guard, caughtBy: `${each.lane.name}: ${said}`, reach: 'mattered' }
  }
  return { guard, caughtBy: null, reach: reachOf(guard, number, tests) }
}
