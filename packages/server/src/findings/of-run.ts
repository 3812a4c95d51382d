import { saidText } from '@charter/deploy'
import type { TestFailure, Tests } from '../suites/tests-run.ts'
import type { Found } from './take-findings.ts'

/** Of each test that failed. */
export const findingsOfRun = (tests: Tests, failures: readonly TestFailure[]): readonly Found[] =>
  failures.map(({ id, title, text }) => ({
    source: 'testRun',
    severity: 'high',
    title: saidText(title, 200) || saidText(id, 200) || 'A test of no name',
    text: saidText(text, 4000) || null,
    about: saidText(id, 400) || null,
    sameBy: `${tests}\n${id}`,
  }))
