import type { Entities } from '../charter.gen.ts'
import type { PlatformCalls } from './platform-calls.ts'

/** Rows of a kind. */
export type Row<Name extends keyof Entities> = Entities[Name]['row']

interface Page<Name extends keyof Entities> {
  readonly items: readonly Row<Name>[]
  readonly next: string | null
}

const pagesMax = 100

/** Every row that is listed at a path which has a query, page by page, a hundred pages at most. Rejects with a PlatformRefused. */
export const allOf = async <Name extends keyof Entities>(
  calls: PlatformCalls,
  path: string,
): Promise<readonly Row<Name>[]> => {
  const rows: Row<Name>[] = []
  let after = ''
  for (let pages = 0; pages < pagesMax; pages++) {
    const { items, next } = await calls<Page<Name>>(`GET ${path}${after}`)
    rows.push(...items)
    if (next === null) break
    after = `&after=${encodeURIComponent(next)}`
  }
  return rows
}
