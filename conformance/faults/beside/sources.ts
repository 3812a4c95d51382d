import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Guard, guardsOf } from '../guards.ts'

export const root = join(import.meta.dirname, '..', '..', '..')

export interface SwitchedSource {
  readonly guards: readonly { readonly guard: Guard; readonly number: number }[]
  readonly source: string
}

/** Sources of our packages whose path has one of the words, by path, with the numbers of their guards: the same in every process. */
export const sourcesWith = (words: readonly string[]): ReadonlyMap<string, SwitchedSource> => {
  const paths = globSync('packages/*/src/**/*.ts', { cwd: root })
    .filter((path) => !/\.(?:test|gen)\.ts$|\/testing\//.test(path) && words.some((word) => path.includes(word)))
    .sort()
  const sources = new Map<string, SwitchedSource>()
  let count = 0
  for (const path of paths) {
    const source = readFileSync(join(root, path), 'utf8')
    const guards = guardsOf(path, source).map((guard) => ({ guard, number: count++ }))
    sources.set(path, { guards, source })
  }
  return sources
}
