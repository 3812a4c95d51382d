import { type Json, jobLines } from '@charter/runtime'
import type { charterDiagnostics } from './diagnostics.ts'
import { mapOf, mapTreeOf, type Standing, treeOf } from './made-tree.ts'
import type { Reporter } from './report.ts'
import { type Entry, entriesAt, isTrueAt, member, type Tree, textAt, textOf, textsAt, withEntriesAt } from './tree.ts'

type JobReporter = Reporter<typeof charterDiagnostics>

/** The states of a run, in the order in which it goes through them; it ends in one of the last three. */
const jobStates = ['queued', 'running', 'cancelling', 'done', 'failed', 'cancelled'] as const

/** The entity whose rows are the runs of a job: `importPrices` has `ImportPricesJob`. */
export const jobEntityOf = (operation: string): string => `${capital(operation)}Job`

/** The operation that asks a run to end: `cancelImportPrices`. */
export const jobCancelOf = (operation: string): string => `cancel${capital(operation)}`

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/**
 * The document with an entity for each operation of `mode: job`: a run is a row of it, so that it is read, listed, followed, ruled and
 * recorded as every row is. Whoever starts one may read, list and cancel it; `policies` say who may besides. A name that is
 * taken is reported (`bad-job`, or `bad-webhooks` of deliveries).
 */
export const withJobs = (root: Tree, reporter: JobReporter): Tree => {
  const jobs = entriesAt(root, 'operations').filter(({ value }) => textAt(value, 'mode') === 'job')
  if (root.kind !== 'map' || jobs.length === 0) return root
  const taken = new Set(entriesAt(root, 'entities').map(({ key }) => key))
  const made = jobs.flatMap((entry): readonly Entry[] => {
    const key = jobEntityOf(entry.key)
    const why = `its runs are rows of \`${key}\`, and there is an entity of that name`
    if (taken.has(key)) reporter.report('bad-job', entry.value, { job: entry.key, why })
    const clash = clashOf(entry, root)
    // Nobody wrote the job of deliveries: it comes with `webhooks`.
    if (clash !== null && isTrueAt(entry.value, 'builtIn')) reporter.report('bad-webhooks', entry.value, { why: clash })
    else if (clash !== null) reporter.report('bad-job', entry.value, { job: entry.key, why: clash })
    const result = resultOf(entry, taken, reporter)
    return taken.has(key) ? [] : [jobEntry(key, { ...entry, result }, root)]
  })
  return withEntriesAt(root, 'entities', made)
}

/** What else is called as something of a run; null where nothing is. */
const clashOf = ({ key, value }: Entry, root: Tree): string | null => {
  const cancel = jobCancelOf(key)
  if (entriesAt(root, 'operations').some((each) => each.key === cancel))
    return `\`${cancel}\` asks a run to end, and there is an operation of that name`
  const job = jobOf(key, value, root)
  const own = [...Object.keys(fieldsOf({ ...job, tenant: undefined })), 'input', 'result', 'on']
  return job.tenant !== undefined && own.includes(job.tenant)
    ? `\`${job.tenant}\` holds the tenant (\`access.tenancy\`), and is a field of every run`
    : null
}

/** What it gives is kept with its run; rows are not, which others may change and take away meanwhile. */
const resultOf = ({ key: job, value }: Entry, entities: ReadonlySet<string>, reporter: JobReporter): Tree | null => {
  const result = member(value, 'result')
  const name = textAt(result, 'list') ?? textOf(result)
  if (!result || name === undefined || !entities.has(name)) return result ?? null
  reporter.report('bad-job', result, { job, why: `it would give rows of ${name}; let it give what names them` })
  return null
}

interface JobEntry extends Entry {
  readonly result: Tree | null
}

const jobEntry = (key: string, { key: operation, value: tree, place, result }: JobEntry, root: Tree): Entry => {
  const input = member(tree, 'input')
  const job = jobOf(operation, tree, root)
  const at: Standing = { place, path: `entities.${key}`, range: [0, 0] }
  const isOnRow = textAt(tree, 'entity') !== undefined && textOf(member(tree, 'key')) !== 'false'
  const fields = mapTreeOf(fieldsOf(job), { ...at, path: `${at.path}.fields` })
  const on = isOnRow ? [optionalField('on', treeOf('json', at), at, 'The key of the row that it is on.')] : []
  const given = input?.kind === 'map' && input.entries.length > 0 ? [recordField('input', input, at)] : []
  const answer = result ? [optionalField('result', result, at, 'What it gave.')] : []
  const rest = mapTreeOf(entityOf(job), at)
  return {
    key,
    place,
    start: 0,
    value: {
      ...rest,
      entries: [
        ...rest.entries,
        {
          key: 'fields',
          place,
          start: 0,
          value: { ...fields, entries: [...fields.entries, ...on, ...given, ...answer] },
        },
      ],
    },
  }
}

