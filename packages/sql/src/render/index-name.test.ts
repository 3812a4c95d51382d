import { expect, test } from 'vitest'
import { indexNameWithin } from './index-name.ts'

const letters = { lengthOf: (name: string) => [...name].length, most: 20 }
const bytes = { lengthOf: (name: string) => Buffer.byteLength(name), most: 20 }

test('a name that fits stays as it is, and says whether the index is unique', () => {
  expect(indexNameWithin(letters, 'ward_by_code', true)).toBe('ward_by_code_key')
  expect(indexNameWithin(letters, 'ward_by_code', false)).toBe('ward_by_code_idx')
})

test('one that is too long is told apart by a digest, within what the database measures', () => {
  const [one, other] = ['patients_by_birthday', 'patients_by_birthdate'].map((name) =>
    indexNameWithin(letters, name, true),
  )
  expect(one).not.toBe(other)
  expect([one, other].map((name) => name?.length)).toEqual([20, 20])
  expect(Buffer.byteLength(indexNameWithin(bytes, '患者患者患者患者患者', false))).toBeLessThanOrEqual(20)
})
