import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allTypes } from '../rest/contract/all-types.fixture.ts'
import { charterText } from '../testing/arbitrary-charter.ts'
import { load, shop } from '../testing/model.ts'
import { contract } from './contract/contract.ts'
import { readGrpc } from './read.ts'
import { surfaceOf } from './surface.ts'
import { recursive } from './testing/recursive.ts'
import { visibleGrpc } from './visible.ts'

const root = new URL('../../../../', import.meta.url)
const file = (path: string) => readFileSync(new URL(path, root), 'utf8')

const holds = (text: string): void => {
  const { charter } = load(text)
  expect(readGrpc(contract(charter, surfaceOf(charter)))).toEqual(visibleGrpc(charter))
}

test.each([
  ['clinic', file('packages/charter/examples/clinic.yaml')],
  ['edge', file('conformance/edge.yaml')],
  ['every type', allTypes],
  ['shop', shop],
  // Names that are one in protobuf are told apart by a number, which a charter does not show.
  [
    'types that hold themselves',
    recursive.replace("['', 'a', 'A', 'a b', 'a-b', '1', '√']", "['a', 'a b', '1']").replace("'kind': {}", 'other: {}'),
  ],
])('the contract of %s shows what can be seen of it', (_name, text) => holds(text))

test('so do those of random charters', () => {
  fc.assert(fc.property(charterText, holds), { numRuns: 100 })
})
