/** Kinds that are plain text to whoever sees their bytes alone. */
const texts: ReadonlySet<string> = new Set([
  'application/json',
  'application/x-ndjson',
  'application/yaml',
  'text/csv',
  'text/markdown',
  'text/plain',
  'text/tab-separated-values',
])

/** They run scripts where a browser opens them: `image/*` and its like do not mean them, their names do. */
const active: ReadonlySet<string> = new Set(['image/svg+xml', 'text/html', 'application/xhtml+xml', 'application/xml'])

/**
 * Whether a kind is among those that are wanted, each a media type in small letters, or `image/*`. `text/plain` is taken for what its bytes
 * do not tell from it: CSV, JSON, YAML, Markdown.
 */
export const isOfKinds = (kind: string, wanted: readonly string[]): boolean =>
  wanted.some(
    (each) =>
      each === kind ||
      (kind === 'text/plain' && texts.has(each)) ||
      (each.endsWith('/*') && kind.startsWith(each.slice(0, -1)) && !active.has(kind)),
  )
