/** `report` → `reporting`, `place` → `placing`, `refer` → `referring`: of an English verb in small letters. */
export const gerundOf = (verb: string): string => {
  if (/ie$/.test(verb)) return `${verb.slice(0, -2)}ying`
  return /[^eoy]e$/.test(verb) ? `${verb.slice(0, -1)}ing` : `${doubledOf(verb)}ing`
}

/** The stem before an ending: its last letter stands twice where the vowel before it is short and stressed. */
export const doubledOf = (verb: string): string =>
  /[^aeiou][aeiou][bdgklmnprt]$/.test(verb) && isStressedAtEnd(verb) ? verb + verb.at(-1) : verb

/** One syllable, or a short list of those that end in one that is stressed. */
const isStressedAtEnd = (word: string): boolean =>
  (word.match(/[aeiouy]+/g)?.length ?? 0) === 1 ||
  /(?:fer|mit|gin|pel|cel|tal|trol|cur|bel|vel|lot|quip|plan|drop|stop|ship|gram|tag|log|set|out|zip|put|get|cut|run|sit|win|rol)$/.test(
    word,
  )
