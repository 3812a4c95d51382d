import type { Bound } from '@charter/project'
import type { JsonObject } from '@charter/runtime'
import type { RestSurface } from '@charter/styles'
import type { Client } from 'pg'
import { compareTable } from './compare.ts'
import { cannotBeSaid } from './unsaid.ts'

export interface ServiceCredentials {
  readonly url: string
  readonly token: string
}

export interface Compared {
  readonly rows: number
  readonly columns: number
  /** `Item.since`: the table holds a value that the field's type has not, which the API names. The other fields are compared. */
  readonly unsaid: readonly string[]
  readonly failures: readonly string[]
}

/** Every row and column that the API lists, and that plain SQL returns. */
export const compareTables = async (
  client: Client,
  { url, token }: ServiceCredentials,
  bounds: readonly Bound[],
  { routes }: RestSurface,
): Promise<Compared> => {
  const failures: string[] = []
  const unsaid: string[] = []
  let [rows, columns] = [0, 0]
  for (const bound of bounds) {
    const { name } = bound.entity
    const path = routes.find((route) => route.kind === 'list' && route.entity === name)?.path
    if (path === undefined) continue
    const { shown, said, refused } = await sayable(client, bound, (query) => everyRow(`${url}${path}`, query, token))
    unsaid.push(
      ...Object.keys(bound.columns).flatMap((field) => (said.columns[field] === undefined ? [`${name}.${field}`] : [])),
    )
    if (refused !== null) {
      failures.push(`${name}: ${refused}`)
      continue
    }
    const found = await compareTable(client, said, shown)
    rows += found.rows
    columns += found.columns
    for (const [side, keys] of [
      ['not in the API', found.missing],
      ['not in SQL', found.extra],
    ] as const)
      if (keys.length > 0) failures.push(`${name}: ${keys.length} rows ${side}, as ${keys[0]}`)
  }
  return { rows, columns, unsaid, failures }
}

/** The rows, of the fields whose every value can be said: one that cannot is named, and plain SQL has to agree. */
const sayable = async (client: Client, bound: Bound, ask: (query: string) => Promise<Answered>) => {
  let said = bound
  for (;;) {
    const isWhole = said === bound
    const answered = await ask(isWhole ? '' : `&fields=${Object.keys(said.columns).join(',')}`)
    if (answered.items) return { shown: answered.items, said, refused: null }
    const { [answered.field]: column, ...others } = said.columns
    const isNamed = column !== undefined && Object.keys(others).length > 0
    if (!isNamed || !(await cannotBeSaid(client, bound, answered.field)))
      return { shown: [], said, refused: answered.words }
    said = { ...bound, columns: others }
  }
}

type Answered =
  | { readonly items: readonly JsonObject[] }
  /** `field`: the one that the first error is at. */
  | { readonly items: null; readonly words: string; readonly field: string }

/** Every row of a list, or what it was refused with. */
const everyRow = async (url: string, query: string, token: string): Promise<Answered> => {
  const items: JsonObject[] = []
  let after = ''
  do {
    const answer = await fetch(`${url}?limit=100${query}${after}`, { headers: { authorization: `Bearer ${token}` } })
    const page = (await answer.json()) as {
      items?: JsonObject[]
      next?: string | null
      errors?: readonly { readonly path: string }[]
    }
    if (!answer.ok || !page.items)
      return {
        items: null,
        words: `${url} answered ${answer.status}: ${JSON.stringify(page)}`,
        field: page.errors?.[0]?.path.slice(1) ?? '',
      }
    items.push(...page.items)
    after = page.next ? `&after=${encodeURIComponent(page.next)}` : ''
  } while (after !== '')
  return { items }
}
