/** One parameter as sent, decoded. `name` split at its brackets: `filter[drug][like]` is `['filter', 'drug', 'like']`. */
export interface Parameter {
  readonly name: string
  readonly steps: readonly string[]
  readonly value: string
}

/**
 * The parameters of a request target in order, duplicates kept (`application/x-www-form-urlencoded`).
 * Null where percent-encoding is broken or is not UTF-8.
 */
export const readQuery = (url: string): readonly Parameter[] | null => {
  const start = url.indexOf('?')
  if (start === -1 || start === url.length - 1) return none
  const parameters: Parameter[] = []
  for (const pair of url.slice(start + 1).split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decode(equals === -1 ? pair : pair.slice(0, equals))
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1))
    if (name === null || value === null) return null
    parameters.push({ name, steps: stepsOf(name), value })
  }
  return parameters
}

const none: readonly Parameter[] = []

const decode = (text: string): string | null => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

/** A name whose brackets do not match stays one step, and is then unknown. */
const stepsOf = (name: string): readonly string[] => {
  const open = name.indexOf('[')
  if (open === -1) return [name]
  return name.endsWith(']') ? [name.slice(0, open), ...name.slice(open + 1, -1).split('][')] : [name]
}
