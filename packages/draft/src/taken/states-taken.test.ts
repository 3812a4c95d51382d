import { expect, test } from 'vitest'
import { draftCharter } from '../draft.ts'
import { checkDrafted } from '../testing/check-drafted.ts'
import { statesIn } from './states-said.ts'

test.each([
  'A permit begins as a draft, then is reviewed and finally issued or refused.',
  'Each permit starts life as a draft, is then reviewed and ends up issued or refused.',
  'Permits go from draft to reviewed to issued or refused.',
  'First, a permit is a draft, afterwards it is reviewed, and in the end it is either issued or refused.',
  'A permit is a draft → reviewed → issued or refused.',
  'A permit starts out as a draft, becomes reviewed, and once it has been paid it is issued or refused.',
])('an order of states is read: %s', (words) => {
  expect(statesIn(words).map(({ steps }) => steps)).toEqual([[['draft'], ['reviewed'], ['issued', 'refused']]])
})

test.each([
  'A permit is large, and has a number.',
  'A permit is issued by the council.',
  'A permit has a draft, then a number.',
])('no order: %s', (words) => expect(statesIn(words)).toEqual([]))

const boats = 'A boat has a name and a length. A repair is of one boat and has a description. Foremen see repairs.'

test('a state is no thing, and `it` is what was spoken of before', () => {
  const { document } = checkDrafted(`${boats} It begins as a sketch, becomes a plan and is finally finished.`)
  expect(document).toContain('values: [sketch, plan, finished]')
  expect(document).not.toMatch(/\n {2}(?:Sketch|Plan):/)
})

test('who makes a move is who a clause says makes it', () => {
  const { rightsOf } = checkDrafted(
    `${boats} A repair is requested, then planned, then finished or abandoned. Owners request repairs. Planners plan repairs. Foremen finish or abandon repairs.`,
  )
  expect(rightsOf('Repair', 'planner')?.join()).toContain('planRepair')
  expect(rightsOf('Repair', 'foreman')?.join()).toMatch(/finishRepair.*abandonRepair|abandonRepair.*finishRepair/)
  expect(rightsOf('Repair', 'planner')?.join()).not.toContain('finishRepair')
})

test('what was refused goes no further where there is another way', () => {
  const { document } = draftCharter(`${boats} A repair is requested, then accepted or declined, then finished.`)
  expect(document).toMatch(/finishRepair: \{ from: accepted, to: finished/)
})

test('states in that order are no state more', () => {
  const { document } = checkDrafted(
    'A parcel is announced, then collected, then delivered, in that order. A parcel has a weight. Clerks manage parcels.',
  )
  expect(document).not.toMatch(/InThatOrder|that order[\],]/)
  expect(document).toContain('deliverParcel')
})
