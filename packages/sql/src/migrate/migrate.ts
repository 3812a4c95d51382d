import type { MigrateOptions, MigrationReport } from '@charter/charter'
import { structureText } from '../render/structure-text.ts'
import { digestOf } from '../store/state/schema.ts'
import type { MigrationDialect, MigrationSession } from './dialect.ts'
import { expandStructure } from './expand.ts'
import {
  adopt,
  type Kept,
  readKept,
  type UnderWay,
  writeContracting,
  writeExpanded,
  writeSettled,
  writeUnderWay,
} from './kept.ts'
import { foreseen, runStep } from './run-step.ts'
import type { SqlStep } from './step.ts'
import { contractSteps, expandSteps } from './steps.ts'

/** `Connector.migrate`, for any dialect. */
export const migrateWith =
  (dialect: MigrationDialect) =>
  async (url: string, options: MigrateOptions<SqlStep>): Promise<MigrationReport<SqlStep>> => {
    const isAttached = options.charter.sources.some(({ kind }) => kind !== 'own')
    const session = await dialect.open(url, { isAttached })
    try {
      if (!options.isDryRun) await session.lock()
      const wanted = dialect.createSchema(options.charter)
      const kept = await readKept(dialect, session, wanted)
      if (!kept) return { state: 'new', steps: [], later: [], blocked: [] }
      if (kept.isUnknown) return report('settled', { blocked: [unknownStructure] })
      if (kept.isAdopted && !options.isDryRun) await adopt(dialect, session, kept)
      return await bring({ dialect, session, options, wanted, kept })
    } finally {
      await session.close()
    }
  }

const unknownStructure =
  'The database does not say what structure it has: it was made before structures were kept. Start the service of the charter that it was made for once, then migrate.'

const stillProvidedFor =
  'The service of before the last migration is still provided for. Once it is gone, say so with --contract; what is new is migrated then.'

interface MigrationContext {
  readonly dialect: MigrationDialect
  readonly session: MigrationSession
  readonly options: MigrateOptions<SqlStep>
  readonly wanted: readonly string[]
  readonly kept: Kept
}

const report = (
  state: MigrationReport<SqlStep>['state'],
  { steps = [], later = [], blocked = [] }: Partial<Omit<MigrationReport<SqlStep>, 'state'>>,
): MigrationReport<SqlStep> => ({ state, steps, later, blocked })

/** What is under way is ended first; then the way to the wanted structure is gone, as far as the goal says. */
const bring = async (context: MigrationContext): Promise<MigrationReport<SqlStep>> => {
  const { kept, options, wanted } = context
  const { underWay } = kept
  if (!underWay) return begin(context, kept.structure)
  const isWanted = underWay.digest === digestOf(wanted)
  if (underWay.phase === 'expand')
    return isWanted
      ? expand(context, { ...underWay, way: mended(context, underWay) })
      : report('settled', {
          blocked: ['A migration to another charter is under way. Finish it with that charter first.'],
        })
  if (options.goal === 'expand' && underWay.phase === 'expanded') {
    const later = await contraction(context, underWay)
    if (isWanted) return report('expanded', { later })
    // With nothing to take away the service of before need not be asked for.
    if (later.length > 0) return report('expanded', { later, blocked: [stillProvidedFor] })
  }
  const contracted = await contract(context, underWay)
  if (isWanted || contracted.blocked.length > 0 || options.isDryRun) return contracted
  const next = await begin(context, underWay.way.after)
  return { ...next, steps: [...contracted.steps, ...next.steps] }
}

/** A person's expression that failed may have been written anew since. */
const mended = ({ dialect, options }: MigrationContext, { way }: UnderWay): UnderWay['way'] => ({
  ...way,
  expanded: expandStructure(dialect, { ...options, before: way.before, after: way.after }),
})

