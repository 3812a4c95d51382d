import { parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'
import { stateDiagrams } from './state-diagram.ts'

const entityOf = (values: string, moves: string) => {
  const { charter } = parseCharter({
    'charter.yaml': `charter: 1
name: shop
entities:
  Order:
    key: id
    fields:
      id: uuid
      status: { type: enum, values: ${values}, states: { moves: ${moves} } }
`,
  })
  const [entity] = charter?.entities ?? []
  if (!charter || !entity) throw new Error('there is no entity')
  return [entity, charter] as const
}

test('states stand in a row as the field has them; the first is where rows begin, the last where none leads on', () => {
  const [diagram] = stateDiagrams(
    ...entityOf(
      '[placed, paid, gone]',
      '{ pay: { from: placed, to: paid }, end: { from: [placed, paid], to: gone }, undo: { from: paid, to: placed } }',
    ),
  )
  expect(diagram?.states.map(({ name, isInitial, isFinal }) => [name, isInitial, isFinal])).toEqual([
    ['placed', true, false],
    ['paid', false, false],
    ['gone', false, true],
  ])
  expect(diagram?.label).toBe(
    'States of Order.status, from placed: pay leads from placed to paid; end leads from placed or paid to gone; undo leads from paid to placed.',
  )
  const [row] = diagram?.states ?? []
  const heights = Object.fromEntries(
    (diagram?.moves ?? []).map(({ names, y, path }) => [
      `${names} ${path.includes('Q')}`,
      Math.sign(y - (row?.y ?? 0) - 16),
    ]),
  )
  // Straight on above the line, over the row, and under it.
  expect(heights).toEqual({ 'pay false': -1, 'end true': -1, 'end false': -1, 'undo true': 1 })
})

test('nothing is drawn outside, no state over another, and no arc along another', () => {
  const names = ['a', 'bb', 'ccc', 'dddd', 'eeeee', 'ffffff']
  const moves = names.flatMap((from, at) =>
    names.flatMap((to, on) => (at === on ? [] : [`m${at}${on}: { from: ${from}, to: ${to} }`])),
  )
  const [diagram] = stateDiagrams(...entityOf(`[${names}]`, `{ ${moves.join(', ')} }`))
  const { states = [], moves: drawn = [], width = 0, height = 0 } = diagram ?? {}
  for (const [at, { x, y, width: wide, height: high }] of states.entries()) {
    expect(x + wide).toBeLessThan(states[at + 1]?.x ?? width)
    expect([x >= 0, y >= 0, y + high <= height]).toEqual([true, true, true])
  }
  const numbers = drawn.flatMap(({ path }) =>
    (path.match(/[VH](-?\d+(?:\.\d+)?)/g) ?? []).map((each) => ({ axis: each[0], at: Number(each.slice(1)) })),
  )
  expect(numbers.filter(({ axis, at }) => at < 0 || at > (axis === 'V' ? height : width))).toEqual([])
  const runs = drawn.flatMap(({ path }) => {
    const [, level, from, to] = /V[\d.-]+Q[\d.-]+ ([\d.-]+) ([\d.-]+) [\d.-]+H([\d.-]+)/.exec(path) ?? []
    return level === undefined
      ? []
      : [{ level: Number(level), from: Math.min(Number(from), Number(to)), to: Math.max(Number(from), Number(to)) }]
  })
  const along = runs.flatMap((one, at) =>
    runs.slice(at + 1).filter((other) => one.level === other.level && one.from < other.to && other.from < one.to),
  )
  expect(along).toEqual([])
  expect(drawn).toHaveLength(moves.length)
})

test('a move of the service’s own code is drawn, and has no name', () => {
  const moves =
    '{ pay: { from: placed, to: paid }, expire: { from: placed, to: gone, internal: true }, drop: { from: placed, to: gone, internal: true } }'
  const [diagram] = stateDiagrams(...entityOf('[placed, paid, gone]', moves))
  expect(diagram?.moves.map(({ names }) => names)).toEqual([['pay'], ['the service']])
  expect(diagram?.label).not.toMatch(/expire|drop/)
})
