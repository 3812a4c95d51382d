import type { LimitsModel, ServiceModel } from '../../../src/runtime/index.ts'
import type { Step } from '../scenario.ts'
import type { About } from './derivation.ts'

/** More than scenarios ever make of rows, and what a page has at most unless the charter says otherwise. */
const rowsMax = 100
const countCost = 10

/**
 * How many rows are asked for at once where all of them are looked at: no more than the charter has in a page, and, of rows that each
 * come with a page of others, than a call may cost (docs/semantics.md, Bounds).
 */
export const pageOf = (model: Pick<ServiceModel, 'limits'>): number =>
  Math.max(1, Math.min(rowsMax, longestPage(model), includedMax(model.limits)))

/** The longest page that may be asked for with its count. */
export const longestPage = ({ limits: { pageSizeMax, costMax } }: Pick<ServiceModel, 'limits'>): number =>
  Math.max(1, Math.min(pageSizeMax, costMax - countCost - 1))

/** Of n rows, each with a page of n: 1 + n × (1 + 1 + n). */
const includedMax = ({ costMax, pageSizeDefault }: LimitsModel): number =>
  Math.min(Math.floor(Math.sqrt(costMax)) - 1, Math.floor((costMax - 1) / (2 + pageSizeDefault)))

/** Whether rows may come with others at all. */
export const mayInclude = ({ limits }: Pick<ServiceModel, 'limits'>): boolean =>
  limits.includeDepthMax > 0 && limits.includeCountMax > 0

/** Asks for every row that the role may list, page by page. */
export const everyRow = (about: About, role: string, query: string, expect: Step['expect']): Step => ({
  as: role,
  method: 'GET',
  path: `${about.path('list')}?limit=${pageOf(about.model)}${query}`,
  walk: true,
  expect,
})

/** So many rows there are, for the role to list: counted one by one, since a charter may end its own counting early. */
export const rowsCounted = (about: About, role: string, equals: number | string): Step =>
  everyRow(about, role, '', { status: 200, body: [{ at: '/rows', equals }] })

/** What the answer to a count says. */
export const countOf = (value: number, { limits: { countMax } }: Pick<ServiceModel, 'limits'>) =>
  value > countMax ? { value: countMax, isExact: false } : { value, isExact: true }
