import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Json } from '@charter/runtime'
import type { Answer } from './answer.ts'
import { anyPort } from './any-port.ts'
import { shown } from './match.ts'
import { valueAt } from './pointer-value.ts'
import type { Failure, Report } from './report.ts'
import { type Asked, runStep } from './run-step.ts'
import { filled } from './saved.ts'
import type { Scenario, StartWanted, Step } from './scenario.ts'
import { type Target, type Whose, whoseDatabases } from './target.ts'
import { unsavedIn } from './unsaved.ts'

export interface RunOptions {
  /** Runs scenarios that write. A target whose data is not ours to reset runs only those that need no rows of ours. */
  readonly writes: boolean
  /** Ends the run after so many failures; the scenarios left are not in the report. */
  readonly failuresMax?: number
  readonly onScenario?: (done: number, of: number) => void
}

/** Runs scenarios against a service, one after another: those that write nothing first. */
export const runScenarios = async (
  target: Target,
  scenarios: readonly Scenario[],
  { writes, failuresMax = Number.POSITIVE_INFINITY, onScenario = () => {} }: RunOptions,
): Promise<Report> => {
  const begun = performance.now()
  const failed: Failure[] = []
  const skipped: { id: string; reason: string }[] = []
  let passed = 0
  const run = scenarioRunner(target, writes)
  const ordered = [...scenarios.filter((each) => !each.writes), ...scenarios.filter((each) => each.writes)]
  for (const [at, scenario] of ordered.entries()) {
    const outcome = await run(scenario)
    if (typeof outcome === 'string') skipped.push({ id: scenario.id, reason: outcome })
    else if (outcome) failed.push(outcome)
    else passed++
    onScenario(at + 1, ordered.length)
    if (failed.length >= failuresMax) break
  }
  return { target: target.name, passed, failed, skipped, durationMs: performance.now() - begun }
}

/** Runs one scenario after another: null where it holds, why it was not run as text. Rows are put back where one may have changed them. */
export const scenarioRunner = (
  target: Target,
  writes: boolean,
): ((scenario: Scenario) => Promise<Failure | string | null>) => {
  const rows: Rows = { at: null }
  return async (scenario) => {
    const reason = await reasonToSkip(target, scenario, writes)
    if (reason !== null) return reason
    await arrange(target, scenario, rows)
    const failure = await runScenario(target, scenario)
    return target.refusal?.() ?? failure
  }
}

const reasonToSkip = async (target: Target, scenario: Scenario, writes: boolean): Promise<string | null> => {
  if (scenario.writes && !writes) return whyNotWritten(target)
  if (scenario.start && !target.start) return 'it is not ours to start'
  if (!target.hold && scenario.steps.some(({ heldMs }) => heldMs !== undefined))
    return 'the database is not ours to hold'
  if (!target.another && whoseIn(scenario.start?.env ?? {}).length > 0) return 'there is no database but its own'
  const isReached = scenario.in === 'rest' || (scenario.in && target.urls?.[scenario.in]) !== undefined
  if (scenario.in && (target.style || !isReached)) return `it is in ${scenario.in} itself`
  if (scenario.rows !== 'any' && !target.reset)
    return 'they need rows of their own, and this data is not ours to replace'
  for (const { as, shows } of scenario.steps)
    if (as !== null && (await target.tokenOf(as, shows)) === null)
      return shows ? `there is no ${shows.by} of ours that the service trusts` : `there is no token for ${as}`
  return null
}

const whyNotWritten = ({ isOnlyRead }: Target): string =>
  isOnlyRead
    ? 'they write, and this database is somebody’s, so it is only read. To run them on made-up rows: charter dev, then charter verify <its address> --charter <this one> --writes'
    : 'they write, and --writes was not given'

interface Rows {
  /** What the database holds untouched; null where a scenario may have changed it. */
  at: Scenario['rows'] | null
}

const arrange = async (target: Target, { rows, writes }: Scenario, state: Rows): Promise<void> => {
  if (target.reset && rows !== 'any' && state.at !== rows) await target.reset(rows)
  state.at = writes ? null : rows === 'any' ? state.at : rows
}

const runScenario = async (target: Target, scenario: Scenario): Promise<Failure | null> => {
  return scenario.start && target.start
    ? runStart(target, target.start, scenario.start, scenario)
    : runSteps(target, scenario)
}

