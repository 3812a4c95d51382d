/** A word as a POSIX shell takes it for one: as it is, or in single quotes. */
export const shellWord = (word: string): string =>
  /^[\w./:@+=~-]+$/.test(word) && !word.startsWith('~') ? word : `'${word.replaceAll("'", "'\\''")}'`
