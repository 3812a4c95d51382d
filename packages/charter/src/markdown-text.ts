/**
 * Text that somebody else wrote, as plain words in GitHub's Markdown: it makes no markup, link, image, mention, reference or table cell,
 * hides nothing behind a direction of writing, and stays on its line.
 */
export const markdownWords = (text: string): string =>
  onOneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_~[\]|$]/g, '\\$&')
    // GitHub links these without any markup; a character of no width keeps them apart.
    .replaceAll(/@(?=\w)|#(?=\d)|:(?=\/\/)|\bwww(?=\.)|\bGH(?=-\d)/gi, '$&\u200b')

/** Text as a code span, in which nothing is markup; `isCell`: inside a table, where a bar would end the cell. */
export const markdownCode = (text: string, { isCell = false } = {}): string => {
  const line = onOneLine(text) || ' '
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const space = /^`|`$/.test(line) ? ' ' : ''
  const inside = isCell ? line.replaceAll('|', '\\|') : line
  return `${fence}${space}${inside}${space}${fence}`
}

/** A table; its cells are Markdown already. */
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---|').join('')}`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
]

/** Lines as they are, or folded away under one sentence when there are more rows than people read. */
export const foldedPast = (
  rowsMax: number,
  { rows, summary, lines }: { readonly rows: number; readonly summary: string; readonly lines: readonly string[] },
): readonly string[] =>
  rows <= rowsMax ? lines : ['<details>', `<summary>${summary}</summary>`, '', ...lines, '', '</details>']

/** Control characters and those that turn the direction of writing show as what they are: nothing that belongs there. */
const onOneLine = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
    .trim()