const runSteps = async (
  target: Target,
  scenario: Scenario,
  known: Readonly<Record<string, Json>> = {},
): Promise<Failure | null> => {
  const mistaken = mistakeIn(scenario)
  if (mistaken) return mistaken
  const saved: Record<string, Json> = {
    ...known,
    run: randomUUID(),
    style: target.style ?? 'rest',
    ...(await claimsOf(target, scenario)),
  }
  for (const [at, written] of scenario.steps.entries()) {
    const token = written.as === null ? null : await target.tokenOf(written.as, filled(written.shows, saved))
    if (token !== null) Object.assign(saved, credentialIn(token))
    const url = (scenario.in && target.urls?.[scenario.in]) ?? target.url
    const askedWith = (held: string | null): Asked => ({
      asking: {
        url,
        token: held,
        isRest: (scenario.in ?? 'rest') === 'rest',
        isGrpc: scenario.in === 'grpc',
        ...(target.behind !== undefined && { countsAt: target.behind }),
      },
      step: filled(written, {
        token: held ?? '',
        authority: new URL(url).host,
        behind: target.behind ?? url,
        ...saved,
      }),
    })
    const { asking, step } = askedWith(token)
    const holding = written.holdsAs?.map(async (as) => askedWith(await target.tokenOf(as)))
    const release = step.heldMs === undefined ? undefined : await target.hold?.(step.heldMs)
    const { answer, mismatches } = await runStep(asking, step, holding && (await Promise.all(holding)))
    if (step.turns && release) await wait(partingMs).then(release)
    const kept = answer && mismatches.length === 0 ? keep(answer, step, saved) : mismatches
    if (kept.length > 0) {
      const { id, title, cites } = scenario
      return {
        id,
        title,
        cites,
        step: at + 1,
        request: requestText(step),
        status: answer?.status ?? null,
        mismatches: kept,
      }
    }
  }
  return null
}

/** In which a service sees that a conversation is over, before what it held back by may go on. */
const partingMs = 500

/** An address or a header with a name that no step before saved. Bodies hold texts of charters, which may look like one. */
const mistakeIn = (scenario: Scenario): Failure | null => {
  const unsaved = unsavedIn(scenario, ({ path, headers }) => [path, headers])
  const step = unsaved && scenario.steps[unsaved.step - 1]
  if (!step) return null
  const { id, title, cites } = scenario
  const mismatch = { at: `{{${unsaved.name}}}`, expected: 'a step before that saves it', actual: 'none does' }
  return { id, title, cites, step: unsaved.step, request: requestText(step), status: null, mismatches: [mismatch] }
}

/** The credential shown last, for steps that send it in a body of theirs. */
const credentialIn = (text: string): Readonly<Record<string, Json>> => ({
  credential: text,
  credential64: Buffer.from(text).toString('base64url'),
})

const runStart = async (
  target: Target,
  start: NonNullable<Target['start']>,
  wanted: StartWanted,
  scenario: Scenario,
): Promise<Failure | null> => {
  const files = await mkdtemp(join(tmpdir(), 'charter-files-'))
  try {
    return await runStartWith(files, target, start, wanted, scenario)
  } finally {
    await rm(files, { recursive: true, force: true })
  }
}

/** `files`: a folder for what the environment names. */
const runStartWith = async (
  files: string,
  target: Target,
  start: NonNullable<Target['start']>,
  { env, says, lacks = [], logs, records = [] }: StartWanted,
  scenario: Scenario,
): Promise<Failure | null> => {
  const { id, title, cites } = scenario
  const failure = (at: string, expected: string, actual: string): Failure => {
    const mismatches = [{ at, expected, actual }]
    return { id, title, cites, step: 1, request: `start with ${JSON.stringify(env)}`, status: null, mismatches }
  }
  const port = await anyPort()
  const started = await start(await startEnvironment(env, target, { port, files }))
  if (typeof started === 'string') {
    const missing = says.find((each) => !started.includes(each))
    const tooMuch = lacks.find((each) => started.includes(each))
    if (missing === undefined && tooMuch === undefined && says.length > 0) return null
    return failure('start', missing ?? (tooMuch === undefined ? 'it listens' : `nowhere ${tooMuch}`), started)
  }
  const { steps } = scenario
  const lasting = steps.filter(({ untilStopped }) => untilStopped)
  const beside = { ...target, url: started.url, urls: started.urls }
  const known = { port, ...(started.page !== null && { page: started.page }) }
  const before = await runSteps(beside, { ...scenario, steps: steps.filter((each) => !each.untilStopped) }, known)
  const last = runSteps(beside, { ...scenario, steps: lasting }, known)
  if (lasting.length > 0) await wait(begunMs)
  const { fault, log, record } = await started.stop()
  const failed = before ?? (await last)
  if (failed) return failed
  if (says.length > 0) return failure('start', says[0] ?? '', 'it listens')
  if (fault !== null) return failure('stop', 'it ends in order', fault)
  const unsaid = log === null ? undefined : logs?.says.find((each) => !log.includes(each))
  if (unsaid !== undefined) return failure('log', unsaid, shown(log))
  const told = log === null ? undefined : logs?.lacks.find((each) => log.includes(each))
  if (told !== undefined) return failure('log', `nowhere ${told}`, shown(log))
  const unrecorded = await missingOf(record, records)
  return unrecorded === undefined ? null : failure('record', unrecorded, 'no such line')
}

