import { isMap, isScalar, isSeq, type Node, type Pair, parseDocument, type YAMLMap } from 'yaml'
import { flowText, type Value } from './flow-text.ts'

export type Path = readonly string[]

/** Where a path leads in a text: the last map on the way, what of the path is left from there, and the member if it is. */
interface Place {
  readonly map: YAMLMap
  readonly pair: Pair | undefined
  /** Of the path, from the member of `map` on. */
  readonly rest: Path
}

/**
 * The text with the value at a path set. A value that is there is replaced where it stands; a new member goes after its
 * last neighbour, or after the last of those that `order` puts before it. Nothing else changes.
 */
export const setText = (text: string, path: Path, value: Value, order: Path = []): string => {
  const item = listItem(text, path)
  if (item) return splice(text, item[0], item[1], flowText(value))
  const place = placeOf(text, path)
  if (!place) return text
  const { map, pair, rest } = place
  if (!pair) return insert(text, map, { rest, value, order })
  const [start, end] = valueRange(text, pair)
  return splice(text, start, end, start === end ? ` ${flowText(value)}` : flowText(value))
}

/** The text without the member at a path: its lines, or its part of a line. */
export const removeText = (text: string, path: Path): string => {
  const place = placeOf(text, path)
  if (!place?.pair || place.rest.length > 1) return text
  return place.map.flow ? removeInline(text, place.map, place.pair) : removeLines(text, place.map, place.pair)
}

/** The text without an item of a list that is not its only one: its line, or its part of one. */
export const removeItemText = (text: string, path: Path): string => {
  const item = listItem(text, path)
  if (!item) return text
  const [before, after] = [-1, 1].map((step) => listItem(text, beside(path, step)))
  if (!isFlowList(text, path))
    return splice(text, lineStart(text, item[0]), Math.min(text.length, lineEnd(text, item[1]) + 1), '')
  if (before) return splice(text, before[1], item[1], '')
  return splice(text, item[0], after?.[0] ?? item[1], '')
}

/** The text with an item after the last of a list. */
export const addItemText = (text: string, path: Path, value: Value): string => {
  const last = listItem(text, beside(path, -1))
  if (!last) return text
  if (isFlowList(text, path)) return splice(text, last[1], last[1], `, ${flowText(value)}`)
  const end = lineEnd(text, last[1])
  const dash = text.slice(lineStart(text, last[0]), last[0])
  return splice(text, end, end, `\n${dash}${flowText(value)}`)
}

const beside = (path: Path, step: number): Path => [...path.slice(0, -1), String(Number(path.at(-1)) + step)]

const isFlowList = (text: string, path: Path): boolean => {
  const list: unknown = parseDocument(text).getIn(path.slice(0, -1), true)
  return isSeq(list) && list.flow === true
}

/** The text with the key at a path called otherwise. */
export const renameKeyText = (text: string, path: Path, name: string): string => {
  const place = placeOf(text, path)
  const range = place?.rest.length === 1 ? (place.pair?.key as Node | undefined)?.range : undefined
  return range ? splice(text, range[0], range[1], flowText(name)) : text
}

const placeOf = (text: string, path: Path): Place | null => {
  let node: unknown = parseDocument(text).contents
  for (let at = 0; at < path.length; at++) {
    if (isSeq(node)) {
      node = node.items[Number(path[at])]
      continue
    }
    if (!isMap(node)) return null
    const pair = node.items.find((each) => isScalar(each.key) && String(each.key.value) === path[at])
    if (!pair || at === path.length - 1 || !(isMap(pair.value) || isSeq(pair.value)))
      return { map: node, pair, rest: path.slice(at) }
    node = pair.value
  }
  return null
}

/** The range of an item of a list, where the path ends in one. */
const listItem = (text: string, path: Path): readonly [number, number] | null => {
  const list: unknown = path.length > 1 ? parseDocument(text).getIn(path.slice(0, -1), true) : null
  const item = isSeq(list) ? (list.items[Number(path.at(-1))] as Node | undefined) : undefined
  return item?.range ? [item.range[0], trimmed(text, item.range[0], item.range[1])] : null
}

const valueRange = (text: string, pair: Pair): readonly [number, number] => {
  const range = (pair.value as Node | null | undefined)?.range
  if (range && range[1] > range[0]) return [range[0], trimmed(text, range[0], range[1])]
  const end = (pair.key as Node).range?.[1] ?? 0
  const colon = text.indexOf(':', end) + 1
  return [colon, colon]
}

