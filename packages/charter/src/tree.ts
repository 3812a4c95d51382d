import type { Json } from '@charter/runtime'
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type LineCounter,
  type Node,
  type Range,
  visit,
} from 'yaml'
import type { Place } from './charter.ts'
import type { charterDiagnostics } from './diagnostics.ts'
import type { Reporter } from './report.ts'

/** The document as plain data that knows where it stands. `range` is in UTF-16 code units of the file's text. */
export type Tree = MapTree | ListTree | ScalarTree

interface NodePosition {
  readonly place: Place
  /** `entities.Patient.fields.ssn`. */
  readonly path: string
  readonly range: readonly [start: number, end: number]
}

export interface MapTree extends NodePosition {
  readonly kind: 'map'
  readonly entries: readonly Entry[]
}

export interface Entry {
  readonly key: string
  readonly place: Place
  readonly start: number
  readonly value: Tree
}

export interface ListTree extends NodePosition {
  readonly kind: 'list'
  readonly items: readonly Tree[]
}

/** `source` is the scalar as written, so that decimals never pass through a binary float. */
export interface ScalarTree extends NodePosition {
  readonly kind: 'scalar'
  readonly value: string | number | boolean | null
  readonly source: string
}

/** Bounds of what is read (issue: 10 MB, 50,000 fields, depth); `nodesMax` stops alias expansion. */
export const documentBounds = { bytesMax: 10_000_000, fieldsMax: 50_000, depthMax: 64, nodesMax: 500_000 } as const

export interface TreeOptions {
  readonly file: string
  readonly path: string
  readonly lines: LineCounter
  readonly reporter: Reporter<typeof charterDiagnostics>
}

/** A YAML document as a Tree, or null when it breaks a bound (reported). Aliases are expanded within `nodesMax`. */
export const readTree = (document: Document.Parsed, options: TreeOptions): Tree | null => {
  const budget = { nodes: 0, isSpent: false }
  const tree = document.contents
    ? convert(document.contents, options.path, 0, { ...options, targets: targetsOf(document), budget })
    : null
  return budget.isSpent ? null : tree
}

interface Conversion extends TreeOptions {
  readonly targets: ReadonlyMap<Alias, Node>
  readonly budget: { nodes: number; isSpent: boolean }
}

/** What each alias stands for: the last node of that anchor before it. In one pass, because an alias of the library resolves itself by walking all. */
const targetsOf = (document: Document.Parsed): ReadonlyMap<Alias, Node> => {
  const anchors = new Map<string, Node>()
  const targets = new Map<Alias, Node>()
  visit(document, (_, node) => {
    if (isAlias(node)) {
      const target = anchors.get(node.source)
      if (target) targets.set(node, target)
    } else if (isNode(node) && 'anchor' in node && typeof node.anchor === 'string') anchors.set(node.anchor, node)
  })
  return targets
}

const convert = (node: Node, path: string, depth: number, given: Conversion): Tree | null => {
  const range = rangeOf(node)
  const place = placeAt(range[0], given)
  if (given.budget.isSpent || isPastBounds(depth, { place, path }, given)) return null
  if (isAlias(node)) {
    const target = given.targets.get(node)
    return target ? convert(target, path, depth + 1, given) : null
  }
  const standing = { place, path, range: [range[0], range[1]] as const }
  if (isMap(node)) return { kind: 'map', ...standing, entries: entriesOf(node.items, path, depth, given) }
  if (isSeq(node)) {
    const items = node.items.map((item, index) => convert(item as Node, join(path, String(index)), depth + 1, given))
    return { kind: 'list', ...standing, items: items.filter((item) => item !== null) }
  }
  if (isScalar(node)) return { kind: 'scalar', ...standing, ...scalarOf(node.value, node.source) }
  return null
}

const entriesOf = (
  pairs: readonly { readonly key: unknown; readonly value: unknown }[],
  path: string,
  depth: number,
  given: Conversion,
): readonly Entry[] => {
  const entries: Entry[] = []
  const seen = new Set<string>()
  for (const pair of pairs) {
    const key = pair.key as Node | null
    const name = isScalar(key) ? (key.source ?? String(key.value)) : ''
    const start = key ? rangeOf(key)[0] : 0
    const place = placeAt(start, given)
    if (!isScalar(key)) {
      given.reporter.report('wrong-shape', { place, path }, { expected: 'a plain key', found: 'a collection' })
      continue
    }
    if (seen.has(name)) {
      given.reporter.report('duplicate-key', { place, path: join(path, name) }, { key: name })
      continue
    }
    seen.add(name)
    const value = pair.value
      ? convert(pair.value as Node, join(path, name), depth + 1, given)
      : emptyAt(place, join(path, name), rangeOf(key)[1])
    if (value) entries.push({ key: name, place, start, value })
  }
  return entries
}

