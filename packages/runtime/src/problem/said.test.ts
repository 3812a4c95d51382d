import { expect, test } from 'vitest'
import { doing, nounsOf, oneOf } from './said.ts'

test.each([
  ['Patient', 'list', 'list patients'],
  ['LabResult', 'create', 'create lab results'],
  ['Category', 'delete', 'delete categories'],
  ['EHRRecord', 'audit', 'see the audit trail of ehr records'],
  ['Class', 'read', 'read classes'],
  ['order_items', 'update', 'update order items'],
  ['Patient', 'dischargePatient', 'call dischargePatient'],
  [null, 'countLoans', 'call countLoans'],
  ['Patient', 'constructor', 'call constructor'],
])('%s, %s: "%s"', (entity, action, said) => {
  expect(doing(entity, action)).toBe(said)
})

test('one and many', () => {
  expect([oneOf('EhrRecord'), oneOf('Patient'), nounsOf('Address'), nounsOf('Box')]).toEqual([
    'an ehr record',
    'a patient',
    'addresses',
    'boxes',
  ])
})

test('many are called as the model says', () => {
  expect(doing('Person', 'list', 'people')).toBe('list people')
})
