import { type Entry, member, type Tree } from './tree.ts'

const parts = ['entities', 'operations', 'routes']

/** The document with what it says of the whole (`deprecated` at its top) said of each entity, operation and route that does not say it of itself. */
export const withWholeDeprecation = (root: Tree): Tree => {
  const deprecated = root.kind === 'map' ? root.entries.find(({ key }) => key === 'deprecated') : undefined
  if (root.kind !== 'map' || !deprecated) return root
  const said = (entry: Entry): Entry =>
    entry.value.kind !== 'map' || member(entry.value, 'deprecated')
      ? entry
      : { ...entry, value: { ...entry.value, entries: [...entry.value.entries, deprecated] } }
  return {
    ...root,
    entries: root.entries.map((entry) =>
      parts.includes(entry.key) && entry.value.kind === 'map'
        ? { ...entry, value: { ...entry.value, entries: entry.value.entries.map(said) } }
        : entry,
    ),
  }
}
