import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allTypes } from '../rest/contract/all-types.fixture.ts'
import { twins } from '../rest/contract/twins.fixture.ts'
import { load } from '../testing/model.ts'
import { richCharterText } from '../testing/rich-charter.ts'
import { mcp } from './index.ts'
import { readMcp } from './read.ts'
import { visibleMcp } from './visible.ts'

const everyTool = (text: string): string => text.replace(/^serves: .*$/m, 'serves: [mcp]\nmcp: { tools: all }')

const expectSame = (text: string): void => {
  const { charter } = load(everyTool(text))
  expect(readMcp(mcp.contract(charter, mcp.surface(charter)))).toEqual(visibleMcp(charter))
}

const file = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

test.each([
  ['the clinic', file('../../../charter/examples/clinic.yaml')],
  ['every edge', file('../../../../conformance/edge.yaml')],
  ['every type', allTypes],
  ['twins', twins],
])('what is read of the contract of %s is what can be seen of its charter', (_name, text) => expectSame(text))

test('the same holds for random charters', () => {
  fc.assert(fc.property(richCharterText, expectSame), { numRuns: 150 })
})

test('a charter that says something else is read as something else', () => {
  const { charter } = load(everyTool(allTypes))
  const { charter: other } = load(everyTool(allTypes.replace('precision: 10, scale: 2', 'precision: 11, scale: 2')))
  expect(readMcp(mcp.contract(other, mcp.surface(other)))).not.toEqual(visibleMcp(charter))
})
