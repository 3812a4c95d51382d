/**
 * As a row and whoever reads it take it: without NUL, a lone surrogate as U+FFFD, and of so many characters (code points) at most, never cut within
 * one. Only the beginning of what is said is looked at, however long it is.
 */
export const plainText = (said: string, lengthMax: number): string => {
  const clean = said
    .slice(0, 4 * lengthMax)
    .toWellFormed()
    .replaceAll('\0', '')
  return clean.length <= lengthMax ? clean : [...clean].slice(0, lengthMax).join('')
}