/** What of a document a run is made of. */
interface Job {
  readonly operation: string
  readonly was: string | undefined
  readonly isScheduled: boolean
  readonly roles: readonly string[]
  /** The field that holds the tenant; undefined where the run is none's: what begins by itself is not. */
  readonly tenant: string | undefined
}

const jobOf = (operation: string, tree: Tree, root: Tree): Job => {
  const access = member(root, 'access')
  const isScheduled = (member(tree, 'every') ?? member(tree, 'cron')) !== undefined
  return {
    operation,
    was: textAt(tree, 'was'),
    isScheduled,
    roles: textsAt(access, 'roles'),
    tenant: isScheduled ? undefined : textAt(member(access, 'tenancy'), 'field'),
  }
}

const entityOf = ({ operation, was, isScheduled, roles }: Job): Readonly<Record<string, Json>> => ({
  description: `A run of \`${operation}\`.`,
  key: 'id',
  job: operation,
  ...(was !== undefined && { was: jobEntityOf(was) }),
  ...(isScheduled && { shared: true }),
  // What begins by itself was started by nobody who could ask for it: policies say who may read it.
  allow: Object.fromEntries(
    (isScheduled ? [] : roles).map((role) => [
      role,
      { do: ['read', 'list', jobCancelOf(operation)], when: 'resource.startedBy == principal.id' },
    ]),
  ),
})

const fieldsOf = ({ operation, was, tenant }: Job): Readonly<Record<string, Json>> => ({
  id: { type: 'uuid', default: 'generated' },
  ...(tenant !== undefined && { [tenant]: { type: 'text', length: '1..200', default: 'tenant' } }),
  state: {
    type: 'enum',
    values: [...jobStates],
    states: {
      initial: 'queued',
      moves: {
        [jobCancelOf(operation)]: {
          from: ['queued', 'running'],
          to: 'cancelling',
          ...(was !== undefined && { was: jobCancelOf(was) }),
          description: `Asks a run of \`${operation}\` to end: it does at its next step.`,
        },
      },
    },
  },
  startedBy: { type: 'text', default: 'principal', description: 'Who started it.' },
  queuedAt: { type: 'instant', default: 'now' },
  startedAt: { type: 'instant', optional: true, description: 'When it was begun first.' },
  endedAt: { type: 'instant', optional: true },
  attempts: { type: 'int32', min: 0, default: 0, description: 'How often it was begun.' },
  percent: { type: 'int32', min: 0, max: 100, default: 0, description: 'How much of it is done; it only grows.' },
  step: { type: 'text', length: '1..200', optional: true, description: 'The step that was done last.' },
  lines: {
    type: 'array',
    items: { type: 'text', length: `1..${jobLines.lengthMax}` },
    size: `..${jobLines.linesMax}`,
    optional: true,
    description: 'What it said, the newest last.',
  },
  problem: {
    type: 'record',
    members: { code: { type: 'text' }, detail: { type: 'text', optional: true } },
    optional: true,
    description: 'Why it failed: an error of the operation, or the code of a problem.',
  },
})

/** What the operation takes, as one value. */
const recordField = (name: string, members: Tree, at: Standing): Entry => ({
  key: name,
  place: at.place,
  start: 0,
  value: mapOf(
    [
      ['type', treeOf('record', at)],
      ['members', members],
      ['description', treeOf('What it was started with.', at)],
    ],
    at,
  ),
})

const optionalField = (name: string, type: Tree, at: Standing, description: string): Entry => {
  const written = type.kind === 'map' ? type.entries.map(({ key, value }) => [key, value] as const) : []
  const said = type.kind === 'map' ? written : [['type', type] as const]
  return {
    key: name,
    place: at.place,
    start: 0,
    value: mapOf([...said, ['optional', treeOf(true, at)], ['description', treeOf(description, at)]], at),
  }
}
