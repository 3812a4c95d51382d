import { pluralNoun, singularNoun } from '@charter/charter'

export const isPlural = (word: string): boolean => singularNoun(word) !== word

/** Words of a phrase, without punctuation; `start_date` and `startDate` are two each. */
export const wordsOf = (phrase: string): readonly string[] =>
  phrase
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]s\b/g, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase())

export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** `lab results`: `LabResult`. Empty where nothing is left of the phrase. */
export const entityName = (phrase: string): string => {
  const words = [...wordsOf(phrase)]
  const last = words.pop()
  if (last === undefined) return ''
  const name = [...words, singularNoun(last)].map(capital).join('').slice(0, 60)
  return /^[A-Z]/.test(name) ? name : ''
}

/** `date of birth`: `dateOfBirth`. */
export const memberName = (phrase: string): string => {
  const [first, ...rest] = wordsOf(phrase)
  if (first === undefined) return ''
  const name = (first + rest.map(capital).join('')).slice(0, 60)
  return /^[a-z]/.test(name) ? name : `n${name}`
}

/** `team leaders`: `team-leader`. */
export const slug = (phrase: string): string => {
  const words = [...wordsOf(phrase)]
  const last = words.pop()
  return last === undefined ? '' : [...words, singularNoun(last)].join('-')
}

/** `LabResult`: `labResults`. */
export const collectionName = (entity: string): string => {
  const words = [...wordsOf(entity)]
  const last = words.pop() ?? ''
  return memberName([...words, pluralNoun(last)].join(' '))
}

export const lower = (name: string): string => memberName(name)
