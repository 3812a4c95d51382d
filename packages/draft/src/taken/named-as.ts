import { entityName, wordsOf } from '../read/names.ts'

/** The thing that a phrase names: by its name, or by the end of it (`reports` of mission reports). */
export const namedAs = (phrase: string, names: Iterable<string>): string | undefined => {
  const [name, all] = [entityName(phrase), [...names]]
  if (name === '' || all.includes(name)) return name === '' ? undefined : name
  const [only, ...more] = all.filter((each) => each.endsWith(name))
  return more.length === 0 ? only : undefined
}

/** As `namedAs`, or by the phrase's own end: a `restricted recording` is shared as a recording. */
export const wholeNamedAs = (phrase: string, names: Iterable<string>): string | undefined => {
  const all = [...names]
  const last = entityName(wordsOf(phrase).at(-1) ?? '')
  return namedAs(phrase, all) ?? all.find((each) => each === last)
}