const isPastBounds = (depth: number, at: { place: Place; path: string }, given: Conversion): boolean => {
  given.budget.nodes += 1
  const isDeep = depth > documentBounds.depthMax
  const isMany = given.budget.nodes > documentBounds.nodesMax
  if (!isDeep && !isMany) return false
  given.budget.isSpent = true
  const what = isDeep ? 'values nested too deep' : 'too many values once its aliases are followed'
  const bound = isDeep ? `a depth of ${documentBounds.depthMax}` : `${documentBounds.nodesMax} values`
  given.reporter.report('document-bounds', at, { what, bound })
  return true
}

const scalarOf = (value: unknown, source: string | undefined): Pick<ScalarTree, 'value' | 'source'> => {
  const isPlain = value === null || ['string', 'number', 'boolean'].includes(typeof value)
  const plain = isPlain ? (value as ScalarTree['value']) : String(value)
  return { value: plain, source: typeof plain === 'string' ? plain : (source ?? String(plain)) }
}

const emptyAt = (place: Place, path: string, end: number): ScalarTree => ({
  kind: 'scalar',
  place,
  path,
  range: [end, end],
  value: null,
  source: '',
})

const rangeOf = (node: Node): Range => node.range ?? [0, 0, 0]

const placeAt = (offset: number, { lines, file }: TreeOptions): Place => {
  const { line, col } = lines.linePos(offset)
  return { file, line: Math.max(1, line), column: Math.max(1, col) }
}

const join = (path: string, step: string): string => (path === '' ? step : `${path}.${step}`)

/** The value under a key of a map, or undefined. */
export const member = (tree: Tree | undefined, key: string): Tree | undefined =>
  tree?.kind === 'map' ? tree.entries.find((entry) => entry.key === key)?.value : undefined

/** Entries of a map under a key; none when it is absent or something else (which the shape has reported). */
export const entriesAt = (tree: Tree | undefined, key: string): readonly Entry[] => {
  const found = member(tree, key)
  return found?.kind === 'map' ? found.entries : []
}

/** The same with entries more in the map under a key, which is made where there is none. */
export const withEntriesAt = (tree: MapTree, key: string, more: readonly Entry[]): MapTree => {
  const found = member(tree, key)
  const { place, path, range } = found ?? { place: tree.place, path: join(tree.path, key), range: [0, 0] as const }
  const map: MapTree = { kind: 'map', place, path, range, entries: [...entriesAt(tree, key), ...more] }
  const others = tree.entries.filter((entry) => entry.key !== key)
  return { ...tree, entries: [...others, { key, place, start: 0, value: map }] }
}

/** A scalar as written, or undefined. */
export const textAt = (tree: Tree | undefined, key: string): string | undefined => textOf(member(tree, key))

/** A scalar as written; undefined for collections and for null. */
export const textOf = (tree: Tree | undefined): string | undefined =>
  tree?.kind === 'scalar' && tree.value !== null ? tree.source : undefined

/** True only for a written `true`. */
export const isTrueAt = (tree: Tree | undefined, key: string): boolean => {
  const found = member(tree, key)
  return found?.kind === 'scalar' && found.value === true
}

/** Texts of a list, or of one scalar written alone. */
export const textsAt = (tree: Tree | undefined, key: string): readonly string[] =>
  textsOf(member(tree, key)).map(([text]) => text)

/** Texts of a list (or one alone) with the tree each stands in. */
export const textsOf = (tree: Tree | undefined): readonly (readonly [text: string, at: Tree])[] => {
  const items = tree?.kind === 'list' ? tree.items : tree ? [tree] : []
  return items.flatMap((item) => {
    const text = textOf(item)
    return text === undefined ? [] : [[text, item] as const]
  })
}

/** A literal from the document as JSON; decimals keep their digits as written. */
export const jsonOf = (tree: Tree): Json =>
  tree.kind === 'map'
    ? Object.fromEntries(tree.entries.map(({ key, value }) => [key, jsonOf(value)]))
    : tree.kind === 'list'
      ? tree.items.map(jsonOf)
      : tree.value
