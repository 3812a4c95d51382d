import type { Expect, Scenario, Step } from '../scenario.ts'

/** What somebody is told who has done it so often. */
export const tooOften: Expect = {
  status: 429,
  headers: { 'retry-after': { matches: '\\d{1,2}' } },
  body: [{ at: '/code', equals: 'too-many' }],
}

/** Steps asked of a service that is told a small rate: `{ RATE_JOBS: '1' }`. */
export const rateScenario = (
  id: string,
  title: string,
  env: Readonly<Record<string, string>>,
  steps: readonly Step[],
): Scenario => ({
  id: `limited.${id}`,
  title,
  cites: ['problems'],
  rows: 'example',
  writes: true,
  in: 'rest',
  start: { env, says: [] },
  steps,
})
