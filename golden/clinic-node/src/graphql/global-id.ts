import type { Json, JsonObject } from '../runtime/index.ts'
import type { Directory, Entry } from './directory.ts'
import type { GraphqlEntity } from './surface.ts'

/** The id of a row among all rows (Relay): the entity's stable name and the key, as opaque text. */
export const globalIdOf = ({ node, key }: Pick<GraphqlEntity, 'node' | 'key'>, row: JsonObject): string =>
  Buffer.from(JSON.stringify([node, ...key.map((name) => row[name] ?? null)])).toString('base64url')

const lengthMax = 4096

/** The row that an id means; null for a text that is none of ours. */
export const rowOfId = (
  { byNode }: Pick<Directory, 'byNode'>,
  id: Json | undefined,
): { readonly entry: Entry; readonly key: JsonObject } | null => {
  if (typeof id !== 'string' || id.length > lengthMax) return null
  const parts = partsOf(id)
  const entry = byNode.get(String(parts?.[0]))
  if (!parts || !entry || parts.length !== entry.names.key.length + 1) return null
  return { entry, key: Object.fromEntries(entry.names.key.map((name, at) => [name, parts[at + 1] ?? null])) }
}

const partsOf = (id: string): readonly Json[] | null => {
  try {
    const parts: unknown = JSON.parse(Buffer.from(id, 'base64url').toString('utf8'))
    return Array.isArray(parts) ? (parts as readonly Json[]) : null
  } catch {
    return null
  }
}
