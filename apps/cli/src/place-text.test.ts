import { expect, test } from 'vitest'
import { placeText } from './place-text.ts'

test.each([
  ['.', 'this folder'],
  ['..', '../'],
  ['../..', '../../'],
  ['clinic', 'clinic'],
  ['../clinic.d', '../clinic.d'],
])('a full stop after %s names no other folder', (folder, text) => expect(placeText(folder)).toBe(text))
