import { expect, test } from 'vitest'
import { dataText } from './data-text.ts'

test('a change of one part is a change of one line', () => {
  expect(dataText({ name: 'a', parts: [{ one: [1, 2] }, { two: {} }], none: [], left: undefined })).toBe(`{
 "name": "a",
 "parts": [
  {"one":[1,2]},
  {"two":{}}
 ],
 "none": []
}
`)
})
