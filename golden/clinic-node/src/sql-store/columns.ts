import type { Found, Json, Principal, RowRules, RowsQuery } from '../runtime/index.ts'
import { bindParams, rulesFragment } from './condition.ts'
import { columnOf, type SqlEntity } from './entity.ts'
import { orderBy } from './order.ts'
import type { SqlRow, SqlValue } from './sql-value.ts'
import { decode, isUnsaid } from './storage.ts'
import type { Storage } from './stored-as.ts'
import { objectText } from './text.ts'

/** What a query selects of a row: text, fields, judgements, version, and where it stands, in this order. */
export interface Columns {
  /** All but the last kind, which each statement adds as it needs it. */
  readonly own: readonly string[]
  readonly places: readonly string[]
  readonly orderBy: string
  /** What judgements bind, before all else. */
  values(principal: Principal | undefined): readonly SqlValue[]
  /** `placesAt`: where places begin, where the statement put something between. */
  found(row: SqlRow, placesAt?: number): Found
}

export const columnsOf = (entity: SqlEntity, query: RowsQuery): Columns => {
  const { fields, text, judged = [], isVersioned = false, order } = query
  const textual = text ? [objectText(entity, text)] : []
  const fragments = judged.map((rules) => judgement(entity, rules))
  const fieldsAt = textual.length
  const judgedAt = fieldsAt + fields.length
  const version = isVersioned ? versionIn(entity, fields, { fieldsAt, addedAt: judgedAt + judged.length }) : unversioned
  const sorts = order?.sorts.map(({ field }) => columnOf(entity, field)) ?? []
  const own = [
    ...textual,
    ...fields.map((field) => columnOf(entity, field).select),
    ...fragments.map(({ sql }) => sql),
    ...version.added,
  ]
  const params = fragments.flatMap((each) => each.params)
  const layout: Layout = {
    storages: fields.map((field) => columnOf(entity, field).storage),
    fieldsAt,
    judgedAt,
    versionAt: version.at,
    isCounted: entity.stored.countsVersions,
    placesAt: own.length,
    places: sorts.map(({ storage }) => storage),
  }
  return {
    own,
    places: sorts.map(({ select }) => select),
    orderBy: order ? orderBy(entity, order) : '',
    values: (principal) => (params.length === 0 || !principal ? noValues : bindParams(params, principal)),
    found: (row, placesAt = layout.placesAt) => new FoundRow(layout, row, placesAt),
  }
}

const noValues: readonly SqlValue[] = []

const judgement = (entity: SqlEntity, rules: RowRules | null) => {
  if (rules === null) return { sql: '0', params: [] }
  const fragment = rulesFragment(entity, rules)
  return fragment
    ? { sql: `CASE WHEN ${fragment.sql} THEN 1 ELSE 0 END`, params: fragment.params }
    : { sql: '1', params: [] }
}

/** What tells a row's version: what is selected for it alone, and where all of it stands. */
interface Version {
  readonly added: readonly string[]
  readonly at: readonly number[]
}

const unversioned: Version = { added: [], at: [] }

/**
 * The number of our own version column, or the whole row in the order of its fields, whichever are asked for; but for what is written alone,
 * whose value whoever writes guesses would find by it. None is selected twice: of the columns of one SELECT a database has a most.
 */
const versionIn = (
  entity: SqlEntity,
  fields: readonly string[],
  { fieldsAt, addedAt }: { readonly fieldsAt: number; readonly addedAt: number },
): Version => {
  if (entity.sql.version) return { added: [entity.sql.version], at: [addedAt] }
  const selected = new Map(fields.map((name, at) => [name, fieldsAt + at]))
  const added: string[] = []
  const at = entity.model.fields.map(
    ({ name }) => selected.get(name) ?? addedAt + added.push(columnOf(entity, name).select) - 1,
  )
  return { added, at }
}

interface Layout {
  readonly storages: readonly Storage[]
  readonly fieldsAt: number
  readonly judgedAt: number
  readonly versionAt: readonly number[]
  readonly isCounted: boolean
  readonly placesAt: number
  readonly places: readonly Storage[]
}

class FoundRow implements Found {
  readonly #layout: Layout
  readonly #row: SqlRow
  readonly #placesAt: number

  constructor(layout: Layout, row: SqlRow, placesAt: number) {
    this.#layout = layout
    this.#row = row
    this.#placesAt = placesAt
  }

  value(at: number): Json | undefined {
    return said(this.#layout.storages[at] as Storage, this.#row[this.#layout.fieldsAt + at] ?? null)
  }

  text(): string {
    return String(this.#row[0])
  }

  isJudged(at: number): boolean {
    return Number(this.#row[this.#layout.judgedAt + at]) === 1
  }

  version(): readonly string[] {
    const { versionAt, isCounted } = this.#layout
    const values = versionAt.map((at) => this.#row[at] ?? null)
    return isCounted ? values.map(String) : values.map(textOf)
  }

  place(): readonly (Json | undefined)[] {
    return this.#layout.places.map((storage, at) => said(storage, this.#row[this.#placesAt + at] ?? null))
  }
}

/** A stored value in canonical form; undefined where there is one that its type cannot say. */
export const said = (storage: Storage, value: SqlValue): Json | undefined => {
  const decoded = decode(storage, value)
  return decoded === null && isUnsaid(storage, value, decoded) ? undefined : decoded
}

/** No two rows of one entity have one text: texts hold no NUL. */
const textOf = (value: SqlValue): string =>
  value === null ? '~' : value instanceof Uint8Array ? Buffer.from(value).toString('hex') : `=${String(value)}`
