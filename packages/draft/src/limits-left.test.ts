import { parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'
import { draftCharter } from './draft.ts'

const mayIn = (words: string) => {
  const { document, questions } = draftCharter(words)
  const { charter } = parseCharter({ 'charter.yaml': document })
  const lines = charter?.entities.flatMap(({ name, allow }) => allow.map((each) => ({ ...each, on: name }))) ?? []
  return {
    may: (role: string, on: string) => lines.flatMap((each) => (each.role === role && each.on === on ? each.do : [])),
    asked: questions.map(({ sentence }) => sentence).filter((sentence) => sentence.includes('what is the rule?')),
  }
}

const harbour =
  'A berth has a number. A certificate belongs to a berth and has a text. Pilots see berths. The harbour master manages berths and certificates.'

test('what is denied of rows that no rule can tell apart is given to nobody, and asked once', () => {
  const { may, asked } = mayIn(
    `${harbour} Pilots approve certificates. No pilot may approve a certificate he or she countersigned.`,
  )
  expect(may('pilot', 'Certificate')).not.toContain('approveCertificate')
  expect(asked.filter((sentence) => sentence.includes('countersigned'))).toHaveLength(1)
})

test.each([
  'Nobody may change certificates that are closed.',
  'Certificates can only be changed by whoever is on watch.',
  'Certificates are never changed.',
])('a right that the words limit stays with nobody whom they keep from it: %s', (said) => {
  const { may, asked } = mayIn(`${harbour} ${said}`)
  expect(may('harbour-master', 'Certificate')).not.toContain('update')
  expect(may('harbour-master', 'Certificate')).toContain('read')
  expect(asked).toHaveLength(1)
})

test('what is hidden is seen by nobody until it is said from whom', () => {
  const { may } = mayIn(`${harbour} Certificates of other harbours stay invisible.`)
  expect(may('harbour-master', 'Certificate')).not.toContain('read')
  expect(may('harbour-master', 'Berth')).toContain('read')
})

test.each(['Pilots of a berth may create certificates.', 'All pilots from a berth can create certificates.'])(
  'those of a thing get nothing for all things: %s',
  (said) => {
    const { may, asked } = mayIn(`${harbour} ${said}`)
    expect(may('pilot', 'Certificate')).not.toContain('create')
    expect(asked).toHaveLength(1)
  },
)

test('who votes on it makes a vote', () => {
  const { may } = mayIn(
    'A motion has a title. A vote is for one motion and has a remark. Delegates create votes. Clerks manage motions. A delegate may not vote on motions of their own party.',
  )
  expect(may('delegate', 'Vote')).not.toContain('create')
})

test.each([
  'Pilots may only see berths.',
  'A berth cannot be empty.',
  'Only the harbour master changes certificates.',
  'We only keep certificates for a year.',
])('what takes nothing from anybody asks for no rule: %s', (said) => {
  const { may, asked } = mayIn(`${harbour} ${said}`)
  expect(may('harbour-master', 'Certificate')).toContain('update')
  expect(may('pilot', 'Berth')).toContain('read')
  expect(asked).toEqual([])
})
