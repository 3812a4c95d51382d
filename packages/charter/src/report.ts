import type { Place } from './charter.ts'
import type { Diagnostic, DiagnosticDeclaration } from './diagnostic.ts'

/** Diagnostics of a package, declared once as data, by code. */
export type Declarations = Readonly<Record<string, DiagnosticDeclaration<never>>>

type ArgumentsOf<Declaration> = Declaration extends DiagnosticDeclaration<infer Arguments> ? Arguments : never

/** Where a finding stands: the place in the file and the path in the document. */
export interface Location {
  readonly place: Place
  readonly path: string
}

/** Collects findings; `report` is typed by code. One per reading of a document. */
export interface Reporter<Declared extends Declarations> {
  report<Code extends keyof Declared & string>(code: Code, at: Location, given: ArgumentsOf<Declared[Code]>): void
  readonly found: Diagnostic[]
}

/** A reporter over a package's declarations. */
export const createReporter = <Declared extends Declarations>(declared: Declared): Reporter<Declared> => {
  const found: Diagnostic[] = []
  return {
    found,
    report: (code, at, given) => {
      // A declaration's argument type is known by its code; `Declarations` erases it so that one map can hold them all.
      const declaration = declared[code] as unknown as DiagnosticDeclaration<unknown>
      const hint = declaration.hint?.(given)
      found.push({
        code,
        severity: declaration.severity,
        message: declaration.message(given),
        ...(hint === undefined ? {} : { hint }),
        place: at.place,
        path: at.path,
      })
    },
  }
}

/** Declares an error; `hint` says what to do next. */
export const error = <Arguments>(
  message: (given: Arguments) => string,
  hint?: (given: Arguments) => string | undefined,
): DiagnosticDeclaration<Arguments> => declared('error', message, hint)

/** Declares a warning. */
export const warning = <Arguments>(
  message: (given: Arguments) => string,
  hint?: (given: Arguments) => string | undefined,
): DiagnosticDeclaration<Arguments> => declared('warning', message, hint)

/** Declares a note: nothing is wrong, but somebody should know. */
export const information = <Arguments>(
  message: (given: Arguments) => string,
  hint?: (given: Arguments) => string | undefined,
): DiagnosticDeclaration<Arguments> => declared('information', message, hint)

const declared = <Arguments>(
  severity: Diagnostic['severity'],
  message: (given: Arguments) => string,
  hint: ((given: Arguments) => string | undefined) | undefined,
): DiagnosticDeclaration<Arguments> => ({ severity, message, ...(hint ? { hint } : {}) })

/** Errors first is never imposed: findings stand in document order (file, line, column, code). */
export const sortDiagnostics = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  [...diagnostics].sort(
    (a, b) =>
      compareText(a.place.file, b.place.file) ||
      a.place.line - b.place.line ||
      a.place.column - b.place.column ||
      compareText(a.code, b.code),
  )

/** Whether anything found stops the document from being used. */
export const hasErrors = (diagnostics: readonly Diagnostic[]): boolean =>
  diagnostics.some((each) => each.severity === 'error')

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
