// Takes every guard out of the engine of a generated service, one at a time, and counts who notices: the scenarios of `charter verify`,
// in five styles and on every database, and the service's own tests.
//   npm run faults -- --seed 7 --share 10     a random tenth
//   npm run faults -- --only executor         those in files whose path has the word, or one of several: soap/,mcp/
//   npm run faults -- --judge verify|tests    one of the two judges
//   npm run faults -- --guards replay.ts:69,derive.ts:49 --charters edge --styles rest --databases sqlite    some guards, by file and line
//   npm run faults -- --styles rest,soap --databases sqlite      a quicker look; fewer judges catch less
//   npm run faults -- --minutes 60            no new fault after so long: those judged until then are a fair sample of those drawn
//   npm run faults -- --kept all.ndjson       verdicts are kept in a file, and what was caught in it is not judged again
//   npm run faults -- --survey                nothing is taken out: which guards no scenario passes, or in none does anything; told first else
//   npm run faults -- --from sealed           of the sixth that nobody may look at while the judges are made better; else of the rest
//   npm run faults -- --from all              of both: the share caught of each, and the survivors of the open ones alone
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setup } from '../../scripts/test-servers.ts'
import { databases } from '../charters.ts'
import { asideOf, staleAsides } from './aside.ts'
import { copyBuild, type GuardNumbers } from './build.ts'
import { drawn, isSealed } from './drawn.ts'
import type { Guard } from './guards.ts'
import { judgeByTests, judgeByVerify, reachOf, type Verdict } from './judge.ts'
import { type Judge, keptIn, nothingKept } from './kept.ts'
import { type Baseline, baselineOf, buildLanes, type Lane, stylesOf } from './lanes.ts'
import { type OwnTests, ownTestsOf } from './own-tests.ts'

const leastShare: Readonly<Record<Judge, number>> = { verify: 97, tests: 85 }
const together = 2

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    share: { type: 'string', default: '100' },
    only: { type: 'string', default: '' },
    guards: { type: 'string', default: '' },
    charters: { type: 'string', default: '' },
    judge: { type: 'string', default: 'verify,tests' },
    styles: { type: 'string', default: '' },
    databases: { type: 'string', default: databases.join(',') },
    from: { type: 'string', default: 'open' },
    minutes: { type: 'string', default: 'Infinity' },
    survey: { type: 'boolean', default: false },
    json: { type: 'string' },
    kept: { type: 'string' },
  },
})
const judges = values.judge.split(',')
const drawnFrom: Readonly<Record<string, string>> = {
  open: 'the open five sixths',
  sealed: 'the sealed sixth',
  all: 'all',
}
if (!Object.hasOwn(drawnFrom, values.from)) throw new Error(`--from takes ${Object.keys(drawnFrom).join(', ')}.`)
/** Where none is named, all are meant. */
const isAmong = (named: string, name: string): boolean => named === '' || named.split(',').includes(name)
/** `replay.ts:69`, or more of its path. */
const isNamedGuard = ({ file, line: at }: Guard): boolean =>
  values.guards === '' || values.guards.split(',').some((named) => `/${file}:${at}`.endsWith(`/${named}`))
const begun = performance.now()
const say = (line: string) =>
  console.error(`${String(Math.round((performance.now() - begun) / 1000)).padStart(5)} s  ${line}`)

/** Work on a list, some at a time, each worker with a place of its own. */
const spread = async <Item>(
  items: readonly Item[],
  work: (item: Item, worker: number) => Promise<void>,
): Promise<void> => {
  const waiting = [...items]
  const worker = async (at: number) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next, at)
  }
  await Promise.all(Array.from({ length: together }, (_, at) => worker(at)))
}

const baselines = async (lanes: readonly Lane[]): Promise<readonly Baseline[]> => {
  const ways = lanes.flatMap((lane) =>
    stylesOf(lane)
      .filter((style) => isAmong(values.styles, style))
      .map((style) => ({ lane, style })),
  )
  const found: Baseline[] = []
  // Two ways of one lane share its folder.
  await spread([...Map.groupBy(ways, ({ lane }) => lane).values()], async (of) => {
    for (const way of of) {
      const baseline = await baselineOf(way)
      say(`${way.lane.name} over ${way.style}: ${baseline.holding.length} hold, ${baseline.passing.size} guards passed`)
      if (baseline.failed.length > 0)
        throw new Error(`Without a fault everything must hold:\n${baseline.failed.slice(0, 20).join('\n')}`)
      found.push(baseline)
    }
  })
  return found.sort((a, b) => orderOf(a) - orderOf(b))
}

/** REST first, and SQLite: they are fastest. */
const orderOf = ({ way: { lane, style } }: Baseline): number =>
  (style === 'rest' ? 0 : 1) + (lane.database === 'sqlite' ? 0 : 2)

const words = { nowhere: 'UNSEEN', passed: 'IDLE  ', mattered: 'ALIVE ' } as const

const line = ({ guard, caughtBy, reach }: Verdict): string =>
  `${caughtBy !== null ? 'caught' : words[reach]} ${guard.kind.padEnd(8)} ${guard.file.replace(/^src\//, '')}:${guard.line}  ${guard.text.slice(0, 90)}${caughtBy === null ? '' : `  · ${caughtBy}`}`

const caughtOf = (verdicts: readonly Verdict[]): number => verdicts.filter(({ caughtBy }) => caughtBy !== null).length
const shareOf = (verdicts: readonly Verdict[]): number =>
  verdicts.length === 0 ? 100 : (100 * caughtOf(verdicts)) / verdicts.length

