import { expect, test } from 'vitest'
import { withArticle } from './article.ts'

test.each(
  `an order, an invoice, an ehr record, an hour, an honest answer, an heir, an MRI scan, an SMS, an HTML page, an x-ray, an FAQ,
   an unidentified call, an unimportant note, an umbrella, an urgent case, an upload, an usher, an NDA, an EhrRecord, an online store`
    .split(/,\s+/)
    .concat(
      `a user, a unit, a university, a union, a utility, a usage record, a European, a euro, a one-time code, a URL, a UUID, a uniform,
       a patient, a house, a history, a TV, a PC, a CSV file, a ukulele, a unique key, a eulogy, a SKU, a year`.split(
        /,\s+/,
      ),
    ),
)('%s', (said) => {
  expect(withArticle(said.replace(/^an? /, ''))).toBe(said)
})

test('what nobody counts has no article', () => {
  expect(['staff', 'nursing staff', 'news', 'staff member'].map(withArticle)).toEqual([
    'staff',
    'nursing staff',
    'news',
    'a staff member',
  ])
})
