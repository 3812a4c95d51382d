import type { TestFailure, Tests } from '../suites/tests-run.ts'
import type { Found } from './take-findings.ts'

/** Of each test that failed. */
export const findingsOfRun = (tests: Tests, failures: readonly TestFailure[]): readonly Found[] =>
  failures.map(({ id, title, text }) => ({
    source: 'testRun',
    severity: 'high',
    title: (title || id).slice(0, 200),
    text: text === '' ? null : text.slice(0, 4000),
    about: id.slice(0, 400),
    sameBy: `${tests}\n${id}`,
  }))
