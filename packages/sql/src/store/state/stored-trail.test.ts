import { expect, test } from 'vitest'
import { linesMax } from './audit-lines.ts'
import { trailIn } from './stored-trail.ts'

test('rows whose numbers are one are not taken for each other', () => {
  const mine = { entity: 'Patient', key: '{"id":"a"}', tenant: 't' }
  const entries = [mine, { ...mine, entity: 'Visit' }, { ...mine, key: '{"id":"b"}' }, { ...mine, tenant: null }]
  const body = entries.map((entry) => JSON.stringify(entry)).join('\n')
  const everywhere = new Set(entries.map((_, at) => linesMax + at))
  expect(trailIn([[1, body]], everywhere, mine)).toEqual([{ ...mine, intent: null, position: linesMax }])
})
