import { expect, test } from 'vitest'
import { weakPassword } from './weak-password.ts'

test.each([
  ['of eleven characters', 'heron-quiet', 'has 12 characters'],
  ['of eleven that take more bytes', 'ёжикёжикёжи', 'has 12 characters'],
  ['longer than a form holds', 'heron '.repeat(30), 'has 128 characters at most'],
  ['that many choose', 'qwerty123456', 'many people choose'],
  ['that many choose, in other letters', 'QwErTy123456', 'many people choose'],
  ['that many choose, with a year and signs', '!!!password2026', 'many people choose'],
  ['of few characters', 'abcabcabcabcabc', 'repeats'],
  ['that is the address', 'ann@example.org', 'is the e-mail address'],
  ['around the address', 'ann@example.org!1', 'is the e-mail address'],
])('a password %s is refused, with what to do', (_, password, why) => {
  expect(weakPassword(password, 'ann@example.org')).toContain(why)
})

test.each(['three quiet herons', 'ёжики в тумане', '𝔞𝔟𝔠𝔡𝔢𝔣𝔤𝔥𝔦𝔧𝔨𝔩', 'kT9#vLq2!xRm'])(
  'a password that nobody guesses soon is taken: %s',
  (password) => {
    expect(weakPassword(password, 'ann@example.org')).toBeNull()
  },
)
