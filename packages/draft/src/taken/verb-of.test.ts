import { expect, test } from 'vitest'
import { verbOf } from './verb-of.ts'

test.each([
  ['approves', 'approve'],
  ['cancels', 'cancel'],
  ['carries', 'carry'],
  ['dispatches', 'dispatch'],
  ['discusses', 'discuss'],
  ['changes', 'change'],
])('%s is to %s', (said, verb) => expect(verbOf(said)).toBe(verb))

test.each([
  ['approved', 'approve'],
  ['published', 'publish'],
  ['signed', 'sign'],
  ['cancelled', 'cancel'],
  ['paid', 'pay'],
  ['updated', 'update'],
  ['verified', 'verify'],
  ['released', 'release'],
  ['shipped', 'ship'],
  ['closed', 'close'],
  ['confirmed', 'confirm'],
  ['rejected', 'reject'],
  ['accepted', 'accept'],
  ['completed', 'complete'],
  ['activated', 'activate'],
  ['archived', 'archive'],
  ['finished', 'finish'],
  ['dispensed', 'dispense'],
  ['refunded', 'refund'],
  ['reopened', 'reopen'],
  ['billed', 'bill'],
  ['passed', 'pass'],
])('%s is to %s', (done, verb) => expect(verbOf(done)).toBe(verb))
