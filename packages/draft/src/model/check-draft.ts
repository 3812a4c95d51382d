import { type Charter, checkCharter, type Diagnostic, parseCharter } from '@charter/charter'

/** Everything that is wrong with a document, by place. */
export type CheckDocument = (document: string) => readonly Diagnostic[]

/** What this package can tell alone. Whoever knows the styles, connectors and rules gives a check that knows them too. */
export const checkDocument: CheckDocument = (document) => {
  const { partial, diagnostics } = parseCharter({ 'charter.yaml': document })
  return partial ? [...diagnostics, ...checkCharter(partial, alone(partial))] : diagnostics
}

const alone = (charter: Charter): Parameters<typeof checkCharter>[1] => ({
  styles: charter.serves.map((name) => ({ name, check: () => [] })),
  connectors: charter.sources.flatMap((source) =>
    source.kind === 'own' ? [{ name: source.database, accepts: () => false, check: () => [] }] : [],
  ),
})

/** Findings that a draft may not have; notes do not count. */
export const findingsIn = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  diagnostics.filter(({ severity }) => severity !== 'information')

/** `entities.Patient.fields.ssn: There is no type "txt". Did you mean "text"? The line: ssn: { type: txt }` */
export const findingSentence = ({ path, place, message, hint }: Diagnostic, document: string): string => {
  const line = document.split('\n')[place.line - 1]?.trim().slice(0, 160)
  return [`${path || 'the whole'}: ${message}`, hint, line && `The line: ${line}`].filter(Boolean).join(' ')
}
