/** One piece of a text as it is laid out: a heading, a paragraph, an item of a list, a table or what stands between fences. */
export interface Block {
  readonly kind: 'heading' | 'paragraph' | 'item' | 'table' | 'columns'
  /** As long as the source from `start`, with marks of layout as spaces, so that places stay true. */
  readonly text: string
  readonly start: number
  /** Bold or quoted at the very beginning, or what stands before a colon or dash: its length in `text`. */
  readonly labelEnd: number
  /** Headings above it, outermost first. */
  readonly section: readonly string[]
  /** The item, paragraph or heading that it hangs from. */
  readonly parent: Block | null
  /** Of tables: cells of each row, with where they begin. Of columns: lines. */
  readonly rows: readonly (readonly Cell[])[]
}

export interface Cell {
  readonly text: string
  readonly start: number
}

interface Line {
  readonly raw: string
  readonly start: number
}

const marker =
  /^(\s*)(?:(?:--|[-*•·‣–—+o])\s+|\(?(?:[a-z]|[ivx]{1,4})\)\s+|\d+[.)]\s+|(?:US|UC|FR|NFR|REQ|AC|BR|[A-Z]{1,3})[-.]?\d+(?:\.\d+)*[.:)]?\s+|\d+(?:\.\d+)+\.?\s+|\[[^\]]{0,12}\]\s+)/
