import { type Fragment, type Param, readsOf } from '../store/fragment.ts'

/** SQL as it stands, with nothing to bind. */
export const raw = (sql: string): Fragment => ({ sql, params: [] })

/** One parameter, as the database at hand writes it (`?`, `?::text`). */
export const bound = (param: Param, placeholder = '?'): Fragment => ({ sql: placeholder, params: [param] })

export const joined = (of: readonly Fragment[]): Fragment => ({
  sql: of.map((each) => each.sql).join(', '),
  params: of.flatMap((each) => each.params),
  ...readsOf(of),
})

/** Fragments in a template: their SQL in its places, their parameters in order. */
export const write = (strings: TemplateStringsArray, ...parts: readonly Fragment[]): Fragment => ({
  sql: strings.map((text, at) => text + (parts[at]?.sql ?? '')).join(''),
  params: parts.flatMap((each) => each.params),
  ...readsOf(parts),
})
