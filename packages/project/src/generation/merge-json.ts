import { isDeepStrictEqual } from 'node:util'

type Value = null | boolean | number | string | readonly Value[] | Members
interface Members {
  readonly [name: string]: Value
}

/** Members that say which version of what: the generator's word stands where both sides changed it. */
const versionLines = /^\/(?:version|packages\/.*|(?:dev|peer|optional)?[dD]ependencies\/.*|engines\/.*)$/

/**
 * Merges JSON documents by their members: what one side changed is taken; where both did, a version is the generator's and
 * anything else the person's. Gives null when one of the texts is no JSON.
 */
export const mergeJson = (base: string, mine: string, theirs: string): string | null => {
  try {
    const merged = merge(JSON.parse(base), JSON.parse(mine), JSON.parse(theirs), '')
    return `${JSON.stringify(merged, null, 2)}\n`
  } catch {
    return null
  }
}

const merge = (
  base: Value | undefined,
  mine: Value | undefined,
  theirs: Value | undefined,
  path: string,
): Value | undefined => {
  if (isDeepStrictEqual(mine, base)) return theirs
  if (isDeepStrictEqual(theirs, base) || isDeepStrictEqual(mine, theirs)) return mine
  if (isMembers(mine) && isMembers(theirs)) return mergeMembers(isMembers(base) ? base : {}, mine, theirs, path)
  if (isList(mine) && isList(theirs)) return mergeLists(isList(base) ? base : [], mine, theirs)
  return versionLines.test(path) ? theirs : mine
}

const mergeMembers = (base: Members, mine: Members, theirs: Members, path: string): Value => {
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])]
  const members = names.flatMap((name): [string, Value][] => {
    const value = merge(own(base, name), own(mine, name), own(theirs, name), `${path}/${name}`)
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(members)
}

const own = (of: Members, name: string): Value | undefined => (Object.hasOwn(of, name) ? of[name] : undefined)

/** The generator's items but for those the person took out, and behind them those the person put in. */
const mergeLists = (base: readonly Value[], mine: readonly Value[], theirs: readonly Value[]): readonly Value[] => {
  const has = (list: readonly Value[], item: Value) => list.some((each) => isDeepStrictEqual(each, item))
  const kept = theirs.filter((item) => has(mine, item) || !has(base, item))
  return [...kept, ...mine.filter((item) => !has(base, item) && !has(theirs, item))]
}

const isList = (value: Value | undefined): value is readonly Value[] => Array.isArray(value)

const isMembers = (value: Value | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
