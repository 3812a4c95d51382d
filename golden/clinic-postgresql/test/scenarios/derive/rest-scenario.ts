import type { Scenario, Step } from '../scenario.ts'

/** What REST alone is asked, from the example rows. */
export const restScenario = (id: string, title: string, steps: readonly Step[], writes = true): Scenario => ({
  id: `rest.${id}`,
  title,
  cites: ['problems'],
  rows: 'example',
  writes,
  in: 'rest',
  steps,
})

export const malformed: Step['expect'] = { status: 400, body: [{ at: '/code', equals: 'malformed' }] }
