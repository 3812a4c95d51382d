import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { load } from '../testing/model.ts'
import { richCharterText } from '../testing/rich-charter.ts'
import { allTypes } from './contract/all-types.fixture.ts'
import { twins } from './contract/twins.fixture.ts'
import { rest } from './index.ts'
import { readRest } from './read.ts'
import { visibleRest } from './visible.ts'

const expectSame = (text: string): void => {
  const { charter } = load(text)
  expect(readRest(rest.contract(charter, rest.surface(charter)))).toEqual(visibleRest(charter))
}

const file = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

test.each([
  ['the clinic', file('../../../charter/examples/clinic.yaml')],
  ['every edge', file('../../../../conformance/edge.yaml')],
  ['every type', allTypes],
  ['twins', twins],
  ['twins', twins],
])('what is read of the contract of %s is what can be seen of its charter', (_name, text) => expectSame(text))

test('the same holds for random charters', () => {
  fc.assert(fc.property(richCharterText, expectSame), { numRuns: 150 })
})

test('a charter that says something else is read as something else', () => {
  const { charter } = load(allTypes)
  const { charter: other } = load(allTypes.replace('precision: 10, scale: 2', 'precision: 11, scale: 2'))
  expect(readRest(rest.contract(other, rest.surface(other)))).not.toEqual(visibleRest(charter))
})
