import { isMap, isScalar, type Node, type Pair, parseDocument, type YAMLMap } from 'yaml'

/** The text with the value at a path replaced, or the member added after its last neighbour; null when not in place. */
export const replaceText = (text: string, path: readonly string[], value: string): string | null => {
  const found = find(text, path)
  if (!found) return null
  const { map, pair, key } = found
  const range = (pair?.value as Node | null | undefined)?.range
  if (range) return splice(text, range[0], range[1] - trailing(text, range), value)
  return pair ? null : insert(text, map, key, value)
}

/** The text without the member at a path, its own lines included; null when not in place. */
export const removeText = (text: string, path: readonly string[]): string | null => {
  const found = find(text, path)
  if (!found?.pair || found.map.flow) return null
  const start = lineStart(text, (found.pair.key as Node).range?.[0] ?? 0)
  const next = found.map.items[found.map.items.indexOf(found.pair) + 1]
  const end = (found.pair.value as Node | null)?.range?.[1] ?? (found.pair.key as Node).range?.[1] ?? start
  const endOfLine = text.indexOf('\n', Math.max(start, end - trailing(text, [start, end])))
  const stop = endOfLine < 0 ? text.length : endOfLine + 1
  if (next && stop > ((next.key as Node).range?.[0] ?? 0)) return null
  return splice(text, start, stop, '')
}

const find = (text: string, path: readonly string[]): { map: YAMLMap; pair: Pair | undefined; key: string } | null => {
  const document = parseDocument(text)
  const key = path.at(-1)
  const parent: unknown = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents
  if (key === undefined || !isMap(parent)) return null
  const pair = parent.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
  return { map: parent, pair, key }
}

const insert = (text: string, map: YAMLMap, key: string, value: string): string | null => {
  const last = map.items.at(-1)
  const range = (last?.value as Node | null | undefined)?.range ?? (last?.key as Node | undefined)?.range
  if (!last || !range) return null
  const end = range[1] - trailing(text, range)
  if (map.flow) return splice(text, end, end, `, ${key}: ${value}`)
  const keyStart = (last.key as Node).range?.[0] ?? 0
  const indent = text.slice(lineStart(text, keyStart), keyStart)
  const endOfLine = text.indexOf('\n', end)
  const at = endOfLine < 0 ? text.length : endOfLine
  return indent.trim() === '' ? splice(text, at, at, `\n${indent}${key}: ${value}`) : null
}

/** Block values end after their line break; the break belongs to the document, not to the value. */
const trailing = (text: string, [start, end]: readonly [number, number, ...unknown[]]): number => {
  const value = text.slice(start, end)
  return value.length - value.trimEnd().length
}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1

const splice = (text: string, start: number, end: number, by: string): string =>
  text.slice(0, start) + by + text.slice(end)
