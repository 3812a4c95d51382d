/** A letter of a word, in a pattern without regard to case: of all that Unicode has, patterns as long as these take a second to be made. */
export const letter = '[a-z\\u00c0-\\u024f]'
