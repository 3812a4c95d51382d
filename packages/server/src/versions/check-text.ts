import { type Charter, formatLock, parseCharter, updateLock } from '@charter/charter'
import { saidText } from '@charter/deploy'
import { checkLoaded, requireSound } from '@charter/project/check'
import type { LoadedCharter } from '@charter/project/load'
import { styles, withGiven } from '@charter/styles'
import type { Diagnostic } from '../charter.gen.ts'

export interface Checked {
  readonly findings: readonly Diagnostic[]
  /** How many of all findings are errors. */
  readonly errors: number
  /** What its `charter.lock` is, after the one before it; null where it cannot be served. */
  readonly lock: string | null
}

const findingsMax = 100

/** What `charter check` says of a charter's text, after the lock of the version before it. */
export const checkText = (text: string, lockBefore: string | null): Checked => {
  const loaded = loadText(text, lockBefore)
  const found = checkLoaded(loaded)
  const errors = found.filter(({ severity }) => severity === 'error').length
  return {
    errors,
    findings: shownFindings(found),
    lock: loaded.charter && errors === 0 ? lockOf(loaded.charter, loaded) : null,
  }
}

const shownFindings = (found: ReturnType<typeof checkLoaded>): readonly Diagnostic[] =>
  found
    .filter(({ severity }) => severity !== 'information')
    .slice(0, findingsMax)
    .map(
      ({ code, severity, message, place }): Diagnostic => ({
        code,
        severity: severity === 'error' ? 'error' : 'warning',
        message: saidText(message, 2000),
        line: place.line,
        column: place.column,
      }),
    )

/** A charter to be generated of, and what `check` says of it, as it is checked once. */
export interface SoundCharter {
  readonly charter: Charter
  readonly loaded: LoadedCharter
  readonly findings: readonly Diagnostic[]
}

/** Throws Refused where it is not sound. */
export const soundCharter = (text: string, lock: string | null): SoundCharter => {
  const loaded = loadText(text, lock)
  const found = checkLoaded(loaded)
  return { charter: requireSound(loaded, found), loaded, findings: shownFindings(found) }
}

/** A charter's text, read, with the lock that it follows. */
export const loadText = (text: string, lock: string | null): LoadedCharter => ({
  ...parseCharter({ 'charter.yaml': text, ...(lock !== null && { 'charter.lock': lock }) }, { styles }),
  folder: '',
  file: 'charter.yaml',
})

const lockOf = (charter: Charter, { document }: LoadedCharter): string =>
  formatLock(withGiven(charter, updateLock(charter, document.lock)))