const trimmed = (text: string, start: number, end: number): number => start + text.slice(start, end).trimEnd().length

interface Insertion {
  readonly rest: Path
  readonly value: Value
  readonly order: Path
}

const insert = (text: string, map: YAMLMap, { rest, value, order }: Insertion): string => {
  const [key = '', ...inner] = rest
  const before = neighbour(map, key, order)
  if (map.flow || !before) return insertInline(text, map, `${flowText(key)}: ${flowText(nested(inner, value))}`)
  const indent = indentOf(text, map)
  const end = lineEnd(text, valueRange(text, before)[1])
  return splice(text, end, end, blockLines(indent, [key, ...inner], value))
}

const insertInline = (text: string, map: YAMLMap, member: string): string => {
  const [start = 0, end = 0] = map.range ?? []
  const close = start + text.slice(start, end).lastIndexOf('}')
  const inside = text.slice(start + 1, close).trimEnd()
  return inside === ''
    ? splice(text, start, close + 1, `{ ${member} }`)
    : splice(text, start + 1 + inside.length, close, `, ${member} `)
}

/** The member that a new one goes after. */
const neighbour = (map: YAMLMap, key: string, order: Path): Pair | undefined => {
  const rank = order.indexOf(key)
  const names = map.items.map((pair) => order.indexOf(String((pair.key as { value?: unknown }).value)))
  const last = rank < 0 ? -1 : names.findLastIndex((each) => each >= 0 && each < rank)
  return map.items[last < 0 ? map.items.length - 1 : last]
}

const nested = (path: Path, value: Value): Value => path.reduceRight<Value>((inner, key) => ({ [key]: inner }), value)

/** One line for each step, the value beside the last; maps of more than one level stand below one another. */
const blockLines = (indent: string, path: Path, value: Value): string =>
  path
    .map((key, at) => {
      const head = `\n${indent}${'  '.repeat(at)}${flowText(key)}:`
      return at === path.length - 1 ? `${head} ${flowText(value)}` : head
    })
    .join('')

/** Lines of text to go in as a member of a block map, as they are but for the indent. */
export const insertLines = (text: string, path: Path, lines: readonly string[], order: Path = []): string => {
  const place = placeOf(text, path)
  const before = place && neighbour(place.map, path.at(-1) ?? '', order)
  if (!place || place.pair || !before || place.map.flow) return text
  const indent = indentOf(text, place.map)
  const end = lineEnd(text, valueRange(text, before)[1])
  return splice(text, end, end, `\n${lines.map((line) => (line === '' ? '' : `\n${indent}${line}`)).join('')}`)
}

const removeInline = (text: string, map: YAMLMap, pair: Pair): string => {
  const at = map.items.indexOf(pair)
  const start = (pair.key as Node).range?.[0] ?? 0
  const end = valueRange(text, pair)[1]
  const [before, after] = [map.items[at - 1], map.items[at + 1]]
  if (before) return splice(text, valueRange(text, before)[1], end, '')
  if (after) return splice(text, start, (after.key as Node).range?.[0] ?? end, '')
  return splice(text, map.range?.[0] ?? start, map.range?.[1] ?? end, '{}')
}

const removeLines = (text: string, map: YAMLMap, pair: Pair): string => {
  const key = (pair.key as Node).range?.[0] ?? 0
  const start = lineStart(text, key)
  const next = (map.items[1]?.key as Node | undefined)?.range?.[0]
  // The first member of an item of a list stands beside its dash, which the next one takes over.
  if (next !== undefined && text.slice(start, key).trim() !== '') return splice(text, key, next, '')
  const end = Math.min(text.length, lineEnd(text, valueRange(text, pair)[1]) + 1)
  // Blank lines on both sides would become two.
  const isApart = /(?:^|\n)[ \t]*\n$/.test(text.slice(0, start)) && /^[ \t]*\n/.test(text.slice(end))
  return splice(text, start, isApart ? end + (/^[ \t]*\n/.exec(text.slice(end))?.[0].length ?? 0) : end, '')
}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1

const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

const splice = (text: string, start: number, end: number, by: string): string =>
  text.slice(0, start) + by + text.slice(end)

const indentOf = (text: string, map: YAMLMap): string => {
  const start = (map.items[0]?.key as Node | undefined)?.range?.[0] ?? 0
  return text.slice(lineStart(text, start), start).replace(/\S/g, ' ')
}