const tell = (judge: Judge, verdicts: readonly Verdict[]): boolean => {
  const least = leastShare[judge]
  const told = (of: readonly Verdict[], which: string): void =>
    console.log(
      `${judge} caught ${caughtOf(of)} of ${of.length} ${which}, ${shareOf(of).toFixed(1)} %; at least ${least} %`,
    )
  for (const verdict of verdicts.filter(isNamed))
    if (verdict.caughtBy === null) console.log(`${judge}: ${line(verdict)}`)
  const { open = [], sealed = [] } = Object.groupBy(verdicts, ({ guard }) => (isSealed(guard) ? 'sealed' : 'open'))
  if (values.from === 'all') {
    told(open, 'open faults')
    told(sealed, 'sealed faults')
  }
  told(verdicts, 'faults')
  return shareOf(verdicts) >= least
}

/** To see what is sealed is to tune on it: it is named when it alone is judged. */
const isNamed = ({ guard }: Verdict): boolean => values.from !== 'all' || !isSealed(guard)

const survey = (
  judge: Judge,
  wanted: readonly (readonly [number, Guard])[],
  reached: Parameters<typeof reachOf>[2],
): void => {
  const verdicts = wanted.map(([number, guard]) => ({ guard, caughtBy: null, reach: reachOf(guard, number, reached) }))
  const not = verdicts.filter(({ reach }) => reach !== 'mattered')
  for (const verdict of not.filter(isNamed)) console.log(`${judge}: ${line(verdict)}`)
  console.log(`${judge} comes to ${verdicts.length - not.length} of ${verdicts.length} guards where they matter`)
}

const main = async (): Promise<number> => {
  const stop = await setup()
  const within = await mkdtemp(join(tmpdir(), 'charter-faults-'))
  try {
    const numbering: GuardNumbers = { guards: [], byName: new Map() }
    say('generating the services, with a switch in each guard')
    const lanes = await buildLanes(
      within,
      numbering,
      (charter, database) => isAmong(values.charters, charter) && values.databases.includes(database),
    )
    const aside = numbering.guards.flatMap((guard) => asideOf(guard) ?? [])
    const counted = [...numbering.guards.entries()].filter(([, guard]) => asideOf(guard) === null)
    const only = counted.filter(
      ([, guard]) =>
        values.only.split(',').some((word) => guard.file.includes(word)) &&
        isNamedGuard(guard) &&
        (values.from === 'all' || isSealed(guard) === (values.from === 'sealed')),
    )
    const wanted = drawn(only, Number(values.seed), Number(values.share) / 100)
    for (const { file, text } of staleAsides(numbering.guards))
      console.log(`set aside and not there: ${file} ${text ?? ''}`)
    for (const [reason, number] of Map.groupBy(aside, (each) => each))
      console.log(`set aside, ${reason}: ${number.length}`)
    console.log(
      `${numbering.guards.length} guards, ${aside.length} set aside; ${wanted.length} drawn with seed ${values.seed} of ${drawnFrom[values.from]}`,
    )
    const ways = judges.includes('verify') ? await baselines(lanes) : []
    const tests: OwnTests[] = []
    if (judges.includes('tests'))
      await spread(lanes, async (lane) => {
        tests.push(await ownTestsOf(lane))
        say(`${lane.name}: its own tests pass ${tests.at(-1)?.passing.size} guards`)
      })
    if (judges.includes('tests')) survey('tests', wanted, tests)
    if (judges.includes('verify')) survey('verify', wanted, ways)
    if (values.survey) return 0
    const copies = new Map<Lane, string[]>()
    for (const lane of lanes) {
      const made = Array.from({ length: together }, (_, at) => join(within, `copy-${at}`, lane.name.replace(' ', '-')))
      for (const to of made) await mkdir(join(to, '..'), { recursive: true }).then(() => copyBuild(lane.folder, to))
      copies.set(lane, made)
    }
    const [byVerify, byTests]: [Verdict[], Verdict[]] = [[], []]
    const kept = values.kept === undefined ? nothingKept : await keptIn(values.kept)
    const judged = async (judge: Judge, guard: Guard, anew: () => Promise<Verdict>): Promise<Verdict> => {
      const caughtBy = kept.caughtBy(judge, guard)
      if (caughtBy !== undefined) return { guard, caughtBy, reach: 'mattered' }
      const verdict = await anew()
      await kept.keep(judge, verdict)
      return verdict
    }
    await spread(wanted, async ([number, guard], worker) => {
      if (performance.now() - begun > Number(values.minutes) * 60_000) return
      const folderOf = (lane: Lane): string => copies.get(lane)?.[worker] ?? lane.folder
      if (judges.includes('verify'))
        byVerify.push(
          await judged('verify', guard, () => judgeByVerify(guard, number, ways, folderOf, numbering.guards)),
        )
      if (judges.includes('tests'))
        byTests.push(await judged('tests', guard, () => judgeByTests(guard, number, tests, folderOf)))
      const done = Math.max(byVerify.length, byTests.length)
      const last = [byVerify.at(-1), byTests.at(-1)].flatMap((each) => (each && isNamed(each) ? [line(each)] : []))
      const caught = [byVerify, byTests].flatMap((of) => (of.length > 0 ? [caughtOf(of)] : [])).join(' and ')
      say(`${done} of ${wanted.length}, ${caught} caught  ${last.join('  |  ')}`)
    })
    if (values.json !== undefined) {
      const told = { byVerify: byVerify.filter(isNamed), byTests: byTests.filter(isNamed) }
      await writeFile(values.json, JSON.stringify(told, null, 1))
    }
    const held = [
      ...(judges.includes('tests') ? [tell('tests', byTests)] : []),
      ...(judges.includes('verify') ? [tell('verify', byVerify)] : []),
    ]
    return held.every((each) => each) ? 0 : 1
  } finally {
    await rm(within, { recursive: true, force: true })
    stop()
  }
}

process.exitCode = await main()
