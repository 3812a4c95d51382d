import { stressed, unstressed } from './exceptions.ts'

/** `report` → `reporting`, `place` → `placing`, `refer` → `referring`, `panic` → `panicking`: of an English verb in small letters. */
export const gerundOf = (verb: string): string => {
  if (/ie$/.test(verb)) return `${verb.slice(0, -2)}ying`
  return /[^beoy]e$|.be$/.test(verb) ? `${verb.slice(0, -1)}ing` : `${doubledOf(verb)}ing`
}

/** The stem before an ending: its last letter stands twice where the vowel before it is short and stressed; `c` stays hard with a `k`. */
export const doubledOf = (verb: string): string => {
  if (/[^aeiou].*ic$/.test(verb)) return `${verb}k`
  return /(?:[^aeiou]|qu)[aeiou][bdgklmnprtz]$/.test(verb) && isStressedAtEnd(verb) ? verb + verb.at(-1) : verb
}

/** One syllable, or one of those that end in one that is stressed. */
const isStressedAtEnd = (word: string): boolean =>
  (word.match(/[aeiouy]+/g)?.length ?? 0) === 1 ||
  (stressed.some((end) => word.endsWith(end)) && !unstressed.some((end) => word.endsWith(end)))
