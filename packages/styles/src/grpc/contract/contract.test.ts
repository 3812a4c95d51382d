import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allTypes } from '../../rest/contract/all-types.fixture.ts'
import { charterText } from '../../testing/arbitrary-charter.ts'
import { load, shop } from '../../testing/model.ts'
import { surfaceOf } from '../surface.ts'
import { lint } from '../testing/buf.ts'
import { recursive } from '../testing/recursive.ts'
import { contract } from './contract.ts'

const root = new URL('../../../../../', import.meta.url)
const clinic = readFileSync(new URL('packages/charter/examples/clinic.yaml', root), 'utf8')
const edge = readFileSync(new URL('conformance/edge.yaml', root), 'utf8')

const contractOf = (text: string) => {
  const { charter } = load(text)
  return contract(charter, surfaceOf(charter))
}

test.each([
  ['clinic', clinic],
  ['edge', edge],
  ['every type', allTypes],
  ['shop', shop],
  ['types that hold themselves, and enum values without letters', recursive],
])('buf finds nothing to say about %s', async (_name, text) => {
  expect(await lint(contractOf(text))).toEqual([])
})

const { seed = 0 } = fc.readConfigureGlobal()
test.each(fc.sample(charterText, { numRuns: 6, seed }).map((text, at) => [at, text] as const))(
  `nor about random charter %i of seed ${seed}`,
  async (_at, text) => {
    expect(await lint(contractOf(text))).toEqual([])
  },
)
