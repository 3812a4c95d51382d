import type { Diagnostic } from '@charter/charter'
import type { Terminal } from './terminal.ts'

/** `clinic.yaml:12:7  error  unknown-field  There is no field "birthdate". Did you mean "birthDate"?` */
export const sayDiagnostics = (terminal: Terminal, diagnostics: readonly Diagnostic[]): void => {
  const { style } = terminal
  for (const { place, severity, code, message, hint } of diagnostics) {
    const sign =
      severity === 'error' ? style.seal('error') : severity === 'warning' ? style.warn('warning') : style.muted('note')
    terminal.line(
      `${style.strong(`${place.file}:${place.line}:${place.column}`)}  ${sign}  ${message}  ${style.muted(code)}`,
    )
    if (hint !== undefined) terminal.line(`    ${hint}`)
  }
}

/** `2 errors, 1 warning` */
export const countDiagnostics = (diagnostics: readonly Diagnostic[]): string => {
  const count = (severity: Diagnostic['severity'], word: string): readonly string[] => {
    const found = diagnostics.filter((each) => each.severity === severity).length
    return found === 0 ? [] : [`${found} ${word}${found === 1 ? '' : 's'}`]
  }
  return (
    [...count('error', 'error'), ...count('warning', 'warning'), ...count('information', 'note')].join(', ') ||
    'no mistakes'
  )
}
