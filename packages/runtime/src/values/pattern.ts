import { RE2JS } from 're2js'

export type Pattern = { test(text: string): boolean }

/**
 * A pattern in the subset that RE2 and ECMAScript (with the `u` flag) both read; matches the whole value in linear
 * time. `\d`, `\w`, `\s` are ASCII, as in RE2. Anything else gives `error`, a sentence.
 */
export const compilePattern = (pattern: string): Pattern | { readonly error: string } => {
  const foreign = /\\[AzQECGZ]|\(\?[^:]|\[\[:/.exec(pattern)
  if (foreign) return { error: `"${foreign[0]}" does not mean the same in RE2 and in ECMAScript.` }
  try {
    new RegExp(`^(?:${pattern})$`, 'u')
    const compiled = RE2JS.compile(pattern)
    return { test: (text) => compiled.matches(text) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : 'It is not a regular expression.' }
  }
}

const compiled = new Map<string, Pattern>()
const compiledMax = 10_000

/** The compiled form of a pattern that `check` has passed, kept; one that was not passed matches nothing. */
export const patternOf = (pattern: string): Pattern => {
  const known = compiled.get(pattern)
  if (known) return known
  const made = compilePattern(pattern)
  const usable = 'error' in made ? { test: () => false } : made
  if (compiled.size < compiledMax) compiled.set(pattern, usable)
  return usable
}
