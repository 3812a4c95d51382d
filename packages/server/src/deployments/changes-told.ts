import type { Mark } from '../charter.gen.ts'

/** What is told of in one way before, and in another after: `Changed: secret API_KEY.` No value is said. */
export const changesTold = (before: readonly Mark[], after: readonly Mark[]): readonly string[] => {
  const [was, is] = [digests(before), digests(after)]
  const of = (word: string, names: readonly string[]): readonly string[] => names.map((name) => `${word}: ${name}.`)
  return [
    ...of(
      'New',
      [...is.keys()].filter((name) => !was.has(name)),
    ),
    ...of(
      'Changed',
      [...is.keys()].filter((name) => was.has(name) && was.get(name) !== is.get(name)),
    ),
    ...of(
      'Gone',
      [...was.keys()].filter((name) => !is.has(name)),
    ),
  ]
}

const digests = (marks: readonly Mark[]): ReadonlyMap<string, string> =>
  new Map(marks.map(({ about, digest }) => [about, digest]))
