import { expect, test } from 'vitest'
import { readInWords } from './read-in-words.ts'

test('words are told with what they became, in their order', () => {
  const provenance = {
    Booking: { quoted: 'book', offset: 8 },
    Class: { quoted: 'classes', offset: 13 },
    Member: { quoted: 'Members', offset: 0 },
    'Member.name': { assumed: 'a member usually has it' },
    'access.roles.member': { quoted: 'members', offset: 0 },
    'access.roles.trainer': { quoted: 'Trainers may cancel classes on Fridays', offset: 30 },
  }
  expect(readInWords(provenance)).toBe(
    '"Members" Member and role member, "book" Booking, "classes" Class, "Trainers may cancel classes …" role trainer',
  )
  expect(readInWords({})).toBe('')
})

test('of many words the first are told, and how many more there are', () => {
  const many = Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [`Thing${at}`, { quoted: `thing ${at}`, offset: at }]),
  )
  expect(readInWords(many)).toContain('"thing 7" Thing7, 2 more')
})