/** A story begins what hangs from it, whatever its number looks like. */
const story = /^[\s*#>_-]*(?:\[?[A-Z]{0,4}[- ]?\d+[\].:)]*\s*)?\**\s*as (?:an?|the|our) .{2,60}\b(?:i|we)\b/i
/** `[08:18] Nadia: `, `**Lien** 09:17 – `. */
const chat =
  /^\s*(?:[-*]\s+)?(?:\[?\d{1,2}[:.]\d{2}(?::\d{2})?\]?\s*\**[A-Z][\w'. -]{0,24}\**\s*[:>–-]|\**[A-Z][\w'.-]{0,20}(?: [A-Z][\w'.-]*)?(?: \([^)]*\))?\**,?\s*[[(]?\d{1,2}[:.]\d{2}[\])]?\s*[:>–—-])\s*/
/** A line of a chat that only says who speaks and when. */
const speaker = /^\s*\**[A-Z][\w'. ]{0,24}(?:\([^)]*\))?\**\s*[[(]?\d{1,2}[:.]\d{2}[\])]?\s*:?\s*$/
const letterHead =
  /^\s*(?:reporter|assignee|labels|requested by|prepared by|from|to|cc|bcc|date|sent|attendees|present|apologies|absent|participants|priority|author|owner|distribution|status|version)\s*:/i
const subjectHead = /^\s*(?:subject|title|re|betreff)\s*:\s*/i
const salutation = /^\s*(?:(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day))\b[^.:;]{0,40}[,!.]?)\s*$/i
const goodbye =
  /^\s*(?:(?:with |many |kind |best |warm |kindest |warmest )*(?:\([^)]*\) )?(?:regards|thanks|thank you|thx|cheers|sincerely|wishes|best|yours|greetings|br)\b[^.]{0,30}|-- ?)$/i

/** The layout of a text. Letter heads, salutations and signatures are left out. */
export const blocksOf = (words: string): readonly Block[] => {
  const lines: Line[] = []
  let start = 0
  for (const raw of words.split('\n')) {
    lines.push({ raw, start })
    start += raw.length + 1
  }
  return new Layout(lines).read()
}

/** Reads line by line; what is above stays known. */
class Layout {
  readonly #blocks: Block[] = []
  readonly #lines: readonly Line[]
  #at = 0
  #section: { readonly level: number; readonly text: string; readonly block: Block }[] = []
  #items: { readonly indent: number; readonly block: Block }[] = []

  constructor(lines: readonly Line[]) {
    this.#lines = lines
  }

  read(): readonly Block[] {
    while (this.#at < this.#lines.length) this.#next()
    return this.#blocks
  }

  #next(): void {
    const line = this.#lines[this.#at++]
    if (!line) return
    const { raw } = line
    if (/^\s*$/.test(raw) || /^\s*[-=_*~]{3,}\s*$/.test(raw)) return
    if (/^\s*(?:```|~~~)/.test(raw)) {
      this.#fence()
      return
    }
    if (/^\s*\|.*\|\s*$/.test(raw)) {
      this.#table(line)
      return
    }
    if (letterHead.test(raw) && !/^\s*date: \w+ \w+ \w+ \w+/i.test(raw)) return
    if (salutation.test(raw) || speaker.test(raw)) return
    if (goodbye.test(raw)) {
      this.#signature()
      return
    }
    if (isColumns(raw)) {
      this.#columns([line])
      return
    }
    const heading = headingOf(raw, this.#lines[this.#at - 2]?.raw, this.#lines[this.#at]?.raw)
    if (heading) {
      this.#heading(line, heading)
      return
    }
    const isItem = marker.test(raw) && !story.test(raw)
    const from = this.#at - 1
    while (this.#at < this.#lines.length && this.#goesOn(isItem)) this.#at++
    this.#text(this.#lines.slice(from, this.#at), isItem)
  }

  /** A line belongs to the one before unless it is empty or begins something of its own. */
  #goesOn(isItem: boolean): boolean {
    const raw = this.#lines[this.#at]?.raw ?? ''
    if (/^\s*$/.test(raw) || marker.test(raw) || /^\s*(?:```|\||#)/.test(raw)) return false
    if (goodbye.test(raw) || isColumns(raw) || letterHead.test(raw)) return false
    if (/^\s*\*\*[^*]+\*\*/.test(raw)) return false
    if (!isItem && /^[A-Z][\w-]*(?: [\w-]+){0,3}:\s/.test(raw)) return false
    return !isItem || /^\s/.test(raw) || /^[a-z(]/.test(raw)
  }

  #push(block: Omit<Block, 'section' | 'parent' | 'rows'> & Partial<Pick<Block, 'parent' | 'rows'>>): Block {
    const made: Block = {
      section: this.#section.map(({ text }) => text),
      parent: block.parent ?? this.#section.at(-1)?.block ?? null,
      rows: block.rows ?? [],
      ...block,
    }
    this.#blocks.push(made)
    return made
  }

  #heading({ raw, start }: Line, level: number): void {
    const text = masked(raw)
    this.#section = this.#section.filter((each) => each.level < level)
    this.#items = []
    const block = this.#push({ kind: 'heading', text, start, labelEnd: 0 })
    this.#section.push({ level, text: text.trim(), block })
  }

  #text(lines: readonly Line[], isItem: boolean): void {
    const raw = lines.map((line) => line.raw).join('\n')
    const start = lines[0]?.start ?? 0
    const indent = /^\s*/.exec(raw)?.[0].length ?? 0
    if (isItem) this.#items = this.#items.filter((each) => each.indent < indent)
    const parent = isItem ? (this.#items.at(-1)?.block ?? this.#above()) : null
    const text = masked(raw)
    const block = this.#push({ kind: isItem ? 'item' : 'paragraph', text, start, labelEnd: labelEndOf(raw), parent })
    if (isItem) this.#items.push({ indent, block })
    else this.#items = []
  }

  /** What a list hangs from: the last block that is no item of it. */
  #above(): Block | null {
    return this.#blocks.findLast(({ kind }) => kind !== 'item') ?? null
  }

  #fence(): void {
    const from = this.#at
    while (this.#at < this.#lines.length && !/^\s*(?:```|~~~)/.test(this.#lines[this.#at]?.raw ?? '')) this.#at++
    const lines = this.#lines.slice(from, this.#at)
    this.#at++
    this.#columns(lines)
  }

  #columns(lines: readonly Line[]): void {
    const first = lines[0]
    if (!first) return
    if (areAligned(lines)) {
      const rows = lines.filter(({ raw }) => raw.trim() !== '').map(alignedCells)
      this.#push({ kind: 'table', text: lines.map(({ raw }) => raw).join('\n'), start: first.start, labelEnd: 0, rows })
      return
    }
    const text = lines.map(({ raw }) => raw).join('\n')
    const rows = lines.map(({ raw, start }) => [{ text: raw.replace(/`/g, ' '), start }])
    const parent = this.#blocks.at(-1) ?? null
    this.#push({ kind: 'columns', text, start: first.start, labelEnd: 0, rows, parent })
  }

  #table(first: Line): void {
    const lines = [first]
    while (/^\s*\|.*\|\s*$/.test(this.#lines[this.#at]?.raw ?? '')) lines.push(this.#lines[this.#at++] as Line)
    const rows = lines.filter(({ raw }) => !/^\s*\|[\s|:-]*\|\s*$/.test(raw)).map(cellsOf)
    this.#push({ kind: 'table', text: lines.map(({ raw }) => raw).join('\n'), start: first.start, labelEnd: 0, rows })
  }

  /** After a goodbye come names; a longer paragraph, a list or a heading is text again. */
  #signature(): void {
    while (this.#at < this.#lines.length) {
      const raw = this.#lines[this.#at]?.raw ?? ''
      if (raw.trim().split(/\s+/).length > 8 || marker.test(raw) || /^#/.test(raw)) return
      this.#at++
    }
  }
}

const cellsOf = ({ raw, start }: Line): readonly Cell[] => {
  const cells: Cell[] = []
  let at = raw.indexOf('|') + 1
  for (const part of raw
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')) {
    const lead = /^\s*/.exec(part)?.[0].length ?? 0
    cells.push({ text: masked(part).trim(), start: start + at + lead })
    at += part.length + 1
  }
  return cells
}

/** Columns that are set with spaces: most lines have two gaps of at least two. */
const areAligned = (lines: readonly Line[]): boolean => {
  const full = lines.filter(({ raw }) => raw.trim() !== '')
  if (lines.some(({ raw }) => /[;:|]/.test(raw))) return false
  return (
    full.length > 2 &&
    full.filter(({ raw }) => /\S {2,}\S/.test(raw.trimEnd()) || /^ {4,}\S+ {2,}\S/.test(raw)).length >=
      full.length * 0.8
  )
}

const alignedCells = ({ raw, start }: Line): readonly Cell[] => {
  const cells: Cell[] = /^ {4,}/.test(raw) ? [{ text: '', start }] : []
  for (const found of raw.matchAll(/\S+(?: \S+)*/g)) cells.push({ text: found[0], start: start + found.index })
  return cells
}

/** `tag;name;bay` or `tag,name,bay` in code: at least three columns without a space after the sign. */
const isColumns = (raw: string): boolean => {
  const bare = raw.trim().replace(/^`|`$/g, '')
  return (
    /^[\w "'./()-]+(?:[;,\t][\w "'./()-]*){2,}$/.test(bare) &&
    (/`/.test(raw) || !/[,;] /.test(bare)) &&
    /[;,\t]/.test(bare) &&
    !/, /.test(bare)
  )
}

const headingOf = (raw: string, before: string | undefined, after: string | undefined): number | null => {
  if (story.test(raw)) return null
  const marks = /^(#{1,6})\s/.exec(raw)?.[1]
  if (marks) return marks.length
  if (/^\s*\*\*[^*]{2,70}\*\*:?\s*$/.test(raw)) return 7
  const isAlone = /^\s*$/.test(before ?? '') && /^\s*$/.test(after ?? '')
  const [, digits] = /^\s*(\d+(?:\.\d+)*)[.)]?\s+[A-Z][^.!?;:]{2,60}$/.exec(raw) ?? []
  if (digits !== undefined && raw.trim().split(/\s+/).length <= 8 && !/,/.test(raw)) return 7 + digits.split('.').length
  if (/^[A-Z][A-Z &/-]{3,60}:?$/.test(raw.trim())) return 7
  return isAlone &&
    /^\s*[A-Z][^.!?;,]{1,50}$/.test(raw) &&
    raw.trim().split(/\s+/).length <= 6 &&
    !/\b(?:has|have|is|are|can|may)\b/.test(raw)
    ? 8
    : null
}

/** The same length, with marks of layout as spaces. */
const masked = (raw: string): string =>
  raw
    .replace(subjectHead, blank)
    .replace(chat, blank)
    .replace(marker, blank)
    .replace(/^[\s*#>_]*(?:US|UC|FR|S|R|AC|BR)?-?\d+[.:)]?\**(?=\s+as (?:an?|the) )/i, blank)
    .replace(/^\s*(?:#+|>+)\s?/, blank)
    .replace(/\*\*|__|`/g, blank)
    .replace(/(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])/g, ' ')
    .replace(/(?<=\s)_(?=\w)|(?<=\w)_(?=[\s.,;:)]|$)/g, ' ')
    .replace(/[\n\t\u00a0]/g, ' ')
    .replace(/\[([^\][]*[|,/][^\][]*)\]/g, '($1)')
    .replace(/[➜➔⇒⟶]/g, '→')
    .replace(/^\s*(?:Step|Stage)\s+\d+\s*[.:)–-]\s*/, blank)
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’]/g, "'")

const blank = (found: string): string => ' '.repeat(found.length)

/** A label is bold at the beginning, or a few words before a colon, an equals sign or a dash. */
const labelEndOf = (line: string): number => {
  const raw = line.replace(chat, blank)
  const lead = marker.exec(raw)?.[0].length ?? /^\s*/.exec(raw)?.[0].length ?? 0
  const rest = raw.slice(lead)
  const bold =
    /^\s*(?:\*\*|__)(?:[^*_]|_(?!_))+(?:\*\*|__)/.exec(rest)?.[0] ?? /^\*[^*]+(?:\.\*|\*(?=\s*[:–—=-]))/.exec(rest)?.[0]
  if (bold !== undefined && bold.split(/\s+/).length <= 8) {
    const bracket = /^\s*\([^)]{1,50}\)(?=\s*[:–—=.-])/.exec(rest.slice(bold.length))?.[0] ?? ''
    return lead + bold.length + bracket.length
  }
  const title = /^[A-Z][a-z-]+(?: [a-z-]+){0,2}(?=\.\s+[A-Z])/.exec(rest)?.[0]
  if (title !== undefined && !/\b(?:is|are|has|have|no|not|may|can)\b/.test(title)) return lead + title.length + 1
  const plain =
    /^(?:1\.\.n |0\.\.n |0\.\.1 )?[^:=.;,!?]{1,60}?(?:\([^)]{1,60}\))?(?:,\s*(?:any number|several|many|optional|one or more|at most \w+|max \w+|zero or more)[^:=.;]{0,24})?(?=\s*(?::(?=\s|$)|=| [–—-] |\s(?:→|->)\s(?=[^→\n]*,[^→\n]*$)))/i.exec(
      rest,
    )?.[0]
  return plain !== undefined &&
    plain
      .replace(/\([^)]*\)/g, '')
      .trim()
      .split(/\s+/).length <= 9 &&
    (plain.replace(/\([^)]*\)/g, '').split(',')[0] ?? '').trim().split(/\s+/).length <= 6
    ? lead + plain.length
    : 0
}

/** `Sheet 2 – Growers`, `C. Topics`, `3.1 Stops`: the same length, with the numbering as spaces. */
export const withoutNumber = (text: string): string =>
  text.replace(
    /^[\s*#]*(?:(?:sheet|table|tab|file|entity|part|section|annex|chapter|list|story|epic)\s*#?\w{0,4}\s*[.:–—-]+\s*|[A-Z\d](?:[.)]\d*)+\s+)/i,
    blank,
  )
