import { verdictText } from './access-row.ts'
import type { Diff, StructureChange } from './diff.ts'
import type { AccessChange } from './diff-access.ts'
import { foldedPast, markdownCode, markdownTable, markdownWords } from './markdown-text.ts'
import type { Break } from './style.ts'
import type { Widening } from './widening.ts'
import { wideningClaim } from './widening-text.ts'

export interface ReviewOptions {
  /** Name of the charter, for the heading. */
  readonly name: string
  /** Ids of widenings that a person accepted. */
  readonly accepted: ReadonlySet<string>
  /** The command that accepts these ids, as typed into a shell. */
  readonly accepting: (ids: readonly string[]) => string
}

/** Rows of one table that are shown open. */
const rowsOpen = 12

/**
 * A diff as a comment on a pull request, in GitHub's Markdown: one line with the verdict, then what breaks clients of each style, who
 * gains or loses what, and what else changed. Names and sentences of the charters are escaped. The same diff gives the same text.
 */
export const markdownOfDiff = (diff: Diff, options: ReviewOptions): string => {
  const sections = [
    breaking(diff),
    widening(diff.widenings, options),
    access(diff.access),
    additions(diff),
    structure(diff.structure),
  ].filter((lines) => lines.length > 0)
  const head = [`### Charter ${markdownWords(options.name)}`, '', verdict(diff, options)]
  return `${[head, ...sections].map((lines) => lines.join('\n')).join('\n\n')}\n`
}

const verdict = (
  { structure: changes, styles, access: cells, widenings }: Diff,
  { accepted }: ReviewOptions,
): string => {
  const open = widenings.filter(({ id }) => !accepted.has(id)).length
  const broken = Object.entries(styles).filter(([, breaks]) => breaks.some(isBreaking))
  if (changes.length + cells.length + widenings.length + broken.length === 0) return 'Nothing changes.'
  const taken = widenings.length - open
  const first =
    open > 0
      ? `**${counted(open, 'widening')} of classified fields ${open === 1 ? 'has' : 'have'} to be accepted.**`
      : taken > 0
        ? `**${counted(taken, 'widening')} of classified fields, accepted.**`
        : '**Nobody sees more of a classified field.**'
  const second =
    broken.length === 0
      ? 'No client breaks.'
      : `Clients of ${listed(broken.map(([style]) => markdownWords(style)))} break.`
  return `${first} ${second}`
}

const isBreaking = ({ severity }: Break): boolean => severity === 'breaking'

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const breaking = ({ styles }: Diff): readonly string[] => {
  const tables = Object.entries(styles).flatMap(([style, breaks]) => {
    const found = breaks.filter(isBreaking)
    if (found.length === 0) return []
    const table = breaksTable(found)
    const summary = `${markdownWords(style)}: ${counted(found.length, 'change')} that clients notice`
    return found.length > rowsOpen
      ? ['', ...foldedPast(rowsOpen, { rows: found.length, summary, lines: table })]
      : ['', `**${markdownWords(style)}**`, '', ...table]
  })
  return tables.length > 0 ? ['#### What breaks clients', ...tables] : []
}

const breaksTable = (breaks: readonly Break[]): readonly string[] =>
  markdownTable(
    ['what', 'for clients'],
    breaks.map(({ about, sentence }) => [cell(about), markdownWords(sentence)]),
  )

const cell = (text: string): string => markdownCode(text, { isCell: true })

const changeCell = (before: string, after: string): string => `${cell(before)} → ${cell(after)}`

const widening = (widenings: readonly Widening[], { accepted, accepting }: ReviewOptions): readonly string[] => {
  if (widenings.length === 0) return []
  const open = widenings.filter(({ id }) => !accepted.has(id))
  const rows = [...open, ...widenings.filter(({ id }) => accepted.has(id))].map((each) => [
    accepted.has(each.id) ? 'accepted' : '**open**',
    wideningClaim(each, `${cell(`${each.entity}.${each.field}`)} (${each.class})`),
    changeCell(each.before, each.after),
    cell(each.id),
  ])
  const table = markdownTable(['', 'who sees more of what', 'before → after', 'id'], rows)
  const summary = `${counted(widenings.length, 'widening')}, ${open.length} of them open`
  return [
    '#### What widens on classified fields',
    '',
    ...foldedPast(rowsOpen, { rows: rows.length, summary, lines: table }),
    ...(open.length > 0
      ? ['', 'Whoever answers for these fields accepts them by id:', '', ...commandOf(open, accepting)]
      : []),
  ]
}

const commandOf = (open: readonly Widening[], accepting: ReviewOptions['accepting']): readonly string[] => {
  const command = accepting(open.map(({ id }) => id))
  const longest = Math.max(2, ...[...command.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return [`${fence}sh`, command, fence]
}

const access = (changes: readonly AccessChange[]): readonly string[] => {
  if (changes.length === 0) return []
  const rows = changes.map(({ role, kind, entity, operation, field, before, after }) => [
    markdownWords(role),
    kind === 'changed' ? 'other condition' : kind,
    `${cell(entity === null ? operation : `${entity}.${operation}`)}${field === undefined ? '' : ` of ${cell(field)}`}`,
    changeCell(verdictText(before), verdictText(after)),
  ])
  const lines = markdownTable(['role', '', 'what', 'before → after'], rows)
  return [
    '#### Who gains or loses what',
    '',
    ...foldedPast(rowsOpen, { rows: rows.length, summary: counted(rows.length, 'change'), lines }),
  ]
}

const additions = ({ styles }: Diff): readonly string[] => {
  const rows = Object.entries(styles).flatMap(([style, breaks]) =>
    breaks
      .filter((each) => !isBreaking(each))
      .map((each) => [markdownWords(style), cell(each.about), markdownWords(each.sentence)]),
  )
  const lines = markdownTable(['style', 'what', 'for clients'], rows)
  return rows.length === 0
    ? []
    : foldedPast(0, {
        rows: rows.length,
        summary: `${counted(rows.length, 'addition')} that no client has to know`,
        lines,
      })
}

const structure = (changes: readonly StructureChange[]): readonly string[] => {
  if (changes.length === 0) return []
  const lines = changes.map(
    ({ kind, what, about, was, details }) =>
      `- ${kind} ${what} ${was === undefined ? '' : `${markdownCode(was)} → `}${markdownCode(about)}${details.length > 0 ? `: ${details.map((each) => markdownCode(each)).join(', ')}` : ''}`,
  )
  return [
    '#### What else changed',
    '',
    ...foldedPast(rowsOpen, { rows: lines.length, summary: counted(lines.length, 'change'), lines }),
  ]
}
