import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allTypes } from '../rest/contract/all-types.fixture.ts'
import { load } from '../testing/model.ts'
import { richCharterText } from '../testing/rich-charter.ts'
import { soap } from './index.ts'
import { readSoap } from './read.ts'
import { visibleSoap } from './visible.ts'

const expectSame = (text: string): void => {
  const { charter } = load(text)
  expect(readSoap(soap.contract(charter, soap.surface(charter)))).toEqual(visibleSoap(charter))
}

const file = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

test.each([
  ['the clinic', file('../../../charter/examples/clinic.yaml')],
  ['every edge', file('../../../../conformance/edge.yaml')],
  ['every type', allTypes],
])('what is read of the contract of %s is what can be seen of its charter', (_name, text) => expectSame(text))

test('the same holds for random charters', () => {
  fc.assert(fc.property(richCharterText, expectSame), { numRuns: 150 })
})

test('a charter that says something else is read as something else', () => {
  const { charter } = load(allTypes)
  const { charter: other } = load(allTypes.replace('precision: 10, scale: 2', 'precision: 11, scale: 2'))
  expect(readSoap(soap.contract(other, soap.surface(other)))).not.toEqual(visibleSoap(charter))
})
