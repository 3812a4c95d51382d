import { plainText } from '../plain-text.ts'
import type { TestFailure, Tests } from '../suites/tests-run.ts'
import type { Found } from './take-findings.ts'

/** Of each test that failed. */
export const findingsOfRun = (tests: Tests, failures: readonly TestFailure[]): readonly Found[] =>
  failures.map(({ id, title, text }) => ({
    source: 'testRun',
    severity: 'high',
    title: plainText(title || id, 200) || '?',
    text: plainText(text, 4000) || null,
    about: plainText(id, 400) || null,
    sameBy: `${tests}\n${id}`,
  }))
