import { expect, test } from 'vitest'
import { completeChecks } from './complete-checks.ts'
import type { Options } from './options.ts'
import { emptyOutline, entityIn } from './outline.ts'

const checkOf = (fields: Readonly<Record<string, Options>>): string | undefined => {
  const outline = emptyOutline()
  const stay = entityIn(outline, 'Stay')
  for (const [name, options] of Object.entries(fields)) stay.fields.set(name, options)
  completeChecks(outline)
  return stay.checks.get('endsAfterStart')?.rule as string | undefined
}

test.each([
  [{ startsOn: { type: 'date' }, endsOn: { type: 'date' } }, 'endsOn >= startsOn'],
  [{ startDate: { type: 'date' }, endDate: { type: 'date', optional: true } }, 'endDate >= startDate'],
  [{ validFrom: { type: 'instant' }, validUntil: { type: 'instant' } }, 'validUntil >= validFrom'],
  [{ arrivesAt: { type: 'instant' }, departsAt: { type: 'instant' } }, 'departsAt >= arrivesAt'],
])('what begins ends no earlier: %j', (fields, rule) => expect(checkOf(fields)).toBe(rule))

test.each([
  ['of two types', { startsOn: { type: 'date' }, endsAt: { type: 'instant' } }],
  ['times of day, which may pass midnight', { startsAt: { type: 'time' }, endsAt: { type: 'time' } }],
  [
    'several that could be meant',
    { startsOn: { type: 'date' }, startedOn: { type: 'date' }, endsOn: { type: 'date' } },
  ],
  ['other words', { startup: { type: 'date' }, ending: { type: 'date' } }],
])('nothing is checked of %s', (_, fields) => expect(checkOf(fields as Record<string, Options>)).toBeUndefined())
