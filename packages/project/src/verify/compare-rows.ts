import { rm } from 'node:fs/promises'
import { canonicalJson, type EntityModel, type JsonObject, ProblemError } from '@charter/runtime'
import { type Derived, openSource } from '@charter/service'
import type { SqlConnector } from '@charter/sql'
import type { EntitySql, Statement } from '@charter/sql/store'
import { decode, readOf } from '@charter/sql/store'
import { rest } from '@charter/styles'
import { urlIn } from '../service-place.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { type About, aboutEntity } from './derive/derivation.ts'
import { countOf, longestPage } from './derive/pages.ts'
import { fullReader, muteIn } from './full-rows.ts'
import type { Failure, Report } from './report.ts'
import { runStep } from './run-step.ts'
import { seedRows } from './seed-rows.ts'
import type { Target } from './target.ts'

/** Every row that SQL returns is in the API's pages, and every row of the pages is one that SQL returns. */
export const compareRows = async (
  target: Target,
  derived: Derived<SqlConnector>,
  folder: string,
  onStep: (step: string) => void,
): Promise<Pick<Report, 'passed' | 'failed'>> => {
  const { model, plans, charter, styles } = derived
  const state = await temporaryFolder('compare')
  const opened = await openSource(derived, {
    url: urlIn(derived, folder),
    dataFolder: state,
    isReadOnly: true,
    statementTimeoutMs: 60_000,
  })
  const deriving = { charter, styles, model, surface: rest.surface(charter), examples: seedRows(model) }
  const failed: Failure[] = []
  let passed = 0
  try {
    for (const entity of model.entities) {
      onStep(`Comparing the rows of ${entity.name}`)
      const of = plans.find((each) => each.entity === entity.name)
      const about = aboutEntity(deriving, entity)
      const role = fullReader(about)
      if (!of || role === undefined || about.path('list') === null) continue
      const failures = await storedRows(opened.database.all, entity, of).then(
        (stored) => compareEntity(target, about, role, stored),
        (error: unknown) => [unread(entity, error)],
      )
      failed.push(...failures)
      if (failures.length === 0) passed++
    }
  } finally {
    await opened.close()
    await rm(state, { recursive: true, force: true })
  }
  return { passed, failed }
}

/** What the database itself does not give, for one that was never filled or may not be read: the others are compared. */
const unread = ({ name }: EntityModel, error: unknown): Failure => {
  const cause = error instanceof ProblemError ? (error.problem.cause ?? error) : error
  return {
    id: `${name}.rows`,
    title: `SQL returns the rows of ${name}`,
    cites: [],
    step: 1,
    request: `every row of ${name}, by SQL`,
    status: null,
    mismatches: [{ at: '', expected: 'rows', actual: cause instanceof Error ? cause.message : String(cause) }],
  }
}

type All = (
  sql: Statement,
  params: readonly [],
) => Promise<readonly (readonly (null | number | bigint | string | Uint8Array)[])[]>

const storedRows = async (
  all: All,
  { fields }: EntityModel,
  { table, from, columns, visible }: EntitySql,
): Promise<readonly JsonObject[]> => {
  const known = fields.flatMap(({ name }) => (columns[name] ? [{ name, column: columns[name] }] : []))
  const text = `SELECT ${known.map(({ column }) => column.select).join(', ')} FROM ${from}${visible ? ` WHERE ${visible}` : ''}`
  return (await all(readOf(text, table), [])).map((row) =>
    Object.fromEntries(known.map(({ name, column }, at) => [name, decode(column.storage, row[at] ?? null)])),
  )
}

/** What is wrong with the rows of an entity: first the fields that hold what cannot be said, then what differs in the others. */
const compareEntity = async (
  target: Target,
  about: About,
  role: string,
  stored: readonly JsonObject[],
): Promise<readonly Failure[]> => {
  const failures: Failure[] = []
  let fields = about.entity.fields.map(({ name }) => name)
  while (fields.length > 0) {
    const { failure, mute } = await comparePages(target, about, role, { stored, fields })
    if (failure) failures.push(failure)
    if (mute === null) return failures
    fields = fields.filter((name) => name !== mute)
  }
  return failures
}

interface Compared {
  readonly stored: readonly JsonObject[]
  /** Names of the fields that are asked for and compared. */
  readonly fields: readonly string[]
}

const comparePages = async (
  target: Target,
  about: About,
  role: string,
  { stored, fields }: Compared,
): Promise<{ readonly failure: Failure | null; readonly mute: string | null }> => {
  const { entity, model } = about
  const isWhole = fields.length === entity.fields.length
  const step = {
    as: role,
    method: 'GET',
    path: `${about.path('list')}?limit=${longestPage(model)}&count=true${isWhole ? '' : `&fields=${fields.join()}`}`,
    walk: true,
    expect: { status: 200, body: [{ at: '/count', equals: countOf(stored.length, model) }] },
  } as const
  const { answer, mismatches } = await runStep(
    { url: target.url, token: await target.tokenOf(role), isRest: true, isGrpc: false },
    step,
  )
  const body = (answer?.body ?? {}) as JsonObject
  const mute = muteIn(body, fields)
  const shown = (body.items ?? []) as readonly JsonObject[]
  const asked = isWhole
    ? stored
    : stored.map((row) => Object.fromEntries(fields.map((name) => [name, row[name] ?? null])))
  const found = mismatches.length > 0 ? mismatches : differences(shown, asked)
  if (found.length === 0) return { failure: null, mute: null }
  const told = {
    cites: [],
    step: 1,
    request: `GET ${step.path}, every page, as ${role}`,
    status: answer?.status ?? null,
  }
  if (mute === null) {
    const title = `the API gives every row of ${entity.name} that SQL returns, and no other`
    return { failure: { ...told, id: `${entity.name}.rows`, title, mismatches: found }, mute }
  }
  const title = `every value of ${entity.name}.${mute} can be said; where not, \`type: text\` says it`
  const mismatch = { at: `/${mute}`, expected: 'a value of its type in each row', actual: String(body.detail) }
  return { failure: { ...told, id: `${entity.name}.values.${mute}`, title, mismatches: [mismatch] }, mute }
}

const shownMax = 5

/** Rows on one side only, as multisets: equal rows count as often as they come. */
const differences = (shown: readonly JsonObject[], stored: readonly JsonObject[]): Failure['mismatches'] => {
  const counts = new Map<string, number>()
  for (const row of stored) counts.set(canonicalJson(row), (counts.get(canonicalJson(row)) ?? 0) + 1)
  for (const row of shown) counts.set(canonicalJson(row), (counts.get(canonicalJson(row)) ?? 0) - 1)
  const missing = [...counts].filter(([, count]) => count > 0)
  const extra = [...counts].filter(([, count]) => count < 0)
  return [
    ...missing
      .slice(0, shownMax)
      .map(([row]) => ({ at: `rows (${missing.length} missing)`, expected: row, actual: 'not in any page' })),
    ...extra
      .slice(0, shownMax)
      .map(([row]) => ({ at: `rows (${extra.length} too many)`, expected: 'not there', actual: row })),
  ]
}
