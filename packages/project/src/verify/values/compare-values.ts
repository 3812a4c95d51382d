import type { Loss } from '@charter/charter'
import { type FieldModel, type JsonObject, ProblemError } from '@charter/runtime'
import type { Derived } from '@charter/service'
import type { PrintedRows } from '@charter/sql'
import { spoken } from '@charter/sql'
import { rest } from '@charter/styles'
import { type About, aboutEntity } from '../derive/derivation.ts'
import { longestPage } from '../derive/pages.ts'
import { fullReader, muteIn } from '../full-rows.ts'
import { runStep } from '../run-step.ts'
import { seedRows } from '../seed-rows.ts'
import type { Target } from '../target.ts'
import type { CellDifference, TableValues } from './report.ts'
import { type Bound, boundsOf } from './table.ts'

export interface ValueComparison {
  readonly target: Target
  readonly derived: Derived
  readonly printed: PrintedRows
  /** What introspection says is lost. */
  readonly losses: readonly Loss[]
  readonly onStep: (step: string) => void
}

/** Every cell of every table that somebody may read whole, in the API's pages and in what the database's own program prints. */
export const compareValues = async (comparing: ValueComparison): Promise<readonly TableValues[]> => {
  const { charter, model, styles } = comparing.derived
  const deriving = { charter, styles, model, surface: rest.surface(charter), examples: seedRows(model) }
  const tables: TableValues[] = []
  for (const bound of boundsOf(charter, model)) {
    comparing.onStep(`Comparing the values of ${bound.entity.name}`)
    tables.push(await tableValues(comparing, bound, aboutEntity(deriving, bound.entity)))
  }
  return tables
}

const tableValues = async (comparing: ValueComparison, bound: Bound, about: About): Promise<TableValues> => {
  const { name: entity, tenantField } = bound.entity
  const losses = comparing.losses.filter((loss) => isOf(loss, bound))
  const none = { entity, table: bound.table, rows: 0, cells: 0, equal: 0, differing: [], unsaid: [], losses }
  const role = fullReader(about)
  if (about.path('list') === null) return { ...none, skipped: 'REST does not list it' }
  if (role === undefined || tenantField !== undefined) return { ...none, skipped: 'no role may read all of it' }
  const told = await toldRows(comparing.target, about, role)
  if ('refused' in told) return { ...none, skipped: told.refused }
  const fields = bound.entity.fields.filter(({ name }) => bound.columns[name] !== undefined)
  const stored = await storedRows(comparing.printed, bound, fields).catch(wordsOf)
  if (typeof stored === 'string') return { ...none, skipped: stored }
  const found = compareCells(bound, fields, { stored, told })
  return { ...none, ...found, unsaid: told.unsaid }
}

/** Why a program printed nothing of one table; that it is not there is of all. */
const wordsOf = (error: unknown): string => {
  if (!(error instanceof Error) || error instanceof ProblemError) throw error
  return error.message
}

/** `film.title` and `film` are of the table `film`; what is in another schema than `public` has it before. */
const isOf = ({ about }: Loss, { table }: Bound): boolean => {
  const name = table.replaceAll('"', '').replace(/^public\./, '')
  return about === name || about.startsWith(`${name}.`)
}

interface Told {
  readonly items: readonly JsonObject[]
  readonly unsaid: TableValues['unsaid']
}

/** Every row, of the fields that can be said in each. */
const toldRows = async (target: Target, about: About, role: string): Promise<Told | { readonly refused: string }> => {
  const unsaid: { readonly field: string; readonly detail: string }[] = []
  let fields = about.entity.fields.map(({ name }) => name)
  for (;;) {
    const query = `limit=${longestPage(about.model)}${unsaid.length === 0 ? '' : `&fields=${fields.join()}`}`
    const { answer } = await runStep(
      { url: target.url, token: await target.tokenOf(role), isRest: true, isGrpc: false },
      { as: role, method: 'GET', path: `${about.path('list')}?${query}`, walk: true, expect: {} },
    )
    const body = (answer?.body ?? {}) as JsonObject
    if (Array.isArray(body.items)) return { items: body.items as readonly JsonObject[], unsaid }
    const mute = muteIn(body, fields)
    if (mute === null || fields.length === 1)
      return { refused: `the API answered ${answer?.status ?? 'nothing'}: ${String(body.detail ?? '')}` }
    unsaid.push({ field: mute, detail: String(body.detail) })
    fields = fields.filter((name) => name !== mute)
  }
}

type Texts = readonly (string | null)[]

const storedRows = async (
  printed: PrintedRows,
  { entity, table, columns }: Bound,
  fields: readonly FieldModel[],
): Promise<readonly Texts[]> => {
  const list = fields.map(({ name, type }) => printed.select(type, columns[name] ?? ''))
  const gone = entity.softDeleteField === undefined ? undefined : columns[entity.softDeleteField]
  const rows = await printed.rows(
    `${list.join(', ')} FROM ${table}${gone === undefined ? '' : ` WHERE ${gone} IS NULL`}`,
  )
  return rows.map((row) => fields.map(({ type }, at) => printed.spelled(type, row[at] ?? null)))
}

interface Sides {
  readonly stored: readonly Texts[]
  readonly told: Told
}

type Cells = Pick<TableValues, 'rows' | 'cells' | 'equal' | 'differing'>

/** Rows are paired by their keys, those without one as they are; a row that has no other half is unequal in each cell. */
const compareCells = ({ entity }: Bound, fields: readonly FieldModel[], { stored, told }: Sides): Cells => {
  const keys = fields.flatMap(({ name }, at) => (entity.key.length === 0 || entity.key.includes(name) ? [at] : []))
  const keyOf = (row: Texts): string => JSON.stringify(keys.map((at) => row[at] ?? null))
  const unsaid = new Set(told.unsaid.map(({ field }) => field))
  const waiting = Map.groupBy(
    told.items.map((item) => fields.map(({ name, type }) => spoken(type, item[name] ?? null))),
    keyOf,
  )
  const differing = new Map<string, CellDifference>()
  let equal = 0
  const note = (at: number, key: string, [database, api]: readonly [string | null, string | null]): void => {
    const field = fields[at]?.name ?? ''
    const before = differing.get(field)
    differing.set(field, before ? { ...before, cells: before.cells + 1 } : { field, cells: 1, key, database, api })
  }
  for (const row of stored) {
    const key = keyOf(row)
    const other = waiting.get(key)?.pop()
    for (const [at, { name }] of fields.entries()) {
      const [database, api] = [row[at] ?? null, other?.[at] ?? null]
      if (other && database === api && !unsaid.has(name)) equal++
      else if (!unsaid.has(name)) note(at, key, [database, api])
    }
  }
  const extra = [...waiting].flatMap(([key, rows]) => rows.map((row) => [key, row] as const))
  for (const [key, row] of extra) for (const at of fields.keys()) note(at, key, [null, row[at] ?? null])
  const cells = (stored.length + extra.length) * fields.length
  return { rows: stored.length, cells, equal, differing: [...differing.values()] }
}
