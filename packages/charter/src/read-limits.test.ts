import { expect, test } from 'vitest'
import { parseCharter } from './parse.ts'

const read = (limits: string) =>
  parseCharter({
    'charter.yaml': `charter: 1\nname: shop\nlimits: ${limits}\nentities: { Order: { key: id, fields: { id: uuid } } }\n`,
  })

test.each([
  ['{ pageSizeMax: 10 }', '`pageSizeDefault` 20 is above `pageSizeMax` 10.'],
  [
    '{ pageSizeMax: 300, costMax: 300 }',
    'A page of `pageSizeMax` 300 costs 301, above `costMax` 300: it would always be refused.',
  ],
  ['{ costMax: 0 }', '`costMax` is a whole number of at least 1.'],
])('limits %s are refused', (limits, sentence) => {
  const { charter, diagnostics } = read(limits)
  expect(charter).toBeNull()
  expect(JSON.stringify(diagnostics)).toContain(sentence)
})

test('a page that costs all that is taken may be', () => {
  expect(read('{ pageSizeMax: 299, costMax: 300 }').charter?.limits).toMatchObject({ pageSizeMax: 299, costMax: 300 })
})
