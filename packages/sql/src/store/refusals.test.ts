import { expect, test } from 'vitest'
import { refusedIn, refusedSomewhere, required, ruleBroken, taken } from './refusals.ts'

const cause = new Error('in the words of the database, with Ada in them')

test('every refusal keeps the words of the database to its cause, and says what to do by column or by sentence', () => {
  const all = [
    taken(cause, ['email']),
    taken(cause, []),
    required(cause, ['a/b']),
    ruleBroken(cause, 'adult', 'of the database’s type age', 'age'),
    refusedIn(cause, 'age'),
    refusedSomewhere(cause),
  ]
  expect(all.map(({ code, errors = [] }) => [code, errors.map((each) => `${each.path} ${each.code}`).join()])).toEqual([
    ['conflict', '/email not-unique'],
    ['conflict', ''],
    ['invalid-input', '/a~1b required'],
    ['invalid-input', '/age check'],
    ['invalid-input', '/age wrong-type'],
    ['invalid-input', ''],
  ])
  for (const each of all) {
    const { cause: words, ...told } = each
    expect(words).toBe(cause)
    expect(JSON.stringify(told)).not.toContain('Ada')
  }
})
