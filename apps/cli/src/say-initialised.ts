import { type Initialised, isSound } from '@charter/project/init'
import { countDiagnostics, sayDiagnostics } from './diagnostics.ts'
import { readInWords } from './read-in-words.ts'
import { aligned, type Terminal } from './terminal.ts'

/** Says what was written and what is open in it, and the next command. */
export const sayInitialised = (terminal: Terminal, made: Initialised): void => {
  const { loaded, origin, losses, files, diagnostics } = made
  const { charter, document } = loaded
  const read = origin === 'drafted' ? readInWords(document.lock.provenance) : ''
  const questions = charter?.questions ?? []
  const facts: readonly (readonly [string, string])[] = [
    ['wrote', files.join(', ')],
    ...(read === '' ? [] : [['words', read] as const]),
    ...(charter ? [['entities', charter.entities.map(({ name }) => name).join(', ')] as const] : []),
    ...questions.map(({ kind, sentence }) => [kind === 'assumed' ? 'assumed' : 'open', sentence] as const),
    ...losses.map(({ about, sentence }) => ['loss', `${about}, ${sentence}`] as const),
  ]
  terminal.line(terminal.style.strong(charter?.title ?? 'A charter'))
  for (const line of aligned(facts)) terminal.line(`  ${line}`)
  if (!isSound(made)) sayDiagnostics(terminal, diagnostics)
  terminal.line(
    isSound(made)
      ? 'Next: charter check, then charter start'
      : `${countDiagnostics(diagnostics)}. Next: mend it, then charter check`,
  )
}
