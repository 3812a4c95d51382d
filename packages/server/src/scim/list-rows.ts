import { never, type Predicate } from '@charter/runtime'
import type { FastifyRequest } from 'fastify'
import { queryOf } from './asked.ts'
import type { Directory } from './directory.ts'
import { type FilterFields, readFilter } from './filter.ts'

/** Rows of one page, and what is told beside them (RFC 7644 section 3.4.2.4). */
export interface ListedRows<Row> {
  readonly rows: readonly Row[]
  readonly totalResults: number
  readonly startIndex: number
}

interface Page<Row> {
  readonly items: readonly Row[]
  readonly next: string | null
  readonly count?: { readonly value: number }
}

/** As many as one answer has, and as many as one step goes. */
export const pageMax = 100
/** The place of the first row of a page: past it nobody reads on. */
const startMax = 10_001

/** The rows that a request asks for. Throws a ScimError (`invalidFilter`). */
export const listRows = async <Row>(
  directory: Directory,
  request: FastifyRequest,
  { entity, fields }: { readonly entity: 'DirectoryUser' | 'Team'; readonly fields: FilterFields },
): Promise<ListedRows<Row>> => {
  const query = queryOf(request)
  const text = query.get('filter')
  const filter = text === undefined ? undefined : readFilter(text, fields)
  const startIndex = Math.min(startMax, Math.max(1, wholeOf(query.get('startindex'), 1)))
  const count = Math.min(pageMax, Math.max(0, wholeOf(query.get('count'), pageMax)))
  if (filter?.kind === never.kind) return { rows: [], totalResults: 0, startIndex }
  const first = await pageAt<Row>(directory, entity, { filter, limit: pageMax })
  const rows = await rowsFrom(directory, entity, { filter, first, skip: startIndex - 1, count })
  return { rows, totalResults: first.count?.value ?? 0, startIndex }
}

interface From<Row> {
  readonly filter: Predicate | undefined
  readonly first: Page<Row>
  readonly skip: number
  readonly count: number
}

const rowsFrom = async <Row>(
  directory: Directory,
  entity: string,
  { filter, first, skip, count }: From<Row>,
): Promise<readonly Row[]> => {
  let page = first
  let before = 0
  const found: Row[] = []
  for (;;) {
    found.push(...page.items.slice(Math.max(0, skip - before)))
    before += page.items.length
    if (found.length >= count || page.next === null) return found.slice(0, count)
    page = await pageAt<Row>(directory, entity, { filter, limit: pageMax, after: page.next })
  }
}

interface At {
  readonly filter: Predicate | undefined
  readonly limit: number
  readonly after?: string
}

const pageAt = <Row>({ call }: Directory, entity: string, { filter, ...at }: At): Promise<Page<Row>> =>
  call(`${entity}.list`, {}, { ...at, count: at.after === undefined, ...(filter && { filter }) })

const wholeOf = (text: string | undefined, usual: number): number =>
  text !== undefined && /^-?\d{1,9}$/.test(text) ? Number(text) : usual
