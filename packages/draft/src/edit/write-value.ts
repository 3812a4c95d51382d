import { isMap, isSeq, type Node, parseDocument } from 'yaml'
import { isMembers, type Value } from './flow-text.ts'
import { addItemText, type Path, removeItemText, removeText, setText } from './yaml-text.ts'

/**
 * The text with the value at a path set, as `setText` does it; but a list or a map over several lines is changed member by
 * member, so that lines of which nothing changes stay as somebody laid them out.
 */
export const writeValue = (text: string, path: Path, value: Value, order: Path = []): string => {
  const node: unknown = parseDocument(text).getIn(path, true)
  // Plain data of a document.
  if (isSeq(node) && isFilledList(value) && isTall(text, node))
    return writeItems(text, path, node.toJSON() as Value[], value)
  if (isMap(node) && isMembers(value) && isTall(text, node)) return writeMembers(text, path, node.toJSON(), value)
  return setText(text, path, value, order)
}

const isFilledList = (value: Value): value is readonly Value[] => Array.isArray(value) && value.length > 0

const isTall = (text: string, { range }: Node): boolean => text.slice(range?.[0], range?.[1]).trimEnd().includes('\n')

const writeMembers = (
  text: string,
  path: Path,
  before: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, Value>>,
): string => {
  const changed = Object.entries(after).filter(([key, value]) => !isSame(before[key], value))
  const written = changed.reduce((done, [key, value]) => writeValue(done, [...path, key], value), text)
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key))
  return gone.reduce((done, key) => removeText(done, [...path, key]), written)
}

/** Items that both have at their beginning and end stay; those between are changed one by one, then removed or added. */
const writeItems = (text: string, path: Path, before: readonly Value[], after: readonly Value[]): string => {
  const shorter = Math.min(before.length, after.length)
  const head = countWhile(shorter, (at) => isSame(before[at], after[at]))
  const tail = countWhile(shorter - head, (at) => isSame(before.at(-1 - at), after.at(-1 - at)))
  const item = (at: number): Path => [...path, String(at)]
  if (before.length > after.length) {
    const surplus = before.length - after.length
    const from = before.length - tail - surplus
    const cut = Array.from({ length: surplus }).reduce<string>((done) => removeItemText(done, item(from)), text)
    return writeItems(cut, path, before.toSpliced(from, surplus), after)
  }
  return after.reduce<string>((done, value, at) => {
    if (at >= before.length) return addItemText(done, item(at), value)
    return isSame(before[at], value) ? done : writeValue(done, item(at), value)
  }, text)
}

const countWhile = (limit: number, holds: (at: number) => boolean): number => {
  let count = 0
  while (count < limit && holds(count)) count++
  return count
}

/** Both are plain data of a document. */
const isSame = (a: Value | undefined, b: Value | undefined): boolean => JSON.stringify(a) === JSON.stringify(b)
