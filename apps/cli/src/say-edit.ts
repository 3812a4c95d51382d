import { formatDiff } from '@charter/charter'
import type { EditPreview } from '@charter/project'
import { sayDiagnostics } from './diagnostics.ts'
import { aligned, type Terminal } from './terminal.ts'

/** What an edit does, line by line: its steps, the text, the API, who gains or loses what, then what is open. */
export const sayEdit = (terminal: Terminal, preview: EditPreview): void => {
  const { style } = terminal
  for (const line of aligned(preview.steps.map(({ path, did }) => [style.strong(path), did]))) terminal.line(line)
  for (const line of preview.text) terminal.line(coloured(terminal, line))
  if (preview.changes) sayChanges(terminal, preview.changes)
  sayDiagnostics(terminal, preview.findings)
  for (const { text, offset, hint } of preview.notUnderstood)
    terminal.note(`${style.warn('not done')}  "${text}" (at character ${offset + 1}): ${hint}`)
  for (const { sentence, choices } of preview.questions) {
    terminal.note(`${style.warn('open')}  ${sentence}`)
    for (const choice of choices) terminal.note(`      charter edit "${choice}"`)
  }
}

/** Access is always told, also that nothing changes in it. */
const sayChanges = (terminal: Terminal, changes: NonNullable<EditPreview['changes']>): void => {
  terminal.line()
  for (const line of formatDiff(changes)) terminal.line(line)
  if (changes.access.length === 0)
    for (const line of ['Access', '  nobody gains or loses anything']) terminal.line(line)
}

const coloured = ({ style }: Terminal, line: string): string =>
  /^(?:\+\+\+|---|@@)/.test(line)
    ? style.muted(line)
    : line.startsWith('+')
      ? style.good(line)
      : line.startsWith('-')
        ? style.seal(line)
        : line