/** Whose databases an environment asks for. */
const whoseIn = (env: StartWanted['env']): readonly Whose[] =>
  whoseDatabases.filter((whose) => Object.values(env).some((text) => text?.includes(`{${whose}-database}`)))

const startEnvironment = async (
  env: StartWanted['env'],
  { another, places, url }: Target,
  { port, files }: { readonly port: number; readonly files: string },
): Promise<StartWanted['env']> => {
  const databases: Record<string, string> = {}
  for (const whose of another ? whoseIn(env) : []) databases[`${whose}-database`] = (await another?.(whose)) ?? ''
  const known: Readonly<Record<string, string>> = {
    ...places,
    ...databases,
    port: String(port),
    'taken-port': new URL(url).port,
    ...(Object.values(env).includes('{json-file}') && { 'json-file': await jsonFile(files) }),
  }
  const filledIn = (text: string): string => text.replaceAll(/\{([\w-]+)\}/g, (all, name: string) => known[name] ?? all)
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value && filledIn(value)]))
}

const jsonFile = async (folder: string): Promise<string> => {
  const path = join(folder, 'none-of-it.json')
  await writeFile(path, '{"name":"none of it"}')
  return path
}

/** What lasts until its service ends has begun by then. */
const begunMs = 150

/** Entries are on disk a second later at most; the rest is for a busy machine. */
const recordedMs = 5000

/** The first of these that no line of the record matches. */
const missingOf = async (record: () => Promise<string>, wanted: readonly string[]): Promise<string | undefined> => {
  const until = performance.now() + recordedMs
  for (;;) {
    const text = wanted.length === 0 ? '' : await record()
    const missing = wanted.find((each) => !new RegExp(each).test(text))
    if (missing === undefined || performance.now() >= until) return missing
    await wait(50)
  }
}

/** `claim_<name>` for each claim of the first caller's token, as far as it is a token that says any. */
const claimsOf = async (target: Target, { steps }: Scenario): Promise<Readonly<Record<string, Json>>> => {
  const as = steps.find((step) => step.as !== null)?.as ?? null
  const token = as === null ? null : await target.tokenOf(as)
  const [, payload] = token?.split('.') ?? []
  try {
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as Readonly<Record<string, Json>>
    return Object.fromEntries(Object.entries(claims).map(([name, value]) => [`claim_${name}`, value]))
  } catch {
    // An API key: it has no claims to show.
    return {}
  }
}

const keep = (answer: Answer, { save = {} }: Step, saved: Record<string, Json>): Failure['mismatches'] =>
  Object.entries(save).flatMap(([name, from]) => {
    const value = from.startsWith('header:') ? headerIn(answer, from) : valueAt(answer.body, from)
    if (value !== undefined) saved[name] = value
    return value === undefined ? [{ at: from, expected: 'something to keep', actual: shown(answer.body) }] : []
  })

const headerIn = ({ headers }: Answer, from: string): string | undefined => {
  const [, name = '', , part] = /^header:(\S+)( \/(.+)\/)?$/.exec(from) ?? []
  const text = headers[name]
  return part === undefined ? text : new RegExp(part).exec(text ?? '')?.[0]
}

const requestText = ({ method, path, as, body, text, headers, times, bare, turns }: Step): string =>
  [
    `${method} ${path} as ${as ?? 'nobody'}${times ? `, ${times} times at once` : ''}`,
    ...(bare || turns ? [JSON.stringify(bare ?? turns)] : []),
    ...(headers ? [JSON.stringify(headers)] : []),
    ...(text !== undefined ? [shown(text)] : body !== undefined ? [shown(body)] : []),
  ].join(' ')
