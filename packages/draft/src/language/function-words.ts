import { wordsOf } from '../read/names.ts'

const functionWords = new Set(
  'not never no non none nor neither nobody to but except excepting besides other others all any only just than else anyone anybody anything everyone everybody everything someone somebody who whom whose which that from by and or if unless without these those them they'.split(
    ' ',
  ),
)

/** Whether one of the words only holds a sentence together, so that they were cut out of one and name no role: `anyone but managers`. */
export const hasFunctionWord = (name: string): boolean => wordsOf(name).some((word) => functionWords.has(word))
