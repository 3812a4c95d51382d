import { expect, test } from 'vitest'
import { isAllowedAlike } from './allowed-alike.ts'
import type { Rule } from './model.ts'

const rule = (id: string, isConditional: boolean) => ({ id, isConditional }) as Rule
const [all, some, other] = [rule('all', false), rule('some', true), rule('other', true)]

test('an action is allowed on all rows of another whose permits it has, unless something forbids it alone', () => {
  const reading = { permits: [some], forbids: [] }
  expect(isAllowedAlike({ permits: [all], forbids: [] }, reading)).toBe(true)
  expect(isAllowedAlike({ permits: [some, other], forbids: [] }, reading)).toBe(true)
  expect(isAllowedAlike({ permits: [some], forbids: [] }, { permits: [some, other], forbids: [] })).toBe(false)
  expect(isAllowedAlike({ permits: [all], forbids: [other] }, reading)).toBe(false)
  expect(isAllowedAlike({ permits: [all], forbids: [other] }, { permits: [some], forbids: [other] })).toBe(true)
})
