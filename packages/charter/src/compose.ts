import { stringify } from 'yaml'
import type { Place } from './charter.ts'
import type { charterDiagnostics } from './diagnostics.ts'
import { includeBounds, includedPath } from './includes.ts'
import type { Reporter } from './report.ts'
import { type ListTree, type MapTree, member, type Tree } from './tree.ts'

export interface Composing {
  readonly files: Readonly<Record<string, string>>
  readonly reporter: Reporter<typeof charterDiagnostics>
  /** The tree of a file; null where it cannot be read, which has been reported. */
  read(file: string): Tree | null
}

/**
 * A charter with what it includes: what stands in one file alone is the charter's, what stands in two has to be equal. Null where one of
 * them cannot be read, or two differ: what speaks of it would be told as a mistake, too.
 */
export const composed = (root: MapTree, composing: Composing): MapTree | null => {
  const seen = new Set([root.place.file])
  return withIncludes(root, { ...composing, seen, above: [root.place.file] })
}

interface Walk extends Composing {
  readonly seen: Set<string>
  /** The files that lead here. */
  readonly above: readonly string[]
}

const withIncludes = (tree: MapTree, walk: Walk): MapTree | null => {
  let whole: MapTree | null = tree
  for (const said of includesOf(tree)) {
    const part = includedTree(said, tree.place.file, walk)
    if (part === 'again') continue
    whole = part && whole && merged(whole, part, walk)
    // It has been said; of what follows nothing was read.
    if (walk.seen.size > includeBounds.filesMax + 1) break
  }
  return whole
}

const includesOf = (tree: MapTree): readonly Tree[] => {
  const said = member(tree, 'include')
  return said ? (said.kind === 'list' ? said.items : [said]) : []
}

const includedTree = (said: Tree, from: string, walk: Walk): MapTree | null | 'again' => {
  const { files, reporter, seen, above } = walk
  const name = said.kind === 'scalar' ? String(said.value) : ''
  const file = includedPath(from, name)
  const why = whyNot(file, walk)
  const isKnown = file !== null && seen.has(file)
  // Also one that is not there: names are what is bounded, as each of them is looked for.
  if (file !== null) seen.add(file)
  if (why !== null || file === null) {
    reporter.report('bad-include', said, { name, why: why ?? '' })
    return null
  }
  if (isKnown) return 'again'
  const tree = Object.hasOwn(files, file) ? walk.read(file) : null
  if (tree?.kind === 'map') return withIncludes(ownPart(tree), { ...walk, above: [...above, file] })
  if (tree)
    reporter.report('wrong-shape', tree, { expected: 'a charter, or a part of one (a map)', found: 'something else' })
  return null
}

const whyNot = (file: string | null, { files, above, seen }: Walk): string | null => {
  if (file === null) return 'it is no YAML file below the folder of the charter'
  if (above.includes(file)) return `it leads back to itself, by ${above.join(', ')}`
  if (above.length > includeBounds.depthMax) return `files include each other deeper than ${includeBounds.depthMax}`
  if (!seen.has(file) && seen.size > includeBounds.filesMax)
    return `a charter is put together from at most ${includeBounds.filesMax} files`
  return Object.hasOwn(files, file) ? null : 'there is no such file'
}

/** What a charter says of itself alone is not what it shares. */
const own: readonly string[] = ['charter', 'name', 'title', 'version', 'description', 'questions']

const ownPart = (tree: MapTree): MapTree => ({ ...tree, entries: tree.entries.filter(({ key }) => !own.includes(key)) })

/** Whose members are put together one by one; all else is whole in one file. */
const maps: readonly string[] = [
  '',
  'types',
  'entities',
  'operations',
  'routes',
  'sources',
  'access',
  'access.principal',
]
const lists: readonly string[] = ['policies', 'access.roles', 'access.accepts', 'access.mfa', 'include']

const merged = (tree: MapTree, part: MapTree, walk: Walk): MapTree | null => {
  const all = new Map(tree.entries.map((entry) => [entry.key, entry]))
  let isWhole = true
  for (const entry of part.entries) {
    const known = all.get(entry.key)
    const value = known ? mergedValue(known.value, entry.value, walk) : entry.value
    if (value) all.set(entry.key, { ...(known ?? entry), value })
    else isWhole = false
    const { path } = entry.value
    if (known && value === undefined)
      walk.reporter.report('include-conflict', { place: entry.place, path }, { name: path, other: said(known.place) })
  }
  return isWhole ? { ...tree, entries: [...all.values()] } : null
}

/** Undefined where the two differ; null where something in them does, which has been reported. */
const mergedValue = (tree: Tree, part: Tree, walk: Walk): Tree | null | undefined => {
  const { path } = tree
  if (tree.kind === 'map' && part.kind === 'map' && maps.includes(path)) return merged(tree, part, walk)
  if (lists.includes(path)) return union(tree, part)
  return plain(tree) === plain(part) ? tree : undefined
}

const union = (tree: Tree, part: Tree): ListTree => {
  const items = [tree, part].flatMap((each) => (each.kind === 'list' ? each.items : [each]))
  const kept = items.filter((item, at) => items.findIndex((each) => plain(each) === plain(item)) === at)
  return { kind: 'list', place: tree.place, path: tree.path, range: tree.range, items: kept }
}

const plain = (tree: Tree): string => {
  if (tree.kind === 'scalar') return JSON.stringify([typeof tree.value, tree.source])
  if (tree.kind === 'list') return `[${tree.items.map(plain).join()}]`
  const entries = [...tree.entries].sort((a, b) => (a.key < b.key ? -1 : 1))
  return `{${entries.map(({ key, value }) => `${JSON.stringify(key)}:${plain(value)}`).join()}}`
}

const said = ({ file, line }: Place): string => `${file}:${line}`

/** The file in which a path of a composed charter stands, as far as it is there. */
export const fileAt = (tree: Tree | null, path: readonly string[], root: string): string => {
  let at: Tree | undefined = tree ?? undefined
  let file = root
  for (const name of path) {
    at = at && member(at, name)
    if (!at) break
    // A section that several files share is the charter's own.
    if (at.place.file !== root && !maps.includes(at.path) && !lists.includes(at.path)) file = at.place.file
  }
  return file
}

/** A charter with all that it includes, as one document: without comments, and in the order in which it was put together. */
export const composedText = (tree: Tree): string => stringify(plainOf(tree), { lineWidth: 0 })

const plainOf = (tree: Tree): unknown => {
  if (tree.kind === 'scalar') return tree.value
  if (tree.kind === 'list') return tree.items.map(plainOf)
  const entries = tree.path === '' ? tree.entries.filter(({ key }) => key !== 'include') : tree.entries
  return Object.fromEntries(entries.map(({ key, value }) => [key, plainOf(value)]))
}