const begin = async (context: MigrationContext, before: Kept['structure']): Promise<MigrationReport<SqlStep>> => {
  const { dialect, options, wanted, kept } = context
  const after = dialect.structureOf(options.charter)
  const digest = digestOf(wanted)
  if (digest === kept.digest) return report('settled', {})
  const expanded = expandStructure(dialect, { ...options, before, after })
  const offline = options.goal === 'offline' ? [] : expanded.offline.map(offlineSentence)
  const blocked = [...expanded.blocked, ...offline]
  if (blocked.length > 0) return report('settled', { blocked })
  const underWay: UnderWay = {
    digest,
    structure: structureText(wanted),
    way: { before, expanded, after },
    phase: 'expand',
    done: [],
  }
  return expand(context, underWay)
}

const offlineSentence = (why: string): string => `${why}. With every service of it stopped, say --offline.`

const expand = async (context: MigrationContext, underWay: UnderWay): Promise<MigrationReport<SqlStep>> => {
  const { dialect, session, options, kept } = context
  const steps = expandSteps(dialect, underWay.way, await session.constraints())
  const later = await contraction(context, underWay)
  const unnamed = options.goal === 'offline' ? notNamed(options, later) : []
  if (unnamed.length > 0) return report('settled', { steps, later, blocked: unnamed })
  if (options.isDryRun) {
    const isThrough = options.goal === 'offline'
    return report(isThrough ? 'settled' : 'expanded', {
      blocked: await foreseen(session, steps),
      steps: isThrough ? [...steps, ...later] : steps,
      later: isThrough ? [] : later,
    })
  }
  await apply(context, underWay, steps)
  const expanded: UnderWay = { ...underWay, phase: 'expanded', done: [] }
  await session.transaction((on) => writeExpanded(dialect, on, expanded, kept.digest))
  if (options.goal !== 'offline') return report('expanded', { steps, later })
  const contracted = await contract(context, expanded)
  return { ...contracted, steps: [...steps, ...contracted.steps] }
}

const contraction = async ({ dialect, session }: MigrationContext, { way }: UnderWay): Promise<readonly SqlStep[]> =>
  contractSteps(dialect, way, await session.constraints())

const contract = async (context: MigrationContext, underWay: UnderWay): Promise<MigrationReport<SqlStep>> => {
  const { dialect, session, options } = context
  const steps = await contraction(context, underWay)
  const blocked = notNamed(options, steps)
  if (blocked.length > 0) return report('expanded', { later: steps, blocked })
  if (options.isDryRun) return report('settled', { steps })
  await session.transaction((on) => writeContracting(dialect, on))
  await apply(context, { ...underWay, phase: 'contract' }, steps)
  const hasLost = steps.some(({ destroys = [] }) => destroys.length > 0)
  await session.transaction((on) => writeSettled(dialect, on, underWay, { hasLost }))
  return report('settled', { steps })
}

/** The blind index of a field goes with the field. */
const withoutPart = (id: string): string => id.replace(/#.*/, '')

/** Values are lost only by name. */
const notNamed = ({ drops }: MigrateOptions<SqlStep>, steps: readonly SqlStep[]): readonly string[] =>
  [...new Set(steps.flatMap(({ destroys = [] }) => destroys.map(withoutPart)))]
    .filter((id) => !drops.includes(id))
    .map((id) => `The values of ${id} would be lost. If that is meant: --drop ${id}`)

const apply = async (context: MigrationContext, underWay: UnderWay, steps: readonly SqlStep[]): Promise<void> => {
  const done = new Set(underWay.done)
  for (const step of steps) {
    if (done.has(step.id)) continue
    const record = () => ({ ...underWay, done: [...done, step.id] })
    await runStep(context, step, {
      position: underWay.position?.step === step.id ? underWay.position.key : null,
      done: (on) => writeUnderWay(context.dialect, on, record()),
      reached: (on, key) =>
        writeUnderWay(context.dialect, on, { ...underWay, done: [...done], position: { step: step.id, key } }),
    })
    done.add(step.id)
  }
}
