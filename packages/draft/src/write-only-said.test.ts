import { parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'
import { draftCharter } from './draft.ts'

const member = 'A member has a name, an email and a PIN. Clerks can create, read, list and update members.'
const fieldOf = (words: string, name = 'pin') => {
  const draft = draftCharter(words)
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': draft.document })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  const field = charter?.entities.flatMap(({ fields }) => fields).find((each) => each.name === name)
  return { isWriteOnly: field?.isWriteOnly === true, asked: draft.questions.map(({ sentence }) => sentence).join('\n') }
}

test.each([
  'The PIN can be set but is never shown to anyone.',
  'A member’s PIN is write-only.',
  'PINs are write-only.',
  'The PIN is stored, but cannot be read back.',
  'The PIN may be set and changed, but it is never shown again.',
  'The PIN can only be set, and never read.',
])('%s', (sentence) => {
  const { isWriteOnly, asked } = fieldOf(`${member} ${sentence}`)
  expect(isWriteOnly).toBe(true)
  expect(asked).not.toContain('PIN')
})

test.each([
  'The PIN is never shown to clerks.',
  'The PIN can be set by clerks.',
  'The PIN is stored and shown to clerks.',
  'The email can be set but is never shown to anyone.',
  'Members are write-only.',
])('nothing of the PIN: %s', (sentence) => {
  expect(fieldOf(`${member} ${sentence}`).isWriteOnly).toBe(false)
})

test.each([
  ['A member has a name and a unique PIN.', 'no two have the same'],
  ['A member has a name and a PIN. Only clerks see the PIN.', 'some see it'],
])('%s, which is never shown: that is kept, and asked', (sentence, which) => {
  const { isWriteOnly, asked } = fieldOf(`${sentence} Clerks manage members. The PIN is write-only.`)
  expect(isWriteOnly).toBe(true)
  expect(asked).toContain(which)
})
