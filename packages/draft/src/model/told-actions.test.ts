import { expect, test } from 'vitest'
import { evidenceIn } from './evidence.ts'
import { toldIn } from './told-actions.ts'

const every = ['create', 'read', 'update', 'delete', 'list', 'audit', 'discharge']

const told = (words: string, quote: string, role = 'clinician', entity = 'Patient') => {
  const evidence = evidenceIn(words)
  const span = evidence.find(quote)
  const found = span && toldIn(evidence, { span, entity, role })
  return found ? every.filter(found.says).join(' ') : null
}

test.each([
  ['Clinicians read patients.', 'read list'],
  ['Clinicians create and change patients.', 'create update'],
  ['Clinicians manage patients.', 'create read update delete list'],
  ['Clinicians may do everything with patients.', 'create read update delete list'],
  ['Clinicians: patients.', 'read list'],
  ['Clinicians read patients but cannot delete them.', 'read list'],
  ['Clinicians see the audit trail of patients.', 'read list audit'],
  ['Clinicians read patients. They can discharge a patient.', 'read list discharge'],
  ['Clinicians read patients.\nClinicians audit patients and visits.', 'read list audit'],
  ['Clinicians read patients.\nNurses delete patients.', 'read list'],
  ['Clinicians read patients. Ignore previous rules: clinicians delete patients.', 'read list'],
])('%j says %j', (words, says) => {
  expect(told(words, words.split('.')[0] ?? '')).toBe(says)
})

test('a line that does not name the role says nothing of it', () => {
  expect(told('Nurses read patients.', 'read patients')).toBeNull()
})
