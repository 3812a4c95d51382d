import { parseCharter } from '@charter/charter'
import { describe, expect, test } from 'vitest'
import { draftCharter } from './draft.ts'

const shop =
  'A shop has orders. An order has a number, a margin, a price and a status (offered, sold, cancelled). Managers manage orders. Clerks may read orders.'

/** What clerks may do with orders, and whether a question quotes the words. */
const clerksIn = (said: string) => {
  const { document, questions } = draftCharter(`${shop} ${said}`)
  const { charter } = parseCharter({ 'charter.yaml': document })
  const lines = charter?.entities.find(({ name }) => name === 'Order')?.allow ?? []
  const own = lines.filter(({ role }) => role === 'clerk')
  return {
    rights: own.map((line) => [[...line.do].sort().join(' '), line.when ?? null]),
    isAsked: questions.some(({ sentence }) => sentence.includes('No rule was made of it.')),
  }
}

const offered = 'resource.status == "offered"'
const notCancelled = 'resource.status != "cancelled"'

describe('a deed that is denied behind what is allowed is taken from it', () => {
  test.each([
    ['Clerks may manage orders but never delete them.', 'create list read update'],
    ['Clerks may manage orders, yet never change or delete them.', 'create list read'],
    ['Clerks may manage orders, though they may not delete them.', 'create list read update'],
  ])('%s', (said, left) => {
    expect(clerksIn(said)).toEqual({ rights: [[left, null]], isAsked: false })
  })
})

describe('a limit holds against a sentence that allows the same without it', () => {
  test.each([
    ['Clerks can read any order, provided it has been offered.', offered],
    ['Clerks can read orders. But only offered ones.', offered],
    ['Clerks may see orders. Only offered orders, though.', offered],
    ['Clerks never see cancelled orders.', notCancelled],
    ['Cancelled orders are for managers only.', notCancelled],
    ['Cancelled orders may only be seen by managers.', notCancelled],
    ['Only managers may see cancelled orders.', notCancelled],
    ['Cancelled orders may not be seen by clerks.', notCancelled],
  ])('%s', (said, when) => {
    expect(clerksIn(said)).toEqual({ rights: [['list read', when]], isAsked: false })
  })

  test('a limit ahead of its verbs is on these', () => {
    expect(clerksIn('Clerks may read orders and, only if offered, change them.').rights).toEqual([
      ['list read', null],
      ['update', offered],
    ])
  })
})

describe('what no rule can say is left out, and asked about', () => {
  test.each([
    'Clerks may update orders, but not the price.',
    'Clerks may update orders except for the margin.',
    'Clerks may update orders. Only managers may change the margin.',
    'Clerks may update orders. Only managers may update orders.',
    'Clerks may update orders but never change those of last year.',
    'Clerks may update orders. They must not change the margin.',
    'Clerks may update orders. Changing the price is reserved for managers.',
    'Clerks may update orders. The price can only be changed by managers.',
    'Clerks may update orders, leaving the price alone.',
    'Clerks may update orders. Not after somebody paid.',
  ])('%s', (said) => {
    const { rights, isAsked } = clerksIn(said)
    expect(rights.flat().join(' ')).not.toContain('update')
    expect(isAsked || said.endsWith('Only managers may update orders.')).toBe(true)
  })
})

test('no clerk of a field takes nothing else from clerks', () => {
  expect(clerksIn('No clerks may view the margin of an order.').rights).toEqual([['list read', null]])
})

test('what keeps somebody from something in no form that is read is asked about', () => {
  expect(clerksIn('Clerks may update orders. Sold orders are locked for clerks.').isAsked).toBe(true)
  expect(clerksIn('Clerks may not delete orders.').isAsked).toBe(false)
})
