/**
 * An answer as JSON text that is not joined yet: whoever writes rows and pages in a way of their own (GraphQL's connections) need not
 * read the text again.
 */
export type TextPart = TextRow | TextPage

/** A row: the object of its own fields, and what was included, in its order. */
export interface TextRow {
  readonly own: string
  readonly included: TextMember[]
  /** Characters of all of it. */
  length: number
}

export interface TextMember {
  readonly name: string
  readonly part: TextPart | null
}

/** A page of rows: each, or, where nothing was included, a line each (JSON text has no line break in it, RFC 8259 section 7). */
export interface TextPage extends PageTold {
  readonly rows: readonly TextRow[] | string
  /** Characters of all its rows. */
  readonly length: number
}

/** What a page tells beside its rows. */
export interface PageTold {
  /** The cursor to go on with; null where it ends. */
  readonly next: string | null
  readonly count?: { readonly value: number; readonly isExact: boolean } | undefined
  /** Of its rows, as the selection asked for them. */
  readonly cursors?: readonly (string | null)[] | undefined
}

/** What a page tells, in the order in which every page tells it. */
export const toldOf = ({ next, count, cursors }: PageTold) => ({
  next,
  ...(count && { count: { ...count } }),
  ...(cursors && { cursors }),
})

/** A page's rows, one by one. */
export const pageRows = ({ rows }: TextPage): readonly TextRow[] =>
  typeof rows === 'string' ? rows.split('\n').map((own) => ({ own, included: [], length: own.length })) : rows

/** The JSON text of a part: to the byte what `JSON.stringify` makes of the row or the page as a value. */
export const joinedText = (part: TextPart): string => ('rows' in part ? pageText(part) : rowText(part))

const rowText = ({ own, included }: TextRow): string => {
  if (included.length === 0) return own
  let text = own === '{}' ? '{' : `${own.slice(0, -1)},`
  for (let at = 0; at < included.length; at++) {
    const { name, part } = included[at] as TextMember
    text += `${at === 0 ? '' : ','}${JSON.stringify(name)}:${part ? joinedText(part) : 'null'}`
  }
  return `${text}}`
}

const pageText = (page: TextPage): string => {
  const { rows } = page
  const items = typeof rows === 'string' ? rows.replaceAll('\n', ',') : rows.map(rowText).join(',')
  return `{"items":[${items}],${JSON.stringify(toldOf(page)).slice(1)}`
}
