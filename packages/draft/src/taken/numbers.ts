const words = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** A small whole number, in words or digits, as a part of a pattern. */
export const number = `(?:\\d{1,4}|${words.join('|')}|an?)`

/** What it says; `a` and `an` are one. */
export const numberOf = (said: string): number => {
  const at = words.indexOf(said.toLowerCase())
  return /^\d+$/.test(said) ? Number(said) : Math.max(1, at + 1)
}
